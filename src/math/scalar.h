// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Plain vectors for code that is not on lanes, and the few functions libm must not be asked for.

#pragma once

#include <stdalign.h>

#include "base/compiler.h"
#include "taut/taut_base.h"

// Position and inverse mass of a particle, or any vector kept beside it: 16 bytes, so that four
// floats travel together (one load, and a 4x4 transpose makes lanes of four of them).
typedef struct taut_float4 {
    alignas(16) float x;
    float y, z, w;
} taut_float4;

TAUT_INLINE taut_vec3 taut_vec3_of(taut_float4 a)
{
    return (taut_vec3){a.x, a.y, a.z};
}

TAUT_INLINE taut_vec3 taut_vec3_sub(taut_vec3 a, taut_vec3 b)
{
    return (taut_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

TAUT_INLINE taut_vec3 taut_vec3_add(taut_vec3 a, taut_vec3 b)
{
    return (taut_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

TAUT_INLINE taut_vec3 taut_vec3_scale(taut_vec3 a, float s)
{
    return (taut_vec3){a.x * s, a.y * s, a.z * s};
}

TAUT_INLINE float taut_vec3_dot(taut_vec3 a, taut_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

TAUT_INLINE taut_vec3 taut_vec3_cross(taut_vec3 a, taut_vec3 b)
{
    return (taut_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// e^x for x <= 0, from additions and multiplications only. Relative error below 1e-15.
double taut_exp(double x);

// The natural logarithm of a finite x > 0, from the four operations only. Relative error below
// 1e-14; near x = 1 the error is below 1e-15 absolutely.
double taut_log(double x);
