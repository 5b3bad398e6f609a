// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The atomics of C11. CUDA is C++ and has its own: there the types are the plain ones of the same
// size, to be passed on, and what kernels do with them has a name.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

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
static inline __device__ void taut_atomic_add(atomic_size_t* a, size_t n)
{
    atomicAdd((unsigned long long*)a, (unsigned long long)n);
}
#else
static inline void taut_atomic_add(atomic_size_t* a, size_t n)
{
    __atomic_fetch_add(a, n, __ATOMIC_RELAXED);
}
#endif

#endif
