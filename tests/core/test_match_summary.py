"""How a match went: margin, lead changes, the deciding event, key moments."""

import pytest

from core.analysis import Swing, compared
from core.game import Outcome
from core.match_summary import MatchMoment, MatchSummary, decided_at, key_moments, match_summary
from tests.core.test_analysis import frames

WON = Outcome((0,), (1, 2), "Most points.")


def test_the_course_tells_who_won_by_how_much_and_when_it_was_decided() -> None:
    #              0 leads  tied    1 leads  0 leads  0 ahead
    shown = frames((2, 1), (0, 1), (0, 5), (9, 0), (1, 0))
    assert match_summary(shown, WON) == MatchSummary((0,), 5, (3, 4), 4, Swing(4, 0, 9))


def test_while_a_match_is_open_the_leaders_stand_for_the_winners() -> None:
    assert match_summary(frames((2, 5), (1, 0)), None) == MatchSummary((1,), 2, (), 1, Swing(1, 1, 3))
    assert match_summary(frames((2, 2)), None) == MatchSummary((0, 1), None, (), None, None)


@pytest.mark.parametrize(
    ("lines", "winners", "margin", "decided"),
    [
        (((4, 4),), (0,), 0, None),
        (((4, 6), (1, 0)), (0,), None, None),
        (((4, None),), (0,), None, None),
        (((1, 0), (0, 1), (1, 0)), (0,), 1, 3),
        (((1, 0), (1, 0)), (0,), 2, 1),
    ],
)
def test_a_margin_and_a_deciding_event_need_points_that_say_so(
    lines: tuple[tuple[int | None, ...], ...], winners: tuple[int, ...], margin: int | None, decided: int | None
) -> None:
    shown = frames(*lines)
    assert match_summary(shown, Outcome(winners, (1, 2), "")).margin == margin
    assert decided_at(shown, winners) == decided


def test_where_the_fewest_points_win_who_has_fewer_is_ahead() -> None:
    shown = compared(frames((3, 5), (9, 2)), fewest=True)
    went = match_summary(shown, Outcome((1,), (2, 1), "Fewest points."))
    assert (went.margin, went.changes, went.decided) == (5, (2,), 2)


def test_nobody_leads_alone_or_where_all_win_together_or_points_come_once() -> None:
    alone = frames((3,), (4,), seats=1)
    assert match_summary(alone, None) == MatchSummary((0,), None, (), None, None)
    assert key_moments(alone, match_summary(alone, None)) == ()
    assert match_summary(frames((3, 9)), None) == MatchSummary((1,), 6, (), None, None)
    assert match_summary(frames((3, 9), (9, 0)), Outcome((0, 1), (1, 1), "")).changes == ()


def test_key_moments_come_in_the_order_of_the_match_with_their_reason() -> None:
    shown = frames((5, 0), (0, 9), (7, 0), (0, 4), (8, 0), (1, 0))
    assert key_moments(shown, match_summary(shown, WON)) == (
        MatchMoment(1, "swing", 0, 5),
        MatchMoment(2, "swing", 1, 9),
        MatchMoment(3, "swing", 0, 7),
        MatchMoment(5, "decided", 0, 8),
    )


def test_the_last_lead_change_is_a_moment_of_its_own_after_a_tie() -> None:
    shown = frames((5, 0), (0, 6), (2, 0), (0, 1), (1, 0))
    assert match_summary(shown, WON).decided == 5
    moments = key_moments(shown, match_summary(shown, WON))
    assert [(moment.index, moment.reason) for moment in moments][-2:] == [(3, "lead"), (5, "decided")]


def test_there_are_five_moments_at_most_and_no_small_steps() -> None:
    many = frames(*((10, 0) if n % 2 else (0, 10) for n in range(12)), (1, 0))
    assert len(key_moments(many, match_summary(many, WON))) == 5
    calm = frames((9, 0), *((1, 0),) * 8)
    assert key_moments(calm, match_summary(calm, WON)) == (MatchMoment(1, "decided", 0, 9),)
