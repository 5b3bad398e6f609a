// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#pragma once

#include "backend/backend.h"

// A body on its way through a step.
typedef struct taut_run {
    taut_step step;  // a copy: bodies do not go in step with one another
    const taut_backend* stages;
    taut_work* work;
    int iterations;  // sweeps per substep
    bool lines;      // in place of the closing phases of the schedule
    bool damps;      // velocities, after each
    bool late;       // a substep leaves the velocities to the next, which has them in the cache
    taut_parallel_for_fn* parallel_for;  // NULL: on this thread alone
    void* parallel_host;
} taut_run;

// Takes a body through all substeps of a step.
// @param r      its `step` and what runs in parallel are set
// @param memory taut_work_bytes() of the body
void taut_step_body(taut_run* r, taut_body* b, void* memory);
