// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A schedule in the making, for the two files that make it: schedule.c decides, schedule_result.c
// packs what was decided.

#pragma once

#include "schedule.h"

// What making a schedule needs on the way. All arrays are by item unless said otherwise.
typedef struct taut_plan {
    const taut_schedule_item* items;
    int item_count;
    int particle_count;
    int32_t* moved;  // four per item: the particles it moves, sorted, then -1
    int32_t* rank;   // place in the canonical order
    int32_t* order;  // the canonical order, later the schedule's
    int32_t* scratch;
    int32_t* phase;  // -1 while undecided
    int32_t* cluster;
    uint8_t* home;  // lies within a part
    int32_t* map;   // by particle: its cluster in the phase at hand
    int32_t* part;  // by particle: its cluster in the first phase
    int part_count;
    taut_seating seating;
    int32_t* seats;  // four per item
    taut_batcher batcher;
    int closing_phase;  // phases from this number on come after the tethers
    int passes;
} taut_plan;

// Packs what was decided into one block. False when memory is short; the schedule is then empty.
bool taut_plan_pack(const taut_allocator* allocator, const taut_plan* p, taut_schedule* s);
