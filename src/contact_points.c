// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Where bodies touch, read after a step from what its last substep left behind (taut_debug.h).

#include "contacts.h"
#include "contacts_share.h"
#include "pairs.h"
#include "taut/taut_debug.h"
#include "world.h"

// The caller's array, and how many points there were for it.
typedef struct list {
    taut_contact_point* points;
    int capacity, count;
} list;

static void add(list* out, const taut_contact_point* point)
{
    if (out->count < out->capacity) {
        out->points[out->count] = *point;
    }
    out->count += 1;
}

// With colliders ----------------------------------------------------------------------------------

// Touches are what the last step had, and know whom they touched: numbers of colliders come again.
static bool touched(const taut_contacts* k, int32_t collider, taut_collider_id* id)
{
    for (int i = 0; i < k->touch_count; ++i) {
        if (k->touches[i].collider == collider) {
            *id = (taut_collider_id){(uint32_t)collider + 1, k->touches[i].generation};
            return true;
        }
    }
    return false;
}

static bool add_contact(const taut_world* world, const taut_body* b, const taut_contact* c,
                        taut_contact_point* point)
{
    const taut_seating* seating = &b->blueprint->schedule.seating;
    point->particle_count = seats_of(c);
    for (int i = 0; i < 3; ++i) {
        bool has = i < point->particle_count;
        point->particles[i] = has ? seating->particle_of[c->seats[i]] : -1;
        point->weights[i] = has ? share_of(c, point->particle_count, i) : 0.0f;
    }
    point->place = c->at;
    point->normal = c->n;
    point->force = taut_vec3_scale(c->pushed, b->last_scale);
    int32_t collider = b->contacts->near[c->near].collider;
    return collider < world->colliders.count && touched(b->contacts, collider, &point->collider);
}

static void add_body(const taut_world* world, int slot, list* out)
{
    const taut_body* b = world->slots[slot].body;
    const taut_contacts* k = b->contacts;
    bool frozen = b->frozen;
    taut_state_read(b, TAUT_STATE_CONTACTS);
    bool lost = b->frozen && !frozen;  // a device that failed took them along
    for (int i = 0; i < k->pair_count && !lost; ++i) {
        taut_contact_point point = {.body = taut_world_id(world, slot), .other_particle = -1};
        if (k->live[i] && k->pairs[i].lambda > 0.0f &&
            add_contact(world, b, &k->pairs[i], &point)) {
            add(out, &point);
        }
    }
}

// Of particles ------------------------------------------------------------------------------------

// The slot of a body that took part in the step; -1 where it is gone or has fewer particles now.
static int slot_of(const taut_world* world, const taut_pairs* p, const taut_point* point)
{
    uint64_t serial = p->bodies[point->owner].serial;
    for (int i = 0; i < world->slot_count; ++i) {
        const taut_body* b = world->slots[i].body;
        if (b != NULL && b->serial == serial) {
            return point->particle < b->particle_count ? i : -1;
        }
    }
    return -1;
}

static taut_vec3 unit_between(taut_vec3 from, taut_vec3 to)
{
    taut_vec3 way = taut_vec3_sub(to, from);
    float length = taut_vec3_length(way);
    return taut_vec3_scale(way, length > 0.0f ? 1.0f / length : 0.0f);
}

static void add_pair(const taut_world* world, const taut_pairs* p, const taut_pair* pair, list* out)
{
    const taut_point *a = &p->points[pair->a], *b = &p->points[pair->b];
    int slot_a = slot_of(world, p, a), slot_b = slot_of(world, p, b);
    if (slot_a < 0 || slot_b < 0) {
        return;
    }
    taut_state_read(world->slots[slot_a].body, TAUT_STATE_X);
    taut_state_read(world->slots[slot_b].body, TAUT_STATE_X);
    taut_vec3 at = taut_vec3_of(world->slots[slot_a].body->x[a->particle]);
    taut_vec3 other = taut_vec3_of(world->slots[slot_b].body->x[b->particle]);
    taut_vec3 n = unit_between(other, at);
    float scale = p->h > 0.0f ? 1.0f / p->h : 0.0f;
    taut_vec3 push = taut_vec3_scale(taut_vec3_madd(pair->rub, pair->lambda, n), scale);
    taut_contact_point point = {.body = taut_world_id(world, slot_a),
                                .particle_count = 1,
                                .particles = {a->particle, -1, -1},
                                .weights = {1.0f, 0.0f, 0.0f},
                                .other_body = taut_world_id(world, slot_b),
                                .other_particle = b->particle,
                                .place = taut_vec3_scale(taut_vec3_add(at, other), 0.5f),
                                .normal = n,
                                .force = taut_vec3_scale(push, scale)};
    add(out, &point);
}

// Pairs stay from step to step where nobody looks for any; in the last one some touched.
static void add_pairs(const taut_world* world, taut_group group, list* out)
{
    taut_pairs* p = group.pairs;
    if (p != NULL && p->touching > 0) {
        taut_device_read_pairs(world, group.realm, p);
    }
    for (int i = 0; p != NULL && p->touching > 0 && i < p->pair_count; ++i) {
        if (p->pairs[i].lambda > 0.0f) {
            add_pair(world, p, &p->pairs[i], out);
        }
    }
}

int taut_world_contact_points(const taut_world* world, taut_contact_point* points, int capacity)
{
    list out = {points, points != NULL ? capacity : 0, 0};
    for (int i = 0; world != NULL && i < world->slot_count; ++i) {
        const taut_body* b = world->slots[i].body;
        if (b != NULL && b->contacts != NULL && !b->frozen) {
            add_body(world, i, &out);
        }
    }
    for (int i = 0; world != NULL && i < world->group_count; ++i) {
        add_pairs(world, taut_groups_get(world, i), &out);
    }
    return out.count;
}
