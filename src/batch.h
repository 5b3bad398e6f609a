// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Constraints side by side. The constraints of a colour share no particle they move, so any number
// of them may be solved at once; a batch is TAUT_BATCH of them, and says how their particles lie.
// Where those of its lanes follow one another in memory, plain loads fetch them, at half the price
// of fetching them one by one. So that many do, particles are seated anew (seating.h), and lanes
// may stay empty.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/compiler.h"

#define TAUT_BATCH 8

// Where the particles of lane k are seated.
typedef enum taut_form {
    TAUT_FORM_LISTED = 0,  // anywhere: base[slot] + its entry in a list
    TAUT_FORM_ROW,         // base[slot] + k
    TAUT_FORM_FAN,         // base[0] + k, and base[1] for all: tethers of one pin
} taut_form;

typedef struct taut_batch {
    int32_t base[4];  // by slot, that is by particle of a constraint
    int32_t near;     // LISTED: where its entries begin, TAUT_BATCH for each slot
    uint8_t form;
    uint8_t live;  // bit k: lane k has a constraint
} taut_batch;

// The seat of one particle of one constraint in a ROW or a FAN.
TAUT_INLINE int32_t taut_batch_row_seat(const taut_batch* b, int slot, int lane)
{
    bool row = b->form == TAUT_FORM_ROW;
    return b->base[slot] + (row || slot == 0 ? lane : 0);
}

// The same in any form.
TAUT_INLINE int32_t taut_batch_seat(const taut_batch* b, const uint16_t* near, int slot, int lane)
{
    bool listed = b->form == TAUT_FORM_LISTED;
    return listed ? b->base[slot] + near[b->near + TAUT_BATCH * slot + lane]
                  : taut_batch_row_seat(b, slot, lane);
}

// A batch in the making.
typedef struct taut_batch_record {
    taut_batch batch;
    int32_t items[TAUT_BATCH];  // by lane, -1 where there is none
    int32_t colour;
    int32_t group;  // number of the call that made it
} taut_batch_record;

typedef struct taut_batch_list {
    taut_batch_record* records;
    int count, capacity;
} taut_batch_list;

// Makes batches of group after group.
typedef struct taut_batcher {
    const taut_allocator* allocator;
    const int32_t* seats;  // four per item, unused ones -1
    const int32_t* rank;   // by item: its place in the canonical order
    uint8_t* taken;        // by item; 0 between groups
    uint64_t* used;        // by seat: colours taken, as bits; 0 between groups
    int32_t* next;         // by seat: first colour free beyond the bits; 0 between groups
    int32_t* scratch;      // three per item
    int32_t* colour;       // by item
    taut_batch_list found;
    taut_batch_list done;  // the result, in order
    int group_count;
} taut_batcher;

// Constraints of one kind and family within a cluster.
typedef struct taut_batch_group {
    int32_t* items;  // in canonical order; sorted anew
    int count;
    int slots;  // particles of a constraint
    int moved;  // the first so many of them are moved
    // Seats that empty lanes may be stored back to: nobody else's. low == high for none.
    int32_t low, high;
} taut_batch_group;

// Appends the batches of a group to `done`, by colour. False when memory is short.
bool taut_batch_make(taut_batcher* b, const taut_batch_group* group);
void taut_batcher_free(taut_batcher* b);
