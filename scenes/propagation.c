// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How far does a tug get in one frame? A rope lies straight without gravity; its first particle is
// pulled away by half a link. Coloured sweeps carry the news two links each, one per colour. A
// sweep in the order of the links, away from the hand, carries it on and on, halving at every link;
// in the order towards the hand it gets one link per sweep.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define WORLDS 5
#define PARTICLES 65
#define STEP 0.05f
#define TUG 0.3
#define NEWS 1e-4  // of the tug: less than that counts as nothing

enum { REACH };  // memory: by world, after the first frame

static const taut_scene_setup setups[WORLDS] = {
    {"coloured, 1 sweep", TAUT_SOLVER_XPBD, 1, 1, 1},
    {"coloured, 4 sweeps", TAUT_SOLVER_XPBD, 4, 1, 1},
    {"coloured, 16 sweeps", TAUT_SOLVER_XPBD, 16, 1, 1},
    {"list order away, 1 sweep", TAUT_SOLVER_LEGACY, 1, 1, 1},
    {"list order towards, 4 sweeps", TAUT_SOLVER_LEGACY, 4, 1, 1},
};

// Links by hand: the last world lists them from the far end.
static bool add_particles_and_links(taut_builder* builder, float x, bool towards)
{
    bool ok = true;
    for (int i = 0; i < PARTICLES; ++i) {
        taut_vec3 at = vec3(x, -STEP * (float)i, 0.0f);
        ok = ok && taut_builder_add_particle(builder, at, 1.0f, NULL) == TAUT_OK;
    }
    for (int i = 0; i + 1 < PARTICLES; ++i) {
        int a = towards ? PARTICLES - 2 - i : i;
        taut_constraint_def link = taut_link(a, a + 1);
        ok = ok && taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK;
    }
    return ok && taut_builder_pin(builder, 0) == TAUT_OK;
}

static bool add_rope(taut_scene_run* run, int i)
{
    taut_world_def def = taut_scene_setup_def(run, &setups[i]);
    def.gravity = vec3(0.0f, 0.0f, 0.0f);
    int world = taut_scene_add_setup(run, &setups[i], &def);
    taut_builder* builder = taut_scene_builder(run);
    bool ok = add_particles_and_links(builder, 0.6f * (float)i, i == WORLDS - 1);
    taut_scene_look look = {.front = taut_scene_colour(i), .radius = 0.04f, .chain = true};
    return taut_scene_put(run, world, builder, ok, taut_body_def_default(), look);
}

static bool make(taut_scene_run* run)
{
    bool ok = taut_scene_has_own_solvers(run);
    for (int i = 0; i < WORLDS; ++i) {
        ok = ok && add_rope(run, i);
    }
    return ok;
}

// Links from the hand to the farthest particle that has moved.
static int reach(const taut_scene_run* run, int i)
{
    int farthest = 0;
    for (int k = 1; k < PARTICLES; ++k) {
        double moved = fabs((double)taut_scene_point(run, i, k).y + (double)(STEP * (float)k));
        farthest = moved > NEWS * TUG ? k : farthest;
    }
    return farthest;
}

static void drive(taut_scene_run* run)
{
    for (int i = 0; i < WORLDS; ++i) {
        if (run->frame == 0) {
            taut_body_set_target(run->worlds[i].world, run->looks[i].body, 0,
                                 vec3(0.6f * (float)i, (float)TUG, 0.0f));
        }
        if (run->frame == 1) {
            run->memory[REACH + i] = reach(run, i);
        }
    }
}

// Two colours a sweep, the first of which moves the hand's link: 2 per sweep, give or take the one
// link that the second colour adds or misses. In list order away from the hand the tug passes under
// 1e-4 of itself after some 13 halvings (2^-13 = 1.2e-4), and so does the front of the 16 coloured
// sweeps, though behind it later sweeps push on. Towards the hand, exactly one link per sweep.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    const double* r = &run->memory[REACH];
    snprintf(text, size,
             "links reached in one frame: coloured %.0f, %.0f and %.0f with 1, 4 and 16 sweeps "
             "(expected 2 and 8, +- 1, and less than 32), in list order away from the hand %.0f "
             "with 1 (expected 10 to 15), towards it %.0f with 4 (expected 4)",
             r[0], r[1], r[2], r[3], r[4]);
    return fabs(r[0] - 2.0) <= 1.0 && fabs(r[1] - 8.0) <= 1.0 && r[2] > r[1] && r[2] < 32.0 &&
           r[3] >= 10.0 && r[3] <= 15.0 && r[4] == 4.0;
}

const taut_scene taut_scene_propagation = {
    .name = "propagation",
    .about = "How many links a tug travels in a frame depends on sweeps and their order.",
    .tags = "rope compare",
    .dt = 1.0f / 60.0f,
    .substeps = 1,
    .frames = 2,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.2f, -1.2f, 8.0f}, {1.2f, -1.55f, 0.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
