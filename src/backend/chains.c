// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Chains of plain links, solved directly: gathered into arrays of their own, brought to an end by a
// Newton step or a few, and scattered. Compiled once per set of instructions. With several chains
// in a group, lanes go across them; with one, along it, and only elimination goes link by link. The
// bits are the same. No formulas: these are in constraint/chain.inl.

// Groups are no wider than a batch.
#if LANE_WIDTH == 16
#undef LANE_WIDTH
#define LANE_WIDTH 8
#endif

#include "backend/direct.h"
#include "math/vec.h"

// clang-format off
#include "constraint/chain.inl"
// clang-format on

LANE_FN lane3 load3(taut_rows a, int i)
{
    return (lane3){lane_load(a.x + i), lane_load(a.y + i), lane_load(a.z + i)};
}

LANE_FN void store3(taut_rows a, int i, lane3 v)
{
    lane_store(a.x + i, v.x);
    lane_store(a.y + i, v.y);
    lane_store(a.z + i, v.z);
}

#define chains_error_before taut_chains_error_before

// clang-format off
#include "backend/lane_chains.inl"
// clang-format on

#define CHAINS_NAME_(name) taut_chains_solve_##name
#define CHAINS_NAME(name) CHAINS_NAME_(name)

unsigned CHAINS_NAME(BACKEND)(const taut_step* s, const taut_chains* c, taut_visit visit)
{
    unsigned hard = solve_chains(s, c, visit);
    lane_leave();
    return hard;
}
