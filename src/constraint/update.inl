// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a value and its gradients do to multipliers, positions and velocities. Written once for
// every kind.

// How a constraint answers within one substep of length h.
typedef struct taut_response {
    lane alpha;       // compliance / h^2
    lane gamma;       // compliance * damping / h: alpha~ beta~ / h of the paper
    lane moved;       // sum of grad . (x - p): the change of C so far in this substep
    lane lambda;      // multiplier gathered so far
    lane lambda_min;  // <= 0: as far as it may pull
    lane lambda_max;  // >= 0: as far as it may push
    bool soft;        // alpha counts; where not, compliance is 0
    bool damped;      // gamma and moved count
    bool bounded;     // lambda_min and lambda_max count
    bool sure;        // every lane has a direction, and a particle that can move
} taut_response;

// A constraint with play acts outside of it only: as one that keeps C at the nearer end of its play
// and pushes towards the middle alone. Whatever it answers with (alpha, gamma, the force of a
// spring) then comes from how far it is out. docs/algorithm.md (25).
LANE_FN void taut_apply_play(taut_constraint_lanes* c, taut_response* r, lane play)
{
    lane zero = lane_splat(0.0f);
    lane_mask loose = play > zero;
    lane_mask above = c->c > zero;
    lane beyond = lane_select(above, c->c - play, c->c + play);
    c->c = lane_select(loose, beyond, c->c);
    lane_mask no_push = lane_and(loose, above);
    lane_mask no_pull = lane_and(loose, lane_not(above));
    r->lambda_max = lane_select(no_push, lane_min(r->lambda_max, zero), r->lambda_max);
    r->lambda_min = lane_select(no_pull, lane_max(r->lambda_min, zero), r->lambda_min);
}

// The change of the multiplier: Macklin, Mueller and Chentanez, "XPBD" (MIG 2016), eq. 18, with the
// damping of eq. 26 and the bounds of one-sided constraints on the multiplier as a whole.
//
//     dl = -(C + alpha lambda + gamma moved) / ((1 + gamma) weight + alpha)
//
// With alpha = gamma = 0 these are the bits of plain position-based dynamics. docs/algorithm.md
// (5).
LANE_FN lane taut_delta_lambda(const taut_constraint_lanes* c, const taut_response* r)
{
    lane zero = lane_splat(0.0f);
    lane one = lane_splat(1.0f);
    lane stiffness = r->damped ? (one + r->gamma) * c->weight : c->weight;
    stiffness = r->soft ? stiffness + r->alpha : stiffness;

    // Nothing can move where all particles are pinned and the constraint is rigid.
    lane_mask live = lane_and(c->live, stiffness > zero);
    lane error = r->soft ? c->c + r->alpha * r->lambda : c->c;
    error = r->damped ? error + r->gamma * r->moved : error;
    lane dl = lane_div(-error, stiffness);

    if (r->bounded) {
        dl = lane_select(r->lambda + dl > r->lambda_max, r->lambda_max - r->lambda, dl);
        dl = lane_select(r->lambda + dl < r->lambda_min, r->lambda_min - r->lambda, dl);
    }
    return r->sure ? dl : lane_select(live, dl, zero);
}

// How far one visit may move a particle, as part of the arm of an angle that it is an end of.
//
// An angle's gradient is 1 / arm, and a correction goes along the tangent, which makes the arm
// longer: by half at 1.1 rad, threefold at pi. Worse, a multiplier gathered along long arms that a
// limit gives back along short ones moves their ends by the square of the ratio. Either makes the
// task of the next sweep larger than that of the last. docs/algorithm.md (37).
#define TAUT_MOST_TURN 0.5f

// What a multiplier of 1 does: the greatest w |g| / arm of the particles, arm being the shortest
// that each is an end of. Of a particle with one arm, |g| = 1 / arm.
LANE_FN lane taut_angle_turn(const taut_constraint_lanes* c)
{
    lane3 da = taut_gradient_sum(c, 3);
    lane aa = lane3_dot(da, da);
    lane bb = lane3_dot(c->g[1], c->g[1]);
    lane corner = c->w[1] * lane_sqrt(lane3_dot(c->g[0], c->g[0])) * lane_sqrt(lane_max(aa, bb));
    return lane_max(corner, lane_max(c->w[0] * aa, c->w[2] * bb));
}

LANE_FN lane taut_cone_turn(const taut_constraint_lanes* c)
{
    lane aa = lane3_dot(c->g[0], c->g[0]);
    lane bb = lane3_dot(c->g[2], c->g[2]);
    return lane_max(lane_max(c->w[0], c->w[1]) * aa, lane_max(c->w[2], c->w[3]) * bb);
}

// Arms are the heights of the triangles; the edge moves with both of them.
LANE_FN lane taut_dihedral_turn(const taut_constraint_lanes* c)
{
    lane3 g0 = taut_gradient0(c, 4);
    lane e0 = lane3_dot(g0, g0);
    lane e1 = lane3_dot(c->g[0], c->g[0]);
    lane aa = lane3_dot(c->g[1], c->g[1]);
    lane bb = lane3_dot(c->g[2], c->g[2]);
    lane edge = lane_max(c->w[0] * lane_sqrt(e0), c->w[1] * lane_sqrt(e1));
    edge = edge * lane_sqrt(lane_max(lane_max(aa, bb), lane_max(e0, e1)));
    return lane_max(edge, lane_max(c->w[2] * aa, c->w[3] * bb));
}

LANE_FN lane taut_limit_turn(lane dl, lane turn)
{
    lane most = lane_splat(TAUT_MOST_TURN) / lane_max(turn, lane_splat(1e-30f));
    return lane_min(lane_max(dl, -most), most);
}

// What creeps so slowly that friction would stop it within so many seconds is held twice as hard:
// dry things stick better than they slide (Stribeck, 1902). The faster it creeps, the less it is
// held, so that it either stops or lets go, and does not go on creeping against damping.
#define TAUT_STICK_TIME 0.02f

// Dry friction: the constraint keeps the value that it grips, with a multiplier within bounds.
// docs/algorithm.md (36).
// @param slide multiplier of sliding friction, force times h^2; 0 for none
// @return      the bound
LANE_FN lane taut_apply_friction(const taut_constraint_lanes* c, taut_response* r, lane slide,
                                 float h)
{
    lane zero = lane_splat(0.0f);
    lane one = lane_splat(1.0f);
    lane_mask rubs = slide > zero;
    lane stiffness = r->soft ? c->weight + r->alpha : c->weight;
    lane error = r->soft ? c->c + r->alpha * r->lambda : c->c;
    lane wanted = r->lambda - error / lane_select(stiffness > zero, stiffness, one);
    lane fast = lane_select(rubs, slide, one) * lane_splat(TAUT_STICK_TIME / h);
    lane slow = lane_max(one - lane_max(wanted, -wanted) / fast, zero);
    lane most = slide + slide * slow;
    r->lambda_min = lane_select(rubs, -most, r->lambda_min);
    r->lambda_max = lane_select(rubs, most, r->lambda_max);
    return most;
}

// The value that is gripped after that: where the bound was reached it gives way, so far that the
// bound is just what it takes to hold it there. Only where it acted the same way the time before: a
// row that the rest of the sweep throws to and fro from substep to substep would walk.
// @param before multiplier of the visit before, of this substep or the last
LANE_FN lane taut_slip(const taut_constraint_lanes* c, const taut_response* r, lane dl, lane most,
                       lane before)
{
    lane lambda = r->lambda + dl;
    lane left = c->c + c->weight * dl;
    left = r->soft ? left + r->alpha * lambda : left;
    lane_mask slips = lane_or(lambda >= most, lambda <= -most);
    slips = lane_and(slips, lane_and(c->live, most > lane_splat(0.0f)));
    slips = lane_and(slips, lambda * before > lane_splat(0.0f));
    return lane_select(slips, c->rest + left, c->rest);
}

// The impulse that takes the part `portion` (0 to 1) out of dC/dt, at the level of velocities: the
// damping of a rigid constraint, for which eq. 26 has nothing to say. After Mueller et al.,
// "Detailed Rigid Body Simulation with Extended Position Based Dynamics" (SCA 2020), eqs. 31
// and 32. docs/algorithm.md (6).
LANE_FN lane taut_damping_impulse(const taut_constraint_lanes* c, lane rate_of_change, lane portion)
{
    lane zero = lane_splat(0.0f);
    lane_mask live = lane_and(c->live, c->weight > zero);
    lane impulse = -portion * rate_of_change / lane_select(live, c->weight, lane_splat(1.0f));
    return lane_select(live, impulse, zero);
}

// What a spring in place of friction grips: it is never stretched farther than `most` holds.
LANE_FN lane taut_spring_grip(const taut_constraint_lanes* c, lane stiffness, lane most)
{
    lane zero = lane_splat(0.0f);
    lane far = most / stiffness;
    lane grip = c->rest + lane_max(c->c - far, zero) + lane_min(c->c + far, zero);
    return lane_select(lane_and(most > zero, c->live), grip, c->rest);
}

// The force of a Hooke spring in place of the constraint: for comparison, and bounded likewise.
LANE_FN lane taut_spring_force(const taut_constraint_lanes* c, lane stiffness, lane resistance,
                               lane rate_of_change, const taut_response* r)
{
    lane force = -(stiffness * c->c + resistance * rate_of_change);
    force = lane_min(lane_max(force, r->lambda_min), r->lambda_max);
    return lane_select(c->live, force, lane_splat(0.0f));
}
