"""Final scoring as an event of its own: the last move keeps its own points only."""

import pytest

from core import record
from core.final_scoring import FinalScoring, with_final_scoring
from core.game import AnyGame, Step
from core.games import azacru, chocolatier, pavilion
from core.record import Frame
from core.record_events import Entry, MatchStarted
from tests.viewer.boards.boards import play

Told = tuple[tuple[Frame, ...], tuple[tuple[Step, ...], ...]]


def told(game: AnyGame) -> tuple[Told, Told]:
    """A whole match as it is in the record, and as a reader is told it."""
    events = play(game, 2, game.Options(), 3, 400).events
    started = MatchStarted(game.KEY, ("a", "b"), {})
    log = [Entry(version, event) for version, event in enumerate((started, *events), 1)]
    frames, stories = record.stories(game, log, game.Options())
    return (frames, stories), with_final_scoring(frames, stories)


@pytest.mark.parametrize("game", [chocolatier, pavilion])
def test_the_last_move_keeps_its_own_points_and_final_scoring_has_the_others(game: AnyGame) -> None:
    (frames, _), (more, stories) = told(game)
    assert more[: len(frames) - 1] == frames[:-1]
    move, final = more[-2:]
    assert (move.event, move.seat, move.version) == (frames[-1].event, frames[-1].seat, final.version)
    assert (final.event, final.seat, final.scores) == (FinalScoring(), None, frames[-1].scores)
    assert move.scores == game.scores(move.state) != final.scores
    assert all(step.final for step in stories[-1])
    assert not any(step.final for story in stories[:-1] for step in story)


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
