// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Whether a limit is out (step_limits.c): on the host and in kernels. Whoever includes this has
// limit_value(), the value of a constraint of some kind.

// Angles in radians: half a degree.
#define LIMIT_TOLERANCE 0.0087f
#define LIMIT_MOST_SWEEPS 16

LANE_FN bool limit_is_angle(int kind)
{
    return kind == TAUT_CONSTRAINT_ANGLE || kind == TAUT_CONSTRAINT_DIHEDRAL ||
           kind == TAUT_CONSTRAINT_CONE;
}

LANE_FN int limit_particles(int kind)
{
    return kind == TAUT_CONSTRAINT_ANGLE ? 3 : 4;
}

LANE_FN float limit_value_at(const taut_work* w, int kind, int place)
{
    const taut_constraint_set* set = &w->body->blueprint->sets[kind];
    const taut_batch* batch = &set->batches[place / TAUT_BATCH];
    taut_float4 none = {0.0f, 0.0f, 0.0f, 0.0f};
    taut_float4 x[TAUT_CONSTRAINT_MAX_PARTICLES] = {none, none, none, none};
    for (int i = 0; i < limit_particles(kind); ++i) {
        int seat = taut_batch_seat(batch, set->near, i, place % TAUT_BATCH);
        taut_vec3 at = taut_work_at(w, seat);
        taut_float4 corner = {at.x, at.y, at.z, w->w[seat]};
        x[i] = corner;
    }
    return limit_value(kind, x, set->rest[place]);
}

// Of those that acted in the last sweep: what got out after it has its turn in the next substep.
LANE_FN bool limit_is_out(const taut_work* w, int kind, int place)
{
    const taut_constraint_set* set = &w->body->blueprint->sets[kind];
    bool acts =
        taut_set_has(set, place) && set->play[place] > 0.0f && w->body->lambda[kind][place] != 0.0f;
    return acts && fabsf(taut_beyond_play(limit_value_at(w, kind, place), set->play[place])) >
                       LIMIT_TOLERANCE;
}
