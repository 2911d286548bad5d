"""Searches and whole matches on the compiled rules of chocolatier; see `chocolatier_rules.py`."""

import numpy as np
from chocolatier_network import judge
from chocolatier_rules import (
    FILL,
    MOST_ROUNDS,
    MOVER,
    OVER,
    PHASE,
    ROUND,
    TAKE,
    choose,
    deal,
    generator,
    moves,
    new_table,
    result,
    rnd,
    take,
    worths,
)
from chocolatier_tree import clear, descent, most_visited, record
from numba import njit

SUMS = 3
"""Of a node: as in `judge`, the chance of seat 0 and the points of both."""


@njit(cache=True, inline="always")
def utility(win, lead):
    """What a seat of a training match maximizes; the search of the review weighs the lead twice as much now."""
    return 0.9 * win + 0.1 * (0.5 + 0.5 * np.tanh(lead / 40.0))


@njit(cache=True)
def mean(nodes, node, seat, unknown):
    visits, sums = nodes[:2]
    if not visits[node]:
        return unknown
    n = visits[node]
    win, lead = sums[node, 0] / n, (sums[node, 1] - sums[node, 2]) / n
    return utility(win, lead) if seat == 0 else utility(1 - win, -lead)


descend = descent(moves, take, mean)


@njit(cache=True)
def search(s0, iterations, net, work, nodes, v):
    """PUCT within the round; the best move, and in v the mean of all iterations."""
    w, r = np.zeros((2, 5, 5)), np.zeros(1, np.uint64)
    worths(s0, w)
    found, val = np.zeros(200, np.int64), np.zeros(200)
    path = np.zeros(80, np.int32)
    clear(nodes, 0)
    used = 1
    s = s0.copy()
    for _ in range(iterations):
        s[:] = s0
        depth, used = descend(s, w, nodes, used, found, val, path)
        while s[PHASE] == TAKE:
            take(s, choose(s, w, 0.0, r))
        judge(s, net, work, v)
        record(nodes, path, depth, v)
    visits, sums, move = nodes[0], nodes[1], nodes[4]
    for j in range(SUMS):
        v[j] = sums[0, j] / visits[0]
    return move[most_visited(nodes)]


@njit(cache=True)
def play(matches, seed, iterations, searching, net, work, nodes, states, results):
    """Matches of varied strength; the tables between rounds and how their matches ended. The number of tables.

    A share `searching` of the matches is played by the search, the others by the simple player with noise.
    """
    r = generator(seed)
    w, v = np.zeros((2, 5, 5)), np.zeros(3)
    k = 0
    for _ in range(matches):
        s = new_table()
        begin = k
        by_search = rnd(r) < searching
        noise = np.array([0.5 + 4.0 * rnd(r) ** 3, 0.5 + 4.0 * rnd(r) ** 3])
        while s[PHASE] != OVER and s[ROUND] < MOST_ROUNDS:
            if s[PHASE] == FILL:
                if s[ROUND] or rnd(r) < 0.05:
                    states[k] = s
                    k += 1
                deal(s, r)
                worths(s, w)
            elif by_search and rnd(r) < 0.92:
                take(s, search(s, iterations, net, work, nodes, v))
            else:
                take(s, choose(s, w, noise[s[MOVER]], r))
        if s[PHASE] != OVER:
            k = begin
            continue
        result(s, v)
        for i in range(begin, k):
            results[i, :3] = v
            results[i, 3] = by_search
    return k


@njit(cache=True)
def deeper(states, deals, iterations, seed, net, work, nodes, means, errors):
    """The mean values one round deeper over so many fair deals, and the squared errors of these means."""
    r = generator(seed)
    v = np.zeros(3)
    of = np.zeros((deals, 3))
    for i in range(len(states)):
        for d in range(deals):
            s = states[i].copy()
            deal(s, r)
            search(s, iterations, net, work, nodes, v)
            of[d] = v
        for j in range(3):
            means[i, j] = of[:, j].mean()
        if deals > 1:
            errors[i, 0] = of[:, 0].var() / (deals - 1)
            errors[i, 1] = (of[:, 1] - of[:, 2]).var() / (deals - 1)
