// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colours for pairs: those of one colour share no particle. Greedy, in the order of a hash of the
// pair, which is what the method of Jones and Plassmann finds in parallel (docs/decisions/0020).

#include <math.h>
#include <string.h>

#include "collide/collider.h"
#include "pairs.h"

// The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): every bit in decides about
// every bit out.
static uint32_t mix(uint32_t a, uint32_t b)
{
    uint64_t k = (uint64_t)a << 32 | b;
    k = (k ^ k >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    k = (k ^ k >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(k >> 32 ^ k >> 63);
}

static int lowest_clear(uint64_t mask)
{
    int bit = 0;
    for (int step = 32; step > 0; step /= 2) {
        uint64_t low = (UINT64_C(1) << step) - 1;
        if ((mask >> bit & low) == low) {
            bit += step;
        }
    }
    return bit;
}

// The number of pairs of each colour goes to colour_first, one entry on.
static void give_colours(taut_pairs* p)
{
    for (int i = 0; i < p->pair_count; ++i) {
        uint32_t a = p->points[p->listed[i].a].number;
        uint32_t b = p->points[p->listed[i].b].number;
        p->order[i] = (taut_keyed){a < b ? mix(a, b) : mix(b, a), (uint32_t)i};
    }
    const taut_keyed* order = taut_radix_sort(p->order, p->order_scratch, p->pair_count, 32);
    memset(p->used, 0, (size_t)p->point_count * sizeof *p->used);
    memset(p->colour_first, 0, sizeof p->colour_first);
    for (int i = 0; i < p->pair_count; ++i) {
        const taut_listed* pair = &p->listed[order[i].number];
        uint64_t used = p->used[pair->a] | p->used[pair->b];
        int colour = used != UINT64_MAX ? lowest_clear(used) : TAUT_PAIR_COLOURS;
        uint64_t bit = used != UINT64_MAX ? UINT64_C(1) << colour : 0;
        p->used[pair->a] |= bit;
        p->used[pair->b] |= bit;
        p->colours[order[i].number] = (uint8_t)colour;
        p->colour_first[colour + 1] += 1;
    }
}

// Of two surfaces coefficients of friction are multiplied and the root is taken.
static taut_pair pair_of(const taut_pairs* p, const taut_listed* listed)
{
    const taut_collision_def* a = &p->bodies[p->points[listed->a].owner].body->collision;
    const taut_collision_def* b = &p->bodies[p->points[listed->b].owner].body->collision;
    return (taut_pair){.a = listed->a,
                       .b = listed->b,
                       .distance = listed->distance,
                       .leave = a->leave_speed < b->leave_speed ? a->leave_speed : b->leave_speed,
                       .hold =
                           sqrtf(taut_surface_hold(&a->surface) * taut_surface_hold(&b->surface)),
                       .slide = sqrtf(a->surface.friction * b->surface.friction)};
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
