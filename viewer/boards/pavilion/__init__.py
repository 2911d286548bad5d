"""The board of pavilion: displays, center and supply, and for every seat seven stars, hand and corners."""

from collections.abc import Sequence

from core.games.pavilion.state import State
from viewer.boards.pavilion.seats import seat_panel
from viewer.boards.pavilion.table import table_panel
from viewer.boards.pavilion.taps import drawn, draws, taps, task
from viewer.boards.pavilion.tiles import symbols
from viewer.boards.pavilion.words import gain, sentence, text
from viewer.boards.scene import Scene


def scene(state: State, names: Sequence[str]) -> Scene:
    """The panel `table` with center, displays and supply, then a panel `seat/<n>` for each seat in order."""
    seats = (seat_panel(state, seat, name) for seat, name in enumerate(names))
    return Scene((table_panel(state, names), *seats))
