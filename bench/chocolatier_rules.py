"""The rules of chocolatier for two on the colored wall and its simple player, compiled: for training alone.

Needs numba and numpy. The table is one vector of whole numbers; `check_chocolatier.py` compares it with `core`.
"""

import numpy as np
from numba import njit

PHASE, MOVER, ROUND, START, MARKER, LEFT, BAG, SOURCES = 0, 1, 2, 3, 4, 5, 6, 11
BOARDS, WIDTH = 41, 17
SCORE, COLOR, TILES, WALL, FLOOR = 0, 1, 6, 11, 16  # Within the block of a board.
SIZE = BOARDS + 2 * WIDTH
FILL, TAKE, OVER = 0, 1, 3
MOST_ROUNDS = 12

LOSS = np.array([0, 1, 2, 4, 6, 8, 11, 14], np.int32)
COLUMN_WORTH = np.array([0.0, 0.3, 0.8, 1.8, 7.0])
COLOR_WORTH = np.array([0.0, 0.2, 0.6, 1.5, 10.0])
BITS = np.array([bin(i).count("1") for i in range(32)], np.int32)


@njit(cache=True, inline="always")
def rnd(r):
    x = r[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    r[0] = x
    return np.float64((x * np.uint64(2685821657736338717)) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@njit(cache=True)
def generator(seed):
    r = np.zeros(1, np.uint64)
    z = np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    r[0] = (z ^ (z >> np.uint64(31))) | np.uint64(1)
    return r


@njit(cache=True)
def drawn(s, bag, total, r):
    """The color of a tile drawn from a bag of `total` tiles, without it then."""
    k = int(rnd(r) * total)
    c = 0
    while k >= s[bag + c]:
        k -= s[bag + c]
        c += 1
    s[bag + c] -= 1
    return c


@njit(cache=True)
def twin(s, sources, source):
    """Whether a display before this one holds the same."""
    for other in range(1, source):
        same = True
        for c in range(5):
            same = same and s[sources + other * 5 + c] == s[sources + source * 5 + c]
        if same:
            return True
    return False


@njit(cache=True)
def to_center(s, sources, source):
    """Moves what a display holds to the center."""
    for k in range(5):
        s[sources + k] += s[sources + source * 5 + k]
        s[sources + source * 5 + k] = 0


@njit(cache=True)
def new_table():
    s = np.zeros(SIZE, np.int32)
    s[MARKER] = -1
    for c in range(5):
        s[BAG + c] = 20
    return s


@njit(cache=True)
def lid(s, c):
    """The tiles of a color in the lid between rounds: all that lie nowhere else."""
    n = 20 - s[BAG + c]
    for seat in range(2):
        b = BOARDS + seat * WIDTH
        for row in range(5):
            n -= (s[b + WALL + row] >> ((c + row) % 5)) & 1
            if s[b + TILES + row] and s[b + COLOR + row] == c:
                n -= s[b + TILES + row]
    return n


@njit(cache=True)
def deal(s, r):
    total = 0
    for c in range(5):
        total += s[BAG + c]
    for i in range(30):
        s[SOURCES + i] = 0
    n = 0
    while n < 20:
        if total == 0:
            for c in range(5):
                s[BAG + c] = lid(s, c)
                for d in range(1, 6):
                    s[BAG + c] -= s[SOURCES + d * 5 + c]
                total += s[BAG + c]
            if total == 0:
                break
        s[SOURCES + (1 + n // 4) * 5 + drawn(s, BAG, total, r)] += 1
        total -= 1
        n += 1
    s[PHASE] = TAKE
    s[MOVER] = s[START]
    s[ROUND] += 1
    s[MARKER] = -1
    s[LEFT] = n


@njit(cache=True, inline="always")
def points(s, b, row, col):
    w = s[b + WALL + row]
    left = col
    while left > 0 and (w >> (left - 1)) & 1:
        left -= 1
    right = col
    while right < 4 and (w >> (right + 1)) & 1:
        right += 1
    top = row
    while top > 0 and (s[b + WALL + top - 1] >> col) & 1:
        top -= 1
    bottom = row
    while bottom < 4 and (s[b + WALL + bottom + 1] >> col) & 1:
        bottom += 1
    across = right - left + 1
    down = bottom - top + 1
    if across == 1:
        return down
    if down == 1:
        return across
    return across + down


@njit(cache=True)
def end_round(s):
    over = False
    lying = 0
    for seat in range(2):
        b = BOARDS + seat * WIDTH
        for row in range(5):
            if s[b + TILES + row] == row + 1:
                col = (s[b + COLOR + row] + row) % 5
                s[b + WALL + row] |= 1 << col
                s[b + SCORE] += points(s, b, row, col)
                s[b + TILES + row] = 0
            lying += s[b + TILES + row] + BITS[s[b + WALL + row]]
            over = over or s[b + WALL + row] == 31
        s[b + SCORE] = max(0, s[b + SCORE] - LOSS[s[b + FLOOR]])
        s[b + FLOOR] = 0
    if s[MARKER] >= 0:
        s[START] = s[MARKER]
    s[MARKER] = -1
    s[PHASE] = FILL
    if over or lying == 100:
        s[PHASE] = OVER
        for seat in range(2):
            b = BOARDS + seat * WIDTH
            full = 31
            for row in range(5):
                w = s[b + WALL + row]
                if w == 31:
                    s[b + SCORE] += 2
                full &= w
            s[b + SCORE] += 7 * BITS[full]
            for c in range(5):
                k = 0
                for row in range(5):
                    k += (s[b + WALL + row] >> ((c + row) % 5)) & 1
                if k == 5:
                    s[b + SCORE] += 10


@njit(cache=True, inline="always")
def accepts(s, b, c, row):
    n = s[b + TILES + row]
    if n > row or (n > 0 and s[b + COLOR + row] != c):
        return False
    return not (s[b + WALL + row] >> ((c + row) % 5)) & 1


@njit(cache=True)
def take(s, move):
    """A move is (source * 5 + color) * 6 + line; line 0 is the floor."""
    line, c, source = move % 6, (move // 6) % 5, move // 30
    seat = s[MOVER]
    b = BOARDS + seat * WIDTH
    n = s[SOURCES + source * 5 + c]
    if source == 0 and s[MARKER] == -1:
        s[MARKER] = seat
        s[b + FLOOR] = min(7, s[b + FLOOR] + 1)
    spilled = n
    if line:
        lying = s[b + TILES + line - 1]
        filled = min(lying + n, line)
        s[b + TILES + line - 1] = filled
        s[b + COLOR + line - 1] = c
        spilled = n - filled + lying
    s[b + FLOOR] = min(7, s[b + FLOOR] + spilled)
    s[SOURCES + source * 5 + c] = 0
    s[LEFT] -= n
    if source:
        to_center(s, SOURCES, source)
    if s[LEFT] == 0:
        end_round(s)
    else:
        s[MOVER] = 1 - seat


@njit(cache=True)
def worths(s, out):
    """out[seat, color, row]: what the simple player says of a tile; the same all round."""
    for seat in range(2):
        b, o = BOARDS + seat * WIDTH, BOARDS + (1 - seat) * WIDTH
        ending = 2.0 if s[b + SCORE] >= s[o + SCORE] + 8 else -12.0
        for c in range(5):
            of_color = 0
            for row in range(5):
                of_color += (s[b + WALL + row] >> ((c + row) % 5)) & 1
            for row in range(5):
                col = (c + row) % 5
                in_column = 0
                for other in range(5):
                    in_column += (s[b + WALL + other] >> col) & 1
                w = points(s, b, row, col) + COLUMN_WORTH[min(in_column, 4)] + COLOR_WORTH[min(of_color, 4)]
                out[seat, c, row] = w + (ending if BITS[s[b + WALL + row]] == 4 else 0.0)


@njit(cache=True, inline="always")
def worth_of(s, b, n, row, worth, marker):
    lying = s[b + TILES + row] if row >= 0 else 0
    placed = min(n, row + 1 - lying) if row >= 0 else 0
    full = min(7, s[b + FLOOR] + n - placed + marker)
    v = 0.5 * marker - (LOSS[full] - LOSS[s[b + FLOOR]])
    if row < 0:
        return v
    filled = lying + placed
    if filled > row:
        return v + worth
    return v + worth * 0.6 * filled / (row + 1) - 0.4 * (row + 1 - filled)


@njit(cache=True)
def moves(s, w, out, val):
    """All different legal moves with their worths; equal displays are given once."""
    seat = s[MOVER]
    b = BOARDS + seat * WIDTH
    k = 0
    for source in range(6):
        marker = 1 if source == 0 and s[MARKER] == -1 else 0
        if twin(s, SOURCES, source):
            continue
        for c in range(5):
            n = s[SOURCES + source * 5 + c]
            if n == 0:
                continue
            for row in range(-1, 5):
                if row < 0 or accepts(s, b, c, row):
                    out[k] = (source * 5 + c) * 6 + row + 1
                    val[k] = worth_of(s, b, n, row, w[seat, c, max(row, 0)], marker)
                    k += 1
    return k


@njit(cache=True)
def choose(s, w, noise, r):
    seat = s[MOVER]
    b = BOARDS + seat * WIDTH
    best, move = -1e18, -1
    for source in range(6):
        marker = 1 if source == 0 and s[MARKER] == -1 else 0
        for c in range(5):
            n = s[SOURCES + source * 5 + c]
            if n == 0:
                continue
            for row in range(-1, 5):
                if row < 0 or accepts(s, b, c, row):
                    v = worth_of(s, b, n, row, w[seat, c, max(row, 0)], marker)
                    if noise > 0:
                        v += noise * rnd(r)
                    if v > best:
                        best, move = v, (source * 5 + c) * 6 + row + 1
    return move


@njit(cache=True)
def result(s, v):
    keys = np.zeros(2, np.int32)
    for seat in range(2):
        b = BOARDS + seat * WIDTH
        keys[seat] = s[b + SCORE] * 8
        v[1 + seat] = s[b + SCORE]
        for row in range(5):
            keys[seat] += s[b + WALL + row] == 31
    v[0] = 0.5 + 0.5 * np.sign(keys[0] - keys[1])
