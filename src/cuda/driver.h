// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A device: its memory, copies to it and back, and the kernels. Everything is done in the order
// asked for; copies and kernels may still be under way when a call returns, until
// taut_driver_wait().

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cuda/job.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct taut_driver taut_driver;

// Whether there is a device at all, or why not: cheaper to ask than to open it.
bool taut_driver_answers(const char** why);

// NULL where this build has no kernels or no device answers; `why` then says which. It is NULL
// where memory is short, the device's or the allocator's.
taut_driver* taut_driver_open(const taut_allocator* allocator, const char** why);
void taut_driver_close(const taut_allocator* allocator, taut_driver* driver);

// The kernels: one for any body, one for those that meet colliders, one for bodies that act on one
// another, one for those that attachments join, and those for sheets, in shared memory whole or
// part by part.
typedef enum taut_cuda_kernel {
    TAUT_CUDA_STEP,
    TAUT_CUDA_MEETING,
    TAUT_CUDA_CROWD,
    TAUT_CUDA_JOINED,
    TAUT_CUDA_SHEET,
    TAUT_CUDA_FINE_SHEET,
    TAUT_CUDA_STAYING_SHEET,
    TAUT_CUDA_LARGE_SHEET,
    TAUT_CUDA_LARGE_FINE_SHEET,
    TAUT_CUDA_KERNEL_COUNT
} taut_cuda_kernel;

// How blocks are to be.
typedef struct taut_driver_shape {
    taut_cuda_kernel kernel;
    int threads;  // a multiple of 32
    size_t room;  // bytes of shared memory, up to taut_driver_most_room()
} taut_driver_shape;

// Whether the device can run a kernel. The one for joined bodies is large, and has not been loaded
// before somebody asks: for a device that it was not made for, that is to translate it, for minutes
// the first time.
bool taut_driver_has(taut_driver* driver, taut_cuda_kernel kernel);

// Whether blocks of a body reach one another's shared memory.
static inline bool taut_driver_in_cluster(taut_driver_shape shape)
{
    return shape.kernel == TAUT_CUDA_SHEET || shape.kernel == TAUT_CUDA_FINE_SHEET;
}

// How the device calls itself; and how many blocks of a shape it runs at once.
const char* taut_driver_name(const taut_driver* driver);
int taut_driver_blocks(taut_driver* driver, taut_driver_shape shape);

// Shared memory that a block may have; and whether so many blocks of a sheet can be a cluster.
size_t taut_driver_most_room(const taut_driver* driver, taut_cuda_kernel kernel);
bool taut_driver_clusters(taut_driver* driver, int blocks, taut_driver_shape shape);

// Memory of the device, and of the host where the device can reach it. NULL when it is short.
void* taut_driver_take(taut_driver* driver, size_t bytes);
void taut_driver_give(taut_driver* driver, void* memory);
void* taut_driver_take_host(taut_driver* driver, size_t bytes);
void taut_driver_give_host(taut_driver* driver, void* memory);

// Lets the device reach memory of the host that is there already, until it is let go of. False: it
// cannot, and copies take longer.
bool taut_driver_pin(taut_driver* driver, void* memory, size_t bytes);
void taut_driver_unpin(taut_driver* driver, void* memory);

// The stream that everything goes through, as the device's programming interface knows it; small
// copies when something follows them, or is waited for.
void* taut_driver_stream(const taut_driver* driver);

// Bytes of the host's memory that small copies go through; and what the driver itself has of the
// allocator that it was opened with.
size_t taut_driver_desk(const taut_driver* driver);
size_t taut_driver_own_bytes(const taut_driver* driver);

// For tests: whether to spoil what the host has of a body while the device has the newer copy.
bool taut_driver_spoils(const taut_driver* driver);

// False when the device failed; what it holds is then lost.
bool taut_driver_send(taut_driver* driver, void* to, const void* from, size_t bytes);
bool taut_driver_fetch(taut_driver* driver, void* to, const void* from, size_t bytes);

// The same of something small that is waited for next: it comes along with others that are asked
// for so. Memory that is asked for stays until then.
bool taut_driver_ask(taut_driver* driver, void* to, const void* from, size_t bytes);

// Brings rows of particles, of which the device has the list, together there.
bool taut_driver_gather(taut_driver* driver, const taut_cuda_row* rows, int count, taut_vec3* to);

// What became of a launch.
typedef enum taut_driver_answer {
    TAUT_DRIVER_LAUNCHED,
    TAUT_DRIVER_REFUSED,  // it asks for more than there is; the device and what it holds are well
    TAUT_DRIVER_LOST      // the device failed
} taut_driver_answer;

// Takes `count` bodies through a step, each with so many blocks: 1, as many as can be a cluster,
// or, for one body alone, taut_driver_blocks() at most.
taut_driver_answer taut_driver_launch(taut_driver* driver, const taut_cuda_turn* turns, int count,
                                      int blocks_per_body, taut_driver_shape shape);
bool taut_driver_wait(taut_driver* driver);

// Kernels launched between these two are timed by the device's own clock. After a wait,
// taut_driver_ms() has their milliseconds, from the beginning of the first to the end of the last;
// 0 where it cannot say.
void taut_driver_time_from_here(taut_driver* driver);
void taut_driver_time_to_here(taut_driver* driver);
double taut_driver_ms(taut_driver* driver);

// Bytes of its memory, and how many of them nobody has. False where it does not say.
bool taut_driver_memory(taut_driver* driver, size_t* whole, size_t* unused);

#ifdef __cplusplus
}
#endif
