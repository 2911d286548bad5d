"""Marks and key moments are the losses and lucks beyond their stated error, and nothing else."""

from core.review.moments import grade_of, key_moments
from core.review.review import Error
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


def test_good_moves_and_draws_within_their_stated_error_are_not_claimed() -> None:
    assert key_moments(review(move(4, 1, 0.1, "good"), chance(5, 0.1, error=0.11))) == ()
    assert len(key_moments(review(move(3, 0, 0.1, "mistake"), chance(5, 0.1, error=0.09)))) == 2
    assert key_moments(review(chance(5, 0.015, error=0.01))) == (), "hardly any luck"


def test_a_loss_has_a_mark_where_it_is_beyond_its_stated_error() -> None:
    proved = [grade_of(lost, 0.0, (0.0, 1.0), Error(0.0, 1.0)) for lost in (0.0, 0.01, 0.03, 0.07, 0.2)]
    assert proved == ["best", "good", "inaccuracy", "mistake", "blunder"]
    searched = [grade_of(lost, 0.0, (0.03, 1.5), Error(0.06, 3.0)) for lost in (0.02, 0.05, 0.07, 0.2)]
    assert searched == ["best", "good", "mistake", "blunder"]


def test_many_points_have_a_mark_where_hardly_any_chance_to_win_is_at_stake() -> None:
    points = [grade_of(0.0, lost, (0.03, 1.5), Error(0.06, 7.0)) for lost in (1.0, 9.0, 20.0)]
    assert points == ["best", "good", "inaccuracy"]
    assert grade_of(0.0, 20.0, (0.03, 1.5), Error(0.06, 25.0)) == "good"
    assert grade_of(0.05, 20.0, (0.03, 1.5), Error(0.06, 7.0)) == "good", "points alone, in an open match"
