// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A backend is a table of the stages that step.c names. Backends differ in how they walk the data;
// the maths of every stage is written once, in src/constraint/*.inl and src/backend/integrate.inl.

#pragma once

#include "body.h"
#include "taut/taut.h"

// One step under way, as the backend sees it: views of arrays and numbers, never the world.
typedef struct taut_step {
    taut_body** bodies;  // those that take part
    int body_count;
    const taut_solver_def* solver;
    taut_vec3 gravity;
    float max_speed;
    bool planar;

    float dt;
    int substep_count;
    int substep;  // the one at hand, from 0
    float h;      // dt / substep_count
    float inverse_h;
    float alpha_scale;  // 1/h^2, or 0 where compliance does not count
    int steps_to_come;  // in which kinematic particles go on to their targets

    int64_t clamped_count;  // particles slowed to max_speed
} taut_step;

typedef void taut_stage_fn(taut_step* s, taut_body* b);
typedef void taut_project_fn(taut_step* s, taut_body* b, const taut_colour* colour);

typedef struct taut_backend {
    taut_stage_fn* move_kinematics;
    taut_stage_fn* predict;
    taut_stage_fn* clear_multipliers;
    taut_project_fn* project[TAUT_CONSTRAINT_KIND_COUNT];
    taut_stage_fn* sweep_list;  // in place of the schedule; NULL where the schedule rules
    bool forces;                // `project` adds forces: each constraint once per substep
    taut_stage_fn* correct_velocities;
    taut_project_fn* damp[TAUT_CONSTRAINT_KIND_COUNT];  // NULL where velocities are not damped
} taut_backend;

// The stages of each solver at each lane width; `fine` for bodies that keep corrections apart from
// positions, which only XPBD knows.
const taut_backend* taut_backend_lanes1(taut_solver_kind solver, bool fine);
const taut_backend* taut_backend_lanes4(taut_solver_kind solver, bool fine);
const taut_backend* taut_backend_lanes8(taut_solver_kind solver, bool fine);

// Stages that are the same everywhere.
void taut_stage_move_kinematics(taut_step* s, taut_body* b);
void taut_stage_clear_multipliers(taut_step* s, taut_body* b);
void taut_stage_project_user(taut_step* s, taut_body* b);

// The legacy solver: one particle, one link after another.
void taut_legacy_predict(taut_step* s, taut_body* b);
void taut_legacy_sweep(taut_step* s, taut_body* b);

// As far as a constraint may pull (low) and push (high), from its taut_sides.
static inline void taut_sides_bounds(uint8_t sides, float* low, float* high)
{
    *low = sides == TAUT_SIDES_COMPRESSION ? 0.0f : -3.4e38f;
    *high = sides == TAUT_SIDES_TENSION ? 0.0f : 3.4e38f;
}
