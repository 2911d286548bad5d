"""What the log of a pavilion match stores: the seats' choices and the draws."""

from dataclasses import dataclass
from typing import TypeAlias

from core.game import Seat, fact


@fact
@dataclass(frozen=True, slots=True)
class SupplyFilled:
    """The supply was filled up to 10 tiles: at the start, and after bonus tiles were taken (P-BONUS-2).

    `tiles` are the color names of the tiles that were drawn, as drawn; not those that lay there already.
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
    """A seat took the tiles of one color from a source (0: the center); a wild comes along by itself (P-TAKE-2)."""

    seat: Seat
    source: int
    color: str


@fact
@dataclass(frozen=True, slots=True)
class TilePlaced:
    """A seat placed a tile of `color` on a space, the position 1..6 counted clockwise within its star.

    `wilds` tells how many of the tiles paid beside it were of the wild color; 0 when `color` is the wild color
    itself (P-PLACE-2).
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

    A seat whose turn comes without tiles passes without an event (P-PASS-2).
    """

    seat: Seat
    kept: tuple[str, ...]


Event: TypeAlias = SupplyFilled | DisplaysFilled | TilesTaken | TilePlaced | BonusTaken | Passed
