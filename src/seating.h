// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Where particles sit while a step works on them. Those of a cluster of the first phase sit
// together, so that a cluster's data stays in the nearest cache. Within it they are dealt out like
// cards, in the order of adding, to a few hands, and the hands are laid side by side: particles
// that were neighbours then sit far apart, and constraints that follow one another with the same
// pattern (along a rope, across a grid) find each of their particles in a row of seats. See
// batch.h.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/alloc.h"

// Every part begins at a multiple of this: a cache line of floats, and the widest lane.
#define TAUT_SEAT_ALIGN 16

typedef struct taut_seating {
    int part_count;
    int seat_count;        // with the empty ones
    int32_t* first;        // seats of part i: first[i] .. first[i + 1], the last 15 or more empty
    int32_t* seat_of;      // by particle
    int32_t* particle_of;  // by seat, -1 where it is empty
} taut_seating;

typedef struct taut_seating_input {
    int particle_count;
    int part_count;
    const int32_t* part;       // by particle
    const int32_t* particles;  // of constraints, four each, unused ones -1
    int constraint_count;
} taut_seating_input;

// How many seats there will be; the most that any dealing needs.
int taut_seating_size(const taut_seating_input* input);

// Fills the arrays of `seating`, which are the caller's: part_count + 1, particle_count and
// taut_seating_size() entries. False when memory is short.
bool taut_seating_fill(const taut_allocator* allocator, const taut_seating_input* in,
                       taut_seating* seating);
