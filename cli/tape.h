// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Recordings of runs, and files of them: a head with the name of the scene and the number of
// frames, then the recording of each world, with its size.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scenes/scene.h"

#define TAUT_TAPE_NAME 64

typedef struct taut_tape_world {
    unsigned char* data;
    size_t size, capacity;
} taut_tape_world;

typedef struct taut_tape {
    char scene[TAUT_TAPE_NAME];
    int frames;
    taut_tape_world worlds[TAUT_SCENE_MAX_WORLDS];
    int world_count;
    bool records;
    taut_replay replays[TAUT_SCENE_MAX_WORLDS];
    int different_frame, different_world;  // the first that was not as recorded; frame 0: none
} taut_tape;

// All of these print a sentence and return false when something goes wrong.

// Starts to record every world of an open run.
bool taut_tape_record(taut_tape* tape, const taut_scene_run* run);

// After frame number `frame` (from 1) of a run that is recorded or replayed.
bool taut_tape_note(taut_tape* tape, const taut_scene_run* run, int frame);

// Ends the recordings and writes the file.
bool taut_tape_write(taut_tape* tape, const taut_scene_run* run, int frames, const char* path);

bool taut_tape_read(taut_tape* tape, const char* path);

// Has an open run take what happens from the tape.
bool taut_tape_replay(taut_tape* tape, taut_scene_run* run);

// Fine on a zeroed one.
void taut_tape_free(taut_tape* tape);
