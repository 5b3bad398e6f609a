// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A blob in the plane on a rope: it swings, is drawn long by its own weight, and keeps its area.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define POINTS 32
#define RINGS 5
#define LINKS 12
#define RADIUS 0.45f
#define LAST_FRAMES 120

enum { DEEPEST, PULL, FRAMES = PULL + 2, AREA };  // memory

// The top of the outline: a quarter of the way round.
static int top(void)
{
    return 1 + (RINGS - 1) * POINTS + POINTS / 4;
}

static int hook(void)
{
    return 1 + RINGS * POINTS;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    world_def.planar = true;
    int world = taut_scene_add_world(run, &world_def, "blob");
    taut_builder* builder = taut_scene_builder(run);
    taut_blob_def blob = taut_blob_def_default();
    blob.centre = vec3(1.2f, 0.0f, 0.0f);
    blob.radius = RADIUS;
    blob.outline_count = POINTS;
    blob.rings = RINGS;
    blob.material.stiffness = (float)taut_scene_get(run, "stiffness");
    blob.material.poisson_ratio = (float)taut_scene_get(run, "poisson");
    bool ok = taut_make_blob(builder, &blob, NULL) == TAUT_OK;
    taut_vec3 end = taut_builder_position(builder, top());
    taut_rope_def rope = taut_rope_def_default();
    rope.start = vec3(0.0f, 1.6f, 0.0f);
    rope.end = vec3(end.x, end.y + 0.03f, 0.0f);
    rope.link_count = LINKS;
    rope.pin_start = true;
    ok = ok && taut_make_rope(builder, &rope, NULL) == TAUT_OK;
    // A knot that takes hold of three points, so that the pull is spread.
    for (int i = -1; i <= 1; ++i) {
        taut_constraint_def knot = taut_link(hook() + LINKS, top() + i);
        ok = ok && taut_builder_add_constraint(builder, &knot, NULL) == TAUT_OK;
    }
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0x3f8efc, .back = 0x3f8efc, .radius = 0.015f};
    return taut_scene_put(run, world, builder, ok, body, look);
}

// Of the outline now over that of its polygon at the start.
static double area(const taut_scene_run* run)
{
    double sum = 0.0;
    int first = 1 + (RINGS - 1) * POINTS;
    for (int i = 0; i < POINTS; ++i) {
        taut_vec3 a = taut_scene_point(run, 0, first + i);
        taut_vec3 b = taut_scene_point(run, 0, first + (i + 1) % POINTS);
        sum += 0.5 * ((double)a.x * (double)b.y - (double)a.y * (double)b.x);
    }
    return sum;
}

static double deepest(const taut_scene_run* run)
{
    double most = run->memory[DEEPEST];
    for (int i = 0; i <= hook() + LINKS; ++i) {
        double z = fabs((double)taut_scene_point(run, 0, i).z);
        most = z > most ? z : most;
    }
    return most;
}

static void add_pull(const taut_scene_run* run, double sum[2])
{
    taut_vec3 force = taut_scene_reaction(run, 0, hook());
    sum[0] += (double)force.x;
    sum[1] += (double)force.y;
}

static void drive(taut_scene_run* run)
{
    run->memory[DEEPEST] = deepest(run);
    if (run->frame == 0) {
        run->memory[AREA] = area(run);
    }
    if (taut_scene_near_end(run, LAST_FRAMES)) {
        add_pull(run, &run->memory[PULL]);
        run->memory[FRAMES] += 1.0;
    }
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double sum[2] = {run->memory[PULL], run->memory[PULL + 1]};
    add_pull(run, sum);
    double pull = sum[1] / (run->memory[FRAMES] + 1.0);
    double weight = 9.81 * taut_scene_free_mass(run, 0);
    double part = area(run) / run->memory[AREA];
    double z = deepest(run);
    snprintf(text, size,
             "the hook holds %.3f N (expected %.3f within 1 %%), area %.2f %% of that at rest "
             "(expected 97 to 103), |z| at most %g (expected 0)",
             pull, weight, 100.0 * part, z);
    return fabs(pull - weight) <= 0.01 * weight && fabs(part - 1.0) <= 0.03 && z == 0.0;
}

const taut_scene taut_scene_blob_2d = {
    .name = "blob-2d",
    .about = "A soft blob in the plane swings on a rope and keeps its area.",
    .tags = "soft rope 2d",
    .params = {{"stiffness", "N/m", 500.0, 10.0, 1e6},
               {"poisson", "ratio", 0.9, 0.35, 1.0},
               {"drag", "1/s", 0.8, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 30,
    .frames = 720,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{0.2f, 0.4f, 6.5f}, {0.2f, 0.35f, 0.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
