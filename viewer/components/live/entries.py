"""Entries of the live record that become an event: notation or JSON, tapped pieces, or a draw by the app."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from core.errors import InvalidInput
from core.game import AnyGame
from eventstore import codec
from eventstore.matches.match import Match
from viewer.boards import Drawable, board_of
from viewer.locale.language import gettext, gettext_noop, translate

DEALT: Final = gettext_noop("Dealt by the app, not at the table.")
"""The note on an outcome of chance that the app drew."""


@dataclass(frozen=True, slots=True)
class Entered:
    """One of: `line`, an event as notation or as JSON; `drawn`, the pieces tapped into each slot; `deal`."""

    line: str | None = None
    drawn: tuple[tuple[str, ...], ...] | None = None
    deal: bool = False


def event_of(match: Match, entered: Entered, rng: Random) -> Any:
    """The event for the newest table of the match; its legality is not checked.

    Raises InvalidInput if the entry is not an event of the game.
    """
    if entered.deal:
        return match.game.deal(match.now.state, rng)
    line, state = (entered.line or "").strip(), match.now.state
    try:
        if entered.drawn is not None:
            return _drawn(match.game, state, entered.drawn)
        return codec.decode_event(match.game, line) if line.startswith("{") else match.game.parse(line)
    except ValueError as error:
        raise InvalidInput(str(error)) from None


def _drawn(game: AnyGame, state: Any, pieces: Sequence[Sequence[str]]) -> Any:
    board = board_of(game)
    if not isinstance(board, Drawable):
        raise InvalidInput(gettext("{game} has nothing to draw.", game=translate(game.TITLE)))
    return board.drawn(state, pieces)
