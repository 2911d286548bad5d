"""A simple player for simulated matches: it looks one move ahead and includes the bonuses."""

from random import Random
from typing import Final

from core.games.chocolatier import specials, taking, tiling
from core.games.chocolatier.events import Event, TilePlaced, TilesTaken
from core.games.chocolatier.scoring import FLOOR_LOSS, Wall, runs
from core.games.chocolatier.state import CENTER, FLOOR, FLOOR_SPACES, PALETTES, SIZE, Board, Line, State

START_WORTH: Final = 0.5
"""Worth of starting the next round, in points."""

COLUMN_WORTH: Final = (0.0, 0.3, 0.8, 1.8, 7.0)
COLOR_WORTH: Final = (0.0, 0.2, 0.6, 1.5, 10.0)
"""Worth of one more tile for the bonuses, by the number of tiles already in its column or of its color."""

END_WORTH: Final = 2.0
EARLY_END_WORTH: Final = -12.0
"""Worth of completing a row, which ends the match: for a clear leader, and for any other seat."""

CLEAR_LEAD: Final = 8


def choose(state: State, rng: Random) -> Event:
    """The move with the highest estimated worth; the generator decides between nearly equal moves."""
    seat = state.mover
    assert isinstance(seat, int)
    if state.phase == "tile":
        board = state.boards[seat]
        row = tiling.waiting_row(board)
        color = board.lines[row].color
        columns = tiling.free_columns(board, row)
        best = max(columns, key=lambda column: (tile_worth(board.wall, row, column, color, 0.0), rng.random()))
        return TilePlaced(seat, row + 1, best + 1)
    return _best_take(state, seat, rng)


def _best_take(state: State, seat: int, rng: Random) -> TilesTaken:
    board = state.boards[seat]
    free = state.options.wall == "free"
    rivals = [other.score for other_seat, other in enumerate(state.boards) if other_seat != seat]
    leads = board.score >= max(rivals) + CLEAR_LEAD
    ending = END_WORTH if leads else EARLY_END_WORTH
    color_lines = [_lines(board, color, free, ending) for color in range(len(PALETTES[state.options.edition]))]
    best, chosen = float("-inf"), (0, 0, 0)
    for source, counts in enumerate(state.sources):
        marker = source == CENTER and state.marker is None
        for color, number in enumerate(counts):
            if not number:
                continue
            for line, worth in color_lines[color]:
                value = _take_worth(board, line, number, worth, marker) + rng.random()
                if value > best:
                    best, chosen = value, (source, color, line)
    source, color, line = chosen
    passed = rng.choice(list(specials.passings(state, source, color)))
    return TilesTaken(seat, source, PALETTES[state.options.edition][color], line, passed)


def _lines(board: Board, color: int, free: bool, ending: float) -> list[tuple[int, float]]:
    """The lines that accept a color, each with the worth of a tile of it on the wall."""
    lines = [(FLOOR, 0.0)]
    for line in range(1, SIZE + 1):
        if taking.refusal_of_line(board, color, line) is None:
            lines.append((line, wall_worth(board, line - 1, color, free, ending)))
    return lines


def wall_worth(board: Board, row: int, color: int, free: bool, ending: float) -> float:
    """The worth of the best space for a color in a row; the loss of the whole line when there is none."""
    if not free:
        return tile_worth(board.wall, row, (color + row) % SIZE, color, ending)
    lines = (*board.lines[:row], Line(color, row + 1), *board.lines[row + 1 :])
    columns = tiling.free_columns(Board(board.score, lines, board.wall), row)
    return max((tile_worth(board.wall, row, column, color, ending) for column in columns), default=-2.0 * row)


def tile_worth(wall: Wall, row: int, column: int, color: int | None, ending: float) -> float:
    """Points and prospects of a tile; `ending` is the worth of completing the row."""
    in_column = sum(tiles[column] is not None for tiles in wall)
    of_color = sum(color in tiles for tiles in wall)
    points = runs(wall, row, column).points()
    completes = wall[row].count(None) == 1
    return points + COLUMN_WORTH[in_column] + COLOR_WORTH[of_color] + (ending if completes else 0.0)


def _take_worth(board: Board, line: int, number: int, worth: float, marker: bool) -> float:
    lying = board.lines[line - 1].tiles if line != FLOOR else 0
    placed = min(number, line - lying) if line != FLOOR else 0
    spilled = number - placed + marker - (board.shield == ())
    floor = min(FLOOR_SPACES, len(board.floor) + max(0, spilled))
    value = (START_WORTH if marker else 0.0) - (FLOOR_LOSS[floor] - FLOOR_LOSS[len(board.floor)])
    if line == FLOOR:
        return value
    filled = lying + placed
    if filled == line:
        return value + worth
    # An open line keeps part of its worth: it may still be completed in a later round.
    return value + worth * 0.6 * filled / line - 0.4 * (line - filled)
