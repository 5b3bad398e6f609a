// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The physics checks of `taut verify`: each runs a world whose answer is known on paper and puts
// one or more rows of expected and measured figures. They stand on the public headers alone. What
// is put into a world is made of numbers and sqrt, as everywhere; libm serves for expected values.

#pragma once

#include "taut/taut.h"
#include "verify/list.h"

#ifdef __GNUC__
#define TAUT_VERIFY_FORMAT(string_index, first) __attribute__((format(printf, string_index, first)))
#else
#define TAUT_VERIFY_FORMAT(string_index, first)
#endif

#define TAUT_VERIFY_MAX_ROWS 128

// One figure. A row passes when its error is no more than the tolerance; NaN never is.
typedef struct taut_verify_row {
    char name[64];      // "chain/reaction-24": the check, then the row
    const char* about;  // a sentence
    const char* unit;   // of expected and measured; "" for plain numbers
    double expected, measured;
    double tolerance;  // as a fraction of expected when relative, else in the unit
    bool relative;
    double error;  // |measured - expected|, likewise
    bool pass;
} taut_verify_row;

// The rows so far.
typedef struct taut_verify {
    const char* check;  // the one at work
    bool no_direct;     // worlds are made with plain sweeps
    taut_verify_row rows[TAUT_VERIFY_MAX_ROWS];
    int count;
    char trouble[256];  // why the last world could not be made or stepped; "" when all went well
} taut_verify;

// A check. Puts at least one row.
typedef void taut_verify_fn(taut_verify* v);

typedef struct taut_verify_check {
    const char* name;
    const char* about;
    taut_verify_fn* run;
} taut_verify_check;

#define TAUT_VERIFY_DECLARE(identifier, name, about) taut_verify_fn taut_verify_##identifier;
TAUT_VERIFY_LIST(TAUT_VERIFY_DECLARE)
#undef TAUT_VERIFY_DECLARE

// Every check, in the order of verify/list.h; NULL past the end.
const taut_verify_check* taut_verify_at(int i);
const taut_verify_check* taut_verify_find(const char* name);  // NULL when there is none

// Runs one check. A check whose world fails gets a row that says so and does not pass.
void taut_verify_run(taut_verify* v, const taut_verify_check* check);

// For the checks: ---------------------------------------------------------------------------------

// Fills in name, error and pass of `row` and adds it. The format makes the part after the slash.
TAUT_VERIFY_FORMAT(3, 4)
void taut_verify_put(taut_verify* v, taut_verify_row row, const char* format, ...);

// A world with one body, most often all that is needed. Every call on a rig that has failed does
// nothing; what failed is noted in v->trouble.
typedef struct taut_rig {
    taut_verify* v;
    taut_builder* builder;  // until baked
    taut_world* world;
    taut_body_id body;
    float dt;  // of taut_rig_step(); default 1/60 s
    int substeps;
    bool failed;
} taut_rig;

// An empty world. NULL for the default one.
taut_rig taut_rig_open(taut_verify* v, const taut_world_def* def, int substeps);
void taut_rig_close(taut_rig* rig);

// Notes a result that is not TAUT_OK. True when the rig is sound.
bool taut_rig_check(taut_rig* rig, taut_result result);

// Bakes what was put into rig->builder and makes the body; the def's blueprint is filled in.
void taut_rig_bake(taut_rig* rig, taut_body_def def);

void taut_rig_step(taut_rig* rig);
void taut_rig_run(taut_rig* rig, double seconds);

// Readings; NaN or zeros from a rig that has failed.
taut_vec3 taut_rig_position(const taut_rig* rig, int particle);
taut_vec3 taut_rig_velocity(const taut_rig* rig, int particle);
taut_vec3 taut_rig_reaction(taut_rig* rig, int particle);
taut_constraint_state taut_rig_constraint(taut_rig* rig, int index);
taut_measure taut_rig_measure(taut_rig* rig);
double taut_rig_energy(taut_rig* rig);  // J, all kinds together

// The slope of y over x after least squares; count >= 2.
double taut_fit_slope(const double* x, const double* y, int count);
