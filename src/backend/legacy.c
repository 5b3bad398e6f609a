// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The legacy solver: what many tutorials on Verlet ropes and cloth do, faults included, so that
// they can be shown beside the right way. Units are frames: gravity is added once per substep as it
// is, velocity is multiplied by `keep`, and both stay the same however many substeps there are.
// Each free end takes half of a correction even when the other end is pinned and takes none, so a
// pinned link keeps half its error. Links go in the order of adding, one thread, one lane.

#include <math.h>

#include "backend/backend.h"

void taut_legacy_predict(taut_step* s, taut_body* b)
{
    float keep = s->solver->keep;
    taut_vec3 g = taut_vec3_scale(s->gravity, b->gravity_scale);
    for (int i = 0; i < b->particle_count; ++i) {
        taut_float4* x = &b->x[i];
        if (x->w <= 0.0f) {
            continue;
        }
        taut_float4 now = *x;
        x->x += (now.x - b->p[i].x) * keep + g.x;
        x->y += (now.y - b->p[i].y) * keep + g.y;
        x->z += (now.z - b->p[i].z) * keep + g.z;
        b->p[i] = now;
    }
}

static void take_half(taut_float4* x, taut_vec3 half)
{
    if (x->w > 0.0f) {
        x->x += half.x;
        x->y += half.y;
        x->z += half.z;
    }
}

static void relax(taut_body* b, int place)
{
    const taut_constraint_set* set = &b->blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
    taut_float4* x0 = &b->x[set->particles[2 * place]];
    taut_float4* x1 = &b->x[set->particles[2 * place + 1]];
    taut_vec3 d = taut_vec3_sub(taut_vec3_of(*x1), taut_vec3_of(*x0));
    float length = sqrtf(taut_vec3_dot(d, d));
    if (length <= 0.0f) {
        return;
    }
    float part = (set->rest[place] - length) / length * 0.5f;
    take_half(x0, taut_vec3_scale(d, -part));
    take_half(x1, taut_vec3_scale(d, part));
}

static float clamp(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

static void keep_in_bounds(const taut_solver_def* solver, taut_body* b)
{
    for (int i = 0; i < b->particle_count; ++i) {
        taut_float4* x = &b->x[i];
        if (x->w > 0.0f) {
            x->x = clamp(x->x, solver->bounds_min.x, solver->bounds_max.x);
            x->y = clamp(x->y, solver->bounds_min.y, solver->bounds_max.y);
            x->z = clamp(x->z, solver->bounds_min.z, solver->bounds_max.z);
        }
    }
}

void taut_legacy_sweep(taut_step* s, taut_body* b)
{
    const taut_blueprint* blueprint = b->blueprint;
    for (int number = 0; number < blueprint->slot_count; ++number) {
        if (blueprint->slots[number].kind == TAUT_CONSTRAINT_DISTANCE) {
            relax(b, blueprint->slots[number].place);
        }
    }
    if (s->solver->bounded) {
        keep_in_bounds(s->solver, b);
    }
}
