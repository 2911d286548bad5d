"""The middle of the table: the center with the start marker, and the displays as plates in a flat ring."""

from collections.abc import Iterator, Sequence
from math import ceil, sqrt
from typing import Final

from core.games.chocolatier.state import MARKER, Special, State
from core.multiset import Counts
from viewer.boards.chance_input import numbered
from viewer.boards.chocolatier.tiles import color_name, piece, power
from viewer.boards.chocolatier.words import special_at, whose_turn
from viewer.boards.scene import Panel, Shape, shape
from viewer.boards.seat import card, label
from viewer.locale.language import gettext, pgettext, translate

HEIGHT: Final = 8.4
_CENTER: Final = 8.6
_RADIUS: Final = 1.8
_PITCH: Final = 3.85
_ROW: Final = 1.06
_FIRST_ROW: Final = 1.85
_TILES_IN_A_ROW: Final = 6


def table_panel(state: State, names: Sequence[str]) -> Panel:
    """Center and displays; the width grows with the number of displays."""
    displays = len(state.sources) - 1
    width = _CENTER + 0.5 + _PITCH * ceil(displays / 2)
    if displays % 2 == 0:
        width += _PITCH / 2
    shapes = [*_center(state, names)]
    for display in range(1, displays + 1):
        shapes += _display(state, display, *_middle(display, displays))
    return Panel("table", gettext("Table"), round(width, 2), HEIGHT, tuple(shapes))


def _middle(display: int, displays: int) -> tuple[float, float]:
    """The middle of a plate: clockwise, the first half from left to right at the top, the others back at the bottom."""
    top = ceil(displays / 2)
    left = _CENTER + 0.5 + _PITCH / 2
    if display <= top:
        return left + (display - 1) * _PITCH, 0.2 + _RADIUS
    return left + _PITCH / 2 + (displays - display) * _PITCH, HEIGHT - 0.2 - _RADIUS


def _center(state: State, names: Sequence[str]) -> Iterator[Shape]:
    """The tiles are in one row per color, so a take does not move the other tiles."""
    yield card("center", _CENTER, HEIGHT, title=pgettext("table", "center"))
    yield label("center/round", 0.65, 1.2, gettext("Round {round}", round=max(state.round, 1)), "name")
    stock = gettext("bag {bag}  ·  lid {lid}", bag=sum(state.bag), lid=sum(state.lid))
    yield label("center/stock", _CENTER - 0.65, 1.18, stock, "small end")
    for color, number in enumerate(state.sources[0]):
        step = _ROW if number <= _TILES_IN_A_ROW else _ROW * (_TILES_IN_A_ROW - 1) / (number - 1)
        for k in range(number):
            place = f"center/{color_name(state.options, color)}/{k + 1}"
            yield piece(state.options, place, color, 0.6 + k * step, _FIRST_ROW + color * _ROW)
    if state.marker is None:
        yield piece(state.options, "center/marker", MARKER, _CENTER - 1.65, _FIRST_ROW)
    turn = whose_turn(state, names)
    yield label("center/turn", 0.65, HEIGHT - 0.55, turn, "small")


def _display(state: State, display: int, x: float, y: float) -> Iterator[Shape]:
    id = f"display/{display}"
    special = special_at(state, display)
    look = "plate gone" if state.gone == display else "plate gold" if special else "plate"
    title = _power(state, display, special) if special else gettext("display {display}", display=display)
    yield shape(id, "circle", title=title, class_=look, cx=x, cy=y, r=_RADIUS)
    number = "digit middle on-gold" if look == "plate gold" else "digit middle"
    yield label(f"{id}/number", x - 1.45, y + 0.15, str(display), number)
    if special and state.gone != display:
        place = f"translate({round(x - 0.27, 2)} {round(y - 1.71, 2)}) scale(.54)"
        yield shape(f"{id}/power", "use", href=f"#choc-{special.kind}", transform=place)
        yield label(f"{id}/name", x, y + 1.48, power(special.kind), "tiny middle on-gold")
        if special.color is not None:
            yield piece(state.options, f"{id}/attracts", special.color, x + 1.17, y - 0.25, 0.5)
    yield from _tiles_on_plate(state, id, state.sources[display], x, y)


def _power(state: State, display: int, special: Special) -> str:
    name = power(special.kind)
    if special.color is None:
        return gettext("display {display}, gold side: {power}", display=display, power=name)
    color = translate(color_name(state.options, special.color))
    return gettext("display {display}, gold side: {power} for {color}", display=display, power=name, color=color)


def _tiles_on_plate(state: State, id: str, tiles: Counts, x: float, y: float) -> Iterator[Shape]:
    """Up to four tiles in a square of two by two; more tiles are smaller, in the same square."""
    number = sum(tiles)
    side = max(2, ceil(sqrt(number)))
    scale = 2 / side
    top = y - ceil(number / side) * 0.53 * scale if number > 4 else y - 1.05
    for slot, (color, copy) in enumerate(numbered(tiles)):
        row, column = divmod(slot, side)
        left, upper = x - 1.05 + column * 1.06 * scale, top + row * 1.06 * scale
        place = f"{id}/{color_name(state.options, color)}/{copy}"
        yield piece(state.options, place, color, left, upper, scale)
