"""Text of matches for a terminal: points, the next seat, sentences for events."""

import string
from collections.abc import Sequence

from rich.text import Text

from core import record
from core.game import CHANCE, actors_of
from core.record import Frame
from core.record_events import ChoiceCovered, MatchClosed, MatchStarted, PointsAdjusted
from eventstore.matches.match import Match
from eventstore.matches.people import name_key
from viewer.boards import board_of
from viewer.commands.terminal import seat_name
from viewer.locale.plain_text import listed, number, plain


def signed(points: float) -> str:
    return number(points) if points < 0 else f"+{number(points)}"


def next_line(match: Match, frame: Frame) -> Text:
    """The next seat to act, or the result of the match, or why neither is known."""
    if match.missing and frame.turn is not None:
        return Text(match.missing.sentence)
    if isinstance(frame.turn, int):
        acting = [seat_name(seat, match.names) for seat in actors_of(match.game, frame.state)]
        return Text.assemble("next: ", Text(", ").join(acting))
    if frame.turn == CHANCE:
        return Text("next: chance")
    outcome = record.outcome(match.game, frame, match.options)
    if outcome is None:
        return Text("the match is over")
    won = listed([plain(match.names[seat]) for seat in outcome.winners])
    return Text(f"won by {won}. {outcome.why}" if won else outcome.why)


def sentence(match: Match, before: Frame, frame: Frame) -> str:
    """The effect of an event as one sentence without a final period."""
    event = frame.event
    if isinstance(event, PointsAdjusted):
        why = f": {plain(event.why)}" if event.why else ""
        return f"Ruling of the players: {signed(event.points)} for {plain(match.names[event.seat])}{why}"
    if isinstance(event, MatchClosed):
        return f"The match is closed as {event.reason}"
    if isinstance(event, MatchStarted):
        return "The match begins"
    if isinstance(event, ChoiceCovered):
        return f"{plain(match.names[event.seat])} has chosen"
    return board_of(match.game).sentence(before.state, event, match.names)


def seat_named(names: Sequence[str], word: str) -> int:
    """The seat with this number, from 0, of the player of this name, or with this letter, from A. Raises ValueError."""
    if word.isascii() and word.isdecimal() and int(word) < len(names):
        return int(word)
    named = [seat for seat, name in enumerate(names) if name_key(name) == name_key(word)]
    if len(named) == 1:
        return named[0]
    letters = string.ascii_uppercase[: len(names)]
    if not named and len(word) == 1 and word.upper() in letters:
        return letters.index(word.upper())
    raise ValueError(
        f"{word!r} is neither a seat nor a player of this match; seats are numbers from 0, or letters from A."
    )
