"""The empty board of a game with a statistic on each of its spaces."""

import re
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import Final, Literal, NamedTuple, TypeAlias

from eventstore.matches.match import Match
from eventstore.statistics.game import Space
from viewer.boards import board_of
from viewer.boards.scene import Panel, Scene, Shape, shape
from viewer.boards.svg import Theme, svg
from viewer.locale.plain_text import number
from viewer.look.charts import ACCENT, INK

Measure: TypeAlias = Literal["often", "points"]
"""Share of boards on which a space is filled, or the mean points for filling it."""

_PAPER: Final[dict[Theme, str]] = {"light": "#fffdf9", "dark": "#242020"}
_HEADER: Final = ("name", "score", "mark", "turn")
"""Shapes for the owner of the board and the seat to move; left out here."""

_RADIUS: Final = 0.47
_GRID: Final = re.compile(r"\w+/(-?\d+)/(-?\d+)")


class Map(NamedTuple):
    """The board as SVG, the labels of its spaces by cell, and the spaces that are not on it."""

    picture: str
    names: dict[str, str]
    missing: tuple[str, ...]


def board_map(match: Match, spaces: Sequence[Space], measure: Measure, theme: Theme) -> Map:
    """Draw the marks on the board as set up for a new match; a game whose board grows gets a grid of squares."""
    board = board_of(match.game)
    scene = board.scene(match.frames[0].state, match.names)
    panels = [panel for panel in scene.panels if panel.seat in (None, 0)]
    panel = max(panels, key=lambda each: len(_places(each, spaces)))
    places = _places(panel, spaces)
    if not places:
        panel = _grid(spaces)
        places = _places(panel, spaces)
    top = max((_value(space, measure) for space in spaces), default=0) or 1
    marks = [
        mark
        for space in spaces
        if (place := places.get(space.cell))
        for mark in _marks(space, place, _value(space, measure) / top, measure, theme)
    ]
    printed = tuple(each for each in panel.shapes if each.id.rpartition("/")[2] not in _HEADER)
    picture = svg(Scene((replace(panel, shapes=(*printed, *marks)),)), board.symbols(), theme=theme)
    names = {cell: place.title or cell for cell, place in places.items()}
    return Map(picture, names, tuple(space.cell for space in spaces if space.cell not in places))


def _places(panel: Panel, spaces: Sequence[Space]) -> dict[str, Shape]:
    """The shapes of the panel that are spaces of the board, by cell."""
    drawn = {each.id.removeprefix("0/"): each for each in panel.shapes}
    return {space.cell: drawn[space.cell] for space in spaces if space.cell in drawn}


def _grid(spaces: Sequence[Space]) -> Panel:
    """A square for each space named by two coordinates."""
    result = {space.cell: tuple(map(int, named.groups())) for space in spaces if (named := _GRID.fullmatch(space.cell))}
    left = min((x for x, _ in result.values()), default=0)
    upper = min((y for _, y in result.values()), default=0)
    shapes = [
        shape(cell, "rect", title=f"{x}, {y}", class_="slot", x=x - left + 0.5, y=y - upper + 0.5, width=1, height=1)
        for cell, (x, y) in result.items()
    ]
    width, height = (max((at[axis] for at in result.values()), default=0) for axis in (0, 1))
    return Panel("grid", "", width - left + 2, height - upper + 2, tuple(shapes))


def _value(space: Space, measure: Measure) -> float:
    return (space.filled.value if measure == "often" else space.points.value) or 0


def _marks(space: Space, place: Shape, share: float, measure: Measure, theme: Theme) -> tuple[Shape, Shape]:
    """A disc whose area is `share` (of the greatest value), and the value as text, in percent or points."""
    x, y = _middle(place)
    radius = _RADIUS * sqrt(max(share, 0))
    value = _value(space, measure)
    label = number(round(100 * value) if measure == "often" else round(value, 1))
    disc = shape(f"{space.cell}/disc", "circle", cx=x, cy=y, r=radius, fill=ACCENT[theme], fill_opacity=0.85)
    figure = shape(
        f"{space.cell}/figure",
        "text",
        text=label,
        x=x,
        y=y + 0.14,
        text_anchor="middle",
        font_size=0.4,
        font_weight="700",
        fill=INK[theme],
        stroke=_PAPER[theme],
        stroke_width=0.12,
        stroke_linejoin="round",
        paint_order="stroke",
    )
    return disc, figure


def _middle(place: Shape) -> tuple[float, float]:
    """The center of a space: a box without a size is one tile wide; a translated shape is drawn around its origin."""
    attributes = dict(place.attributes)
    if moved := re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", str(attributes.get("transform", ""))):
        return float(moved[1]), float(moved[2])
    x, y, width, height = (
        float(attributes.get(name, usual)) for name, usual in (("x", 0), ("y", 0), ("width", 1), ("height", 1))
    )
    return x + width / 2, y + height / 2
