// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What it costs: rounds of ours and of the yardstick in turn, and the medians of their times.

#include <stdio.h>

#include "bench_stiffness.h"

#define ROUNDS 41

static const taut_stiff_rope hero = {
    .links = 32, .link = 0.2f, .ratio = 1e4, .along = {0.6f, -0.8f, 0.0f}};

// Median of ours over that of plain sweeps, with the same backend.
static void put_many(taut_stiff* s)
{
    int copies = taut_stiff_count(s, 1000, 10);
    int rounds = taut_stiff_count(s, ROUNDS, 3);
    taut_stiff_way ours = {true, false, 24};
    taut_stiff_way plain = {false, false, 24};
    taut_stiff_rig rigs[2] = {taut_stiff_open_rope(s, &hero, ours, copies),
                              taut_stiff_open_rope(s, &hero, plain, copies)};
    taut_stiff_figures f[2];
    taut_stiff_side_by_side(rigs, f, 2, rounds);
    taut_stiff_row row = taut_stiff_row_make(
        "1,000 ropes of 32 links, 24 substeps: ms per frame; yardstick: plain sweeps", "ms");
    row.ours = f[0].ms;
    row.plain = f[1].ms;
    row.cost = f[0].ms / f[1].ms;
    row.cost_limit = 2.0;
    taut_stiff_put(s, row, "ropes-1000");
    taut_stiff_close(&rigs[0]);
    taut_stiff_close(&rigs[1]);
}

// A rope alone takes microseconds: a round is some frames.
static void put_one(taut_stiff* s)
{
    enum { FRAMES = 20 };
    int rounds = taut_stiff_count(s, ROUNDS, 3);
    double ms[3][ROUNDS] = {{0.0}};
    taut_stiff_way ours = {true, false, 24};
    taut_stiff_way plain = {false, false, 24};
    taut_stiff_rig rigs[2] = {taut_stiff_open_rope(s, &hero, ours, 1),
                              taut_stiff_open_rope(s, &hero, plain, 1)};
    taut_loop* loop = rigs[0].world ? taut_loop_open(rigs[0].world, rigs[0].body, false) : NULL;
    for (int round = 0; round < rounds && loop && rigs[1].world; ++round) {
        for (int i = 0; i < FRAMES; ++i) {
            ms[0][round] += taut_stiff_step(&rigs[0]) / FRAMES;
            ms[1][round] += taut_stiff_step(&rigs[1]) / FRAMES;
            ms[2][round] += taut_loop_step(loop, TAUT_STIFF_DT, 24) / FRAMES;
        }
    }
    taut_stiff_row row = taut_stiff_row_make(
        "one rope of 32 links, 24 substeps: ms per frame; yardstick: a textbook's scalar loop in "
        "the order of the list",
        "ms");
    row.ours = taut_stiff_median(ms[0], rounds);
    row.plain = taut_stiff_median(ms[1], rounds);
    row.cost = row.ours / taut_stiff_median(ms[2], rounds);
    row.cost_limit = 2.0;
    taut_stiff_put(s, row, "rope-1");
    taut_loop_close(loop);
    taut_stiff_close(&rigs[0]);
    taut_stiff_close(&rigs[1]);
}

void taut_stiff_cost(taut_stiff* s)
{
    put_many(s);
    put_one(s);
}
