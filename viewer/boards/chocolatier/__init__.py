"""The board of chocolatier: displays, center, and for every seat pattern lines, wall and floor line."""

from collections.abc import Sequence

from core.games.chocolatier.state import State
from viewer.boards.chocolatier.seats import seat_panel
from viewer.boards.chocolatier.table import table_panel
from viewer.boards.chocolatier.taps import drawn, draws, taps, task
from viewer.boards.chocolatier.tiles import symbols
from viewer.boards.chocolatier.words import gain, sentence, text
from viewer.boards.scene import Scene


def scene(state: State, names: Sequence[str]) -> Scene:
    """The panel `table` with center and displays, then a panel `seat/<n>` for each seat in order."""
    seats = (seat_panel(state, seat, name) for seat, name in enumerate(names))
    return Scene((table_panel(state, names), *seats))
