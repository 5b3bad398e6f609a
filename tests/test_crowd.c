// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Many bodies of all sizes in one world on several threads: small ones go whole, a large one by
// clusters, those with callbacks on the thread of the caller. Bodies come and go, memory runs
// short, and every number of threads gives the same bits.

#include <fenv.h>

#include "platform/pool.h"
#include "tangle.h"
#include "test.h"

#ifdef TEST_PTHREADS
#include <pthread.h>
#endif

#define FRAME (1.0f / 60.0f)

static int up_to(int thread_count)
{
    return taut_pool_supported() ? thread_count : 1;
}

static void run_backwards(void* host, int count, taut_task_fn* task, void* context)
{
    (void)host;
    for (int i = count - 1; i >= 0; --i) {
        task(context, i);
    }
}

// Scalar and as wide as can be, in turn: the thread sanitizer does not see vectors of more than 16
// bytes.
static taut_backend_kind backend_for(int threads)
{
    return threads % 2 == 0 ? TAUT_BACKEND_SCALAR : TAUT_BACKEND_AUTO;
}

// Crowds ------------------------------------------------------------------------------------------

enum { MOST_BODIES = 24 };

typedef struct crowd {
    taut_world* world;
    taut_body_id bodies[MOST_BODIES];
    int count;
} crowd;

static void crowd_add(crowd* c, taut_builder* builder, taut_precision precision)
{
    taut_body_def def = taut_body_def_default();
    def.precision = precision;
    def.offset = (taut_vec3){0.0f, 0.0f, 3.0f * (float)c->count};
    taut_body_id id = add_body_def(c->world, builder, def);
    if (taut_body_valid(c->world, id)) {
        c->bodies[c->count++] = id;
    }
}

static taut_builder* small_tangle(int number)
{
    tangle t = tangle_of(TANGLE_WAYS * number, 6 + number % 9, 5 + number % 4);
    t.planar = false;
    return tangle_builder(&t);
}

static taut_builder* large_cloth(int columns, int rows)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = columns;
    def.rows = rows;
    (void)taut_make_cloth(builder, &def, NULL);
    (void)taut_builder_pin(builder, 0);
    return builder;
}

static void crowd_open(crowd* c, const taut_world_def* def, int small)
{
    *c = (crowd){.world = new_world_from(def)};
    for (int i = 0; i < small; ++i) {
        crowd_add(c, small_tangle(i), (taut_precision)(i % TAUT_PRECISION_COUNT));
    }
}

static uint64_t crowd_digest(crowd* c)
{
    uint64_t digest = taut_world_hash(c->world);
    for (int i = 0; i < c->count; ++i) {
        digest_body(&digest, c->world, c->bodies[i]);
    }
    return digest;
}

static void crowd_drop(crowd* c, int i)
{
    (void)taut_body_destroy(c->world, c->bodies[i]);
    c->bodies[i] = c->bodies[--c->count];
}

// Frames with comings and goings between them; what can be read at the end of each, in one.
static uint64_t life_of_crowd(const taut_world_def* def)
{
    crowd c;
    crowd_open(&c, def, 9);
    uint64_t digest = 0;
    for (int frame = 0; frame < 6 && c.world != NULL; ++frame) {
        if (frame == 1) {
            crowd_add(&c, large_cloth(150, 120), TAUT_PRECISION_AUTO);  // by clusters
        } else if (frame == 3) {
            crowd_drop(&c, 4);
            crowd_drop(&c, 0);
            crowd_add(&c, large_cloth(70, 70), TAUT_PRECISION_FINE);  // two clusters, whole
        } else if (frame == 4) {
            while (c.count > 2) {  // fewer than threads
                crowd_drop(&c, 0);
            }
            (void)taut_body_set_frozen(c.world, c.bodies[0], true);
        }
        digest = digest * 31 + step_frames(c.world, 1, FRAME, 3);
        digest = digest * 31 + crowd_digest(&c);
    }
    taut_world_destroy(c.world);
    return digest;
}

TEST(crowds_give_the_same_bits_on_any_number_of_threads)
{
    taut_world_def def = taut_world_def_default();
    def.field = tangle_field;
    uint64_t expected = life_of_crowd(&def);
    CHECK(expected != 0);
    static const int counts[] = {2, 3, 8};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        def.thread_count = up_to(counts[i]);
        def.backend = backend_for(counts[i]);
        CHECK_EQ_U64(life_of_crowd(&def), expected);
    }
    def.thread_count = 5;
    def.parallel_for = run_backwards;
    CHECK_EQ_U64(life_of_crowd(&def), expected);
}

TEST(bodies_do_not_feel_who_else_is_there)
{
    taut_world_def def = taut_world_def_default();
    def.thread_count = up_to(3);
    crowd many, one;
    crowd_open(&many, &def, 9);
    REQUIRE(many.count == 9);
    CHECK((step_frames(many.world, 5, FRAME, 4) & TAUT_STEP_NOT_FINITE) == 0);
    for (int i = 0; i < 9; ++i) {
        def.thread_count = 1;
        crowd_open(&one, &def, 9);
        while (one.count > 1) {
            crowd_drop(&one, one.bodies[0].index1 == many.bodies[i].index1 ? 1 : 0);
        }
        (void)step_frames(one.world, 5, FRAME, 4);
        taut_vec3_view a = taut_body_positions(many.world, many.bodies[i]);
        taut_vec3_view b = taut_body_positions(one.world, one.bodies[0]);
        REQUIRE(a.count == b.count);
        bool same = true;
        for (int k = 0; k < a.count; ++k) {
            same = same && same_vec3_bits(taut_vec3_at(a, k), taut_vec3_at(b, k));
        }
        CHECK(same);
        taut_world_destroy(one.world);
    }
    taut_world_destroy(many.world);
}

// A sheet of structural links and tethers only: tethers open the substep, and look at pins of other
// clusters, some of which are let go on the way.
static uint64_t hash_of_tethered(const taut_world_def* def)
{
    taut_builder* builder = new_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = 120;
    cloth.rows = 90;
    cloth.shear = false;
    cloth.bend = TAUT_BEND_NONE;
    bool made = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    static const int pins[] = {0, 60, 119, 120 * 45 + 60, 120 * 89};
    for (int i = 0; i < 5; ++i) {
        made = made && taut_builder_pin(builder, pins[i]) == TAUT_OK;
    }
    taut_world* world = new_world_from(def);
    taut_body_id id = add_body(world, builder);
    made = made && step_frames(world, 2, FRAME, 4) == 0;
    made = made && taut_body_unpin(world, id, pins[1]) == TAUT_OK;
    made = made && taut_body_unpin(world, id, pins[3]) == TAUT_OK;
    made = made && step_frames(world, 3, FRAME, 4) == 0;
    uint64_t hash = made ? taut_world_hash(world) : 0;
    taut_world_destroy(world);
    return hash;
}

TEST(tethers_across_clusters_give_the_same_bits_on_any_number_of_threads)
{
    taut_world_def def = taut_world_def_default();
    uint64_t expected = hash_of_tethered(&def);
    CHECK(expected != 0);
    for (int threads = 2; threads <= up_to(4); ++threads) {
        def.thread_count = threads;
        def.backend = backend_for(threads);
        CHECK_EQ_U64(hash_of_tethered(&def), expected);
    }
}

// The thread of the caller ------------------------------------------------------------------------

static void* step_once(void* world)
{
    (void)step_frames(world, 1, FRAME, 3);
    return NULL;
}

TEST(a_world_may_be_stepped_by_one_thread_after_another)
{
    uint64_t hashes[2];
    for (int moves = 0; moves < 2; ++moves) {
        taut_world_def def = taut_world_def_default();
        def.thread_count = up_to(3);
        crowd c;
        crowd_open(&c, &def, 4);
        crowd_add(&c, large_cloth(80, 70), TAUT_PRECISION_FAST);
        for (int frame = 0; frame < 6; ++frame) {
#ifdef TEST_PTHREADS
            pthread_t other;
            bool started = moves != 0 && pthread_create(&other, NULL, step_once, c.world) == 0;
            if (started) {
                (void)pthread_join(other, NULL);
                continue;
            }
#endif
            (void)step_once(c.world);
        }
        hashes[moves] = taut_world_hash(c.world);
        taut_world_destroy(c.world);
    }
    CHECK_EQ_U64(hashes[1], hashes[0]);
}

// Notes whether a callback ran on another thread than this.
typedef struct witness {
#ifdef TEST_PTHREADS
    pthread_t home;
#endif
    int calls, strangers;
} witness;

static void witness_note(witness* w)
{
    w->calls += 1;
#ifdef TEST_PTHREADS
    w->strangers += pthread_equal(w->home, pthread_self()) == 0;
#endif
}

static bool witness_user(void* context, int count, const taut_vec3* x, float* value,
                         taut_vec3* gradient)
{
    witness_note(context);
    return tangle_floor(NULL, count, x, value, gradient);
}

static void witness_field(void* context, taut_body_id body, double time, taut_vec3_view x,
                          taut_vec3_view v, taut_vec3* a)
{
    witness_note(context);
    tangle_field(NULL, body, time, x, v, a);
}

TEST(callbacks_run_on_the_thread_that_steps)
{
    witness w = {.calls = 0};
#ifdef TEST_PTHREADS
    w.home = pthread_self();
#endif
    taut_world_def def = taut_world_def_default();
    def.thread_count = up_to(4);
    def.field = witness_field;
    def.field_context = &w;
    crowd c;
    crowd_open(&c, &def, 0);
    for (int i = 0; i < 12; ++i) {
        taut_builder* builder = small_tangle(i);
        taut_user_constraint_def user = taut_user_constraint_def_default();
        user.evaluate = witness_user;
        user.context = &w;
        user.particle_count = 1;
        (void)taut_builder_add_user_constraint(builder, i % 2 == 0 ? &user : NULL, NULL);
        crowd_add(&c, builder, TAUT_PRECISION_AUTO);
    }
    REQUIRE(c.count == 12);
    (void)step_frames(c.world, 5, FRAME, 3);
    CHECK_EQ_INT(w.calls, 5 * (12 + 6 * 3));
    CHECK_EQ_INT(w.strangers, 0);
    taut_world_destroy(c.world);
}

// A job system whose threads round upwards, and are to go on so.
static void run_rounding_up(void* host, int count, taut_task_fn* task, void* context)
{
    int* changed = host;
    int before = fegetround();
    for (int i = 0; i < count; ++i) {
        (void)fesetround(FE_UPWARD);
        task(context, i);
        *changed += fegetround() != FE_UPWARD;
    }
    (void)fesetround(before);
}

TEST(threads_of_the_host_may_round_as_they_like)
{
    uint64_t hashes[2];
    for (int up = 0; up < 2; ++up) {
        int changed = 0;
        taut_world_def def = taut_world_def_default();
        def.thread_count = up != 0 ? 4 : 1;
        def.parallel_for = up != 0 ? run_rounding_up : NULL;
        def.parallel_host = &changed;
        crowd c;
        crowd_open(&c, &def, 6);
        crowd_add(&c, large_cloth(150, 120), TAUT_PRECISION_FAST);
        REQUIRE(c.count == 7);
        int before = fegetround();
        (void)fesetround(up != 0 ? FE_UPWARD : before);
        (void)step_frames(c.world, 2, FRAME, 3);
        CHECK_EQ_INT(fegetround(), up != 0 ? FE_UPWARD : before);
        (void)fesetround(before);
        CHECK_EQ_INT(changed, 0);
        hashes[up] = taut_world_hash(c.world);
        taut_world_destroy(c.world);
    }
    CHECK_EQ_U64(hashes[1], hashes[0]);
}

// Memory ------------------------------------------------------------------------------------------

TEST(steps_on_threads_allocate_nothing)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = taut_world_def_default();
    def.allocator = counting_allocator(&memory);
    def.thread_count = up_to(4);
    def.field = tangle_field;
    crowd c;
    crowd_open(&c, &def, 6);
    crowd_add(&c, large_cloth(150, 120), TAUT_PRECISION_AUTO);
    REQUIRE(c.count == 7);
    long requests = memory.requests;
    (void)step_frames(c.world, 4, FRAME, 3);
    CHECK_EQ_INT(memory.requests, requests);
    for (int i = 0; i < 4; ++i) {
        crowd_drop(&c, 0);
    }
    (void)step_frames(c.world, 2, FRAME, 3);
    CHECK_EQ_INT(memory.requests, requests);
    taut_world_destroy(c.world);
    CHECK_EQ_INT(memory.bytes, 0);
    CHECK_EQ_INT(memory.wrong, 0);
}

TEST(working_memory_is_that_of_the_largest_body_however_many_come_and_go)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = taut_world_def_default();
    def.allocator = counting_allocator(&memory);
    def.thread_count = up_to(4);
    crowd c;
    crowd_open(&c, &def, 3);
    crowd_add(&c, large_cloth(60, 60), TAUT_PRECISION_AUTO);
    crowd_drop(&c, 3);
    long bytes = memory.bytes, blocks = memory.blocks;
    for (int round = 0; round < 20; ++round) {
        crowd_add(&c, large_cloth(60 - round, 60), TAUT_PRECISION_AUTO);
        CHECK_EQ_INT(memory.blocks, blocks + 1);
        (void)step_frames(c.world, 1, FRAME, 2);
        crowd_drop(&c, 3);
        CHECK_EQ_INT(memory.blocks, blocks);
        CHECK_EQ_INT(memory.bytes, bytes);
    }
    taut_world_destroy(c.world);
    CHECK_EQ_INT(memory.bytes, 0);
    CHECK_EQ_INT(memory.wrong, 0);
}

// A world that was refused a body at request `fail_at` of its making, and then went on: its hash,
// and whether the body was made.
static uint64_t hash_after_refusal(long fail_at, bool* made)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = taut_world_def_default();
    def.allocator = counting_allocator(&memory);
    def.thread_count = up_to(4);
    crowd c;
    crowd_open(&c, &def, 8);  // as many as there is room for before arrays grow
    (void)step_frames(c.world, 1, FRAME, 2);
    taut_blueprint* blueprint = bake_away(large_cloth(60, 50));
    taut_body_def body = taut_body_def_default();
    body.blueprint = blueprint;
    taut_body_id id = {0};
    memory.fail_at = fail_at < 0 ? -1 : memory.requests + fail_at;
    taut_result result = taut_body_create(c.world, &body, &id);
    memory.fail_at = -1;
    *made = result == TAUT_OK;
    if (!*made) {
        CHECK_EQ_INT(result, TAUT_ERROR_OUT_OF_MEMORY);
        CHECK_EQ_INT(taut_world_body_count(c.world), 8);
        (void)step_frames(c.world, 1, FRAME, 2);
        CHECK(body_finite(c.world, c.bodies[0]));
        CHECK_EQ_INT(taut_body_create(c.world, &body, &id), TAUT_OK);
    }
    CHECK_EQ_INT(taut_body_destroy(c.world, id), TAUT_OK);
    (void)step_frames(c.world, *made ? 3 : 2, FRAME, 2);
    uint64_t hash = taut_world_hash(c.world);
    taut_blueprint_release(blueprint);
    taut_world_destroy(c.world);
    CHECK_EQ_INT(memory.bytes, 0);
    CHECK_EQ_INT(memory.wrong, 0);
    return hash;
}

TEST(a_body_that_found_no_memory_leaves_the_world_as_it_was)
{
    bool made = false;
    uint64_t expected = hash_after_refusal(-1, &made);
    CHECK(made);
    made = false;
    int refusals = 0;
    for (; refusals < 100 && !made; ++refusals) {
        CHECK_EQ_U64(hash_after_refusal(refusals, &made), expected);
    }
    CHECK(made);
    CHECK_MSG(refusals - 1 >= 1 + up_to(4), "%d requests", refusals - 1);  // body, rooms
}
