// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Trees of links that press on colliders, solved together with their contacts (backend/newton.c).
// Solved as if nothing stood in its way, a rope over a post takes what its heavy end asks from
// light particles, which give way into the post. What was found in one substep is the guess for the
// next; a step begins with the multipliers of links alone, so that nothing but the body outlasts
// it.

#include <string.h>

#include "contacts_bend.inl"

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

static void add_bend(const taut_step* s, const taut_work* w, int i)
{
    taut_contacts* k = w->body->contacts;
    double own, up;
    int node = bend_node_of_contact(k, &w->body->blueprint->trees, &k->pairs[i], &own, &up);
    if (node < 0 || k->bend_count == k->bend_room || !bend_takes(k, i)) {
        return;
    }
    k->bends[k->bend_count] = bend_touch(s, w, i, node, own, up);
    k->bends[k->bend_count].next = k->bend_first[node];
    k->bend_first[node] = k->bend_count++;
}

void taut_contacts_open_bends(const taut_work* w)
{
    for (int i = 0; i < w->body->blueprint->trees.node_count; ++i) {
        bend_open(w, i);
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
        all = bend_solve_tree(s, w, number) && all;
    }
    taut_contacts_meet_again(s, w, 0, w->body->contacts->pair_count, 1);
    return all;
}
