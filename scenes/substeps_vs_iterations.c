// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A rope of 60 weights and rigid links hanging at rest, solved in four ways. What a sweep leaves
// over grows with the distance that weights fall before it, g h^2: 25 substeps of one sweep make
// that 625 times smaller, 25 sweeps of one step divide it by about 25. So the same work, spent on
// smaller steps, is worth 25 times as much (Macklin et al., "Small Steps in Physics Simulation",
// 2019, section 3).

#include <stdio.h>

#include "parts.h"

#define WORLDS 4
#define PARTICLES 60
#define STEP 0.2

static const taut_scene_setup setups[WORLDS] = {
    {"25 substeps x 1 sweep", TAUT_SOLVER_XPBD, 1, 1, 25},
    {"5 substeps x 5 sweeps", TAUT_SOLVER_XPBD, 5, 1, 5},
    {"1 step x 25 sweeps", TAUT_SOLVER_XPBD, 25, 1, 1},
    {"1 step x 100 sweeps", TAUT_SOLVER_XPBD, 100, 1, 1},
};

static bool add_chain(taut_scene_run* run, int i)
{
    taut_chain_def chain = taut_chain_def_default();
    chain.start = vec3(2.0f * (float)i, 0.0f, 0.0f);
    chain.step = vec3(0.0f, (float)-STEP, 0.0f);
    chain.particle_count = PARTICLES;
    return taut_scene_add_chain(run, &setups[i], i, &chain, 0.1f);
}

static bool make(taut_scene_run* run)
{
    bool ok = taut_scene_has_own_solvers(run);
    for (int i = 0; i < WORLDS; ++i) {
        ok = ok && add_chain(run, i);
    }
    return ok;
}

// The argument above says 25 times; half of that leaves room for how far sweeps get. Four times the
// work in sweeps must still not make up for it.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double s[WORLDS];
    for (int i = 0; i < WORLDS; ++i) {
        s[i] = taut_scene_longer(run, i, STEP * (PARTICLES - 1));
    }
    snprintf(text, size,
             "total stretch %.4f %% (25 x 1), %.4f %% (5 x 5), %.4f %% (1 x 25, expected more than "
             "12 times the first), %.4f %% (1 x 100, still more than 3 times)",
             100.0 * s[0], 100.0 * s[1], 100.0 * s[2], 100.0 * s[3]);
    return s[0] > 0.0 && s[1] > s[0] && s[2] > s[1] && s[2] > 12.0 * s[0] && s[3] > 3.0 * s[0];
}

const taut_scene taut_scene_substeps_vs_iterations = {
    .name = "substeps-vs-iterations",
    .about = "The same number of sweeps holds a rope far better when spent on smaller steps.",
    .tags = "rope compare",
    .params = {{"drag", "1/s", 2.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 25,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{3.0f, -5.0f, 32.0f}, {3.0f, -6.4f, 0.0f}, 30.0f},
    .make = make,
    .check = check,
};
