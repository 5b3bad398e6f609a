// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Keeps the area of a triangle.
//
//     C = |e1 x e2| / 2 - rest      dC/dx1 = e2 x n / 2      dC/dx2 = n x e1 / 2
//
// with e_k = x_k - x_0 and n the unit normal. docs/algorithm.md (10).

LANE_FN void taut_area_eval(taut_constraint_lanes* c)
{
    lane3 cross = lane3_cross(c->e[0], c->e[1]);
    lane twice = lane_sqrt(lane3_dot(cross, cross));

    // A triangle without area has no normal, hence no direction to grow in.
    c->live = twice > lane_splat(0.0f);
    lane half = lane_splat(0.5f);
    lane3 n = lane3_scale(cross, half / lane_select(c->live, twice, lane_splat(1.0f)));

    c->c = half * twice - c->rest;
    c->g[0] = lane3_cross(c->e[1], n);
    c->g[1] = lane3_cross(n, c->e[0]);
    c->weight = taut_gradient_weight(c, 3);
}
