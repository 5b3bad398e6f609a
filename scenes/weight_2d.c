// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A puzzle in the plane: a weight hangs on three ropes, two of them with a smaller weight in their
// middle. After two seconds one hook lets go: its rope falls, the weight swings over and comes to
// rest between the other two, which share the load as the sum of their pulls must be straight up.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define ROPES 3
#define LINKS 16
#define CUT 120  // frames
#define LAST_FRAMES 120

enum { DEEPEST, FORCE, FRAMES = FORCE + 2 };  // memory: largest |z|; sums of the pulls, their count

static const taut_vec3 hooks[ROPES] = {
    {-1.6f, 0.0f, 0.0f}, {0.2f, 0.4f, 0.0f}, {1.8f, -0.2f, 0.0f}};

static int hook_particle(int rope)
{
    return 1 + rope * (LINKS + 1);  // particle 0 is the weight
}

// A rope from a hook to the weight, tied to it by a short link.
static bool add_rope(taut_builder* builder, taut_vec3 hook, taut_vec3 weight, bool weighted)
{
    taut_rope_def def = taut_rope_def_default();
    taut_part part = {0};
    def.start = hook;
    def.end = vec3(weight.x, weight.y + 0.05f, 0.0f);
    def.length = 1.05f * (float)taut_scene_distance(def.start, def.end);
    def.link_count = LINKS;
    def.pin_start = true;
    if (taut_make_rope(builder, &def, &part) != TAUT_OK) {
        return false;
    }
    int middle = part.first_particle + LINKS / 2;
    taut_constraint_def knot = taut_link(part.first_particle + LINKS, 0);
    return (!weighted || taut_builder_add_mass(builder, middle, 0.3f) == TAUT_OK) &&
           taut_builder_add_constraint(builder, &knot, NULL) == TAUT_OK;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    world_def.planar = true;
    int world = taut_scene_add_world(run, &world_def, "puzzle");

    taut_vec3 weight = vec3(0.0f, -1.3f, 0.0f);
    float mass = (float)taut_scene_get(run, "weight");
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_builder_add_particle(builder, weight, mass, NULL) == TAUT_OK;
    for (int i = 0; i < ROPES; ++i) {
        ok = ok && add_rope(builder, hooks[i], weight, i != 1);
    }
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0x8e5ea2, .radius = 0.02f};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static double deepest(const taut_scene_run* run)
{
    double most = run->memory[DEEPEST];
    for (int i = 0; i < 1 + ROPES * (LINKS + 1); ++i) {
        double z = fabs((double)taut_scene_point(run, 0, i).z);
        most = z > most ? z : most;
    }
    return most;
}

// What the hooks that are left hold together, sideways and upwards.
static void add_pulls(const taut_scene_run* run, double sum[2])
{
    for (int i = 1; i < ROPES; ++i) {
        taut_vec3 force = taut_scene_reaction(run, 0, hook_particle(i));
        sum[0] += (double)force.x;
        sum[1] += (double)force.y;
    }
}

static void drive(taut_scene_run* run)
{
    if (run->frame == CUT) {
        taut_body_unpin(run->worlds[0].world, run->looks[0].body, hook_particle(0));
    }
    run->memory[DEEPEST] = deepest(run);
    if (taut_scene_near_end(run, LAST_FRAMES)) {
        add_pulls(run, &run->memory[FORCE]);
        run->memory[FRAMES] += 1.0;
    }
}

// Nothing leaves the plane, not by one bit. The 1 % of the pulls is for what still swings.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double sum[2] = {run->memory[FORCE], run->memory[FORCE + 1]};
    add_pulls(run, sum);
    double count = run->memory[FRAMES] + 1.0;
    double weight = 9.81 * taut_scene_free_mass(run, 0);
    double z = deepest(run);
    snprintf(text, size,
             "the hooks that are left pull %.3f N up (expected %.3f within 1 %%) and %.3f N aside "
             "(expected 0 within 1 %% of that), |z| at most %g (expected 0), stretch %.2f %%",
             sum[1] / count, weight, sum[0] / count, z,
             100.0 * (double)run->stats.frame_max_stretch);
    return fabs(sum[1] / count - weight) <= 0.01 * weight &&
           fabs(sum[0] / count) <= 0.01 * weight && z == 0.0;
}

const taut_scene taut_scene_weight_2d = {
    .name = "weight-2d",
    .about = "A weight on three ropes in the plane, one of which is let go.",
    .tags = "rope 2d",
    .params = {{"weight", "kg", 2.0, 0.01, 1000.0}, {"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 40,
    .frames = 900,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{0.9f, -0.9f, 8.0f}, {0.4f, -1.45f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
