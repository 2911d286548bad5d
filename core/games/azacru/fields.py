"""The board of azacru: its fields, its regions, and every straight way from field to field, worked out once.

Fields count along the ranks from a1 (0) to i9 (80). A set of fields is a number whose bit n stands for field n.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

Fields: TypeAlias = int
"""A set of fields, as bits."""

SIZE: Final = 9
"""Files a to i and ranks 1 to 9; rank 9 is drawn on top."""

REGION_SIZE: Final = 3

FIELDS: Final = tuple(f"{file}{rank}" for rank in range(1, SIZE + 1) for file in "abcdefghi")
FIELD_INDEX: Final = {name: field for field, name in enumerate(FIELDS)}

DIRECTIONS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""Clockwise; in the state a direction is its index here."""

_STEPS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Files to the right and ranks up that one field in each direction makes."""

LEFT: Final = -1
RIGHT: Final = 1
"""What a turn by 45 degrees adds to a direction."""


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """From one field straight to another; two ways are equal only when they are the same.

    `between` are the fields passed over, `ends` the first and the last field; `crosses` when these lie in different
    regions.
    """

    start: int
    end: int
    direction: int
    distance: int
    between: Fields
    last: Fields
    ends: Fields
    crosses: bool


def turn_by(direction: int, turn: int) -> int:
    """The direction after a turn: `LEFT`, `RIGHT`, or 0 for none."""
    return (direction + turn) % len(DIRECTIONS)


def named(fields: Fields) -> tuple[str, ...]:
    """The names of the fields in a set, from a1 on."""
    return tuple(name for field, name in enumerate(FIELDS) if fields >> field & 1)


def _region(field: int) -> tuple[int, int]:
    rank, file = divmod(field, SIZE)
    return rank // REGION_SIZE, file // REGION_SIZE


REGIONS: Final[tuple[Fields, ...]] = tuple(
    sum(1 << near for near in range(SIZE * SIZE) if _region(near) == _region(field)) for field in range(SIZE * SIZE)
)
"""For each field the fields of the region it lies in, itself among them."""


def _ways(start: int, direction: int) -> Iterator[Way]:
    """The ways in one direction, the shortest first."""
    files, ranks = _STEPS[direction]
    rank, file = divmod(start, SIZE)
    between = 0
    for distance in range(1, SIZE):
        rank, file = rank + ranks, file + files
        if not (0 <= rank < SIZE and 0 <= file < SIZE):
            return
        end = rank * SIZE + file
        last = 1 << end
        crosses = _region(start) != _region(end)
        yield Way(start, end, direction, distance, between, last, 1 << start | last, crosses)
        between |= last


WAYS: Final = tuple(
    tuple(tuple(_ways(field, direction)) for direction in range(len(DIRECTIONS))) for field in range(SIZE * SIZE)
)
"""By field and direction: the ways as far as the edge of the board, the shortest first."""

AHEAD: Final = tuple(
    tuple(tuple(WAYS[field][turn_by(facing, turn)] for turn in (LEFT, 0, RIGHT)) for facing in range(len(DIRECTIONS)))
    for field in range(SIZE * SIZE)
)
"""By field and facing: the ways a chevron has, half left, straight on and half right (A-MOVE-2)."""

WAY: Final = {(FIELDS[way.start], FIELDS[way.end]): way for directions in WAYS for ways in directions for way in ways}
"""The way from one field name to another, where there is a straight one."""
