// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// One chain, six ways to make it elastic with 10,000 N/m. Springs pull with a force that is right
// at one moment and applied for a whole step. With explicit Euler that adds energy at every step,
// small or large; with symplectic Euler it holds as long as the step is below 2 / omega, where
// omega, the fastest vibration of the chain, is at most 2 sqrt(k / m) = 200 /s: 10 ms. A constraint
// asks for the position after the step and is calm at any, though too soft when swept too seldom.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define WORLDS 6
#define PARTICLES 12
#define STIFFNESS 1e4

static const taut_scene_setup setups[WORLDS] = {
    {"explicit springs, 17 ms", TAUT_SOLVER_SPRINGS_EXPLICIT, 1, 1, 1},
    {"explicit springs, 0.8 ms", TAUT_SOLVER_SPRINGS_EXPLICIT, 1, 1, 20},
    {"symplectic springs, 17 ms", TAUT_SOLVER_SPRINGS_SYMPLECTIC, 1, 1, 1},
    {"symplectic springs, 0.8 ms", TAUT_SOLVER_SPRINGS_SYMPLECTIC, 1, 1, 20},
    {"XPBD, 17 ms", TAUT_SOLVER_XPBD, 1, 1, 1},
    {"XPBD, 0.8 ms", TAUT_SOLVER_XPBD, 1, 1, 20},
};

static const bool explodes[WORLDS] = {true, true, true, false, false, false};

static bool add_chain(taut_scene_run* run, int i)
{
    taut_chain_def chain = taut_chain_def_default();
    chain.start = vec3(0.8f * (float)i, 0.0f, 0.0f);
    chain.step = vec3(0.08f, -0.18f, 0.0f);
    chain.particle_count = PARTICLES;
    chain.compliance = (float)(1.0 / STIFFNESS);
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

// Those that live hang at rest: 11 weights on the top link. Of the two at small steps that must
// come out within 2 %; the XPBD chain of one sweep per frame is only asked to be there.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double due = 11.0 * 9.81 / STIFFNESS;
    double springs = (double)taut_scene_link(run, 3, 0).value;
    double coarse = (double)taut_scene_link(run, 4, 0).value;
    double fine = (double)taut_scene_link(run, 5, 0).value;
    bool as_expected = true;
    for (int i = 0; i < WORLDS; ++i) {
        as_expected = as_expected && run->worlds[i].diverged == explodes[i];
    }
    snprintf(text, size,
             "%s; top link longer by %.3f mm (symplectic, 0.8 ms), %.3f mm (XPBD, 0.8 ms), "
             "expected %.3f within 2 %%; XPBD at 17 ms stays, %.1f mm",
             as_expected ? "explicit springs explode at either step, symplectic at the large one"
                         : "NOT the worlds that should have exploded",
             1e3 * springs, 1e3 * fine, 1e3 * due, 1e3 * coarse);
    return as_expected && fabs(springs - due) <= 0.02 * due && fabs(fine - due) <= 0.02 * due &&
           coarse > 0.0 && coarse < 1.0;
}

const taut_scene taut_scene_springs_vs_constraints = {
    .name = "springs-vs-constraints",
    .about = "Explicit springs explode, symplectic ones need small steps, constraints stay calm.",
    .tags = "rope compare diverges",
    .params = {{"drag", "1/s", 2.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{2.4f, -1.0f, 8.0f}, {2.4f, -1.2f, 0.0f}, 32.0f},
    .make = make,
    .check = check,
};
