"""Doubts about a reading: what they share, for `mapping_doubts` and `play_doubts`."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from core.messages import Message
from importers import cell_values

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
