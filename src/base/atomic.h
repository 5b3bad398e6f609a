// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The atomics of C11. CUDA is C++ and has its own: there the types are the plain ones of the same
// size, to be passed on, and what kernels do with them has a name.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

// Three that stand side by side, in the room of four (alignas(16)).
typedef struct taut_atomic_three {
    uint32_t of[3];
} taut_atomic_three;

#ifndef __cplusplus

#include <stdatomic.h>

static inline void taut_atomic_add(atomic_size_t* a, size_t n)
{
    atomic_fetch_add_explicit(a, n, memory_order_relaxed);
}

static inline uint32_t taut_atomic_get(const atomic_uint* a)
{
    return atomic_load_explicit(a, memory_order_relaxed);
}

static inline void taut_atomic_set(atomic_uint* a, uint32_t n)
{
    atomic_store_explicit(a, n, memory_order_relaxed);
}

static inline taut_atomic_three taut_atomic_get_three(const atomic_uint a[3])
{
    taut_atomic_three three = {
        {taut_atomic_get(a), taut_atomic_get(a + 1), taut_atomic_get(a + 2)}};
    return three;
}

static inline void taut_atomic_lower(atomic_uint* a, uint32_t n)
{
    unsigned old = atomic_load_explicit(a, memory_order_relaxed);
    while (n < old && !atomic_compare_exchange_weak_explicit(a, &old, n, memory_order_relaxed,
                                                             memory_order_relaxed)) {
    }
}

static inline void taut_atomic_raise(atomic_uint* a, uint32_t n)
{
    unsigned old = atomic_load_explicit(a, memory_order_relaxed);
    while (n > old && !atomic_compare_exchange_weak_explicit(a, &old, n, memory_order_relaxed,
                                                             memory_order_relaxed)) {
    }
}

#else

typedef int atomic_int;
typedef size_t atomic_size_t;
typedef unsigned char atomic_uchar;
typedef unsigned atomic_uint;

TAUT_INLINE uint32_t taut_atomic_get(const atomic_uint* a)
{
    return *a;
}

TAUT_INLINE void taut_atomic_set(atomic_uint* a, uint32_t n)
{
    *a = n;
}

#ifdef __CUDACC__
// In one piece: they are far away.
static inline __device__ taut_atomic_three taut_atomic_get_three(const atomic_uint a[3])
{
    uint4 four = *(const uint4*)(const void*)a;
    taut_atomic_three three = {{four.x, four.y, four.z}};
    return three;
}

static inline __device__ void taut_atomic_add(atomic_size_t* a, size_t n)
{
    atomicAdd((unsigned long long*)a, (unsigned long long)n);
}
#else
static inline taut_atomic_three taut_atomic_get_three(const atomic_uint a[3])
{
    taut_atomic_three three = {{a[0], a[1], a[2]}};
    return three;
}

static inline void taut_atomic_add(atomic_size_t* a, size_t n)
{
    __atomic_fetch_add(a, n, __ATOMIC_RELAXED);
}
#endif

#endif
