"""The printed parts of the board: the price of every space, and the features between the stars.

A feature is described by its outer star X and by N, the next outer star clockwise.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

from core.games.pavilion.state import CENTER_STAR, COLOR_INDEX, SPACES, STARS

Space: TypeAlias = tuple[int, int]
"""A star and a space of it, both from 0."""

FeatureKind: TypeAlias = Literal["pillar", "statue", "window"]

_COLORED: Final[tuple[int, ...]] = (1, 2, 3, 4, 5, 6)
_VARIANT_OUTER: Final[tuple[int, ...]] = (3, 2, 1, 4, 5, 6)
_VARIANT_CENTER: Final[tuple[int, ...]] = (3, 3, 3, 3, 3, 3)

PRINTED: Final[dict[str, tuple[tuple[int, ...], ...]]] = {
    "colored": (_COLORED,) * len(STARS),
    "variant": (*(_VARIANT_OUTER,) * CENTER_STAR, _VARIANT_CENTER),
}
"""The number printed on each space by side of the board and star: the tiles it costs (P-PLACE-2)."""

STAR_COLORS: Final = tuple(COLOR_INDEX[name] for name in STARS[:CENTER_STAR])
"""The color of each outer star of the colored side (P-PLACE-3)."""

BONUS_TILES: Final[dict[FeatureKind, int]] = {"pillar": 1, "statue": 2, "window": 3}
"""Tiles from the supply for completing a feature (P-BONUS-1)."""


class Feature(NamedTuple):
    """A pillar, statue or window; `star` is its star X. It is complete when all its spaces hold tiles."""

    kind: FeatureKind
    star: int
    spaces: tuple[Space, ...]


def _positions(star: int, *positions: int) -> tuple[Space, ...]:
    return tuple((star, position - 1) for position in positions)


def _features(star: int) -> tuple[Feature, ...]:
    following = (star + 1) % CENTER_STAR
    around = (star or SPACES, star + 1)  # Adjacent spaces of the center star: 6 and 1 for orange, 1 and 2 for red ...
    return (
        Feature("pillar", star, _positions(star, 2, 3) + _positions(CENTER_STAR, *around)),
        Feature("statue", star, _positions(star, 1, 2) + _positions(following, 3, 4)),
        Feature("window", star, _positions(star, 5, 6)),
    )


FEATURES: Final = tuple(feature for star in range(CENTER_STAR) for feature in _features(star))
"""All eighteen features, by star clockwise from the upper left."""

FEATURES_AT: Final = tuple(
    tuple(tuple(feature for feature in FEATURES if (star, space) in feature.spaces) for space in range(SPACES))
    for star in range(len(STARS))
)
"""The features of each space, by star and space."""
