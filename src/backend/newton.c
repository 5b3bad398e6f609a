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
#include "backend/newton_touching.inl"
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

bool taut_newton_solve_touching(const taut_step* s, taut_work* w, int tree_number,
                                taut_newton_touches touches)
{
    const taut_tree* from = &w->body->blueprint->trees.trees[tree_number];
    return solve_with_touches(s, w, from, touches, room_of(w));
}
