// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The cloth of many a tutorial: 25 x 18 particles, links to the four neighbours and no others,
// three pins along the top, Verlet, and a stiffness that is the number of sweeps. With the legacy
// solver it is done in the tutorials' own units: pixels, frames, y down, half a pixel of gravity
// per frame squared, a box around it.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define COLUMNS 25
#define ROWS 18
// 9.81 m/s^2 at 60 frames a second is to 0.12 m as the tutorials' 0.5 per frame squared is to 22.
#define SPACING 0.12f
#define LINKS ((COLUMNS - 1) * ROWS + COLUMNS * (ROWS - 1))  // 857
#define LAST_FRAMES 60

// Memory: sum of what the pins hold, how often it was added, and where the pins began.
enum { HELD, START = HELD + 2 };

static void use_tutorial_units(taut_scene_run* run, taut_world_def* def, taut_cloth_def* cloth)
{
    cloth->spacing_u = cloth->spacing_v = 22.0f;
    cloth->origin = vec3(36.0f, 20.0f, 0.0f);
    cloth->v = vec3(0.0f, 1.0f, 0.0f);
    def->gravity = vec3(0.0f, 0.5f, 0.0f);
    def->solver.keep = 0.99f;
    def->solver.bounded = true;
    def->solver.bounds_min = vec3(0.0f, 0.0f, 0.0f);
    def->solver.bounds_max = vec3(600.0f, 480.0f, 0.0f);
    run->camera =
        (taut_scene_camera){vec3(300.0f, 240.0f, 1000.0f), vec3(300.0f, 240.0f, 0.0f), 32.0f};
}

// Pins in the order in which a smaller number of them leaves the cloth hanging best.
static bool add_pins(taut_builder* builder, int count)
{
    static const int columns[3][3] = {{12}, {0, 24}, {0, 12, 24}};
    bool ok = true;
    for (int i = 0; i < count; ++i) {
        ok = ok && taut_builder_pin(builder, columns[count - 1][i]) == TAUT_OK;
    }
    return ok;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = COLUMNS;
    cloth.rows = ROWS;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.origin = vec3(-0.5f * SPACING * (float)(COLUMNS - 1), 0.0f, 0.0f);
    cloth.v = vec3(0.0f, -1.0f, 0.0f);
    cloth.shear = taut_scene_get(run, "diagonals") != 0.0;
    cloth.bend = TAUT_BEND_NONE;
    cloth.rigid = true;
    cloth.particle_mass = 0.01f;
    cloth.tethers.enabled = false;  // its stiffness is the number of sweeps
    world_def.planar = true;
    if (world_def.solver.kind == TAUT_SOLVER_LEGACY) {
        use_tutorial_units(run, &world_def, &cloth);
    }
    int world = taut_scene_add_world(run, &world_def, "cloth");

    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK &&
              add_pins(builder, (int)taut_scene_get(run, "pins"));
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0x3f7fb5, .back = 0x3f7fb5, .checker = 1};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static double held_by_pins(const taut_scene_run* run)
{
    double sum = 0.0;
    for (int column = 0; column < COLUMNS; ++column) {
        sum += (double)taut_scene_reaction(run, 0, column).y;
    }
    return sum;
}

// How far the pins are from where they began.
static double pins_moved(const taut_scene_run* run)
{
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double* start = &run->memory[START + 2 * i];
        taut_vec3 x = taut_scene_point(run, 0, 12 * i);
        sum += fabs((double)x.x - start[0]) + fabs((double)x.y - start[1]);
    }
    return sum;
}

static void drive(taut_scene_run* run)
{
    for (int i = 0; i < 3 && run->frame == 0; ++i) {
        run->memory[START + 2 * i] = (double)taut_scene_point(run, 0, 12 * i).x;
        run->memory[START + 2 * i + 1] = (double)taut_scene_point(run, 0, 12 * i).y;
    }
    taut_scene_note_mean(run, LAST_FRAMES, HELD, held_by_pins(run));
}

// The pins do not move at all. Together they hold the weight of the cloth: what is left of the
// bouncing averages out to within 1 % over the last second. Below the pins the cloth is stretched,
// by far more than a material would be: 15 sweeps are not enough for 17 rows.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    const taut_world* world = run->worlds[0].world;
    int links =
        taut_blueprint_get_stats(taut_body_blueprint(world, run->looks[0].body)).constraints;
    double held = taut_scene_mean(run, HELD, held_by_pins(run));
    double weight = 9.81 * taut_scene_free_mass(run, 0);
    snprintf(text, size,
             "%d links (expected %d), pins %s, holding %.4f N (expected %.4f within 1 %%), stretch "
             "%.1f %% after 15 sweeps a frame",
             links, LINKS, pins_moved(run) == 0.0 ? "still" : "MOVED", held, weight,
             100.0 * (double)run->stats.frame_max_stretch);
    return links == LINKS && pins_moved(run) == 0.0 && fabs(held - weight) <= 0.01 * weight;
}

const taut_scene taut_scene_cloth_25x18 = {
    .name = "cloth-25x18",
    .about = "The cloth of many tutorials: 25 x 18 particles, three pins, stiffness by sweeps.",
    .tags = "cloth 2d verlet",
    .params = {{"diagonals", "0 or 1: also links along the diagonals", 0.0, 0.0, 1.0},
               {"pins", "0 to 3 pins along the top; without any it falls", 3.0, 0.0, 3.0},
               {"drag", "1/s; 0.6 keeps 0.99 of the speed per frame", 0.6, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 1,
    .frames = 1200,
    .solver = TAUT_SOLVER_VERLET,
    .camera = {{0.0f, -0.9f, 6.0f}, {0.0f, -0.95f, 0.0f}, 30.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
