// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How a section runs. The caller writes task, context and count, then sets `unclaimed` to count.
// Whoever lowers it from n to n - 1 has claimed task count - n, and the section cannot end before
// that task has: so the three fields may be read after a claim, and only then. Each thread that
// finds nothing left to claim takes the number of tasks it ran off `unfinished`; the section ends
// when that is 0. There is no need to tell sections apart: a late thread that still sees the last
// one can only claim a task of the next.
//
// A thread without work spins for a bounded while, then sleeps. Both sides of going to sleep are
// Dekker's pattern in sequential consistency: the sleeper says that it sleeps and looks for work
// once more, the other side gives work and looks for sleepers.

#include "platform/pool.h"

#include <stdalign.h>
#include <stdatomic.h>

#include "base/alloc.h"
#include "platform/cpu.h"
#include "platform/thread.h"

// How long a thread spins before it sleeps. Between the sections of a step there are some
// microseconds; waking a sleeper costs some tens. Between frames there are milliseconds.
#define SPIN_NANOSECONDS 40000u

// Pauses between two looks at the clock, about a microsecond; and rounds of that before a spinning
// thread begins to offer its core to others.
#define PAUSES 16
#define ROUNDS_ALONE 4

// What different threads write lies on different cache lines.
#define LINE TAUT_ALIGNMENT

typedef struct taut_worker {
    taut_pool* pool;
    taut_thread thread;
    taut_thread_start start;
    uint32_t random;
} taut_worker;

struct taut_pool {
    taut_allocator allocator;
    size_t size;
    int worker_count;
    int rounds_alone;

    taut_mutex mutex;
    taut_signal work;  // for workers: there is something to claim, or an end
    taut_signal done;  // for the caller: everything has finished

    // The section. Written by the caller between sections, read by whoever has claimed a task.
    taut_task_fn* task;
    void* context;
    int count;
    uint32_t random;

    alignas(LINE) atomic_int unclaimed;
    alignas(LINE) atomic_int unfinished;
    alignas(LINE) atomic_int sleepers;  // workers that sleep or are about to
    atomic_bool caller_sleeps;
    atomic_bool busy;  // a section is under way
    atomic_bool ending;

    alignas(LINE) taut_worker workers[];
};

// Running tasks -----------------------------------------------------------------------------------

// With TAUT_YIELDS, threads dawdle where they pick up a task, so that tests see more orders.
#ifdef TAUT_YIELDS
static void dawdle(uint32_t* random)
{
    *random = *random * 1664525u + 1013904223u;  // Knuth and Lewis, Numerical Recipes 7.1
    uint32_t bits = *random >> 24;
    if (bits < 96) {
        taut_thread_yield();
    } else if (bits < 104) {
        taut_thread_sleep(1000u * (bits - 95u));
    }
}
#else
static void dawdle(uint32_t* random)
{
    (void)random;
}
#endif

// The index of a task of the section under way; -1 when none is left.
static int claim(taut_pool* pool)
{
    int left = atomic_load_explicit(&pool->unclaimed, memory_order_relaxed);
    while (left > 0) {
        // Acquire: pairs with the caller's store, through the lowerings by others in between.
        if (atomic_compare_exchange_weak_explicit(&pool->unclaimed, &left, left - 1,
                                                  memory_order_acquire, memory_order_relaxed)) {
            return pool->count - left;
        }
    }
    return -1;
}

// Runs tasks until none is left to claim. True when that finished the section.
static bool work(taut_pool* pool, uint32_t* random)
{
    int finished = 0;
    dawdle(random);  // the section that was seen may be over by the first claim
    for (int index = claim(pool); index >= 0; index = claim(pool)) {
        dawdle(random);
        pool->task(pool->context, index);
        ++finished;
    }
    return finished > 0 && atomic_fetch_sub(&pool->unfinished, finished) == finished;
}

static void run_alone(int count, taut_task_fn* task, void* context)
{
    for (int i = 0; i < count; ++i) {
        task(context, i);
    }
}

// Waiting -----------------------------------------------------------------------------------------

typedef bool taut_pool_ready_fn(const taut_pool* pool);

static bool has_work(const taut_pool* pool)
{
    return atomic_load(&pool->unclaimed) > 0 || atomic_load(&pool->ending);
}

static bool has_finished(const taut_pool* pool)
{
    return atomic_load(&pool->unfinished) == 0;
}

// Spins until ready, but not for long; whether it is.
static bool spin(const taut_pool* pool, taut_pool_ready_fn* ready)
{
    if (ready(pool)) {
        return true;
    }
    uint64_t start = taut_thread_now();
    int round = 0;
    do {
        for (int i = 0; i < PAUSES; ++i) {
            taut_cpu_pause();
            if (ready(pool)) {
                return true;
            }
        }
        if (round++ >= pool->rounds_alone) {
            taut_thread_yield();
        }
    } while (taut_thread_now() - start < SPIN_NANOSECONDS);
    return ready(pool);
}

// Sleeps once at most: a worker that was woken too late for this section spins for the next.
static void sleep_for_work(taut_pool* pool)
{
    taut_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleepers, 1);
    if (!has_work(pool)) {
        taut_signal_wait(&pool->work, &pool->mutex);
    }
    atomic_fetch_sub(&pool->sleepers, 1);
    taut_mutex_unlock(&pool->mutex);
}

static void sleep_until_finished(taut_pool* pool)
{
    taut_mutex_lock(&pool->mutex);
    atomic_store(&pool->caller_sleeps, true);
    while (!has_finished(pool)) {
        taut_signal_wait(&pool->done, &pool->mutex);
    }
    atomic_store(&pool->caller_sleeps, false);
    taut_mutex_unlock(&pool->mutex);
}

static void wake_workers(taut_pool* pool, int wanted)
{
    if (atomic_load(&pool->sleepers) == 0) {
        return;
    }
    // Under the mutex a worker that says it sleeps does so. It is woken after, or it would wake
    // only to wait for the mutex.
    taut_mutex_lock(&pool->mutex);
    int sleepers = atomic_load(&pool->sleepers);
    taut_mutex_unlock(&pool->mutex);
    if (wanted >= sleepers) {
        taut_signal_wake_all(&pool->work);
        return;
    }
    for (int i = 0; i < wanted; ++i) {
        taut_signal_wake_one(&pool->work);
    }
}

static void wake_caller(taut_pool* pool)
{
    if (atomic_load(&pool->caller_sleeps)) {
        taut_mutex_lock(&pool->mutex);
        taut_mutex_unlock(&pool->mutex);
        taut_signal_wake_one(&pool->done);
    }
}

static void live(void* context)
{
    taut_worker* worker = context;
    taut_pool* pool = worker->pool;
    while (!atomic_load(&pool->ending)) {
        if (!spin(pool, has_work)) {
            sleep_for_work(pool);
        } else if (work(pool, &worker->random)) {
            wake_caller(pool);
        }
    }
}

void taut_pool_run(void* host, int count, taut_task_fn* task, void* context)
{
    taut_pool* pool = host;
    if (count <= 1 || pool->worker_count == 0 || atomic_exchange(&pool->busy, true)) {
        run_alone(count, task, context);
        return;
    }
    pool->task = task;
    pool->context = context;
    pool->count = count;
    atomic_store_explicit(&pool->unfinished, count, memory_order_relaxed);
    atomic_store(&pool->unclaimed, count);
    wake_workers(pool, count - 1);
    if (!work(pool, &pool->random) && !spin(pool, has_finished)) {
        sleep_until_finished(pool);
    }
    atomic_store(&pool->busy, false);
}

// Making one --------------------------------------------------------------------------------------

bool taut_pool_supported(void)
{
    return taut_thread_supported();
}

static void end_workers(taut_pool* pool)
{
    atomic_store(&pool->ending, true);
    wake_workers(pool, pool->worker_count);
    for (int i = 0; i < pool->worker_count; ++i) {
        taut_thread_join(pool->workers[i].thread);
    }
}

static bool start_workers(taut_pool* pool, int count)
{
    for (int i = 0; i < count; ++i) {
        taut_worker* worker = &pool->workers[i];
        *worker = (taut_worker){.pool = pool, .random = (uint32_t)i + 1u};
        worker->start = (taut_thread_start){live, worker};
        if (!taut_thread_create(&worker->thread, &worker->start)) {
            end_workers(pool);
            return false;
        }
        pool->worker_count = i + 1;
    }
    return true;
}

// Makes what the threads stand on, then the threads. All or nothing.
static bool set_up(taut_pool* pool, int worker_count)
{
    if (!taut_mutex_init(&pool->mutex)) {
        return false;
    }
    if (taut_signal_init(&pool->work)) {
        if (taut_signal_init(&pool->done)) {
            if (start_workers(pool, worker_count)) {
                return true;
            }
            taut_signal_destroy(&pool->done);
        }
        taut_signal_destroy(&pool->work);
    }
    taut_mutex_destroy(&pool->mutex);
    return false;
}

taut_pool* taut_pool_create(const taut_allocator* allocator, int thread_count, taut_result* result)
{
    taut_result unread;
    result = result != NULL ? result : &unread;
    int worker_count = thread_count - 1;
    if (worker_count < 0 || thread_count > TAUT_POOL_MOST_THREADS) {
        *result = TAUT_ERROR_INVALID;
        return NULL;
    }
    size_t size = sizeof(taut_pool) + (size_t)worker_count * sizeof(taut_worker);
    taut_pool* pool = taut_allocate(allocator, size);
    if (pool == NULL) {
        *result = TAUT_ERROR_OUT_OF_MEMORY;
        return NULL;
    }
    pool->allocator = *allocator;
    pool->size = size;
    // With more threads than cores, who spins keeps another from the work that both wait for.
    pool->rounds_alone = thread_count > taut_cpu_core_count() ? 0 : ROUNDS_ALONE;
    if (!set_up(pool, worker_count)) {
        taut_free(allocator, pool, size);
        *result = TAUT_ERROR_THREADS_UNAVAILABLE;
        return NULL;
    }
    *result = TAUT_OK;
    return pool;
}

size_t taut_pool_bytes(const taut_pool* pool)
{
    return pool != NULL ? pool->size : 0;
}

void taut_pool_destroy(taut_pool* pool)
{
    if (pool == NULL) {
        return;
    }
    end_workers(pool);
    taut_signal_destroy(&pool->done);
    taut_signal_destroy(&pool->work);
    taut_mutex_destroy(&pool->mutex);
    taut_allocator allocator = pool->allocator;
    taut_free(&allocator, pool, pool->size);
}
