// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#if defined(__linux__)
#define _DEFAULT_SOURCE  // madvise()
#endif

#include "platform/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#if defined(_WIN32)
#include <malloc.h>
#elif defined(__linux__)
#include <sys/mman.h>
#endif

#if defined(_WIN32)

void* taut_memory_take(size_t size, size_t alignment)
{
    return _aligned_malloc(size, alignment);
}

void taut_memory_give_back(void* memory)
{
    _aligned_free(memory);
}

#else

// A million particles are walked in a dozen places at once: with small pages the processor spends a
// tenth of the time finding them.
#define HUGE_PAGE ((size_t)1 << 21)
#define LARGE (4 * HUGE_PAGE)

static void wish_for_huge_pages(void* memory, size_t size)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    (void)madvise(memory, size, MADV_HUGEPAGE);  // nothing is lost without
#else
    (void)memory;
    (void)size;
#endif
}

void* taut_memory_take(size_t size, size_t alignment)
{
    bool large = size >= LARGE && alignment <= HUGE_PAGE;
    size_t unit = large ? HUGE_PAGE : alignment;
    size_t rounded = (size + unit - 1) / unit * unit;  // aligned_alloc wants a multiple
    void* memory = aligned_alloc(unit, rounded);
    if (large && memory != NULL) {
        wish_for_huge_pages(memory, rounded);
    }
    return memory;
}

void taut_memory_give_back(void* memory)
{
    free(memory);
}

#endif
