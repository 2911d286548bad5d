"""The board of azacru: its fields, its regions, and every straight way between fields, computed once.

Fields are numbered along the ranks from a1 (0) to i9 (80). A set of fields is an integer: bit n is field n.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

Fields: TypeAlias = int
"""A set of fields, one bit per field."""

SIZE: Final = 9
"""Files a to i and ranks 1 to 9; rank 9 is at the top of the drawing."""

REGION_SIZE: Final = 3

FIELDS: Final = tuple(f"{file}{rank}" for rank in range(1, SIZE + 1) for file in "abcdefghi")
FIELD_INDEX: Final = {name: field for field, name in enumerate(FIELDS)}

DIRECTIONS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The directions clockwise; a direction in the state is an index of this tuple."""

_STEPS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Change of file (to the right) and rank (up) for one step in each direction."""

LEFT: Final = -1
RIGHT: Final = 1
"""Change of the direction index for a turn of 45 degrees to the right."""


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A straight way between two fields; ways are compared by identity.

    `between` are the fields passed over, `ends` the first and the last field; `crosses` is true when these are in
    different regions.
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
    """The names of the fields in a set, in ascending order from a1."""
    return tuple(name for field, name in enumerate(FIELDS) if fields >> field & 1)


def _region(field: int) -> tuple[int, int]:
    rank, file = divmod(field, SIZE)
    return rank // REGION_SIZE, file // REGION_SIZE


REGIONS: Final[tuple[Fields, ...]] = tuple(
    sum(1 << near for near in range(SIZE * SIZE) if _region(near) == _region(field)) for field in range(SIZE * SIZE)
)
"""For each field the fields of its region, the field itself included."""


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
"""By field and direction: the ways up to the edge of the board, the shortest first."""

AHEAD: Final = tuple(
    tuple(tuple(WAYS[field][turn_by(facing, turn)] for turn in (LEFT, 0, RIGHT)) for facing in range(len(DIRECTIONS)))
    for field in range(SIZE * SIZE)
)
"""By field and facing: the ways open to a chevron, half left, straight on and half right (A-MOVE-2)."""

WAY: Final = {(FIELDS[way.start], FIELDS[way.end]): way for directions in WAYS for ways in directions for way in ways}
"""The way from one field name to another; only for pairs with a straight way."""
