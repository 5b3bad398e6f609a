// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The direct solve: the links of a tree (trees.h) as one system. Chains of plain links go through
// lanes (chains.c), several of one size side by side; where that is not to be trusted, and for
// everything with branches, there is Newton's method in double precision (newton.c).

#pragma once

#include "backend/backend.h"
#include "math/sym3.h"

// A Newton step is enough when what it leaves of a link's error is this part of its length. What is
// left is put right in the next substep, and a heavy load feels that as a jerk: at 1e-5 half a
// tonne that swings on a rigid rope reads 9 times its weight...
#define TAUT_DIRECT_TOLERANCE 1e-7f
// ...and this many are tried in lanes.
#define TAUT_DIRECT_STEPS 4

// Rigid links give way by this part of what the lighter of their ends does: nothing that shows, and
// what two pins pull apart has an answer.
#define TAUT_DIRECT_FLOOR 1e-6f

// Links that were too long or too short before a substep come back by this part of their length per
// second, not at once: what came about by teleporting must not turn into speed.
#define TAUT_DIRECT_RECOVERY 2.0f

TAUT_INLINE float taut_direct_alpha(const taut_step* s, float compliance, float w0, float w1)
{
    float floor = TAUT_DIRECT_FLOOR * (w0 > w1 ? w0 : w1);
    float alpha = compliance * s->alpha_scale;
    return alpha > floor ? alpha : floor;
}

// A link's tension against the inertia of its ends, |lambda| w / rest. Above 1 the direction of a
// link changes the answer more than its length does, and steps that know lengths only do not
// converge.
#define TAUT_DIRECT_TENSION 1.0f

// Of links that give way it counts as so many times as much: beside them, already a quarter of it
// lets light particles gain speed from one substep to the next.
#define TAUT_DIRECT_SOFT 4.0f

// Arrays of a group, by row and chain; those of links stand at their far node.
enum {
    TAUT_CHAIN_E_X,  // from the near node to the far one, as the sweep found them, without d
    TAUT_CHAIN_E_Y,
    TAUT_CHAIN_E_Z,
    TAUT_CHAIN_D_X,  // what is to be added to x
    TAUT_CHAIN_D_Y,
    TAUT_CHAIN_D_Z,
    TAUT_CHAIN_N_X,
    TAUT_CHAIN_N_Y,
    TAUT_CHAIN_N_Z,
    TAUT_CHAIN_W,
    TAUT_CHAIN_REST,
    TAUT_CHAIN_INVERSE_REST,   // 0 where there is no link
    TAUT_CHAIN_INVERSE_RIGID,  // the same of rigid links, 0 of others
    TAUT_CHAIN_ALPHA,
    TAUT_CHAIN_LAMBDA,
    TAUT_CHAIN_RHO,
    TAUT_CHAIN_COSINE,  // of this link and the near neighbour
    TAUT_CHAIN_SINE2,
    TAUT_CHAIN_RIGHT,
    TAUT_CHAIN_PASS,
    TAUT_CHAIN_DL,
    TAUT_CHAIN_LEAST,  // lambda of links that only pull or only push lies between these
    TAUT_CHAIN_MOST,
    TAUT_CHAIN_PULL_X,  // of kinematic nodes: what links pulled them with
    TAUT_CHAIN_PULL_Y,
    TAUT_CHAIN_PULL_Z,
    TAUT_CHAIN_PINS,  // whole numbers: where kinematic nodes stand, then -1
};

// Up to TAUT_BATCH chains of one size: of one body, or of several.
typedef struct taut_chains {
    int count;
    int rows;    // nodes of each
    int stride;  // TAUT_BATCH, or 1 for a chain alone: node j of chain k stands at stride j + k
    int size;    // of an array
    bool apart;  // a chain of a group by itself: `memory` begins with its number in the group
    float* memory;
    struct {
        taut_work* work;
        int tree;
    } of[TAUT_BATCH];
} taut_chains;

// A group of a body (trees.h); or a group of one chain, of several bodies of one blueprint.
taut_chains taut_chains_of(taut_work* work, int group);
taut_chains taut_chains_of_many(taut_work* const* works, int count, int group, float* memory);

TAUT_INLINE float* taut_chains_array(const taut_chains* c, int array)
{
    return c->memory + (size_t)array * (size_t)c->size + TAUT_BATCH;
}

TAUT_INLINE int32_t* taut_chains_pins(const taut_chains* c)
{
    return (int32_t*)(void*)taut_chains_array(c, TAUT_CHAIN_PINS);
}

// From one of the places where kinematic nodes stand to the next.
TAUT_INLINE int taut_chains_pin_step(const taut_chains* c)
{
    return c->apart ? c->stride : 1;
}

// What does not change during a step.
void taut_chains_open(const taut_step* s, const taut_chains* c);

taut_chains_fn taut_chains_solve_scalar;
taut_chains_fn taut_chains_solve_sse2, taut_chains_solve_avx2, taut_chains_solve_avx512;
taut_chains_fn taut_chains_solve_neon, taut_chains_solve_simd128;

// Elimination and substitution along a chain alone, one link after another.
void taut_chains_walk_scalar(const taut_chains* c);

// The largest error that a rigid link of chain k had before this substep, as a part of its length.
float taut_chains_error_before(const taut_step* s, const taut_chains* c, int k);

// A contact of a node, or of a node and its parent.
typedef struct taut_newton_touch {
    int32_t pair;    // the caller's
    int32_t next;    // of the same node, -1 for none
    double own, up;  // shares of the node and its parent
    double weight;   // sum of w b^2
    double friction;
    double least;  // sliding by less is held as by a spring
    taut_dvec n;
    double first_gap;  // before the solve, and likewise
    taut_dvec first_slid;
    double first_lambda;
    taut_dvec first_rub;
    double lambda;  // a guess, then the answer
    taut_dvec rub;

    double alpha, gap, drag, change;  // of the solve
    taut_dvec slid;
    bool active;
} taut_newton_touch;

// Those of a tree.
typedef struct taut_newton_touches {
    taut_newton_touch* items;
    const int32_t* first;  // lists, by node; -1 for none
    const float* guess;    // by node, `stride` apart: multipliers of links; 0 where nobody knows
    int stride;
    uint8_t* moved;  // by seat: receives whether it went farther than `least`
    double least;
    bool rubs;  // multipliers are good enough a guess for friction to be there from the beginning
} taut_newton_touches;

// Newton's method with what the nodes touch as part of it. False where it finds no solution; then
// nothing has changed.
TAUT_SHARED bool taut_newton_solve_touching(const taut_step* s, taut_work* w, int tree_number,
                                            taut_newton_touches touches);

// The largest error of a link of a tree, metres.
TAUT_SHARED double taut_newton_error(const taut_step* s, const taut_work* w, int tree_number);

// Newton's method for one tree, whatever it is made of.
// @param guess what its multipliers will be, or NULL: node j's stands at stride j
void taut_newton_solve(const taut_step* s, taut_work* w, int tree_number, taut_visit visit,
                       const float* guess, int stride);

// The way of a particle since the substep began, by prediction and by the sweep.
TAUT_INLINE taut_vec3 taut_direct_way(const taut_step* s, const taut_work* w, int seat)
{
    taut_vec3 way = taut_vec3_scale(taut_rows_get(w->v, seat), s->h);
    if (w->w[seat] <= 0.0f) {
        return way;
    }
    taut_rows now = w->body->fine ? w->d : w->x;
    taut_rows then = w->body->fine ? w->lo : w->q;
    taut_vec3 swept = taut_vec3_sub(taut_rows_get(now, seat), taut_rows_get(then, seat));
    return taut_vec3_add(way, swept);
}
