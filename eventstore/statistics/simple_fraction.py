"""A share of plays as people say it: 2 of 5 instead of 38.8 %."""

from dataclasses import dataclass
from typing import Final

EXACT: Final = 10
"""From this number of plays on a share is rounded; below it the plays themselves are said."""

_SPOKEN: Final = ((1, 5), (1, 4), (1, 3), (2, 5), (1, 2), (3, 5), (2, 3), (3, 4), (4, 5))


@dataclass(frozen=True, slots=True)
class SimpleFraction:
    """`count` of `of`: of few plays, and where all or none are meant, the plays themselves; else in small numbers."""

    count: int
    of: int

    @property
    def is_none(self) -> bool:
        return self.count == 0

    @property
    def is_all(self) -> bool:
        return self.count == self.of

    @property
    def is_half(self) -> bool:
        return 2 * self.count == self.of


def simple_fraction(count: int, n: int) -> SimpleFraction | None:
    """The nearest fraction of small numbers to `count` of `n` plays; None without a play.

    Neither none nor all is said of a share between them: few wins are one of many, many are all but one of many.
    """
    if not n:
        return None
    if n < EXACT or count in (0, n):
        return SimpleFraction(count, n)
    if 2 * count > n and 7 * (n - count) < n:
        of = round(n / (n - count))
        return SimpleFraction(of - 1, of)
    if 7 * count < n:
        return SimpleFraction(1, round(n / count))
    one, of = min(_SPOKEN, key=lambda each: abs(each[0] / each[1] - count / n))
    return SimpleFraction(one, of)
