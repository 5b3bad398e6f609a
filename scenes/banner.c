// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A silk banner hung from points along its top edge that stand closer together than the cloth is
// wide: it falls in folds, and a faint draught from behind decides which way.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define COLUMNS 61
#define ROWS 36
#define SPACING 0.04f
#define PINS 5
#define GATHER 1.5  // s that the hooks take to come together
#define LAST_FRAMES 120

enum { HELD };  // memory: two numbers

static int hook(int i)
{
    return i * (COLUMNS - 1) / (PINS - 1);
}

// A flat cloth pushed together along itself would not know which way to fold. The draught changes
// sign from field to field between the hooks, and dies down.
static void draught(void* context, taut_body_id body, double time, taut_vec3_view x,
                    taut_vec3_view v, taut_vec3* acceleration)
{
    (void)context;
    (void)body;
    (void)v;
    double strength = 1.5 * (1.0 - taut_scene_ease(time / 3.0));
    for (int i = 0; i < x.count; ++i) {
        double across = (double)(i % COLUMNS) / (COLUMNS - 1) * (PINS - 1);
        acceleration[i].z = (float)(strength * taut_scene_wave(0.5 * across + 0.07));
    }
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    world_def.field = draught;
    int world = taut_scene_add_world(run, &world_def, "banner");

    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = COLUMNS;
    cloth.rows = ROWS;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.origin = vec3(-0.5f * SPACING * (float)(COLUMNS - 1), 0.0f, 0.0f);
    cloth.v = vec3(0.0f, -1.0f, 0.0f);
    cloth.bend = TAUT_BEND_DIHEDRAL;
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    taut_cloth_material_find("silk", &cloth.material);
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    for (int i = 0; i < PINS; ++i) {
        ok = ok && taut_builder_pin(builder, hook(i)) == TAUT_OK;
    }
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0x2f6f8f, .back = 0x27566e, .checker = 5};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static double held(const taut_scene_run* run)
{
    double sum = 0.0;
    for (int i = 0; i < PINS; ++i) {
        sum += (double)taut_scene_reaction(run, 0, hook(i)).y;
    }
    return sum;
}

static void drive(taut_scene_run* run)
{
    double time = (run->frame + 1) * (double)run->dt;
    double part = 1.0 - taut_scene_get(run, "gather") * taut_scene_ease(time / GATHER);
    for (int i = 0; i < PINS && time < GATHER + 0.1; ++i) {
        double x = (hook(i) - 0.5 * (COLUMNS - 1)) * (double)SPACING * part;
        taut_body_set_target(run->worlds[0].world, run->looks[0].body, hook(i),
                             vec3((float)x, 0.0f, 0.0f));
    }
    taut_scene_note_mean(run, LAST_FRAMES, HELD, held(run));
}

// How far the cloth reaches to front and back: folds.
static double depth(const taut_scene_run* run)
{
    double low = 0.0;
    double high = 0.0;
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        double z = (double)taut_scene_point(run, 0, i).z;
        low = z < low ? z : low;
        high = z > high ? z : high;
    }
    return high - low;
}

// A fold between two hooks is as deep as its slack allows: 0.6 m of cloth over 0.6 m (1 - gather),
// as a triangle, 0.5 sqrt(0.6^2 - 0.51^2) = 0.16 m at a gather of 0.15. It must show: a quarter of
// that. The hooks' 1 % is for what still swings.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double force = taut_scene_mean(run, HELD, held(run));
    double weight = 9.81 * taut_scene_free_mass(run, 0);
    double folds = depth(run);
    snprintf(text, size,
             "hooks hold %.4f N (expected %.4f within 1 %%), folds %.3f m deep (expected 0.04 or "
             "more), stretch %.2f %%",
             force, weight, folds, 100.0 * (double)run->stats.frame_max_stretch);
    return fabs(force - weight) <= 0.01 * weight && folds >= 0.04;
}

const taut_scene taut_scene_banner = {
    .name = "banner",
    .about = "A silk banner hung from five hooks falls in folds as they come together.",
    .tags = "cloth",
    .params = {{"gather", "how far the hooks come together, part of the way", 0.15, 0.0, 0.5},
               {"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.1f, -0.2f, 4.0f}, {0.0f, -0.72f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
