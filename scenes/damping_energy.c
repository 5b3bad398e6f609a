// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Where the energy of a swinging rope goes, and where it comes from. Five ropes are let go level:
// none of the four that hang from a still pin ever has more energy than it began with, with or
// without damping, whatever is said about Verlet gaining energy. Damping along the links calms
// their stretching and hardly touches the swing; drag and the multiplier of the tutorials slow
// everything. The fifth rope hangs from a hand that shakes it: that is where energy comes from.

#include <stdio.h>

#include "parts.h"

#define WORLDS 5
#define SHAKEN 4
#define PARTICLES 21
#define STEP 0.1f
#define KEEP 0.99f

enum { MOST, START = MOST + WORLDS };  // memory, by world: largest and first energy, J

static const taut_scene_setup setups[WORLDS] = {
    {"undamped", TAUT_SOLVER_XPBD, 1, 1, 40},
    {"damping along links, 10 /s", TAUT_SOLVER_XPBD, 1, 1, 40},
    {"drag 0.6 /s", TAUT_SOLVER_XPBD, 1, 1, 40},
    {"legacy, keeps 0.99 a frame", TAUT_SOLVER_LEGACY, 30, 1, 1},
    {"undamped, shaken", TAUT_SOLVER_XPBD, 1, 1, 40},
};

static float across(int i)
{
    return 2.6f * (float)i;
}

static bool add_rope(taut_scene_run* run, int i)
{
    taut_world_def def = taut_scene_setup_def(run, &setups[i]);
    def.solver.keep = KEEP;
    int world = taut_scene_add_setup(run, &setups[i], &def);
    taut_rope_def rope = taut_rope_def_default();
    rope.start = vec3(across(i), 0.0f, 0.0f);
    rope.end = vec3(across(i) + STEP * (float)(PARTICLES - 1), 0.0f, 0.0f);
    rope.link_count = PARTICLES - 1;
    rope.material = (taut_rope_material){
        .mass_per_metre = 1.0f, .stretch_stiffness = 1e6f, .damping_rate = i == 1 ? 10.0f : 0.0f};
    rope.pin_start = true;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_rope(builder, &rope, NULL) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = i == 2 ? 0.6f : 0.0f;  // 0.99 a frame is 0.6 /s at 60 Hz
    taut_scene_look look = {.front = taut_scene_colour(i), .radius = 0.035f};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static bool make(taut_scene_run* run)
{
    bool ok = taut_scene_has_own_solvers(run);
    for (int i = 0; i < WORLDS; ++i) {
        ok = ok && add_rope(run, i);
    }
    return ok;
}

// Above the straight rope at rest, which has the least of all.
static double energy(const taut_scene_run* run, int i)
{
    double least = 0.0;
    const taut_world* world = run->worlds[i].world;
    for (int k = 1; k < PARTICLES; ++k) {
        double mass = (double)taut_body_mass(world, run->looks[i].body, k);
        least -= mass * 9.81 * (double)STEP * k;
    }
    return taut_scene_mechanical_energy(run, i, 9.81) - least;
}

static void drive(taut_scene_run* run)
{
    for (int i = 0; i < WORLDS; ++i) {
        double e = energy(run, i);
        run->memory[START + i] = run->frame == 0 ? e : run->memory[START + i];
        run->memory[MOST + i] = e > run->memory[MOST + i] ? e : run->memory[MOST + i];
    }
    double time = (run->frame + 1) * (double)run->dt;
    float aside = (float)(0.25 * taut_scene_wave(1.3 * time));
    taut_body_set_target(run->worlds[SHAKEN].world, run->looks[SHAKEN].body, 0,
                         vec3(across(SHAKEN) + aside, 0.0f, 0.0f));
}

// As parts of what they began with. 1 % above is allowed for: a velocity is read at the end of a
// substep, a position too, and the two belong half a substep apart. In the end less must be left
// with drag than without, and the shaken rope must at some time have had half as much again.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double most[WORLDS];
    double left[WORLDS];
    bool none_gains = true;
    for (int i = 0; i < WORLDS; ++i) {
        left[i] = energy(run, i) / run->memory[START + i];
        most[i] = run->memory[MOST + i] / run->memory[START + i];
        most[i] = left[i] > most[i] ? left[i] : most[i];
        none_gains = none_gains && (i == SHAKEN || most[i] <= 1.01);
    }
    snprintf(text, size,
             "most energy over the first, and what is left: undamped %.4f, %.3f; along links %.4f, "
             "%.3f; drag %.4f, %.3f; legacy %.4f, %.3f (expected at most 1.01 each); shaken %.2f, "
             "%.2f (expected above 1.5)",
             most[0], left[0], most[1], left[1], most[2], left[2], most[3], left[3], most[4],
             left[4]);
    return none_gains && left[2] < left[0] && left[3] < left[0] && most[SHAKEN] > 1.5;
}

const taut_scene taut_scene_damping_energy = {
    .name = "damping-energy",
    .about = "Swinging ropes with and without damping never gain energy; a shaken one does.",
    .tags = "rope compare",
    .dt = 1.0f / 60.0f,
    .substeps = 40,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{5.2f, -0.6f, 15.0f}, {5.2f, -1.2f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
