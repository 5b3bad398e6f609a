// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How many substeps keep stretch at one per cent: what the meter says after a run at 20 of them,
// what taut_world_find_substeps() finds before one, and what is so when each number is tried from
// the start. Cloths without tethers: the direct solve has nothing to do here. None is let go flat:
// where a cloth whips, more substeps do not always stretch less, and no number is the fewest.

#include <stdio.h>

#include "bench_stiffness.h"

#define TARGET 0.01f
#define MOST_SUBSTEPS 400

typedef struct cloth_case {
    const char* name;
    int size;
    taut_vec3 down;
    bool pin_row;
} cloth_case;

static const cloth_case cases[] = {
    {"row-24", 24, {0.0f, -0.8660254f, -0.5f}, true},
    {"row-48", 48, {0.0f, -0.9961947f, -0.08715574f}, true},
    {"corners-16", 16, {0.0f, -0.8660254f, -0.5f}, false},
    {"corners-32", 32, {0.0f, -0.5f, -0.8660254f}, false},
};

static taut_stiff_rig open_case(taut_stiff* s, const cloth_case* c, int substeps)
{
    taut_stiff_way way = {false, false, substeps};
    return taut_stiff_open_cloth(s, taut_stiff_count(s, c->size, 6), c->down, c->pin_row, way);
}

typedef struct reading {
    double excess;
    int needed;  // most that was said of any frame
} reading;

static reading run(taut_stiff* s, const cloth_case* c, int substeps, int frames)
{
    reading out = {0.0, 0};
    taut_stiff_rig rig = open_case(s, c, substeps);
    for (int i = 0; i < frames && rig.world; ++i) {
        taut_stiff_step(&rig);
        taut_measure m = {0};
        taut_body_measure(rig.world, rig.body, &m);
        int needed = taut_measure_substeps(&m, TARGET);
        out.excess = (double)m.excess > out.excess ? (double)m.excess : out.excess;
        out.needed = needed > out.needed ? needed : out.needed;
    }
    taut_stiff_close(&rig);
    return out;
}

// The fewest that hold: doubled until they do, then halved in between.
static int find_truth(taut_stiff* s, const cloth_case* c, int frames)
{
    int high = 4;
    while (high < MOST_SUBSTEPS && run(s, c, high, frames).excess > (double)TARGET) {
        high *= 2;
    }
    int low = high / 2;
    while (high - low > 1 && high - low > high / 32) {
        int middle = (low + high) / 2;
        bool holds = run(s, c, middle, frames).excess <= (double)TARGET;
        high = holds ? middle : high;
        low = holds ? low : middle;
    }
    return high;
}

static void put(taut_stiff* s, const char* what, const char* name, int said, int truth)
{
    taut_stiff_row row = taut_stiff_row_make(
        "substeps for 1 %: those said over those needed, or the other way round", "x");
    double ratio = (double)said / (double)truth;
    row.limit = 1.5;
    row.ours = ratio > 1.0 ? ratio : 1.0 / ratio;
    taut_stiff_put(s, row, "%s-%s", what, name);
}

void taut_stiff_needed(taut_stiff* s)
{
    int frames = taut_stiff_count(s, 120, 4);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const cloth_case* c = &cases[i];
        int truth = find_truth(s, c, frames);
        put(s, "meter", c->name, run(s, c, 20, frames).needed, truth);
        taut_stiff_rig rig = open_case(s, c, 20);
        taut_substeps_found found = {.substeps = 1};
        if (rig.world) {
            taut_world_find_substeps(rig.world, frames, TARGET, MOST_SUBSTEPS, &found);
        }
        taut_stiff_close(&rig);
        put(s, "tried", c->name, found.substeps, truth);
    }
}
