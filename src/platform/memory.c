// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "platform/memory.h"

#include <stdlib.h>
#if defined(_WIN32)
#include <malloc.h>
#endif

void* taut_memory_take(size_t size, size_t alignment)
{
#if defined(_WIN32)
    return _aligned_malloc(size, alignment);
#else
    // aligned_alloc wants a multiple of the alignment.
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
#endif
}

void taut_memory_give_back(void* memory)
{
#if defined(_WIN32)
    _aligned_free(memory);
#else
    free(memory);
#endif
}
