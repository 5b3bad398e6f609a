// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Substeps chosen by time, by stretch, and from a list.

#include "support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)
#define STEPS 200

// A clock that only a user's constraint moves on: each substep takes so long.
typedef struct toy_clock {
    double now;
    double cost;
} toy_clock;

static double toy_now(void* context)
{
    return ((toy_clock*)context)->now;
}

static bool toy_visit(void* context, int count, const taut_vec3* x, float* value,
                      taut_vec3* gradient)
{
    (void)count;
    (void)x;
    (void)value;
    (void)gradient;
    toy_clock* clock = context;
    clock->now += clock->cost;
    return false;
}

static taut_body_id add_cloth(taut_world* world, int size)
{
    return add_body(world, flat_cloth_builder(size, true));
}

static taut_body_id add_ticking(taut_world* world, toy_clock* clock)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    taut_user_constraint_def def = taut_user_constraint_def_default();
    def.evaluate = toy_visit;
    def.context = clock;
    def.particle_count = 1;
    (void)taut_builder_add_user_constraint(builder, &def, NULL);
    return add_body(world, builder);
}

static taut_world_def timed_def(float microseconds, toy_clock* clock)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.budget.microseconds = microseconds;
    def.budget.clock = toy_now;
    def.budget.clock_context = clock;
    return def;
}

// One step; how many substeps it took, and that the choice was gentle and within limits.
static int advance_gently(taut_world* world, const taut_budget_def* budget, int before)
{
    taut_step_report report = {0};
    CHECK_EQ_INT(taut_world_advance(world, (double)FRAME, &report), TAUT_OK);
    taut_int_view taken = taut_world_substeps_taken(world);
    CHECK_EQ_INT(report.steps, 1);
    CHECK_EQ_INT(taken.count, 1);
    int n = taken.count == 1 ? taken.data[0] : 0;
    CHECK_EQ_INT(report.substeps, n);
    CHECK(n >= budget->min_substeps && n <= budget->max_substeps);
    int rise = before / 2 > 2 ? before / 2 : 2;
    int fall = before / 4 > 1 ? before / 4 : 1;
    CHECK(before == 0 || (n >= before - fall && n <= before + rise));
    return n;
}

// 10 us a substep: 20 fit into 200 us. Twice as slow, 10 do; four times as fast, 80.
TEST(time_decides_and_changes_are_gentle)
{
    toy_clock clock = {.now = 5.0, .cost = 10e-6};
    taut_world_def def = timed_def(200.5f, &clock);
    def.substeps = 7;
    taut_world* world = new_world_from(&def);
    (void)add_ticking(world, &clock);
    static const double costs[] = {10e-6, 20e-6, 2.5e-6, 1e-9, 1.0};
    static const int low[] = {18, 9, 70, 120, 4};
    static const int high[] = {20, 10, 80, 120, 4};
    int n = 0;
    for (int k = 0; k < 5; ++k) {
        clock.cost = costs[k];
        for (int i = 0; i < 60; ++i) {
            n = advance_gently(world, &def.budget, n);
        }
        CHECK_MSG(n >= low[k] && n <= high[k], "%g s a substep: %d substeps", costs[k], n);
    }
    taut_world_destroy(world);
}

// A step now and then that takes fifty times as long changes nothing.
TEST(hiccups_are_overlooked)
{
    toy_clock clock = {.cost = 10e-6};
    taut_world_def def = timed_def(200.5f, &clock);
    taut_world* world = new_world_from(&def);
    (void)add_ticking(world, &clock);
    int n = 0;
    for (int i = 0; i < 100; ++i) {
        clock.cost = i % 10 == 9 ? 500e-6 : 10e-6;
        n = advance_gently(world, &def.budget, n);
        CHECK_EQ_INT(n, 20);
    }
    taut_world_destroy(world);
}

TEST(a_clock_that_stands_still_or_is_no_number_changes_nothing)
{
    static const double odd[] = {0.0, -1e-3, (double)NAN};
    for (int k = 0; k < 3; ++k) {
        toy_clock clock = {.cost = odd[k]};
        taut_world_def def = timed_def(100.0f, &clock);
        taut_world* world = new_world_from(&def);
        (void)add_ticking(world, &clock);
        int n = 0;
        for (int i = 0; i < 20; ++i) {
            n = advance_gently(world, &def.budget, n);
            CHECK_EQ_INT(n, 20);
        }
        taut_world_destroy(world);
    }
}

TEST(the_clock_of_the_system_works)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.budget.microseconds = 50.0f;
    def.budget.min_substeps = 2;
    def.budget.max_substeps = 40;
    taut_world* world = NULL;
    taut_error error;
    if (taut_world_create(&def, &world, &error) != TAUT_OK) {
        CHECK(strstr(error.text, "knows no clock") != NULL);  // a build without one
        return;
    }
    (void)add_cloth(world, 10);
    int n = 0;
    for (int i = 0; i < 50; ++i) {
        n = advance_gently(world, &def.budget, n);
    }
    taut_world_destroy(world);
}

// Stretch -----------------------------------------------------------------------------------------

static taut_world_def target_def(float target)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.substeps = 20;
    def.budget.target = target;
    def.budget.min_substeps = 5;
    def.budget.max_substeps = 150;
    return def;
}

// Largest excess of a falling cloth; the choices into `choices`, when given.
static float fall(const taut_world_def* def, int32_t* choices, uint64_t* hash)
{
    taut_world* world = new_world_from(def);
    (void)add_cloth(world, 20);
    float worst = 0.0f;
    int n = 0;
    for (int i = 0; i < STEPS; ++i) {
        taut_step_report report = {0};
        CHECK_EQ_INT(taut_world_advance(world, (double)FRAME, &report), TAUT_OK);
        worst = report.excess > worst ? report.excess : worst;
        taut_int_view taken = taut_world_substeps_taken(world);
        n = taken.count == 1 ? taken.data[0] : 0;
        if (choices != NULL) {
            choices[i] = n;
        }
    }
    *hash = taut_world_hash(world);
    taut_world_destroy(world);
    return worst;
}

TEST(a_target_is_kept_by_about_as_many_as_it_takes)
{
    uint64_t hash = 0;
    int32_t choices[STEPS];
    taut_world_def few = target_def(0.0f);
    few.meter = true;
    few.substeps = 10;
    float soft = fall(&few, NULL, &hash);
    taut_world_def def = target_def(0.02f);
    float kept = fall(&def, choices, &hash);
    int most = 0;
    double sum = 0.0;
    for (int i = 0; i < STEPS; ++i) {
        most = choices[i] > most ? choices[i] : most;
        sum += choices[i];
    }
    CHECK_MSG(soft > 0.1f && kept < 0.03f, "%.2f %% at 10 substeps, %.2f %% with a target of 2 %%",
              100.0 * (double)soft, 100.0 * (double)kept);
    CHECK_MSG(most <= 80 && sum / STEPS < 50.0, "at most %d, %.1f in the mean", most, sum / STEPS);
}

// Choices by stretch are part of the same bits everywhere.
TEST(a_target_gives_the_same_choices_on_every_backend_and_number_of_threads)
{
    int32_t first[STEPS], other[STEPS];
    uint64_t expected = 0, hash = 0;
    taut_world_def def = target_def(0.02f);
    def.backend = TAUT_BACKEND_SCALAR;
    (void)fall(&def, first, &expected);
    for (int backend = 0; backend < TAUT_BACKEND_KIND_COUNT; ++backend) {
        def.backend = (taut_backend_kind)backend;
        def.thread_count = backend == TAUT_BACKEND_AUTO ? 0 : 1;
        if (taut_backend_available(def.backend)) {
            (void)fall(&def, other, &hash);
            CHECK_EQ_U64(hash, expected);
            CHECK(memcmp(first, other, sizeof first) == 0);
        }
    }
}

TEST(time_bounds_what_a_target_wants)
{
    toy_clock clock = {.cost = 10e-6};
    taut_world_def def = timed_def(250.0f, &clock);
    def.budget.target = 0.001f;
    taut_world* world = new_world_from(&def);
    (void)add_ticking(world, &clock);
    (void)add_cloth(world, 12);
    int n = 0;
    for (int i = 0; i < 100; ++i) {
        n = advance_gently(world, &def.budget, n);
        CHECK(n <= 25);
    }
    CHECK(n >= 20);
    taut_world_destroy(world);
}

TEST(a_body_that_stretches_nowhere_takes_the_fewest)
{
    taut_world_def def = target_def(0.01f);
    def.substeps = 60;
    taut_world* world = new_world_from(&def);
    (void)add_single(world, taut_body_def_default());
    int n = 0;
    for (int i = 0; i < 300; ++i) {
        n = advance_gently(world, &def.budget, n);
    }
    CHECK_EQ_INT(n, 5);
    taut_world_destroy(world);
}

// Replay ------------------------------------------------------------------------------------------

TEST(a_replay_repeats_the_bits)
{
    toy_clock clock = {.cost = 10e-6};
    taut_world_def def = timed_def(200.0f, &clock);
    def.most_steps = 3;
    taut_world* world = new_world_from(&def);
    (void)add_ticking(world, &clock);
    (void)add_cloth(world, 12);
    int32_t noted[3 * STEPS];
    int count = 0;
    taut_test_random random = {7};
    for (int i = 0; i < STEPS; ++i) {
        clock.cost = 1e-6 * (double)random_between(&random, 3.0f, 40.0f);
        double elapsed = (double)FRAME * random_below(&random, 4);
        REQUIRE(taut_world_advance(world, elapsed, NULL) == TAUT_OK);
        taut_int_view taken = taut_world_substeps_taken(world);
        REQUIRE(taken.count <= 3);
        memcpy(noted + count, taken.data, (size_t)taken.count * sizeof *noted);
        count += taken.count;
    }
    uint64_t expected = taut_world_hash(world);
    taut_world_destroy(world);

    // In a world that has neither budget nor clock, in steps one by one.
    taut_world_def plain = world_def_of(TAUT_SOLVER_XPBD, earth);
    toy_clock still = {0};
    world = new_world_from(&plain);
    (void)add_ticking(world, &still);
    (void)add_cloth(world, 12);
    REQUIRE(taut_world_replay_substeps(world, noted, count) == TAUT_OK);
    for (int i = 0; i < count; ++i) {
        REQUIRE(taut_world_step(world, FRAME, TAUT_SUBSTEPS_CHOSEN, NULL) == TAUT_OK);
        CHECK_EQ_INT(taut_world_substeps_taken(world).data[0], noted[i]);
    }
    CHECK_EQ_U64(taut_world_hash(world), expected);
    // The list is used up, and there is no budget to go on with.
    CHECK_EQ_INT(taut_world_step(world, FRAME, TAUT_SUBSTEPS_CHOSEN, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_U64(taut_world_hash(world), expected);
    taut_step_report report;
    REQUIRE(taut_world_advance(world, 1.0 / 60.0, &report) == TAUT_OK);
    CHECK_EQ_INT(report.substeps, 20);
    taut_world_destroy(world);
}

TEST(a_replay_can_be_ended_and_bad_ones_are_refused)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    static const int32_t good[] = {3, 4, 5};
    static const int32_t bad[] = {3, 0, 5};
    static const int32_t huge[] = {3, 4, 10001};
    CHECK_EQ_INT(taut_world_replay_substeps(world, bad, 3), TAUT_ERROR_INVALID);
    CHECK_STR(taut_world_last_error(world), "substeps[1] is 0; it must lie in 1..10000");
    CHECK_EQ_INT(taut_world_replay_substeps(world, huge, 3), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_replay_substeps(world, NULL, 3), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_replay_substeps(world, good, -1), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_replay_substeps(NULL, good, 3), TAUT_ERROR_INVALID);
    REQUIRE(taut_world_replay_substeps(world, good, 3) == TAUT_OK);
    taut_step_report report;
    REQUIRE(taut_world_step(world, FRAME, TAUT_SUBSTEPS_CHOSEN, &report) == TAUT_OK);
    CHECK_EQ_INT(report.substeps, 3);
    CHECK_EQ_INT(taut_world_step(world, -1.0f, TAUT_SUBSTEPS_CHOSEN, NULL), TAUT_ERROR_INVALID);
    REQUIRE(taut_world_step(world, FRAME, 9, &report) == TAUT_OK);  // a number is a number
    CHECK_EQ_INT(report.substeps, 9);
    REQUIRE(taut_world_step(world, FRAME, TAUT_SUBSTEPS_CHOSEN, &report) == TAUT_OK);
    CHECK_EQ_INT(report.substeps, 4);  // the refused step took nothing off the list
    REQUIRE(taut_world_replay_substeps(world, NULL, 0) == TAUT_OK);
    CHECK_EQ_INT(taut_world_step(world, FRAME, TAUT_SUBSTEPS_CHOSEN, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_substeps_taken(NULL).count, 0);
    taut_world_destroy(world);

    world = new_world(TAUT_SOLVER_LEGACY, no_gravity);
    CHECK_EQ_INT(taut_world_replay_substeps(world, good, 3), TAUT_ERROR_INVALID);
    taut_world_destroy(world);
}

// What is asked for -------------------------------------------------------------------------------

static void check_refused(taut_world_def def, const char* part)
{
    taut_world* world = NULL;
    taut_error error;
    CHECK_EQ_INT(taut_world_create(&def, &world, &error), TAUT_ERROR_INVALID);
    CHECK_MSG(strstr(error.text, part) != NULL, "`%s` has no `%s`", error.text, part);
    CHECK(world == NULL);
}

TEST(bad_budgets_are_refused)
{
    taut_world_def def;
    static const float odd[] = {-1.0f, NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 4; ++i) {
        def = taut_world_def_default();
        def.budget.microseconds = odd[i];
        check_refused(def, "budget.microseconds is ");
        def = taut_world_def_default();
        def.budget.target = odd[i];
        check_refused(def, "budget.target is ");
    }
    static const int limits[][2] = {{0, 10}, {-1, 10}, {5, 4}, {1, 10001}};
    for (int i = 0; i < 4; ++i) {
        def = taut_world_def_default();
        def.budget.min_substeps = limits[i][0];
        def.budget.max_substeps = limits[i][1];
        check_refused(def, "min_substeps");
    }
    def = world_def_of(TAUT_SOLVER_LEGACY, no_gravity);
    def.budget.microseconds = 100.0f;
    check_refused(def, "LEGACY");
    def = world_def_of(TAUT_SOLVER_SPRINGS_SYMPLECTIC, earth);
    def.budget.target = 0.01f;
    check_refused(def, "springs-symplectic");
}

TEST(a_choice_without_a_budget_is_refused)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    CHECK_EQ_INT(taut_world_step(world, FRAME, TAUT_SUBSTEPS_CHOSEN, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(world), "substep_count is TAUT_SUBSTEPS_CHOSEN") != NULL);
    taut_world_destroy(world);
}

TEST(choosing_allocates_nothing)
{
    taut_test_memory memory = {.fail_at = -1};
    toy_clock clock = {.cost = 10e-6};
    taut_world_def def = timed_def(300.0f, &clock);
    def.budget.target = 0.01f;
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    (void)add_ticking(world, &clock);
    (void)add_cloth(world, 10);
    memory.fail_at = memory.requests;
    long requests = memory.requests;
    for (int i = 0; i < 20; ++i) {
        REQUIRE(taut_world_advance(world, 0.05, NULL) == TAUT_OK);
    }
    CHECK_EQ_INT(memory.requests, requests);
    taut_world_destroy(world);
    CHECK_EQ_INT(memory.bytes, 0);
    CHECK_EQ_INT(memory.wrong, 0);
}

// A change of the substep is no push: what flies keeps its speed, what swings its energy.
static double swing(taut_solver_kind solver, const int32_t* substeps, double* energy)
{
    taut_world* world = new_world(solver, earth);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.6f, -0.8f, 0.0f, 1.0f);
    (void)add_link(builder, 0, 1, 0.0f);
    (void)taut_builder_pin(builder, 0);
    taut_body_id id = add_body(world, builder);
    taut_body_def def = taut_body_def_default();
    def.velocity = (taut_vec3){3.0f, 5.0f, 0.0f};
    taut_body_id flying = add_single(world, def);
    for (int i = 0; i < 60; ++i) {
        CHECK_EQ_INT(taut_world_step(world, FRAME, substeps[i % 2], NULL), TAUT_OK);
    }
    taut_vec3 v = velocity_of(world, flying, 0);
    CHECK_NEAR(v.x, 3.0, 1e-3);
    CHECK_NEAR(v.y, 5.0 - 9.81, 2e-2);
    taut_measure m;
    CHECK_EQ_INT(taut_body_measure(world, id, &m), TAUT_OK);
    *energy = m.kinetic_energy + m.gravity_energy;
    double x = (double)position_of(world, id, 1).x;
    taut_world_destroy(world);
    return x;
}

TEST(changing_the_substep_pushes_nothing)
{
    static const int32_t even[] = {8, 8};
    static const int32_t mixed[] = {4, 16};
    static const taut_solver_kind kinds[] = {TAUT_SOLVER_XPBD, TAUT_SOLVER_VERLET};
    for (int i = 0; i < 2; ++i) {
        double steady = 0.0, changing = 0.0;
        double at = swing(kinds[i], even, &steady);
        double there = swing(kinds[i], mixed, &changing);
        CHECK_NEAR(steady, -9.81 * 0.8, 0.12);
        CHECK_NEAR(changing, steady, 0.06);
        CHECK_NEAR(there, at, 0.02);
    }
}
