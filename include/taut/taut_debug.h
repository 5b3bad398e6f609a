// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Looking inside: where the time of a step goes, what each constraint does, where bodies touch.
/// Nothing here is needed to simulate, taut.h does not include it, and nothing here changes a bit
/// of a result.

#pragma once

#include "taut/taut.h"

/// The parts of a step that are timed apart.
typedef enum taut_stage {
    TAUT_STAGE_OPEN = 0,       ///< the step opens: forces, pins, colliders, who is awake
    TAUT_STAGE_COPY,           ///< bodies into memory to work in, and back
    TAUT_STAGE_PREDICT,        ///< particles move on; velocities too, where one pass does both
    TAUT_STAGE_AIR,            ///< wind on surfaces and ropes
    TAUT_STAGE_GAS,            ///< what presses on surfaces from within
    TAUT_STAGE_SWEEP,          ///< constraints one by one
    TAUT_STAGE_LINES,          ///< rows and columns of cloth, each at once
    TAUT_STAGE_DIRECT,         ///< ropes and trees, each at once
    TAUT_STAGE_USER,           ///< constraints of the host: its callbacks
    TAUT_STAGE_CONTACT_FIND,   ///< bodies and colliders: what may touch, and where it meets
    TAUT_STAGE_CONTACT_SOLVE,  ///< and is pushed apart
    TAUT_STAGE_PAIR_FIND,      ///< particles that may touch one another
    TAUT_STAGE_PAIR_ORDER,     ///< those pairs by colours
    TAUT_STAGE_PAIR_SOLVE,     ///< and pushed apart
    TAUT_STAGE_JOIN,           ///< attachments and knots
    TAUT_STAGE_VELOCITIES,     ///< where they go apart from prediction; damping of rates
    TAUT_STAGE_THREADS,        ///< bodies that threads take whole, one each: not told apart
    TAUT_STAGE_TEAR,           ///< limits are looked at; what is beyond them breaks
    TAUT_STAGE_CLOSE,          ///< the step closes: finite or not, loads on colliders, who sleeps
    TAUT_STAGE_REPORT,         ///< the meter of stiffness, a recording
    TAUT_STAGE_COUNT
} taut_stage;

/// "open", "copy", ...; NULL for anything else.
TAUT_API const char* taut_stage_name(taut_stage stage);

/// Wall-clock time on the thread that steps the world.
typedef struct taut_stage_times {
    double seconds[TAUT_STAGE_COUNT];  ///< by stage; together they are `whole`
    double whole;                      ///< in steps, s
    int64_t steps;                     ///< that were timed
} taut_stage_times;

/// Starts timing the steps to come, from zero, or stops it; a world is made with it off. Costs
/// nothing while off, and a look at the clock at each change of stage while on, some ten in a
/// substep of a body: a fifth of the step of a dozen particles, nothing to speak of with thousands.
/// By taut_budget_def.clock where that is given, else the system's monotonic clock. With threads a
/// stage lasts until the slowest of them is done; the pass of a large body that goes on from
/// prediction into its first constraints then counts as a sweep.
/// @return TAUT_ERROR_INVALID where there is no clock: this build knows none, and the world was
///         given none
TAUT_API taut_result taut_world_time_stages(taut_world* world, bool on);

/// What the steps since taut_world_time_stages() took; stays readable after it was stopped. All 0
/// for NULL, and where no step was timed. Steps that settling and trials take are not among them.
TAUT_API taut_stage_times taut_world_stage_times(const taut_world* world);

/// Something that happened to a watched body within a step: one projection of one constraint, or
/// one stage for all of its particles.
typedef struct taut_watched {
    /// OPEN: as the step finds it. Then for each substep AIR (where it blows), PREDICT, for each
    /// sweep GAS, SWEEP (one constraint), LINES (rows, or columns), USER, DIRECT, JOIN, PAIR_SOLVE
    /// and CONTACT_SOLVE, then VELOCITIES, which has a constraint where the rate of one is damped.
    taut_stage stage;
    int substep;        ///< from 0
    int substep_count;  ///< of this step
    int iteration;      ///< of the sweeps of this substep, from 0; -1 before and after them
    float h;            ///< seconds of a substep
    /// As numbered by the builder; -1 where a stage is over for all of the body. What follows, up
    /// to `force`, is then 0.
    int constraint;
    taut_constraint_kind kind;
    int particle_count;
    int particles[TAUT_CONSTRAINT_MAX_PARTICLES];       ///< unused ones are -1
    float inverse_mass[TAUT_CONSTRAINT_MAX_PARTICLES];  ///< 1/kg, 0 of what is held
    taut_vec3 before[TAUT_CONSTRAINT_MAX_PARTICLES];    ///< places, metres
    taut_vec3 after[TAUT_CONSTRAINT_MAX_PARTICLES];
    float value_before;  ///< C there, in metres, radians, m^2 or m^3
    float value_after;
    /// Lambda, kg m for a link: what this substep has added up to (of a tether, this step), and by
    /// how much the projection changed it. 0 with TAUT_SOLVER_LEGACY, which has none.
    float multiplier, change;
    float force;  ///< -multiplier / h^2 in the unit of the kind: newtons; > 0 pulls together
    /// Where all particles are now, m, and their velocities, m/s. Valid during the call. Those that
    /// came by tearing beyond what the body had room for when it was first watched are missing.
    taut_vec3_view places, velocities;
} taut_watched;

/// Called on the thread that steps the world, in the midst of the step. It may look at what it is
/// given, and call nothing that takes the world.
typedef void taut_watch_fn(void* context, const taut_watched* what);

/// Has the steps to come told in full for one body: it goes through its constraints one at a time,
/// in the order of the schedule, by the same arithmetic, and arrives at the same bits. All other
/// bodies go on as they do. Costs nothing while nobody watches; a watched body goes on one thread,
/// a constraint at a time, some ten times as slow, and the callback comes on top. Steps of settling
/// and of trials tell nothing. A body that sleeps, is frozen or destroyed is not told of.
/// @param watch called each time; NULL ends the watching of whatever body it was. One body of a
///              world is watched at a time: another call takes its place
/// @return TAUT_ERROR_INVALID where there is no such body; TAUT_ERROR_OUT_OF_MEMORY; watching goes
///         on as before then
TAUT_API taut_result taut_world_watch(taut_world* world, taut_body_id body, taut_watch_fn* watch,
                                      void* context);

/// A place where a body touches a collider, or a particle another.
typedef struct taut_contact_point {
    taut_body_id body;
    int particle_count;         ///< 1: a particle touches; 2: an edge; 3: a triangle
    int particles[3];           ///< of the body; unused ones are -1
    float weights[3];           ///< what each has of it; together 1
    taut_collider_id collider;  ///< 0 where two particles touch
    taut_body_id other_body;    ///< 0 where a collider is touched; may be the same body
    int other_particle;         ///< -1 likewise
    taut_vec3 place;   ///< on the collider's surface, or halfway between the particles; metres
    taut_vec3 normal;  ///< of length 1, away from the collider or the other particle
    taut_vec3 force;   ///< on the body, in the last substep: N, with friction and rebound
} taut_contact_point;

/// Where bodies touched in the last substep of the last step: those places alone that pushed.
/// Bodies in the order of their slots, then pairs of particles; the same order on every machine and
/// with any number of threads. What sleeps touches colliders as when it fell asleep; pairs of which
/// nobody is awake are not told of, nor is what is attached. What is done between steps (bodies
/// come or go, colliders go, a snapshot is put back) may take places away until the next step.
/// @param points   receives the first `capacity` of them; may be NULL where that is 0
/// @param capacity >= 0
/// @return how many there are, also where that is more than `capacity`; 0 for NULL
TAUT_API int taut_world_contact_points(const taut_world* world, taut_contact_point* points,
                                       int capacity);
