"""A position to train with: its table without anything that came later, and the verdict on a move."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from core import record
from core.record_events import MatchDescribed
from core.review.account import can_review
from core.review.exercises import Exercise, change, is_accepted
from core.review.moments import MAX_MOMENTS
from core.review.review import ReviewedMove
from eventstore.matches.match import Match
from eventstore.matches.training import Place
from eventstore.reviews.positions import MissedMove
from eventstore.reviews.task import exercise_seed
from viewer.boards import board_of


class Position(NamedTuple):
    """The match as it was at a table, as if it had ended there, what is best, and the move that was `played` there."""

    place: Place
    match: Match
    exercise: Exercise
    played: ReviewedMove


class Verdict(NamedTuple):
    """The verdict on a move: its sentence, and the chance to win and the points it loses, from 0 up; `best` are
    sentences of the accepted moves. `was_played`: it is the move of the match.
    """

    accepted: bool
    answer: str
    best: tuple[str, ...]
    win: float
    lead: float
    was_played: bool


def cut(match: Match, version: int) -> Match:
    """The match as if its effective event `version` were the last one; corrections made later are in effect.

    Raises ValueError if there is no such event.
    """
    if all(frame.version != version for frame in match.frames):
        raise ValueError(f"Match {match.id} has no event {version} in effect.")
    described = [entry for entry in match.log[1:] if isinstance(entry.event, MatchDescribed)]
    effective = record.effective_entries(match.log)
    place = next((index for index, entry in enumerate(effective) if entry.version == version), -1)
    return replace(match, log=(match.log[0], *described, *effective[: place + 1]))


def position(match: Match, missed: MissedMove) -> Position | None:
    """The position before a missed move of the match; None if it has no exercise, or answers cannot be judged here.

    Raises ValueError as `cut`.
    """
    if missed.exercise is None or not can_review(match.game):
        return None
    return Position(missed.place, cut(match, missed.place.version), missed.exercise, missed.move)


def to_try_again(match: Match, missed: Sequence[MissedMove]) -> list[Position]:
    """The positions of the largest losses of a match, at most `MAX_MOMENTS`, in its order; `missed` is by loss."""
    largest = [each for each in missed if each.exercise is not None][:MAX_MOMENTS]
    places = sorted(largest, key=lambda each: each.place.version)
    return [found for each in places if (found := position(match, each)) is not None]


def verdict(asked: Position, event: Any) -> Verdict:
    """The verdict on a legal move of the seat that has the turn; the loss of the played move is that of the review."""
    match, found, played = asked.match, asked.exercise, asked.played
    state, board, seat = match.now.state, board_of(match.game), asked.exercise.seat
    was_played = match.game.write(event) == played.notation
    is_right = is_accepted(match.game, state, found, event)
    seed = exercise_seed(*asked.place)
    lost = played.change if was_played and not is_right else change(match.game, state, found, event, seed)
    best = [match.game.parse(text) for text in found.answers]
    return Verdict(
        is_right,
        board.sentence(state, event, match.names),
        tuple(board.sentence(state, each, match.names) for each in best),
        max(0.0, -lost.win[seat]),
        max(0.0, -lost.lead[seat]),
        was_played,
    )
