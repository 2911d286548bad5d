"""The look of colors to eyes with fewer kinds of cones, and the distance of two colors then."""

from math import dist
from typing import Final, TypeAlias

Triple: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Triple, Triple, Triple]

SIMULATIONS: Final[dict[str, Matrix]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
}
"""Complete loss of one kind of cone after Machado, Oliveira and Fernandes (2009), on linear RGB."""

_TO_XYZ: Final[Matrix] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.072175),
    (0.0193339, 0.119192, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)


def linear(color: str) -> Triple:
    """`#rrggbb` as linear light, each channel 0 to 1."""
    channels = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def difference(left: str, right: str, vision: str) -> float:
    """Distance of two colors in CIELAB as that eye sees them; about 2 can just be told apart side by side."""
    first, second = (_lab(_times(SIMULATIONS[vision], linear(color))) for color in (left, right))
    return dist(first, second)


def luminance(color: str) -> float:
    """Relative luminance, 0 (black) to 1 (white)."""
    return sum(part * weight for part, weight in zip(linear(color), _TO_XYZ[1], strict=True))


def contrast(left: str, right: str) -> float:
    """Contrast ratio of two colors, 1 to 21."""
    dark, light = sorted((luminance(left), luminance(right)))
    return (light + 0.05) / (dark + 0.05)


def _times(matrix: Matrix, color: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, color, strict=True)) for row in matrix)
    return x, y, z


def _lab(color: Triple) -> Triple:
    clipped = tuple(min(max(part, 0.0), 1.0) for part in color)
    x, y, z = (part / white for part, white in zip(_times(_TO_XYZ, clipped), _WHITE, strict=True))  # type: ignore[arg-type]
    fx, fy, fz = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
