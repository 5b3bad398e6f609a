// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Two particles that keep a distance. Numbers in, numbers out; what a contact does with the gap is
// in response.inl.

#pragma once

#include "contact/response.inl"

typedef struct taut_pair_gap {
    bool live;    // near enough to count
    float c;      // the gap: how far beyond their distance they are
    float start;  // what it was before the substep
    taut_vec3 n;  // from b to a
} taut_pair_gap;

// Where the way from r0 to r1 comes nearest to 0: the square of the distance.
static inline float taut_pair_nearest2(taut_vec3 r0, taut_vec3 e)
{
    float ee = taut_vec3_dot(e, e);
    float t = ee > 0.0f ? -taut_vec3_dot(r0, e) / ee : 0.0f;
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    taut_vec3 r = taut_vec3_add(r0, taut_vec3_scale(e, t));
    return taut_vec3_dot(r, r);
}

// A direction for two in one place, another for each pair.
static inline taut_vec3 taut_pair_any_way(uint32_t bits, bool planar)
{
    float x = (float)(int)(bits & 0x3ffu) - 511.5f;
    float y = (float)(int)(bits >> 10 & 0x3ffu) - 511.5f;
    float z = planar ? 0.0f : (float)(int)(bits >> 20 & 0x3ffu) - 511.5f;
    float scale = 1.0f / sqrtf(x * x + y * y + z * z);
    return (taut_vec3){x * scale, y * scale, z * scale};
}

// C = |r| - d, along r. Where the substep took one past the other (r0 and r1 point to opposite
// sides, and they came too near on the way), the direction is the one from before: C = n r1 - d
// puts each back to its side.
// @param r0, r1 from b to a, before the substep and now
// @param bits   whatever tells the pair from others
static inline taut_pair_gap taut_pair_measure(taut_vec3 r0, taut_vec3 r1, float d, uint32_t bits,
                                              bool planar)
{
    float l1 = taut_vec3_dot(r1, r1);
    bool past = taut_vec3_dot(r0, r1) < 0.0f;
    taut_pair_gap g = {.live = l1 < d * d};
    if (!g.live && !past) {
        return g;
    }
    float l0 = sqrtf(taut_vec3_dot(r0, r0));
    g.start = l0 - d;
    if (past && l0 > 0.0f) {
        g.live = g.live || taut_pair_nearest2(r0, taut_vec3_sub(r1, r0)) < d * d;
        g.n = taut_vec3_scale(r0, 1.0f / l0);
        g.c = taut_vec3_dot(g.n, r1) - d;
    } else {
        l1 = sqrtf(l1);
        g.n = l1 > 0.0f ? taut_vec3_scale(r1, 1.0f / l1) : taut_pair_any_way(bits, planar);
        g.c = l1 - d;
    }
    return g;
}
