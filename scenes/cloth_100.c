// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The benchmark of the field: a rigid cloth of 100 x 100 particles let go flat, two corners of one
// edge held, links to neighbours, across diagonals and over two cells, 20 substeps of one sweep.
// Without tethers its top rows stretch by a fifth and more; with them by a per cent or so.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define MOST_STRETCH 0.02

enum { TAIL };  // memory: largest stretch of the last half of the frames

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "cloth");

    int size = (int)taut_scene_get(run, "size");
    bool tethers = taut_scene_get(run, "tethers") != 0.0;
    taut_scene_look look = {.front = 0xe8d9c5, .back = 0xb23a48, .checker = 5};
    return taut_scene_add_square(run, world, size, tethers, look);
}

static void drive(taut_scene_run* run)
{
    taut_scene_note_tail(run, TAIL);
}

// Structural (n - 1) n twice, shear 2 (n - 1)^2, links over two cells (n - 2) n twice.
static int links_due(int n)
{
    return 2 * (n - 1) * n + 2 * (n - 1) * (n - 1) + 2 * (n - 2) * n;
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    const taut_world* world = run->worlds[0].world;
    taut_blueprint_stats stats =
        taut_blueprint_get_stats(taut_body_blueprint(world, run->looks[0].body));
    int due = links_due((int)taut_scene_get(run, "size"));
    double tail = taut_scene_tail(run, TAIL);
    bool finite = (run->stats.trouble & TAUT_STEP_NOT_FINITE) == 0;
    snprintf(text, size,
             "%d links (expected %d) and %d tethers, %s, stretch in the last half %.2f %% (at most "
             "%.0f %%), worst ever %.2f %%",
             stats.constraints, due, stats.tethers, finite ? "finite" : "NOT FINITE", 100.0 * tail,
             100.0 * MOST_STRETCH, 100.0 * (double)run->stats.worst_stretch);
    return stats.constraints == due && finite && tail <= MOST_STRETCH;
}

const taut_scene taut_scene_cloth_100 = {
    .name = "cloth-100",
    .about = "A rigid cloth of 100 x 100 particles let go flat, held by two corners.",
    .tags = "cloth large",
    .params = {{"size", "particles along a side", 100.0, 3.0, 1024.0},
               {"tethers", "0 or 1: long-range tethers to the pins", 1.0, 0.0, 1.0},
               {"drag", "1/s", 0.1, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{-4.2f, -0.2f, -11.5f}, {0.0f, -2.6f, 0.4f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
