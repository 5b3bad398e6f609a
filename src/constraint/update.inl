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
    lane dl = -error / stiffness;

    if (r->bounded) {
        dl = lane_select(r->lambda + dl > r->lambda_max, r->lambda_max - r->lambda, dl);
        dl = lane_select(r->lambda + dl < r->lambda_min, r->lambda_min - r->lambda, dl);
    }
    return lane_select(live, dl, zero);
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

// The force of a Hooke spring in place of the constraint: for comparison, and bounded likewise.
LANE_FN lane taut_spring_force(const taut_constraint_lanes* c, lane stiffness, lane resistance,
                               lane rate_of_change, const taut_response* r)
{
    lane force = -(stiffness * c->c + resistance * rate_of_change);
    force = lane_min(lane_max(force, r->lambda_min), r->lambda_max);
    return lane_select(c->live, force, lane_splat(0.0f));
}
