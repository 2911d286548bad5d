"""What the network of chocolatier sees of a table, compiled; see core/games/chocolatier/evaluation/board_inputs.py."""

import numpy as np
from chocolatier_lines import add, best_tile, bucket, chances, ends
from chocolatier_rules import BAG, BITS, BOARDS, COLOR, ROUND, SCORE, START, TILES, WALL, WIDTH, lid, points
from numba import njit

CELLS, ROW_TILES, COLUMN_TILES, COLOR_TILES, LINES, SITUATIONS, CHANCES = 0, 25, 55, 85, 115, 165, 345
SITUATION = 12
ROUNDS = 353
ROWS = 363
PAIRS = ROWS + 1760
COLUMNS = PAIRS + 4096
COLORS = COLUMNS + 160
NEEDS = COLORS + 1600
OPENS = NEEDS + 500
BOARD_INPUTS = OPENS + 250
TABLE_INPUTS = 30
ROW_FIRST = np.array([0, 32, 224, 576, 1088], np.int32)


@njit(cache=True)
def wall_inputs(s, b, at, size):
    """The tiles of a wall; how many each row, column and color has."""
    n = 0
    rows, columns, colors = np.zeros(5, np.int32), np.zeros(5, np.int32), np.zeros(5, np.int32)
    for row in range(5):
        for col in range(5):
            if (s[b + WALL + row] >> col) & 1:
                rows[row] += 1
                columns[col] += 1
                colors[(col - row) % 5] += 1
                n = add(at, size, n, CELLS + row * 5 + col, 1.0)
    for i in range(5):
        n = add(at, size, n, ROW_TILES + i * 6 + rows[i], 1.0)
        n = add(at, size, n, COLUMN_TILES + i * 6 + columns[i], 1.0)
        n = add(at, size, n, COLOR_TILES + i * 6 + colors[i], 1.0)
    return n, rows, columns, colors


@njit(cache=True)
def line_inputs(s, b, row, columns, colors, supply, chance, n, at, size):
    """Of one line, with its chances; also the points that are expected of it."""
    wall, tiles, color = s[b + WALL + row], s[b + TILES + row], s[b + COLOR + row]
    if tiles:
        n = add(at, size, n, LINES + 5 * (row * (row - 1) // 2) + color * row + tiles - 1, 1.0)
    best, soon, worth, in_column, of_color = -1.0, 0.0, 0, 0, 0
    for c in range(5):
        col = (c + row) % 5
        if (wall >> col) & 1:
            continue
        q, chance[1, row, c] = chances(tiles, color, row, c, supply)
        chance[0, row, c] = q
        if tiles and c != color:
            continue
        p = points(s, b, row, col)
        prospect = (p + 7.0 * (columns[col] == 4) + 10.0 * (colors[c] == 4)) * q
        if prospect > best:
            best, soon, worth, in_column, of_color = prospect, q, p, columns[col], colors[c]
    where = SITUATIONS + SITUATION * (row * (row + 1) // 2 + row - tiles)
    return best_tile(at, size, n, where, worth, soon, in_column, of_color, BITS[wall] == 4), worth * soon


@njit(cache=True)
def chance_inputs(rows, chance, n, at, size):
    """Of full columns, colors and rows, within one round and within two."""
    for late in range(2):
        in_columns, in_colors, none = 0.0, 0.0, 1.0
        for i in range(5):
            of_column, of_color, of_row = 1.0, 1.0, 1.0
            for row in range(5):
                of_column *= chance[late, row, (i - row) % 5]
                of_color *= chance[late, row, i]
                of_row *= chance[late, i, row]
            in_columns += of_column
            in_colors += of_color
            if 5 - rows[i] <= 1 + late:
                none *= 1 - of_row
        n = ends(at, size, n, CHANCES + 3 * late, in_columns, in_colors, 1 - none)
    return n


@njit(cache=True)
def board_inputs(s, b, supply, at, size):
    """The inputs of one board that are not 0; how many there are."""
    n, rows, columns, colors = wall_inputs(s, b, at, size)
    chance = np.ones((2, 5, 5))  # To fill a space, by row and color, within one round and within two.
    expected = 0.0
    for row in range(5):
        n, gain = line_inputs(s, b, row, columns, colors, supply, chance, n, at, size)
        expected += gain
    n = chance_inputs(rows, chance, n, at, size)
    n = add(at, size, n, CHANCES + 6, np.rint(4 * expected) / 16)
    return patterns(s, b, supply, n, at, size)


@njit(cache=True)
def next_tiles(s):
    """How many tiles of each color the next deal will bring, in quarters."""
    supply = np.zeros(5, np.int64)
    in_bag, total = 0, 0
    for c in range(5):
        in_bag += s[BAG + c]
    for c in range(5):
        total += s[BAG + c] if in_bag >= 20 else lid(s, c)
    drawn = 20 if in_bag >= 20 else min(20 - in_bag, total)
    for c in range(5):
        left = s[BAG + c] if in_bag >= 20 else lid(s, c)
        supply[c] = 0 if in_bag >= 20 else 4 * s[BAG + c]
        if total:
            supply[c] += (8 * drawn * left + total) // (2 * total)
    return supply


@njit(cache=True)
def patterns(s, b, supply, n, at, size):
    """Inputs of which one in each group is 1: whole rows, pairs of rows, columns and colors; what lines need."""
    first = n
    at[n] = ROUNDS + min(s[ROUND], 9)
    n += 1
    for row in range(5):
        wall, tiles, color = s[b + WALL + row], s[b + TILES + row], s[b + COLOR + row]
        at[n] = ROWS + ROW_FIRST[row] + wall * (1 + 5 * row) + (1 + color * row + tiles - 1 if tiles else 0)
        n += 1
        if row:
            at[n] = PAIRS + 1024 * (row - 1) + 32 * s[b + WALL + row - 1] + wall
            n += 1
        if tiles:
            missing = row + 1 - tiles
            at[n] = NEEDS + ((row * (row - 1) // 2 + missing - 1) * 5 + color) * 10 + min((supply[color] + 2) // 4, 9)
            n += 1
        else:
            for c in range(5):
                if not (wall >> ((c + row) % 5)) & 1:
                    at[n] = OPENS + (5 * row + c) * 10 + min((supply[c] + 2) // 4, 9)
                    n += 1
    for i in range(5):
        column, of_color = 0, 0
        for row in range(5):
            column |= ((s[b + WALL + row] >> i) & 1) << row
            of_color |= ((s[b + WALL + row] >> ((i + row) % 5)) & 1) << row
        at[n] = COLUMNS + 32 * i + column
        at[n + 1] = COLORS + (32 * i + of_color) * 10 + min((supply[i] + 2) // 4, 9)
        n += 2
    size[first:n] = 1.0
    return n


@njit(cache=True)
def table_inputs(s, seat, supply, at, size):
    """The inputs of the whole table that are not 0, as one seat sees it between rounds; their number."""
    difference = s[BOARDS + seat * WIDTH + SCORE] - s[BOARDS + (1 - seat) * WIDTH + SCORE]
    n = add(at, size, 0, min(s[ROUND], 9), 1.0)
    n = add(at, size, n, 10 + bucket(difference), 1.0)
    n = add(at, size, n, 23, difference / 16.0)
    if s[START] == seat:
        n = add(at, size, n, 24, 1.0)
    for c in range(5):
        n = add(at, size, n, 25 + c, supply[c] / 16.0)
    return n
