"""Geometry of the board: all stars lie on one hexagonal pattern, defined by three lengths and the angles.

Angles are in degrees, 0 is up, clockwise. Points are relative to the middle of the board, y downward.
"""

from math import cos, radians, sin, sqrt
from typing import Final, NamedTuple

from core.games.pavilion.layout import Feature
from core.games.pavilion.state import CENTER_STAR

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
