"""The sides of a sheet: the seats that win together, and the points they share."""

from collections.abc import Iterable
from functools import reduce
from operator import add

from core.game import Points, Seat
from core.games.scoresheet.state import State


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The seats that win together: the teams, and each other seat alone; in a cooperative match all seats."""
    if state.options.cooperative:
        return (tuple(range(state.seats)),)
    members = {seat for team in state.options.teams for seat in team}
    return (*state.options.teams, *((seat,) for seat in range(state.seats) if seat not in members))


def sum_of(points: Iterable[Points]) -> Points:
    """The sum of the known points; None: none is known.

    Added from left to right, as in the browser: the built-in `sum` rounds fractions otherwise from Python 3.12 on, and
    points that are equal on one side would not tie on the other.
    """
    known = [number for number in points if number is not None]
    return reduce(add, known) if known else None
