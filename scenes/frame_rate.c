// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What happens when the frame rate drops. Three cloths hang from two corners each, and every frame
// takes 1 / rate seconds. Plain position-based dynamics (Verlet) has no stiffness of its own: what
// a frame leaves of a stretch grows with the square of its length, so that at 15 Hz the cloth is
// another material than at 60. XPBD has a stiffness in N/m to arrive at: with as many sweeps it
// does at high rates and falls short at low ones; the same work in small steps keeps it at every
// rate.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define WORLDS 3
#define SIDE 15
#define SPACING 0.07f
#define APART 1.6f
#define MASS 0.01f         // kg of a particle
#define STIFFNESS 1200.0f  // N for 100 % strain of a metre's width
#define SHEAR 400.0f
#define SUBSTEP_RATE 1440.0

static bool add_cloth(taut_scene_run* run, const taut_scene_setup* setup, int i)
{
    taut_world_def def = taut_scene_setup_def(run, setup);
    int world = taut_scene_add_setup(run, setup, &def);
    taut_cloth_def cloth = taut_scene_hung_cloth(SIDE, SIDE, SPACING);
    cloth.origin = vec3(APART * (float)i, 0.0f, 0.0f);
    cloth.bend = TAUT_BEND_NONE;
    cloth.particle_mass = MASS;
    cloth.material.warp_stiffness = cloth.material.weft_stiffness = STIFFNESS;
    cloth.material.shear_stiffness = SHEAR;
    cloth.material.damping_rate = 0.0f;
    cloth.tethers.enabled = false;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK &&
              taut_builder_pin(builder, 0) == TAUT_OK &&
              taut_builder_pin(builder, SIDE - 1) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = taut_scene_colour(i), .back = 0xd8d8d8, .checker = 2};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static bool make(taut_scene_run* run)
{
    double rate = taut_scene_get(run, "rate");
    int sweeps = (int)(taut_scene_get(run, "sweeps") + 0.5);
    int substeps = (int)(SUBSTEP_RATE / rate + 0.5);
    run->dt = run->options.dt != 0.0f ? run->options.dt : (float)(1.0 / rate);
    const taut_scene_setup setups[WORLDS] = {
        {"PBD", TAUT_SOLVER_VERLET, sweeps, 1, 1},
        {"XPBD, as many sweeps", TAUT_SOLVER_XPBD, sweeps, 1, 1},
        {"XPBD, substeps", TAUT_SOLVER_XPBD, 1, 1, substeps > 1 ? substeps : 1},
    };
    bool ok = taut_scene_has_own_solvers(run);
    for (int i = 0; i < WORLDS; ++i) {
        ok = ok && add_cloth(run, &setups[i], i);
    }
    return ok;
}

// Longest structural link over its length at rest, less 1.
static double stretch(const taut_scene_run* run, int i)
{
    taut_measure m;
    const taut_scene_look* look = &run->looks[i];
    bool ok = taut_body_measure(run->worlds[look->world].world, look->body, &m) == TAUT_OK;
    return ok ? (double)m.max_stretch : -1.0;
}

// At 60 Hz all three are much alike; 1440 substeps a second leave 20.6 % at every rate, once it
// hangs still.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double s[WORLDS];
    for (int i = 0; i < WORLDS; ++i) {
        s[i] = stretch(run, i);
    }
    snprintf(
        text, size,
        "worst link %.1f %% longer (PBD), %.1f %% (XPBD, as many sweeps; both expected between "
        "20 and 32 %%), %.1f %% (XPBD, substeps; expected 20.6 +- 1 %%)",
        100.0 * s[0], 100.0 * s[1], 100.0 * s[2]);
    return s[0] > 0.2 && s[0] < 0.32 && s[1] > 0.2 && s[1] < 0.32 && fabs(s[2] - 0.206) < 0.01;
}

const taut_scene taut_scene_frame_rate = {
    .name = "frame-rate",
    .about =
        "When frames take longer, PBD cloth turns to rubber; XPBD in small steps stays as it is.",
    .tags = "cloth compare",
    .params = {{"rate", "frames per second", 60.0, 5.0, 240.0},
               {"sweeps", "of PBD in each frame", 10.0, 1.0, 100.0},
               {"drag", "1/s", 1.0, 0.0, 100.0}},
    .shared = "rate sweeps",
    .dt = 1.0f / 60.0f,
    .substeps = 24,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{2.1f, -0.6f, 5.8f}, {2.1f, -0.85f, 0.0f}, 34.0f},
    .make = make,
    .check = check,
};
