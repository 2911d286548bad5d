"""The losses of a round, balanced so that they add up to the change of the value over the round.

Within a round only choices change the value. For estimates e_i with standard errors s_i and signs g_i the losses are

    l_i = max(0, e_i + x * g_i * s_i**2), at most n_i from e_i

with the x at which the sum of g_i * l_i is the change: the least squares of (l_i - e_i) / s_i under these conditions.
n_i is the stated error, so a claim says little more than its own searches found. What is missing from the change is
left unexplained. Proved losses are no part of it: the values before and after them are known, and the other losses are
balanced from one known value to the next.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import fsum
from typing import Final, NamedTuple

_HALVINGS: Final = 60


class Estimate(NamedTuple):
    """The estimated loss of one choice, which may be negative, its standard error, and its sign in the sum."""

    loss: float
    error: float
    sign: int


def balance(estimates: Sequence[Estimate], change: float) -> list[float]:
    """The losses, 0 or more, with the signed sum `change`, or the nearest possible sum."""

    def losses(shift: float) -> list[float]:
        moved = [max(-own.error, min(own.error, shift * own.sign * own.error**2)) for own in estimates]
        return [max(0.0, own.loss + by) for own, by in zip(estimates, moved, strict=True)]

    def signed(shift: float) -> float:
        return fsum(own.sign * loss for own, loss in zip(estimates, losses(shift), strict=True))

    largest = abs(change) + fsum(abs(own.loss) for own in estimates)
    most = max([largest / own.error**2 for own in estimates if own.error], default=0)
    low, high = -most, most
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if signed(middle) < change else (low, middle)
    return losses((low + high) / 2)


def within(estimates: Sequence[Estimate], losses: Sequence[float], start: float) -> list[float]:
    """The losses, reduced by equal sums on both sides if the value would leave 0 to 1 on its way from `start`."""
    signs = [own.sign for own in estimates]
    sums = {sign: fsum(loss for own, loss in zip(signs, losses, strict=True) if own == sign) for sign in (-1, 1)}
    both = min(sums.values())

    def reduced(share: float) -> list[float]:
        kept = {sign: (own - share * both) / own if own else 0.0 for sign, own in sums.items()}
        return [loss * kept[sign] for sign, loss in zip(signs, losses, strict=True)]

    def stays(share: float) -> bool:
        steps = (own.sign * loss for own, loss in zip(estimates, reduced(share), strict=True))
        return all(-1e-9 <= value <= 1 + 1e-9 for value in accumulate(steps, initial=start))

    if stays(0.0):
        return list(losses)
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if stays(middle) else (middle, high)
    return reduced(high)
