// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Structural links as lines that run through a body: the rows and columns of a cloth. A sweep
// carries a load over two links; a line is solved as a whole, exactly, in one go along it and back
// (Thomas' form of Gaussian elimination, docs/algorithm.md (19)), and hands a load from end to end.
//
// At each particle every link goes on into the one that continues it best; lines are what comes of
// that. Lines of a phase share no particle, so all of them may be solved at once, on any thread and
// any lane. A batch is TAUT_LINE_LANES of them side by side, their first links in row 0, the next
// in row 1, and so on.
//
// Nothing here depends on a link being there for ever: one whose rest length is not above 0 couples
// nothing, and its line falls into two that are solved as before.

#pragma once

#include "schedule.h"

#define TAUT_LINE_LANES 16

// Floats that the solver keeps for each link of each lane on its way along a line.
#define TAUT_LINE_FLOATS 11

typedef struct taut_line_batch {
    int32_t row;         // its first
    int32_t link_count;  // of its longest line; it has one row more
} taut_line_batch;

// Entry TAUT_LINE_LANES row + lane of an array is for that link, or the particle it begins at.
typedef struct taut_lines {
    int phase_count;
    int32_t* phase_first;  // batches of phase i: phase_first[i] .. phase_first[i + 1]
    int batch_count;
    taut_line_batch* batches;
    int row_count;
    int32_t* seats;   // one that is empty past the end of a line
    int32_t* places;  // among the distance constraints; -1 past the end of a line
    float* rest;      // likewise
    float* compliance;
    int most_links;  // of a line
    int line_count;
    int link_count;  // in all lines
    size_t bytes;
    void* memory;
} taut_lines;

// What is known of a constraint beside its particles, by item of the schedule.
typedef struct taut_line_link {
    float rest, compliance;
} taut_line_link;

typedef struct taut_lines_input {
    const taut_schedule_item* items;
    const taut_line_link* links;  // by item
    const taut_schedule* schedule;
    const taut_float4* x;
    int particle_count;
} taut_lines_input;

// All structural distance constraints, as lines. Where lines would cross too often to be told
// apart in a few phases, there are none. False when memory is short; there are none then either.
bool taut_lines_make(const taut_allocator* allocator, const taut_lines_input* input,
                     taut_lines* lines);
void taut_lines_free(const taut_allocator* allocator, taut_lines* lines);
