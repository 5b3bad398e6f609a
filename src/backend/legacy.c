// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The legacy solver: what many tutorials on Verlet ropes and cloth do, faults included, so that
// they can be shown beside the right way. Units are frames: gravity is added once per substep as it
// is, velocity is multiplied by `keep`, and both stay the same however many substeps there are.
// Each free end takes half of a correction even when the other end is pinned and takes none, so a
// pinned link keeps half its error. Links go in the order of adding, one thread, one lane.

#include <math.h>

#include "backend/backend.h"

void taut_legacy_predict(const taut_step* s, taut_work* w, int first, int end)
{
    float keep = s->solver->keep;
    taut_vec3 g = taut_vec3_scale(s->gravity, w->body->gravity_scale);
    for (int i = first; i < end; ++i) {
        if (w->w[i] <= 0.0f) {
            continue;
        }
        taut_vec3 now = taut_rows_get(w->x, i);
        taut_vec3 kept = taut_vec3_scale(taut_vec3_sub(now, taut_rows_get(w->p, i)), keep);
        taut_rows_set(w->x, i, taut_vec3_add(now, taut_vec3_add(kept, g)));
        taut_rows_set(w->p, i, now);
    }
}

static void take_half(taut_work* w, int seat, taut_vec3 half)
{
    if (w->w[seat] > 0.0f) {
        taut_rows_set(w->x, seat, taut_vec3_add(taut_rows_get(w->x, seat), half));
    }
}

void taut_legacy_relax(taut_work* w, int place)
{
    const taut_constraint_set* set = &w->body->blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
    const taut_batch* batch = &set->batches[place / TAUT_BATCH];
    int seat0 = taut_batch_seat(batch, set->near, 0, place % TAUT_BATCH);
    int seat1 = taut_batch_seat(batch, set->near, 1, place % TAUT_BATCH);
    taut_vec3 d = taut_vec3_sub(taut_rows_get(w->x, seat1), taut_rows_get(w->x, seat0));
    float length = sqrtf(taut_vec3_dot(d, d));
    if (length <= 0.0f) {
        return;
    }
    float part = (set->rest[place] - length) / length * 0.5f;
    take_half(w, seat0, taut_vec3_scale(d, -part));
    take_half(w, seat1, taut_vec3_scale(d, part));
}

static float clamp(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

void taut_legacy_bound(const taut_step* s, taut_work* w)
{
    const taut_solver_def* solver = s->solver;
    const taut_seating* seating = &w->body->blueprint->schedule.seating;
    for (int i = 0; solver->bounded && i < seating->first[seating->part_count]; ++i) {
        if (w->w[i] > 0.0f) {
            w->x.x[i] = clamp(w->x.x[i], solver->bounds_min.x, solver->bounds_max.x);
            w->x.y[i] = clamp(w->x.y[i], solver->bounds_min.y, solver->bounds_max.y);
            w->x.z[i] = clamp(w->x.z[i], solver->bounds_min.z, solver->bounds_max.z);
        }
    }
}

void taut_legacy_sweep(const taut_step* s, taut_work* w)
{
    const taut_blueprint* blueprint = w->body->blueprint;
    for (int number = 0; number < blueprint->slot_count; ++number) {
        if (blueprint->slots[number].kind == TAUT_CONSTRAINT_DISTANCE &&
            taut_blueprint_has(blueprint, number)) {
            taut_legacy_relax(w, blueprint->slots[number].place);
        }
    }
    taut_legacy_bound(s, w);
}
