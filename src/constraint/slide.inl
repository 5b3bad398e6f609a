// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Keeps a particle in a plane: at a height over another, along the direction from that one to a
// third. With both of these pinned it is a support that rolls; two of them make a rail.
//
//     a = x0 - x1    b = x2 - x1    n = b / |b|    C = a . n - rest
//     dC/dx0 = n     dC/dx2 = (a - (a . n) n) / |b|    dC/dx1 = -(dC/dx0 + dC/dx2)
//
// docs/algorithm.md (23).

LANE_FN void taut_slide_eval(taut_constraint_lanes* c)
{
    lane3 a = lane3_neg(c->e[0]);
    lane3 b = lane3_sub(c->e[1], c->e[0]);
    lane bb = lane3_dot(b, b);

    // Two particles in one place have no direction between them. Less than 1e-18 m counts as that:
    // gradients are as large as a / b.
    lane one = lane_splat(1.0f);
    c->live = bb > lane_splat(1e-36f);
    lane inverse = one / lane_sqrt(lane_select(c->live, bb, one));
    lane3 n = lane3_scale(b, inverse);
    lane height = lane3_dot(a, n);
    lane3 turn = lane3_scale(lane3_msub(a, height, n), inverse);

    c->c = height - c->rest;
    c->g[0] = lane3_neg(lane3_add(n, turn));
    c->g[1] = turn;
    c->weight = taut_gradient_weight(c, 3);
}
