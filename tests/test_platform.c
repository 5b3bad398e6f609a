// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What depends on the machine: the float environment is pinned on every thread and given back, and
// the processor is looked at.

#include <fenv.h>
#include <float.h>

#include "base/alloc.h"
#include "platform/cpu.h"
#include "platform/parallel.h"
#include "platform/pool.h"
#include "support.h"
#include "test.h"

// The float environment ---------------------------------------------------------------------------

// Results that tell the environment: ties to even, and the smallest normal number halved and
// doubled again.
static bool computes_as_pinned(void)
{
    volatile float one = 1.0f;
    volatile float tie = 0x1p-24f;
    volatile float tie3 = 0x3p-24f;
    volatile float least = FLT_MIN;
    volatile float half = 0.5f;
    volatile float denormal = least * half;
    return one + tie == 1.0f && one + tie3 == 0x1.000004p+0f && denormal > 0.0f &&
           denormal + denormal == FLT_MIN;
}

#if defined(__SSE__)
#include <xmmintrin.h>
#define CONTROL_BITS 0xffc0u

// Denormals are zero, flush to zero.
static void spoil_denormals(void)
{
    _mm_setcsr(_mm_getcsr() | 0x8040u);
}

static unsigned control_word(void)
{
    return _mm_getcsr();
}
#else
static void spoil_denormals(void)
{
}

static unsigned control_word(void)
{
    return (unsigned)fegetround();
}
#endif

enum { TASKS = 1000 };

static void note_environment(void* context, int index)
{
    ((bool*)context)[index] = computes_as_pinned();
}

static int count_pinned(const bool* pinned)
{
    int count = 0;
    for (int i = 0; i < TASKS; ++i) {
        count += pinned[i] ? 1 : 0;
    }
    return count;
}

TEST(float_environment_is_pinned_and_given_back)
{
    CHECK(computes_as_pinned());
    unsigned at_first = control_word();
#ifdef FE_TOWARDZERO
    REQUIRE(fesetround(FE_TOWARDZERO) == 0);
    CHECK(!computes_as_pinned());
#endif
    spoil_denormals();
    unsigned spoilt = control_word();
    taut_float_env before = taut_float_env_pin();
    bool pinned = computes_as_pinned();
    taut_float_env again = taut_float_env_pin();  // pairs nest
    pinned = pinned && computes_as_pinned();
    taut_float_env_restore(again);
    pinned = pinned && computes_as_pinned();
    taut_float_env_restore(before);
    unsigned after = control_word();
#ifdef FE_TOWARDZERO
    CHECK_EQ_INT(fegetround(), FE_TOWARDZERO);
    (void)fesetround(FE_TONEAREST);
#endif
#if defined(__SSE__)
    _mm_setcsr(at_first);
#endif
    CHECK(pinned);
    CHECK_EQ_U64(after, spoilt);
    CHECK(computes_as_pinned());
    CHECK_EQ_INT(at_first == spoilt, false);
}

TEST(float_flags_of_the_host_stay_as_they_were)
{
    volatile float one = 1.0f;
    volatile float three = 3.0f;
    volatile float zero = 0.0f;
    REQUIRE(feclearexcept(FE_ALL_EXCEPT) == 0);
    taut_float_env before = taut_float_env_pin();
    volatile float quotients[2] = {one / three, one / zero};
    CHECK(quotients[0] < quotients[1]);
    taut_float_env_restore(before);
    CHECK_EQ_INT(fetestexcept(FE_ALL_EXCEPT), 0);
    quotients[0] = one / three;
    before = taut_float_env_pin();
    taut_float_env_restore(before);
    CHECK_EQ_INT(fetestexcept(FE_INEXACT), FE_INEXACT);
    (void)feclearexcept(FE_ALL_EXCEPT);
}

// Threads inherit the environment of the one that starts them, so workers begin with a spoilt one.
TEST(tasks_see_the_pinned_environment_on_every_thread)
{
    fenv_t at_first;
    REQUIRE(fegetenv(&at_first) == 0);
#ifdef FE_TOWARDZERO
    (void)fesetround(FE_TOWARDZERO);
#endif
    spoil_denormals();
    unsigned spoilt = control_word();
    taut_allocator memory = taut_allocator_default();
    taut_pool* pool = taut_pool_create(&memory, taut_pool_supported() ? 4 : 1, NULL);
    bool pooled[TASKS] = {false};
    bool bare[1] = {true};
    bool alone[TASKS] = {false};
    if (pool != NULL) {
        taut_parallel(taut_pool_run, pool, TASKS, note_environment, pooled);
        taut_pool_run(pool, 1, note_environment, bare);
        taut_parallel(NULL, NULL, TASKS, note_environment, alone);
    }
    unsigned after = control_word();
    taut_pool_destroy(pool);
    (void)fesetenv(&at_first);
    CHECK(pool != NULL);
    CHECK(count_pinned(pooled) == TASKS);
    CHECK(count_pinned(alone) == TASKS);
#ifdef FE_TOWARDZERO
    CHECK(!bare[0]);  // it is the helper that pins
#endif
#if defined(__SSE__)
    spoilt &= CONTROL_BITS;
    after &= CONTROL_BITS;
#endif
    CHECK_EQ_U64(after, spoilt);
}

// The processor -----------------------------------------------------------------------------------

TEST(cpu_is_looked_at)
{
    taut_cpu cpu = taut_cpu_detect();
    CHECK(cpu.cores >= 1);
    CHECK_EQ_INT(cpu.cores, taut_cpu_core_count());
    CHECK(cpu.avx2 || !cpu.avx512);
    CHECK(cpu.sse41 || !cpu.avx2);
#if defined(__x86_64__)
    CHECK(cpu.sse2 && !cpu.neon && !cpu.simd128);
#elif defined(__aarch64__)
    CHECK(cpu.neon && !cpu.sse2);
#endif
}
