// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Two particles that keep a distance. Numbers in, numbers out; what a contact does with the gap is
// in response.inl.

#pragma once

#include "contact/response.inl"

// How they stood before the substep, which no push in it changes.
typedef struct taut_pair_past {
    taut_vec3 r0;  // from b to a
    float l0;      // its length
} taut_pair_past;

TAUT_INLINE taut_pair_past taut_pair_past_of(taut_vec3 a, taut_vec3 b)
{
    taut_vec3 r0 = taut_vec3_sub(a, b);
    return (taut_pair_past){r0, sqrtf(taut_vec3_dot(r0, r0))};
}

typedef struct taut_pair_gap {
    bool live;    // near enough to count
    float c;      // the gap: how far beyond their distance they are
    float start;  // what it was before the substep
    taut_vec3 n;  // from b to a
} taut_pair_gap;

// A direction for two in one place, another for each pair.
TAUT_INLINE taut_vec3 taut_pair_any_way(uint32_t bits, bool planar)
{
    float x = (float)(int)(bits & 0x3ffu) - 511.5f;
    float y = (float)(int)(bits >> 10 & 0x3ffu) - 511.5f;
    float z = planar ? 0.0f : (float)(int)(bits >> 20 & 0x3ffu) - 511.5f;
    float scale = 1.0f / sqrtf(x * x + y * y + z * z);
    return (taut_vec3){x * scale, y * scale, z * scale};
}

// The direction at the moment when two that were apart came to their distance: r0 + t e of length
// d, for the lesser t. False where that is not on the way from t = 0 to 1.
TAUT_INLINE bool taut_pair_entry(taut_vec3 r0, taut_vec3 e, float d, taut_vec3* n)
{
    float a = taut_vec3_dot(e, e);
    float b = taut_vec3_dot(r0, e);
    float c = taut_vec3_dot(r0, r0) - d * d;
    float root = b * b - a * c;
    if (!(b < 0.0f && root >= 0.0f && a > 0.0f)) {
        return false;
    }
    float t = (-b - sqrtf(root)) / a;
    *n = taut_vec3_scale(taut_vec3_add(r0, taut_vec3_scale(e, t)), 1.0f / d);
    return t <= 1.0f;
}

// Two that were too near already push along where they are now, unless the substep turned them by
// more than 60 degrees: then along where they were.
TAUT_INLINE taut_vec3 taut_pair_normal(taut_pair_past past, taut_vec3 r1, float l1, uint32_t bits,
                                       bool planar)
{
    float l0 = past.l0;
    bool turned = taut_vec3_dot(past.r0, r1) < 0.5f * l0 * l1;
    if (l0 > 0.0f && (turned || !(l1 > 0.0f))) {
        return taut_vec3_scale(past.r0, 1.0f / l0);
    }
    return l1 > 0.0f ? taut_vec3_scale(r1, 1.0f / l1) : taut_pair_any_way(bits, planar);
}

// C = n r1 - d. Two that were apart when the substep began have n from the moment they met, so that
// neither gets to the other's far side, however deep prediction took it in.
// @param r1   from b to a, now
// @param bits whatever tells the pair from others
TAUT_INLINE taut_pair_gap taut_pair_measure(taut_pair_past past, taut_vec3 r1, float d,
                                            uint32_t bits, bool planar)
{
    float l1 = taut_vec3_dot(r1, r1);
    taut_pair_gap g = {.live = l1 < d * d};
    if (!g.live && taut_vec3_dot(past.r0, r1) >= 0.0f) {
        return g;
    }
    g.start = past.l0 - d;
    if (g.start >= 0.0f) {
        g.live = taut_pair_entry(past.r0, taut_vec3_sub(r1, past.r0), d, &g.n);
    } else {
        g.n = taut_pair_normal(past, r1, sqrtf(l1), bits, planar);
    }
    g.c = taut_vec3_dot(g.n, r1) - d;
    return g;
}
