// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The meter: stretch beyond what was asked, and how many substeps it would take. What it says is
// tried.

#include "support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

static taut_world* metered_world(taut_solver_kind solver, bool meter)
{
    taut_world_def def = world_def_of(solver, earth);
    def.meter = meter;
    return new_world_from(&def);
}

// A square cloth let go flat, two corners held.
static taut_body_id add_cloth(taut_world* world, int size, bool rigid)
{
    taut_body_def body = taut_body_def_default();
    body.drag = 0.5f;
    return add_body_def(world, flat_cloth_builder(size, rigid), body);
}

static taut_body_id add_chain(taut_world* world, float compliance)
{
    taut_chain_def chain = taut_chain_def_default();
    chain.compliance = compliance;
    taut_builder* builder = new_builder();
    (void)taut_make_chain(builder, &chain, NULL);
    return add_body(world, builder);
}

// Two links, soft and rigid, of 1 m, that are 20 and 10 % too long.
static taut_body_id add_pair(taut_world* world)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.2f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 2.3f, 0.0f, 0.0f, 1.0f);
    taut_constraint_def link = taut_link(0, 1);
    link.rest_from_shape = false;
    link.rest = 1.0f;
    link.compliance = 0.01f;
    (void)taut_builder_add_constraint(builder, &link, NULL);
    link.particles[0] = 1;
    link.particles[1] = 2;
    link.compliance = 0.0f;
    (void)taut_builder_add_constraint(builder, &link, NULL);
    return add_body(world, builder);
}

TEST(before_the_first_step_there_is_no_force_and_nothing_is_needed)
{
    taut_world* world = metered_world(TAUT_SOLVER_XPBD, true);
    taut_body_id id = add_pair(world);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK_NEAR(m.excess, 0.2, 1e-6);
    CHECK_EQ_INT(m.substeps, 0);
    CHECK_EQ_INT(m.substeps_needed, 0);
    CHECK_EQ_INT(taut_measure_substeps(&m, 0.01f), 0);
    taut_world_destroy(world);
}

// A mass on a soft string hangs where its compliance says, and that is no excess.
TEST(elastic_stretch_is_no_excess)
{
    taut_world* world = metered_world(TAUT_SOLVER_XPBD, true);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.0f, -1.0f, 0.0f, 1.0f);
    (void)add_link(builder, 0, 1, 0.01f);
    REQUIRE(taut_builder_pin(builder, 0) == TAUT_OK);
    taut_body_def def = taut_body_def_default();
    def.drag = 4.0f;
    taut_body_id id = add_body_def(world, builder, def);
    CHECK_EQ_INT(step_frames(world, 600, FRAME, 10), 0);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK_NEAR(m.max_stretch, 0.0981, 1e-4);
    CHECK_NEAR(m.excess, 0.0, 1e-5);
    CHECK_NEAR(m.unrest, 0.0, 1e-3);
    CHECK_EQ_INT(m.substeps, 10);
    CHECK_EQ_INT(m.substeps_needed, 1);
    taut_world_destroy(world);
}

TEST(unrest_is_1_in_free_fall)
{
    taut_world* world = metered_world(TAUT_SOLVER_XPBD, false);
    taut_body_id id = add_single(world, taut_body_def_default());
    CHECK_EQ_INT(step_frames(world, 3, FRAME, 10), 0);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK_NEAR(m.unrest, 1.0, 1e-4);
    taut_world_destroy(world);
}

// Largest excess of a run, and the most substeps that any step of it asked for.
static float run_cloth(int size, int substeps, int frames, int* needed)
{
    taut_world* world = metered_world(TAUT_SOLVER_XPBD, true);
    (void)add_cloth(world, size, true);
    float excess = 0.0f;
    *needed = 0;
    for (int i = 0; i < frames; ++i) {
        taut_step_report report = {0};
        (void)taut_world_step(world, FRAME, substeps, &report);
        excess = report.excess > excess ? report.excess : excess;
        *needed = report.substeps_needed > *needed ? report.substeps_needed : *needed;
    }
    taut_world_destroy(world);
    return excess;
}

// The promise: two thirds of what is said is too few, one and a half times as many is enough.
static void try_estimate(int size, int from)
{
    int needed = 0;
    int unread = 0;
    (void)run_cloth(size, from, 150, &needed);
    float few = run_cloth(size, needed * 2 / 3, 150, &unread);
    float many = run_cloth(size, (needed * 3 + 1) / 2, 150, &unread);
    CHECK_MSG(few > 0.01f && many <= 0.01f,
              "size %d, from %d substeps: %d needed; %.3f %% at two thirds, %.3f %% at 3/2", size,
              from, needed, 100.0 * (double)few, 100.0 * (double)many);
}

TEST(what_is_needed_is_right_within_one_and_a_half_when_tried)
{
    for (int from = 10; from <= 40; from *= 2) {
        try_estimate(16, from);
        try_estimate(24, from);
    }
    try_estimate(32, 40);
}

// The report takes a short cut through the links; it must find what the whole way finds.
static void check_report(taut_world* world, taut_body_id id)
{
    for (int i = 0; i < 40; ++i) {
        taut_step_report report;
        REQUIRE(taut_world_step(world, FRAME, 3 + i % 5, &report) == TAUT_OK);
        taut_measure m;
        REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
        CHECK(same_bits(report.excess, m.excess));
        CHECK(same_bits(report.residual, m.residual));
        CHECK_EQ_INT(report.substeps_needed, m.substeps_needed);
        CHECK_EQ_INT(report.worst_body.index1, id.index1);
        CHECK_EQ_INT(m.substeps, 3 + i % 5);
    }
    taut_world_destroy(world);
}

TEST(the_report_says_what_the_measure_says)
{
    taut_world* world = metered_world(TAUT_SOLVER_XPBD, true);
    check_report(world, add_cloth(world, 13, true));
    world = metered_world(TAUT_SOLVER_XPBD, true);
    check_report(world, add_cloth(world, 9, false));
    world = metered_world(TAUT_SOLVER_VERLET, true);
    check_report(world, add_cloth(world, 7, false));
    world = metered_world(TAUT_SOLVER_XPBD, true);
    check_report(world, add_chain(world, 1e-4f));

    taut_rope_def rope = taut_rope_def_default();
    rope.tension_only = true;
    rope.length = 1.5f;
    rope.pin_start = rope.pin_end = true;
    taut_builder* builder = new_builder();
    REQUIRE(taut_make_rope(builder, &rope, NULL) == TAUT_OK);
    world = metered_world(TAUT_SOLVER_XPBD, true);
    check_report(world, add_body(world, builder));
}

TEST(the_worst_body_of_the_worst_step_is_named)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.meter = true;
    def.substeps = 4;
    taut_world* world = new_world_from(&def);
    (void)add_chain(world, 1e-4f);
    taut_body_id cloth = add_cloth(world, 16, true);
    (void)add_single(world, taut_body_def_default());
    for (int i = 0; i < 20; ++i) {
        taut_step_report report;
        REQUIRE(taut_world_advance(world, 3.0 / 60.0, &report) == TAUT_OK);
        CHECK_EQ_INT(report.steps, 3);
        CHECK_EQ_INT(report.worst_body.index1, cloth.index1);
        taut_measure m;
        REQUIRE(taut_body_measure(world, cloth, &m) == TAUT_OK);
        CHECK(report.excess >= m.excess);
        CHECK(report.substeps_needed >= m.substeps_needed);
    }
    taut_world_destroy(world);
}

TEST(without_the_meter_the_report_says_nothing_and_the_bits_are_the_same)
{
    taut_world* with = metered_world(TAUT_SOLVER_XPBD, true);
    taut_world* without = metered_world(TAUT_SOLVER_XPBD, false);
    (void)add_cloth(with, 12, true);
    (void)add_cloth(without, 12, true);
    for (int i = 0; i < 30; ++i) {
        taut_step_report report;
        REQUIRE(taut_world_step(with, FRAME, 5, NULL) == TAUT_OK);
        REQUIRE(taut_world_step(without, FRAME, 5, &report) == TAUT_OK);
        CHECK_EQ_INT(report.worst_body.index1, 0);
        CHECK_EQ_INT(report.substeps_needed, 0);
        CHECK(report.excess == 0.0f && report.residual == 0.0f);
    }
    CHECK_EQ_U64(taut_world_hash(with), taut_world_hash(without));
    taut_world_destroy(with);
    taut_world_destroy(without);
}

TEST(other_targets_and_bad_ones)
{
    taut_measure m = {.excess = 0.16f, .exponent = 2.0f, .substeps = 10, .substeps_needed = 40};
    CHECK_EQ_INT(taut_measure_substeps(&m, 0.01f), 40);
    CHECK_EQ_INT(taut_measure_substeps(&m, 0.04f), 20);
    CHECK_EQ_INT(taut_measure_substeps(&m, 0.16f), 10);
    CHECK_EQ_INT(taut_measure_substeps(&m, 16.0f), 1);
    CHECK_EQ_INT(taut_measure_substeps(&m, 1e-30f), 10000);
    CHECK_EQ_INT(taut_measure_substeps(&m, 0.0f), 0);
    CHECK_EQ_INT(taut_measure_substeps(&m, -1.0f), 0);
    CHECK_EQ_INT(taut_measure_substeps(&m, NAN), 0);
    CHECK_EQ_INT(taut_measure_substeps(&m, INFINITY), 0);
    CHECK_EQ_INT(taut_measure_substeps(NULL, 0.01f), 0);
    m.exponent = 1.5f;
    CHECK_EQ_INT(taut_measure_substeps(&m, 0.02f), 40);  // 8^(2/3) is 4
}

TEST(solvers_without_a_promise_need_nothing)
{
    const taut_solver_kind kinds[] = {TAUT_SOLVER_LEGACY, TAUT_SOLVER_SPRINGS_SYMPLECTIC};
    for (int i = 0; i < 2; ++i) {
        taut_world_def def = world_def_of(kinds[i], i == 0 ? no_gravity : earth);
        def.meter = true;
        taut_world* world = new_world_from(&def);
        taut_body_id id = add_chain(world, 0.0f);
        taut_step_report report;
        REQUIRE(taut_world_step(world, FRAME, 20, &report) == TAUT_OK);
        CHECK_EQ_INT(report.substeps_needed, 0);
        CHECK_EQ_INT(report.worst_body.index1, id.index1);
        taut_world_destroy(world);
    }
}

// Trying
// -------------------------------------------------------------------------------------------

TEST(trying_finds_the_number_and_leaves_no_trace)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_cloth(world, 20, true);
    REQUIRE(taut_body_set_target(world, id, 0, (taut_vec3){0.1f, 0.0f, 0.0f}) == TAUT_OK);
    REQUIRE(taut_body_add_force(world, id, 30, (taut_vec3){0.0f, 1.0f, 0.0f}) == TAUT_OK);
    taut_world* twin = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id other = add_cloth(twin, 20, true);
    REQUIRE(taut_body_set_target(twin, other, 0, (taut_vec3){0.1f, 0.0f, 0.0f}) == TAUT_OK);
    REQUIRE(taut_body_add_force(twin, other, 30, (taut_vec3){0.0f, 1.0f, 0.0f}) == TAUT_OK);
    for (int round = 0; round < 2; ++round) {
        long bytes = memory.bytes;
        taut_substeps_found found;
        REQUIRE(taut_world_find_substeps(world, 60, 0.02f, 500, &found) == TAUT_OK);
        CHECK(found.enough && found.excess <= 0.02f && found.excess > 0.005f);
        CHECK_MSG(found.trials <= 10, "%d trials", found.trials);
        CHECK_EQ_INT(memory.bytes, bytes);
        CHECK(taut_world_time(world) == taut_world_time(twin));
        CHECK_EQ_U64(taut_world_hash(world), taut_world_hash(twin));
        CHECK_EQ_INT(step_frames(world, 20, FRAME, 60), 0);
        CHECK_EQ_INT(step_frames(twin, 20, FRAME, 60), 0);
        CHECK_EQ_U64(taut_world_hash(world), taut_world_hash(twin));
    }
    memory.fail_at = memory.requests;
    taut_substeps_found found;
    CHECK_EQ_INT(taut_world_find_substeps(world, 1, 0.02f, 5, &found), TAUT_ERROR_OUT_OF_MEMORY);
    CHECK_EQ_U64(taut_world_hash(world), taut_world_hash(twin));
    taut_world_destroy(world);
    taut_world_destroy(twin);
}

// Whatever the shape, the pins, the load: what was found keeps the target, nine tenths of it do
// not.
static void try_found(int size, int pins, float load)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = size;
    cloth.spacing_u = cloth.spacing_v = 1.0f / (float)size;
    cloth.rigid = true;
    cloth.tethers.enabled = false;
    float excess[2] = {0.0f, 0.0f};
    taut_substeps_found found = {0};
    for (int turn = 0; turn < 3; ++turn) {
        taut_builder* builder = new_builder();
        (void)taut_make_cloth(builder, &cloth, NULL);
        for (int i = 0; i < pins; ++i) {
            (void)taut_builder_pin(builder, i * (size - 1) / (pins > 1 ? pins - 1 : 1));
        }
        (void)taut_builder_add_mass(builder, size * size - size / 2, load);
        taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
        def.meter = true;
        taut_world* world = new_world_from(&def);
        (void)add_body(world, builder);
        if (turn == 0) {
            REQUIRE(taut_world_find_substeps(world, 60, 0.01f, 2000, &found) == TAUT_OK);
        }
        int n = turn < 2 ? found.substeps : found.substeps * 10 / 11 - 1;
        for (int i = 0; i < 60 && turn > 0; ++i) {
            taut_step_report report;
            REQUIRE(taut_world_step(world, FRAME, n, &report) == TAUT_OK);
            excess[turn - 1] = fmaxf(excess[turn - 1], report.excess);
        }
        taut_world_destroy(world);
    }
    CHECK(found.enough);
    CHECK(same_bits(excess[0], found.excess));
    CHECK_MSG(excess[0] <= 0.01f, "%d: %.3f %%", found.substeps, 100.0 * (double)excess[0]);
    CHECK_MSG(excess[1] > 0.0085f, "a tenth less than %d: %.3f %%", found.substeps,
              100.0 * (double)excess[1]);
}

TEST(what_trying_finds_is_right)
{
    try_found(12, 2, 0.0f);
    try_found(16, 16, 0.5f);
    try_found(10, 1, 0.1f);
}

TEST(trying_says_when_nothing_is_enough_and_when_anything_is)
{
    taut_world* world = metered_world(TAUT_SOLVER_XPBD, false);
    (void)add_cloth(world, 16, true);
    taut_substeps_found found;
    REQUIRE(taut_world_find_substeps(world, 30, 1e-6f, 25, &found) == TAUT_OK);
    CHECK(!found.enough);
    CHECK_EQ_INT(found.substeps, 25);
    CHECK(found.excess > 1e-6f);
    taut_world_destroy(world);

    world = metered_world(TAUT_SOLVER_XPBD, false);
    (void)add_single(world, taut_body_def_default());
    REQUIRE(taut_world_find_substeps(world, 3, 0.01f, 25, &found) == TAUT_OK);
    CHECK(found.enough);
    CHECK_EQ_INT(found.substeps, 1);
    taut_world_destroy(world);
}

TEST(bad_searches_are_refused)
{
    taut_world* world = metered_world(TAUT_SOLVER_XPBD, false);
    taut_substeps_found found;
    CHECK_EQ_INT(taut_world_find_substeps(world, 0, 0.01f, 9, &found), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_find_substeps(world, 9, 0.0f, 9, &found), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_find_substeps(world, 9, NAN, 9, &found), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_find_substeps(world, 9, 0.01f, 0, &found), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_find_substeps(world, 9, 0.01f, 10001, &found), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_find_substeps(world, 9, 0.01f, 9, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_find_substeps(NULL, 9, 0.01f, 9, &found), TAUT_ERROR_INVALID);
    taut_world_destroy(world);
    world = metered_world(TAUT_SOLVER_SPRINGS_SYMPLECTIC, false);
    CHECK_EQ_INT(taut_world_find_substeps(world, 9, 0.01f, 9, &found), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(world), "springs-symplectic") != NULL);
    taut_world_destroy(world);
}
