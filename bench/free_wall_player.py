"""The simple player of the free wall: what each move is worth at once."""

import numpy as np
from chocolatier_rules import COLOR_WORTH, COLUMN_WORTH, LOSS, rnd, twin
from free_wall_columns import masks
from free_wall_rules import BOARDS, FLOOR, MARKER, MOVER, SCORE, SEATS, SOURCES, TILES, WALL, WIDTH, accepts, points
from numba import njit


@njit(cache=True)
def worths(s, out):
    """out[seat, color, row]: what the simple player says of a tile; the same all round."""
    m = np.zeros(20, np.int64)
    for seat in range(s[SEATS]):
        b = BOARDS + seat * WIDTH
        rival = 0
        for other in range(s[SEATS]):
            if other != seat:
                rival = max(rival, s[BOARDS + other * WIDTH + SCORE])
        ending = 2.0 if s[b + SCORE] >= rival + 8 else -12.0
        masks(s, b + WALL, m)
        for row in range(5):
            missing = 0
            for col in range(5):
                missing += s[b + WALL + 5 * row + col] == 0
            for c in range(5):
                of_color = 0
                for other in range(5):
                    of_color += (m[other] >> c) & 1
                best = -1e9
                for col in range(5):
                    if s[b + WALL + 5 * row + col] or (m[5 + col] >> c) & 1:
                        continue
                    in_column = 0
                    for other in range(5):
                        in_column += s[b + WALL + 5 * other + col] != 0
                    v = points(s, b + WALL, row, col) + COLUMN_WORTH[min(in_column, 4)] + COLOR_WORTH[min(of_color, 4)]
                    best = max(best, v + (ending if missing == 1 else 0.0))
                out[seat, c, row] = best if best > -1e8 else -2.0 * row


@njit(cache=True, inline="always")
def worth_of(s, b, n, row, worth, marker):
    v = LOSS[s[b + FLOOR]] + 0.5 * marker
    if row < 0:
        return v - LOSS[min(7, s[b + FLOOR] + n + marker)]
    filled = min(s[b + TILES + row] + n, row + 1)
    if filled > row:
        v += worth
    else:
        v += worth * 0.6 * filled / (row + 1) - 0.4 * (row + 1 - filled)
    return v - LOSS[min(7, s[b + FLOOR] + n + s[b + TILES + row] - filled + marker)]


@njit(cache=True)
def moves(s, w, out, val):
    """All different legal moves with their worths, of equal ones first the one the playout of `core` takes."""
    seat = s[MOVER]
    b = BOARDS + seat * WIDTH
    k = 0
    can = np.zeros((5, 5), np.bool_)
    for c in range(5):
        for row in range(5):
            can[c, row] = accepts(s, b, c, row)
    for at in range(1, 2 * s[SEATS] + 3):
        source = at if at < 2 * s[SEATS] + 2 else 0
        marker = 1 if source == 0 and s[MARKER] == -1 else 0
        if twin(s, SOURCES, source):
            continue
        for c in range(5):
            n = s[SOURCES + source * 5 + c]
            if n == 0:
                continue
            for row in range(4, -2, -1):
                if row < 0 or can[c, row]:
                    out[k] = (source * 5 + c) * 6 + row + 1
                    val[k] = worth_of(s, b, n, row, w[seat, c, max(row, 0)], marker)
                    k += 1
    return k


@njit(cache=True)
def chosen(s, w, noise, r, found, val):
    """The best of the moves, with noise in their worths."""
    k = moves(s, w, found, val)
    if noise > 0:
        for i in range(k):
            val[i] += noise * rnd(r)
    return found[np.argmax(val[:k])]
