// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A puzzle in the plane: a weight hangs on three ropes between blocks, and has to come into a cup
// behind a wall. A blade cuts the rope on the left: the weight swings to the right. It cuts the one
// on the right while the weight swings back and forth on the middle one, and the middle one when
// the weight is on its way up: it flies over the wall, into the cup. With the middle one cut first
// (--set order=1) it never gets there.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define ROPES 3
#define LINKS 16
#define BALL 0  // number of the body; of rope i, 1 + i
#define RADIUS 0.1f
#define CUP_LEFT 1.6f
#define CUP_RIGHT 2.8f
#define CUP_FLOOR -2.6f
#define RIM -1.8f

enum { CUTS, LINKS_CUT, DEEPEST };  // memory

static const taut_vec3 hooks[ROPES] = {{-1.9f, 0.6f, 0.0f}, {1.5f, 0.7f, 0.0f}, {0.1f, 1.2f, 0.0f}};
static const taut_vec3 start = {-1.0f, -0.6f, 0.0f};

static bool add_box(taut_scene_run* run, float left, float right, float low, float high)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_BOX;
    def.position = vec3(0.5f * (left + right), 0.5f * (low + high), 0.0f);
    def.half_size = vec3(0.5f * (right - left), 0.5f * (high - low), 0.15f);
    return taut_scene_add_collider(run, 0, &def);
}

static bool add_ball(taut_scene_run* run)
{
    taut_builder* builder = taut_scene_builder(run);
    float mass = (float)taut_scene_get(run, "weight");
    bool ok = taut_builder_add_particle(builder, start, mass, NULL) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.collision.thickness = RADIUS;
    taut_scene_look look = {.front = 0x4a5568, .radius = RADIUS};
    taut_scene_prop ball = {.particle = 0, .above = -1, .radius = RADIUS, .colour = 0x4a5568};
    ok = taut_scene_put(run, 0, builder, ok, body, look);
    taut_scene_add_props(run, BALL, &ball, 1);
    return ok;
}

static bool add_rope(taut_scene_run* run, int i)
{
    taut_rope_def rope = taut_scene_limp_rope(0.05f, 0.0f);
    rope.start = hooks[i];
    rope.end = start;
    rope.link_count = LINKS;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_rope(builder, &rope, NULL) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.collision.thickness = 0.015f;
    taut_scene_look look = {.front = taut_scene_colour(i), .radius = 0.015f};
    if (!taut_scene_put(run, 0, builder, ok, body, look)) {
        return false;
    }
    taut_world* world = run->worlds[0].world;
    taut_attachment_def knot = taut_attachment_def_default();
    knot.body = run->looks[1 + i].body;
    knot.particle = LINKS;
    knot.target = TAUT_ATTACH_PARTICLE;
    knot.other = run->looks[BALL].body;
    return taut_attach(world, &knot, NULL) == TAUT_OK ||
           taut_scene_fail(run, "%s", taut_world_last_error(world));
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    world_def.planar = true;
    bool ok = taut_scene_add_world(run, &world_def, "puzzle") == 0 && add_ball(run);
    for (int i = 0; i < ROPES; ++i) {
        ok = ok && add_rope(run, i);
    }
    float wall = 0.2f;
    ok = ok && add_box(run, -2.5f, CUP_RIGHT + wall, CUP_FLOOR - 0.3f, CUP_FLOOR);  // ground
    ok = ok && add_box(run, CUP_LEFT - wall, CUP_LEFT, CUP_FLOOR, RIM);
    ok = ok && add_box(run, CUP_RIGHT, CUP_RIGHT + wall, CUP_FLOOR, RIM + 0.6f);
    return ok && add_box(run, 0.95f, 1.15f, CUP_FLOOR, -1.1f);  // the wall in the way
}

// A stroke across the middle of a rope, as it hangs now.
static void cut_rope(taut_scene_run* run, int i)
{
    taut_vec3 a = taut_scene_point(run, 1 + i, LINKS / 2 - 1);
    taut_vec3 b = taut_scene_point(run, 1 + i, LINKS / 2);
    taut_vec3 along = vec3(b.x - a.x, b.y - a.y, 0.0f);
    taut_vec3 at = vec3(0.5f * (a.x + b.x), 0.5f * (a.y + b.y), 0.0f);
    taut_vec3 from = vec3(at.x - along.y, at.y + along.x, 0.0f);
    taut_vec3 to = vec3(at.x + along.y, at.y - along.x, 0.0f);
    taut_blade blade = {vec3(from.x, from.y, -0.1f), vec3(from.x, from.y, 0.1f),
                        vec3(to.x, to.y, -0.1f), vec3(to.x, to.y, 0.1f)};
    taut_cut cut = {0};
    taut_scene_cut(run, &blade, &cut);
    run->memory[LINKS_CUT] += cut.links;
    run->memory[CUTS] += 1.0;
}

static void drive(taut_scene_run* run)
{
    taut_vec3 x = taut_scene_point(run, BALL, 0), v = taut_scene_speed(run, BALL, 0);
    int cuts = (int)run->memory[CUTS];
    bool rises = x.x > hooks[2].x + (float)taut_scene_get(run, "ahead") && v.x > 0.0f;
    bool due[ROPES] = {run->frame == 60, run->frame == 75, run->frame > 75 && rises};
    if (cuts < ROPES && due[cuts]) {
        bool middle_first = taut_scene_get(run, "order") != 0.0;
        cut_rope(run, middle_first ? (cuts + 2) % ROPES : cuts);
    }
    double z = fabs((double)x.z);
    run->memory[DEEPEST] = z > run->memory[DEEPEST] ? z : run->memory[DEEPEST];
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    taut_vec3 x = taut_scene_point(run, BALL, 0), v = taut_scene_speed(run, BALL, 0);
    double speed = sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y);
    double low = (double)(CUP_FLOOR + RADIUS);
    snprintf(
        text, size,
        "%.0f cuts through %.0f links (expected 3, 3); the weight is at %.3f, %.3f m (expected "
        "%.2f to %.2f, %.3f within 0.02: in the cup), moves at %.3f m/s (at most 0.1), |z| at "
        "most %g (expected 0)",
        run->memory[CUTS], run->memory[LINKS_CUT], (double)x.x, (double)x.y,
        (double)(CUP_LEFT + RADIUS), (double)(CUP_RIGHT - RADIUS), low, speed,
        run->memory[DEEPEST]);
    return run->memory[CUTS] == ROPES && run->memory[LINKS_CUT] == ROPES &&
           x.x > CUP_LEFT + RADIUS - 0.02f && x.x < CUP_RIGHT - RADIUS + 0.02f &&
           fabs((double)x.y - low) <= 0.02 && speed <= 0.1 && run->memory[DEEPEST] == 0.0;
}

const taut_scene taut_scene_puzzle_2d = {
    .name = "puzzle-2d",
    .about = "Ropes are cut in order so that a weight swings over a wall into a cup.",
    .tags = "rope 2d cut",
    .params = {{"weight", "kg", 2.0, 0.01, 1000.0},
               {"order", "0: left, right, middle; 1: middle, left, right", 0.0, 0.0, 1.0},
               {"ahead", "m beyond the middle hook at which the last rope is cut", 0.7, 0.0, 2.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 360,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{0.4f, -0.6f, 8.0f}, {0.4f, -0.85f, 0.0f}, 30.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
