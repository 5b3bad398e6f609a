// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the machine has. Looked up anew by each call: there are no globals to keep it in.

#pragma once

#include <stdbool.h>
#include <stddef.h>

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
#include <emmintrin.h>
#endif

// Instruction sets are true when the processor has them and the system saves their registers.
typedef struct taut_cpu {
    bool sse2;
    bool sse41;
    bool avx2;
    bool avx512;   // F, VL, DQ and BW
    bool neon;     // as 64-bit ARM has it; that of 32-bit ARM flushes denormals and is not told
    bool simd128;  // WebAssembly; known when compiling
    int cores;     // that this process may use, at least 1
    size_t l1_bytes, l2_bytes, l3_bytes;  // of data caches; 0 where nobody says
} taut_cpu;

taut_cpu taut_cpu_detect(void);

// The field `cores` alone.
int taut_cpu_core_count(void);

// In a loop that waits for another thread: lets the other half of the core go first.
static inline void taut_cpu_pause(void)
{
#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
    _mm_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}
