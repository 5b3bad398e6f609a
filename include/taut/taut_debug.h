// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Looking inside: where the time of a step goes. Nothing here is needed to simulate, taut.h does
/// not include it, and nothing here changes a bit of a result.

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
