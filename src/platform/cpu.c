// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#if defined(__linux__)
#define _GNU_SOURCE  // sched_getaffinity
#endif

#include "platform/cpu.h"

#include <stdint.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#elif defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif
#if defined(__linux__)
#include <sched.h>
#endif

// Instruction sets --------------------------------------------------------------------------------

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#else
#include <cpuid.h>
#endif

typedef struct taut_cpuid {
    unsigned eax, ebx, ecx, edx;
} taut_cpuid;

// All zero for a leaf that this processor does not know.
static taut_cpuid look_up(unsigned leaf)
{
    taut_cpuid r = {0};
#if defined(_MSC_VER) && !defined(__clang__)
    int most[4];
    __cpuid(most, 0);
    if (leaf <= (unsigned)most[0]) {
        __cpuidex((int*)&r, (int)leaf, 0);
    }
#else
    (void)__get_cpuid_count(leaf, 0, &r.eax, &r.ebx, &r.ecx, &r.edx);
#endif
    return r;
}

// The registers that the system saves: bit 1 xmm, 2 ymm, 5-7 mask and zmm. Only with OSXSAVE.
static unsigned saved_registers(void)
{
#if defined(_MSC_VER) && !defined(__clang__)
    return (unsigned)_xgetbv(0);
#else
    unsigned low;
    unsigned high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
#endif
}

static bool has_bit(unsigned word, int bit)
{
    return (word >> bit & 1u) != 0;
}

static void find_instructions(taut_cpu* cpu)
{
    taut_cpuid basic = look_up(1);
    taut_cpuid more = look_up(7);
    unsigned saved = has_bit(basic.ecx, 27) ? saved_registers() : 0;
    bool saves_ymm = (saved & 0x06u) == 0x06u;
    bool saves_zmm = (saved & 0xe6u) == 0xe6u;
    cpu->sse2 = has_bit(basic.edx, 26);
    cpu->sse41 = has_bit(basic.ecx, 19);
    cpu->avx2 = saves_ymm && has_bit(basic.ecx, 28) && has_bit(more.ebx, 5);
    cpu->avx512 = cpu->avx2 && saves_zmm && has_bit(more.ebx, 16) && has_bit(more.ebx, 17) &&
                  has_bit(more.ebx, 30) && has_bit(more.ebx, 31);
}

#else

static void find_instructions(taut_cpu* cpu)
{
#if defined(__aarch64__)
    cpu->neon = true;     // part of the architecture
#endif
#if defined(__wasm_simd128__)
    cpu->simd128 = true;  // a module that has it does not load elsewhere
#endif
    (void)cpu;
}

#endif

// Cores and caches --------------------------------------------------------------------------------

// Those the process may run on, where the system says; else those that are there.
static long count_cores(void)
{
#if defined(_WIN32)
    DWORD_PTR mine = 0;
    DWORD_PTR all = 0;
    long cores = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &mine, &all)) {
        for (; mine != 0; mine &= mine - 1) {
            ++cores;
        }
    }
    return cores;
#elif defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) {
        return CPU_COUNT(&set);
    }
    return sysconf(_SC_NPROCESSORS_ONLN);  // more cores than the set has room for
#elif defined(_SC_NPROCESSORS_ONLN)
    return sysconf(_SC_NPROCESSORS_ONLN);
#else
    return 1;
#endif
}

int taut_cpu_core_count(void)
{
    long cores = count_cores();
    return cores < 1 ? 1 : cores > 4096 ? 4096 : (int)cores;
}

#if defined(_SC_LEVEL1_DCACHE_SIZE) && defined(_SC_LEVEL2_CACHE_SIZE) &&                           \
    defined(_SC_LEVEL3_CACHE_SIZE)

static size_t cache_bytes(int level)
{
    long bytes = sysconf(level);
    return bytes > 0 ? (size_t)bytes : 0;
}

static void find_caches(taut_cpu* cpu)
{
    cpu->l1_bytes = cache_bytes(_SC_LEVEL1_DCACHE_SIZE);
    cpu->l2_bytes = cache_bytes(_SC_LEVEL2_CACHE_SIZE);
    cpu->l3_bytes = cache_bytes(_SC_LEVEL3_CACHE_SIZE);
}

#else

static void find_caches(taut_cpu* cpu)
{
    (void)cpu;
}

#endif

taut_cpu taut_cpu_detect(void)
{
    taut_cpu cpu = {.cores = taut_cpu_core_count()};
    find_instructions(&cpu);
    find_caches(&cpu);
    return cpu;
}
