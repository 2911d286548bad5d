"""The losses of a round, as they add up: from estimates of each choice and the values at the two ends of the round.

Nothing but choices happens within a round, so what it changed is what the choices of both seats lost. Each estimate is
moved by as little as possible, against its standard error, until no loss is negative and the losses add up.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import fsum
from typing import Final, NamedTuple

_HALVINGS: Final = 60


class Estimate(NamedTuple):
    """What one choice lost, perhaps below 0, with its standard error, and whether it is counted for or against."""

    loss: float
    error: float
    sign: int


def balance(estimates: Sequence[Estimate], change: float) -> list[float]:
    """The losses, 0 or more, whose signed sum is `change`; the nearest sum possible where one side made no choice."""

    def losses(shift: float) -> list[float]:
        return [max(0.0, own.loss + shift * own.sign * own.error**2) for own in estimates]

    def signed(shift: float) -> float:
        return fsum(own.sign * loss for own, loss in zip(estimates, losses(shift), strict=True))

    largest = abs(change) + fsum(abs(own.loss) for own in estimates)
    most = max([largest / own.error**2 for own in estimates], default=0)
    low, high = -most, most
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if signed(middle) < change else (low, middle)
    return losses((low + high) / 2)


def within(estimates: Sequence[Estimate], losses: Sequence[float], start: float) -> list[float]:
    """The losses, less on both sides where the value would leave 0 to 1 on its way from `start`."""
    signs = [own.sign for own in estimates]
    sums = {sign: fsum(loss for own, loss in zip(signs, losses, strict=True) if own == sign) for sign in (-1, 1)}
    both = min(sums.values())

    def reduced(share: float) -> list[float]:
        kept = {sign: (own - share * both) / own if own else 0.0 for sign, own in sums.items()}
        return [loss * kept[sign] for sign, loss in zip(signs, losses, strict=True)]

    def stays(share: float) -> bool:
        steps = (sign * loss for sign, loss in zip(signs, reduced(share), strict=True))
        return all(-1e-9 <= value <= 1 + 1e-9 for value in accumulate(steps, initial=start))

    if stays(0.0):
        return list(losses)
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if stays(middle) else (middle, high)
    return reduced(high)
