// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Limits that a blow drives into. What a leg that stands on its toes has to carry comes down on it
// through every bone above, one joint in a sweep, and meanwhile the ankle gives way: by six degrees
// for a human of 75 kg who falls two metres. Where a limit is out, sweeps and contacts go on.

#include "constraint/evaluate.h"
#include "step.h"

// Angles in radians: half a degree.
#define TOLERANCE 0.0087f
#define MOST_SWEEPS 16

static bool is_angle(int kind)
{
    return kind == TAUT_CONSTRAINT_ANGLE || kind == TAUT_CONSTRAINT_DIHEDRAL ||
           kind == TAUT_CONSTRAINT_CONE;
}

// Trees and gases have ways of their own to repeat themselves, other solvers none.
bool taut_run_has_limits(const taut_run* r)
{
    const taut_blueprint* p = r->work->body->blueprint;
    bool any = false;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        any = any || (is_angle(kind) && p->sets[kind].any_play);
    }
    return any && !r->direct && !r->gas && !r->stages->forces && r->stages->sweep_list == NULL;
}

static float value_of(const taut_work* w, int kind, int place)
{
    const taut_constraint_set* set = &w->body->blueprint->sets[kind];
    const taut_batch* batch = &set->batches[place / TAUT_BATCH];
    int count = taut_constraint_kind_info((taut_constraint_kind)kind)->particle_count;
    taut_float4 x[TAUT_CONSTRAINT_MAX_PARTICLES] = {{0}};
    for (int i = 0; i < count; ++i) {
        int seat = taut_batch_seat(batch, set->near, i, place % TAUT_BATCH);
        taut_vec3 at = taut_work_at(w, seat);
        x[i] = (taut_float4){at.x, at.y, at.z, w->w[seat]};
    }
    return taut_constraint_evaluate((taut_constraint_kind)kind, x, set->rest[place], 0.0f).value;
}

// Of those that acted in the last sweep: what got out after it has its turn in the next substep.
static bool any_out(const taut_work* w, int kind)
{
    const taut_constraint_set* set = &w->body->blueprint->sets[kind];
    const float* lambda = w->body->lambda[kind];
    for (int place = 0; set->any_play && place < set->place_count; ++place) {
        bool acts = taut_set_has(set, place) && set->play[place] > 0.0f && lambda[place] != 0.0f;
        if (acts &&
            fabsf(taut_beyond_play(value_of(w, kind, place), set->play[place])) > TOLERANCE) {
            return true;
        }
    }
    return false;
}

static bool limits_out(const taut_run* r)
{
    bool out = false;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT && !out; ++kind) {
        out = is_angle(kind) && any_out(r->work, kind);
    }
    return out;
}

void taut_run_keep_limits(taut_run* r)
{
    for (int i = 0; r->limits && i < MOST_SWEEPS && limits_out(r); ++i) {
        taut_run_project(r, r->iterations + i);
        taut_run_meet(r, r->iterations + i);
    }
}
