// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "backend/direct.h"

#include <string.h>

#include "math/lane.h"

taut_chains taut_chains_of(taut_work* work, int group)
{
    const taut_tree_group* g = &work->body->blueprint->trees.groups[group];
    taut_chains c = {.count = g->count,
                     .rows = g->rows,
                     .stride = g->stride,
                     .size = g->size,
                     .memory = work->chains + TAUT_CHAIN_ARRAYS * g->offset};
    for (int k = 0; k < g->count; ++k) {
        c.of[k].work = work;
        c.of[k].tree = g->first + k;
    }
    return c;
}

taut_chains taut_chains_of_many(taut_work* const* works, int count, int group, float* memory)
{
    const taut_tree_group* g = &works[0]->body->blueprint->trees.groups[group];
    taut_chains c = {.count = count,
                     .rows = g->rows,
                     .stride = TAUT_BATCH,
                     .size = g->wide_size,
                     .memory = memory + TAUT_CHAIN_ARRAYS * g->wide_offset};
    for (int k = 0; k < count; ++k) {
        c.of[k].work = works[k];
        c.of[k].tree = g->first;
    }
    return c;
}

// clang-format off
#include "backend/chain_open.inl"
#include "backend/newton_error.inl"
// clang-format on

float taut_chains_error_before(const taut_step* s, const taut_chains* c, int k)
{
    return chains_error_before(s, c, k);
}

void taut_chains_open(const taut_step* s, const taut_chains* c)
{
    memset(c->memory, 0, TAUT_CHAIN_ARRAYS * (size_t)c->size * sizeof(float));
    open_chains(s, c);
}

double taut_newton_error(const taut_step* s, const taut_work* w, int tree_number)
{
    return newton_error(s, w, tree_number);
}
