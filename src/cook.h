// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Tethers from pins: which particles, to which pins, how long.

#pragma once

#include "builder.h"

// Sweeps over structural links where lines are asked for and cannot be had.
#define TAUT_COOKED_PASSES 3

typedef struct taut_cooked {
    taut_built_constraint* tethers;
    int count, capacity;
    int passes;  // over structural links after the tethers; 1 without any
    bool lines;  // solve them by lines instead, where that is possible
} taut_cooked;

// False when memory is short; nothing is then held.
bool taut_cook_tethers(const taut_builder* builder, taut_cooked* cooked);
void taut_cooked_free(const taut_builder* builder, taut_cooked* cooked);
