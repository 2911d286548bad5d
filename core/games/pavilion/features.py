"""Features of a pavilion match by seat."""

from bisect import bisect_left
from collections.abc import Sequence

from core.game import Gain, Seat
from core.games.pavilion.layout import BONUS_TILES
from core.games.pavilion.scoring import bonuses
from core.games.pavilion.state import CENTER_STAR, Board, State


def features(states: Sequence[State], gains: Sequence[Gain]) -> tuple[dict[str, int | None], ...]:
    """`stars` and `numbers` are those complete at the end, `center` is 1 for a complete center star.

    `first_star` is the round in which it was completed, `lost_points` went with the start token and with tiles left.
    """
    last = states[-1]
    return tuple(
        {
            "stars": _stars(board),
            "first_star": _first_star(states, seat),
            "center": int(None not in board.stars[CENTER_STAR]),
            "numbers": sum(bonus.source == "number" for bonus in bonuses(board, last.options.board)),
            "bonus_tiles": sum(
                tiles
                for kind, tiles in BONUS_TILES.items()
                for gain in gains
                if (gain.seat, gain.source) == (seat, kind)
            ),
            "lost_points": -sum(
                int(gain.points) for gain in gains if gain.seat == seat and gain.source in ("token", "discard")
            ),
        }
        for seat, board in enumerate(last.boards)
    )


def _stars(board: Board) -> int:
    return sum(None not in star for star in board.stars)


def _first_star(states: Sequence[State], seat: Seat) -> int | None:
    """Tiles never leave a star, so that the states can be bisected."""
    first = bisect_left(states, True, key=lambda state: _stars(state.boards[seat]) > 0)
    return states[first].round if first < len(states) else None
