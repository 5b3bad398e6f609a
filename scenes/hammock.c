// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A hammock on strings between two posts, with somebody light asleep in it. Two hooks carry it all.

#include <math.h>
#include <stdio.h>

#include "fair.h"
#include "parts.h"

#define COLUMNS 41
#define ROWS 17
#define STRINGS 9
#define BED 2  // number of the body: the posts are 0 and 1
#define LAST_FRAMES 120

enum { HELD };  // memory: two numbers

// The sleeper's weight, evenly over the cloth.
static bool lie_down(taut_builder* builder, double mass)
{
    bool ok = true;
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        ok = ok && taut_builder_add_mass(builder, i, (float)(mass / (COLUMNS * ROWS))) == TAUT_OK;
    }
    return ok;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "hammock");
    taut_scene_look wood = {.front = 0x8b6b4a, .radius = 0.06f};
    for (int side = -1; side <= 1; side += 2) {
        float x = 1.88f * (float)side;
        if (!taut_scene_add_post(run, world, vec3(x, 0.0f, 0.0f), vec3(x, 1.5f, 0.0f), wood)) {
            return false;
        }
    }
    taut_fair_hammock_def def = {.middle = vec3(0.0f, 1.35f, 0.0f),
                                 .columns = COLUMNS,
                                 .rows = ROWS,
                                 .spacing = 0.06f,
                                 .strings = STRINGS,
                                 .hooks = 1.82f,
                                 .slack = 1.08f};
    taut_cloth_material_find("denim", &def.material);
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_fair_hammock(builder, &def) && lie_down(builder, taut_scene_get(run, "sleeper"));
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0xe9e2d0, .back = 0xc8553d, .radius = 0.008f, .checker = 2};
    return taut_scene_put(run, world, builder, ok, body, look);
}

// The strings begin at the hooks: their first particles are the pinned ones.
static double held(const taut_scene_run* run)
{
    const taut_scene_look* look = &run->looks[BED];
    const taut_world* world = run->worlds[look->world].world;
    int count = taut_body_positions(world, look->body).count;
    double sum = 0.0;
    for (int i = COLUMNS * ROWS; i < count; ++i) {
        sum += (double)taut_scene_reaction(run, BED, i).y;
    }
    return sum;
}

static void drive(taut_scene_run* run)
{
    taut_scene_note_mean(run, LAST_FRAMES, HELD, held(run));
}

// The hooks' 1 % is for what still sways.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double force = taut_scene_mean(run, HELD, held(run));
    double weight = 9.81 * taut_scene_free_mass(run, BED);
    double height = (double)taut_scene_point(run, BED, ROWS / 2 * COLUMNS + COLUMNS / 2).y;
    snprintf(text, size,
             "hooks hold %.3f N (expected %.3f within 1 %%), the middle hangs %.3f m above the "
             "ground (expected 0.2 to 1.2), stretch %.2f %%",
             force, weight, height, 100.0 * (double)run->stats.frame_max_stretch);
    return fabs(force - weight) <= 0.01 * weight && height >= 0.2 && height <= 1.2;
}

const taut_scene taut_scene_hammock = {
    .name = "hammock",
    .about = "A hammock on strings between two posts, with somebody light asleep in it.",
    .tags = "cloth rope",
    .params = {{"sleeper", "kg", 4.0, 0.001, 200.0}, {"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 30,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.4f, 2.2f, 4.4f}, {0.0f, 0.78f, 0.0f}, 36.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
