// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Keeps the angle between two triangles along the edge they share; 0 is flat.
//
// Particles 0 and 1 are the edge E = e1, 2 and 3 the far corners of the triangles, whose normals
// are nA = e1 x e2 and nB = e3 x e1. With the signed angle
//
//     C = atan2((nA x nB) . E / |E|, nA . nB) - rest
//
// the gradients are those of Bridson, Marino and Fedkiw, "Simulation of Clothing with Folds and
// Wrinkles" (SCA 2003), section 4, as first derivatives of the angle:
//
//     dC/dx2 = -|E| nA / |nA|^2    dC/dx3 = -|E| nB / |nB|^2
//     dC/dx1 = ((e2 . E) / |E|) nA / |nA|^2 + ((e3 . E) / |E|) nB / |nB|^2
//
// docs/algorithm.md (9).

LANE_FN lane taut_wrap_angle(lane angle)
{
    lane turn = lane_splat(2.0f * TAUT_PI);
    angle = lane_select(angle > lane_splat(TAUT_PI), angle - turn, angle);
    return lane_select(angle < lane_splat(-TAUT_PI), angle + turn, angle);
}

LANE_FN void taut_dihedral_eval(taut_constraint_lanes* c)
{
    lane3 edge = c->e[0];
    lane3 na = lane3_cross(edge, c->e[1]);
    lane3 nb = lane3_cross(c->e[2], edge);
    lane length = lane_sqrt(lane3_dot(edge, edge));
    lane aa = lane3_dot(na, na);
    lane bb = lane3_dot(nb, nb);

    // A triangle without area has no normal to take an angle with. Less than 1e-18 m^2 counts as
    // none: its square is about the least that a float can hold.
    lane one = lane_splat(1.0f);
    lane least = lane_splat(1e-36f);
    c->live = lane_and(aa > least, bb > least);
    lane over_length = one / lane_select(c->live, length, one);
    lane over_a = one / lane_sqrt(lane_select(c->live, aa, one));
    lane over_b = one / lane_sqrt(lane_select(c->live, bb, one));
    na = lane3_scale(na, over_a);  // unit normals from here on
    nb = lane3_scale(nb, over_b);

    lane sine = lane3_dot(lane3_cross(na, nb), edge) * over_length;
    c->c = taut_wrap_angle(lane_atan2(sine, lane3_dot(na, nb)) - c->rest);

    lane ta = lane3_dot(c->e[1], edge) * over_length * over_a;
    lane tb = lane3_dot(c->e[2], edge) * over_length * over_b;
    c->g[0] = lane3_add(lane3_scale(na, ta), lane3_scale(nb, tb));
    c->g[1] = lane3_scale(na, -length * over_a);
    c->g[2] = lane3_scale(nb, -length * over_b);
    c->weight = taut_gradient_weight(c, 4);
}
