// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A ball of two tonnes on a chain of 24 links, held out level and let go with a push downwards. It
// falls through, rises past the level on the other side, goes slack, and falls into the chain: a
// jerk that a chain must take without stretching and without throwing the ball anywhere.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define LENGTH 6.0f
#define LINKS 24
#define CHAIN 3  // number of the body: the crane is made of 0 to 2
#define RADIUS 0.62f
#define FLOOR (-7.4f)

enum { FASTEST, ENERGY, MOST };  // memory: of the ball; at the start, and the most since

// A mast that stands behind, a jib over the ball's path, and the crawler they stand on.
static bool add_crane(taut_scene_run* run, int world)
{
    taut_scene_look steel = {.front = 0xd9a441, .radius = 0.14f};
    taut_vec3 foot = vec3(-2.15f, FLOOR, -4.5f);
    taut_vec3 knee = vec3(-1.2f, FLOOR + 1.0f, -4.5f);
    taut_vec3 tip = vec3(0.0f, 0.15f, 0.0f);
    bool ok = taut_scene_add_post(run, world, foot, knee, steel) &&
              taut_scene_add_post(run, world, knee, tip, steel) &&
              taut_scene_add_post(run, world, vec3(0.2f, FLOOR + 1.0f, -4.5f), tip, steel);
    const taut_scene_prop crawler[] = {
        {0, 0, -1, {-0.35f, 0.0f, -1.6f}, {0.35f, 0.7f, 1.6f}, 0.0f, 0x33383f},
        {0, 0, -1, {3.35f, 0.0f, -1.6f}, {4.05f, 0.7f, 1.6f}, 0.0f, 0x33383f},
        {0, 0, -1, {0.05f, 0.5f, -1.8f}, {3.65f, 1.5f, 1.0f}, 0.0f, 0xd9a441},
        {0, 0, -1, {2.45f, 1.5f, -0.6f}, {3.65f, 2.7f, 1.0f}, 0.0f, 0x9fc3d4},
    };
    taut_scene_add_props(run, 0, crawler, 4);
    return ok;
}

// The whole chain turns about its hook, the faster the further out.
static void push(taut_scene_run* run)
{
    const taut_scene_look* look = &run->looks[CHAIN];
    taut_world* world = run->worlds[0].world;
    float speed = (float)taut_scene_get(run, "push");
    for (int i = 1; i <= LINKS; ++i) {
        float mass = taut_body_mass(world, look->body, i);
        float down = -mass * speed * (float)i / (float)LINKS;
        taut_body_add_impulse(world, look->body, i, vec3(0.0f, down, 0.0f));
    }
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "crane");
    if (!add_crane(run, world)) {
        return false;
    }
    taut_rope_def chain = taut_scene_limp_rope(12.0f, LENGTH);
    chain.end = vec3(-LENGTH, 0.0f, 0.0f);
    chain.link_count = LINKS;
    chain.end_mass = (float)taut_scene_get(run, "ball");
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_rope(builder, &chain, NULL) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0x5a626d, .radius = 0.06f};
    if (!taut_scene_put(run, world, builder, ok, body, look)) {
        return false;
    }
    const taut_scene_prop ball[] = {
        {0, LINKS, LINKS - 1, {0.0f, -0.5f, 0.0f}, {0.0f, -0.5f, 0.0f}, RADIUS, 0x3a424d},
        {0, LINKS, LINKS - 1, {0.0f, 0.0f, 0.0f}, {0.0f, 0.2f, 0.0f}, 0.13f, 0x7a848f}};
    taut_scene_add_props(run, CHAIN, ball, 2);
    push(run);
    run->memory[ENERGY] = taut_scene_mechanical_energy(run, CHAIN, 9.81);
    run->memory[MOST] = run->memory[ENERGY];
    return true;
}

static void note(taut_scene_run* run)
{
    taut_vec3 v = taut_scene_speed(run, CHAIN, LINKS);
    double speed = taut_scene_distance(v, vec3(0.0f, 0.0f, 0.0f));
    double energy = taut_scene_mechanical_energy(run, CHAIN, 9.81);
    run->memory[FASTEST] = speed > run->memory[FASTEST] ? speed : run->memory[FASTEST];
    run->memory[MOST] = energy > run->memory[MOST] ? energy : run->memory[MOST];
}

static void drive(taut_scene_run* run)
{
    note(run);
    double sway = taut_scene_get(run, "sway");
    if (sway > 0.0) {
        double time = (run->frame + 1) * (double)run->dt;
        float x = (float)(sway * taut_scene_wave(0.2 * time));
        taut_body_set_target(run->worlds[0].world, run->looks[CHAIN].body, 0, vec3(x, 0.0f, 0.0f));
    }
}

// Chain and ball turn as one until they are down: (m + M / 3) L^2 w^2 / 2 has grown by
// (m + M / 2) g L. What substeps take from half a swing stays within 1 %. The most energy there can
// be is that of the start: 4 kJ, half a per cent of what the fall frees, for rounding.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double ball = taut_scene_get(run, "ball");
    double chain = taut_scene_free_mass(run, CHAIN) - ball;
    double pushed = taut_scene_get(run, "push");
    double fall = 2.0 * 9.81 * (double)LENGTH * (ball + 0.5 * chain) / (ball + chain / 3.0);
    double due = sqrt(pushed * pushed + fall);
    double freed = 9.81 * (double)LENGTH * (ball + 0.5 * chain);
    double gained = (run->memory[MOST] - run->memory[ENERGY]) / freed;
    double worst = (double)run->stats.worst_stretch;
    snprintf(text, size,
             "%.3f m/s at the bottom (expected %.3f within 1 %%), gains %.3f %% of the energy of "
             "the fall (at most 0.5 %%), chain stretches by %.4f %% (at most 0.5 %%)",
             run->memory[FASTEST], due, 100.0 * gained, 100.0 * worst);
    return fabs(run->memory[FASTEST] - due) <= 0.01 * due && gained <= 0.005 && worst <= 0.005;
}

const taut_scene taut_scene_wrecking_ball = {
    .name = "wrecking-ball",
    .about = "A ball of two tonnes on a chain is let go level, with a push, and falls into it.",
    .tags = "rope heavy",
    .params = {{"ball", "kg", 2000.0, 1.0, 1000000.0},
               {"push", "speed at the start, m/s", 2.0, 0.0, 20.0},
               {"sway", "how far the hook is driven to and fro, m", 0.0, 0.0, 3.0},
               {"drag", "1/s", 0.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 24,
    .frames = 330,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{7.0f, -1.2f, 16.0f}, {0.0f, -3.6f, -1.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
