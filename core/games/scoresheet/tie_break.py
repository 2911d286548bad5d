"""The tie-break of a template (N-TIE-1): of the sides with equal points, those with more in its categories win."""

from collections.abc import Collection, Sequence
from functools import reduce
from operator import add

from core.game import Seat
from core.games.scoresheet.arithmetic import count
from core.games.scoresheet.state import State


def after_tie_break(state: State, tied: Sequence[tuple[Seat, ...]]) -> Sequence[tuple[Seat, ...]]:
    """The sides among those with equal points that win by the tie-break."""
    names = state.template.deciding_categories() if state.template and len(tied) > 1 else ()
    numbers_of = _category_numbers(state, names) if names else {}
    for name in names:
        numbers = [reduce(add, (numbers_of[name][seat] for seat in side), 0) for side in tied]
        tied = [side for side, number in zip(tied, numbers, strict=True) if number == max(numbers)]
    return tied


def _category_numbers(state: State, names: Collection[str]) -> dict[str, list[int | float]]:
    """The numbers by seat in each of these categories: those written for its lines, else their points.

    Reads every line once, however many categories there are.
    """
    lines = {line.label: line.points for line in state.noted}
    lines |= {label: tuple(map(count, entries)) for label, entries in state.written}
    totals: dict[str, list[int | float]] = {name: [0] * state.seats for name in names}
    for label, points in lines.items():
        category, _, ordinal = label.rpartition(" ")
        for name in (label, category) if ordinal.isascii() and ordinal.isdecimal() else (label,):
            if name in totals:
                totals[name] = [sum_ + (number or 0) for sum_, number in zip(totals[name], points, strict=True)]
    return totals
