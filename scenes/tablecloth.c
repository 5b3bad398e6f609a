// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A tablecloth lifted by its four corners: the corners come together, and the cloth sags between
// them. The four hands together carry its weight.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define SIDE 41
#define SPACING 0.04f
#define GATHER 1.5  // s that the corners take to come together
#define LAST_FRAMES 120

enum { HELD };  // memory: two numbers

static int corner(int i)
{
    return (i & 1 ? SIDE - 1 : 0) + (i & 2 ? (SIDE - 1) * SIDE : 0);
}

static float half_side(void)
{
    return 0.5f * SPACING * (float)(SIDE - 1);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "tablecloth");

    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = SIDE;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.origin = vec3(-half_side(), 0.0f, -half_side());
    cloth.bend = TAUT_BEND_DIHEDRAL;
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    for (int i = 0; i < 4; ++i) {
        ok = ok && taut_builder_pin(builder, corner(i)) == TAUT_OK;
    }
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0xf2efe6, .back = 0xd7e3ea, .checker = 4};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static double held(const taut_scene_run* run)
{
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        sum += (double)taut_scene_reaction(run, 0, corner(i)).y;
    }
    return sum;
}

// Moves the corners inwards, each along its diagonal.
static void drive(taut_scene_run* run)
{
    double time = (run->frame + 1) * (double)run->dt;
    float part = (float)(1.0 - taut_scene_get(run, "gather") * taut_scene_ease(time / GATHER));
    for (int i = 0; i < 4 && time < GATHER + 0.1; ++i) {
        float x = half_side() * part * (i & 1 ? 1.0f : -1.0f);
        float z = half_side() * part * (i & 2 ? 1.0f : -1.0f);
        const taut_scene_look* look = &run->looks[0];
        taut_body_set_target(run->worlds[0].world, look->body, corner(i), vec3(x, 0.0f, z));
    }
    taut_scene_note_mean(run, LAST_FRAMES, HELD, held(run));
}

// Half a diagonal of cloth, drawn tight, would reach sqrt(1 - part^2) of itself down: the middle
// hangs less than that, since it takes cloth from both diagonals and the bias, and more than half
// of it. The hands' 1 % is for what still swings.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double force = taut_scene_mean(run, HELD, held(run));
    double weight = 9.81 * taut_scene_free_mass(run, 0);
    double sag = -(double)taut_scene_point(run, 0, SIDE * SIDE / 2).y;
    double part = 1.0 - taut_scene_get(run, "gather");
    double most = (double)half_side() * sqrt(2.0) * sqrt(1.0 - part * part);
    snprintf(text, size,
             "corners hold %.4f N (expected %.4f within 1 %%), the middle hangs %.3f m down "
             "(expected %.3f to %.3f), stretch %.2f %%",
             force, weight, sag, 0.5 * most, 1.02 * most,
             100.0 * (double)run->stats.frame_max_stretch);
    return fabs(force - weight) <= 0.01 * weight && sag >= 0.5 * most && sag <= 1.02 * most;
}

const taut_scene taut_scene_tablecloth = {
    .name = "tablecloth",
    .about = "A tablecloth lifted by its four corners sags between them.",
    .tags = "cloth",
    .params = {{"gather", "how far the corners come together, part of the way", 0.2, 0.0, 0.6},
               {"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.3f, 0.95f, 2.55f}, {0.0f, -0.34f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
