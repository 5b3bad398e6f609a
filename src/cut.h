// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A blade, and what it meets.

#pragma once

#include "math/sym3.h"
#include "split.h"

typedef struct taut_knife {
    taut_dvec corner[2][3];  // two triangles
    taut_dvec normal[2];
    taut_vec3 low, high;  // bounds
} taut_knife;

// Bits for the sides of the box around the blade that a place lies beyond: of two places with a bit
// in common, the line between them does not meet it.
static inline unsigned taut_knife_beyond(const taut_knife* b, taut_float4 x)
{
    return (x.x < b->low.x) | (unsigned)(x.x > b->high.x) << 1 | (unsigned)(x.y < b->low.y) << 2 |
           (unsigned)(x.y > b->high.y) << 3 | (unsigned)(x.z < b->low.z) << 4 |
           (unsigned)(x.z > b->high.z) << 5;
}

// How far a place lies above triangle i of the blade, times its area.
double taut_knife_height(const taut_knife* b, int i, taut_dvec p);

// The triangle of the blade that goes through the line between two particles; -1 for none.
int taut_knife_crossing(const taut_knife* b, const taut_body* body, int one, int other);

// Splits a particle where torn edges or faces part it. One that finds no room counts as held once,
// and not if it is split after all.
void taut_cut_split(taut_body* b, int particle, taut_cut* cut);

// Opens a solid along the faces of its tetrahedra that lie nearest to the blade (cut_solid.c).
void taut_cut_solid(const taut_knife* blade, taut_body* b, taut_cut* cut);
