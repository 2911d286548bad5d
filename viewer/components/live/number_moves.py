"""Moves that differ in one whole number alone, such as bids from 1 to 100: entered as a number, not picked."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

MIN_NUMBERS: Final = 20
"""Minimum number of moves that become one number field."""


@dataclass(frozen=True, slots=True)
class NumberMoves:
    """Moves that have their own value in `field`, in order, and are equal otherwise."""

    field: str
    moves: tuple[Any, ...]

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(getattr(move, self.field) for move in self.moves)


def numbered(moves: Iterable[Any]) -> tuple[tuple[NumberMoves, ...], tuple[Any, ...]]:
    """The moves that are entered as a number, and the others."""
    alike, others = defaultdict[tuple[str, Any], list[Any]](list), dict.fromkeys(moves)
    for move in others:
        for name in _numbers_of(move):
            alike[name, replace(move, **{name: 0})].append(move)
    numbers = list[NumberMoves]()
    for (name, _), group in sorted(alike.items(), key=lambda item: -len(item[1])):
        left = [move for move in group if move in others]
        if len(left) >= MIN_NUMBERS:
            numbers.append(NumberMoves(name, tuple(sorted(left, key=lambda move: getattr(move, name)))))
            for move in left:
                del others[move]
    return tuple(numbers), tuple(others)


def _numbers_of(move: Any) -> list[str]:
    return [field.name for field in fields(move) if field.name != "seat" and type(getattr(move, field.name)) is int]


def around(first: str, last: str, values: Sequence[int]) -> tuple[str, str] | None:
    """The words before and after the number, from the sentences for the first and the last of the values."""
    number, other = str(values[0]), str(values[-1])
    for at in range(len(first)):
        if first.startswith(number, at):
            before, after = first[:at], first[at + len(number) :]
            if last == f"{before}{other}{after}":
                return before, after
    return None
