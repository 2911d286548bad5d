"""From estimates in points to chances."""

import pytest

from core.estimates import priors, value


def test_the_most_promising_move_comes_first_and_none_is_left_out() -> None:
    moves, chances = zip(*priors([("poor", -40.0), ("good", 3.0), ("fair", 2.0)], 1.5), strict=True)
    assert moves == ("good", "fair", "poor")
    assert sum(chances) == pytest.approx(1)
    assert chances[0] > chances[1] > chances[2] > 0.005


def test_equal_points_share_the_chances() -> None:
    assert value((20.0, 20.0), 5.0).win == (0.5, 0.5)
    assert value((20.0, 20.0, 20.0), 5.0).lead == (0, 0, 0)


def test_a_lead_counts_less_where_points_are_less_sure() -> None:
    early, late = value((25.0, 20.0), 12.0), value((25.0, 20.0), 2.0)
    assert 0.5 < early.win[0] < late.win[0] < 1
    assert early.lead == late.lead == (5, -5)
