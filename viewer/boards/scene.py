"""A board as a scene: drawn once, in Python, for the replay, thumbnails, print and images.

A scene is a tuple of panels (the middle of the table, one per seat); each panel has its own coordinates. The display
code lays panels out, side by side on a wide screen, one below the other on a phone. A panel is a tuple of shapes in
drawing order. Shapes have stable ids: the id names a space (`0/wall/2/3`) or the piece on it (`0/wall/2/3/tile`), so
two scenes of one match can be compared by id; their difference is the effect of the event.

The JSON form, for the browser. A scene is an object (`SceneJson`). A shape is a list; empty elements at its end are
left out:

    [id, tag, {attribute: value, ...}]
    [id, tag, {attribute: value, ...}, text or null]
    [id, tag, {attribute: value, ...}, text or null, title]

A patch is a list; an event has a list of patches:

    [panel id, [SHAPE added or changed, whole, ...], [id removed, ...]]
    [panel id, [SHAPE added or changed, whole, ...], [id removed, ...], [new width, new height]]

To apply a patch: replace a shape of the same id and set exactly the new attributes (remove old attributes without a new
value), draw a shape of an unknown id after all others, remove the listed ids; a size is the panel's new viewBox (for
sheets that grow). To step back, keep the shapes that a patch replaced or removed. Attribute values, `text` and `title`
are raw text, never markup: set them with `setAttribute` and `textContent`. `title` is the shape's `<title>`. Tags are
`rect`, `circle`, `path`, `text` and `use`; a `use` refers to the board's `symbols()`, which must be in a `<defs>` of
the same document or shadow root, together with `boards.css`.
"""

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias, TypedDict

Attribute: TypeAlias = str | int | float

Json: TypeAlias = str | int | float | list["Json"] | dict[str, "Json"] | None

_Attributes: TypeAlias = dict[str, Attribute]
ShapeJson: TypeAlias = (
    tuple[str, str, _Attributes] | tuple[str, str, _Attributes, str] | tuple[str, str, _Attributes, str | None, str]
)
PatchJson: TypeAlias = (
    tuple[str, list[ShapeJson], list[str]] | tuple[str, list[ShapeJson], list[str], tuple[float, float]]
)


class PanelData(TypedDict):
    """`seat` is null for a panel shared by all seats."""

    id: str
    title: str
    width: float
    height: float
    seat: int | None
    shapes: list[ShapeJson]


class SceneJson(TypedDict):
    """All panels in layout order."""

    panels: list[PanelData]


@dataclass(frozen=True, slots=True)
class Shape:
    """One SVG element. `attributes` are its SVG attributes (`class` included) in a fixed order.

    `text` is the content of a `text` element. `title` describes the shape for screen readers and as a tooltip.
    """

    id: str
    tag: str
    attributes: tuple[tuple[str, Attribute], ...]
    text: str | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the table with its own coordinates from 0,0 to width,height, in units of one tile.

    `seat` is its seat, None for a shared panel. `hero` marks the panel that a thumbnail shows; without a hero, a
    thumbnail shows the seats' panels.
    """

    id: str
    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    seat: int | None = None
    hero: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table: all panels in layout order."""

    panels: tuple[Panel, ...]


def shape(id: str, tag: str, *, text: str | None = None, title: str | None = None, **attributes: Attribute) -> Shape:
    """A shape with its attributes as keywords; `class_` becomes `class`, other underscores become hyphens.

    Numbers are rounded to hundredths of a tile, which is below the visible resolution.
    """
    named = [(_svg_name(name), _short(value) if type(value) is float else value) for name, value in attributes.items()]
    return Shape(id, tag, tuple(named), text, title)


@cache
def _svg_name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _short(value: float) -> Attribute:
    rounded = round(value, 2)
    return int(rounded) if rounded.is_integer() else rounded


@dataclass(frozen=True, slots=True)
class Patch:
    """The change of one panel: shapes added or changed, the ids of removed shapes, the new width and height.

    `size` is None when unchanged.
    """

    panel: str
    put: tuple[Shape, ...]
    gone: tuple[str, ...]
    size: tuple[float, float] | None = None


def patches(before: Scene, after: Scene) -> tuple[Patch, ...]:
    """The difference of two scenes of one match, panel by panel; panels without a difference are left out.

    Both scenes must have the same panels. A changed shape keeps its place in the drawing order and an added shape is
    drawn last, so the board must not draw other shapes over a shape that is added or removed.
    """
    return tuple(patch for old, new in zip(before.panels, after.panels, strict=True) if (patch := _patch(old, new)))


def _patch(old: Panel, new: Panel) -> Patch | None:
    was: dict[str, Shape] = {shape.id: shape for shape in old.shapes}
    put = tuple(shape for shape in new.shapes if was.pop(shape.id, None) != shape)
    size = None if (old.width, old.height) == (new.width, new.height) else (new.width, new.height)
    return Patch(new.id, put, tuple(was), size) if put or was or size else None


def to_json(scene: Scene) -> SceneJson:
    """A whole scene for the browser, in the format of the module docstring."""
    return {"panels": [_panel_to_json(panel) for panel in scene.panels]}


def patch_to_json(patch: Patch) -> PatchJson:
    """One panel's change for the browser, in the format of the module docstring."""
    change = patch.panel, [shape_to_json(shape) for shape in patch.put], list(patch.gone)
    return change if patch.size is None else (*change, patch.size)


def _panel_to_json(panel: Panel) -> PanelData:
    return {
        "id": panel.id,
        "title": panel.title,
        "width": panel.width,
        "height": panel.height,
        "seat": panel.seat,
        "shapes": [shape_to_json(shape) for shape in panel.shapes],
    }


def shape_to_json(shape: Shape) -> ShapeJson:
    """One shape for the browser, in the format of the module docstring."""
    element = shape.id, shape.tag, dict(shape.attributes)
    if shape.title is not None:
        return *element, shape.text, shape.title
    return element if shape.text is None else (*element, shape.text)
