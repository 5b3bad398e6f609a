// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Contacts of nodes of trees, as lists by node, and a tree solved with them: for whoever makes the
// lists (touching.c, cuda/contacts_trees.inl).

#pragma once

#include "backend/direct.h"
#include "contact/response.inl"
#include "contacts_share.h"

// Links that are off by less than this part of what a substep falls are left as they are: what is
// left over counts as that part of gravity.
#define BEND_GOOD_ENOUGH 1e-2f

// Friction that holds gives way by this part of the thickness in a substep where it is all used up.
#define BEND_CREEP 1e-4

LANE_CALL int bend_tree_of(const taut_trees* trees, int node)
{
    int low = 0, high = trees->count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        bool after = trees->trees[middle].first > node;
        high = after ? middle : high;
        low = after ? low : middle;
    }
    return low;
}

LANE_CALL int bend_parent_of(const taut_trees* trees, int node)
{
    int parent = trees->parent[node];
    return parent < 0 ? -1 : trees->trees[bend_tree_of(trees, node)].first + parent;
}

// The node that a contact stands at, and the shares of that and its parent; -1 where it is none of
// a node and its parent.
LANE_CALL int bend_node_of_contact(const taut_contacts* k, const taut_trees* trees,
                                   const taut_contact* c, double* own, double* up)
{
    int a = k->node_of[c->seats[0]];
    *own = 1.0;
    *up = 0.0;
    if (c->seats[1] < 0) {
        return a;
    }
    int b = k->node_of[c->seats[1]];
    if (a < 0 || b < 0 || c->seats[2] >= 0) {
        return -1;
    }
    bool first = bend_parent_of(trees, a) == b;
    if (!first && bend_parent_of(trees, b) != a) {
        return -1;
    }
    *own = (double)c->weights[first ? 0 : 1];
    *up = (double)c->weights[first ? 1 : 0];
    return first ? a : b;
}

// Of the link to its parent; 0 of a root.
LANE_CALL float bend_link_multiplier(const taut_work* w, const taut_trees* trees, int node)
{
    return trees->parent[node] < 0 ? 0.0f : w->body->lambda[trees->kind[node]][trees->link[node]];
}

LANE_CALL bool bend_is_shared(const taut_contacts* k, const taut_newton_touch* t)
{
    return k->pairs[t->pair].seats[1] >= 0;
}

LANE_CALL taut_dvec bend_point_of(const taut_work* w, const taut_contact* c, taut_vec3 from)
{
    taut_dvec sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < seats_of(c); ++i) {
        taut_dvec x = taut_dvec_of(taut_vec3_sub(taut_rows_get(w->x, c->seats[i]), from));
        x = w->body->fine ? taut_dvec_add(x, taut_dvec_of(taut_rows_get(w->d, c->seats[i]))) : x;
        sum = taut_dvec_madd(sum, (double)c->weights[i], x);
    }
    return sum;
}

// Whether a contact is one of those.
LANE_FN bool bend_takes(const taut_contacts* k, int i)
{
    return k->live[i] && isinf(k->pairs[i].most);
}

// A contact of a node, without a next one. What is too near comes out no faster than links come
// back: what hangs on it would be thrown up.
LANE_CALL taut_newton_touch bend_touch(const taut_step* s, const taut_work* w, int i, int node,
                                       double own, double up)
{
    const taut_contacts* k = w->body->contacts;
    taut_contact* c = &k->pairs[i];
    const taut_near* near = &k->near[c->near];
    float leave = TAUT_DIRECT_RECOVERY * k->def.thickness;
    leave = leave < k->def.leave_speed ? leave : k->def.leave_speed;
    c->bias = k->def.thickness + taut_contact_bias(c->start, leave * s->h);
    taut_dvec n = taut_dvec_of(c->n);
    taut_dvec slid = bend_point_of(w, c, c->from);
    slid = taut_dvec_madd(slid, -taut_dvec_dot(n, slid), n);
    float guess = k->guesses[node].lambda[c->seats[1] >= 0];
    taut_newton_touch touch = {0};
    touch.pair = i;
    touch.next = -1;
    touch.own = own;
    touch.up = up;
    touch.weight = (double)c->weight;
    touch.friction = (double)near->slide;
    touch.least = BEND_CREEP * (double)k->def.thickness;
    touch.n = n;
    touch.first_gap = taut_dvec_dot(n, bend_point_of(w, c, c->at)) - (double)c->bias;
    touch.first_slid = slid;
    touch.first_lambda = (double)c->lambda;
    touch.first_rub = taut_dvec_of(c->rub);
    touch.lambda = (double)(guess > 0.0f ? guess : c->lambda);
    touch.rub = taut_dvec_of(c->rub);
    return touch;
}

LANE_CALL taut_vec3 bend_push(const taut_newton_touch* t)
{
    taut_dvec change = taut_dvec_sub(t->rub, t->first_rub);
    return taut_dvec_round(taut_dvec_madd(change, t->lambda - t->first_lambda, t->n));
}

// What the solve found.
LANE_CALL void bend_take_back(const taut_work* w, const taut_newton_touch* t)
{
    taut_contact* c = &w->body->contacts->pairs[t->pair];
    c->lambda = t->lambda > 0.0 ? (float)t->lambda : 0.0f;
    c->rub = taut_dvec_round(t->rub);
    c->pushed = taut_vec3_add(c->pushed, bend_push(t));
}

// Particles that are held take their share of a push as a reaction.
LANE_CALL void bend_react(const taut_work* w, const taut_newton_touch* t)
{
    const taut_contact* c = &w->body->contacts->pairs[t->pair];
    taut_vec3 push = bend_push(t);
    for (int i = 0; i < seats_of(c); ++i) {
        int seat = c->seats[i];
        if (!(w->w[seat] > 0.0f)) {
            taut_vec3 lo = taut_rows_get(w->lo, seat);
            taut_rows_set(w->lo, seat, taut_vec3_madd(lo, c->weights[i], push));
        }
    }
}

// Of a tree ---------------------------------------------------------------------------------------

LANE_CALL bool bend_presses(const taut_contacts* k, int node)
{
    bool any = false;
    for (int b = k->bend_first[node]; b >= 0; b = k->bends[b].next) {
        any = any || k->bends[b].first_lambda > 0.0;
    }
    return any;
}

// Whether the substep before left a guess of what contacts of a node press with.
LANE_CALL bool bend_is_known(const taut_contacts* k, int node)
{
    return k->guesses[node].lambda[0] > 0.0f || k->guesses[node].lambda[1] > 0.0f;
}

LANE_CALL void bend_keep_guess(const taut_work* w, int node)
{
    taut_contacts* k = w->body->contacts;
    taut_bend_guess* g = &k->guesses[node];
    *g = (taut_bend_guess){.link = bend_link_multiplier(w, &w->body->blueprint->trees, node)};
    for (int b = k->bend_first[node]; b >= 0; b = k->bends[b].next) {
        g->lambda[bend_is_shared(k, &k->bends[b])] = (float)k->bends[b].lambda;
    }
}

// By how much links may be off.
LANE_CALL double bend_good(const taut_step* s, const taut_work* w)
{
    float gravity = taut_vec3_length(s->gravity) * fabsf(w->body->gravity_scale);
    return (double)(BEND_GOOD_ENOUGH * gravity * s->h * s->h);
}

LANE_CALL taut_newton_touches bend_touches(const taut_contacts* k, const taut_tree* tree, bool rubs)
{
    return (taut_newton_touches){.items = k->bends,
                                 .first = k->bend_first + tree->first,
                                 .guess = &k->guesses[tree->first].link,
                                 .stride = sizeof *k->guesses / sizeof(float),
                                 .moved = k->moved,
                                 .least = 0.01 * (double)k->def.thickness,
                                 .rubs = rubs};
}

// Whether it needs no more.
LANE_CALL bool bend_solve_tree(const taut_step* s, taut_work* w, int number)
{
    taut_contacts* k = w->body->contacts;
    const taut_tree* tree = &w->body->blueprint->trees.trees[number];
    int end = tree->first + tree->count;
    bool presses = false, known = false;
    for (int i = tree->first; i < end; ++i) {
        presses = presses || bend_presses(k, i);
        known = known || bend_is_known(k, i);
    }
    if (!presses || taut_newton_error(s, w, number) <= bend_good(s, w)) {
        return true;
    }
    if (!taut_newton_solve_touching(s, w, number, bend_touches(k, tree, known))) {
        return false;
    }
    for (int i = tree->first; i < end; ++i) {
        for (int b = k->bend_first[i]; b >= 0; b = k->bends[b].next) {
            bend_take_back(w, &k->bends[b]);
            bend_react(w, &k->bends[b]);
        }
        bend_keep_guess(w, i);
    }
    return true;
}

// A step begins with the multipliers of links alone.
LANE_FN void bend_open(const taut_work* w, int node)
{
    const taut_trees* trees = &w->body->blueprint->trees;
    taut_bend_guess guess = {bend_link_multiplier(w, trees, node), {0.0f, 0.0f}};
    w->body->contacts->guesses[node] = guess;
}
