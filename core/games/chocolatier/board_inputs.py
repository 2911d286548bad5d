"""What the network sees of one board after a round: tiles, open lines, and how near they are to points."""

from collections.abc import Sequence
from typing import Final

from core.games.chocolatier.scoring import Wall, placement_points
from core.games.chocolatier.state import COLORS, SIZE, Line

STEP: Final = 16
"""Inputs are counted in sixteenths."""

_CELLS: Final = 0
_ROW_TILES: Final = 25
_COLUMN_TILES: Final = 55
_COLOR_TILES: Final = 85
_LINES: Final = 115
_SITUATIONS: Final = 165
_CHANCES: Final = 270
BOARD_INPUTS: Final = 278
"""The number of inputs of a board; the constants before are where each kind begins."""

_SOON: Final = ((1, 0.85, 0.7, 0.45, 0.3, 0.15), (1, 0.97, 0.9, 0.8, 0.65, 0.5))
"""A guess how likely a line is completed within one round and within two, by its missing tiles."""

_EMPTY: Final = ((1, 0.6, 0.5, 0.35, 0.2, 0.1), (1, 0.9, 0.8, 0.65, 0.5, 0.35))
"""The same for an empty line and one certain color, by the length of the line."""

_OTHER: Final = ((0.0,) * 6, (0, 0.5, 0.4, 0.25, 0.12, 0.05))
"""The same for a line that holds another color now."""

_Found = list[tuple[int, int]]
_Chances = list[list[list[float]]]


def board_inputs(wall: Wall, lines: Sequence[Line]) -> _Found:
    """The inputs that are not 0, with their sizes in sixteenths."""
    found: _Found = []
    columns = [sum(tiles[column] is not None for tiles in wall) for column in range(SIZE)]
    colors = [sum(color in tiles for tiles in wall) for color in range(COLORS)]
    for index, tiles in enumerate(wall):
        found += [(_CELLS + SIZE * index + column, STEP) for column, tile in enumerate(tiles) if tile is not None]
        found.append((_ROW_TILES + 6 * index + SIZE - tiles.count(None), STEP))
        found.append((_COLUMN_TILES + 6 * index + columns[index], STEP))
        found.append((_COLOR_TILES + 6 * index + colors[index], STEP))
    chances: _Chances = [[[1.0] * COLORS for _ in range(SIZE)] for _ in range(2)]
    expected = 0.0
    for row, line in enumerate(lines):
        expected += _line(found, chances, wall, row, line, columns, colors)
    _bonuses(found, chances, wall)
    found.append((_CHANCES + 6, round(4 * expected)))
    return found


def _line(
    found: _Found,
    chances: _Chances,
    wall: Wall,
    row: int,
    line: Line,
    columns: Sequence[int],
    colors: Sequence[int],
) -> float:
    """Inputs of a row and its line, and its chances; the points that may be expected of it in the next round."""
    missing = row + 1 - line.tiles
    if line.color is not None:
        found.append((_LINES + 5 * (row * (row - 1) // 2) + line.color * row + line.tiles - 1, STEP))
    worth = best_column = best_color = 0
    for color in range(COLORS):
        column = (color + row) % SIZE
        if color in wall[row]:
            continue
        for late in range(2):
            if line.color is None:
                chances[late][row][color] = _EMPTY[late][row + 1]
            else:
                chances[late][row][color] = _SOON[late][missing] if color == line.color else _OTHER[late][row + 1]
        if line.color in (None, color) and wall[row][column] is None:
            worth = max(worth, placement_points(wall, row, column))
            best_column = max(best_column, columns[column])
            best_color = max(best_color, colors[color])
    where = _SITUATIONS + 7 * (row * (row + 1) // 2 + missing - 1)
    found += [(where, STEP), (where + 1, 4 * worth)]
    if best_column >= 3:
        found.append((where + (2 if best_column == 4 else 3), STEP))
    if best_color >= 3:
        found.append((where + (4 if best_color == 4 else 5), STEP))
    if wall[row].count(None) == 1:
        found.append((where + 6, STEP))
    return worth * (_EMPTY if line.color is None else _SOON)[0][missing]


def _bonuses(found: _Found, chances: _Chances, wall: Wall) -> None:
    """Columns and colors that may be completed, and the end of the match, within one round and within two."""
    for late, chance in enumerate(chances):
        in_columns = in_colors = 0.0
        none = 1.0
        for index in range(SIZE):
            of_column = of_color = of_row = 1.0
            for row in range(SIZE):
                of_column *= chance[row][(index - row) % SIZE]
                of_color *= chance[row][index]
                of_row *= chance[index][row]
            in_columns += of_column
            in_colors += of_color
            if wall[index].count(None) <= 1 + late:
                none *= 1 - of_row
        for kind, size in enumerate((in_columns * 3.5, in_colors * 5.0, 1 - none)):
            found.append((_CHANCES + 3 * late + kind, round(STEP * size)))
