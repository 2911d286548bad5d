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
from numba import njit


@njit(cache=True)
def tree(most):
    return (
        np.zeros(most, np.int32),
        np.zeros((most, 3), np.float64),
        np.zeros(most, np.int32),
        np.zeros(most, np.int32),
        np.zeros(most, np.int32),
        np.zeros(most, np.float64),
    )


@njit(cache=True, inline="always")
def utility(win, lead):
    return 0.9 * win + 0.1 * (0.5 + 0.5 * np.tanh(lead / 40.0))


@njit(cache=True)
def search(s0, iterations, net, work, nodes, v):
    """PUCT within the round, as core/review/search.py; the best move, its mean in v."""
    visits, sums, first, number, move, prior = nodes
    w = np.zeros((2, 5, 5))
    worths(s0, w)
    found, val = np.zeros(200, np.int64), np.zeros(200)
    path = np.zeros(80, np.int32)
    r = np.zeros(1, np.uint64)
    visits[0], first[0], used = 0, -1, 1
    sums[0] = 0.0
    s = s0.copy()
    for _ in range(iterations):
        s[:] = s0
        node, depth = 0, 1
        path[0] = 0
        while s[PHASE] == TAKE and (node == 0 or visits[node] > 0):
            if first[node] < 0:
                k = moves(s, w, found, val)
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
            own = 0.5
            if visits[node]:
                m = sums[node] / visits[node]
                own = utility(m[0] if seat == 0 else 1 - m[0], m[1] - m[2] if seat == 0 else m[2] - m[1])
            scale = 0.6 * np.sqrt(visits[node] + 1.0)
            best, chosen = -1e18, -1
            for child in range(first[node], first[node] + number[node]):
                q = own - 0.1
                if visits[child]:
                    n = visits[child]
                    win, lead = sums[child, 0] / n, (sums[child, 1] - sums[child, 2]) / n
                    q = utility(win, lead) if seat == 0 else utility(1 - win, -lead)
                u = q + scale * prior[child] / (1 + visits[child])
                if u > best:
                    best, chosen = u, child
            take(s, move[chosen])
            node = chosen
            path[depth] = node
            depth += 1
        while s[PHASE] == TAKE:
            take(s, choose(s, w, 0.0, r))
        judge(s, net, work, v)
        for i in range(depth):
            visits[path[i]] += 1
            for j in range(3):
                sums[path[i], j] += v[j]
    best = first[0]
    for child in range(first[0], first[0] + number[0]):
        if visits[child] > visits[best]:
            best = child
    for j in range(3):
        v[j] = sums[best, j] / visits[best]
    return move[best]


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
