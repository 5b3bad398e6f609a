// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What pairs of particles do to one of them in a sweep, while they do it (crowd_step.inl): `moved`
// of its place says by its last number how many pairs of the particle have been solved, and whether
// any of them pushed: as bits, of which the last is for that. All of it is 0 otherwise.

#pragma once

#include "pairs_step.inl"

LANE_FN float mark_of(uint32_t solved, bool pushed)
{
    uint32_t bits = solved << 1 | (uint32_t)pushed;
    float mark;
    memcpy(&mark, &bits, sizeof mark);
    return mark;
}

LANE_FN uint32_t bits_of_mark(float mark)
{
    uint32_t bits;
    memcpy(&bits, &mark, sizeof bits);
    return bits;
}

LANE_FN bool has_pushed(float mark)
{
    return (bits_of_mark(mark) & 1u) != 0;
}

// What pairs did to a particle once so many of them have been solved.
LANE_FN taut_float4 hear_moved(const taut_pair_place* place, uint32_t solved)
{
    taut_float4 told = {0.0f, 0.0f, 0.0f, 0.0f};
    bool heard = solved == 0;
    do {
        if (!heard) {
            told = team_ask(&place->moved, solved << 1);
            heard = bits_of_mark(told.w) >> 1 >= solved;
        }
    } while (!team_agree(heard));
    return told;
}

LANE_FN void forget_moved(taut_pair_place* place)
{
    taut_float4 none = {0.0f, 0.0f, 0.0f, 0.0f};
    place->moved = none;
}
