// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Memory: the caller's allocator, growing arrays, and blocks that hold many arrays at once.

#pragma once

#include "taut/taut_base.h"

// Widest lane in bytes: arrays begin at a multiple of it.
#define TAUT_ALIGNMENT 64

taut_allocator taut_allocator_default(void);

// True when both functions are there or neither is.
bool taut_allocator_valid(const taut_allocator* allocator);

// NULL for size 0 or when there is no memory. Zeroed.
void* taut_allocate(const taut_allocator* allocator, size_t size);
void taut_free(const taut_allocator* allocator, void* memory, size_t size);

// Grows an array to hold at least `needed` items. The old items are kept; on failure nothing has
// changed and false is returned.
bool taut_grow(const taut_allocator* allocator, void** items, int* capacity, int needed,
               size_t item_size);

// Hands out parts of one block. With base NULL it only counts, so the same code that lays out a
// block also measures it: run once to size it, once to place.
typedef struct taut_layout {
    unsigned char* base;
    size_t used;
} taut_layout;

void* taut_layout_take(taut_layout* layout, size_t count, size_t item_size);
