// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Trees of links that press on colliders, solved together with their contacts (backend/newton.c).
// Solved as if nothing stood in its way, a rope over a post takes what its heavy end asks from
// light particles, which give way into the post. What was found in one substep is the guess for the
// next; a step begins with the multipliers of links alone, so that nothing but the body outlasts
// it.

#include <string.h>

#include "backend/direct.h"
#include "contact/response.inl"
#include "contacts.h"
#include "contacts_share.h"

// Links that are off by less than this part of what a substep falls are left as they are: what is
// left over counts as that part of gravity.
#define GOOD_ENOUGH 1e-2f

// Friction that holds gives way by this part of the thickness in a substep where it is all used up.
#define CREEP 1e-4

// Which node of which tree a particle is; a pin may be of several and has no need of contacts.
static void number_nodes(taut_contacts* k, const taut_trees* trees, int seat_count)
{
    for (int seat = 0; seat < seat_count; ++seat) {
        k->node_of[seat] = -1;
    }
    for (int i = 0; i < trees->node_count; ++i) {
        k->node_of[trees->seat[i]] = i;
        k->bend_first[i] = -1;
    }
}

static int tree_of(const taut_trees* trees, int node)
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

static int parent_of(const taut_trees* trees, int node)
{
    int parent = trees->parent[node];
    return parent < 0 ? -1 : trees->trees[tree_of(trees, node)].first + parent;
}

// The node that a contact stands at, and the shares of that and its parent; -1 where it is none of
// a node and its parent.
static int node_of_contact(const taut_contacts* k, const taut_trees* trees, const taut_contact* c,
                           double* own, double* up)
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
    bool first = parent_of(trees, a) == b;
    if (!first && parent_of(trees, b) != a) {
        return -1;
    }
    *own = (double)c->weights[first ? 0 : 1];
    *up = (double)c->weights[first ? 1 : 0];
    return first ? a : b;
}

// Of the link to its parent; 0 of a root.
static float link_multiplier(const taut_work* w, const taut_trees* trees, int node)
{
    return trees->parent[node] < 0 ? 0.0f : w->body->lambda[trees->kind[node]][trees->link[node]];
}

static bool is_shared(const taut_contacts* k, const taut_newton_touch* t)
{
    return k->pairs[t->pair].seats[1] >= 0;
}

static taut_dvec point_of(const taut_work* w, const taut_contact* c, taut_vec3 from)
{
    taut_dvec sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < seats_of(c); ++i) {
        taut_dvec x = taut_dvec_of(taut_vec3_sub(taut_rows_get(w->x, c->seats[i]), from));
        x = w->body->fine ? taut_dvec_add(x, taut_dvec_of(taut_rows_get(w->d, c->seats[i]))) : x;
        sum = taut_dvec_madd(sum, (double)c->weights[i], x);
    }
    return sum;
}

// What is too near comes out no faster than links come back: what hangs on it would be thrown up.
static void add_bend(const taut_step* s, const taut_work* w, int i)
{
    taut_contacts* k = w->body->contacts;
    taut_contact* c = &k->pairs[i];
    const taut_near* near = &k->near[c->near];
    double own, up;
    int node = node_of_contact(k, &w->body->blueprint->trees, c, &own, &up);
    if (node < 0 || k->bend_count == k->bend_room) {
        return;
    }
    float leave = TAUT_DIRECT_RECOVERY * k->def.thickness;
    leave = leave < k->def.leave_speed ? leave : k->def.leave_speed;
    c->bias = k->def.thickness + taut_contact_bias(c->start, leave * s->h);
    taut_dvec n = taut_dvec_of(c->n);
    taut_dvec slid = point_of(w, c, c->from);
    slid = taut_dvec_madd(slid, -taut_dvec_dot(n, slid), n);
    float guess = k->guesses[node].lambda[c->seats[1] >= 0];
    k->bends[k->bend_count] = (taut_newton_touch){
        .pair = i,
        .next = k->bend_first[node],
        .own = own,
        .up = up,
        .weight = (double)c->weight,
        .n = n,
        .first_gap = taut_dvec_dot(n, point_of(w, c, c->at)) - (double)c->bias,
        .first_slid = slid,
        .friction = (double)near->slide,
        .least = CREEP * (double)k->def.thickness,
        .lambda = (double)(guess > 0.0f ? guess : c->lambda),
        .first_lambda = (double)c->lambda,
        .rub = taut_dvec_of(c->rub),
        .first_rub = taut_dvec_of(c->rub),
    };
    k->bend_first[node] = k->bend_count++;
}

// What the solve found. Particles that are held take their share of a push as a reaction.
static void take_back(const taut_work* w, const taut_newton_touch* t)
{
    taut_contact* c = &w->body->contacts->pairs[t->pair];
    taut_dvec change = taut_dvec_sub(t->rub, t->first_rub);
    change = taut_dvec_madd(change, t->lambda - t->first_lambda, t->n);
    taut_vec3 push = taut_dvec_round(change);
    c->lambda = t->lambda > 0.0 ? (float)t->lambda : 0.0f;
    c->rub = taut_dvec_round(t->rub);
    c->pushed = taut_vec3_add(c->pushed, push);
    for (int i = 0; i < seats_of(c); ++i) {
        int seat = c->seats[i];
        if (!(w->w[seat] > 0.0f)) {
            taut_vec3 lo = taut_rows_get(w->lo, seat);
            taut_rows_set(w->lo, seat, taut_vec3_madd(lo, c->weights[i], push));
        }
    }
}

// Of a tree ---------------------------------------------------------------------------------------

static bool presses(const taut_contacts* k, const taut_tree* tree)
{
    bool any = false;
    for (int i = tree->first; i < tree->first + tree->count; ++i) {
        for (int b = k->bend_first[i]; b >= 0; b = k->bends[b].next) {
            any = any || k->bends[b].first_lambda > 0.0;
        }
    }
    return any;
}

// Whether the substep before left a guess of what contacts press with.
static bool is_known(const taut_contacts* k, const taut_tree* tree)
{
    bool any = false;
    for (int i = tree->first; i < tree->first + tree->count; ++i) {
        any = any || k->guesses[i].lambda[0] > 0.0f || k->guesses[i].lambda[1] > 0.0f;
    }
    return any;
}

static void keep_guesses(const taut_work* w, const taut_tree* tree)
{
    taut_contacts* k = w->body->contacts;
    const taut_trees* trees = &w->body->blueprint->trees;
    for (int i = tree->first; i < tree->first + tree->count; ++i) {
        taut_bend_guess* g = &k->guesses[i];
        *g = (taut_bend_guess){.link = link_multiplier(w, trees, i)};
        for (int b = k->bend_first[i]; b >= 0; b = k->bends[b].next) {
            g->lambda[is_shared(k, &k->bends[b])] = (float)k->bends[b].lambda;
        }
    }
}

// Whether it needs no more.
static bool solve_tree(const taut_step* s, taut_work* w, int number)
{
    taut_contacts* k = w->body->contacts;
    const taut_tree* tree = &w->body->blueprint->trees.trees[number];
    float gravity = taut_vec3_length(s->gravity) * fabsf(w->body->gravity_scale);
    float good = GOOD_ENOUGH * gravity * s->h * s->h;
    if (!presses(k, tree) || taut_newton_error(s, w, number) <= (double)good) {
        return true;
    }
    taut_newton_touches touches = {.items = k->bends,
                                   .first = k->bend_first + tree->first,
                                   .guess = &k->guesses[tree->first].link,
                                   .stride = sizeof *k->guesses / sizeof(float),
                                   .moved = k->moved,
                                   .least = 0.01 * (double)k->def.thickness,
                                   .rubs = is_known(k, tree)};
    if (!taut_newton_solve_touching(s, w, number, touches)) {
        return false;
    }
    for (int i = tree->first; i < tree->first + tree->count; ++i) {
        for (int b = k->bend_first[i]; b >= 0; b = k->bends[b].next) {
            take_back(w, &k->bends[b]);
        }
    }
    keep_guesses(w, tree);
    return true;
}

void taut_contacts_open_bends(const taut_work* w)
{
    taut_contacts* k = w->body->contacts;
    const taut_trees* trees = &w->body->blueprint->trees;
    for (int i = 0; i < trees->node_count; ++i) {
        k->guesses[i] = (taut_bend_guess){.link = link_multiplier(w, trees, i)};
    }
}

bool taut_contacts_bend(const taut_step* s, taut_work* w)
{
    taut_contacts* k = w->body->contacts;
    const taut_trees* trees = &w->body->blueprint->trees;
    number_nodes(k, trees, w->seat_count);
    k->bend_count = 0;
    for (int i = k->pair_count - 1; i >= 0; --i) {
        if (k->live[i]) {
            add_bend(s, w, i);
        }
    }
    bool all = true;
    memset(k->moved, 0, (size_t)w->seat_count);
    for (int number = 0; number < trees->count; ++number) {
        all = solve_tree(s, w, number) && all;
    }
    taut_contacts_meet_again(s, w, 1);
    return all;
}
