// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What never changes of a body, on the device: those arrays of a blueprint that a step looks at.

#pragma once

#include "cuda/driver.h"

typedef struct taut_cuda_plan {
    taut_blueprint* of;  // held, so that no other comes to lie where it is
    int holders;         // bodies
    void* memory;        // on the device
    size_t bytes;        // of it
    taut_blueprint
        there;  // pointers are the device's; arrays a step does not look at are not there
    taut_cuda_pair* pairs;  // on the device
    taut_cuda_sheet sheet;  // likewise
    int sheet_threads;      // of a block that sweeps it; 0: it is no sheet
    struct taut_cuda_plan* next;
} taut_cuda_plan;

// The plan of a blueprint among those of `list`, or a new one; NULL when memory is short. One
// holder more.
taut_cuda_plan* taut_cuda_plan_hold(taut_driver* driver, taut_cuda_plan** list,
                                    taut_blueprint* blueprint);

// One holder less; the last one takes the plan along.
void taut_cuda_plan_drop(taut_driver* driver, taut_cuda_plan** list, taut_cuda_plan* plan);
