// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// taut_parallel_for_fn for the module with threads. Workers of JavaScript are instances of this very
// module over the same memory, each with a stack of its own, so that pointers, also those to
// functions, mean the same to all. They call taut_web_thread_run() and stay in it.
//
// A section runs as in src/platform/pool.c: whoever lowers `unclaimed` from n has task count - n,
// and what is written down of a section may be read only after that, since it cannot end before the
// task has. A late worker that still sees the last section can only claim a task of the next.
//
// Differences: the thread that steps may be that of a page, which must not block, so it spins to the
// end; there is no clock to spin by, so looks are counted; and a worker that fails says so, whereupon
// the step fails instead of waiting forever. Nothing in a task allocates: malloc of wasi-libc, which
// knows no threads, is called by the first instance alone.

#include <stdalign.h>
#include <stdatomic.h>

#include "taut/taut.h"

#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_module("taut"), import_name(#name)))

#define MOST_THREADS 256
#define LINE 64
#define TEXT_SIZE 256

// How often a worker looks for work before it sleeps, and the caller for the end before it sleeps
// where it may: 40 microseconds as in src/platform/pool.c, at half a nanosecond a look. Waking takes
// some tens of microseconds, and there are fewer between the sections of a step.
#define LOOKS 80000

// A task takes no longer than a step does. What takes this long is lost without a word.
#define MOST_SECONDS 60.0
#define MOST_SECONDS_A_TURN 1.0

IMPORT(clock) double taut_web_call_clock(void);
/// Throws: a worker has failed, or does not come back. Does not return.
IMPORT(lost) void taut_web_call_lost(void);

EXPORT(taut_web_parallel) taut_parallel_for_fn* taut_web_parallel(void);
EXPORT(taut_web_threads_open) void taut_web_threads_open(int worker_count, int may_block);
EXPORT(taut_web_threads_close) void taut_web_threads_close(void);
EXPORT(taut_web_thread_run) void taut_web_thread_run(int index);
EXPORT(taut_web_thread_fail) void taut_web_thread_fail(void);
EXPORT(taut_web_thread_text) char* taut_web_thread_text(void);
EXPORT(taut_web_thread_tasks) int taut_web_thread_tasks(int index);
EXPORT(taut_web_thread_place) void* taut_web_thread_place(int index);

static struct {
    int worker_count;  // beside the caller; 0 when closed
    bool may_block;    // whether the caller may

    // The section.
    taut_task_fn* task;
    void* context;
    int count;

    alignas(LINE) atomic_int unclaimed;
    atomic_int limit;  // threads with a lower index take part
    alignas(LINE) atomic_int unfinished;
    alignas(LINE) atomic_int bell;  // rings for sleepers, who wait for it to change
    atomic_int sleepers;            // workers that sleep or are about to
    atomic_int caller_sleeps;
    atomic_int ending;
    atomic_int failed;

    struct {
        alignas(LINE) atomic_int tasks;  // that it has run so far
        atomic_int place;  // of the worker: PLACE_... of web/src/worker.ts, which alone sets it
    } threads[MOST_THREADS];

    char text[TEXT_SIZE];  // what a worker that fails has to say
} pool;

static void wait_while(atomic_int* place, int value, long long nanoseconds)
{
    (void)__builtin_wasm_memory_atomic_wait32((int*)(void*)place, value, nanoseconds);
}

static void wake(atomic_int* place)
{
    (void)__builtin_wasm_memory_atomic_notify((int*)(void*)place, ~0u);
}

// Running tasks -----------------------------------------------------------------------------------

// The index of a task of the section under way; -1 when none is left.
static int claim(void)
{
    int left = atomic_load(&pool.unclaimed);
    while (left > 0) {
        if (atomic_compare_exchange_weak(&pool.unclaimed, &left, left - 1)) {
            return pool.count - left;
        }
    }
    return -1;
}

static void work(int thread)
{
    int finished = 0;
    for (int index = claim(); index >= 0; index = claim()) {
        pool.task(pool.context, index);
        ++finished;
    }
    if (finished == 0) {
        return;
    }
    atomic_fetch_add(&pool.threads[thread].tasks, finished);
    if (atomic_fetch_sub(&pool.unfinished, finished) == finished &&
        atomic_load(&pool.caller_sleeps)) {
        wake(&pool.unfinished);
    }
}

// Workers -----------------------------------------------------------------------------------------

static bool has_work(int thread)
{
    return (atomic_load(&pool.unclaimed) > 0 && thread < atomic_load(&pool.limit)) ||
           atomic_load(&pool.ending);
}

// The worker says that it sleeps and looks once more, the caller gives work and looks for sleepers:
// one of them sees the other.
static void sleep(int thread)
{
    int bell = atomic_load(&pool.bell);
    atomic_fetch_add(&pool.sleepers, 1);
    if (!has_work(thread)) {
        wait_while(&pool.bell, bell, -1);
    }
    atomic_fetch_sub(&pool.sleepers, 1);
}

void taut_web_thread_run(int index)
{
    while (!atomic_load(&pool.ending)) {
        int looks = LOOKS;
        while (!has_work(index) && --looks > 0) {
        }
        if (looks > 0) {
            work(index);
        } else {
            sleep(index);
        }
    }
}

char* taut_web_thread_text(void)
{
    return pool.text;
}

// Called on the worker, after it has written what it has to say.
void taut_web_thread_fail(void)
{
    atomic_store(&pool.failed, 1);
    wake(&pool.unfinished);
}

// The caller --------------------------------------------------------------------------------------

// Those beyond the limit sleep on, unless others have to be woken.
static void ring(int limit)
{
    if (atomic_load(&pool.sleepers) > pool.worker_count + 1 - limit) {
        atomic_fetch_add(&pool.bell, 1);
        wake(&pool.bell);
    }
}

// Waits a little while, for some microseconds up to a tenth of a second.
static void wait_a_while(void)
{
    for (int looks = LOOKS; looks > 0; --looks) {
        if (atomic_load(&pool.unfinished) == 0) {
            return;
        }
    }
    if (pool.may_block) {
        atomic_store(&pool.caller_sleeps, 1);
        int left = atomic_load(&pool.unfinished);
        if (left != 0 && !atomic_load(&pool.failed)) {
            wait_while(&pool.unfinished, left, 100000000);
        }
        atomic_store(&pool.caller_sleeps, 0);
    }
}

// A turn of waiting takes about a tenth of a second at most. When it took much longer by the clock, the
// machine was asleep, and its workers with it: that does not count.
static double counted(double seconds)
{
    return seconds < MOST_SECONDS_A_TURN ? seconds : MOST_SECONDS_A_TURN;
}

static void wait_for_all(void)
{
    double waited = 0.0;
    double last = taut_web_call_clock();
    while (atomic_load(&pool.unfinished) != 0) {
        wait_a_while();
        double now = taut_web_call_clock();
        waited += counted(now - last);
        last = now;
        bool lost = atomic_load(&pool.failed) || waited > MOST_SECONDS;
        if (lost && atomic_load(&pool.unfinished) != 0) {
            pool.worker_count = 0;
            taut_web_call_lost();
        }
    }
}

static void run_alone(int count, taut_task_fn* task, void* context)
{
    for (int i = 0; i < count; ++i) {
        task(context, i);
    }
}

// `host` is the number of threads that the world wants.
static void parallel(void* host, int count, taut_task_fn* task, void* context)
{
    if (pool.worker_count == 0) {
        run_alone(count, task, context);
        return;
    }
    pool.task = task;
    pool.context = context;
    pool.count = count;
    int limit = (int)(intptr_t)host;
    atomic_store(&pool.limit, limit);
    atomic_store(&pool.unfinished, count);
    atomic_store(&pool.unclaimed, count);
    ring(limit);
    work(0);
    if (atomic_load(&pool.unfinished) != 0) {
        wait_for_all();
    }
}

taut_parallel_for_fn* taut_web_parallel(void)
{
    return parallel;
}

void taut_web_threads_open(int worker_count, int may_block)
{
    pool.worker_count = worker_count;
    pool.may_block = may_block != 0;
}

// From now on sections run on the caller alone. Workers end as soon as they can.
void taut_web_threads_close(void)
{
    pool.worker_count = 0;
    atomic_store(&pool.ending, 1);
    atomic_fetch_add(&pool.bell, 1);
    wake(&pool.bell);
}

int taut_web_thread_tasks(int index)
{
    return atomic_load(&pool.threads[index].tasks);
}

// Where the worker says whether it is in its stack.
void* taut_web_thread_place(int index)
{
    return &pool.threads[index].place;
}
