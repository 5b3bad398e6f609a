// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// One arithmetic type with two meanings: at LANE_WIDTH 1 a lane is a float, at 4, 8 or 16 a vector
// of that many. Formulas in the .inl files are written once over lanes; + - * / and comparisons are
// the language's own, and only what follows needs a name. Every operation is correctly rounded, so
// that each lane computes the bits a float alone would have given.

#pragma once

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"

#ifndef LANE_WIDTH
#define LANE_WIDTH 1
#endif

// Formulas and small walkers, which every caller gets a copy of; stages, which are called, and
// LANE_CALL, functions of which the compiler knows best. On a GPU
// all threads of a block call a stage with the same arguments, and each takes every LANE_TEAM-th
// lane from number LANE_RANK on. There, one loop serves most kinds (LANE_ONE_LOOP): a branch that
// threads take alike costs less than the code of several loops. What is rarely called stays out of
// the way on a CPU; on a GPU a call would force what it is handed out of registers. In a small
// build (TAUT_SMALL) walkers that are seldom hot are compiled once for all kinds, LANE_SHARED, and
// the kind is a variable in them: a tenth of the code, and the same bits. LANE_OWN_COPY is a copy
// of pointers that no store can change, which lets a CPU keep them in registers; the threads of a
// GPU share the original, for a copy each would be in slow memory.
#ifdef __CUDACC__
#define LANE_FN static __device__ __forceinline__
#define LANE_METHOD __device__ __forceinline__
#define LANE_STAGE static __device__ __noinline__
#define LANE_CALL static __device__
#define LANE_RARE static __device__ __forceinline__
#define LANE_RANK ((int)threadIdx.x)
#define LANE_TEAM ((int)blockDim.x)
#define LANE_ONE_LOOP 1
#define LANE_OWN_COPY(type, of, name) const type* const name = of
#else
#define LANE_FN static TAUT_ALWAYS_INLINE
#define LANE_METHOD TAUT_ALWAYS_INLINE
#define LANE_STAGE static
#define LANE_CALL static
#define LANE_RARE static TAUT_NEVER_INLINE
#ifndef LANE_TEAM  // or as a test would have it (cuda/threads.hpp)
#define LANE_RANK 0
#define LANE_TEAM 1
#define LANE_ONE_LOOP 0
#define LANE_OWN_COPY(type, of, name) const type local_##name = *(of), *const name = &local_##name
#endif
#endif
#if defined(TAUT_SMALL) && !defined(__CUDACC__)
#define LANE_SHARED static TAUT_NEVER_INLINE
#define LANE_SMALL 1
#else
#define LANE_SHARED LANE_FN
#define LANE_SMALL 0
#endif

#if LANE_WIDTH == 1

typedef float lane;
typedef int32_t lane_mask;

LANE_FN lane lane_splat(float s)
{
    return s;
}

LANE_FN float lane_get(lane a, int k)
{
    (void)k;
    return a;
}

LANE_FN void lane_set(lane* a, int k, float s)
{
    (void)k;
    *a = s;
}

LANE_FN int lane_test(lane_mask m, int k)
{
    (void)k;
    return m != 0;
}

LANE_FN lane lane_sqrt(lane a)
{
    return sqrtf(a);
}

LANE_FN lane lane_abs(lane a)
{
    return fabsf(a);
}

LANE_FN lane lane_select(lane_mask m, lane a, lane b)
{
    return m ? a : b;
}

LANE_FN lane_mask lane_not(lane_mask m)
{
    return !m;
}

LANE_FN unsigned lane_bits(lane_mask m)
{
    return m != 0;
}

LANE_FN lane_mask lane_mask_of(unsigned bits)
{
    return (lane_mask)(bits & 1);
}

#else

typedef float lane __attribute__((vector_size(4 * LANE_WIDTH)));
typedef int32_t lane_mask __attribute__((vector_size(4 * LANE_WIDTH)));
#if LANE_WIDTH == 16
typedef float lane_half __attribute__((vector_size(32)));
#endif

// clang-format off
#include "math/simd.inl"
// clang-format on

LANE_FN float lane_get(lane a, int k)
{
    return a[k];
}

LANE_FN void lane_set(lane* a, int k, float s)
{
    (*a)[k] = s;
}

LANE_FN int lane_test(lane_mask m, int k)
{
    return m[k] != 0;
}

#ifdef SIMD_NATIVE

LANE_FN lane lane_splat(float s)
{
    return simd_splat(s);
}

LANE_FN lane lane_sqrt(lane a)
{
    return simd_sqrt(a);
}

LANE_FN lane lane_select(lane_mask m, lane a, lane b)
{
    return simd_select(m, a, b);
}

LANE_FN unsigned lane_bits(lane_mask m)
{
    return simd_bits(m);
}

LANE_FN lane_mask lane_mask_of(unsigned bits)
{
    return simd_mask(bits);
}

#else

LANE_FN lane lane_splat(float s)
{
    lane a;
    for (int k = 0; k < LANE_WIDTH; ++k) {
        a[k] = s;
    }
    return a;
}

LANE_FN lane lane_sqrt(lane a)
{
    for (int k = 0; k < LANE_WIDTH; ++k) {
        a[k] = sqrtf(a[k]);
    }
    return a;
}

LANE_FN lane lane_select(lane_mask m, lane a, lane b)
{
    return (lane)((m & (lane_mask)a) | (~m & (lane_mask)b));
}

LANE_FN unsigned lane_bits(lane_mask m)
{
    unsigned bits = 0;
    for (int k = 0; k < LANE_WIDTH; ++k) {
        bits |= (unsigned)(m[k] != 0) << k;
    }
    return bits;
}

// True in lane k where bit k is set.
LANE_FN lane_mask lane_mask_of(unsigned bits)
{
    lane_mask m;
    for (int k = 0; k < LANE_WIDTH; ++k) {
        m[k] = -(int32_t)(bits >> k & 1);
    }
    return m;
}

#endif

LANE_FN lane_mask lane_not(lane_mask m)
{
    return ~m;
}

LANE_FN lane lane_abs(lane a)
{
    lane_mask sign = (lane_mask)lane_splat(-0.0f);
    return (lane)((lane_mask)a & ~sign);
}

#endif

// As many numbers as a lane is wide, from any address and to it.
#if LANE_WIDTH == 1

LANE_FN lane lane_load(const float* from)
{
    return *from;
}

LANE_FN void lane_store(float* to, lane a)
{
    *to = a;
}

#else

typedef float lane_anywhere __attribute__((vector_size(4 * LANE_WIDTH), aligned(4), may_alias));

LANE_FN lane lane_load(const float* from)
{
    return (lane) * (const lane_anywhere*)(const void*)from;
}

LANE_FN void lane_store(float* to, lane a)
{
    *(lane_anywhere*)(void*)to = (lane_anywhere)a;
}

#endif

// Before going back to code of narrower instructions, which would wait for what it does not touch
// of the wide registers. Compilers do so by themselves, but GCC 12 not at the end of every
// function.
LANE_FN void lane_leave(void)
{
#ifdef SIMD_LEAVE
    simd_leave();
#endif
}

LANE_FN lane_mask lane_and(lane_mask a, lane_mask b)
{
    return a & b;
}

LANE_FN lane_mask lane_or(lane_mask a, lane_mask b)
{
    return a | b;
}

// The language's own, by a name: a device has another way to the same bits (cuda/quick.inl).
LANE_FN lane lane_div(lane a, lane b)
{
    return a / b;
}

LANE_FN lane lane_inverse(lane a)
{
    return lane_splat(1.0f) / a;
}

LANE_FN lane lane_min(lane a, lane b)
{
#ifdef SIMD_NATIVE
    return simd_min(a, b);
#else
    return lane_select(a < b, a, b);
#endif
}

LANE_FN lane lane_max(lane a, lane b)
{
#ifdef SIMD_NATIVE
    return simd_max(a, b);
#else
    return lane_select(a > b, a, b);
#endif
}
