// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Contacts in Newton's method (newton.c). One of a node alone adds to the matrix of the node: hard
// along its normal, and against sliding as friction has it. One of a link adds to those of both its
// ends and to what couples them, which elimination takes by blocks. docs/algorithm.md (35).

// Contacts of a node are gone through by number, until one is below 0. Where it was by address,
// until one is NULL, ptxas 13.0 for sm_90 let loops compare a register five cycles after it was to
// become zero, and on a device one of them went on at NULL.
LANE_CALL int first_touch(const tree* t, int i)
{
#ifdef NEWTON_ALONE
    (void)t;
    (void)i;
    return -1;
#else
    return t->touches.items == NULL ? -1 : t->touches.first[i];
#endif
}

LANE_CALL int next_touch(const tree* t, int number)
{
    return t->touches.items[number].next;
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

LANE_CALL double touch_bound(const taut_newton_touch* c)
{
    return c->friction * c->lambda;
}

LANE_CALL double evaluate_touches(const tree* t)
{
    double worst = 0.0;
    for (int i = 0; i < t->count && t->touches.items != NULL; ++i) {
        for (int j = first_touch(t, i); j >= 0; j = next_touch(t, j)) {
            taut_newton_touch* c = &t->touches.items[j];
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
        for (int j = first_touch(t, i); j >= 0; j = next_touch(t, j)) {
            taut_newton_touch* c = &t->touches.items[j];
            double bound = touch_bound(c);
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
    for (int j = first_touch(t, i); j >= 0; j = next_touch(t, j)) {
        taut_newton_touch* c = &t->touches.items[j];
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
    for (int j = first_touch(t, i); j >= 0; j = next_touch(t, j)) {
        taut_newton_touch* c = &t->touches.items[j];
        n->a = taut_sym3_add(n->a, taut_sym3_scale(touch_stiffness(c), c->own * c->own));
        n->b = taut_dvec_madd(n->b, c->own, touch_asks(c));
        n->coupled = n->coupled || (c->up != 0.0 && c->active);
    }
}

LANE_CALL void move_touches(const tree* t, int i, double part)
{
    const node* n = &t->nodes[i];
    for (int j = first_touch(t, i); j >= 0; j = next_touch(t, j)) {
        taut_newton_touch* c = &t->touches.items[j];
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

// What a node that is eliminated adds to the matrix of its parent, and takes from its right-hand
// side.
typedef struct handed {
    taut_sym3 a;
    taut_dvec b;
} handed;

// Through its link alone, which is active.
LANE_CALL handed hand_on(node* n, taut_sym3 yields, taut_dvec row)
{
    n->stiff = taut_sym3_inverse(taut_sym3_add(n->give, yields));
    n->shift = taut_dvec_sub(row, taut_sym3_times(n->give, n->b));
    return (handed){n->stiff, taut_sym3_times(n->stiff, n->shift)};
}

// A node that shares contacts with its parent: by blocks, S the stiffness of the link, Q of a
// contact with shares u and v.
//     (A + S + u^2 Q) dx + (-S + u v Q) dx_parent = b + S row + u asks
typedef struct coupling {
    taut_sym3 link;  // S
    taut_sym3 off;   // -S + u v Q
    taut_dvec pull;  // S row
} coupling;

LANE_CALL coupling couple(const tree* t, int i, bool turning)
{
    node* n = &t->nodes[i];
    const node* parent = &t->nodes[n->parent];
    coupling k = {.link = {0}};
    n->row = (taut_dvec){0.0, 0.0, 0.0};
    if (n->active) {
        k.link = taut_sym3_inverse_hard(link_give(n, parent, turning));
        n->row = row_of(n, parent);
    }
    k.pull = taut_sym3_times(k.link, n->row);
    k.off = taut_sym3_scale(k.link, -1.0);
    for (int j = first_touch(t, i); j >= 0; j = next_touch(t, j)) {
        taut_newton_touch* c = &t->touches.items[j];
        k.off = taut_sym3_add(k.off, taut_sym3_scale(touch_stiffness(c), c->own * c->up));
    }
    return k;
}

// What link and contacts of node i are to its parent, before the node is eliminated.
LANE_CALL void add_coupling(const tree* t, int i, taut_sym3 link, taut_dvec pull)
{
    node* parent = &t->nodes[t->nodes[i].parent];
    parent->a = taut_sym3_add(parent->a, link);
    parent->b = taut_dvec_sub(parent->b, pull);
    for (int j = first_touch(t, i); j >= 0; j = next_touch(t, j)) {
        taut_newton_touch* c = &t->touches.items[j];
        parent->a = taut_sym3_add(parent->a, taut_sym3_scale(touch_stiffness(c), c->up * c->up));
        parent->b = taut_dvec_madd(parent->b, c->up, touch_asks(c));
    }
}

// @param a  the matrix of the node, without its link
LANE_CALL handed hand_on_coupled(node* n, taut_sym3 a, taut_sym3 link, taut_sym3 off)
{
    n->give = n->w > 0.0 ? taut_sym3_inverse_hard(taut_sym3_add(a, link)) : (taut_sym3){0};
    n->stiff = off;
    n->a = link;
    return (handed){taut_sym3_scale(taut_sym3_sandwich(off, n->give), -1.0),
                    taut_sym3_times(off, taut_sym3_times(n->give, n->b))};
}

LANE_CALL void eliminate_coupled(const tree* t, int i, bool turning)
{
    node* n = &t->nodes[i];
    node* parent = &t->nodes[n->parent];
    coupling k = couple(t, i, turning);
    n->b = taut_dvec_add(n->b, k.pull);
    add_coupling(t, i, k.link, k.pull);
    handed on = hand_on_coupled(n, n->a, k.link, k.off);
    parent->a = taut_sym3_add(parent->a, on.a);
    parent->b = taut_dvec_sub(parent->b, on.b);
}

// And back, with the way of the parent; returns what the link pulls its node with.
LANE_CALL taut_dvec substitute_coupled(node* n, taut_dvec dx)
{
    taut_dvec rest = taut_dvec_sub(n->b, taut_sym3_times(n->stiff, dx));
    n->dx = taut_sym3_times(n->give, rest);
    return taut_sym3_times(n->a, taut_dvec_sub(taut_dvec_add(n->row, dx), n->dx));
}
