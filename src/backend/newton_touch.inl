// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Contacts in Newton's method (newton.c). One of a node alone adds to the matrix of the node: hard
// along its normal, and against sliding as friction has it. One of a link adds to those of both its
// ends and to what couples them, which elimination takes by blocks. docs/algorithm.md (35).

LANE_CALL taut_newton_touch* touch_of(const tree* t, int number)
{
    return number < 0 ? NULL : &t->touches.items[number];
}

LANE_CALL taut_newton_touch* first_touch(const tree* t, int i)
{
#ifdef NEWTON_ALONE
    (void)t;
    (void)i;
    return NULL;
#else
    return t->touches.items == NULL ? NULL : touch_of(t, t->touches.first[i]);
#endif
}

LANE_CALL taut_dvec touch_way(const tree* t, int i, const taut_newton_touch* c)
{
    const node* n = &t->nodes[i];
    taut_dvec way = taut_dvec_scale(taut_dvec_sub(n->d, n->start), c->own);
    if (n->parent >= 0) {
        const node* p = &t->nodes[n->parent];
        way = taut_dvec_madd(way, c->up, taut_dvec_sub(p->d, p->start));
    }
    return way;
}

// Which contacts press is chosen as for links on one side. Friction is a force against the way slid
// since the substep began, of the size that the normal allows; within `least` it grows with the
// way. As a spring of bound / way, which is weakened as the way grows, it lies above the energy of
// friction and touches it where things are, so that each step lowers it (Hunter and Lange, "A
// tutorial on MM algorithms", 2004).
LANE_CALL double evaluate_touch(const tree* t, int i, taut_newton_touch* c)
{
    taut_dvec way = touch_way(t, i, c);
    double along = taut_dvec_dot(c->n, way);
    taut_dvec before = c->rub;
    c->gap = c->first_gap + along;
    c->slid = taut_dvec_add(c->first_slid, taut_dvec_madd(way, -along, c->n));
    c->active = c->gap - c->lambda * c->weight < 0.0;
    c->lambda = c->active && c->lambda > 0.0 ? c->lambda : 0.0;
    if (t->touches.rubs) {
        double size = taut_dvec_length(c->slid);
        size = size > c->least ? size : c->least;
        c->drag = c->active ? c->friction * c->lambda / size : 0.0;
        c->rub = taut_dvec_scale(c->slid, -c->drag);
    }
    c->change = taut_dvec_length(taut_dvec_sub(c->rub, before));
    return c->active ? fabs(c->gap) : 0.0;
}

LANE_CALL double evaluate_touches(const tree* t)
{
    double worst = 0.0;
    for (int i = 0; i < t->count && t->touches.items != NULL; ++i) {
        for (taut_newton_touch* c = first_touch(t, i); c != NULL; c = touch_of(t, c->next)) {
            double gap = evaluate_touch(t, i, c);
            worst = !(gap <= worst) ? gap : worst;
        }
    }
    return worst;
}

LANE_CALL bool rubs_are_settled(const tree* t)
{
    double most = 0.0, change = 0.0;
    for (int i = 0; i < t->count && t->touches.items != NULL; ++i) {
        for (taut_newton_touch* c = first_touch(t, i); c != NULL; c = touch_of(t, c->next)) {
            double bound = c->friction * c->lambda;
            most = bound > most ? bound : most;
            change = c->change > change ? c->change : change;
        }
    }
    return change <= RUB_TOLERANCE * most;
}

LANE_CALL taut_dvec touch_push(const taut_newton_touch* c)
{
    taut_dvec push = taut_dvec_sub(c->rub, c->first_rub);
    return taut_dvec_madd(push, c->lambda - c->first_lambda, c->n);
}

// How a contact resists, and what it asks for.
LANE_CALL taut_sym3 touch_stiffness(const taut_newton_touch* c)
{
    double along = c->active ? 1.0 / c->alpha : 0.0;
    return taut_sym3_axial(c->n, along, c->drag);
}

LANE_CALL taut_dvec touch_asks(const taut_newton_touch* c)
{
    return taut_dvec_scale(c->n, c->active ? -c->gap / c->alpha : 0.0);
}

LANE_CALL void push_by_touches(const tree* t, int i)
{
    node* n = &t->nodes[i];
    for (taut_newton_touch* c = first_touch(t, i); c != NULL; c = touch_of(t, c->next)) {
        taut_dvec push = touch_push(c);
        n->b = taut_dvec_madd(n->b, c->own, push);
        if (n->parent >= 0) {
            node* parent = &t->nodes[n->parent];
            parent->b = taut_dvec_madd(parent->b, c->up, push);
        }
    }
}

// What the node's contacts do to it alone; the rest is for eliminate_coupled().
LANE_CALL void add_touches(const tree* t, int i)
{
    node* n = &t->nodes[i];
    n->coupled = false;
    for (taut_newton_touch* c = first_touch(t, i); c != NULL; c = touch_of(t, c->next)) {
        n->a = taut_sym3_add(n->a, taut_sym3_scale(touch_stiffness(c), c->own * c->own));
        n->b = taut_dvec_madd(n->b, c->own, touch_asks(c));
        n->coupled = n->coupled || (c->up != 0.0 && c->active);
    }
}

LANE_CALL void move_touches(const tree* t, int i, double part)
{
    const node* n = &t->nodes[i];
    for (taut_newton_touch* c = first_touch(t, i); c != NULL; c = touch_of(t, c->next)) {
        taut_dvec dx = taut_dvec_scale(n->dx, c->own);
        dx = n->parent >= 0 ? taut_dvec_madd(dx, c->up, t->nodes[n->parent].dx) : dx;
        double along = taut_dvec_dot(c->n, dx);
        if (c->active) {
            c->lambda -= part * (c->gap + along) / c->alpha;
        }
        c->rub = taut_dvec_madd(c->rub, -part * c->drag, taut_dvec_madd(dx, -along, c->n));
    }
}

// Elimination -------------------------------------------------------------------------------------

LANE_CALL taut_sym3 link_give(const node* n, const node* parent, bool turning)
{
    double alpha = n->alpha / (1.0 + n->gamma), across = n->alpha;
    if (!n->ball) {
        double least = LEAST_TENSION * n->rest / (n->w > parent->w ? n->w : parent->w);
        double tension = turning && -n->lambda > least ? -n->lambda : least;
        across = n->rest / tension;
    }
    return taut_sym3_axial(n->n, alpha, across);
}

LANE_CALL taut_sym3 inverse_of(const tree* t, taut_sym3 a)
{
    return t->touches.items != NULL ? taut_sym3_inverse_hard(a) : taut_sym3_inverse(a);
}

// A node that shares contacts with its parent: by blocks, S the stiffness of the link, Q of a
// contact with shares u and v.
//     (A + S + u^2 Q) dx + (-S + u v Q) dx_parent = b + S row + u asks
LANE_CALL void eliminate_coupled(const tree* t, int i, bool turning)
{
    node* n = &t->nodes[i];
    node* parent = &t->nodes[n->parent];
    taut_sym3 link = {0};
    n->row = (taut_dvec){0.0, 0.0, 0.0};
    if (n->active) {
        link = taut_sym3_inverse_hard(link_give(n, parent, turning));
        n->row = row_of(n, parent);
    }
    taut_dvec pull = taut_sym3_times(link, n->row);
    taut_sym3 off = taut_sym3_scale(link, -1.0);
    n->b = taut_dvec_add(n->b, pull);
    parent->a = taut_sym3_add(parent->a, link);
    parent->b = taut_dvec_sub(parent->b, pull);
    for (taut_newton_touch* c = first_touch(t, i); c != NULL; c = touch_of(t, c->next)) {
        taut_sym3 q = touch_stiffness(c);
        off = taut_sym3_add(off, taut_sym3_scale(q, c->own * c->up));
        parent->a = taut_sym3_add(parent->a, taut_sym3_scale(q, c->up * c->up));
        parent->b = taut_dvec_madd(parent->b, c->up, touch_asks(c));
    }
    n->give = n->w > 0.0 ? taut_sym3_inverse_hard(taut_sym3_add(n->a, link)) : (taut_sym3){0};
    n->stiff = off;
    n->a = link;
    parent->a = taut_sym3_add(parent->a, taut_sym3_scale(taut_sym3_sandwich(off, n->give), -1.0));
    parent->b = taut_dvec_sub(parent->b, taut_sym3_times(off, taut_sym3_times(n->give, n->b)));
}

// And back; returns what the link pulls its node with.
LANE_CALL taut_dvec substitute_coupled(node* n, const node* parent)
{
    taut_dvec rest = taut_dvec_sub(n->b, taut_sym3_times(n->stiff, parent->dx));
    n->dx = taut_sym3_times(n->give, rest);
    return taut_sym3_times(n->a, taut_dvec_sub(taut_dvec_add(n->row, parent->dx), n->dx));
}
