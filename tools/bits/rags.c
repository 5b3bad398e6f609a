// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Tears, cuts and contacts, within the frames that an emulator has time for: a small weak cloth in
// a wind is torn off its pins, cut by a blade, and falls in rags on a ball, the ground and itself.

#include "rags.h"

#define SIDE 13
#define SPACING 0.05f
#define THICKNESS 0.02f
#define BALL 0.15f
#define GROUND -0.7f
#define CUT_AT 6  // frame

static bool add_solids(taut_world* world)
{
    taut_collider_def ball = taut_collider_def_default();
    ball.shape = TAUT_SHAPE_SPHERE;
    ball.radius = BALL;
    ball.position = (taut_vec3){0.3f, -0.5f, 0.25f};
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    ground.position = (taut_vec3){0.0f, GROUND, 0.0f};
    taut_collider_id id;
    return taut_collider_create(world, &ball, &id) == TAUT_OK &&
           taut_collider_create(world, &ground, &id) == TAUT_OK;
}

static bool blow(taut_world* world)
{
    taut_wind_def winds[2] = {taut_wind_def_default(TAUT_WIND_GUST),
                              taut_wind_def_default(TAUT_WIND_TURBULENCE)};
    winds[0].velocity = (taut_vec3){1.0f, 0.0f, 6.0f};
    winds[0].period = 0.25f;
    winds[1].speed = 2.0f;
    winds[1].size = 0.3f;
    return taut_world_set_winds(world, winds, 2) == TAUT_OK;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "rags");
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = SIDE;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.v = (taut_vec3){0.0f, -1.0f, 0.0f};
    cloth.bend = TAUT_BEND_DIHEDRAL;
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    cloth.material.strength = 20.0f;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = world >= 0 && taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    for (int i = 0; ok && i < SIDE; i += 4) {
        ok = taut_builder_pin(builder, i) == TAUT_OK;
    }
    taut_body_def body = taut_body_def_default();
    body.tear.spare_particles = 2 * SIDE * SIDE;
    body.collision.thickness = THICKNESS;
    body.collision.self = true;
    taut_scene_look look = {0};
    ok = taut_scene_add_body(run, world, builder, body, look, NULL) && ok;
    return ok && add_solids(run->worlds[world].world) && blow(run->worlds[world].world);
}

static void drive(taut_scene_run* run)
{
    taut_world* world = run->worlds[0].world;
    if (run->frame == CUT_AT) {
        taut_blade blade = {
            {0.32f, 0.2f, -1.0f}, {0.32f, -0.9f, -1.0f}, {0.28f, 0.2f, 1.0f}, {0.28f, -0.9f, 1.0f}};
        taut_cut cut = {0};
        (void)taut_world_cut(world, &blade, &cut);
    }
    if (run->frame == 2 * CUT_AT) {
        (void)taut_world_set_winds(world, NULL, 0);
    }
}

const taut_scene taut_bits_rags = {
    .name = "rags",
    .about = "A small cloth is torn, cut, and falls on things and itself.",
    .tags = "cloth tear cut",
    .dt = 1.0f / 60.0f,
    .substeps = 10,
    .frames = 60,
    .solver = TAUT_SOLVER_XPBD,
    .make = make,
    .drive = drive,
};
