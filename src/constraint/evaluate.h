// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// One constraint at a time, outside the solver: for rest values, checks, read-back and energy. The
// formulas are those of the .inl files at width 1.

#pragma once

#include "math/scalar.h"
#include "taut/taut_constraints.h"

typedef struct taut_evaluation {
    float value;                                        // C
    taut_vec3 gradient[TAUT_CONSTRAINT_MAX_PARTICLES];  // zero where not live
    bool live;                                          // the gradient has a direction
} taut_evaluation;

// @param x     positions of the constraint's particles, inverse masses in w
// @param ratio of pulleys
taut_evaluation taut_constraint_evaluate(taut_constraint_kind kind, const taut_float4* x,
                                         float rest, float ratio);
