// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Distances along a surface from pinned particles: the lengths of tethers.

#pragma once

#include "base/alloc.h"
#include "math/scalar.h"

typedef struct taut_geodesic_input {
    const taut_float4* x;
    int particle_count;
    const int32_t* edges;  // two particles each
    int edge_count;
    const int32_t* triangles;  // three each; paths cross them, not only follow edges
    int triangle_count;
    const uint8_t* pinned;  // by particle: distances start here
    int most;               // sources kept per particle, the nearest ones
    const double* lengths;  // of the edges; NULL for the distances of their ends
} taut_geodesic_input;

typedef struct taut_geodesic_result {
    int32_t* source_count;  // by particle
    int32_t* source;        // most per particle, nearest first
    double* distance;       // likewise
    size_t bytes;
    void* memory;
} taut_geodesic_result;

// Dijkstra's algorithm for several sources at once, in which a distance also crosses a triangle
// from two known corners to the third by unfolding it (Kimmel and Sethian, "Computing geodesic
// paths on manifolds", 1998): exact on flat cloth, never too short by more than rounding. False
// when memory is short.
bool taut_geodesic_find(const taut_allocator* allocator, const taut_geodesic_input* input,
                        taut_geodesic_result* result);
void taut_geodesic_free(const taut_allocator* allocator, taut_geodesic_result* result);
