"""Events in the log of a score sheet: noted points, named winners, named ranks."""

from dataclasses import dataclass
from typing import TypeAlias

from core.game import Points, Seat, fact


@fact
@dataclass(frozen=True, slots=True)
class PointsNoted:
    """The points of one round, one category or the whole match, one number per seat; None: not noted."""

    label: str
    points: tuple[Points, ...]


@fact
@dataclass(frozen=True, slots=True)
class WinnersNamed:
    """The winners stated by the players, independent of the points; empty: no winner. Ends the match."""

    seats: tuple[Seat, ...]


@fact
@dataclass(frozen=True, slots=True)
class RanksNamed:
    """The ranks stated by the players where no points are known, one per seat, 1 for the best; None: not known.

    Equal ranks are shared; the seats of rank 1 win. Ends the match.
    """

    ranks: tuple[int | None, ...]


Event: TypeAlias = PointsNoted | WinnersNamed | RanksNamed
