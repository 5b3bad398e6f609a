// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What touching asks of a blueprint: which of its particles are next to each other.

#pragma once

#include "blueprint.h"

// Particles of a body next to each other, which no distance is kept between: links of its
// structure.
typedef struct taut_pair_links {
    int32_t* first;  // of particle i: first[i] .. first[i + 1]
    int32_t* other;  // greater than i, sorted
    size_t bytes;
} taut_pair_links;

// False when memory is short.
bool taut_pair_links_make(const taut_allocator* allocator, const taut_blueprint* blueprint,
                          taut_pair_links** links);
taut_pair_links* taut_pair_links_clone(const taut_allocator* allocator,
                                       const taut_pair_links* from);
void taut_pair_links_unmake(const taut_allocator* allocator, taut_pair_links* links);

TAUT_INLINE bool taut_pair_linked(const taut_pair_links* links, int a, int b)
{
    int low = a < b ? a : b;
    int high = a < b ? b : a;
    for (int i = links->first[low]; i < links->first[low + 1] && links->other[i] <= high; ++i) {
        if (links->other[i] == high) {
            return true;
        }
    }
    return false;
}
