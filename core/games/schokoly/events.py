"""Events in the log of a schokoly match: cards laid, announcements, and known cards of the hidden hands."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.game import Seat, fact

ColorName: TypeAlias = Literal["white", "milk", "dark"]


@fact
@dataclass(frozen=True, slots=True)
class ColorChosen:
    """A seat named its color before its first card; in a team game the team's color (S-COLOUR-1)."""

    seat: Seat
    color: ColorName


@fact
@dataclass(frozen=True, slots=True)
class CardLaid:
    """A seat laid a card with its upper left piece at `x` (to the right) and `y` (downwards), counted in pieces.

    `face` is written row by row as the card lies, `wm/dd` (w white, m milk, d dark). `stacked` puts it on the second
    level, with a counter on it (S-STACK-1). `guard` is the place of the first-level card that gets a safety counter,
    this one or another (S-COUNTER-1).
    """

    seat: Seat
    face: str
    x: int
    y: int
    stacked: bool = False
    guard: tuple[int, int] | None = None


@fact
@dataclass(frozen=True, slots=True)
class HandSeen:
    """Cards known to be in a seat's hand at this moment: all of them or some, in any order and any rotation."""

    seat: Seat
    faces: tuple[str, ...]


@fact
@dataclass(frozen=True, slots=True)
class SwapOffered:
    """The seat to move offered a hand card and announced the number of its pieces of the color of `to` (S-SWAP-1).

    `face` is the card, None if unknown.
    """

    seat: Seat
    to: Seat
    count: int
    face: str | None = None


@fact
@dataclass(frozen=True, slots=True)
class SwapAnswered:
    """The offer was accepted, with a card handed back, or declined.

    `face` is the offered card and `given` the one handed back, None if unknown; both None when declined.
    """

    seat: Seat
    accepted: bool
    face: str | None = None
    given: str | None = None


@fact
@dataclass(frozen=True, slots=True)
class Passed:
    """A seat had no legal card (S-PASS-1)."""

    seat: Seat


Event: TypeAlias = ColorChosen | CardLaid | HandSeen | SwapOffered | SwapAnswered | Passed
