// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Copies of a world's state, to go back to. Bodies are copied here; whatever else a module keeps in
// the world it saves and loads by an entry in the table of snapshot_parts.c.

#pragma once

#include "world.h"

// Bytes that are written and read in the same order. Without a base it only counts.
typedef struct taut_stream {
    unsigned char* base;
    size_t at;
} taut_stream;

void taut_stream_put(taut_stream* stream, const void* from, size_t bytes);
void taut_stream_get(taut_stream* stream, void* to, size_t bytes);

// A module's part of the state.
typedef struct taut_keeper {
    // Puts the part into the stream; called twice, first to count.
    void (*save)(const taut_world* world, taut_stream* out);
    // Makes room in the world for what `load` will bring, changing nothing else; false when memory
    // is short. Room that is not used in the end does no harm. NULL where none is needed.
    bool (*ready)(taut_world* world, taut_stream* in);
    // Takes the part out of the stream. Cannot fail.
    void (*load)(taut_world* world, taut_stream* in);
    // Takes references to what the part points at when the snapshot is made (true), and gives them
    // back when it is released (false). NULL where there is nothing to hold.
    void (*hold)(taut_stream* in, bool holds);
} taut_keeper;

// Every module that keeps state in a world beside its bodies, loaded in this order, after them.
#define TAUT_MOST_KEEPERS 16
extern const taut_keeper taut_keepers[];
extern const int taut_keeper_count;

// NULL when memory is short, or the world's.
taut_snapshot* taut_snapshot_make(taut_world* world);

// False when memory is short for bodies that come back; then nothing has changed.
bool taut_snapshot_put_back(taut_world* world, taut_snapshot* snapshot);
