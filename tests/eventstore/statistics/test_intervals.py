"""How far shares and means can be trusted."""

from random import Random
from statistics import fmean

import pytest

from eventstore.statistics.intervals import mean, mean_amount, share, student


def test_wilsons_interval_of_a_textbook() -> None:
    """Eight of ten: 49.0 % to 94.3 %."""
    found = share(8, 10)
    assert (found.value, found.few) == (0.8, False)
    assert (found.low, found.high) == (pytest.approx(0.4902, abs=1e-4), pytest.approx(0.9433, abs=1e-4))


def test_winning_always_is_not_certain_and_losing_always_not_hopeless() -> None:
    assert share(2, 2).low == pytest.approx(0.3424, abs=1e-4)
    assert share(2, 2).high == pytest.approx(1)
    assert share(0, 2).high == pytest.approx(1 - 0.3424, abs=1e-4)
    assert share(2, 2).few
    assert not share(3, 3).few


def test_no_case_has_no_share_and_no_mean() -> None:
    assert (share(0, 0).value, share(0, 0).low) == (None, None)
    assert (mean(()).value, mean(()).high) == (None, None)


def test_one_value_has_a_mean_but_no_interval() -> None:
    assert (mean([7]).value, mean([7]).low, mean([7]).few) == (7, None, True)


def test_students_interval_of_three_values() -> None:
    """1, 2, 3: deviation 1, so 2 plus or minus 4.3027 / sqrt(3)."""
    assert mean([1, 2, 3]).low == pytest.approx(2 - 2.4842, abs=1e-4)


def test_no_interval_of_amounts_holds_an_impossible_value() -> None:
    """Two matches of 10 and 60 minutes: the plain interval would reach below 0."""
    assert (mean([10, 60]).low or 0) < 0
    assert mean_amount([10, 60]).low == 0
    assert mean_amount([-10, -60]).high == 0
    assert mean_amount([-1, 5]) == mean([-1, 5])


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.7062), (9, 2.2622), (10, 2.2281), (30, 2.0423), (120, 1.9799)]
)
def test_the_quantile_agrees_with_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=5e-4)


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    rng = Random(7)
    samples = [[rng.gauss(50, 10) for _ in range(6)] for _ in range(2000)]
    hits = [1.0 for sample in samples if (own := mean(sample)).low is not None and own.low <= 50 <= (own.high or 0)]
    assert fmean([*hits, *[0.0] * (len(samples) - len(hits))]) == pytest.approx(0.95, abs=0.02)
