"""What the log of a score sheet stores: noted points and named winners."""

from dataclasses import dataclass
from typing import TypeAlias

from core.game import Points, Seat, fact


@fact
@dataclass(frozen=True, slots=True)
class PointsNoted:
    """The points of one round, one category or the whole match, one number a seat; None: not noted."""

    label: str
    points: tuple[Points, ...]


@fact
@dataclass(frozen=True, slots=True)
class WinnersNamed:
    """The table said who won, whatever the points say; no seat at all: nobody won. Ends the match."""

    seats: tuple[Seat, ...]


Event: TypeAlias = PointsNoted | WinnersNamed
