// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Keeps the angle between two segments that need not meet: the swing of a bone about an axis of
// the one that carries it, the twist of one against the other.
//
//     a = x1 - x0    b = x3 - x2    C = atan2(|a x b|, a . b) - rest
//     dC/da = -(n x a) / |a|^2      dC/db = (n x b) / |b|^2      n = (a x b) / |a x b|
//
// With play the angle is free within a range: a cone. docs/algorithm.md (22).

LANE_FN void taut_cone_eval(taut_constraint_lanes* c)
{
    lane3 a = c->e[0];
    lane3 b = lane3_sub(c->e[2], c->e[1]);
    lane3 cross = lane3_cross(a, b);
    lane sine = lane_sqrt(lane3_dot(cross, cross));
    lane aa = lane3_dot(a, a);
    lane bb = lane3_dot(b, b);

    // Parallel segments span no plane to turn in. Lengths below 1e-18 m count as none, as in
    // angle.inl.
    lane one = lane_splat(1.0f);
    lane least = lane_splat(1e-36f);
    c->live = lane_and(sine > lane_splat(0.0f), lane_and(aa > least, bb > least));
    lane3 n = lane3_scale(cross, one / lane_select(c->live, sine, one));
    lane3 db = lane3_scale(lane3_cross(n, b), one / lane_select(c->live, bb, one));

    c->c = lane_atan2(sine, lane3_dot(a, b)) - c->rest;
    c->g[0] = lane3_scale(lane3_cross(a, n), one / lane_select(c->live, aa, one));
    c->g[1] = lane3_neg(db);
    c->g[2] = db;
    c->weight = taut_gradient_weight(c, 4);
}
