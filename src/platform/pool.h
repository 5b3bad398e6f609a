// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A pool of threads that runs sections: task(context, i) for every i below a count, each exactly
// once, on any thread. Made for many short sections in a row.

#pragma once

#include "taut/taut.h"

// Most threads of a pool, the caller's included.
#define TAUT_POOL_MOST_THREADS 256

typedef struct taut_pool taut_pool;

// Whether a pool can have more than the caller's thread in this build.
bool taut_pool_supported(void);

// Starts `thread_count` - 1 threads, which sleep until there is work; the caller is the other one.
// NULL when memory or threads are short: nothing is left behind, and `result`, which may be NULL,
// says which of both. The allocator must outlive the pool.
taut_pool* taut_pool_create(const taut_allocator* allocator, int thread_count, taut_result* result);

// Ends the threads. No section may be under way. NULL is fine.
void taut_pool_destroy(taut_pool* pool);

// Memory that the pool holds; 0 for NULL. Stacks are the system's.
size_t taut_pool_bytes(const taut_pool* pool);

// A taut_parallel_for_fn whose host is the pool. Returns when every task has finished, and all they
// wrote can be read then. Allocates nothing. From inside a task, or while another thread has a
// section under way, it runs its tasks itself, one after another.
void taut_pool_run(void* host, int count, taut_task_fn* task, void* context);
