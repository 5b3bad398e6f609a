// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The edges by which a torn body meets colliders: those of its triangles as they are now, and links
// that are not broken. Within the room that was set aside.

#include "contacts_order.h"
#include "tear.h"

static void add_edge(taut_contact_order* order, const taut_blueprint* p, int a, int b)
{
    const int32_t* seat_of = p->schedule.seating.seat_of;
    taut_order_add(order, (const int32_t[3]){seat_of[a < b ? a : b], seat_of[a < b ? b : a], -1});
}

// Whether no triangle before this one has both particles.
static bool is_first(const taut_topology* t, const taut_blueprint* p, int triangle, int a, int b)
{
    for (int32_t c = t->corner_first[a]; c >= 0 && c / 3 < triangle; c = t->corner_next[c]) {
        const int32_t* corners = p->triangles + (c - c % 3);
        if (corners[(c + 1) % 3] == b || corners[(c + 2) % 3] == b) {
            return false;
        }
    }
    return true;
}

static void tell_edges(const taut_body* b, taut_contact_order* order)
{
    const taut_blueprint* p = b->blueprint;
    for (int i = 0; i < 3 * p->triangle_count; ++i) {
        int from = p->triangles[i], to = p->triangles[i - i % 3 + (i + 1) % 3];
        if (is_first(b->topology, p, i / 3, from, to)) {
            add_edge(order, p, from, to);
        }
    }
    const taut_constraint_set* links = &p->sets[TAUT_CONSTRAINT_DISTANCE];
    for (int i = 0; i < p->added_count; ++i) {
        taut_slot slot = p->slots[i];
        if (slot.kind != TAUT_CONSTRAINT_DISTANCE || !taut_set_has(links, slot.place) ||
            links->family[slot.place] != TAUT_FAMILY_STRUCTURAL) {
            continue;
        }
        int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES];
        taut_blueprint_particles(p, slot, ends);
        if (!taut_topology_edge(b->topology, p, ends[0], ends[1])) {
            add_edge(order, p, ends[0], ends[1]);
        }
    }
}

void taut_contacts_follow_tears(taut_body* b)
{
    taut_contacts* k = b->contacts;
    if (k == NULL) {
        return;
    }
    if (k->edge_room > 0) {
        taut_contact_order order = taut_order_edges(k);
        tell_edges(b, &order);
        taut_order_place(&order, k);
        tell_edges(b, &order);
        k->edge_count = taut_order_end(&order);
    }
    taut_contacts_order_faces(k, b->blueprint);
}
