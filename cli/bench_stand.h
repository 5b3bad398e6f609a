// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a case of `taut bench` is run on: a world with the bodies of the case in it, its memory
// counted.

#pragma once

#include "bench_case.h"

typedef struct taut_bench_stand {
    const taut_bench_setup* setup;
    size_t held;  // bytes
    taut_allocator allocator;
    taut_blueprint* blueprint;       // NULL of a scene
    struct taut_scene_run* scene;    // NULL of anything else; of copies the first
    struct taut_scene_batch* batch;  // NULL without copies of a scene
    taut_world* world;
    const char* refused;  // what failed
} taut_bench_stand;

// False with `refused` set. The stand has to stay where it is, and to be closed either way.
bool taut_bench_stand_open(taut_bench_stand* stand, const taut_bench_setup* setup);
void taut_bench_stand_close(taut_bench_stand* stand);

// One frame. `ms` receives what taut_world_step() took.
taut_result taut_bench_stand_step(taut_bench_stand* stand, taut_step_report* report, double* ms);

// Particles, links, tethers, projections and bytes.
void taut_bench_stand_count(const taut_bench_stand* stand, taut_bench_figures* figures);
