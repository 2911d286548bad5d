/* The kernel of azacru: its rules and its evaluation, for the search alone. The result of a match is never its work. */

#include "kernel.h"

enum {
    SIZE = 9,
    FIELDS = SIZE * SIZE,
    DIRECTIONS = 8,
    CHEVRONS = 4,
    MOST_SEATS = 4,
    MOST_MOVES = 256,
    PASS = -1,
    NO_LIMIT = -1, /* of the turns left, before the first pass */
    GONE = -1      /* the field of a chevron that left the game */
};

/* A set of fields: a1 to i9, along the ranks. */
typedef struct {
    uint64_t low, high;
} Fields;

typedef struct {
    Fields markers[MOST_SEATS];
    int8_t field[MOST_SEATS][CHEVRONS], facing[MOST_SEATS][CHEVRONS];
    int32_t turns, last_turns, seats, chevrons;
} State;

/* As `Way` of fields.py; `last` and `ends` as sets. */
typedef struct {
    Fields between, last, ends;
    int8_t start, end, direction, distance, crosses;
} Way;

static Way ways[FIELDS][DIRECTIONS][SIZE - 1];
static int number_of_ways[FIELDS][DIRECTIONS];
static Fields region_of[FIELDS];

static inline Fields of_field(int field) {
    return field < 64 ? (Fields){(uint64_t)1 << field, 0} : (Fields){0, (uint64_t)1 << (field - 64)};
}
static inline Fields both(Fields one, Fields other) { return (Fields){one.low & other.low, one.high & other.high}; }
static inline Fields either(Fields one, Fields other) { return (Fields){one.low | other.low, one.high | other.high}; }
static inline Fields without(Fields one, Fields other) { return (Fields){one.low & ~other.low, one.high & ~other.high}; }
static inline int any(Fields fields) { return (fields.low | fields.high) != 0; }
static inline int equal(Fields one, Fields other) { return one.low == other.low && one.high == other.high; }
static inline int bits(uint64_t word) {
#if defined(__GNUC__)
    return __builtin_popcountll(word);
#else
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    return (int)(((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
#endif
}
static inline int count(Fields fields) { return bits(fields.low) + bits(fields.high); }
static inline int turned_by(int direction, int turn) { return (direction + turn) & (DIRECTIONS - 1); }

static void find_ways(void) {
    static const int files[] = {0, 1, 1, 1, 0, -1, -1, -1}, ranks[] = {1, 1, 0, -1, -1, -1, 0, 1};
    for (int field = 0; field < FIELDS; field++) {
        region_of[field] = (Fields){0, 0};
        for (int near = 0; near < FIELDS; near++)
            if (near / SIZE / 3 == field / SIZE / 3 && near % SIZE / 3 == field % SIZE / 3)
                region_of[field] = either(region_of[field], of_field(near));
    }
    for (int field = 0; field < FIELDS; field++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            Fields between = {0, 0};
            int rank = field / SIZE, file = field % SIZE, number = 0;
            for (;;) {
                rank += ranks[direction], file += files[direction];
                if (rank < 0 || rank >= SIZE || file < 0 || file >= SIZE) break;
                Way *way = &ways[field][direction][number++];
                int end = rank * SIZE + file;
                *way = (Way){between, of_field(end), either(of_field(field), of_field(end)), (int8_t)field,
                             (int8_t)end, (int8_t)direction, (int8_t)number, 0};
                way->crosses = !equal(region_of[field], region_of[end]);
                between = either(between, way->last);
            }
            number_of_ways[field][direction] = number;
        }
}

/* --- the rules --- */

static int seats(const State *state) { return state->seats; }
static int turn(const State *state) { return state->last_turns == 0 ? OVER : state->turns % state->seats; }
static int is_horizon(const State *state) { return state->last_turns == 0; }
static void canonical(State *state) { (void)state; }
static void deal(State *state, Random *random) { (void)state, (void)random; }
static int choices_left(const State *state) { return state->last_turns == NO_LIMIT ? 1000 : state->last_turns; }

/* The board from the view of one seat, as `SeatView` of moving.py. */
typedef struct {
    Fields own, rivals, chevrons;
} View;

static Fields standing(const State *state) {
    Fields all = {0, 0};
    for (int seat = 0; seat < state->seats; seat++)
        for (int each = 0; each < state->chevrons; each++)
            if (state->field[seat][each] != GONE) all = either(all, of_field(state->field[seat][each]));
    return all;
}

static View view(const State *state, int seat) {
    Fields rivals = {0, 0};
    for (int other = 0; other < state->seats; other++)
        if (other != seat) rivals = either(rivals, state->markers[other]);
    return (View){state->markers[seat], rivals, standing(state)};
}

static int reach(Fields own, int field) {
    int markers = count(both(own, region_of[field]));
    return markers ? markers : 1;
}

static int is_refused(const Way *way, const View *seen) {
    return any(both(way->last, either(seen->rivals, seen->chevrons))) ||
           (any(both(way->between, seen->chevrons)) && any(without(way->ends, seen->own)));
}

static Fields connected(const Way *way, const View *seen) {
    if (any(without(way->ends, seen->own)) || any(both(way->between, seen->chevrons))) return (Fields){0, 0};
    return way->between;
}

/* A move: the chevron, its direction, the distance less one, and 0 for no turn, 1 left, 2 right. */
static int move_of(int chevron, const Way *way, int turned) {
    return chevron | way->direction << 2 | (way->distance - 1) << 5 | turned << 8;
}

static void evolve(State *state, int32_t move) {
    int seat = state->turns % state->seats;
    state->turns++;
    if (state->last_turns != NO_LIMIT)
        state->last_turns--;
    else if (move == PASS)
        state->last_turns = state->seats - 1;
    if (move == PASS) return;
    int chevron = move & 3, turned = move >> 8;
    const Way *way = &ways[state->field[seat][chevron]][move >> 2 & 7][move >> 5 & 7];
    View seen = view(state, seat);
    Fields over = connected(way, &seen), marked = either(way->last, over);
    if (any(both(over, seen.rivals))) {
        state->field[seat][chevron] = GONE;
        state->facing[seat][chevron] = 0;
    } else {
        state->field[seat][chevron] = way->end;
        state->facing[seat][chevron] = (int8_t)turned_by(way->direction, turned == 1 ? -1 : turned == 2 ? 1 : 0);
    }
    for (int other = 0; other < state->seats; other++)
        state->markers[other] = other == seat ? either(seen.own, marked) : without(state->markers[other], marked);
}

/* --- priors --- */

static const double TEMPERATURE = 1.0, CHEVRON_WORTH = 2.0, PROSPECT = 0.5;

static int gain(int field, int direction, const View *seen) {
    int best = 0, longest = reach(seen->own, field);
    if (longest > number_of_ways[field][direction]) longest = number_of_ways[field][direction];
    for (int each = 0; each < longest; each++) {
        const Way *way = &ways[field][direction][each];
        if (any(both(way->last, either(seen->rivals, seen->chevrons)))) continue;
        if (any(both(way->between, seen->chevrons))) continue;
        int gained = any(without(way->ends, seen->own))
                         ? 1
                         : count(without(way->between, seen->own)) + count(both(way->between, seen->rivals));
        if (gained > best) best = gained;
    }
    return best;
}

static int rate_over(Move *moves, int number, int chevron, const Way *way, Fields over, const View *seen) {
    Fields fields = either(over, way->last);
    double gained = count(without(fields, seen->own)) + count(both(fields, seen->rivals));
    if (any(both(over, seen->rivals))) {
        moves[number++] = (Move){gained - CHEVRON_WORTH, move_of(chevron, way, 0)};
        return number;
    }
    View after = {either(seen->own, fields), without(seen->rivals, fields),
                  either(without(seen->chevrons, way->ends), way->last)};
    int gains[5] = {0}, crosses = way->crosses;
    for (int turn = -1 - crosses; turn < 2 + crosses; turn++)
        gains[turn + 2] = gain(way->end, turned_by(way->direction, turn), &after);
    static const int turns[] = {0, -1, 1};
    for (int turned = 0; turned < (crosses ? 3 : 1); turned++) {
        int best = 0;
        for (int turn = turns[turned] - 1; turn <= turns[turned] + 1; turn++)
            if (gains[turn + 2] > best) best = gains[turn + 2];
        moves[number++] = (Move){gained + PROSPECT * best, move_of(chevron, way, turned)};
    }
    return number;
}

static int priors(const State *state, Move *moves) {
    int seat = state->turns % state->seats, number = 0, left = 0;
    struct {
        int start;
        Fields own;
    } tables[MOST_MOVES];
    View seen = view(state, seat);
    for (int chevron = 0; chevron < state->chevrons; chevron++) {
        int field = state->field[seat][chevron];
        if (field == GONE) continue;
        int longest = reach(seen.own, field);
        for (int turn = -1; turn < 2; turn++) {
            int direction = turned_by(state->facing[seat][chevron], turn);
            for (int each = 0; each < longest && each < number_of_ways[field][direction]; each++) {
                const Way *way = &ways[field][direction][each];
                if (is_refused(way, &seen)) continue;
                Fields over = connected(way, &seen);
                if (any(both(over, seen.rivals))) {
                    Fields own = either(seen.own, either(over, way->last));
                    int known = 0;
                    while (known < left && !(tables[known].start == field && equal(tables[known].own, own))) known++;
                    if (known < left) continue;
                    tables[left].start = field, tables[left++].own = own;
                }
                number = rate_over(moves, number, chevron, way, over, &seen);
            }
        }
    }
    if (!number) moves[number++] = (Move){0, PASS};
    estimate_priors(moves, number, TEMPERATURE);
    return number;
}

/* --- the evaluation: features as of inputs.py, added up by a small network --- */

enum { MOST_HIDDEN = 64, MOST_ALIKE = 32, REGIONS = 9, MOMENTS = 12, TURNS = 48, MOST_FEATURES = 128,
       MOST_ROWS = 300 + MOST_ALIKE * 18 + 2 * 96 + 60 + 26 + 52 + 40 + 3 * TURNS + 20 };

static const int REGION_KIND[REGIONS] = {0, 1, 0, 1, 2, 1, 0, 1, 0};
static int32_t scale, hidden, features, alike_number;
static int32_t rows[MOST_ROWS * MOST_HIDDEN], out[MOST_HIDDEN];
static double spreads[3][MOMENTS];
static Fields alike[MOST_ALIKE], regions[REGIONS];
static int region, markers_at, chevron_at, place_at, gone_at, ways_at, best_at, turn_at, distance_at;

static const unsigned char *read_part(const unsigned char *bytes, void *part, size_t size) {
    memcpy(part, bytes, size);
    return bytes + size;
}

/* The weights and tables of `tables`. What is written once more, while another thread searches, is what is there. */
EXPORT void kernel_load(const unsigned char *bytes) {
    find_ways();
    bytes = read_part(bytes, &scale, sizeof scale);
    bytes = read_part(bytes, &features, sizeof features);
    bytes = read_part(bytes, &hidden, sizeof hidden);
    bytes = read_part(bytes, &alike_number, sizeof alike_number);
    bytes = read_part(bytes, alike, sizeof(Fields) * (size_t)alike_number);
    bytes = read_part(bytes, spreads, sizeof spreads);
    bytes = read_part(bytes, out, sizeof(int32_t) * (size_t)(hidden - 1));
    read_part(bytes, rows, sizeof(int32_t) * (size_t)(features * hidden));
    for (int each = 0; each < REGIONS; each++) regions[each] = region_of[(each / 3 * 3 + 1) * SIZE + each % 3 * 3 + 1];
    int *starts[] = {&region, &markers_at, &chevron_at, &place_at, &gone_at, &ways_at, &best_at, &turn_at, &distance_at};
    int sizes[] = {300, alike_number * 18, 2 * 96, 60, 26, 52, 40, 3 * TURNS, 20}, start = 0;
    for (int each = 0; each < 9; each++) *starts[each] = start, start += sizes[each];
}

static inline int least(int one, int other) { return one < other ? one : other; }

typedef struct {
    int number, feature[16];
} Moving;

static Moving moving(const State *state, int seat, Fields rivals, Fields all) {
    Fields own = state->markers[seat];
    Moving found = {0, {0}};
    int gone = 0, free = 0, most = 0;
    for (int each = 0; each < state->chevrons; each++) {
        int field = state->field[seat][each];
        if (field == GONE) {
            gone++;
            continue;
        }
        int longest = count(both(own, region_of[field])), at_home = any(both(own, of_field(field)));
        int moves = 0, best = 0;
        for (int turn = -1; turn < 2; turn++) {
            int direction = turned_by(state->facing[seat][each], turn);
            int far = least(longest ? longest : 1, number_of_ways[field][direction]);
            for (int at = 0; at < far; at++) {
                const Way *way = &ways[field][direction][at];
                if (any(both(way->last, either(rivals, all)))) continue;
                int jumps = any(both(way->between, all));
                if (at_home && any(both(way->last, own))) {
                    int gained = jumps ? 0 : count(without(way->between, own)) + count(both(way->between, rivals));
                    if (gained > best) best = gained;
                } else if (jumps)
                    continue;
                else if (!best)
                    best = any(without(way->last, own));
                moves++;
            }
        }
        int kind = REGION_KIND[field / SIZE / 3 * 3 + field % SIZE / 3];
        found.feature[found.number++] = chevron_at + least(moves, 11) * 8 + least(best, 7);
        found.feature[found.number++] = place_at + kind * 10 + longest;
        free += moves;
        if (best > most) most = best;
    }
    found.feature[found.number++] = gone_at + gone;
    found.feature[found.number++] = ways_at + least(free, 25);
    found.feature[found.number++] = best_at + (state->turns % state->seats == seat) * 10 + least(most, 9);
    return found;
}

/* The feature of a rival's chevrons by that of the own ones. */
static int of_rival(int feature) {
    if (feature < place_at) return feature + 96;
    if (feature < gone_at) return feature + 30;
    if (feature < ways_at) return feature + 13;
    return feature + (feature < best_at ? 26 : 20);
}

static double expected(const State *state, int seat, Fields every, const Moving *moves) {
    Fields own = state->markers[seat], rivals = without(every, own);
    int feature[MOST_FEATURES], number = 0;
    for (int each = 0; each < REGIONS; each++)
        feature[number++] = region + REGION_KIND[each] * 100 + count(both(own, regions[each])) * 10 +
                            count(both(rivals, regions[each]));
    for (int each = 0; each < alike_number; each++) {
        feature[number++] = markers_at + each * 18 + count(both(own, alike[each]));
        feature[number++] = markers_at + each * 18 + 9 + count(both(rivals, alike[each]));
    }
    for (int other = 0; other < state->seats; other++)
        for (int each = 0; each < moves[other].number; each++)
            feature[number++] = other == seat ? moves[other].feature[each] : of_rival(moves[other].feature[each]);
    feature[number++] = turn_at + (state->seats - 2) * TURNS + least(state->turns / state->seats, TURNS - 1);
    int after = ((seat - state->turns) % state->seats + state->seats) % state->seats;
    feature[number++] = distance_at + after * 5 + (state->last_turns == NO_LIMIT ? 4 : state->last_turns);
    int32_t sums[MOST_HIDDEN] = {0};
    for (int each = 0; each < number; each++) {
        const int32_t *row = rows + feature[each] * hidden;
        for (int unit = 0; unit < hidden; unit++) sums[unit] += row[unit];
    }
    int64_t above = 0;
    for (int unit = 1; unit < hidden; unit++)
        if (sums[unit] > 0) above += (int64_t)out[unit - 1] * sums[unit];
    return count(own) + (double)((int64_t)sums[0] * scale + above) / ((double)scale * scale);
}

static void evaluate(const State *state, Value *value) {
    Fields every = {0, 0}, all = standing(state);
    for (int seat = 0; seat < state->seats; seat++) every = either(every, state->markers[seat]);
    if (state->last_turns == 0) {
        for (int seat = 0; seat < state->seats; seat++) value->points[seat] = count(state->markers[seat]);
        set_result(value, state->seats, NULL);
        return;
    }
    Moving moves[MOST_SEATS];
    for (int seat = 0; seat < state->seats; seat++)
        moves[seat] = moving(state, seat, without(every, state->markers[seat]), all);
    for (int seat = 0; seat < state->seats; seat++) value->points[seat] = expected(state, seat, every, moves);
    estimate_value(value, state->seats, spreads[state->seats - 2][least(state->turns / state->seats / 4, MOMENTS - 1)]);
}

#include "search.h"
