// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A progress bar on stderr, drawn only where a person can see it move, and the small facts about
// the terminal and the clock that go with it.

#pragma once

#include <stdbool.h>
#include <stdio.h>

// Seconds of a clock that only goes forward.
double taut_clock(void);

// True when a stream is a terminal that takes colours and the user has not set NO_COLOR.
bool taut_use_colour(FILE* stream);

typedef struct taut_progress {
    bool active;
    bool colour;
    bool blocks;  // the terminal shows Unicode
    const char* label;
    const char* unit;  // "frames"
    long long total;
    double started;
    double drawn;  // when the bar was last drawn
} taut_progress;

// Does nothing, now and later, unless stderr is a terminal that can go back to the line's start.
taut_progress taut_progress_open(const char* label, const char* unit, long long total);

// Draws at most some twenty times a second.
void taut_progress_update(taut_progress* progress, long long done);

// Takes the bar off the screen, before something else is printed or at the end.
void taut_progress_clear(taut_progress* progress);
