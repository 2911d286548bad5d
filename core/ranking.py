"""Ranks of a match, by what its game says of points and sides.

Equal results share a rank, and the ranks they take up are left out (1, 1, 3).
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import add
from typing import Any

from core.game import GameFacts, Points, Seat


def competition_ranks(results: Sequence[Any]) -> tuple[int, ...]:
    """The rank of each result: 1 is the greatest."""
    return tuple([1 + sum(other > own for other in results) for own in results])


def ranks_by_points(scores: Sequence[Points], *, fewest: bool = False) -> tuple[int, ...]:
    """The rank of each score: 1 has most points, or the `fewest`; unknown points are last."""
    sign = -1 if fewest else 1
    return competition_ranks([(points is not None, sign * (points or 0)) for points in scores])


def ranks_of_seats(
    scores: Sequence[Points], facts: GameFacts, options: object, rulings: Sequence[int | float] = ()
) -> tuple[int, ...]:
    """The rank of each seat by the points of its side: by the most, or by the fewest if the game says so.

    `scores` are without the `rulings`, which are added. In a cooperative match all seats share rank 1.
    """
    if facts.cooperative(options):
        return (1,) * len(scores)
    sides = sides_of(len(scores), facts.teams(len(scores), options))
    points = [_points(side, scores, facts.team_scores, rulings) for side in sides]
    ranks = ranks_by_points(points, fewest=facts.fewest_points_win(options))
    rank_of = {seat: rank for side, rank in zip(sides, ranks, strict=True) for seat in side}
    return tuple([rank_of[seat] for seat in range(len(scores))])


def sides_of(seats: int, teams: Sequence[tuple[Seat, ...]]) -> tuple[tuple[Seat, ...], ...]:
    """The seats that win together: the teams, and each other seat alone."""
    members = {seat for team in teams for seat in team}
    return (*teams, *((seat,) for seat in range(seats) if seat not in members))


def sum_of(points: Iterable[Points]) -> Points:
    """The sum of the known points; None: none is known.

    Added from left to right, as in the browser: the built-in `sum` rounds fractions otherwise from Python 3.12 on, and
    points that are equal on one side would not tie on the other.
    """
    known = [number for number in points if number is not None]
    return reduce(add, known) if known else None


def _points(
    side: Sequence[Seat], scores: Sequence[Points], team_scores: bool, rulings: Sequence[int | float]
) -> Points:
    """The points of a side: those that each of its seats has (`team_scores`), or their sum; and its rulings."""
    own = [scores[seat] for seat in side]
    return sum_of([own[0] if team_scores else sum_of(own), *(rulings[seat] or None for seat in side if rulings)])


def leads(points: Sequence[float]) -> tuple[float, ...]:
    """The points of each seat ahead of the best other seat, negative when behind; of a single seat its points."""
    own = tuple(points)
    return tuple(mine - max(own[:seat] + own[seat + 1 :], default=0) for seat, mine in enumerate(own))
