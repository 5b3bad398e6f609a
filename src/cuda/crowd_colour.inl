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

// Points without a colour, before all rounds.
LANE_FN void clear_colours(const crowd* c, share points)
{
    for (int i = points.first + LANE_RANK; i < points.end; i += LANE_TEAM) {
        c->of.used[i] = 0;
        c->of.degrees[i] = 0;
    }
    size_t end = (size_t)points.end * TAUT_PAIR_CLAIMS;
    for (size_t k = (size_t)points.first * TAUT_PAIR_CLAIMS + (size_t)LANE_RANK; k < end;
         k += (size_t)LANE_TEAM) {
        c->of.claims[k] = UINT32_MAX;
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

// Number k of those of a block that have no colour yet.
LANE_FN int left_at(const crowd* c, share s, int round, int k)
{
    return round == 0 ? s.first + k : (int)c->of.left[round % 2][s.first + k];
}

LANE_STAGE void claim_colours(const crowd* c, share s, int round, int count)
{
    const taut_pairs* p = &c->of.pairs;
    for (int k = LANE_RANK; k < count; k += LANE_TEAM) {
        int i = left_at(c, s, round, k);
        taut_listed pair = p->listed[i];
        uint32_t a = c->of.degrees[pair.a], b = c->of.degrees[pair.b];
        int degree = (int)(a > b ? a : b);
        int colour = pair_try(p, &pair, round, c->of.used[pair.a] | c->of.used[pair.b], degree);
        p->colours[i] = (uint8_t)colour;
        if (colour < TAUT_PAIR_COLOURS) {
            team_lower(claim_at(c, pair.a, colour), claim_of(i, round));
            team_lower(claim_at(c, pair.b, colour), claim_of(i, round));
        }
    }
    team_sync(&c->all);
}

// Those that came first have their colours. Returns how many of this block have not; the order in
// which these stand does not matter.
LANE_STAGE int keep_colours(crowd* c, share s, int round, int count)
{
    const taut_pairs* p = &c->of.pairs;
    if (LANE_RANK == 0) {
        c->sum = 0;
    }
    team_sync_block();
    for (int k = LANE_RANK; k < count; k += LANE_TEAM) {
        int i = left_at(c, s, round, k);
        int colour = p->colours[i];
        if (colour == TAUT_PAIR_COLOURS) {
            continue;
        }
        taut_listed pair = p->listed[i];
        uint32_t claim = claim_of(i, round);
        if (*claim_at(c, pair.a, colour) == claim && *claim_at(c, pair.b, colour) == claim) {
            team_set_bits(&c->of.used[pair.a], UINT64_C(1) << colour);
            team_set_bits(&c->of.used[pair.b], UINT64_C(1) << colour);
        } else {
            c->of.left[(round + 1) % 2][s.first + (int)team_add(&c->sum, 1)] = (uint32_t)i;
        }
    }
    team_sync_block();
    if (LANE_RANK == 0 && c->sum > 0) {
        team_add(&tally_at(c)->left, c->sum);
    }
    return (int)c->sum;
}

// `s` are the pairs of this block from the first round to the last.
LANE_STAGE void give_colours(crowd* c, share s)
{
    int count = s.end - s.first, round = 0;
    uint32_t left = 1;
    for (; round < TAUT_PAIR_ROUNDS && left > 0; ++round) {
        claim_colours(c, s, round, count);
        count = keep_colours(c, s, round, count);
        left = tally_close(c)->left;
    }
    for (int k = LANE_RANK; k < count; k += LANE_TEAM) {
        c->of.pairs.colours[left_at(c, s, round, k)] = TAUT_PAIR_COLOURS;
    }
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

LANE_STAGE void order_pairs(crowd* c, share s)
{
    taut_pairs* p = &c->of.pairs;
    enum { DIGITS = TAUT_PAIR_COLOURS + 2 };  // one that none has, to know where the others end
    sort_items(
        c, s, sharing_blocks(c, p->pair_count, LANE_TEAM), DIGITS, c->of.left[0],
        [&](int i) { return (uint32_t)p->colours[i]; },
        [&](int i, int at) { p->pairs[at] = seated_pair(p, i); });
    for (int k = LANE_RANK; k < DIGITS; k += LANE_TEAM) {
        p->colour_first[k] = (int32_t)first_of_digit(c, DIGITS, (uint32_t)k);
    }
    team_sync(&c->all);
}

LANE_STAGE void colour_pairs(crowd* c)
{
    int count = c->of.pairs.pair_count;
    if (count > 0) {
        share s = share_of(c, count, LANE_TEAM);
        give_colours(c, s);
        order_pairs(c, s);
    }
}
