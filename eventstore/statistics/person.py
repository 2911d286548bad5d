"""Statistics of one person: plays, wins compared with chance, opponents, streaks, records, sources of points."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final, Literal, TypeAlias

from eventstore.statistics.intervals import FEW, Mean, Share, mean_of_counts, share
from eventstore.statistics.ratings import Rating
from eventstore.statistics.records import Record
from eventstore.statistics.tally import Chance, Depths, Results, Tally

Result: TypeAlias = Literal["won", "lost", "unknown"]
MAX_RECENT: Final = 20
"""Number of the latest plays in `ribbon`."""


@dataclass(frozen=True, slots=True)
class RecentResult:
    """One recent result: `rank` among `sides`, 1 is the best, None if unknown."""

    match: str
    game: str
    played_on: str | None
    result: Result
    rank: int | None
    sides: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """Numbers of contests with a known result that the person finished before, after or together with this opponent.

    `share` is `before` / (`before` + `after`). `plays` counts all matches against the opponent.
    """

    person: str
    name: str
    plays: int
    before: int
    after: int
    together: int
    share: Share


@dataclass(frozen=True, slots=True)
class Streak:
    """Consecutive plays with the same result, oldest first; plays without a known result are skipped."""

    result: Result
    length: int
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PointSource:
    """Mean points per match from one source of one game: of the person, and of all others.

    Only matches with details count.
    """

    game: str
    source: str
    own: Mean
    group: Mean


@dataclass(frozen=True, slots=True)
class PersonStatistics:
    """Statistics of one person over all matches.

    `decided` contests have a known result for the person, `wins` and `share` are of those; `chance` compares them with
    chance. `cooperative` and `solo` plays are counted apart. `scored` plays have known final points. `games`, `players`
    (labels `2`, `3` ...), `seats` (labels `start`, `other`, `unknown`), `roles`, `colors` and `expansions` group the
    plays, most plays first, numbers of players ascending; a role has its game in brackets. `opponents`
    are sorted by plays. The `nemesis` is the opponent with the surest majority of results against the person, the
    `favorite` the one with the surest majority for them, each with at least 3 results. `ribbon` holds the latest plays,
    newest last. `rating` is over all games. `since` is the year of the first dated play.
    """

    person: str
    name: str
    plays: int
    decided: int
    wins: int
    scored: int
    mean_points: float | None
    share: Share
    chance: Chance
    cooperative: Results
    solo: Results
    points: Mean
    depths: Depths
    since: str | None
    rating: Rating | None
    ratings: Mapping[str, Rating]
    ribbon: tuple[RecentResult, ...]
    games: tuple[Tally, ...]
    players: tuple[Tally, ...]
    seats: tuple[Tally, ...]
    roles: tuple[Tally, ...]
    colors: tuple[Tally, ...]
    expansions: tuple[Tally, ...]
    opponents: tuple[Opponent, ...]
    nemesis: Opponent | None
    favorite: Opponent | None
    current: Streak | None
    winning: Streak | None
    losing: Streak | None
    records: tuple[Record, ...]
    sources: tuple[PointSource, ...]


PointsOfAll: TypeAlias = Mapping[str, Mapping[str, Counter[float]]]
"""Numbers of seats of all plays by points, by game and source, sources in the order of appearance.

In a game that is recorded by moves a seat without points from a source got 0.
"""


def result(won: bool | None) -> Result:
    return "unknown" if won is None else "won" if won else "lost"


def opponents(results: Mapping[str, Mapping[int | None, int]], names: Mapping[str, str]) -> tuple[Opponent, ...]:
    """`results` are the numbers of contests by opponent and by how the person came against them, as `sides.before`."""
    rows = []
    for other, came in results.items():
        before, after, together = (came.get(place, 0) for place in (1, -1, 0))
        clear = share(before, before + after)
        rows.append(Opponent(other, names.get(other, other), sum(came.values()), before, after, together, clear))
    return tuple(sorted(rows, key=lambda opponent: (-opponent.plays, opponent.name)))


def surest(opponents: Iterable[Opponent], *, beaten: bool) -> Opponent | None:
    """The opponent with the surest majority of results on one side, by the bound of the interval of the share."""
    sure = [
        (bound if beaten else 1 - bound, opponent)
        for opponent in opponents
        if opponent.share.n >= FEW
        and (opponent.before > opponent.after if beaten else opponent.after > opponent.before)
        and (bound := opponent.share.low if beaten else opponent.share.high) is not None
    ]
    return max(sure, key=lambda one: one[0])[1] if sure else None


def streaks(known: Iterable[tuple[Result, str]]) -> list[Streak]:
    """From the known results in the order of play, each with its match."""
    runs = [(came, tuple(id for _, id in run)) for came, run in groupby(known, key=itemgetter(0))]
    return [Streak(came, len(matches), matches) for came, matches in runs]


def longest(streaks: Sequence[Streak], came: Result) -> Streak | None:
    return max((streak for streak in streaks if streak.result == came), key=lambda one: one.length, default=None)


def point_sources(own: PointsOfAll, everybody: PointsOfAll) -> Iterator[PointSource]:
    """`everybody` includes the points of the person."""
    for game, sources in everybody.items():
        for source, points in sources.items():
            if mine := own.get(game, {}).get(source):
                yield PointSource(game, source, mean_of_counts(mine), mean_of_counts(points - mine))
