"""Events in the log of a chocolatier match: the seats' choices and the draws."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.game import Seat, fact

SpecialKind: TypeAlias = Literal["SF1", "SF2", "SF3", "SF4", "SF5"]


@fact
@dataclass(frozen=True, slots=True)
class DisplaysFilled:
    """Displays 1..N were filled from the bag, each with up to 4 color names (C-FILL-1).

    `specials` lists the displays turned to their gold side, as (display, kind, color); `color` is set for SF2 only.
    `extra` is the tile drawn onto SF1 (C-SF-1). Tiles are listed as drawn, before SF1 and SF2 take effect.
    """

    displays: tuple[tuple[str, ...], ...]
    specials: tuple[tuple[int, SpecialKind, str | None], ...] = ()
    extra: str | None = None


@fact
@dataclass(frozen=True, slots=True)
class TilesTaken:
    """A seat took all tiles of one color from a source (0: the center) to a pattern line (0: the floor).

    `passed` lists the destinations of the other colors of an SF4 display, as (color, display) pairs (C-SF-4).
    """

    seat: Seat
    source: int
    color: str
    line: int
    passed: tuple[tuple[str, int], ...] = ()


@fact
@dataclass(frozen=True, slots=True)
class TilePlaced:
    """Free wall only: a seat chose the column (1..5) for a complete line with two or more free columns."""

    seat: Seat
    line: int
    column: int


Event: TypeAlias = DisplaysFilled | TilesTaken | TilePlaced
