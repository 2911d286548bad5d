"""The search of the free wall."""

import numpy as np
from free_wall_columns import end_round
from free_wall_network import LANES, MOST_ACTIVE, OUTPUTS, judge
from free_wall_player import moves, worths
from free_wall_rules import LEFT, MOVER, SEATS, take
from numba import njit


def workspace():
    return (
        np.zeros(4 * MOST_ACTIVE, np.int32),
        np.zeros(4 * MOST_ACTIVE, np.float32),
        np.zeros(LANES, np.float32),
        np.zeros((4, OUTPUTS), np.float32),
        np.zeros(5, np.int64),
    )


def tree(most):
    return (
        np.zeros(most, np.int32),
        np.zeros((most, 12), np.float64),
        np.zeros(most, np.int32),
        np.zeros(most, np.int32),
        np.zeros(most, np.int32),
        np.zeros(most, np.float64),
    )


@njit(cache=True)
def search(s0, iterations, net, out, rules, work, nodes, r, v):
    """PUCT within the round, as core/review/search.py; the best move, its mean in v. One iteration is a playout."""
    visits, sums, first, number, move, prior = nodes
    seats = s0[SEATS]
    w = np.zeros((4, 5, 5))
    worths(s0, w)
    found, val = np.zeros(300, np.int64), np.zeros(300)
    path = np.zeros(120, np.int32)
    visits[0], first[0], used = 0, -1, 1
    sums[0] = 0.0
    s = s0.copy()
    for _ in range(iterations):
        s[:] = s0
        node, depth = 0, 1
        path[0] = 0
        while s[LEFT] and (node == 0 or visits[node] > 0):
            if first[node] < 0:
                k = moves(s, w, 0.0, r, found, val)
                if used + k > len(visits):
                    break
                best = val[:k].max()
                whole = 0.0
                for i in range(k):
                    whole += np.exp((val[i] - best) / 2.0) + 0.002
                for i in range(k):
                    child = used + i
                    visits[child], first[child], move[child] = 0, -1, found[i]
                    sums[child] = 0.0
                    prior[child] = (np.exp((val[i] - best) / 2.0) + 0.002) / whole
                first[node], number[node] = used, k
                used += k
            seat = s[MOVER]
            own = sums[node, seat] / visits[node] if visits[node] else 0.5
            scale = 0.6 * np.sqrt(visits[node] + 1.0)
            best, chosen = -1e18, -1
            for child in range(first[node], first[node] + number[node]):
                n = visits[child]
                u = (sums[child, seat] / n if n else own - 0.1) + scale * prior[child] / (1 + n)
                if u > best:
                    best, chosen = u, child
            take(s, move[chosen])
            node = chosen
            path[depth] = node
            depth += 1
        while s[LEFT]:
            k = moves(s, w, 0.0, r, found, val)
            take(s, found[np.argmax(val[:k])])
        end_round(s, rules, 0.0, r)
        judge(s, net, out, work, v)
        for seat in range(seats):
            rival = -1e9
            for other in range(seats):
                if other != seat:
                    rival = max(rival, v[4 + other])
            lead = v[4 + seat] - rival
            val[seat] = 0.9 * v[seat] + 0.1 * (0.5 + 0.5 * np.tanh(lead / 40.0))
        for i in range(depth):
            visits[path[i]] += 1
            for j in range(seats):
                sums[path[i], j] += val[j]
                sums[path[i], 4 + j] += v[j]
                sums[path[i], 8 + j] += v[4 + j]
    best = first[0]
    for child in range(first[0], first[0] + number[0]):
        if visits[child] > visits[best]:
            best = child
    for j in range(seats):
        v[j], v[4 + j] = sums[best, 4 + j] / visits[best], sums[best, 8 + j] / visits[best]
    return move[best]
