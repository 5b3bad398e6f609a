// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The blocks that work on one body, and waiting for one another. On the host, where tests run the
// kernels one thread at a time, there is nobody to wait for.

#include "cuda/job.h"
#include "math/lane.h"

typedef struct team {
    int block, block_count;
    bool cluster;  // of blocks that reach one another's shared memory
} team;

#ifdef __CUDACC__

#include <cooperative_groups.h>

// Shared memory of a block, as much as the launch gave it; and a working copy whose arrays are
// there.
extern __shared__ float team_memory[];

static __device__ __forceinline__ float* team_room(void)
{
    return team_memory;
}

static __device__ __forceinline__ taut_work* team_near_work(void)
{
    __shared__ taut_work near;
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

// What nobody writes.
static __device__ __forceinline__ taut_cuda_link team_read(const taut_cuda_link* at)
{
    uint2 all = __ldg((const uint2*)(const void*)at);
    taut_cuda_link link = {all.x, __uint_as_float(all.y)};
    return link;
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

// For j of this thread, which is below `count` or has nothing to do: count is no more than a block
// has threads.
#define TEAM_ONCE(j, count) if (int j = LANE_RANK; j < (count))

static __device__ __forceinline__ void team_sync(const team* t)
{
#if __CUDA_ARCH__ >= 900
    if (t->cluster) {
        cooperative_groups::this_cluster().sync();
        return;
    }
#endif
    if (t->block_count > 1) {
        cooperative_groups::this_grid().sync();
    } else {
        __syncthreads();
    }
}

#else

struct {
    int x;
} static blockIdx = {0};
#define __global__
#define __shared__ static
#define __launch_bounds__(threads)

static inline float* team_room(void)
{
    alignas(16) static float room[TAUT_CUDA_TOGETHER * (TAUT_CUDA_SHEET_ROOM / 4)];
    return room;
}

// One block has all the parts, each in a slot of its own.
static inline float* team_room_of(int part, int block_count, int floats)
{
    return team_room() + part / block_count * floats;
}

#define TEAM_UNROLL
#define TEAM_SLOT(slot) (slot)
#define TEAM_ONCE(j, count) for (int j = LANE_RANK; j < (count); j += LANE_TEAM)

static inline taut_work* team_near_work(void)
{
    static taut_work near;
    return &near;
}

static inline void team_sync_block(void)
{
}
static inline bool team_sync_all(bool mine)
{
    return mine;
}
static inline taut_cuda_link team_read(const taut_cuda_link* at)
{
    return *at;
}
static inline void team_sync(const team*)
{
}

#endif
