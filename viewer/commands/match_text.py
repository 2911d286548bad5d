"""Text of matches for a terminal: marks and names of seats, points, the next seat, sentences for events."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from core import record
from core.game import CHANCE, Points, actors_of
from core.record import Frame
from core.record_events import MatchClosed, MatchStarted, PointsAdjusted
from eventstore.matches.match import Match
from eventstore.matches.people import name_key
from viewer.boards import board_of
from viewer.locale.plain_text import fit, listed, number, plain

_MARKS: Final = ("●", "■", "▲", "◆")
_HOLLOW: Final = ("○", "□", "△", "◇")
_STYLES: Final = ("#3b82f6", "#d97706", "bold", "#db2777")
"""The colors of the charts; the third seat uses the terminal's text color, which fits dark and light backgrounds."""


def console(*, stderr: bool = False) -> Console:
    """A console without markup; without colors if piped or if NO_COLOR is set."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr, if that is a terminal; the function takes the amount done and the total.

    The bar appears with the first amount, so that a question can be asked before.
    """
    out = console(stderr=True)
    progress = Progress(console=out, transient=True, disable=not out.is_terminal)
    task = progress.add_task(title, total=None)

    def update(done: int, of: int) -> None:
        progress.start()
        progress.update(task, completed=done, total=of)

    try:
        yield update
    finally:
        progress.stop()


def mark(seat: int) -> Text:
    """The colored mark of a seat; from the fifth seat on hollow."""
    return Text((_MARKS if seat < 4 else _HOLLOW)[seat % 4], style=_STYLES[seat % 4])


def seat_name(seat: int, names: Sequence[str], columns: int = 24) -> Text:
    return Text.assemble(mark(seat), " ", fit(names[seat], columns))


def standings(
    names: Sequence[str], scores: Sequence[Points] | None, winners: Sequence[int] = (), columns: int = 78
) -> Text:
    """Every seat with its points, winners bold and with a star; lines are wrapped at `columns`."""
    lines: list[Text] = []
    for seat, name in enumerate(names):
        won = seat in winners
        points = "" if scores is None else f" {number(scores[seat])}"
        cell = Text.assemble(mark(seat), (f" {fit(name, 24)}{points}{'*' if won else ''}", "bold" if won else ""))
        if lines and lines[-1].cell_len + 2 + cell.cell_len <= columns:
            lines[-1] = Text.assemble(lines[-1], "  ", cell)
        else:
            lines.append(cell)
    return Text("\n").join(lines)


def signed(points: float) -> str:
    return number(points) if points < 0 else f"+{number(points)}"


def next_line(match: Match, frame: Frame) -> Text:
    """The next seat to act, or the result of the match."""
    if isinstance(frame.turn, int):
        acting = [seat_name(seat, match.names) for seat in actors_of(match.game, frame.state)]
        return Text.assemble("next: ", Text(", ").join(acting))
    if frame.turn == CHANCE:
        return Text("next: chance")
    outcome = record.outcome(match.game, frame)
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
    return board_of(match.game).sentence(before.state, event, match.names)


def seat_of(match: Match, word: str) -> int:
    """The seat of `seat_named` in this match."""
    return seat_named(match.names, word)


def seat_named(names: Sequence[str], word: str) -> int:
    """The seat with this number, from 0, or with a player of this name. Raises ValueError."""
    if word.isascii() and word.isdecimal() and int(word) < len(names):
        return int(word)
    named = [seat for seat, name in enumerate(names) if name_key(name) == name_key(word)]
    if len(named) != 1:
        raise ValueError(f"{word!r} is neither a seat nor a player of this match; seats are numbers from 0.")
    return named[0]
