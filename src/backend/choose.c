// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which backends this build has and this machine can run.

#include "backend/backend.h"
#include "platform/cpu.h"

#define NO_BACKEND ((taut_backend_fn*)0)

// cmake/backends.cmake says which are built.
#ifdef TAUT_HAVE_SCALAR
#define SCALAR taut_backend_scalar
#else
#define SCALAR NO_BACKEND  // a small build with SIMD
#endif
#ifdef TAUT_HAVE_SSE2
#define SSE2 taut_backend_sse2
#else
#define SSE2 NO_BACKEND
#endif
#ifdef TAUT_HAVE_AVX2
#define AVX2 taut_backend_avx2
#else
#define AVX2 NO_BACKEND
#endif
#ifdef TAUT_HAVE_AVX512
#define AVX512 taut_backend_avx512
#else
#define AVX512 NO_BACKEND
#endif
#ifdef TAUT_HAVE_NEON
#define NEON taut_backend_neon
#else
#define NEON NO_BACKEND
#endif
#ifdef TAUT_HAVE_SIMD128
#define SIMD128 taut_backend_simd128
#else
#define SIMD128 NO_BACKEND
#endif

const char* taut_backend_name(taut_backend_kind kind)
{
    static const char* const names[TAUT_BACKEND_KIND_COUNT] = {
        [TAUT_BACKEND_AUTO] = "auto",       [TAUT_BACKEND_SCALAR] = "scalar",
        [TAUT_BACKEND_SSE2] = "sse2",       [TAUT_BACKEND_AVX2] = "avx2",
        [TAUT_BACKEND_AVX512] = "avx512",   [TAUT_BACKEND_NEON] = "neon",
        [TAUT_BACKEND_SIMD128] = "simd128", [TAUT_BACKEND_CUDA] = "cuda"};
    bool known = (unsigned)kind < TAUT_BACKEND_KIND_COUNT;
    return known ? names[kind] : NULL;
}

taut_backend_fn* taut_backend_find(taut_backend_kind kind)
{
    taut_cpu cpu = taut_cpu_detect();
    switch (kind) {
    case TAUT_BACKEND_SCALAR:
        return SCALAR;
    case TAUT_BACKEND_SSE2:
        return cpu.sse2 ? SSE2 : NO_BACKEND;
    case TAUT_BACKEND_AVX2:
        return cpu.avx2 ? AVX2 : NO_BACKEND;
    case TAUT_BACKEND_AVX512:
        return cpu.avx512 ? AVX512 : NO_BACKEND;
    case TAUT_BACKEND_NEON:
        return cpu.neon ? NEON : NO_BACKEND;
    case TAUT_BACKEND_SIMD128:
        return SIMD128;      // an engine without it would not have loaded the module
    case TAUT_BACKEND_CUDA:  // of what the device leaves to the host
        return taut_device_answers(&(const char*){NULL}) ? taut_backend_find(taut_backend_best())
                                                         : NO_BACKEND;
    default:
        return NULL;
    }
}

bool taut_backend_available(taut_backend_kind kind)
{
    return kind == TAUT_BACKEND_AUTO || taut_backend_find(kind) != NULL;
}

taut_backend_kind taut_backend_best(void)
{
    // AVX-512 was no faster than AVX2 where it was measured (Zen 4, which halves its vectors).
    static const taut_backend_kind by_speed[] = {TAUT_BACKEND_AVX2, TAUT_BACKEND_SSE2,
                                                 TAUT_BACKEND_NEON, TAUT_BACKEND_SIMD128};
    for (size_t i = 0; i < sizeof by_speed / sizeof by_speed[0]; ++i) {
        if (taut_backend_find(by_speed[i]) != NULL) {
            return by_speed[i];
        }
    }
    return TAUT_BACKEND_SCALAR;
}
