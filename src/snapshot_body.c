// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "snapshot_body.h"

#include <string.h>

#include "backend/work.h"
#include "pair_links.h"
#include "topology.h"

// Taking ------------------------------------------------------------------------------------------

void taut_kept_lay_out(taut_kept_body* kept, const taut_body* body, taut_layout* layout)
{
    if (body == NULL) {
        return;
    }
    const taut_contacts* k = body->contacts;
    size_t edges = k != NULL ? (size_t)k->edge_count : 0;
    size_t touches = k != NULL ? (size_t)k->touch_count : 0;
    taut_kept_body placed = {.size = body->bytes};
    placed.bytes = taut_layout_take(layout, body->bytes, 1);
    placed.edges = taut_layout_take(layout, 2 * edges, sizeof *placed.edges);
    placed.touches = taut_layout_take(layout, touches, sizeof *placed.touches);
    if (layout->base != NULL) {
        *kept = placed;
    }
}

static void take_contacts(taut_kept_body* kept, const taut_contacts* k)
{
    kept->contacts = *k;
    if (k->edge_count > 0) {
        memcpy(kept->edges, k->edges, (size_t)k->edge_count * 2 * sizeof *k->edges);
    }
    if (k->touch_count > 0) {
        memcpy(kept->touches, k->touches, (size_t)k->touch_count * sizeof *k->touches);
    }
}

// A blueprint that is a body's own goes on changing: the snapshot has a copy.
static bool take_blueprint(const taut_allocator* allocator, taut_kept_body* kept,
                           const taut_body* body)
{
    if (body->topology == NULL) {
        taut_blueprint_retain(body->blueprint);
        kept->blueprint = body->blueprint;
        return true;
    }
    kept->blueprint = taut_blueprint_clone(allocator, body->blueprint);
    if (kept->blueprint != NULL) {
        kept->topology = taut_topology_clone(allocator, body->topology, kept->blueprint);
    }
    return kept->topology != NULL;
}

bool taut_kept_take(const taut_allocator* allocator, taut_kept_body* kept, const taut_body* body)
{
    memcpy(kept->bytes, body, kept->size);
    if (body->contacts != NULL) {
        take_contacts(kept, body->contacts);
    }
    if (body->links != NULL) {
        kept->links = taut_pair_links_clone(allocator, body->links);
    }
    bool ok = body->links == NULL || kept->links != NULL;
    return ok && take_blueprint(allocator, kept, body);
}

void taut_kept_release(const taut_allocator* allocator, taut_kept_body* kept)
{
    taut_blueprint_release(kept->blueprint);
    taut_topology_free(allocator, kept->topology);
    taut_pair_links_unmake(allocator, kept->links);
}

size_t taut_kept_bytes(const taut_kept_body* kept)
{
    const taut_blueprint* own = kept->topology != NULL ? kept->blueprint : NULL;
    size_t bytes = kept->links != NULL ? kept->links->bytes : 0;
    if (own != NULL) {
        bytes += own->bytes + own->schedule.bytes + own->trees.bytes + own->lines.bytes;
    }
    return bytes + taut_topology_bytes(kept->topology);
}

// Restoring ---------------------------------------------------------------------------------------

static const taut_body* copied(const taut_kept_body* kept)
{
    return (const void*)kept->bytes;
}

// The body in a slot, where it is the one that was copied, in its old block; NULL otherwise. Its id
// does not say: going back to before it was made, and making another, gives that one the same.
static taut_body* still_there(const taut_world* world, int i, const taut_kept_body* kept)
{
    taut_body* b = i < world->slot_count ? world->slots[i].body : NULL;
    bool same = b != NULL && b->serial == copied(kept)->serial && b->bytes == kept->size;
    return same ? b : NULL;
}

// Its own blueprint is written over where it still has it.
static bool fits_own(const taut_body* b, const taut_kept_body* kept)
{
    return b != NULL && b->topology != NULL && b->topology->bytes == kept->topology->bytes &&
           taut_blueprint_fits(b->blueprint, kept->blueprint);
}

static bool ready_own(const taut_world* world, const taut_body* there, taut_kept_body* kept)
{
    if (kept->topology == NULL || fits_own(there, kept)) {
        return true;
    }
    kept->made_blueprint = taut_blueprint_clone(&world->allocator, kept->blueprint);
    if (kept->made_blueprint != NULL) {
        kept->made_topology =
            taut_topology_clone(&world->allocator, kept->topology, kept->made_blueprint);
    }
    return kept->made_topology != NULL;
}

static bool ready_contacts(const taut_world* world, const taut_body* there, taut_kept_body* kept)
{
    size_t has = there != NULL && there->contacts != NULL ? there->contacts->bytes : 0;
    if (kept->contacts.bytes == 0 || has == kept->contacts.bytes) {
        return true;
    }
    kept->made_contacts =
        taut_contacts_make_like(&world->allocator, kept->blueprint, &kept->contacts);
    return kept->made_contacts != NULL;
}

// A body that was made anew from a snapshot of before it was tied to others, or before there was
// air, has no room for what it was later, or too little.
static bool ready_room(const taut_world* world, const taut_body* there, taut_kept_body* kept)
{
    taut_body then = *copied(kept);
    then.blueprint = kept->blueprint;
    size_t bytes = then.couplings > 0 ? taut_work_bytes(&then) : 0;
    if (there == NULL || bytes <= there->room_bytes) {
        return true;
    }
    kept->made_room = taut_allocate(&world->allocator, bytes);
    kept->made_room_bytes = bytes;
    return kept->made_room != NULL;
}

// Room to work in, and what stands in blocks of its own. A body of the crowd gets its own room by
// being tied to it once more.
static bool make_body(taut_world* world, taut_kept_body* kept)
{
    kept->made = taut_allocate(&world->allocator, kept->size);
    taut_body* made = kept->made;
    if (made == NULL) {
        return false;
    }
    taut_body_load(made, kept->bytes, kept->blueprint);
    bool ok = taut_world_reserve(world, made);
    if (ok && kept->links != NULL) {
        made->links = taut_pair_links_clone(&world->allocator, kept->links);
        ok = made->links != NULL;
    }
    if (ok && made->couplings > 0) {
        ok = taut_world_couple(world, made);
        made->couplings -= ok ? 1 : 0;
    }
    return ok;
}

bool taut_kept_ready(taut_world* world, int slot, taut_kept_body* kept)
{
    if (kept->bytes == NULL) {
        return true;
    }
    const taut_body* there = still_there(world, slot, kept);
    return (there != NULL || make_body(world, kept)) && ready_own(world, there, kept) &&
           ready_contacts(world, there, kept) && ready_room(world, there, kept);
}

void taut_kept_forget(const taut_allocator* allocator, taut_kept_body* kept)
{
    if (kept->made != NULL) {
        taut_free(allocator, kept->made->room, kept->made->room_bytes);
        taut_pair_links_unmake(allocator, kept->made->links);
        taut_free(allocator, kept->made, kept->size);
    }
    taut_blueprint_release(kept->made_blueprint);
    taut_topology_free(allocator, kept->made_topology);
    taut_contacts_unmake(allocator, kept->made_contacts);
    taut_free(allocator, kept->made_room, kept->made_room_bytes);
    kept->made_room = NULL;
    kept->made = NULL;
    kept->made_blueprint = NULL;
    kept->made_topology = NULL;
    kept->made_contacts = NULL;
}

static void remove_body(taut_world* world, int i)
{
    taut_body* b = world->slots[i].body;
    if (b != NULL) {
        taut_world_count_body(world, b, -1);
        taut_world_take_device(world, b);
        taut_body_unmake(&world->allocator, b);
        world->slots[i].body = NULL;
    }
}

static void put_back_contacts(taut_world* world, taut_body* b, taut_kept_body* kept)
{
    if (kept->made_contacts != NULL || kept->contacts.bytes == 0) {
        taut_contacts_unmake(&world->allocator, b->contacts);
        b->contacts = kept->made_contacts;
        b->contact_bytes = b->contacts != NULL ? b->contacts->bytes : 0;
        kept->made_contacts = NULL;
    }
    (void)taut_world_give_device_contacts(world, b);  // else it stays on the host
    if (b->contacts != NULL) {
        taut_contacts_load(b->contacts, &kept->contacts, kept->edges, kept->touches, b->blueprint);
    }
}

static void put_back_room(const taut_world* world, taut_body* b, taut_kept_body* kept)
{
    if (kept->made_room != NULL) {
        taut_free(&world->allocator, b->room, b->room_bytes);
        b->room = kept->made_room;
        b->room_bytes = kept->made_room_bytes;
        kept->made_room = NULL;
    }
}

// The blueprint it is to have; a reference is the body's.
static taut_blueprint* blueprint_for(const taut_kept_body* kept)
{
    if (kept->made_blueprint == NULL) {
        taut_blueprint_retain(kept->blueprint);
        return kept->blueprint;
    }
    return kept->made_blueprint;
}

static void load_body(taut_world* world, taut_body* b, const taut_kept_body* kept)
{
    taut_topology* topology = b->topology;
    bool in_place = kept->topology != NULL && kept->made_topology == NULL;
    taut_state_replace(b);
    taut_state_rebuilt(b);
    taut_world_count_body(world, b, -1);
    if (in_place) {
        taut_blueprint_overwrite(b->blueprint, kept->blueprint);
        taut_topology_overwrite(topology, kept->topology, b->blueprint);
        taut_body_load(b, kept->bytes, b->blueprint);
        b->topology = topology;
        return;
    }
    taut_blueprint_release(b->blueprint);
    taut_topology_free(&world->allocator, topology);
    taut_body_load(b, kept->bytes, blueprint_for(kept));
    b->topology = kept->made_topology;
}

void taut_kept_put_back(taut_world* world, int slot, taut_kept_body* kept)
{
    if (kept->made != NULL || kept->bytes == NULL) {
        remove_body(world, slot);
    }
    world->slots[slot].generation = kept->generation;
    world->slots[slot].realm = kept->realm;
    if (kept->bytes == NULL) {
        return;
    }
    if (kept->made != NULL) {
        kept->made->blueprint = blueprint_for(kept);
        kept->made->topology = kept->made_topology;
        world->slots[slot].body = kept->made;
    } else {
        load_body(world, world->slots[slot].body, kept);
    }
    taut_body* b = world->slots[slot].body;
    put_back_contacts(world, b, kept);
    put_back_room(world, b, kept);
    b->run = taut_world_stages(world, b->fine);
    taut_world_count_body(world, b, 1);
    if (b->device == NULL) {
        (void)taut_world_give_device(world, b);  // else it stays on the host
    }
    kept->made = NULL;
    kept->made_blueprint = NULL;
    kept->made_topology = NULL;
}
