// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The one place for compiler differences.

#pragma once

#include <float.h>
#include <stdint.h>

#ifdef __FAST_MATH__
#error "Taut gives the same bits everywhere; -ffast-math cannot."
#endif

#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "float arithmetic must be done in float: compile with -fexcess-precision=fast or SSE2"
#endif

// Before a loop of a few rounds over arrays that are to be registers; and before one that is to
// stay small.
#if defined(__CUDACC__)
#define TAUT_UNROLL _Pragma("unroll")
#define TAUT_NO_UNROLL _Pragma("unroll 1")
#elif defined(__clang__)
#define TAUT_UNROLL  // does so by itself
#define TAUT_NO_UNROLL _Pragma("clang loop unroll(disable)")
#elif defined(__GNUC__)
#define TAUT_UNROLL _Pragma("GCC unroll 8")
#define TAUT_NO_UNROLL _Pragma("GCC unroll 1")
#else
#define TAUT_UNROLL
#define TAUT_NO_UNROLL
#endif

// Small functions of headers that kernels call, too.
#ifdef __CUDACC__
#define TAUT_INLINE static inline __host__ __device__
#else
#define TAUT_INLINE static inline
#endif

// The lowest bit that is set. There is one.
TAUT_INLINE int taut_lowest_bit(uint64_t bits)
{
#if defined(__CUDA_ARCH__)
    return __ffsll((long long)bits) - 1;
#elif defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    int bit = 0;
    for (int step = 32; step > 0; step /= 2) {
        bit += (bits >> bit & ((UINT64_C(1) << step) - 1)) == 0 ? step : 0;
    }
    return bit;
#endif
}

// Functions of the library that kernels call, too: a file of C has each of them once, and kernels
// have a copy of their own. Headers declare them so, and a .inl file has what they do.
#if defined(__CUDACC__)
#define TAUT_SHARED static __device__ __noinline__ __attribute__((unused))
#elif defined(__cplusplus)
#define TAUT_SHARED static __attribute__((unused))
#else
#define TAUT_SHARED
#endif

#if defined(__GNUC__)
#define TAUT_NEVER_INLINE __attribute__((noinline))
#define TAUT_FORMAT(string_index, first) __attribute__((format(printf, string_index, first)))
#define TAUT_ALWAYS_INLINE __attribute__((always_inline)) inline
#define TAUT_BREAK() __builtin_trap()
#else
#define TAUT_NEVER_INLINE
#define TAUT_FORMAT(string_index, first)
#define TAUT_ALWAYS_INLINE inline
#define TAUT_BREAK() ((void)0)
#endif
