// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A contact and the one, two or three particles that share it. Most are of one particle, which has
// all of it: functions take the number as a constant where they are called, so that each has code
// of its own.

#pragma once

#include "contacts.h"
#include "math/lane.h"

LANE_FN int seats_of(const taut_contact* c)
{
    return c->seats[1] < 0 ? 1 : c->seats[2] < 0 ? 2 : 3;
}

LANE_FN float share_of(const taut_contact* c, int count, int i)
{
    return count == 1 ? 1.0f : c->weights[i];
}

LANE_FN taut_vec3 weighted(const taut_contact* c, int count, const taut_vec3* x)
{
    taut_vec3 sum = taut_vec3_scale(x[0], share_of(c, count, 0));
    for (int i = 1; i < count; ++i) {
        sum = taut_vec3_madd(sum, c->weights[i], x[i]);
    }
    return sum;
}

// How fast the two come apart; the collider by what it moves in this substep.
LANE_FN float parting_speed(const taut_step* s, const taut_work* w, const taut_contact* c,
                            int count, taut_vec3 carried)
{
    taut_vec3 v[3];
    for (int i = 0; i < count; ++i) {
        v[i] = taut_rows_get(w->v, c->seats[i]);
    }
    return taut_vec3_dot(c->n, taut_vec3_madd(weighted(c, count, v), -s->inverse_h, carried));
}
