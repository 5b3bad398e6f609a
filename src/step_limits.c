// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Limits that a blow drives into. What a leg that stands on its toes has to carry comes down on it
// through every bone above, one joint in a sweep, and meanwhile the ankle gives way: by six degrees
// for a human of 75 kg who falls two metres. Where a limit is out, sweeps and contacts go on.

#include "constraint/evaluate.h"
#include "step.h"

// After what has lanes of its own by that name.
#include "math/lane.h"

static float limit_value(int kind, const taut_float4* x, float rest)
{
    return taut_constraint_evaluate((taut_constraint_kind)kind, x, rest, 0.0f).value;
}

// clang-format off
#include "backend/limits.inl"
// clang-format on

// Trees and gases have ways of their own to repeat themselves, other solvers none.
bool taut_run_has_limits(const taut_run* r)
{
    const taut_blueprint* p = r->work->body->blueprint;
    bool any = false;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        any = any || (limit_is_angle(kind) && p->sets[kind].any_play);
    }
    return any && !r->direct && !r->gas && !r->stages->forces && r->stages->sweep_list == NULL;
}

static bool any_out(const taut_work* w, int kind)
{
    const taut_constraint_set* set = &w->body->blueprint->sets[kind];
    for (int place = 0; set->any_play && place < set->place_count; ++place) {
        if (limit_is_out(w, kind, place)) {
            return true;
        }
    }
    return false;
}

static bool limits_out(const taut_run* r)
{
    bool out = false;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT && !out; ++kind) {
        out = limit_is_angle(kind) && any_out(r->work, kind);
    }
    return out;
}

void taut_run_keep_limits(taut_run* r)
{
    for (int i = 0; r->limits && i < LIMIT_MOST_SWEEPS && limits_out(r); ++i) {
        taut_run_project(r, r->iterations + i);
        taut_run_meet(r, r->iterations + i);
    }
}
