"""Chances from estimates in points, for the evaluations of several games."""

from collections.abc import Iterable, Sequence
from math import exp, fsum
from typing import Final, TypeVar

from core.game import Value
from core.ranking import leads

_Event = TypeVar("_Event")

_MIN_SHARE: Final = 0.05
"""Weight that all moves share equally besides their own, relative to the most promising one: so each is searched."""


def priors(rated: Iterable[tuple[_Event, float]], temperature: float) -> list[tuple[_Event, float]]:
    """The priors of moves, the most promising first, from their worths w:

    p_i proportional to exp((w_i - max(w)) / temperature) + `_MIN_SHARE` / number of moves.
    """
    ordered = sorted(rated, key=lambda each: -each[1])
    top, least = ordered[0][1], _MIN_SHARE / len(ordered)
    chances = [exp((worth - top) / temperature) + least for _, worth in ordered]
    whole = fsum(chances)
    return [(event, chance / whole) for (event, _), chance in zip(ordered, chances, strict=True)]


def value(points: Sequence[float], spread: float) -> Value:
    """The value of expected final points: the chance to win is proportional to exp(points / spread)."""
    best = max(points)
    shares = [exp((own - best) / spread) for own in points]
    whole = fsum(shares)
    return Value(tuple([share / whole for share in shares]), leads(points), tuple(points))
