// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A body on its way through a step, as a kernel gets it: what step.c goes by on the host, in one
// piece, all pointers those of the device. C and CUDA lay it out alike.

#pragma once

#include "contacts.h"
#include "math/sym3.h"
#include "step.h"

// Threads of a block, at most; and bytes of shared memory for particles, where the device has so
// many.
#define TAUT_CUDA_MOST_THREADS 1024
#define TAUT_CUDA_SHEET_THREADS 640  // of kernels for sheets
#define TAUT_CUDA_FINE_THREADS 256   // of the one for small fine ones
#define TAUT_CUDA_FINE_SEATS 1088    // that it has room for
#define TAUT_CUDA_ROOM (96 * 1024)

// What a sheet may ask for, where the device has it: nearly all of a processor's.
#define TAUT_CUDA_SHEET_ROOM (226 * 1024)

// Seats that a part may have to be swept there: those of a cluster, which is where constraints of
// the first phase are.
#define TAUT_CUDA_PART 4160

// Parts of a sheet that lie in shared memory all together, in a cluster of blocks, at most.
#define TAUT_CUDA_TOGETHER 16
#define TAUT_CUDA_MANY_PARTS 128  // more than a large device has processors
#define TAUT_CUDA_PHASES 12       // of a sheet, that shared memory knows
#define TAUT_CUDA_WAITS 64        // of a cluster, likewise

#define TAUT_CUDA_DONE_LINE 32  // between numbers that blocks wait for, by cluster

// Sweeps that limits of angles may ask for in a substep, at most (backend/limits.inl).
#define TAUT_CUDA_LIMIT_ROUNDS 16

// The seats of a distance constraint; -1 where its place is empty. Most constraints are of this
// kind, and batches are for lanes.
typedef struct taut_cuda_pair {
    int32_t a, b;
} taut_cuda_pair;

// A distance constraint of a sheet: seat of the second << 16 | seat of the first, counted from the
// first of the part, or among the guests of a cluster that reaches across parts. No seat has so
// high a number as to need the highest bits.
typedef struct taut_cuda_link {
    uint32_t ends;
    float rest;
} taut_cuda_link;
#define TAUT_CUDA_SEAT 0x7fffu
#define TAUT_CUDA_EMPTY 0x8000u     // there is none: nothing was left for this place
#define TAUT_CUDA_LAST 0x80000000u  // of all in the last round of a level, which the next waits for

// In an empty place: a particle that no later constraint moves leaves for the cluster across parts,
// or for home (sheet_kept.inl). The first seat is where it is, and bits of `rest` say where it
// goes.
#define TAUT_CUDA_LEAVES 0x10000u

// What a thread takes in a round: constraints that share no particle, so that it need not wait for
// one to go on with the other. Sixteen bytes, to be read in one piece. The first may be there
// alone.
#define TAUT_CUDA_EACH 2
#define TAUT_CUDA_AHEAD 3  // rounds that are asked for ahead, at most
typedef struct taut_cuda_links {
    taut_cuda_link of[TAUT_CUDA_EACH];
} taut_cuda_links;

// A particle of a cluster that reaches across parts: its seat, part << 16 | seat of the part, and
// its number.
typedef struct taut_cuda_guest {
    int32_t seat, spot, particle;
} taut_cuda_guest;

// A particle of a part that is a guest somewhere: its seat, counted from the first of the part, and
// its number.
typedef struct taut_cuda_traveller {
    int32_t seat, particle;
} taut_cuda_traveller;

// Where a particle is and where it goes, when a cluster has been swept: from a seat of the part to
// a number among the guests of the cluster across parts, or from there to part << 16 | seat.
typedef struct taut_cuda_leaving {
    int32_t from, to;
} taut_cuda_leaving;

// Two floats in one piece.
typedef struct taut_cuda_two {
    float x, y;
} taut_cuda_two;

// What a cluster waits for: so many of `waits`.
typedef struct taut_cuda_wait {
    int32_t first, count;
} taut_cuda_wait;

// Where `links` has the constraints of a level: after its end there may be empty places.
typedef struct taut_cuda_level {
    int32_t first, end;
} taut_cuda_level;

// How a sheet is swept (sheet.inl). All of it the device's.
typedef struct taut_cuda_sheet {
    const taut_cuda_links* links;   // cluster by cluster, round by round, of each a block's threads
    const int32_t* places;          // of these, one by one
    const float* compliance;        // of these; NULL: all are rigid
    const int32_t* round_first;     // by cluster
    const taut_cuda_level* levels;  // cluster by cluster
    const int32_t* level_first;     // by cluster
    const taut_cuda_guest* guests;
    const int32_t* guest_first;             // by cluster
    const taut_cuda_traveller* travellers;  // of parts: those that are guests somewhere
    const int32_t* traveller_first;         // by part
    const taut_cuda_leaving* leaving;       // as `travellers`, then all of them on their way back
    const int32_t* leaving_late;            // by part, then across: these and later ones do not
                                            // leave in a round, but after the last
    const int32_t* waits;                   // clusters
    const taut_cuda_wait* wait_of;          // by cluster
    int link_count;                         // of `links`
    int threads;                            // of a block, as rounds have it
    int each;                // constraints that a thread has in a round: 1 or TAUT_CUDA_EACH
    int seats, most_guests;  // of a part and of a cluster, at most

    // Of those in a cluster of blocks: rounds of a part, or across parts, at most, if constraints
    // may stay in shared memory, or 0; and whether they do (sheet_kept.inl).
    int kept_rounds;
    bool keeps_links;

    // Of large ones that stay in shared memory (sheet_stay.inl): so many seats of each part with
    // the place that was predicted for them, whether v and lo are there too, and whether guests
    // have room of their own.
    int kept_q;
    bool keeps_v;
    bool guests_apart;
} taut_cuda_sheet;

// Floats of shared memory beside those of seats and guests, where constraints stay: a flag for each
// seat, what leaves, and links, with a round more to be read ahead.
TAUT_INLINE int taut_cuda_kept_floats(const taut_cuda_sheet* s)
{
    int links = (s->kept_rounds + 1) * s->threads;
    return ((s->seats + 1) / 2 * 2 + 2 * s->most_guests + 2 * links + 3) / 4 * 4;
}

// What air and gas act on (backend/surface.h), as in taut_elements. All of it the device's.
typedef struct taut_cuda_elements {
    int32_t *corner, *first, *list;
    int count;
} taut_cuda_elements;

// A kinematic particle that goes to a place with velocity `v`. One that rests only gets that.
typedef struct taut_cuda_move {
    int32_t particle, seat;
    taut_vec3 v, to;
} taut_cuda_move;

// Particles in a row, which somebody reads beside others (gather.c), and where they go.
typedef struct taut_cuda_row {
    const taut_float4* from;
    int32_t count, at;
} taut_cuda_row;

// What the host hears of a body after its step: 1 or 0.
typedef struct taut_cuda_report {
    uint16_t infinite;  // some number is not finite
    uint16_t torn;      // something is beyond its limits
    uint32_t fast;      // some particle is as fast as taut_cuda_turn.fast
} taut_cuda_report;

// Blocks of a body that meets colliders, at most; its threads in each; and votes of all threads in
// a substep, one after each round of pushing. After them come two on trees: whether any presses,
// and whether one is not solved.
#define TAUT_CUDA_MEETING_BLOCKS 1024
#define TAUT_CUDA_MEETING_THREADS 512
#define TAUT_CUDA_VOTES 128
#define TAUT_CUDA_SPAN 512  // elements whose pairs a block numbers at once

// Counts of contacts, where all blocks of a body find them.
typedef struct taut_cuda_counts {
    int32_t near_count, pair_count, point_count;
    uint32_t longest2;  // as taut_contacts has it (base/order.h)
    int64_t dropped;
    atomic_size_t touching;
    uint32_t stray_count;  // particles that went too far in the substep, until they are
    int32_t strays[TAUT_CONTACT_STRAYS];  // looked at; and the first of their seats
} taut_cuda_counts;

// What a group of pairs puts on a collider in a substep (contacts_loads.inl).
typedef struct taut_cuda_load {
    double of[6];      // force, torque
    taut_vec3 hit_at;  // where it pushed hardest,
    float hardest;     // how hard,
    int32_t hit;       // and the seat
} taut_cuda_load;

// A chain that presses on colliders (contacts_chains.inl). Those of whole numbers are 0 or 1, but
// for `step`.
typedef struct taut_cuda_chain {
    double scale;                        // mean length of its links
    double first, error;                 // before the first step, and after the last one
    double part;                         // of a step that it goes
    int32_t step;                        // steps taken
    uint32_t presses, off, known, held;  // what its nodes find out
    uint32_t changed;                    // links went slack or taut
    uint32_t rubs, again;                // with friction; which is new
    uint32_t goes, solved;
} taut_cuda_chain;

// What is known of a contact of a chain before links are eliminated, and once they are.
typedef struct taut_cuda_chain_term {
    taut_sym3 a;
    taut_dvec b;
    double gap, bound, change;
} taut_cuda_chain_term;

// What a body needs to meet colliders. All of it the device's.
typedef struct taut_cuda_meeting {
    taut_contacts contacts;  // counts are each block's own copies
    taut_cuda_counts* counts;
    int32_t* first;           // by seat, edge and face: its first pair; then the end
    int64_t* spans;           // by TAUT_CUDA_SPAN elements: how many pairs they have,
    int32_t* starts;          // and the first of them
    int64_t* sums;            // by block: what it has of what is numbered
    float* boxes;             // by block: six numbers each
    uint32_t* votes;          // 0 or 1
    taut_cuda_load* loads;    // by group and collider, of TAUT_CONTACT_COLUMNS or more at once
    int32_t* edge_of;         // by node of a tree: the edge to its parent, -1
    int32_t* bend_number;     // by node: its first contact; then the end
    taut_cuda_chain* chains;  // by plain tree
    double* chain_errors;     // by node
    taut_cuda_chain_term* chain_terms;  // by contact of a node
} taut_cuda_meeting;

// What the host hears of a body's contacts: what it put on colliders near it, of so many at once.
#define TAUT_CUDA_NEARS 4
typedef struct taut_cuda_near {
    int32_t collider;
    int32_t hit;
    float hardest;
    taut_vec3 hit_at;
    double force[3], torque[3];
} taut_cuda_near;

typedef struct taut_cuda_met {
    int32_t near_count, pair_count, point_count, touching;
    int64_t dropped;
    taut_cuda_near near[TAUT_CUDA_NEARS];
} taut_cuda_met;

// What a body is, with its state: stays on the device from step to step.
typedef struct taut_cuda_job {
    taut_run run;    // of the turn
    taut_work work;  // line_scratch: rows for every line, not for a few tasks
    taut_body body;  // with the state; p is NULL where nobody asks
    taut_blueprint blueprint;
    taut_solver_def solver;
    taut_cuda_meeting* meeting;      // of bodies that meet colliders
    const taut_cuda_pair* pairs;     // by place
    struct taut_pair_place* pushed;  // by seat: what pairs of the crowd did, for the stage at hand
    taut_float4* placed;  // and where particles are before the substep, for pairs; or NULL likewise
    taut_cuda_sheet sheet;
    float* kept;     // of large sheets: nine for each seat (sheet_stay.inl)
    uint32_t* done;  // by cluster (done_at()): substeps of the step that it was swept in
    taut_cuda_elements elements[2];       // triangles alone, and with ropes: of the turn
    double *volume_terms, *weight_terms;  // of gases: what is to be added up
    double* gas_change;                   // of the multiplier of the gas at hand
    uint32_t* limits_out;                 // of angles: whether one is, by sweep after the last
    const taut_cuda_move* moves;          // those that move, then those that rest
    int move_count, rest_count;           // of the turn
    int phase_end;                        // of sweeps
    bool plain;                           // no distance constraint is damped, one-sided or has play
    bool opens;                           // prediction goes on into the first phase
    bool whole;      // all of the body is in shared memory for as long as the step takes
    bool at_home;    // or a part of it is, while its opening cluster is swept
    bool by_levels;  // and every cluster, as a sheet's is (sheet_home.inl)
    bool apart;      // some blocks sweep it in this substep while others sort points (crowd.inl)
    bool tied;       // knots move its particles between the stages of a substep (crowd_joins.inl)

    // In a crowd, where blocks wait for what they ask for, and seldom for all others.
    const uint32_t* owed;  // by seat: pairs of the crowd that have to be solved before the stage
                           // at hand; NULL: all blocks are in step
    bool ends_late;        // velocities of particles that have no contacts are found when the next
                           // substep begins
} taut_cuda_job;

// A body in one step: what changes from step to step. It stays on the device, too, and is written
// again where something of it has changed; what is the same for all bodies stands in `step`.
typedef struct taut_cuda_turn {
    const taut_cuda_job* job;
    taut_cuda_report* report;
    taut_cuda_met* met;     // of bodies that meet colliders
    const taut_step* step;  // the one at hand
    taut_run run;           // its own step is the one that the turn was written in
    float keep, gravity_scale, last_h;
    float fast;  // square of a speed
    int move_count, rest_count;
    taut_body_air air;
    float force_scale;  // makes a multiplier a force
    bool limits;        // may tear
    bool blown;
    bool has_forces;
    bool opened;  // the host has done that
    int small;    // in a crowd: its number among those that one block takes; -1: all blocks do
    const struct taut_cuda_crowd* crowd;  // of the first turn of a launch: all crowds of it
} taut_cuda_turn;
