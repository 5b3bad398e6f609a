// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// `taut bench stages`: what share of a step each of its stages takes. `taut bench tear`: what a
// tear costs beside a frame.

#pragma once

#include "cli.h"

typedef struct taut_stages_setup {
    taut_choice choice;         // none: a set of scenes that has something of everything
    int frames;                 // 0: as many as the default
    taut_backend_kind backend;  // AUTO: the best
    int threads;
    bool no_direct;
    bool json;
} taut_stages_setup;

// Seconds that this thread had of the processor; of the day where the system does not say.
double taut_thread_clock(void);

// Both return the exit code.
int taut_stages_run(const taut_stages_setup* setup);
int taut_tear_run(const taut_stages_setup* setup);
