// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colours for pairs: those of one colour share no particle. Greedy, in the order of a hash of the
// pair, which is what the method of Jones and Plassmann finds in parallel (docs/decisions/0020).

#include "pairs_colour.inl"

#include <string.h>

// The number of pairs of each colour goes to colour_first, one entry on.
static void give_colours(taut_pairs* p)
{
    for (int i = 0; i < p->pair_count; ++i) {
        p->order[i] = (taut_keyed){pair_rank(p, &p->listed[i]), (uint32_t)i};
    }
    const taut_keyed* order = taut_radix_sort(p->order, p->order_scratch, p->pair_count, 32);
    memset(p->used, 0, (size_t)p->point_count * sizeof *p->used);
    memset(p->colour_first, 0, sizeof p->colour_first);
    for (int i = 0; i < p->pair_count; ++i) {
        int colour = pair_take_colour(p, &p->listed[order[i].number]);
        p->colours[order[i].number] = (uint8_t)colour;
        p->colour_first[colour + 1] += 1;
    }
}

void taut_pairs_colour(taut_pairs* p)
{
    give_colours(p);
    int32_t at[TAUT_PAIR_COLOURS + 1];
    for (int k = 0; k <= TAUT_PAIR_COLOURS; ++k) {
        p->colour_first[k + 1] += p->colour_first[k];
        at[k] = p->colour_first[k];
    }
    for (int i = 0; i < p->pair_count; ++i) {
        p->pairs[at[p->colours[i]]++] = pair_of(p, &p->listed[i]);
    }
}
