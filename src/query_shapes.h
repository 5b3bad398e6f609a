// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Rays against points, segments and triangles with a rounding around them, in double.

#pragma once

#include <stdbool.h>

// A point, segment or triangle.
typedef struct taut_simplex {
    int count;  // of corners
    double x[3][3];
} taut_simplex;

// Weights of the point of s that is nearest to c.
void taut_simplex_nearest(const taut_simplex* s, const double c[3], double weights[3]);

// The point with these weights.
void taut_simplex_point(const taut_simplex* s, const double weights[3], double out[3]);

// False when a ray from o along d, which is a unit vector or 0, surely stays farther than r from s.
bool taut_simplex_near(const taut_simplex* s, double r, const double o[3], const double d[3]);

// Where a ray from o along the unit vector d first comes as near to s as r; 0 where it begins
// nearer. False when it never does.
bool taut_simplex_ray(const taut_simplex* s, double r, const double o[3], const double d[3],
                      double* distance);
