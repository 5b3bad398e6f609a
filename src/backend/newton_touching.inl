// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Newton's method for a tree that touches something, after newton.inl.

// Links give way as contacts do: blocks of both are added and subtracted.
#define TOUCHING_FLOOR 1e-5

// Contacts first, as if all were smooth; then with friction, whose bounds follow what presses.
#define TOUCHING_STEPS 20

#define TOUCHING_TOLERANCE 1e-6

LANE_CALL void open_touches(const tree* t, double floor)
{
    for (int i = 0; i < t->count; ++i) {
        for (taut_newton_touch* c = first_touch(t, i); c != NULL; c = touch_of(t, c->next)) {
            c->alpha = floor * c->weight;
        }
    }
}

LANE_CALL void take_guesses(const tree* t)
{
    for (int i = 1; i < t->count; ++i) {
        node* n = &t->nodes[i];
        float guess = t->touches.guess[(ptrdiff_t)i * t->touches.stride];
        n->lambda = guess != 0.0f && n->active && !n->ball ? (double)guess : n->lambda;
    }
}

LANE_CALL double solve_touching(tree* t)
{
    double error = (double)INFINITY;
    for (int step = 0; step < TOUCHING_STEPS && !(error <= TOUCHING_TOLERANCE); ++step) {
        error = move(t, take_step(t, true));
    }
    return error;
}

// False where there is no solution; then nothing has changed.
LANE_CALL bool solve_with_touches(const taut_step* s, const taut_work* w, const taut_tree* from,
                                  taut_newton_touches touches, node* nodes)
{
    const taut_trees* trees = &w->body->blueprint->trees;
    tree t = load(s, w, from, false, TOUCHING_FLOOR, nodes);
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
