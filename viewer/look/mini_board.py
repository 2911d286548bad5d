"""A final board as small as an emblem: its pieces as plain squares of their color, without patterns and words."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from core.game import Seat
from viewer.boards.scene import Json, Panel, Scene, Shape
from viewer.boards.svg import board_css, variables
from viewer.look.element import element

_PIECE: Final = 0.9
_MARGIN: Final = 0.6
_FAINT: Final = 0.18
_Place = tuple[float, float]


class _Kind(NamedTuple):
    """The meaning of a symbol: a piece or a place of a color, for both themes."""

    color: str
    is_place: bool


def mini_board(scene: Scene, symbols: str, seat: Seat | None, size: int = 40) -> Json | None:
    """The pieces of the panel that a thumbnail shows: that of `seat` where each seat has one; None without pieces.

    Where the board has colored places, these are faint, and the pieces beside them are left out.
    """
    colors = _colors(symbols)
    faint, pieces = dict[str, list[_Place]](), dict[str, list[_Place]]()
    for shape in _panel(scene, seat).shapes:
        kind = colors.get(str(dict(shape.attributes).get("href", ""))[1:]) if shape.tag == "use" else None
        if kind:
            (faint if kind.is_place else pieces).setdefault(kind.color, []).append(_place(shape))
    if not pieces:
        return None
    left, top, right, bottom = _bounds(faint or pieces)
    paths = [_path(places, color, opacity=_FAINT) for color, places in faint.items()]
    for color, places in pieces.items():
        near = [(x, y) for x, y in places if left - 1 < x < right + 1 and top - 1 < y < bottom + 1]
        paths.append(_path(near, color))
    side = max(right - left, bottom - top) + _PIECE + 2 * _MARGIN
    x, y = (left + right + _PIECE - side) / 2, (top + bottom + _PIECE - side) / 2
    look: dict[str, str | float] = {"class_": "em board", "aria_hidden": "true"}
    return element("svg", *paths, viewBox=f"{x:.2f} {y:.2f} {side:.2f} {side:.2f}", width=size, height=size, **look)


def _panel(scene: Scene, seat: Seat | None) -> Panel:
    hero = tuple(panel for panel in scene.panels if panel.hero)
    own = hero or tuple(panel for panel in scene.panels if panel.seat == seat)
    return (own or scene.panels)[0]


def _place(shape: Shape) -> _Place:
    attributes = dict(shape.attributes)
    if moved := re.match(r"translate\((\S+) (\S+)\)", str(attributes.get("transform", ""))):
        return float(moved[1]), float(moved[2])
    return float(attributes.get("x", 0)), float(attributes.get("y", 0))


def _bounds(places: Mapping[str, Sequence[_Place]]) -> tuple[float, float, float, float]:
    xs, ys = zip(*(place for own in places.values() for place in own), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _path(places: Sequence[_Place], color: str, **look: float) -> Json:
    return element(
        "path", d="".join(f"M{x:g} {y:g}h{_PIECE}v{_PIECE}h-{_PIECE}z" for x, y in places), fill=color, **look
    )


@cache
def _colors(symbols: str) -> dict[str, _Kind]:
    """The symbols that are a piece or a colored place, by their id."""
    source = board_css()
    light, dark = variables(source, "light"), variables(source, "dark")
    fills = {
        name: f"light-dark({light[color]}, {dark[color]})"
        for name, color in re.findall(r"^\.([\w-]+) \{ fill: var\((--[\w-]+)\)(?:; stroke: [^;]*)?; \}", source, re.M)
        if color == f"--{name}" and color in dark
    }
    kinds = dict[str, _Kind]()
    for id, content in re.findall(r'<g id="([\w-]+)">(.*?)</g>', symbols, re.S):
        names = " ".join(re.findall(r'class="([^"]*)"', content)).split()
        if color := next((fills[name] for name in names if name in fills), None):
            kinds[id] = _Kind(color, "tint" in names)
    return kinds
