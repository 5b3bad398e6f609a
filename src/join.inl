// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What is done with one attachment in a sweep, on the host (joins.c) as in the kernels of a device.

#pragma once

#include <math.h>

#include "attachments.h"
#include "backend/backend.h"
#include "collide/collider.h"
#include "constraint/list.h"

// Where what holds it stands at the end of a substep: a place, or a point of a collider.
TAUT_INLINE taut_vec3 join_place(const taut_join* j, const taut_step* s, int substep)
{
    float t = (float)(substep + 1) / (float)s->substep_count;
    if (j->collider >= 0) {
        taut_pose pose = taut_collider_pose(&s->colliders->items[j->collider], t);
        return taut_pose_out(&pose, j->place);
    }
    taut_vec3 way = taut_vec3_sub(j->place, j->from);
    bool there = substep + 1 == s->substep_count;
    return there ? j->place : taut_vec3_add(j->from, taut_vec3_scale(way, t));
}

// The reach goes evenly through a step, as places and targets do.
TAUT_INLINE float join_reach(const taut_join* j, const taut_step* s, int substep)
{
    float t = (float)(substep + 1) / (float)s->substep_count;
    bool there = substep + 1 == s->substep_count;
    return there ? j->reach_to : j->reach_from + t * (j->reach_to - j->reach_from);
}

TAUT_INLINE taut_vec3 join_end_at(const taut_join_end* e)
{
    return e->work != NULL ? taut_work_at(e->work, e->seat) : taut_vec3_of(*e->still);
}

TAUT_INLINE float join_end_weight(const taut_join_end* e)
{
    return e->work != NULL ? e->work->w[e->seat] : 0.0f;
}

// Moves a free particle, and notes what presses on a held one.
TAUT_INLINE void join_push(const taut_join_end* e, taut_vec3 impulse)
{
    float w = join_end_weight(e);
    if (w > 0.0f) {
        taut_work_push(e->work, e->seat, taut_vec3_scale(impulse, w));
    } else if (e->work != NULL) {
        taut_rows lo = e->work->lo;
        taut_rows_set(lo, e->seat, taut_vec3_add(taut_rows_get(lo, e->seat), impulse));
    }
}

// Of what is drawn in, and comes faster than the string is taken in while that slows down: the
// reduced mass is braked by up to this many times draw_acceleration. Once is what it takes to stop
// in time; the rest makes up for steps, within which it slows down evenly and the string does not.
#define JOIN_HOLD_BACK 2.0f

TAUT_INLINE float join_most_push(const taut_join* j, float weight, float h)
{
    bool holds = j->brake > 0.0f && weight > 0.0f;
    return holds ? JOIN_HOLD_BACK * j->brake * h * h / weight : 0.0f;
}

// From what is held to what holds it; and the sum of w |dC/dx|^2.
typedef struct join_way {
    taut_vec3 d;
    float weight;
} join_way;

TAUT_INLINE join_way join_way_of(const taut_join* j, const taut_step* s, int substep)
{
    taut_vec3 at = {0.0f, 0.0f, 0.0f};
    float weight = join_end_weight(&j->ends[0]);
    for (int k = 0; k < j->count; ++k) {
        const taut_join_end* e = &j->ends[1 + k];
        at = taut_vec3_add(at, taut_vec3_scale(join_end_at(e), j->weights[k]));
        weight += j->weights[k] * j->weights[k] * join_end_weight(e);
    }
    at = j->count > 0 ? at : join_place(j, s, substep);
    join_way way = {taut_vec3_sub(at, join_end_at(&j->ends[0])), weight};
    return way;
}

// C = |d| - reach: the same update as every constraint.
// @param fresh  the first sweep of a substep
LANE_FN void join_project(taut_join* j, const taut_step* s, int substep, bool fresh)
{
    join_way way = join_way_of(j, s, substep);
    float length = sqrtf(taut_vec3_dot(way.d, way.d));
    taut_constraint_lanes c = {.c = length - join_reach(j, s, substep),
                               .weight = way.weight,
                               .live = -(int)(length > 0.0f)};
    taut_response r = {.alpha = j->compliance * s->alpha_scale,
                       .lambda = fresh ? 0.0f : j->lambda,
                       .lambda_min = -INFINITY,
                       .lambda_max = join_most_push(j, way.weight, s->h),
                       .soft = true,
                       .bounded = true};
    float dl = taut_delta_lambda(&c, &r);
    j->lambda = r.lambda + dl;
    taut_vec3 pull = taut_vec3_scale(way.d, length > 0.0f ? -dl / length : 0.0f);
    j->sum = taut_vec3_add(j->sum, pull);
    join_push(&j->ends[0], pull);
    for (int k = 0; k < j->count; ++k) {
        join_push(&j->ends[1 + k], taut_vec3_scale(pull, -j->weights[k]));
    }
}
