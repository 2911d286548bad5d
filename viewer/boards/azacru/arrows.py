"""Moves of azacru as arrows on the board."""

from collections.abc import Mapping
from math import hypot
from typing import Final

from core.games.azacru.events import ChevronMoved, Event
from core.games.azacru.fields import FIELD_INDEX
from core.games.azacru.state import State
from viewer.boards.azacru.table import place_of, top_of
from viewer.boards.scene import Shape, shape
from viewer.locale.language import gettext, number

_START: Final = 0.3
_END: Final = 0.36
"""Distance of the ends of an arrow from the middle of its fields."""


def arrows(state: State, moves: Mapping[Event, float]) -> Mapping[str, tuple[Shape, ...]]:
    """Arrows by panel, as thick as their share (0 to 1) of all; moves that differ in the turn have one arrow.

    Each ends in its share in percent. A pass has none.
    """
    shares: dict[tuple[str, str], float] = {}
    for event, share in moves.items():
        if isinstance(event, ChevronMoved):
            shares[event.start, event.end] = shares.get((event.start, event.end), 0) + share
    top, drawn = top_of(len(state.markers)), list[Shape]()
    for (start, end), share in shares.items():
        (x, y), (to_x, to_y) = place_of(FIELD_INDEX[start], top), place_of(FIELD_INDEX[end], top)
        length = hypot(to_x - x, to_y - y)
        right, down = (to_x - x) / length, (to_y - y) / length
        line = f"M{x + _START * right:.2f} {y + _START * down:.2f}L{to_x - _END * right:.2f} {to_y - _END * down:.2f}"
        percent = gettext("{number}%", number=number(round(100 * share)))
        thick = 0.06 + 0.3 * share
        drawn += [
            shape(f"arrow/{start}/{end}", "path", class_="azacru-arrow", d=line, stroke_width=round(thick, 2)),
            shape(f"arrow/{start}/{end}/disc", "circle", class_="azacru-share", cx=to_x, cy=to_y, r=_END),
            shape(f"arrow/{start}/{end}/share", "text", text=percent, class_="azacru-percent", x=to_x, y=to_y + 0.11),
        ]
    return {"table": tuple(drawn)}
