// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A flag in a gale. It is tied to its mast at a few points, and the wind rises: the cloth gives at
// its free end first, where it is thrown about most, and along its lower edge, and rags of it fly
// away. Air presses on each triangle along its normal, by the square of its speed relative to the
// cloth, wherever tears have left that triangle.

#include "parts.h"

#define COLUMNS 37
#define ROWS 25
#define SPACING 0.05f
#define TIE_EVERY 4
#define CLOTH 1  // number of the body: the mast is 0
#define SPARES 600

enum { SPLITS, MASS };  // memory

// The gale rises in four seconds; eddies throw the cloth about.
static bool blow(taut_scene_run* run)
{
    double time = run->frame * (double)run->dt;
    double speed = taut_scene_get(run, "wind") * (0.25 + 0.75 * taut_scene_ease(time / 4.0));
    taut_wind_def winds[2] = {taut_wind_def_default(TAUT_WIND_GUST),
                              taut_wind_def_default(TAUT_WIND_TURBULENCE)};
    winds[0].velocity = winds[1].velocity = vec3((float)speed, 0.0f, 0.0f);
    winds[0].strength = 0.3f;
    winds[0].period = 2.0f;
    winds[1].speed = 0.25f * (float)speed;
    winds[1].size = 1.5f;
    taut_world* world = run->worlds[0].world;
    if (taut_world_wind_count(world) < 2) {
        return taut_world_set_winds(world, winds, 2) == TAUT_OK ||
               taut_scene_fail(run, "%s", taut_world_last_error(world));
    }
    // What others have added blows on.
    return taut_world_set_wind(world, 0, &winds[0]) == TAUT_OK &&
           taut_world_set_wind(world, 1, &winds[1]) == TAUT_OK;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "flag");
    taut_scene_look mast = {.front = 0xd8d4cc, .radius = 0.035f};
    if (!taut_scene_add_post(run, world, vec3(-0.05f, -2.6f, 0.0f), vec3(-0.05f, 0.12f, 0.0f),
                             mast)) {
        return false;
    }
    taut_cloth_def cloth = taut_scene_hung_cloth(COLUMNS, ROWS, SPACING);
    cloth.bend = TAUT_BEND_DIHEDRAL;
    cloth.material.strength = (float)taut_scene_get(run, "strength");
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    for (int row = 0; row < ROWS; row += TIE_EVERY) {
        ok = ok && taut_builder_pin(builder, row * COLUMNS) == TAUT_OK;
    }
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    body.tear.spare_particles = SPARES;
    taut_scene_look look = {.front = 0xc0392b, .back = 0xc0392b, .checker = 6};
    ok = taut_scene_put(run, world, builder, ok, body, look);
    ok = ok && blow(run);
    run->memory[MASS] = ok ? taut_scene_mass(run, CLOTH) : 0.0;
    return ok;
}

static void drive(taut_scene_run* run)
{
    run->memory[SPLITS] += taut_scene_events(run, TAUT_EVENT_SPLIT);
    (void)blow(run);
}

// It tears, and what is left of it, and what flew away, is all of it.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    taut_scene_torn torn = {CLOTH, run->memory[SPLITS], 15.0, run->memory[MASS]};
    return taut_scene_check_torn(run, &torn, text, size);
}

const taut_scene taut_scene_tear_flag = {
    .name = "tear-flag",
    .about = "A flag is torn to rags in a gale, from its free end on.",
    .tags = "cloth wind tear",
    .params = {{"wind", "mean speed in the end, m/s", 36.0, 1.0, 60.0},
               {"strength", "N/m", 250.0, 1.0, 1e6},
               {"drag", "1/s", 0.1, 0.0, 100.0}},
    .shared = "wind",
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 480,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{2.2f, -0.4f, 4.9f}, {0.8f, -1.1f, 0.0f}, 36.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
