// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Rigid cloths on two corners, let go flat: they fall, whip, and are caught.

#include <stdio.h>
#include <stdlib.h>

#include "bench_stiffness.h"

#define PLAIN_SUBSTEPS 20

static const taut_vec3 flat = {0.0f, 0.0f, 1.0f};

// What is asked of a cloth, in per cent.
typedef struct demand {
    int size;
    int quick_size;
    int substeps;  // ours
    double worst, last_third, mean;
} demand;

static void put_one(taut_stiff* s, const char* about, const char* name, double limit, double ours,
                    double plain)
{
    taut_stiff_row row = taut_stiff_row_make(about, "%");
    row.limit = limit;
    row.ours = 100.0 * ours;
    row.plain = 100.0 * plain;
    taut_stiff_put(s, row, "%s", name);
}

static void put_cloth(taut_stiff* s, const demand* d)
{
    int size = taut_stiff_count(s, d->size, d->quick_size);
    taut_stiff_way ours = {true, true, d->substeps};
    taut_stiff_way plain = {false, false, PLAIN_SUBSTEPS};
    taut_stiff_rig rigs[2] = {taut_stiff_open_cloth(s, size, flat, false, ours),
                              taut_stiff_open_cloth(s, size, flat, false, plain)};
    taut_stiff_figures f[2];
    taut_stiff_side_by_side(rigs, f, 2, taut_stiff_count(s, 600, 5));
    taut_stiff_close(&rigs[0]);
    taut_stiff_close(&rigs[1]);
    put_one(s, "worst stretch of a structural link in any frame, ours at 12 substeps, plain at 20",
            "worst", d->worst, f[0].worst, f[1].worst);
    put_one(s, "the same over the last third of the frames", "last-third", d->last_third,
            f[0].last_third, f[1].last_third);
    put_one(s, "stretch on the mean over links and frames", "mean", d->mean, f[0].mean, f[1].mean);
    taut_stiff_row row =
        taut_stiff_row_make("ms per frame; yardstick: 20 plain substeps without tethers", "ms");
    row.ours = f[0].ms;
    row.plain = f[1].ms;
    row.cost = f[0].ms / f[1].ms;
    row.cost_limit = 1.6;
    taut_stiff_put(s, row, "cost-%d-substeps", d->substeps);
}

// Time to quality ---------------------------------------------------------------------------------

// A textbook's coloured loop beside ours, frame by frame, so that both see the same machine. Gives
// the loop's worst stretch; the median times go to `ms`, ours first.
static taut_stiff_figures race(taut_stiff* s, int size, int substeps, double ms[2],
                               double* loop_worst)
{
    enum { MOST = 600 };
    static double taken[2][MOST];
    taut_stiff_way ours = {true, true, substeps};
    taut_stiff_rig rig = taut_stiff_open_cloth(s, size, flat, false, ours);
    taut_loop* loop = rig.world ? taut_loop_open(rig.world, rig.body, true) : NULL;
    taut_stiff_figures f = {.worst = (double)NAN};
    int frames = taut_stiff_count(s, MOST, 5);
    *loop_worst = 0.0;
    double worst = 0.0;
    for (int i = 0; i < frames && loop; ++i) {
        taut_measure m = {0};
        taken[0][i] = taut_stiff_step(&rig);
        taken[1][i] = taut_loop_step(loop, TAUT_STIFF_DT, PLAIN_SUBSTEPS);
        taut_body_measure(rig.world, rig.body, &m);
        worst = (double)m.max_stretch > worst ? (double)m.max_stretch : worst;
        double stretch = taut_loop_stretch(loop);
        *loop_worst = stretch > *loop_worst ? stretch : *loop_worst;
    }
    if (loop && rig.trouble == 0) {
        f.worst = worst;
    }
    ms[0] = taut_stiff_median(taken[0], frames);
    ms[1] = taut_stiff_median(taken[1], frames);
    taut_loop_close(loop);
    taut_stiff_close(&rig);
    return f;
}

// The least substeps that keep five per cent.
static void put_time(taut_stiff* s, int size)
{
    static const int tries[] = {4, 6, 8, 10, 12, 14, 16, 20, 24, 30};
    taut_stiff_row row = taut_stiff_row_make(
        "worst stretch at the least substeps that keep 5 %; plain and the yardstick of cost are a "
        "textbook's coloured loop at 20 substeps",
        "%");
    row.limit = 5.0;
    row.cost_limit = 0.5;
    int found = 0;
    for (int i = 0; i < (int)(sizeof tries / sizeof tries[0]) && !(row.ours <= row.limit); ++i) {
        double ms[2];
        double loop_worst = 0.0;
        row.ours = 100.0 * race(s, size, tries[i], ms, &loop_worst).worst;
        row.plain = 100.0 * loop_worst;
        row.cost = ms[0] / ms[1];
        found = tries[i];
    }
    row.substeps = found;
    taut_stiff_put(s, row, "time");
}

void taut_stiff_cloth_100(taut_stiff* s)
{
    static const demand d = {.size = 100,
                             .quick_size = 12,
                             .substeps = 12,
                             .worst = 5.0,
                             .last_third = 1.0,
                             .mean = 0.1};
    put_cloth(s, &d);
    put_time(s, taut_stiff_count(s, d.size, d.quick_size));
}

void taut_stiff_cloth_256(taut_stiff* s)
{
    static const demand d = {.size = 256,
                             .quick_size = 16,
                             .substeps = 12,
                             .worst = 10.0,
                             .last_third = 3.0,
                             .mean = 0.3};
    put_cloth(s, &d);
}
