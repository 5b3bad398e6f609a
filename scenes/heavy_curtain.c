// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A theatre curtain: heavy velvet on rings along a rod, its hem weighted with lead. The rings are
// gathered, so that it falls into folds, then drawn aside; the hem follows late, and all of the
// weight hangs from the rings.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define COLUMNS 81
#define ROWS 57
#define SPACING 0.05f
#define RING_EVERY 5  // columns
#define RINGS (1 + (COLUMNS - 1) / RING_EVERY)
#define WIDTH (SPACING * (float)(COLUMNS - 1))
#define HEIGHT (SPACING * (float)(ROWS - 1))
#define CLOTH 3  // number of the body: the rod and its posts are 0 to 2
#define GATHERED 0.8
#define PLEAT 0.05f  // m: rings take turns in front of the rod and behind it
#define LAST_FRAMES 120

enum { HELD };  // memory: two numbers

// How wide the curtain is, of its whole width: gathered within 1.5 s, drawn aside from 2.5 s on.
static double width_at(const taut_scene_run* run, double time)
{
    double drawn = taut_scene_get(run, "drawn");
    return 1.0 - (1.0 - GATHERED) * taut_scene_ease(time / 1.5) -
           (GATHERED - drawn) * taut_scene_ease((time - 2.5) / 2.0);
}

// The pleats grow with what the rings have come together.
static taut_vec3 ring_at(double width, int ring)
{
    float part = (float)width;
    float turn = ring % 2 == 0 ? PLEAT : -PLEAT;
    return vec3(-0.5f * WIDTH + part * WIDTH * (float)ring / (float)(RINGS - 1), HEIGHT,
                turn * (1.0f - part));
}

static bool weigh_hem(const taut_scene_run* run, taut_builder* builder)
{
    float each = (float)taut_scene_get(run, "hem") * SPACING;
    bool ok = true;
    for (int c = 0; c < COLUMNS && ok; ++c) {
        ok = taut_builder_add_mass(builder, (ROWS - 1) * COLUMNS + c, each) == TAUT_OK;
    }
    return ok;
}

static bool add_curtain(taut_scene_run* run, int world)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    taut_cloth_material_find("denim", &cloth.material);
    cloth.material.mass_per_area = 0.7f;  // velvet with its lining
    cloth.columns = COLUMNS;
    cloth.rows = ROWS;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.origin = vec3(-0.5f * WIDTH, HEIGHT, 0.0f);
    cloth.v = vec3(0.0f, -1.0f, 0.0f);
    cloth.bend = TAUT_BEND_DIHEDRAL;
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK && weigh_hem(run, builder);
    for (int i = 0; i < RINGS; ++i) {
        ok = ok && taut_builder_pin(builder, i * RING_EVERY) == TAUT_OK;
    }
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0x9b2335, .back = 0x6e1a28};
    return taut_scene_put(run, world, builder, ok, body, look);
}

// A cord of gold where the lead is, from each particle of the hem to the next.
static void draw_hem(taut_scene_run* run)
{
    for (int c = 0; c + 1 < COLUMNS; ++c) {
        int at = (ROWS - 1) * COLUMNS + c;
        const taut_scene_prop cord = {
            0, at, at + 1, {0.0f, 0.0f, 0.0f}, {0.0f, SPACING, 0.0f}, 0.024f, 0xc9a24a};
        taut_scene_add_props(run, CLOTH, &cord, 1);
    }
    const taut_scene_prop tassel = {
        0, ROWS * COLUMNS - 1, -1, {0.0f, 0.0f, 0.0f}, {0.0f, -0.03f, 0.0f}, 0.03f, 0xc9a24a};
    taut_scene_add_props(run, CLOTH, &tassel, 1);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "curtain");
    taut_scene_look brass = {.front = 0xc9a24a, .radius = 0.045f};
    float half = 0.5f * WIDTH + 0.15f;
    float top = HEIGHT + 0.07f;
    bool ok =
        taut_scene_add_post(run, world, vec3(-half, -0.12f, 0.0f), vec3(-half, top, 0.0f), brass) &&
        taut_scene_add_post(run, world, vec3(half, -0.12f, 0.0f), vec3(half, top, 0.0f), brass) &&
        taut_scene_add_post(run, world, vec3(-half, top, 0.0f), vec3(half, top, 0.0f), brass) &&
        add_curtain(run, world);
    if (ok) {
        draw_hem(run);
    }
    return ok;
}

static double held(const taut_scene_run* run)
{
    double sum = 0.0;
    for (int i = 0; i < RINGS; ++i) {
        sum += (double)taut_scene_reaction(run, CLOTH, i * RING_EVERY).y;
    }
    return sum;
}

static void drive(taut_scene_run* run)
{
    double time = (run->frame + 1) * (double)run->dt;
    double width = width_at(run, time);
    for (int i = 0; i < RINGS; ++i) {
        taut_body_set_target(run->worlds[0].world, run->looks[CLOTH].body, i * RING_EVERY,
                             ring_at(width, i));
    }
    taut_scene_note_mean(run, LAST_FRAMES, HELD, held(run));
}

// Velvet, lining and lead pull the hem down to where it would hang straight, less what the folds
// and the swing take of it. The rings' 1 % is for what still swings. A ring carries 14 N on the 5
// cm of velvet around it, where that stretches by some per cent.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double force = taut_scene_mean(run, HELD, held(run));
    double weight = 9.81 * taut_scene_free_mass(run, CLOTH);
    double hem = 0.0;
    for (int c = 0; c < COLUMNS; ++c) {
        hem += (double)taut_scene_point(run, CLOTH, (ROWS - 1) * COLUMNS + c).y / COLUMNS;
    }
    double stretch = (double)run->stats.frame_max_stretch;
    snprintf(text, size,
             "rings hold %.2f N (expected %.2f within 1 %%), the hem hangs "
             "%.3f m above where it was (expected -0.06 to 0.15), stretch %.2f %% (at most 5 "
             "%%)",
             force, weight, hem, 100.0 * stretch);
    return fabs(force - weight) <= 0.01 * weight && hem >= -0.06 && hem <= 0.15 && stretch <= 0.05;
}

const taut_scene taut_scene_heavy_curtain = {
    .name = "heavy-curtain",
    .about = "A heavy curtain on rings, its hem weighted with lead, is drawn aside.",
    .tags = "cloth heavy",
    .params = {{"hem", "lead in the hem, kg/m", 4.0, 0.0, 1000.0},
               {"drawn", "how wide it is in the end, part of its width", 0.5, 0.3, 0.8},
               {"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 480,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.4f, 1.9f, 7.4f}, {-0.2f, 1.35f, 0.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
