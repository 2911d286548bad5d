"""Inputs that both networks of chocolatier have of a line: its chances, and what its best tile brings."""

import numpy as np
from numba import njit

COMPLETED = np.array(
    [
        [
            [
                1.0 if m == 0 else 0.0 if a < 2 else 1 / (1 + np.exp(-(1.7 - e + 0.45 * (a / 4 - 4) - 0.95 * (m - 1))))
                for a in range(81)
            ]
            for m in range(6)
        ]
        for e in (0.0, 0.6)
    ]
)
USUAL = 16
EDGES = np.array([-30, -20, -14, -9, -5, -2, 1, 4, 8, 13, 19, 29], np.int32)


@njit(cache=True)
def add(at, size, n, where, x):
    at[n], size[n] = where, x
    return n + 1


@njit(cache=True)
def chances(tiles, color, row, c, supply):
    """That a line of so many tiles of `color` is filled with color c: within one round, and within two."""
    missing, empty = row + 1 - tiles, 0 if tiles else 1
    if tiles and c != color:
        return 0.0, COMPLETED[0, missing, supply[color]] * COMPLETED[1, row + 1, USUAL]
    now = COMPLETED[empty, missing, supply[c]]
    return now, 1 - (1 - now) * (1 - 0.8 * COMPLETED[empty, max(missing - 1, 1), USUAL])


@njit(cache=True)
def best_tile(at, size, n, where, gain, soon, in_column, of_color, last):
    """Of the tile with the best prospect: points, its chance, tiles of its column and color, the last of its row?"""
    soon = np.rint(16 * soon) / 16
    n = add(at, size, n, where, 1.0)
    n = add(at, size, n, where + 1, gain / 4.0)
    n = add(at, size, n, where + 7, soon)
    n = add(at, size, n, where + 8, np.rint(4 * soon * gain) / 16)
    if in_column >= 3:
        n = add(at, size, n, where + (2 if in_column == 4 else 3), 1.0)
    if of_color >= 3:
        n = add(at, size, n, where + (4 if of_color == 4 else 5), 1.0)
    if last:
        n = add(at, size, n, where + 6, 1.0)
        n = add(at, size, n, where + 9, soon)
    if in_column == 4:
        n = add(at, size, n, where + 10, soon)
    if of_color == 4:
        n = add(at, size, n, where + 11, soon)
    return n


@njit(cache=True)
def ends(at, size, n, where, in_columns, in_colors, in_rows):
    """Chances of full columns, colors and rows."""
    n = add(at, size, n, where, np.rint(16 * (in_columns * 3.5)) / 16)
    n = add(at, size, n, where + 1, np.rint(16 * (in_colors * 5.0)) / 16)
    return add(at, size, n, where + 2, np.rint(16 * in_rows) / 16)


@njit(cache=True)
def bucket(difference):
    number = 0
    while number < 12 and difference >= EDGES[number]:
        number += 1
    return number
