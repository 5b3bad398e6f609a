// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// `taut bench cuda`: what a GPU does, in its parts.

#pragma once

#include <stdio.h>

#include "cli.h"

typedef struct taut_cuda_setup {
    const char* name;  // of one case; NULL: all of them, and memory
    int frames;        // of each case, 0: as many as it says
    bool quick;        // a few frames and rounds: shows that it runs, not what it gives
    bool json;
} taut_cuda_setup;

// Returns the exit code: a hash that is not the CPU's, a device that was lost or that loses memory
// is a failure, a goal that is not met is none.
int taut_bench_cuda(const taut_cuda_setup* setup);

// Whether it has a case of that name.
bool taut_bench_cuda_has(const char* name);

// Whether bodies and worlds that come and go leave all memory of the device as it was, and a device
// that is full says so and goes on. Prints what it finds.
bool taut_bench_cuda_memory(FILE* out, bool quick);
