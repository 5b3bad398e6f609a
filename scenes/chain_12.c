// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Twelve weights of one kilogram, eleven elastic links, the first weight held: the smallest scene
// whose forces are known. At rest the pin holds the eleven weights below it, 11 x 1 x 9.8 = 107.8
// N, and the top link, of 1e-4 m/N, is 10.78 mm longer than its 0.2 m.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define GRAVITY 9.8
#define LAST_FRAMES 300  // 5 s at 60 Hz: what is left of the swing averages out

enum { FORCE, EXTENSION, FRAMES };  // memory: sums and their count

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    world_def.gravity = taut_scene_gravity(run, world_def.solver.kind, (float)GRAVITY);
    int world = taut_scene_add_world(run, &world_def, "chain");

    taut_chain_def chain = taut_chain_def_default();
    chain.start = vec3(0.0f, 2.0f, 0.0f);
    chain.step = vec3(0.2f, 0.0f, 0.0f);
    chain.particle_count = (int)taut_scene_get(run, "length");
    chain.compliance = (float)taut_scene_get(run, "compliance");
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_chain(builder, &chain, NULL) == TAUT_OK;

    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0xc8763a, .radius = 0.022f, .chain = true};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static double pin_force(const taut_scene_run* run)
{
    return taut_scene_distance(taut_scene_reaction(run, 0, 0), vec3(0.0f, 0.0f, 0.0f));
}

static void drive(taut_scene_run* run)
{
    if (taut_scene_near_end(run, LAST_FRAMES)) {
        run->memory[FORCE] += pin_force(run);
        run->memory[EXTENSION] += (double)taut_scene_link(run, 0, 0).value;
        run->memory[FRAMES] += 1.0;
    }
}

// 0.1 % of the force and 1 % of the extension: multipliers of a chain at rest are exact but for
// rounding, while 24 sweeps a frame leave the links a few tenths of a per cent too long.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double count = run->memory[FRAMES] + 1.0;
    double force = (run->memory[FORCE] + pin_force(run)) / count;
    double extension = (run->memory[EXTENSION] + (double)taut_scene_link(run, 0, 0).value) / count;
    double force_due = (taut_scene_get(run, "length") - 1.0) * GRAVITY;
    double extension_due = force_due * taut_scene_get(run, "compliance");
    snprintf(text, size,
             "pin reaction %.3f N (expected %.1f within 0.1 %%), top link %.3f mm longer "
             "(expected %.2f within 1 %%)",
             force, force_due, 1e3 * extension, 1e3 * extension_due);
    return fabs(force - force_due) <= 0.001 * force_due &&
           fabs(extension - extension_due) <= 0.01 * extension_due;
}

const taut_scene taut_scene_chain_12 = {
    .name = "chain-12",
    .about = "A chain of twelve weights let go sideways: forces and extensions with known answers.",
    .tags = "rope analytic",
    .params = {{"compliance", "of a link, m/N", 1e-4, 0.0, 1.0},
               {"drag", "1/s", 2.0, 0.0, 100.0},
               {"length", "weights, the held one included", 12.0, 2.0, 10000.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 24,
    .frames = 1200,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{2.4f, 1.6f, 5.2f}, {0.0f, 0.95f, 0.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
