// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A backend is a table of the stages that step.c names. Backends differ in how they walk the data;
// the maths of every stage is written once, in src/constraint/*.inl and src/backend/integrate.inl.

#pragma once

#include <math.h>

#include "air/field.h"
#include "backend/work.h"
#include "base/atomic.h"
#include "collide/collider.h"
#include "profile.h"
#include "taut/taut.h"

// One step under way, as the backend sees it: views of arrays and numbers, never the world.
typedef struct taut_step {
    taut_body** bodies;  // those that take part
    int body_count;
    const taut_solver_def* solver;
    const taut_collider_set* colliders;
    taut_vec3 gravity;
    float max_speed;
    bool planar;

    const taut_air* air;
    double time;  // of the world, when the step begins

    float dt;
    int substep_count;
    int substep;  // the one at hand, from 0
    float h;      // dt / substep_count
    float inverse_h;
    float alpha_scale;  // 1/h^2, or 0 where compliance does not count
    int steps_to_come;  // in which kinematic particles go on to their targets

    atomic_size_t* clamped_count;  // particles slowed to max_speed
    taut_profile* profile;         // of the thread that steps the world; NULL: nobody looks
    struct taut_watcher* watcher;  // of a body (watch.h); NULL: nobody watches
} taut_step;

// How the constraints of a colour are visited.
typedef struct taut_visit {
    bool fresh;  // their multipliers begin at 0
    bool kept;   // and will be looked at again: by a later visit of this substep, by the damping
                 // of velocities, or after the step
} taut_visit;

// Of all particles; of those seated from `first` to `end`; of the constraints of a colour.
typedef void taut_stage_fn(const taut_step* s, taut_work* w);
typedef void taut_range_fn(const taut_step* s, taut_work* w, int first, int end);
typedef void taut_project_fn(const taut_step* s, taut_work* w, const taut_colour* colour,
                             taut_visit visit);

// Solves the lines of a batch (lines.h).
// @param scratch taut_line_scratch() of the body
typedef void taut_lines_fn(const taut_step* s, taut_work* w, int batch, void* scratch,
                           taut_visit visit);

// Between steps: the values of the constraints of a kind in `count` batches from number `first` on,
// by place, those of empty lanes undefined; of the work, only x counts.
typedef void taut_evaluate_fn(const taut_work* w, int first, int count, float* out);

// Between steps: fills in the body's normals.
// @param sums room to work in: TAUT_SEAT_ALIGN more than the body has particles
typedef void taut_normals_fn(taut_body* body, taut_float4* sums);

// Solves all chains of a group for this substep (direct.h); those that lanes cannot take stay as
// they are, and have a bit in what is returned. TAUT_BATCH further up they have another where what
// stands in TAUT_CHAIN_LAMBDA is no guess of what their multipliers will be.
struct taut_chains;
typedef unsigned taut_chains_fn(const taut_step* s, const struct taut_chains* chains,
                                taut_visit visit);

typedef struct taut_backend {
    taut_range_fn* predict;
    taut_project_fn* project[TAUT_CONSTRAINT_KIND_COUNT];
    taut_stage_fn* sweep_list;  // in place of the schedule; NULL where the schedule rules
    bool forces;                // `project` adds forces: each constraint once per substep
    taut_lines_fn* lines;       // NULL where they are swept like everything else
    bool verlet;                // velocity is the difference to the position before
    taut_chains_fn* chains;     // NULL where trees are not solved directly
    taut_range_fn* air;         // by elements (surface.h): what each of them pushes
    taut_range_fn* correct_velocities;
    taut_project_fn* damp[TAUT_CONSTRAINT_KIND_COUNT];  // NULL where velocities are not damped
    taut_evaluate_fn* evaluate[TAUT_CONSTRAINT_KIND_COUNT];
    taut_normals_fn* normals;
} taut_backend;

// The stages of each solver on each set of instructions; `fine` for bodies that keep corrections
// apart from positions, which only XPBD knows. NULL where this build has no such instructions.
typedef const taut_backend* taut_backend_fn(taut_solver_kind solver, bool fine);
taut_backend_fn taut_backend_scalar;
taut_backend_fn taut_backend_sse2, taut_backend_avx2, taut_backend_avx512;
taut_backend_fn taut_backend_neon, taut_backend_simd128;

// The function of a backend, NULL where this build or this machine has none; and the best there is.
taut_backend_fn* taut_backend_find(taut_backend_kind kind);
taut_backend_kind taut_backend_best(void);

// Whether this build knows of devices, and one answers (cuda/); `why` receives why not.
bool taut_device_answers(const char** why);

// Kinematic particles travel evenly from where the step found them to their targets, and are
// exactly there after the last substep of the last step.
TAUT_INLINE taut_vec3 taut_kinematic_place(const taut_step* s, taut_vec3 from, taut_vec3 to)
{
    float way = (float)s->substep_count * (float)(s->steps_to_come + 1);
    float t = (float)(s->substep + 1) / way;
    bool last = s->substep + 1 == s->substep_count && s->steps_to_come == 0;
    taut_vec3 between = {from.x + t * (to.x - from.x), from.y + t * (to.y - from.y),
                         from.z + t * (to.z - from.z)};
    return last ? to : between;
}

TAUT_INLINE void taut_move_kinematic(const taut_step* s, const taut_work* w, int seat,
                                     taut_vec3 from, taut_vec3 to)
{
    if (w->p.x != NULL) {
        taut_rows_set(w->p, seat, taut_rows_get(w->x, seat));
    }
    taut_rows_set(w->x, seat, taut_kinematic_place(s, from, to));
}

// Stages that are the same everywhere.
void taut_stage_move_kinematics(const taut_step* s, taut_work* w);
void taut_stage_project_user(const taut_step* s, taut_work* w, bool fresh);

// The legacy solver: one particle, one link after another.
void taut_legacy_predict(const taut_step* s, taut_work* w, int first, int end);
void taut_legacy_sweep(const taut_step* s, taut_work* w);
void taut_legacy_relax(taut_work* w, int place);           // one link of the sweep
void taut_legacy_bound(const taut_step* s, taut_work* w);  // after all of them

// As far as a constraint may pull (low) and push (high), from its taut_sides.
TAUT_INLINE void taut_sides_bounds(uint8_t sides, float* low, float* high)
{
    *low = sides == TAUT_SIDES_COMPRESSION ? 0.0f : -INFINITY;
    *high = sides == TAUT_SIDES_TENSION ? 0.0f : INFINITY;
}
