// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Pairs of elements of a body and of colliders that could meet within a step: memory for them, and
// finding them.

#include <string.h>

#include "backend/direct.h"
#include "base/sort.h"
#include "contacts_find.inl"
#include "contacts_order.h"

// Making ------------------------------------------------------------------------------------------

// Both ends of a possible edge, the lower number first.
typedef struct edge_list {
    int32_t* ends;
    int count;
} edge_list;

static void add_edge(edge_list* list, int a, int b)
{
    if (list->ends != NULL) {
        list->ends[2 * list->count] = a < b ? a : b;
        list->ends[2 * list->count + 1] = a < b ? b : a;
    }
    ++list->count;
}

static void gather_edges(const taut_blueprint* p, edge_list* list)
{
    list->count = 0;
    for (int i = 0; i < p->triangle_count; ++i) {
        const int32_t* t = p->triangles + (ptrdiff_t)3 * i;
        add_edge(list, t[0], t[1]);
        add_edge(list, t[1], t[2]);
        add_edge(list, t[2], t[0]);
    }
    const taut_constraint_set* links = &p->sets[TAUT_CONSTRAINT_DISTANCE];
    for (int i = 0; i < p->added_count; ++i) {
        taut_slot slot = p->slots[i];
        if (slot.kind == TAUT_CONSTRAINT_DISTANCE && taut_set_has(links, slot.place) &&
            links->family[slot.place] == TAUT_FAMILY_STRUCTURAL) {
            int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES];
            taut_blueprint_particles(p, slot, ends);
            add_edge(list, ends[0], ends[1]);
        }
    }
}

static bool edge_before(const void* context, int32_t a, int32_t b)
{
    const int32_t* ends = context;
    const int32_t *p = ends + (ptrdiff_t)2 * a, *q = ends + (ptrdiff_t)2 * b;
    return p[0] != q[0] ? p[0] < q[0] : p[1] < q[1];
}

// Sorted, each of them once. Returns how many.
static int sort_edges(edge_list* list, int32_t* order)
{
    for (int i = 0; i < list->count; ++i) {
        order[i] = i;
    }
    taut_sort(order, order + list->count, list->count, edge_before, list->ends);
    int count = 0;
    for (int i = 0; i < list->count; ++i) {
        if (i == 0 || edge_before(list->ends, order[count - 1], order[i])) {
            order[count++] = order[i];
        }
    }
    return count;
}

static void tell_edges(const taut_blueprint* p, const int32_t* ends, const int32_t* sorted,
                       int count, taut_contact_order* order)
{
    const int32_t* seat_of = p->schedule.seating.seat_of;
    for (int i = 0; i < count; ++i) {
        const int32_t* e = ends + (ptrdiff_t)2 * sorted[i];
        taut_order_add(order, (const int32_t[3]){seat_of[e[0]], seat_of[e[1]], -1});
    }
}

// Each edge once, in its order, into `k` unless that is NULL; how many there are, or -1.
static int make_edges(const taut_allocator* allocator, const taut_blueprint* p, taut_contacts* k)
{
    edge_list list = {0};
    gather_edges(p, &list);
    if (list.count == 0) {
        return 0;
    }
    size_t bytes = (size_t)list.count * 4 * sizeof(int32_t);
    int32_t* memory = taut_allocate(allocator, bytes);
    if (memory == NULL) {
        return -1;
    }
    list.ends = memory;
    int32_t* sorted = memory + (ptrdiff_t)2 * list.count;
    gather_edges(p, &list);
    int count = sort_edges(&list, sorted);
    if (k != NULL) {
        taut_contact_order order = taut_order_edges(k);
        tell_edges(p, list.ends, sorted, count, &order);
        taut_order_place(&order, k);
        tell_edges(p, list.ends, sorted, count, &order);
    }
    taut_free(allocator, memory, bytes);
    return count;
}

static taut_rows take_rows(taut_layout* layout, size_t count)
{
    return (taut_rows){.x = taut_layout_take(layout, count, sizeof(float)),
                       .y = taut_layout_take(layout, count, sizeof(float)),
                       .z = taut_layout_take(layout, count, sizeof(float))};
}

void taut_contacts_lay_out(taut_contacts* k, const taut_blueprint* p, taut_layout* layout)
{
    size_t seats = (size_t)p->schedule.seating.seat_count;
    k->bends = taut_layout_take(layout, (size_t)k->bend_room, sizeof *k->bends);
    k->bend_first = taut_layout_take(layout, (size_t)p->trees.node_count, sizeof *k->bend_first);
    k->guesses = taut_layout_take(layout, (size_t)p->trees.node_count, sizeof *k->guesses);
    k->node_of = taut_layout_take(layout, p->trees.node_count > 0 ? seats : 0, sizeof *k->node_of);
    k->edges = taut_layout_take(layout, (size_t)k->edge_room * 2, sizeof *k->edges);
    k->faces = taut_layout_take(layout, (size_t)k->face_room * 3, sizeof *k->faces);
    k->pairs = taut_layout_take(layout, (size_t)k->room, sizeof *k->pairs);
    k->watches = taut_layout_take(layout, (size_t)k->room, sizeof *k->watches);
    k->until = taut_layout_take(layout, (size_t)k->room, sizeof *k->until);
    k->live = taut_layout_take(layout, (size_t)k->room, sizeof *k->live);
    k->near = taut_layout_take(layout, (size_t)k->near_room, sizeof *k->near);
    k->touches = taut_layout_take(layout, (size_t)k->near_room, sizeof *k->touches);
    k->base = take_rows(layout, seats);
    k->reach = taut_layout_take(layout, seats, sizeof *k->reach);
    k->before = take_rows(layout, seats);
    k->moved = taut_layout_take(layout, seats, sizeof *k->moved);
    k->travel = taut_layout_take(layout, seats, sizeof *k->travel);
    k->seen = take_rows(layout, seats);
    k->on = taut_layout_take(layout, seats, sizeof *k->on);
}

taut_contacts* taut_contacts_make_like(const taut_allocator* allocator,
                                       const taut_blueprint* blueprint, const taut_contacts* from)
{
    taut_contacts sized = *from;
    taut_layout measure = {0};
    (void)taut_layout_take(&measure, 1, sizeof sized);
    taut_contacts_lay_out(&sized, blueprint, &measure);
    taut_layout place = {taut_allocate(allocator, measure.used), 0};
    if (place.base == NULL) {
        return NULL;
    }
    taut_contacts* k = taut_layout_take(&place, 1, sizeof *k);
    *k = sized;
    k->bytes = measure.used;
    taut_contacts_lay_out(k, blueprint, &place);
    return k;
}

taut_contacts* taut_contacts_make(const taut_allocator* allocator, const taut_blueprint* blueprint,
                                  const taut_collision_def* def)
{
    int count = blueprint->particle_count;
    int some = 2 * count + 4 * (count < 4096 ? count : 4096) + 256;
    int room = def->contact_room > 0 ? def->contact_room : some;
    taut_contacts sized = {.def = *def,
                           .room = room,
                           .near_room = 64 + room / 8,
                           .seat_count = blueprint->schedule.seating.seat_count,
                           .face_room = def->faces ? blueprint->triangle_capacity : 0};
    sized.bend_room = 4 * blueprint->trees.node_count;
    sized.edge_count = def->edges ? make_edges(allocator, blueprint, NULL) : 0;
    if (sized.edge_count < 0) {
        return NULL;
    }
    int spare = blueprint->particle_capacity - blueprint->particle_count;
    int bare = blueprint->triangle_capacity - blueprint->triangle_count;
    sized.edge_room = sized.edge_count + (def->edges ? 3 * (spare + bare) : 0);
    taut_contacts* k = taut_contacts_make_like(allocator, blueprint, &sized);
    if (k != NULL && k->edge_count > 0 && make_edges(allocator, blueprint, k) < 0) {
        taut_contacts_unmake(allocator, k);
        return NULL;
    }
    if (k != NULL) {
        taut_contacts_order_faces(k, blueprint);
    }
    return k;
}

void taut_contacts_load(taut_contacts* k, const taut_contacts* from, const int32_t* edges,
                        const taut_touch* touches, const taut_blueprint* blueprint)
{
    k->edge_count = from->edge_count;
    k->edge_colours = from->edge_colours;
    k->touch_count = from->touch_count;
    k->pair_count = k->touching = 0;  // of another time
    if (k->edge_count > 0) {
        memcpy(k->edges, edges, (size_t)k->edge_count * 2 * sizeof *edges);
    }
    if (k->touch_count > 0) {
        memcpy(k->touches, touches, (size_t)k->touch_count * sizeof *touches);
    }
    taut_contacts_order_faces(k, blueprint);
}

void taut_contacts_unmake(const taut_allocator* allocator, taut_contacts* contacts)
{
    if (contacts != NULL) {
        taut_free(allocator, contacts, contacts->bytes);
    }
}

// Finding -----------------------------------------------------------------------------------------

// A place for one that has none, as far as there is room.
static void place_near(const taut_step* s, taut_contacts* k, int collider)
{
    if (k->near_count == k->near_room) {
        ++k->dropped;
        return;
    }
    k->near[k->near_count++] = contact_near_of(s, k, collider);
}

static void find_near(const taut_step* s, taut_work* w)
{
    taut_contacts* k = w->body->contacts;
    taut_box box = taut_box_empty();
    const int32_t* particle_of = w->body->blueprint->schedule.seating.particle_of;
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        if (particle_of[seat] >= 0) {
            contact_element e = contact_element_of(k, &seat, 1);
            taut_box_add(&box, e.box.low);
            taut_box_add(&box, e.box.high);
        }
    }
    taut_realm_meets met = taut_realms_met(&s->colliders->realms, w->body->realm);
    for (int i = 0; i < taut_realms_met_count(&met); ++i) {
        int collider = taut_realms_met_at(&met, i);
        if (contact_comes_near(k, &s->colliders->items[collider], box) &&
            !contact_has_place(k, k->near_count, collider)) {
            place_near(s, k, collider);
        }
    }
}

static int found(const contact_list* list)
{
    return (int)(list->next < list->k->room ? list->next : list->k->room);
}

void taut_contacts_find(const taut_step* s, taut_work* w, float time)
{
    taut_contacts* k = w->body->contacts;
    contact_list list = {k, 0, false};
    k->longest2 = -1.0f;
    float fall = contact_fall(s, w, time);
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        contact_widen_reach(k, seat, fall);
    }
    find_near(s, w);
    for (int32_t seat = 0; seat < taut_contact_seats(w) && k->near_count > 0; ++seat) {
        contact_pair_seats(s, w, &list, &seat, 1);
    }
    k->point_count = found(&list);
    for (int i = 0; i < k->edge_count && k->near_count > 0; ++i) {
        contact_pair_seats(s, w, &list, k->edges + (ptrdiff_t)2 * i, 2);
    }
    for (int i = 0; i < k->face_count && k->near_count > 0; ++i) {
        contact_pair_seats(s, w, &list, k->faces + (ptrdiff_t)3 * i, 3);
    }
    k->pair_count = found(&list);
    k->dropped += list.next - k->pair_count;
}
