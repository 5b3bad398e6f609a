// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What lies inside a triangle mesh that need not be a good one.

#pragma once

#include "make/make.h"
#include "taut/taut_soft.h"

typedef struct taut_inside {
    taut_maker* m;
    const taut_soft_mesh_def* def;
    int32_t* weld;      // by vertex: the first of those that count as one with it
    int32_t* triangle;  // those that count: three vertices each, turned as they should be
    int32_t* order;     // for sorting
    int32_t* scratch;
    int32_t* link;   // by half-edge: the one it meets, -1 for none or several
    int8_t* turned;  // by triangle: 1 turned, 0 as it was, -1 not yet looked at
    int triangle_count;
    taut_make_vec min, max;  // bounds of the triangles that count
    taut_soft_report report;
    void* block;
    size_t bytes;
} taut_inside;

// Checks vertices and triangles, which have been checked to be there; leaves out what does not
// count and turns round what is wound against its neighbours. Close it either way.
void taut_inside_open(taut_inside* in);
void taut_inside_close(taut_inside* in);

// Whether the mesh winds around x by more than half a turn, either way.
bool taut_inside_has(const taut_inside* in, taut_make_vec x);
