// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "platform/float_env.h"

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)

#include <xmmintrin.h>

// MXCSR: flags in bits 0-5, denormals are zero 6, masks 7-12, rounding 13-14, flush to zero 15.
// (The x87 has a word of its own, which counts for long double alone.)
#define FLAGS 0x003fu
#define MASKS 0x1f80u

taut_float_env taut_float_env_pin(void)
{
    unsigned before = _mm_getcsr();
    _mm_setcsr((before & FLAGS) | MASKS);
    return (taut_float_env){.control = before};
}

void taut_float_env_restore(taut_float_env before)
{
    _mm_setcsr((unsigned)before.control);
}

#elif defined(__aarch64__)

// FPCR is all modes (rounding, flushing, default NaN, traps), and 0 is IEEE 754; FPSR is flags.
taut_float_env taut_float_env_pin(void)
{
    taut_float_env before;
    __asm__ volatile("mrs %0, fpcr" : "=r"(before.control));
    __asm__ volatile("mrs %0, fpsr" : "=r"(before.status));
    if (before.control != 0) {  // writing it may drain the pipeline
        __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0) : "memory");
    }
    return before;
}

void taut_float_env_restore(taut_float_env before)
{
    __asm__ volatile("msr fpsr, %0" : : "r"(before.status) : "memory");
    if (before.control != 0) {
        __asm__ volatile("msr fpcr, %0" : : "r"(before.control) : "memory");
    }
}

#elif defined(__arm__) && defined(__ARM_FP)

// FPSCR: flags in bits 0-4 and 7, condition codes 28-31, everything else modes. (NEON of 32-bit ARM
// flushes denormals whatever stands here: VFP instructions alone keep them.)
#define FLAGS 0xf000009fu

taut_float_env taut_float_env_pin(void)
{
    uint32_t before;
    __asm__ volatile("vmrs %0, fpscr" : "=r"(before));
    __asm__ volatile("vmsr fpscr, %0" : : "r"(before & FLAGS) : "memory");
    return (taut_float_env){.control = before};
}

void taut_float_env_restore(taut_float_env before)
{
    __asm__ volatile("vmsr fpscr, %0" : : "r"((uint32_t)before.control) : "memory");
}

#elif defined(__arm__) || defined(__wasm__)

// Nothing can be set: WebAssembly knows the one environment, and so does arithmetic in software.
taut_float_env taut_float_env_pin(void)
{
    return (taut_float_env){0};
}

void taut_float_env_restore(taut_float_env before)
{
    (void)before;
}

#else

// No flush-to-zero mode is known to <fenv.h>; its default environment has none.
taut_float_env taut_float_env_pin(void)
{
    taut_float_env before;
    (void)fegetenv(&before.all);
    (void)fesetenv(FE_DFL_ENV);
    return before;
}

void taut_float_env_restore(taut_float_env before)
{
    (void)fesetenv(&before.all);
}

#endif
