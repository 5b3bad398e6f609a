// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The cloth of cloth-100 with 256 x 256 particles: 12.75 m of rigid cloth on two corners, let go
// flat. It falls, is caught by its corners and swings through, which is the hardest part; the scene
// ends there.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define MOST_WORST 0.10
#define MOST_END 0.03

enum { MEANS };  // memory: sum of the mean stretch over frames

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "cloth");
    bool tethers = taut_scene_get(run, "tethers") != 0.0;
    taut_scene_look look = {.front = 0xdfe6e2, .back = 0x2f6f73, .checker = 8};
    return taut_scene_add_square(run, world, (int)taut_scene_get(run, "size"), tethers, look);
}

static void drive(taut_scene_run* run)
{
    run->memory[MEANS] += (double)run->stats.frame_mean_stretch;
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double worst = (double)run->stats.worst_stretch;
    double end = (double)run->stats.frame_max_stretch;
    double mean = (run->memory[MEANS] + (double)run->stats.frame_mean_stretch) / run->stats.frames;
    bool finite = (run->stats.trouble & TAUT_STEP_NOT_FINITE) == 0;
    snprintf(text, size,
             "%s, stretch at most %.2f %% (limit %.0f %%), at the end %.2f %% (limit %.0f %%), on "
             "the mean %.3f %%",
             finite ? "finite" : "NOT FINITE", 100.0 * worst, 100.0 * MOST_WORST, 100.0 * end,
             100.0 * MOST_END, 100.0 * mean);
    return finite && worst <= MOST_WORST && end <= MOST_END;
}

const taut_scene taut_scene_cloth_256 = {
    .name = "cloth-256",
    .about = "A rigid cloth of 256 x 256 particles let go flat, held by two corners.",
    .tags = "cloth large heavy",
    .params = {{"size", "particles along a side", 256.0, 3.0, 1024.0},
               {"tethers", "0 or 1: long-range tethers to the pins", 1.0, 0.0, 1.0},
               {"drag", "1/s", 0.1, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 150,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{-10.0f, -1.0f, -27.0f}, {0.0f, -4.6f, 0.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
