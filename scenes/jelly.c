// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A block of jelly on a plate that is pushed to and fro and then stands still: it wobbles, keeps
// its volume, and comes to rest with its weight on the plate.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define CELLS 8
#define LAYERS 5
#define SIDE 0.24f
#define HEIGHT 0.15f
#define SHAKES 3  // of half a second each
#define LAST_FRAMES 60

enum { HELD, FRAMES, LEAN };  // memory: sum of what the plate holds, its count, largest lean in m

static int particle(int i, int j, int k)
{
    return (k * (LAYERS + 1) + j) * (CELLS + 1) + i;
}

// What the plate stands on: a last particle below, which goes along.
static int stem(void)
{
    return particle(CELLS, LAYERS, CELLS) + 1;
}

static bool add_stem(taut_builder* builder)
{
    taut_constraint_def link = taut_link(stem(), particle(CELLS / 2, 0, CELLS / 2));
    return taut_builder_add_particle(builder, vec3(0.0f, -0.1f, 0.0f), 1.0f, NULL) == TAUT_OK &&
           taut_builder_pin(builder, stem()) == TAUT_OK &&
           taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "jelly");
    taut_jelly_def def = taut_jelly_def_default();
    def.origin = vec3(-0.5f * SIDE, 0.02f, -0.5f * SIDE);
    def.size = vec3(SIDE, HEIGHT, SIDE);
    def.cells_x = def.cells_z = CELLS;
    def.cells_y = LAYERS;
    def.material.young_modulus = (float)taut_scene_get(run, "stiffness");
    def.material.poisson_ratio = (float)taut_scene_get(run, "poisson");
    def.material.damping_time = (float)taut_scene_get(run, "damping");
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_jelly(builder, &def, NULL) == TAUT_OK;
    for (int n = 0; n < (CELLS + 1) * (CELLS + 1); ++n) {
        ok = ok &&
             taut_builder_pin(builder, particle(n % (CELLS + 1), 0, n / (CELLS + 1))) == TAUT_OK;
    }
    ok = ok && add_stem(builder);
    taut_scene_look look = {.front = 0xd1495b, .back = 0x7d2a36, .radius = 0.012f};
    if (!taut_scene_put(run, world, builder, ok, taut_body_def_default(), look)) {
        return false;
    }
    taut_scene_prop plate = {.particle = particle(CELLS / 2, 0, CELLS / 2),
                             .above = -1,
                             .a = vec3(-0.75f * SIDE, -0.015f, -0.75f * SIDE),
                             .b = vec3(0.75f * SIDE, -0.002f, 0.75f * SIDE),
                             .colour = 0xe8ecef};
    taut_scene_add_props(run, 0, &plate, 1);
    return true;
}

static double held(const taut_scene_run* run)
{
    double sum = 0.0;
    for (int n = 0; n < (CELLS + 1) * (CELLS + 1); ++n) {
        sum += (double)taut_scene_reaction(run, 0, particle(n % (CELLS + 1), 0, n / (CELLS + 1))).y;
    }
    return sum;
}

// How far the middle of the top stands beside that of the plate.
static double lean(const taut_scene_run* run)
{
    taut_vec3 top = taut_scene_point(run, 0, particle(CELLS / 2, LAYERS, CELLS / 2));
    taut_vec3 foot = taut_scene_point(run, 0, particle(CELLS / 2, 0, CELLS / 2));
    return fabs((double)top.x - (double)foot.x);
}

static void drive(taut_scene_run* run)
{
    double lean_now = lean(run);
    run->memory[LEAN] = lean_now > run->memory[LEAN] ? lean_now : run->memory[LEAN];
    if (taut_scene_near_end(run, LAST_FRAMES)) {
        run->memory[HELD] += held(run);
        run->memory[FRAMES] += 1.0;
    }
    double t = 2.0 * (double)(run->frame + 1) * (double)run->dt;
    double way = t < SHAKES ? taut_scene_get(run, "shake") * taut_scene_wave(t) : 0.0;
    taut_world* world = run->worlds[0].world;
    taut_body_id body = run->looks[0].body;
    taut_body_set_target(world, body, stem(), vec3((float)way, -0.1f, 0.0f));
    for (int n = 0; n < (CELLS + 1) * (CELLS + 1); ++n) {
        int i = n % (CELLS + 1);
        int k = n / (CELLS + 1);
        taut_vec3 at = vec3(SIDE * ((float)i / CELLS - 0.5f) + (float)way, 0.02f,
                            SIDE * ((float)k / CELLS - 0.5f));
        taut_body_set_target(world, body, particle(i, 0, k), at);
    }
}

// Sum of the volumes of its tetrahedra over that at rest.
static double volume(const taut_scene_run* run)
{
    const taut_scene_look* look = &run->looks[0];
    taut_world* world = run->worlds[look->world].world;
    int count = taut_blueprint_get_stats(taut_body_blueprint(world, look->body)).constraints;
    double rest = 0.0;
    double now = 0.0;
    for (int i = 0; i < count; ++i) {
        taut_constraint_state state = taut_scene_link(run, 0, i);
        if (state.kind == TAUT_CONSTRAINT_VOLUME) {
            rest += (double)state.rest;
            now += (double)state.rest + (double)state.value;
        }
    }
    return now / rest;
}

// 1 % of the weight for what still wobbles. Its own weight presses it together by p / 3 (1 - 2 nu)
// x 3 / E, a few per cent at the bottom.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double force = (run->memory[HELD] + held(run)) / (run->memory[FRAMES] + 1.0);
    double weight = 9.81 * taut_scene_free_mass(run, 0);
    double part = volume(run);
    double rest = lean(run);
    snprintf(text, size,
             "the plate holds %.3f N (expected %.3f within 1 %%), volume %.2f %% of that at rest "
             "(expected 97 to 100), leaned by up to %.1f mm (expected 10 to 100), in the end by "
             "%.2f mm (expected below 1)",
             force, weight, 100.0 * part, 1e3 * run->memory[LEAN], 1e3 * rest);
    return fabs(force - weight) <= 0.01 * weight && part >= 0.97 && part <= 1.0 &&
           run->memory[LEAN] >= 0.01 && run->memory[LEAN] <= 0.1 && rest < 1e-3;
}

const taut_scene taut_scene_jelly = {
    .name = "jelly",
    .about = "A block of jelly on a plate that is shaken and then stands still.",
    .tags = "soft",
    .params = {{"stiffness", "Pa", 8000.0, 100.0, 1e8},
               {"poisson", "ratio", 0.45, 0.26, 0.5},
               {"damping", "s", 0.01, 0.0, 10.0},
               {"shake", "m", 0.02, 0.0, 0.2}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 420,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{0.28f, 0.28f, 0.68f}, {0.0f, 0.04f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
