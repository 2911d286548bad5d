/* The kernel of pavilion: its rules and its evaluation, for the search alone. The result of a match is never its work.
   Names are those of the Python modules; floating point sums are made in the same order as there, because moves of
   nearly equal worth are compared. */

#include "kernel.h"

enum {
    COLORS = 6,
    STARS = 7,
    CENTER_STAR = 6,
    SPACES = 6,
    ROUNDS = 6,
    SUPPLY_TILES = 10,
    CORNERS = 4,
    MIN_SCORE = 1,
    SIDES = 2,
    FEATURES = 18,
    SPACES_OF_FEATURE = 4,
    FEATURES_OF_SPACE = 3,
    NUMBERS = 4, /* the numbers 1 to 4 bring a bonus */
    CENTER = 0,
    MOST_SOURCES = 10,
    MOST_SEATS = 4
};

/* No hand allows so many: every star takes every color, with every number of wilds. */
enum { MOST_HANDFULS = 210, MOST_MOVES = 6 * (5 * 21 + 6) + (5 * 18 + 6) + MOST_HANDFULS };

enum { COLORED, VARIANT };
enum { SUPPLY, REFILL, DISPLAYS, TAKE, PLACE, BONUS, ENDED };
enum { NOBODY = -1, FREE = -1 };

typedef struct {
    int8_t tile[STARS][SPACES]; /* a color, or FREE */
} Stars;

typedef struct {
    int16_t score;
    Stars stars;
    int8_t hand[COLORS], corners[COLORS];
    int8_t passed, unused;
} Board;

/* The table, as `state.State`; `sources` and `boards` that the number of seats leaves out are 0. */
typedef struct State {
    int8_t side, seats, phase, seat, round, start, token, due;
    int8_t bag[COLORS], tower[COLORS], supply[COLORS];
    int8_t sources[MOST_SOURCES][COLORS];
    Board boards[MOST_SEATS];
} State;


/* Tables and weights, from `compiled.tables`. */

enum { MOMENTS = ROUNDS * 3 + 3, HIDDEN = 16, WIDTH = 20 };

/* The first of the features of each kind, as in `inputs`. */
enum {
    OF_PATTERN = 0,
    OF_COLOR = OF_PATTERN + 3 * 4 * 64,
    OF_NUMBER = OF_COLOR + 6 * 7 * 7,
    OF_FEATURE = OF_NUMBER + 4 * 13,
    OF_TO_COME = OF_FEATURE + 3 * 5,
    OF_TILES = OF_TO_COME + 3 * 7,
    OF_ALL_TILES = OF_TILES + 2 * 2 * 8 * 7,
    OF_WILDS = OF_ALL_TILES + 2 * 17,
    OF_NEXT_WILDS = OF_WILDS + 2 * 9,
    OF_ROUND = OF_NEXT_WILDS + 6,
    OF_SEATS = OF_ROUND + 6 * 3,
    OF_DISTANCE = OF_SEATS + 6 * 3,
    OF_TOKEN = OF_DISTANCE + 3 * 4,
    OF_SOURCES = OF_TOKEN + 3,
    OF_SOURCE = OF_SOURCES + 20,
    OF_SUPPLY = OF_SOURCE + 9 * 7,
    OF_DUE = OF_SUPPLY + 4 * 7,
    OF_HAND = OF_DUE + 10,
    OF_HAND_WILDS = OF_HAND + 6 * 17,
    OF_SHORT = OF_HAND_WILDS + 9,
    OF_END = OF_SHORT + 11
};

typedef struct {
    int kind, tiles, size; /* its number in `inputs.KINDS`, the bonus tiles that it brings, its spaces */
    int star[SPACES_OF_FEATURE], space[SPACES_OF_FEATURE];
} Feature;

static int printed[SIDES][STARS][SPACES];
static int printed_times[SIDES][SPACES + 1];
static int star_colors[CENTER_STAR];
static int star_bonus_of[COLORS], mixed_star_bonus, number_bonus[SPACES + 1];
static int displays_of[MOST_SEATS + 1];
static Feature features[FEATURES];
static int features_at[STARS][SPACES][FEATURES_OF_SPACE], features_number_at[STARS][SPACES];

/* Of every set of filled spaces of a star, a bit each: their number, and the run through a filled one. */
static int bits_of[1 << SPACES], run_of[1 << SPACES][SPACES];

static int32_t rows[SIDES][OF_END][WIDTH]; /* the sums of the hidden layer, filled up with 0 */
static int32_t out[SIDES][HIDDEN], scales[SIDES];
static double spreads[SIDES][MOST_SEATS - 1][MOMENTS];

static int32_t read_int(const unsigned char **bytes) {
    uint32_t number = 0;
    for (int at = 0; at < 4; at++) number |= (uint32_t)(*bytes)[at] << (8 * at);
    *bytes += 4;
    return (int32_t)number;
}

static double read_double(const unsigned char **bytes) {
    uint64_t number = 0;
    double read;
    for (int at = 0; at < 8; at++) number |= (uint64_t)(*bytes)[at] << (8 * at);
    *bytes += 8;
    memcpy(&read, &number, sizeof(read));
    return read;
}

static int run_length(int filled, int space) {
    int length = 1;
    if (filled == (1 << SPACES) - 1) return SPACES;
    for (int at = (space + 1) % SPACES; filled >> at & 1; at = (at + 1) % SPACES) length++;
    for (int at = (space + SPACES - 1) % SPACES; filled >> at & 1; at = (at + SPACES - 1) % SPACES) length++;
    return length;
}

static void set_runs(void) {
    for (int filled = 0; filled < 1 << SPACES; filled++) {
        int bits = 0;
        for (int space = 0; space < SPACES; space++) {
            bits += filled >> space & 1;
            run_of[filled][space] = filled >> space & 1 ? run_length(filled, space) : 0;
        }
        bits_of[filled] = bits;
    }
}

static void load_feature(const unsigned char **bytes, int at, int number_at[STARS][SPACES]) {
    Feature *feature = &features[at];
    feature->kind = read_int(bytes);
    feature->tiles = read_int(bytes);
    feature->size = read_int(bytes);
    for (int each = 0; each < feature->size; each++) {
        int star = feature->star[each] = read_int(bytes);
        int space = feature->space[each] = read_int(bytes);
        features_at[star][space][number_at[star][space]++] = at;
    }
}

static void load_layout(const unsigned char **bytes) {
    int times[SIDES][SPACES + 1] = {{0}}, number_at[STARS][SPACES] = {{0}};
    for (int side = 0; side < SIDES; side++)
        for (int star = 0; star < STARS; star++)
            for (int space = 0; space < SPACES; space++)
                times[side][printed[side][star][space] = read_int(bytes)]++;
    for (int star = 0; star < CENTER_STAR; star++) star_colors[star] = read_int(bytes);
    for (int color = 0; color < COLORS; color++) star_bonus_of[color] = read_int(bytes);
    mixed_star_bonus = read_int(bytes);
    for (int number = 1; number <= NUMBERS; number++) number_bonus[number] = read_int(bytes);
    for (int seats = 2; seats <= MOST_SEATS; seats++) displays_of[seats] = read_int(bytes);
    for (int at = 0; at < FEATURES; at++) load_feature(bytes, at, number_at);
    memcpy(printed_times, times, sizeof(times));
    memcpy(features_number_at, number_at, sizeof(number_at));
}

static void load_net(const unsigned char **bytes, int side) {
    scales[side] = read_int(bytes);
    for (int at = 0; at < HIDDEN; at++) out[side][at] = read_int(bytes);
    for (int feature = 0; feature < OF_END; feature++)
        for (int at = 0; at < 1 + HIDDEN; at++) rows[side][feature][at] = read_int(bytes);
    for (int seats = 0; seats < MOST_SEATS - 1; seats++)
        for (int moment = 0; moment < MOMENTS; moment++) spreads[side][seats][moment] = read_double(bytes);
}

/* Loaded again, each number is overwritten by itself: another thread may search meanwhile. */
EXPORT void kernel_load(const unsigned char *bytes) {
    set_runs();
    load_layout(&bytes);
    for (int side = 0; side < SIDES; side++) load_net(&bytes, side);
}


/* Multisets of tiles. */

static int total(const int8_t *tiles) {
    int number = 0;
    for (int color = 0; color < COLORS; color++) number += tiles[color];
    return number;
}

static int is_none(const int8_t *tiles) {
    static const int8_t none[COLORS];
    return !memcmp(tiles, none, COLORS);
}

static void clear(int8_t *tiles) { memset(tiles, 0, COLORS); }

static int least(int one, int other) { return one < other ? one : other; }


/* Moves: their kind and, of a take, source and color; of a placement, color, star, space and wilds; else a handful. */

enum { TO_TAKE, TO_PLACE, TO_TAKE_BONUS, TO_PASS, KIND_SHIFT = 24, BITS_OF_COUNT = 4 };

static int32_t code_of_take(int source, int color) { return TO_TAKE << KIND_SHIFT | source << 3 | color; }

static int32_t code_of_placement(int color, int star, int space, int wilds) {
    return TO_PLACE << KIND_SHIFT | wilds << 9 | star << 6 | space << 3 | color;
}

static int32_t code_of_tiles(int color, int number) { return number << (BITS_OF_COUNT * color); }

static int tiles_in_code(int32_t move, int color) { return move >> (BITS_OF_COUNT * color) & 15; }

/* Lists every choice of exactly `number` of the tiles in the order of `placing.handfuls`, colors before `first` left
   out. Returns how many codes there are then. */
static int handfuls(const int8_t *tiles, int number, int first, int32_t chosen, int32_t *codes, int found) {
    if (!number) {
        codes[found++] = chosen;
        return found;
    }
    for (int color = first; color < COLORS; color++)
        for (int some = least(tiles[color], number); some > 0; some--)
            found = handfuls(tiles, number - some, color + 1, chosen | code_of_tiles(color, some), codes, found);
    return found;
}


/* The tiles of a board, and what is counted of them. */

typedef struct {
    Stars stars;
    uint8_t filled[STARS];        /* a bit for each space with a tile */
    int8_t done[FEATURES];        /* filled spaces of a feature */
    int8_t missing[SPACES + 1];   /* free spaces of a printed number */
} Laid;

static void count_tile(Laid *laid, int side, int star, int space) {
    laid->filled[star] |= 1 << space;
    laid->missing[printed[side][star][space]]--;
    for (int each = 0; each < features_number_at[star][space]; each++) laid->done[features_at[star][space][each]]++;
}

static void lay(Laid *laid, int side, int star, int space, int color) {
    laid->stars.tile[star][space] = color;
    count_tile(laid, side, star, space);
}

static void set_laid(Laid *laid, int side, const Stars *stars) {
    memset(laid, 0, sizeof(Laid));
    laid->stars = *stars;
    for (int number = 1; number <= SPACES; number++) laid->missing[number] = printed_times[side][number];
    for (int star = 0; star < STARS; star++)
        for (int space = 0; space < SPACES; space++)
            if (stars->tile[star][space] != FREE) count_tile(laid, side, star, space);
}

static int is_free(const Laid *laid, int star, int space) { return !(laid->filled[star] >> space & 1); }
static int is_full(const Laid *laid, int star) { return bits_of[laid->filled[star]] == SPACES; }

static int placement_points(const Laid *laid, int star, int space) {
    return run_of[laid->filled[star] | 1 << space][space];
}

/* The bonus tiles for the features that the tile on a space completes. */
static int due_for(const Laid *laid, int star, int space) {
    int due = 0;
    for (int each = 0; each < features_number_at[star][space]; each++) {
        int feature = features_at[star][space][each];
        if (laid->done[feature] == features[feature].size) due += features[feature].tiles;
    }
    return due;
}

static int star_bonus(const int8_t *tiles) {
    for (int space = 1; space < SPACES; space++)
        if (tiles[space] != tiles[0]) return mixed_star_bonus;
    return star_bonus_of[tiles[0]];
}

/* The bonuses at the end of the match. */
static int final_points(const Laid *laid) {
    int points = 0;
    for (int star = 0; star < STARS; star++)
        if (is_full(laid, star)) points += star_bonus(laid->stars.tile[star]);
    for (int number = 1; number <= NUMBERS; number++)
        if (!laid->missing[number]) points += number_bonus[number];
    return points;
}

enum { MIXED = COLORS };

/* A star: how many tiles it holds, where and of which colors, a bit each; its color, MIXED if it has none. */
typedef struct {
    int number, filled, used, is_mixed, color;
} StarView;

static StarView view_star(int side, int star, const int8_t *tiles) {
    StarView view = {0, 0, 0, 0, MIXED};
    int first = FREE, second = FREE;
    for (int space = 0; space < SPACES; space++) {
        if (tiles[space] == FREE) continue;
        if (view.number == 0) first = tiles[space];
        if (view.number == 1) second = tiles[space];
        view.filled |= 1 << space;
        view.used |= 1 << tiles[space];
        view.number++;
    }
    view.is_mixed = side == COLORED ? star == CENTER_STAR : view.number > 1 && first != second;
    if (!view.is_mixed) view.color = side == COLORED ? star_colors[star] : view.number ? first : MIXED;
    return view;
}

/* The colors that a star accepts, a bit each (P-PLACE-3, P-PLACE-4). */
static int accepted(int side, int star, const int8_t *tiles) {
    StarView view = view_star(side, star, tiles);
    int all = (1 << COLORS) - 1, is_open = side == VARIANT && view.number < 2;
    if (is_open) return all;
    return view.is_mixed ? all & ~view.used : 1 << view.color;
}

/* The maximum number of tiles to keep (P-PASS-1, P-PASS-3). */
static int corners(int round) { return round < ROUNDS ? CORNERS : 0; }

/* Points lost for that many tiles (P-TAKE-5). */
static int loss(int score, int tiles) { return least(tiles, score - MIN_SCORE); }


/* Turns, rounds and the end of the match (`rounds`). */

static int seats(const State *state) { return state->seats; }

static int turn(const State *state) {
    if (state->phase == ENDED) return OVER;
    if (state->phase == SUPPLY || state->phase == REFILL || state->phase == DISPLAYS) return CHANCE;
    return state->seat;
}

static int is_horizon(const State *state) { return state->phase == DISPLAYS || state->phase == ENDED; }

/* The seat that begins phase 2 of this round, and the next round (P-TAKE-6, P-ROUND-2). */
static int starter(const State *state) { return state->token == NOBODY ? state->start : state->token; }

/* At the start of a round: the tiles of the corners beside the board, the seat in play again (P-ROUND-2). */
static void unpack(Board *board) {
    memcpy(board->hand, board->corners, COLORS);
    clear(board->corners);
    board->passed = 0;
}

static void end_match(State *state) {
    for (int seat = 0; seat < state->seats; seat++) {
        Laid laid;
        set_laid(&laid, state->side, &state->boards[seat].stars);
        state->boards[seat].score += final_points(&laid);
    }
    state->phase = ENDED;
}

static void next_turn(State *state, int seat);

static void end_round(State *state) {
    if (state->round == ROUNDS) {
        end_match(state);
        return;
    }
    state->phase = DISPLAYS;
    state->seat = state->start = starter(state);
    state->token = NOBODY;
    if (is_none(state->bag) && is_none(state->tower)) {
        /* No tiles for the displays: the next round consists of placing alone (P-ROUND-3). */
        for (int each = 0; each < state->seats; each++) unpack(&state->boards[each]);
        state->round++;
        next_turn(state, starter(state));
    }
}

/* The turn passes to a seat, or to the first seat after it that can act; seats without tiles pass (P-PASS-2). */
static void next_turn(State *state, int seat) {
    state->due = 0;
    for (int step = 0; step < state->seats; step++) {
        int near = (seat + step) % state->seats;
        Board *board = &state->boards[near];
        if (board->passed) continue;
        if (!is_none(board->hand)) {
            state->phase = PLACE;
            state->seat = near;
            return;
        }
        clear(board->corners);
        board->passed = 1;
    }
    end_round(state);
}


/* Effects of moves (`rules`, `taking`, `placing`, `filling`). */

static void without_refill(State *state) { next_turn(state, (state->seat + 1) % state->seats); }

static int ends_without_refill(const State *state) {
    State after = *state;
    without_refill(&after);
    return after.phase == ENDED;
}

/* The turn passes on when nothing is left to do in it. */
static void go_on(State *state) {
    int has_tiles = !is_none(state->bag) || !is_none(state->tower);
    if (state->phase != PLACE && (state->phase != SUPPLY || has_tiles)) return;
    if (has_tiles && total(state->supply) < SUPPLY_TILES && !ends_without_refill(state))
        state->phase = REFILL;
    else
        without_refill(state);
}

static int tiles_taken(const int8_t *source, int kind, int color, int wild) {
    if (kind == wild) return least(source[kind], 1);
    return kind == color ? source[kind] : 0;
}

static void take(State *state, int source, int color) {
    int8_t *tiles = state->sources[source], *center = state->sources[CENTER];
    Board *board = &state->boards[state->seat];
    int number = 0, left = 0;
    for (int kind = 0; kind < COLORS; kind++) {
        int taken = tiles_taken(tiles, kind, color, state->round - 1);
        board->hand[kind] += taken;
        tiles[kind] -= taken;
        number += taken;
        if (source != CENTER) center[kind] += tiles[kind];
    }
    if (source != CENTER) clear(tiles);
    if (source == CENTER && state->token == NOBODY) {
        board->score -= loss(board->score, number);
        state->token = state->seat;
    }
    state->seat = ((state->seat + 1) % state->seats);
    for (int each = 0; each <= displays_of[state->seats]; each++) left |= !is_none(state->sources[each]);
    if (!left) next_turn(state, starter(state));
}

static void place(State *state, int color, int star, int space, int wilds) {
    Board *board = &state->boards[state->seat];
    int price = printed[state->side][star][space], wild = state->round - 1;
    Laid laid;
    board->hand[color] += wilds - price;
    state->tower[color] += price - wilds - 1;
    board->hand[wild] -= wilds;
    state->tower[wild] += wilds;
    set_laid(&laid, state->side, &board->stars);
    board->score += placement_points(&laid, star, space);
    board->stars.tile[star][space] = color;
    count_tile(&laid, state->side, star, space);
    int due = due_for(&laid, star, space), supply = total(state->supply);
    state->phase = due && supply ? BONUS : due ? SUPPLY : PLACE;
    state->due = least(due, supply);
    go_on(state);
}

static void take_bonus(State *state, int32_t move) {
    int8_t *hand = state->boards[state->seat].hand;
    for (int color = 0; color < COLORS; color++) {
        int number = tiles_in_code(move, color);
        hand[color] += number;
        state->supply[color] -= number;
    }
    state->phase = SUPPLY;
    state->due = 0;
    go_on(state);
}

static void pass_on(State *state, int32_t move) {
    Board *board = &state->boards[state->seat];
    int discarded = 0;
    for (int color = 0; color < COLORS; color++) {
        int kept = tiles_in_code(move, color), rest = board->hand[color] - kept;
        state->tower[color] += rest;
        board->corners[color] = kept;
        discarded += rest;
    }
    clear(board->hand);
    board->score -= loss(board->score, discarded);
    board->passed = 1;
    state->phase = PLACE;
    state->due = 0;
    go_on(state);
}

static void evolve(State *state, int32_t move) {
    int kind = move >> KIND_SHIFT;
    if (kind == TO_TAKE)
        take(state, move >> 3 & 15, move & 7);
    else if (kind == TO_PLACE)
        place(state, move & 7, move >> 6 & 7, move >> 3 & 7, move >> 9 & 7);
    else if (kind == TO_TAKE_BONUS)
        take_bonus(state, move);
    else
        pass_on(state, move);
}


/* Chance (`filling`). */

/* Draws a tile; there must be one. */
static int drawn(State *state, Random *random) {
    if (is_none(state->bag)) {
        memcpy(state->bag, state->tower, COLORS);
        clear(state->tower);
    }
    int at = (int)random_below(random, (uint32_t)total(state->bag)), color = 0;
    while (at >= state->bag[color]) at -= state->bag[color++];
    state->bag[color]--;
    return color;
}

/* A fill of the supply; no search goes on over one of the displays. */
static void deal(State *state, Random *random) {
    int left = total(state->bag) + total(state->tower);
    for (int missing = least(SUPPLY_TILES - total(state->supply), left); missing > 0; missing--)
        state->supply[drawn(state, random)]++;
    state->phase = state->round ? PLACE : DISPLAYS;
    go_on(state);
}


/* Rough worths of moves in points (`policy`, and `evaluation._rated`). */

static const double TILE_WORTH = 1.1, WILD_WORTH = 0.6, TOKEN_WORTH = 1.0, DISCARDED = 1.6, TEMPERATURE = 1.5;
static const double STAR_SHARE[SPACES] = {0.02, 0.04, 0.08, 0.12, 0.2, 0.54}, NUMBER_SHARE = 0.08;
static const double IN_HAND_WORTH = 0.3, IN_STAR_WORTH = 0.15;

enum { MOST_IN_HAND = 5 };

/* The tiles that count for a color: those of the star that takes it, or the most of one star on the variant. */
static int tiles_of_color(const State *state, const Board *board, int color) {
    int most = 0;
    for (int star = 0; star < STARS; star++) {
        if (state->side == COLORED && (star == CENTER_STAR || star_colors[star] != color)) continue;
        int number = 0;
        for (int space = 0; space < SPACES; space++) {
            int tile = board->stars.tile[star][space];
            number += state->side == COLORED ? tile != FREE : tile == color;
        }
        if (number > most) most = number;
    }
    return most;
}

static double color_worth(const State *state, const Board *board, int color) {
    int share = tiles_of_color(state, board, color);
    if (state->side == COLORED && share == SPACES) return -1.0;
    return IN_HAND_WORTH * least(board->hand[color], MOST_IN_HAND) + IN_STAR_WORTH * share;
}

static double take_worth(const State *state, int source, int color, double worth_of_color) {
    const Board *board = &state->boards[state->seat];
    int number = 0, wild = state->round - 1;
    for (int kind = 0; kind < COLORS; kind++) number += tiles_taken(state->sources[source], kind, color, wild);
    double worth = number * TILE_WORTH + tiles_taken(state->sources[source], wild, color, wild) * WILD_WORTH;
    worth += worth_of_color;
    if (source == CENTER && state->token == NOBODY) worth += TOKEN_WORTH - least(number, board->score - 1);
    return worth;
}

static int is_like_earlier_display(const State *state, int source) {
    for (int other = CENTER + 1; other < source; other++)
        if (!memcmp(state->sources[other], state->sources[source], COLORS)) return 1;
    return 0;
}

/* The wild color can be chosen only where no other color lies (P-TAKE-3). */
static int can_take(const int8_t *source, int color, int wild) {
    if (!source[color]) return 0;
    return color != wild || total(source) == source[wild];
}

/* Of equal displays the first one. */
static int rate_takes(const State *state, Move *moves) {
    double worths[COLORS];
    int number = 0;
    for (int color = 0; color < COLORS; color++)
        worths[color] = color_worth(state, &state->boards[state->seat], color);
    for (int source = 0; source <= displays_of[state->seats]; source++) {
        if (source != CENTER && is_like_earlier_display(state, source)) continue;
        for (int color = 0; color < COLORS; color++)
            if (can_take(state->sources[source], color, state->round - 1))
                moves[number++] =
                    (Move){take_worth(state, source, color, worths[color]), code_of_take(source, color)};
    }
    return number;
}

/* The worths of tiles, which are 0 or from 0.15 to 8 or -1, are whole numbers in parts of it: they are added exactly and
   rounded once, as by `math.fsum`. */
static const double EXACT = (double)((int64_t)1 << 55);

static int rate_bonuses(const State *state, Move *moves) {
    int32_t codes[MOST_HANDFULS];
    double worths[COLORS];
    int number = handfuls(state->supply, state->due, 0, 0, codes, 0);
    for (int color = 0; color < COLORS; color++)
        worths[color] =
            color_worth(state, &state->boards[state->seat], color) + (color == state->round - 1 ? WILD_WORTH : 0.0);
    for (int each = 0; each < number; each++) {
        int64_t sum = 0;
        for (int color = 0; color < COLORS; color++)
            sum += tiles_in_code(codes[each], color) * (int64_t)(worths[color] * EXACT);
        moves[each] = (Move){(double)sum / EXACT, TO_TAKE_BONUS << KIND_SHIFT | codes[each]};
    }
    return number;
}

static int has_only(const int8_t *tiles, int color) {
    for (int space = 0; space < SPACES; space++)
        if (tiles[space] != FREE && tiles[space] != color) return 0;
    return 1;
}

/* The bonus that a star with a tile of this color leads to. */
static int bonus_of_star(const Laid *laid, int star, int color) {
    int same = star != CENTER_STAR && has_only(laid->stars.tile[star], color);
    return same ? star_bonus_of[color] : mixed_star_bonus;
}

static double number_share(const Laid *laid, int price) {
    if (price > NUMBERS) return 0.0;
    return number_bonus[price] * (laid->missing[price] > 1 ? NUMBER_SHARE : 0.5);
}

/* Adds the bonus tiles of the features that a tile on a space would further, in points. */
static double with_features(const Laid *laid, int star, int space, double worth) {
    for (int each = 0; each < features_number_at[star][space]; each++) {
        int at = features_at[star][space][each];
        double share = (double)(laid->done[at] + 1) / features[at].size;
        worth += features[at].tiles * TILE_WORTH * (share * share);
    }
    return worth;
}

static int rate_placements_on(const State *state, const Laid *laid, int color, int star, Move *moves) {
    const int8_t *hand = state->boards[state->seat].hand;
    int wild = state->round - 1, number = 0;
    double of_star = bonus_of_star(laid, star, color) * STAR_SHARE[bits_of[laid->filled[star]]];
    for (int space = 0; space < SPACES; space++) {
        if (!is_free(laid, star, space)) continue;
        int price = printed[state->side][star][space], fewest = 0, most = 0;
        if (color == wild) {
            most = hand[color] >= price ? 0 : -1;
        } else {
            fewest = price > hand[color] ? price - hand[color] : 0;
            most = least(price - 1, hand[wild]);
        }
        double prospects = of_star + number_share(laid, price);
        for (int wilds = fewest; wilds <= most; wilds++) {
            double worth = placement_points(laid, star, space) - TILE_WORTH * price / 2 - WILD_WORTH * wilds;
            worth = with_features(laid, star, space, worth + prospects);
            moves[number++] = (Move){worth, code_of_placement(color, star, space, wilds)};
        }
    }
    return number;
}

static int rate_placements(const State *state, Move *moves) {
    const Board *board = &state->boards[state->seat];
    Laid laid;
    int takes[STARS], number = 0;
    set_laid(&laid, state->side, &board->stars);
    for (int star = 0; star < STARS; star++)
        takes[star] = is_full(&laid, star) ? 0 : accepted(state->side, star, board->stars.tile[star]);
    for (int color = 0; color < COLORS; color++) {
        if (!board->hand[color]) continue;
        for (int star = 0; star < STARS; star++)
            if (takes[star] >> color & 1)
                number += rate_placements_on(state, &laid, color, star, moves + number);
    }
    return number;
}

static int rate_passes(const State *state, Move *moves) {
    const int8_t *hand = state->boards[state->seat].hand;
    int32_t codes[MOST_HANDFULS];
    int tiles = total(hand), number = 0;
    for (int many = least(corners(state->round), tiles); many >= 0; many--) {
        int choices = handfuls(hand, many, 0, 0, codes, 0);
        for (int each = 0; each < choices; each++) {
            int wilds = state->round < ROUNDS ? tiles_in_code(codes[each], state->round) : 0;
            double worth = WILD_WORTH * wilds - DISCARDED * (tiles - many);
            moves[number++] = (Move){worth, TO_PASS << KIND_SHIFT | codes[each]};
        }
    }
    return number;
}

static int priors(const State *state, Move *moves) {
    int number = 0;
    if (state->phase == TAKE)
        number = rate_takes(state, moves);
    else if (state->phase == BONUS)
        number = rate_bonuses(state, moves);
    else if (state->phase == PLACE) {
        number = rate_placements(state, moves);
        number += rate_passes(state, moves + number);
    }
    if (number) estimate_priors(moves, number, TEMPERATURE);
    return number;
}


/* The board of a seat after it has placed its tiles by rule of thumb and passed (`finishing`). */

static const double SPENT_WORTH = 0.55, IN_HAND = 0.3, WILD_BONUS = 2.0, FIRST = 20.0;
static const double SHARE_OF_STAR[SPACES] = {0.02, 0.04, 0.08, 0.12, 0.2, 1.0};

enum { UNPAYABLE = 99, MISSING = 3, NONE = -1 /* no color; no star or number comes first */ };

/* The points until the seat passes, its stars then, and the tiles that it keeps. */
typedef struct {
    int points;
    Laid laid;
    int8_t kept[COLORS];
} Finish;

typedef struct {
    double worth;
    int star, space, color, wilds;
} Placement;

/* A star with free spaces: the colors it takes with the bonus they lead to, its free spaces with their worths. `price`
   is that of all its free spaces if one color pays for them, else more than anyone has. */
typedef struct {
    int star, price, laid, colors, spaces;
    int color[COLORS], bonus[COLORS];
    int space[SPACES], prices[SPACES];
    double worths[SPACES];
} Open;

/* The worth of a tile on a space for the bonus of its number. */
static double number_worth(const Laid *laid, int number) {
    if (number > NUMBERS) return 0.0;
    return number_bonus[number] * (laid->missing[number] > 1 ? NUMBER_SHARE : 1.0);
}

/* The points and the prospects of bonus tiles, minus what the space costs. */
static double worth_of_space(const Laid *laid, int star, int space, int price) {
    return with_features(laid, star, space, placement_points(laid, star, space) - SPENT_WORTH * price);
}

static void open_star(Open *open, const Laid *laid, int side, int star) {
    int takes = accepted(side, star, laid->stars.tile[star]), price_of_all = 0;
    open->star = star;
    open->laid = bits_of[laid->filled[star]];
    open->colors = open->spaces = 0;
    for (int color = 0; color < COLORS; color++) {
        if (!(takes >> color & 1)) continue;
        open->color[open->colors] = color;
        open->bonus[open->colors++] = bonus_of_star(laid, star, color);
    }
    for (int space = 0; space < SPACES; space++) {
        if (!is_free(laid, star, space)) continue;
        int price = printed[side][star][space];
        open->space[open->spaces] = space;
        open->prices[open->spaces] = price;
        open->worths[open->spaces++] = number_worth(laid, price) + worth_of_space(laid, star, space, price);
        price_of_all += price;
    }
    open->price = open->colors == 1 || open->spaces == 1 ? price_of_all : UNPAYABLE;
}

/* The stars with free spaces; returns their number. */
static int open_stars(Open *open, const Laid *laid, int side) {
    int number = 0;
    for (int star = 0; star < STARS; star++)
        if (bits_of[laid->filled[star]] < SPACES) open_star(&open[number++], laid, side, star);
    return number;
}

/* The most promising placement; its worth is minus infinity where there is none. The spaces of the star `wanted` come
   first, or those of a number if that is added to the last star. */
static Placement best_placement(const Open *open, int stars, int playing, const int8_t *hand, int wanted) {
    Placement chosen = {-INFINITY, 0, 0, 0, 0};
    int number = wanted - CENTER_STAR, wild = hand[playing];
    for (; stars > 0; stars--, open++) {
        for (int each = 0; each < open->colors; each++) {
            int color = open->color[each], own = hand[color], bonus = open->bonus[each];
            if (!own) continue;
            int most = color == playing ? own : own + wild;
            double share = open->price <= most ? (double)bonus / (SPACES - open->laid) : bonus * SHARE_OF_STAR[open->laid];
            if (open->star == wanted) share += FIRST;
            for (int at = 0; at < open->spaces; at++) {
                int price = open->prices[at];
                if (price > most) continue;
                int wilds = price > own ? price - own : 0;
                double whole = open->worths[at] + share - WILD_WORTH * wilds;
                if (price == number) whole += FIRST;
                if (whole > chosen.worth) chosen = (Placement){whole, open->star, open->space[at], color, wilds};
            }
        }
    }
    return chosen;
}

/* Raises the worth of a bonus tile of each color to what a space would bring that it helps to pay for. */
static void rate_bonus_tiles(
    const Open *open, int stars, const int8_t *hand, const int8_t *supply, int left, int wanted, double *worths
) {
    for (; stars > 0; stars--, open++) {
        for (int each = 0; each < open->colors; each++) {
            int color = open->color[each], own = hand[color], most = least(left, supply[color]);
            if (!supply[color]) continue;
            double share = open->bonus[each] * SHARE_OF_STAR[open->laid] + (open->star == wanted ? FIRST : 0);
            for (int at = 0; at < open->spaces; at++) {
                int price = open->prices[at];
                if (price <= own || price > own + most) continue;
                double whole = open->worths[at] + share + (price == wanted - CENTER_STAR ? FIRST : 0);
                if (whole / (price - own) > worths[color]) worths[color] = whole / (price - own);
            }
        }
    }
}

/* Takes bonus tiles, each for the best space that it makes payable. */
static void with_bonus(const Open *open, int stars, int playing, int8_t *hand, int8_t *supply, int due, int wanted) {
    for (int left = least(due, total(supply)); left > 0; left--) {
        double worths[COLORS];
        int chosen = NONE;
        for (int color = 0; color < COLORS; color++) worths[color] = IN_HAND * hand[color];
        worths[playing] += WILD_BONUS;
        rate_bonus_tiles(open, stars, hand, supply, left, wanted, worths);
        for (int color = 0; color < COLORS; color++)
            if (supply[color] && (chosen == NONE || worths[color] > worths[chosen])) chosen = color;
        hand[chosen]++;
        supply[chosen]--;
    }
}

static int is_kept_before(const int8_t *hand, int next_wild, int color, int other) {
    if ((color == next_wild) != (other == next_wild)) return color == next_wild;
    return hand[color] != hand[other] ? hand[color] > hand[other] : color < other;
}

/* The tiles to keep: those of the next round's wild color, then those of the most frequent colors. */
static void keep(int8_t *kept, int playing, const int8_t *hand, int number) {
    clear(kept);
    while (number > 0) {
        int next = NONE;
        for (int color = 0; color < COLORS; color++)
            if (hand[color] && !kept[color] && (next == NONE || is_kept_before(hand, playing + 1, color, next)))
                next = color;
        kept[next] = least(hand[next], number);
        number -= kept[next];
    }
}

/* The end of the round from 0 `playing` for a seat that acts alone, from `end->laid`; `lying` in the supply, which is not
   filled again. */
static void finish(Finish *end, int side, int playing, const int8_t *tiles, const int8_t *lying, int wanted) {
    int8_t hand[COLORS], supply[COLORS];
    Open open[STARS];
    Laid *laid = &end->laid;
    int most = corners(playing + 1), stars = open_stars(open, laid, side);
    memcpy(hand, tiles, COLORS);
    memcpy(supply, lying, COLORS);
    end->points = 0;
    for (;;) {
        Placement move = best_placement(open, stars, playing, hand, wanted);
        if (move.worth == -INFINITY || (move.worth < 0 && total(hand) <= most)) break;
        hand[move.color] += move.wilds - printed[side][move.star][move.space];
        hand[playing] -= move.wilds;
        end->points += placement_points(laid, move.star, move.space);
        lay(laid, side, move.star, move.space, move.color);
        stars = open_stars(open, laid, side);
        with_bonus(open, stars, playing, hand, supply, due_for(laid, move.star, move.space), wanted);
    }
    keep(end->kept, playing, hand, least(most, total(hand)));
    end->points += total(end->kept) - total(hand);
}

/* What comes first in one of the ends of the last round: nothing, or a star or a number that misses few spaces. */
static int plans(int *wanted, const Laid *laid, int side, const int8_t *hand) {
    int most = total(hand) + MISSING, number = 0;
    wanted[number++] = NONE;
    for (int star = 0; star < STARS; star++) {
        int missing = 0, price = 0;
        for (int space = 0; space < SPACES; space++)
            if (is_free(laid, star, space)) missing++, price += printed[side][star][space];
        if (0 < missing && missing <= MISSING && price <= most) wanted[number++] = star;
    }
    for (int each = 1; each <= NUMBERS; each++) {
        int free = laid->missing[each];
        if (0 < free && free <= MISSING && free * each <= most) wanted[number++] = CENTER_STAR + each;
    }
    return number;
}

/* The best end of the last round of those that complete one star or number or another first; with the bonuses of the
   match in its points. */
static void last_finish(Finish *best, int side, int playing, const int8_t *hand, const int8_t *supply) {
    Finish start = *best;
    int wanted[1 + STARS + NUMBERS], number = plans(wanted, &start.laid, side, hand);
    for (int each = 0; each < number; each++) {
        Finish end = start;
        finish(&end, side, playing, hand, supply, wanted[each]);
        end.points += final_points(&end.laid);
        if (!each || end.points > best->points) *best = end;
    }
}

/* The end of the round after the bonus tiles that are due. */
static void finish_round(Finish *end, int side, int playing, const int8_t *tiles, const int8_t *lying, int due) {
    int8_t hand[COLORS], supply[COLORS];
    Open open[STARS];
    memcpy(hand, tiles, COLORS);
    memcpy(supply, lying, COLORS);
    if (due) with_bonus(open, open_stars(open, &end->laid, side), playing, hand, supply, due, NONE);
    if (playing + 1 == ROUNDS)
        last_finish(end, side, playing, hand, supply);
    else
        finish(end, side, playing, hand, supply, NONE);
}


/* The features of a table, seen from one seat, and the network that adds them up (`inputs`, `sparse_net`). */

enum { BETWEEN, TAKING, PLACING };

/* Rounds in which a pattern of tiles is worth much the same. */
static const int AGES[ROUNDS] = {0, 0, 0, 1, 1, 2};

/* Sums of the hidden layer over some features. */
typedef struct {
    int32_t hidden[WIDTH];
} Sums;

static void add_feature(Sums *sums, int side, int feature) {
    const int32_t *row = rows[side][feature];
    for (int at = 0; at < WIDTH; at++) sums->hidden[at] += row[at];
}

static double answer(const Sums *sums, int side) {
    int64_t above = 0, scale = scales[side];
    for (int at = 0; at < HIDDEN; at++)
        if (sums->hidden[1 + at] > 0) above += (int64_t)out[side][at] * sums->hidden[1 + at];
    return (double)(sums->hidden[0] * scale + above) / (double)(scale * scale);
}

static int stage(const State *state) {
    if (state->phase == TAKE) return TAKING;
    return state->phase == DISPLAYS || !state->round ? BETWEEN : PLACING;
}

/* The round from 0 that is played, or that is about to begin. */
static int round_of(const State *state) { return stage(state) == BETWEEN ? state->round : state->round - 1; }

/* The stage of the match for which chances to win are calibrated. */
static int moment(const State *state) {
    static const int left_limits[3] = {13, 8, 4};
    int index = round_of(state) * 3 + stage(state), left = 0;
    if (index < ROUNDS * 3 - 1) return index;
    for (int seat = 0; seat < state->seats; seat++) left += total(state->boards[seat].hand);
    for (int each = 0; each < 3; each++) index += left < left_limits[each];
    return index;
}

/* How many spaces are filled in the star that takes a color, by color. */
static void set_filled(int8_t *filled, int side, const Stars *stars) {
    clear(filled);
    for (int star = 0; star < STARS; star++) {
        StarView view = view_star(side, star, stars->tile[star]);
        if (view.color != MIXED && view.number > filled[view.color]) filled[view.color] = view.number;
    }
}

static void add_stars(Sums *sums, int side, const Stars *stars, int playing) {
    for (int star = 0; star < STARS; star++) {
        StarView view = view_star(side, star, stars->tile[star]);
        int kind = 2 * (star == CENTER_STAR) + view.is_mixed;
        add_feature(sums, side, OF_PATTERN + (AGES[playing] * 4 + kind) * 64 + view.filled);
        add_feature(sums, side, OF_COLOR + (playing * 7 + view.color) * 7 + view.number);
    }
}

static void add_counts(Sums *sums, int side, const Laid *laid) {
    for (int number = 1; number <= NUMBERS; number++) {
        int filled = printed_times[side][number] - laid->missing[number];
        add_feature(sums, side, OF_NUMBER + (number - 1) * 13 + filled);
    }
    for (int at = 0; at < FEATURES; at++)
        add_feature(sums, side, OF_FEATURE + features[at].kind * 5 + laid->done[at]);
}

/* Adds the features of a seat's stars; `filled` as of `set_filled`. */
static void add_board(Sums *sums, int side, const Laid *laid, const int8_t *filled, int playing) {
    add_stars(sums, side, &laid->stars, playing);
    add_counts(sums, side, laid);
    for (int color = 0; color < COLORS; color++) {
        int when = (color > playing) - (color < playing) + 1;
        add_feature(sums, side, OF_TO_COME + when * 7 + filled[color]);
    }
}

/* Adds the features of a seat's tiles: `kind` is TAKING, or BETWEEN for tiles kept until the next round. */
static void add_tiles(Sums *sums, int side, const int8_t *filled, const int8_t *tiles, int kind, int playing) {
    for (int color = 0; color < COLORS; color++) {
        int group = (kind * 2 + (color == playing)) * 8 + least(tiles[color], 7);
        add_feature(sums, side, OF_TILES + group * 7 + filled[color]);
    }
    add_feature(sums, side, OF_ALL_TILES + kind * 17 + least(total(tiles), 16));
    add_feature(sums, side, OF_WILDS + kind * 9 + least(tiles[playing], 8));
    if (kind == TAKING && playing + 1 < ROUNDS)
        add_feature(sums, side, OF_NEXT_WILDS + least(tiles[playing + 1], 5));
}

static void add_supply(Sums *sums, const State *state, const int8_t *filled) {
    for (int color = 0; color < COLORS; color++)
        add_feature(sums, state->side, OF_SUPPLY + least(state->supply[color], 3) * 7 + filled[color]);
}

static void add_placing(Sums *sums, const State *state, int seat, int playing) {
    const int8_t *hand = state->boards[seat].hand;
    int side = state->side;
    add_feature(sums, side, OF_HAND + playing * 17 + least(total(hand), 16));
    add_feature(sums, side, OF_HAND_WILDS + least(hand[playing], 8));
    add_feature(sums, side, OF_DUE + (seat == state->seat ? least(state->due, 9) : 0));
    add_feature(sums, side, OF_SHORT + least(total(state->supply), SUPPLY_TILES));
}

static void add_taking(Sums *sums, const State *state, int seat, const int8_t *filled) {
    int side = state->side, lying[COLORS] = {0}, all = 0;
    add_feature(sums, side, OF_TOKEN + (state->token == NOBODY ? 0 : state->token == seat ? 1 : 2));
    for (int source = 0; source <= displays_of[state->seats]; source++)
        for (int color = 0; color < COLORS; color++) lying[color] += state->sources[source][color];
    for (int color = 0; color < COLORS; color++) all += lying[color];
    add_feature(sums, side, OF_SOURCES + (all + 1) / 2);
    for (int color = 0; color < COLORS; color++)
        add_feature(sums, side, OF_SOURCE + least(lying[color], 8) * 7 + filled[color]);
}

/* Adds the features that depend on more than the seat's own board. */
static void add_table(Sums *sums, const State *state, int seat, const int8_t *filled) {
    int side = state->side, number = state->seats, now = stage(state), playing = round_of(state);
    add_feature(sums, side, OF_ROUND + playing * 3 + now);
    add_feature(sums, side, OF_SEATS + playing * 3 + number - 2);
    add_feature(sums, side, OF_DISTANCE + now * 4 + (seat - state->seat + number) % number);
    if (now == PLACING) {
        add_placing(sums, state, seat, playing);
        if (playing + 1 == ROUNDS) return;
        add_feature(sums, side, OF_ROUND + (playing + 1) * 3);
        add_feature(sums, side, OF_SEATS + (playing + 1) * 3 + number - 2);
        add_feature(sums, side, OF_DISTANCE + (seat - starter(state) + number) % number);
    }
    if (now == TAKING) add_taking(sums, state, seat, filled);
    add_supply(sums, state, filled);
}

/* A seat's board by all that its view depends on; unused bytes are 0, as keys are equal by their bytes. */
typedef union {
    uint64_t words[8];
    struct {
        int8_t used, side, stage, playing, due; /* `used` is 1, so that no key is that of an empty place */
        Stars stars;
        int8_t tiles[COLORS], supply[COLORS];
    } of;
} Key;

/* A seat's own board: points that count as they are, and the sums over its features. While tiles are placed, it is the
   board that the seat may end the round with; in the last round nothing of it counts then but its points. */
typedef struct {
    Key key;
    Sums sums;
    int points;
    int8_t filled[COLORS];
} View;

enum { VIEWS = 1 << 12 };

/* Kept while other seats act; the newest ones of their places. */
static THREAD_LOCAL View views[VIEWS];

static View *place_of_view(const Key *key) {
    uint64_t sum = 0;
    for (int at = 0; at < 8; at++) {
        sum = (sum ^ key->words[at]) * 0x9E3779B97F4A7C15u;
        sum ^= sum >> 32;
    }
    return &views[sum % VIEWS];
}

static Key key_of(const State *state, int seat) {
    const Board *board = &state->boards[seat];
    Key key;
    memset(&key, 0, sizeof(key));
    key.of.used = 1;
    key.of.side = state->side;
    key.of.stage = stage(state);
    key.of.playing = round_of(state);
    key.of.stars = board->stars;
    memcpy(key.of.tiles, key.of.stage == BETWEEN || board->passed ? board->corners : board->hand, COLORS);
    if (key.of.stage == PLACING && board->passed && key.of.playing + 1 < ROUNDS) {
        key.of.stage = BETWEEN;
        key.of.playing++;
    }
    if (key.of.stage == PLACING) {
        if (seat == state->seat) key.of.due = state->due;
        memcpy(key.of.supply, state->supply, COLORS);
    }
    return key;
}

static void set_view(View *view, const Key *key) {
    int side = key->of.side, playing = key->of.playing, kind = key->of.stage, is_last = 0;
    Finish end;
    memset(view, 0, sizeof(View));
    view->key = *key;
    set_laid(&end.laid, side, &key->of.stars);
    memcpy(end.kept, key->of.tiles, COLORS);
    if (kind == PLACING) {
        is_last = playing + 1 == ROUNDS;
        finish_round(&end, side, playing, key->of.tiles, key->of.supply, key->of.due);
        view->points = end.points;
        kind = BETWEEN;
        playing++;
    }
    set_filled(view->filled, side, &end.laid.stars);
    if (is_last) return;
    add_board(&view->sums, side, &end.laid, view->filled, playing);
    add_tiles(&view->sums, side, view->filled, end.kept, kind, playing);
}

static const View *seen(const State *state, int seat) {
    Key key = key_of(state, seat);
    View *view = place_of_view(&key);
    if (memcmp(&view->key, &key, sizeof(Key))) set_view(view, &key);
    return view;
}

static double expected(const State *state, int seat) {
    const View *own = seen(state, seat);
    Sums sums = own->sums;
    add_table(&sums, state, seat, own->filled);
    return state->boards[seat].score + own->points + answer(&sums, state->side);
}

static void evaluate(const State *state, Value *value) {
    if (state->phase == ENDED) {
        for (int seat = 0; seat < state->seats; seat++) value->points[seat] = state->boards[seat].score;
        set_result(value, state->seats, NULL);
        return;
    }
    for (int seat = 0; seat < state->seats; seat++) value->points[seat] = expected(state, seat);
    estimate_value(value, state->seats, spreads[state->side][state->seats - 2][moment(state)]);
}


/* Displays in order, as their numbers make no difference. */
static void canonical(State *state) {
    for (int at = 2; at <= displays_of[state->seats]; at++)
        for (int to = at; to > 1 && memcmp(state->sources[to - 1], state->sources[to], COLORS) > 0; to--) {
            int8_t tiles[COLORS];
            memcpy(tiles, state->sources[to], COLORS);
            memcpy(state->sources[to], state->sources[to - 1], COLORS);
            memcpy(state->sources[to - 1], tiles, COLORS);
        }
}

/* The takes of a round are followed by its placements: never few. */
static int choices_left(const State *state) {
    (void)state;
    return 1000;
}

#include "search.h"
