"""95 % confidence intervals of shares and means."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum, sqrt
from statistics import NormalDist
from typing import Final

FEW: Final = 3
"""Below this number of cases a value is `few`: it is shown, but marked in rankings."""

NORMAL: Final = NormalDist().inv_cdf(0.975)
_STUDENT: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
"""The 97.5 % quantile of Student's t for 1 to 9 degrees of freedom."""


@dataclass(frozen=True, slots=True)
class Share:
    """`count` of `n` cases, as a share from 0 to 1 with the bounds of its interval; all None without a case."""

    count: int
    n: int
    value: float | None
    low: float | None
    high: float | None
    few: bool


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of `n` values with the bounds of its interval, None for a single value."""

    n: int
    value: float | None
    low: float | None
    high: float | None
    few: bool


def share(count: int, n: int) -> Share:
    """Wilson's score interval: reliable near 0 and 1 and for small numbers."""
    if not n:
        return Share(0, 0, None, None, None, few=True)
    value, square = count / n, NORMAL**2
    center = (value + square / (2 * n)) / (1 + square / n)
    reach = NORMAL * sqrt(value * (1 - value) / n + square / (4 * n * n)) / (1 + square / n)
    return Share(count, n, value, max(0.0, center - reach), min(1.0, center + reach), n < FEW)


def mean(values: Sequence[float]) -> Mean:
    """Student's t interval."""
    return mean_of(Counter(values))  # Most values are repeated.


def mean_of(counts: Mapping[float, int]) -> Mean:
    """The same for values of which it is known how often each occurs."""
    n = sum(counts.values())
    if not n:
        return Mean(0, None, None, None, few=True)
    value = fsum(number * each for each, number in counts.items()) / n
    if n == 1:
        return Mean(1, value, None, None, few=True)
    squares = fsum(number * (each - value) ** 2 for each, number in counts.items())
    deviation = sqrt(squares / (n - 1))
    reach = student(n - 1) * deviation / sqrt(n)
    return Mean(n, value, value - reach, value + reach, n < FEW)


def weighted_mean(values: Sequence[tuple[float, float]]) -> Mean:
    """The mean of values with their weights, above 0, and its Student's t interval as of a ratio of two sums."""
    n, weight = len(values), fsum(own for _, own in values)
    if not n:
        return Mean(0, None, None, None, few=True)
    found = fsum(value * own for value, own in values) / weight
    if n == 1:
        return Mean(1, found, None, None, few=True)
    squares = fsum((own * (value - found)) ** 2 for value, own in values)
    reach = student(n - 1) * sqrt(squares * n / (n - 1)) / weight
    return Mean(n, found, found - reach, found + reach, n < FEW)


def mean_amount(values: Sequence[float]) -> Mean:
    """The mean of amounts, as points and minutes: its interval holds no value of a sign that none of them has."""
    return mean_of_counts(Counter(values))


def mean_of_counts(counts: Mapping[float, int]) -> Mean:
    """The same for amounts of which it is known how often each occurs."""
    result = mean_of(counts)
    if result.low is None or result.high is None:
        return result
    low = max(result.low, 0.0) if min(counts) >= 0 else result.low
    return replace(result, low=low, high=min(result.high, 0.0) if max(counts) <= 0 else result.high)


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t, with an error below 0.001.

    From 10 degrees of freedom on by the expansion 26.7.5 of Abramowitz and Stegun, Handbook of Mathematical Functions.
    """
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    x = NORMAL
    first = (x**3 + x) / 4
    second = (5 * x**5 + 16 * x**3 + 3 * x) / 96
    third = (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384
    return x + first / freedom + second / freedom**2 + third / freedom**3
