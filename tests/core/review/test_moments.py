"""Key moments are the largest losses and lucks, and nothing below the noise is one."""

from core.review.moments import key_moments
from tests.core.review.reviews import chance, move, review


def test_the_five_largest_losses_and_lucks_are_listed_in_the_order_of_the_match() -> None:
    lost = [move(version, version % 2, version / 100, "blunder") for version in range(10, 20)]
    moments = key_moments(review(*lost, chance(5, -0.3)))
    assert [(moment.version, moment.kind, moment.seat) for moment in moments] == [
        (5, "chance", 1),
        (16, "choice", 0),
        (17, "choice", 1),
        (18, "choice", 0),
        (19, "choice", 1),
    ]
    assert [moment.win for moment in moments] == [0.3, -0.16, -0.17, -0.18, -0.19]


def test_changes_within_two_errors_and_good_moves_are_not_claimed() -> None:
    unsure = move(3, 0, 0.1, "mistake", error=0.05)
    assert key_moments(review(unsure, move(4, 1, 0.1, "good"), chance(5, 0.1, error=0.05))) == ()
    assert len(key_moments(review(move(3, 0, 0.1, "mistake", error=0.049)))) == 1
