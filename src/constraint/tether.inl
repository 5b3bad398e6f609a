// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Keeps a particle within reach of a pinned one; acts on one side only, and only while the pin
// holds.
//
//     C = |x1 - x0| - rest <= 0      x0 the particle, x1 the pin
//
// Kim, Chentanez and Mueller-Fischer, "Long Range Attachments" (SCA 2012), section 3.
// docs/algorithm.md (12).

LANE_FN void taut_tether_eval(taut_constraint_lanes* c)
{
    taut_distance_eval(c);
    lane zero = lane_splat(0.0f);
    lane_mask held = c->w[1] == zero;
    c->live = lane_and(c->live, lane_and(held, c->c > zero));
}

// Where a tether certainly hangs slack, with room for rounding: seen from the squares alone, which
// takes neither a root nor a division. Most do, most of the time.
LANE_FN lane_mask taut_tether_slack(const taut_constraint_lanes* c)
{
    lane within = c->rest * c->rest * lane_splat(0.9999f);
    return lane3_dot(c->e[0], c->e[0]) < within;
}
