// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What baking makes: everything about a body that never changes, packed in the order it is walked.

#pragma once

#include "base/alloc.h"
#include "base/atomic.h"
#include "lines.h"
#include "math/scalar.h"
#include "schedule.h"
#include "taut/taut_build.h"
#include "trees.h"

// All constraints of one kind, in schedule order. Arrays go by place: TAUT_BATCH for every batch,
// those of empty lanes unused, and TAUT_BATCH more, so that lanes twice as wide may read over the
// end.
typedef struct taut_constraint_set {
    int count;        // constraints
    int place_count;  // places
    const taut_batch* batches;
    const uint16_t* near;
    float* rest;
    float* compliance;
    float* damping;       // NULL where none is damped
    float* damping_rate;  // likewise
    float* play;          // NULL where none has any
    float* ratio;         // NULL of all kinds but PULLEY
    float* friction;      // NULL where none has any
    uint8_t* sides;
    uint8_t* family;
    float* strength;  // force that breaks it, 0 for any, minus it where a push does too; NULL where
                      // none has a limit
    float* stretch;   // C / rest that does; likewise
    bool any_limits;  // some strength or stretch is not 0
    bool any_soft;    // some compliance > 0
    bool any_damping;   // some damping > 0
    bool any_rate;      // some damping_rate > 0
    bool any_sides;     // some act on one side only
    bool any_play;      // some play > 0
    bool any_friction;  // some friction > 0
} taut_constraint_set;

// Where the constraint with a builder's number went.
typedef struct taut_slot {
    int32_t kind;
    int32_t place;  // within its set
} taut_slot;

TAUT_INLINE bool taut_set_has(const taut_constraint_set* set, int place)
{
    return (set->batches[place / TAUT_BATCH].live >> (place % TAUT_BATCH) & 1) != 0;
}

// A gas: what encloses it, and how much of it there is as built.
typedef struct taut_gas {
    int32_t first, count;  // of triangles; of loop_particles
    bool loop;
    double amount;   // Pa m^3, or Pa m^2
    double ambient;  // Pa
} taut_gas;

// How far a value is out of the play of its constraint, with its sign.
TAUT_INLINE float taut_beyond_play(float value, float play)
{
    float out = value > 0.0f ? value - play : value + play;
    return play > 0.0f ? (value > play || value < -play ? out : 0.0f) : value;
}

struct taut_blueprint {
    taut_allocator allocator;
    atomic_int references;
    size_t bytes;

    int particle_count;
    int particle_capacity;  // more than there are in a body's own copy (own.h)
    taut_float4* start;     // position and inverse mass, pinned or not
    uint8_t* pinned;

    taut_constraint_set sets[TAUT_CONSTRAINT_KIND_COUNT];
    taut_slot* slots;  // by number: those that were added, then cooked tethers
    int slot_count;
    int slot_capacity;
    int added_count;
    taut_schedule schedule;
    taut_lines lines;  // in place of its closing phases, for solvers that can; may be none
    taut_trees trees;

    taut_user_constraint_def* users;
    int user_count;

    int32_t* triangles;  // three corners each
    int triangle_count;
    int triangle_capacity;  // likewise more in a copy

    taut_gas* gases;
    int gas_count;
    int32_t* loop_particles;  // of all loops
    int loop_count;
};

// Whether the constraint with this number is there and not broken.
TAUT_INLINE bool taut_blueprint_has(const taut_blueprint* blueprint, int number)
{
    taut_slot slot = blueprint->slots[number];
    return taut_set_has(&blueprint->sets[slot.kind], slot.place);
}

// Lays the blueprint's own arrays out, by its counts and capacities.
void taut_blueprint_lay_out(taut_blueprint* p, taut_layout* layout);

// The particles of a constraint, unused ones -1.
void taut_blueprint_particles(const taut_blueprint* blueprint, taut_slot slot,
                              int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES]);

// One more holder.
void taut_blueprint_retain(taut_blueprint* blueprint);
