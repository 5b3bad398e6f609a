// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Newton's method for a tree that touches something, after newton.inl.

// Links give way as contacts do: blocks of both are added and subtracted.
#define TOUCHING_FLOOR 1e-5

// Contacts first, as if all were smooth; then with friction, whose bounds follow what presses.
#define TOUCHING_STEPS 20

#define TOUCHING_TOLERANCE 1e-6

// Those of node i.
LANE_CALL void open_touches(const tree* t, int i)
{
    for (int j = first_touch(t, i); j >= 0; j = next_touch(t, j)) {
        taut_newton_touch* c = &t->touches.items[j];
        c->alpha = TOUCHING_FLOOR * c->weight;
    }
}

LANE_CALL void take_guess(const tree* t, int i)
{
    node* n = &t->nodes[i];
    float guess = t->touches.guess[(ptrdiff_t)i * t->touches.stride];
    n->lambda = guess != 0.0f && n->active && !n->ball ? (double)guess : n->lambda;
}

LANE_CALL double solve_touching(tree* t)
{
    double error = (double)INFINITY;
    for (int step = 0; step < TOUCHING_STEPS && !(error <= TOUCHING_TOLERANCE); ++step) {
        error = move(t, take_step(t, true));
    }
    return error;
}

// Whether what was found is a solution.
LANE_CALL bool is_solved(const tree* t, double first, double error)
{
    return (error <= first || error <= TOUCHING_TOLERANCE) && is_sound(t);
}

LANE_CALL void note_moved(const taut_work* w, const taut_tree* from, const tree* t, int i)
{
    const node* n = &t->nodes[i];
    bool far = taut_dvec_length(taut_dvec_sub(n->d, n->start)) > t->touches.least;
    t->touches.moved[w->body->blueprint->trees.seat[from->first + i]] = far;
}

// False where there is no solution; then nothing has changed.
LANE_CALL bool solve_with_touches(const taut_step* s, const taut_work* w, const taut_tree* from,
                                  taut_newton_touches touches, node* nodes)
{
    tree t = load(s, w, from, false, TOUCHING_FLOOR, nodes);
    t.touches = touches;
    t.bounded = true;  // contacts are
    for (int i = 0; i < t.count; ++i) {
        open_touches(&t, i);
    }
    double first = evaluate(&t);
    for (int i = 1; i < t.count; ++i) {
        take_guess(&t, i);
    }
    if (!touches.rubs) {
        (void)solve_touching(&t);
        t.touches.rubs = true;
        (void)evaluate(&t);
    }
    double error = solve_touching(&t);
    if (!is_solved(&t, first, error)) {
        return false;
    }
    for (int i = 0; i < t.count; ++i) {
        note_moved(w, from, &t, i);
    }
    store(w, from, &t, true);
    return true;
}
