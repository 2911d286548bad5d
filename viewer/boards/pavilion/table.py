"""The middle of the table: rounds and their wild colors, the center, the displays and the supply."""

from collections.abc import Iterator, Sequence
from typing import Final

from core.games.pavilion.state import CENTER, COLORS, ROUNDS, SUPPLY_TILES, State, wild
from viewer.boards.chance_input import numbered
from viewer.boards.pavilion.tiles import Point, tile, token, toward
from viewer.boards.pavilion.words import whose_turn
from viewer.boards.scene import Panel, Shape, shape
from viewer.boards.seat import card, label
from viewer.locale.language import gettext, pgettext, translate

HEIGHT: Final = 9.2
_LOW: Final = 4.2
"""The height while tiles are placed: no display is drawn, and the tiles of the supply lie in a row."""

_CENTER: Final = 7.6
_SUPPLY: Final = 4.9
_RADIUS: Final = 1.42
_PITCH: Final = 3.05
_ROWS: Final = {5: (2, 1, 2), 7: (2, 3, 2), 9: (3, 3, 3)}
"""Displays in each row, by the number of displays."""

_FIRST_ROW: Final = 3.05
_TILES_IN_A_ROW: Final = 11


def table_panel(state: State, names: Sequence[str]) -> Panel:
    """Center, displays and supply; the width grows with the number of displays.

    Displays that stay empty until the round ends leave their room to the boards.
    """
    rows = _ROWS[len(state.sources) - 1]
    middle = _CENTER + 0.3 + _PITCH * max(rows) / 2
    width = _CENTER + 0.6 + _PITCH * max(rows) + _SUPPLY
    has_begun = state.round > 0  # Before that the supply is filled for the first time.
    if state.phase in ("place", "bonus", "refill", "over") or (state.phase == "supply" and has_begun):
        low = (*_head(state, names, _LOW), *_row(state, width))
        return Panel("table", gettext("Table"), round(width, 2), _LOW, low)
    shapes = [*_center(state, names)]
    display = 0
    for row, places in enumerate(rows):
        for place in range(places):
            display += 1
            at = Point(middle + (place - (places - 1) / 2) * _PITCH, HEIGHT / 2 + (row - 1) * (_PITCH - 0.08))
            shapes += _display(state, display, at)
    shapes += _supply(state, width)
    return Panel("table", gettext("Table"), round(width, 2), HEIGHT, tuple(shapes))


def _head(state: State, names: Sequence[str], height: float) -> Iterator[Shape]:
    """The card of the center with everything on it but what was left there to take."""
    yield card("center", _CENTER, height, title=pgettext("table", "center"))
    yield label("center/round", 0.65, 1.2, gettext("Round {round}", round=max(state.round, 1)), "name")
    yield from _rounds(state)
    yield label("center/turn", 0.65, height - 0.55, whose_turn(state, names), "small")


def _center(state: State, names: Sequence[str]) -> Iterator[Shape]:
    """The tiles are in one row per color, so a take does not move the other tiles."""
    yield from _head(state, names, HEIGHT)
    for color, number in enumerate(state.sources[CENTER]):
        step = 0.6 if number <= _TILES_IN_A_ROW else 0.6 * (_TILES_IN_A_ROW - 1) / (number - 1)
        for k in range(number):
            at = Point(0.95 + k * step, _FIRST_ROW + color * 0.95)
            yield tile(f"center/{COLORS[color]}/{k + 1}", color, at, 0.58)
    if state.token is None:
        yield token("center/token", _CENTER - 1.6, HEIGHT - 1.35)


def _rounds(state: State) -> Iterator[Shape]:
    """The wild color of each round; the color of this round has a ring."""
    for number in range(1, ROUNDS + 1):
        color, at = number - 1, Point(1.05 + (number - 1) * 1.1, 1.95)
        if color == wild(state.round):
            title = gettext("{color} is wild", color=translate(COLORS[color]))
            yield shape("round/wild", "circle", title=title, class_="ring", cx=at.x, cy=at.y, r=0.48)
            yield label("round/wild/name", _CENTER - 0.65, 1.18, title, "small end")
        yield tile(f"round/{number}", color, at, 0.44)


def _display(state: State, display: int, at: Point) -> Iterator[Shape]:
    id = f"display/{display}"
    yield shape(
        id,
        "circle",
        title=pgettext("pavilion", "display {display}", display=display),
        class_="plate",
        cx=at.x,
        cy=at.y,
        r=_RADIUS,
    )
    yield label(f"{id}/number", at.x, at.y - 0.86, str(display), "small middle")
    for slot, (color, copy) in enumerate(numbered(state.sources[display])):
        angle = 45 + 90 * slot
        yield tile(f"{id}/{COLORS[color]}/{copy}", color, toward(angle, 0.7, at), 0.72, angle)


def _supply(state: State, width: float) -> Iterator[Shape]:
    """Up to ten tiles like petals around the middle of a plate."""
    left = width - _SUPPLY
    at = Point(left + _SUPPLY / 2, HEIGHT / 2)
    yield card("supply", _SUPPLY + 0.1, HEIGHT, left - 0.1, title=gettext("supply"))
    yield label("supply/name", left + 0.55, 1.2, gettext("Supply"), "name")
    yield shape("supply/plate", "circle", class_="plate", cx=at.x, cy=at.y, r=2.1)
    for slot, (color, copy) in enumerate(numbered(state.supply)):
        angle = 360 / SUPPLY_TILES * slot
        yield tile(f"supply/{COLORS[color]}/{copy}", color, toward(angle, 1.28, at), 0.74, angle)
    yield label("supply/stock", at.x, HEIGHT - 0.55, _stock(state), "small middle")


def _row(state: State, width: float) -> Iterator[Shape]:
    """The supply beside the center, over the place of the displays."""
    left = _CENTER + 0.1
    yield card("supply", width - left + 0.1, _LOW, left - 0.1, title=gettext("supply"))
    yield label("supply/name", left + 0.55, 1.2, gettext("Supply"), "name")
    step = (width - left - 1.2) / SUPPLY_TILES
    for slot, (color, copy) in enumerate(numbered(state.supply)):
        yield tile(f"supply/{COLORS[color]}/{copy}", color, Point(left + 0.6 + (slot + 0.5) * step, 2.6))
    yield label("supply/stock", width - 0.75, 1.18, _stock(state), "small end")


def _stock(state: State) -> str:
    return gettext("bag {bag}  ·  tower {tower}", bag=sum(state.bag), tower=sum(state.tower))
