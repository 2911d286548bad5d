"""The scoring of a round and of the end as events of their own: a move keeps its own points only."""

from itertools import pairwise

import pytest

from core import record
from core.game import AnyGame, Step
from core.games import azacru, chocolatier, pavilion
from core.record import Frame
from core.record_events import Entry, MatchStarted
from core.scoring_frames import FinalScoring, RoundScoring, StageShown, with_scorings
from tests.viewer.boards.boards import play
from tests.viewer.conformance import toy_choices as odds

Told = tuple[tuple[Frame, ...], tuple[tuple[Step, ...], ...]]


def told(game: AnyGame) -> tuple[Told, Told]:
    """A whole match as it is in the record, and as a reader is told it."""
    events = play(game, 2, game.Options(), 3, 400).events
    started = MatchStarted(game.KEY, ("a", "b"), {})
    log = [Entry(version, event) for version, event in enumerate((started, *events), 1)]
    frames, stories, _ = record.fold(game, log, game.Options(), with_stories=True)
    return (frames, stories), with_scorings(frames, stories)


@pytest.mark.parametrize("game", [chocolatier, pavilion])
def test_the_last_move_keeps_its_own_points_and_final_scoring_has_the_others(game: AnyGame) -> None:
    (frames, _), (more, stories) = told(game)
    *_, move, final = [frame for frame in more if not isinstance(frame.event, RoundScoring)]
    assert (move.event, move.seat, move.version) == (frames[-1].event, frames[-1].seat, final.version)
    assert (final.event, final.seat, final.scores) == (FinalScoring(), None, frames[-1].scores)
    assert move.scores == game.scores(move.state) != final.scores
    assert {step.scoring for step in stories[-1]} == {"final"}


def test_no_taking_of_tiles_scores_the_round_that_it_ends() -> None:
    (frames, _), (more, stories) = told(chocolatier)
    scored = [frame for frame in more if isinstance(frame.event, RoundScoring)]
    assert [frame.seat for frame in scored] == [None] * len(scored)
    assert len(scored) == frames[-1].state.round
    for frame, story in zip(more, stories, strict=True):
        gained = [gain for step in story for gain in step.gains if gain.points]
        assert not gained or isinstance(frame.event, (RoundScoring, FinalScoring))


def test_the_gains_of_every_frame_add_up_to_its_scores() -> None:
    _, (frames, stories) = told(chocolatier)
    points = [0, 0]
    for frame, story in zip(frames, stories, strict=True):
        for gain in (gain for step in story for gain in step.gains):
            points[gain.seat] += gain.points
        assert tuple(points) == frame.scores


def test_a_game_without_final_scoring_is_told_as_it_is() -> None:
    (frames, stories), more = told(azacru)
    assert more == (frames, stories)


def test_a_marked_stage_is_shown_by_itself_after_the_table_before_it() -> None:
    (frames, _), (more, stories) = told(odds)
    shown = [place for place, frame in enumerate(more) if isinstance(frame.event, StageShown)]
    assert [more[place].event for place in shown] == [StageShown("All hands are shown")] * 3
    for place in shown:
        move, stage = more[place - 1 : place + 1]
        assert (move.version, move.seat is None, stage.seat) == (stage.version, False, None)
        assert None not in move.state.shown
        assert set(stage.state.shown) == {None}
        assert [step.label for step in stories[place]] == ["All hands are shown"]
    assert more[-1].state == frames[-1].state


def test_the_seat_of_a_choice_made_at_once_is_the_one_that_made_it() -> None:
    (frames, _), _ = told(odds)
    assert [frame.seat for frame in frames[1:]] == [frame.event.seat for frame in frames[1:]]
    assert any(frame.seat != odds.turn(before.state) for before, frame in pairwise(frames))
