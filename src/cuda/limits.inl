// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What step_limits.c does, by all threads at once.

LANE_STAGE float limit_value(int kind, const taut_float4* x, float rest)
{
    taut_constraint_lanes c = {};
    c.rest = rest;
    for (int k = 0; k < TAUT_CONSTRAINT_MAX_PARTICLES; ++k) {
        c.w[k] = x[k].w;
    }
    for (int k = 1; k < TAUT_CONSTRAINT_MAX_PARTICLES; ++k) {
        lane3 e = {x[k].x - x[0].x, x[k].y - x[0].y, x[k].z - x[0].z};
        c.e[k - 1] = e;
    }
    if (kind == TAUT_CONSTRAINT_ANGLE) {
        taut_angle_eval(&c);
    } else if (kind == TAUT_CONSTRAINT_DIHEDRAL) {
        taut_dihedral_eval(&c);
    } else {
        taut_cone_eval(&c);
    }
    return c.c;
}

#include "backend/limits.inl"

static_assert(LIMIT_MOST_SWEEPS <= TAUT_CUDA_LIMIT_ROUNDS, "there is room for each");

// Whoever finds one that is out writes the same.
LANE_STAGE void look_at_limits(const taut_cuda_job* job, const team* t, int round)
{
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        const taut_constraint_set* set = &job->blueprint.sets[kind];
        int count = limit_is_angle(kind) && set->any_play ? set->place_count : 0;
        for (int place = first_of(t); place < count; place += stride_of(t)) {
            if (limit_is_out(&job->work, kind, place)) {
                team_flag(&job->limits_out[round]);
            }
        }
    }
    team_sync(t);
}

// When nobody looks any more, and before all wait for one another again.
LANE_FN void forget_limits(const taut_cuda_job* job, const team* t)
{
    for (int i = LANE_RANK; t->block == 0 && i < LIMIT_MOST_SWEEPS; i += LANE_TEAM) {
        job->limits_out[i] = 0;
    }
}

template <bool meets> LANE_STAGE void keep_limits(taut_cuda_job* job, const team* t)
{
    for (int i = 0; i < LIMIT_MOST_SWEEPS; ++i) {
        look_at_limits(job, t, i);
        if (job->limits_out[i] == 0) {
            break;
        }
        sweep(job, t, 0, job->run.iterations + i);
        if (meets && job->run.meets) {
            contacts_solve(job, t, job->run.iterations + i, job->run.iterations + 1);
        }
    }
}
