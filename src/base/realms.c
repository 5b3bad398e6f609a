// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "base/realms.h"

#include <string.h>

bool taut_realms_reserve(const taut_allocator* allocator, taut_realms* realms, int count)
{
    void* items = realms->items;
    bool ok = taut_grow(allocator, &items, &realms->capacity, count, sizeof *realms->items);
    realms->items = items;
    return ok;
}

void taut_realms_free(const taut_allocator* allocator, taut_realms* realms)
{
    taut_free(allocator, realms->items, taut_realms_bytes(realms));
    *realms = (taut_realms){0};
}

size_t taut_realms_bytes(const taut_realms* realms)
{
    return (size_t)realms->capacity * sizeof *realms->items;
}

// The first entry that does not come before this one.
static int place_of(const taut_realms* realms, uint32_t realm, int number)
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

void taut_realms_add(taut_realms* realms, uint32_t realm, int number)
{
    int at = place_of(realms, realm, number);
    size_t after = (size_t)(realms->count - at);
    memmove(&realms->items[at + 1], &realms->items[at], after * sizeof *realms->items);
    realms->items[at] = (taut_realm_entry){realm, number};
    realms->count += 1;
}

taut_realm_range taut_realms_of(const taut_realms* realms, uint32_t realm)
{
    int first = place_of(realms, realm, 0);
    int end = realm == TAUT_REALM_ALL ? realms->count : place_of(realms, realm + 1, 0);
    return (taut_realm_range){first, end};
}

taut_realm_walk taut_realms_walk(const taut_realms* realms, uint32_t realm)
{
    taut_realm_walk walk = {0};
    if (realms->count > 0) {
        taut_realm_range mine = taut_realms_of(realms, realm);
        taut_realm_range shared = taut_realms_of(realms, TAUT_REALM_ALL);
        walk = (taut_realm_walk){realms->items + mine.first, realms->items + mine.end,
                                 realms->items + shared.first, realms->items + shared.end};
    }
    return walk;
}

int taut_realms_next(taut_realm_walk* walk)
{
    bool own = walk->mine != walk->end;
    bool other = walk->shared != walk->shared_end;
    if (own && (!other || walk->mine->number < walk->shared->number)) {
        return walk->mine++->number;
    }
    return other ? walk->shared++->number : -1;
}
