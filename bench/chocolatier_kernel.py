"""Chocolatier for two on the colored wall, compiled: rules, simple player, network and search, for training alone.

Needs numba and numpy. The table is one vector of whole numbers; `train_chocolatier.py` checks it against `core`.
"""

import numpy as np
from numba import njit

PHASE, MOVER, ROUND, START, MARKER, LEFT, BAG, SOURCES = 0, 1, 2, 3, 4, 5, 6, 11
BOARDS, WIDTH = 41, 17
SCORE, COLOR, TILES, WALL, FLOOR = 0, 1, 6, 11, 16  # Within the block of a board.
SIZE = BOARDS + 2 * WIDTH
FILL, TAKE, OVER = 0, 1, 3
MOST_ROUNDS = 12

LOSS = np.array([0, 1, 2, 4, 6, 8, 11, 14], np.int32)
COLUMN_WORTH = np.array([0.0, 0.3, 0.8, 1.8, 7.0])
COLOR_WORTH = np.array([0.0, 0.2, 0.6, 1.5, 10.0])
BITS = np.array([bin(i).count("1") for i in range(32)], np.int32)

# Inputs of the network, see core/games/chocolatier/network.py.
BOARD_INPUTS, MISC, INPUTS = 353, 706, 736
HIDDEN, OUTPUTS = 48, 3
LANES = HIDDEN + OUTPUTS
CELLS, ROW_TILES, COLUMN_TILES, COLOR_TILES, LINES, SITUATIONS, CHANCES = 0, 25, 55, 85, 115, 165, 345
SITUATION = 12
COMPLETED = np.array(
    [
        [
            [
                1.0 if m == 0 else 0.0 if a < 2 else 1 / (1 + np.exp(-(1.7 - e + 0.45 * (a / 4 - 4) - 0.95 * (m - 1))))
                for a in range(81)
            ]
            for m in range(6)
        ]
        for e in (0.0, 0.6)
    ]
)
USUAL = 16
EDGES = np.array([-30, -20, -14, -9, -5, -2, 1, 4, 8, 13, 19, 29], np.int32)
MOST_ACTIVE = 260
DAMPING = 3e-4


@njit(cache=True, inline="always")
def rnd(r):
    x = r[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    r[0] = x
    return np.float64((x * np.uint64(2685821657736338717)) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@njit(cache=True)
def generator(seed):
    r = np.zeros(1, np.uint64)
    z = np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    r[0] = (z ^ (z >> np.uint64(31))) | np.uint64(1)
    return r


@njit(cache=True)
def new_table():
    s = np.zeros(SIZE, np.int32)
    s[MARKER] = -1
    for c in range(5):
        s[BAG + c] = 20
    return s


@njit(cache=True)
def lid(s, c):
    """The tiles of a color in the lid between rounds: all that lie nowhere else."""
    n = 20 - s[BAG + c]
    for seat in range(2):
        b = BOARDS + seat * WIDTH
        for row in range(5):
            n -= (s[b + WALL + row] >> ((c + row) % 5)) & 1
            if s[b + TILES + row] and s[b + COLOR + row] == c:
                n -= s[b + TILES + row]
    return n


@njit(cache=True)
def deal(s, r):
    total = 0
    for c in range(5):
        total += s[BAG + c]
    for i in range(30):
        s[SOURCES + i] = 0
    n = 0
    while n < 20:
        if total == 0:
            drawn = np.zeros(5, np.int32)
            for d in range(1, 6):
                for c in range(5):
                    drawn[c] += s[SOURCES + d * 5 + c]
            for c in range(5):
                s[BAG + c] = lid(s, c) - drawn[c]
                total += s[BAG + c]
            if total == 0:
                break
        k = int(rnd(r) * total)
        c = 0
        while k >= s[BAG + c]:
            k -= s[BAG + c]
            c += 1
        s[BAG + c] -= 1
        total -= 1
        s[SOURCES + (1 + n // 4) * 5 + c] += 1
        n += 1
    s[PHASE] = TAKE
    s[MOVER] = s[START]
    s[ROUND] += 1
    s[MARKER] = -1
    s[LEFT] = n


@njit(cache=True, inline="always")
def points(s, b, row, col):
    w = s[b + WALL + row]
    left = col
    while left > 0 and (w >> (left - 1)) & 1:
        left -= 1
    right = col
    while right < 4 and (w >> (right + 1)) & 1:
        right += 1
    top = row
    while top > 0 and (s[b + WALL + top - 1] >> col) & 1:
        top -= 1
    bottom = row
    while bottom < 4 and (s[b + WALL + bottom + 1] >> col) & 1:
        bottom += 1
    across = right - left + 1
    down = bottom - top + 1
    if across == 1:
        return down
    if down == 1:
        return across
    return across + down


@njit(cache=True)
def end_round(s):
    over = False
    lying = 0
    for seat in range(2):
        b = BOARDS + seat * WIDTH
        for row in range(5):
            if s[b + TILES + row] == row + 1:
                col = (s[b + COLOR + row] + row) % 5
                s[b + WALL + row] |= 1 << col
                s[b + SCORE] += points(s, b, row, col)
                s[b + TILES + row] = 0
            lying += s[b + TILES + row] + BITS[s[b + WALL + row]]
            over = over or s[b + WALL + row] == 31
        s[b + SCORE] = max(0, s[b + SCORE] - LOSS[s[b + FLOOR]])
        s[b + FLOOR] = 0
    if s[MARKER] >= 0:
        s[START] = s[MARKER]
    s[MARKER] = -1
    s[PHASE] = FILL
    if over or lying == 100:
        s[PHASE] = OVER
        for seat in range(2):
            b = BOARDS + seat * WIDTH
            full = 31
            for row in range(5):
                w = s[b + WALL + row]
                if w == 31:
                    s[b + SCORE] += 2
                full &= w
            s[b + SCORE] += 7 * BITS[full]
            for c in range(5):
                k = 0
                for row in range(5):
                    k += (s[b + WALL + row] >> ((c + row) % 5)) & 1
                if k == 5:
                    s[b + SCORE] += 10


@njit(cache=True, inline="always")
def accepts(s, b, c, row):
    n = s[b + TILES + row]
    if n > row or (n > 0 and s[b + COLOR + row] != c):
        return False
    return not (s[b + WALL + row] >> ((c + row) % 5)) & 1


@njit(cache=True)
def take(s, move):
    """A move is (source * 5 + color) * 6 + line; line 0 is the floor."""
    line, c, source = move % 6, (move // 6) % 5, move // 30
    seat = s[MOVER]
    b = BOARDS + seat * WIDTH
    n = s[SOURCES + source * 5 + c]
    if source == 0 and s[MARKER] == -1:
        s[MARKER] = seat
        s[b + FLOOR] = min(7, s[b + FLOOR] + 1)
    spilled = n
    if line:
        lying = s[b + TILES + line - 1]
        filled = min(lying + n, line)
        s[b + TILES + line - 1] = filled
        s[b + COLOR + line - 1] = c
        spilled = n - filled + lying
    s[b + FLOOR] = min(7, s[b + FLOOR] + spilled)
    s[SOURCES + source * 5 + c] = 0
    s[LEFT] -= n
    if source:
        for k in range(5):
            s[SOURCES + k] += s[SOURCES + source * 5 + k]
            s[SOURCES + source * 5 + k] = 0
    if s[LEFT] == 0:
        end_round(s)
    else:
        s[MOVER] = 1 - seat


@njit(cache=True)
def worths(s, out):
    """out[seat, color, row]: what the simple player says of a tile; the same all round."""
    for seat in range(2):
        b, o = BOARDS + seat * WIDTH, BOARDS + (1 - seat) * WIDTH
        ending = 2.0 if s[b + SCORE] >= s[o + SCORE] + 8 else -12.0
        for c in range(5):
            of_color = 0
            for row in range(5):
                of_color += (s[b + WALL + row] >> ((c + row) % 5)) & 1
            for row in range(5):
                col = (c + row) % 5
                in_column = 0
                for other in range(5):
                    in_column += (s[b + WALL + other] >> col) & 1
                w = points(s, b, row, col) + COLUMN_WORTH[min(in_column, 4)] + COLOR_WORTH[min(of_color, 4)]
                out[seat, c, row] = w + (ending if BITS[s[b + WALL + row]] == 4 else 0.0)


@njit(cache=True, inline="always")
def worth_of(s, b, n, row, worth, marker):
    lying = s[b + TILES + row] if row >= 0 else 0
    placed = min(n, row + 1 - lying) if row >= 0 else 0
    full = min(7, s[b + FLOOR] + n - placed + marker)
    v = 0.5 * marker - (LOSS[full] - LOSS[s[b + FLOOR]])
    if row < 0:
        return v
    filled = lying + placed
    if filled > row:
        return v + worth
    return v + worth * 0.6 * filled / (row + 1) - 0.4 * (row + 1 - filled)


@njit(cache=True)
def moves(s, w, out, val):
    """All different legal moves with their worths; equal displays are given once."""
    seat = s[MOVER]
    b = BOARDS + seat * WIDTH
    k = 0
    for source in range(6):
        marker = 1 if source == 0 and s[MARKER] == -1 else 0
        twin = False
        for other in range(1, source):
            same = True
            for c in range(5):
                same = same and s[SOURCES + other * 5 + c] == s[SOURCES + source * 5 + c]
            twin = twin or same
        if twin:
            continue
        for c in range(5):
            n = s[SOURCES + source * 5 + c]
            if n == 0:
                continue
            for row in range(-1, 5):
                if row < 0 or accepts(s, b, c, row):
                    out[k] = (source * 5 + c) * 6 + row + 1
                    val[k] = worth_of(s, b, n, row, w[seat, c, max(row, 0)], marker)
                    k += 1
    return k


@njit(cache=True)
def choose(s, w, noise, r):
    seat = s[MOVER]
    b = BOARDS + seat * WIDTH
    best, move = -1e18, -1
    for source in range(6):
        marker = 1 if source == 0 and s[MARKER] == -1 else 0
        for c in range(5):
            n = s[SOURCES + source * 5 + c]
            if n == 0:
                continue
            for row in range(-1, 5):
                if row < 0 or accepts(s, b, c, row):
                    v = worth_of(s, b, n, row, w[seat, c, max(row, 0)], marker)
                    if noise > 0:
                        v += noise * rnd(r)
                    if v > best:
                        best, move = v, (source * 5 + c) * 6 + row + 1
    return move


@njit(cache=True)
def board_inputs(s, b, base, supply, n, at, size):
    """The inputs of one board that are not 0; how many there are then. See core/games/chocolatier/network.py."""
    rows, columns, colors = np.zeros(5, np.int32), np.zeros(5, np.int32), np.zeros(5, np.int32)
    for row in range(5):
        for col in range(5):
            if (s[b + WALL + row] >> col) & 1:
                rows[row] += 1
                columns[col] += 1
                colors[(col - row) % 5] += 1
                at[n], size[n] = base + CELLS + row * 5 + col, 1.0
                n += 1
    for i in range(5):
        at[n], at[n + 1], at[n + 2] = (
            base + ROW_TILES + i * 6 + rows[i],
            base + COLUMN_TILES + i * 6 + columns[i],
            base + COLOR_TILES + i * 6 + colors[i],
        )
        size[n] = size[n + 1] = size[n + 2] = 1.0
        n += 3
    chance = np.ones((2, 5, 5))  # To fill a cell, by row and color, within one round and within two.
    expected = 0.0
    for row in range(5):
        tiles, color = s[b + TILES + row], s[b + COLOR + row]
        missing = row + 1 - tiles
        if tiles:
            at[n], size[n] = base + LINES + 5 * (row * (row - 1) // 2) + color * row + tiles - 1, 1.0
            n += 1
        best, soon, worth, in_column, of_color = -1.0, 0.0, 0, 0, 0
        empty = 0 if tiles else 1
        for c in range(5):
            col = (c + row) % 5
            if (s[b + WALL + row] >> col) & 1:
                continue
            if tiles and c != color:
                chance[0, row, c] = 0.0
                chance[1, row, c] = COMPLETED[0, missing, supply[color]] * COMPLETED[1, row + 1, USUAL]
                continue
            q = COMPLETED[empty, missing, supply[c]]
            chance[0, row, c] = q
            chance[1, row, c] = 1 - (1 - q) * (1 - 0.8 * COMPLETED[empty, max(missing - 1, 1), USUAL])
            p = points(s, b, row, col)
            prospect = (p + 7.0 * (columns[col] == 4) + 10.0 * (colors[c] == 4)) * q
            if prospect > best:
                best, soon, worth, in_column, of_color = prospect, q, p, columns[col], colors[c]
        expected += worth * soon
        where = base + SITUATIONS + SITUATION * (row * (row + 1) // 2 + missing - 1)
        soon = np.rint(16 * soon) / 16
        at[n], size[n] = where, 1.0
        at[n + 1], size[n + 1] = where + 1, worth / 4.0
        at[n + 2], size[n + 2] = where + 7, soon
        at[n + 3], size[n + 3] = where + 8, np.rint(4 * soon * worth) / 16
        n += 4
        if in_column >= 3:
            at[n], size[n] = where + (2 if in_column == 4 else 3), 1.0
            n += 1
        if of_color >= 3:
            at[n], size[n] = where + (4 if of_color == 4 else 5), 1.0
            n += 1
        if rows[row] == 4:
            at[n], size[n] = where + 6, 1.0
            at[n + 1], size[n + 1] = where + 9, soon
            n += 2
        if in_column == 4:
            at[n], size[n] = where + 10, soon
            n += 1
        if of_color == 4:
            at[n], size[n] = where + 11, soon
            n += 1
    for late in range(2):
        in_columns, in_colors, none = 0.0, 0.0, 1.0
        for i in range(5):
            of_column, of_color, of_row = 1.0, 1.0, 1.0
            for row in range(5):
                of_column *= chance[late, row, (i - row) % 5]
                of_color *= chance[late, row, i]
                of_row *= chance[late, i, row]
            in_columns += of_column
            in_colors += of_color
            if 5 - rows[i] <= 1 + late:
                none *= 1 - of_row
        for k, x in enumerate((in_columns * 3.5, in_colors * 5.0, 1 - none)):
            at[n], size[n] = base + CHANCES + 3 * late + k, np.rint(16 * x) / 16
            n += 1
    at[n], size[n] = base + CHANCES + 6, np.rint(4 * expected) / 16
    return n + 1


@njit(cache=True)
def next_tiles(s):
    """How many tiles of each color the next deal will bring, in quarters."""
    supply = np.zeros(5, np.int64)
    in_bag, total = 0, 0
    for c in range(5):
        in_bag += s[BAG + c]
    for c in range(5):
        total += s[BAG + c] if in_bag >= 20 else lid(s, c)
    drawn = 20 if in_bag >= 20 else min(20 - in_bag, total)
    for c in range(5):
        left = s[BAG + c] if in_bag >= 20 else lid(s, c)
        supply[c] = 0 if in_bag >= 20 else 4 * s[BAG + c]
        if total:
            supply[c] += (8 * drawn * left + total) // (2 * total)
    return supply


@njit(cache=True)
def inputs(s, seat, at, size):
    """The inputs that are not 0, as one seat sees the table between rounds; their number."""
    supply = next_tiles(s)
    n = board_inputs(s, BOARDS + seat * WIDTH, 0, supply, 0, at, size)
    n = board_inputs(s, BOARDS + (1 - seat) * WIDTH, BOARD_INPUTS, supply, n, at, size)
    difference = s[BOARDS + seat * WIDTH + SCORE] - s[BOARDS + (1 - seat) * WIDTH + SCORE]
    at[n], size[n] = MISC + min(s[ROUND], 9), 1.0
    bucket = 0
    while bucket < 12 and difference >= EDGES[bucket]:
        bucket += 1
    at[n + 1], size[n + 1] = MISC + 10 + bucket, 1.0
    at[n + 2], size[n + 2] = MISC + 23, difference / 16.0
    n += 3
    if s[START] == seat:
        at[n], size[n] = MISC + 24, 1.0
        n += 1
    for c in range(5):
        if supply[c]:
            at[n], size[n] = MISC + 25 + c, supply[c] / 16.0
            n += 1
    return n


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
def judge(s, net, out, work, v):
    """v: the chance of seat 0 to win, the final points of both seats."""
    if s[PHASE] == OVER:
        result(s, v)
        return
    at, size, lanes, a, b = work
    n = inputs(s, 0, at, size)
    forward(net, out, at, size, n, lanes, a)
    n = inputs(s, 1, at, size)
    forward(net, out, at, size, n, lanes, b)
    v[1] = s[BOARDS + SCORE] + 10.0 * a[0]
    v[2] = s[BOARDS + WIDTH + SCORE] + 10.0 * b[0]
    v[0] = 1.0 / (1.0 + np.exp(-((v[1] - v[2]) / 10.0 * np.exp(a[2] + b[2]) + a[1] - b[1])))


@njit(cache=True)
def result(s, v):
    keys = np.zeros(2, np.int32)
    for seat in range(2):
        b = BOARDS + seat * WIDTH
        keys[seat] = s[b + SCORE] * 8
        v[1 + seat] = s[b + SCORE]
        for row in range(5):
            keys[seat] += s[b + WALL + row] == 31
    v[0] = 0.5 + 0.5 * np.sign(keys[0] - keys[1])


def workspace():
    return (
        np.zeros(MOST_ACTIVE, np.int32),
        np.zeros(MOST_ACTIVE, np.float32),
        np.zeros(LANES, np.float32),
        *(np.zeros(OUTPUTS, np.float32) for _ in range(2)),
    )


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
def search(s0, iterations, net, out, work, nodes, v):
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
        judge(s, net, out, work, v)
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
def play(matches, seed, iterations, searching, net, out, work, nodes, states, results):
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
                take(s, search(s, iterations, net, out, work, nodes, v))
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
def deeper(states, deals, iterations, seed, net, out, work, nodes, means, errors):
    """The mean values one round deeper over so many fair deals, and the squared errors of these means."""
    r = generator(seed)
    v = np.zeros(3)
    of = np.zeros((deals, 3))
    for i in range(len(states)):
        for d in range(deals):
            s = states[i].copy()
            deal(s, r)
            search(s, iterations, net, out, work, nodes, v)
            of[d] = v
        for j in range(3):
            means[i, j] = of[:, j].mean()
        if deals > 1:
            errors[i, 0] = of[:, 0].var() / (deals - 1)
            errors[i, 1] = (of[:, 1] - of[:, 2]).var() / (deals - 1)


@njit(cache=True)
def judged(states, net, out, work, values):
    for i in range(len(states)):
        judge(states[i], net, out, work, values[i])


@njit(cache=True, fastmath=True)
def epoch(states, order, targets, net, out, moments, step, batch, rate, decay, work):
    """One pass of Adam over the tables; the mean losses: leads and points (squared), chances (cross-entropy)."""
    at0, size0, lanes0, a, b = work
    at1, size1, lanes1 = np.zeros_like(at0), np.zeros_like(size0), np.zeros_like(lanes0)
    m_net, v_net, m_out, v_out = moments
    g_net, g_out = np.zeros_like(net), np.zeros_like(out)
    touched = np.zeros(len(net), np.int64)
    losses = np.zeros(3)
    d0, d1 = np.zeros(OUTPUTS, np.float32), np.zeros(OUTPUTS, np.float32)
    back = np.zeros(LANES, np.float32)
    for start in range(0, len(order), batch):
        n_batch = min(batch, len(order) - start)
        touched[:] = 0
        for e in range(start, start + n_batch):
            s, y = states[order[e]], targets[order[e]]
            n0 = inputs(s, 0, at0, size0)
            n1 = inputs(s, 1, at1, size1)
            forward(net, out, at0, size0, n0, lanes0, a)
            forward(net, out, at1, size1, n1, lanes1, b)
            p0 = s[BOARDS + SCORE] / 10.0 + a[0]
            p1 = s[BOARDS + WIDTH + SCORE] / 10.0 + b[0]
            lead, slope = p0 - p1, np.exp(a[2] + b[2])
            win = 1.0 / (1.0 + np.exp(-(lead * slope + a[1] - b[1])))
            e0, e1 = p0 - y[1] / 10.0, p1 - y[2] / 10.0
            el, ew = e0 - e1, win - y[0]
            losses[0] += 100 * el * el
            losses[1] += 50 * (e0 * e0 + e1 * e1)
            losses[2] -= y[0] * np.log(max(win, 1e-6)) + (1 - y[0]) * np.log(max(1 - win, 1e-6))
            kw = 2.0
            gl = el / n_batch
            d0[0], d1[0] = gl + 0.2 * e0 / n_batch, -gl + 0.2 * e1 / n_batch
            d0[1] = kw * ew / n_batch
            d1[1] = -d0[1]
            d0[2] = d1[2] = kw * ew * lead * slope / n_batch
            for side in range(2):
                at, size, n, lanes, d = (at0, size0, n0, lanes0, d0) if side == 0 else (at1, size1, n1, lanes1, d1)
                for j in range(HIDDEN):
                    back[j] = 0.0
                for o in range(OUTPUTS):
                    back[HIDDEN + o] = d[o]
                    for j in range(HIDDEN):
                        if lanes[j] > 0:
                            g_out[o, j] += d[o] * lanes[j]
                            back[j] += d[o] * out[o, j]
                for i in range(n):
                    touched[at[i]] = 1
                    for j in range(LANES):
                        g_net[at[i], j] += back[j] * size[i]
                touched[INPUTS] = 1
                for j in range(LANES):
                    g_net[INPUTS, j] += back[j]
        step += 1
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
    return step, losses / len(order)
