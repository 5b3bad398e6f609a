// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which elements of a body could meet which colliders within a step.

#include <string.h>

#include "backend/direct.h"
#include "base/sort.h"
#include "contacts.h"

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

// Each edge once, as seats, into `out` unless that is NULL; how many there are, or -1.
static int make_edges(const taut_allocator* allocator, const taut_blueprint* p, int32_t* out)
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
    int32_t* order = memory + (ptrdiff_t)2 * list.count;
    gather_edges(p, &list);
    for (int i = 0; i < list.count; ++i) {
        order[i] = i;
    }
    taut_sort(order, order + list.count, list.count, edge_before, list.ends);
    int count = 0;
    for (int i = 0; i < list.count; ++i) {
        const int32_t* e = list.ends + (ptrdiff_t)2 * order[i];
        if (i > 0 && !edge_before(list.ends, order[i - 1], order[i])) {
            continue;
        }
        if (out != NULL) {
            out[2 * count] = p->schedule.seating.seat_of[e[0]];
            out[2 * count + 1] = p->schedule.seating.seat_of[e[1]];
        }
        ++count;
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

static void lay_out(taut_contacts* k, const taut_blueprint* p, taut_layout* layout)
{
    size_t seats = (size_t)p->schedule.seating.seat_count;
    k->bends = taut_layout_take(layout, (size_t)k->bend_room, sizeof *k->bends);
    k->bend_first = taut_layout_take(layout, (size_t)p->trees.node_count, sizeof *k->bend_first);
    k->guesses = taut_layout_take(layout, (size_t)p->trees.node_count, sizeof *k->guesses);
    k->node_of = taut_layout_take(layout, p->trees.node_count > 0 ? seats : 0, sizeof *k->node_of);
    k->edges = taut_layout_take(layout, (size_t)k->edge_room * 2, sizeof *k->edges);
    k->pairs = taut_layout_take(layout, (size_t)k->room, sizeof *k->pairs);
    k->watches = taut_layout_take(layout, (size_t)k->room, sizeof *k->watches);
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
    lay_out(&sized, blueprint, &measure);
    taut_layout place = {taut_allocate(allocator, measure.used), 0};
    if (place.base == NULL) {
        return NULL;
    }
    taut_contacts* k = taut_layout_take(&place, 1, sizeof *k);
    *k = sized;
    k->bytes = measure.used;
    lay_out(k, blueprint, &place);
    return k;
}

taut_contacts* taut_contacts_make(const taut_allocator* allocator, const taut_blueprint* blueprint,
                                  const taut_collision_def* def)
{
    int count = blueprint->particle_count;
    int some = 2 * count + 4 * (count < 4096 ? count : 4096) + 256;
    int room = def->contact_room > 0 ? def->contact_room : some;
    taut_contacts sized = {.def = *def, .room = room, .near_room = 64 + room / 8};
    sized.bend_room = 4 * blueprint->trees.node_count;
    sized.edge_count = def->edges ? make_edges(allocator, blueprint, NULL) : 0;
    if (sized.edge_count < 0) {
        return NULL;
    }
    int spare = blueprint->particle_capacity - blueprint->particle_count;
    int bare = blueprint->triangle_capacity - blueprint->triangle_count;
    sized.edge_room = sized.edge_count + (def->edges ? 3 * (spare + bare) : 0);
    taut_contacts* k = taut_contacts_make_like(allocator, blueprint, &sized);
    if (k != NULL && k->edge_count > 0 && make_edges(allocator, blueprint, k->edges) < 0) {
        taut_contacts_unmake(allocator, k);
        return NULL;
    }
    return k;
}

void taut_contacts_load(taut_contacts* k, const taut_contacts* from, const int32_t* edges,
                        const taut_touch* touches)
{
    k->edge_count = from->edge_count;
    k->touch_count = from->touch_count;
    k->pair_count = k->touching = 0;  // of another time
    if (k->edge_count > 0) {
        memcpy(k->edges, edges, (size_t)k->edge_count * 2 * sizeof *edges);
    }
    if (k->touch_count > 0) {
        memcpy(k->touches, touches, (size_t)k->touch_count * sizeof *touches);
    }
}

void taut_contacts_unmake(const taut_allocator* allocator, taut_contacts* contacts)
{
    if (contacts != NULL) {
        taut_free(allocator, contacts, contacts->bytes);
    }
}

// Finding -----------------------------------------------------------------------------------------

// An element of a body and the room it may be in before the step ends.
typedef struct element {
    int32_t seats[3];
    int count;
    taut_box box;
    float reach;  // the largest of its particles, thickness included
} element;

static element element_of(const taut_contacts* k, const int32_t* seats, int count)
{
    element e = {.seats = {-1, -1, -1}, .count = count, .box = taut_box_empty()};
    for (int i = 0; i < count; ++i) {
        float reach = k->reach[seats[i]] + k->def.thickness;
        e.seats[i] = seats[i];
        taut_box_add(&e.box, taut_rows_get(k->base, seats[i]));
        e.reach = reach > e.reach ? reach : e.reach;
    }
    e.box = taut_box_grow(e.box, e.reach);
    return e;
}

static void add_pair(taut_contacts* k, const element* e, int near, int feature)
{
    if (k->pair_count == k->room) {
        ++k->dropped;
        return;
    }
    int i = k->pair_count++;
    k->pairs[i] = (taut_contact){
        .near = near, .feature = feature, .seats = {e->seats[0], e->seats[1], e->seats[2]}};
    k->watches[i] = (taut_watch){
        .seats = {e->seats[0], e->seats[1], e->seats[2]}, .near = near, .until = -INFINITY};
    k->live[i] = 0;
}

// The distance from a shape falls by no more than a point moves: an edge whose ends are far enough
// off for its length has nothing to fear, nor has a particle farther off than it reaches.
static bool within(const taut_collider* c, const taut_near* near, const element* e, taut_rows base,
                   int feature)
{
    float sum = 0.0f;
    taut_vec3 x[2];
    for (int i = 0; i < e->count; ++i) {
        x[i] = taut_rows_get(base, e->seats[i]);
        sum += taut_collider_distance(c, feature, taut_pose_in(&near->before, x[i])).d;
    }
    float length = e->count == 2 ? taut_vec3_length(taut_vec3_sub(x[1], x[0])) : 0.0f;
    float least = e->count == 2 ? 0.5f * (sum - length) : sum;
    return least <= e->reach + c->motion;
}

// Planes are told apart from what is above them at both ends of their way.
static bool above_plane(const taut_collider* c, const element* e, taut_rows base)
{
    taut_pose a = taut_collider_pose(c, 0.0f), b = taut_collider_pose(c, 1.0f);
    taut_vec3 x = taut_rows_get(base, e->seats[0]);
    float turn = taut_vec3_length(taut_vec3_sub(taut_pose_in(&a, x), taut_pose_in(&b, x)));
    float d = taut_pose_in(&a, x).y, f = taut_pose_in(&b, x).y;
    return (d < f ? d : f) > e->reach + turn;
}

static void pair_facets(taut_contacts* k, const taut_collider* c, int near, const element* e)
{
    const taut_near* n = &k->near[near];
    taut_box box = taut_box_empty();
    for (int i = 0; i < e->count; ++i) {
        taut_box_add(&box, taut_pose_in(&n->before, taut_rows_get(k->base, e->seats[i])));
    }
    box = taut_box_grow(box, e->reach + c->motion);
    if (c->shape->solid) {  // what is below belongs to the triangle over it, however high
        box.high.y = c->shape->high.y;
    }
    taut_bvh_walk walk = taut_bvh_begin(c->shape, box);
    for (const taut_bvh_node* leaf = taut_bvh_next(&walk); leaf != NULL;
         leaf = taut_bvh_next(&walk)) {
        for (int i = leaf->first; i < leaf->first + leaf->count; ++i) {
            int triangle = c->shape->items[i];
            if (within(c, n, e, k->base, triangle)) {
                add_pair(k, e, near, triangle);
            }
        }
    }
}

// How far an edge of its length sinks between two particles on a rounding of that radius; within a
// quarter of the thickness that does not matter.
static bool sinks(const taut_contacts* k, const taut_collider* c, const element* e)
{
    float rounding = taut_collider_rounding(c);
    float square = 0.0f;
    for (int i = 0; i < e->count; ++i) {
        taut_vec3 side = taut_vec3_sub(taut_rows_get(k->base, e->seats[(i + 1) % e->count]),
                                       taut_rows_get(k->base, e->seats[i]));
        float s = taut_vec3_dot(side, side);
        square = s > square ? s : square;
    }
    return square > 8.0f * 0.25f * k->def.thickness * (rounding + k->def.thickness);
}

// Tips farther from the middle of the box around an element than its corners are passed by, with
// some to spare: the box decides.
static void pair_tips(taut_contacts* k, const taut_collider* c, int near, const element* e)
{
    taut_box box = taut_box_grow(e->box, c->motion);
    taut_vec3 middle = taut_vec3_scale(taut_vec3_add(box.low, box.high), 0.5f);
    float corner = 0.6f * taut_vec3_length(taut_vec3_sub(box.high, box.low));
    middle = taut_pose_in(&k->near[near].before, middle);
    for (int i = 0; i < taut_collider_tip_count(c); ++i) {
        if (!taut_collider_has_tip(c, i)) {
            continue;
        }
        taut_tip tip = taut_collider_tip(c, i);
        taut_vec3 off = taut_vec3_sub(tip.at, middle);
        float far = corner + 1.8f * tip.radius;
        if (taut_vec3_dot(off, off) > far * far) {
            continue;
        }
        taut_vec3 at = taut_pose_out(&k->near[near].before, tip.at);
        if (taut_box_meets(taut_box_grow((taut_box){at, at}, tip.radius), box)) {
            add_pair(k, e, near, i);
        }
    }
}

static void pair_element(const taut_step* s, taut_contacts* k, const element* e)
{
    for (int i = 0; i < k->near_count; ++i) {
        const taut_collider* c = &s->colliders->items[k->near[i].collider];
        bool facets = c->kind == TAUT_SHAPE_MESH || c->kind == TAUT_SHAPE_HEIGHT_FIELD;
        if (!taut_box_meets(e->box, c->bounds) || (e->count > 1 && !sinks(k, c, e))) {
            continue;
        }
        if (e->count == 3) {
            pair_tips(k, c, i, e);
        } else if (facets) {
            pair_facets(k, c, i, e);
        } else if (c->kind == TAUT_SHAPE_PLANE ? !above_plane(c, e, k->base)
                                               : within(c, &k->near[i], e, k->base, 0)) {
            add_pair(k, e, i, 0);
        }
    }
}

// Colliders less than that many thicknesses across: contacts hold at any depth (contacts.c).
#define THIN 16.0f

// How far across where it is thinnest, by its box.
static float breadth(const taut_collider* c)
{
    float least = 2.0f * c->radius;
    if (c->kind == TAUT_SHAPE_CYLINDER) {
        least = c->half_height < c->radius ? 2.0f * c->half_height : least;
    } else if (c->kind == TAUT_SHAPE_BOX || c->kind == TAUT_SHAPE_HULL) {
        taut_vec3 d = c->kind == TAUT_SHAPE_BOX ? taut_vec3_scale(c->half_size, 2.0f)
                                                : taut_vec3_sub(c->shape->high, c->shape->low);
        least = d.x < d.y ? d.x : d.y;
        least = d.z < least && !c->planar ? d.z : least;
    } else if (c->kind == TAUT_SHAPE_PLANE || c->kind == TAUT_SHAPE_HEIGHT_FIELD) {
        least = INFINITY;
    }
    return least;
}

static float mean(float a, float b)
{
    return sqrtf(a * b);
}

static void add_near(const taut_step* s, taut_contacts* k, int collider)
{
    const taut_collider* c = &s->colliders->items[collider];
    for (int i = 0; i < k->near_count; ++i) {
        if (k->near[i].collider == collider) {
            return;
        }
    }
    if (k->near_count == k->near_room) {
        ++k->dropped;
        return;
    }
    const taut_surface *a = &k->def.surface, *b = &c->surface;
    float n = (float)s->substep_count;
    k->near[k->near_count++] = (taut_near){
        .collider = collider,
        .going = c->going,
        .convex = c->kind <= TAUT_SHAPE_HULL,
        .thin = breadth(c) < THIN * k->def.thickness,
        .before = taut_collider_pose(c, (float)s->substep / n),
        .after = taut_collider_pose(c, (float)(s->substep + 1) / n),
        .hold = mean(taut_surface_hold(a), taut_surface_hold(b)),
        .slide = mean(a->friction, b->friction),
        .bounce = a->restitution > b->restitution ? a->restitution : b->restitution,
    };
}

static void find_near(const taut_step* s, taut_work* w)
{
    taut_contacts* k = w->body->contacts;
    taut_box box = taut_box_empty();
    const int32_t* particle_of = w->body->blueprint->schedule.seating.particle_of;
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        if (particle_of[seat] >= 0) {
            element e = element_of(k, &seat, 1);
            taut_box_add(&box, e.box.low);
            taut_box_add(&box, e.box.high);
        }
    }
    taut_realm_walk walk = taut_realms_walk(&s->colliders->realms, w->body->realm);
    for (int i = taut_realms_next(&walk); i >= 0; i = taut_realms_next(&walk)) {
        const taut_collider* c = &s->colliders->items[i];
        if (c->used && (c->filter.category & k->def.filter.mask) != 0 &&
            (k->def.filter.category & c->filter.mask) != 0 && taut_box_meets(box, c->bounds)) {
            add_near(s, k, i);
        }
    }
}

// Some more than a particle goes by its speed and gravity: constraints move it too.
static void widen_reach(const taut_step* s, const taut_work* w, float time)
{
    taut_contacts* k = w->body->contacts;
    float fall = taut_vec3_length(s->gravity) * fabsf(w->body->gravity_scale) * time * time;
    for (int seat = 0; seat < taut_contact_seats(w); ++seat) {
        k->reach[seat] = 1.25f * (k->reach[seat] + fall) + 2.0f * k->def.thickness;
    }
}

static bool any_free(const taut_work* w, const int32_t* seats, int count)
{
    bool free = false;
    for (int i = 0; i < count; ++i) {
        free = free || w->w[seats[i]] > 0.0f;
    }
    return free;
}

void taut_contacts_find(const taut_step* s, taut_work* w, float time)
{
    taut_contacts* k = w->body->contacts;
    const taut_blueprint* p = w->body->blueprint;
    const int32_t* seat_of = p->schedule.seating.seat_of;
    widen_reach(s, w, time);
    find_near(s, w);
    k->pair_count = 0;
    for (int32_t seat = 0; seat < taut_contact_seats(w) && k->near_count > 0; ++seat) {
        if (w->w[seat] > 0.0f) {
            element e = element_of(k, &seat, 1);
            pair_element(s, k, &e);
        }
    }
    k->point_count = k->pair_count;
    for (int i = 0; i < k->edge_count && k->near_count > 0; ++i) {
        if (any_free(w, k->edges + (ptrdiff_t)2 * i, 2)) {
            element e = element_of(k, k->edges + (ptrdiff_t)2 * i, 2);
            pair_element(s, k, &e);
        }
    }
    for (int i = 0; i < p->triangle_count && k->near_count > 0 && k->def.faces; ++i) {
        const int32_t* t = p->triangles + (ptrdiff_t)3 * i;
        const int32_t seats[3] = {seat_of[t[0]], seat_of[t[1]], seat_of[t[2]]};
        if (any_free(w, seats, 3)) {
            element e = element_of(k, seats, 3);
            pair_element(s, k, &e);
        }
    }
}
