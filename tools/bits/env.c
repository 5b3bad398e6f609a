// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "env.h"

#include <fenv.h>
#include <float.h>
#include <stdint.h>

// Control registers: there is no portable way to flush denormals.
#if defined(__x86_64__)
#include <xmmintrin.h>

#define HAS_FLUSH true
#define FLUSH_BITS 0x8040u  // FTZ and DAZ of MXCSR

static void set_flush(bool on)
{
    unsigned now = _mm_getcsr();
    _mm_setcsr(on ? now | FLUSH_BITS : now & ~FLUSH_BITS);
}

#elif defined(__aarch64__)

#define HAS_FLUSH true
#define FLUSH_BITS (UINT64_C(1) << 24)  // FZ of FPCR

static void set_flush(bool on)
{
    uint64_t now = 0;
    __asm__ volatile("mrs %0, fpcr" : "=r"(now));
    now = on ? now | FLUSH_BITS : now & ~FLUSH_BITS;
    __asm__ volatile("msr fpcr, %0" : : "r"(now));
}

#else

#define HAS_FLUSH false

static void set_flush(bool on)
{
    (void)on;
}

#endif

static const char* const names[TAUT_BITS_ENV_COUNT] = {"nearest", "towardzero", "upward", "ftz"};

const char* taut_bits_env_name(taut_bits_env env)
{
    return names[env];
}

// Not every machine has every mode: WebAssembly has only to nearest, and no macros for the others.
static bool set_rounding(taut_bits_env env)
{
    switch (env) {
#ifdef FE_TOWARDZERO
    case TAUT_BITS_ENV_TOWARDZERO:
        return fesetround(FE_TOWARDZERO) == 0;
#endif
#ifdef FE_UPWARD
    case TAUT_BITS_ENV_UPWARD:
        return fesetround(FE_UPWARD) == 0;
#endif
    case TAUT_BITS_ENV_NEAREST:
    case TAUT_BITS_ENV_FTZ:
        return fesetround(FE_TONEAREST) == 0;
    default:
        return false;
    }
}

void taut_bits_env_set(taut_bits_env env)
{
    (void)set_rounding(env);
    set_flush(env == TAUT_BITS_ENV_FTZ);
}

bool taut_bits_env_holds(taut_bits_env env)
{
    volatile float one = 1.0f;
    volatile float tiny = 1e-10f;
    volatile float least = FLT_MIN;
    volatile float up = one + tiny;
    volatile float down = one - tiny;
    volatile float half = least * 0.5f;
    volatile float third = half * 2.0f;
    bool rounds_up = up > 1.0f;
    bool rounds_down = down < 1.0f;
    bool flushes = half == 0.0f || third == 0.0f;
    return rounds_up == (env == TAUT_BITS_ENV_UPWARD) &&
           rounds_down == (env == TAUT_BITS_ENV_TOWARDZERO) &&
           flushes == (env == TAUT_BITS_ENV_FTZ);
}

bool taut_bits_env_available(taut_bits_env env)
{
    bool can = env != TAUT_BITS_ENV_FTZ || HAS_FLUSH;
    can = can && set_rounding(env);
    taut_bits_env_set(env);
    can = can && taut_bits_env_holds(env);
    taut_bits_env_set(TAUT_BITS_ENV_NEAREST);
    return can;
}
