// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The order in which constraints are solved: one answer for every backend and thread count.
//
//     schedule = phases       run one after another
//     phase    = clusters     share no particle they move: any thread, any order
//     cluster  = colours      run one after another
//     colour   = constraints of one kind that share no particle they move: any lane, any order
//
// The constraints of a colour stand in batches (batch.h), and their particles sit where batches
// find them easily (seating.h).
//
// A constraint goes to the first phase in which all the particles it moves lie in one cluster. What
// moves one particle only (tethers) waits for a phase of its own after the others; structural links
// then come after the tethers, in phases that may be listed several times over. Links of trees have
// phases of their own, last of all, which are swept only where trees are not solved directly. The
// schedule is a function of positions and constraints alone; the order in which constraints were
// added makes no difference except among constraints alike in everything, and neither the
// textbook's row-by-row order nor any other can make a sweep unstable.

#pragma once

#include "base/alloc.h"
#include "batch.h"
#include "math/scalar.h"
#include "seating.h"
#include "taut/taut_constraints.h"

// A constraint as the schedule sees it.
typedef struct taut_schedule_item {
    int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];  // unused ones -1
    uint8_t kind;
    uint8_t family;
    bool tree;  // one of a tree (trees.h): goes after all others
} taut_schedule_item;

typedef struct taut_schedule_input {
    const taut_schedule_item* items;
    int item_count;
    const taut_float4* x;
    int particle_count;
    int passes;  // how often the phases after the tethers are listed, >= 1
} taut_schedule_input;

typedef struct taut_colour {
    int32_t kind;
    int32_t first;  // among the batches of its kind
    int32_t count;  // batches
    int32_t form;   // theirs, a taut_form
} taut_colour;

// The batches of one kind, in schedule order. The constraint of lane k of batch i has the place
// TAUT_BATCH i + k.
typedef struct taut_batch_set {
    int count;
    taut_batch* batches;
    uint16_t* near;  // seats of LISTED batches
    int near_count;
    int32_t* items;  // by place: the item's number, -1 for an empty lane
} taut_batch_set;

typedef struct taut_schedule {
    int phase_count;
    int once_count;    // the first so many phases hold every constraint exactly once
    int repeat_first;  // phases from this one on stand several times over
    int last_first;    // and this is where they stand for the last time
    int cluster_count;
    int colour_count;
    int32_t* phase_first;    // clusters of phase i: phase_first[i] .. phase_first[i + 1]
    uint8_t* phase_tree;     // phase i holds links of trees and nothing else
    int32_t* cluster_first;  // colours of cluster i, likewise
    int32_t* cluster_part;   // the part of the seating a cluster is, -1 for those across parts
    int32_t* opening;        // by part: its cluster in the first phase, -1 for none
    taut_colour* colours;    // a colour of repeated phases stands here each time
    taut_batch_set sets[TAUT_CONSTRAINT_KIND_COUNT];
    taut_seating seating;
    // Batches set aside (own.h), the last ones of each set, and where their colours begin.
    int32_t aside_count[TAUT_CONSTRAINT_KIND_COUNT];
    int32_t aside_colour[TAUT_CONSTRAINT_KIND_COUNT];
    int item_count;
    size_t bytes;
    void* memory;
} taut_schedule;

// False when memory is short; the schedule is then empty.
bool taut_schedule_make(const taut_allocator* allocator, const taut_schedule_input* input,
                        taut_schedule* schedule);
void taut_schedule_free(const taut_allocator* allocator, taut_schedule* schedule);
