// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Stages that run one particle or one constraint after another on every backend.

#include <math.h>
#include <string.h>

#include "backend/backend.h"
#include "constraint/list.h"

// Kinematic particles travel evenly from where the step found them to their targets, and are
// exactly there after the last substep of the last step.
void taut_stage_move_kinematics(taut_step* s, taut_body* b)
{
    float way = (float)s->substep_count * (float)(s->steps_to_come + 1);
    float t = (float)(s->substep + 1) / way;
    bool last = s->substep + 1 == s->substep_count && s->steps_to_come == 0;
    for (int i = 0; i < b->moving_count; ++i) {
        int particle = b->moving[i];
        taut_float4 from = b->before_x[particle];
        taut_float4 to = b->q[particle];
        taut_float4* x = &b->x[particle];
        b->p[particle] = *x;
        x->x = last ? to.x : from.x + t * (to.x - from.x);
        x->y = last ? to.y : from.y + t * (to.y - from.y);
        x->z = last ? to.z : from.z + t * (to.z - from.z);
    }
}

// Tethers are rigid and never look at their multiplier, so theirs gathers over the whole step: the
// mean force is read from it.
void taut_stage_clear_multipliers(taut_step* s, taut_body* b)
{
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        if (kind != TAUT_CONSTRAINT_TETHER || s->substep == 0) {
            size_t count = (size_t)b->blueprint->sets[kind].count;
            memset(b->lambda[kind], 0, count * sizeof(float));
        }
    }
    memset(b->user_lambda, 0, (size_t)b->blueprint->user_count * sizeof(float));
}

// User constraints --------------------------------------------------------------------------------

typedef struct user_values {
    float value;
    taut_vec3 gradient[TAUT_USER_MAX_PARTICLES];
    float weight;
} user_values;

// False when the user's function sits this one out, or has no number to give.
static bool evaluate_user(const taut_body* b, const taut_user_constraint_def* def, bool planar,
                          user_values* out)
{
    taut_vec3 x[TAUT_USER_MAX_PARTICLES];
    for (int i = 0; i < def->particle_count; ++i) {
        int particle = def->particles[i];
        x[i] = taut_vec3_of(b->x[particle]);
        x[i] = b->d != NULL ? taut_vec3_add(x[i], taut_vec3_of(b->d[particle])) : x[i];
    }
    *out = (user_values){0};
    if (!def->evaluate(def->context, def->particle_count, x, &out->value, out->gradient)) {
        return false;
    }
    for (int i = 0; i < def->particle_count; ++i) {
        float w = b->x[def->particles[i]].w;
        out->gradient[i].z = planar ? 0.0f : out->gradient[i].z;
        out->weight += w * taut_vec3_dot(out->gradient[i], out->gradient[i]);
    }
    return isfinite(out->value) && isfinite(out->weight);
}

static void move_user(taut_body* b, const taut_user_constraint_def* def, const user_values* u,
                      float dl)
{
    for (int i = 0; i < def->particle_count; ++i) {
        int particle = def->particles[i];
        float w = b->x[particle].w;
        taut_float4* moved = b->d != NULL ? &b->d[particle] : &b->x[particle];
        taut_float4* target = w > 0.0f ? moved : &b->lo[particle];
        float scale = w > 0.0f ? dl * w : dl;
        target->x += scale * u->gradient[i].x;
        target->y += scale * u->gradient[i].y;
        target->z += scale * u->gradient[i].z;
    }
}

void taut_stage_project_user(taut_step* s, taut_body* b)
{
    for (int i = 0; i < b->blueprint->user_count; ++i) {
        const taut_user_constraint_def* def = &b->blueprint->users[i];
        user_values u;
        if (!evaluate_user(b, def, s->planar, &u)) {
            continue;
        }
        taut_constraint_lanes c = {.c = u.value, .weight = u.weight, .live = 1};
        taut_response r = {.alpha = def->compliance * s->alpha_scale, .lambda = b->user_lambda[i]};
        taut_sides_bounds((uint8_t)def->sides, &r.lambda_min, &r.lambda_max);
        float dl = taut_delta_lambda(&c, &r);
        b->user_lambda[i] += dl;
        move_user(b, def, &u, dl);
    }
}
