// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which tuples (constraints, edges, triangles) does a node (a particle) belong to? Compressed rows:
// those of node i are list[first[i] .. first[i + 1]), in ascending order of their place.

#pragma once

#include <stdint.h>

// Tuples of `arity` nodes each; nodes of -1 are passed over. With `pick`, only tuples
// pick[0..count).
typedef struct taut_tuples {
    const int32_t* nodes;
    int arity;
    const int32_t* pick;  // NULL for all
    int count;            // of picked ones when there is a pick
    int node_count;
} taut_tuples;

// @param first node_count + 1 entries
// @param list  count * arity entries
void taut_incidence_fill(const taut_tuples* tuples, int32_t* first, int32_t* list);
