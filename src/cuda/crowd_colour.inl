// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colours for pairs, and their order by colours: what pairs_colour.c does, with the same outcome.
// A pair takes its colour once it comes first at both its points of those that have none (Jones and
// Plassmann, "A parallel graph coloring heuristic", 1993): the colour that going through all pairs
// in their order would give it.

// clang-format off
#include "pairs_colour.inl"
// clang-format on

enum { NO_COLOUR = 255 };

// A round of pair i: who comes first is in one array, the next round's in another. True where it
// has a colour now.
LANE_FN bool try_colour(const crowd* c, int i, int round)
{
    const taut_pairs* p = &c->of.pairs;
    const taut_listed* pair = &p->listed[i];
    const uint64_t* now = c->of.least[round % 3];
    uint64_t* next = c->of.least[(round + 1) % 3];
    uint64_t key = (uint64_t)c->of.ranks[i] << 32 | (uint32_t)i;
    if (now[pair->a] == key && now[pair->b] == key) {
        p->colours[i] = (uint8_t)pair_take_colour(p, pair);
        return true;
    }
    team_lower_long(&next[pair->a], key);
    team_lower_long(&next[pair->b], key);
    return false;
}

// One round of all that have none. Returns how many are left. In the last round that all take part
// in, these are listed.
LANE_STAGE uint32_t colour_some(crowd* c, int round, bool lists)
{
    const taut_pairs* p = &c->of.pairs;
    uint64_t* later = c->of.least[(round + 2) % 3];
    uint32_t left = 0;
    for (int i = first_of(&c->all); i < p->pair_count; i += stride_of(&c->all)) {
        if (p->colours[i] == NO_COLOUR && !try_colour(c, i, round)) {
            left += 1;
            if (lists) {
                c->of.few[team_add(&tally_at(c)->left, 1)] = (uint32_t)i;
            }
        }
    }
    for (int i = first_of(&c->all); i < p->point_count; i += stride_of(&c->all)) {
        later[i] = UINT64_MAX;
    }
    uint32_t sum = sum_of_block(c, left);
    if (LANE_RANK == 0 && !lists && sum > 0) {
        team_add(&tally_at(c)->left, sum);
    }
    return tally_close(c)->left;
}

// The few that are left are for one block, whose threads wait for one another sooner. `later` of
// the points of those that are done is nobody's any more.
LANE_STAGE void colour_few(const crowd* c, int round, int count)
{
    const taut_pairs* p = &c->of.pairs;
    for (bool done = false; !done; ++round) {
        uint64_t* later = c->of.least[(round + 2) % 3];
        bool mine = true;
        for (int k = LANE_RANK; k < count; k += LANE_TEAM) {
            int i = (int)c->of.few[k];
            if (p->colours[i] == NO_COLOUR) {
                team_put_long(&later[p->listed[i].a], UINT64_MAX);
                team_put_long(&later[p->listed[i].b], UINT64_MAX);
                mine = try_colour(c, i, round) && mine;
            }
        }
        done = team_sync_all(mine);
    }
}

LANE_STAGE void give_colours(crowd* c)
{
    uint32_t left = (uint32_t)c->of.pairs.pair_count;
    int round = 0;
    while (left > TAUT_CUDA_FEW_PAIRS) {
        left = colour_some(c, round++, false);
    }
    if (left == 0) {
        return;
    }
    left = colour_some(c, round++, true);
    if (left > 0 && c->all.block == 0) {
        colour_few(c, round, (int)left);
    }
    team_sync(&c->all);
}

LANE_STAGE void order_pairs(crowd* c)
{
    taut_pairs* p = &c->of.pairs;
    share s = share_of(c, p->pair_count, LANE_TEAM);
    auto colour = [&](int i) { return (uint32_t)p->colours[i]; };
    count_digits(c, s, colour);
    team_sync(&c->all);
    hear_bins(c, sharing_blocks(c, p->pair_count, LANE_TEAM), TAUT_PAIR_COLOURS + 1);
    place_bins(c);
    for (int k = LANE_RANK; k <= TAUT_PAIR_COLOURS + 1; k += LANE_TEAM) {
        p->colour_first[k] = (int32_t)c->first[k];
    }
    put_by_digits(c, s, colour, [&](int i, int at) { p->pairs[at] = pair_of(p, &p->listed[i]); });
    team_sync(&c->all);
}

LANE_STAGE void colour_pairs(crowd* c)
{
    if (c->of.pairs.pair_count > 0) {
        give_colours(c);
        order_pairs(c);
    }
}
