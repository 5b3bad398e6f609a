// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The blocks that work on one body, by the threads of threads.hpp: as on a device, but for shared
// memory, which is a piece of the host's for each block.

#include "cuda/threads.hpp"

struct team_index {
    int x;
};
#define blockIdx (team_index{taut_threads_block()})
#define __global__
#define __launch_bounds__(...)

// Places of variables are known before any kernel runs: finding them out is not to look as if
// threads had waited for one another.
template <class type, int number> struct team_place {
    static inline const size_t at = taut_threads_place(sizeof(type));
};

static inline unsigned char* team_memory(void)
{
    return taut_threads_memory(taut_threads_block_of_body());
}

#define TEAM_SHARED(type, name)                                                                    \
    type& name = *(type*)(void*)(team_memory() + team_place<type, __COUNTER__>::at)

static inline float* team_room(void)
{
    return (float*)(void*)(team_memory() + taut_threads_variables());
}

static inline taut_work* team_near_work(void)
{
    TEAM_SHARED(taut_work, near);
    return &near;
}

static inline float* team_room_of(int part, int, int)
{
    return (float*)(void*)(taut_threads_memory(part) + taut_threads_variables());
}

#define TEAM_UNROLL
#define TEAM_SLOT(slot) ((void)(slot), 0)

// A round was planned for more threads than there are.
#define TEAM_ALL(j, rank, count) for (int j = rank; j < (count); j += LANE_TEAM)
#define TEAM_HOLDS(count) ((count) / 32 % 3 == 1)  // as in team.inl

static inline void team_sync_block(const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    (void)taut_threads_wait(false, true, file, line);
}

static inline bool team_sync_all(bool mine, const char* file = __builtin_FILE(),
                                 int line = __builtin_LINE())
{
    return taut_threads_wait(false, mine, file, line);
}

static inline void team_sync(const team* t, const char* file = __builtin_FILE(),
                             int line = __builtin_LINE())
{
    if (t->gate != NULL) {
        taut_threads_pass(t->gate->came, t->block_count, file, line);
    } else {
        (void)taut_threads_wait(t->block_count > 1, true, file, line);
    }
}

// Whoever arrives may go on. Where there is no gate all are waited for at once later: what a thread
// writes between the two, and another block reads after them, is not noticed as a race then. On a
// device it would be one.
static inline void team_arrive(const team* t, const char* file = __builtin_FILE(),
                               int line = __builtin_LINE())
{
    if (t->gate != NULL) {
        (void)taut_threads_wait(false, true, file, line);
        if (LANE_RANK == 0) {
            t->gate->next += (uint32_t)t->block_count;
            taut_threads_tell(t->gate->came, *t->gate->came + 1);
        }
    }
}

static inline void team_await(const team* t, const char* file = __builtin_FILE(),
                              int line = __builtin_LINE())
{
    if (t->gate == NULL) {
        team_sync(t, file, line);
        return;
    }
    if (LANE_RANK == 0) {
        taut_threads_hear(t->gate->came, t->gate->next, file, line);
    }
    (void)taut_threads_wait(false, true, file, line);
}

template <class type> static inline void team_fetch(type* to, const type* from)
{
    *to = *from;
}

static inline void team_fetched(void)
{
}

// A warp has fewer threads than on a device, so that small blocks have several.
#define TEAM_WARP TAUT_THREADS_WARP

template <class reduce_fn>
static inline uint32_t team_reduce(uint32_t mine, const char* file, int line, reduce_fn reduce)
{
    const uint32_t* all = nullptr;
    int count = taut_threads_exchange(mine, &all, file, line);
    uint32_t sum = all[0];
    for (int i = 1; i < count; ++i) {
        sum = reduce(sum, all[i]);
    }
    return sum;
}

static inline uint32_t team_least(uint32_t mine, const char* file = __builtin_FILE(),
                                  int line = __builtin_LINE())
{
    return team_reduce(mine, file, line, [](uint32_t a, uint32_t b) { return a < b ? a : b; });
}

static inline uint32_t team_most(uint32_t mine, const char* file = __builtin_FILE(),
                                 int line = __builtin_LINE())
{
    return team_reduce(mine, file, line, [](uint32_t a, uint32_t b) { return a > b ? a : b; });
}

static inline uint32_t team_sum(uint32_t mine, const char* file = __builtin_FILE(),
                                int line = __builtin_LINE())
{
    return team_reduce(mine, file, line, [](uint32_t a, uint32_t b) { return a + b; });
}

static inline uint32_t team_match(uint32_t mine, const char* file = __builtin_FILE(),
                                  int line = __builtin_LINE())
{
    const uint32_t* all = nullptr;
    int count = taut_threads_exchange(mine, &all, file, line);
    uint32_t match = 0;
    for (int i = 0; i < count; ++i) {
        match |= (uint32_t)(all[i] == mine) << i;
    }
    return match;
}

static inline uint32_t team_matching(uint32_t match)
{
    return (uint32_t)__builtin_popcount(match);
}

static inline uint32_t team_before(uint32_t match)
{
    return team_matching(match & ((1u << (LANE_RANK % TEAM_WARP)) - 1u));
}

template <class type> static inline void team_flag(type* flag)
{
    __atomic_store_n(flag, (type)1, __ATOMIC_RELAXED);
}

static inline taut_cuda_links team_read(const taut_cuda_links* at)
{
    return *at;
}

static inline taut_float4 far_get(const taut_float4* at)
{
    return *at;
}

static inline void far_put(taut_float4* at, taut_float4 v)
{
    *at = v;
}

static inline taut_cuda_two far_get_two(const taut_cuda_two* at)
{
    return *at;
}

static inline void far_put_two(taut_cuda_two* at, taut_cuda_two v)
{
    *at = v;
}

static inline void team_tell(uint32_t* at, uint32_t number)
{
    taut_threads_tell(at, number);
}

static inline void team_hear(const uint32_t* at, uint32_t number,
                             const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    taut_threads_hear(at, number, file, line);
}

// Here a thread that asks waits for the number.
static inline taut_float4 team_ask(const taut_float4* at, uint32_t number,
                                   const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    taut_threads_hear((const uint32_t*)(const void*)&at->w, number, file, line);
    return *at;
}

static inline void team_answer(taut_float4* at, taut_float4 v)
{
    uint32_t number;
    memcpy(&number, &v.w, sizeof number);
    at->x = v.x;
    at->y = v.y;
    at->z = v.z;
    taut_threads_tell((uint32_t*)(void*)&at->w, number);
}

static inline void team_expect_far(const void*, size_t)
{
}

static inline int team_rank(void)
{
    return LANE_RANK;
}

static inline void team_expect(const void*)
{
}

// In bytes from the beginning of the memory of a block.
typedef uint32_t near_at;

static inline near_at near_room(void)
{
    return (near_at)taut_threads_variables();
}

static inline taut_float4 near_get_of(near_at at, int part)
{
    return *(const taut_float4*)(const void*)(taut_threads_memory(part) + at);
}

static inline void near_put_of(near_at at, int part, taut_float4 v)
{
    *(taut_float4*)(void*)(taut_threads_memory(part) + at) = v;
}

static inline taut_float4 near_get(near_at at)
{
    return near_get_of(at, taut_threads_block_of_body());
}

static inline void near_put(near_at at, taut_float4 v)
{
    near_put_of(at, taut_threads_block_of_body(), v);
}
