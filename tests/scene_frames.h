// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How many frames of a scene a test can afford.

#pragma once

#include "scenes/scene.h"

// Constraints that one frame of all worlds projects.
static inline double scene_work(const taut_scene_run* run)
{
    double work = 0.0;
    for (int w = 0; w < run->world_count; ++w) {
        const taut_scene_world* world = &run->worlds[w];
        double steps = (double)world->steps_per_frame * world->substeps * world->solver.iterations;
        for (int i = 0; i < taut_world_body_count(world->world); ++i) {
            taut_body_id id = taut_world_body(world->world, i);
            taut_blueprint_stats stats =
                taut_blueprint_get_stats(taut_body_blueprint(world->world, id));
            work += steps * (2.0 * stats.constraints + stats.tethers + stats.particles);
        }
    }
    return work;
}

// `most` frames, or as many as fit into so many projections, but at least one.
static inline int scene_frames(const taut_scene_run* run, int most, double projections)
{
    double fit = projections / (scene_work(run) + 1.0);
    return fit >= (double)most ? most : fit < 1.0 ? 1 : (int)fit;
}
