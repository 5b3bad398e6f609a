// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The atomics of C11. CUDA is C++ and has its own: there the types are the plain ones of the same
// size, to be passed on, and the one thing that kernels do with them has a name.

#pragma once

#include <stddef.h>

#ifndef __cplusplus

#include <stdatomic.h>

static inline void taut_atomic_add(atomic_size_t* a, size_t n)
{
    atomic_fetch_add_explicit(a, n, memory_order_relaxed);
}

#else

typedef int atomic_int;
typedef size_t atomic_size_t;
typedef unsigned char atomic_uchar;

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
