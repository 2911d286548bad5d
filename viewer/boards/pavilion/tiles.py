"""The pieces of pavilion as symbols around their middle, tips up: tiles, spaces, features, the start token."""

from math import cos, radians, sin, sqrt
from typing import Final, NamedTuple

from core.games.pavilion.layout import BONUS_TILES, Feature
from core.games.pavilion.state import CENTER_STAR, COLORS
from core.multiset import Counts
from viewer.boards.scene import Shape, shape
from viewer.locale.language import gettext, gettext_noop, translate

RING: Final = 3.0
"""Distance from the middle of the board to the middles of the outer stars."""

REACH: Final = 0.818
"""Distance from the middle of a star to the middles of its six rhombs, whose tips meet in the middle."""

LENGTH: Final = 2 * REACH
BREADTH: Final = LENGTH / sqrt(3)
"""The diagonals of a rhomb, a sixth of a star."""

HALF_WIDTH: Final = 1.5 * RING + 0.45
HALF_HEIGHT: Final = RING * cos(radians(30)) + LENGTH + 0.1
"""Half the height of the board, up to the outermost windows and tips."""

_STAR_ANGLES: Final = (-30, 30, 90, 150, 210, 270)
"""The directions of the outer stars, in the order of the stars."""

_FIRST_ANGLES: Final = (60, 120, 180, 240, 300, 0, 0)
"""The direction of the tip of position 1, by star."""


class Point(NamedTuple):
    """A point, in tiles."""

    x: float
    y: float


def toward(angle: float, distance: float, origin: Point | None = None) -> Point:
    x, y = origin or (0.0, 0.0)
    return Point(x + distance * sin(radians(angle)), y - distance * cos(radians(angle)))


def star_middle(star: int) -> Point:
    return Point(0.0, 0.0) if star == CENTER_STAR else toward(_STAR_ANGLES[star], RING)


def space_angle(star: int, space: int) -> int:
    """The direction of the outer tip of a space."""
    return (_FIRST_ANGLES[star] + 60 * space) % 360


def space_middle(star: int, space: int, outward: float = 0.0) -> Point:
    """The middle of a space, or a point `outward` from it, away from the middle of the star."""
    return toward(space_angle(star, space), REACH + outward, star_middle(star))


def feature_middle(feature: Feature) -> Point:
    """Pillars are between their star and the center, statues between two outer stars, windows outside."""
    angle = _STAR_ANGLES[feature.star]
    if feature.kind == "pillar":
        return toward(angle, RING / 2)
    if feature.kind == "window":
        return toward(angle, RING * 1.5)
    return toward(angle + 30, RING * cos(radians(30)))


START_TOKEN: Final = gettext_noop("start token")

_SHRUNK: Final = 0.84
"""Scale of tiles and spaces; a little smaller than their size, plus a round edge, to separate neighbors."""

_GRIDS: Final = ((2, 1, 0.7), (3, 2, 0.5), (4, 3, 0.36), (6, 4, 0.25))
"""Columns, rows and scale of the tiles of one color in a hand, in room for 1.5 by 1.6."""

PATTERNS: Final = {
    "purple": '<circle class="stroke" r=".19"/>',
    "green": '<path class="filled" d="M0 -.3q.34 .3 0 .6q-.34 -.3 0 -.6z"/>',
    "orange": '<path class="stroke" d="M0 -.25v.5M-.22 -.13l.44 .26M.22 -.13l-.44 .26"/>',
    "yellow": '<path class="stroke" d="M-.13 -.2h.26M-.24 0h.48M-.13 .2h.26"/>',
    "blue": '<path class="stroke" d="M-.25 -.06q.125 -.2 .25 0t.25 0M-.25 .16q.125 -.2 .25 0t.25 0"/>',
    "red": '<circle class="filled" r=".2"/>',
}
"""The pattern of each color, on tiles and on their spaces: ring, leaf, sparkle, stripes, waves, dot."""

_CARVINGS: Final = {
    "pillar": '<path d="M-.17 -.24h.34M-.17 .16h.34M-.09 -.22v.36M.09 -.22v.36"/>',
    "statue": '<circle cy="-.14" r=".1"/><path d="M-.17 .16q0 -.24 .17 -.24t.17 .24z"/>',
    "window": '<path d="M-.15 .16v-.25a.15 .17 0 0 1 .3 0v.25zM0 -.26v.42M-.15 -.04h.3"/>',
}


def tile(id: str, color: int, at: Point, scale: float = 1.0, angle: float = 0) -> Shape:
    """A tile with its middle at a point, turned clockwise by `angle` degrees."""
    name = COLORS[color]
    return shape(id, "use", title=translate(name), href=f"#pav-tile-{name}", transform=placed(at, scale, angle))


def token(id: str, x: float, y: float) -> Shape:
    """The start token in the box of one tile at x, y."""
    return shape(id, "use", title=gettext(START_TOKEN), href="#pav-token", transform=placed(Point(x + 0.5, y + 0.5)))


def placed(at: Point, scale: float = 1.0, angle: float = 0) -> str:
    """The SVG transformation that moves a symbol to its position."""
    parts = [f"translate({at.x:.5g} {at.y:.5g})" if scale == 1 else f"translate({at.x:.4g} {at.y:.4g})"]
    if angle:
        parts.append(f"rotate({angle:g})")
    if scale != 1:
        parts.append(f"scale({scale:g})")
    return " ".join(parts)


def hand_of(id: str, tiles: Counts, color: int, middle: Point, width: float) -> list[Shape]:
    """The tiles of one color side by side around a point, without overlaps; many tiles are smaller."""
    number = tiles[color]
    columns, _, scale = next(grid for grid in _GRIDS if grid[0] * grid[1] >= number)
    across, down = width / columns, LENGTH * scale
    left, top = middle.x - (min(columns, number) - 1) * across / 2, middle.y - (-(-number // columns) - 1) * down / 2
    return [
        tile(
            f"{id}/{COLORS[color]}/{k + 1}", color, Point(left + k % columns * across, top + k // columns * down), scale
        )
        for k in range(number)
    ]


def symbols() -> str:
    """Tiles and spaces of each color, spaces without color, features in stone and in gold, and the start token."""
    parts = [f'<g id="pav-pattern-{color}">{PATTERNS[color]}</g>' for color in COLORS]
    parts += [_tile(color) for color in COLORS]
    parts += [_space(color) for color in COLORS]
    parts.append(f'<g id="pav-space-any"><path class="slot soft-edge" d="{_rhomb(_SHRUNK)}"/></g>')
    parts += [_feature(kind, tiles, complete=complete) for kind, tiles in BONUS_TILES.items() for complete in (0, 1)]
    parts.append(
        '<g id="pav-token"><circle class="lip" cy=".03" r=".45"/><circle class="first" cy="-.02" r=".44"/>'
        '<text class="one" y=".21">1</text></g>'
    )
    return "".join(parts)


def _rhomb(size: float) -> str:
    across, along = BREADTH / 2 * size, LENGTH / 2 * size
    return f"M0 {-along:.2f}L{across:.2f} 0L0 {along:.2f}L{-across:.2f} 0z"


def _tile(color: str) -> str:
    return (
        f'<g id="pav-tile-{color}"><path class="rim-edge" d="{_rhomb(_SHRUNK)}"/>'
        f'<path class="{color} edge-{color}" d="{_rhomb(_SHRUNK - 0.05)}"/>'
        f'<path class="facet" d="{_rhomb(0.62)}"/>'
        f'<use href="#pav-pattern-{color}" class="on-{color}"/></g>'
    )


def _space(color: str) -> str:
    """A space of an outer star; its pattern is near the middle of the star and leaves room for the number."""
    return (
        f'<g id="pav-space-{color}"><path class="slot soft-edge" d="{_rhomb(_SHRUNK)}"/>'
        f'<path class="tint {color}" d="{_rhomb(_SHRUNK)}"/>'
        f'<use href="#pav-pattern-{color}" class="faint-{color}" transform="translate(0 .22) scale(.62)"/></g>'
    )


def _feature(kind: str, tiles: int, *, complete: int) -> str:
    """A medallion with the feature and one dot per bonus tile; golden when complete."""
    name, plate, line = (f"{kind}-complete", "plate gold", "carved-gold") if complete else (kind, "plate", "carved")
    left = (tiles - 1) * 0.06
    places = [f"{dot * 0.12 - left:.2f}" for dot in range(tiles)]
    dots = "".join(f'<circle class="filled" cx="{x}" cy=".28" r=".035"/>' for x in places)
    medal = f'<circle class="{plate}" r=".36"/>'
    return f'<g id="pav-{name}">{medal}<g class="{line}" transform="scale(.86)">{_CARVINGS[kind]}{dots}</g></g>'
