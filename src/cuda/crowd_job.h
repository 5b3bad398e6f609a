// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The crowd on its way through a step, as its kernel gets it: bodies that act on one another, and
// the pairs of their particles that may touch. C and CUDA lay it out alike.

#pragma once

#include "cuda/job.h"
#include "pairs.h"

// Digits that keys are sorted by, and places for other counts.
#define TAUT_CUDA_DIGITS 256

// Pairs without a colour that one block is left alone with.
#define TAUT_CUDA_FEW_PAIRS 4096

// What blocks tell one another before they wait: the least and the greatest of three numbers, and
// counts.
typedef struct taut_cuda_tally {
    uint32_t low[3], high[3];
    uint32_t left;     // pairs that have no colour yet
    uint32_t colour;   // the first of those that push
    uint64_t dropped;  // others that a point found and has no room for
} taut_cuda_tally;

// One is in use, one is clear; those before are still being read.
#define TAUT_CUDA_TALLIES 4

// What the host hears of it after the step.
typedef struct taut_cuda_crowd_report {
    int32_t pair_count, find_count;
    uint32_t touching;
    uint32_t unused;
    uint64_t dropped;
} taut_cuda_crowd_report;

// Everything points to memory of the device. Each block has a copy, and all change theirs alike.
typedef struct taut_cuda_crowd {
    taut_pairs pairs;
    int turn_count;  // bodies that go through the step
    bool any_small;  // of which one block takes some
    bool any_limits;
    bool any_meets;
    taut_cuda_tally* tallies;
    uint32_t* counts;    // TAUT_CUDA_DIGITS by block
    uint64_t* least[3];  // by point: the pair that comes first of those without a colour
    uint32_t* ranks;     // by pair
    uint32_t* few;       // pairs without a colour, once they are few
    taut_cuda_crowd_report* report;
} taut_cuda_crowd;
