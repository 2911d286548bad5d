"""The event at each step of a match, as a sentence from the game's board module."""

from collections.abc import Sequence
from typing import Final

from core.record import Frame
from core.record_events import CloseReason, MatchClosed, MatchStarted, PointsAdjusted
from eventstore.matches.match import Match
from viewer.boards import board_of
from viewer.boards.text import listed, number, plain
from viewer.language import gettext, gettext_noop

CLOSED: Final[dict[CloseReason, str]] = {
    "abandoned": gettext_noop("The match is closed as abandoned"),
    "stuck": gettext_noop("The match is closed as stuck"),
    "agreed": gettext_noop("The match is closed as agreed"),
    "incomplete": gettext_noop("The match is closed as incomplete"),
}


def sentences(match: Match) -> tuple[str, ...]:
    """A sentence for every frame, including the start, each without a final period."""
    return tuple(sentence(match, match.frames, index) for index in range(len(match.frames)))


def sentence(match: Match, frames: Sequence[Frame], index: int) -> str:
    """The sentence for one of `frames`, which need not be the current ones."""
    event, names = frames[index].event, match.names
    if isinstance(event, MatchStarted):
        if len(names) < 2:
            return gettext("The match starts")
        return gettext("{names} sit down", names=listed([plain(name) for name in names]))
    if isinstance(event, PointsAdjusted):
        ruling = {"points": number(event.points), "name": plain(names[event.seat]), "why": plain(event.why)}
        return gettext("Ruling: {points} for {name}, {why}", **ruling)
    if isinstance(event, MatchClosed):
        return gettext(CLOSED[event.reason])
    return board_of(match.game).sentence(frames[index - 1].state, event, names)
