// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A rope of 1,000 particles, hung by one end, let go from 30 degrees, at 8 substeps a frame. A
// sweep carries a load one link further; here it has 999 to go, and the top would give by half.

#include <math.h>
#include <stdio.h>

#include "parts.h"

enum { ENERGY, MOST, FURTHEST };  // memory: at the start, the most since; the tip's way across

static int tip_of(const taut_scene_run* run)
{
    return (int)taut_scene_get(run, "particles") - 1;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "rope");

    float length = (float)taut_scene_get(run, "length");
    taut_rope_def rope = taut_scene_limp_rope(0.2f, length);
    rope.end = vec3(-0.5f * length, -0.8660254f * length, 0.0f);
    rope.link_count = tip_of(run);
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_rope(builder, &rope, NULL) == TAUT_OK;

    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0x2e6c8e, .radius = 0.007f * length};
    taut_scene_look wood = {.front = 0x8a6a4f, .radius = 0.015f * length};
    float behind = -0.12f * length;
    taut_vec3 elbow = vec3(0.0f, 0.03f * length, behind);
    bool put = taut_scene_put(run, world, builder, ok, body, look) &&
               taut_scene_add_post(run, world, vec3(0.0f, -1.08f * length, behind), elbow, wood) &&
               taut_scene_add_post(run, world, elbow, vec3(0.0f, 0.03f * length, 0.0f), wood);
    run->memory[ENERGY] = put ? taut_scene_mechanical_energy(run, 0, 9.81) : 0.0;
    run->memory[MOST] = run->memory[ENERGY];
    return put;
}

static void drive(taut_scene_run* run)
{
    double energy = taut_scene_mechanical_energy(run, 0, 9.81);
    double x = (double)taut_scene_point(run, 0, tip_of(run)).x;
    run->memory[MOST] = energy > run->memory[MOST] ? energy : run->memory[MOST];
    run->memory[FURTHEST] = x > run->memory[FURTHEST] ? x : run->memory[FURTHEST];
}

// It swings through and comes up on the other side, a good part of the 0.5 lengths it came from; a
// tip that curls can go further, but never past the length. What it gains, of the energy that
// hanging straight would free, is rounding.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double length = taut_scene_get(run, "length");
    double worst = (double)run->stats.worst_stretch;
    double freed = 9.81 * taut_scene_free_mass(run, 0) * 0.5 * length * (1.0 - 0.8660254);
    double gained = (run->memory[MOST] - run->memory[ENERGY]) / freed;
    double across = run->memory[FURTHEST] / length;
    snprintf(
        text, size,
        "stretch %.4f %% (at most 0.1 %%), swings %.3f lengths to the other side (expected 0.3 "
        "to 0.8), gains %.3f %% of the energy of its fall (at most 1 %%)",
        100.0 * worst, across, 100.0 * gained);
    return worst <= 0.001 && across >= 0.3 && across <= 0.8 && gained <= 0.01;
}

const taut_scene taut_scene_rope_1000 = {
    .name = "rope-1000",
    .about = "A rope of 1,000 particles swings from 30 degrees at 8 substeps a frame.",
    .tags = "rope heavy",
    .params = {{"particles", "how finely it is divided", 1000.0, 3.0, 100000.0},
               {"length", "m", 10.0, 0.1, 1000.0},
               {"drag", "1/s", 0.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 8,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{6.0f, -3.0f, 22.0f}, {0.0f, -5.2f, 0.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
