"""Edits of a play that was recorded as points and a result: one value, changed where it is shown."""

from dataclasses import dataclass
from typing import TypeAlias

from core.game import Points, Seat


@dataclass(frozen=True, slots=True)
class PointsEdit:
    """The points of one seat in a line: its index among the effective events; None: final points, of which none are
    noted yet. With an `entry`, what was written there, the points of the line are computed again.
    """

    line: int | None
    seat: Seat
    points: Points = None
    entry: str | None = None


@dataclass(frozen=True, slots=True)
class LabelEdit:
    """The label of a line, and the name of its category in the template of the sheet."""

    line: int
    label: str


@dataclass(frozen=True, slots=True)
class WinnersEdit:
    """The winners in seat order, in place of the result so far; None: the points decide."""

    seats: tuple[Seat, ...] | None


@dataclass(frozen=True, slots=True)
class RanksEdit:
    """The ranks of all seats as the result; nothing where the sheet has points or a result."""

    ranks: tuple[int | None, ...]


SheetEdit: TypeAlias = PointsEdit | LabelEdit | WinnersEdit | RanksEdit
