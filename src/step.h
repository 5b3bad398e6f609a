// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#pragma once

#include "watch.h"

// Sweeps over the links of trees after the direct solve, where contacts press.
#define TAUT_SETTLING 4

// A body on its way through a step.
typedef struct taut_run {
    taut_step step;  // a copy: bodies do not go in step with one another
    const taut_backend* stages;
    taut_work* work;
    int iterations;  // sweeps per substep
    bool lines;      // in place of the closing phases of the schedule
    bool damps;      // velocities, after each
    bool direct;     // trees are solved, not swept
    bool together;   // with those of other bodies
    bool in_step;    // with bodies that it acts on: goes from substep to substep with them
    bool meets;      // colliders
    bool limits;     // of angles: swept on where they are out
    bool rubs;       // has friction, which looks at the multipliers of the substep before
    bool gas;        // presses on its surface
    bool late;       // a substep leaves the velocities to the next, which has them in the cache
    taut_parallel_for_fn* parallel_for;  // NULL: on this thread alone
    void* parallel_host;
    int32_t first_tied;   // of its members of knots (knots.h), -1
    taut_watcher* watch;  // NULL: nobody watches
} taut_run;

// The parts of a step, for those that take bodies through it (here and crowd.c): the working copy
// is made, then for each substep prediction, every sweep by its number and contacts after it, and
// velocities; in the end the copy is stored.
// @param r      its `step`, what runs in parallel, and how it goes with other bodies are set
// @param memory taut_work_bytes() of the body
void taut_run_open(taut_run* r, taut_body* b, taut_work* work, void* memory);
void taut_run_predict(taut_run* r);
void taut_run_project(taut_run* r, int i);
void taut_run_meet(taut_run* r, int i);
void taut_run_keep_limits(taut_run* r);  // after the last sweep
void taut_run_correct(taut_run* r);
void taut_run_close(taut_run* r);

// How the body of `work` goes through its substeps: what taut_run_open() does before it copies
// anything.
void taut_run_set_up(taut_run* r, taut_work* work);

// Whether a body asks for positions before each substep.
bool taut_step_asks_for_past(const taut_body* b);

// Whether prediction goes on into the first phase.
bool taut_run_opens_with_prediction(const taut_run* r);

// Takes a body through all substeps of a step.
// @param r      its `step` and what runs in parallel are set
// @param memory taut_work_bytes() of the body
void taut_step_body(taut_run* r, taut_body* b, void* memory);

// Takes bodies of one blueprint through a step side by side, on this thread, so that lanes can go
// across their chains.
// @param count  TAUT_FEWEST_ACROSS to TAUT_BATCH
// @param memory taut_work_bytes_of_many() of them
void taut_step_bodies(const taut_step* step, taut_body* const* bodies, int count, void* memory);

// Bodies up to this many seats go through a step whole, each on one thread, where there are enough
// of them to keep all threads busy. Larger ones go one after another, shared out by clusters.
static inline bool taut_step_is_small(const taut_body* b)
{
    return b->blueprint->schedule.seating.seat_count <= 16384;
}

// Whether that is worth it, and whether two bodies may.
bool taut_step_goes_along(const taut_step* step, const taut_body* b);
bool taut_step_side_by_side(const taut_body* a, const taut_body* b);

// Calls task(context, i) for each i below count, in parallel where the run has what it takes and
// nobody watches.
void taut_run_each(const taut_run* r, int count, taut_task_fn* task, void* context);

// Air and gas (step_air.c): before the first substep, before each, before each sweep by its number,
// and after each substep.
void taut_run_open_air(taut_run* r);
void taut_run_blow(taut_run* r);
void taut_run_press(taut_run* r, int i);
void taut_run_close_gas(taut_run* r);

// Whether it has limits that are to be kept (step_limits.c).
bool taut_run_has_limits(const taut_run* r);

// Trees of links (step_trees.c): before the first substep, and after a sweep: the i-th, or the only
// one.
void taut_run_open_trees(taut_run* r);
void taut_run_solve_trees(taut_run* r, int i);
void taut_runs_open_trees(taut_run* runs, int count, float* memory);
void taut_runs_solve_trees(taut_run* runs, int count, float* memory);
