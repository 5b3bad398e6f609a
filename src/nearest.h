// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A tree of boxes over things that stand still, to find the one nearest a point.

#pragma once

#include "base/alloc.h"

typedef struct taut_nearest_box {
    double min[3], max[3];
} taut_nearest_box;

typedef struct taut_nearest {
    int count;
    taut_nearest_box* boxes;  // of the things, the caller's to fill in before building
    taut_nearest_box*
        nodes;         // 2 count - 1, a node before its children, the left one before the right
    int32_t* items;    // things in the order of the leaves
    int32_t* scratch;  // for sorting
    void* block;
    size_t bytes;
} taut_nearest;

// Room for `count` things, at least 1. False when memory is short. Close it either way.
bool taut_nearest_open(taut_nearest* tree, const taut_allocator* allocator, int count);
void taut_nearest_close(taut_nearest* tree, const taut_allocator* allocator);

// Sorts the things into the tree.
void taut_nearest_build(taut_nearest* tree);

// The squared distance of a thing from x.
typedef double taut_nearest_fn(const void* context, int item, const double x[3]);

// The thing nearest x; of several, the one with the lowest number.
int taut_nearest_find(const taut_nearest* tree, const double x[3], taut_nearest_fn* distance,
                      const void* context);

// For the functions: the squared distance of x from a triangle, and from a tetrahedron (0 inside).
double taut_nearest_triangle(const double x[3], const double corner[3][3]);
double taut_nearest_tetrahedron(const double x[3], const double corner[4][3]);
