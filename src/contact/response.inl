// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a contact does, whatever it is between: numbers in, numbers out. C is the gap (negative when
// too near), `weight` the inverse mass against being moved apart along the normal, the sum of
// w b^2 over the particles that share the contact with weights b.

#pragma once

#include <math.h>

#include "math/scalar.h"

// The gap that counts. A contact found `start` too near at the beginning of a substep is to open by
// no more than `most` in it, so that nothing is flung out of what it was put into.
TAUT_INLINE float taut_contact_bias(float start, float most)
{
    float after = start + most;
    return after < 0.0f ? after : 0.0f;
}

// dlambda of a rigid contact that only pushes. docs/algorithm.md (32).
TAUT_INLINE float taut_contact_push(float c, float weight, float lambda)
{
    float dl = -c / weight;
    return dl > -lambda ? dl : -lambda;
}

// The largest lambda of a contact found deep inside: what stops it, and twice what lets it leave.
// Links that hold it there, by a pin or by particles that leave another way, are stronger. A
// contact that won against them would draw them out, and what hangs on them would be flung about.
// @param fall   how far gravity moves a particle in a substep
// @param lever  how far a push of 1 moves the particle that it moves most
TAUT_INLINE float taut_contact_most(float speed, float leave, float fall, float h, float lever)
{
    float in = speed < 0.0f ? -speed : 0.0f;
    return ((2.0f * leave + in) * h + 2.0f * fall) / lever;
}

// Friction on positions: what slid since the substep began goes back, as far as the normal
// multiplier holds it (Macklin, Mueller, Chentanez and Kim, "Unified particle physics for real-time
// applications", 2014, eq. 24, with multipliers in place of distances). docs/algorithm.md (33).
// @param slid    how far the two slid over one another
// @param lambda  of the normal, of this substep
// @param rub     multiplier of friction so far in this substep; receives the new one
// @return        its change
TAUT_INLINE taut_vec3 taut_contact_rub(taut_vec3 slid, float weight, float lambda, float hold,
                                       float slide, taut_vec3* rub)
{
    taut_vec3 before = *rub;
    taut_vec3 wanted = taut_vec3_sub(before, taut_vec3_scale(slid, 1.0f / weight));
    float size = sqrtf(taut_vec3_dot(wanted, wanted));
    if (size > hold * lambda) {
        wanted = taut_vec3_scale(wanted, slide * lambda / size);
    }
    *rub = wanted;
    return taut_vec3_sub(wanted, before);
}

// Change of the speed of separation after a substep in which a contact pushed: to nothing, or to
// what is thrown back where they met faster than `rest` (Mueller, Macklin, Chentanez, Jeschke and
// Kim, "Detailed rigid body simulation with extended position based dynamics", 2020, eq. 34).
// docs/algorithm.md (34).
TAUT_INLINE float taut_contact_rebound(float speed, float speed_before, float restitution,
                                       float rest)
{
    float thrown = -speed_before > rest ? -restitution * speed_before : 0.0f;
    return thrown - speed;
}
