// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What driver_open.c finds of NVIDIA's library, and driver_cuda.c works with.

#pragma once

#include <cuda.h>

#include "cuda/driver.h"
#include "cuda/post.h"

// The calls of the driver that are used, each by the name the toolkit's header gives it.
#define TAUT_CUDA_CALLS(X)                                                                         \
    X(cuInit)                                                                                      \
    X(cuDeviceGet)                                                                                 \
    X(cuDeviceGetName)                                                                             \
    X(cuDeviceGetAttribute)                                                                        \
    X(cuDevicePrimaryCtxRetain)                                                                    \
    X(cuDevicePrimaryCtxRelease)                                                                   \
    X(cuCtxPushCurrent)                                                                            \
    X(cuCtxPopCurrent)                                                                             \
    X(cuModuleLoadData)                                                                            \
    X(cuModuleUnload)                                                                              \
    X(cuModuleGetFunction)                                                                         \
    X(cuFuncSetAttribute)                                                                          \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor)                                                 \
    X(cuStreamCreate)                                                                              \
    X(cuStreamDestroy)                                                                             \
    X(cuStreamSynchronize)                                                                         \
    X(cuStreamQuery)                                                                               \
    X(cuEventCreate)                                                                               \
    X(cuEventDestroy)                                                                              \
    X(cuEventRecord)                                                                               \
    X(cuEventElapsedTime)                                                                          \
    X(cuMemGetInfo)                                                                                \
    X(cuMemAlloc)                                                                                  \
    X(cuMemFree)                                                                                   \
    X(cuMemHostAlloc)                                                                              \
    X(cuMemFreeHost)                                                                               \
    X(cuMemHostRegister)                                                                           \
    X(cuMemHostUnregister)                                                                         \
    X(cuMemcpyHtoDAsync)                                                                           \
    X(cuMemcpyDtoHAsync)                                                                           \
    X(cuLaunchKernel)                                                                              \
    X(cuLaunchCooperativeKernel)                                                                   \
    X(cuLaunchKernelEx)                                                                            \
    X(cuFuncGetAttribute)                                                                          \
    X(cuOccupancyMaxActiveClusters)

// Images of kernels: for any body, for joined ones, for sheets, and the one that gathers.
enum {
    TAUT_CUDA_BODIES,
    TAUT_CUDA_JOINED_BODIES,
    TAUT_CUDA_SHEETS,
    TAUT_CUDA_GATHER,
    TAUT_CUDA_IMAGE_COUNT
};

typedef struct taut_cuda_calls {
#define FIELD(name) __typeof__(&name) p_##name;
    TAUT_CUDA_CALLS(FIELD)
#undef FIELD
} taut_cuda_calls;

struct taut_driver {
    void* handle;
    taut_cuda_calls cu;
    CUdevice device;
    CUcontext context;
    CUmodule images[TAUT_CUDA_IMAGE_COUNT];
    bool unjoined;  // the device cannot run those for joined bodies
    CUfunction kernels[TAUT_CUDA_KERNEL_COUNT], carrier, gatherer;
    int rooms[TAUT_CUDA_KERNEL_COUNT];  // shared memory that a block of each may ask for
    bool clusters, inside;
    CUstream stream;
    taut_post post;    // small copies on their way
    CUresult trouble;  // of one that could not be carried: whoever asks next is told
    CUevent from, to;  // NULL before somebody asks for times
    int processors;
    char name[128];
};

// The context is the one the host program may use as well; it is current only during our calls.
// Where it cannot be made current nothing is to be taken: it would be another's.
static inline bool taut_driver_enter(taut_driver* d)
{
    d->inside = d->cu.p_cuCtxPushCurrent(d->context) == CUDA_SUCCESS;
    return d->inside;
}

static inline bool taut_driver_leave(const taut_driver* d, CUresult result)
{
    CUcontext unused;
    if (d->inside) {  // else it would be another's that is not current any more
        (void)d->cu.p_cuCtxPopCurrent(&unused);
    }
    return d->inside && result == CUDA_SUCCESS;
}

// How blocks go in clusters of so many: `cluster` is a part of it.
CUlaunchConfig taut_driver_config(const taut_driver* driver, int blocks, taut_driver_shape shape,
                                  CUlaunchAttribute* cluster, int blocks_per_body);
