// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Denormal numbers: a short rope, of lengths that floats hold exactly, drifts without gravity at
// 10^-37 m/s and slower, and slows down. Flushing denormals to zero shows in its hash, which it
// does in few other scenes.

#include "quiet.h"

#define PARTICLES 9

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    world_def.gravity = (taut_vec3){0.0f, 0.0f, 0.0f};
    int world = taut_scene_add_world(run, &world_def, "quiet");
    taut_builder* builder = taut_scene_builder(run);
    bool ok = world >= 0 && builder != NULL;
    for (int i = 0; ok && i < PARTICLES; ++i) {
        taut_vec3 at = {0.125f * (float)i, 0.0f, 0.0f};
        ok = taut_builder_add_particle(builder, at, 0.1f, NULL) == TAUT_OK;
    }
    for (int i = 0; ok && i + 1 < PARTICLES; ++i) {
        taut_constraint_def link = taut_link(i, i + 1);
        ok = taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK;
    }
    taut_body_def body = taut_body_def_default();
    body.drag = 10.0f;
    body.velocity = (taut_vec3){1e-37f, 2e-38f, 3e-39f};
    taut_scene_look look = {0};
    return taut_scene_add_body(run, world, builder, body, look, NULL) && ok;
}

const taut_scene taut_bits_quiet = {
    .name = "quiet",
    .about = "Speeds that are or become denormal numbers.",
    .tags = "rope",
    .dt = 1.0f / 60.0f,
    .substeps = 8,
    .frames = 60,
    .solver = TAUT_SOLVER_XPBD,
    .make = make,
};
