// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How a sheet (sheet.inl) is to be swept, worked out from its blueprint: the arrays of
// taut_cuda_sheet, on the host yet.

#pragma once

#include "cuda/job.h"

typedef struct taut_sheet_draft {
    int threads;  // of a block; 0: it is no sheet, and there is nothing else
    int each;     // constraints of a thread in a round
    taut_cuda_links* links;
    int32_t* places;    // TAUT_CUDA_EACH by number in `links`, -1 for none
    float* compliance;  // likewise
    int link_count, link_room, place_room, compliance_room;
    taut_cuda_guest* guests;
    int guest_count, most_guests;
    int32_t *round_first, *guest_first;  // by cluster, and one more
    int32_t* level_first;                // likewise
    taut_cuda_level* levels;
    int level_count;
    taut_cuda_traveller* travellers;
    taut_cuda_leaving* leaving;
    int32_t* leaving_late;  // by part, and one more
    int32_t* moved_last;    // by seat: the level of its part's cluster that moves it last, 0: none
    int32_t* guest_last;    // likewise by number, of guests of the cluster at hand
    int kept_rounds;
    int32_t* traveller_first;
    int traveller_count;
    int32_t* waits;
    taut_cuda_wait* wait_of;  // by cluster
    int wait_count;
    int32_t* last_in;       // by seat: the last cluster that had it as a guest, or -1
    int32_t* noted;         // by cluster: the one that has noted it
    int seats;              // of a part, at most
    int32_t* guest_of;      // by seat: number among those of the cluster at hand
    taut_cuda_link* taken;  // constraints of the cluster at hand, by level once these are known
    int32_t* taken_place;
    int taken_count;
    int32_t* next;          // of a level: constraints of one bucket
    taut_cuda_link* loose;  // of a cluster or level: before they are arranged
    int32_t* loose_place;   // likewise
    int32_t* level;         // of each constraint of the cluster at hand
    int32_t* level_size;    // and how many there are in each level
    int32_t* seat_level;    // by number in the cluster: its last one
    void* memory;
    size_t bytes;
} taut_sheet_draft;

// False when memory is short.
bool taut_sheet_draft_make(const taut_blueprint* blueprint, taut_sheet_draft* draft);
void taut_sheet_draft_free(const taut_blueprint* blueprint, taut_sheet_draft* draft);

// So many of those taken, none of which share a particle, in an order that is good to shared
// memory.
void taut_sheet_draft_arrange(taut_sheet_draft* draft, int first, int count);

// Whether a part begins with a cluster.
static inline bool taut_schedule_opens(const taut_schedule* plan, int cluster)
{
    int part = plan->cluster_part[cluster];
    return part >= 0 && plan->opening[part] == cluster;
}

// plan_kept.c: which levels of the cluster at hand move particles last; and once there are all of
// them, what it takes for constraints to stay in shared memory.
void taut_sheet_draft_note_last(const taut_schedule* plan, taut_sheet_draft* draft, int cluster);
void taut_sheet_draft_keep(const taut_blueprint* blueprint, taut_sheet_draft* draft);

// Seats of the largest part.
int taut_seating_most(const taut_seating* seating);
