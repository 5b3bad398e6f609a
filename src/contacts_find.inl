// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which elements of a body could meet which colliders within a step. One formula for the host,
// which takes elements one after another (candidates.c), and for kernels, which count the pairs of
// each first (cuda/contacts.inl).

#pragma once

#include "contacts.h"
#include "math/lane.h"

// An element of a body and the room it may be in before the step ends.
typedef struct contact_element {
    int32_t seats[3];
    int count;
    taut_box box;
    float reach;  // the largest of its particles, thickness included
} contact_element;

LANE_FN contact_element contact_element_of(const taut_contacts* k, const int32_t* seats, int count)
{
    contact_element e = {.seats = {-1, -1, -1}, .count = count, .box = taut_box_empty()};
    for (int i = 0; i < count; ++i) {
        float reach = k->reach[seats[i]] + k->def.thickness;
        e.seats[i] = seats[i];
        taut_box_add(&e.box, taut_rows_get(k->base, seats[i]));
        e.reach = reach > e.reach ? reach : e.reach;
    }
    e.box = taut_box_grow(e.box, e.reach);
    return e;
}

// Where pairs go: from number `next` on. What finds no room is left out, but has its number.
typedef struct contact_list {
    taut_contacts* k;
    int64_t next;
    bool counts;  // and nothing else
} contact_list;

LANE_FN void contact_add_pair(contact_list* list, const contact_element* e, int near, int feature)
{
    taut_contacts* k = list->k;
    int64_t i = list->next++;
    if (list->counts || i >= k->room) {
        return;
    }
    taut_contact* c = &k->pairs[i];  // what else there is of it is set where it meets
    c->near = near;
    c->seats[0] = e->seats[0];
    c->seats[1] = e->seats[1];
    c->seats[2] = e->seats[2];
    c->feature = feature;
    k->watches[i] = (taut_watch){.seats = {e->seats[0], e->seats[1], e->seats[2]}, .near = near};
    k->until[i] = -INFINITY;
    k->live[i] = 0;
}

// The distance from a shape falls by no more than a point moves: an edge whose ends are far enough
// off for its length has nothing to fear, nor has a particle farther off than it reaches.
LANE_FN bool contact_within(const taut_collider* c, const taut_near* near, const contact_element* e,
                            taut_rows base, int feature)
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

// Whether its pairs are of a part of it each, which their feature says.
LANE_FN bool contact_has_facets(const taut_collider* c)
{
    return c->kind == TAUT_SHAPE_MESH || c->kind == TAUT_SHAPE_HEIGHT_FIELD;
}

// Planes are told apart from what is above them at both ends of their way.
LANE_FN bool contact_above_plane(const taut_collider* c, const contact_element* e, taut_rows base)
{
    taut_pose a = taut_collider_pose(c, 0.0f), b = taut_collider_pose(c, 1.0f);
    taut_vec3 x = taut_rows_get(base, e->seats[0]);
    float turn = taut_vec3_length(taut_vec3_sub(taut_pose_in(&a, x), taut_pose_in(&b, x)));
    float d = taut_pose_in(&a, x).y, f = taut_pose_in(&b, x).y;
    return (d < f ? d : f) > e->reach + turn;
}

LANE_CALL void contact_pair_facets(contact_list* list, const taut_collider* c, int near,
                                   const contact_element* e)
{
    const taut_contacts* k = list->k;
    const taut_near* n = &k->near[near];
    taut_box box = taut_box_empty();
    for (int i = 0; i < e->count; ++i) {
        taut_box_add(&box, taut_pose_in(&n->before, taut_rows_get(k->base, e->seats[i])));
    }
    box = taut_box_grow(box, e->reach + c->motion);
    if (c->shape->solid) {  // what is below belongs to the triangle over it, however high
        box.high.y = c->shape->high.y;
    }
    taut_bvh_walk round = taut_bvh_begin(c->shape, box);
    for (const taut_bvh_node* leaf = taut_bvh_next(&round); leaf != NULL;
         leaf = taut_bvh_next(&round)) {
        for (int i = leaf->first; i < leaf->first + leaf->count; ++i) {
            int triangle = c->shape->items[i];
            if (contact_within(c, n, e, k->base, triangle)) {
                contact_add_pair(list, e, near, triangle);
            }
        }
    }
}

// The longest side of an edge or a face, squared.
LANE_FN float contact_side2(const taut_contacts* k, const contact_element* e)
{
    float square = 0.0f;
    for (int i = 0; i < e->count; ++i) {
        taut_vec3 side = taut_vec3_sub(taut_rows_get(k->base, e->seats[(i + 1) % e->count]),
                                       taut_rows_get(k->base, e->seats[i]));
        float s = taut_vec3_dot(side, side);
        square = s > square ? s : square;
    }
    return square;
}

// How far an edge of its length sinks between two particles on a rounding of that radius; within a
// quarter of the thickness that does not matter: so long a side, squared.
LANE_FN float contact_sink2(const taut_contacts* k, const taut_collider* c)
{
    float rounding = taut_collider_rounding(c);
    return 8.0f * 0.25f * k->def.thickness * (rounding + k->def.thickness);
}

LANE_FN bool contact_sinks(const taut_contacts* k, const taut_collider* c, const contact_element* e)
{
    return contact_side2(k, e) > contact_sink2(k, c);
}

// Tips farther from the middle of the box around an element than its corners are passed by, with
// some to spare: the box decides.
LANE_CALL void contact_pair_tips(contact_list* list, const taut_collider* c, int near,
                                 const contact_element* e)
{
    const taut_contacts* k = list->k;
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
            contact_add_pair(list, e, near, i);
        }
    }
}

// Whether an element may have pairs with a collider at all.
LANE_FN bool contact_reaches(const taut_contacts* k, const taut_collider* c,
                             const contact_element* e)
{
    return taut_box_meets(e->box, c->bounds) && (e->count == 1 || contact_sinks(k, c, e));
}

// Whether a particle or an edge has one with a collider without facets, which it may.
LANE_FN bool contact_is_pair(const taut_contacts* k, const taut_collider* c, int near,
                             const contact_element* e)
{
    return c->kind == TAUT_SHAPE_PLANE ? !contact_above_plane(c, e, k->base)
                                       : contact_within(c, &k->near[near], e, k->base, 0);
}

LANE_CALL void contact_pair_element(const taut_step* s, contact_list* list,
                                    const contact_element* e)
{
    const taut_contacts* k = list->k;
    for (int i = 0; i < k->near_count; ++i) {
        const taut_collider* c = &s->colliders->items[k->near[i].collider];
        if (!contact_reaches(k, c, e)) {
            continue;
        }
        if (e->count == 3) {
            contact_pair_tips(list, c, i, e);
        } else if (contact_has_facets(c)) {
            contact_pair_facets(list, c, i, e);
        } else if (contact_is_pair(k, c, i, e)) {
            contact_add_pair(list, e, i, 0);
        }
    }
}

// Colliders less than that many thicknesses across: contacts hold at any depth (contacts.c).
#define CONTACT_THIN 16.0f

// How far across where it is thinnest, by its box.
LANE_CALL float contact_breadth(const taut_collider* c)
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

LANE_FN float contact_mean(float a, float b)
{
    return sqrtf(a * b);
}

LANE_FN taut_near contact_near_of(const taut_step* s, const taut_contacts* k, int collider)
{
    const taut_collider* c = &s->colliders->items[collider];
    const taut_surface *a = &k->def.surface, *b = &c->surface;
    float n = (float)s->substep_count;
    return (taut_near){
        .collider = collider,
        .going = c->going,
        .convex = c->kind <= TAUT_SHAPE_HULL,
        .thin = contact_breadth(c) < CONTACT_THIN * k->def.thickness,
        .before = taut_collider_pose(c, (float)s->substep / n),
        .after = taut_collider_pose(c, (float)(s->substep + 1) / n),
        .hold = contact_mean(taut_surface_hold(a), taut_surface_hold(b)),
        .slide = contact_mean(a->friction, b->friction),
        .bounce = a->restitution > b->restitution ? a->restitution : b->restitution,
    };
}

// Whether a body in that box may meet it.
LANE_CALL bool contact_comes_near(const taut_contacts* k, const taut_collider* c, taut_box box)
{
    return c->used && (c->filter.category & k->def.filter.mask) != 0 &&
           (k->def.filter.category & c->filter.mask) != 0 && taut_box_meets(box, c->bounds);
}

// Its place among the first `count` of those near by; -1: it has none.
LANE_CALL int contact_place_of(const taut_contacts* k, int count, int collider)
{
    int place = -1;
    for (int i = 0; i < count; ++i) {
        place = k->near[i].collider == collider ? i : place;  // so that all are asked for at once
    }
    return place;
}

LANE_FN bool contact_has_place(const taut_contacts* k, int count, int collider)
{
    return contact_place_of(k, count, collider) >= 0;
}

// How far gravity takes a particle in a time, at most.
LANE_CALL float contact_fall(const taut_step* s, const taut_work* w, float time)
{
    return taut_vec3_length(s->gravity) * fabsf(w->body->gravity_scale) * time * time;
}

// Some more than a particle goes by its speed and gravity: constraints move it too.
LANE_FN void contact_widen_reach(const taut_contacts* k, int seat, float fall)
{
    k->reach[seat] = 1.25f * (k->reach[seat] + fall) + 2.0f * k->def.thickness;
}

LANE_FN bool contact_any_free(const taut_work* w, const int32_t* seats, int count)
{
    bool free = false;
    for (int i = 0; i < count; ++i) {
        free = free || w->w[seats[i]] > 0.0f;
    }
    return free;
}

// Pairs of an element of so many particles.
LANE_FN void contact_pair_seats(const taut_step* s, const taut_work* w, contact_list* list,
                                const int32_t* seats, int count)
{
    if (contact_any_free(w, seats, count)) {
        contact_element e = contact_element_of(list->k, seats, count);
        contact_pair_element(s, list, &e);
    }
}
