// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Times the stages of a step (taut_debug.h). A stage lasts until the next one is named, so that
// all of them together are the whole, with one look at the clock for each change.

#pragma once

#include "taut/taut_debug.h"

typedef struct taut_profile {
    bool on;
    bool running;  // a step is under way
    taut_stage stage;
    double since;            // when it began
    double (*clock)(void*);  // NULL: the system's
    void* clock_context;
    taut_stage_times times;
} taut_profile;

// Around a step. What open returns is NULL while off, and close takes it.
// @param done the step was taken, and counts
taut_profile* taut_profile_open(taut_profile* p);
void taut_profile_close(taut_profile* p, bool done);

void taut_profile_turn(taut_profile* p, taut_stage stage);

// From here on it is `stage`. Only on the thread that steps the world.
// @param profile NULL: nobody looks
static inline void taut_profile_mark(taut_profile* profile, taut_stage stage)
{
    if (profile != NULL && profile->stage != stage) {
        taut_profile_turn(profile, stage);
    }
}
