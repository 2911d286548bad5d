"""Counts of a group of plays: plays, wins, wins expected by chance, and mean points."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

from eventstore.statistics.intervals import FEW, Mean, Share, mean_of_counts, share
from eventstore.statistics.sides import Kind


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

    `points` is the mean of the seats with known final points. If one person has several seats of a match, each seat is
    decided, won and scored separately; `plays` counts the match once.
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


class SeatCase(NamedTuple):
    """Facts of one seat in a tally: the kind of the match, its number of sides, whether the seat won, None if
    unknown, and its final points, None if unknown. `is_first`: the match has no earlier seat in the tally.
    """

    kind: Kind
    sides: int
    won: bool | None
    points: float | None
    is_first: bool


@dataclass(frozen=True, slots=True)
class Depths:
    """The number of matches behind a value, in total and by depth."""

    matches: int
    moves: int
    rounds: int
    final: int


def chance(results: Mapping[tuple[bool, int], int]) -> Chance:
    """From the number of results, each whether it was won, and the number of sides of the match: contests count."""
    contests = {each: number for each, number in results.items() if each[1] > 1}
    n = sum(contests.values())
    wins = sum(number for (has_won, _), number in contests.items() if has_won)
    expected = fsum(number / sides_of for (_, sides_of), number in contests.items())
    won = share(wins, n)
    low, high = (None if bound is None else n * bound - expected for bound in (won.low, won.high))
    return Chance(n, wins, expected, wins - expected, low, high, n < FEW)


def tally(label: str, seats: Mapping[SeatCase, int]) -> Tally:
    """From the number of seats of each case."""
    results, points = Counter[tuple[bool, int]](), Counter[float]()
    for case, number in seats.items():
        if case.won is not None:
            results[case.won, case.sides] += number
        if case.points is not None:
            points[case.points] += number
    contests, cooperative, solo = by_kind(seats)
    return Tally(
        label,
        sum(number for case, number in seats.items() if case.is_first),
        contests.decided,
        contests.wins,
        contests.share,
        chance(results),
        mean_of_counts(points),
        cooperative,
        solo,
    )


def by_kind(seats: Mapping[SeatCase, int]) -> tuple[Results, Results, Results]:
    """The results of contests, cooperative and solo plays."""
    return _results(seats, "contest"), _results(seats, "cooperative"), _results(seats, "solo")


def _results(seats: Mapping[SeatCase, int], kind: Kind) -> Results:
    own = [(case, number) for case, number in seats.items() if case.kind == kind]
    plays = sum(number for case, number in own if case.is_first)
    decided, wins = (sum(n for case, n in own if case.won in known) for known in ((True, False), (True,)))
    return Results(plays, decided, wins, share(wins, decided))


def ranked(tallies: Iterable[Tally]) -> tuple[Tally, ...]:
    """Most plays first."""
    return tuple(sorted(tallies, key=lambda row: (-row.plays, row.label)))


def depths(plays: Mapping[str, int]) -> Depths:
    """From the number of plays of each depth."""
    return Depths(sum(plays.values()), *(plays.get(depth, 0) for depth in ("moves", "rounds", "final")))
