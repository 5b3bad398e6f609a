// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The blocks that work on one body, and waiting for one another. On the host, where tests run the
// kernels one thread at a time, there is nobody to wait for.

#include "cuda/job.h"
#include "math/lane.h"

typedef struct team {
    int block, block_count;
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

static __device__ __forceinline__ void team_sync(const team* t)
{
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
#define __shared__
#define __launch_bounds__(threads)

static inline float* team_room(void)
{
    static float room[13 * TAUT_CUDA_PART];
    return room;
}

static inline taut_work* team_near_work(void)
{
    static taut_work near;
    return &near;
}

static inline void team_sync_block(void)
{
}
static inline void team_sync(const team*)
{
}

#endif
