// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The formulas on lanes, seen from outside: lanes_probe.c is compiled once per backend, so that
// one program can compare the bits of all of them.

#pragma once

#include <stdint.h>

#include "taut/taut.h"

// One constraint and how it is to respond.
typedef struct taut_probe_in {
    float x[TAUT_CONSTRAINT_MAX_PARTICLES][3];
    float w[TAUT_CONSTRAINT_MAX_PARTICLES];
    float rest;
    float alpha, gamma, moved, lambda;
    float lambda_min, lambda_max;
    float rate, portion;          // for the damping impulse
    float stiffness, resistance;  // for the spring
} taut_probe_in;

typedef struct taut_probe_out {
    float value;
    float weight;
    float gradient[TAUT_CONSTRAINT_MAX_PARTICLES][3];
    float delta_lambda;
    float impulse;
    float spring;
    int32_t live;
} taut_probe_out;

// What lanes do to two numbers.
typedef struct taut_probe_math {
    float root, absolute, least, most, angle, quotient, chosen;
    int32_t both, either, neither;
} taut_probe_math;

typedef void taut_probe_fn(taut_constraint_kind kind, const taut_probe_in* in, int count,
                           taut_probe_out* out);
typedef void taut_probe_math_fn(const float* a, const float* b, int count, taut_probe_math* out);

// The probes of one backend; math is NULL past the end.
typedef struct taut_probe {
    taut_backend_kind backend;
    taut_probe_fn* lanes;
    taut_probe_math_fn* math;
} taut_probe;

// Those of this build that this machine can run, the scalar one first.
const taut_probe* taut_probe_at(int i);
