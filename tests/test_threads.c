// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Threads: the pool runs each task once, whatever their number; the host's job system may take
// them in any order; nothing of it changes a bit.

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "platform/cpu.h"
#include "platform/parallel.h"
#include "platform/pool.h"
#include "platform/thread.h"
#include "support.h"
#include "test.h"

#ifdef TEST_PTHREADS
#include <pthread.h>
#endif

enum { MOST_TASKS = 5000 };

// How often each task ran.
typedef struct tally {
    atomic_int runs[MOST_TASKS];
    taut_pool* pool;
} tally;

static void count_run(void* context, int index)
{
    tally* t = context;
    atomic_fetch_add_explicit(&t->runs[index], 1, memory_order_relaxed);
}

// Each task below `count` ran `times` times, and no other.
static bool tally_is(const tally* t, int count, int times)
{
    bool right = true;
    for (int i = 0; i < MOST_TASKS; ++i) {
        right = right && atomic_load(&t->runs[i]) == (i < count ? times : 0);
    }
    return right;
}

// So many threads, or one in a build that knows no threads.
static int up_to(int thread_count)
{
    return taut_pool_supported() ? thread_count : 1;
}

static taut_pool* new_pool(int thread_count)
{
    taut_allocator memory = taut_allocator_default();
    return taut_pool_create(&memory, thread_count, NULL);
}

// The pool ----------------------------------------------------------------------------------------

TEST(pool_runs_each_task_once)
{
    static const int counts[] = {0, 1, 2, 3, 4, 5, 17, 64, 1000, MOST_TASKS};
    for (int threads = 1; threads <= up_to(16); threads = threads * 3 / 2 + 1) {
        taut_pool* pool = new_pool(threads);
        REQUIRE(pool != NULL);
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
            tally t = {0};
            taut_pool_run(pool, counts[i], count_run, &t);
            CHECK_MSG(tally_is(&t, counts[i], 1), "%d tasks on %d threads", counts[i], threads);
        }
        tally t = {0};
        taut_pool_run(pool, -3, count_run, &t);
        CHECK(tally_is(&t, 0, 0));
        taut_pool_destroy(pool);
    }
}

// What a task of one section writes, a task of the next reads on another thread: the sum is right
// only when sections neither overlap nor lose what was written.
typedef struct relay {
    int values[64];
    int next[64];
} relay;

static void pass_on(void* context, int index)
{
    relay* r = context;
    r->next[index] = r->values[(index + 1) % 64] + 1;
}

static void take_over(void* context, int index)
{
    relay* r = context;
    r->values[index] = r->next[index];
}

static void check_relay(int threads, int sections)
{
    taut_pool* pool = new_pool(threads);
    REQUIRE(pool != NULL);
    relay r = {{0}, {0}};
    for (int i = 0; i < sections; ++i) {
        taut_pool_run(pool, 64, pass_on, &r);
        taut_pool_run(pool, 64, take_over, &r);
    }
    bool right = true;
    for (int i = 0; i < 64; ++i) {
        right = right && r.values[i] == sections;
    }
    CHECK_MSG(right, "%d threads", threads);
    taut_pool_destroy(pool);
}

TEST(pool_runs_many_short_sections_one_after_another)
{
    check_relay(up_to(2), 3000);
    check_relay(up_to(4), 1000);
}

TEST(pool_of_more_threads_than_cores_gets_on)
{
    check_relay(up_to(16), 300);
    check_relay(up_to(64), 30);
}

static void sleep_and_count(void* context, int index)
{
    taut_thread_sleep(index == 0 ? 1000000u : 0u);
    count_run(context, index);
}

// So long apart that every worker sleeps in between, and with a task so long that the caller or the
// workers sleep while it runs.
TEST(pool_wakes_from_sleep)
{
    taut_pool* pool = new_pool(up_to(4));
    REQUIRE(pool != NULL);
    tally t = {0};
    for (int i = 0; i < 50; ++i) {
        taut_thread_sleep(500000u);
        taut_pool_run(pool, 8, sleep_and_count, &t);
    }
    CHECK(tally_is(&t, 8, 50));
    taut_pool_destroy(pool);
}

static void run_inner(void* context, int index)
{
    tally* t = context;
    if (index < 4) {
        taut_pool_run(t->pool, 100, count_run, t);
    }
}

TEST(pool_runs_nested_sections_inline)
{
    for (int threads = 1; threads <= up_to(4); ++threads) {
        tally t = {.pool = new_pool(threads)};
        REQUIRE(t.pool != NULL);
        taut_pool_run(t.pool, 8, run_inner, &t);
        CHECK(tally_is(&t, 100, 4));
        taut_pool_run(t.pool, 100, count_run, &t);  // and is free again
        CHECK(tally_is(&t, 100, 5));
        taut_pool_destroy(t.pool);
    }
}

TEST(pool_comes_and_goes)
{
    taut_pool_destroy(NULL);
    for (int i = 0; i < 60; ++i) {
        taut_pool* pool = new_pool(up_to(1 + i % 9));
        REQUIRE(pool != NULL);
        tally t = {0};
        if (i % 3 > 0) {  // also without a section, before its threads have begun
            taut_pool_run(pool, i, count_run, &t);
        }
        CHECK(tally_is(&t, i % 3 > 0 ? i : 0, 1));
        taut_pool_destroy(pool);
    }
}

TEST(pool_takes_one_block_and_sections_none)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_allocator allocator = counting_allocator(&memory);
    taut_result result = TAUT_OK;
    int threads = up_to(4);
    taut_pool* pool = taut_pool_create(&allocator, threads, &result);
    REQUIRE(pool != NULL && result == TAUT_OK);
    CHECK_EQ_INT(memory.requests, 1);
    tally t = {0};
    for (int i = 0; i < 100; ++i) {
        taut_pool_run(pool, 100, count_run, &t);
    }
    CHECK(tally_is(&t, 100, 100));
    CHECK_EQ_INT(memory.requests, 1);
    taut_pool_destroy(pool);
    CHECK_EQ_INT(memory.bytes, 0);
    CHECK_EQ_INT(memory.wrong, 0);
}

TEST(pool_fails_whole)
{
    taut_test_memory memory = {.fail_at = 0};
    taut_allocator allocator = counting_allocator(&memory);
    taut_result result = TAUT_OK;
    CHECK(taut_pool_create(&allocator, 4, &result) == NULL);
    CHECK_EQ_INT(result, TAUT_ERROR_OUT_OF_MEMORY);
    memory.fail_at = -1;
    CHECK(taut_pool_create(&allocator, 0, &result) == NULL);
    CHECK_EQ_INT(result, TAUT_ERROR_INVALID);
    CHECK(taut_pool_create(&allocator, TAUT_POOL_MOST_THREADS + 1, NULL) == NULL);
    if (!taut_pool_supported()) {
        CHECK(taut_pool_create(&allocator, 2, &result) == NULL);
        CHECK_EQ_INT(result, TAUT_ERROR_THREADS_UNAVAILABLE);
    }
    CHECK_EQ_INT(memory.bytes, 0);
}

static void* run_against(void* context)
{
    tally* t = context;
    for (int i = 0; i < 200; ++i) {
        taut_pool_run(t->pool, 50, count_run, t);
    }
    return NULL;
}

TEST(pool_serves_two_callers_at_once)
{
    tally t = {.pool = new_pool(up_to(3))};
    REQUIRE(t.pool != NULL);
    (void)run_against(&t);
#ifdef TEST_PTHREADS
    pthread_t other;
    REQUIRE(pthread_create(&other, NULL, run_against, &t) == 0);
    (void)run_against(&t);
    (void)pthread_join(other, NULL);
    CHECK(tally_is(&t, 50, 600));
#else
    CHECK(tally_is(&t, 50, 200));
#endif
    taut_pool_destroy(t.pool);
}

// The helper --------------------------------------------------------------------------------------

typedef struct hook {
    int calls;
    int tasks;
} hook;

static void run_backwards(void* host, int count, taut_task_fn* task, void* context)
{
    hook* h = host;
    h->calls += 1;
    h->tasks += count;
    for (int i = count - 1; i >= 0; --i) {
        task(context, i);
    }
}

TEST(parallel_runs_single_tasks_inline)
{
    hook h = {0};
    tally t = {0};
    taut_parallel(run_backwards, &h, 0, count_run, &t);
    CHECK(tally_is(&t, 0, 1));
    taut_parallel(run_backwards, &h, 1, count_run, &t);
    CHECK(tally_is(&t, 1, 1));
    CHECK_EQ_INT(h.calls, 0);
    tally many = {0};
    taut_parallel(run_backwards, &h, 5, count_run, &many);
    CHECK(tally_is(&many, 5, 1));
    CHECK_EQ_INT(h.calls, 1);
    CHECK_EQ_INT(h.tasks, 5);
}

// Worlds ------------------------------------------------------------------------------------------

// A world with a cloth and a rope after some frames; 0 when it cannot be made.
static uint64_t hash_of_world(const taut_world_def* def)
{
    taut_world* world = new_world_from(def);
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = 120;  // four clusters
    cloth.rows = 100;
    taut_builder* builder = new_builder();
    bool made = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK &&
                taut_builder_pin(builder, 0) == TAUT_OK;
    taut_body_id first = add_body(world, builder);
    taut_rope_def rope = taut_rope_def_default();
    rope.pin_start = true;
    builder = new_builder();
    made = made && taut_make_rope(builder, &rope, NULL) == TAUT_OK;
    taut_body_id second = add_body(world, builder);
    made = made && taut_body_valid(world, first) && taut_body_valid(world, second) &&
           step_frames(world, 10, 1.0f / 60.0f, 8) == 0;
    uint64_t hash = made ? taut_world_hash(world) : 0;
    taut_world_destroy(world);
    return hash;
}

TEST(worlds_give_the_same_bits_on_any_number_of_threads)
{
    for (int backend = TAUT_BACKEND_SCALAR; backend < TAUT_BACKEND_KIND_COUNT; ++backend) {
        if (!taut_backend_available((taut_backend_kind)backend)) {
            continue;
        }
        taut_world_def def = taut_world_def_default();
        def.backend = (taut_backend_kind)backend;
        uint64_t expected = hash_of_world(&def);
        CHECK(expected != 0);
        for (int threads = 2; threads <= up_to(8); threads *= 2) {
            def.thread_count = threads;
            CHECK_EQ_U64(hash_of_world(&def), expected);
        }
        hook h = {0};
        def.thread_count = 4;
        def.parallel_for = run_backwards;
        def.parallel_host = &h;
        CHECK_EQ_U64(hash_of_world(&def), expected);
    }
}

typedef struct share {
    taut_task_fn* task;
    void* context;
    int first, count;
} share;

static void* run_share(void* argument)
{
    const share* s = argument;
    for (int i = s->first; i < s->count; i += 3) {
        s->task(s->context, i);
    }
    return NULL;
}

// A job system as simple as can be: three new threads per section, in strides.
static void run_on_new_threads(void* host, int count, taut_task_fn* task, void* context)
{
    (void)host;
    share shares[3];
    for (int i = 0; i < 3; ++i) {
        shares[i] = (share){task, context, i, count};
    }
#ifdef TEST_PTHREADS
    pthread_t threads[3];
    bool started[3];
    for (int i = 0; i < 3; ++i) {
        started[i] = pthread_create(&threads[i], NULL, run_share, &shares[i]) == 0;
    }
    for (int i = 0; i < 3; ++i) {
        if (started[i]) {
            (void)pthread_join(threads[i], NULL);
        } else {
            (void)run_share(&shares[i]);
        }
    }
#else
    for (int i = 0; i < 3; ++i) {
        (void)run_share(&shares[i]);
    }
#endif
}

TEST(host_may_bring_its_own_threads)
{
    tally t = {0};
    taut_parallel(run_on_new_threads, NULL, 100, count_run, &t);
    CHECK(tally_is(&t, 100, 1));
    taut_world_def def = taut_world_def_default();
    uint64_t expected = hash_of_world(&def);
    CHECK(expected != 0);
    def.thread_count = 3;
    def.parallel_for = run_on_new_threads;
    CHECK_EQ_U64(hash_of_world(&def), expected);
}

TEST(thread_count_is_checked)
{
    static const int wrong[] = {-1, -1000, 257, 1000, 2147483647};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        for (int hooked = 0; hooked < 2; ++hooked) {
            taut_world_def def = taut_world_def_default();
            def.thread_count = wrong[i];
            def.parallel_for = hooked != 0 ? run_backwards : NULL;
            taut_world* world = NULL;
            taut_error error;
            CHECK_EQ_INT(taut_world_create(&def, &world, &error), TAUT_ERROR_INVALID);
            CHECK(world == NULL);
            char number[16];
            (void)snprintf(number, sizeof number, "%d", wrong[i]);
            CHECK_MSG(strstr(error.text, "thread_count") && strstr(error.text, number), "says: %s",
                      error.text);
        }
    }
}

TEST(thread_count_is_told)
{
    CHECK_EQ_INT(taut_world_thread_count(NULL), 0);
    taut_world_def def = taut_world_def_default();
    CHECK_EQ_INT(def.thread_count, 1);
    taut_world* world = new_world_from(&def);
    CHECK_EQ_INT(taut_world_thread_count(world), 1);
    taut_world_destroy(world);

    int cores = taut_cpu_core_count();
    cores = cores < 256 ? cores : 256;
    def.thread_count = 0;
    world = new_world_from(&def);
    CHECK_EQ_INT(taut_world_thread_count(world), taut_pool_supported() ? cores : 1);
    taut_world_destroy(world);
    def.parallel_for = run_backwards;
    world = new_world_from(&def);
    CHECK_EQ_INT(taut_world_thread_count(world), cores);
    taut_world_destroy(world);

    def.thread_count = 256;  // a host's: nothing is started
    world = new_world_from(&def);
    CHECK_EQ_INT(taut_world_thread_count(world), 256);
    taut_world_destroy(world);
}

TEST(threads_that_cannot_be_had_are_an_error)
{
    taut_test_memory memory = {.fail_at = 0};
    taut_world_def def = taut_world_def_default();
    def.allocator = counting_allocator(&memory);
    def.thread_count = 3;
    taut_world* world = NULL;
    taut_error error;
    // The world, its rooms, and the pool where there are threads.
    for (int fail_at = 0; fail_at < (taut_pool_supported() ? 3 : 2); ++fail_at) {
        memory.fail_at = memory.requests + fail_at;
        CHECK_EQ_INT(taut_world_create(&def, &world, &error), TAUT_ERROR_OUT_OF_MEMORY);
        CHECK(world == NULL && strstr(error.text, "no memory") != NULL);
        CHECK_EQ_INT(memory.bytes, 0);
        CHECK_EQ_INT(memory.wrong, 0);
    }
    if (!taut_pool_supported()) {
        memory.fail_at = -1;
        CHECK_EQ_INT(taut_world_create(&def, &world, &error), TAUT_ERROR_THREADS_UNAVAILABLE);
        CHECK(world == NULL && strstr(error.text, "thread_count is 3") != NULL);
        CHECK_EQ_INT(memory.bytes, 0);
    }
}
