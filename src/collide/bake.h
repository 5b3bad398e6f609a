// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// For the files that make shapes.

#pragma once

#include "base/error.h"
#include "collide/shape.h"

// Clears the results of a call; refuses an allocator that is none.
taut_result taut_shape_begin(const taut_allocator* allocator, const taut_shape** shape,
                             taut_error* error);

// Room for the counts of `sized`; NULL when memory is short.
taut_shape* taut_shape_make(const taut_allocator* allocator, const taut_shape* sized);

// Fills in the box and the reach of the vertices.
void taut_shape_measure(taut_shape* s);

taut_result taut_shape_check_vertices(const taut_vec3* x, int count, const char* what,
                                      taut_error* error);
