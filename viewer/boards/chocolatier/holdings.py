"""What a seat has built and owes at a table, to compare two tables in words."""

from core.games.chocolatier.state import SIZE, State
from viewer.language import gettext


def holdings(state: State, seat: int) -> tuple[tuple[str, int, bool], ...]:
    """Wall, its fullest column, complete lines, and the floor line."""
    board = state.boards[seat]
    columns = zip(*board.wall, strict=True)
    return (
        (gettext("pieces on the floor line"), len(board.floor), False),
        (gettext("complete lines"), sum(line.tiles == number for number, line in enumerate(board.lines, 1)), True),
        (gettext("tiles in the fullest column"), max(SIZE - column.count(None) for column in columns), True),
        (gettext("tiles on the wall"), sum(SIZE - row.count(None) for row in board.wall), True),
    )
