// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What crowds have of a device: each realm one, as on the host (groups.c).

#pragma once

#include "cuda/crowd_host.h"
#include "cuda/crowd_joins.h"

// The crowd of a realm.
typedef struct taut_device_crowd {
    uint32_t realm;
    taut_cuda_crowd job;  // as kernels get it, but for what a step fills in
    void* memory;         // of the device, which everything in the job points to
    size_t bytes;
    int point_room, pair_room, body_room, seat_room;
    int block_room;  // that it has work for, and room for their counts
    taut_device_joins joins;
    taut_stay stay;  // in the step at hand: why it does not go; NONE: it does
    taut_body_id whose;
    bool joined;       // and attachments join its bodies
    int first, count;  // its bodies in the device's list
    int at;            // its number among those of the last launch; -1 when it was in none
    bool behind;       // the host has not got the pairs of that,
    bool listed;       // which stand as they were listed, and not by colours
} taut_device_crowd;

// Crowds that go through a step side by side: those that nothing but touching particles joins, and
// all others.
typedef struct taut_crowd_launch {
    int first, count;  // crowds, of all that go
    int turn, bodies;  // the first of their turns, and how many
    int blocks;        // of each; those that one has no work for end at once
    taut_driver_shape shape;
    int most_blocks;  // of that shape at once; 0: not known
    bool gone;        // it is on its way
} taut_crowd_launch;

// Those of all realms. What a step tells them and hears of them goes there and back in one piece
// each.
typedef struct taut_device_crowds {
    taut_device_crowd* items;  // by realm
    int count, capacity;
    int body_count;                         // that there is room for in all of them
    void *room, *room_there;                // on the host, where the device can reach it; there
    size_t room_bytes, there_bytes;         // with these in them, one for each that goes:
    taut_cuda_crowd *jobs, *jobs_there;     //
    taut_cuda_gates *gates, *gates_there;   //
    taut_pair_body *bodies, *bodies_there;  // of one crowd after another
    taut_cuda_crowd_report *reports, *reports_there;
    int job_room, body_room;
    taut_device_joins_room joins;
    int widest;  // blocks that the device runs at once, with the most threads or TAUT_CROWD_THREADS
    int going;   // crowds, in the step at hand
    bool hangs;  // something of theirs on colliders
    taut_crowd_launch launches[TAUT_CROWD_LAUNCHES];
} taut_device_crowds;

// The crowd of a realm; NULL where there is none.
taut_device_crowd* taut_device_crowd_of(const taut_device* device, uint32_t realm);

// Threads of a block, at least; and where several crowds ask for more blocks than there are.
#define TAUT_CROWD_THREADS 256
#define TAUT_CROWD_FEW_THREADS 64

// How its blocks are, with that many threads, and bytes of shared memory for parts of bodies.
taut_driver_shape taut_device_crowd_shape(int threads, size_t home);

// Seats of a body whose particles touch others, 0 of any other; and of all of a realm, with one
// that is not among them yet.
int64_t taut_device_crowd_seats(const taut_body* body);
int64_t taut_device_crowd_all_seats(const taut_world* world, uint32_t realm,
                                    const taut_body* newcomer);

// Blocks that bodies have work for: one for each of a single part, and as many as a larger one has
// parts, or clusters side by side.
typedef struct taut_crowd_blocks {
    int small, most;
} taut_crowd_blocks;

void taut_crowd_blocks_add(taut_crowd_blocks* blocks, const taut_body* body);

// With as many points as that.
int taut_crowd_blocks_wanted(taut_crowd_blocks blocks, int points);
