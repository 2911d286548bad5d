"""The network of the free wall, and what it says of a table."""

import numpy as np
from chocolatier_rules import OVER
from free_wall_inputs import INPUTS, inputs, next_tiles
from free_wall_rules import BOARDS, PHASE, SCORE, SEATS, WIDTH, result
from numba import njit

HIDDEN, OUTPUTS = 48, 3
LANES = HIDDEN + OUTPUTS
MOST_ACTIVE = 320


@njit(cache=True, fastmath=True)
def forward(net, out, at, size, n, lanes, found):
    """lanes: the sums before the hinge, outputs last; found: the three outputs."""
    for j in range(LANES):
        lanes[j] = net[INPUTS, j]
    for i in range(n):
        a, x = at[i], size[i]
        for j in range(LANES):
            lanes[j] += net[a, j] * x
    for o in range(OUTPUTS):
        y = lanes[HIDDEN + o]
        for j in range(HIDDEN):
            if lanes[j] > 0:
                y += lanes[j] * out[o, j]
        found[o] = y


@njit(cache=True)
def shares(s, found, v):
    """v: the chances of the seats to win, then from 4 on their final points, from the outputs of each seat."""
    seats = s[SEATS]
    steep, best = 0.0, -1e18
    for seat in range(seats):
        v[4 + seat] = s[BOARDS + seat * WIDTH + SCORE] + 10.0 * found[seat, 0]
        steep += found[seat, 2] * 2 / seats
    steep = np.exp(steep)
    for seat in range(seats):
        v[seat] = v[4 + seat] / 10.0 * steep + found[seat, 1]
        best = max(best, v[seat])
    whole = 0.0
    for seat in range(seats):
        v[seat] = np.exp(v[seat] - best)
        whole += v[seat]
    for seat in range(seats):
        v[seat] /= whole
    return steep


@njit(cache=True)
def judge(s, net, out, work, v):
    if s[PHASE] == OVER:
        result(s, v)
        return
    at, size, lanes, found, supply = work
    next_tiles(s, supply)
    for seat in range(s[SEATS]):
        n = inputs(s, seat, 0, supply, at, size)
        forward(net, out, at, size, n, lanes, found[seat])
    shares(s, found, v)
