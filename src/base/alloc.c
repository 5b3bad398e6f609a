// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "base/alloc.h"

#include <string.h>

#include "platform/memory.h"

static size_t round_up(size_t size)
{
    return (size + TAUT_ALIGNMENT - 1) / TAUT_ALIGNMENT * TAUT_ALIGNMENT;
}

static void* default_alloc(void* context, size_t size, size_t alignment)
{
    (void)context;
    return taut_memory_take(size, alignment);
}

static void default_free(void* context, void* memory, size_t size, size_t alignment)
{
    (void)context;
    (void)size;
    (void)alignment;
    taut_memory_give_back(memory);
}

taut_allocator taut_allocator_default(void)
{
    return (taut_allocator){.alloc = default_alloc, .free = default_free, .context = NULL};
}

bool taut_allocator_valid(const taut_allocator* allocator)
{
    return (allocator->alloc == NULL) == (allocator->free == NULL);
}

void* taut_allocate(const taut_allocator* allocator, size_t size)
{
    if (size == 0) {
        return NULL;
    }
    void* memory = allocator->alloc(allocator->context, size, TAUT_ALIGNMENT);
    if (memory != NULL) {
        memset(memory, 0, size);
    }
    return memory;
}

void taut_free(const taut_allocator* allocator, void* memory, size_t size)
{
    if (memory != NULL) {
        allocator->free(allocator->context, memory, size, TAUT_ALIGNMENT);
    }
}

bool taut_grow(const taut_allocator* allocator, void** items, int* capacity, int needed,
               size_t item_size)
{
    if (needed <= *capacity) {
        return true;
    }
    int doubled = *capacity > 0x3fffffff ? needed : *capacity * 2;
    int target = needed > doubled ? needed : doubled;
    target = target < 16 ? 16 : target;
    void* bigger = taut_allocate(allocator, (size_t)target * item_size);
    if (bigger == NULL) {
        return false;
    }
    if (*items != NULL) {
        memcpy(bigger, *items, (size_t)*capacity * item_size);
        taut_free(allocator, *items, (size_t)*capacity * item_size);
    }
    *items = bigger;
    *capacity = target;
    return true;
}

void* taut_layout_take(taut_layout* layout, size_t count, size_t item_size)
{
    void* place = layout->base != NULL ? layout->base + layout->used : NULL;
    layout->used += round_up(count * item_size);
    return place;
}
