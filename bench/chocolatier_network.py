"""The network of chocolatier, compiled: one part for each board, one for what both are worth against each other.

`net` is (cells, mid, joint, top, last): the rows of the inputs of a board; from its hidden sums to the joint sums, as
the own and as the other board; the rows of the inputs of the table; from the joint sums to the second ones and the
outputs; from these to the outputs.
"""

import numpy as np
from chocolatier_inputs import BOARD_INPUTS, TABLE_INPUTS, board_inputs, next_tiles, table_inputs
from chocolatier_rules import BOARDS, OVER, PHASE, ROUND, SCORE, WIDTH, result
from numba import njit

HIDDEN, JOINT, TOP, OUTPUTS = 64, 32, 32, 3
MOST_ACTIVE = 200
KNOWN = 1 << 14


def untrained(seed):
    rng = np.random.default_rng(seed)

    def drawn(size, *shape):
        return rng.normal(0, size, shape).astype(np.float32)

    top, last = drawn(0.18, JOINT, TOP + OUTPUTS), drawn(0.1, TOP, OUTPUTS)
    joint = drawn(0.05, TABLE_INPUTS, JOINT)
    return drawn(0.06, BOARD_INPUTS, HIDDEN), drawn(0.12, HIDDEN, 2 * JOINT), joint, top, last


def workspace():
    """Per board: inputs, how many, hidden sums, both parts of the joint sums; per seat's view: the rest."""
    return (
        np.zeros((2, MOST_ACTIVE), np.int32),
        np.zeros((2, MOST_ACTIVE), np.float32),
        np.zeros(2, np.int64),
        np.zeros((2, HIDDEN), np.float32),
        np.zeros((2, 2 * JOINT), np.float32),
        np.zeros((2, 64), np.int32),
        np.zeros((2, 64), np.float32),
        np.zeros(2, np.int64),
        np.zeros((2, JOINT), np.float32),
        np.zeros((2, TOP + OUTPUTS), np.float32),
        np.zeros((2, OUTPUTS), np.float32),
        np.zeros(KNOWN, np.uint64),
        np.zeros((KNOWN, 2 * JOINT), np.float32),
    )


def forget(work):
    """To be called when the weights changed."""
    work[11][:] = 0


@njit(cache=True, fastmath=True)
def of_board(s, seat, supply, net, work):
    at, size, count, hidden, parts = work[:5]
    n = board_inputs(s, BOARDS + seat * WIDTH, supply, at[seat], size[seat])
    count[seat] = n
    h, p = hidden[seat], parts[seat]
    h[:] = 0
    p[:] = 0
    cells, mid = net[0], net[1]
    for i in range(n):
        x, row = size[seat, i], cells[at[seat, i]]
        for j in range(HIDDEN):
            h[j] += row[j] * x
    for j in range(HIDDEN):
        x = h[j]
        if x > 0:
            row = mid[j]
            for k in range(2 * JOINT):
                p[k] += row[k] * x


@njit(cache=True, inline="always")
def mixed(h, x):
    h = (h ^ np.uint64(x)) * np.uint64(0x9E3779B97F4A7C15)
    return h ^ (h >> np.uint64(29))


@njit(cache=True)
def known_board(s, seat, supply, net, work):
    """`of_board`, remembered."""
    parts, marks, kept = work[4], work[11], work[12]
    b = BOARDS + seat * WIDTH
    wall, lines, deal = 0, 0, 0
    for row in range(5):
        wall = wall * 32 + s[b + 11 + row]
        tiles = s[b + 6 + row]
        lines = lines * 32 + (s[b + 1 + row] * 5 + tiles if tiles else 0)
        deal = deal * 128 + supply[row]
    mark = mixed(mixed(mixed(np.uint64(s[ROUND] + 1), wall), lines), deal) | np.uint64(1)
    place = np.int64(mark >> np.uint64(20)) & (KNOWN - 1)
    if marks[place] == mark:
        parts[seat] = kept[place]
        return
    of_board(s, seat, supply, net, work)
    marks[place] = mark
    kept[place] = parts[seat]


@njit(cache=True, fastmath=True)
def views(s, supply, net, work):
    """What each seat expects of the table, from the parts of both boards."""
    parts, at, size, count, joint, top, found = work[4:11]
    for seat in range(2):
        n = table_inputs(s, seat, supply, at[seat], size[seat])
        count[seat] = n
        z, t = joint[seat], top[seat]
        for j in range(JOINT):
            z[j] = parts[seat, j] + parts[1 - seat, JOINT + j]
        for i in range(n):
            row, x = net[2][at[seat, i]], size[seat, i]
            for j in range(JOINT):
                z[j] += row[j] * x
        t[:] = 0
        for j in range(JOINT):
            x = z[j]
            if x > 0:
                row = net[3][j]
                for k in range(TOP + OUTPUTS):
                    t[k] += row[k] * x
        for o in range(OUTPUTS):
            y = t[TOP + o]
            for k in range(TOP):
                if t[k] > 0:
                    y += t[k] * net[4][k, o]
            found[seat, o] = y


@njit(cache=True)
def judge(s, net, work, v):
    """v: the chance of seat 0 to win, the final points of both seats."""
    if s[PHASE] == OVER:
        result(s, v)
        return
    supply = next_tiles(s)
    known_board(s, 0, supply, net, work)
    known_board(s, 1, supply, net, work)
    views(s, supply, net, work)
    found = work[10]
    v[1] = s[BOARDS + SCORE] + 10.0 * found[0, 0]
    v[2] = s[BOARDS + WIDTH + SCORE] + 10.0 * found[1, 0]
    steepness = np.exp(found[0, 2] + found[1, 2])
    v[0] = 1.0 / (1.0 + np.exp(-((v[1] - v[2]) / 10.0 * steepness + found[0, 1] - found[1, 1])))


@njit(cache=True)
def judged(states, net, work, values):
    for i in range(len(states)):
        judge(states[i], net, work, values[i])
