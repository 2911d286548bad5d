"""The board of azacru: nine regions of nine fields, markers, chevrons, and the trace of the last move."""

from collections.abc import Sequence

from core.games.azacru.state import State
from viewer.boards.azacru.pieces import symbols
from viewer.boards.azacru.table import table_panel, taps, task
from viewer.boards.azacru.words import gain, sentence, text
from viewer.boards.scene import Scene


def scene(state: State, names: Sequence[str]) -> Scene:
    """One panel, `table`, since all seats share the board: a card per seat, and the board below them."""
    return Scene((table_panel(state, names),))
