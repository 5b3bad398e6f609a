// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A tablecloth falls on a table: it lies on the top, hangs over the four sides and stands off in
// folds at the corners. The table carries its weight.

#include <math.h>
#include <stdio.h>

#include "solids.h"

#define COLUMNS 43
#define ROWS 35
#define SPACING 0.04f
#define THICKNESS 0.005f
#define TOP 0.74f
#define LAST_FRAMES 60

enum { GROUND, TABLE_TOP, LEGS, SOLIDS = LEGS + 4 };
enum { CARRIED };  // memory: two numbers

static bool add_table(taut_scene_run* run, int world)
{
    bool ok =
        taut_scene_add_ground(run, world, 0.0f) &&
        taut_scene_add_box(run, world, vec3(0.0f, TOP - 0.02f, 0.0f), vec3(0.6f, 0.02f, 0.42f));
    for (int i = 0; i < 4 && ok; ++i) {
        float x = i & 1 ? 0.52f : -0.52f, z = i & 2 ? 0.34f : -0.34f;
        ok = taut_scene_add_box(run, world, vec3(x, 0.5f * TOP - 0.02f, z),
                                vec3(0.03f, 0.5f * TOP - 0.02f, 0.03f));
    }
    return ok;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "table");
    if (!add_table(run, world)) {
        return false;
    }
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = COLUMNS;
    cloth.rows = ROWS;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.origin = vec3(-0.5f * SPACING * (COLUMNS - 1), TOP + (float)taut_scene_get(run, "height"),
                        -0.5f * SPACING * (ROWS - 1));
    cloth.bend = TAUT_BEND_DIHEDRAL;
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    taut_body_def body = taut_scene_rubbing_body(run, THICKNESS);
    taut_scene_look look = {.front = 0xf0ebe0, .back = 0xc9d6df, .checker = 4};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static void drive(taut_scene_run* run)
{
    taut_scene_note_mean(run, LAST_FRAMES, CARRIED, taut_scene_carried(run, SOLIDS));
}

// The middle lies a thickness above the top, within a tenth of a millimetre; the weight is there
// but for what still sways, within 1 %; and the hem hangs as low as the cloth is wider than the
// table, less the stiffness of its bend: from half of that to all of it.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double force = taut_scene_mean(run, CARRIED, taut_scene_carried(run, SOLIDS));
    double weight = 9.81 * taut_scene_free_mass(run, 0);
    double middle = (double)taut_scene_point(run, 0, COLUMNS * ROWS / 2).y - (double)TOP;
    double hem = (double)TOP - (double)taut_scene_point(run, 0, COLUMNS / 2).y;
    double over = 0.5 * (double)SPACING * (ROWS - 1) - 0.42;
    double gap = taut_scene_least_gap(run, 0, TABLE_TOP, SOLIDS - 1);
    snprintf(
        text, size,
        "the table carries %.4f N (expected %.4f within 1 %%), the cloth lies %.2f mm above it "
        "(expected 5.00 within 0.1), its hem hangs %.3f m down (expected %.3f to %.3f), least "
        "gap %.2f mm (at least 4.9)",
        force, weight, 1000.0 * middle, hem, 0.5 * over, over, 1000.0 * gap);
    return fabs(force - weight) <= 0.01 * weight && fabs(middle - (double)THICKNESS) <= 1e-4 &&
           hem >= 0.5 * over && hem <= over && gap >= 4.9e-3 && run->stats.trouble == 0;
}

const taut_scene taut_scene_tablecloth_drop = {
    .name = "tablecloth-drop",
    .about = "A tablecloth falls on a table, which carries its weight.",
    .tags = "cloth contact",
    .params = {{"height", "metres above the table that it falls from", 0.15, 0.01, 5.0},
               {"friction", "of the cloth", 0.4, 0.0, 2.0},
               {"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 300,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.25f, 1.35f, 2.1f}, {0.0f, 0.45f, 0.0f}, 36.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
