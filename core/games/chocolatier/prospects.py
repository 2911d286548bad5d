"""What a table between two rounds is worth: expected final points and the chance to win."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Final

from core.game import Seat, Value
from core.games.chocolatier.boards import LINES_MASK, Tiled, lines_of
from core.games.chocolatier.scoring import Wall, bonuses, complete_rows, placement_points
from core.games.chocolatier.state import COLORS, SIZE
from core.multiset import Counts
from core.ranking import leads


def judge(scores: Sequence[int], boards: Sequence[Tiled], start: Seat, rounds: int, bag: Counts) -> Value:
    rows = [complete_rows(board.wall) for board in boards]
    if any(rows):
        points = [float(score + _bonus(board.wall)) for score, board in zip(scores, boards, strict=True)]
        results = list(zip(points, rows, strict=True))
        winners = results.count(max(results))
        return Value(tuple([(own == max(results)) / winners for own in results]), leads(points), tuple(points))
    left = max(0.6, 4.6 - rounds)
    points = [
        score + 9.0 * left + _worth(board.wall, board.key & LINES_MASK) + (0.5 if seat == start else 0)
        for seat, (score, board) in enumerate(zip(scores, boards, strict=True))
    ]
    scale = 3.0 + 1.6 * left
    best = max(points)
    shares = [exp((own - best) / scale) for own in points]
    return Value(tuple([share / sum(shares) for share in shares]), leads(points), tuple(points))


@lru_cache(maxsize=8192)
def _bonus(wall: Wall) -> int:
    return sum(bonus.points for bonus in bonuses(wall))


_COLUMN: Final = (0.0, 0.3, 1.0, 2.5, 5.0, 7.0)
_COLOR: Final = (0.0, 0.2, 0.6, 1.6, 4.0, 10.0)


@lru_cache(maxsize=8192)
def _worth(wall: Wall, lines: int) -> float:
    """Prospects of bonuses, and what the tiles on the lines bring."""
    worth = 0.0
    for column in range(SIZE):
        worth += _COLUMN[sum(row[column] is not None for row in wall)]
    for color in range(COLORS):
        worth += _COLOR[sum(color in row for row in wall)]
    for row, line in enumerate(lines_of(lines)):
        if line.color is not None:
            worth += placement_points(wall, row, (line.color + row) % SIZE) * 0.7 * line.tiles / (row + 1)
    return worth
