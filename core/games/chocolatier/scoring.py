"""Points of chocolatier: a tile on the wall, the floor line, the bonuses at the end, and the result."""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from core.game import Outcome, Seat
from core.games.chocolatier.state import COLORS, SIZE, Board, State
from core.messages import message, message_of
from core.ranking import competition_ranks

Wall: TypeAlias = tuple[tuple[int | None, ...], ...]
Cell: TypeAlias = tuple[int, int]
"""Row and column of the wall, both from 0."""

FLOOR_LOSS: Final = (0, 1, 2, 4, 6, 8, 11, 14)
"""Points lost for 0, 1, 2 ... tiles on the floor line (C-SCORE-2)."""

ROW_BONUS: Final = 2
COLUMN_BONUS: Final = 7
COLOR_BONUS: Final = 10
"""Points at the end for each complete row, complete column and color placed five times (C-END-2)."""


class Runs(NamedTuple):
    """The unbroken runs through one tile: columns `left` to `right`, rows `top` to `bottom`, inclusive."""

    left: int
    right: int
    top: int
    bottom: int

    def points(self) -> int:
        """1 for a tile without neighbors, else the lengths of its runs longer than 1 (C-SCORE-1)."""
        across = self.right - self.left + 1
        down = self.bottom - self.top + 1
        if across == 1:
            return down
        return across if down == 1 else across + down

    def cells(self, row: int, column: int) -> tuple[Cell, ...]:
        """The cells that scored, the placed one first."""
        across = [(row, near) for near in range(self.left, self.right + 1) if near != column]
        down = [(near, column) for near in range(self.top, self.bottom + 1) if near != row]
        return ((row, column), *across, *down)


def runs(wall: Wall, row: int, column: int) -> Runs:
    """The runs through the tile already placed at `row` and `column`, both from 0."""
    tiles = wall[row]
    left = right = column
    while left and tiles[left - 1] is not None:
        left -= 1
    while right < SIZE - 1 and tiles[right + 1] is not None:
        right += 1
    top = bottom = row
    while top and wall[top - 1][column] is not None:
        top -= 1
    while bottom < SIZE - 1 and wall[bottom + 1][column] is not None:
        bottom += 1
    return Runs(left, right, top, bottom)


def floor_loss(board: Board) -> int:
    """Points actually lost to the floor line, as a positive number: never more than the score (C-SCORE-2)."""
    return min(FLOOR_LOSS[len(board.floor)], board.score)


def complete_rows(wall: Wall) -> int:
    return [None in row for row in wall].count(False)


class Bonus(NamedTuple):
    """One kind of bonus of a seat at the end."""

    source: str
    points: int
    cells: tuple[Cell, ...]


def bonuses(wall: Wall) -> Iterator[Bonus]:
    """The bonuses of a final wall (C-END-2): `rows`, `columns`, `colors`; kinds without points are left out."""
    everywhere = [(row, column) for row in range(SIZE) for column in range(SIZE)]
    rows = [[(row, column) for column in range(SIZE)] for row in range(SIZE)]
    columns = [[(row, column) for row in range(SIZE)] for column in range(SIZE)]
    colors = [[cell for cell in everywhere if wall[cell[0]][cell[1]] == color] for color in range(COLORS)]
    for source, worth, sets in (
        ("rows", ROW_BONUS, rows),
        ("columns", COLUMN_BONUS, columns),
        ("colors", COLOR_BONUS, colors),
    ):
        complete = [cells for cells in sets if len(cells) == SIZE and all(wall[r][c] is not None for r, c in cells)]
        if complete:
            yield Bonus(source, worth * len(complete), tuple(cell for cells in complete for cell in cells))


def scores(state: State) -> tuple[int, ...]:
    """Points by seat, without the bonuses until the last round is scored."""
    return tuple([board.score for board in state.boards])


def outcome(state: State) -> Outcome | None:
    """The most points win; tie-break: complete rows; equal again: shared victory (C-END-3)."""
    if state.phase != "over":
        return None
    results = [(board.score, complete_rows(board.wall)) for board in state.boards]
    ranks = competition_ranks(results)
    winners = tuple([seat for seat, rank in enumerate(ranks) if rank == 1])
    return Outcome(winners, ranks, _why(results, winners))


def _why(results: list[tuple[int, int]], winners: tuple[Seat, ...]) -> str:
    points, rows = max(results)
    if len(winners) > 1:
        complete = message_of("{number} complete row", "{number} complete rows", rows)
        return message(
            "Equal on {points} points and {complete}: the victory is shared.", points=points, complete=complete
        )
    rows_of_rivals = [other_rows for score, other_rows in sorted(results)[:-1] if score == points]
    if rows_of_rivals:
        return message(
            "Equal on {points} points; more complete rows decide ({rows} to {rivals}).",
            points=points,
            rows=rows,
            rivals=max(rows_of_rivals),
        )
    return message("Most points: {points}.", points=points)
