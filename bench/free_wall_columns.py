"""The column of each tile on the free wall, by a rule with weights, and the end of a round."""

import numpy as np
from chocolatier_rules import COLUMN_WORTH, FILL, LOSS, OVER, rnd
from free_wall_rules import (
    BOARDS,
    COLOR,
    FLOOR,
    MARKER,
    PHASE,
    ROUND,
    SCORE,
    SEATS,
    START,
    TILES,
    WALL,
    WIDTH,
    points,
    put,
)
from numba import njit

# The rule for columns: weights of the points, of what is in the column, and of what the tile leaves open.
RULE = 26
SIMPLE = np.zeros((3, RULE))
SIMPLE[:, 0] = 1.0
SIMPLE[:, 1:6] = COLUMN_WORTH
SIMPLE[:, 6:11] = COLUMN_WORTH


@njit(cache=True)
def masks(s, w, m):
    """m: the colors of each row, then those of each column, in bits; the columns of each color, then its rows."""
    m[:] = 0
    for row in range(5):
        for col in range(5):
            color = s[w + 5 * row + col] - 1
            if color >= 0:
                m[row] |= 1 << color
                m[5 + col] |= 1 << color
                m[10 + color] |= 1 << col
                m[15 + color] |= 1 << row


@njit(cache=True)
def column_inputs(s, w, m, row, col, color, f):
    """What counts for a tile of a color at a free space: f."""
    f[:] = 0
    f[0] = points(s, w, row, col)
    in_column, open_column = 0, True
    for other in range(5):
        if s[w + 5 * other + col]:
            in_column += 1
        elif other != row and (m[other] | m[5 + col] | 1 << color) == 31:
            open_column = False
    f[(1 if open_column else 6) + min(in_column, 4)] = 1
    f[11 + abs(col - 2)] = 1
    across = (col > 0 and s[w + 5 * row + col - 1] == 0) + (col < 4 and s[w + 5 * row + col + 1] == 0)
    down = (row > 0 and s[w + 5 * row - 5 + col] == 0) + (row < 4 and s[w + 5 * row + 5 + col] == 0)
    f[14], f[15] = across, down
    none = one = missing = 0
    for other in range(5):
        if other == row or (m[other] >> color) & 1:
            continue
        missing += 1
        free = 0
        for c in range(5):
            free += c != col and s[w + 5 * other + c] == 0 and not (m[10 + color] >> c) & 1
        none += free == 0
        one += free == 1
    f[16] = one
    f[17 + 4 - missing if none == 0 else 22] = 1
    f[23] = none
    dead = single = 0
    for c in range(5):
        if c != col and s[w + 5 * row + c] == 0:
            left = 31 & ~(m[row] | 1 << color | m[5 + c])
            dead += left == 0
            single += left != 0 and (left & (left - 1)) == 0
    f[24], f[25] = dead, single


@njit(cache=True)
def best_column(s, w, m, row, color, rule, f):
    """The column of a free wall for a full line: the first of the best; -1 where none is free."""
    best, chosen = -1e18, -1
    weights = rule[0 if s[ROUND] <= 2 else 1 if s[ROUND] <= 4 else 2]
    for col in range(5):
        if s[w + 5 * row + col] or (m[5 + col] >> color) & 1:
            continue
        column_inputs(s, w, m, row, col, color, f)
        v = 0.0
        for i in range(RULE):
            v += f[i] * weights[i]
        if v > best:
            best, chosen = v, col
    return chosen


@njit(cache=True)
def tile(s, seat, rule, chaos, r):
    """The wall of one seat after a round; a share `chaos` of the columns is drawn."""
    b = BOARDS + seat * WIDTH
    w = b + WALL
    m, f = np.zeros(20, np.int64), np.zeros(RULE)
    for row in range(5):
        if s[b + TILES + row] <= row:
            continue
        color = s[b + COLOR + row]
        masks(s, w, m)
        col = best_column(s, w, m, row, color, rule, f)
        if col >= 0 and chaos > 0 and rnd(r) < chaos:
            col = int(rnd(r) * 5)
            while s[w + 5 * row + col] or (m[5 + col] >> color) & 1:
                col = (col + 1) % 5
        if col >= 0:
            put(s, b, row, col)
        else:
            s[b + TILES + row] = 0
            s[b + FLOOR] = min(7, s[b + FLOOR] + row + 1)
    s[b + SCORE] = max(0, s[b + SCORE] - LOSS[s[b + FLOOR]])
    s[b + FLOOR] = 0


@njit(cache=True)
def end_round(s, rules, chaos, r):
    """`rules`: the rule for columns of each seat."""
    over, on_boards = False, 0
    for seat in range(s[SEATS]):
        tile(s, seat, rules[seat], chaos, r)
        b = BOARDS + seat * WIDTH
        for row in range(5):
            number = 0
            for col in range(5):
                number += s[b + WALL + 5 * row + col] != 0
            over = over or number == 5
            on_boards += number + s[b + TILES + row]
    if s[MARKER] >= 0:
        s[START] = s[MARKER]
    s[MARKER] = -1
    s[PHASE] = FILL
    if over or on_boards == 100:
        s[PHASE] = OVER
        for seat in range(s[SEATS]):
            b = BOARDS + seat * WIDTH
            colors = np.zeros(6, np.int64)
            for i in range(5):
                row = column = 0
                for j in range(5):
                    row += s[b + WALL + 5 * i + j] != 0
                    column += s[b + WALL + 5 * j + i] != 0
                    colors[s[b + WALL + 5 * i + j]] += 1
                s[b + SCORE] += 2 * (row == 5) + 7 * (column == 5)
            for c in range(1, 6):
                s[b + SCORE] += 10 * (colors[c] == 5)
