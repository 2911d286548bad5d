"""Events in the log of a pavilion match: the seats' choices and the draws."""

from dataclasses import dataclass
from typing import TypeAlias

from core.game import Seat, fact


@fact
@dataclass(frozen=True, slots=True)
class SupplyFilled:
    """The supply was filled up to 10 tiles: at the start, and after bonus tiles were taken (P-BONUS-2).

    `tiles` are the color names of the newly drawn tiles, in the order drawn.
    """

    tiles: tuple[str, ...]


@fact
@dataclass(frozen=True, slots=True)
class DisplaysFilled:
    """Displays 1..N were filled from the bag, each with up to 4 color names (P-ROUND-1)."""

    displays: tuple[tuple[str, ...], ...]


@fact
@dataclass(frozen=True, slots=True)
class TilesTaken:
    """A seat took the tiles of one color from a source (0: the center); one wild is included (P-TAKE-2)."""

    seat: Seat
    source: int
    color: str


@fact
@dataclass(frozen=True, slots=True)
class TilePlaced:
    """A seat placed a tile of `color` on a space, the position 1..6 counted clockwise within its star.

    `wilds` is the number of wild tiles in the payment; 0 when `color` is the wild color itself (P-PLACE-2).
    """

    seat: Seat
    star: str
    position: int
    color: str
    wilds: int


@fact
@dataclass(frozen=True, slots=True)
class BonusTaken:
    """A seat took its bonus tiles from the supply, in any order (P-BONUS-1)."""

    seat: Seat
    tiles: tuple[str, ...]


@fact
@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed and kept these tiles, in any order, for the next round (P-PASS-1).

    A seat without tiles at its turn passes without an event (P-PASS-2).
    """

    seat: Seat
    kept: tuple[str, ...]


Event: TypeAlias = SupplyFilled | DisplaysFilled | TilesTaken | TilePlaced | BonusTaken | Passed
