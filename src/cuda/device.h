// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The part that a device plays in a world: bodies it can take go through their substeps there, the
// others on the host as in any world. Both give the same bits, so nobody can tell which.

#pragma once

#include "cuda/plan.h"
#include "world.h"

typedef struct taut_device {
    taut_driver* driver;
    taut_cuda_plan* plans;
    taut_cuda_job* jobs;        // room on the host for those of a step
    taut_cuda_job* jobs_there;  // and on the device
    size_t* clamped;            // particles slowed to max_speed: on the host,
    size_t* clamped_there;      // and on the device
    taut_body** bodies;         // whose they are
    int capacity;               // of jobs and bodies
    long taken;                 // bodies it took through a step, so far
    bool lost;                  // it failed: everything goes on on the host
} taut_device;

// A body's share of the device.
typedef struct taut_device_body {
    taut_cuda_plan* plan;
    unsigned char *work, *work_there;  // working copy, laid out alike
    size_t work_bytes;
    float* lambda_there;
    taut_cuda_move *moves, *moves_there;
    void* line_rows;  // on the device
    taut_run run;     // of the step under way
    taut_work opened;
} taut_device_body;
