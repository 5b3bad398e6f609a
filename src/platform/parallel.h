// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Parallel sections of a step, on the world's pool, on the host's job system, or inline.

#pragma once

#include "platform/float_env.h"
#include "taut/taut.h"

typedef struct taut_pinned_task {
    taut_task_fn* task;
    void* context;
} taut_pinned_task;

// A worker's float environment is what its thread began with, a host's job thread may have any: so
// each task sets its own and puts back what was there.
static inline void taut_run_pinned(void* context, int index)
{
    const taut_pinned_task* pinned = context;
    taut_float_env before = taut_float_env_pin();
    pinned->task(pinned->context, index);
    taut_float_env_restore(before);
}

// Runs task(context, i) once for each i in 0 .. count - 1 with the float environment pinned, and
// returns when all have finished. `run` and `host` are the world's parallel_for and parallel_host;
// without `run`, and for a single task, everything happens here and now, in order.
static inline void taut_parallel(taut_parallel_for_fn* run, void* host, int count,
                                 taut_task_fn* task, void* context)
{
    taut_float_env before = taut_float_env_pin();
    if (run != NULL && count > 1) {
        taut_pinned_task pinned = {task, context};
        run(host, count, taut_run_pinned, &pinned);
    } else {
        for (int i = 0; i < count; ++i) {
            task(context, i);
        }
    }
    taut_float_env_restore(before);  // also from what the host may have changed
}
