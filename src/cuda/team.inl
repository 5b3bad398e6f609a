// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The blocks that work on one body, and waiting for one another. On the host, where tests run the
// kernels one thread at a time, there is nobody to wait for; unless they look for races
// (team_threads.inl).

#include "cuda/job.h"
#include "math/lane.h"

// Where the blocks of a launch wait for one another, in less time than by what launches bring
// along.
typedef struct team_gate {
    uint32_t* came;  // blocks, since the launch
    uint32_t next;   // how many will have when all have come the next time; the first thread's
} team_gate;

typedef struct team {
    int block, block_count;
    bool cluster;     // of blocks that reach one another's shared memory
    team_gate* gate;  // or NULL
} team;

// What is more gives a team_ratio() of 0.
#define TEAM_MOST_DIVISOR 0x1p126f

#ifdef __CUDACC__

#include <cooperative_groups.h>

// Shared memory of a block, as much as the launch gave it; and a working copy whose arrays are
// there.
extern __shared__ __align__(16) float team_memory[];

// A variable that the threads of a block share.
#define TEAM_SHARED(type, name) __shared__ type name

static __device__ __forceinline__ float* team_room(void)
{
    return team_memory;
}

static __device__ __forceinline__ taut_work* team_near_work(void)
{
    TEAM_SHARED(taut_work, near);
    return &near;
}

static __device__ __forceinline__ void team_sync_block(void)
{
    __syncthreads();
}

// The same, and whether all threads say so.
static __device__ __forceinline__ bool team_sync_all(bool mine)
{
    return __syncthreads_and(mine) != 0;
}

// Sets what any number of threads may set at once, and nobody reads before they have met.
template <class type> static __device__ __forceinline__ void team_flag(type* flag)
{
    *(volatile type*)flag = 1;
}

// The number of the thread, kept in a register instead of being asked for again and again.
static __device__ __forceinline__ int team_rank(void)
{
    return __shfl_sync(0xffffffffu, LANE_RANK, LANE_RANK & 31);
}

// An address in shared memory: the compiler would work out each of them from the start.
typedef uint32_t near_at;

static __device__ __forceinline__ near_at near_room(void)
{
    return (near_at)__cvta_generic_to_shared(team_memory);
}

static __device__ __forceinline__ taut_float4 near_get(near_at at)
{
    taut_float4 v;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "r"(at));
    return v;
}

static __device__ __forceinline__ void near_put(near_at at, taut_float4 v)
{
    asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(at), "f"(v.x), "f"(v.y), "f"(v.z),
                 "f"(v.w)
                 : "memory");
}

// The same in the room of the block that holds part number `part`.
#if __CUDA_ARCH__ >= 900
static __device__ __forceinline__ near_at near_of(near_at at, int part)
{
    near_at there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(part));
    return there;
}

static __device__ __forceinline__ taut_float4 near_get_of(near_at at, int part)
{
    taut_float4 v;
    asm volatile("ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "r"(near_of(at, part)));
    return v;
}

static __device__ __forceinline__ void near_put_of(near_at at, int part, taut_float4 v)
{
    asm volatile("st.shared::cluster.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(near_of(at, part)),
                 "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w)
                 : "memory");
}
#else
static __device__ __forceinline__ taut_float4 near_get_of(near_at at, int)
{
    return near_get(at);  // one part alone
}

static __device__ __forceinline__ void near_put_of(near_at at, int, taut_float4 v)
{
    near_put(at, v);
}
#endif

// Memory that will be read in a while, to the second level of caches: whole sixteens of bytes.
static __device__ __forceinline__ void team_expect_far(const void* at, size_t bytes)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(at), "r"((uint32_t)bytes));
#endif
}

// A square root that is about right, to a few millionths.
static __device__ __forceinline__ float team_root(float x)
{
    float root;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

// A quotient, likewise, where the divisor is no more than TEAM_MOST_DIVISOR: else 0.
static __device__ __forceinline__ float team_ratio(float a, float b)
{
    return __fdividef(a, b);
}

// Threads of a warp that are here at once: what they read before this they have asked for, and the
// assembler does not put it off until it is needed.
static __device__ __forceinline__ void team_together(void)
{
    __syncwarp(__activemask());
}

// Something that will be read soon.
static __device__ __forceinline__ void team_expect(const void* at)
{
    asm volatile("prefetch.global.L1 [%0];" ::"l"(at));
}

// Four floats in one piece, in the memory of the device.
static __device__ __forceinline__ taut_float4 far_get(const taut_float4* at)
{
    float4 v = *(const float4*)(const void*)at;
    taut_float4 all = {v.x, v.y, v.z, v.w};
    return all;
}

static __device__ __forceinline__ void far_put(taut_float4* at, taut_float4 v)
{
    *(float4*)(void*)at = make_float4(v.x, v.y, v.z, v.w);
}

static __device__ __forceinline__ taut_cuda_two far_get_two(const taut_cuda_two* at)
{
    float2 v = *(const float2*)(const void*)at;
    taut_cuda_two two = {v.x, v.y};
    return two;
}

static __device__ __forceinline__ void far_put_two(taut_cuda_two* at, taut_cuda_two v)
{
    *(float2*)(void*)at = make_float2(v.x, v.y);
}

// A number that blocks tell one another: whoever hears it sees all that was written before it was
// told, by any thread of the block that waited for the others.
static __device__ __forceinline__ void team_tell(uint32_t* at, uint32_t number)
{
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(at), "r"(number) : "memory");
}

// Waits for such a number, or a larger one. Whoever asks so that all is seen that was written
// before empties the first level of caches of the processor, whatever the answer is: so it is asked
// once more when the number is there.
static __device__ __forceinline__ void team_hear(const uint32_t* at, uint32_t number)
{
    uint32_t told;
    do {
        asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(told) : "l"(at) : "memory");
    } while (told < number);
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(told) : "l"(at) : "memory");
}

// Four floats of which the last is such a number, as bits: in one piece, so that whoever hears a
// number has what was told with it.
static __device__ __forceinline__ taut_float4 team_ask(const taut_float4* at, uint32_t)
{
    uint64_t low, high;
    asm volatile("{ .reg .b128 four; ld.relaxed.gpu.global.b128 four, [%2]; "
                 "mov.b128 {%0, %1}, four; }"
                 : "=l"(low), "=l"(high)
                 : "l"(at)
                 : "memory");
    taut_float4 v = {__uint_as_float((uint32_t)low), __uint_as_float((uint32_t)(low >> 32)),
                     __uint_as_float((uint32_t)high), __uint_as_float((uint32_t)(high >> 32))};
    return v;
}

// A float, and four in one piece, that are asked for where the text says so, and not where they are
// needed: the assembler would have it that way, and wait for each of several by itself.
static __device__ __forceinline__ float team_now(const float* at)
{
    float v;
    asm volatile("ld.relaxed.gpu.global.f32 %0, [%1];" : "=f"(v) : "l"(at) : "memory");
    return v;
}

static __device__ __forceinline__ taut_float4 team_now_four(const taut_float4* at)
{
    return team_ask(at, 0);
}

static __device__ __forceinline__ void team_answer(taut_float4* at, taut_float4 v)
{
    uint64_t low = (uint64_t)__float_as_uint(v.y) << 32 | __float_as_uint(v.x);
    uint64_t high = (uint64_t)__float_as_uint(v.w) << 32 | __float_as_uint(v.z);
    asm volatile("{ .reg .b128 four; mov.b128 four, {%1, %2}; "
                 "st.relaxed.gpu.global.b128 [%0], four; }" ::"l"(at),
                 "l"(low), "l"(high)
                 : "memory");
}

// What nobody writes.
static __device__ __forceinline__ taut_cuda_links team_read(const taut_cuda_links* at)
{
    uint4 all = __ldg((const uint4*)(const void*)at);
    taut_cuda_links links = {{{all.x, __uint_as_float(all.y)}, {all.z, __uint_as_float(all.w)}}};
    return links;
}

// The room of the block that holds part number `part`.
static __device__ __forceinline__ float* team_room_of(int part, int, int)
{
#if __CUDA_ARCH__ >= 900
    return cooperative_groups::this_cluster().map_shared_rank(team_memory, part);
#else
    return team_memory;  // one part alone
#endif
}

// A block has one part, at the beginning of its room.
#define TEAM_SLOT(slot) 0

#define TEAM_UNROLL _Pragma("unroll")

// Something on its way to shared memory, four or eight bytes of it; and waiting for all that a
// thread sent for.
template <class type> static __device__ __forceinline__ void team_fetch(type* to, const type* from)
{
    static_assert(sizeof(type) == 4 || sizeof(type) == 8, "as much as is fetched");
    asm volatile(
        "cp.async.ca.shared.global [%0], [%1], %2;" ::"r"((uint32_t)__cvta_generic_to_shared(to)),
        "l"(from), "n"(sizeof(type))
        : "memory");
}

static __device__ __forceinline__ void team_fetched(void)
{
    asm volatile("cp.async.wait_all;" ::: "memory");
}

// For j of this thread, which is one of so many.
#define TEAM_ALL(j, rank, count) for (int j = (rank), team_left = 1; team_left > 0; --team_left)

// Whether a block has so many threads.
#define TEAM_HOLDS(count) (LANE_TEAM >= (count))

// This block has come to a gate.
static __device__ __forceinline__ void team_come(team_gate* gate, int blocks)
{
    __syncthreads();
    if (LANE_RANK == 0) {
        gate->next += (uint32_t)blocks;
        asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(gate->came) : "memory");
    }
}

// And waits there for all others.
static __device__ __forceinline__ void team_pass(const team_gate* gate)
{
    if (LANE_RANK == 0) {
        uint32_t came, next = gate->next;
        do {
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                         : "=r"(came)
                         : "l"(gate->came)
                         : "memory");
        } while ((int32_t)(came - next) < 0);
    }
    __syncthreads();
}

// Once for all that wait: text that has to be fetched takes longer than a call.
static __device__ __noinline__ void team_sync_far(const team* t)
{
    if (t->gate != NULL) {
        team_come(t->gate, t->block_count);
        team_pass(t->gate);
    } else if (t->block_count > 1) {
        cooperative_groups::this_grid().sync();
    } else {
        __syncthreads();
    }
}

static __device__ __forceinline__ void team_sync(const team* t)
{
#if __CUDA_ARCH__ >= 900
    if (t->cluster) {
        cooperative_groups::this_cluster().sync();
        return;
    }
#endif
    team_sync_far(t);
}

// The same in two: between them a thread may do what others need not wait for.
static __device__ __forceinline__ void team_arrive(const team* t)
{
#if __CUDA_ARCH__ >= 900
    if (t->cluster) {
        cooperative_groups::this_cluster().barrier_arrive();
        return;
    }
#endif
    if (t->gate != NULL) {
        team_come(t->gate, t->block_count);
    }
}

static __device__ __forceinline__ void team_await(const team* t)
{
#if __CUDA_ARCH__ >= 900
    if (t->cluster) {
        cooperative_groups::this_cluster().barrier_wait();
        return;
    }
#endif
    if (t->gate != NULL) {
        team_pass(t->gate);
    } else {
        team_sync(t);
    }
}

#elif defined(TAUT_CUDA_THREADS)

// clang-format off
#include "cuda/team_threads.inl"
// clang-format on

#else

struct {
    int x;
} static blockIdx = {0};  // driver_host.cpp goes from one to the next
#define __global__
#define TEAM_SHARED(type, name) static type name
#define __launch_bounds__(...)

static inline float* team_room(void)
{
    alignas(16) static float room[64 * (TAUT_CUDA_SHEET_ROOM / 4)];
    return room;
}

// One block has all the parts, each in a slot of its own.
static inline float* team_room_of(int part, int block_count, int floats)
{
    return team_room() + part / block_count * floats;
}

#define TEAM_UNROLL
#define TEAM_SLOT(slot) (slot)
#define TEAM_ALL(j, rank, count) for (int j = rank; j < (count); j += LANE_TEAM)
#define TEAM_HOLDS(count) ((count) / 32 % 3 == 1)  // by TEAM_ALL; so that tests see all ways

static inline taut_work* team_near_work(void)
{
    static taut_work near;
    return &near;
}

static inline void team_sync_block(void)
{
}
template <class type> static inline void team_flag(type* flag)
{
    *flag = 1;
}
static inline bool team_sync_all(bool mine)
{
    return mine;
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
    *at = number;
}
static inline void team_hear(const uint32_t*, uint32_t)
{
}
static inline taut_float4 team_ask(const taut_float4* at, uint32_t)
{
    return *at;
}
static inline void team_answer(taut_float4* at, taut_float4 v)
{
    *at = v;
}
static inline int team_rank(void)
{
    return LANE_RANK;
}
static inline void team_expect_far(const void*, size_t)
{
}
static inline void team_expect(const void*)
{
}

// In bytes from the beginning of the room.
typedef uint32_t near_at;

static inline near_at near_room(void)
{
    return 0;
}
static inline taut_float4 near_get(near_at at)
{
    return ((const taut_float4*)(const void*)team_room())[at / sizeof(taut_float4)];
}
static inline void near_put(near_at at, taut_float4 v)
{
    ((taut_float4*)(void*)team_room())[at / sizeof(taut_float4)] = v;
}

// One block has all the parts: where each is, the address says.
static inline taut_float4 near_get_of(near_at at, int)
{
    return near_get(at);
}
static inline void near_put_of(near_at at, int, taut_float4 v)
{
    near_put(at, v);
}
static inline void team_sync(const team*)
{
}
static inline void team_arrive(const team*)
{
}
static inline void team_await(const team*)
{
}
template <class type> static inline void team_fetch(type* to, const type* from)
{
    *to = *from;
}
static inline void team_fetched(void)
{
}

#endif

#ifndef __CUDACC__

static inline void team_together(void)
{
}

static inline float team_now(const float* at)
{
    return *at;
}

static inline taut_float4 team_now_four(const taut_float4* at)
{
    return *at;
}

// As far off as on a device, one way or the other, so that tests notice who relies on more.
static inline float team_about(float exact)
{
    uint32_t bits;
    memcpy(&bits, &exact, sizeof bits);
    return exact * (1.0f + 2.4e-7f * (float)((int)(bits % 3) - 1));
}

static inline float team_root(float x)
{
    return team_about(sqrtf(x));
}

static inline float team_ratio(float a, float b)
{
    return fabsf(b) <= TEAM_MOST_DIVISOR ? team_about(a / b) : 0.0f * b;
}

#endif
