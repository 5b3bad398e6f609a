// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colours for pairs (pairs_colour.c): what is done with one of them, on the host as in the kernels
// of a device.

#pragma once

#include <math.h>

#include "pairs.h"

// The colour that a pair tries in a round, of those that are free at both its points: one of as
// many as there are pairs at the fuller of them, which most often suffice, and else the lowest.
// What is left after half of the rounds may have some more. Where it begins to look goes by the
// particles themselves, so that those at rest keep their order however often they are found; pairs
// of a particle with others whose numbers follow one another begin at places that lie evenly: the
// golden ratio.
TAUT_INLINE int pair_try(const taut_pairs* p, const taut_listed* pair, int round, uint64_t used,
                         int degree)
{
    if (used == UINT64_MAX) {
        return TAUT_PAIR_COLOURS;
    }
    int last = round < TAUT_PAIR_ROUNDS / 2 ? degree - 1 : degree + degree / 8;
    last = last < TAUT_PAIR_COLOURS ? last : TAUT_PAIR_COLOURS - 1;
    uint64_t open = ~used & UINT64_MAX >> (TAUT_PAIR_COLOURS - 1 - last);
    if (open == 0) {
        return taut_lowest_bit(~used);
    }
    uint32_t a = p->points[pair->a].number, b = p->points[pair->b].number;
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    uint32_t hash = (low + (uint32_t)(round + 32) * 0x9e3779b9u) * 0x85ebca6bu;
    hash = (hash ^ hash >> 15) * 0xc2b2ae35u + high * 0x9e3779b9u;
    int from = (int)((uint64_t)hash * (uint32_t)(last + 1) >> 32);
    uint64_t on = open >> from << from;
    return taut_lowest_bit(on != 0 ? on : open);
}

// Of two surfaces coefficients of friction are multiplied and the root is taken.
TAUT_INLINE taut_pair pair_of(const taut_pairs* p, const taut_listed* listed)
{
    const taut_pair_body* a = &p->bodies[p->points[listed->a].owner];
    const taut_pair_body* b = &p->bodies[p->points[listed->b].owner];
    return (taut_pair){.a = listed->a,
                       .b = listed->b,
                       .at = {listed->a, listed->b},
                       .distance = listed->distance,
                       .leave = a->leave < b->leave ? a->leave : b->leave,
                       .hold = sqrtf(a->hold * b->hold),
                       .slide = sqrtf(a->slide * b->slide)};
}
