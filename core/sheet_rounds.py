"""Rounds of a sheet, recognized by the labels of its lines: `Round 1`, `2`, `Tricks 3`, `4. kolo`."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

_NUMBERED: Final = re.compile(r"(?:|\D.*\D|\D)(\d{1,3})|(\d{1,3})\.?(?:\s\D*)?")


def numbered(label: str) -> int | None:
    """The number that a label ends or begins with; None: it has none."""
    found = _NUMBERED.fullmatch(label.strip())
    return int(found[1] or found[2]) if found else None


def rounds_of(labels: Iterable[str]) -> tuple[int | None, ...]:
    """The round of each line, in the order of the sheet; None for a line of the whole match.

    All are None unless there are at least two rounds, counted upwards from 1 with none left out.
    """
    numbers = tuple(map(numbered, labels))
    rounds = [number for number in numbers if number is not None]
    counted = [*dict.fromkeys(rounds)]
    if len(counted) < 2 or rounds != sorted(rounds) or counted != [*range(1, len(counted) + 1)]:
        return (None,) * len(numbers)
    return numbers


def points_by_round(sources: Mapping[str, float]) -> dict[int, float]:
    """The points of each round from those of each line; empty if a line has no number."""
    points: dict[int, float] = {}
    for label, number in sources.items():
        if (round_number := numbered(label)) is None:
            return {}
        points[round_number] = points.get(round_number, 0) + number
    return points
