"""The inputs of the network for one board with a free wall after a round, and the colors that a column may take.

Colors are alike on a free wall; what matters is which of them a row and a column may still take. The chances to
complete lines are those of `board_inputs`.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum
from typing import Final, NamedTuple

from core.games.chocolatier.evaluation.board_inputs import COMPLETED, STEP, USUAL, Inputs
from core.games.chocolatier.policy import COLOR_WORTH, COLUMN_WORTH
from core.games.chocolatier.scoring import Wall, placement_points
from core.games.chocolatier.state import COLORS, SIZE, Line

_CELLS: Final = 0
_ROW_TILES: Final = 25
_COLUMN_TILES: Final = 55
_COLORS: Final = 85
_ROW_COLORS: Final = 103
_BLOCKED: Final = 133
_SITUATIONS: Final = 138
_SITUATION: Final = 13
_CHANCES: Final = _SITUATIONS + 15 * _SITUATION
_NEEDS: Final = _CHANCES + 7
_FOURTH_COLORS: Final = _NEEDS + 15 * 7
_THIRD_COLORS: Final = _FOURTH_COLORS + 42
_LAST_OF_ROWS: Final = _THIRD_COLORS + 30
_FOURTH_COLUMNS: Final = _LAST_OF_ROWS + 42
_THIRD_COLUMNS: Final = _FOURTH_COLUMNS + 24
FREE_INPUTS: Final = _THIRD_COLUMNS + 10
"""The number of inputs of a board; the constants before are where each kind begins."""

_ALL: Final = (1 << COLORS) - 1
_IN: Final = tuple(tuple(color for color in range(COLORS) if mask >> color & 1) for mask in range(_ALL + 1))
"""The colors, or columns, of a mask."""


_Chances = tuple[list[float], list[float]]


class Goal(NamedTuple):
    """The best column of a row for a color: its worth with the bonuses, its points, what is in it and of the color."""

    worth: float
    points: int
    in_column: int
    of_color: int


class Known(NamedTuple):
    """The data of a wall alone: its inputs, the tiles in each row, the colors each space may take, the goals by color.

    A goal is None where a color has no place in its row, or lies there. `colors` and `columns` are those that lack one
    or two tiles and may be completed, with the rows of these.
    """

    inputs: Inputs
    in_rows: tuple[int, ...]
    laid: tuple[int, ...]
    places: tuple[tuple[tuple[int, ...] | None, ...], ...]
    goals: tuple[tuple[Goal | None, ...], ...]
    colors: list[tuple[int, tuple[int, ...]]]
    columns: list[tuple[int, tuple[int, ...]]]


class Masks(NamedTuple):
    """The colors of each row and of each column, the columns of each color; as bits."""

    rows: list[int]
    columns: list[int]
    of_colors: list[int]


def masks(wall: Wall) -> Masks:
    rows, columns, of_colors = [0] * SIZE, [0] * SIZE, [0] * COLORS
    for row, tiles in enumerate(wall):
        for column, color in enumerate(tiles):
            if color is not None:
                rows[row] |= 1 << color
                columns[column] |= 1 << color
                of_colors[color] |= 1 << column
    return Masks(rows, columns, of_colors)


@lru_cache(maxsize=4096)
def known(wall: Wall) -> Known:
    inputs: Inputs = []
    rows, columns, of_colors = masks(wall)
    in_columns = [column.bit_count() for column in map(_taken, zip(*wall, strict=True))]
    numbers = [mask.bit_count() for mask in of_colors]
    places: list[tuple[tuple[int, ...] | None, ...]] = []
    goals: list[tuple[Goal | None, ...]] = []
    closed, missed = 0, 0
    for row, tiles in enumerate(wall):
        best: list[Goal | None] = [None] * COLORS
        own: list[tuple[int, ...] | None] = []
        for column, tile in enumerate(tiles):
            if tile is not None:
                inputs.append((_CELLS + SIZE * row + column, STEP))
                own.append(None)
                continue
            colors = _IN[_ALL & ~(rows[row] | columns[column])]
            own.append(colors)
            if not colors:
                closed |= 1 << column
                continue
            points = placement_points(wall, row, column)
            worth = points + COLUMN_WORTH[in_columns[column]]
            for color in colors:
                goal = best[color]
                whole = worth + COLOR_WORTH[numbers[color]]
                if goal is None or whole > goal.worth:
                    best[color] = Goal(whole, points, in_columns[column], numbers[color])
        missed |= sum(1 << color for color in _IN[_ALL & ~rows[row]] if best[color] is None)
        places.append(tuple(own))
        goals.append(tuple(best))
        inputs.append((_ROW_TILES + 6 * row + rows[row].bit_count(), STEP))
        inputs.append((_COLUMN_TILES + 6 * row + in_columns[row], STEP))
        inputs.append((_ROW_COLORS + 6 * row + COLORS - best.count(None), STEP))
    for index in range(SIZE):
        inputs.append((_COLORS + numbers[index], STEP))
        if not missed >> index & 1:
            inputs.append((_COLORS + 6 + numbers[index], STEP))
        if not closed >> index & 1:
            inputs.append((_COLORS + 12 + in_columns[index], STEP))
    of_color = [
        (color, tuple([row for row in range(SIZE) if not rows[row] >> color & 1]))
        for color in range(COLORS)
        if numbers[color] in (3, 4) and not missed >> color & 1
    ]
    in_column = [
        (column, tuple([row for row in range(SIZE) if wall[row][column] is None]))
        for column in range(SIZE)
        if in_columns[column] in (3, 4) and not closed >> column & 1
    ]
    in_rows = tuple([mask.bit_count() for mask in rows])
    return Known(inputs, in_rows, tuple(rows), tuple(places), tuple(goals), of_color, in_column)


def _taken(tiles: Sequence[int | None]) -> int:
    return sum(1 << row for row, tile in enumerate(tiles) if tile is not None)


def free_inputs(wall: Wall, lines: Sequence[Line], supply: Sequence[int]) -> tuple[Inputs, tuple[int, ...]]:
    """The inputs that are not 0, with their sizes in sixteenths; and the tiles of each color that the lines are for.

    `supply` is the next deal by color, in quarters.
    """
    about = known(wall)
    inputs = about.inputs.copy()
    expected = 0.0
    needs = [0] * COLORS
    plenty = [min(6, (own + 2) // 4) for own in supply]
    chances = [_chances(line, row, supply) for row, line in enumerate(lines)]
    for row, line in enumerate(lines):
        best, goal, soon, wanted = -1.0, None, 0.0, 0
        for color, own in enumerate(about.goals[row]):
            chance = chances[row][0][color]
            if own is not None and chance > 0 and own.worth * chance > best:
                best, goal, soon, wanted = own.worth * chance, own, chance, color
        situation = row * (row + 1) // 2 + row - line.tiles
        if goal is not None:
            expected += goal.points * soon
            needs[wanted] += row + 1 - line.tiles
            inputs.append((_NEEDS + 7 * situation + plenty[wanted], STEP))
        _situation(inputs, _SITUATIONS + _SITUATION * situation, goal, soon, about.in_rows[row] == SIZE - 1)
        if about.in_rows[row] == SIZE - 1:
            if about.goals[row].count(None) == COLORS:
                inputs.append((_BLOCKED + row, STEP))
            else:
                last = _IN[_ALL & ~about.laid[row]][0]
                inputs.append((_LAST_OF_ROWS + 7 * _missing(line, row, last) + plenty[last], STEP))
    for late in (0, 1):
        _bonuses(inputs, about, [chance[late] for chance in chances], late)
    inputs.append((_CHANCES + 6, round(4 * expected)))
    for color, rows in about.colors:
        missing = [_missing(lines[row], row, color) for row in rows]
        if len(missing) == 1:
            inputs.append((_FOURTH_COLORS + 7 * missing[0] + plenty[color], STEP))
        else:
            much = 0 if supply[color] < 10 else 1 if supply[color] < 18 else 2
            inputs.append((_THIRD_COLORS + 3 * min(9, sum([own or 6 for own in missing])) + much, STEP))
    for column, rows in about.columns:
        _column(inputs, about, lines, chances, column, rows)
    return inputs, tuple(needs)


def _missing(line: Line, row: int, color: int) -> int:
    """Tiles that a line needs for a color; 0 when it holds another one."""
    return row + 1 - line.tiles if line.color is None or line.color == color else 0


def _column(
    inputs: Inputs, about: Known, lines: Sequence[Line], chances: Sequence[_Chances], column: int, rows: tuple[int, ...]
) -> None:
    """A column with one or two free spaces."""
    missing, chance = [], 1.0
    for row in rows:
        colors, line = about.places[row][column] or (), lines[row]
        chance *= max([chances[row][0][color] for color in colors])
        missing.append(row + 1 - line.tiles if line.color is None or line.color in colors else 0)
    if len(missing) == 1:
        inputs.append((_FOURTH_COLUMNS + 4 * missing[0] + min(3, int(4 * chance)), STEP))
    else:
        inputs.append((_THIRD_COLUMNS + min(9, sum([own or 6 for own in missing])), STEP))


def _chances(line: Line, row: int, supply: Sequence[int]) -> _Chances:
    """The chances that a line is completed with each color, within one round and within two."""
    missing, empty = row + 1 - line.tiles, line.color is None
    usual = 1 - 0.8 * COMPLETED[empty][max(missing - 1, 1)][USUAL]
    if line.color is not None:
        chance = COMPLETED[0][missing][supply[line.color]]
        soon, later = [0.0] * COLORS, [chance * COMPLETED[1][row + 1][USUAL]] * COLORS
        soon[line.color], later[line.color] = chance, 1 - (1 - chance) * usual
        return soon, later
    soon = [COMPLETED[empty][missing][own] for own in supply]
    return soon, [1 - (1 - chance) * usual for chance in soon]


def _situation(inputs: Inputs, where: int, goal: Goal | None, soon: float, ends: bool) -> None:
    """A line by its length and missing tiles: what it is for."""
    inputs.append((where, STEP))
    if goal is None:
        inputs.append((where + 12, STEP))
        if ends:
            inputs.append((where + 6, STEP))
        return
    chance = round(STEP * soon)
    inputs += [(where + 1, 4 * goal.points), (where + 7, chance)]
    inputs.append((where + 8, round(4 * (chance / STEP) * goal.points)))
    if goal.in_column >= 3:
        inputs.append((where + (2 if goal.in_column == 4 else 3), STEP))
    if goal.of_color >= 3:
        inputs.append((where + (4 if goal.of_color == 4 else 5), STEP))
    if ends:
        inputs += [(where + 6, STEP), (where + 9, chance)]
    if goal.in_column == 4:
        inputs.append((where + 10, chance))
    if goal.of_color == 4:
        inputs.append((where + 11, chance))


def _bonuses(inputs: Inputs, about: Known, chances: list[list[float]], late: int) -> None:
    """Columns and colors that may be completed, and the end of the match."""
    columns, colors = [1.0] * SIZE, [1.0] * COLORS
    none = 1.0
    for row, chance in enumerate(chances):
        whole = 1.0
        for column, places in enumerate(about.places[row]):
            if places is not None:
                own = max([chance[color] for color in places], default=0.0)
                columns[column] *= own
                whole *= own
        if SIZE - about.in_rows[row] <= 1 + late:
            none *= 1 - whole
        laid, goals = about.laid[row], about.goals[row]
        for color in range(COLORS):
            if not laid >> color & 1:
                colors[color] *= chance[color] if goals[color] is not None else 0.0
    for kind, size in enumerate((fsum(columns) * 3.5, fsum(colors) * 5.0, 1 - none)):
        inputs.append((_CHANCES + 3 * late + kind, round(STEP * size)))
