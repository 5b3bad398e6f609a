// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Random worlds, run on every backend and on any number of threads: the same bits, in the state and
// in everything that can be read of it.

#include "platform/pool.h"
#include "tangle.h"
#include "test.h"

// On every backend --------------------------------------------------------------------------------

static void check_backends(const tangle* t, int frames)
{
    taut_world_def def = tangle_world_def(t);
    def.backend = TAUT_BACKEND_SCALAR;
    tangle_end expected = tangle_run(t, &def, frames);
    CHECK_MSG(expected.hash != 0, "tangle %d was not made", (int)t->number - 1);
    CHECK_MSG((expected.trouble & TAUT_STEP_NOT_FINITE) == 0, "tangle %d broke",
              (int)t->number - 1);
    for (int kind = TAUT_BACKEND_SCALAR + 1; kind < TAUT_BACKEND_KIND_COUNT; ++kind) {
        def.backend = (taut_backend_kind)kind;
        if (!taut_backend_available(def.backend)) {
            continue;
        }
        tangle_end end = tangle_run(t, &def, frames);
        CHECK_MSG(end.hash == expected.hash, "tangle %d moves otherwise on %s", (int)t->number - 1,
                  taut_backend_name(def.backend));
        CHECK_MSG(end.read == expected.read, "tangle %d reads otherwise on %s", (int)t->number - 1,
                  taut_backend_name(def.backend));
        CHECK_EQ_INT(end.trouble, expected.trouble);
    }
}

TEST(small_tangles_agree_on_every_backend)
{
    for (int number = 0; number < 20 * TANGLE_WAYS; ++number) {
        tangle t = tangle_of(number, 9 + number % 13, 6 + number % 5);
        check_backends(&t, 4);
    }
}

TEST(large_tangles_agree_on_every_backend)
{
    for (int number = 0; number < 3 * TANGLE_WAYS; ++number) {
        tangle t = tangle_of(number, 90, 60);
        check_backends(&t, 3);
    }
}

// On threads --------------------------------------------------------------------------------------

static void run_backwards(void* host, int count, taut_task_fn* task, void* context)
{
    (void)host;
    for (int i = count - 1; i >= 0; --i) {
        task(context, i);
    }
}

// Each task once, in an order that differs from call to call.
static void run_shuffled(void* host, int count, taut_task_fn* task, void* context)
{
    enum { MOST = 4096 };
    static int order[MOST];
    for (int i = 0; i < count && i < MOST; ++i) {
        int k = random_below(host, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    for (int i = 0; i < count; ++i) {
        task(context, i < MOST ? order[i] : i);
    }
}

static void check_threads(const tangle* t, int frames)
{
    taut_world_def def = tangle_world_def(t);
    tangle_end expected = tangle_run(t, &def, frames);
    CHECK(expected.hash != 0);
    static const int counts[] = {2, 3, 8};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        def.thread_count = taut_pool_supported() ? counts[i] : 1;
        tangle_end end = tangle_run(t, &def, frames);
        CHECK_MSG(end.hash == expected.hash && end.read == expected.read, "tangle %d on %d threads",
                  (int)t->number - 1, counts[i]);
    }
    taut_test_random r = {9};
    taut_parallel_for_fn* const hosts[] = {run_backwards, run_shuffled};
    for (int i = 0; i < 2; ++i) {
        def.thread_count = 4;
        def.parallel_for = hosts[i];
        def.parallel_host = &r;
        tangle_end end = tangle_run(t, &def, frames);
        CHECK_MSG(end.hash == expected.hash && end.read == expected.read,
                  "tangle %d in order %d of the host", (int)t->number - 1, i);
    }
}

TEST(tangles_agree_on_any_number_of_threads)
{
    for (int number = 0; number < 3 * TANGLE_WAYS; ++number) {
        tangle t = tangle_of(number, 100, 90);  // four clusters
        check_threads(&t, 3);
    }
}

// Forces that are read
// -----------------------------------------------------------------------------

// Multipliers are stored only where someone will look. Where a solver asks for two sweeps, the
// first of them stores; where a body is damped, every one does. So a body has a twin that stores
// always: the same, with one constraint more, far off, that is damped.
static taut_builder* builder_with_twin(const tangle* t, bool stores)
{
    taut_builder* builder = tangle_builder(t);
    int a = add_particle(builder, 3000.0f, 0.0f, 0.0f, 1.0f);
    int b = add_particle(builder, 3001.0f, 0.0f, 0.0f, 1.0f);
    taut_constraint_def def = taut_link(a, b);
    def.damping_rate = stores ? 1.0f : 0.0f;
    (void)taut_builder_add_constraint(builder, &def, NULL);
    return builder;
}

static uint64_t read_of_twin(const tangle* t, const taut_world_def* def, bool stores)
{
    uint64_t read = UINT64_C(14695981039346656037);
    taut_world* world = new_world_from(def);
    taut_body_def body = taut_body_def_default();
    body.precision = t->precision;
    taut_body_id id = add_body_def(world, builder_with_twin(t, stores), body);
    for (int frame = 0; frame < 2; ++frame) {
        (void)step_frames(world, 1, 1.0f / 60.0f, t->substeps);
        digest_body(&read, world, id);
    }
    read ^= taut_world_hash(world);
    taut_world_destroy(world);
    return read;
}

TEST(forces_are_those_of_a_body_that_stores_them_all)
{
    for (int number = 0; number < 24; ++number) {
        tangle t = tangle_of(number % 2, 20, 9);
        t.iterations = 1 + number / 2 % 3;
        t.passes = 1 + number / 6 % 3;
        t.substeps = 1 + number % 4;
        t.tethers = number < 18;
        t.soft = number % 3 > 0;
        t.users = false;
        for (int kind = TAUT_BACKEND_SCALAR; kind < TAUT_BACKEND_KIND_COUNT; ++kind) {
            taut_world_def def = tangle_world_def(&t);
            def.backend = (taut_backend_kind)kind;
            if (taut_backend_available(def.backend)) {
                CHECK_MSG(read_of_twin(&t, &def, true) == read_of_twin(&t, &def, false),
                          "%d sweeps, %d passes, %d substeps, %s", t.iterations, t.passes,
                          t.substeps, taut_backend_name(def.backend));
            }
        }
    }
}

// A chain at rest under its weight: link i carries what hangs below it, whatever was stored when.
static void check_chain(int iterations, int passes, bool damped, taut_precision precision)
{
    enum { LINKS = 8 };
    taut_builder* builder = new_builder();
    for (int i = 0; i <= LINKS; ++i) {
        (void)add_particle(builder, 0.0f, -0.25f * (float)i, 0.0f, 0.5f);
        if (i > 0) {
            taut_constraint_def def = taut_link(i - 1, i);
            def.compliance = 1e-4f;
            def.damping = damped ? 5.0f : 0.0f;
            def.damping_rate = damped ? 2.0f : 0.0f;
            (void)taut_builder_add_constraint(builder, &def, NULL);
        }
    }
    (void)taut_builder_pin(builder, 0);
    if (passes > 1) {
        taut_tether_def def = taut_tether_def_default();
        def.passes = passes;
        def.slack = 1.5f;  // none is ever tight
        (void)taut_builder_tether(builder, &def, 0, LINKS + 1);
    }
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.solver.iterations = iterations;
    taut_world* world = new_world_from(&def);
    taut_body_def body = taut_body_def_default();
    body.precision = precision;
    body.drag = 20.0f;
    taut_body_id id = add_body_def(world, builder, body);
    CHECK_EQ_INT(step_frames(world, 400, 1.0f / 60.0f, 10), 0);
    float forces[LINKS];
    REQUIRE(taut_body_forces(world, id, 0, LINKS, forces) == TAUT_OK);
    for (int i = 0; i < LINKS; ++i) {
        double weight = 0.5 * 9.81 * (LINKS - i);
        // FAST rounds positions: 2^-23 of 2 m over 1e-4 m/N is some hundredths of a newton.
        CHECK_NEAR(forces[i], weight, 0.01 * weight + 0.1);
    }
    taut_world_destroy(world);
}

TEST(chain_at_rest_carries_its_weight_however_it_is_swept)
{
    for (int iterations = 1; iterations <= 3; ++iterations) {
        for (int passes = 1; passes <= 3; ++passes) {
            check_chain(iterations, passes, false, TAUT_PRECISION_FAST);
            check_chain(iterations, passes, false, TAUT_PRECISION_FINE);
            check_chain(iterations, passes, true, TAUT_PRECISION_FAST);
            check_chain(iterations, passes, true, TAUT_PRECISION_FINE);
        }
    }
}

// Odd numbers -------------------------------------------------------------------------------------

static float odd_number(taut_test_random* r)
{
    static const float odd[] = {-0.0f, 0.0f,    1e-40f, -1e-40f, 1e-45f,  1.17549435e-38f,
                                1.0f,  -1e-20f, 1e8f,   -3e8f,   65536.0f};
    return odd[random_below(r, (int)(sizeof odd / sizeof odd[0]))];
}

static taut_builder* odd_builder(uint64_t number)
{
    enum { COUNT = 64 };
    taut_test_random r = {number};
    taut_builder* builder = new_builder();
    for (int i = 0; i < COUNT; ++i) {
        (void)add_particle(builder, odd_number(&r), odd_number(&r), odd_number(&r),
                           random_below(&r, 4) == 0 ? 1e-30f : 1.0f);
    }
    for (int i = 0; i < 6 * COUNT; ++i) {
        int kind = random_below(&r, TAUT_CONSTRAINT_KIND_COUNT);
        taut_constraint_def def = taut_constraint_def_default((taut_constraint_kind)kind);
        int first = random_below(&r, COUNT);
        for (int k = 0; k < TAUT_CONSTRAINT_MAX_PARTICLES; ++k) {
            def.particles[k] = (first + 9 * k) % COUNT;
        }
        def.rest_from_shape = false;
        def.rest = random_below(&r, 3) == 0 ? 1e-38f : 1.0f;
        def.compliance = kind == TAUT_CONSTRAINT_TETHER ? 0.0f : 1e-40f * (float)(i % 3);
        (void)taut_builder_add_constraint(builder, &def, NULL);
    }
    (void)taut_builder_pin(builder, 5);
    return builder;
}

static tangle_end odd_end(uint64_t number, taut_backend_kind backend, int solver)
{
    tangle_end end = {.read = 1};
    taut_world_def def = world_def_of((taut_solver_kind)solver, earth);
    def.backend = backend;
    taut_world* world = new_world_from(&def);
    taut_body_def body = taut_body_def_default();
    body.precision = number % 2 == 0 ? TAUT_PRECISION_FAST : TAUT_PRECISION_FINE;
    taut_body_id id = add_body_def(world, odd_builder(number), body);
    if (taut_body_valid(world, id)) {
        for (int frame = 0; frame < 3; ++frame) {
            end.trouble |= step_frames(world, 1, 1.0f / 60.0f, 3);
            digest_body(&end.read, world, id);
        }
        end.hash = taut_world_hash(world);
    }
    taut_world_destroy(world);
    return end;
}

TEST(odd_numbers_agree_on_every_backend)
{
    for (uint64_t number = 0; number < 60; ++number) {
        int solver = (int)(number % TAUT_SOLVER_KIND_COUNT);
        tangle_end expected = odd_end(number, TAUT_BACKEND_SCALAR, solver);
        CHECK(expected.hash != 0 || solver == TAUT_SOLVER_LEGACY);
        for (int kind = TAUT_BACKEND_SCALAR + 1; kind < TAUT_BACKEND_KIND_COUNT; ++kind) {
            if (taut_backend_available((taut_backend_kind)kind)) {
                tangle_end end = odd_end(number, (taut_backend_kind)kind, solver);
                CHECK_MSG(end.hash == expected.hash && end.read == expected.read &&
                              end.trouble == expected.trouble,
                          "number %d on %s", (int)number,
                          taut_backend_name((taut_backend_kind)kind));
            }
        }
    }
}
