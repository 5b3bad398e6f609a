// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Surfaces that tear and are cut: what comes of it can be drawn, weighs what it weighed, and is the
// same everywhere.

#include "platform/pool.h"
#include "support.h"
#include "tear_bodies.h"
#include "test.h"

// Tearing -----------------------------------------------------------------------------------------

static taut_body_id torn_curtain(taut_world* world, taut_bend_model bend, bool tethers)
{
    taut_body_def def = tearing(400);
    def.tear.stretch = 0.15f;
    taut_body_id id = add_body_def(world, curtain(24, 18, bend, tethers), def);
    pull_down(world, id, 24 * 10 + 9, 60);
    return id;
}

TEST(a_curtain_tears_and_stays_sound)
{
    for (int i = 0; i < 4; ++i) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id =
            torn_curtain(world, i % 2 == 0 ? TAUT_BEND_SKIP_LINKS : TAUT_BEND_DIHEDRAL, i > 1);
        const taut_body* b = taut_world_peek(world, id);
        CHECK_MSG(b->particle_count > 24 * 18 + 10, "%d particles", b->particle_count);
        taut_blueprint* built = bake_away(curtain(24, 18, TAUT_BEND_NONE, false));
        double mass = 0.0;
        for (int k = 0; k < 24 * 18; ++k) {
            mass += 1.0 / (double)built->start[k].w;
        }
        check_topology(world, id, mass);
        for (int k = 24 * 18; k < b->particle_count; ++k) {
            int origin = taut_body_particle_origin(world, id, k);
            CHECK(origin >= 0 && origin < 24 * 18);
        }
        taut_blueprint_release(built);
        taut_world_destroy(world);
    }
}

static uint64_t hash_of_torn(taut_backend_kind backend, int threads)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.backend = backend;
    def.thread_count = threads;
    taut_world* world = new_world_from(&def);
    taut_body_id id = torn_curtain(world, TAUT_BEND_DIHEDRAL, true);
    taut_blade blade = {
        {-0.1f, -0.4f, -1.0f}, {-0.1f, -0.4f, 2.0f}, {2.0f, -0.5f, -1.0f}, {2.0f, -0.5f, 2.0f}};
    taut_cut cut = {0};
    CHECK_EQ_INT(taut_world_cut(world, &blade, &cut), TAUT_OK);
    CHECK(cut.splits > 5);
    (void)step_frames(world, 20, FRAME, 10);
    check_topology(world, id, body_mass(taut_world_peek(world, id)));
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

TEST(tears_are_the_same_on_every_backend_and_number_of_threads)
{
    uint64_t hash = hash_of_torn(TAUT_BACKEND_SCALAR, 1);
    for (int kind = TAUT_BACKEND_SCALAR; kind < TAUT_BACKEND_KIND_COUNT; ++kind) {
        if (taut_backend_available((taut_backend_kind)kind)) {
            CHECK_EQ_U64(hash_of_torn((taut_backend_kind)kind, 1), hash);
        }
    }
    CHECK_EQ_U64(hash_of_torn(TAUT_BACKEND_AUTO, taut_pool_supported() ? 3 : 1), hash);
}

TEST(what_is_cut_off_falls_freely)
{
    for (int tethers = 0; tethers < 2; ++tethers) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id =
            add_body_def(world, curtain(20, 20, TAUT_BEND_SKIP_LINKS, tethers == 1), tearing(100));
        double mass = body_mass(taut_world_peek(world, id));
        (void)step_frames(world, 10, FRAME, 20);
        float before = position_of(world, id, 20 * 15 + 7).y;
        taut_blade blade = {{-1.0f, -0.476f, -1.0f},
                            {-1.0f, -0.476f, 1.0f},
                            {3.0f, -0.523f, -1.0f},
                            {3.0f, -0.523f, 1.0f}};
        taut_cut cut = {0};
        REQUIRE(taut_world_cut(world, &blade, &cut) == TAUT_OK);
        CHECK_MSG(cut.splits >= 20 && cut.held == 0, "%d splits, %d held", cut.splits, cut.held);
        check_topology(world, id, mass);
        (void)step_frames(world, 30, FRAME, 20);
        float fall = position_of(world, id, 20 * 15 + 7).y - before;
        CHECK_NEAR(fall, -0.5 * 9.81 * 0.25, 0.06);  // and 1/2 g h dt, and how it moved before
        CHECK_NEAR(position_of(world, id, 20 * 5 + 7).y, -0.25, 0.02);
        taut_world_destroy(world);
    }
}

TEST(cutting_ropes_and_nothing)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body(world, hanging_rope(20, 1.0f));
    taut_blade miss = {
        {2.0f, -0.5f, -1.0f}, {2.0f, -0.5f, 1.0f}, {3.0f, -0.5f, -1.0f}, {3.0f, -0.5f, 1.0f}};
    taut_cut cut = {1, 1, 1, 1};
    CHECK_EQ_INT(taut_world_cut(world, &miss, &cut), TAUT_OK);
    CHECK(cut.bodies == 0 && cut.links == 0 && cut.splits == 0 && cut.held == 0);
    CHECK(taut_world_peek(world, id)->topology == NULL);
    taut_blade hit = {
        {-1.0f, -0.52f, -1.0f}, {-1.0f, -0.52f, 1.0f}, {1.0f, -0.52f, -1.0f}, {1.0f, -0.52f, 1.0f}};
    CHECK_EQ_INT(taut_world_cut(world, &hit, &cut), TAUT_OK);
    CHECK(cut.bodies == 1 && cut.links == 1);
    CHECK(taut_body_broken(world, id, 10));
    CHECK_EQ_INT(taut_world_cut(world, &hit, &cut), TAUT_OK);
    CHECK(cut.bodies == 0 && cut.links == 0);
    taut_world_destroy(world);
}

TEST(when_spare_particles_run_out_the_surface_stays_sound)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_def def = tearing(6);
    def.tear.stretch = 0.1f;
    taut_body_id id = add_body_def(world, curtain(24, 18, TAUT_BEND_SKIP_LINKS, true), def);
    double mass = body_mass(taut_world_peek(world, id));
    (void)taut_body_grab(world, id, 24 * 10 + 9);
    taut_vec3 at = position_of(world, id, 24 * 10 + 9);
    uint32_t trouble = 0;
    for (int i = 0; i < 60; ++i) {
        at.y -= 0.03f;
        (void)taut_body_set_target(world, id, 24 * 10 + 9, at);
        trouble |= step_frames(world, 1, FRAME, 10);
    }
    CHECK((trouble & TAUT_STEP_SPLITS_DROPPED) != 0);
    CHECK(taut_world_peek(world, id)->particle_count <= 24 * 18 + 6);
    check_topology(world, id, mass);
    taut_world_destroy(world);
}

// Snapshots ---------------------------------------------------------------------------------------

TEST(a_snapshot_brings_back_what_was_whole)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    taut_body_def body = tearing(400);
    body.tear.stretch = 0.15f;
    taut_body_id id = add_body_def(world, curtain(24, 18, TAUT_BEND_DIHEDRAL, true), body);
    double mass = body_mass(taut_world_peek(world, id));
    pull_down(world, id, 24 * 10 + 9, 15);
    (void)taut_body_release(world, id, 24 * 10 + 9, TAUT_RELEASE_DROP);
    taut_snapshot* snapshot = NULL;
    REQUIRE(taut_snapshot_take(world, &snapshot) == TAUT_OK);
    int count = taut_world_peek(world, id)->particle_count;
    uint64_t hash = 0;
    for (int i = 0; i < 3; ++i) {
        pull_down(world, id, 24 * 6 + 15, 40);
        CHECK(taut_world_peek(world, id)->particle_count > count + 5);
        hash = i == 0 ? taut_world_hash(world) : hash;
        CHECK_EQ_U64(taut_world_hash(world), hash);
        if (i == 1) {
            CHECK_EQ_INT(taut_body_destroy(world, id), TAUT_OK);
        }
        REQUIRE(taut_snapshot_restore(world, snapshot) == TAUT_OK);
        CHECK_EQ_INT(taut_world_peek(world, id)->particle_count, count);
        check_topology(world, id, mass);
    }
    taut_snapshot_release(snapshot);
    taut_world_destroy(world);
    CHECK(memory.blocks == 0 && memory.wrong == 0);
}

TEST(what_tears_may_touch_itself)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_def def = tearing(400);
    def.tear.stretch = 0.15f;
    def.collision.self = true;
    def.collision.thickness = 0.02f;
    taut_body_id id = add_body_def(world, curtain(24, 18, TAUT_BEND_DIHEDRAL, true), def);
    REQUIRE(taut_body_valid(world, id));
    double mass = body_mass(taut_world_peek(world, id));
    pull_down(world, id, 24 * 10 + 9, 60);
    CHECK(taut_world_peek(world, id)->particle_count > 24 * 18);
    check_topology(world, id, mass);
    taut_world_destroy(world);
}
