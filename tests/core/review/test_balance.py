"""Losses of a round add up to what the round changed."""

import pytest

from core.review.balance import Estimate, balance, within


def test_losses_add_up_and_uncertain_estimates_move_most() -> None:
    estimates = [Estimate(2.0, 1.0, -1), Estimate(2.0, 2.0, -1), Estimate(1.0, 1.0, 1)]
    losses = balance(estimates, -5.0)
    assert -losses[0] - losses[1] + losses[2] == pytest.approx(-5.0)
    assert losses[1] - 2 == pytest.approx(4 * (losses[0] - 2))
    assert losses[2] < 1


def test_no_loss_is_negative_and_one_side_alone_gains_nothing() -> None:
    assert balance([Estimate(2.0, 2.0, -1), Estimate(-3.0, 1.0, -1)], 5.0) == [0.0, 0.0]


def test_estimates_that_add_up_stay() -> None:
    assert balance([Estimate(2.0, 1.0, -1), Estimate(-3.0, 1.0, 1)], -2.0) == pytest.approx([2.0, 0.0])


def test_no_loss_moves_further_than_its_stated_error() -> None:
    estimates = [Estimate(2.0, 0.5, -1), Estimate(2.0, 1.0, -1), Estimate(1.0, 0.5, 1), Estimate(3.0, 0.0, -1)]
    assert balance(estimates, -12.0) == pytest.approx([2.5, 3.0, 0.5, 3.0])


def test_the_chance_to_win_stays_within_its_limits() -> None:
    estimates = [Estimate(0.6, 0.1, 1), Estimate(0.5, 0.1, -1)]
    losses = within(estimates, [0.6, 0.5], 0.7)
    assert losses[0] - losses[1] == pytest.approx(0.1)
    assert 0.7 + losses[0] <= 1 + 1e-9
    assert within(estimates, [0.2, 0.1], 0.7) == [0.2, 0.1]
