"""Counts of a group of plays: plays, wins, wins expected by chance, and mean points."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import TypeAlias

from eventstore.statistics import sides
from eventstore.statistics.intervals import FEW, Mean, Share, mean_amount, share
from eventstore.statistics.plays import PlayedMatch, SeatResult
from eventstore.statistics.sides import Kind

Play: TypeAlias = tuple[PlayedMatch, SeatResult]
"""One seat of one match."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Wins in `n` contests (decided, two or more sides) compared with the wins expected by chance, 1/sides each.

    `above` is the difference; `low` and `high` are the bounds of its interval, None without a contest.
    """

    n: int
    wins: int
    expected: float
    above: float
    low: float | None
    high: float | None
    few: bool


@dataclass(frozen=True, slots=True)
class Results:
    """Plays of one kind: how many there are, how many of them have a known result, and how many were won."""

    plays: int
    decided: int
    wins: int
    share: Share


@dataclass(frozen=True, slots=True)
class Tally:
    """One row of a table. `decided`, `wins`, `share` and `chance` are of contests; `cooperative` and `solo` are apart.

    `points` is the mean of the plays with known final points, `matches` are the ids of all plays. If one person has
    several seats of a match, each seat is decided, won and scored separately; `plays` counts the match once.
    """

    label: str
    plays: int
    decided: int
    wins: int
    share: Share
    chance: Chance
    points: Mean
    cooperative: Results
    solo: Results
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Depths:
    """The number of matches behind a value, in total and by depth."""

    matches: int
    moves: int
    rounds: int
    final: int


def chance(plays: Iterable[Play]) -> Chance:
    """Only plays in contests with a known result count."""
    return chance_of(Counter((own.won, len(sides.sides(match))) for match, own in plays if own.won is not None))


def chance_of(results: Mapping[tuple[bool, int], int]) -> Chance:
    """The same from the number of results, each whether it was won, and the number of sides of the match."""
    contests = {each: number for each, number in results.items() if each[1] > 1}
    n = sum(contests.values())
    wins = sum(number for (has_won, _), number in contests.items() if has_won)
    expected = fsum(number / sides_of for (_, sides_of), number in contests.items())
    won = share(wins, n)
    low, high = (None if bound is None else n * bound - expected for bound in (won.low, won.high))
    return Chance(n, wins, expected, wins - expected, low, high, n < FEW)


def tally(label: str, plays: Sequence[Play]) -> Tally:
    contests, cooperative, solo = by_kind(plays)
    scores = [value for match, own in plays if (value := sides.points(match, own)) is not None]
    ids = tuple(dict.fromkeys(match.id for match, _ in plays))
    return Tally(
        label,
        len(ids),
        contests.decided,
        contests.wins,
        contests.share,
        chance(plays),
        mean_amount(scores),
        cooperative,
        solo,
        ids,
    )


def by_kind(plays: Iterable[Play]) -> tuple[Results, Results, Results]:
    """The results of contests, cooperative and solo plays; a match with several of the seats is one play."""
    groups: dict[Kind, list[Play]] = {"contest": [], "cooperative": [], "solo": []}
    for match, own in plays:
        groups[sides.kind(match)].append((match, own))
    return _results(groups["contest"]), _results(groups["cooperative"]), _results(groups["solo"])


def _results(plays: Sequence[Play]) -> Results:
    return results([(match.id, own.won) for match, own in plays])


def results(plays: Sequence[tuple[str, bool | None]]) -> Results:
    """The results of pairs of a match and whether it was won, None if unknown."""
    known = [won for _, won in plays if won is not None]
    return Results(len({match for match, _ in plays}), len(known), sum(known), share(sum(known), len(known)))


def tallies(plays: Iterable[tuple[str, Play]]) -> tuple[Tally, ...]:
    """A tally for every label, most plays first."""
    groups: dict[str, list[Play]] = {}
    for label, play in plays:
        groups.setdefault(label, []).append(play)
    rows = [tally(label, own) for label, own in groups.items()]
    return tuple(sorted(rows, key=lambda row: (-row.plays, row.label)))


def depths(played: Iterable[PlayedMatch]) -> Depths:
    count = Counter(match.depth for match in played)
    return Depths(count.total(), count["moves"], count["rounds"], count["final"])


def role(seat_result: SeatResult) -> str:
    """`start` for the start player, `other` for the others, `unknown` if the start player is unknown."""
    return {True: "start", False: "other", None: "unknown"}[seat_result.started]


def by_role(plays: Iterable[Play], *, named: str = "{role}") -> tuple[Tally, ...]:
    """A tally for every role; a seat with several roles counts in each. `named` makes a label of `role` and `game`."""
    return tallies(
        (named.format(role=name, game=match.game), (match, own))
        for match, own in plays
        for name in {role.name for role in own.roles}
    )


def by_color(plays: Iterable[Play]) -> tuple[Tally, ...]:
    """A tally for every color that a player had."""
    return tallies((own.color.capitalize(), (match, own)) for match, own in plays if own.color)


def by_players(plays: Iterable[Play]) -> tuple[Tally, ...]:
    """A tally for every number of players, ascending; the labels are the numbers."""
    rows = tallies((str(len(match.seats)), (match, own)) for match, own in plays)
    return tuple(sorted(rows, key=lambda row: int(row.label)))
