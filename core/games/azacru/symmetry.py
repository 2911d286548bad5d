"""Matches of azacru that are equal by the rules: the board turned or mirrored, with the sides that go with it.

The eight symmetries of the square keep regions, directions and distances; a mirror swaps left and right turns. Two
matches are equal if one of them makes one of the other, seat by seat.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from core.games.azacru.events import ChevronMoved, Event
from core.games.azacru.fields import DIRECTIONS, FIELD_INDEX, FIELDS, SIZE
from core.games.azacru.notation import write
from core.games.azacru.state import SIDES, STARTS, Options, Side

_OTHER: Final[dict[Literal["left", "right"] | None, Literal["left", "right"] | None]] = {
    None: None,
    "left": "right",
    "right": "left",
}


class Symmetry(NamedTuple):
    """The board mirrored along its files, if `mirrored`, then turned clockwise by so many quarters."""

    mirrored: bool
    quarters: int

    def field(self, name: str) -> str:
        rank, file = divmod(FIELD_INDEX[name], SIZE)
        if self.mirrored:
            file = SIZE - 1 - file
        for _ in range(self.quarters):
            rank, file = SIZE - 1 - file, rank
        return FIELDS[rank * SIZE + file]

    def direction(self, name: str) -> str:
        facing = DIRECTIONS.index(name)
        return DIRECTIONS[((-facing if self.mirrored else facing) + 2 * self.quarters) % len(DIRECTIONS)]

    def event(self, event: Event) -> Event:
        if not isinstance(event, ChevronMoved):
            return event
        turned = _OTHER[event.turned] if self.mirrored else event.turned
        return ChevronMoved(event.seat, self.field(event.start), self.field(event.end), turned)


SYMMETRIES: Final = tuple(Symmetry(mirrored, quarters) for mirrored in (False, True) for quarters in range(4))
"""The first one changes nothing."""


def _side(symmetry: Symmetry, side: Side) -> Side | None:
    """The side whose chevrons are those of `side` after the symmetry; None if there is none."""
    chevrons = {(symmetry.field(field), symmetry.direction(facing)) for field, facing in STARTS[side]}
    return next((other for other, standing in STARTS.items() if set(standing) == chevrons), None)


_SIDE: Final = {(symmetry, side): _side(symmetry, side) for symmetry in SYMMETRIES for side in STARTS}


def canonical(seats: int, options: Options, events: Sequence[Event]) -> tuple[Options, tuple[Event, ...]]:
    """The match that represents all equal ones: on the default sides if one of them is."""
    usual = SIDES[seats]
    starts: list[tuple[Symmetry, tuple[Side, ...]]] = []
    for symmetry in SYMMETRIES:
        start = tuple(other for side in options.sides or usual if (other := _SIDE[symmetry, side]))
        if sorted(start) == sorted(usual):
            starts.append((symmetry, start))
    first = min((start for _, start in starts), key=lambda start: (start != usual, start))
    matches = [tuple(map(symmetry.event, events)) for symmetry, start in starts if start == first]
    return replace(options, sides=first), min(matches, key=lambda match: [write(event) for event in match])
