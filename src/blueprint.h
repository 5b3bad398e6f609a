// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What baking makes: everything about a body that never changes, packed in the order it is walked.

#pragma once

#include <stdatomic.h>

#include "base/alloc.h"
#include "math/scalar.h"
#include "schedule.h"
#include "taut/taut_build.h"

// All constraints of one kind, in schedule order.
typedef struct taut_constraint_set {
    int count;
    int32_t* particles;  // as many per constraint as the kind has
    float* rest;
    float* compliance;
    float* damping;
    float* damping_rate;
    uint8_t* sides;
    uint8_t* family;
    bool any_damping;  // some damping > 0
    bool any_rate;     // some damping_rate > 0
} taut_constraint_set;

// Where the constraint with a builder's number went.
typedef struct taut_slot {
    int32_t kind;
    int32_t place;  // within its set
} taut_slot;

struct taut_blueprint {
    taut_allocator allocator;
    atomic_int references;
    size_t bytes;

    int particle_count;
    taut_float4* start;  // position and inverse mass, pinned or not
    uint8_t* pinned;

    taut_constraint_set sets[TAUT_CONSTRAINT_KIND_COUNT];
    taut_slot* slots;  // by number: those that were added, then cooked tethers
    int slot_count;
    int added_count;
    taut_schedule schedule;

    taut_user_constraint_def* users;
    int user_count;

    int32_t* triangles;  // three corners each
    int triangle_count;
    int32_t* corner_first;  // triangles of particle i: corner_list[corner_first[i] .. [i + 1])
    int32_t* corner_list;
};

// One more holder.
void taut_blueprint_retain(taut_blueprint* blueprint);
