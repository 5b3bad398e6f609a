// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "snapshot.h"

#include <string.h>

#include "contacts.h"
#include "record.h"
#include "topology.h"

// A slot of the world as it was.
typedef struct kept_slot {
    uint32_t generation;
    taut_blueprint* blueprint;  // a reference; NULL where there was no body
    taut_topology* topology;    // of a body that had a blueprint of its own: of its copy above
    unsigned char* bytes;       // of the body: one block, whose pointers are laid out anew
    size_t size;
    taut_body* made;                 // while restoring: a block for a body that comes back
    taut_blueprint* made_blueprint;  // and copies of what was its own
    taut_topology* made_topology;
} kept_slot;

struct taut_snapshot {
    taut_allocator allocator;
    const taut_world* world;
    taut_solver_kind solver;  // of the world, and the next: another one may come to live in its
    int most_steps;           // place
    size_t bytes;
    kept_slot* slots;
    int slot_count;
    unsigned char* parts;  // of taut_keepers, each from its place on
    size_t part_at[TAUT_MOST_KEEPERS];
};

void taut_stream_put(taut_stream* stream, const void* from, size_t bytes)
{
    if (stream->base != NULL && bytes > 0) {
        memcpy(stream->base + stream->at, from, bytes);
    }
    stream->at += bytes;
}

void taut_stream_get(taut_stream* stream, void* to, size_t bytes)
{
    if (bytes > 0) {
        memcpy(to, stream->base + stream->at, bytes);
    }
    stream->at += bytes;
}

// Returns their bytes. Without a place for them it only counts.
static size_t save_parts(const taut_world* world, taut_snapshot* s)
{
    taut_stream out = {s->parts, 0};
    for (int i = 0; i < taut_keeper_count; ++i) {
        s->part_at[i] = out.at;
        taut_keepers[i].save(world, &out);
    }
    return out.at;
}

static bool ready_parts(taut_world* world, const taut_snapshot* s)
{
    bool ok = true;
    for (int i = 0; i < taut_keeper_count && ok; ++i) {
        taut_stream in = {s->parts, s->part_at[i]};
        ok = taut_keepers[i].ready == NULL || taut_keepers[i].ready(world, &in);
    }
    return ok;
}

static void load_parts(taut_world* world, const taut_snapshot* s)
{
    for (int i = 0; i < taut_keeper_count; ++i) {
        taut_stream in = {s->parts, s->part_at[i]};
        taut_keepers[i].load(world, &in);
    }
}

static void hold_parts(const taut_snapshot* s, bool holds)
{
    for (int i = 0; i < taut_keeper_count; ++i) {
        taut_stream in = {s->parts, s->part_at[i]};
        if (taut_keepers[i].hold != NULL) {
            taut_keepers[i].hold(&in, holds);
        }
    }
}

// Taking ------------------------------------------------------------------------------------------

static void lay_out(taut_snapshot* s, const taut_world* world, taut_layout* layout)
{
    s->slots = taut_layout_take(layout, (size_t)world->slot_count, sizeof *s->slots);
    s->parts = NULL;
    s->parts = taut_layout_take(layout, save_parts(world, s), 1);
    for (int i = 0; i < world->slot_count; ++i) {
        const taut_body* b = world->slots[i].body;
        unsigned char* bytes = b != NULL ? taut_layout_take(layout, b->bytes, 1) : NULL;
        if (bytes != NULL) {
            s->slots[i] = (kept_slot){.bytes = bytes, .size = b->bytes};
            s->slots[i].blueprint = b->topology == NULL ? b->blueprint : NULL;
        }
    }
}

// A blueprint that is a body's own goes on changing: the snapshot has a copy.
static bool keep_body(const taut_snapshot* s, kept_slot* slot, const taut_body* b)
{
    memcpy(slot->bytes, b, slot->size);
    if (b->topology == NULL) {
        taut_blueprint_retain(slot->blueprint);
        return true;
    }
    slot->blueprint = taut_blueprint_clone(&s->allocator, b->blueprint);
    if (slot->blueprint != NULL) {
        slot->topology = taut_topology_clone(&s->allocator, b->topology, slot->blueprint);
    }
    return slot->topology != NULL;
}

taut_snapshot* taut_snapshot_make(taut_world* world)
{
    taut_snapshot sized = {.allocator = world->allocator,
                           .world = world,
                           .solver = world->def.solver.kind,
                           .most_steps = world->def.most_steps};
    taut_layout measure = {0};
    (void)taut_layout_take(&measure, 1, sizeof sized);
    lay_out(&sized, world, &measure);
    taut_layout place = {taut_allocate(&world->allocator, measure.used), 0};
    if (place.base == NULL) {
        return NULL;
    }
    taut_snapshot* s = taut_layout_take(&place, 1, sizeof *s);
    *s = sized;
    s->bytes = measure.used;
    s->slot_count = world->slot_count;
    lay_out(s, world, &place);
    (void)save_parts(world, s);
    hold_parts(s, true);
    for (int i = 0; i < s->slot_count; ++i) {
        kept_slot* slot = &s->slots[i];
        slot->generation = world->slots[i].generation;
        if (slot->bytes != NULL && !keep_body(s, slot, world->slots[i].body)) {
            taut_snapshot_release(s);
            return NULL;
        }
    }
    return s;
}

void taut_snapshot_release(taut_snapshot* snapshot)
{
    if (snapshot == NULL) {
        return;
    }
    for (int i = 0; i < snapshot->slot_count; ++i) {
        taut_blueprint_release(snapshot->slots[i].blueprint);
        taut_topology_free(&snapshot->allocator, snapshot->slots[i].topology);
    }
    hold_parts(snapshot, false);
    taut_allocator allocator = snapshot->allocator;
    taut_free(&allocator, snapshot, snapshot->bytes);
}

size_t taut_snapshot_bytes(const taut_snapshot* snapshot)
{
    return snapshot != NULL ? snapshot->bytes : 0;
}

taut_result taut_snapshot_take(taut_world* world, taut_snapshot** snapshot)
{
    if (snapshot != NULL) {
        *snapshot = NULL;
    }
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (snapshot == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "snapshot is NULL: nowhere to put the snapshot");
    }
    *snapshot = taut_snapshot_make(world);
    return *snapshot != NULL
               ? TAUT_OK
               : taut_world_fail(world, TAUT_ERROR_OUT_OF_MEMORY,
                                 "no memory for a snapshot of %d bodies", world->body_count);
}

// Restoring ---------------------------------------------------------------------------------------

// Whether the body in a slot is the one that was copied, in its old block.
static bool is_still_there(const taut_world* world, int i, const kept_slot* kept)
{
    const taut_body_slot* slot = &world->slots[i];
    return i < world->slot_count && slot->body != NULL && slot->generation == kept->generation &&
           slot->body->bytes == kept->size;
}

static void forget_made(taut_snapshot* s)
{
    for (int i = 0; i < s->slot_count; ++i) {
        taut_body* made = s->slots[i].made;
        if (made != NULL) {
            taut_free(&s->allocator, made->room, made->room_bytes);
            taut_free(&s->allocator, made->contacts, made->contact_bytes);
            taut_free(&s->allocator, made, s->slots[i].size);
        }
        taut_blueprint_release(s->slots[i].made_blueprint);
        taut_topology_free(&s->allocator, s->slots[i].made_topology);
        s->slots[i].made = NULL;
        s->slots[i].made_blueprint = NULL;
        s->slots[i].made_topology = NULL;
    }
}

static bool copy_own(const taut_snapshot* s, kept_slot* kept)
{
    if (kept->topology == NULL) {
        return true;
    }
    kept->made_blueprint = taut_blueprint_clone(&s->allocator, kept->blueprint);
    if (kept->made_blueprint != NULL) {
        kept->made_topology =
            taut_topology_clone(&s->allocator, kept->topology, kept->made_blueprint);
    }
    return kept->made_topology != NULL;
}

// Room to work in, and to meet colliders. A body of the crowd gets its own by being tied to it once
// more.
static bool ready_body(taut_world* world, const kept_slot* kept)
{
    const taut_body* saved = (const void*)kept->bytes;
    taut_body* made = kept->made;
    taut_body_load(made, saved, kept->blueprint);
    bool ok = taut_world_reserve(world, made);
    if (ok && saved->contacts != NULL) {
        made->contacts = taut_contacts_make(&world->allocator, made->blueprint, &made->collision);
        made->contact_bytes = made->contacts != NULL ? made->contacts->bytes : 0;
        ok = made->contacts != NULL;
    }
    if (ok && made->couplings > 0) {
        ok = taut_world_couple(world, made);
        made->couplings -= ok ? 1 : 0;
    }
    return ok;
}

// All the memory that restoring takes, before anything is changed.
static bool make_missing(taut_world* world, taut_snapshot* s)
{
    bool ok = true;
    for (int i = 0; i < s->slot_count && ok; ++i) {
        kept_slot* kept = &s->slots[i];
        if (kept->bytes != NULL && !is_still_there(world, i, kept)) {
            kept->made = taut_allocate(&world->allocator, kept->size);
            ok = kept->made != NULL;
            ok = ok && ready_body(world, kept);
        }
        ok = ok && (kept->bytes == NULL || copy_own(s, kept));
    }
    ok = ok && ready_parts(world, s);
    if (!ok) {
        forget_made(s);
    }
    return ok;
}

static void remove_body(taut_world* world, int i)
{
    taut_body* b = world->slots[i].body;
    if (b != NULL) {
        taut_world_count_body(world, b, -1);
        taut_body_unmake(&world->allocator, b);
        world->slots[i].body = NULL;
    }
}

// The body keeps a reference of its own, whichever blueprint it has come to since.
static void put_back_body(taut_world* world, int i, kept_slot* kept)
{
    bool own = kept->made_topology != NULL;
    taut_blueprint* blueprint = own ? kept->made_blueprint : kept->blueprint;
    if (!own) {
        taut_blueprint_retain(blueprint);
    }
    if (kept->made == NULL) {
        taut_body* b = world->slots[i].body;
        taut_world_count_body(world, b, -1);
        taut_blueprint_release(b->blueprint);
        taut_topology_free(&world->allocator, b->topology);
        taut_body_load(b, kept->bytes, blueprint);
    } else {
        remove_body(world, i);
        world->slots[i].body = kept->made;
        kept->made->blueprint = blueprint;
        kept->made = NULL;
    }
    world->slots[i].body->topology = kept->made_topology;
    kept->made_blueprint = NULL;
    kept->made_topology = NULL;
    world->slots[i].body->run = taut_world_stages(world, world->slots[i].body->fine);
    taut_world_count_body(world, world->slots[i].body, 1);
}

bool taut_snapshot_put_back(taut_world* world, taut_snapshot* snapshot)
{
    if (!make_missing(world, snapshot)) {
        return false;
    }
    for (int i = snapshot->slot_count; i < world->slot_count; ++i) {
        remove_body(world, i);
    }
    world->slot_count = snapshot->slot_count;  // slots are never given back: there is room
    for (int i = 0; i < snapshot->slot_count; ++i) {
        kept_slot* kept = &snapshot->slots[i];
        if (kept->bytes != NULL) {
            put_back_body(world, i, kept);
        } else {
            remove_body(world, i);
        }
        world->slots[i].generation = kept->generation;
    }
    load_parts(world, snapshot);
    return true;
}

taut_result taut_snapshot_restore(taut_world* world, taut_snapshot* snapshot)
{
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (snapshot == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "snapshot is NULL");
    }
    if (snapshot->world != world || snapshot->solver != world->def.solver.kind ||
        snapshot->most_steps != world->def.most_steps) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "snapshot was taken of another world");
    }
    if (taut_record_running(world)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "a recording is running, and cannot follow the world back: stop it "
                               "first");
    }
    if (!taut_snapshot_put_back(world, snapshot)) {
        return taut_world_fail(world, TAUT_ERROR_OUT_OF_MEMORY,
                               "no memory for bodies that come back");
    }
    return TAUT_OK;
}
