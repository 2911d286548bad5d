"""What the network of the free wall sees of a table; see core/games/chocolatier/evaluation/free_inputs.py."""

import numpy as np
from chocolatier_lines import add, best_tile, bucket, chances, ends
from chocolatier_rules import BITS, COLOR_WORTH, COLUMN_WORTH
from free_wall_columns import masks
from free_wall_rules import BAG, BOARDS, COLOR, ROUND, SCORE, SEATS, START, TILES, WALL, WIDTH, lying, points
from numba import njit

# Inputs of a board, see core/games/chocolatier/evaluation/free_inputs.py.
CELLS, ROW_TILES, COLUMN_TILES, COLORS, OPEN_COLORS, OPEN_COLUMNS = 0, 25, 55, 85, 91, 97
ROW_COLORS, BLOCKED, SITUATIONS, SITUATION = 103, 133, 138, 13
CHANCES = SITUATIONS + 15 * SITUATION
NEEDS = CHANCES + 7
FOURTH_COLORS, THIRD_COLORS, LAST_OF_ROWS = NEEDS + 15 * 7, NEEDS + 15 * 7 + 42, NEEDS + 15 * 7 + 42 + 30
FOURTH_COLUMNS, THIRD_COLUMNS = LAST_OF_ROWS + 42, LAST_OF_ROWS + 42 + 24
BOARD_INPUTS = THIRD_COLUMNS + 10
MISC = 2 * BOARD_INPUTS  # Round, difference of the scores, start player, tiles of the next deal, players.
CONTESTED = MISC + 10 + 13 + 1 + 1 + 1 + 3
INPUTS = CONTESTED + 125


@njit(cache=True)
def wall_of(s, w):
    """Masks; by space, what a tile brings and the colors that may lie there; by column, its tiles, and is it dead?"""
    m = np.zeros(20, np.int64)
    masks(s, w, m)
    worth, open_colors = np.zeros((5, 5)), np.zeros((5, 5), np.int64)
    columns, dead = np.zeros(5, np.int64), np.zeros(5, np.bool_)
    for row in range(5):
        for col in range(5):
            if s[w + 5 * row + col]:
                columns[col] += 1
            else:
                worth[row, col] = points(s, w, row, col)
                open_colors[row, col] = 31 & ~(m[row] | m[5 + col])
                dead[col] = dead[col] or open_colors[row, col] == 0
    return m, worth, open_colors, columns, dead


@njit(cache=True)
def is_open(wall, color):
    """Whether each row without this color has a space for it."""
    m, _, open_colors, _, _ = wall
    for row in range(5):
        if not (m[row] >> color) & 1:
            possible = False
            for col in range(5):
                possible = possible or (open_colors[row, col] >> color) & 1
            if not possible:
                return False
    return True


@njit(cache=True)
def wall_inputs(s, w, base, wall, mirror, n, at, size):
    """Its tiles; how many each row and column has; how many colors and columns have so many."""
    m, _, _, columns, dead = wall
    for row in range(5):
        for col in range(5):
            if s[w + 5 * row + col]:
                n = add(at, size, n, base + CELLS + 5 * row + (4 - col if mirror else col), 1.0)
    counts = np.zeros((3, 6))
    for i in range(5):
        n = add(at, size, n, base + ROW_TILES + 6 * i + BITS[m[i]], 1.0)
        n = add(at, size, n, base + COLUMN_TILES + 6 * (4 - i if mirror else i) + columns[i], 1.0)
        of_color = BITS[m[15 + i]]
        counts[0, of_color] += 1
        counts[1, of_color] += is_open(wall, i)
        counts[2, columns[i]] += not dead[i]
    for kind in range(3):
        for k in range(6):
            if counts[kind, k]:
                n = add(at, size, n, base + COLORS + 6 * kind + k, counts[kind, k])
    return n


@njit(cache=True)
def lines_of():
    """By row and color, the tiles that a line misses (0: it is taken), has the row a space, and the chances.

    By space, the chances of its best color. Chances are within one round and within two.
    """
    return np.zeros((5, 5), np.int64), np.zeros((5, 5), np.bool_), np.zeros((2, 5, 5)), np.zeros((2, 5, 5))


@njit(cache=True)
def open_line(s, b, row, wall, supply, lines):
    """Fills in `lines`; how many colors a row can take, and the color and column with the best prospect (-1: none)."""
    m, worth, open_colors, columns, _ = wall
    wanted, feasible, by_color, by_cell = lines
    tiles, color = s[b + TILES + row], s[b + COLOR + row]
    possible, best, goal, column = 0, -1.0, -1, -1
    for c in range(5):
        if (m[row] >> c) & 1:
            by_color[0, row, c] = by_color[1, row, c] = 1.0
            continue
        now, late = chances(tiles, color, row, c, supply)
        if tiles == 0 or c == color:
            wanted[row, c] = row + 1 - tiles
        for col in range(5):
            if not (open_colors[row, col] >> c) & 1:
                continue
            feasible[row, c] = True
            by_cell[0, row, col] = max(by_cell[0, row, col], now)
            by_cell[1, row, col] = max(by_cell[1, row, col], late)
            prospect = (worth[row, col] + COLUMN_WORTH[columns[col]] + COLOR_WORTH[BITS[m[15 + c]]]) * now
            if now > 0 and prospect > best:
                best, goal, column = prospect, c, col
        if feasible[row, c]:
            possible += 1
            by_color[0, row, c], by_color[1, row, c] = now, late
    return possible, goal, column


@njit(cache=True)
def plenty(supply, c):
    return min(6, (supply[c] + 2) // 4)


@njit(cache=True)
def line_inputs(s, b, base, row, wall, supply, lines, n, at, size, demand):
    """Of one line; also the points that are expected of it."""
    m, worth, _, columns, _ = wall
    wanted, _, by_color, _ = lines
    possible, goal, column = open_line(s, b, row, wall, supply, lines)
    n = add(at, size, n, base + ROW_COLORS + 6 * row + possible, 1.0)
    missing, last = row + 1 - s[b + TILES + row], BITS[m[row]] == 4
    situation = row * (row + 1) // 2 + missing - 1
    where = base + SITUATIONS + SITUATION * situation
    expected = 0.0
    if goal < 0:
        n = best_tile(at, size, n, where, 0.0, 0.0, 0, 0, last)
        if last and possible == 0:
            n = add(at, size, n, base + BLOCKED + row, 1.0)
        n = add(at, size, n, where + 12, 1.0)
    else:
        gain, soon = worth[row, column], by_color[0, row, goal]
        expected = gain * soon
        n = best_tile(at, size, n, where, gain, soon, columns[column], BITS[m[15 + goal]], last)
        n = add(at, size, n, base + NEEDS + 7 * situation + plenty(supply, goal), 1.0)
        demand[goal] += missing
    if last and possible:
        final = 0
        while (m[row] >> final) & 1:
            final += 1
        n = add(at, size, n, base + LAST_OF_ROWS + 7 * wanted[row, final] + plenty(supply, final), 1.0)
    return n, expected


@njit(cache=True)
def chance_inputs(s, w, base, wall, lines, n, at, size):
    """Of full columns, colors and rows, within one round and within two."""
    m, (_, _, by_color, by_cell) = wall[0], lines
    for late in range(2):
        in_columns, in_colors, none = 0.0, 0.0, 1.0
        for i in range(5):
            of_column, of_color, of_row = 1.0, 1.0, 1.0
            for row in range(5):
                if s[w + 5 * row + i] == 0:
                    of_column *= by_cell[late, row, i]
                if s[w + 5 * i + row] == 0:
                    of_row *= by_cell[late, i, row]
                of_color *= by_color[late, row, i]
            in_columns += of_column
            in_colors += of_color
            if 5 - BITS[m[i]] <= 1 + late:
                none *= 1 - of_row
        n = ends(at, size, n, base + CHANCES + 3 * late, in_columns, in_colors, 1 - none)
    return n


@njit(cache=True)
def color_inputs(base, color, wall, supply, lines, n, at, size):
    """What a color with three or four tiles still needs, where it can be completed."""
    m, (wanted, feasible, _, _) = wall[0], lines
    of_color = BITS[m[15 + color]]
    if of_color != 3 and of_color != 4:
        return n
    whole = 0
    for row in range(5):
        if not (m[row] >> color) & 1:
            if not feasible[row, color]:
                return n
            whole += wanted[row, color] if wanted[row, color] or of_color == 4 else 6
    if of_color == 4:
        return add(at, size, n, base + FOURTH_COLORS + 7 * whole + plenty(supply, color), 1.0)
    many = 0 if supply[color] < 10 else 1 if supply[color] < 18 else 2
    return add(at, size, n, base + THIRD_COLORS + 3 * min(9, whole) + many, 1.0)


@njit(cache=True)
def column_inputs(s, b, base, col, wall, lines, n, at, size):
    """What a column with three or four tiles still needs, where it can be completed."""
    _, _, open_colors, columns, dead = wall
    by_cell = lines[3]
    if dead[col] or (columns[col] != 3 and columns[col] != 4):
        return n
    whole, chance = 0, 1.0
    for row in range(5):
        if s[b + WALL + 5 * row + col] == 0:
            chance *= by_cell[0, row, col]
            tiles = s[b + TILES + row]
            fits = tiles == 0 or (open_colors[row, col] >> s[b + COLOR + row]) & 1
            whole += row + 1 - tiles if fits else 0 if columns[col] == 4 else 6
    if columns[col] == 4:
        return add(at, size, n, base + FOURTH_COLUMNS + 4 * whole + min(3, int(4 * chance)), 1.0)
    return add(at, size, n, base + THIRD_COLUMNS + min(9, whole), 1.0)


@njit(cache=True)
def board_inputs(s, b, base, share, supply, mirror, n, at, size, demand):
    """The inputs of one board that are not 0, times `share`; `demand`: the tiles its best prospects miss, by color."""
    w, first = b + WALL, n
    wall, lines = wall_of(s, w), lines_of()
    n = wall_inputs(s, w, base, wall, mirror, n, at, size)
    expected = 0.0
    for row in range(5):
        n, gain = line_inputs(s, b, base, row, wall, supply, lines, n, at, size, demand)
        expected += gain
    n = chance_inputs(s, w, base, wall, lines, n, at, size)
    n = add(at, size, n, base + CHANCES + 6, np.rint(4 * expected) / 16)
    for i in range(5):
        n = color_inputs(base, i, wall, supply, lines, n, at, size)
        n = column_inputs(s, b, base, i, wall, lines, n, at, size)
    for i in range(first, n):
        size[i] *= share
    return n


@njit(cache=True)
def next_tiles(s, supply):
    """How many tiles of each color the next deal will bring, in quarters."""
    lying(s, supply)
    in_bag, in_lid, dealt = 0, 0, 4 * (2 * s[SEATS] + 1)
    for c in range(5):
        in_bag += s[BAG + c]
        in_lid += 20 - s[BAG + c] - supply[c]
    for c in range(5):
        if in_bag >= dealt:
            supply[c] = (8 * dealt * s[BAG + c] + in_bag) // (2 * in_bag)
        elif in_lid:
            own = 20 - s[BAG + c] - supply[c]
            supply[c] = 4 * s[BAG + c] + (8 * min(dealt - in_bag, in_lid) * own + in_lid) // (2 * in_lid)
        else:
            supply[c] = 4 * s[BAG + c]


@njit(cache=True)
def inputs(s, seat, mirror, supply, at, size):
    """The inputs that are not 0, as one seat sees the table between rounds; their number."""
    seats = s[SEATS]
    own, others = np.zeros(5, np.int64), np.zeros(5, np.int64)
    n = board_inputs(s, BOARDS + seat * WIDTH, 0, 1.0, supply, mirror, 0, at, size, own)
    rival = -1
    for other in range(seats):
        if other != seat:
            b = BOARDS + other * WIDTH
            n = board_inputs(s, b, BOARD_INPUTS, 1.0 / (seats - 1), supply, mirror, n, at, size, others)
            rival = max(rival, s[b + SCORE])
    difference = s[BOARDS + seat * WIDTH + SCORE] - rival
    total = 0
    for c in range(5):
        total += supply[c]
    n = add(at, size, n, MISC + min(s[ROUND], 9), 1.0)
    n = add(at, size, n, MISC + 10 + bucket(difference), 1.0)
    n = add(at, size, n, MISC + 23, difference / 16.0)
    n = add(at, size, n, MISC + 25, (total // 4) / 16.0)
    n = add(at, size, n, MISC + 26 + seats - 2, 1.0)
    if s[START] == seat:
        n = add(at, size, n, MISC + 24, 1.0)
    for c in range(5):
        left = max(0, min(4, (supply[c] + 2) // 4 - 2))
        wishes = 25 * min(4, (own[c] + 1) // 2) + 5 * min(4, (others[c] + 1) // 2)
        n = add(at, size, n, CONTESTED + wishes + left, 1.0)
    return n
