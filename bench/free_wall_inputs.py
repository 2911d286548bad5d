"""What the network of the free wall sees of a table; see core/games/chocolatier/free_inputs.py."""

import numpy as np
from chocolatier_inputs import COMPLETED, EDGES, USUAL
from chocolatier_rules import COLOR_WORTH, COLUMN_WORTH
from free_wall_columns import masks
from free_wall_rules import BAG, BOARDS, COLOR, ROUND, SCORE, SEATS, START, TILES, WALL, WIDTH, lying, points
from numba import njit

# Inputs of a board, see core/games/chocolatier/free_inputs.py.
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
def board_inputs(s, b, base, share, supply, mirror, n, at, size, demand):
    """The inputs of one board that are not 0, times `share`; see core/games/chocolatier/free_inputs.py."""
    w = b + WALL
    first = n
    m, bits = np.zeros(20, np.int64), np.zeros(32, np.int64)
    masks(s, w, m)
    for i in range(32):
        bits[i] = (i & 1) + (i >> 1 & 1) + (i >> 2 & 1) + (i >> 3 & 1) + (i >> 4 & 1)
    worth, open_colors, columns = np.zeros((5, 5)), np.zeros((5, 5), np.int64), np.zeros(5, np.int64)
    dead_column = np.zeros(5, np.bool_)
    for row in range(5):
        for col in range(5):
            if s[w + 5 * row + col]:
                columns[col] += 1
                at[n], size[n] = base + CELLS + 5 * row + (4 - col if mirror else col), 1.0
                n += 1
            else:
                worth[row, col] = points(s, w, row, col)
                open_colors[row, col] = 31 & ~(m[row] | m[5 + col])
                if open_colors[row, col] == 0:
                    dead_column[col] = True
    counts = np.zeros((3, 6))
    for i in range(5):
        at[n], at[n + 1] = (
            base + ROW_TILES + 6 * i + bits[m[i]],
            base + COLUMN_TILES + 6 * (4 - i if mirror else i) + columns[i],
        )
        size[n] = size[n + 1] = 1.0
        n += 2
        of_color = bits[m[15 + i]]
        counts[0, of_color] += 1
        is_open = True
        for row in range(5):
            if not (m[row] >> i) & 1:
                possible = False
                for col in range(5):
                    possible = possible or (open_colors[row, col] >> i) & 1
                is_open = is_open and possible
        if is_open:
            counts[1, of_color] += 1
        if not dead_column[i]:
            counts[2, columns[i]] += 1
    for kind in range(3):
        for k in range(6):
            if counts[kind, k]:
                at[n], size[n] = base + COLORS + 6 * kind + k, counts[kind, k]
                n += 1
    by_color, by_cell = np.zeros((2, 5, 5)), np.zeros((2, 5, 5))  # Chances within one round and within two.
    expected = 0.0
    wanted, feasible = np.zeros((5, 5), np.int64), np.zeros((5, 5), np.bool_)  # Tiles missing; 0: the line is taken.
    for row in range(5):
        tiles, color = s[b + TILES + row], s[b + COLOR + row]
        missing = row + 1 - tiles
        empty = 0 if tiles else 1
        possible = 0
        best, soon, gain, in_column, of_color, goal = -1.0, 0.0, 0.0, 0, 0, -1
        started = COMPLETED[0, missing, supply[color]] * COMPLETED[1, row + 1, USUAL]
        for c in range(5):
            if (m[row] >> c) & 1:
                by_color[0, row, c] = by_color[1, row, c] = 1.0
                continue
            if tiles and c != color:
                now, late = 0.0, started
            else:
                wanted[row, c] = missing
                now = COMPLETED[empty, missing, supply[c]]
                late = 1 - (1 - now) * (1 - 0.8 * COMPLETED[empty, max(missing - 1, 1), USUAL])
            free = False
            for col in range(5):
                if not (open_colors[row, col] >> c) & 1:
                    continue
                free = True
                by_cell[0, row, col] = max(by_cell[0, row, col], now)
                by_cell[1, row, col] = max(by_cell[1, row, col], late)
                if now > 0:
                    p = worth[row, col]
                    prospect = (p + COLUMN_WORTH[columns[col]] + COLOR_WORTH[bits[m[15 + c]]]) * now
                    if prospect > best:
                        best, soon, gain, in_column, of_color = prospect, now, p, columns[col], bits[m[15 + c]]
                        goal = c
            possible += free
            feasible[row, c] = free
            if free:
                by_color[0, row, c], by_color[1, row, c] = now, late
        at[n], size[n] = base + ROW_COLORS + 6 * row + possible, 1.0
        n += 1
        expected += gain * soon
        where = base + SITUATIONS + SITUATION * (row * (row + 1) // 2 + missing - 1)
        soon = np.rint(16 * soon) / 16
        at[n], size[n] = where, 1.0
        at[n + 1], size[n + 1] = where + 1, gain / 4.0
        at[n + 2], size[n + 2] = where + 7, soon
        at[n + 3], size[n + 3] = where + 8, np.rint(4 * soon * gain) / 16
        n += 4
        if in_column >= 3:
            at[n], size[n] = where + (2 if in_column == 4 else 3), 1.0
            n += 1
        if of_color >= 3:
            at[n], size[n] = where + (4 if of_color == 4 else 5), 1.0
            n += 1
        if bits[m[row]] == 4:
            at[n], size[n] = where + 6, 1.0
            at[n + 1], size[n + 1] = where + 9, soon
            n += 2
            if possible == 0:
                at[n], size[n] = base + BLOCKED + row, 1.0
                n += 1
        if in_column == 4:
            at[n], size[n] = where + 10, soon
            n += 1
        if of_color == 4:
            at[n], size[n] = where + 11, soon
            n += 1
        if best < 0:
            at[n], size[n] = where + 12, 1.0
            n += 1
        else:
            situation = row * (row + 1) // 2 + missing - 1
            at[n], size[n] = base + NEEDS + 7 * situation + min(6, (supply[goal] + 2) // 4), 1.0
            n += 1
            demand[goal] += missing
        if bits[m[row]] == 4 and possible:
            last = 0
            while (m[row] >> last) & 1:
                last += 1
            at[n], size[n] = base + LAST_OF_ROWS + 7 * wanted[row, last] + min(6, (supply[last] + 2) // 4), 1.0
            n += 1
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
            if 5 - bits[m[i]] <= 1 + late:
                none *= 1 - of_row
        at[n], size[n] = base + CHANCES + 3 * late, np.rint(16 * in_columns * 3.5) / 16
        at[n + 1], size[n + 1] = base + CHANCES + 3 * late + 1, np.rint(16 * in_colors * 5.0) / 16
        at[n + 2], size[n + 2] = base + CHANCES + 3 * late + 2, np.rint(16 * (1 - none)) / 16
        n += 3
    at[n], size[n] = base + CHANCES + 6, np.rint(4 * expected) / 16
    n += 1
    for i in range(5):
        of_color = bits[m[15 + i]]
        if of_color == 4 or of_color == 3:
            whole, can = 0, True
            for row in range(5):
                if not (m[row] >> i) & 1:
                    can = can and feasible[row, i]
                    whole += wanted[row, i] if wanted[row, i] or of_color == 4 else 6
            if can and of_color == 4:
                at[n], size[n] = base + FOURTH_COLORS + 7 * whole + min(6, (supply[i] + 2) // 4), 1.0
                n += 1
            elif can:
                plenty = 0 if supply[i] < 10 else 1 if supply[i] < 18 else 2
                at[n], size[n] = base + THIRD_COLORS + 3 * min(9, whole) + plenty, 1.0
                n += 1
        if (columns[i] == 4 or columns[i] == 3) and not dead_column[i]:
            whole, chance = 0, 1.0
            for row in range(5):
                if s[w + 5 * row + i] == 0:
                    chance *= by_cell[0, row, i]
                    tiles = s[b + TILES + row]
                    fits = tiles == 0 or (open_colors[row, i] >> s[b + COLOR + row]) & 1
                    whole += row + 1 - tiles if fits else 0 if columns[i] == 4 else 6
            if columns[i] == 4:
                at[n], size[n] = base + FOURTH_COLUMNS + 4 * whole + min(3, int(4 * chance)), 1.0
            else:
                at[n], size[n] = base + THIRD_COLUMNS + min(9, whole), 1.0
            n += 1
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
    bucket = 0
    while bucket < 12 and difference >= EDGES[bucket]:
        bucket += 1
    at[n], size[n] = MISC + min(s[ROUND], 9), 1.0
    at[n + 1], size[n + 1] = MISC + 10 + bucket, 1.0
    at[n + 2], size[n + 2] = MISC + 23, difference / 16.0
    total = 0
    for c in range(5):
        total += supply[c]
    at[n + 3], size[n + 3] = MISC + 25, (total // 4) / 16.0
    at[n + 4], size[n + 4] = MISC + 26 + seats - 2, 1.0
    n += 5
    if s[START] == seat:
        at[n], size[n] = MISC + 24, 1.0
        n += 1
    for c in range(5):
        plenty = max(0, min(4, (supply[c] + 2) // 4 - 2))
        at[n] = CONTESTED + 25 * min(4, (own[c] + 1) // 2) + 5 * min(4, (others[c] + 1) // 2) + plenty
        size[n] = 1.0
        n += 1
    return n
