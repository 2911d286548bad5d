/* The search of `core.review.search`, compiled: the same tree, the same formula. Included once, after the rules and the
   evaluation of a game (see `kernel.h`). Nodes are numbers from 0 in a tree that Python holds and frees. */

enum { NOTHING = -1 };

typedef struct {
    State state;
    double prior;
    double sums[4 * MOST_SEATS]; /* by seat: utilities, chances to win, leads, points */
    int32_t visits, first, moves, children; /* `first` of the slots of its moves; NOTHING before they are asked for */
    int32_t outcomes, next;                 /* the newest known outcome of chance, and the next one after it */
    int8_t turn, stops, is_fixed;
} Node;

typedef struct {
    double weight;
    int32_t move, child;
} Slot;

typedef struct {
    State state;
    Value value;
} Solved;

/* Whether a seat gets so much, as far as it is known. */
enum { NOT_ASKED, NO, YES, OPEN };

/* What is proved of a position, which is known by two digests. */
typedef struct {
    uint64_t digest;
    uint64_t other : 60, half : 2, whole : 2; /* of at least a half and of the whole win of the first seat */
} Proof;

typedef struct {
    Node *nodes;
    Slot *slots;
    Solved *solved; /* open addressing, by the hash of the state */
    int32_t *solved_at;
    Proof *proofs; /* open addressing */
    int32_t nodes_used, nodes_room, slots_used, slots_room, solved_used, solved_room, proofs_used, proofs_room;
    int32_t left;   /* positions that may still be solved for the present question */
    int32_t within; /* positions with so many choices left are solved */
    double leads[MOST_SEATS]; /* about those of the positions, by seat */
    Random random;
} Tree;

static const double EXPLORATION = 0.4, LEAD_SHARE = 0.2, LEAD_SCALE = 40.0;

static inline double utility(const Tree *tree, const Value *value, int seat) {
    double worth = 0.5 + 0.5 * tanh((value->lead[seat] - tree->leads[seat]) / LEAD_SCALE);
    return (1 - LEAD_SHARE) * value->win[seat] + LEAD_SHARE * worth;
}

EXPORT int32_t kernel_state_bytes(void) { return (int32_t)sizeof(State); }
EXPORT int32_t kernel_most_moves(void) { return MOST_MOVES; }
EXPORT int32_t kernel_seats(const State *state) { return seats(state); }
EXPORT int32_t kernel_turn(const State *state) { return turn(state); }
EXPORT int32_t kernel_is_horizon(const State *state) { return is_horizon(state); }
EXPORT int32_t kernel_choices_left(const State *state) { return choices_left(state); }
EXPORT void kernel_evolve(State *state, int32_t move) { evolve(state, move); }
EXPORT void kernel_deal(State *state, uint64_t seed) { deal(state, &(Random){seed}); }
EXPORT void kernel_canonical(State *state) { canonical(state); }
EXPORT void kernel_value(const State *state, Value *value) { evaluate(state, value); }
EXPORT int32_t kernel_priors(const State *state, int32_t *moves, double *weights) {
    Move all[MOST_MOVES];
    int number = priors(state, all);
    for (int at = 0; at < number; at++) moves[at] = all[at].move, weights[at] = all[at].weight;
    return number;
}

EXPORT Tree *tree_new(uint64_t seed, int32_t within, const double *leads) {
    Tree *tree = calloc(1, sizeof(Tree));
    if (!tree) return NULL;
    tree->random.state = seed;
    tree->within = within;
    memcpy(tree->leads, leads, sizeof tree->leads);
    return tree;
}

EXPORT void tree_free(Tree *tree) {
    if (!tree) return;
    free(tree->nodes);
    free(tree->slots);
    free(tree->solved);
    free(tree->solved_at);
    free(tree->proofs);
    free(tree);
}

/* The most bytes of a tree, by part. A search goes on without new positions where one is full. */
enum { NODE_BYTES = 64 << 20, SLOT_BYTES = 32 << 20, SOLVED_BYTES = 8 << 20, PROOF_BYTES = 16 << 20 };

/* Positions that Python asks for have room where a search is full. */
enum { MOST_NODES = NODE_BYTES / sizeof(Node), MOST_SLOTS = SLOT_BYTES / sizeof(Slot), KEPT_NODES = 4096 };

/* Room for more items, of which there are `most`; 0 where there is none. */
static int has_room(void **items, int32_t used, int32_t *room, int32_t more, size_t size, int32_t most) {
    if (used + more <= *room) return 1;
    if (used + more > most) return 0;
    int32_t wanted = *room ? *room : 1024;
    while (wanted < used + more) wanted *= 2;
    if (wanted > most) wanted = most;
    void *larger = realloc(*items, (size_t)wanted * size);
    if (!larger) return 0;
    *items = larger;
    *room = wanted;
    return 1;
}

/* A new node; NOTHING where there is no room. */
EXPORT int32_t tree_node(Tree *tree, const State *state) {
    if (!has_room((void **)&tree->nodes, tree->nodes_used, &tree->nodes_room, 1, sizeof(Node), MOST_NODES))
        return NOTHING;
    Node *node = &tree->nodes[tree->nodes_used];
    memset(node, 0, sizeof(Node));
    node->state = *state;
    node->turn = (int8_t)turn(state);
    node->stops = node->turn == OVER || is_horizon(state);
    node->first = node->outcomes = node->next = NOTHING;
    return tree->nodes_used++;
}

/* True where a half is used: what follows is better searched by a new tree. */
EXPORT int32_t tree_is_used_up(const Tree *tree) {
    return tree->nodes_used > (int32_t)MOST_NODES / 2 || tree->slots_used > (int32_t)MOST_SLOTS / 2;
}

/* True if there is room for a position that a search finds, and for its moves. */
static int may_grow(Tree *tree) {
    return tree->nodes_used + KEPT_NODES < MOST_NODES && tree->slots_used + KEPT_NODES * 8 < MOST_SLOTS;
}

/* Returns 0 where there is no room for them. */
static int ask_for_moves(Tree *tree, int32_t at) {
    Move moves[MOST_MOVES];
    if (tree->nodes[at].first != NOTHING) return 1;
    int number = priors(&tree->nodes[at].state, moves);
    /* One more than it has, for the move of `tree_adopt` where the evaluation does not list it. */
    if (!has_room((void **)&tree->slots, tree->slots_used, &tree->slots_room, number + 1, sizeof(Slot), MOST_SLOTS))
        return 0;
    for (int each = 0; each < number; each++)
        tree->slots[tree->slots_used + each] = (Slot){moves[each].weight, moves[each].move, NOTHING};
    tree->nodes[at].first = tree->slots_used;
    tree->nodes[at].moves = number;
    tree->slots_used += number + 1;
    return 1;
}

/* Of eight bytes at a time; unused ones of the last word count as 0. */
static uint64_t hash(const State *state, uint64_t start) {
    uint64_t sum = start;
    for (size_t at = 0; at < sizeof(State); at += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, (const char *)state + at, sizeof(State) - at < sizeof word ? sizeof(State) - at : sizeof word);
        sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
        sum ^= sum >> 32;
    }
    return sum;
}

enum { FIRST_DIGEST = 1469598103, OTHER_DIGEST = 934665603 };

/* The place of a state in `solved_at`: where it is, or where it belongs. */
static int32_t place_of(const Tree *tree, const State *state) {
    int32_t place = (int32_t)(hash(state, FIRST_DIGEST) & (uint64_t)(tree->solved_room * 2 - 1));
    while (tree->solved_at[place] != NOTHING &&
           memcmp(&tree->solved[tree->solved_at[place]].state, state, sizeof(State)))
        place = (place + 1) & (tree->solved_room * 2 - 1);
    return place;
}

/* Where there is no room, the position will be solved again. */
static void remember(Tree *tree, const State *state, const Value *value) {
    if (tree->solved_used == tree->solved_room) {
        int32_t room = tree->solved_room ? tree->solved_room * 2 : 1024;
        if ((size_t)room * sizeof(Solved) > SOLVED_BYTES) return;
        Solved *solved = realloc(tree->solved, sizeof(Solved) * (size_t)room);
        if (!solved) return;
        tree->solved = solved;
        int32_t *solved_at = realloc(tree->solved_at, sizeof(int32_t) * 2 * (size_t)room);
        if (!solved_at) return;
        tree->solved_at = solved_at;
        tree->solved_room = room;
        memset(tree->solved_at, 0xff, sizeof(int32_t) * 2 * (size_t)tree->solved_room);
        for (int32_t each = 0; each < tree->solved_used; each++)
            tree->solved_at[place_of(tree, &tree->solved[each].state)] = each;
    }
    tree->solved[tree->solved_used] = (Solved){*state, *value};
    tree->solved_at[place_of(tree, state)] = tree->solved_used++;
}

/* The exact value of a position by the evaluation where the round ends: every seat maximizes its utility. Returns 0
   where more positions were needed than are left. */
static int solve(Tree *tree, State state, Value *value) {
    canonical(&state);
    if (tree->solved_room) {
        int32_t known = tree->solved_at[place_of(tree, &state)];
        if (known != NOTHING) {
            *value = tree->solved[known].value;
            return 1;
        }
    }
    if (--tree->left < 0) return 0;
    int seat = turn(&state);
    if (seat == OVER || is_horizon(&state)) {
        evaluate(&state, value);
    } else if (seat == CHANCE) {
        return 0;
    } else {
        Move moves[MOST_MOVES];
        int number = priors(&state, moves);
        double best = -INFINITY;
        for (int each = 0; each < number; each++) {
            State after = state;
            Value found;
            evolve(&after, moves[each].move);
            if (!solve(tree, after, &found)) return 0;
            double own = utility(tree, &found, seat);
            if (own > best) best = own, *value = found;
        }
    }
    remember(tree, &state, value);
    return 1;
}

/* The exact value of a node; 1 where at most `positions` were looked at. */
EXPORT int32_t tree_solve(Tree *tree, int32_t at, int32_t positions, Value *value) {
    tree->left = positions;
    return solve(tree, tree->nodes[at].state, value);
}

static int is_asked(const Proof *proof) { return proof->half || proof->whole; }

/* Where the state is in `proofs`, or where it belongs; NULL where there is no room for it. */
static Proof *proof_of(Tree *tree, const State *state) {
    if (tree->proofs_used * 2 >= tree->proofs_room) {
        int32_t room = tree->proofs_room ? tree->proofs_room * 2 : 1024;
        Proof *larger = (size_t)room * sizeof(Proof) <= PROOF_BYTES ? calloc((size_t)room, sizeof(Proof)) : NULL;
        if (larger) {
            for (int32_t each = 0; each < tree->proofs_room; each++) {
                if (!is_asked(&tree->proofs[each])) continue;
                size_t place = tree->proofs[each].digest & (size_t)(room - 1);
                while (is_asked(&larger[place])) place = (place + 1) & (size_t)(room - 1);
                larger[place] = tree->proofs[each];
            }
            free(tree->proofs);
            tree->proofs = larger;
            tree->proofs_room = room;
        }
    }
    if (!tree->proofs_room) return NULL;
    uint64_t digest = hash(state, FIRST_DIGEST), other = hash(state, OTHER_DIGEST) >> 4;
    size_t last = (size_t)(tree->proofs_room - 1), place = digest & last;
    while (is_asked(&tree->proofs[place])) {
        if (tree->proofs[place].digest == digest && tree->proofs[place].other == other) return &tree->proofs[place];
        place = (place + 1) & last;
    }
    if (tree->proofs_used * 8 >= tree->proofs_room * 7) return NULL;
    tree->proofs[place].digest = digest;
    tree->proofs[place].other = other;
    return &tree->proofs[place];
}

static void note_proof(Tree *tree, const State *state, int halves, int found) {
    Proof *proof = proof_of(tree, state);
    if (!proof) return;
    tree->proofs_used += !is_asked(proof);
    if (halves == 2)
        proof->whole = (unsigned)found;
    else
        proof->half = (unsigned)found;
}

/* Whether the first of two seats gets at least so many halves of the win: YES, NO, or OPEN where the match may go on
   after the round, or where more positions were needed than are left. */
static int gets(Tree *tree, State state, int halves) {
    canonical(&state);
    int seat = turn(&state);
    if (seat == OVER) {
        Value value;
        memset(&value, 0, sizeof(value));
        evaluate(&state, &value);
        return 2 * value.win[0] > halves - 0.5 ? YES : NO;
    }
    if (seat == CHANCE || is_horizon(&state)) return OPEN;
    const Proof *known = proof_of(tree, &state);
    int is_known = known ? halves == 2 ? known->whole : known->half : NOT_ASKED;
    if (is_known) return is_known;
    if (--tree->left < 0) return OPEN;
    int wanted = seat == 0 ? YES : NO, found = seat == 0 ? NO : YES;
    Move moves[MOST_MOVES];
    int number = priors(&state, moves);
    for (int each = 0; each < number && found != wanted; each++) {
        State after = state;
        evolve(&after, moves[each].move);
        int own = gets(tree, after, halves);
        if (own == wanted || own == OPEN) found = own;
    }
    if (found != OPEN || tree->left >= 0) note_proof(tree, &state, halves, found);
    return found;
}

/* True if the match is over where every seat makes the move that looks best. */
static int ends_soon(State state) {
    Move moves[MOST_MOVES];
    while (turn(&state) >= 0 && !is_horizon(&state)) {
        priors(&state, moves);
        evolve(&state, moves[0].move);
    }
    return turn(&state) == OVER;
}

enum { TOO_MANY = -2 };

/* The halves of the win that the first of two seats gets by the best moves of both, 0 to 2, whatever the points; or
   NOTHING where the match may go on after this round, TOO_MANY where that needs more `positions`. */
EXPORT int32_t tree_wins(Tree *tree, int32_t at, int32_t positions) {
    const State state = tree->nodes[at].state;
    if (!ends_soon(state)) return NOTHING;
    tree->left = positions;
    int whole = gets(tree, state, 2);
    if (whole == YES) return 2;
    int half = gets(tree, state, 1);
    if (half == NO) return 0;
    if (whole == NO && half == YES) return 1;
    return tree->left < 0 ? TOO_MANY : NOTHING;
}

static void value_of(Tree *tree, int32_t at, Value *value) {
    Node *node = &tree->nodes[at];
    if (node->is_fixed) { /* Each visit has added the same. */
        int number = seats(&node->state);
        for (int seat = 0; seat < number; seat++) {
            value->win[seat] = node->sums[number + seat] / node->visits;
            value->lead[seat] = node->sums[2 * number + seat] / node->visits;
            value->points[seat] = node->sums[3 * number + seat] / node->visits;
        }
        return;
    }
    if (!node->stops && node->turn != CHANCE && choices_left(&node->state) <= tree->within) {
        tree->left = 1 << 12;
        if (solve(tree, node->state, value)) {
            node->is_fixed = 1;
            return;
        }
    }
    evaluate(&node->state, value);
    node->is_fixed = node->stops;
}

static void visit(Tree *tree, const int32_t *path, int length) {
    Value value;
    memset(&value, 0, sizeof(value));
    value_of(tree, path[length - 1], &value);
    int number = seats(&tree->nodes[path[0]].state);
    double parts[4 * MOST_SEATS];
    for (int seat = 0; seat < number; seat++) {
        parts[seat] = utility(tree, &value, seat);
        parts[number + seat] = value.win[seat];
        parts[2 * number + seat] = value.lead[seat];
        parts[3 * number + seat] = value.points[seat];
    }
    for (int at = 0; at < length; at++) {
        Node *node = &tree->nodes[path[at]];
        for (int part = 0; part < 4 * number; part++) node->sums[part] += parts[part];
        node->visits++;
    }
}

static int32_t child_of(Tree *tree, int32_t at, int each) {
    Slot *slot = &tree->slots[tree->nodes[at].first + each];
    State state = tree->nodes[at].state;
    evolve(&state, slot->move);
    double prior = slot->weight;
    int32_t child = tree_node(tree, &state);
    if (child == NOTHING) return NOTHING;
    tree->nodes[child].prior = prior;
    tree->slots[tree->nodes[at].first + each].child = child;
    tree->nodes[at].children++;
    return child;
}

/* The child to go on with; NOTHING where there is no room for one. */
static int32_t select_child(Tree *tree, int32_t at) {
    int is_free = may_grow(tree);
    if (tree->nodes[at].first == NOTHING && !(is_free && ask_for_moves(tree, at))) return NOTHING;
    Node *node = &tree->nodes[at];
    int seat = node->turn;
    double scale = EXPLORATION * sqrt(node->visits + 1.0), best = -INFINITY;
    int32_t chosen = NOTHING;
    for (int each = 0; each < node->children; each++) {
        const Slot *slot = &tree->slots[node->first + each];
        const Node *child = &tree->nodes[slot->child];
        double own = child->sums[seat] / child->visits + scale * child->prior / (1 + child->visits);
        if (own > best) best = own, chosen = slot->child;
    }
    if (is_free && node->children < node->moves) {
        double parent = node->visits ? node->sums[seat] / node->visits : 0.5;
        if (parent + scale * tree->slots[node->first + node->children].weight > best)
            chosen = child_of(tree, at, node->children);
    }
    return chosen;
}

/* The least visited known outcome of chance, or a new one: the third after 2 to the power of 4 visits. */
static int32_t select_outcome(Tree *tree, int32_t at) {
    Node *node = &tree->nodes[at];
    int64_t known = node->children;
    if (may_grow(tree) && known * known * known * known <= node->visits) {
        State state = node->state;
        deal(&state, &tree->random);
        int32_t child = tree_node(tree, &state);
        if (child == NOTHING) return NOTHING;
        tree->nodes[child].next = tree->nodes[at].outcomes;
        tree->nodes[at].outcomes = child;
        tree->nodes[at].children++;
        return child;
    }
    int32_t chosen = node->outcomes;
    for (int32_t each = chosen; each != NOTHING; each = tree->nodes[each].next)
        if (tree->nodes[each].visits <= tree->nodes[chosen].visits) chosen = each;
    return chosen;
}

enum { LONGEST = 512 };

EXPORT void tree_grow(Tree *tree, int32_t root, int32_t visits) {
    int32_t path[LONGEST];
    while (tree->nodes[root].visits < visits) {
        int32_t at = root;
        int length = 0;
        path[length++] = at;
        while (length < LONGEST && !(tree->nodes[at].turn == OVER && at == root) &&
               (at == root || (tree->nodes[at].visits && !tree->nodes[at].is_fixed))) {
            at = tree->nodes[at].turn == CHANCE ? select_outcome(tree, at) : select_child(tree, at);
            if (at == NOTHING) break;
            path[length++] = at;
        }
        visit(tree, path, length);
    }
}

/* Values a node once, without a search. */
EXPORT void tree_visit(Tree *tree, int32_t at) { visit(tree, &at, 1); }

/* Makes a searched node the first child of an unsearched one, by the move from one to the other. Returns 0 where there
   is no room. */
EXPORT int32_t tree_adopt(Tree *tree, int32_t root, int32_t child, int32_t move) {
    State after = tree->nodes[child].state;
    canonical(&after);
    if (!ask_for_moves(tree, root)) return 0;
    Node *node = &tree->nodes[root];
    Slot *slots = &tree->slots[node->first];
    double weight = 0;
    int kept = 0;
    Slot others[MOST_MOVES];
    for (int each = 0; each < node->moves; each++) {
        State other = node->state;
        evolve(&other, slots[each].move);
        canonical(&other);
        if (slots[each].move == move || !memcmp(&other, &after, sizeof(State)))
            weight += slots[each].weight;
        else
            others[kept++] = slots[each];
    }
    slots[0] = (Slot){weight, move, child};
    memcpy(slots + 1, others, sizeof(Slot) * (size_t)kept);
    node->moves = kept + 1;
    node->children = 1;
    tree->nodes[child].prior = weight;
    return 1;
}

/* What Python reads of a node. */
typedef struct {
    int32_t at, visits, turn, is_fixed;
    double prior, sums[4 * 4];
} Seen;

static void see(const Tree *tree, int32_t at, Seen *seen) {
    const Node *node = &tree->nodes[at];
    *seen = (Seen){at, node->visits, node->turn, node->is_fixed, node->prior, {0}};
    memcpy(seen->sums, node->sums, sizeof node->sums);
}

/* A node and its children in the order of their moves; returns their number. Outcomes of chance are not given. */
EXPORT int32_t tree_read(const Tree *tree, int32_t at, Seen *own, Seen *children) {
    const Node *node = &tree->nodes[at];
    see(tree, at, own);
    if (node->turn == CHANCE) return 0;
    for (int each = 0; each < node->children; each++) see(tree, tree->slots[node->first + each].child, &children[each]);
    return node->children;
}

/* The moves of a node with their weights; returns their number, or NOTHING where there is no room for them. */
EXPORT int32_t tree_moves(Tree *tree, int32_t at, int32_t *moves, double *weights) {
    if (!ask_for_moves(tree, at)) return NOTHING;
    const Node *node = &tree->nodes[at];
    for (int each = 0; each < node->moves; each++) {
        const Slot *slot = &tree->slots[node->first + each];
        moves[each] = slot->move, weights[each] = slot->weight;
    }
    return node->moves;
}
