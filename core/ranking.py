"""Competition ranks: equal results share a rank, and the ranks they take up are left out (1, 1, 3)."""

from collections.abc import Sequence
from typing import Any

from core.game import Points


def competition_ranks(results: Sequence[Any]) -> tuple[int, ...]:
    """The rank of each result: 1 is the greatest."""
    return tuple([1 + sum(other > own for other in results) for own in results])


def ranks_by_points(scores: Sequence[Points]) -> tuple[int, ...]:
    """The rank of each score: 1 has most points; unknown points are last."""
    return competition_ranks([(points is not None, points or 0) for points in scores])


def leads(points: Sequence[float]) -> tuple[float, ...]:
    """The points of each seat ahead of the best other seat, negative when behind; of a single seat its points."""
    own = tuple(points)
    return tuple(mine - max(own[:seat] + own[seat + 1 :], default=0) for seat, mine in enumerate(own))
