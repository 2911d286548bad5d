"""A seat's board in a round as one integer, with the effects of takes, cached for the search.

The wall and the score stay as they are until a round ends; so do the worths of lines. Lines and floor are packed into
a *key*: five bits a line from the top (0, or 1 + 5 * color + tiles - 1), three bits of pieces on the floor, one bit for
an unused shield. A take is a *code*: color, number of tiles, whether the start marker or the shield comes with it.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from core.games.chocolatier import policy, tiling
from core.games.chocolatier.evaluation.columns import best_column
from core.games.chocolatier.scoring import FLOOR_LOSS, Wall
from core.games.chocolatier.state import EMPTY_LINE, FLOOR_SPACES, LINES, MARKER, SIZE, Board, Line

FLOOR_SHIFT: Final = 25
FLOOR_PIECE: Final = 1 << FLOOR_SHIFT
LINES_MASK: Final = FLOOR_PIECE - 1
SHIELD: Final = 1 << 28

NUMBER_SHIFT: Final = 3
WITH_MARKER: Final = 1 << 8
WITH_SHIELD: Final = 1 << 9

_MAX_KEYS: Final = 4096
"""Boards remembered of one wall; when there are more, all are forgotten."""

_PLENTY: Final = 10**6
"""A score that no floor line uses up."""

OPEN_SHARE: Final = 0.6
OPEN_COST: Final = 0.4
"""Worth of a line of n spaces with k tiles that is not full: `OPEN_SHARE` * worth * k / n - `OPEN_COST` * (n - k)."""


def key_of(board: Board) -> int:
    key = len(board.floor) << FLOOR_SHIFT
    if board.shield == ():
        key |= SHIELD
    for row, line in enumerate(board.lines):
        if line.color is not None:
            key |= (line.color * SIZE + line.tiles) << SIZE * row
    return key


def lines_of(key: int) -> tuple[Line, ...]:
    lines = []
    for row in range(SIZE):
        packed = key >> SIZE * row & 31
        lines.append(LINES[(packed - 1) // SIZE][(packed - 1) % SIZE + 1] if packed else EMPTY_LINE)
    return tuple(lines)


class Laid(NamedTuple):
    """The worth of a take to the simple player at its best line, that line, and the board afterwards."""

    worth: float
    line: int
    key: int


class Tiled(NamedTuple):
    """A board after a round: the points of its wall less those of its floor, its wall, and the key of its lines."""

    points: int
    wall: Wall
    key: int


class _Takes(dict[int, Laid]):
    """The best result of each take on one board, by the code of the take."""

    __slots__ = ("_key", "_walled")

    def __init__(self, walled: "Walled", key: int) -> None:
        self._walled, self._key = walled, key

    def __missing__(self, code: int) -> Laid:
        best = self[code] = max(self._walled.laid(self._key, code))
        return best


class Walled(dict[int, _Takes]):
    """The cached takes of boards with one wall, by the board's key."""

    __slots__ = ("_free", "_lines", "_rounds", "_tiled", "_wall")

    def __init__(self, wall: Wall, free: bool, ending: float, rounds: int) -> None:
        self._wall, self._free, self._rounds = wall, free, rounds
        board = Board(0, (EMPTY_LINE,) * SIZE, wall)
        self._lines = [
            [(row, policy.wall_worth(board, row, color, free, ending)) for row in range(SIZE) if color not in wall[row]]
            for color in range(SIZE)
        ]
        self._tiled: dict[int, Tiled] = {}

    def __missing__(self, key: int) -> _Takes:
        if len(self) >= _MAX_KEYS:
            self.clear()
        takes = self[key] = _Takes(self, key)
        return takes

    def laid(self, key: int, code: int) -> list[Laid]:
        """Every line for a take, the floor first."""
        color, number = code & 7, code >> NUMBER_SHIFT & 31
        if code & WITH_SHIELD:
            key |= SHIELD
        marker = 1 if code & WITH_MARKER else 0
        start = policy.START_WORTH if marker else 0.0
        floor = key >> FLOOR_SHIFT & 7
        before = FLOOR_LOSS[floor] + start
        laid = []
        for row, worth in ((-1, 0.0), *self._lines[color]):
            after, spilled = key, number
            value = before
            if row >= 0:
                lying = key >> SIZE * row & 31
                tiles = lying - color * SIZE if lying else 0
                if tiles > row or tiles < 0 or (lying and tiles < 1):
                    continue
                filled = min(tiles + number, row + 1)
                spilled = number - filled + tiles
                after += (color * SIZE + filled - lying) << SIZE * row
                if filled > row:
                    value += worth
                else:
                    value += worth * OPEN_SHARE * filled / (row + 1) - OPEN_COST * (row + 1 - filled)
            if spilled or marker:
                after, full = _dropped(after, marker + spilled)
                value -= FLOOR_LOSS[full]
            else:
                value -= FLOOR_LOSS[floor]
            laid.append(Laid(value, row + 1, after))
        return laid

    def tiled(self, key: int) -> Tiled:
        """The board after the end of a round; columns of a free wall are the best ones of `columns`."""
        tiled = self._tiled.get(key)
        if tiled is None:
            if len(self._tiled) >= _MAX_KEYS:
                self._tiled.clear()
            tiled = self._tiled[key] = _tiled(self._wall, key, self._free, self._rounds)
        return tiled


def _dropped(key: int, pieces: int) -> tuple[int, int]:
    """The key with more pieces on the floor, on an unused shield first, and how many lie there then."""
    if key & SHIELD and pieces:
        key, pieces = key - SHIELD, pieces - 1
    floor = key >> FLOOR_SHIFT & 7
    full = min(FLOOR_SPACES, floor + pieces)
    return key + ((full - floor) << FLOOR_SHIFT), full


def _tiled(wall: Wall, key: int, free: bool, rounds: int) -> Tiled:
    floor = (MARKER,) * (key >> FLOOR_SHIFT & 7)
    board = Board(_PLENTY, lines_of(key), wall, floor, () if key & SHIELD else None)
    chosen: int | None = None
    while True:
        stages = tiling.tile_board(board, free, chosen)
        board = stages[-1].board if stages else board
        if stages and isinstance(stages[-1], tiling.Swept):
            return Tiled(board.score - _PLENTY, board.wall, key_of(board))
        chosen = best_column(board, rounds)


@lru_cache(maxsize=128)
def walled(wall: Wall, free: bool, ending: float, rounds: int) -> Walled:
    """`rounds` matters on a free wall alone."""
    return Walled(wall, free, ending, rounds)
