"""One pass of training for the network of chocolatier: gradients by hand, Adam."""

import numpy as np
from chocolatier_inputs import next_tiles
from chocolatier_network import HIDDEN, JOINT, OUTPUTS, TOP, of_board, views
from chocolatier_rules import BOARDS, SCORE, WIDTH
from numba import njit

DAMPING = 3e-4
CHANCE_WEIGHT = 2.0


def moments_of(net):
    return tuple((np.zeros_like(part), np.zeros_like(part), np.zeros_like(part)) for part in net)


@njit(cache=True, fastmath=True)
def slopes(s, y, found, share, d, losses):
    """Adds to the losses: leads and points (squared), chances (cross-entropy); d: slopes of the outputs."""
    p0 = s[BOARDS + SCORE] / 10.0 + found[0, 0]
    p1 = s[BOARDS + WIDTH + SCORE] / 10.0 + found[1, 0]
    lead, steepness = p0 - p1, np.exp(found[0, 2] + found[1, 2])
    win = 1.0 / (1.0 + np.exp(-(lead * steepness + found[0, 1] - found[1, 1])))
    e0, e1 = p0 - y[1] / 10.0, p1 - y[2] / 10.0
    el, ew = e0 - e1, (win - y[0]) * CHANCE_WEIGHT * share
    losses[0] += 100 * el * el
    losses[1] += (win - y[0]) ** 2
    d[0, 0] = (el + 0.2 * e0) * share
    d[1, 0] = (0.2 * e1 - el) * share
    d[0, 1], d[1, 1] = ew, -ew
    d[0, 2] = d[1, 2] = ew * lead * steepness


@njit(cache=True, fastmath=True)
def back_views(net, grown, work, d, back):
    """Gradients of the parts after the boards; back: the slopes of both parts of each board."""
    g_joint, g_top, g_last = grown[2][2], grown[3][2], grown[4][2]
    at, size, count, joint, top = work[5:10]
    bt, bz = np.zeros(TOP + OUTPUTS, np.float32), np.zeros(JOINT, np.float32)
    for seat in range(2):
        for k in range(TOP):
            x = top[seat, k]
            bt[k] = 0.0
            if x > 0:
                for o in range(OUTPUTS):
                    g_last[k, o] += d[seat, o] * x
                    bt[k] += d[seat, o] * net[4][k, o]
        for o in range(OUTPUTS):
            bt[TOP + o] = d[seat, o]
        for j in range(JOINT):
            x, y = joint[seat, j], np.float32(0.0)
            if x > 0:
                g, row = g_top[j], net[3][j]
                for k in range(TOP + OUTPUTS):
                    g[k] += bt[k] * x
                    y += bt[k] * row[k]
            bz[j] = y
        for i in range(count[seat]):
            g, x = g_joint[at[seat, i]], size[seat, i]
            for j in range(JOINT):
                g[j] += bz[j] * x
        for j in range(JOINT):
            back[seat, j] = bz[j]
            back[1 - seat, JOINT + j] = bz[j]


@njit(cache=True, fastmath=True)
def back_boards(net, grown, work, back, touched):
    g_cells, g_mid = grown[0][2], grown[1][2]
    at, size, count, hidden = work[:4]
    bh = np.zeros(HIDDEN, np.float32)
    for seat in range(2):
        b = back[seat]
        for j in range(HIDDEN):
            x, y = hidden[seat, j], np.float32(0.0)
            if x > 0:
                g, row = g_mid[j], net[1][j]
                for k in range(2 * JOINT):
                    g[k] += b[k] * x
                    y += b[k] * row[k]
            bh[j] = y
        for i in range(count[seat]):
            touched[at[seat, i]] = 1
            g, x = g_cells[at[seat, i]], size[seat, i]
            for j in range(HIDDEN):
                g[j] += bh[j] * x


@njit(cache=True, fastmath=True)
def adam(weights, moments, row, c1, c2, rate, decay):
    first, second, grown = moments
    for j in range(weights.shape[1]):
        g = grown[row, j]
        first[row, j] += np.float32(0.1) * (g - first[row, j])
        second[row, j] += np.float32(0.001) * (g * g - second[row, j])
        size = (first[row, j] * c1) / (np.sqrt(second[row, j] * c2) + np.float32(DAMPING))
        weights[row, j] -= rate * (size + decay * weights[row, j])
        grown[row, j] = 0.0


@njit(cache=True, fastmath=True)
def epoch(states, order, targets, net, moments, step, batch, rate, decay, work):
    """One pass of Adam over the tables; the mean squared errors of leads and chances."""
    touched = np.zeros(len(net[0]), np.int64)
    losses = np.zeros(2)
    d = np.zeros((2, OUTPUTS), np.float32)
    back = np.zeros((2, 2 * JOINT), np.float32)
    for start in range(0, len(order), batch):
        n_batch = min(batch, len(order) - start)
        touched[:] = 0
        for e in range(start, start + n_batch):
            s = states[order[e]]
            supply = next_tiles(s)
            of_board(s, 0, supply, net, work)
            of_board(s, 1, supply, net, work)
            views(s, supply, net, work)
            slopes(s, targets[order[e]], work[10], 1.0 / n_batch, d, losses)
            back_views(net, moments, work, d, back)
            back_boards(net, moments, work, back, touched)
        step += 1
        c1, c2 = np.float32(1 / (1 - 0.9**step)), np.float32(1 / (1 - 0.999**step))
        speed, less = np.float32(rate), np.float32(decay)
        for row in range(len(touched)):
            if touched[row]:
                adam(net[0], moments[0], row, c1, c2, speed, less)
        for row in range(len(net[1])):
            adam(net[1], moments[1], row, c1, c2, speed, less)
        for row in range(len(net[2])):
            adam(net[2], moments[2], row, c1, c2, speed, less)
        for row in range(len(net[3])):
            adam(net[3], moments[3], row, c1, c2, speed, less)
        for row in range(len(net[4])):
            adam(net[4], moments[4], row, c1, c2, speed, less)
    return step, losses / len(order)
