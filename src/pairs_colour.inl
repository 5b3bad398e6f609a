// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colours for pairs (pairs_colour.c): what is done with one of them, on the host as in the kernels
// of a device.

#pragma once

#include <math.h>

#include "pairs.h"

// The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): every bit in decides about
// every bit out.
TAUT_INLINE uint32_t pair_mix(uint32_t a, uint32_t b)
{
    uint64_t k = (uint64_t)a << 32 | b;
    k = (k ^ k >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    k = (k ^ k >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(k >> 32 ^ k >> 63);
}

TAUT_INLINE int pair_lowest_clear(uint64_t mask)
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

// What pairs get their colours in the order of, equal ones in their own.
TAUT_INLINE uint32_t pair_rank(const taut_pairs* p, const taut_listed* listed)
{
    uint32_t a = p->points[listed->a].number;
    uint32_t b = p->points[listed->b].number;
    return a < b ? pair_mix(a, b) : pair_mix(b, a);
}

// The first colour that neither of its points has, which both then have.
TAUT_INLINE int pair_take_colour(const taut_pairs* p, const taut_listed* listed)
{
    uint64_t used = p->used[listed->a] | p->used[listed->b];
    int colour = used != UINT64_MAX ? pair_lowest_clear(used) : TAUT_PAIR_COLOURS;
    uint64_t bit = used != UINT64_MAX ? UINT64_C(1) << colour : 0;
    p->used[listed->a] |= bit;
    p->used[listed->b] |= bit;
    return colour;
}

// Of two surfaces coefficients of friction are multiplied and the root is taken.
TAUT_INLINE taut_pair pair_of(const taut_pairs* p, const taut_listed* listed)
{
    const taut_pair_body* a = &p->bodies[p->points[listed->a].owner];
    const taut_pair_body* b = &p->bodies[p->points[listed->b].owner];
    return (taut_pair){.a = listed->a,
                       .b = listed->b,
                       .distance = listed->distance,
                       .leave = a->leave < b->leave ? a->leave : b->leave,
                       .hold = sqrtf(a->hold * b->hold),
                       .slide = sqrtf(a->slide * b->slide)};
}
