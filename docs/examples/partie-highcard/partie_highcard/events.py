"""What the log holds: the cards that were dealt, and the cards that were played."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from partie.game import Seat, fact


@fact
@dataclass(frozen=True, slots=True)
class HandsDealt:
    """The hand of each seat, in seat order."""

    hands: tuple[tuple[int, ...], ...]


@fact
@dataclass(frozen=True, slots=True)
class CardPlayed:
    """The seat laid a card of its hand on the table."""

    seat: Seat
    card: int


Event: TypeAlias = HandsDealt | CardPlayed
EVENTS: Final = (HandsDealt, CardPlayed)
