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

void taut_realms_add(taut_realms* realms, uint32_t realm, int number)
{
    int at = taut_realms_place(realms, realm, number);
    size_t after = (size_t)(realms->count - at);
    memmove(&realms->items[at + 1], &realms->items[at], after * sizeof *realms->items);
    realms->items[at] = (taut_realm_entry){realm, number};
    realms->count += 1;
}
