"""Data of games for comparisons of many matches: features of each seat's play, and equal openings."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from core.game import Gain
from core.game_parts import GameParts
from core.games.azacru import features as azacru
from core.games.azacru import symmetry
from core.games.chocolatier import features as chocolatier
from core.games.pavilion import features as pavilion
from core.games.schokoly import features as schokoly

SeatFeatures: TypeAlias = Mapping[str, int | None]
"""Integers by feature; None: it did not happen."""

Features: TypeAlias = Callable[[Sequence[Any], Sequence[Gain]], tuple[SeatFeatures, ...]]
"""The features of every seat, from all states of a match and all its gains; each seat has the same features."""

Canonical: TypeAlias = Callable[[int, Any, Sequence[Any]], tuple[Any, tuple[Any, ...]]]
"""From a number of seats, options and events to the options and events of the representative of all equal matches."""

_OWN: Final[Mapping[str, Features]] = {
    "azacru": azacru.features,
    "chocolatier": chocolatier.features,
    "pavilion": pavilion.features,
    "schokoly": schokoly.features,
}

FEATURES: Final = GameParts("partie.features", _OWN)
"""By key of the game."""

CANONICAL: Final[Mapping[str, Canonical]] = {"azacru": symmetry.canonical}
"""By key of the game, for games without chance: their openings form a tree."""
