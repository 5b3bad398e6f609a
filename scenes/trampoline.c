// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A trampoline: a sheet hung in a frame by springs, and somebody on it who is thrown down once and
// bounces until it is over. The frame then holds the weight.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define SIDE 21
#define SPACING 0.1f
#define MARGIN 0.25f  // length of the springs at rest, less what they are drawn out by
#define HEIGHT 0.9f
#define LOADED 2  // particles to either side of the middle
#define LAST_FRAMES 120

enum { HELD, FRAMES, LOWEST, HIGHEST };  // memory: sums; least and largest height of the middle

static int middle(void)
{
    return SIDE / 2 * SIDE + SIDE / 2;
}

// Border particles in the order that they are met in, four sides of SIDE each, corners twice.
static int border(int n)
{
    int i = n % SIDE;
    switch (n / SIDE) {
    case 0:
        return i;
    case 1:
        return (SIDE - 1) * SIDE + i;
    case 2:
        return i * SIDE;
    default:
        return i * SIDE + SIDE - 1;
    }
}

// A spring from border particle n outwards to the frame.
static bool add_spring(taut_scene_run* run, taut_builder* builder, int n)
{
    static const float out[4][2] = {{0.0f, -1.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {1.0f, 0.0f}};
    const float* way = out[n / SIDE];
    float drawn = 1.0f + (float)taut_scene_get(run, "pretension");
    taut_vec3 x = taut_builder_position(builder, border(n));
    int frame = -1;
    bool ok = taut_builder_add_particle(
                  builder, vec3(x.x + MARGIN * drawn * way[0], x.y, x.z + MARGIN * drawn * way[1]),
                  1.0f, &frame) == TAUT_OK &&
              taut_builder_pin(builder, frame) == TAUT_OK;
    taut_constraint_def spring = taut_link(border(n), frame);
    spring.rest_from_shape = false;
    spring.rest = MARGIN;
    spring.compliance = (float)(1.0 / taut_scene_get(run, "springs"));
    return ok && taut_builder_add_constraint(builder, &spring, NULL) == TAUT_OK;
}

static bool stand(taut_scene_run* run, taut_builder* builder)
{
    float share = (float)(taut_scene_get(run, "weight") / ((2 * LOADED + 1) * (2 * LOADED + 1)));
    bool ok = true;
    for (int r = -LOADED; r <= LOADED; ++r) {
        for (int c = -LOADED; c <= LOADED; ++c) {
            ok = ok && taut_builder_add_mass(builder, middle() + r * SIDE + c, share) == TAUT_OK;
        }
    }
    return ok;
}

// The jumper, and a patch of carpet where there would be beads for what the particles carry.
static void dress(taut_scene_run* run)
{
    for (int r = -LOADED; r <= LOADED; ++r) {
        for (int c = -LOADED; c <= LOADED; ++c) {
            taut_scene_prop patch = {.particle = middle() + r * SIDE + c,
                                     .above = -1,
                                     .a = vec3(-0.055f, -0.005f, -0.055f),
                                     .b = vec3(0.055f, 0.012f, 0.055f),
                                     .colour = 0xc8553d};
            taut_scene_add_props(run, 0, &patch, 1);
        }
    }
    taut_scene_prop jumper[2] = {{.particle = middle(),
                                  .above = -1,
                                  .a = vec3(0.0f, 0.12f, 0.0f),
                                  .b = vec3(0.0f, 0.45f, 0.0f),
                                  .radius = 0.11f,
                                  .colour = 0xe8a33d},
                                 {.particle = middle(),
                                  .above = -1,
                                  .a = vec3(0.0f, 0.68f, 0.0f),
                                  .b = vec3(0.0f, 0.68f, 0.0f),
                                  .radius = 0.1f,
                                  .colour = 0xf2d0a4}};
    taut_scene_add_props(run, 0, jumper, 2);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "trampoline");
    float half = 0.5f * SPACING * (float)(SIDE - 1);
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = SIDE;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.origin = vec3(-half, HEIGHT, -half);
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    taut_cloth_material_find("denim", &cloth.material);
    cloth.tethers.enabled = false;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    for (int n = 0; n < 4 * SIDE; ++n) {
        ok = ok && add_spring(run, builder, n);
    }
    ok = ok && stand(run, builder);
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0x2b3a55, .back = 0x1d2433, .radius = 0.012f};
    if (!taut_scene_put(run, world, builder, ok, body, look)) {
        return false;
    }
    dress(run);
    run->memory[LOWEST] = (double)HEIGHT;
    return true;
}

static double held(const taut_scene_run* run)
{
    double sum = 0.0;
    for (int n = 0; n < 4 * SIDE; ++n) {
        sum += (double)taut_scene_reaction(run, 0, SIDE * SIDE + n).y;
    }
    return sum;
}

// The throw: everybody who stands there goes down at once.
static void throw_down(taut_scene_run* run)
{
    taut_world* world = run->worlds[0].world;
    taut_body_id body = run->looks[0].body;
    float speed = (float)taut_scene_get(run, "speed");
    for (int r = -LOADED; r <= LOADED; ++r) {
        for (int c = -LOADED; c <= LOADED; ++c) {
            int p = middle() + r * SIDE + c;
            taut_body_add_impulse(world, body, p,
                                  vec3(0.0f, -speed * taut_body_mass(world, body, p), 0.0f));
        }
    }
}

static void drive(taut_scene_run* run)
{
    if (run->frame == 0) {
        throw_down(run);
    }
    double y = (double)taut_scene_point(run, 0, middle()).y;
    run->memory[LOWEST] = y < run->memory[LOWEST] ? y : run->memory[LOWEST];
    run->memory[HIGHEST] = y > run->memory[HIGHEST] ? y : run->memory[HIGHEST];
    if (taut_scene_near_end(run, LAST_FRAMES)) {
        run->memory[HELD] += held(run);
        run->memory[FRAMES] += 1.0;
    }
}

// Mean of the last seconds, 1 % for what still bounces.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double force = (run->memory[HELD] + held(run)) / (run->memory[FRAMES] + 1.0);
    double weight = 9.81 * taut_scene_free_mass(run, 0);
    double rest = (double)HEIGHT - (double)taut_scene_point(run, 0, middle()).y;
    double low = (double)HEIGHT - run->memory[LOWEST];
    double high = run->memory[HIGHEST] - (double)HEIGHT;
    snprintf(
        text, size,
        "the frame holds %.2f N (expected %.2f within 1 %%), the middle went %.3f m down and "
        "%.3f m up (expected 0.2 to 0.8 and above -0.2) and rests %.3f m low (expected 0.05 to "
        "0.4)",
        force, weight, low, high, rest);
    return fabs(force - weight) <= 0.01 * weight && low >= 0.2 && low <= 0.8 && high > -0.2 &&
           rest >= 0.05 && rest <= 0.4;
}

const taut_scene taut_scene_trampoline = {
    .name = "trampoline",
    .about = "A sheet in a frame of springs, and somebody who bounces on it.",
    .tags = "cloth",
    .params = {{"weight", "kg", 30.0, 0.01, 500.0},
               {"speed", "m/s down at the start", 4.0, 0.0, 20.0},
               {"springs", "N/m each", 800.0, 1.0, 1e6},
               {"pretension", "strain of the springs at the start", 0.2, 0.0, 1.0},
               {"drag", "1/s", 0.6, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 60,
    .frames = 900,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{2.2f, 2.1f, 3.6f}, {0.0f, 0.75f, 0.0f}, 38.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
