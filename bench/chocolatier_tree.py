"""The tree of a search on compiled rules: PUCT, as core/review/search.py. For training alone."""

import numpy as np
from chocolatier_rules import LEFT, MOVER
from numba import njit


@njit(cache=True)
def tree(most, sums):
    """Of so many nodes: visits, sums of values, the first child (-1: none yet), children, the move, its prior."""
    return (
        np.zeros(most, np.int32),
        np.zeros((most, sums), np.float64),
        np.zeros(most, np.int32),
        np.zeros(most, np.int32),
        np.zeros(most, np.int32),
        np.zeros(most, np.float64),
    )


@njit(cache=True)
def clear(nodes, node):
    nodes[0][node], nodes[2][node] = 0, -1
    nodes[1][node] = 0.0


@njit(cache=True)
def expand(nodes, node, used, found, val, k):
    """Adds a child for each of k moves, with a prior from its worth; how many nodes are used then."""
    _, _, first, number, move, prior = nodes
    best = val[:k].max()
    whole = 0.0
    for i in range(k):
        whole += np.exp((val[i] - best) / 2.0) + 0.002
    for i in range(k):
        child = used + i
        clear(nodes, child)
        move[child] = found[i]
        prior[child] = (np.exp((val[i] - best) / 2.0) + 0.002) / whole
    first[node], number[node] = used, k
    return used + k


@njit(cache=True)
def children(nodes, node):
    first = nodes[2][node]
    return range(first, first + nodes[3][node])


def descent(moves, take, mean):
    """The way down the tree of a game: its moves, how they are made, and the mean of a node for a seat."""

    @njit
    def best_child(nodes, node, seat):
        visits, prior = nodes[0], nodes[5]
        unknown = mean(nodes, node, seat, 0.5) - 0.1
        scale = 0.6 * np.sqrt(visits[node] + 1.0)
        best, chosen = -1e18, -1
        for child in children(nodes, node):
            u = mean(nodes, child, seat, unknown) + scale * prior[child] / (1 + visits[child])
            if u > best:
                best, chosen = u, child
        return chosen

    @njit
    def descend(s, w, nodes, used, found, val, path):
        """From the root to a node without visits: the length of the path and the nodes used then."""
        visits, _, first, _, move, _ = nodes
        node, depth = 0, 1
        path[0] = 0
        while s[LEFT] and (node == 0 or visits[node] > 0):
            if first[node] < 0:
                k = moves(s, w, found, val)
                if used + k > len(visits):
                    break
                used = expand(nodes, node, used, found, val, k)
            node = best_child(nodes, node, s[MOVER])
            take(s, move[node])
            path[depth] = node
            depth += 1
        return depth, used

    return descend


@njit(cache=True)
def record(nodes, path, depth, values):
    visits, sums = nodes[:2]
    for i in range(depth):
        visits[path[i]] += 1
        for j in range(len(values)):
            sums[path[i], j] += values[j]


@njit(cache=True)
def most_visited(nodes):
    visits, first = nodes[0], nodes[2]
    best = first[0]
    for child in children(nodes, 0):
        if visits[child] > visits[best]:
            best = child
    return best
