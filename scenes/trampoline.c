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

enum { HELD, LOWEST = HELD + 2, HIGHEST };  // memory: least and largest height of the middle

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

// A child: two legs, trunk, two arms, neck and head.
static void dress(taut_scene_run* run)
{
    int at = middle();
    const uint32_t trousers = 0x3f6b8c, shirt = 0xe8a33d, skin = 0xf2d0a4;
    const taut_scene_prop child[] = {
        {0, at, -1, {-0.08f, 0.05f, 0.0f}, {-0.06f, 0.5f, 0.0f}, 0.05f, trousers},
        {0, at, -1, {0.08f, 0.05f, 0.0f}, {0.06f, 0.5f, 0.0f}, 0.05f, trousers},
        {0, at, -1, {0.0f, 0.58f, 0.0f}, {0.0f, 0.83f, 0.0f}, 0.1f, shirt},
        {0, at, -1, {-0.13f, 0.85f, 0.0f}, {-0.3f, 0.62f, 0.0f}, 0.035f, shirt},
        {0, at, -1, {0.13f, 0.85f, 0.0f}, {0.3f, 0.62f, 0.0f}, 0.035f, shirt},
        {0, at, -1, {0.0f, 0.85f, 0.0f}, {0.0f, 1.05f, 0.0f}, 0.04f, skin},
        {0, at, -1, {0.0f, 1.09f, 0.0f}, {0.0f, 1.12f, 0.0f}, 0.09f, skin}};
    taut_scene_add_props(run, 0, child, sizeof child / sizeof child[0]);
}

// Four bars that the springs end at, on four legs.
static bool add_frame(taut_scene_run* run, int world)
{
    float drawn = 1.0f + (float)taut_scene_get(run, "pretension");
    float reach = 0.5f * SPACING * (float)(SIDE - 1) + MARGIN * drawn;
    taut_scene_look steel = {.front = 0x9aa3ad, .radius = 0.03f};
    bool ok = true;
    for (int i = 0; i < 4 && ok; ++i) {
        float x = i < 2 ? reach : -reach, z = i % 3 == 0 ? reach : -reach;
        float next_x = i % 3 == 0 ? reach : -reach, next_z = i < 2 ? -reach : reach;
        taut_vec3 corner = vec3(x, HEIGHT, z);
        ok = taut_scene_add_post(run, world, vec3(x, 0.0f, z), corner, steel) &&
             taut_scene_add_post(run, world, corner, vec3(next_x, HEIGHT, next_z), steel);
    }
    return ok;
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
    taut_scene_look look = {
        .front = 0x2b3a55, .back = 0x1d2433, .radius = 0.012f, .no_weights = true};
    if (!taut_scene_put(run, world, builder, ok, body, look) || !add_frame(run, world)) {
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
    taut_scene_note_mean(run, LAST_FRAMES, HELD, held(run));
}

// Mean of the last seconds, 1 % for what still bounces.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double force = taut_scene_mean(run, HELD, held(run));
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
    .camera = {{2.6f, 2.4f, 4.4f}, {0.0f, 0.7f, 0.0f}, 38.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
