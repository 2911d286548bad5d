"""What the log of an azacru match stores: moves and passes. Everything that follows from them is computed."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.game import Seat, fact


@fact
@dataclass(frozen=True, slots=True)
class ChevronMoved:
    """A seat moved a chevron from field to field (`g9`, `f8`) and perhaps turned it 45 degrees at the end."""

    seat: Seat
    start: str
    end: str
    turned: Literal["left", "right"] | None = None


@fact
@dataclass(frozen=True, slots=True)
class Passed:
    """A seat could move none of its chevrons (A-MOVE-1)."""

    seat: Seat


Event: TypeAlias = ChevronMoved | Passed
