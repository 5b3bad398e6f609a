// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A ragdoll is pushed off the top of a flight of stairs. It tumbles down, no joint beyond its
// limits, nothing of it in a step, and comes to rest.

#include <stdio.h>

#include "doll.h"
#include "solids.h"

#define BODY 0
#define STEPS 8
#define RISE 0.17f
#define TREAD 0.28f
#define TOP (RISE * (float)(STEPS + 1))

enum { LEAST_GAP = TAUT_DOLL_END };  // memory

// Solid 0 is the ground, 1 the landing.
static bool add_stairs(taut_scene_run* run, int world)
{
    bool ok = taut_scene_add_ground(run, world, 0.0f);
    ok = ok && taut_scene_add_box(run, world, vec3(0.0f, 0.5f * TOP, -0.75f),
                                  vec3(1.0f, 0.5f * TOP, 0.75f));
    for (int i = 0; i < STEPS && ok; ++i) {
        float height = TOP - RISE * (float)(i + 1);
        ok = taut_scene_add_box(run, world, vec3(0.0f, 0.5f * height, TREAD * ((float)i + 0.5f)),
                                vec3(1.0f, 0.5f * height, 0.5f * TREAD));
    }
    return ok;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "stairs");
    taut_builder* builder = taut_scene_builder(run);
    if (builder == NULL) {
        return false;
    }
    bool ok = add_stairs(run, world);
    taut_ragdoll made = taut_scene_make_doll(builder, &ok);
    taut_body_def body = taut_scene_doll_def();
    body.offset = vec3(0.1f, TOP + 0.03f, -0.25f);
    body.velocity = vec3(0.2f, 0.0f, (float)taut_scene_get(run, "push"));
    taut_scene_look look = {.front = 0xd8d2c4};
    if (!taut_scene_put(run, world, builder, ok, body, look)) {
        return false;
    }
    run->memory[LEAST_GAP] = 1.0;
    taut_scene_put_doll(run, BODY, &made);
    return true;
}

static void drive(taut_scene_run* run)
{
    double gap = taut_scene_least_gap(run, BODY, 1, STEPS + 1);
    run->memory[LEAST_GAP] = gap < run->memory[LEAST_GAP] ? gap : run->memory[LEAST_GAP];
    taut_scene_watch_doll(run, BODY);
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double beyond = run->memory[TAUT_DOLL_BEYOND], unrest = run->memory[TAUT_DOLL_UNREST];
    double gap = run->memory[LEAST_GAP],
           down = (double)TOP - (double)taut_scene_point(run, BODY, 0).y;
    snprintf(text, size,
             "joints at most %.2f degrees beyond their limits (allowed 2), fastest in the last "
             "second %.4f m/s (allowed 0.001), least gap to a step %.1f mm (at least 35 of 40), "
             "pelvis %.2f m below the landing (at least 0.4)",
             beyond, unrest, 1e3 * gap, down);
    return beyond <= 2.0 && unrest <= 0.001 && gap >= 0.035 && down >= 0.4;
}

const taut_scene taut_scene_ragdoll_stairs = {
    .name = "ragdoll-stairs",
    .about = "A ragdoll tumbles down a flight of stairs and comes to rest.",
    .tags = "ragdoll collider",
    .params = {{"push", "m/s", 2.5, 0.0, 20.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{5.6f, 2.8f, 5.4f}, {0.0f, 0.6f, 1.5f}, 36.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
