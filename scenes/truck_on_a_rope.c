// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Two trucks hang on ropes of 32 links from one gantry, let go a little aside: the heavier weighs
// 10,000 times a link of its rope, the other a tenth of that. A sweep carries a load from link to
// link; at such ratios it would take thousands of them, and with a few the ropes give like rubber.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define LENGTH 8.0f
#define LINKS 32
#define LINK_MASS 0.8f  // kg: a steel cable of 3.2 kg/m
#define SINE 0.28f      // of the angle they start from, 16 degrees
#define COSINE 0.96f
#define GANTRY 3  // bodies before the ropes: two legs and a beam
#define TRUCKS 2
#define HALF_WIDTH 5.6f
#define FLOOR (-11.2f)

enum { FASTEST, HIGHEST = FASTEST + TRUCKS, WORST = HIGHEST + TRUCKS, RISEN };  // memory

static double truck_mass(const taut_scene_run* run, int truck)
{
    double ratio = taut_scene_get(run, "ratio");
    return (double)LINK_MASS * (truck == 0 ? 0.1 * ratio : ratio);
}

// Cab ahead, load behind, three axles; the rope ends at the roof. `s` is its size.
static void draw_truck(taut_scene_run* run, int look, float s, uint32_t colour)
{
    const taut_scene_prop parts[] = {
        {0,
         LINKS,
         LINKS - 1,
         {-1.5f * s, -1.3f * s, -0.62f * s},
         {0.75f * s, 0.0f, 0.62f * s},
         0.0f,
         0xe9e4d8},
        {0,
         LINKS,
         LINKS - 1,
         {0.85f * s, -1.3f * s, -0.6f * s},
         {1.6f * s, -0.28f * s, 0.6f * s},
         0.0f,
         colour},
        {0,
         LINKS,
         LINKS - 1,
         {1.1f * s, -0.75f * s, -0.61f * s},
         {1.61f * s, -0.4f * s, 0.61f * s},
         0.0f,
         0x9fc3d4},
        {0,
         LINKS,
         LINKS - 1,
         {-1.5f * s, -1.48f * s, -0.45f * s},
         {1.6f * s, -1.3f * s, 0.45f * s},
         0.0f,
         0x3d434c},
        {0,
         LINKS,
         LINKS - 1,
         {-1.05f * s, -1.5f * s, -0.5f * s},
         {-1.05f * s, -1.5f * s, 0.5f * s},
         0.27f * s,
         0x23262b},
        {0,
         LINKS,
         LINKS - 1,
         {-0.4f * s, -1.5f * s, -0.5f * s},
         {-0.4f * s, -1.5f * s, 0.5f * s},
         0.27f * s,
         0x23262b},
        {0,
         LINKS,
         LINKS - 1,
         {1.15f * s, -1.5f * s, -0.5f * s},
         {1.15f * s, -1.5f * s, 0.5f * s},
         0.27f * s,
         0x23262b},
    };
    taut_scene_add_props(run, look, parts, (int)(sizeof parts / sizeof parts[0]));
}

static bool add_truck(taut_scene_run* run, int world, int truck)
{
    taut_rope_def rope = taut_scene_limp_rope(LINK_MASS * LINKS / LENGTH, LENGTH);
    float hook = truck == 0 ? -2.9f : 2.6f;
    rope.start = vec3(hook, 0.0f, 0.0f);
    rope.end = vec3(hook - SINE * LENGTH, -COSINE * LENGTH, 0.0f);
    rope.link_count = LINKS;
    rope.end_mass = (float)truck_mass(run, truck);
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_rope(builder, &rope, NULL) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0x4d5560, .radius = 0.05f};
    if (!taut_scene_put(run, world, builder, ok, body, look)) {
        return false;
    }
    draw_truck(run, GANTRY + truck, truck == 0 ? 0.7f : 1.1f, truck == 0 ? 0x2e6c8e : 0xc8553d);
    return true;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "trucks");
    taut_scene_look steel = {.front = 0xd9a441, .radius = 0.16f};
    taut_vec3 left = vec3(-HALF_WIDTH, 0.0f, 0.0f);
    taut_vec3 right = vec3(HALF_WIDTH, 0.0f, 0.0f);
    return taut_scene_add_post(run, world, vec3(-HALF_WIDTH, FLOOR, 0.0f), left, steel) &&
           taut_scene_add_post(run, world, vec3(HALF_WIDTH, FLOOR, 0.0f), right, steel) &&
           taut_scene_add_post(run, world, left, right, steel) && add_truck(run, world, 0) &&
           add_truck(run, world, 1);
}

static void note(taut_scene_run* run, int slot, double value)
{
    run->memory[slot] = value > run->memory[slot] ? value : run->memory[slot];
}

// In the first swing only: from then on what the substeps take from it adds up.
static void drive(taut_scene_run* run)
{
    for (int i = 0; i < TRUCKS; ++i) {
        taut_vec3 v = taut_scene_speed(run, GANTRY + i, LINKS);
        note(run, FASTEST + i, taut_scene_distance(v, vec3(0.0f, 0.0f, 0.0f)));
        note(run, HIGHEST + i, (double)taut_scene_point(run, GANTRY + i, LINKS).y + (double)LENGTH);
    }
}

// A truck is so heavy that it swings like a point on a string: from 16 degrees it reaches
// sqrt(2 g L (1 - cos)) = 2.506 m/s. The lighter one's rope, a thirtieth of it, and what substeps
// take, stay within 1 %. Nothing comes up higher than it was let go. One in a thousand is what
// single precision and a fast swing leave of rigid.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double due = sqrt(2.0 * 9.81 * (double)LENGTH * (1.0 - (double)COSINE));
    double top = (double)LENGTH * (1.0 - (double)COSINE);
    double worst = (double)run->stats.worst_stretch;
    bool ok = worst <= 0.001;
    for (int i = 0; i < TRUCKS; ++i) {
        ok = ok && fabs(run->memory[FASTEST + i] - due) <= 0.01 * due;
        ok = ok && run->memory[HIGHEST + i] <= 1.01 * top;
    }
    snprintf(text, size,
             "%.0f and %.0f kg pass the bottom at %.3f and %.3f m/s (expected %.3f within 1 %%), "
             "highest %.3f and %.3f m (at most %.3f), ropes stretch by %.4f %% (at most 0.1 %%)",
             truck_mass(run, 0), truck_mass(run, 1), run->memory[FASTEST], run->memory[FASTEST + 1],
             due, run->memory[HIGHEST], run->memory[HIGHEST + 1], 1.01 * top, 100.0 * worst);
    return ok;
}

const taut_scene taut_scene_truck_on_a_rope = {
    .name = "truck-on-a-rope",
    .about = "Trucks of 1,000 and 10,000 times a link's mass swing on ropes of 32 links.",
    .tags = "rope heavy",
    .params = {{"ratio", "mass of the heavier truck over a link's; the other has a tenth", 10000.0,
                10.0, 1000000.0},
               {"drag", "1/s", 0.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 24,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{4.5f, -3.2f, 25.0f}, {0.0f, -5.4f, 0.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
