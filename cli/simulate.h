// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Runs a scene frame by frame, keeps the figures of every frame, and makes of them what `run` and
// `demo` show: medians, the figures of the last half, a plot.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "scenes/scene.h"

// One frame.
typedef struct taut_frame {
    double ms;      // of wall-clock time inside taut_world_step()
    double energy;  // J; NaN once every world has diverged, like the stretches
    float max_stretch, mean_stretch;
    float excess, residual;  // stretch beyond what was asked; metres
    int needed;              // substeps that would make the excess 1 %
    int substeps;            // of the last step of the first world
} taut_frame;

// One frame of one of several worlds; NaN once it has diverged.
typedef struct taut_world_frame {
    double energy;
    float max_stretch;
} taut_world_frame;

typedef struct taut_frame_hash {
    int frame;  // frames taken by then
    uint64_t hash;
} taut_frame_hash;

typedef struct taut_simulation {
    // Set before running; run is open.
    taut_scene_run run;
    int frames;              // to take
    int hash_every;          // 0 for never
    bool print_hashes;       // also print `frame hash` lines as they come
    struct taut_tape* tape;  // that the run is recorded on or replayed from; NULL: none

    // What came of it.
    taut_frame* taken;
    int count, capacity;
    taut_world_frame* worlds;  // frame by frame, world by world; NULL of a scene with one world
    int world_capacity;        // in frames
    taut_frame_hash* hashes;
    int hash_count, hash_capacity;
    bool interrupted;  // by SIGINT
} taut_simulation;

// Takes the frames with a progress bar, until all are taken, every world has diverged, or the user
// interrupts. False after a sentence on stderr when memory is short or a step was refused.
bool taut_simulation_run(taut_simulation* simulation);

// Closes the run and frees everything. Fine on a zeroed one.
void taut_simulation_close(taut_simulation* simulation);

// NaN without frames or when memory is short.
double taut_simulation_median_ms(const taut_simulation* simulation);

// Largest and mean stretch over the last half of the frames; NaN when every world has
// diverged.
void taut_simulation_tail(const taut_simulation* simulation, float* max_stretch,
                          double* mean_stretch);

// What the meter said, and what was taken. Worst of all frames, and of the last half.
typedef struct taut_stiffness_figures {
    float excess, residual, tail_excess;
    int needed, tail_needed;  // 0: nothing to say
    int least, most;          // substeps per step
    double mean;
} taut_stiffness_figures;

taut_stiffness_figures taut_simulation_stiffness(const taut_simulation* simulation);

// Largest stretch of one of several worlds over the last half of the frames; NaN when it diverged.
float taut_simulation_world_tail(const taut_simulation* simulation, int world);

// True when no world is left to step.
bool taut_simulation_all_diverged(const taut_simulation* simulation);

// Energy, stretch (of several worlds, a curve for each) and time per frame over simulated time, as
// SVG. False with errno set.
bool taut_simulation_plot(const taut_simulation* simulation, const char* path);
