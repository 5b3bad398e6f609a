// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// taut run --copies: many copies of a scene in one world, what they came to, and whether each is
// what the scene is by itself.

#pragma once

#include "cli.h"
#include "scenes/batch.h"

typedef struct taut_copies {
    const taut_scene* scene;
    taut_scene_options options;
    int count;
    int frames;
    int verify;  // copies to run by themselves, too
    bool json;
    bool expects;  // a hash of all
    uint64_t expected;
} taut_copies;

// Returns the exit code, after everything has been printed.
int taut_copies_run(const taut_copies* copies);
