"""The record of one match: the effective events of a log, and the state after each of them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import record, record_rules
from core.game import GameFacts, Outcome
from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.ranking import ranks_of_seats
from core.record_events import (
    Corrected,
    Entry,
    MatchClosed,
    MatchDescribed,
    MatchStarted,
    PointsAdjusted,
    ScoresClaimed,
    TakenBack,
)
from eventstore.digests import state_digest
from tests.viewer.conformance import toy_game as pig
from tests.viewer.conformance.toy_game import DieRolled, Held, RolledAgain

STARTED = MatchStarted("scoresheet", ("anna", "ben"))


def log(*events: Any) -> list[Entry]:
    """A log of these events behind the header."""
    return [Entry(version, event) for version, event in enumerate((STARTED, *events), start=1)]


def stands(*events: Any) -> list[int]:
    return [entry.version for entry in record.effective_entries(log(*events))]


def line(label: str, *points: int) -> PointsNoted:
    return PointsNoted(label, points or (1, 1))


A, B, C = line("a"), line("b"), line("c")


def test_everything_at_the_table_stands_and_asides_do_not() -> None:
    asides = (MatchDescribed(title="x"), ScoresClaimed((1, 1)))
    assert stands(A, *asides, PointsAdjusted(0, 1, ""), MatchClosed("agreed")) == [2, 5, 6]


def test_taking_back_removes_an_event_and_all_behind_it() -> None:
    assert stands(A, B, C, TakenBack(3)) == [2]
    assert stands(A, B, TakenBack(3), C, TakenBack(2)) == []
    assert stands(A, TakenBack(2), B) == [4]


def test_a_correction_stands_where_the_wrong_events_stood() -> None:
    assert stands(A, B, C, Corrected(3, 3, 1, ""), line("x")) == [2, 6, 4]
    assert stands(A, B, C, Corrected(2, 3, 0, "")) == [4]
    assert stands(A, B, Corrected(2, 2, 2, ""), line("x"), line("y"), C) == [5, 6, 3, 7]


def test_a_correction_can_be_corrected_and_taken_back() -> None:
    assert stands(A, B, C, Corrected(3, 3, 1, ""), line("x"), Corrected(6, 4, 1, ""), line("y")) == [2, 8]
    assert stands(A, B, C, Corrected(2, 2, 1, ""), line("x"), TakenBack(6)) == []
    assert stands(A, B, C, Corrected(2, 2, 1, ""), line("x"), TakenBack(3)) == [6]


@pytest.mark.parametrize("change", [TakenBack(9), Corrected(2, 9, 0, ""), Corrected(1, 2, 0, "")])
def test_a_log_that_points_at_nothing_is_an_error(change: Any) -> None:
    with pytest.raises(ValueError, match="does not stand"):
        record.effective_entries(log(A, B, change))


@given(st.data())
def test_taking_back_the_last_event_is_as_if_it_had_not_been(data: st.DataObject) -> None:
    events: list[Any] = []
    expected: list[Any] = []
    for number in range(data.draw(st.integers(1, 12))):
        if expected and data.draw(st.booleans()):
            since = data.draw(st.sampled_from(range(len(expected))))
            events.append(TakenBack(expected[since][0]))
            del expected[since:]
        else:
            events.append(line(f"{number}"))
            expected.append((len(events) + 1, events[-1]))
    assert [(entry.version, entry.event) for entry in record.effective_entries(log(*events))] == expected


def test_the_header_is_the_first_one_with_every_description() -> None:
    entries = log(A, MatchDescribed(title="x", place="Brno"), MatchDescribed(title="y", players=("ben", "anna")))
    header = record.header(entries)
    assert (header.title, header.place, header.players, header.game) == ("y", "Brno", ("ben", "anna"), "scoresheet")


def frames(*events: Any) -> tuple[record.Frame, ...]:
    return record.fold(scoresheet, log(*events), scoresheet.Options()).frames


def test_the_first_frame_is_the_table_before_anything_happened() -> None:
    (first,) = frames()
    assert (first.version, first.event, first.seat, first.turn, first.round) == (1, STARTED, None, 0, 0)
    assert first.state == scoresheet.setup(2, scoresheet.Options())


def result(*events: Any) -> tuple[Any, Any]:
    last = frames(*events)[-1]
    ended = record.outcome(scoresheet, last, scoresheet.Options())
    return (ended.winners, ended.why) if ended else (None, None)


def final(*points: int | None) -> PointsNoted:
    return PointsNoted("final", points)


def test_winners_named_as_the_points_gave_them_follow_corrected_points() -> None:
    recorded = (final(52, 55), WinnersNamed((1,)))
    assert result(*recorded, Corrected(2, 2, 1, ""), final(60, 55)) == ((0,), "Most points.")
    assert result(*recorded, Corrected(2, 2, 1, ""), final(55, 55)) == ((0, 1), "Most points, shared.")
    again = (Corrected(2, 2, 1, ""), final(60, 55), Corrected(5, 5, 1, ""), final(50, 55))
    assert result(*recorded, *again) == ((1,), "Most points.")
    assert result(*recorded, Corrected(2, 2, 1, ""), final(None, None)) == ((1,), "Named at the table.")
    assert result(final(52, 55), WinnersNamed((1,)), PointsAdjusted(0, 1, ""), *again[:2])[0] == (0,)


def test_winners_named_against_the_points_or_without_them_stay() -> None:
    for recorded in (final(55, 55), final(60, 55), final(None, None)):
        named = (recorded, WinnersNamed((1,)), Corrected(2, 2, 1, ""))
        assert result(*named, final(61, 55)) == ((1,), "Named at the table.")
    assert result(final(52, 55), WinnersNamed(()), Corrected(2, 2, 1, ""), final(60, 55)) == ((), "Nobody won.")
    assert result(final(52, 55), Corrected(2, 2, 1, ""), final(60, 55), WinnersNamed((1,))) == (
        (1,),
        "Named at the table.",
    )


def test_a_line_that_was_removed_or_added_counts_too() -> None:
    recorded = (line("a", 1, 5), line("b", 3, 0), WinnersNamed((1,)))
    assert result(*recorded, Corrected(2, 2, 0, "")) == ((0,), "Most points.")
    assert result(*recorded, Corrected(3, 3, 2, ""), line("b", 3, 0), line("c", 2, 0))[0] == (0,)


def test_the_settled_result_is_in_the_states_and_in_no_digest() -> None:
    settled = record.fold(
        scoresheet,
        log(final(52, 55), WinnersNamed((1,)), Corrected(2, 2, 1, ""), final(60, 55)),
        scoresheet.Options(),
        with_stories=True,
    )
    state = settled.frames[-1].state
    assert settled.stories[-1][-1].state == state
    assert scoresheet.winners(state) == (0,)
    as_before = replace(state, by_points=False)
    assert state_digest(state, (60, 55)) == state_digest(as_before, (60, 55))


LINES = (*(line(label) for label in "abc"), line("a", 2, 3))
CHANGES = (*LINES, PointsAdjusted(0, 5, "x"), MatchDescribed(title="x"), MatchClosed("agreed"))


@st.composite
def histories(draw: st.DrawFn) -> list[Entry]:
    """Legal and illegal events, some taken back or corrected."""
    events: list[Any] = []
    for _ in range(draw(st.integers(0, 8))):
        standing = stands(*events)
        change = draw(st.sampled_from(("event", "back", "correction") if standing else ("event",)))
        if change == "event":
            events.append(draw(st.sampled_from(CHANGES)))
        elif change == "back":
            events.append(TakenBack(draw(st.sampled_from(standing))))
        else:
            wrong = draw(st.sampled_from(standing))
            events += [Corrected(wrong, wrong, 1, ""), draw(st.sampled_from(LINES))]
    return log(*events)


@given(histories(), histories(), st.integers(1, 9))
def test_earlier_frames_change_nothing(history: list[Entry], other: list[Entry], length: int) -> None:
    options = scoresheet.Options()
    folded = record.fold(scoresheet, history, options).frames
    checked = record.fold(scoresheet, history, options, refuse=record_rules.refusal)
    for earlier in (history, other, other[:length]):
        known = record.fold(scoresheet, earlier, options).frames
        assert record.fold(scoresheet, history, options, earlier=known).frames == folded
        legal = record.fold(scoresheet, earlier, options, refuse=record_rules.refusal).frames
        assert record.fold(scoresheet, history, options, earlier=legal, refuse=record_rules.refusal) == checked


def test_every_frame_tells_who_acted_and_who_is_next() -> None:
    entries = log(DieRolled(4), RolledAgain(0), DieRolled(1), DieRolled(5), Held(1))
    shown = record.fold(pig, entries, pig.Options()).frames
    assert [frame.seat for frame in shown] == [None, None, 0, None, None, 1]
    assert [frame.turn for frame in shown] == ["chance", 0, "chance", "chance", 1, "chance"]
    assert shown[-1].scores == (0, 5)


def test_a_ruling_changes_the_scores_and_not_the_table() -> None:
    before, ruled, after = frames(line("a", 4, 4), PointsAdjusted(0, -1, "late"), line("b", 1, 0))[1:]
    assert (ruled.state, ruled.turn, ruled.round) == (before.state, before.turn, before.round)
    assert [frame.scores for frame in (before, ruled, after)] == [(4, 4), (3, 4), (4, 4)]


def test_rulings_add_up_and_make_unknown_points_known() -> None:
    shown = frames(PointsAdjusted(1, 2, ""), PointsAdjusted(1, 3, ""), line("a", 1, 1))
    assert [frame.scores for frame in shown] == [(None, None), (None, 2), (None, 5), (1, 6)]


def test_a_close_ends_the_match_as_it_is() -> None:
    before, closed = frames(A, MatchClosed("stuck"))[1:]
    assert (closed.turn, closed.state, closed.scores, closed.seat) == (None, before.state, before.scores, None)


def test_refusals_of_the_record() -> None:
    open_sheet, closed, over = (
        frames(*events)[-1] for events in ((A,), (A, MatchClosed("agreed")), (WinnersNamed(()),))
    )

    def rule(frame: record.Frame, event: Any) -> str | None:
        refusal = record_rules.refusal(scoresheet, frame, event)
        return refusal and refusal.rule

    assert rule(closed, B) == rule(closed, MatchClosed("agreed")) == "R-CLOSED"
    assert rule(over, MatchClosed("agreed")) == "R-OVER"
    assert rule(over, B) == "N-WIN-3"
    assert rule(over, PointsAdjusted(0, 1, "")) is None
    assert rule(open_sheet, PointsAdjusted(2, 1, "")) == rule(open_sheet, PointsAdjusted(-1, 1, "")) == "R-SEAT"
    assert rule(open_sheet, PointsAdjusted(0, float("nan"), "")) == "R-POINTS"
    assert rule(open_sheet, DieRolled(1)) == rule(open_sheet, TakenBack(2)) == "R-EVENT"
    assert rule(open_sheet, A) == "N-LABEL-1"
    assert rule(open_sheet, B) is None


def test_consequences_tell_each_mistake_once() -> None:
    entries = log(line("a"), line("b"), line("a"), line("c"), line("b"))
    broken = record.fold(scoresheet, entries, scoresheet.Options(), refuse=record_rules.refusal).invalidated
    assert [(one.version, one.refusal.rule) for one in broken] == [(4, "N-LABEL-1"), (6, "N-LABEL-1")]
    assert record.fold(scoresheet, entries[:3], scoresheet.Options(), refuse=record_rules.refusal).invalidated == ()


def outcome(*events: Any) -> Outcome | None:
    return record.outcome(scoresheet, frames(*events)[-1], scoresheet.Options())


def test_while_the_match_goes_on_there_is_no_outcome() -> None:
    assert outcome() is outcome(A) is None


def test_the_rules_decide_unless_the_table_ruled() -> None:
    noted = line("final", 3, 9)
    assert outcome(noted, WinnersNamed((0,))) == Outcome((0,), (1, 2), "Named at the table.")
    ruled = outcome(noted, PointsAdjusted(0, 6, ""), WinnersNamed((1,)))
    assert ruled == Outcome((0, 1), (1, 1), "Rulings of the table; most points.")


def test_a_ruling_moves_nobody_past_winners_that_points_do_not_explain() -> None:
    late = PointsAdjusted(0, 2, "late")
    assert outcome(line("final", 3, 9), late, WinnersNamed((0,))) == Outcome((0,), (1, 2), "Named at the table.")
    assert outcome(WinnersNamed((1,)), late) == Outcome((1,), (2, 1), "Named at the table."), "no points are known"
    assert outcome(line("final", 3, 9), WinnersNamed(()), late) == Outcome((), (2, 1), "Nobody won.")


def ended(options: Mapping[str, Any], *events: Any, players: int = 2) -> Outcome | None:
    started = replace(STARTED, players=tuple("abcd"[:players]), options=options)
    own = scoresheet.Options(**options)
    entries = [Entry(version, event) for version, event in enumerate((started, *events), start=1)]
    return record.outcome(scoresheet, record.fold(scoresheet, entries, own).frames[-1], own)


GOLF: Mapping[str, Any] = {"lowest_wins": True}
PAIRS: Mapping[str, Any] = {"teams": ((0, 2), (1, 3))}
TOGETHER: Mapping[str, Any] = {"cooperative": True}


@pytest.mark.parametrize("reason", ["agreed", "stuck"])
def test_the_fewest_points_win_a_closed_match_of_a_game_that_says_so(reason: Any) -> None:
    closed = ended(GOLF, PointsNoted("1", (70, 68, None)), MatchClosed(reason), players=3)
    assert closed == Outcome((1,), (2, 1, 3), f"Closed as {reason}; fewest points.")


@pytest.mark.parametrize(
    ("points", "winners", "strokes", "expected"),
    [
        ((70, 70), (0, 1), 5, Outcome((1,), (2, 1), "Rulings of the table; fewest points.")),
        ((68, 70), (0,), 5, Outcome((1,), (2, 1), "Rulings of the table; fewest points.")),
        ((68, 70), (0,), 2, Outcome((0, 1), (1, 1), "Rulings of the table; fewest points.")),
        ((68, 70), (0,), 1, Outcome((0,), (1, 2), "Rulings of the table; fewest points.")),
        ((68, 70), (1,), 9, Outcome((1,), (2, 1), "Named at the table.")),
    ],
)
def test_penalty_strokes_cost_places_where_the_fewest_points_win(
    points: tuple[int, int], winners: tuple[int, ...], strokes: int, expected: Outcome
) -> None:
    late = PointsAdjusted(0, strokes, "late")
    assert ended(GOLF, PointsNoted("final", points), WinnersNamed(winners), late) == expected


def test_a_team_is_ranked_by_its_sum_when_the_match_is_closed_or_ruled() -> None:
    noted = PointsNoted("1", (9, 4, None, 6))
    assert ended(PAIRS, noted, MatchClosed("agreed"), players=4) == Outcome(
        (1, 3), (2, 1, 2, 1), "Closed as agreed; most points."
    )
    assert ended(PAIRS, noted, WinnersNamed((1, 3)), PointsAdjusted(2, 2, ""), players=4) == Outcome(
        (0, 2), (1, 2, 1, 2), "Rulings of the table; most points."
    )


def test_a_team_whose_seats_share_a_score_has_it_once() -> None:
    facts = GameFacts(teams=lambda seats, options: ((0, 2), (1, 3)))
    assert ranks_of_seats((9, 8, 9, 8), facts, None) == (1, 2, 1, 2)
    assert ranks_of_seats((9, 8, 9, 8), facts, None, (0, 0, 0, 3)) == (2, 1, 2, 1)


def test_the_points_decide_nothing_where_all_win_or_lose_together() -> None:
    noted = PointsNoted("1", (9, 4))
    closed = Outcome((), (1, 1), "The match was closed as agreed.")
    assert ended(TOGETHER, noted, MatchClosed("agreed")) == closed
    late = PointsAdjusted(1, -1, "late")
    assert ended(TOGETHER, noted, WinnersNamed((0, 1)), late) == Outcome((0, 1), (1, 1), "Everybody won together.")
    assert ended(TOGETHER, noted, WinnersNamed(()), late) == Outcome((), (1, 1), "Nobody won.")


@pytest.mark.parametrize("reason", ["abandoned", "incomplete"])
def test_nobody_wins_a_match_that_was_left(reason: Any) -> None:
    assert outcome(line("a", 3, 9), MatchClosed(reason)) == Outcome((), (1, 1), f"The match was closed as {reason}.")


def test_unknown_points_come_last() -> None:
    assert outcome(PointsNoted("a", (None, -3)), MatchClosed("stuck")) == Outcome(
        (1,), (2, 1), "Closed as stuck; most points."
    )
