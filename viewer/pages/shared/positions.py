"""A position to train with: its table without anything that came later, its question, and the verdict on a move."""

from collections.abc import Callable, Sequence
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
from viewer import surface
from viewer.boards import board_of
from viewer.boards.svg import Theme, svg
from viewer.components.move_picker import move_picker
from viewer.locale.language import gettext, number, percent
from viewer.locale.plain_text import fit
from viewer.pages.shared.session import reader_theme


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


def ask(asked: Position, on_answer: Callable[[Any, Verdict], None]) -> None:
    """Ask for a move; `on_answer` gets it with its verdict before the page runs again."""
    name = fit(asked.match.names[asked.exercise.seat], 40)
    surface.subheader(gettext("What would you play as {name}?", name=name))
    key = f"exercise-{asked.place.match}-{asked.place.version}"
    move_picker(asked.match, None, lambda event: on_answer(event, verdict(asked, event)), key=key)


def show_verdict(asked: Position, found: Verdict) -> None:
    """The verdict in words, and the table after the best move."""
    best = "; ".join(found.best)
    if found.accepted:
        surface.say("success", gettext("Well played."), icon=":material/check:")
        surface.text(gettext("As good as any: {moves}.", moves=best) if len(found.best) > 1 else f"{found.best[0]}.")
    else:
        surface.say("warning", gettext("There is a better move."), icon=":material/close:")
        surface.text(gettext("Your move: {move}.", move=found.answer))
        surface.text(gettext("Best: {moves}.", moves=best))
        surface.text(
            gettext(
                "Your move loses about {win} of the chance to win and {points} points.",
                win=percent(found.win),
                points=number(round(found.lead, 1)),
            )
        )
    if found.was_played:
        surface.text(gettext("This is the move of the match."))
    surface.caption(_proof(asked))
    with surface.container("exercise-board"):
        surface.image(_after_best(asked, reader_theme()), width=720, alt=gettext("The table after the best move"))


def _proof(asked: Position) -> str:
    if asked.exercise.proof == "exact":
        return gettext("All ways to the end of the round or of the match were looked at.")
    return gettext("Both the best move and the next best one were played on many times: the best one brought more.")


def _after_best(asked: Position, theme: Theme) -> str:
    """The table after the first stage of the best move, before the rules draw their consequences."""
    match = asked.match
    best = match.game.parse(asked.exercise.answers[0])
    after = match.game.story(match.now.state, best)[0].state
    board = board_of(match.game)
    return svg(board.scene(after, match.names), board.symbols(), theme=theme)
