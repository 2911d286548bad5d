"""The sides of a sheet: the seats that win together."""

from core.game import Seat
from core.games.scoresheet.state import State
from core.ranking import sides_of


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The seats that win together: the teams, and each other seat alone; in a cooperative match all seats."""
    if state.options.cooperative:
        return (tuple(range(state.seats)),)
    return sides_of(state.seats, state.options.teams)
