"""Better at a game or not: the halves of the contests, and the interval of the difference between them."""

from collections.abc import Sequence

import pytest

from eventstore.statistics.progress import Contest, PersonProgress, progress


def of(*shares: float, points: Sequence[float | None] = ()) -> PersonProgress:
    known = points or [None] * len(shares)
    contests = [
        Contest(f"m{place}", None, share, own) for place, (share, own) in enumerate(zip(shares, known, strict=True))
    ]
    return progress(contests, "Kettle Race")


def test_the_interval_of_halves_that_vary_differently_is_that_of_welch() -> None:
    """Squared errors 1/100 and 2/45 give 7.06 degrees of freedom, not 9: a reach of 2.3646 * sqrt(0.05444)."""
    found = of(0.5, 0.5, 0.5, 0.5, 0, 1, 0, 1, 0, 1, 1)
    assert (found.earlier.value, found.later.value) == (pytest.approx(0.4), pytest.approx(2 / 3))
    assert found.change == pytest.approx(0.26667, abs=1e-5)
    assert (found.low, found.high) == (pytest.approx(-0.28507, abs=1e-5), pytest.approx(0.81841, abs=1e-5))
    assert found.verdict == "unclear"
    unsteady = of(1, 0, 1, 0, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0)  # 4.93 degrees of freedom: 2.7764 * sqrt(0.06694).
    assert (unsteady.low, unsteady.high) == (pytest.approx(-0.90169, abs=1e-5), pytest.approx(0.53502, abs=1e-5))


def test_the_odd_contest_is_of_the_later_half_and_five_in_each_are_enough() -> None:
    few = of(0, 0, 0, 0, 1, 1, 1, 1, 1)
    assert (few.earlier.n, few.later.n, few.verdict, few.change, few.low) == (4, 5, "few", None, None)
    assert of(*[0] * 5, *[1] * 5).verdict == "better"


def test_no_change_and_no_bound_is_beyond_what_is_possible() -> None:
    fallen = of(1, 1, 1, 1, 0.5, 0, 0, 0, 0, 0.5)
    assert (fallen.verdict, fallen.change) == ("worse", pytest.approx(-0.8))
    assert (fallen.low, fallen.high) == (-1.0, pytest.approx(-0.47388, abs=1e-5))
    certain = of(*[0.5] * 10)
    assert (certain.change, certain.low, certain.high, certain.verdict) == (0, 0, 0, "unclear")


def test_a_step_has_the_mean_of_the_last_ten_contests() -> None:
    found = of(1, *[0] * 10, points=[40, None, *range(9)])
    assert [step.recent for step in found.steps[:3]] == [1, 0.5, pytest.approx(1 / 3)]
    assert [step.recent for step in found.steps[9:]] == [pytest.approx(0.1), 0]
    assert (found.points_earlier.n, found.points_earlier.value, found.points_later.value) == (4, 10.75, 5.5)
