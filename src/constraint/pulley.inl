// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Keeps the length of a rope without mass that runs over a wheel, or, with a ratio other than 1,
// over a block with so many falls on the far side.
//
//     C = |x1 - x0| + ratio |x2 - x1| - rest      x1 the wheel
//
// The far end so moves by 1 / ratio of what the near one does, and is pulled with ratio times its
// force. docs/algorithm.md (24).

LANE_FN void taut_pulley_eval(taut_constraint_lanes* c)
{
    lane3 a = c->e[0];
    lane3 b = lane3_sub(c->e[1], c->e[0]);
    lane near = lane_sqrt(lane3_dot(a, a));
    lane far = lane_sqrt(lane3_dot(b, b));

    // A side without length has no direction; the other may have one.
    lane zero = lane_splat(0.0f);
    lane one = lane_splat(1.0f);
    lane_mask has_far = lane_and(far > zero, c->ratio > zero);
    c->live = lane_or(near > zero, has_far);
    lane3 da = lane3_scale(a, one / lane_select(near > zero, near, one));
    lane3 db = lane3_scale(b, c->ratio / lane_select(far > zero, far, one));

    c->c = near + c->ratio * far - c->rest;
    c->g[0] = lane3_sub(da, db);
    c->g[1] = db;
    c->weight = taut_gradient_weight(c, 3);
}
