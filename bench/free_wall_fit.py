"""Fits the network of the free wall to values of tables."""

import numpy as np
from chocolatier_rules import generator, rnd
from free_wall_inputs import INPUTS, inputs, next_tiles
from free_wall_network import HIDDEN, LANES, MOST_ACTIVE, OUTPUTS, forward, shares
from free_wall_rules import SEATS
from numba import njit

DAMPING = 3e-4


@njit(cache=True, fastmath=True)
def adjust(net, out, g_net, g_out, moments, touched, step, rate, decay):
    """One step of Adam with decay of the weights; the gradients of the network are 0 after it."""
    m_net, v_net, m_out, v_out = moments
    c1, c2 = 1 - 0.9**step, 1 - 0.999**step
    for i in range(len(net)):
        if touched[i]:
            for j in range(LANES):
                g = g_net[i, j]
                m_net[i, j] += 0.1 * (g - m_net[i, j])
                v_net[i, j] += 0.001 * (g * g - v_net[i, j])
                net[i, j] -= rate * ((m_net[i, j] / c1) / (np.sqrt(v_net[i, j] / c2) + DAMPING) + decay * net[i, j])
                g_net[i, j] = 0.0
    for o in range(OUTPUTS):
        for j in range(HIDDEN):
            g = g_out[o, j]
            m_out[o, j] += 0.1 * (g - m_out[o, j])
            v_out[o, j] += 0.001 * (g * g - v_out[o, j])
            step_size = (m_out[o, j] / c1) / (np.sqrt(v_out[o, j] / c2) + DAMPING)
            out[o, j] -= rate * (step_size + decay * out[o, j])
            g_out[o, j] = 0.0


@njit(cache=True, fastmath=True)
def epoch(states, order, targets, net, out, moments, step, batch, rate, decay, seed, work):
    """One pass of Adam over the tables, some of them mirrored; the mean squared distances of the points."""
    r = generator(seed)
    found, supply = work[3], work[4]
    at, size = np.zeros((4, 4 * MOST_ACTIVE), np.int32), np.zeros((4, 4 * MOST_ACTIVE), np.float32)
    lanes, number = np.zeros((4, LANES), np.float32), np.zeros(4, np.int64)
    g_net, g_out = np.zeros_like(net), np.zeros_like(out)
    touched = np.zeros(len(net), np.bool_)
    loss = 0.0
    v, e, d, back = np.zeros(8), np.zeros(4), np.zeros(OUTPUTS, np.float32), np.zeros(LANES, np.float32)
    for start in range(0, len(order), batch):
        n_batch = min(batch, len(order) - start)
        touched[:] = False
        for k in range(start, start + n_batch):
            s, y = states[order[k]], targets[order[k]]
            seats = s[SEATS]
            mirror = rnd(r) < 0.5
            next_tiles(s, supply)
            for seat in range(seats):
                number[seat] = inputs(s, seat, mirror, supply, at[seat], size[seat])
                forward(net, out, at[seat], size[seat], number[seat], lanes[seat], found[seat])
            steep = shares(s, found, v)
            mean = along = 0.0
            for seat in range(seats):
                e[seat] = (v[4 + seat] - y[4 + seat]) / 10
                mean += e[seat] / seats
                along += (v[seat] - y[seat]) * v[4 + seat] / 10 * steep * 2 / seats
            for seat in range(seats):
                loss += 200 * (e[seat] - mean) ** 2
                wrong = v[seat] - y[seat]
                d[0] = (2 * (e[seat] - mean) + 0.2 * e[seat]) / n_batch
                d[1] = 2.0 * wrong / n_batch
                d[2] = 2.0 * along / n_batch
                for j in range(HIDDEN):
                    back[j] = 0.0
                for o in range(OUTPUTS):
                    back[HIDDEN + o] = d[o]
                    for j in range(HIDDEN):
                        if lanes[seat, j] > 0:
                            g_out[o, j] += d[o] * lanes[seat, j]
                            back[j] += d[o] * out[o, j]
                for i in range(number[seat]):
                    a, x = at[seat, i], size[seat, i]
                    touched[a] = True
                    for j in range(LANES):
                        g_net[a, j] += back[j] * x
                touched[INPUTS] = True
                for j in range(LANES):
                    g_net[INPUTS, j] += back[j]
        step += 1
        adjust(net, out, g_net, g_out, moments, touched, step, rate, decay)
    return step, loss / len(order)


@njit(cache=True)
def seen(states, used):
    """Marks the inputs that tables have."""
    at, size, supply = np.zeros(4 * MOST_ACTIVE, np.int32), np.zeros(4 * MOST_ACTIVE, np.float32), np.zeros(5, np.int64)
    for i in range(len(states)):
        next_tiles(states[i], supply)
        for seat in range(states[i, SEATS]):
            used[at[: inputs(states[i], seat, 0, supply, at, size)]] = True
