// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The same rigid cloth, let go flat on two pins, at six numbers of substeps. Each world measures
// how much it stretches beyond what was asked, which is nothing, and says how many substeps would
// bring that to one per cent. The worlds try each other's answers: somewhere between two of them
// the stretch passes one per cent, and what every world says must lie there, within a factor
// of 1.5.

#include <stdio.h>

#include "parts.h"

#define WORLDS 6
#define SIZE 24
#define SPACING 0.05f
#define TARGET 0.01f
#define WITHIN 1.5

static const taut_scene_setup setups[WORLDS] = {
    {"5 substeps", TAUT_SOLVER_XPBD, 1, 1, 5},   {"10 substeps", TAUT_SOLVER_XPBD, 1, 1, 10},
    {"20 substeps", TAUT_SOLVER_XPBD, 1, 1, 20}, {"40 substeps", TAUT_SOLVER_XPBD, 1, 1, 40},
    {"80 substeps", TAUT_SOLVER_XPBD, 1, 1, 80}, {"160 substeps", TAUT_SOLVER_XPBD, 1, 1, 160},
};

static bool add_cloth(taut_scene_run* run, int i)
{
    taut_world_def def = taut_scene_setup_def(run, &setups[i]);
    int world = taut_scene_add_setup(run, &setups[i], &def);
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = SIZE;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.origin = vec3(1.5f * (float)i, 0.0f, 0.0f);
    cloth.rigid = true;
    cloth.material.damping_rate = 0.0f;
    cloth.tethers.enabled = false;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK &&
              taut_builder_pin(builder, 0) == TAUT_OK &&
              taut_builder_pin(builder, SIZE - 1) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = taut_scene_colour(i), .back = 0xd8d8d8, .checker = 4};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static bool make(taut_scene_run* run)
{
    bool ok = taut_scene_has_own_solvers(run);
    for (int i = 0; i < WORLDS; ++i) {
        ok = ok && add_cloth(run, i);
    }
    return ok;
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    int enough = 0;  // the first world that stays below one per cent
    while (enough < WORLDS && run->worlds[enough].excess > TARGET) {
        ++enough;
    }
    bool between = enough > 0 && enough < WORLDS;
    int low = between ? setups[enough - 1].substeps : 0;
    int high = between ? setups[enough].substeps : 0;
    int n = snprintf(text, size, "1 %% takes %d to %d substeps; the worlds say", low, high);
    bool right = between;
    for (int i = 0; i < WORLDS; ++i) {
        int said = run->worlds[i].substeps_needed;
        right = right && said * WITHIN >= low && said <= high * WITHIN;
        n += n < (int)size ? snprintf(text + n, size - (size_t)n, " %d", said) : 0;
    }
    (void)(n < (int)size ? snprintf(text + n, size - (size_t)n, " (within %.1f)", WITHIN) : 0);
    return right;
}

const taut_scene taut_scene_stiffness_meter = {
    .name = "stiffness-meter",
    .about = "One rigid cloth at six numbers of substeps: each tells how many it would need.",
    .tags = "cloth compare",
    .params = {{"drag", "1/s", 0.5, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 240,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{4.3f, -0.2f, -8.0f}, {4.3f, -0.7f, 0.0f}, 42.0f},
    .make = make,
    .check = check,
};
