"""Events in the log of an azacru match: moves and passes; everything else is computed."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.game import Seat, fact


@fact
@dataclass(frozen=True, slots=True)
class ChevronMoved:
    """A seat moved a chevron from field to field (`g9`, `f8`); `turned` is a turn of 45 degrees at the end, if any."""

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
