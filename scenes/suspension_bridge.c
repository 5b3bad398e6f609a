// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Three people walk onto a suspension bridge of ropes and planks that hangs on two cables, and stop
// in the middle. It gives way under them and swings, and what its ends hold is the weight of all.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define PLANKS 24
#define N (PLANKS + 2)
#define BODY 0
#define WALKERS 3
#define WALKER 80.0f  // kg
#define PACE 1.3f     // m/s
#define MIDST 6.9f    // m from the start: where the first of them stops
#define APART 1.2f    // m

enum { HELD, LOWEST = HELD + 2 };  // memory

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "suspension bridge");
    taut_builder* builder = taut_scene_builder(run);
    if (builder == NULL) {
        return false;
    }
    taut_footbridge_def def = taut_footbridge_def_default();
    def.plank_count = PLANKS;
    bool ok = taut_make_footbridge(builder, &def, NULL) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0x6b4f36, .radius = 0.02f, .no_weights = true};
    if (!taut_scene_put(run, world, builder, ok, body, look)) {
        return false;
    }
    taut_scene_look post = {.front = 0x8a6a4f, .radius = 0.09f};
    for (int k = 0; k < 4; ++k) {
        float x = k % 2 == 0 ? 0.0f : 12.0f, z = k < 2 ? -0.6f : 0.6f;
        if (!taut_scene_add_post(run, world, vec3(x, -1.6f, z), vec3(x, 2.6f, z), post)) {
            return false;
        }
    }
    return true;
}

static float place_of(const taut_scene_run* run, int walker)
{
    float way = PACE * ((float)run->frame * run->dt - 2.0f);
    return (way < MIDST ? way : MIDST) - APART * (float)walker;
}

static double held_by_ends(const taut_scene_run* run)
{
    double sum = 0.0;
    for (int k = 0; k < 8; ++k) {
        sum += (double)taut_scene_reaction(run, BODY, k / 2 * N + k % 2 * (N - 1)).y;
    }
    return sum;
}

static void drive(taut_scene_run* run)
{
    taut_vec3 zero = vec3(0.0f, 0.0f, 0.0f);
    run->prop_count = 0;
    for (int i = 1; i + 1 < N; ++i) {  // planks
        taut_vec3 across = vec3(0.0f, 1.2f, 0.0f);
        const taut_scene_prop plank = {0, i, N + i, zero, across, 0.05f, 0xb08d57};
        taut_scene_add_props(run, BODY, &plank, 1);
    }
    for (int k = 0; k < WALKERS; ++k) {
        float weight = -9.81f * (float)taut_scene_get(run, "walker");
        taut_vec3 place = zero;
        bool on = false;
        for (int side = 0; side < 2; ++side) {
            int path[N];
            for (int i = 0; i < N; ++i) {
                path[i] = side * N + i;
            }
            taut_path_load load = {.particles = path,
                                   .count = N,
                                   .position = place_of(run, k),
                                   .force = {0.0f, 0.5f * weight, 0.0f}};
            (void)taut_body_load_path(run->worlds[0].world, run->looks[BODY].body, &load);
            on = load.on_path;
            place = vec3(load.place.x, place.y + 0.5f * load.place.y, 0.0f);
        }
        taut_vec3 first = taut_scene_point(run, BODY, 0);
        taut_vec3 at = vec3(place.x - first.x, place.y - first.y, -first.z);
        const taut_scene_prop person[] = {
            {0, 0, -1, vec3(at.x, at.y + 0.25f, at.z), vec3(at.x, at.y + 1.25f, at.z), 0.2f,
             taut_scene_colour(k)},
            {0, 0, -1, vec3(at.x, at.y + 1.55f, at.z), vec3(at.x, at.y + 1.55f, at.z), 0.14f,
             0xe8c39e},
        };
        taut_scene_add_props(run, BODY, person, on ? 2 : 0);
    }
    taut_scene_note_mean(run, 60, HELD, held_by_ends(run));
    double y = (double)taut_scene_point(run, BODY, N / 2).y;
    run->memory[LOWEST] = y < run->memory[LOWEST] ? y : run->memory[LOWEST];
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double held = taut_scene_mean(run, HELD, held_by_ends(run));
    double people = WALKERS * taut_scene_get(run, "walker");
    double weight = 9.81 * (taut_scene_free_mass(run, BODY) + people);
    double worst = (double)run->stats.worst_stretch;
    snprintf(text, size,
             "with people in its middle its ends hold %.0f N (expected %.0f within 2 %%), that "
             "came down to %.2f m (between -1.2 and -0.4), stretch %.2f %% (at most 4 %%)",
             held, weight, run->memory[LOWEST], 100.0 * worst);
    return fabs(held - weight) <= 0.02 * weight && run->memory[LOWEST] > -1.2 &&
           run->memory[LOWEST] < -0.4 && worst <= 0.04;
}

const taut_scene taut_scene_suspension_bridge = {
    .name = "suspension-bridge",
    .about =
        "Three people walk onto a suspension bridge of ropes and planks and stop in its middle.",
    .tags = "bridge rope",
    .params = {{"walker", "kg", (double)WALKER, 0.0, 1000.0}, {"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 900,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{2.5f, 2.8f, 12.0f}, {6.0f, 0.6f, 0.0f}, 44.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
