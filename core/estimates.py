"""From estimates in points to chances: what the evaluations of several games share."""

from collections.abc import Iterable, Sequence
from math import exp, fsum
from typing import Final, TypeVar

from core.game import Value
from core.ranking import leads

_Event = TypeVar("_Event")

_LEAST: Final = 0.05
"""What all moves together get beside it, relative to the most promising one, so that none is overlooked for good."""


def priors(rated: Iterable[tuple[_Event, float]], temperature: float) -> list[tuple[_Event, float]]:
    """How promising moves are, the best one first, from their worths; `temperature` makes e times as promising."""
    ordered = sorted(rated, key=lambda each: -each[1])
    top, least = ordered[0][1], _LEAST / len(ordered)
    chances = [exp((worth - top) / temperature) + least for _, worth in ordered]
    whole = fsum(chances)
    return [(event, chance / whole) for (event, _), chance in zip(ordered, chances, strict=True)]


def value(points: Sequence[float], spread: float) -> Value:
    """The value of expected final points; a lead of `spread` makes e times as likely to win."""
    best = max(points)
    shares = [exp((own - best) / spread) for own in points]
    whole = fsum(shares)
    return Value(tuple([share / whole for share in shares]), leads(points), tuple(points))
