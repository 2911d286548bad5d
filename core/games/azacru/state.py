"""The components of azacru: starting positions, the state of the table, the inventory."""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from core.errors import InvalidInput
from core.games.azacru.fields import DIRECTIONS, FIELD_INDEX, FIELDS, Fields
from core.messages import message

Side: TypeAlias = Literal["A", "B", "a", "b", "c", "d"]
"""A starting position: A and B for 2 players, a to d for 3 or 4."""

STARTS: Final[dict[Side, tuple[tuple[str, str], ...]]] = {
    "A": (("a9", "SE"), ("g9", "S"), ("i5", "W"), ("g1", "N")),
    "B": (("i1", "NW"), ("c1", "N"), ("a5", "E"), ("c9", "S")),
    "a": (("g9", "S"), ("i5", "W"), ("g1", "N")),
    "b": (("c9", "S"), ("a5", "E"), ("c1", "N")),
    "c": (("e9", "S"), ("a7", "E"), ("i7", "W")),
    "d": (("e1", "N"), ("a3", "E"), ("i3", "W")),
}
"""Fields and facings of each side's chevrons at the start (Board and set-up)."""

SIDES: Final[dict[int, tuple[Side, ...]]] = {2: ("A", "B"), 3: ("c", "a", "b"), 4: ("c", "a", "d", "b")}
"""The default sides in seat order, by number of players."""

MARKERS: Final = 50
"""Markers of each seat, on the board and in its supply together."""


@dataclass(frozen=True, slots=True)
class Options:
    """`sides` in seat order; () for the default order for that many players (`SIDES`)."""

    sides: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Chevron:
    """A chevron: its field (index into `FIELDS`) and the direction it faces (index into `DIRECTIONS`)."""

    field: int
    facing: int


CHEVRONS: Final = tuple(
    tuple(Chevron(field, facing) for facing in range(len(DIRECTIONS))) for field in range(len(FIELDS))
)
"""All possible chevrons, created once, by field and facing."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The trace of the last move: its first and last field, and the fields whose marker it changed."""

    start: int
    end: int
    changed: Fields


@dataclass(frozen=True, slots=True)
class State:
    """The whole table.

    `markers` and `chevrons` are by seat; a chevron keeps its index in the tuple, which holds None after the chevron
    left the game. `turns` counts the turns taken, passes included. `last_turns` is the number of turns left after the
    first pass, None before it. `trace` is None at the start and after a pass.
    """

    markers: tuple[Fields, ...]
    chevrons: tuple[tuple[Chevron | None, ...], ...]
    turns: int = 0
    last_turns: int | None = None
    trace: Trace | None = None


def setup(seats: int, options: Options) -> State:
    """Chevrons on their sides, no marker on the board; seat 0 has the first turn."""
    usual = SIDES[seats]
    sides = options.sides or usual
    if sorted(sides) != sorted(usual):
        wanted = ", ".join(sorted(usual))
        raise InvalidInput(
            message(
                "With {seats} players the sides are {wanted}, each once; not {given}.",
                seats=seats,
                wanted=wanted,
                given=", ".join(sides),
            )
        )
    chevrons = tuple(
        tuple(CHEVRONS[FIELD_INDEX[field]][DIRECTIONS.index(facing)] for field, facing in STARTS[side])
        for side in sides
    )
    return State((0,) * seats, chevrons)


def inventory(state: State) -> Counter[str]:
    """The chevrons, including those that left the game, and the markers of each seat.

    The supply never limits a move (A-MARK-2): a seat with more than `MARKERS` on the board has borrowed markers.
    """
    components: Counter[str] = Counter()
    for seat, (markers, chevrons) in enumerate(zip(state.markers, state.chevrons, strict=True)):
        supply = MARKERS - markers.bit_count()
        components[f"markers of seat {seat}"] = markers.bit_count() + supply
        components[f"chevrons of seat {seat}"] = len(chevrons)
    return components
