"""The components of azacru and where they start; the table as it changes; where every component lies."""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from core.games.azacru.fields import DIRECTIONS, FIELD_INDEX, FIELDS, Fields
from core.phrase import phrase

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
"""The sides in seat order unless a match states another order, by number of players."""

MARKERS: Final = 50
"""Markers each seat has, on the board or in its supply."""


@dataclass(frozen=True, slots=True)
class Options:
    """`sides` in seat order; () for the usual order of that many players (`SIDES`)."""

    sides: tuple[Side, ...] = ()

    @property
    def bgg_id(self) -> int:
        return 21065


@dataclass(frozen=True, slots=True)
class Chevron:
    """Where a chevron stands (index into `FIELDS`) and the direction it faces (index into `DIRECTIONS`)."""

    field: int
    facing: int


CHEVRONS: Final = tuple(
    tuple(Chevron(field, facing) for facing in range(len(DIRECTIONS))) for field in range(len(FIELDS))
)
"""Every chevron there can be, made once, by field and facing."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What the last move leaves to be seen: its first and last field, and the fields whose marker it changed."""

    start: int
    end: int
    changed: Fields


@dataclass(frozen=True, slots=True)
class State:
    """The whole table.

    `markers` and `chevrons` are by seat; a chevron keeps its place in the tuple, None once it has left the game.
    `turns` counts the turns taken, passes among them. `last_turns` is how many turns are left after somebody passed;
    None before. `trace` is None at the start and after a pass.
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
        raise ValueError(
            phrase(
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
    """Chevrons, those that left the game among them, and markers of each seat.

    The supply never limits a move (A-MARK-2): a seat with more than `MARKERS` on the board has borrowed some.
    """
    found: Counter[str] = Counter()
    for seat, (markers, chevrons) in enumerate(zip(state.markers, state.chevrons, strict=True)):
        supply = MARKERS - markers.bit_count()
        found[f"markers of seat {seat}"] = markers.bit_count() + supply
        found[f"chevrons of seat {seat}"] = len(chevrons)
    return found
