"""Chocolatier on the free wall for two to four, compiled: rules, simple player, network and search, for training alone.

Needs numba and numpy. The table is one vector of whole numbers; `check_free_wall.py` compares it with `core`.
"""

import numpy as np
from numba import njit

PHASE, MOVER, ROUND, START, MARKER, LEFT, SEATS, BAG, SOURCES = 0, 1, 2, 3, 4, 5, 6, 7, 12
MOST_SOURCES = 10
BOARDS, WIDTH = SOURCES + 5 * MOST_SOURCES, 37
SCORE, FLOOR, COLOR, TILES, WALL = 0, 1, 2, 7, 12  # Within a board; a space of the wall is 0 or the color + 1.
SIZE = BOARDS + 4 * WIDTH
FILL, TAKE, OVER = 0, 1, 3
MOST_ROUNDS = 12

LOSS = np.array([0, 1, 2, 4, 6, 8, 11, 14], np.int32)
COLUMN_WORTH = np.array([0.0, 0.3, 0.8, 1.8, 7.0])
COLOR_WORTH = np.array([0.0, 0.2, 0.6, 1.5, 10.0])
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
DAMPING = 3e-4

# Inputs of a board, see core/games/chocolatier/free_inputs.py.
CELLS, ROW_TILES, COLUMN_TILES, COLORS, OPEN_COLORS, OPEN_COLUMNS = 0, 25, 55, 85, 91, 97
ROW_COLORS, BLOCKED, SITUATIONS, SITUATION = 103, 133, 138, 13
CHANCES = SITUATIONS + 15 * SITUATION
NEEDS = CHANCES + 7
FOURTH_COLORS, THIRD_COLORS, LAST_OF_ROWS = NEEDS + 15 * 7, NEEDS + 15 * 7 + 42, NEEDS + 15 * 7 + 42 + 30
FOURTH_COLUMNS, THIRD_COLUMNS = LAST_OF_ROWS + 42, LAST_OF_ROWS + 42 + 24
BOARD_INPUTS = THIRD_COLUMNS + 10
MISC = 2 * BOARD_INPUTS  # Round, difference of the scores, start player, tiles of the next deal, players.
CONTESTED = MISC + 10 + 13 + 1 + 1 + 1 + 3
INPUTS = CONTESTED + 125
HIDDEN, OUTPUTS = 48, 3
LANES = HIDDEN + OUTPUTS
MOST_ACTIVE = 320

# The rule for columns: weights of the points, of what is in the column, and of what the tile leaves open.
RULE = 26
SIMPLE = np.zeros((3, RULE))
SIMPLE[:, 0] = 1.0
SIMPLE[:, 1:6] = COLUMN_WORTH
SIMPLE[:, 6:11] = COLUMN_WORTH


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
def new_table(seats):
    s = np.zeros(SIZE, np.int16)
    s[MARKER], s[SEATS] = -1, seats
    s[BAG : BAG + 5] = 20
    return s


@njit(cache=True)
def lying(s, found):
    """The tiles on the boards by color."""
    found[:] = 0
    for seat in range(s[SEATS]):
        b = BOARDS + seat * WIDTH
        for cell in range(25):
            if s[b + WALL + cell]:
                found[s[b + WALL + cell] - 1] += 1
        for row in range(5):
            if s[b + TILES + row]:
                found[s[b + COLOR + row]] += s[b + TILES + row]


@njit(cache=True)
def deal(s, r):
    on_boards = np.zeros(5, np.int64)
    total = 0
    for c in range(5):
        total += s[BAG + c]
    s[SOURCES : SOURCES + 5 * MOST_SOURCES] = 0
    n, wanted = 0, 4 * (2 * s[SEATS] + 1)
    while n < wanted:
        if total == 0:
            lying(s, on_boards)
            for c in range(5):
                s[BAG + c] = 20 - on_boards[c]
                for d in range(1, MOST_SOURCES):
                    s[BAG + c] -= s[SOURCES + d * 5 + c]
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
    s[PHASE], s[MOVER], s[MARKER], s[LEFT] = TAKE, s[START], -1, n
    s[ROUND] += 1


@njit(cache=True, inline="always")
def points(s, w, row, col):
    """For a tile placed at a space of the wall that begins at w."""
    left = col
    while left > 0 and s[w + 5 * row + left - 1]:
        left -= 1
    right = col
    while right < 4 and s[w + 5 * row + right + 1]:
        right += 1
    top = row
    while top > 0 and s[w + 5 * top - 5 + col]:
        top -= 1
    bottom = row
    while bottom < 4 and s[w + 5 * bottom + 5 + col]:
        bottom += 1
    across, down = right - left + 1, bottom - top + 1
    if across == 1:
        return down
    return across if down == 1 else across + down


@njit(cache=True)
def masks(s, w, m):
    """m: the colors of each row, then those of each column, in bits; the columns of each color, then its rows."""
    m[:] = 0
    for row in range(5):
        for col in range(5):
            color = s[w + 5 * row + col] - 1
            if color >= 0:
                m[row] |= 1 << color
                m[5 + col] |= 1 << color
                m[10 + color] |= 1 << col
                m[15 + color] |= 1 << row


@njit(cache=True)
def column_inputs(s, w, m, row, col, color, f):
    """What counts for a tile of a color at a free space: f."""
    f[:] = 0
    f[0] = points(s, w, row, col)
    in_column, open_column = 0, True
    for other in range(5):
        if s[w + 5 * other + col]:
            in_column += 1
        elif other != row and (m[other] | m[5 + col] | 1 << color) == 31:
            open_column = False
    f[(1 if open_column else 6) + min(in_column, 4)] = 1
    f[11 + abs(col - 2)] = 1
    across = (col > 0 and s[w + 5 * row + col - 1] == 0) + (col < 4 and s[w + 5 * row + col + 1] == 0)
    down = (row > 0 and s[w + 5 * row - 5 + col] == 0) + (row < 4 and s[w + 5 * row + 5 + col] == 0)
    f[14], f[15] = across, down
    none = one = missing = 0
    for other in range(5):
        if other == row or (m[other] >> color) & 1:
            continue
        missing += 1
        free = 0
        for c in range(5):
            free += c != col and s[w + 5 * other + c] == 0 and not (m[10 + color] >> c) & 1
        none += free == 0
        one += free == 1
    f[16] = one
    f[17 + 4 - missing if none == 0 else 22] = 1
    f[23] = none
    dead = single = 0
    for c in range(5):
        if c != col and s[w + 5 * row + c] == 0:
            left = 31 & ~(m[row] | 1 << color | m[5 + c])
            dead += left == 0
            single += left != 0 and (left & (left - 1)) == 0
    f[24], f[25] = dead, single


@njit(cache=True)
def best_column(s, w, m, row, color, rule, f):
    """The column of a free wall for a full line: the first of the best; -1 where none is free."""
    best, chosen = -1e18, -1
    weights = rule[0 if s[ROUND] <= 2 else 1 if s[ROUND] <= 4 else 2]
    for col in range(5):
        if s[w + 5 * row + col] or (m[5 + col] >> color) & 1:
            continue
        column_inputs(s, w, m, row, col, color, f)
        v = 0.0
        for i in range(RULE):
            v += f[i] * weights[i]
        if v > best:
            best, chosen = v, col
    return chosen


@njit(cache=True)
def put(s, b, row, col):
    s[b + WALL + 5 * row + col] = s[b + COLOR + row] + 1
    s[b + SCORE] += points(s, b + WALL, row, col)
    s[b + TILES + row] = 0


@njit(cache=True)
def tile(s, seat, rule, chaos, r):
    """The wall of one seat after a round; a share `chaos` of the columns is drawn."""
    b = BOARDS + seat * WIDTH
    w = b + WALL
    m, f = np.zeros(20, np.int64), np.zeros(RULE)
    for row in range(5):
        if s[b + TILES + row] <= row:
            continue
        color = s[b + COLOR + row]
        masks(s, w, m)
        col = best_column(s, w, m, row, color, rule, f)
        if col >= 0 and chaos > 0 and rnd(r) < chaos:
            col = int(rnd(r) * 5)
            while s[w + 5 * row + col] or (m[5 + col] >> color) & 1:
                col = (col + 1) % 5
        if col >= 0:
            put(s, b, row, col)
        else:
            s[b + TILES + row] = 0
            s[b + FLOOR] = min(7, s[b + FLOOR] + row + 1)
    s[b + SCORE] = max(0, s[b + SCORE] - LOSS[s[b + FLOOR]])
    s[b + FLOOR] = 0


@njit(cache=True)
def end_round(s, rules, chaos, r):
    """`rules`: the rule for columns of each seat."""
    over, on_boards = False, 0
    for seat in range(s[SEATS]):
        tile(s, seat, rules[seat], chaos, r)
        b = BOARDS + seat * WIDTH
        for row in range(5):
            number = 0
            for col in range(5):
                number += s[b + WALL + 5 * row + col] != 0
            over = over or number == 5
            on_boards += number + s[b + TILES + row]
    if s[MARKER] >= 0:
        s[START] = s[MARKER]
    s[MARKER] = -1
    s[PHASE] = FILL
    if over or on_boards == 100:
        s[PHASE] = OVER
        for seat in range(s[SEATS]):
            b = BOARDS + seat * WIDTH
            colors = np.zeros(6, np.int64)
            for i in range(5):
                row = column = 0
                for j in range(5):
                    row += s[b + WALL + 5 * i + j] != 0
                    column += s[b + WALL + 5 * j + i] != 0
                    colors[s[b + WALL + 5 * i + j]] += 1
                s[b + SCORE] += 2 * (row == 5) + 7 * (column == 5)
            for c in range(1, 6):
                s[b + SCORE] += 10 * (colors[c] == 5)


@njit(cache=True, inline="always")
def accepts(s, b, c, row):
    n = s[b + TILES + row]
    if n > row or (n > 0 and s[b + COLOR + row] != c):
        return False
    free = True
    for col in range(5):
        free = free and s[b + WALL + 5 * row + col] != c + 1
    return free


@njit(cache=True)
def take(s, move):
    """A move is (source * 5 + color) * 6 + line; line 0 is the floor. After the last take nothing is tiled yet."""
    line, c, source = move % 6, (move // 6) % 5, move // 30
    b = BOARDS + s[MOVER] * WIDTH
    n = s[SOURCES + source * 5 + c]
    if source == 0 and s[MARKER] == -1:
        s[MARKER] = s[MOVER]
        s[b + FLOOR] = min(7, s[b + FLOOR] + 1)
    spilled = n
    if line:
        before = s[b + TILES + line - 1]
        filled = min(before + n, line)
        s[b + TILES + line - 1], s[b + COLOR + line - 1] = filled, c
        spilled = n - filled + before
    s[b + FLOOR] = min(7, s[b + FLOOR] + spilled)
    s[SOURCES + source * 5 + c] = 0
    s[LEFT] -= n
    if source:
        for k in range(5):
            s[SOURCES + k] += s[SOURCES + source * 5 + k]
            s[SOURCES + source * 5 + k] = 0
    s[MOVER] = (s[MOVER] + 1) % s[SEATS]


@njit(cache=True)
def worths(s, out):
    """out[seat, color, row]: what the simple player says of a tile; the same all round."""
    m = np.zeros(20, np.int64)
    for seat in range(s[SEATS]):
        b = BOARDS + seat * WIDTH
        rival = 0
        for other in range(s[SEATS]):
            if other != seat:
                rival = max(rival, s[BOARDS + other * WIDTH + SCORE])
        ending = 2.0 if s[b + SCORE] >= rival + 8 else -12.0
        masks(s, b + WALL, m)
        for row in range(5):
            missing = 0
            for col in range(5):
                missing += s[b + WALL + 5 * row + col] == 0
            for c in range(5):
                of_color = 0
                for other in range(5):
                    of_color += (m[other] >> c) & 1
                best = -1e9
                for col in range(5):
                    if s[b + WALL + 5 * row + col] or (m[5 + col] >> c) & 1:
                        continue
                    in_column = 0
                    for other in range(5):
                        in_column += s[b + WALL + 5 * other + col] != 0
                    v = points(s, b + WALL, row, col) + COLUMN_WORTH[min(in_column, 4)] + COLOR_WORTH[min(of_color, 4)]
                    best = max(best, v + (ending if missing == 1 else 0.0))
                out[seat, c, row] = best if best > -1e8 else -2.0 * row


@njit(cache=True, inline="always")
def worth_of(s, b, n, row, worth, marker):
    v = LOSS[s[b + FLOOR]] + 0.5 * marker
    if row < 0:
        return v - LOSS[min(7, s[b + FLOOR] + n + marker)]
    filled = min(s[b + TILES + row] + n, row + 1)
    if filled > row:
        v += worth
    else:
        v += worth * 0.6 * filled / (row + 1) - 0.4 * (row + 1 - filled)
    return v - LOSS[min(7, s[b + FLOOR] + n + s[b + TILES + row] - filled + marker)]


@njit(cache=True)
def moves(s, w, noise, r, out, val):
    """All different legal moves with their worths, of equal ones first the one the playout of `core` takes."""
    seat = s[MOVER]
    b = BOARDS + seat * WIDTH
    k = 0
    can = np.zeros((5, 5), np.bool_)
    for c in range(5):
        for row in range(5):
            can[c, row] = accepts(s, b, c, row)
    for at in range(1, 2 * s[SEATS] + 3):
        source = at if at < 2 * s[SEATS] + 2 else 0
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
            for row in range(4, -2, -1):
                if row < 0 or can[c, row]:
                    out[k] = (source * 5 + c) * 6 + row + 1
                    val[k] = worth_of(s, b, n, row, w[seat, c, max(row, 0)], marker)
                    if noise > 0:
                        val[k] += noise * rnd(r)
                    k += 1
    return k


@njit(cache=True)
def board_inputs(s, b, base, share, supply, mirror, n, at, size, demand):
    """The inputs of one board that are not 0, times `share`; see core/games/chocolatier/free_inputs.py."""
    w = b + WALL
    first = n
    m, bits = np.zeros(20, np.int64), np.zeros(32, np.int64)
    masks(s, w, m)
    for i in range(32):
        bits[i] = (i & 1) + (i >> 1 & 1) + (i >> 2 & 1) + (i >> 3 & 1) + (i >> 4 & 1)
    worth, open_colors, columns = np.zeros((5, 5)), np.zeros((5, 5), np.int64), np.zeros(5, np.int64)
    dead_column = np.zeros(5, np.bool_)
    for row in range(5):
        for col in range(5):
            if s[w + 5 * row + col]:
                columns[col] += 1
                at[n], size[n] = base + CELLS + 5 * row + (4 - col if mirror else col), 1.0
                n += 1
            else:
                worth[row, col] = points(s, w, row, col)
                open_colors[row, col] = 31 & ~(m[row] | m[5 + col])
                if open_colors[row, col] == 0:
                    dead_column[col] = True
    counts = np.zeros((3, 6))
    for i in range(5):
        at[n], at[n + 1] = (
            base + ROW_TILES + 6 * i + bits[m[i]],
            base + COLUMN_TILES + 6 * (4 - i if mirror else i) + columns[i],
        )
        size[n] = size[n + 1] = 1.0
        n += 2
        of_color = bits[m[15 + i]]
        counts[0, of_color] += 1
        is_open = True
        for row in range(5):
            if not (m[row] >> i) & 1:
                possible = False
                for col in range(5):
                    possible = possible or (open_colors[row, col] >> i) & 1
                is_open = is_open and possible
        if is_open:
            counts[1, of_color] += 1
        if not dead_column[i]:
            counts[2, columns[i]] += 1
    for kind in range(3):
        for k in range(6):
            if counts[kind, k]:
                at[n], size[n] = base + COLORS + 6 * kind + k, counts[kind, k]
                n += 1
    by_color, by_cell = np.zeros((2, 5, 5)), np.zeros((2, 5, 5))  # Chances within one round and within two.
    expected = 0.0
    wanted, feasible = np.zeros((5, 5), np.int64), np.zeros((5, 5), np.bool_)  # Tiles missing; 0: the line is taken.
    for row in range(5):
        tiles, color = s[b + TILES + row], s[b + COLOR + row]
        missing = row + 1 - tiles
        empty = 0 if tiles else 1
        possible = 0
        best, soon, gain, in_column, of_color, goal = -1.0, 0.0, 0.0, 0, 0, -1
        started = COMPLETED[0, missing, supply[color]] * COMPLETED[1, row + 1, USUAL]
        for c in range(5):
            if (m[row] >> c) & 1:
                by_color[0, row, c] = by_color[1, row, c] = 1.0
                continue
            if tiles and c != color:
                now, late = 0.0, started
            else:
                wanted[row, c] = missing
                now = COMPLETED[empty, missing, supply[c]]
                late = 1 - (1 - now) * (1 - 0.8 * COMPLETED[empty, max(missing - 1, 1), USUAL])
            free = False
            for col in range(5):
                if not (open_colors[row, col] >> c) & 1:
                    continue
                free = True
                by_cell[0, row, col] = max(by_cell[0, row, col], now)
                by_cell[1, row, col] = max(by_cell[1, row, col], late)
                if now > 0:
                    p = worth[row, col]
                    prospect = (p + COLUMN_WORTH[columns[col]] + COLOR_WORTH[bits[m[15 + c]]]) * now
                    if prospect > best:
                        best, soon, gain, in_column, of_color = prospect, now, p, columns[col], bits[m[15 + c]]
                        goal = c
            possible += free
            feasible[row, c] = free
            if free:
                by_color[0, row, c], by_color[1, row, c] = now, late
        at[n], size[n] = base + ROW_COLORS + 6 * row + possible, 1.0
        n += 1
        expected += gain * soon
        where = base + SITUATIONS + SITUATION * (row * (row + 1) // 2 + missing - 1)
        soon = np.rint(16 * soon) / 16
        at[n], size[n] = where, 1.0
        at[n + 1], size[n + 1] = where + 1, gain / 4.0
        at[n + 2], size[n + 2] = where + 7, soon
        at[n + 3], size[n + 3] = where + 8, np.rint(4 * soon * gain) / 16
        n += 4
        if in_column >= 3:
            at[n], size[n] = where + (2 if in_column == 4 else 3), 1.0
            n += 1
        if of_color >= 3:
            at[n], size[n] = where + (4 if of_color == 4 else 5), 1.0
            n += 1
        if bits[m[row]] == 4:
            at[n], size[n] = where + 6, 1.0
            at[n + 1], size[n + 1] = where + 9, soon
            n += 2
            if possible == 0:
                at[n], size[n] = base + BLOCKED + row, 1.0
                n += 1
        if in_column == 4:
            at[n], size[n] = where + 10, soon
            n += 1
        if of_color == 4:
            at[n], size[n] = where + 11, soon
            n += 1
        if best < 0:
            at[n], size[n] = where + 12, 1.0
            n += 1
        else:
            situation = row * (row + 1) // 2 + missing - 1
            at[n], size[n] = base + NEEDS + 7 * situation + min(6, (supply[goal] + 2) // 4), 1.0
            n += 1
            demand[goal] += missing
        if bits[m[row]] == 4 and possible:
            last = 0
            while (m[row] >> last) & 1:
                last += 1
            at[n], size[n] = base + LAST_OF_ROWS + 7 * wanted[row, last] + min(6, (supply[last] + 2) // 4), 1.0
            n += 1
    for late in range(2):
        in_columns, in_colors, none = 0.0, 0.0, 1.0
        for i in range(5):
            of_column, of_color, of_row = 1.0, 1.0, 1.0
            for row in range(5):
                if s[w + 5 * row + i] == 0:
                    of_column *= by_cell[late, row, i]
                if s[w + 5 * i + row] == 0:
                    of_row *= by_cell[late, i, row]
                of_color *= by_color[late, row, i]
            in_columns += of_column
            in_colors += of_color
            if 5 - bits[m[i]] <= 1 + late:
                none *= 1 - of_row
        at[n], size[n] = base + CHANCES + 3 * late, np.rint(16 * in_columns * 3.5) / 16
        at[n + 1], size[n + 1] = base + CHANCES + 3 * late + 1, np.rint(16 * in_colors * 5.0) / 16
        at[n + 2], size[n + 2] = base + CHANCES + 3 * late + 2, np.rint(16 * (1 - none)) / 16
        n += 3
    at[n], size[n] = base + CHANCES + 6, np.rint(4 * expected) / 16
    n += 1
    for i in range(5):
        of_color = bits[m[15 + i]]
        if of_color == 4 or of_color == 3:
            whole, can = 0, True
            for row in range(5):
                if not (m[row] >> i) & 1:
                    can = can and feasible[row, i]
                    whole += wanted[row, i] if wanted[row, i] or of_color == 4 else 6
            if can and of_color == 4:
                at[n], size[n] = base + FOURTH_COLORS + 7 * whole + min(6, (supply[i] + 2) // 4), 1.0
                n += 1
            elif can:
                plenty = 0 if supply[i] < 10 else 1 if supply[i] < 18 else 2
                at[n], size[n] = base + THIRD_COLORS + 3 * min(9, whole) + plenty, 1.0
                n += 1
        if (columns[i] == 4 or columns[i] == 3) and not dead_column[i]:
            whole, chance = 0, 1.0
            for row in range(5):
                if s[w + 5 * row + i] == 0:
                    chance *= by_cell[0, row, i]
                    tiles = s[b + TILES + row]
                    fits = tiles == 0 or (open_colors[row, i] >> s[b + COLOR + row]) & 1
                    whole += row + 1 - tiles if fits else 0 if columns[i] == 4 else 6
            if columns[i] == 4:
                at[n], size[n] = base + FOURTH_COLUMNS + 4 * whole + min(3, int(4 * chance)), 1.0
            else:
                at[n], size[n] = base + THIRD_COLUMNS + min(9, whole), 1.0
            n += 1
    for i in range(first, n):
        size[i] *= share
    return n


@njit(cache=True)
def next_tiles(s, supply):
    """How many tiles of each color the next deal will bring, in quarters."""
    lying(s, supply)
    in_bag, in_lid, dealt = 0, 0, 4 * (2 * s[SEATS] + 1)
    for c in range(5):
        in_bag += s[BAG + c]
        in_lid += 20 - s[BAG + c] - supply[c]
    for c in range(5):
        if in_bag >= dealt:
            supply[c] = (8 * dealt * s[BAG + c] + in_bag) // (2 * in_bag)
        elif in_lid:
            own = 20 - s[BAG + c] - supply[c]
            supply[c] = 4 * s[BAG + c] + (8 * min(dealt - in_bag, in_lid) * own + in_lid) // (2 * in_lid)
        else:
            supply[c] = 4 * s[BAG + c]


@njit(cache=True)
def inputs(s, seat, mirror, supply, at, size):
    """The inputs that are not 0, as one seat sees the table between rounds; their number."""
    seats = s[SEATS]
    own, others = np.zeros(5, np.int64), np.zeros(5, np.int64)
    n = board_inputs(s, BOARDS + seat * WIDTH, 0, 1.0, supply, mirror, 0, at, size, own)
    rival = -1
    for other in range(seats):
        if other != seat:
            b = BOARDS + other * WIDTH
            n = board_inputs(s, b, BOARD_INPUTS, 1.0 / (seats - 1), supply, mirror, n, at, size, others)
            rival = max(rival, s[b + SCORE])
    difference = s[BOARDS + seat * WIDTH + SCORE] - rival
    bucket = 0
    while bucket < 12 and difference >= EDGES[bucket]:
        bucket += 1
    at[n], size[n] = MISC + min(s[ROUND], 9), 1.0
    at[n + 1], size[n + 1] = MISC + 10 + bucket, 1.0
    at[n + 2], size[n + 2] = MISC + 23, difference / 16.0
    total = 0
    for c in range(5):
        total += supply[c]
    at[n + 3], size[n + 3] = MISC + 25, (total // 4) / 16.0
    at[n + 4], size[n + 4] = MISC + 26 + seats - 2, 1.0
    n += 5
    if s[START] == seat:
        at[n], size[n] = MISC + 24, 1.0
        n += 1
    for c in range(5):
        plenty = max(0, min(4, (supply[c] + 2) // 4 - 2))
        at[n] = CONTESTED + 25 * min(4, (own[c] + 1) // 2) + 5 * min(4, (others[c] + 1) // 2) + plenty
        size[n] = 1.0
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


@njit(cache=True)
def result(s, v):
    keys = np.zeros(4, np.int64)
    for seat in range(s[SEATS]):
        b = BOARDS + seat * WIDTH
        keys[seat] = s[b + SCORE] * 8
        v[4 + seat] = s[b + SCORE]
        for row in range(5):
            full = True
            for col in range(5):
                full = full and s[b + WALL + 5 * row + col] != 0
            keys[seat] += full
    best, winners = keys[: s[SEATS]].max(), 0
    for seat in range(s[SEATS]):
        winners += keys[seat] == best
    for seat in range(s[SEATS]):
        v[seat] = (keys[seat] == best) / winners


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
                n = moves(s, w, noise[s[MOVER]], r, found, val)
                take(s, found[np.argmax(val[:n])])
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
        n = moves(s, w, noise, r, found, val)
        take(s, found[np.argmax(val[:n])])
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
                rival = -1e9
                for other in range(seats):
                    if other != seat:
                        rival = max(rival, v[4 + other])
                xs[k], ys[k], groups[k], rounds[k] = f, v[4 + seat] - rival, group, s[ROUND]
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


@njit(cache=True, fastmath=True)
def epoch(states, order, targets, net, out, moments, step, batch, rate, decay, seed, work):
    """One pass of Adam over the tables, some of them mirrored; the mean squared distances of the points."""
    r = generator(seed)
    found, supply = work[3], work[4]
    at, size = np.zeros((4, 4 * MOST_ACTIVE), np.int32), np.zeros((4, 4 * MOST_ACTIVE), np.float32)
    lanes, number = np.zeros((4, LANES), np.float32), np.zeros(4, np.int64)
    m_net, v_net, m_out, v_out = moments
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
    return step, loss / len(order)


@njit(cache=True)
def seen(states, used):
    """Marks the inputs that tables have."""
    at, size, supply = np.zeros(4 * MOST_ACTIVE, np.int32), np.zeros(4 * MOST_ACTIVE, np.float32), np.zeros(5, np.int64)
    for i in range(len(states)):
        next_tiles(states[i], supply)
        for seat in range(states[i, SEATS]):
            used[at[: inputs(states[i], seat, 0, supply, at, size)]] = True
