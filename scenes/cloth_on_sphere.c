// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A square cloth falls on a ball on a post and drapes over it: flat on its top, in folds around it.

#include <math.h>
#include <stdio.h>

#include "solids.h"

#define SIDE 41
#define SPACING 0.035f
#define THICKNESS 0.014f  // 0.4 of the spacing: folds do not pass through one another
#define RADIUS 0.3f
#define CENTRE 0.95f
#define LAST_FRAMES 60

enum { GROUND, BALL, POST, SOLIDS };
enum { CARRIED };  // memory: two numbers

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "ball");
    taut_collider_def post = taut_scene_bar(TAUT_SHAPE_CYLINDER, vec3(0.0f, 0.0f, 0.0f),
                                            vec3(0.0f, CENTRE - 0.8f * RADIUS, 0.0f), 0.06f);
    if (!taut_scene_add_ground(run, world, 0.0f) ||
        !taut_scene_add_sphere(run, world, vec3(0.0f, CENTRE, 0.0f), RADIUS) ||
        !taut_scene_add_solid(run, world, &post)) {
        return false;
    }
    float half = 0.5f * SPACING * (float)(SIDE - 1);
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = SIDE;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.origin = vec3(-half, CENTRE + RADIUS + 0.1f, -half);
    cloth.bend = TAUT_BEND_DIHEDRAL;
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    taut_body_def body = taut_scene_rubbing_body(run, THICKNESS);
    body.collision.self = true;
    taut_scene_look look = {.front = 0xb8524a, .back = 0xe2b9a0, .checker = 4};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static void drive(taut_scene_run* run)
{
    taut_scene_note_mean(run, LAST_FRAMES, CARRIED, taut_scene_carried(run, SOLIDS));
}

// Its middle stays on the pole, by symmetry, within a cell; no particle is nearer than the
// thickness, but for a push in the last substep of some hundredths of it.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double force = taut_scene_mean(run, CARRIED, taut_scene_carried(run, SOLIDS));
    double weight = 9.81 * taut_scene_free_mass(run, 0);
    taut_vec3 top = vec3(0.0f, CENTRE + RADIUS + THICKNESS, 0.0f);
    double off = taut_scene_distance(taut_scene_point(run, 0, SIDE * SIDE / 2), top);
    double gap = taut_scene_least_gap(run, 0, BALL, BALL);
    double corner = (double)taut_scene_point(run, 0, 0).y;
    snprintf(text, size,
             "ball and post carry %.4f N (expected %.4f within 1 %%), the middle is %.1f mm off "
             "the top (at most 35), least gap %.2f mm (at least 13.9), a corner hangs at %.2f m "
             "(below %.2f)",
             force, weight, 1000.0 * off, 1000.0 * gap, corner, (double)(CENTRE - RADIUS));
    return fabs(force - weight) <= 0.01 * weight && off <= 0.035 && gap >= 13.9e-3 &&
           corner < (double)(CENTRE - RADIUS) && run->stats.trouble == 0;
}

const taut_scene taut_scene_cloth_on_sphere = {
    .name = "cloth-on-sphere",
    .about = "A cloth falls on a ball and drapes over it in folds.",
    .tags = "cloth contact",
    .params = {{"friction", "of the cloth", 0.4, 0.0, 2.0}, {"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 300,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.3f, 1.55f, 2.3f}, {0.0f, 0.72f, 0.0f}, 36.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
