// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What every constraint looks like to the formulas: differences of positions and inverse masses in,
// value and gradients out. What a position is (one float, a float with its rounding) is the
// business of the backend that forms the differences and applies the corrections.

#pragma once

#include "math/vec.h"

typedef struct taut_constraint_lanes {
    // In.
    lane3 e[3];  // x_k - x_0 for particles 1, 2, 3
    lane w[4];   // inverse masses
    lane rest;
    lane ratio;  // PULLEY alone

    // Out.
    lane c;          // C: present value less rest
    lane3 g[3];      // dC/dx_k for particles 1, 2, 3; that of particle 0 is minus their sum, since
                     // moving all of them together changes nothing
    lane weight;     // sum over particles of w |dC/dx|^2
    lane_mask live;  // false where the gradient has no direction
} taut_constraint_lanes;

// Sum of the gradients of the other particles: minus that of particle 0.
LANE_FN lane3 taut_gradient_sum(const taut_constraint_lanes* c, int particle_count)
{
    lane3 sum = c->g[0];
    TAUT_UNROLL
    for (int k = 1; k < particle_count - 1; ++k) {
        sum = lane3_add(sum, c->g[k]);
    }
    return sum;
}

// The gradient of particle 0.
LANE_FN lane3 taut_gradient0(const taut_constraint_lanes* c, int particle_count)
{
    return lane3_neg(taut_gradient_sum(c, particle_count));
}

LANE_FN lane taut_gradient_weight(const taut_constraint_lanes* c, int particle_count)
{
    lane3 g0 = taut_gradient0(c, particle_count);
    lane weight = c->w[0] * lane3_dot(g0, g0);
    TAUT_UNROLL
    for (int k = 1; k < particle_count; ++k) {
        weight = weight + c->w[k] * lane3_dot(c->g[k - 1], c->g[k - 1]);
    }
    return weight;
}
