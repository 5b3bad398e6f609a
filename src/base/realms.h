// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which of many things belong to a realm (taut_base.h): their numbers, realm by realm. Things stay
// in the list while their slot is free, and a free slot is only used again in its realm. So the
// things of a realm have the order that they would have in a world of their own.

#pragma once

#include "base/alloc.h"

typedef struct taut_realm_entry {
    uint32_t realm;
    int32_t number;
} taut_realm_entry;

typedef struct taut_realms {
    taut_realm_entry* items;  // by realm, then by number
    int count, capacity;
} taut_realms;

// Entries `first` to `end` - 1.
typedef struct taut_realm_range {
    int first, end;
} taut_realm_range;

// Room for so many entries; false when memory is short.
bool taut_realms_reserve(const taut_allocator* allocator, taut_realms* realms, int count);
void taut_realms_free(const taut_allocator* allocator, taut_realms* realms);
size_t taut_realms_bytes(const taut_realms* realms);

// There is room. A number is in the list once.
void taut_realms_add(taut_realms* realms, uint32_t realm, int number);

// Those of a realm; of TAUT_REALM_ALL, those that are in all.
taut_realm_range taut_realms_of(const taut_realms* realms, uint32_t realm);

// Goes through what a realm meets in the order of numbers: its own, and what is in all.
typedef struct taut_realm_walk {
    const taut_realm_entry *mine, *end;
    const taut_realm_entry *shared, *shared_end;
} taut_realm_walk;

taut_realm_walk taut_realms_walk(const taut_realms* realms, uint32_t realm);

// The next number, -1 when there is none.
int taut_realms_next(taut_realm_walk* walk);

// Whether two things, of which one at most is in all realms, can meet.
static inline bool taut_realm_meets(uint32_t a, uint32_t b)
{
    return a == b || a == TAUT_REALM_ALL || b == TAUT_REALM_ALL;
}
