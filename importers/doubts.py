"""Doubts about a reading, for `mapping_doubts` and `play_doubts`: their weights, and what they share.

A weight is the percent of confidence that a doubt costs; below 80 % an import asks. So `QUESTION` and all that weigh
more ask alone, two guesses ask together, and of several readings the one with the least weight is taken.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias, TypeVar

from core.messages import Message
from importers import cell_values

TOLD: Final = 10
"""It is so in many files that are read right: a column of other things."""

GUESS: Final = 15
"""It is right more often than not: a header without a known word holds what the shape of the table asks for."""

LEANING: Final = 20
"""As a guess, where the file has a column that would decide it and the reading leaves it out."""

QUESTION: Final = 25
"""The file has another simple explanation: only a person can say which."""

AGAINST: Final = 30
"""The plays would be unusual: a reading without this doubt is taken, if there is one."""

HARDLY: Final = 40
"""Its people are hardly people, or its plays hardly plays: taken only where there is no other reading."""

Doubts: TypeAlias = Iterator[tuple[int, Message]]
"""Percent of confidence that each doubt costs, and its sentence."""

_Item = TypeVar("_Item")


def share(items: Sequence[_Item], holds: Callable[[_Item], bool]) -> float:
    """The share of the items for which something holds; 0 without items."""
    return sum(map(holds, items)) / max(1, len(items))


def number(score: str) -> float | None:
    """The points in a cell, without a remark behind them; None for anything else."""
    try:
        return cell_values.points(cell_values.without_remark(score)[0], ".")
    except ValueError:
        return None
