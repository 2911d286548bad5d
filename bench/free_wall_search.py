"""The search of the free wall."""

import numpy as np
from chocolatier_tree import clear, descent, most_visited, record
from free_wall_columns import end_round
from free_wall_network import LANES, MOST_ACTIVE, OUTPUTS, judge
from free_wall_player import chosen, moves, worths
from free_wall_rules import LEFT, SEATS, take
from numba import njit

SUMS = 12
"""Of a node: what each seat maximizes, then as in `judge` chances and points."""


def workspace():
    return (
        np.zeros(4 * MOST_ACTIVE, np.int32),
        np.zeros(4 * MOST_ACTIVE, np.float32),
        np.zeros(LANES, np.float32),
        np.zeros((4, OUTPUTS), np.float32),
        np.zeros(5, np.int64),
    )


@njit(cache=True)
def mean(nodes, node, seat, unknown):
    visits, sums = nodes[:2]
    return sums[node, seat] / visits[node] if visits[node] else unknown


descend = descent(moves, take, mean)


@njit(cache=True)
def play_out(s, w, r, found, val):
    """To the last take of the round, each mover by what its moves are worth at once."""
    while s[LEFT]:
        take(s, chosen(s, w, 0.0, r, found, val))


@njit(cache=True)
def rival(seats, v, seat):
    """The most points that another seat is to have."""
    most = -1e9
    for other in range(seats):
        if other != seat:
            most = max(most, v[4 + other])
    return most


@njit(cache=True)
def weighed(seats, v, values):
    """values: what each seat maximizes, mostly its chance, then `v`; the review weighs the lead twice as much now."""
    for seat in range(seats):
        lead = v[4 + seat] - rival(seats, v, seat)
        values[seat] = 0.9 * v[seat] + 0.1 * (0.5 + 0.5 * np.tanh(lead / 40.0))
    values[4:] = v


@njit(cache=True)
def search(s0, iterations, net, out, rules, work, nodes, r, v):
    """PUCT within the round; the best move, its mean in v. One iteration is a playout."""
    seats = s0[SEATS]
    w, values = np.zeros((4, 5, 5)), np.zeros(SUMS)
    worths(s0, w)
    found, val = np.zeros(300, np.int64), np.zeros(300)
    path = np.zeros(120, np.int32)
    clear(nodes, 0)
    used = 1
    s = s0.copy()
    for _ in range(iterations):
        s[:] = s0
        depth, used = descend(s, w, nodes, used, found, val, path)
        play_out(s, w, r, found, val)
        end_round(s, rules, 0.0, r)
        judge(s, net, out, work, v)
        weighed(seats, v, values)
        record(nodes, path, depth, values)
    best = most_visited(nodes)
    visits, sums, move = nodes[0], nodes[1], nodes[4]
    for j in range(seats):
        v[j], v[4 + j] = sums[best, 4 + j] / visits[best], sums[best, 8 + j] / visits[best]
    return move[best]
