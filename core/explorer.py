"""Data of games for comparisons of many matches: features of each seat's play, and equal openings."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, TypeAlias

from core.game import Gain
from core.game_parts import GameParts

SeatFeatures: TypeAlias = Mapping[str, int | None]
"""Integers by feature; None: it did not happen."""

Features: TypeAlias = Callable[[Sequence[Any], Sequence[Gain]], tuple[SeatFeatures, ...]]
"""The features of every seat, from all states of a match and all its gains; each seat has the same features."""

Canonical: TypeAlias = Callable[[int, Any, Sequence[Any]], tuple[Any, tuple[Any, ...]]]
"""From a number of seats, options and events to the options and events of the representative of all equal matches."""


def _features(game: str) -> Features:
    """The features of one of Partie's own games, imported with its first match: lists need the rules of no game."""

    def features(states: Sequence[Any], gains: Sequence[Gain]) -> tuple[SeatFeatures, ...]:
        own: Features = import_module(f"core.games.{game}.features").features
        return own(states, gains)

    return features


def _of_azacru(seats: int, options: Any, events: Sequence[Any]) -> tuple[Any, tuple[Any, ...]]:
    from core.games.azacru import symmetry  # As the features.

    return symmetry.canonical(seats, options, events)


_OWN: Final = {game: _features(game) for game in ("azacru", "chocolatier", "pavilion", "schokoly")}

FEATURES: Final = GameParts("partie.features", _OWN)
"""By key of the game."""

CANONICAL: Final[Mapping[str, Canonical]] = {"azacru": _of_azacru}
"""By key of the game, for games without chance: their openings form a tree."""
