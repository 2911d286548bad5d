"""Two lines from one table compared: what scores in them, and what they leave. A line is a sequence of events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from core.game import Gain, Seat


class Thing(NamedTuple):
    """A thing that scores or is held: `key` tells the things of one source of points apart (a row, a star)."""

    seat: Seat
    source: str
    key: str = ""


class Held(NamedTuple):
    """Signed points of a thing; `place` is the event of the line that decided them, None if none of them did."""

    points: float = 0
    place: int | None = None


LinePoints: TypeAlias = dict[Thing, Held]

TO_THE_END: Final = "to the end"
"""The key of a thing that is all later moves of a seat, where both lines go on to the end of the match."""


class Sequel(NamedTuple):
    """A move and those that follow; `end` is the table after them, `is_over`: the match is over there."""

    events: tuple[Any, ...]
    end: Any
    is_over: bool


class Fact(NamedTuple):
    """A thing in which the lines differ; `effect` is what the better line gains for the lead of the seat by it."""

    thing: Thing
    played: Held
    best: Held
    effect: float


@dataclass(frozen=True, slots=True)
class Reason:
    """The reasons that the better move was better for the seat, from the table `state`.

    `facts` are at most two, the one of more points first. `is_result`: the end of the match itself is a reason.
    """

    seat: Seat
    state: Any
    played: Sequel
    best: Sequel
    facts: tuple[Fact, ...]
    is_result: bool

    def line_of(self, fact: Fact) -> Sequel:
        """The line in which the thing changed more points: the one to tell it by."""
        return self.best if abs(fact.best.points) > abs(fact.played.points) else self.played

    def place_of(self, fact: Fact) -> int | None:
        """The place in that line of the event that decided the points; None where both have the same."""
        if abs(fact.best.points) == abs(fact.played.points):
            return None
        return (fact.best if self.line_of(fact) is self.best else fact.played).place


class Comparing(Protocol):
    """The words that a game may say of two lines from one table to the end of the round; a module of the game."""

    def line_points(self, state: Any, events: Sequence[Any]) -> LinePoints:
        """The points of all seats over the line; they add up to the difference of the scores."""

    def different(self, one: Any, other: Any) -> Mapping[Thing, float | None]:
        """The holdings in which two tables at the end of the same round differ in something to be counted.

        Positive numbers: `other` has more of what is good for the seat. None: either may be better.
        """

    def exchanged(self, table: Any, other: Any, thing: Thing) -> Any:
        """`table` with one holding of `other`; it may be a table that no match can lead to."""


def add(found: LinePoints, gain: Gain, key: str, place: int | None) -> None:
    """Add a gain to its thing, which `place` decided from now on."""
    thing = Thing(gain.seat, gain.source, key)
    found[thing] = Held(found.get(thing, Held()).points + gain.points, place)
