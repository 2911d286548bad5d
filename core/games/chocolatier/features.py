"""Features of a chocolatier match by seat."""

from bisect import bisect_left
from collections.abc import Sequence

from core.game import Gain, Seat
from core.games.chocolatier.scoring import Wall, bonuses, complete_rows
from core.games.chocolatier.state import SIZE, State


def features(states: Sequence[State], gains: Sequence[Gain]) -> tuple[dict[str, int | None], ...]:
    """`floor_tiles` include the start marker, `floor_loss` is positive, `first_column` is the round it was completed.

    `rows`, `columns` and `colors` are those complete at the end.
    """
    last = states[-1]
    return tuple(
        {
            "floor_tiles": sum(len(gain.cells) for gain in gains if gain.seat == seat and gain.source == "floor"),
            "floor_loss": -sum(int(gain.points) for gain in gains if gain.seat == seat and gain.source == "floor"),
            "first_column": _first_column(states, seat),
            "rows": complete_rows(board.wall),
            "columns": _complete(board.wall, "columns"),
            "colors": _complete(board.wall, "colors"),
            "rounds": last.round,
        }
        for seat, board in enumerate(last.boards)
    )


def _first_column(states: Sequence[State], seat: Seat) -> int | None:
    """Tiles never leave the wall, so that the states can be bisected."""
    first = bisect_left(states, True, key=lambda state: _has_column(state.boards[seat].wall))
    return states[first].round if first < len(states) else None


def _has_column(wall: Wall) -> bool:
    return any(None not in column for column in zip(*wall, strict=True))


def _complete(wall: Wall, source: str) -> int:
    return sum(len(bonus.cells) // SIZE for bonus in bonuses(wall) if bonus.source == source)
