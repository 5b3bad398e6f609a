// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "lanes_probe.h"

#define PROBE(NAME, name)                                                                          \
    {                                                                                              \
        TAUT_BACKEND_##NAME, taut_probe_lanes_##name, taut_probe_math_##name                       \
    }
#define DECLARE(name)                                                                              \
    taut_probe_fn taut_probe_lanes_##name;                                                         \
    taut_probe_math_fn taut_probe_math_##name;

DECLARE(scalar)
DECLARE(sse2)
DECLARE(avx2)
DECLARE(avx512)
DECLARE(neon)
DECLARE(simd128)

static const taut_probe probes[] = {
    PROBE(SCALAR, scalar),
#ifdef TAUT_HAVE_SSE2
    PROBE(SSE2, sse2),
#endif
#ifdef TAUT_HAVE_AVX2
    PROBE(AVX2, avx2),
#endif
#ifdef TAUT_HAVE_AVX512
    PROBE(AVX512, avx512),
#endif
#ifdef TAUT_HAVE_NEON
    PROBE(NEON, neon),
#endif
#ifdef TAUT_HAVE_SIMD128
    PROBE(SIMD128, simd128),
#endif
};

const taut_probe* taut_probe_at(int i)
{
    int found = 0;
    for (size_t k = 0; k < sizeof probes / sizeof probes[0]; ++k) {
        if (taut_backend_available(probes[k].backend) && found++ == i) {
            return &probes[k];
        }
    }
    return NULL;
}
