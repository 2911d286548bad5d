"""The inputs of the network for one board after a round: tiles, open lines, and the chances to complete them.

How likely a line is completed depends on the tiles that the next deal brings; in the last rounds of two players it
brings exactly those that are left. The chances here are rough: the network weighs them.
"""

from collections.abc import Iterator, Sequence
from math import exp
from typing import Final, NamedTuple

from core.games.chocolatier.scoring import COLOR_BONUS, COLUMN_BONUS, Wall, placement_points
from core.games.chocolatier.state import COLORS, SIZE, Line

STEP: Final = 16
"""Inputs are counted in sixteenths."""

_CELLS: Final = 0
_ROW_TILES: Final = 25
_COLUMN_TILES: Final = 55
_COLOR_TILES: Final = 85
_LINES: Final = 115
_SITUATIONS: Final = 165
_SITUATION: Final = 12
_CHANCES: Final = 345
_ROUNDS: Final = 353
_ROWS: Final = (363, 395, 587, 939, 1451)
_PAIRS: Final = 2123
_COLUMN_PATTERNS: Final = 6219
_COLOR_PATTERNS: Final = 6379
_NEEDS: Final = 7979
_OPENS: Final = 8479
BOARD_INPUTS: Final = 8729
"""The number of inputs of a board; the constants before are where each kind begins."""

_MAX_ROUNDS: Final = 9

USUAL: Final = 16
"""Tiles of a color in a deal, in quarters, when nothing is known."""


def _completed(empty: bool, missing: int, quarters: int) -> float:
    if not missing:
        return 1.0
    if quarters < 2:
        return 0.0
    return 1 / (1 + exp(-(1.7 - 0.6 * empty + 0.45 * (quarters / 4 - 4) - 0.95 * (missing - 1))))


COMPLETED: Final = tuple(
    tuple(tuple(_completed(empty, missing, quarters) for quarters in range(81)) for missing in range(SIZE + 1))
    for empty in (False, True)
)
"""Chance to complete a line in a round: started or empty, by missing tiles and tiles of the color in quarters."""

Inputs = list[tuple[int, int]]
_Chances = tuple[list[list[float]], list[list[float]]]


class _Goal(NamedTuple):
    """The color a line is for: how good, the chance to complete it, its points, and what is near it on the wall."""

    prospect: float
    chance: float
    points: int
    in_column: int
    of_color: int


def board_inputs(wall: Wall, lines: Sequence[Line], rounds: int, supply: Sequence[int]) -> Inputs:
    """The inputs that are not 0, with their sizes in sixteenths; `supply` is the next deal by color, in quarters."""
    inputs: Inputs = []
    columns = [sum(tiles[column] is not None for tiles in wall) for column in range(SIZE)]
    colors = [sum(color in tiles for tiles in wall) for color in range(COLORS)]
    for index, tiles in enumerate(wall):
        inputs += [(_CELLS + SIZE * index + column, STEP) for column, tile in enumerate(tiles) if tile is not None]
        inputs.append((_ROW_TILES + 6 * index + SIZE - tiles.count(None), STEP))
        inputs.append((_COLUMN_TILES + 6 * index + columns[index], STEP))
        inputs.append((_COLOR_TILES + 6 * index + colors[index], STEP))
    chances: _Chances = ([[1.0] * COLORS for _ in range(SIZE)], [[1.0] * COLORS for _ in range(SIZE)])
    expected = 0.0
    for row, line in enumerate(lines):
        if line.color is not None:
            inputs.append((_LINES + 5 * (row * (row - 1) // 2) + line.color * row + line.tiles - 1, STEP))
        goal = _goal(chances, wall, row, line, supply, columns, colors)
        expected += goal.points * goal.chance
        _situation(inputs, wall, row, row + 1 - line.tiles, goal)
    _bonuses(inputs, chances, wall)
    inputs.append((_CHANCES + 6, round(4 * expected)))
    deal = [min((quarters + 2) // 4, 9) for quarters in supply]
    present = [_ROUNDS + min(rounds, _MAX_ROUNDS), *_patterns(wall, lines, deal), *_needs(wall, lines, deal)]
    return inputs + [(index, STEP) for index in present]


def _patterns(wall: Wall, lines: Sequence[Line], deal: Sequence[int]) -> Iterator[int]:
    """The covered spaces: of each row, with its line; of two neighboring rows; of each column; of each color."""
    rows = [sum([1 << column for column, tile in enumerate(tiles) if tile is not None]) for tiles in wall]
    for row, line in enumerate(lines):
        started = 0 if line.color is None else line.color * row + line.tiles
        yield _ROWS[row] + rows[row] * (1 + SIZE * row) + started
        if row:
            yield _PAIRS + 1024 * (row - 1) + 32 * rows[row - 1] + rows[row]
    for index in range(SIZE):
        column = sum([(pattern >> index & 1) << row for row, pattern in enumerate(rows)])
        of_color = sum([1 << row for row, tiles in enumerate(wall) if index in tiles])
        yield _COLUMN_PATTERNS + 32 * index + column
        yield _COLOR_PATTERNS + 10 * (32 * index + of_color) + deal[index]


def _needs(wall: Wall, lines: Sequence[Line], deal: Sequence[int]) -> Iterator[int]:
    """The tiles that a line lacks, or the colors that an empty one may take, each with its tiles in the next deal."""
    for row, line in enumerate(lines):
        if line.color is not None:
            missing = row + 1 - line.tiles
            yield _NEEDS + 10 * (COLORS * (row * (row - 1) // 2 + missing - 1) + line.color) + deal[line.color]
        else:
            for color in range(COLORS):
                if color not in wall[row]:
                    yield _OPENS + 10 * (SIZE * row + color) + deal[color]


def _goal(
    chances: _Chances,
    wall: Wall,
    row: int,
    line: Line,
    supply: Sequence[int],
    columns: Sequence[int],
    colors: Sequence[int],
) -> _Goal:
    """Notes the chances of a row to get each color, within one round and within two; the best color for the line."""
    soon, later = chances
    missing, empty = row + 1 - line.tiles, line.color is None
    best = _Goal(-1.0, 0.0, 0, 0, 0)
    for color in range(COLORS):
        if color in wall[row]:
            continue
        if line.color is not None and color != line.color:
            soon[row][color] = 0.0
            later[row][color] = COMPLETED[0][missing][supply[line.color]] * COMPLETED[1][row + 1][USUAL]
            continue
        chance = soon[row][color] = COMPLETED[empty][missing][supply[color]]
        later[row][color] = 1 - (1 - chance) * (1 - 0.8 * COMPLETED[empty][max(missing - 1, 1)][USUAL])
        column = (color + row) % SIZE
        points = placement_points(wall, row, column)
        bonus = COLUMN_BONUS * (columns[column] == 4) + COLOR_BONUS * (colors[color] == 4)
        prospect = (points + bonus) * chance
        if prospect > best.prospect:
            best = _Goal(prospect, chance, points, columns[column], colors[color])
    return best


def _situation(inputs: Inputs, wall: Wall, row: int, missing: int, goal: _Goal) -> None:
    """A line by its length and missing tiles: what it is for."""
    where = _SITUATIONS + _SITUATION * (row * (row + 1) // 2 + missing - 1)
    chance = round(STEP * goal.chance)
    inputs += [(where, STEP), (where + 1, 4 * goal.points)]
    inputs += [(where + 7, chance), (where + 8, round(4 * (chance / STEP) * goal.points))]
    if goal.in_column >= 3:
        inputs.append((where + (2 if goal.in_column == 4 else 3), STEP))
    if goal.of_color >= 3:
        inputs.append((where + (4 if goal.of_color == 4 else 5), STEP))
    if wall[row].count(None) == 1:
        inputs += [(where + 6, STEP), (where + 9, chance)]
    if goal.in_column == 4:
        inputs.append((where + 10, chance))
    if goal.of_color == 4:
        inputs.append((where + 11, chance))


def _bonuses(inputs: Inputs, chances: _Chances, wall: Wall) -> None:
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
            inputs.append((_CHANCES + 3 * late + kind, round(STEP * size)))
