// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colours for pairs, and their order by colours: what pairs_colour.c does, with the same outcome.
// Who comes first to try a colour at a point is the least of what pairs say there, and what they
// say in a round is less than in all rounds before: claims are cleared once for all rounds.

// clang-format off
#include "pairs_colour.inl"
// clang-format on

enum { CLAIM_BITS = 28 };
static_assert(TAUT_PAIR_ROUNDS <= 1 << (32 - CLAIM_BITS), "rounds in a claim");

// One block takes the rounds once it has no more pairs for each thread than this.
enum { LEFT_TO_ONE = 2 };

// Claims of some points in pieces.
static_assert(TAUT_PAIR_CLAIMS % CELLS_AT_ONCE == 0, "whole pieces for each point");

// Points without a colour, before all rounds.
LANE_FN void clear_colours(const crowd* c, share points)
{
    for (int i = points.first + LANE_RANK; i < points.end; i += LANE_TEAM) {
        c->of.used[i] = 0;
        c->of.degrees[i] = 0;
    }
    const some_cells none = {{UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}};
    some_cells* claims = (some_cells*)(void*)c->of.claims;
    int each = TAUT_PAIR_CLAIMS / CELLS_AT_ONCE;
    for (int k = points.first * each + LANE_RANK; k < points.end * each; k += LANE_TEAM) {
        claims[k] = none;
    }
    for (int seat = first_of(&c->all); seat < c->of.seat_count; seat += stride_of(&c->all)) {
        c->of.owed[seat] = 0;
    }
}

LANE_FN uint32_t* claim_at(const crowd* c, int point, int colour)
{
    return &c->of.claims[(size_t)point * TAUT_PAIR_CLAIMS + (size_t)(colour % TAUT_PAIR_CLAIMS)];
}

// In every other round the last of the list come first.
LANE_FN uint32_t claim_of(int i, int round)
{
    uint32_t turn = round % 2 == 0 ? (uint32_t)i : (UINT32_C(1) << CLAIM_BITS) - 1u - (uint32_t)i;
    return (uint32_t)(TAUT_PAIR_ROUNDS - 1 - round) << CLAIM_BITS | turn;
}

// Number k of those that have no colour yet.
LANE_FN int left_at(const crowd* c, int round, int k)
{
    return round == 0 ? k : (int)c->of.left[round % 2][k];
}

// A pair that a thread finds a colour for.
typedef struct colour_try {
    taut_listed pair;
    int number, degree, colour;
    bool open;  // it has no colour yet
} colour_try;

// Number k of those that are left; the first one where there are fewer, so that whoever has several
// asks for all of them at once.
LANE_FN colour_try colour_try_of(const crowd* c, int round, int k, int left)
{
    colour_try t = {};
    t.open = k < left;
    t.number = left_at(c, round, t.open ? k : 0);
    t.pair = c->of.pairs.listed[t.number];
    uint32_t a = c->of.degrees[t.pair.a], b = c->of.degrees[t.pair.b];
    t.degree = (int)(a > b ? a : b);
    t.colour = TAUT_PAIR_COLOURS;
    return t;
}

LANE_FN uint64_t colours_at(const crowd* c, const colour_try* t)
{
    return c->of.used[t->pair.a] | c->of.used[t->pair.b];
}

LANE_FN void claim_colour(const crowd* c, colour_try* t, int round, uint64_t used)
{
    t->colour = pair_try(&c->of.pairs, &t->pair, round, used, t->degree);
    if (t->colour < TAUT_PAIR_COLOURS) {
        team_lower(claim_at(c, t->pair.a, t->colour), claim_of(t->number, round));
        team_lower(claim_at(c, t->pair.b, t->colour), claim_of(t->number, round));
    }
}

// Whether it came first to both its points; so it is where there is no colour for it.
LANE_FN bool came_first(const crowd* c, const colour_try* t, int round)
{
    uint32_t claim = claim_of(t->number, round);
    uint32_t a = *claim_at(c, t->pair.a, t->colour), b = *claim_at(c, t->pair.b, t->colour);
    return t->colour == TAUT_PAIR_COLOURS || (a == claim && b == claim);
}

LANE_FN void note_colour(const crowd* c, int colour)
{
    if (colour == TAUT_PAIR_COLOURS) {
        team_flag(&tally_at(c)->bare);
    }
}

LANE_FN void keep_colour(const crowd* c, const colour_try* t)
{
    if (t->colour < TAUT_PAIR_COLOURS) {
        team_set_bits(&c->of.used[t->pair.a], UINT64_C(1) << t->colour);
        team_set_bits(&c->of.used[t->pair.b], UINT64_C(1) << t->colour);
    }
}

LANE_STAGE void claim_colours(const crowd* c, int round, int count)
{
    for (int n = LANE_RANK; striped(c, n) < count; n += LANE_TEAM) {
        colour_try t = colour_try_of(c, round, striped(c, n), count);
        claim_colour(c, &t, round, colours_at(c, &t));
        c->of.pairs.colours[t.number] = (uint8_t)t.colour;
    }
    team_sync(&c->all);
}

// Those that came first have their colours; others are left, and in what order does not matter.
LANE_STAGE void keep_colours(const crowd* c, int round, int count)
{
    const taut_pairs* p = &c->of.pairs;
    uint32_t* left = &tally_at(c)->left;
    for (int n = LANE_RANK; striped(c, n) < count; n += LANE_TEAM) {
        int i = left_at(c, round, striped(c, n));
        colour_try t = {p->listed[i], i, 0, p->colours[i], true};
        if (came_first(c, &t, round)) {
            keep_colour(c, &t);
            note_colour(c, t.colour);
        } else {
            c->of.left[(round + 1) % 2][team_append(left)] = (uint32_t)i;
        }
    }
}

// How far rounds have come.
typedef struct colour_state {
    int round, left;  // the next one, and pairs without a colour
    bool bare;        // there was none for some pair
} colour_state;

// Rounds of all blocks, from the first on, as long as there is much to do.
LANE_STAGE colour_state colour_together(crowd* c)
{
    colour_state s = {0, c->of.pairs.pair_count, false};
    while (s.round < TAUT_PAIR_ROUNDS && s.left > LEFT_TO_ONE * LANE_TEAM) {
        claim_colours(c, s.round, s.left);
        keep_colours(c, s.round, s.left);
        const taut_cuda_tally* t = tally_close(c);
        s.left = (int)t->left;
        s.bare = s.bare || t->bare != 0;
        s.round += 1;
    }
    return s;
}

// One round of a block, for pairs that its threads have at hand. Returns whether there is none
// left.
LANE_FN bool colour_round(const crowd* c, colour_try tries[LEFT_TO_ONE], int round)
{
    uint64_t used[LEFT_TO_ONE];
    bool first[LEFT_TO_ONE], none = true;
    TEAM_UNROLL
    for (int j = 0; j < LEFT_TO_ONE; ++j) {
        used[j] = colours_at(c, &tries[j]);
    }
    TEAM_UNROLL
    for (int j = 0; j < LEFT_TO_ONE; ++j) {
        if (tries[j].open) {
            claim_colour(c, &tries[j], round, used[j]);
        }
    }
    team_sync_block();
    TEAM_UNROLL
    for (int j = 0; j < LEFT_TO_ONE; ++j) {
        first[j] = came_first(c, &tries[j], round);
    }
    TEAM_UNROLL
    for (int j = 0; j < LEFT_TO_ONE; ++j) {
        if (tries[j].open && first[j]) {
            keep_colour(c, &tries[j]);
            tries[j].open = false;
        }
        none = none && !tries[j].open;
    }
    return team_sync_all(none);
}

// The rounds that are left, by one block, each thread with pairs of its own: it is done before all
// have waited for one another.
LANE_STAGE void colour_alone(const crowd* c, int round, int from, int left)
{
    colour_try tries[LEFT_TO_ONE];
    bool done = false;
    TEAM_UNROLL
    for (int j = 0; j < LEFT_TO_ONE; ++j) {
        tries[j] = colour_try_of(c, round, from + j * LANE_TEAM + LANE_RANK, left);
    }
    TAUT_NO_UNROLL
    for (; round < TAUT_PAIR_ROUNDS && !done; ++round) {
        done = colour_round(c, tries, round);
    }
    TEAM_UNROLL
    for (int j = 0; j < LEFT_TO_ONE; ++j) {
        if (from + j * LANE_TEAM + LANE_RANK < left) {
            int colour = tries[j].open ? TAUT_PAIR_COLOURS : tries[j].colour;
            c->of.pairs.colours[tries[j].number] = (uint8_t)colour;
            note_colour(c, colour);
        }
    }
}

// What is left after the last round has none. Returns whether there is such a pair.
LANE_STAGE bool give_colours(crowd* c)
{
    colour_state s = colour_together(c);
    if (s.left == 0) {
        return s.bare;
    }
    for (int from = 0; c->all.block == 0 && from < s.left; from += LEFT_TO_ONE * LANE_TEAM) {
        colour_alone(c, s.round, from, s.left);
    }
    return tally_close(c)->bare != 0 || s.bare;
}

// Number i of the list, its places being seats.
LANE_FN taut_pair seated_pair(const taut_pairs* p, int i)
{
    taut_pair pair = pair_of(p, &p->listed[i]);
    const taut_point a = p->points[pair.a], b = p->points[pair.b];
    pair.at[0] = p->bodies[a.owner].seat_first + a.seat;
    pair.at[1] = p->bodies[b.owner].seat_first + b.seat;
    return pair;
}

// Its particles may have to wait for it (crowd_flow.inl).
LANE_FN void put_pair(const crowd* c, int at, taut_pair pair)
{
    c->of.pairs.pairs[at] = pair;
    if (!c->of.pairs.brief) {
        return;
    }
    team_raise(&c->of.owed[pair.at[0]], c->of.degrees[pair.a]);
    team_raise(&c->of.owed[pair.at[1]], c->of.degrees[pair.b]);
}

LANE_STAGE void order_pairs(crowd* c, share s)
{
    taut_pairs* p = &c->of.pairs;
    enum { DIGITS = TAUT_PAIR_COLOURS + 2 };  // one that none has, to know where the others end
    sort_items(
        c, s, sharing_blocks(c, p->pair_count, LANE_TEAM), DIGITS, c->of.left[0],
        [&](int i) { return (uint32_t)p->colours[i]; },
        [&](int i, int at) { put_pair(c, at, seated_pair(p, i)); });
    for (int k = LANE_RANK; k < DIGITS; k += LANE_TEAM) {
        p->colour_first[k] = (int32_t)first_of_digit(c, DIGITS, (uint32_t)k);
    }
    team_sync(&c->all);
}

// As they are listed, which will do where each has a thread to itself.
LANE_STAGE void seat_pairs(const crowd* c)
{
    const taut_pairs* p = &c->of.pairs;
    for (int n = LANE_RANK; striped(c, n) < p->pair_count; n += LANE_TEAM) {
        put_pair(c, striped(c, n), seated_pair(p, striped(c, n)));
    }
}

// If the host asks for pairs it puts them in order by itself.
LANE_STAGE void colour_pairs(crowd* c)
{
    taut_pairs* p = &c->of.pairs;
    if (p->pair_count == 0) {
        return;
    }
    int whole = LANE_TEAM / TEAM_WARP * TEAM_WARP * c->all.block_count;
    bool listed = p->brief && p->pair_count <= whole;
    if (listed) {
        seat_pairs(c);
    }
    bool bare = give_colours(c);
    if (LANE_RANK == 0) {
        c->listed = listed && !bare;
        c->bare = bare;
    }
    if (!listed || bare) {
        order_pairs(c, share_of(c, p->pair_count, LANE_TEAM));
    }
    team_sync_block();  // all are to know whether they are listed
}
