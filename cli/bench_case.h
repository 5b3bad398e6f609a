// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The cases of `taut bench --case`: rigid cloths and ropes in plain sizes, the same as bench/ gives
// to other engines. A case is timed inside taut_world_step() alone; stretch is measured between.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "json.h"
#include "taut/taut.h"

#define TAUT_BENCH_CASE_SUBSTEPS 20

typedef enum taut_bench_kind {
    TAUT_BENCH_CLOTH,   // square
    TAUT_BENCH_ROPE,    // an end held
    TAUT_BENCH_FOLDED,  // a square cloth in layers on the ground, which collides with itself
    TAUT_BENCH_GHOST,   // the scene
    TAUT_BENCH_STACKS   // scene jelly-stack, each copy in a realm of its own
} taut_bench_kind;

typedef struct taut_bench_case {
    const char* name;
    const char* about;
    taut_bench_kind kind;
    int size;  // particles of the rope, or along a side of the cloth; 0 of stacks
    int copies;
    int frames;  // to time, unless told otherwise
    int warm_up;
} taut_bench_case;

// Case i, counted from 0; NULL past the end.
const taut_bench_case* taut_bench_case_at(int i);

// How to run one.
typedef struct taut_bench_setup {
    const taut_bench_case* which;
    taut_backend_kind backend;
    int threads;
    int frames;   // 0: as many as the case says
    int warm_up;  // -1: as many as the case says
    bool tethers;
    bool no_direct;  // plain sweeps
    bool on_device;  // bodies stay there: stretch is measured in the end, kernels are timed
    taut_precision precision;
} taut_bench_setup;

// What came of it. Stretch is that of structural links: 0.01 is one per cent.
typedef struct taut_bench_figures {
    long long particles, links, tethers;
    long long projections;  // in one frame, repeated sweeps over structural links counted
    int frames;             // timed
    double median_ms, min_ms;
    float worst_stretch;  // of any frame, warming up included
    float end_stretch;    // largest after the last frame
    float mean_stretch;   // over links, after the last frame
    size_t bytes;         // held by world, bodies and blueprint
    uint32_t trouble;     // TAUT_STEP_ bits of any frame
    int bodies;
    int touching;  // places where bodies touch in the last substep
    uint64_t hash;

    // On a device, else 0. Where it did not take every body nothing is timed: `frames` is 0.
    int aboard;                              // bodies that it took through every frame, at least
    bool lost;                               // it failed
    size_t device_bytes, device_host_bytes;  // of its memory, and of the host's for it
    double device_ms;                        // that it was at work, by its own clock: the median
} taut_bench_figures;

// False with a sentence in `error`.
bool taut_bench_case_run(const taut_bench_setup* setup, taut_bench_figures* figures, char* error,
                         size_t size);

// What stands above and below every table: library, machine, flags, frames; what columns mean.
void taut_bench_head(int threads, const char* frames);
void taut_bench_foot(void);

// Showing: the cases there are, the head of a table (`which` is NULL for all), a row of it, what
// its columns mean, a row as an object.
void taut_bench_case_list(void);
void taut_bench_case_heading(const taut_bench_setup* setup);
void taut_bench_case_foot(void);
void taut_bench_case_text(const taut_bench_setup* setup, const taut_bench_figures* figures);
void taut_bench_case_json(taut_json* json, const taut_bench_setup* setup,
                          const taut_bench_figures* figures);

// The cloth of the cases: size x size particles, rigid, flat, without tethers and pins.
taut_cloth_def taut_bench_cloth(int size);

// Measures and shows the case called `name`, or `all` of them, as `asked` says; every backend for
// AUTO. Returns the exit code.
int taut_bench_cases(const char* name, const taut_bench_setup* asked, bool as_json);
