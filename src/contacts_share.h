// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A contact and the one, two or three particles that share it. Most are of one particle, which has
// all of it: functions take the number as a constant where they are called, so that each has code
// of its own. What is of one is spelled out, with the bits that loops would give: a device has such
// a particle in registers, and its compiler would not see through a loop in time.

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
    if (count == 1) {
        return sum;
    }
    for (int i = 1; i < count; ++i) {
        sum = taut_vec3_madd(sum, c->weights[i], x[i]);
    }
    return sum;
}

// Of the particles, what rows have, together.
LANE_FN taut_vec3 weighted_rows(const taut_contact* c, int count, taut_rows rows)
{
    taut_vec3 x[3];
    x[0] = taut_rows_get(rows, c->seats[0]);
    if (count > 1) {
        x[1] = taut_rows_get(rows, c->seats[1]);
    }
    if (count > 2) {
        x[2] = taut_rows_get(rows, c->seats[2]);
    }
    return weighted(c, count, x);
}

// How fast the two come apart; the collider by what it moves in this substep.
LANE_FN float parting_speed(const taut_step* s, const taut_work* w, const taut_contact* c,
                            int count, taut_vec3 carried)
{
    taut_vec3 v = weighted_rows(c, count, w->v);
    return taut_vec3_dot(c->n, taut_vec3_madd(v, -s->inverse_h, carried));
}
