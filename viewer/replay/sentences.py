"""What happened at a step of a match, in a sentence of its board."""

from collections.abc import Sequence

from core.record import Frame, MatchClosed, MatchStarted, PointsAdjusted
from eventstore.records import Match
from viewer.boards import board_of
from viewer.boards.text import listed, number, plain


def sentences(match: Match) -> tuple[str, ...]:
    """What happened at every frame, the start included, each without a final period."""
    return tuple(sentence(match, match.frames, index) for index in range(len(match.frames)))


def sentence(match: Match, frames: Sequence[Frame], index: int) -> str:
    """The same for one of `frames`, which need not be those that stand now."""
    event, names = frames[index].event, match.names
    if isinstance(event, MatchStarted):
        return f"{listed([plain(name) for name in names])} sit down" if len(names) > 1 else "The match starts"
    if isinstance(event, PointsAdjusted):
        return f"Ruling: {number(event.points)} for {plain(names[event.seat])}, {plain(event.why)}"
    if isinstance(event, MatchClosed):
        return f"The match is closed as {event.reason}"
    return board_of(match.game).sentence(frames[index - 1].state, event, names)
