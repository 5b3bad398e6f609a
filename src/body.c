// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "body.h"

#include <string.h>

#include "pair_links.h"
#include "topology.h"

static void lay_out(taut_body* b, taut_layout* layout)
{
    size_t n = (size_t)b->blueprint->particle_capacity;
    b->x = taut_layout_take(layout, n, sizeof *b->x);
    b->v = taut_layout_take(layout, n, sizeof *b->v);
    b->p = taut_layout_take(layout, n, sizeof *b->p);
    b->q = taut_layout_take(layout, n, sizeof *b->q);
    b->lo = taut_layout_take(layout, n, sizeof *b->lo);
    b->force = taut_layout_take(layout, n, sizeof *b->force);
    b->acceleration = taut_layout_take(layout, n, sizeof *b->acceleration);
    b->before_x = taut_layout_take(layout, n, sizeof *b->before_x);
    b->before_v = taut_layout_take(layout, n, sizeof *b->before_v);
    b->inverse_mass = taut_layout_take(layout, n, sizeof *b->inverse_mass);
    b->hold = taut_layout_take(layout, n, sizeof *b->hold);
    b->moving = taut_layout_take(layout, n, sizeof *b->moving);
    if (b->blueprint->triangle_count > 0) {
        b->normal = taut_layout_take(layout, n, sizeof *b->normal);
    }
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        size_t places = (size_t)b->blueprint->sets[kind].place_count;
        b->lambda[kind] = taut_layout_take(layout, places + TAUT_BATCH, sizeof(float));
        if (b->blueprint->sets[kind].any_friction) {
            b->grip[kind] = taut_layout_take(layout, places + TAUT_BATCH, sizeof(float));
        }
    }
    b->gases = taut_layout_take(layout, (size_t)b->blueprint->gas_count, sizeof *b->gases);
    b->user_lambda = taut_layout_take(layout, (size_t)b->blueprint->user_count, sizeof(float));
}

taut_body* taut_body_make(const taut_allocator* allocator, taut_blueprint* blueprint, bool fine)
{
    taut_body sized = {.blueprint = blueprint,
                       .particle_count = blueprint->particle_count,
                       .gravity_scale = 1.0f,
                       .fine = fine,
                       .crowd_index = -1};
    taut_layout measure = {0};
    (void)taut_layout_take(&measure, 1, sizeof sized);
    lay_out(&sized, &measure);
    taut_layout place = {taut_allocate(allocator, measure.used), 0};
    if (place.base == NULL) {
        return NULL;
    }
    taut_body* b = taut_layout_take(&place, 1, sizeof *b);
    *b = sized;
    b->bytes = measure.used;
    lay_out(b, &place);
    size_t bytes = (size_t)b->particle_count * sizeof *b->x;
    memcpy(b->x, blueprint->start, bytes);
    for (int i = 0; i < b->particle_count; ++i) {
        b->hold[i] = blueprint->pinned[i] ? TAUT_HOLD_PINNED : 0;
        b->inverse_mass[i] = blueprint->start[i].w;
        taut_body_apply_hold(b, i);
    }
    memcpy(b->before_x, b->x, bytes);
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        const taut_constraint_set* set = &blueprint->sets[kind];
        if (set->any_friction) {
            memcpy(b->grip[kind], set->rest, (size_t)set->place_count * sizeof(float));
        }
    }
    for (int i = 0; i < blueprint->gas_count; ++i) {
        b->gases[i].amount = blueprint->gases[i].amount;
        b->gases[i].ambient = blueprint->gases[i].ambient;
    }
    taut_blueprint_retain(blueprint);
    return b;
}

void taut_body_unmake(const taut_allocator* allocator, taut_body* body)
{
    if (body != NULL) {
        taut_blueprint_release(body->blueprint);
        taut_topology_free(allocator, body->topology);
        taut_free(allocator, body->room, body->room_bytes);
        taut_pair_links_unmake(allocator, body->links);
        taut_free(allocator, body->contacts, body->contact_bytes);
        taut_free(allocator, body, body->bytes);
    }
}

void taut_body_load(taut_body* body, const void* bytes, taut_blueprint* blueprint)
{
    const taut_body* saved = bytes;
    void* room = body->room;
    size_t room_bytes = body->room_bytes;
    struct taut_contacts* contacts = body->contacts;
    struct taut_pair_links* links = body->links;
    size_t contact_bytes = body->contact_bytes;
    struct taut_device_body* device = body->device;
    memcpy(body, saved, saved->bytes);
    body->room = room;
    body->room_bytes = room_bytes;
    body->contacts = contacts;
    body->contact_bytes = contact_bytes;
    body->links = links;
    body->device = device;
    body->blueprint = blueprint;
    taut_layout place = {(unsigned char*)body, 0};
    (void)taut_layout_take(&place, 1, sizeof *body);
    lay_out(body, &place);
}

void taut_body_stop(taut_body* body)
{
    size_t bytes = (size_t)body->particle_count * sizeof *body->x;
    memset(body->v, 0, bytes);
    memset(body->before_v, 0, bytes);
    memcpy(body->p, body->x, bytes);
    memcpy(body->before_x, body->x, bytes);
}

void taut_body_apply_hold(taut_body* body, int particle)
{
    bool held = (body->hold[particle] & TAUT_HOLD_BITS) != 0;
    taut_float4* x = &body->x[particle];
    x->w = held ? 0.0f : body->inverse_mass[particle];
    body->v[particle] = (taut_float4){0};
    body->lo[particle] = (taut_float4){0};
    body->p[particle] = *x;
    body->q[particle] = *x;
}

// Lanes that are switched off have no say in what they grip, and what stands there depends on who
// went over them.
float taut_body_rest(const taut_body* body, taut_slot slot)
{
    const taut_constraint_set* set = &body->blueprint->sets[slot.kind];
    bool rubs = set->any_friction && set->friction[slot.place] > 0.0f;
    bool grips = rubs && taut_set_has(set, slot.place);
    return grips ? body->grip[slot.kind][slot.place] : set->rest[slot.place];
}

taut_evaluation taut_body_evaluate(const taut_body* body, taut_slot slot)
{
    const taut_constraint_set* set = &body->blueprint->sets[slot.kind];
    int arity = taut_constraint_kind_info((taut_constraint_kind)slot.kind)->particle_count;
    int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(body->blueprint, slot, particles);
    taut_float4 x[TAUT_CONSTRAINT_MAX_PARTICLES] = {{0}};
    for (int i = 0; i < arity; ++i) {
        x[i] = body->x[particles[i]];
    }
    float rest = taut_body_rest(body, slot);
    return taut_constraint_evaluate((taut_constraint_kind)slot.kind, x, rest,
                                    set->ratio != NULL ? set->ratio[slot.place] : 1.0f);
}
