"""A position to train with: its table without anything that came later, and the verdict on a move."""

from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple

from core import record
from core.game import Value
from core.record_events import MatchDescribed
from core.review.exercises import Exercise, change, exercise, is_accepted
from eventstore.matches.match import Match
from eventstore.matches.training import Place
from eventstore.reviews.exercises import ExerciseRepository
from viewer.boards import board_of


class Position(NamedTuple):
    """The match as it was at a table, as if it had ended there, and what is best."""

    place: Place
    match: Match
    exercise: Exercise


class Verdict(NamedTuple):
    """The verdict on a move: its sentence, and the chance to win and the points it loses, from 0 up; `best` are
    sentences of the accepted moves.
    """

    accepted: bool
    answer: str
    best: tuple[str, ...]
    win: float
    lead: float


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


def position(match: Match, version: int, kept: ExerciseRepository | None = None) -> Position | None:
    """The position after this event, searched unless it is kept; None if no move is clearly best there."""
    table, place = cut(match, version), Place(match.id, version)

    def search() -> Exercise | None:
        return exercise(match.game, table.now.state, _seed(match, version))

    searched = kept.of(place, search) if kept else search()
    return searched and Position(place, table, searched)


def _seed(match: Match, version: int) -> int:
    return int.from_bytes(sha256(f"{match.id} {version}".encode()).digest()[:6], "big")


def verdict(asked: Position, event: Any) -> Verdict:
    """The verdict on a legal move of the seat that has the turn."""
    match, found = asked.match, asked.exercise
    state, board = match.now.state, board_of(match.game)
    lost: Value = change(match.game, state, found, event, _seed(match, asked.place.version))
    best = [match.game.parse(text) for text in found.answers]
    return Verdict(
        is_accepted(match.game, state, found, event),
        board.sentence(state, event, match.names),
        tuple(board.sentence(state, each, match.names) for each in best),
        max(0.0, -lost.win[found.seat]),
        max(0.0, -lost.lead[found.seat]),
    )
