// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// `taut bench stiffness`: what is asked of stiff material, what the solver gives, and beside it the
// same with plain sweeps. Each group of items is a function that puts rows; a row is shown as soon
// as it is there. It is a measurement: falling short is said, and is no failure of the command.

#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "json.h"
#include "taut/taut.h"

#define TAUT_STIFF_DT (1.0f / 60.0f)
#define TAUT_STIFF_GRAVITY 9.81

// One item. NAN stands for what there is not: no limit, no figure of plain sweeps, no cost.
typedef struct taut_stiff_row {
    char name[48];      // "rope-32/hang-24-1e4"
    const char* about;  // a sentence
    const char* unit;   // of limit, ours and plain
    double limit;       // ours may be as much
    double ours, plain;
    double cost, cost_limit;  // time over that of what `about` says
    int substeps;             // that were found best, 0 where there was no choice
    bool not_measured;
} taut_stiff_row;

typedef struct taut_stiff {
    bool quick;  // a hundredth of the work: shows that it runs, not what it gives
    bool json;
    taut_backend_kind backend;
    const char* group;  // the one at work
    taut_json out;
    int count, ok, short_of, open;  // rows: all, that keep their limit, that do not, not measured
    char trouble[256];              // what could not be made; "" while all is well
} taut_stiff;

typedef void taut_stiff_fn(taut_stiff* s);

// A row without figures: set what there is, then put it.
taut_stiff_row taut_stiff_row_make(const char* about, const char* unit);

// Judges `row` and shows it. The format makes the part of its name after the slash.
#ifdef __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
void taut_stiff_put(taut_stiff* s, taut_stiff_row row, const char* format, ...);

// `full`, or `quick` in a quick run.
int taut_stiff_count(const taut_stiff* s, int full, int quick);

// Runs all groups, or the one called `name`; a name of none is a mistake. Returns the exit code.
int taut_stiff_run(const char* name, bool quick, bool json, taut_backend_kind backend);

// For the help: the groups there are.
void taut_stiff_list(void);

// Groups (bench_stiffness_*.c) --------------------------------------------------------------------

taut_stiff_fn taut_stiff_rope_32, taut_stiff_rope_1000, taut_stiff_apart, taut_stiff_cost;
taut_stiff_fn taut_stiff_chain, taut_stiff_cloth_100, taut_stiff_cloth_256, taut_stiff_swing;
taut_stiff_fn taut_stiff_verify, taut_stiff_bits, taut_stiff_needed;

// Worlds (bench_stiffness_rig.c) ------------------------------------------------------------------

// How a world solves. Plain is one sweep of everything and no tethers.
typedef struct taut_stiff_way {
    bool direct;
    bool tethers;
    int substeps;
} taut_stiff_way;

// A world of one body, or of copies of it. All zero when it could not be made.
typedef struct taut_stiff_rig {
    taut_world* world;
    taut_body_id body;
    int substeps;
    double energy;  // J, of the first body at the start
    double room;    // J that its fall could free: all of it hanging straight below its pin
    uint32_t trouble;
} taut_stiff_rig;

// A rope by hand: rigid links, equal particles, the last of another mass.
typedef struct taut_stiff_rope {
    int links;
    float link;       // m
    double ratio;     // of the last particle's mass to another's
    taut_vec3 start;  // where it is pinned
    taut_vec3 along;  // unit vector, from there
    bool pin_end;
} taut_stiff_rope;

taut_stiff_rig taut_stiff_open_rope(taut_stiff* s, const taut_stiff_rope* rope, taut_stiff_way way,
                                    int copies);

// A rigid cloth of size x size, 0.05 m from one to the next, 0.5 g each, let go from the plane of x
// and `down`. Two corners are pinned, or all of the first row.
taut_stiff_rig taut_stiff_open_cloth(taut_stiff* s, int size, taut_vec3 down, bool pin_row,
                                     taut_stiff_way way);

// Bakes and destroys the builder, makes the world; `ok` false notes why the builder failed.
taut_stiff_rig taut_stiff_open(taut_stiff* s, taut_builder* builder, bool ok,
                               const taut_world_def* def, const taut_body_def* body, int copies);
taut_world_def taut_stiff_world_def(const taut_stiff* s, taut_stiff_way way);
void taut_stiff_close(taut_stiff_rig* rig);

// One frame; its time in ms.
double taut_stiff_step(taut_stiff_rig* rig);

// What a run of frames came to. INFINITY where the body became non-finite or too fast.
typedef struct taut_stiff_figures {
    double worst;       // stretch of any link in any frame, as all of these a fraction
    double last_third;  // the same over the last third of the frames
    double mean;        // over links and frames
    double gain;        // most energy above that at the start, over the room
    double speed;       // m/s, most
    double ms;          // of a frame, median
} taut_stiff_figures;

taut_stiff_figures taut_stiff_frames(taut_stiff_rig* rig, int frames);

// Steps `count` rigs in turn, a frame each at a time, so that what else the machine does strikes
// all alike.
void taut_stiff_side_by_side(taut_stiff_rig* rigs, taut_stiff_figures* figures, int count,
                             int frames);

double taut_stiff_median(double* values, int count);

// The loop of a textbook (bench_stiffness_loop.c) -------------------------------------------------

// Rigid links of one body, in the order they were made or by greedy colours within each family;
// separate arrays, no multipliers, no checks.
typedef struct taut_loop taut_loop;

// NULL when memory is short.
taut_loop* taut_loop_open(taut_world* world, taut_body_id body, bool coloured);
void taut_loop_close(taut_loop* loop);

// One frame; its time in ms.
double taut_loop_step(taut_loop* loop, float dt, int substeps);

// Largest stretch of structural links now.
double taut_loop_stretch(const taut_loop* loop);
