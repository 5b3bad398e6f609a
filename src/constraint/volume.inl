// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Keeps the signed volume of a tetrahedron.
//
//     C = e1 . (e2 x e3) / 6 - rest      dC/dx1 = e2 x e3 / 6, and so on round
//
// with e_k = x_k - x_0. The gradients carry the 1/6 of the volume. docs/algorithm.md (11).

LANE_FN void taut_volume_eval(taut_constraint_lanes* c)
{
    lane sixth = lane_splat(1.0f / 6.0f);
    c->g[0] = lane3_scale(lane3_cross(c->e[1], c->e[2]), sixth);
    c->g[1] = lane3_scale(lane3_cross(c->e[2], c->e[0]), sixth);
    c->g[2] = lane3_scale(lane3_cross(c->e[0], c->e[1]), sixth);

    c->c = lane3_dot(c->e[0], c->g[0]) - c->rest;
    c->weight = taut_gradient_weight(c, 4);
    lane3 g0 = taut_gradient0(c, 4);
    lane size = lane3_dot(g0, g0) + lane3_dot(c->g[0], c->g[0]) + lane3_dot(c->g[1], c->g[1]) +
                lane3_dot(c->g[2], c->g[2]);
    c->live = size > lane_splat(0.0f);
}
