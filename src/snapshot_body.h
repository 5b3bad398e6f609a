// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A body in a snapshot: its block, and copies of what it has beside it that changes or that may be
// gone when it comes back.

#pragma once

#include "contacts.h"
#include "world.h"

// A slot of the world as it was.
typedef struct taut_kept_body {
    uint32_t generation, realm;  // of the slot
    unsigned char*
        bytes;  // of the body: one block, whose pointers are laid out anew; NULL for none
    size_t size;
    taut_blueprint* blueprint;       // a reference, or a copy of the one that is its own
    struct taut_topology* topology;  // likewise; NULL of a body that shares its blueprint
    struct taut_pair_links* links;   // a copy; NULL for none
    taut_contacts contacts;          // without its arrays; no bytes for none
    int32_t* edges;                  // these, in the block of the snapshot
    taut_touch* touches;

    // While restoring: what has to be made.
    taut_body* made;
    taut_blueprint* made_blueprint;
    struct taut_topology* made_topology;
    taut_contacts* made_contacts;
    void* made_room;
    size_t made_room_bytes;
} taut_kept_body;

// Takes room for a body (NULL for none) in the block of the snapshot. While `layout` only counts,
// `kept` is not written to.
void taut_kept_lay_out(taut_kept_body* kept, const taut_body* body, taut_layout* layout);

// Copies it there. False when memory is short; what was made goes with taut_kept_release().
bool taut_kept_take(const taut_allocator* allocator, taut_kept_body* kept, const taut_body* body);
void taut_kept_release(const taut_allocator* allocator, taut_kept_body* kept);

// Bytes beside the block of the snapshot.
size_t taut_kept_bytes(const taut_kept_body* kept);

// All the memory that putting it back into a slot takes, before anything is changed. False when
// memory is short; what was made goes with taut_kept_forget().
bool taut_kept_ready(taut_world* world, int slot, taut_kept_body* kept);
void taut_kept_forget(const taut_allocator* allocator, taut_kept_body* kept);

// Cannot fail.
void taut_kept_put_back(taut_world* world, int slot, taut_kept_body* kept);
