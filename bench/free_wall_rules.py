"""The rules of chocolatier on the free wall for two to four, compiled: for training alone.

Needs numba and numpy. The table is one vector of whole numbers; `check_free_wall.py` compares it with `core`.
"""

import numpy as np
from chocolatier_rules import TAKE, drawn, to_center
from numba import njit

PHASE, MOVER, ROUND, START, MARKER, LEFT, SEATS, BAG, SOURCES = 0, 1, 2, 3, 4, 5, 6, 7, 12
MOST_SOURCES = 10
BOARDS, WIDTH = SOURCES + 5 * MOST_SOURCES, 37
SCORE, FLOOR, COLOR, TILES, WALL = 0, 1, 2, 7, 12  # Within a board; a space of the wall is 0 or the color + 1.
SIZE = BOARDS + 4 * WIDTH


@njit(cache=True)
def new_table(seats):
    s = np.zeros(SIZE, np.int16)
    s[MARKER], s[SEATS] = -1, seats
    s[BAG : BAG + 5] = 20
    return s


@njit(cache=True)
def lying(s, found):
    """The tiles on the boards by color."""
    found[:] = 0
    for seat in range(s[SEATS]):
        b = BOARDS + seat * WIDTH
        for cell in range(25):
            if s[b + WALL + cell]:
                found[s[b + WALL + cell] - 1] += 1
        for row in range(5):
            if s[b + TILES + row]:
                found[s[b + COLOR + row]] += s[b + TILES + row]


@njit(cache=True)
def deal(s, r):
    on_boards = np.zeros(5, np.int64)
    total = 0
    for c in range(5):
        total += s[BAG + c]
    s[SOURCES : SOURCES + 5 * MOST_SOURCES] = 0
    n, wanted = 0, 4 * (2 * s[SEATS] + 1)
    while n < wanted:
        if total == 0:
            lying(s, on_boards)
            for c in range(5):
                s[BAG + c] = 20 - on_boards[c]
                for d in range(1, MOST_SOURCES):
                    s[BAG + c] -= s[SOURCES + d * 5 + c]
                total += s[BAG + c]
            if total == 0:
                break
        s[SOURCES + (1 + n // 4) * 5 + drawn(s, BAG, total, r)] += 1
        total -= 1
        n += 1
    s[PHASE], s[MOVER], s[MARKER], s[LEFT] = TAKE, s[START], -1, n
    s[ROUND] += 1


@njit(cache=True, inline="always")
def points(s, w, row, col):
    """For a tile placed at a space of the wall that begins at w."""
    left = col
    while left > 0 and s[w + 5 * row + left - 1]:
        left -= 1
    right = col
    while right < 4 and s[w + 5 * row + right + 1]:
        right += 1
    top = row
    while top > 0 and s[w + 5 * top - 5 + col]:
        top -= 1
    bottom = row
    while bottom < 4 and s[w + 5 * bottom + 5 + col]:
        bottom += 1
    across, down = right - left + 1, bottom - top + 1
    if across == 1:
        return down
    return across if down == 1 else across + down


@njit(cache=True)
def put(s, b, row, col):
    s[b + WALL + 5 * row + col] = s[b + COLOR + row] + 1
    s[b + SCORE] += points(s, b + WALL, row, col)
    s[b + TILES + row] = 0


@njit(cache=True, inline="always")
def accepts(s, b, c, row):
    n = s[b + TILES + row]
    if n > row or (n > 0 and s[b + COLOR + row] != c):
        return False
    free = True
    for col in range(5):
        free = free and s[b + WALL + 5 * row + col] != c + 1
    return free


@njit(cache=True)
def take(s, move):
    """A move is (source * 5 + color) * 6 + line; line 0 is the floor. After the last take nothing is tiled yet."""
    line, c, source = move % 6, (move // 6) % 5, move // 30
    b = BOARDS + s[MOVER] * WIDTH
    n = s[SOURCES + source * 5 + c]
    if source == 0 and s[MARKER] == -1:
        s[MARKER] = s[MOVER]
        s[b + FLOOR] = min(7, s[b + FLOOR] + 1)
    spilled = n
    if line:
        before = s[b + TILES + line - 1]
        filled = min(before + n, line)
        s[b + TILES + line - 1], s[b + COLOR + line - 1] = filled, c
        spilled = n - filled + before
    s[b + FLOOR] = min(7, s[b + FLOOR] + spilled)
    s[SOURCES + source * 5 + c] = 0
    s[LEFT] -= n
    if source:
        to_center(s, SOURCES, source)
    s[MOVER] = (s[MOVER] + 1) % s[SEATS]


@njit(cache=True)
def result(s, v):
    keys = np.zeros(4, np.int64)
    for seat in range(s[SEATS]):
        b = BOARDS + seat * WIDTH
        keys[seat] = s[b + SCORE] * 8
        v[4 + seat] = s[b + SCORE]
        for row in range(5):
            full = True
            for col in range(5):
                full = full and s[b + WALL + 5 * row + col] != 0
            keys[seat] += full
    best, winners = keys[: s[SEATS]].max(), 0
    for seat in range(s[SEATS]):
        winners += keys[seat] == best
    for seat in range(s[SEATS]):
        v[seat] = (keys[seat] == best) / winners
