// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The same chain, hanging at rest, solved in six ways. Position-based dynamics without compliance
// (three Verlet worlds) has no stiffness of its own: what is left of a stretch depends on how often
// and how many times it is swept, so that every choice is another material. XPBD (three worlds)
// asks for 1e-4 m/N per link and gives it at every rate.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define WORLDS 6
#define PARTICLES 12
#define STEP 0.2
#define COMPLIANCE 1e-4

static const taut_scene_setup setups[WORLDS] = {
    {"PBD, 60 Hz, 5 sweeps", TAUT_SOLVER_VERLET, 5, 1, 1},
    {"PBD, 60 Hz, 20 sweeps", TAUT_SOLVER_VERLET, 20, 1, 1},
    {"PBD, 240 Hz, 5 sweeps", TAUT_SOLVER_VERLET, 5, 4, 1},
    {"XPBD, 60 Hz, 24 substeps", TAUT_SOLVER_XPBD, 1, 1, 24},
    {"XPBD, 60 Hz, 24 substeps x 4", TAUT_SOLVER_XPBD, 4, 1, 24},
    {"XPBD, 240 Hz, 24 substeps", TAUT_SOLVER_XPBD, 1, 4, 24},
};

static bool add_chain(taut_scene_run* run, int i)
{
    taut_chain_def chain = taut_chain_def_default();
    chain.start = vec3(0.6f * (float)i, 0.0f, 0.0f);
    chain.step = vec3(0.0f, (float)-STEP, 0.0f);
    chain.particle_count = PARTICLES;
    chain.compliance = (float)COMPLIANCE;
    return taut_scene_add_chain(run, &setups[i], i, &chain, 0.03f);
}

static bool make(taut_scene_run* run)
{
    bool ok = taut_scene_has_own_solvers(run);
    for (int i = 0; i < WORLDS; ++i) {
        ok = ok && add_chain(run, i);
    }
    return ok;
}

// Link k, counted from the free end, carries k weights: 1 + 2 + ... + 11 = 66 of them in all. The
// 2 % are what 24 sweeps leave over at this compliance; between the PBD worlds the sweeps or the
// rate change by four and the stretch must follow by more than two.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double due = COMPLIANCE * 9.81 * 66.0 / (STEP * (PARTICLES - 1));
    double s[WORLDS];
    for (int i = 0; i < WORLDS; ++i) {
        s[i] = taut_scene_longer(run, i, STEP * (PARTICLES - 1));
    }
    snprintf(text, size,
             "PBD stretches %.2f, %.2f and %.2f %% (apart by more than 2 times), XPBD %.3f, %.3f "
             "and %.3f %% (expected %.3f within 2 %% of it)",
             100.0 * s[0], 100.0 * s[1], 100.0 * s[2], 100.0 * s[3], 100.0 * s[4], 100.0 * s[5],
             100.0 * due);
    bool apart = s[0] > 2.0 * s[1] && s[0] > 2.0 * s[2] && s[2] > 0.0;
    bool alike = fabs(s[3] - due) <= 0.02 * due && fabs(s[4] - due) <= 0.02 * due &&
                 fabs(s[5] - due) <= 0.02 * due;
    return apart && alike;
}

const taut_scene taut_scene_stiffness_vs_rate = {
    .name = "stiffness-vs-rate",
    .about = "Plain PBD changes stiffness with rate and sweeps, XPBD does not.",
    .tags = "rope compare",
    .params = {{"drag", "1/s", 2.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 24,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.5f, -1.2f, 7.0f}, {1.5f, -1.35f, 0.0f}, 32.0f},
    .make = make,
    .check = check,
};
