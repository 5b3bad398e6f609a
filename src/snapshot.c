// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "snapshot.h"

#include <string.h>

#include "pairs.h"
#include "record.h"
#include "snapshot_body.h"

struct taut_snapshot {
    taut_allocator allocator;
    taut_world_name* world;
    size_t bytes;
    taut_kept_body* slots;
    int slot_count;
    unsigned char* parts;  // of taut_keepers, each from its place on
    size_t part_at[TAUT_MOST_KEEPERS];
};

void taut_world_name_release(const taut_allocator* allocator, taut_world_name* name)
{
    if (name != NULL && atomic_fetch_sub(&name->holders, 1) == 1) {
        taut_free(allocator, name, sizeof *name);
    }
}

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
        taut_kept_body* kept = layout->base != NULL ? &s->slots[i] : NULL;
        taut_kept_lay_out(kept, world->slots[i].body, layout);
    }
}

taut_snapshot* taut_snapshot_make(taut_world* world)
{
    taut_snapshot sized = {.allocator = world->allocator, .world = world->name};
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
    (void)atomic_fetch_add(&s->world->holders, 1);
    hold_parts(s, true);
    for (int i = 0; i < s->slot_count; ++i) {
        taut_kept_body* kept = &s->slots[i];
        kept->generation = world->slots[i].generation;
        kept->realm = world->slots[i].realm;
        if (world->slots[i].body != NULL) {
            taut_state_read(world->slots[i].body, TAUT_STATE_ALL);
        }
        if (kept->bytes != NULL && !taut_kept_take(&s->allocator, kept, world->slots[i].body)) {
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
        taut_kept_release(&snapshot->allocator, &snapshot->slots[i]);
    }
    hold_parts(snapshot, false);
    taut_allocator allocator = snapshot->allocator;
    taut_world_name_release(&allocator, snapshot->world);
    taut_free(&allocator, snapshot, snapshot->bytes);
}

size_t taut_snapshot_bytes(const taut_snapshot* snapshot)
{
    size_t bytes = snapshot != NULL ? snapshot->bytes : 0;
    for (int i = 0; snapshot != NULL && i < snapshot->slot_count; ++i) {
        bytes += taut_kept_bytes(&snapshot->slots[i]);
    }
    return bytes;
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

// All the memory that restoring takes, before anything is changed.
static bool make_ready(taut_world* world, taut_snapshot* s)
{
    bool ok = true;
    for (int i = 0; i < s->slot_count && ok; ++i) {
        ok = taut_kept_ready(world, i, &s->slots[i]);
    }
    ok = ok && ready_parts(world, s);
    for (int i = 0; i < s->slot_count && !ok; ++i) {
        taut_kept_forget(&s->allocator, &s->slots[i]);
    }
    return ok;
}

bool taut_snapshot_put_back(taut_world* world, taut_snapshot* snapshot)
{
    if (!make_ready(world, snapshot)) {
        return false;
    }
    for (int i = snapshot->slot_count; i < world->slot_count; ++i) {
        taut_kept_put_back(world, i, &(taut_kept_body){0});
    }
    world->changes += 1;
    world->slot_count = snapshot->slot_count;  // slots are never given back: there is room
    for (int i = 0; i < snapshot->slot_count; ++i) {
        taut_kept_put_back(world, i, &snapshot->slots[i]);
    }
    world->realms.count = 0;
    for (int i = 0; i < world->slot_count; ++i) {
        taut_realms_add(&world->realms, world->slots[i].realm, i);
    }
    load_parts(world, snapshot);
    for (int i = 0; i < world->group_count; ++i) {
        taut_pairs* p = taut_groups_get(world, i).pairs;
        if (p != NULL) {
            p->touching = 0;  // what touched did so at another time
        }
    }
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
    if (snapshot->world != world->name) {
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
