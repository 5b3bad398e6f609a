// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a skin is made of.

#pragma once

#include "base/alloc.h"
#include "taut/taut_skin.h"

typedef struct taut_bond {
    int32_t p[4];     // p[3] is -1 for a triangle
    int32_t element;  // number of the volume constraint, or -1 - that of the triangle
    float place[3];   // s
    float normal[3];  // m
} taut_bond;

struct taut_skin {
    taut_allocator allocator;
    size_t bytes;
    int particle_count;
    int vertex_count;
    bool has_normals;
    taut_bond bonds[];
};

// Whether a skin can be applied to these; notes what is wrong.
taut_result taut_skin_check(const taut_skin* skin, taut_vec3_view positions,
                            const taut_vec3* vertices, const taut_vec3* normals, int capacity,
                            taut_error* error);

// Where a vertex is, and its normal unless NULL, with these particles in place of its own.
void taut_bond_apply(const taut_bond* b, const int32_t p[4], taut_vec3_view positions,
                     taut_vec3* vertex, taut_vec3* normal);
