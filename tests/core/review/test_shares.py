"""The account of a seat adds up, and says only what is beyond the noise."""

import pytest

from core.review.shares import shares
from tests.core.review.reviews import chance, move, review


def test_start_luck_choices_and_the_unexplained_add_up_to_the_result_of_every_seat() -> None:
    found = shares(review(chance(2, 0.1), move(3, 0, 0.2, "blunder"), move(4, 1, 0.3, "blunder"), unexplained=0.05))
    anna, ben = found
    for own in found:
        for part in ("win", "lead"):
            summed = sum(
                getattr(getattr(own, name), part) for name in ("start", "luck", "own", "others", "unexplained")
            )
            assert summed == pytest.approx(getattr(own.result, part))
    assert (anna.luck.win, anna.own.win, anna.others.win) == pytest.approx((0.1, -0.2, 0.3))
    assert (ben.luck.win, ben.own.win, ben.others.win) == pytest.approx((-0.1, -0.3, 0.2))


def test_luck_and_losses_within_two_errors_of_their_sum_are_not_claimed() -> None:
    lucks = [chance(version, 0.02, error=0.02) for version in range(4)]  # One point each, with an error of one.
    assert shares(review(*lucks))[0].luck_error.win == pytest.approx(0.04)
    assert not shares(review(*lucks))[0].had_luck
    assert shares(review(*lucks, chance(5, 0.05)))[1].had_luck
    anna, ben = shares(review(move(3, 0, 0.2, "blunder"), move(4, 1, 0.22, "blunder")))
    assert not anna.chose_better(ben)
    anna, ben = shares(review(move(3, 0, 0.2, "blunder"), move(4, 1, 0.3, "blunder")))
    assert anna.chose_better(ben)
    assert not ben.chose_better(anna)
    assert shares(review(move(3, 0, 0.2, "blunder")))[0].lost_by_choices
    assert not shares(review(move(3, 0, 0.2, "blunder")))[1].lost_by_choices
