// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A ball is swept through a curtain of chains, to and fro, and parts it. The chains close behind it
// and hang straight again.

#include <math.h>
#include <stdio.h>

#include "solids.h"

#define CHAINS 15
#define LINKS 36
#define LINK 0.04f
#define APART 0.1f
#define THICKNESS 0.012f
#define RADIUS 0.22f
#define TOP 1.75f
#define SWEEP 1.2  // s from one side to the other

enum { GROUND, BALL };
enum { LEAST, PUSH, SWAY };  // memory

static bool add_curtain(taut_scene_run* run, int world)
{
    taut_builder* builder = taut_scene_builder(run);
    bool ok = builder != NULL;
    for (int i = 0; i < CHAINS && ok; ++i) {
        taut_chain_def chain = taut_chain_def_default();
        chain.start = vec3(APART * ((float)i - 0.5f * (float)(CHAINS - 1)), TOP, 0.0f);
        chain.step = vec3(0.0f, -LINK, 0.0f);
        chain.particle_count = LINKS + 1;
        chain.particle_mass = 0.01f;
        chain.pin_start = true;
        ok = taut_make_chain(builder, &chain, NULL) == TAUT_OK;
    }
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    body.collision.thickness = THICKNESS;
    taut_scene_look look = {.front = 0xb08d4f, .radius = THICKNESS, .chain = true};
    return taut_scene_put(run, world, builder, ok, body, look);
}

// To one side, back, and away: the ball ends where it began.
static taut_vec3 ball_at(double time)
{
    double part = taut_scene_ease((time - 0.2) / SWEEP) - taut_scene_ease((time - 2.4) / SWEEP);
    return vec3(0.25f * (float)part, 0.85f, -0.9f + 1.8f * (float)part);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "curtain");
    run->memory[LEAST] = (double)INFINITY;
    taut_scene_look rod = {.front = 0x6b5b4a, .radius = 0.02f};
    float half = 0.55f * APART * (float)CHAINS;
    return taut_scene_add_ground(run, world, 0.0f) &&
           taut_scene_add_sphere(run, world, ball_at(0.0), RADIUS) && add_curtain(run, world) &&
           taut_scene_add_post(run, world, vec3(-half, TOP, 0.0f), vec3(half, TOP, 0.0f), rod);
}

static double sway(const taut_scene_run* run)
{
    double most = 0.0;
    for (int i = 0; i < CHAINS; ++i) {
        int tip = (i + 1) * (LINKS + 1) - 1;
        taut_vec3 below = taut_scene_point(run, 0, tip - LINKS);
        below.y -= LINK * (float)LINKS;
        double off = taut_scene_distance(taut_scene_point(run, 0, tip), below);
        most = off > most ? off : most;
    }
    return most;
}

static void drive(taut_scene_run* run)
{
    double gap = taut_scene_least_gap(run, 0, BALL, BALL);
    double push = fabs((double)taut_scene_load(run, 0, BALL).z);
    double off = sway(run);
    run->memory[LEAST] = gap < run->memory[LEAST] ? gap : run->memory[LEAST];
    run->memory[PUSH] = push > run->memory[PUSH] ? push : run->memory[PUSH];
    run->memory[SWAY] = off > run->memory[SWAY] ? off : run->memory[SWAY];
    taut_world* world = run->worlds[0].world;
    taut_vec3 to = ball_at((run->frame + 1) * (double)run->dt);
    taut_collider_move(world, taut_scene_collider(run, 0, BALL), to, taut_quat_identity());
}

// The ball is 0.22 m and the chains 1.44 m long: what it takes along leaves the straight line by
// more than its radius. With drag, swinging of 2.4 s a period has died away in the last five
// seconds: a tip is within a tenth of a radius.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double last = sway(run);
    snprintf(text, size,
             "least gap of chains and ball in any frame %.2f mm (at least 11.8), largest push "
             "%.2f N (above 0.5), tips swing out %.2f m (above %.2f) and are back within %.1f mm "
             "(at most 22)",
             1000.0 * run->memory[LEAST], run->memory[PUSH], run->memory[SWAY], (double)RADIUS,
             1000.0 * last);
    return run->memory[LEAST] >= 11.8e-3 && run->memory[PUSH] > 0.5 &&
           run->memory[SWAY] > (double)RADIUS && last <= 22e-3 && run->stats.trouble == 0;
}

const taut_scene taut_scene_chain_curtain = {
    .name = "chain-curtain",
    .about = "A ball sweeps through a curtain of chains; they part and close again.",
    .tags = "chain contact",
    .params = {{"drag", "1/s", 1.5, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 540,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.5f, 1.45f, 2.9f}, {0.0f, 0.9f, 0.0f}, 36.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
