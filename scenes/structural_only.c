// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Two cloths in the plane, each held by one corner. Links along rows and columns keep lengths, not
// angles: without diagonals every cell shears flat and the cloth becomes a line. (Folds like an
// accordion's come from a lack of bending resistance, another matter.)

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define SIDE 17
#define SPACING 0.08f

static bool add_cloth(taut_scene_run* run, int i)
{
    taut_world_def def = taut_scene_world_def(run);
    def.planar = true;
    int world =
        taut_scene_add_world(run, &def, i == 0 ? "structural links only" : "with shear links");
    float s = (float)sqrt(0.5);
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.origin = vec3(2.2f * (float)i, 0.0f, 0.0f);
    cloth.u = vec3(s, -s, 0.0f);
    cloth.v = vec3(-s, -s, 0.0f);
    cloth.columns = cloth.rows = SIDE;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.shear = i == 1;
    cloth.bend = TAUT_BEND_NONE;
    cloth.rigid = true;
    cloth.tethers.enabled = false;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK &&
              taut_builder_pin(builder, 0) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {
        .front = taut_scene_colour(i), .back = taut_scene_colour(i), .checker = 2};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static bool make(taut_scene_run* run)
{
    return add_cloth(run, 0) && add_cloth(run, 1);
}

// Mean over the cells of area over that at rest: 1 for squares, 0 for lines. Half the cross product
// of the diagonals is the area.
static double openness(const taut_scene_run* run, int body)
{
    double sum = 0.0;
    for (int row = 0; row + 1 < SIDE; ++row) {
        for (int column = 0; column + 1 < SIDE; ++column) {
            int at = row * SIDE + column;
            taut_vec3 a = taut_scene_point(run, body, at);
            taut_vec3 b = taut_scene_point(run, body, at + 1);
            taut_vec3 c = taut_scene_point(run, body, at + SIDE + 1);
            taut_vec3 d = taut_scene_point(run, body, at + SIDE);
            double cross = ((double)c.x - (double)a.x) * ((double)d.y - (double)b.y) -
                           ((double)c.y - (double)a.y) * ((double)d.x - (double)b.x);
            sum += 0.5 * fabs(cross);
        }
    }
    return sum / ((SIDE - 1) * (SIDE - 1) * (double)SPACING * (double)SPACING);
}

// Rigid links leave two ways: sheared flat, or as good as square. Halfway would be neither.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double without = openness(run, 0);
    double with = openness(run, 1);
    snprintf(text, size,
             "mean area of the cells over that at rest: %.3f with structural links only (expected "
             "below 0.3), %.3f with shear links (expected 0.95 to 1.05)",
             without, with);
    return without < 0.3 && with > 0.95 && with < 1.05;
}

const taut_scene taut_scene_structural_only = {
    .name = "structural-only",
    .about = "Cloth without shear links collapses to a line when held by one corner.",
    .tags = "cloth compare 2d",
    .params = {{"drag", "1/s", 0.5, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.1f, -1.0f, 6.0f}, {1.1f, -1.2f, 0.0f}, 34.0f},
    .make = make,
    .check = check,
};
