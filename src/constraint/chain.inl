// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The links of a chain solved together: one Newton step of XPBD's system, eliminated from the far
// end towards the root, or from both ends to a link in the middle.
//
//     sum over k of (grad C_i . W grad C_k) dl_k + alpha_i dl_i = -(C_i + alpha_i lambda_i)
//
// Macklin, Mueller and Chentanez, "XPBD" (MIG 2016), eq. 18, for all constraints at once. In a
// chain only neighbours share a particle, so the matrix is tridiagonal: w_p + w_q + alpha on the
// diagonal, -w_p cos beside it, with cos that of the angle between two links and p their particle.
//
// Thomas' algorithm subtracts nearly equal numbers when a light chain carries a heavy load: the
// pivot is what is left of the links' inverse masses, one over that of the load. So pivots are not
// formed by subtraction. With p the far particle of a link, c the next link and s_c what the
// pulled end of c gives way to a unit of force, a link gives way by
//
//     s = alpha + w_p (s_c + w_p sin^2) / (s_c + w_p)
//
// which is the same number written as a sum of positive ones: 1/s of a straight rigid chain is the
// mass that hangs on it. Floats carry a load of a million links. docs/algorithm.md (20).

// A link on its way. Everything in it is a number of this link alone.
typedef struct taut_chain_link {
    lane3 e;  // from its near particle to its far one
    lane rest;
    lane alpha;   // compliance / h^2, or a floor for rigid links
    lane lambda;  // gathered so far
    lane3 n;      // unit vector of e
    lane rho;     // -(C + alpha lambda)
} taut_chain_link;

LANE_FN void taut_chain_evaluate(taut_chain_link* c)
{
    lane length = lane_sqrt(lane3_dot(c->e, c->e));
    lane_mask live = length > lane_splat(0.0f);
    lane inverse = lane_splat(1.0f) / lane_select(live, length, lane_splat(1.0f));
    c->n = lane3_scale(c->e, inverse);
    c->rho = -((length - c->rest) + c->alpha * c->lambda);
}

// Of two links that follow one another.
typedef struct taut_chain_corner {
    lane cosine;
    lane sine2;  // the square of the sine, accurate where it is small
} taut_chain_corner;

LANE_FN taut_chain_corner taut_chain_bend(lane3 n, lane3 next)
{
    lane3 cross = lane3_cross(n, next);
    return (taut_chain_corner){lane3_dot(n, next), lane3_dot(cross, cross)};
}

// What elimination knows when it arrives at a link, and what it leaves there.
typedef struct taut_chain_row {
    lane give;   // what the far particle gives way, with all that hangs on it
    lane from;   // what the links beyond add to rho
    lane right;  // right-hand side over pivot
    lane pass;   // how much of the near neighbour's dl adds to this one's
} taut_chain_row;

// One link towards the root, or away from it: the way is the same from both ends.
// @param w_near  inverse mass of its near particle
// @param corner  of the near neighbour and this link
LANE_FN void taut_chain_eliminate(taut_chain_row* row, lane alpha, lane rho, lane w_near,
                                  taut_chain_corner corner)
{
    lane zero = lane_splat(0.0f);
    lane s = alpha + row->give;
    lane r = rho + row->from;
    lane pivot = s + w_near;
    lane_mask live = pivot > zero;  // not between two pins
    lane inverse =
        lane_select(live, lane_splat(1.0f) / lane_select(live, pivot, lane_splat(1.0f)), zero);
    lane share = w_near * inverse;
    row->right = r * inverse;
    row->pass = share * corner.cosine;
    row->give = share * (s + w_near * corner.sine2);
    row->from = row->pass * r;
}

// The link where both ways meet: what both of its ends give way decides.
LANE_FN lane taut_chain_meet(const taut_chain_row* a, const taut_chain_row* b, lane alpha, lane rho)
{
    lane zero = lane_splat(0.0f);
    lane pivot = alpha + a->give + b->give;
    lane_mask live = pivot > zero;
    lane dl = (rho + a->from + b->from) / lane_select(live, pivot, lane_splat(1.0f));
    return lane_select(live, dl, zero);
}

// And back: dl of a link from that of its near neighbour.
LANE_FN lane taut_chain_substitute(lane right, lane pass, lane near_dl)
{
    return right + pass * near_dl;
}
