// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Keeps two particles a rest length apart.
//
//     C = |x1 - x0| - rest      dC/dx1 = n      n = (x1 - x0) / |x1 - x0|
//
// Mueller et al., "Position Based Dynamics" (2007), section 3.3. docs/algorithm.md (7).

// @param divisor the length; anything but 0 where that is 0
LANE_FN void taut_distance_of(taut_constraint_lanes* c, lane length, lane divisor)
{
    lane inverse = lane_inverse(divisor);

    c->c = length - c->rest;
    c->g[0] = lane3_scale(c->e[0], inverse);
    c->weight = c->w[0] + c->w[1];  // |n| = 1
}

LANE_FN void taut_distance_eval(taut_constraint_lanes* c)
{
    lane length = lane_sqrt(lane3_dot(c->e[0], c->e[0]));

    // Two particles in one place have no direction to move in: leave them.
    c->live = length > lane_splat(0.0f);
    taut_distance_of(c, length, lane_select(c->live, length, lane_splat(1.0f)));
}

// The same bits for callers that look at `live` first and use the rest only where all lanes are.
// The division need not wait for a comparison then.
LANE_FN void taut_distance_eval_apart(taut_constraint_lanes* c)
{
    lane length = lane_sqrt(lane3_dot(c->e[0], c->e[0]));
    c->live = length > lane_splat(0.0f);
    taut_distance_of(c, length, length);
}
