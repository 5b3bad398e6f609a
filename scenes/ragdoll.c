// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A ragdoll that is held by one hand falls into its joints, swings, and comes to rest, no joint
// beyond its limits.

#include <stdio.h>

#include "doll.h"

#define BODY 0

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "ragdoll");
    taut_builder* builder = taut_scene_builder(run);
    if (builder == NULL) {
        return false;
    }
    bool ok = true;
    taut_ragdoll made = taut_scene_make_doll(builder, &ok);
    ok = ok &&
         taut_builder_pin(builder, made.bones[TAUT_HUMANOID_LEFT_HAND].end_particle) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0xd8d2c4};
    if (!taut_scene_put(run, world, builder, ok, body, look)) {
        return false;
    }
    taut_scene_put_doll(run, BODY, &made);
    return true;
}

static void drive(taut_scene_run* run)
{
    taut_scene_watch_doll(run, BODY);
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    taut_measure m = taut_scene_measure(run, BODY);
    snprintf(text, size,
             "joints at most %.2f degrees beyond their limits (allowed 2), speed in the end %.4f "
             "m/s (at most 0.002), stretch %.2f %% (at most 1 %%)",
             run->memory[TAUT_DOLL_BEYOND], (double)m.max_speed, 100.0 * (double)m.max_stretch);
    return run->memory[TAUT_DOLL_BEYOND] <= 2.0 && m.max_speed <= 0.002f && m.max_stretch <= 0.01f;
}

const taut_scene taut_scene_ragdoll = {
    .name = "ragdoll",
    .about = "A ragdoll held by one hand falls into its joints and comes to rest.",
    .tags = "ragdoll",
    .params = {{"drag", "1/s", 2.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 720,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{0.8f, -0.1f, 4.6f}, {0.3f, -0.25f, 0.0f}, 36.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
