"""Statistics of one person: plays, wins compared with chance, opponents, streaks, records, sources of points."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Literal, TypeAlias

from eventstore.matches.people import SOMEBODY
from eventstore.statistics import sides, tally
from eventstore.statistics.intervals import FEW, Mean, Share, mean_of_counts, share
from eventstore.statistics.plays import PlayedMatch, SeatDetails
from eventstore.statistics.ratings import Rating
from eventstore.statistics.records import Record, records
from eventstore.statistics.tally import Chance, Depths, Play, Results, Tally

Result: TypeAlias = Literal["won", "lost", "unknown"]
MAX_RECENT = 20
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
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Streak:
    """Consecutive plays with the same result, oldest first; plays without a known result are skipped."""

    result: Result
    length: int
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PointSource:
    """Mean points per match from one source of one game: of the person, and of all others.

    Only matches with details count; `matches` are those that the person played.
    """

    game: str
    source: str
    own: Mean
    group: Mean
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PersonStatistics:
    """Statistics of one person over all matches.

    `decided` contests have a known result for the person, `wins` and `share` are of those; `chance` compares them with
    chance. `cooperative` and `solo` plays are counted apart. `scored` plays have known final points. `games`, `players`
    (labels `2`, `3` ...), `seats` (labels `start`, `other`, `unknown`), `roles`, `colors` and `expansions` group the
    plays, most plays first, numbers of players ascending; a role has its game in brackets. `opponents`
    are sorted by plays. The `nemesis` is the opponent with the surest majority of results against the person, the
    `favorite` the one with the surest majority for them, each with at least 3 results. `ribbon` holds the latest plays,
    newest last. `rating` is over all games.
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
    matches: tuple[str, ...]


PointsOfAll: TypeAlias = Mapping[str, Mapping[str, Counter[float]]]
"""How often seats of all plays got each number of points, by game and source, sources in the order of appearance.

In a game that is recorded by moves a seat without points from a source got 0.
"""


def person(
    played: Sequence[PlayedMatch],
    who: str,
    names: Mapping[str, str],
    details: Mapping[str, Sequence[SeatDetails]],
    everybody: PointsOfAll,
    rating: Rating | None,
    ratings: Mapping[str, Rating],
) -> PersonStatistics:
    """`who` is the id of a person, `played` are their matches, in the order of play, `details` those of these matches.

    What other matches decide is given: the points of `everybody`, the `rating` over all games, and `ratings` by game.
    """
    plays: list[Play] = [(match, own) for match in played if (own := match.at(who)) is not None]
    held: list[Play] = [(match, own) for match in played for own in match.held_by(who)]
    own_matches = [match for match, _ in plays]
    whole = tally.tally(who, held)
    opponents = _opponents(plays, names)
    streaks = _streaks(plays)
    return PersonStatistics(
        person=who,
        name=names.get(who, who),
        plays=whole.plays,
        decided=whole.decided,
        wins=whole.wins,
        scored=whole.points.n,
        mean_points=whole.points.value,
        share=whole.share,
        chance=whole.chance,
        cooperative=whole.cooperative,
        solo=whole.solo,
        points=whole.points,
        depths=tally.depths(own_matches),
        rating=rating,
        ratings=ratings,
        ribbon=tuple(map(_bead, plays[-MAX_RECENT:])),
        games=tally.tallies((match.game, (match, own)) for match, own in held),
        players=tally.by_players(held),
        seats=tally.tallies((tally.role(own), (match, own)) for match, own in held),
        roles=tally.by_role(held, named="{role} ({game})"),
        colors=tally.by_color(held),
        expansions=tally.tallies((name, (match, own)) for match, own in held for name in {*match.expansions}),
        opponents=opponents,
        nemesis=_surest(opponents, beaten=False),
        favorite=_surest(opponents, beaten=True),
        current=streaks[-1] if streaks else None,
        winning=_longest(streaks, "won"),
        losing=_longest(streaks, "lost"),
        records=records(own_matches, who),
        sources=tuple(_sources(own_matches, who, details, everybody)),
        matches=whole.matches,
    )


def _bead(play: Play) -> RecentResult:
    match, own = play
    rank = own.rank if own.won is not None else None
    return RecentResult(match.id, match.game, match.played_on, _result(own.won), rank, len(sides.sides(match)))


def _result(won: bool | None) -> Result:
    return "unknown" if won is None else "won" if won else "lost"


def _opponents(plays: Iterable[Play], names: Mapping[str, str]) -> tuple[Opponent, ...]:
    met: dict[str, dict[str, int | None]] = {}
    for match, own in plays:
        for other in sides.opponents(match, own):
            if other.person not in (SOMEBODY, own.person):
                met.setdefault(other.person, {})[match.id] = sides.before(own, other)
    result = []
    for other_person, results in met.items():
        came = list(results.values())
        won, lost = came.count(1), came.count(-1)
        name = names.get(other_person, other_person)
        clear = share(won, won + lost)
        result.append(Opponent(other_person, name, len(came), won, lost, came.count(0), clear, tuple(results)))
    return tuple(sorted(result, key=lambda opponent: (-opponent.plays, opponent.name)))


def _surest(opponents: Iterable[Opponent], *, beaten: bool) -> Opponent | None:
    """The opponent with the surest majority of results on one side, by the bound of the interval of the share."""
    sure = [
        (bound if beaten else 1 - bound, opponent)
        for opponent in opponents
        if opponent.share.n >= FEW
        and (opponent.before > opponent.after if beaten else opponent.after > opponent.before)
        and (bound := opponent.share.low if beaten else opponent.share.high) is not None
    ]
    return max(sure, key=lambda one: one[0])[1] if sure else None


def _streaks(plays: Iterable[Play]) -> list[Streak]:
    known = [(_result(own.won), match.id) for match, own in plays if own.won is not None]
    runs = [(result, tuple(id for _, id in run)) for result, run in groupby(known, key=itemgetter(0))]
    return [Streak(result, len(matches), matches) for result, matches in runs]


def _longest(streaks: Sequence[Streak], result: Result) -> Streak | None:
    return max((streak for streak in streaks if streak.result == result), key=lambda one: one.length, default=None)


def _sources(
    played: Iterable[PlayedMatch], who: str, details: Mapping[str, Sequence[SeatDetails]], everybody: PointsOfAll
) -> Iterator[PointSource]:
    by_game: dict[str, list[PlayedMatch]] = {}
    for match in played:
        if match.id in details and sides.is_scored(match):
            by_game.setdefault(match.game, []).append(match)
    for game in everybody:
        own, matches = dict[str, Counter[float]](), dict[str, dict[str, None]]()
        for match in by_game.get(game, ()):
            for seat_result, seat in zip(match.seats, details[match.id], strict=True):
                if seat_result.person == who:
                    for source in everybody[game] if match.depth == "moves" else seat.sources:
                        own.setdefault(source, Counter())[seat.sources.get(source, 0)] += 1
                        matches.setdefault(source, {})[match.id] = None
        for source, points in everybody[game].items():
            if source in own:
                others = mean_of_counts(points - own[source])
                yield PointSource(game, source, mean_of_counts(own[source]), others, tuple(matches[source]))
