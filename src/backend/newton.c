// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Any tree of links, solved directly in double precision: branches, attachments, damping, one-sided
// links, loads so heavy that the turning of links matters more than their length.
//
// A substep of implicit Euler ends where x - x~, the correction, weighs least while all constraints
// hold: Newton's method on its optimality conditions, with T = -lambda the tension of a link,
//
//     (M + sum of T/l (I - n n^T)) dx - J^T dl = -(M (x - x~) - J^T lambda)
//                            J dx + alpha dl = -(C + alpha lambda)
//
// The T/l terms, the geometric stiffness, are what XPBD leaves out; with them a light chain under
// heavy load neither trembles nor throws its load away. Tournier et al., "Stable Constrained
// Dynamics" (SIGGRAPH 2015), section 4. docs/algorithm.md (21).
//
// Seen from a tree's leaves each node is a mass A that resists being moved, a matrix; through its
// link, which gives way by B^-1 = alpha n n^T + l/T (I - n n^T), its parent feels (A^-1 + B^-1)^-1.
// Sums and inverses of positive matrices only: nothing cancels.

#include "backend/direct.h"
#include "math/lane.h"
#include "math/sym3.h"

// clang-format off
#include "backend/newton.inl"
// clang-format on

_Static_assert(sizeof(node) <= TAUT_NEWTON_ARRAYS * sizeof(double), "a node fits its memory");

static node* room_of(const taut_work* w)
{
    return (node*)(void*)w->newton;
}

void taut_newton_solve(const taut_step* s, taut_work* w, int tree_number, taut_visit visit,
                       const float* guess, int stride)
{
    const taut_tree* from = &w->body->blueprint->trees.trees[tree_number];
    solve_alone(s, w, from, visit, guess, stride, room_of(w));
}

// With contacts -----------------------------------------------------------------------------------

// Links give way as contacts do: blocks of both are added and subtracted.
#define TOUCHING_FLOOR 1e-5

// Contacts first, as if all were smooth; then with friction, whose bounds follow what presses.
#define TOUCHING_STEPS 20

#define TOUCHING_TOLERANCE 1e-6

static void open_touches(const tree* t, double floor)
{
    for (int i = 0; i < t->count; ++i) {
        for (taut_newton_touch* c = first_touch(t, i); c != NULL; c = touch_of(t, c->next)) {
            c->alpha = floor * c->weight;
        }
    }
}

static void take_guesses(const tree* t)
{
    for (int i = 1; i < t->count; ++i) {
        node* n = &t->nodes[i];
        float guess = t->touches.guess[(ptrdiff_t)i * t->touches.stride];
        n->lambda = guess != 0.0f && n->active && !n->ball ? (double)guess : n->lambda;
    }
}

static double solve_touching(tree* t)
{
    double error = (double)INFINITY;
    for (int step = 0; step < TOUCHING_STEPS && !(error <= TOUCHING_TOLERANCE); ++step) {
        error = move(t, take_step(t, true));
    }
    return error;
}

bool taut_newton_solve_touching(const taut_step* s, taut_work* w, int tree_number,
                                taut_newton_touches touches)
{
    const taut_trees* trees = &w->body->blueprint->trees;
    const taut_tree* from = &trees->trees[tree_number];
    tree t = load(s, w, from, false, TOUCHING_FLOOR, room_of(w));
    t.touches = touches;
    t.bounded = true;  // contacts are
    open_touches(&t, TOUCHING_FLOOR);
    double first = evaluate(&t);
    take_guesses(&t);
    if (!touches.rubs) {
        (void)solve_touching(&t);
        t.touches.rubs = true;
        (void)evaluate(&t);
    }
    double error = solve_touching(&t);
    if (!(error <= first || error <= TOUCHING_TOLERANCE) || !is_sound(&t)) {
        return false;
    }
    for (int i = 0; i < t.count; ++i) {
        const node* n = &t.nodes[i];
        bool far = taut_dvec_length(taut_dvec_sub(n->d, n->start)) > touches.least;
        touches.moved[trees->seat[from->first + i]] = far;
    }
    store(w, from, &t, true);
    return true;
}
