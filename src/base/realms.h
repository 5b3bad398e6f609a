// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which of many things belong to a realm (taut_base.h): their numbers, realm by realm. Things stay
// in the list while their slot is free, and a free slot is only used again in its realm. So the
// things of a realm have the order that they would have in a world of their own.

#pragma once

#include "base/alloc.h"
#include "base/compiler.h"

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

// The first entry that does not come before this one.
TAUT_INLINE int taut_realms_place(const taut_realms* realms, uint32_t realm, int number)
{
    int low = 0;
    int high = realms->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        taut_realm_entry e = realms->items[middle];
        bool before = e.realm < realm || (e.realm == realm && e.number < number);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

// Those of a realm; of TAUT_REALM_ALL, those that are in all.
TAUT_INLINE taut_realm_range taut_realms_of(const taut_realms* realms, uint32_t realm)
{
    taut_realm_range range = {taut_realms_place(realms, realm, 0), realms->count};
    if (realm != TAUT_REALM_ALL) {
        range.end = taut_realms_place(realms, realm + 1, 0);
    }
    return range;
}

// What a realm meets: its own, and what is in all.
typedef struct taut_realm_meets {
    const taut_realm_entry* items;
    taut_realm_range mine, shared;
} taut_realm_meets;

TAUT_INLINE taut_realm_meets taut_realms_met(const taut_realms* realms, uint32_t realm)
{
    taut_realm_meets met = {realms->items, taut_realms_of(realms, realm),
                            taut_realms_of(realms, TAUT_REALM_ALL)};
    return met;
}

TAUT_INLINE int taut_realms_met_count(const taut_realm_meets* met)
{
    return met->mine.end - met->mine.first + met->shared.end - met->shared.first;
}

// Number i of these, in the order of numbers: as many of the realm's own come before it as can have
// smaller numbers than the rest of the shared ones.
TAUT_INLINE int taut_realms_met_at(const taut_realm_meets* met, int i)
{
    int own = met->mine.end - met->mine.first, other = met->shared.end - met->shared.first;
    int low = i > other ? i - other : 0;
    int high = i < own ? i : own;
    while (low < high) {
        int middle = low + (high - low) / 2;
        bool more = met->items[met->mine.first + middle].number <
                    met->items[met->shared.first + i - middle - 1].number;
        low = more ? middle + 1 : low;
        high = more ? high : middle;
    }
    int a = low, b = i - low;
    bool mine = b >= other || (a < own && met->items[met->mine.first + a].number <
                                              met->items[met->shared.first + b].number);
    return met->items[mine ? met->mine.first + a : met->shared.first + b].number;
}

// Whether two things, of which one at most is in all realms, can meet.
TAUT_INLINE bool taut_realm_same(uint32_t a, uint32_t b)
{
    return a == b || a == TAUT_REALM_ALL || b == TAUT_REALM_ALL;
}
