// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Keeps the turn between two neighbouring segments of a rope; 0 is straight.
//
//     a = x1 - x0    b = x2 - x1    C = atan2(|a x b|, a . b) - rest
//     dC/da = -(n x a) / |a|^2      dC/db = (n x b) / |b|^2      n = (a x b) / |a x b|
//
// so that dC/dx1 = dC/da - dC/db and dC/dx2 = dC/db. docs/algorithm.md (8).

LANE_FN void taut_angle_eval(taut_constraint_lanes* c)
{
    lane3 a = c->e[0];
    lane3 b = lane3_sub(c->e[1], c->e[0]);
    lane3 cross = lane3_cross(a, b);
    lane sine = lane_sqrt(lane3_dot(cross, cross));
    lane aa = lane3_dot(a, a);
    lane bb = lane3_dot(b, b);

    // A straight or folded corner lies in no plane: the turn has no direction to change in.
    // Segments below 1e-18 m count as none, since a float cannot hold the square of their gradient.
    lane one = lane_splat(1.0f);
    lane least = lane_splat(1e-36f);
    c->live = lane_and(sine > lane_splat(0.0f), lane_and(aa > least, bb > least));
    lane3 n = lane3_scale(cross, one / lane_select(c->live, sine, one));
    lane3 da = lane3_scale(lane3_cross(a, n), one / lane_select(c->live, aa, one));
    lane3 db = lane3_scale(lane3_cross(n, b), one / lane_select(c->live, bb, one));

    c->c = lane_atan2(sine, lane3_dot(a, b)) - c->rest;
    c->g[0] = lane3_sub(da, db);
    c->g[1] = db;
    c->weight = taut_gradient_weight(c, 3);
}
