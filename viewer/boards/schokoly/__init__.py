"""The board of schokoly: the chocolate on the table, on two levels, and the panels of the seats.

The groups that count are always drawn, but visible only at the end, or while an ancestor element has the class
`show-groups`.
"""

from collections.abc import Sequence

from core.games.schokoly.state import State
from viewer.boards.scene import Scene
from viewer.boards.schokoly.pieces import symbols
from viewer.boards.schokoly.seats import seat_panel
from viewer.boards.schokoly.table import table_panel
from viewer.boards.schokoly.taps import picture, spots, taps, task
from viewer.boards.schokoly.words import sentence, text


def scene(state: State, names: Sequence[str]) -> Scene:
    """The panel `table`, which grows with the chocolate, then a panel `seat/<n>` for each seat in order."""
    seats = (seat_panel(state, seat, names) for seat in range(len(names)))
    return Scene((table_panel(state, names), *seats))
