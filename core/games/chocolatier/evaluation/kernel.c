/* The kernel of chocolatier: its rules within a round and its evaluation, for the search alone. The result of a match
   is never its work. Functions have the names of the Python modules; a move is a number as `compiled.py` says. */

#include "kernel.h"

enum {
    SIZE = 5,
    COLORS = 5,
    TILES_OF_A_COLOR = 20,
    DISPLAY_TILES = 4,
    FLOOR_SPACES = 7,
    MARKER = 5, /* among the pieces of a floor line */
    CENTER = 0,
    FLOOR = 0, /* the line of a take that goes to the floor */
    MOST_SEATS = 4,
    MOST_SOURCES = 10,
    MOST_MOVES = 512,
    NONE = -1
};

enum { FILL_PHASE, TAKE_PHASE, TILE_PHASE, OVER_PHASE };

enum { PLAIN = 0, SF3 = 3, SF4 = 4, SF5 = 5 };

enum { NO_SHIELD = 0, UNUSED_SHIELD = 1, USED_SHIELD = 2 };

/* The components of one seat. A wall row has three bits a space, 0 or 1 + color; a line is 0 or 5 * color + tiles. */
typedef struct {
    int16_t score;
    uint16_t wall[SIZE];
    uint8_t lines[SIZE];
    uint8_t floor[FLOOR_SPACES]; /* 1 + piece */
    uint8_t pieces;              /* on the floor */
    uint8_t shield;              /* or `USED_SHIELD` + piece */
} Board;

/* Displays that the table does not have are empty; `specials` by source: 0 or the kind + 8 * (0 or 1 + color). */
typedef struct {
    int16_t round;
    int8_t mover;
    uint8_t seats, displays, is_free, phase, start;
    uint8_t marker, gone; /* 1 + seat that took it; the display that left play; 0: none */
    uint8_t turned;       /* the number of special displays */
    uint8_t unused;
    uint8_t bag[COLORS], lid[COLORS];
    uint8_t specials[MOST_SOURCES];
    uint8_t sources[MOST_SOURCES][COLORS];
    Board boards[MOST_SEATS];
} State;

static int least(int one, int other) { return one < other ? one : other; }
static int most(int one, int other) { return one > other ? one : other; }

/* --- tables of the rules --- */

static int32_t floor_losses[FLOOR_SPACES + 1], row_bonus, column_bonus, color_bonus;

static uint8_t bits[32];       /* the number of bits of a mask of five */
static uint8_t runs[32][SIZE]; /* the length of the unbroken run through a place, itself counted as set, in a mask */

static void count_bits_and_runs(void) {
    for (int mask = 0; mask < 32; mask++) {
        int number = 0;
        for (int place = 0; place < SIZE; place++) {
            number += mask >> place & 1;
            int first = place, last = place;
            while (first > 0 && mask >> (first - 1) & 1) first--;
            while (last < SIZE - 1 && mask >> (last + 1) & 1) last++;
            runs[mask][place] = (uint8_t)(last - first + 1);
        }
        bits[mask] = (uint8_t)number;
    }
}

/* --- walls: the covered spaces as 25 bits, a row after the other --- */

static int color_of(int line) { return (line - 1) / SIZE; }
static int tiles_of(int line) { return line ? (line - 1) % SIZE + 1 : 0; }

/* The color of a space, or NONE. */
static inline int tile_at(const uint16_t *wall, int row, int column) { return (wall[row] >> 3 * column & 7) - 1; }

static inline int taken_in_row(int tiles) {
    int any = (tiles | tiles >> 1 | tiles >> 2) & 0x1249;
    return (any & 1) | (any >> 2 & 2) | (any >> 4 & 4) | (any >> 6 & 8) | (any >> 8 & 16);
}

static uint32_t taken_of(const uint16_t *wall) {
    uint32_t taken = 0;
    for (int row = 0; row < SIZE; row++) taken |= (uint32_t)taken_in_row(wall[row]) << SIZE * row;
    return taken;
}

static inline int row_of(uint32_t taken, int row) { return taken >> SIZE * row & 31; }

static inline int column_of(uint32_t taken, int column) {
    uint32_t apart = taken >> column & 0x108421;
    return (apart | apart >> 4 | apart >> 8 | apart >> 12 | apart >> 16) & 31;
}

/* As `Runs.points` of scoring.py. */
static inline int placement_points(uint32_t taken, int row, int column) {
    int across = runs[row_of(taken, row)][column], down = runs[column_of(taken, column)][row];
    if (across == 1) return down;
    return down == 1 ? across : across + down;
}

static int complete_rows(uint32_t taken) {
    int complete = 0;
    for (int row = 0; row < SIZE; row++) complete += row_of(taken, row) == 31;
    return complete;
}

/* The bonuses of rows and columns at the end of the match. */
static int line_bonuses(uint32_t taken) {
    int points = row_bonus * complete_rows(taken);
    for (int column = 0; column < SIZE; column++) points += column_bonus * (column_of(taken, column) == 31);
    return points;
}

static int bonuses(const uint16_t *wall) {
    int points = line_bonuses(taken_of(wall)), of_colors[COLORS] = {0};
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++)
            if (tile_at(wall, row, column) != NONE) of_colors[tile_at(wall, row, column)]++;
    for (int color = 0; color < COLORS; color++) points += color_bonus * (of_colors[color] == SIZE);
    return points;
}

/* The columns, as bits, open to a color in a row of a free wall. */
static int free_columns(const uint16_t *wall, int row, int color) {
    int columns = 31 & ~taken_in_row(wall[row]);
    for (int other = 0; other < SIZE; other++)
        for (int column = 0; column < SIZE; column++)
            if (tile_at(wall, other, column) == color) columns &= ~(1 << column);
    return columns;
}

static int first_of(int columns) {
    int column = 0;
    while (!(columns >> column & 1)) column++;
    return column;
}

/* --- the rules: taking --- */

static int seats(const State *state) { return state->seats; }
static int turn(const State *state) { return state->mover; }
static int is_horizon(const State *state) { return state->mover < 0; }

static inline int kind_on(const State *state, int source) { return state->specials[source] & 7; }

/* The previous and the next display in the circle 1 to `displays`, without the one out of play. */
static void neighbors(int display, int displays, int gone, int sides[2]) {
    sides[0] = (display + displays - 2) % displays + 1;
    sides[1] = display % displays + 1;
    if (sides[0] == gone) sides[0] = (sides[0] + displays - 2) % displays + 1;
    if (sides[1] == gone) sides[1] = sides[1] % displays + 1;
}

/* Pieces go on an unused shield, then on the floor; returns the number of those that do not fit. */
static int drop(Board *board, int piece, int number) {
    if (!number) return 0;
    if (board->shield == UNUSED_SHIELD) {
        board->shield = (uint8_t)(USED_SHIELD + piece);
        number--;
    }
    for (; number && board->pieces < FLOOR_SPACES; number--) board->floor[board->pieces++] = (uint8_t)(1 + piece);
    return number;
}

/* Adds tiles to a line; returns the number of those left for the floor. */
static int lay(Board *board, int line, int color, int number) {
    if (line == FLOOR) return number;
    int lying = tiles_of(board->lines[line - 1]), filled = least(lying + number, line);
    board->lines[line - 1] = (uint8_t)(color * SIZE + filled);
    return number - (filled - lying);
}

enum { COLOR_SHIFT = 4, LINE_SHIFT = 7, PASS_SHIFT = 10 };

/* Moves on what a take leaves; `passes` has a bit a color, set where it goes to the next display instead of the
   previous one (SF4). */
static void move_on(State *state, int source, int color, int passes) {
    int kind = kind_on(state, source);
    uint8_t rest[COLORS];
    memcpy(rest, state->sources[source], COLORS);
    rest[color] = 0;
    if (source == CENTER || kind == SF3) {
        memcpy(state->sources[source], rest, COLORS);
        return;
    }
    memset(state->sources[source], 0, COLORS);
    int sides[2] = {CENTER, CENTER};
    if (kind == SF4) neighbors(source, state->displays, state->gone, sides);
    for (int other = 0; other < COLORS; other++) {
        uint8_t *to = &state->sources[sides[passes >> other & 1]][other];
        *to = (uint8_t)(*to + rest[other]);
    }
}

static int has_tiles(const State *state) {
    for (int source = 0; source <= state->displays; source++)
        for (int color = 0; color < COLORS; color++)
            if (state->sources[source][color]) return 1;
    return 0;
}

static void take(State *state, int32_t move) {
    int source = move & 15, color = move >> COLOR_SHIFT & 7, line = move >> LINE_SHIFT & 7, seat = state->mover;
    int number = state->sources[source][color], kind = kind_on(state, source);
    Board *board = &state->boards[seat];
    if (kind == SF5) board->shield = UNUSED_SHIELD;
    if (source == CENTER && !state->marker) {
        drop(board, MARKER, 1);
        state->marker = (uint8_t)(1 + seat);
    }
    int discarded = drop(board, color, lay(board, line, color, number));
    state->lid[color] = (uint8_t)(state->lid[color] + discarded);
    move_on(state, source, color, move >> PASS_SHIFT);
    if (kind == SF5) state->gone = (uint8_t)source;
    if (has_tiles(state)) {
        state->mover = (int8_t)((seat + 1) % state->seats);
    } else {
        state->phase = TILE_PHASE;
        state->mover = (int8_t)state->start;
    }
}

/* --- the rules: tiling --- */

static void discard(State *state, int color, int number) {
    state->lid[color] = (uint8_t)(state->lid[color] + number);
}

static void place(State *state, Board *board, int row, int column) {
    int color = color_of(board->lines[row]);
    board->lines[row] = 0;
    board->wall[row] = (uint16_t)(board->wall[row] | (1 + color) << 3 * column);
    board->score = (int16_t)(board->score + placement_points(taken_of(board->wall), row, column));
    discard(state, color, row);
}

static void spoil(State *state, Board *board, int row) {
    int color = color_of(board->lines[row]);
    board->lines[row] = 0;
    discard(state, color, drop(board, color, row + 1));
}

static void sweep(State *state, Board *board) {
    board->score = (int16_t)(board->score - least(floor_losses[board->pieces], board->score));
    for (int at = 0; at < board->pieces; at++)
        if (board->floor[at] != 1 + MARKER) discard(state, board->floor[at] - 1, 1);
    if (board->shield >= USED_SHIELD && board->shield != USED_SHIELD + MARKER)
        discard(state, board->shield - USED_SHIELD, 1);
    memset(board->floor, 0, sizeof(board->floor));
    board->pieces = board->shield = 0;
}

/* Tiles one wall, `chosen` or NONE being the column of the topmost line with a choice; 0 where the seat has to choose
   first. */
static int tile_board(State *state, Board *board, int chosen) {
    for (int row = 0; row < SIZE; row++) {
        int line = board->lines[row];
        if (tiles_of(line) <= row) continue;
        int columns = 1 << (color_of(line) + row) % SIZE;
        if (state->is_free) columns = free_columns(board->wall, row, color_of(line));
        if (bits[columns] > 1) {
            if (chosen == NONE) return 0;
            columns = 1 << chosen;
            chosen = NONE;
        }
        if (columns)
            place(state, board, row, first_of(columns));
        else
            spoil(state, board, row);
    }
    sweep(state, board);
    return 1;
}

/* The next round begins with a fill; after a complete row, or where no tile is left, the match is over. */
static void end_round(State *state) {
    int tiles = 0, complete = 0;
    for (int color = 0; color < COLORS; color++) tiles += state->bag[color] + state->lid[color];
    for (int seat = 0; seat < state->seats; seat++) complete += complete_rows(taken_of(state->boards[seat].wall));
    if (state->marker) state->start = (uint8_t)(state->marker - 1);
    state->marker = state->gone = state->turned = 0;
    memset(state->specials, 0, sizeof(state->specials));
    state->phase = FILL_PHASE;
    state->mover = CHANCE;
    if (tiles && !complete) return;
    for (int seat = 0; seat < state->seats; seat++)
        state->boards[seat].score = (int16_t)(state->boards[seat].score + bonuses(state->boards[seat].wall));
    state->phase = OVER_PHASE;
    state->mover = OVER;
}

/* All that follows in the phase `tile`, up to the next choice, fill or end. */
static void tile_walls(State *state, int chosen) {
    while (tile_board(state, &state->boards[state->mover], chosen)) {
        chosen = NONE;
        state->mover = (int8_t)((state->mover + 1) % state->seats);
        if (state->mover == state->start) {
            end_round(state);
            return;
        }
    }
}

static void evolve(State *state, int32_t move) {
    if (state->phase == TILE_PHASE) {
        tile_walls(state, move);
        return;
    }
    take(state, move);
    if (state->phase == TILE_PHASE) tile_walls(state, NONE);
}

/* A search never goes beyond the end of a round. */
static void deal(State *state, Random *random) { (void)state, (void)random; }

static int compared_counts(const void *one, const void *other) { return memcmp(one, other, COLORS); }

/* Without special displays the order of the displays does not matter. */
static void canonical(State *state) {
    if (!state->turned) qsort(state->sources[CENTER + 1], state->displays, COLORS, compared_counts);
}

static int choices_left(const State *state) {
    if (state->phase != TAKE_PHASE && !(state->is_free && state->phase == TILE_PHASE)) return 1000;
    int groups = 0, complete = 0;
    for (int source = 0; source <= state->displays; source++)
        for (int color = 0; color < COLORS; color++) groups += state->sources[source][color] > 0;
    for (int seat = 0; seat < state->seats; seat++)
        for (int row = 0; row < SIZE; row++) complete += tiles_of(state->boards[seat].lines[row]) > row;
    return state->is_free ? 2 * groups + complete : groups;
}

/* --- policy.py and boards.py: the worth of a take to the simple player --- */

enum { CLEAR_LEAD = 8, LINE_BITS = 5, FLOOR_SHIFT = 25, LINES_MASK = (1 << FLOOR_SHIFT) - 1, SHIELD = 1 << 28 };

static double start_worth, end_worth, early_end_worth, open_share, open_cost;
static double column_worth[SIZE], color_worth[SIZE];

/* Lines and floor of a board as one number; see boards.py. */
static uint32_t key_of(const Board *board) {
    uint32_t key = (uint32_t)board->pieces << FLOOR_SHIFT;
    if (board->shield == UNUSED_SHIELD) key |= SHIELD;
    for (int row = 0; row < SIZE; row++) key |= (uint32_t)board->lines[row] << LINE_BITS * row;
    return key;
}

static inline int line_of(uint32_t key, int row) { return key >> LINE_BITS * row & 31; }

/* What the wall of a seat makes of takes until the round ends: the worth of a full line by color and row. */
typedef struct {
    double worth[COLORS][SIZE];
    uint8_t open[COLORS]; /* the rows without the color, as bits */
} Walled;

/* The colors of each row and of each column, the columns of each color; as bits. */
typedef struct {
    uint8_t rows[SIZE], columns[SIZE], of_colors[COLORS];
} Masks;

static Masks masks_of(const uint16_t *wall) {
    Masks masks;
    memset(&masks, 0, sizeof(masks));
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            int color = tile_at(wall, row, column);
            if (color == NONE) continue;
            masks.rows[row] = (uint8_t)(masks.rows[row] | 1 << color);
            masks.columns[column] = (uint8_t)(masks.columns[column] | 1 << color);
            masks.of_colors[color] = (uint8_t)(masks.of_colors[color] | 1 << column);
        }
    return masks;
}

/* As `policy.tile_worth`; `of_color` tiles of the color lie on the wall. */
static double tile_worth(uint32_t taken, int row, int column, int of_color, double ending) {
    int in_column = bits[column_of(taken, column)], completes = bits[row_of(taken, row)] == SIZE - 1;
    return placement_points(taken, row, column) + column_worth[in_column] + color_worth[of_color] +
           (completes ? ending : 0.0);
}

/* As `policy.wall_worth`, for a color that the row does not hold. */
static double wall_worth(uint32_t taken, const Masks *masks, int row, int color, int is_free, double ending) {
    int of_color = bits[masks->of_colors[color]];
    if (!is_free) return tile_worth(taken, row, (color + row) % SIZE, of_color, ending);
    int columns = 31 & ~row_of(taken, row) & ~masks->of_colors[color];
    if (!columns) return -2.0 * row;
    double best = -INFINITY;
    for (int column = 0; column < SIZE; column++) {
        if (!(columns >> column & 1)) continue;
        double worth = tile_worth(taken, row, column, of_color, ending);
        if (worth > best) best = worth;
    }
    return best;
}

static void wall(Walled *walled, uint32_t taken, const Masks *masks, int is_free, double ending) {
    memset(walled, 0, sizeof(*walled));
    for (int color = 0; color < COLORS; color++)
        for (int row = 0; row < SIZE; row++) {
            if (masks->rows[row] >> color & 1) continue;
            walled->open[color] = (uint8_t)(walled->open[color] | 1 << row);
            walled->worth[color][row] = wall_worth(taken, masks, row, color, is_free, ending);
        }
}

/* Completing a row is worth more to a clear leader. */
static double worth_of_end(const int *scores, int number, int seat) {
    for (int other = 0; other < number; other++)
        if (other != seat && scores[seat] < scores[other] + CLEAR_LEAD) return early_end_worth;
    return end_worth;
}

static void walls_of(const State *state, Walled *walls) {
    int scores[MOST_SEATS];
    for (int seat = 0; seat < state->seats; seat++) scores[seat] = state->boards[seat].score;
    for (int seat = 0; seat < state->seats; seat++) {
        const uint16_t *tiles = state->boards[seat].wall;
        Masks masks = masks_of(tiles);
        wall(&walls[seat], taken_of(tiles), &masks, state->is_free, worth_of_end(scores, state->seats, seat));
    }
}

/* The worth of a take on one line, and the key of the board afterwards. */
typedef struct {
    double worth;
    uint32_t key;
} Laid;

/* The tiles of one color from a source; whether the start marker or the shield comes with them. */
typedef struct {
    int color, number, marker, shield;
} Taken;

/* One line for a take, `row` NONE being the floor; 0 where the line does not accept it. */
static inline int laid_on(const Walled *walled, uint32_t key, const Taken *taken, int row, Laid *laid) {
    int floor = (int)(key >> FLOOR_SHIFT & 7), spilled = taken->number;
    double value = floor_losses[floor] + (taken->marker ? start_worth : 0.0);
    if (taken->shield) key |= SHIELD;
    if (row != NONE) {
        if (!(walled->open[taken->color] >> row & 1)) return 0;
        int lying = line_of(key, row), tiles = lying ? lying - taken->color * SIZE : 0;
        if (tiles > row || (lying && tiles < 1)) return 0;
        int filled = least(tiles + taken->number, row + 1);
        double worth = walled->worth[taken->color][row];
        spilled = taken->number - filled + tiles;
        key += (uint32_t)(taken->color * SIZE + filled - lying) << LINE_BITS * row;
        if (filled > row)
            value += worth;
        else
            value += worth * open_share * filled / (row + 1) - open_cost * (row + 1 - filled);
    }
    int pieces = spilled + taken->marker;
    if (key & SHIELD && pieces) key -= SHIELD, pieces--;
    int full = least(FLOOR_SPACES, floor + pieces);
    laid->worth = value - floor_losses[full];
    laid->key = key + ((uint32_t)(full - floor) << FLOOR_SHIFT);
    return 1;
}

/* The best line for a take, the lowest of equal ones. */
static Laid best_laid(const Walled *walled, uint32_t key, const Taken *taken) {
    Laid best, one;
    laid_on(walled, key, taken, NONE, &best);
    for (int row = 0; row < SIZE; row++)
        if (laid_on(walled, key, taken, row, &one) && one.worth >= best.worth) best = one;
    return best;
}

/* --- playout.py: the rest of a round, played by the simple player --- */

typedef struct {
    Walled walls[MOST_SEATS];
    uint32_t keys[MOST_SEATS];
    uint8_t sources[MOST_SOURCES][COLORS];
    uint8_t kinds[MOST_SOURCES];
    int seats, displays, mover, marker, gone, left; /* `marker` NONE in the center; `left` tiles */
} Playout;

static int sum_of(const uint8_t *counts) {
    int sum = 0;
    for (int color = 0; color < COLORS; color++) sum += counts[color];
    return sum;
}

static void start_playout(Playout *playout, const State *state) {
    walls_of(state, playout->walls);
    for (int seat = 0; seat < state->seats; seat++) playout->keys[seat] = key_of(&state->boards[seat]);
    memcpy(playout->sources, state->sources, sizeof(playout->sources));
    playout->seats = state->seats;
    playout->displays = state->displays;
    playout->mover = state->mover;
    playout->marker = state->marker - 1;
    playout->gone = state->gone;
    playout->left = 0;
    for (int source = 0; source < MOST_SOURCES; source++) {
        playout->kinds[source] = (uint8_t)kind_on(state, source);
        playout->left += sum_of(state->sources[source]);
    }
}

/* Adds up the rest of a source elsewhere. */
static void move_to(uint8_t *to, uint8_t *from) {
    for (int color = 0; color < COLORS; color++) {
        to[color] = (uint8_t)(to[color] + from[color]);
        from[color] = 0;
    }
}

static void play_take(Playout *playout) {
    int seat = playout->mover, source = CENTER, color = 0;
    Laid best = {-1e9, 0};
    /* The center is last: of takes with equal worths the first is chosen. */
    for (int at = 1; at <= playout->displays + 1; at++) {
        int from = at <= playout->displays ? at : CENTER;
        const uint8_t *counts = playout->sources[from];
        Taken taken = {0, 0, from == CENTER && playout->marker == NONE, playout->kinds[from] == SF5};
        for (taken.color = 0; taken.color < COLORS; taken.color++) {
            taken.number = counts[taken.color];
            if (!taken.number) continue;
            Laid one = best_laid(&playout->walls[seat], playout->keys[seat], &taken);
            if (one.worth > best.worth) best = one, source = from, color = taken.color;
        }
    }
    uint8_t *counts = playout->sources[source];
    playout->left -= counts[color];
    counts[color] = 0;
    if (source == CENTER) {
        if (playout->marker == NONE) playout->marker = seat;
    } else if (playout->kinds[source] == SF4) {
        int sides[2];
        neighbors(source, playout->displays, playout->gone, sides);
        move_to(playout->sources[sides[0]], counts);
    } else if (playout->kinds[source] != SF3) {
        move_to(playout->sources[CENTER], counts);
        if (playout->kinds[source] == SF5) playout->gone = source;
    }
    playout->keys[seat] = best.key;
    playout->mover = seat + 1 < playout->seats ? seat + 1 : 0;
}

static void play(Playout *playout) {
    while (playout->left) play_take(playout);
}

/* A board after a round: its wall and the key of its lines. */
typedef struct {
    uint32_t taken, lines;
    uint16_t wall[SIZE]; /* of a free wall alone */
    uint16_t unused;
} Tiled;

/* Tiles a colored wall after a round; returns the points of the wall less those of the floor. */
static int tile_colored(Tiled *tiled, uint32_t taken, uint32_t key) {
    int points = -floor_losses[key >> FLOOR_SHIFT & 7];
    uint32_t lines = key & LINES_MASK;
    for (int row = 0; row < SIZE; row++) {
        int line = line_of(lines, row);
        if (tiles_of(line) <= row) continue;
        int column = (color_of(line) + row) % SIZE;
        taken |= (uint32_t)1 << (SIZE * row + column);
        lines &= ~((uint32_t)31 << LINE_BITS * row);
        points += placement_points(taken, row, column);
    }
    memset(tiled, 0, sizeof(*tiled));
    tiled->taken = taken;
    tiled->lines = lines;
    return points;
}

/* --- columns.py: the best column of a free wall for the tile of a full line --- */

enum { COLUMN_WEIGHTS = 26, MOMENTS = 3, ALL = 31 };

static double column_weights[MOMENTS][COLUMN_WEIGHTS]; /* in the rounds 1 and 2, 3 and 4, and later */

/* The wall, its covered spaces, and its masks. */
typedef struct {
    uint16_t wall[SIZE];
    uint32_t taken;
    Masks masks;
} FreeWall;

static FreeWall free_wall_of(const uint16_t *wall) {
    FreeWall about;
    memset(&about, 0, sizeof(about));
    memcpy(about.wall, wall, sizeof(about.wall));
    about.taken = taken_of(wall);
    about.masks = masks_of(wall);
    return about;
}

static int is_free_space(const FreeWall *about, int row, int column) {
    return row >= 0 && row < SIZE && column >= 0 && column < SIZE && !(row_of(about->taken, row) >> column & 1);
}

static int columns_open(const FreeWall *about, int row, int color) {
    return ALL & ~row_of(about->taken, row) & ~about->masks.of_colors[color];
}

/* Whether every other free space of the column still accepts some color after a tile of this color. */
static int stays_open(const FreeWall *about, int row, int column, int color) {
    for (int other = 0; other < SIZE; other++)
        if (other != row && is_free_space(about, other, column) &&
            (about->masks.rows[other] | about->masks.columns[column] | 1 << color) == ALL)
            return 0;
    return 1;
}

/* The worth of a column, in points. */
static double worth_of_column(const FreeWall *about, int row, int column, int color, const double *weights) {
    const Masks *masks = &about->masks;
    int in_column = bits[column_of(about->taken, column)];
    double worth = weights[0] * placement_points(about->taken, row, column);
    worth += weights[(stays_open(about, row, column, color) ? 1 : 6) + in_column] + weights[11 + abs(column - 2)];
    int across = is_free_space(about, row, column - 1) + is_free_space(about, row, column + 1);
    int down = is_free_space(about, row - 1, column) + is_free_space(about, row + 1, column);
    worth += weights[14] * across + weights[15] * down;
    int missing = 0, few = 0, none = 0, left = ALL & ~(masks->of_colors[color] | 1 << column);
    for (int other = 0; other < SIZE; other++) {
        if (other == row || masks->rows[other] >> color & 1) continue;
        int spaces = bits[left & ~row_of(about->taken, other)];
        missing++;
        none += spaces == 0;
        few += spaces == 1;
    }
    worth += weights[16] * few + weights[none ? 22 : 21 - missing] + weights[23] * none;
    for (int other = 0; other < SIZE; other++) {
        if (other == column || !is_free_space(about, row, other)) continue;
        int colors = ALL & ~(masks->rows[row] | 1 << color | masks->columns[other]);
        if (bits[colors] <= 1) worth += weights[colors ? 25 : 24];
    }
    return worth;
}

/* The columns for the tile of a full line, with their worths in `weight`; returns their number. */
static int columns_worths(const FreeWall *about, int row, int color, int rounds, Move *moves) {
    const double *weights = column_weights[rounds <= 2 ? 0 : rounds <= 4 ? 1 : 2];
    int columns = columns_open(about, row, color), number = 0;
    for (int column = 0; column < SIZE; column++)
        if (columns >> column & 1)
            moves[number++] = (Move){worth_of_column(about, row, column, color, weights), column};
    return number;
}

/* The first of the best columns. */
static int best_column(const FreeWall *about, int row, int color, int rounds) {
    Move moves[SIZE];
    int number = columns_worths(about, row, color, rounds, moves), best = 0;
    for (int at = 1; at < number; at++)
        if (moves[at].weight > moves[best].weight) best = at;
    return moves[best].move;
}

/* Tiles a free wall after a round, by the best columns; returns the points of the wall less those of the floor. */
static int tile_free(Tiled *tiled, const uint16_t *wall, uint32_t key, int rounds) {
    FreeWall about = free_wall_of(wall);
    int points = 0, floor = (int)(key >> FLOOR_SHIFT & 7), shield = (key & SHIELD) != 0;
    memset(tiled, 0, sizeof(*tiled));
    tiled->lines = key & LINES_MASK;
    for (int row = 0; row < SIZE; row++) {
        int line = line_of(tiled->lines, row), color = color_of(line);
        if (tiles_of(line) <= row) continue;
        tiled->lines &= ~((uint32_t)31 << LINE_BITS * row);
        if (!columns_open(&about, row, color)) {
            floor = least(FLOOR_SPACES, floor + row + 1 - shield);
            shield = 0;
            continue;
        }
        int column = best_column(&about, row, color, rounds);
        about.wall[row] = (uint16_t)(about.wall[row] | (1 + color) << 3 * column);
        about.taken |= (uint32_t)1 << (SIZE * row + column);
        about.masks.rows[row] = (uint8_t)(about.masks.rows[row] | 1 << color);
        about.masks.columns[column] = (uint8_t)(about.masks.columns[column] | 1 << color);
        about.masks.of_colors[color] = (uint8_t)(about.masks.of_colors[color] | 1 << column);
        points += placement_points(about.taken, row, column);
    }
    memcpy(tiled->wall, about.wall, sizeof(tiled->wall));
    tiled->taken = about.taken;
    return points - floor_losses[floor];
}

/* --- network.py: the tiles that come next --- */

static uint32_t spaces_of_color[COLORS]; /* of the colored wall */

static void find_spaces_of_colors(void) {
    for (int color = 0; color < COLORS; color++) {
        uint32_t spaces = 0;
        for (int row = 0; row < SIZE; row++) spaces |= (uint32_t)1 << (SIZE * row + (color + row) % SIZE);
        spaces_of_color[color] = spaces;
    }
}

/* The rows of the colored wall that hold a color, as bits. */
static int rows_with(uint32_t taken, int color) {
    int rows = 0;
    for (int row = 0; row < SIZE; row++) rows |= (int)(taken >> (SIZE * row + (color + row) % SIZE) & 1) << row;
    return rows;
}

static void tiles_on(const Tiled *board, int is_free, int *tiles) {
    if (is_free) {
        for (int row = 0; row < SIZE; row++)
            for (int column = 0; column < SIZE; column++)
                if (tile_at(board->wall, row, column) != NONE) tiles[tile_at(board->wall, row, column)]++;
    } else {
        for (int color = 0; color < COLORS; color++) tiles[color] += bits[rows_with(board->taken, color)];
    }
    for (int row = 0; row < SIZE; row++) {
        int line = line_of(board->lines, row);
        if (line) tiles[color_of(line)] += tiles_of(line);
    }
}

/* The tiles in the lid between two rounds: all that lie nowhere else. */
static void lid_of(const uint8_t *bag, const Tiled *boards, int number, int is_free, uint8_t *lid) {
    int lying[COLORS] = {0};
    for (int seat = 0; seat < number; seat++) tiles_on(&boards[seat], is_free, lying);
    for (int color = 0; color < COLORS; color++)
        lid[color] = (uint8_t)most(0, TILES_OF_A_COLOR - bag[color] - lying[color]);
}

/* The mean number of tiles of each color in the next deal, in quarters. */
static void next_deal(const uint8_t *bag, const Tiled *boards, int number, int is_free, uint8_t *supply) {
    int dealt = DISPLAY_TILES * (2 * number + 1), in_bag = sum_of(bag);
    if (in_bag >= dealt) {
        for (int color = 0; color < COLORS; color++)
            supply[color] = (uint8_t)((8 * dealt * bag[color] + in_bag) / (2 * in_bag));
        return;
    }
    uint8_t lid[COLORS];
    lid_of(bag, boards, number, is_free, lid);
    int in_lid = sum_of(lid), drawn = least(dealt - in_bag, in_lid);
    for (int color = 0; color < COLORS; color++) {
        int from_lid = in_lid ? (8 * drawn * lid[color] + in_lid) / (2 * in_lid) : 0;
        supply[color] = (uint8_t)(4 * bag[color] + from_lid);
    }
}

/* --- board_inputs.py --- */

enum { STEP = 16, USUAL = 16, QUARTERS = 81, MOST_ROUNDS = 9 };

static double completed[2][SIZE + 1][QUARTERS];

/* Where each kind of input begins. */
enum {
    CELLS = 0,
    ROW_TILES = 25,
    COLUMN_TILES = 55,
    COLOR_TILES = 85,
    LINES = 115,
    SITUATIONS = 165,
    SITUATION = 12,
    CHANCES = 345,
    ROUNDS = 353,
    PAIRS = 2123,
    COLUMN_PATTERNS = 6219,
    COLOR_PATTERNS = 6379,
    NEEDS = 7979,
    OPENS = 8479,
    BOARD_INPUTS = 8729
};

static const int rows_at[SIZE] = {363, 395, 587, 939, 1451};

enum { MOST_INPUTS = 192 };

/* The inputs that are not 0: those of a full step, and those of other sizes, which are in sixteenths. */
typedef struct {
    int present, sized;
    int16_t of_step[MOST_INPUTS], of_size[MOST_INPUTS], sizes[MOST_INPUTS];
} Inputs;

static inline void add_step(Inputs *inputs, int index) { inputs->of_step[inputs->present++] = (int16_t)index; }

static inline void add_sized(Inputs *inputs, int index, int size) {
    if (!size) return;
    inputs->of_size[inputs->sized] = (int16_t)index;
    inputs->sizes[inputs->sized++] = (int16_t)size;
}

/* As `round` of Python: halves to the even number. */
static inline int rounded(double number) { return (int)rint(number); }

/* A colored wall and its lines, taken apart. */
typedef struct {
    int rows[SIZE], columns[SIZE], of_colors[COLORS]; /* the covered spaces as bits; `of_colors` by row */
    int lines[SIZE];
} Colored;

static Colored colored_of(uint32_t taken, uint32_t lines) {
    Colored board;
    for (int index = 0; index < SIZE; index++) {
        board.rows[index] = row_of(taken, index);
        board.columns[index] = column_of(taken, index);
        board.of_colors[index] = rows_with(taken, index);
        board.lines[index] = line_of(lines, index);
    }
    return board;
}

/* The color a line is for: how good, the chance to complete it, its points, and what is near it on the wall. */
typedef struct {
    double prospect, chance;
    int points, in_column, of_color;
} Goal;

/* By row and color, within one round and within two. */
typedef double Chances[2][SIZE][COLORS];

/* Notes the chances of a row to get each color; the best color for the line. */
static Goal goal_of(Chances chances, const Colored *board, int row, const uint8_t *supply) {
    int line = board->lines[row], empty = !line, missing = row + 1 - tiles_of(line);
    double usual = 1 - 0.8 * completed[empty][most(missing - 1, 1)][USUAL];
    Goal best = {-1.0, 0.0, 0, 0, 0};
    for (int color = 0; color < COLORS; color++) {
        chances[0][row][color] = chances[1][row][color] = 1.0;
        if (board->of_colors[color] >> row & 1) continue;
        if (line && color != color_of(line)) {
            chances[0][row][color] = 0.0;
            chances[1][row][color] = completed[0][missing][supply[color_of(line)]] * completed[1][row + 1][USUAL];
            continue;
        }
        double chance = completed[empty][missing][supply[color]];
        chances[0][row][color] = chance;
        chances[1][row][color] = 1 - (1 - chance) * usual;
        int column = (color + row) % SIZE;
        int across = runs[board->rows[row]][column], down = runs[board->columns[column]][row];
        int points = across == 1 ? down : down == 1 ? across : across + down;
        int in_column = bits[board->columns[column]], of_color = bits[board->of_colors[color]];
        int bonus = column_bonus * (in_column == 4) + color_bonus * (of_color == 4);
        double prospect = (points + bonus) * chance;
        if (prospect > best.prospect) best = (Goal){prospect, chance, points, in_column, of_color};
    }
    return best;
}

/* A line by its length and missing tiles: what it is for. */
static void add_situation(Inputs *inputs, const Colored *board, int row, const Goal *goal) {
    int missing = row + 1 - tiles_of(board->lines[row]);
    int where = SITUATIONS + SITUATION * (row * (row + 1) / 2 + missing - 1);
    int chance = rounded(STEP * goal->chance);
    add_step(inputs, where);
    add_sized(inputs, where + 1, 4 * goal->points);
    add_sized(inputs, where + 7, chance);
    add_sized(inputs, where + 8, rounded(4 * ((double)chance / STEP) * goal->points));
    if (goal->in_column >= 3) add_step(inputs, where + (goal->in_column == 4 ? 2 : 3));
    if (goal->of_color >= 3) add_step(inputs, where + (goal->of_color == 4 ? 4 : 5));
    if (bits[board->rows[row]] == SIZE - 1) {
        add_step(inputs, where + 6);
        add_sized(inputs, where + 9, chance);
    }
    if (goal->in_column == 4) add_sized(inputs, where + 10, chance);
    if (goal->of_color == 4) add_sized(inputs, where + 11, chance);
}

/* Columns and colors that may be completed, and the end of the match, within one round and within two. */
static void add_bonuses(Inputs *inputs, Chances chances, const Colored *board) {
    for (int late = 0; late < 2; late++) {
        double in_columns = 0.0, in_colors = 0.0, none = 1.0;
        for (int index = 0; index < SIZE; index++) {
            double of_column = 1.0, of_color = 1.0, of_row = 1.0;
            for (int row = 0; row < SIZE; row++) {
                of_column *= chances[late][row][(index - row + SIZE) % SIZE];
                of_color *= chances[late][row][index];
                of_row *= chances[late][index][row];
            }
            in_columns += of_column;
            in_colors += of_color;
            if (SIZE - bits[board->rows[index]] <= 1 + late) none *= 1 - of_row;
        }
        add_sized(inputs, CHANCES + 3 * late, rounded(STEP * (in_columns * 3.5)));
        add_sized(inputs, CHANCES + 3 * late + 1, rounded(STEP * (in_colors * 5.0)));
        add_sized(inputs, CHANCES + 3 * late + 2, rounded(STEP * (1 - none)));
    }
}

/* The inputs that the wall alone decides. */
static void add_wall(Inputs *inputs, const Colored *board) {
    for (int index = 0; index < SIZE; index++) {
        for (int column = 0; column < SIZE; column++)
            if (board->rows[index] >> column & 1) add_step(inputs, CELLS + SIZE * index + column);
        add_step(inputs, ROW_TILES + 6 * index + bits[board->rows[index]]);
        add_step(inputs, COLUMN_TILES + 6 * index + bits[board->columns[index]]);
        add_step(inputs, COLOR_TILES + 6 * index + bits[board->of_colors[index]]);
        if (index) add_step(inputs, PAIRS + 1024 * (index - 1) + 32 * board->rows[index - 1] + board->rows[index]);
        add_step(inputs, COLUMN_PATTERNS + 32 * index + board->columns[index]);
    }
}

/* The inputs of lines, and of what the deal and the round bring to the wall. */
static void add_lines(Inputs *inputs, const Colored *board, int rounds, const uint8_t *supply) {
    Chances chances;
    double expected = 0.0;
    int deal_of[COLORS];
    for (int color = 0; color < COLORS; color++) deal_of[color] = least((supply[color] + 2) / 4, 9);
    for (int row = 0; row < SIZE; row++) {
        int line = board->lines[row], color = color_of(line), started = 0;
        if (line) {
            started = color * row + tiles_of(line);
            int missing = row + 1 - tiles_of(line);
            add_step(inputs, LINES + 5 * (row * (row - 1) / 2) + started - 1);
            add_step(inputs, NEEDS + 10 * (COLORS * (row * (row - 1) / 2 + missing - 1) + color) + deal_of[color]);
        } else {
            for (int other = 0; other < COLORS; other++)
                if (!(board->of_colors[other] >> row & 1))
                    add_step(inputs, OPENS + 10 * (SIZE * row + other) + deal_of[other]);
        }
        add_step(inputs, rows_at[row] + board->rows[row] * (1 + SIZE * row) + started);
        add_step(inputs, COLOR_PATTERNS + 10 * (32 * row + board->of_colors[row]) + deal_of[row]);
        Goal goal = goal_of(chances, board, row, supply);
        expected += goal.points * goal.chance;
        add_situation(inputs, board, row, &goal);
    }
    add_bonuses(inputs, chances, board);
    add_sized(inputs, CHANCES + 6, rounded(4 * expected));
    add_step(inputs, ROUNDS + least(rounds, MOST_ROUNDS));
}

/* --- network.py: the network of the colored wall --- */

enum {
    BOARD_LANES = 64,
    TABLE_LANES = 32,
    JOINT_LANES = 32,
    OUTPUTS = 3,
    SUM_LANES = JOINT_LANES + OUTPUTS,
    FINE = 256,
    EDGES = 12,
    BUCKETS = MOST_ROUNDS + 1,
    DIFFERENCE = BUCKETS + EDGES + 1,
    START = DIFFERENCE + 1,
    SUPPLY = START + 1,
    TABLE_ROWS = SUPPLY + COLORS
};

static int32_t unit, table_edges[EDGES];
static int16_t board_weights[BOARD_INPUTS][BOARD_LANES];
/* By sum of this layer, then by sum of the layer before. */
static int16_t own_weights[TABLE_LANES][BOARD_LANES], other_weights[TABLE_LANES][BOARD_LANES];
static int16_t joint_weights[SUM_LANES][TABLE_LANES];
static int16_t table_weights[TABLE_ROWS][TABLE_LANES];
static double output_weights[OUTPUTS][JOINT_LANES];

/* A board's share of the joint sums as the own and as the other one. */
typedef struct {
    int32_t own[TABLE_LANES], other[TABLE_LANES];
} KnownBoard;

typedef struct {
    double points, chance, steepness;
} Prospects;

/* The sums of a layer with `number` sums from the layer before, which has `lanes`: those above 0 count, in parts of the
   size `step`. Sums of 16 bits, which nearly all are, are multiplied faster. */
static inline void next_layer(const int32_t *sums, int lanes, int step, const int16_t *weights, int number,
                              int32_t *next) {
    int32_t parts[BOARD_LANES];
    int16_t small[BOARD_LANES];
    int32_t all = 0;
    for (int lane = 0; lane < lanes; lane++) {
        parts[lane] = sums[lane] > 0 ? sums[lane] / step : 0;
        all |= parts[lane];
        small[lane] = (int16_t)parts[lane];
    }
    for (int at = 0; at < number; at++) {
        int32_t sum = 0;
        if (all <= INT16_MAX)
            for (int lane = 0; lane < lanes; lane++) sum += small[lane] * weights[at * lanes + lane];
        else
            for (int lane = 0; lane < lanes; lane++) sum += parts[lane] * weights[at * lanes + lane];
        next[at] = sum;
    }
}

/* The sums of inputs of a full step, which is not multiplied in. */
static void sum_steps(const Inputs *inputs, int32_t *sums) {
    for (int half = 0; half < BOARD_LANES; half += 32) {
        int32_t own[32] = {0};
        for (int at = 0; at < inputs->present; at++) {
            const int16_t *weights = board_weights[inputs->of_step[at]] + half;
            for (int lane = 0; lane < 32; lane++) own[lane] += weights[lane];
        }
        memcpy(sums + half, own, sizeof(own));
    }
}

static void add_sizes(const Inputs *inputs, int32_t *sums) {
    for (int half = 0; half < BOARD_LANES; half += 32) {
        int32_t own[32];
        memcpy(own, sums + half, sizeof(own));
        for (int at = 0; at < inputs->sized; at++) {
            const int16_t *weights = board_weights[inputs->of_size[at]] + half;
            int16_t size = inputs->sizes[at];
            for (int lane = 0; lane < 32; lane++) own[lane] += size * weights[lane];
        }
        memcpy(sums + half, own, sizeof(own));
    }
}

static void know_board(KnownBoard *known, uint32_t taken, uint32_t lines, int rounds, const uint8_t *supply) {
    Colored board = colored_of(taken, lines);
    Inputs inputs;
    int32_t sums[BOARD_LANES];
    inputs.present = inputs.sized = 0;
    add_wall(&inputs, &board);
    add_lines(&inputs, &board, rounds, supply);
    sum_steps(&inputs, sums);
    for (int lane = 0; lane < BOARD_LANES; lane++) sums[lane] *= STEP;
    add_sizes(&inputs, sums);
    int step = unit * STEP / FINE;
    next_layer(sums, BOARD_LANES, step, own_weights[0], TABLE_LANES, known->own);
    next_layer(sums, BOARD_LANES, step, other_weights[0], TABLE_LANES, known->other);
}

/* As `bisect_right`. */
static int bucket_of(const int32_t *edges, int difference) {
    int bucket = 0;
    while (bucket < EDGES && edges[bucket] <= difference) bucket++;
    return bucket;
}

/* The prospects of one seat against another; `difference` is the lead of its score. */
static Prospects look(const KnownBoard *own, const KnownBoard *other, int difference, int starts, int rounds,
                      const uint8_t *supply) {
    int32_t sums[TABLE_LANES], joint[SUM_LANES];
    const int16_t *of_round = table_weights[least(rounds, MOST_ROUNDS)];
    const int16_t *of_bucket = table_weights[BUCKETS + bucket_of(table_edges, difference)];
    for (int lane = 0; lane < TABLE_LANES; lane++) {
        int32_t sum = STEP * (of_round[lane] + of_bucket[lane]) + table_weights[DIFFERENCE][lane] * difference;
        if (starts) sum += STEP * table_weights[START][lane];
        for (int color = 0; color < COLORS; color++) sum += table_weights[SUPPLY + color][lane] * supply[color];
        sums[lane] = own->own[lane] + other->other[lane] + sum * (FINE / STEP);
    }
    next_layer(sums, TABLE_LANES, unit, joint_weights[0], SUM_LANES, joint);
    double answers[OUTPUTS];
    for (int output = 0; output < OUTPUTS; output++) {
        double sum = 0;
        for (int lane = 0; lane < JOINT_LANES; lane++)
            sum += most(joint[lane], 0) * output_weights[output][lane];
        answers[output] = (sum + joint[JOINT_LANES + output]) / ((double)unit * FINE);
    }
    return (Prospects){answers[0], answers[1], answers[2]};
}

/* --- free_inputs.py --- */

/* Where each kind of input begins. */
enum {
    FREE_CELLS = 0,
    FREE_ROW_TILES = 25,
    FREE_COLUMN_TILES = 55,
    FREE_COLORS = 85,
    FREE_ROW_COLORS = 103,
    FREE_BLOCKED = 133,
    FREE_SITUATIONS = 138,
    FREE_SITUATION = 13,
    FREE_CHANCES = FREE_SITUATIONS + 15 * FREE_SITUATION,
    FREE_NEEDS = FREE_CHANCES + 7,
    FREE_FOURTH_COLORS = FREE_NEEDS + 15 * 7,
    FREE_THIRD_COLORS = FREE_FOURTH_COLORS + 42,
    FREE_LAST_OF_ROWS = FREE_THIRD_COLORS + 30,
    FREE_FOURTH_COLUMNS = FREE_LAST_OF_ROWS + 42,
    FREE_THIRD_COLUMNS = FREE_FOURTH_COLUMNS + 24,
    FREE_INPUTS = FREE_THIRD_COLUMNS + 10
};

/* The best column of a row for a color: its worth with the bonuses, its points, what is in it and of the color. */
typedef struct {
    double worth;
    int points, in_column, of_color;
} FreeGoal;

/* The data of a free wall alone; see `Known` of free_inputs.py. `places` are the colors of a space as bits. */
typedef struct {
    FreeWall about;
    FreeGoal goals[SIZE][COLORS];
    uint8_t has_goal[SIZE]; /* colors, as bits */
    uint8_t places[SIZE][SIZE];
    int in_columns[SIZE], numbers[COLORS];
    int closed, missed; /* columns with a space without a color; colors without a place in some row */
} Known;

static int in_row(const Known *known, int row) { return bits[known->about.masks.rows[row]]; }

static void find_goals(Known *known, int row) {
    for (int column = 0; column < SIZE; column++) {
        if (!is_free_space(&known->about, row, column)) continue;
        int colors = ALL & ~(known->about.masks.rows[row] | known->about.masks.columns[column]);
        known->places[row][column] = (uint8_t)colors;
        if (!colors) known->closed |= 1 << column;
        int points = placement_points(known->about.taken, row, column), in_column = known->in_columns[column];
        for (int color = 0; color < COLORS; color++) {
            if (!(colors >> color & 1)) continue;
            double worth = points + column_worth[in_column] + color_worth[known->numbers[color]];
            if (known->has_goal[row] >> color & 1 && worth <= known->goals[row][color].worth) continue;
            known->goals[row][color] = (FreeGoal){worth, points, in_column, known->numbers[color]};
            known->has_goal[row] = (uint8_t)(known->has_goal[row] | 1 << color);
        }
    }
    known->missed |= ALL & ~known->about.masks.rows[row] & ~known->has_goal[row];
}

static void know_wall(Known *known, const uint16_t *wall) {
    memset(known, 0, sizeof(*known));
    known->about = free_wall_of(wall);
    for (int index = 0; index < SIZE; index++) {
        known->in_columns[index] = bits[column_of(known->about.taken, index)];
        known->numbers[index] = bits[known->about.masks.of_colors[index]];
    }
    for (int row = 0; row < SIZE; row++) find_goals(known, row);
}

static void add_free_wall(Inputs *inputs, const Known *known) {
    for (int index = 0; index < SIZE; index++) {
        for (int column = 0; column < SIZE; column++)
            if (!is_free_space(&known->about, index, column)) add_step(inputs, FREE_CELLS + SIZE * index + column);
        add_step(inputs, FREE_ROW_TILES + 6 * index + in_row(known, index));
        add_step(inputs, FREE_COLUMN_TILES + 6 * index + known->in_columns[index]);
        add_step(inputs, FREE_ROW_COLORS + 6 * index + bits[known->has_goal[index]]);
        add_step(inputs, FREE_COLORS + known->numbers[index]);
        if (!(known->missed >> index & 1)) add_step(inputs, FREE_COLORS + 6 + known->numbers[index]);
        if (!(known->closed >> index & 1)) add_step(inputs, FREE_COLORS + 12 + known->in_columns[index]);
    }
}

/* The chances that a line is completed with each color, within one round and within two. */
static void find_chances(Chances chances, int row, int line, const uint8_t *supply) {
    int missing = row + 1 - tiles_of(line), empty = !line;
    double usual = 1 - 0.8 * completed[empty][most(missing - 1, 1)][USUAL];
    for (int color = 0; color < COLORS; color++) {
        int of = line ? color_of(line) : color;
        double chance = completed[empty][missing][supply[of]];
        int is_other = color != of;
        chances[0][row][color] = is_other ? 0.0 : chance;
        chances[1][row][color] = is_other ? chance * completed[1][row + 1][USUAL] : 1 - (1 - chance) * usual;
    }
}

/* A line by its length and missing tiles: what it is for; `goal` may be NULL. */
static void add_free_situation(Inputs *inputs, int where, const FreeGoal *goal, double soon, int ends) {
    add_step(inputs, where);
    if (ends) add_step(inputs, where + 6);
    if (!goal) {
        add_step(inputs, where + 12);
        return;
    }
    int chance = rounded(STEP * soon);
    add_sized(inputs, where + 1, 4 * goal->points);
    add_sized(inputs, where + 7, chance);
    add_sized(inputs, where + 8, rounded(4 * ((double)chance / STEP) * goal->points));
    if (goal->in_column >= 3) add_step(inputs, where + (goal->in_column == 4 ? 2 : 3));
    if (goal->of_color >= 3) add_step(inputs, where + (goal->of_color == 4 ? 4 : 5));
    if (ends) add_sized(inputs, where + 9, chance);
    if (goal->in_column == 4) add_sized(inputs, where + 10, chance);
    if (goal->of_color == 4) add_sized(inputs, where + 11, chance);
}

/* As `fsum`, of a few numbers: rounded once. */
static double exact_sum(const double *numbers, int number) {
    double partials[2 * SIZE];
    int used = 0;
    for (int at = 0; at < number; at++) {
        double whole = numbers[at];
        int kept = 0;
        for (int each = 0; each < used; each++) {
            double large = whole, small = partials[each];
            if (fabs(large) < fabs(small)) large = partials[each], small = whole;
            whole = large + small;
            double rest = small - (whole - large);
            if (rest != 0) partials[kept++] = rest;
        }
        partials[kept] = whole;
        used = kept + 1;
    }
    double sum = partials[--used], rest = 0;
    while (used > 0) {
        double large = sum, small = partials[--used];
        sum = large + small;
        rest = small - (sum - large);
        if (rest != 0) break;
    }
    /* A rest of half a unit is rounded by what comes after it. */
    if (used > 0 && ((rest < 0 && partials[used - 1] < 0) || (rest > 0 && partials[used - 1] > 0))) {
        double twice = 2 * rest, other = sum + twice;
        if (twice == other - sum) sum = other;
    }
    return sum;
}

/* The best chance of the colors of a space; 0 without any. */
static double best_chance(const double *chances, int colors) {
    double best = 0.0;
    for (int color = 0; color < COLORS; color++)
        if (colors >> color & 1 && chances[color] > best) best = chances[color];
    return best;
}

/* Columns and colors that may be completed, and the end of the match. */
static void add_free_bonuses(Inputs *inputs, const Known *known, Chances chances, int late) {
    double columns[SIZE], colors[COLORS], none = 1.0;
    for (int index = 0; index < SIZE; index++) columns[index] = colors[index] = 1.0;
    for (int row = 0; row < SIZE; row++) {
        double whole = 1.0;
        for (int column = 0; column < SIZE; column++) {
            if (!is_free_space(&known->about, row, column)) continue;
            double own = best_chance(chances[late][row], known->places[row][column]);
            columns[column] *= own;
            whole *= own;
        }
        if (SIZE - in_row(known, row) <= 1 + late) none *= 1 - whole;
        for (int color = 0; color < COLORS; color++)
            if (!(known->about.masks.rows[row] >> color & 1))
                colors[color] *= known->has_goal[row] >> color & 1 ? chances[late][row][color] : 0.0;
    }
    int where = FREE_CHANCES + 3 * late;
    add_sized(inputs, where, rounded(STEP * (exact_sum(columns, SIZE) * 3.5)));
    add_sized(inputs, where + 1, rounded(STEP * (exact_sum(colors, COLORS) * 5.0)));
    add_sized(inputs, where + 2, rounded(STEP * (1 - none)));
}

/* Tiles that a line needs for one of some colors; 0 when it holds another one. */
static int missing_for(int line, int row, int colors) {
    return !line || colors >> color_of(line) & 1 ? row + 1 - tiles_of(line) : 0;
}

/* A color that lacks one or two tiles. */
static void add_color(Inputs *inputs, const Known *known, uint32_t lines, int color, int plenty, int supply) {
    int last = 0, sum = 0;
    for (int row = 0; row < SIZE; row++) {
        if (known->about.masks.rows[row] >> color & 1) continue;
        last = missing_for(line_of(lines, row), row, 1 << color);
        sum += last ? last : 6;
    }
    if (known->numbers[color] == 4)
        add_step(inputs, FREE_FOURTH_COLORS + 7 * last + plenty);
    else
        add_step(inputs, FREE_THIRD_COLORS + 3 * least(9, sum) + (supply < 10 ? 0 : supply < 18 ? 1 : 2));
}

/* A column with one or two free spaces. */
static void add_column(Inputs *inputs, const Known *known, uint32_t lines, Chances chances, int column) {
    int last = 0, sum = 0;
    double chance = 1.0;
    for (int row = 0; row < SIZE; row++) {
        if (!is_free_space(&known->about, row, column)) continue;
        int colors = known->places[row][column];
        chance *= best_chance(chances[0][row], colors);
        last = missing_for(line_of(lines, row), row, colors);
        sum += last ? last : 6;
    }
    if (known->in_columns[column] == 4)
        add_step(inputs, FREE_FOURTH_COLUMNS + 4 * last + least(3, (int)(4 * chance)));
    else
        add_step(inputs, FREE_THIRD_COLUMNS + least(9, sum));
}

/* The inputs of a board with a free wall; `needs` are the tiles of each color that the lines are for. */
static void free_inputs(Inputs *inputs, const Known *known, uint32_t lines, const uint8_t *supply, int32_t *needs) {
    Chances chances;
    double expected = 0.0;
    int plenty[COLORS];
    for (int color = 0; color < COLORS; color++) {
        plenty[color] = least(6, (supply[color] + 2) / 4);
        needs[color] = 0;
    }
    for (int row = 0; row < SIZE; row++) {
        int line = line_of(lines, row), missing = row + 1 - tiles_of(line), ends = in_row(known, row) == SIZE - 1;
        int situation = row * (row + 1) / 2 + missing - 1, wanted = 0;
        const FreeGoal *goal = NULL;
        double best = -1.0, soon = 0.0;
        find_chances(chances, row, line, supply);
        for (int color = 0; color < COLORS; color++) {
            double chance = chances[0][row][color], prospect = known->goals[row][color].worth * chance;
            if (!(known->has_goal[row] >> color & 1) || chance <= 0 || prospect <= best) continue;
            best = prospect, goal = &known->goals[row][color], soon = chance, wanted = color;
        }
        if (goal) {
            expected += goal->points * soon;
            needs[wanted] += missing;
            add_step(inputs, FREE_NEEDS + 7 * situation + plenty[wanted]);
        }
        add_free_situation(inputs, FREE_SITUATIONS + FREE_SITUATION * situation, goal, soon, ends);
        if (ends && !known->has_goal[row]) {
            add_step(inputs, FREE_BLOCKED + row);
        } else if (ends) {
            int last = first_of(ALL & ~known->about.masks.rows[row]);
            add_step(inputs, FREE_LAST_OF_ROWS + 7 * missing_for(line, row, 1 << last) + plenty[last]);
        }
    }
    for (int late = 0; late < 2; late++) add_free_bonuses(inputs, known, chances, late);
    add_sized(inputs, FREE_CHANCES + 6, rounded(4 * expected));
    for (int index = 0; index < SIZE; index++) {
        int number = known->numbers[index], in_column = known->in_columns[index];
        if ((number == 3 || number == 4) && !(known->missed >> index & 1))
            add_color(inputs, known, lines, index, plenty[index], supply[index]);
        if ((in_column == 3 || in_column == 4) && !(known->closed >> index & 1))
            add_column(inputs, known, lines, chances, index);
    }
}

/* --- free_prospects.py: the networks of the free wall --- */

enum {
    FREE_HIDDEN = 48,
    FREE_LANES = FREE_HIDDEN + OUTPUTS,
    FREE_ROUNDS = 2 * FREE_INPUTS,
    FREE_BUCKETS = FREE_ROUNDS + MOST_ROUNDS + 1,
    FREE_DIFFERENCE = FREE_BUCKETS + EDGES + 1,
    FREE_START = FREE_DIFFERENCE + 1,
    FREE_SUPPLY = FREE_START + 1,
    FREE_SEATS = FREE_SUPPLY + 1,
    FREE_CONTESTED = FREE_SEATS + 3,
    FREE_BIAS = FREE_CONTESTED + 125,
    FREE_ROWS = FREE_BIAS + 1,
    FREE_WIDTH = 56 /* lanes with unused ones, so that rows are added faster */
};

typedef struct {
    int32_t unit, edges[EDGES], outputs[OUTPUTS][FREE_HIDDEN];
    int16_t rows[FREE_ROWS][FREE_WIDTH];
} FreeNetwork;

static FreeNetwork free_networks[2]; /* that for two, that for three and four */

/* A board's share of the sums as the own and as another one; the tiles it needs by color. */
typedef struct {
    int32_t own[FREE_WIDTH], other[FREE_WIDTH], needs[COLORS];
} FreeSums;

static void sum_free(int32_t *sums, const Inputs *inputs, const int16_t (*rows)[FREE_WIDTH]) {
    int32_t own[FREE_WIDTH] = {0};
    for (int at = 0; at < inputs->present; at++)
        for (int lane = 0; lane < FREE_WIDTH; lane++) own[lane] += rows[inputs->of_step[at]][lane];
    for (int lane = 0; lane < FREE_WIDTH; lane++) own[lane] *= STEP;
    for (int at = 0; at < inputs->sized; at++)
        for (int lane = 0; lane < FREE_WIDTH; lane++)
            own[lane] += inputs->sizes[at] * rows[inputs->of_size[at]][lane];
    memcpy(sums, own, sizeof(own));
}

static void know_free(FreeSums *sums, const FreeNetwork *net, const Tiled *board, const uint8_t *supply) {
    Known known;
    Inputs inputs;
    know_wall(&known, board->wall);
    inputs.present = inputs.sized = 0;
    add_free_wall(&inputs, &known);
    free_inputs(&inputs, &known, board->lines, supply, sums->needs);
    sum_free(sums->own, &inputs, net->rows);
    sum_free(sums->other, &inputs, net->rows + FREE_INPUTS);
}

/* The row of what the own board needs of a color, what the others need, what there will be. */
static int contested_row(int own, int others, int there) {
    return FREE_CONTESTED + 25 * least(4, (own + 1) / 2) + 5 * least(4, (others + 1) / 2) +
           most(0, least(4, (there + 2) / 4 - 2));
}

/* --- what one thread remembers: places by a hash of the whole question, each with the last answer --- */

/* A board, and what of the table matters to it; not 0. */
typedef struct {
    uint64_t board, table;
} BoardQuestion;

typedef struct {
    int32_t scores[2];
    Tiled boards[2];
    int32_t start, rounds;
    uint8_t bag[8];
} TableQuestion;

typedef struct {
    BoardQuestion question;
    KnownBoard known;
} KnownPlace;

typedef struct {
    TableQuestion question;
    int32_t is_used, unused;
    Value value;
} TablePlace;

enum { KNOWN_PLACES = 1 << 12, TABLE_PLACES = 1 << 12 };

static THREAD_LOCAL KnownPlace known_places[KNOWN_PLACES];
static THREAD_LOCAL TablePlace table_places[TABLE_PLACES];

/* A board with a free wall, and what of the table matters to it. */
typedef struct {
    Tiled board;
    uint8_t supply[COLORS], is_used, is_two, unused[5];
} FreeQuestion;

typedef struct {
    FreeQuestion question;
    FreeSums sums;
} FreePlace;

enum { FREE_PLACES = 1 << 12 };

static THREAD_LOCAL FreePlace free_places[FREE_PLACES];

static inline uint64_t mixed(uint64_t sum) {
    sum *= 0x9E3779B97F4A7C15u;
    return sum ^ sum >> 29;
}

/* As `_sums` of free_prospects.py. */
static void free_sums(FreeSums *sums, int is_two, const Tiled *board, const uint8_t *supply) {
    FreeQuestion question;
    memset(&question, 0, sizeof(question));
    question.board = *board;
    memcpy(question.supply, supply, COLORS);
    question.is_used = 1;
    question.is_two = (uint8_t)is_two;
    uint64_t sum = 0, words[sizeof(FreeQuestion) / 8];
    memcpy(words, &question, sizeof(words));
    for (size_t at = 0; at < sizeof(words) / 8; at++) sum = mixed(sum ^ words[at]);
    FreePlace *place = &free_places[(sum >> 32) % FREE_PLACES];
    if (memcmp(&place->question, &question, sizeof(question))) {
        place->question = question;
        know_free(&place->sums, &free_networks[!is_two], board, supply);
    }
    *sums = place->sums;
}

/* As `network.known_board`. */
static void known_board(KnownBoard *known, const Tiled *board, int rounds, const uint8_t *supply) {
    uint64_t deal_of = 0;
    for (int color = 0; color < COLORS; color++) deal_of = deal_of << 7 | supply[color];
    BoardQuestion question = {(uint64_t)board->taken << FLOOR_SHIFT | board->lines | (uint64_t)1 << 63,
                              deal_of << 8 | (uint64_t)least(rounds, MOST_ROUNDS)};
    KnownPlace *place = &known_places[(mixed(mixed(question.board) ^ question.table) >> 32) % KNOWN_PLACES];
    if (place->question.board != question.board || place->question.table != question.table) {
        place->question = question;
        know_board(&place->known, board->taken, board->lines, rounds, supply);
    }
    *known = place->known;
}

/* --- prospects.py --- */

static const double LEAST_SCALE = 6.0, SCALE = 16.0;

static void set_two(Value *value, double win, double first, double second) {
    value->win[0] = win;
    value->win[1] = 1 - win;
    value->points[0] = first;
    value->points[1] = second;
    set_leads(value, 2);
}

static double share_of(double logit) { return 1 / (1 + exp(-fmax(-30.0, fmin(30.0, logit)))); }

/* The value with three and more seats: the points are the mean of those against each other seat. */
static void by_points(Value *value, const int *scores, const KnownBoard *known, int number, int start, int rounds,
                      const uint8_t *supply) {
    for (int seat = 0; seat < number; seat++) {
        double sum = 0;
        for (int other = 0; other < number; other++)
            if (other != seat)
                sum += look(&known[seat], &known[other], scores[seat] - scores[other], start == seat, rounds, supply)
                           .points;
        value->points[seat] = scores[seat] + 10 * sum / (number - 1);
    }
    estimate_value(value, number, fmax(LEAST_SCALE, SCALE - rounds));
}

static int bonuses_of(const Tiled *board, int is_free) {
    if (is_free) return bonuses(board->wall);
    int points = line_bonuses(board->taken);
    for (int color = 0; color < COLORS; color++)
        points += color_bonus * ((board->taken & spaces_of_color[color]) == spaces_of_color[color]);
    return points;
}

/* The result, with the bonuses of the walls. */
static void result_of(Value *value, const int *scores, const Tiled *boards, int number, int is_free) {
    int rows[MOST_SEATS];
    for (int seat = 0; seat < number; seat++) {
        value->points[seat] = scores[seat] + bonuses_of(&boards[seat], is_free);
        rows[seat] = complete_rows(boards[seat].taken);
    }
    set_result(value, number, rows);
}

static int has_complete_row(const Tiled *boards, int number) {
    for (int seat = 0; seat < number; seat++)
        if (complete_rows(boards[seat].taken)) return 1;
    return 0;
}

/* The answers of a network of the free wall for one seat: points, chance, steepness. */
static Prospects answer_of(const FreeNetwork *net, const int32_t *lanes, int times) {
    double answers[OUTPUTS], whole = (double)net->unit * net->unit * STEP * times;
    for (int output = 0; output < OUTPUTS; output++) {
        int64_t sum = (int64_t)lanes[FREE_HIDDEN + output] * net->unit;
        for (int lane = 0; lane < FREE_HIDDEN; lane++)
            sum += (int64_t)most(lanes[lane], 0) * net->outputs[output][lane];
        answers[output] = (double)sum / whole;
    }
    return (Prospects){answers[0], answers[1], answers[2]};
}

/* As `free_prospects.expected`. */
static void by_free_network(Value *value, const int *scores, const Tiled *boards, int number, int start, int rounds,
                            const uint8_t *supply) {
    const FreeNetwork *net = &free_networks[number > 2];
    FreeSums sums[MOST_SEATS];
    Prospects answers[MOST_SEATS];
    int others = number - 1, quarter = sum_of(supply) / 4;
    for (int seat = 0; seat < number; seat++) free_sums(&sums[seat], number == 2, &boards[seat], supply);
    for (int seat = 0; seat < number; seat++) {
        int32_t lanes[FREE_WIDTH];
        int lead = scores[seat] - scores[seat ? 0 : 1], contested[COLORS];
        for (int other = 0; other < number; other++)
            if (other != seat) lead = least(lead, scores[seat] - scores[other]);
        for (int color = 0; color < COLORS; color++) {
            int needed = 0;
            for (int other = 0; other < number; other++)
                if (other != seat) needed += sums[other].needs[color];
            contested[color] = contested_row(sums[seat].needs[color], needed, supply[color]);
        }
        const int16_t *of_bucket = net->rows[FREE_BUCKETS + bucket_of(net->edges, lead)];
        for (int lane = 0; lane < FREE_WIDTH; lane++) {
            int32_t steps = net->rows[FREE_ROUNDS + least(rounds, MOST_ROUNDS)][lane] + net->rows[FREE_BIAS][lane] +
                            net->rows[FREE_SEATS + number - 2][lane] + of_bucket[lane];
            if (seat == start) steps += net->rows[FREE_START][lane];
            for (int color = 0; color < COLORS; color++) steps += net->rows[contested[color]][lane];
            int32_t sides = STEP * steps + net->rows[FREE_SUPPLY][lane] * quarter;
            sides += net->rows[FREE_DIFFERENCE][lane] * lead;
            lanes[lane] = (sums[seat].own[lane] + sides) * others;
            for (int other = 0; other < number; other++)
                if (other != seat) lanes[lane] += sums[other].other[lane];
        }
        answers[seat] = answer_of(net, lanes, others);
    }
    double steepness = 0, best = -INFINITY, whole = 0;
    for (int seat = 0; seat < number; seat++) steepness += answers[seat].steepness;
    steepness = exp(2 * steepness / number) / 10;
    for (int seat = 0; seat < number; seat++) {
        value->points[seat] = scores[seat] + 10 * answers[seat].points;
        value->win[seat] = value->points[seat] * steepness + answers[seat].chance;
        best = fmax(best, value->win[seat]);
    }
    for (int seat = 0; seat < number; seat++) whole += value->win[seat] = exp(value->win[seat] - best);
    for (int seat = 0; seat < number; seat++) value->win[seat] /= whole;
    set_leads(value, number);
}

/* As `judge` without looking ahead. */
static void by_network(Value *value, const int *scores, const Tiled *boards, int number, int start, int rounds,
                       const uint8_t *bag, int is_free) {
    uint8_t supply[COLORS];
    KnownBoard known[MOST_SEATS];
    next_deal(bag, boards, number, is_free, supply);
    if (has_complete_row(boards, number) || !sum_of(supply)) {
        result_of(value, scores, boards, number, is_free);
        return;
    }
    if (is_free) {
        by_free_network(value, scores, boards, number, start, rounds, supply);
        return;
    }
    for (int seat = 0; seat < number; seat++) known_board(&known[seat], &boards[seat], rounds, supply);
    if (number > 2) {
        by_points(value, scores, known, number, start, rounds, supply);
        return;
    }
    int lead = scores[0] - scores[1];
    Prospects one = look(&known[0], &known[1], lead, start == 0, rounds, supply);
    Prospects other = look(&known[1], &known[0], -lead, start == 1, rounds, supply);
    double first = scores[0] + 10 * one.points, second = scores[1] + 10 * other.points;
    double logit = (first - second) / 10 * exp(one.steepness + other.steepness) + one.chance - other.chance;
    set_two(value, share_of(logit), first, second);
}

/* --- next_round.py: the next round of two players, over a few deals --- */

enum { DEALS = 5, MOST_DEALS = 8, DEALT = 20, WORDS = 624, ALL_TILES = COLORS * TILES_OF_A_COLOR };

static int32_t deals_after[DEALS];
static double share_after[DEALS];

/* The Mersenne Twister of `random.Random`. */
typedef struct {
    uint32_t words[WORDS];
    int used;
} Twister;

/* As `Random(number)`. */
static void seed(Twister *twister, uint32_t number) {
    uint32_t *words = twister->words;
    words[0] = 19650218;
    for (uint32_t at = 1; at < WORDS; at++) words[at] = 1812433253u * (words[at - 1] ^ words[at - 1] >> 30) + at;
    uint32_t at = 1;
    for (int step = 0; step < WORDS; step++) {
        words[at] = (words[at] ^ (words[at - 1] ^ words[at - 1] >> 30) * 1664525u) + number;
        if (++at == WORDS) words[0] = words[WORDS - 1], at = 1;
    }
    for (int step = 0; step < WORDS - 1; step++) {
        words[at] = (words[at] ^ (words[at - 1] ^ words[at - 1] >> 30) * 1566083941u) - at;
        if (++at == WORDS) words[0] = words[WORDS - 1], at = 1;
    }
    words[0] = 0x80000000u;
    twister->used = WORDS;
}

static void twist(Twister *twister) {
    uint32_t *words = twister->words;
    for (int at = 0; at < WORDS; at++) {
        uint32_t both = (words[at] & 0x80000000u) | (words[(at + 1) % WORDS] & 0x7fffffffu);
        words[at] = words[(at + 397) % WORDS] ^ both >> 1 ^ (both & 1 ? 0x9908b0dfu : 0);
    }
    twister->used = 0;
}

static uint32_t next_word(Twister *twister) {
    if (twister->used == WORDS) twist(twister);
    uint32_t word = twister->words[twister->used++];
    word ^= word >> 11;
    word ^= word << 7 & 0x9d2c5680u;
    word ^= word << 15 & 0xefc60000u;
    return word ^ word >> 18;
}

/* As `_randbelow`, of at least 1. */
static int twisted_below(Twister *twister, int limit) {
    int length = 0;
    while (limit >> length) length++;
    int drawn;
    do drawn = (int)(next_word(twister) >> (32 - length));
    while (drawn >= limit);
    return drawn;
}

static void shuffle(Twister *twister, uint8_t *items, int number) {
    for (int last = number - 1; last > 0; last--) {
        int other = twisted_below(twister, last + 1);
        uint8_t item = items[last];
        items[last] = items[other];
        items[other] = item;
    }
}

typedef struct {
    int displays; /* with tiles */
    uint8_t sources[DEALT / DISPLAY_TILES][COLORS], left[COLORS];
} Deal;

typedef struct {
    int32_t number;
    uint8_t bag[COLORS], lid[COLORS];
    Deal deals[MOST_DEALS];
} Deals;

static Twister seeded[DEALS];          /* by round, as `deals_after` */
static THREAD_LOCAL Deals known_deals; /* the last ones */

static int shuffled(const uint8_t *counts, Twister *twister, uint8_t *tiles) {
    int number = 0;
    for (int color = 0; color < COLORS; color++)
        for (int each = 0; each < counts[color]; each++) tiles[number++] = (uint8_t)color;
    shuffle(twister, tiles, number);
    return number;
}

static void draw_deal(Deal *dealt, const uint8_t *bag, const uint8_t *lid, Twister *twister) {
    uint8_t tiles[2 * ALL_TILES];
    int number = shuffled(bag, twister, tiles);
    if (number < DEALT) number += shuffled(lid, twister, tiles + number);
    memset(dealt, 0, sizeof(*dealt));
    for (int at = 0; at < number; at++) {
        uint8_t *counts = at < DEALT ? dealt->sources[at / DISPLAY_TILES] : dealt->left;
        counts[tiles[at]]++;
    }
    dealt->displays = (least(number, DEALT) + DISPLAY_TILES - 1) / DISPLAY_TILES;
}

/* The deals after a round with `late` as its place in `deals_after`. */
static const Deals *deals_of(int late, const uint8_t *bag, const uint8_t *lid) {
    Deals *deals = &known_deals;
    if (deals->number == deals_after[late] && !memcmp(deals->bag, bag, COLORS) && !memcmp(deals->lid, lid, COLORS))
        return deals;
    Twister twister = seeded[late];
    deals->number = deals_after[late];
    memcpy(deals->bag, bag, COLORS);
    memcpy(deals->lid, lid, COLORS);
    for (int at = 0; at < deals->number; at++) draw_deal(&deals->deals[at], bag, lid, &twister);
    return deals;
}

/* The walls of a table between two rounds, ready for playouts. */
static void start_dealt(Playout *playout, const int *scores, const Tiled *boards) {
    memset(playout, 0, sizeof(*playout));
    playout->seats = 2;
    for (int seat = 0; seat < 2; seat++) {
        Masks masks;
        memset(&masks, 0, sizeof(masks));
        for (int row = 0; row < SIZE; row++)
            for (int color = 0; color < COLORS; color++) {
                int column = (color + row) % SIZE;
                if (!(row_of(boards[seat].taken, row) >> column & 1)) continue;
                masks.rows[row] = (uint8_t)(masks.rows[row] | 1 << color);
                masks.of_colors[color] = (uint8_t)(masks.of_colors[color] | 1 << column);
            }
        wall(&playout->walls[seat], boards[seat].taken, &masks, 0, worth_of_end(scores, 2, seat));
    }
}

/* The value of the table at the end of the next round, after one deal. */
static void after_deal(Value *value, Playout *playout, const Deal *dealt, const int *scores, const Tiled *boards,
                       int start, int rounds) {
    int after[2];
    Tiled ended[2];
    memset(playout->sources, 0, sizeof(playout->sources));
    memcpy(playout->sources[CENTER + 1], dealt->sources, sizeof(dealt->sources));
    playout->displays = dealt->displays;
    playout->mover = start;
    playout->marker = NONE;
    playout->left = 0;
    for (int source = 1; source <= playout->displays; source++) playout->left += sum_of(playout->sources[source]);
    for (int seat = 0; seat < 2; seat++) playout->keys[seat] = boards[seat].lines;
    play(playout);
    for (int seat = 0; seat < 2; seat++)
        after[seat] = most(0, scores[seat] + tile_colored(&ended[seat], boards[seat].taken, playout->keys[seat]));
    by_network(value, after, ended, 2, playout->marker == NONE ? start : playout->marker, rounds + 1, dealt->left, 0);
}

/* v + share * (m - v): v is the value of the network, m the mean of its values after the next round. */
static void value_of_two(Value *value, const int *scores, const Tiled *boards, int start, int rounds,
                         const uint8_t *bag) {
    int late = least(rounds, DEALS - 1);
    by_network(value, scores, boards, 2, start, rounds, bag, 0);
    if (share_after[late] == 0 || has_complete_row(boards, 2)) return;
    uint8_t lid[COLORS];
    lid_of(bag, boards, 2, 0, lid);
    if (!sum_of(bag) && !sum_of(lid)) return;
    const Deals *deals = deals_of(late, bag, lid);
    Playout playout;
    start_dealt(&playout, scores, boards);
    double win = 0, first = 0, second = 0;
    for (int at = 0; at < deals->number; at++) {
        Value one;
        after_deal(&one, &playout, &deals->deals[at], scores, boards, start, rounds);
        win += one.win[0];
        first += one.points[0];
        second += one.points[1];
    }
    double share = share_after[late], own = value->win[0];
    double own_first = value->points[0], own_second = value->points[1];
    set_two(value, own + share * (win / deals->number - own),
            own_first + share * (first / deals->number - own_first),
            own_second + share * (second / deals->number - own_second));
}

/* As `prospects._of_two`. */
static void of_two(Value *value, const int *scores, const Tiled *boards, int start, int rounds, const uint8_t *bag) {
    TableQuestion question;
    memset(&question, 0, sizeof(question));
    memcpy(question.scores, scores, sizeof(question.scores));
    memcpy(question.boards, boards, sizeof(question.boards));
    question.start = start;
    question.rounds = rounds;
    memcpy(question.bag, bag, COLORS);
    uint64_t sum = 0, words[sizeof(TableQuestion) / 8];
    memcpy(words, &question, sizeof(words));
    for (size_t at = 0; at < sizeof(words) / 8; at++) sum = mixed(sum ^ words[at]);
    TablePlace *place = &table_places[(sum >> 32) % TABLE_PLACES];
    if (!place->is_used || memcmp(&place->question, &question, sizeof(question))) {
        place->is_used = 1;
        place->question = question;
        memset(&place->value, 0, sizeof(place->value));
        value_of_two(&place->value, scores, boards, start, rounds, bag);
    }
    *value = place->value;
}

/* As `prospects.judge`. */
static void judge(Value *value, const int *scores, const Tiled *boards, int number, int start, int rounds,
                  const uint8_t *bag, int is_free) {
    if (number > 2 || is_free)
        by_network(value, scores, boards, number, start, rounds, bag, is_free);
    else
        of_two(value, scores, boards, start, rounds, bag);
}

/* --- the evaluation: __init__.py --- */

static const double TEMPERATURE = 2.0, LEAST_WEIGHT = 0.002;

static void value_at_end(const State *state, Value *value) {
    int rows[MOST_SEATS];
    for (int seat = 0; seat < state->seats; seat++) {
        value->points[seat] = state->boards[seat].score;
        rows[seat] = complete_rows(taken_of(state->boards[seat].wall));
    }
    set_result(value, state->seats, rows);
}

static void value_of_take(const State *state, Value *value) {
    Playout playout;
    int scores[MOST_SEATS];
    Tiled boards[MOST_SEATS];
    start_playout(&playout, state);
    play(&playout);
    for (int seat = 0; seat < state->seats; seat++) {
        const Board *board = &state->boards[seat];
        int points = state->is_free
                         ? tile_free(&boards[seat], board->wall, playout.keys[seat], state->round)
                         : tile_colored(&boards[seat], taken_of(board->wall), playout.keys[seat]);
        scores[seat] = most(0, board->score + points);
    }
    judge(value, scores, boards, state->seats, playout.marker == NONE ? state->start : playout.marker, state->round,
          state->bag, state->is_free);
}

static void value_between_rounds(const State *state, Value *value) {
    int scores[MOST_SEATS];
    Tiled boards[MOST_SEATS];
    memset(boards, 0, sizeof(boards));
    for (int seat = 0; seat < state->seats; seat++) {
        const Board *board = &state->boards[seat];
        scores[seat] = board->score;
        boards[seat].taken = taken_of(board->wall);
        boards[seat].lines = key_of(board) & LINES_MASK;
        if (state->is_free) memcpy(boards[seat].wall, board->wall, sizeof(board->wall));
    }
    judge(value, scores, boards, state->seats, state->start, state->round, state->bag, state->is_free);
}

/* The columns with their worths for the seat that has to choose; returns their number. */
static int columns(const State *state, Move *moves) {
    const Board *board = &state->boards[state->mover];
    FreeWall about = free_wall_of(board->wall);
    int row = 0;
    while (tiles_of(board->lines[row]) <= row) row++;
    return columns_worths(&about, row, color_of(board->lines[row]), state->round, moves);
}

/* The best columns, then the table between two rounds, or the result where they end the match. */
static void value_of_tile(const State *state, Value *value) {
    State after = *state;
    while (after.phase == TILE_PHASE) {
        Move moves[SIZE];
        int number = columns(&after, moves), best = 0;
        for (int at = 1; at < number; at++)
            if (moves[at].weight > moves[best].weight) best = at;
        evolve(&after, moves[best].move);
    }
    if (after.phase == OVER_PHASE)
        value_at_end(&after, value);
    else
        value_between_rounds(&after, value);
}

static void evaluate(const State *state, Value *value) {
    memset(value, 0, sizeof(*value));
    if (state->phase == OVER_PHASE)
        value_at_end(state, value);
    else if (state->phase == TAKE_PHASE)
        value_of_take(state, value);
    else if (state->phase == TILE_PHASE)
        value_of_tile(state, value);
    else
        value_between_rounds(state, value);
}

/* Whether an earlier display has equal tiles. */
static int is_repeated(const State *state, int source) {
    for (int earlier = CENTER + 1; earlier < source; earlier++)
        if (!memcmp(state->sources[earlier], state->sources[source], COLORS)) return 1;
    return 0;
}

/* The ways to pass on the rest of a take, as bits by color; one way except from SF4. */
static int passings(const State *state, int source, int color, uint8_t *ways) {
    int others[COLORS], number = 0;
    if (kind_on(state, source) == SF4)
        for (int other = 0; other < COLORS; other++)
            if (other != color && state->sources[source][other]) others[number++] = other;
    for (int way = 0; way < 1 << number; way++) {
        ways[way] = 0;
        for (int at = 0; at < number; at++)
            ways[way] = (uint8_t)(ways[way] | (way >> (number - 1 - at) & 1) << others[at]);
    }
    return 1 << number;
}

/* Every take with its worth to the simple player. */
static int takes(const State *state, Move *moves) {
    Walled walls[MOST_SEATS];
    uint32_t key = key_of(&state->boards[state->mover]);
    int number = 0;
    walls_of(state, walls);
    for (int source = 0; source <= state->displays; source++) {
        if (source != CENTER && !state->turned && is_repeated(state, source)) continue;
        Taken taken = {0, 0, source == CENTER && !state->marker, kind_on(state, source) == SF5};
        for (taken.color = 0; taken.color < COLORS; taken.color++) {
            taken.number = state->sources[source][taken.color];
            if (!taken.number) continue;
            uint8_t ways[1 << (COLORS - 1)];
            int number_of_ways = passings(state, source, taken.color, ways);
            for (int way = 0; way < number_of_ways; way++)
                for (int row = NONE; row < SIZE; row++) {
                    Laid laid;
                    if (!laid_on(&walls[state->mover], key, &taken, row, &laid)) continue;
                    int32_t move = source | taken.color << COLOR_SHIFT | (row + 1) << LINE_SHIFT;
                    moves[number++] = (Move){laid.worth, move | ways[way] << PASS_SHIFT};
                }
        }
    }
    return number;
}

static int priors(const State *state, Move *moves) {
    if (state->mover < 0) return 0;
    int number = state->phase == TILE_PHASE ? columns(state, moves) : takes(state, moves);
    sort_moves(moves, number);
    double best = moves[0].weight, whole = 0;
    for (int at = 0; at < number; at++) {
        moves[at].weight = exp((moves[at].weight - best) / TEMPERATURE) + LEAST_WEIGHT;
        whole += moves[at].weight;
    }
    for (int at = 0; at < number; at++) moves[at].weight /= whole;
    return number;
}

/* --- the weights --- */

static const unsigned char *taken_from(const unsigned char *bytes, void *to, size_t size) {
    memcpy(to, bytes, size);
    return bytes + size;
}

/* Rows of `to` by sum of the next layer, from rows by sum of the layer before. */
static const unsigned char *turned_from(const unsigned char *bytes, int16_t *to, int lanes, int number) {
    for (int lane = 0; lane < lanes; lane++)
        for (int at = 0; at < number; at++) bytes = taken_from(bytes, &to[at * lanes + lane], sizeof(int16_t));
    return bytes;
}

static const unsigned char *free_network_from(const unsigned char *bytes, FreeNetwork *net) {
    bytes = taken_from(bytes, &net->unit, sizeof(net->unit));
    bytes = taken_from(bytes, net->edges, sizeof(net->edges));
    bytes = taken_from(bytes, net->outputs, sizeof(net->outputs));
    for (int row = 0; row < FREE_ROWS; row++) {
        memset(net->rows[row], 0, sizeof(net->rows[row]));
        bytes = taken_from(bytes, net->rows[row], FREE_LANES * sizeof(int16_t));
    }
    return bytes;
}

/* What is written once more, while another thread searches, is what is there. */
EXPORT void kernel_load(const unsigned char *bytes) {
    bytes = taken_from(bytes, &start_worth, sizeof(double));
    bytes = taken_from(bytes, &end_worth, sizeof(double));
    bytes = taken_from(bytes, &early_end_worth, sizeof(double));
    bytes = taken_from(bytes, &open_share, sizeof(double));
    bytes = taken_from(bytes, &open_cost, sizeof(double));
    bytes = taken_from(bytes, column_worth, sizeof(column_worth));
    bytes = taken_from(bytes, color_worth, sizeof(color_worth));
    bytes = taken_from(bytes, completed, sizeof(completed));
    bytes = taken_from(bytes, share_after, sizeof(share_after));
    bytes = taken_from(bytes, output_weights, sizeof(output_weights));
    bytes = taken_from(bytes, floor_losses, sizeof(floor_losses));
    bytes = taken_from(bytes, &row_bonus, sizeof(row_bonus));
    bytes = taken_from(bytes, &column_bonus, sizeof(column_bonus));
    bytes = taken_from(bytes, &color_bonus, sizeof(color_bonus));
    bytes = taken_from(bytes, deals_after, sizeof(deals_after));
    bytes = taken_from(bytes, &unit, sizeof(unit));
    bytes = taken_from(bytes, table_edges, sizeof(table_edges));
    bytes = taken_from(bytes, board_weights, sizeof(board_weights));
    bytes = turned_from(bytes, own_weights[0], BOARD_LANES, TABLE_LANES);
    bytes = turned_from(bytes, other_weights[0], BOARD_LANES, TABLE_LANES);
    bytes = taken_from(bytes, table_weights, sizeof(table_weights));
    bytes = turned_from(bytes, joint_weights[0], TABLE_LANES, SUM_LANES);
    bytes = taken_from(bytes, column_weights, sizeof(column_weights));
    for (int net = 0; net < 2; net++) bytes = free_network_from(bytes, &free_networks[net]);
    count_bits_and_runs();
    find_spaces_of_colors();
    for (int late = 0; late < DEALS; late++) {
        Twister fresh;
        seed(&fresh, (uint32_t)deals_after[late]);
        seeded[late] = fresh;
    }
}

/* Shuffles as `Random(number).shuffle`, for tests. */
EXPORT void kernel_shuffle(uint32_t number, uint8_t *items, int32_t length) {
    Twister twister;
    seed(&twister, number);
    shuffle(&twister, items, length);
}

#include "search.h"
