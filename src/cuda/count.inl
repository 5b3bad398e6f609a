// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Counting together: whole numbers that threads add to, or take the least of, with an outcome that
// does not depend on who comes first. Threads of a warp know of one another; on the host a warp is
// one thread, unless it runs many (team_threads.inl).

// Three numbers at the beginning of a four.
typedef struct team_three {
    uint32_t of[3];
} team_three;

#ifdef __CUDACC__

#define TEAM_WARP 32

LANE_FN uint32_t team_add(uint32_t* at, uint32_t n)
{
    return atomicAdd(at, n);
}
LANE_FN void team_add_long(uint64_t* at, uint64_t n)
{
    atomicAdd((unsigned long long*)at, (unsigned long long)n);
}
LANE_FN void team_lower(uint32_t* at, uint32_t n)
{
    atomicMin(at, n);
}
LANE_FN void team_raise(uint32_t* at, uint32_t n)
{
    atomicMax(at, n);
}

// What others may be changing.
LANE_FN team_three team_peek(const uint32_t* at)
{
    uint32_t four[4];
    asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(four[0]), "=r"(four[1]), "=r"(four[2]), "=r"(four[3])
                 : "l"(at));
    team_three seen = {{four[0], four[1], four[2]}};
    return seen;
}

LANE_FN void team_set_bits(uint64_t* at, uint64_t bits)
{
    atomicOr((unsigned long long*)at, (unsigned long long)bits);
}

// Of the warp. All its threads call.
LANE_FN uint32_t team_least(uint32_t mine)
{
    return __reduce_min_sync(0xffffffffu, mine);
}
LANE_FN uint32_t team_most(uint32_t mine)
{
    return __reduce_max_sync(0xffffffffu, mine);
}
LANE_FN uint32_t team_sum(uint32_t mine)
{
    return __reduce_add_sync(0xffffffffu, mine);
}

// Those with the same number; how many that are, and how many of them come before this thread.
LANE_FN uint32_t team_match(uint32_t mine)
{
    return __match_any_sync(0xffffffffu, mine);
}
LANE_FN uint32_t team_matching(uint32_t match)
{
    return (uint32_t)__popc(match);
}
LANE_FN uint32_t team_before(uint32_t match)
{
    return (uint32_t)__popc(match & ((1u << (LANE_RANK % TEAM_WARP)) - 1u));
}

// Those of the warp that come here together and have the same number; and the least and the
// greatest of what they have. Not all threads need to call.
LANE_FN uint32_t team_alike(uint32_t mine)
{
    return __match_any_sync(__activemask(), mine);
}
LANE_FN uint32_t team_least_of(uint32_t alike, uint32_t mine)
{
    return __reduce_min_sync(alike, mine);
}
LANE_FN uint32_t team_most_of(uint32_t alike, uint32_t mine)
{
    return __reduce_max_sync(alike, mine);
}
LANE_FN bool team_leads(uint32_t alike)
{
    return team_before(alike) == 0;
}

// Whether all of a warp that come here together say so. Those that wait in a loop leave it together
// then: where each left by itself, the first would go on, and the others ask again when they are
// through with that.
LANE_FN bool team_agree(bool mine)
{
    return __all_sync(__activemask(), mine) != 0;
}

LANE_FN uint32_t team_bits(uint64_t of)
{
    return (uint32_t)__popcll(of);
}

// A place in a list that is so long: those of a warp that come here together ask once.
LANE_FN uint32_t team_append(uint32_t* length)
{
    uint32_t here = __activemask(), first = 0;
    int leader = __ffs((int)here) - 1;
    if (LANE_RANK % TEAM_WARP == leader) {
        first = atomicAdd(length, (uint32_t)__popc(here));
    }
    return __shfl_sync(here, first, leader) + team_before(here);
}

#else

// Each by itself: who comes together is nobody's business here.
LANE_FN uint32_t team_alike(uint32_t)
{
    return 1;
}
LANE_FN uint32_t team_least_of(uint32_t, uint32_t mine)
{
    return mine;
}
LANE_FN uint32_t team_most_of(uint32_t, uint32_t mine)
{
    return mine;
}
LANE_FN bool team_leads(uint32_t)
{
    return true;
}
LANE_FN bool team_agree(bool mine)
{
    return mine;
}

LANE_FN uint32_t team_add(uint32_t* at, uint32_t n)
{
    return __atomic_fetch_add(at, n, __ATOMIC_RELAXED);
}
LANE_FN void team_add_long(uint64_t* at, uint64_t n)
{
    (void)__atomic_fetch_add(at, n, __ATOMIC_RELAXED);
}
LANE_FN uint32_t team_append(uint32_t* length)
{
    return team_add(length, 1);
}
LANE_FN uint32_t team_bits(uint64_t of)
{
    return (uint32_t)__builtin_popcountll(of);
}

LANE_FN void team_lower(uint32_t* at, uint32_t n)
{
    uint32_t old = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (n < old &&
           !__atomic_compare_exchange_n(at, &old, n, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}
LANE_FN void team_raise(uint32_t* at, uint32_t n)
{
    uint32_t old = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (n > old &&
           !__atomic_compare_exchange_n(at, &old, n, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}
LANE_FN team_three team_peek(const uint32_t* at)
{
    team_three seen = {{__atomic_load_n(at, __ATOMIC_RELAXED),
                        __atomic_load_n(at + 1, __ATOMIC_RELAXED),
                        __atomic_load_n(at + 2, __ATOMIC_RELAXED)}};
    return seen;
}
LANE_FN void team_set_bits(uint64_t* at, uint64_t bits)
{
    (void)__atomic_fetch_or(at, bits, __ATOMIC_RELAXED);
}

#ifndef TEAM_WARP

#define TEAM_WARP 1

LANE_FN uint32_t team_least(uint32_t mine)
{
    return mine;
}
LANE_FN uint32_t team_most(uint32_t mine)
{
    return mine;
}
LANE_FN uint32_t team_sum(uint32_t mine)
{
    return mine;
}
LANE_FN uint32_t team_match(uint32_t)
{
    return 1;
}
LANE_FN uint32_t team_matching(uint32_t match)
{
    return match;
}
LANE_FN uint32_t team_before(uint32_t)
{
    return 0;
}

#endif

#endif

// Numbers as whole ones in the same order (base/order.h).
LANE_FN uint32_t order_of_int(int32_t a)
{
    return (uint32_t)a ^ 0x80000000u;
}

LANE_FN int32_t int_in_order(uint32_t order)
{
    return (int32_t)(order ^ 0x80000000u);
}

// The next one of a row that the warps of a block share; all threads of a warp get the same.
LANE_FN int team_next(uint32_t* taken)
{
    return (int)team_most(LANE_RANK % TEAM_WARP == 0 ? team_add(taken, 1) : 0);
}
