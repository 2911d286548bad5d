"""The best column of a free wall for the tile of a full line: a rule that looks ahead, unlike the simple player.

It weighs the points and the spaces that the tile leaves open: bench/train.py fits it to the answers of the network for
walls that differ by one column.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from core.games.chocolatier.evaluation.free_inputs import Masks, masks
from core.games.chocolatier.scoring import Wall, placement_points
from core.games.chocolatier.state import COLORS, SIZE, Board
from core.games.chocolatier.tiling import waiting_row
from core.weight_files import weight_file

_ALL: Final = (1 << COLORS) - 1
_EVERY_COLUMN: Final = (1 << SIZE) - 1


def best_column(board: Board, rounds: int) -> int:
    """The column for the topmost full line, the first of equal ones."""
    worths = columns_worths(board, rounds)
    return max(worths, key=worths.__getitem__)


def columns_worths(board: Board, rounds: int) -> dict[int, float]:
    """The worth of each column, in points, for the topmost full line."""
    row = waiting_row(board)
    color = board.lines[row].color
    assert color is not None
    return _worths(board.wall, row, color, 0 if rounds <= 2 else 1 if rounds <= 4 else 2)


@lru_cache(maxsize=4096)
def _worths(wall: Wall, row: int, color: int, late: int) -> dict[int, float]:
    known, weights = masks(wall), _rule()[late]
    free = _EVERY_COLUMN & ~known.of_colors[color]
    return {
        column: _worth(wall, known, row, column, color, weights)
        for column, tile in enumerate(wall[row])
        if tile is None and free >> column & 1
    }


@cache
def _rule() -> tuple[tuple[float, ...], ...]:
    """The weights in the rounds 1 and 2, 3 and 4, and later."""
    return tuple(tuple(weights) for weights in weight_file("chocolatier", "columns.json"))


def _worth(wall: Wall, known: Masks, row: int, column: int, color: int, weights: Sequence[float]) -> float:
    rows, columns, of_colors = known
    bit = 1 << color
    in_column, is_open = 0, True
    for other, tiles in enumerate(wall):
        if tiles[column] is not None:
            in_column += 1
        elif other != row and (rows[other] | columns[column] | bit) == _ALL:
            is_open = False
    worth = weights[0] * placement_points(wall, row, column)
    worth += weights[(1 if is_open else 6) + in_column] + weights[11 + abs(column - 2)]
    worth += _neighbors(wall, row, column, weights)
    missing = few = none = 0
    for other, tiles in enumerate(wall):
        if other == row or rows[other] & bit:
            continue
        missing += 1
        left = _EVERY_COLUMN & ~(of_colors[color] | 1 << column)
        free = sum(tiles[one] is None for one in range(SIZE) if left >> one & 1)
        none += free == 0
        few += free == 1
    worth += weights[16] * few + weights[22 if none else 21 - missing] + weights[23] * none
    for one, tile in enumerate(wall[row]):
        if one != column and tile is None:
            left = _ALL & ~(rows[row] | bit | columns[one])
            if not left & (left - 1):
                worth += weights[25 if left else 24]
    return worth


def _neighbors(wall: Wall, row: int, column: int, weights: Sequence[float]) -> float:
    """Of the free spaces beside, and above and below."""
    tiles = wall[row]
    across = (column > 0 and tiles[column - 1] is None) + (column < SIZE - 1 and tiles[column + 1] is None)
    down = (row > 0 and wall[row - 1][column] is None) + (row < SIZE - 1 and wall[row + 1][column] is None)
    return weights[14] * across + weights[15] * down
