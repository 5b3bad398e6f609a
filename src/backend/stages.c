// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Stages that run one particle or one constraint after another on every backend.

#include <math.h>
#include <string.h>

#include "backend/backend.h"
#include "constraint/list.h"

void taut_stage_move_kinematics(const taut_step* s, taut_work* w)
{
    const taut_body* b = w->body;
    const int32_t* seat_of = b->blueprint->schedule.seating.seat_of;
    for (int i = 0; i < b->moving_count; ++i) {
        int particle = b->moving[i];
        int seat = seat_of[particle];
        taut_move_kinematic(s, w, seat, taut_vec3_of(b->before_x[particle]),
                            taut_vec3_of(b->q[particle]));
    }
}

// User constraints --------------------------------------------------------------------------------

typedef struct user_values {
    float value;
    taut_vec3 gradient[TAUT_USER_MAX_PARTICLES];
    float weight;
} user_values;

// False when the user's function sits this one out, or has no number to give.
static bool evaluate_user(const taut_work* w, const taut_user_constraint_def* def, bool planar,
                          user_values* out)
{
    const int32_t* seat_of = w->body->blueprint->schedule.seating.seat_of;
    taut_vec3 x[TAUT_USER_MAX_PARTICLES];
    for (int i = 0; i < def->particle_count; ++i) {
        int seat = seat_of[def->particles[i]];
        x[i] = taut_rows_get(w->x, seat);
        x[i] = w->body->fine ? taut_vec3_add(x[i], taut_rows_get(w->d, seat)) : x[i];
    }
    *out = (user_values){0};
    if (!def->evaluate(def->context, def->particle_count, x, &out->value, out->gradient)) {
        return false;
    }
    for (int i = 0; i < def->particle_count; ++i) {
        float mass = w->w[seat_of[def->particles[i]]];
        out->gradient[i].z = planar ? 0.0f : out->gradient[i].z;
        out->weight += mass * taut_vec3_dot(out->gradient[i], out->gradient[i]);
    }
    return isfinite(out->value) && isfinite(out->weight);
}

static void move_user(taut_work* w, const taut_user_constraint_def* def, const user_values* u,
                      float dl)
{
    const int32_t* seat_of = w->body->blueprint->schedule.seating.seat_of;
    taut_rows moved = w->body->fine ? w->d : w->x;
    for (int i = 0; i < def->particle_count; ++i) {
        int seat = seat_of[def->particles[i]];
        bool free = w->w[seat] > 0.0f;
        taut_rows target = free ? moved : w->lo;
        taut_vec3 change = taut_vec3_scale(u->gradient[i], free ? dl * w->w[seat] : dl);
        taut_rows_set(target, seat, taut_vec3_add(taut_rows_get(target, seat), change));
    }
}

void taut_stage_project_user(const taut_step* s, taut_work* w, bool fresh)
{
    const taut_blueprint* blueprint = w->body->blueprint;
    for (int i = 0; i < blueprint->user_count; ++i) {
        const taut_user_constraint_def* def = &blueprint->users[i];
        float* lambda = &w->body->user_lambda[i];
        *lambda = fresh ? 0.0f : *lambda;
        user_values u;
        if (!evaluate_user(w, def, s->planar, &u)) {
            continue;
        }
        taut_constraint_lanes c = {.c = u.value, .weight = u.weight, .live = 1};
        taut_response r = {.alpha = def->compliance * s->alpha_scale,
                           .lambda = *lambda,
                           .soft = true,
                           .bounded = true};
        taut_sides_bounds((uint8_t)def->sides, &r.lambda_min, &r.lambda_max);
        float dl = taut_delta_lambda(&c, &r);
        *lambda += dl;
        move_user(w, def, &u, dl);
    }
}
