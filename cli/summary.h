// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Adds up what the bodies of a world, or of all worlds of a run, say about themselves.

#pragma once

#include "scenes/scene.h"

typedef struct taut_summary {
    int particles;
    int constraints;  // without tethers
    int tethers;
    taut_memory memory;     // of several worlds, the sum
    long long projections;  // per frame, repeated sweeps and tethers included
    double energy;          // J; NaN of a world that has diverged, and of several worlds together
    float max_stretch;      // now; of a run, of the worlds that have not diverged; NaN without
    // Achieved over asked stiffness: the worst of any body, and the mean over bodies of their
    // means weighted by load. NaN when no loaded link has a compliance. Only XPBD promises a
    // stiffness, so that other solvers, and worlds that have diverged, have none.
    float worst_achieved, mean_achieved;
    int achieved_bodies;
} taut_summary;

taut_summary taut_summary_of_world(const taut_scene_run* run, int world);
taut_summary taut_summary_of_run(const taut_scene_run* run);
