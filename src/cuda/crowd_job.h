// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The crowd on its way through a step, as its kernel gets it: bodies that act on one another, and
// the pairs of their particles that may touch. C and CUDA lay it out alike.

#pragma once

#include "attachments.h"
#include "cuda/job.h"
#include "pairs.h"

// Bits of the digits that keys are sorted by, at least and at most.
#define TAUT_CUDA_LEAST_DIGIT 8
#define TAUT_CUDA_MOST_DIGIT 12

// As many as leave each block the counts of 64 digits to add up, or fewer.
TAUT_INLINE int taut_cuda_digit_bits(int blocks)
{
    int bits = TAUT_CUDA_LEAST_DIGIT;
    while (bits < TAUT_CUDA_MOST_DIGIT && 2 << bits <= 64 * blocks) {
        ++bits;
    }
    return bits;
}

// Counts of so many blocks, and one more row for sums of them.
TAUT_INLINE size_t taut_cuda_count_room(int blocks)
{
    return ((size_t)blocks + 1) << taut_cuda_digit_bits(blocks);
}

// Cells that have a place in the table, as a power of two: thirty-two for each point, up to two
// millions.
#define TAUT_CUDA_LEAST_TABLE 12
#define TAUT_CUDA_MOST_TABLE 21

TAUT_INLINE int taut_cuda_table_bits(int points)
{
    int bits = TAUT_CUDA_LEAST_TABLE;
    while (bits < TAUT_CUDA_MOST_TABLE && 1 << (bits - 5) < points) {
        ++bits;
    }
    return bits;
}

// With one after the last cell.
TAUT_INLINE size_t taut_cuda_table_room(int bits)
{
    return (size_t)1 << bits;
}

// Points that a thread has room for while it looks for those that may meet another.
#define TAUT_CUDA_MOST_NEAR 24

// In links of a body, beside the number of the other (linked.h): the two hang together no more, and
// meet once they came clear of each other. Whether they are joined changes only when something
// tears, and the links are made anew then.
#define TAUT_CUDA_LOOSE (1 << 30)

// Looks at swift zones that a block has room to note.
#define TAUT_CUDA_MOST_PICKS 2048

// What blocks tell one another before they wait: the least and the greatest of three numbers, and
// counts.
typedef struct taut_cuda_tally {
    uint32_t low[3], high[3];
    uint32_t way_low[3], way_high[3];  // of ways in a substep
    uint32_t left;                     // pairs that have no colour yet
    uint32_t bare;                     // whether there is none for some pair
    uint32_t lost;                     // whether a point is nowhere: a number of its place is none
    uint32_t closing;                  // as in taut_pairs
    uint32_t dense;                    // whether some cell has very many points
    uint32_t swift;                    // how many zones are
    uint32_t rate;                     // as in taut_pairs (base/order.h)
    uint32_t heads;                    // cells that have points
    uint64_t looks;                    // at particles of swift zones
    uint64_t dropped;                  // others that a point found and has no room for
    uint32_t found[TAUT_PAIR_MOST + 1];  // points that found so many
} taut_cuda_tally;

// One is in use, one is clear; those before are still being read.
#define TAUT_CUDA_TALLIES 4

// What the host hears of it after the step.
typedef struct taut_cuda_crowd_report {
    int32_t pair_count, find_count;
    uint32_t touching;
    uint32_t listed;  // pairs stand as they were listed, and not by colours
    uint64_t dropped;
} taut_cuda_crowd_report;

// Groups that digits are counted in, at most.
#define TAUT_CUDA_MOST_GROUPS 1024

// What blocks that sorted points tell those that did something else meanwhile, as in their copies
// of the crowd.
typedef struct taut_cuda_sorted {
    taut_pairs pairs;
    taut_pair_box box;
    int32_t lost, used, turn, last_bits, last_shift, tabled, cells;
    int32_t across[3];
    uint32_t first[TAUT_CUDA_MOST_GROUPS];
} taut_cuda_sorted;

// Where blocks wait for one another: all of them, those that sweep, those that sort points, those
// that take contacts for all to have begun the substep, those that sweep for points to be noted,
// and all for the sweep to end. Each number has a line of memory to itself.
#define TAUT_CUDA_GATES 6
#define TAUT_CUDA_GATE_LINE 32

// Of a crowd: the host clears them before each step.
typedef struct taut_cuda_gates {
    uint32_t came[TAUT_CUDA_GATES * TAUT_CUDA_GATE_LINE];
} taut_cuda_gates;

// What joins the bodies of a crowd (crowd_joins.inl). Everything points to memory of the device.
//
// Attachments that share no particle, and bodies that share no knot, may change places without
// changing a bit. So each belongs to the first level after those of all before it that it shares
// one with, and a level is taken at once.
typedef struct taut_cuda_joins {
    taut_knots knots;
    int level_count, turn_level_count;
    int32_t *order, *level_first;      // joins that are not tied, by levels
    int32_t *turns, *turn_first;       // bodies by levels: numbers among the turns of the crowd
    int32_t *members, *members_first;  // those of knots, by body
} taut_cuda_joins;

// Everything points to memory of the device. Each block has a copy, and all change theirs alike.
typedef struct taut_cuda_crowd {
    taut_pairs pairs;
    int turn_first;  // among the turns of all crowds that go through the step side by side
    int turn_count;  // bodies that go through it
    int blocks;      // that it takes part with: a launch may have more for each
    bool any_small;  // of which one block takes some
    bool any_limits;
    bool any_meets;
    bool any_parted;  // of bodies whose particles are points, something came apart
    bool clears;      // and it is noted what came clear
    taut_cuda_tally* tallies;
    uint32_t* counts;  // taut_cuda_count_room()
    uint32_t* table;   // taut_cuda_table_room(): how many points come before a cell
    int table_bits;
    taut_pair_zone* zones[2];
    int seat_count;         // of all bodies whose particles are points
    taut_float4* built_at;  // by seat, as in taut_pairs
    int32_t* zone_at;       // likewise, -1 where the seat is empty
    uint64_t* used;         // by point: its colours
    uint32_t* degrees;      // and its pairs
    uint32_t* owed;         // by seat: how many pairs it has (crowd_flow.inl)
    uint32_t* claims;       // TAUT_PAIR_CLAIMS by point: who came first to try a colour
    uint32_t* left[2];      // pairs without a colour
    taut_float4* ways;      // by number: the way of a particle in a substep
    uint32_t* came;         // by gate: blocks that have waited for one another there, in this step
    taut_cuda_sorted* sorted;
    taut_cuda_crowd_report* report;
    const taut_cuda_joins* joins;  // NULL: nothing does
} taut_cuda_crowd;
