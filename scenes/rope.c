// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A nylon rope, held at the top and let go from the side: it swings, cracks at its tip, and comes
// to hang straight. What its pin holds then, and how long it is, follow from weight and stiffness.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define LAST_FRAMES 120

enum { HELD, DEPTH, FRAMES };  // memory: sums and their count

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "rope");

    float length = (float)taut_scene_get(run, "length");
    taut_rope_def rope = taut_rope_def_default();
    rope.start = vec3(0.0f, 0.0f, 0.0f);
    rope.end = vec3(0.8f * length, -0.6f * length, 0.0f);
    rope.length = length;
    rope.link_count = (int)taut_scene_get(run, "links");
    rope.pin_start = true;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_rope(builder, &rope, NULL) == TAUT_OK;

    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0xd9a441, .radius = 0.03f};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static double held(const taut_scene_run* run)
{
    return (double)taut_scene_reaction(run, 0, 0).y;
}

static double depth(const taut_scene_run* run)
{
    return -(double)taut_scene_point(run, 0, (int)taut_scene_get(run, "links")).y;
}

static void drive(taut_scene_run* run)
{
    if (taut_scene_near_end(run, LAST_FRAMES)) {
        run->memory[HELD] += held(run);
        run->memory[DEPTH] += depth(run);
        run->memory[FRAMES] += 1.0;
    }
}

// Under its own weight of a few newtons nylon stretches by some parts in 100,000, and what 20
// sweeps a frame leave over is below a thousandth: the tip hangs one length below the pin within
// 0.1 %. The swing is down to a few degrees by then, whose centripetal pull is part of the pin's 1
// %.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double count = run->memory[FRAMES] + 1.0;
    double force = (run->memory[HELD] + held(run)) / count;
    double tip = (run->memory[DEPTH] + depth(run)) / count;
    double weight = 9.81 * taut_scene_free_mass(run, 0);
    double length = taut_scene_get(run, "length");
    snprintf(text, size,
             "pin holds %.4f N (expected %.4f within 1 %%), tip hangs %.4f m down (expected %.4f "
             "within 0.1 %%)",
             force, weight, tip, length);
    return fabs(force - weight) <= 0.01 * weight && fabs(tip - length) <= 0.001 * length;
}

const taut_scene taut_scene_rope = {
    .name = "rope",
    .about = "A nylon rope held at its top is let go sideways and comes to hang straight.",
    .tags = "rope",
    .params = {{"length", "m", 5.0, 0.1, 100.0},
               {"links", "how finely it is divided", 50.0, 2.0, 10000.0},
               {"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 40,
    .frames = 900,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{3.0f, -1.5f, 11.0f}, {0.4f, -2.6f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
