/* What the kernels of all games share: values, moves, random numbers. A kernel is one library: the rules and the
   evaluation of a game (`core/games/<game>/evaluation/kernel.c`) with the search of `search.h` after them.

   The kernel of a game includes this file, defines the following, and then includes `search.h`:

     typedef struct State State            a position in plain bytes without pointers; unused bytes are 0
     enum { MOST_MOVES, MOST_SEATS }       at most so many different moves of a position, and seats
     static int seats(const State *)
     static int turn(const State *)        the seat to move, CHANCE or OVER, as `turn` of the game
     static int is_horizon(const State *)  as `is_horizon` of `core.game.Evaluation`
     static int priors(const State *, Move *)
                                           as `priors` of `core.game.Evaluation`; returns their number. A move is a code
                                           that the game chooses.
     static void evolve(State *, int32_t move)
     static void deal(State *, Random *)   a fair outcome of chance within a round
     static void evaluate(const State *, Value *)
                                           as `value` of `core.game.Evaluation`; where the match is over, the result
     static void canonical(State *)        the same bytes for all positions that differ at most by the names of equal
                                           displays
     static int choices_left(const State *)
                                           at most about so many choices until the horizon or the end; solved where few

   and exports `kernel_load`, which takes its weights. */

#ifndef PARTIE_KERNEL_H
#define PARTIE_KERNEL_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#if defined(_MSC_VER)
#define THREAD_LOCAL __declspec(thread)
#else
#define THREAD_LOCAL _Thread_local
#endif

enum { CHANCE = -1, OVER = -2 };

/* By seat: chances to win, leads and points, as `core.game.Value`. */
typedef struct {
    double win[4], lead[4], points[4];
} Value;

typedef struct {
    double weight;
    int32_t move;
} Move;

/* splitmix64 */
typedef struct {
    uint64_t state;
} Random;

static inline uint64_t random_bits(Random *random) {
    uint64_t bits = (random->state += 0x9E3779B97F4A7C15u);
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
    return bits ^ (bits >> 31);
}

/* A whole number from 0 to below `limit`. */
static inline uint32_t random_below(Random *random, uint32_t limit) {
    return (uint32_t)(((random_bits(random) >> 32) * limit) >> 32);
}

/* The points ahead of the best other seat. */
static inline void set_leads(Value *value, int seats) {
    for (int seat = 0; seat < seats; seat++) {
        double best = -INFINITY;
        for (int other = 0; other < seats; other++)
            if (other != seat && value->points[other] > best) best = value->points[other];
        value->lead[seat] = value->points[seat] - best;
    }
}

/* Sorts by falling weight, those of equal weight in their order. */
static inline void sort_moves(Move *moves, int number) {
    for (int at = 1; at < number; at++) {
        Move move = moves[at];
        int to = at;
        for (; to > 0 && moves[to - 1].weight < move.weight; to--) moves[to] = moves[to - 1];
        moves[to] = move;
    }
}

/* A sum of numbers that are not negative, as `math.fsum`: what the rounding of each step loses is added at the end. */
typedef struct {
    double rounded, lost;
} Sum;

static inline void add_to(Sum *sum, double number) {
    double before = sum->rounded;
    sum->rounded += number;
    sum->lost += before > number ? before - sum->rounded + number : number - sum->rounded + before;
}

static inline double whole_of(const Sum *sum) { return sum->rounded + sum->lost; }

/* The priors from worths w in `weight`, the most promising move first: proportional to
   exp((w - max(w)) / temperature) + .05 / number of moves, so that each move is searched. */
static inline void estimate_priors(Move *moves, int number, double temperature) {
    sort_moves(moves, number);
    double top = moves[0].weight, least = 0.05 / number;
    Sum sum = {0, 0};
    for (int at = 0; at < number; at++) {
        moves[at].weight = exp((moves[at].weight - top) / temperature) + least;
        add_to(&sum, moves[at].weight);
    }
    double whole = whole_of(&sum);
    for (int at = 0; at < number; at++) moves[at].weight /= whole;
}

/* The value of expected final points: the chance to win is proportional to exp(points / spread). */
static inline void estimate_value(Value *value, int seats, double spread) {
    double best = -INFINITY;
    Sum sum = {0, 0};
    for (int seat = 0; seat < seats; seat++)
        if (value->points[seat] > best) best = value->points[seat];
    for (int seat = 0; seat < seats; seat++) {
        value->win[seat] = exp((value->points[seat] - best) / spread);
        add_to(&sum, value->win[seat]);
    }
    for (int seat = 0; seat < seats; seat++) value->win[seat] /= whole_of(&sum);
    set_leads(value, seats);
}

/* The result: the most points win, equal ones share; where `ties` is given, the larger tie of equal points. */
static inline void set_result(Value *value, int seats, const int *ties) {
    int winners = 0, best = 0;
    for (int seat = 1; seat < seats; seat++)
        if (value->points[seat] > value->points[best] ||
            (ties && value->points[seat] == value->points[best] && ties[seat] > ties[best]))
            best = seat;
    for (int seat = 0; seat < seats; seat++)
        winners += value->win[seat] =
            value->points[seat] == value->points[best] && (!ties || ties[seat] == ties[best]);
    for (int seat = 0; seat < seats; seat++) value->win[seat] /= winners;
    set_leads(value, seats);
}

#endif
