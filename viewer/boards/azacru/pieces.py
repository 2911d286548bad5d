"""The pieces of azacru as symbols, each in the middle of a field: markers, chevrons, and a chevron that left the game.

Every seat has its own color and sign (ring, square, triangle, diamond). A marker is a disc in the color with a light
sign; a chevron is a light disc with a chevron and the sign in the color, and the marker under it shows as a broad rim.
Signs stay upright in every direction of the chevron; a turned square would look like a diamond.
"""

from math import cos, radians, sin
from typing import Final

from core.games.azacru.fields import DIRECTIONS

NOTHING: Final = "azacru-nothing"
"""A symbol without shapes for an empty field: pieces added later would be drawn over chevrons."""

_SIGNS: Final = (
    "M0-.2a.2.2 0 1 0 .001 0zM0-.08a.08.08 0 1 1-.001 0z",
    "M-.17-.17h.34v.34h-.34z",
    "M0-.22l.23.39h-.46z",
    "M0-.25l.25.25l-.25.25l-.25-.25z",
)

_ARROW: Final = "M0-.36L.31-.05V.18L0-.13L-.31.18V-.05Z"
"""A chevron that faces north: concave, so that only one corner looks like its point."""

_DISC: Final = 'r=".39"'
_SIGN_BEHIND: Final = 0.15
"""Distance of the sign from the middle of the field, away from the point."""

_SIGN_SCALE: Final = 0.75


def marker(seat: int) -> str:
    return f"azacru-marker-{seat}"


def chevron(seat: int, facing: int) -> str:
    return f"azacru-chevron-{seat}-{DIRECTIONS[facing]}"


def gone(facing: int) -> str:
    """A chevron that has left the game with the last move."""
    return f"azacru-gone-{DIRECTIONS[facing]}"


def symbols() -> str:
    """All pieces, centered at 0,0, in units of a field."""
    seats, facings = range(len(_SIGNS)), range(len(DIRECTIONS))
    parts = [f'<g id="{NOTHING}"></g>']
    parts += [_marker(seat) for seat in seats]
    parts += [_chevron(seat, facing) for seat in seats for facing in facings]
    parts += [_gone(facing) for facing in facings]
    return "".join(parts)


def _marker(seat: int) -> str:
    return (
        f'<g id="{marker(seat)}"><circle class="seat-{seat} azacru-solid" r=".47"/>'
        f'<path class="azacru-sign" d="{_SIGNS[seat]}"/></g>'
    )


def _chevron(seat: int, facing: int) -> str:
    angle = 45 * facing
    x, y = -_SIGN_BEHIND * sin(radians(angle)), _SIGN_BEHIND * cos(radians(angle))
    place = f"translate({x:.3f} {y:.3f}) scale({_SIGN_SCALE})"
    return (
        f'<g id="{chevron(seat, facing)}"><circle class="seat-{seat} azacru-disc" {_DISC}/>'
        f'<path class="seat-{seat} azacru-solid" transform="rotate({angle})" d="{_ARROW}"/>'
        f'<path class="seat-{seat} azacru-solid" transform="{place}" d="{_SIGNS[seat]}"/></g>'
    )


def _gone(facing: int) -> str:
    return (
        f'<g id="{gone(facing)}"><circle class="azacru-gone" {_DISC}/>'
        f'<path class="azacru-gone" transform="rotate({45 * facing})" d="{_ARROW}"/></g>'
    )
