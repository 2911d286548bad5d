"""What a seat has built and kept at a table, to compare two tables in words."""

from core.games.pavilion.state import State
from viewer.language import gettext


def holdings(state: State, seat: int) -> tuple[tuple[str, int, bool], ...]:
    """Stars, and the tiles beside the board."""
    board = state.boards[seat]
    return (
        (gettext("complete stars"), sum(None not in star for star in board.stars), True),
        (gettext("tiles in the fullest star"), max(len(star) - star.count(None) for star in board.stars), True),
        (gettext("tiles on the stars"), sum(len(star) - star.count(None) for star in board.stars), True),
        (gettext("tiles in hand"), sum(board.hand) + sum(board.corners), True),
    )
