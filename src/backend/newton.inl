// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Newton's method for a tree of links (newton.c): on the host and in kernels, where nothing touches
// (NEWTON_ALONE), or where everything does (NEWTON_TOUCHING).

// Which links are slack takes a while to find out.
#define MOST_STEPS 8
#define MOST_STEPS_BOUNDED 20

// A hundredth of a micrometre on a metre. A rigid link that is off by more pulls with what it takes
// to put that right in a substep, and heavy loads would tremble: at 1e-5 a chandelier of 200 kg
// reads 1 to 3 kN from one substep to the next.
#define TOLERANCE 1e-8

// As TAUT_DIRECT_FLOOR; double precision can do with less. With less still, what two pins pull
// apart takes more steps than there are.
#define FLOOR 3e-7

// Links have at least this tension against the inertia of their ends: where there is next to none,
// a matrix must not be the sum of numbers that doubles cannot hold side by side.
#define LEAST_TENSION 1e-6

// Friction is settled when no contact's changes by more than this part of the largest.
#define RUB_TOLERANCE 0.01

// In one step a link turns by no more than about this part of its length.
#define MOST_TURN 0.5

// A node, and the link to its parent.
typedef struct node {
    taut_dvec e;      // from the parent, as the sweep left both, without d
    taut_dvec d;      // what is to be added to x
    taut_dvec start;  // d as the sweep left it
    taut_dvec past;   // way since the substep began
    double w, mass;   // mass 0: kinematic

    int parent;  // -1 of the root
    int place;
    bool ball;    // an attachment: C is the whole of e
    bool pulls;   // one-sided: only that, or
    bool pushes;  //            only this
    bool rigid;
    bool broken;
    bool active;   // not slack
    bool changed;  // which is new
    double rest, alpha, gamma;
    double before;  // |C| before the substep
    double target;  // C to arrive at
    taut_dvec gap;  // and of a ball, e
    double lambda, first_lambda;
    taut_dvec pull;  // of a ball: its multiplier, a vector
    taut_dvec load;  // what the node was pulled with, all in all

    taut_dvec n;
    double c;         // C less target
    taut_sym3 give;   // A^-1 with all that hangs on it
    taut_sym3 stiff;  // (A^-1 + B^-1)^-1
    taut_sym3 a;
    taut_dvec b, shift;
    taut_dvec dx;
    double dl;
    taut_dvec dpull;
    bool coupled;  // by a contact of both with its parent
    taut_dvec row;
} node;

typedef struct tree {
    node* nodes;
    int count;
    double scale;  // mean rest length: what balls are measured by
    bool bounded;  // some link acts on one side only
    taut_newton_touches touches;
} tree;

// Loading -----------------------------------------------------------------------------------------

LANE_CALL void load_link(const taut_step* s, const taut_work* w, node* n, taut_slot slot,
                         bool fresh, double parent_w, double least)
{
    const taut_constraint_set* set = &w->body->blueprint->sets[slot.kind];
    int place = slot.place;
    double floor = least * (n->w > parent_w ? n->w : parent_w);
    double alpha = (double)(set->compliance[place] * s->alpha_scale);
    alpha = alpha > floor ? alpha : floor;
    n->place = place;
    n->broken = !taut_set_has(set, place);
    n->ball = slot.kind == TAUT_CONSTRAINT_ATTACH;
    n->pulls = !n->ball && set->sides[place] == TAUT_SIDES_TENSION;
    n->pushes = !n->ball && set->sides[place] == TAUT_SIDES_COMPRESSION;
    n->rest = n->ball ? 0.0 : (double)set->rest[place];
    n->rigid = !(set->compliance[place] > 0.0f);
    n->alpha = alpha;
    n->gamma = set->any_damping ? alpha * (double)s->h * (double)set->damping[place] : 0.0;
    n->lambda = fresh || n->broken ? 0.0 : (double)w->body->lambda[slot.kind][place];
    n->first_lambda = n->lambda;
}

LANE_CALL void load_node(const taut_step* s, const taut_work* w, int index, node* n)
{
    int seat = w->body->blueprint->trees.seat[index];
    *n = (node){.w = (double)w->w[seat], .parent = w->body->blueprint->trees.parent[index]};
    n->mass = n->w > 0.0 ? 1.0 / n->w : 0.0;
    n->past = taut_dvec_of(taut_direct_way(s, w, seat));
    if (w->body->fine && n->w > 0.0) {
        n->start = taut_dvec_of(taut_rows_get(w->d, seat));
    }
    n->d = n->start;
}

// Where a rigid link was before the substep decides how far it is to come: all the way, or as far
// as recovery allows; an attachment that gapes likewise.
LANE_CALL void set_target(const taut_step* s, node* n, const node* parent, double scale)
{
    taut_dvec e = taut_dvec_add(n->e, taut_dvec_sub(n->start, parent->start));
    taut_dvec then = taut_dvec_sub(e, taut_dvec_sub(n->past, parent->past));
    double was = taut_dvec_length(then) - n->rest;
    was = (n->pulls && was < 0.0) || (n->pushes && was > 0.0) ? 0.0 : was;  // slack is no error
    double way = (double)(TAUT_DIRECT_RECOVERY * s->h) * (n->ball ? scale : n->rest);
    double target = was > way ? was - way : was < -way ? was + way : 0.0;
    target = n->rigid && !n->broken ? target : 0.0;
    n->before = n->broken ? 0.0 : fabs(was - target);
    if (n->ball) {
        n->gap = taut_dvec_scale(then, target > 0.0 ? target / was : 0.0);
    } else {
        n->target = target;
    }
}

// The multiplier of a ball that earlier sweeps left points along it.
LANE_CALL taut_dvec first_pull(const node* n, const node* parent)
{
    taut_dvec e = taut_dvec_add(n->e, taut_dvec_sub(n->start, parent->start));
    double length = taut_dvec_length(e);
    return taut_dvec_scale(e, n->ball && length > 0.0 ? n->first_lambda / length : 0.0);
}

// Node number i of a tree on its link to its parent, once both are loaded.
LANE_CALL void hang_node(const taut_step* s, const taut_work* w, const taut_tree* from, bool fresh,
                         double least, node* nodes, int i)
{
    const taut_trees* t = &w->body->blueprint->trees;
    node* n = &nodes[i];
    const node* parent = &nodes[n->parent];
    taut_slot slot = {t->kind[from->first + i], t->link[from->first + i]};
    load_link(s, w, n, slot, fresh, parent->w, least);
    n->e = taut_dvec_of(taut_vec3_sub(taut_rows_get(w->x, t->seat[from->first + i]),
                                      taut_rows_get(w->x, t->seat[from->first + n->parent])));
    n->pull = first_pull(n, parent);
}

// @param nodes room for as many as the tree has
LANE_CALL tree load(const taut_step* s, const taut_work* w, const taut_tree* from, bool fresh,
                    double least, node* nodes)
{
    tree out = {.nodes = nodes, .count = from->count};
    for (int i = 0; i < from->count; ++i) {
        node* n = &out.nodes[i];
        load_node(s, w, from->first + i, n);
        if (n->parent < 0) {
            continue;
        }
        hang_node(s, w, from, fresh, least, nodes, i);
        out.bounded = out.bounded || n->pulls || n->pushes;
        out.scale += n->rest / (double)(from->count - 1);
    }
    out.scale = out.scale > 0.0 ? out.scale : 1.0;  // nothing but balls
    for (int i = 1; i < out.count; ++i) {
        set_target(s, &out.nodes[i], &out.nodes[out.nodes[i].parent], out.scale);
    }
    return out;
}

// One Newton step ---------------------------------------------------------------------------------

// By how much the link has grown since the substep began.
LANE_CALL double growth_of(const node* n, const node* parent)
{
    taut_dvec way = taut_dvec_add(n->past, taut_dvec_sub(n->d, n->start));
    taut_dvec its = taut_dvec_add(parent->past, taut_dvec_sub(parent->d, parent->start));
    return taut_dvec_dot(n->n, taut_dvec_sub(way, its));
}

// What a link asks of its length, less what it has: the right-hand side of its row. Damping as in
// XPBD's eq. 26, which divides a row by 1 + gamma.
LANE_CALL taut_dvec row_of(const node* n, const node* parent)
{
    double damping = n->gamma > 0.0 ? n->gamma * growth_of(n, parent) : 0.0;
    if (!n->ball) {
        double error = n->c + n->alpha * n->lambda + damping;
        return taut_dvec_scale(n->n, -error / (1.0 + n->gamma));
    }
    taut_dvec e = taut_dvec_add(n->e, taut_dvec_sub(n->d, parent->d));
    taut_dvec error = taut_dvec_madd(taut_dvec_sub(e, n->gap), n->alpha, n->pull);
    double along = taut_dvec_dot(n->n, error);
    error = taut_dvec_madd(error, (along + damping) / (1.0 + n->gamma) - along, n->n);
    return taut_dvec_scale(error, -1.0);
}

// Which links act. A one-sided link that acted goes slack where its multiplier has the wrong sign,
// one that did not becomes taut where its length has: the active set as Newton's method goes on
// from one to the next (Hintermueller, Ito and Kunisch, "The primal-dual active set strategy as a
// semismooth Newton method", SIAM J. Optim. 13, 2002). Notes what changes by more than rounding.
LANE_CALL void choose_active(node* n, const node* parent, bool live)
{
    double asks = n->c - n->lambda * (n->w + parent->w);
    bool slack = (n->pulls && asks <= 0.0) || (n->pushes && asks >= 0.0);
    bool sided = n->pulls || n->pushes;
    n->changed = live && sided && slack == n->active && fabs(asks) > TOLERANCE * n->rest;
    n->active = live && !slack;
    n->lambda = n->active ? n->lambda : 0.0;
}

// clang-format off
#include "backend/newton_touch.inl"
// clang-format on

// Where a link is; returns its error, as a part of its length, which counts where it is active.
LANE_CALL double evaluate_link(const tree* t, int i)
{
    node* n = &t->nodes[i];
    const node* parent = &t->nodes[n->parent];
    taut_dvec e = taut_dvec_add(n->e, taut_dvec_sub(n->d, parent->d));
    double length = taut_dvec_length(e);
    n->n = length > 0.0 ? taut_dvec_scale(e, 1.0 / length) : (taut_dvec){0.0, 0.0, 0.0};
    n->c = length - n->rest - n->target;
    bool live = (length > 0.0 || n->ball) && n->w + parent->w > 0.0;
    choose_active(n, parent, live && !n->broken);
    return taut_dvec_length(row_of(n, parent)) / (n->ball ? t->scale : n->rest);
}

// Where all links are; returns the largest error.
LANE_CALL double evaluate(const tree* t)
{
    double worst = 0.0;
    for (int i = 1; i < t->count; ++i) {
        double error = evaluate_link(t, i);
        worst = t->nodes[i].active && !(error <= worst) ? error : worst;
    }
    double gap = evaluate_touches(t) / t->scale;
    return gap > worst ? gap : worst;
}

// What the link's multiplier, as far as it was gathered here, does to the node.
LANE_CALL taut_dvec pull_of(const node* n, const node* parent)
{
    return n->ball ? taut_dvec_sub(n->pull, first_pull(n, parent))
                   : taut_dvec_scale(n->n, n->lambda - n->first_lambda);
}

// A node by itself.
LANE_CALL void open_node(node* n)
{
    n->a = (taut_sym3){.xx = n->mass, .yy = n->mass, .zz = n->mass};
    n->b = taut_dvec_scale(taut_dvec_sub(n->d, n->start), -n->mass);
}

LANE_CALL void open_nodes(const tree* t)
{
    for (int i = 0; i < t->count; ++i) {
        node* n = &t->nodes[i];
        open_node(n);
        if (n->parent >= 0) {
            node* parent = &t->nodes[n->parent];
            taut_dvec pull = pull_of(n, parent);
            n->b = taut_dvec_add(n->b, pull);
            parent->b = taut_dvec_sub(parent->b, pull);
        }
        push_by_touches(t, i);
    }
}

// From the leaves to the root. Without `turning`, the way of XPBD.
LANE_CALL void eliminate(const tree* t, bool turning)
{
    for (int i = t->count - 1; i > 0; --i) {
        node* n = &t->nodes[i];
        node* parent = &t->nodes[n->parent];
        add_touches(t, i);
        if (n->coupled) {
            eliminate_coupled(t, i, turning);
            continue;
        }
        n->give = n->w > 0.0 ? inverse_of(t, n->a) : (taut_sym3){0};
        n->stiff = (taut_sym3){0};
        if (!n->active) {
            continue;
        }
        handed on = hand_on(n, link_give(n, parent, turning), row_of(n, parent));
        parent->a = taut_sym3_add(parent->a, on.a);
        parent->b = taut_dvec_sub(parent->b, on.b);
    }
}

// How a step would go for a link, or for the worst.
typedef struct outcome {
    double turn;  // as a part of its length; what goes along it is no matter of directions
    double left;  // what that leaves of its error, as a part of its length at rest
} outcome;

LANE_CALL outcome turn_of(const node* n, const node* parent)
{
    taut_dvec way = taut_dvec_sub(n->dx, parent->dx);
    taut_dvec aside = taut_dvec_madd(way, -taut_dvec_dot(way, n->n), n->n);
    double length = n->c + n->rest + n->target, square = taut_dvec_dot(aside, aside);
    if (n->ball || n->broken) {
        return (outcome){0.0, 0.0};
    }
    return (outcome){.turn = sqrt(square) / (length > n->rest ? length : n->rest),
                     .left = n->active ? 0.5 * square / (length * n->rest) : 0.0};
}

LANE_CALL taut_dvec move_root(const tree* t, const node* root, taut_sym3 a, taut_dvec b)
{
    return root->w > 0.0 ? taut_sym3_times(inverse_of(t, a), b) : (taut_dvec){0.0, 0.0, 0.0};
}

// A node goes where its parent, which goes by `dx`, lets it.
LANE_CALL void follow(node* n, taut_dvec dx)
{
    taut_dvec force = {0.0, 0.0, 0.0};
    if (n->coupled) {
        force = substitute_coupled(n, dx);
    } else if (n->active) {
        force = taut_sym3_times(n->stiff, taut_dvec_add(dx, n->shift));
    }
    if (!n->coupled) {
        n->dx = n->w > 0.0 ? taut_sym3_times(n->give, taut_dvec_add(n->b, force))
                           : (taut_dvec){0.0, 0.0, 0.0};
    }
    n->dpull = force;
}

LANE_CALL double multiplier_change(const node* n)
{
    return n->active ? taut_dvec_dot(n->dpull, n->n) : -n->lambda;
}

// And back.
LANE_CALL outcome substitute(const tree* t)
{
    outcome most = {0.0, 0.0};
    node* root = &t->nodes[0];
    add_touches(t, 0);
    root->dx = move_root(t, root, root->a, root->b);
    for (int i = 1; i < t->count; ++i) {
        node* n = &t->nodes[i];
        const node* parent = &t->nodes[n->parent];
        follow(n, parent->dx);
        n->dl = multiplier_change(n);
        outcome its = turn_of(n, parent);
        most.turn = !(its.turn <= most.turn) ? its.turn : most.turn;
        most.left = !(its.left <= most.left) ? its.left : most.left;
    }
    return most;
}

LANE_CALL void gather_multiplier(const tree* t, int i, double part)
{
    node* n = &t->nodes[i];
    n->load = taut_dvec_madd(pull_of(n, &t->nodes[n->parent]), part, n->dpull);
    if (n->ball) {
        n->pull = taut_dvec_madd(n->pull, part, n->dpull);
    } else {
        n->lambda += part * n->dl;
    }
}

LANE_CALL void gather_multipliers(const tree* t, double part)
{
    for (int i = 1; i < t->count; ++i) {
        gather_multiplier(t, i, part);
    }
    for (int i = 0; i < t->count; ++i) {
        move_touches(t, i, part);
    }
}

// Solving -----------------------------------------------------------------------------------------

// Moves nothing yet.
LANE_CALL outcome take_step(const tree* t, bool turning)
{
    open_nodes(t);
    eliminate(t, turning);
    return substitute(t);
}

LANE_CALL bool is_settled(const tree* t)
{
    bool settled = true;
    for (int i = 1; i < t->count; ++i) {
        settled = settled && !t->nodes[i].changed;
    }
    return settled;
}

// The part of a step that is taken, of which links turn by so much.
LANE_CALL double part_of(double turn)
{
    return turn > MOST_TURN ? MOST_TURN / turn : 1.0;
}

// Returns the error that is left, which is more than any other while links go slack and taut. A
// link that turns leaves half the square of it, which needs no looking where it is small.
LANE_CALL double move(const tree* t, outcome step)
{
    double part = part_of(step.turn);
    gather_multipliers(t, part);
    for (int i = 0; i < t->count; ++i) {
        t->nodes[i].d = taut_dvec_madd(t->nodes[i].d, part, t->nodes[i].dx);
    }
    if (step.left <= TOLERANCE && !t->bounded) {
        return step.left;
    }
    double error = evaluate(t);
    return is_settled(t) && rubs_are_settled(t) ? error : (double)INFINITY;
}

#ifndef NEWTON_TOUCHING

// As in lanes: what is to be, against the inertia of the ends.
LANE_CALL double largest_tension(const tree* t)
{
    double most = 0.0;
    for (int i = 1; i < t->count; ++i) {
        const node* n = &t->nodes[i];
        double w = t->nodes[n->parent].w;
        double tension = n->ball ? 0.0 : fabs(n->lambda + n->dl) * (n->w > w ? n->w : w) / n->rest;
        tension = n->rigid ? tension : (double)TAUT_DIRECT_SOFT * tension;
        most = !(tension <= most) ? tension : most;
    }
    return most;
}

// The first step is XPBD's, and often enough. Where tension is high it moves nothing, and tells
// what the multipliers are going to be; unless somebody took it already.
LANE_CALL double solve(const tree* t, const float* guess, int stride)
{
    double error = (double)INFINITY;
    if (guess != NULL) {
        for (int i = 1; i < t->count; ++i) {
            t->nodes[i].lambda = t->nodes[i].active ? (double)guess[i * stride] : 0.0;
        }
    } else {
        outcome first = take_step(t, false);
        if (largest_tension(t) <= (double)TAUT_DIRECT_TENSION) {
            error = move(t, first);
        } else {
            gather_multipliers(t, 1.0);
        }
    }
    int most = t->bounded ? MOST_STEPS_BOUNDED : MOST_STEPS;
    for (int step = 0; step < most && !(error <= TOLERANCE); ++step) {
        error = move(t, take_step(t, true));
    }
    return error;
}

#endif

// Staying where the substep began would do, but for the ways of pins and for errors that were there
// before: so a correction heavier than that way, or than four times, is no solution. This bounds
// speed by the energy there is.
LANE_CALL bool is_sound(const tree* t)
{
    double correction = 0.0, way = 0.0, mass = 0.0, pulled = 0.0;
    for (int i = 0; i < t->count; ++i) {
        const node* n = &t->nodes[i];
        taut_dvec d = taut_dvec_sub(n->d, n->start);
        correction += n->mass * taut_dvec_dot(d, d);
        way += n->mass * taut_dvec_dot(n->past, n->past);
        mass += n->mass;
        pulled += n->w > 0.0 ? 0.0 : taut_dvec_length(n->past);
        pulled += n->before;
    }
    return correction <= 4.0 * (way + mass * pulled * pulled);
}

#ifndef NEWTON_TOUCHING

// What is done where even Newton's method finds no solution: a sweep over the links, every other
// one first, as without a direct solve.
LANE_CALL void sweep(const tree* t)
{
    for (int i = 0; i < t->count; ++i) {
        node* n = &t->nodes[i];
        n->d = n->start;
        n->lambda = n->first_lambda;
        n->pull = n->parent < 0 ? n->pull : first_pull(n, &t->nodes[n->parent]);
        n->load = (taut_dvec){0.0, 0.0, 0.0};
    }
    for (int half = 0; half < 2; ++half) {
        for (int i = 1 + half; i < t->count; i += 2) {
            node* n = &t->nodes[i];
            node* parent = &t->nodes[n->parent];
            taut_dvec e = taut_dvec_add(n->e, taut_dvec_sub(n->d, parent->d));
            double length = taut_dvec_length(e);
            double weight = n->w + parent->w + n->alpha;
            if (!(length > 0.0) || !(n->w + parent->w > 0.0) || n->broken) {
                continue;
            }
            double dl = -(length - n->rest + n->alpha * n->lambda) / weight;
            dl = n->pulls && n->lambda + dl > 0.0 ? -n->lambda : dl;
            dl = n->pushes && n->lambda + dl < 0.0 ? -n->lambda : dl;
            taut_dvec pull = taut_dvec_scale(e, dl / length);
            n->lambda += dl;
            n->load = pull;
            n->pull = taut_dvec_scale(e, n->lambda / length);
            n->d = taut_dvec_madd(n->d, n->w, pull);
            parent->d = taut_dvec_madd(parent->d, -parent->w, pull);
        }
    }
}

#endif

// Storing -----------------------------------------------------------------------------------------

LANE_CALL void store_node(const taut_work* w, int seat, const node* n)
{
    taut_vec3 d = taut_dvec_round(n->d);
    if (n->w <= 0.0) {
        return;
    }
    if (w->body->fine) {
        taut_rows_set(w->d, seat, d);
    } else {
        taut_rows_set(w->x, seat, taut_vec3_add(taut_rows_get(w->x, seat), d));
    }
}

// What a link pulls with goes to kinematic ends...
LANE_CALL void store_load(const taut_work* w, const int32_t* seats, const tree* t, int i)
{
    const node* n = &t->nodes[i];
    const node* parent = &t->nodes[n->parent];
    taut_vec3 force = taut_dvec_round(n->load);
    if (n->w <= 0.0) {
        int seat = seats[i];
        taut_rows_set(w->lo, seat, taut_vec3_add(taut_rows_get(w->lo, seat), force));
    }
    if (parent->w <= 0.0) {
        int seat = seats[n->parent];
        taut_rows_set(w->lo, seat, taut_vec3_sub(taut_rows_get(w->lo, seat), force));
    }
}

// ...and to its multiplier.
LANE_CALL void store_multiplier(const taut_work* w, const node* n)
{
    int kind = n->ball ? TAUT_CONSTRAINT_ATTACH : TAUT_CONSTRAINT_DISTANCE;
    double lambda = n->ball ? -taut_dvec_length(n->pull) : n->lambda;
    lambda = (n->pulls && lambda > 0.0) || (n->pushes && lambda < 0.0) ? 0.0 : lambda;
    w->body->lambda[kind][n->place] = (float)lambda;
}

LANE_CALL void store(const taut_work* w, const taut_tree* to, const tree* t, bool kept)
{
    const int32_t* seats = w->body->blueprint->trees.seat + to->first;
    for (int i = 0; i < t->count; ++i) {
        store_node(w, seats[i], &t->nodes[i]);
    }
    for (int i = 1; i < t->count; ++i) {
        store_load(w, seats, t, i);
        if (kept) {
            store_multiplier(w, &t->nodes[i]);
        }
    }
}

#ifndef NEWTON_TOUCHING

// A tree that touches nothing.
LANE_CALL void solve_alone(const taut_step* s, const taut_work* w, const taut_tree* from,
                           taut_visit visit, const float* guess, int stride, node* nodes)
{
    tree t = load(s, w, from, visit.fresh, FLOOR, nodes);
    double first = evaluate(&t);
    double error = solve(&t, guess, stride);
    if (!(error <= first || error <= TOLERANCE) || !is_sound(&t)) {
        sweep(&t);
    }
    store(w, from, &t, visit.kept);
}

#endif
