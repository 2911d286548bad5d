"""Matches on the free wall, and what the network and the rule for columns are fitted to."""

import numpy as np
from chocolatier_rules import FILL, MOST_ROUNDS, OVER, generator, rnd
from free_wall_columns import RULE, best_column, column_inputs, end_round, masks
from free_wall_network import judge
from free_wall_player import chosen, worths
from free_wall_rules import (
    BOARDS,
    COLOR,
    LEFT,
    MOVER,
    PHASE,
    ROUND,
    TILES,
    WALL,
    WIDTH,
    deal,
    new_table,
    put,
    result,
    take,
)
from free_wall_search import rival, search
from numba import njit


@njit(cache=True)
def play(matches, seats, seed, iterations, searching, net, out, rules, work, nodes, states, results):
    """Matches of varied strength; the tables between rounds and how their matches ended. The number of tables.

    A share `searching` of the matches is played by the search, the others by the simple player with noise. `rules`
    are two for columns, drawn for each match.
    """
    r = generator(seed)
    w, v = np.zeros((4, 5, 5)), np.zeros(8)
    found, val = np.zeros(300, np.int64), np.zeros(300)
    of_seats = np.zeros((4, *rules.shape[1:]))
    noise = np.zeros(4)
    k = 0
    for _ in range(matches):
        s = new_table(seats)
        begin = k
        by_search = rnd(r) < searching
        chaos = 0.15 * rnd(r) ** 2
        for seat in range(seats):
            noise[seat] = 0.5 + 4.0 * rnd(r) ** 3
            of_seats[seat] = rules[int(rnd(r) < (0.75 if by_search else 0.5))]
        while s[PHASE] != OVER and s[ROUND] < MOST_ROUNDS:
            if s[PHASE] == FILL:
                if s[ROUND] or rnd(r) < 0.05:
                    states[k] = s
                    k += 1
                deal(s, r)
                worths(s, w)
                continue
            if by_search and rnd(r) < 0.92:
                take(s, search(s, iterations, net, out, of_seats, work, nodes, r, v))
            else:
                take(s, chosen(s, w, noise[s[MOVER]], r, found, val))
            if s[LEFT] == 0:
                end_round(s, of_seats, chaos, r)
        if s[PHASE] != OVER:
            k = begin
            continue
        result(s, v)
        for i in range(begin, k):
            results[i] = v
    return k


@njit(cache=True)
def columns(seats, seed, net, out, rules, work, xs, ys, groups, rounds):
    """Fills rows of `xs` with free columns for full lines in matches of the simple player; `ys` are the leads after.

    The columns of one line are a group.
    """
    r = generator(seed)
    w, v, m, f = np.zeros((4, 5, 5)), np.zeros(8), np.zeros(20, np.int64), np.zeros(RULE)
    found, val = np.zeros(300, np.int64), np.zeros(300)
    k = group = 0
    s = new_table(seats)
    noise = 1.0
    while True:
        if s[PHASE] == OVER or s[ROUND] >= MOST_ROUNDS:
            s = new_table(seats)
            noise = 0.5 + 4.0 * rnd(r) ** 3
        if s[PHASE] == FILL:
            deal(s, r)
            worths(s, w)
        take(s, chosen(s, w, noise, r, found, val))
        if s[LEFT]:
            continue
        seat = int(rnd(r) * seats)
        b = BOARDS + seat * WIDTH
        t = s.copy()
        for row in range(5):
            if t[b + TILES + row] <= row:
                continue
            color = t[b + COLOR + row]
            masks(t, b + WALL, m)
            for col in range(5):
                if t[b + WALL + 5 * row + col] or (m[5 + col] >> color) & 1:
                    continue
                column_inputs(t, b + WALL, m, row, col, color, f)
                u = t.copy()
                put(u, b, row, col)
                end_round(u, rules, 0.0, r)
                judge(u, net, out, work, v)
                xs[k], ys[k], groups[k], rounds[k] = f, v[4 + seat] - rival(seats, v, seat), group, s[ROUND]
                k += 1
                if k == len(ys):
                    return
            group += 1
            col = best_column(t, b + WALL, m, row, color, rules[seat], f)
            if col >= 0:
                put(t, b, row, col)
            else:
                t[b + TILES + row] = 0
        end_round(s, rules, 0.1, r)


@njit(cache=True)
def deeper(states, deals, iterations, seed, net, out, rules, work, nodes, means, errors):
    """The mean values one round deeper over so many fair deals, and the squared errors of these means."""
    r = generator(seed)
    v, of = np.zeros(8), np.zeros((deals, 8))
    for i in range(len(states)):
        for d in range(deals):
            s = states[i].copy()
            deal(s, r)
            search(s, iterations, net, out, rules, work, nodes, r, v)
            of[d] = v
        for j in range(8):
            means[i, j] = of[:, j].mean()
        if deals > 1:
            errors[i, 0] = of[:, 0].var() / (deals - 1)
            errors[i, 1] = (of[:, 4] - of[:, 5]).var() / (deals - 1)


@njit(cache=True)
def judged(states, net, out, work, values):
    for i in range(len(states)):
        judge(states[i], net, out, work, values[i])
