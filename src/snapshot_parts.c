// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a snapshot keeps beside bodies, module by module.

#include <assert.h>

#include "snapshot.h"

// The world itself --------------------------------------------------------------------------------

static void save_world(const taut_world* world, taut_stream* out)
{
    taut_stream_put(out, &world->def.gravity, sizeof world->def.gravity);
    taut_stream_put(out, &world->def.solver.bounds_min, sizeof world->def.solver.bounds_min);
    taut_stream_put(out, &world->def.solver.bounds_max, sizeof world->def.solver.bounds_max);
    taut_stream_put(out, &world->time, sizeof world->time);
    taut_stream_put(out, &world->accumulator, sizeof world->accumulator);
    taut_stream_put(out, &world->chooser, sizeof world->chooser);
    taut_stream_put(out, &world->taken_count, sizeof world->taken_count);
    taut_stream_put(out, world->taken, (size_t)world->taken_count * sizeof *world->taken);
}

static void load_world(taut_world* world, taut_stream* in)
{
    taut_stream_get(in, &world->def.gravity, sizeof world->def.gravity);
    taut_stream_get(in, &world->def.solver.bounds_min, sizeof world->def.solver.bounds_min);
    taut_stream_get(in, &world->def.solver.bounds_max, sizeof world->def.solver.bounds_max);
    taut_stream_get(in, &world->time, sizeof world->time);
    taut_stream_get(in, &world->accumulator, sizeof world->accumulator);
    taut_stream_get(in, &world->chooser, sizeof world->chooser);
    taut_stream_get(in, &world->taken_count, sizeof world->taken_count);
    taut_stream_get(in, world->taken, (size_t)world->taken_count * sizeof *world->taken);
}

// Events and attachments --------------------------------------------------------------------------

static void save_events(const taut_world* world, taut_stream* out)
{
    const taut_events* e = &world->events;
    taut_stream_put(out, &e->count, sizeof e->count);
    taut_stream_put(out, &e->dropped, sizeof e->dropped);
    taut_stream_put(out, e->items, (size_t)e->count * sizeof *e->items);
}

static void load_events(taut_world* world, taut_stream* in)
{
    taut_events* e = &world->events;
    taut_stream_get(in, &e->count, sizeof e->count);
    taut_stream_get(in, &e->dropped, sizeof e->dropped);
    taut_stream_get(in, e->items, (size_t)e->count * sizeof *e->items);
}

static void save_attachments(const taut_world* world, taut_stream* out)
{
    const taut_attachments* all = &world->attachments;
    taut_stream_put(out, &all->count, sizeof all->count);
    taut_stream_put(out, all->items, (size_t)all->count * sizeof *all->items);
}

// Capacity is never given back: there is room. Bodies may have come back in another place.
static void load_attachments(taut_world* world, taut_stream* in)
{
    taut_attachments* all = &world->attachments;
    taut_stream_get(in, &all->count, sizeof all->count);
    taut_stream_get(in, all->items, (size_t)all->count * sizeof *all->items);
    all->realms.count = 0;
    for (int i = 0; i < all->count; ++i) {
        taut_attachment* a = &all->items[i];
        a->body = a->live ? taut_world_peek(world, a->def.body) : NULL;
        a->other = a->live && a->count > 0 ? taut_world_peek(world, a->def.other) : NULL;
        taut_realms_add(&all->realms, a->realm, i);
    }
}

// Colliders ---------------------------------------------------------------------------------------

static void save_colliders(const taut_world* world, taut_stream* out)
{
    const taut_collider_set* set = &world->colliders;
    taut_stream_put(out, &set->count, sizeof set->count);
    taut_stream_put(out, &set->used, sizeof set->used);
    taut_stream_put(out, set->items, (size_t)set->count * sizeof *set->items);
}

// Baked shapes are held by the snapshot, too.
static void hold_colliders(taut_stream* in, bool holds)
{
    int count = 0, used = 0;
    taut_stream_get(in, &count, sizeof count);
    taut_stream_get(in, &used, sizeof used);
    for (int i = 0; i < count; ++i) {
        taut_collider c;
        taut_stream_get(in, &c, sizeof c);
        if (c.shape != NULL && holds) {
            taut_shape_retain(c.shape);
        } else {
            taut_shape_release(c.shape);
        }
    }
}

static void load_colliders(taut_world* world, taut_stream* in)
{
    taut_collider_set* set = &world->colliders;
    for (int i = 0; i < set->count; ++i) {
        taut_shape_release(set->items[i].shape);
    }
    taut_stream_get(in, &set->count, sizeof set->count);
    taut_stream_get(in, &set->used, sizeof set->used);
    taut_stream_get(in, set->items, (size_t)set->count * sizeof *set->items);
    set->realms.count = 0;
    for (int i = 0; i < set->count; ++i) {
        taut_realms_add(&set->realms, set->items[i].realm, i);
        if (set->items[i].shape != NULL) {
            taut_shape_retain(set->items[i].shape);
        }
    }
    taut_world_learn_colliders(world);
}

// Air ---------------------------------------------------------------------------------------------

static void save_air(const taut_world* world, taut_stream* out)
{
    taut_stream_put(out, &world->air, sizeof world->air);
}

static void load_air(taut_world* world, taut_stream* in)
{
    taut_stream_get(in, &world->air, sizeof world->air);
}

const taut_keeper taut_keepers[] = {
    {.save = save_world, .load = load_world},
    {.save = save_events, .load = load_events},
    {.save = save_attachments, .load = load_attachments},
    {.save = save_colliders, .load = load_colliders, .hold = hold_colliders},
    {.save = save_air, .load = load_air},
};

const int taut_keeper_count = (int)(sizeof taut_keepers / sizeof taut_keepers[0]);
static_assert(sizeof taut_keepers / sizeof taut_keepers[0] <= TAUT_MOST_KEEPERS,
              "a snapshot has a place for each");
