// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A snapshot puts a world back, and from there it goes on with the same bits.

#include "support.h"
#include "test.h"

#define DT (1.0f / 60.0f)

static taut_builder* rope_builder(int links)
{
    return held_rope_builder((taut_vec3){1.0f, 0.0f, 0.0f}, links);
}

static taut_body_id add_rope(taut_world* world)
{
    return add_body(world, rope_builder(12));
}

// Of links alone, and not so stiff that springs explode.
static taut_builder* links_builder(void)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < 9; ++i) {
        (void)add_particle(builder, 0.2f * (float)i, 0.0f, 0.0f, 1.0f);
        if (i > 0) {
            (void)add_link(builder, i - 1, i, 0.0f);
        }
    }
    (void)taut_builder_pin(builder, 0);
    return builder;
}

// Steps with a hand that moves the first particle.
static void drive(taut_world* world, taut_body_id body, int first, int count)
{
    for (int i = first; i < first + count; ++i) {
        float x = 0.02f * (float)(i % 9);
        (void)taut_body_set_target(world, body, 0, (taut_vec3){x, 0.0f, 0.0f});
        if (i % 4 == 0) {
            (void)taut_body_add_force(world, body, 7, (taut_vec3){0.0f, 0.5f, 1.0f});
        }
        (void)taut_world_step(world, DT, 6, NULL);
    }
}

TEST(a_world_goes_on_with_the_same_bits_in_every_solver)
{
    for (int kind = 0; kind < TAUT_SOLVER_KIND_COUNT; ++kind) {
        taut_vec3 gravity = {0.0f, kind == TAUT_SOLVER_LEGACY ? -1e-4f : -9.81f, 0.0f};
        taut_world* world = new_world((taut_solver_kind)kind, gravity);
        REQUIRE(world != NULL);
        bool links_alone = kind != TAUT_SOLVER_XPBD && kind != TAUT_SOLVER_VERLET;
        taut_body_id body = links_alone ? add_body(world, links_builder()) : add_rope(world);
        REQUIRE(taut_body_valid(world, body));
        drive(world, body, 0, 10);
        taut_snapshot* snapshot = NULL;
        REQUIRE(taut_snapshot_take(world, &snapshot) == TAUT_OK);
        uint64_t there = taut_world_hash(world);
        double time = taut_world_time(world);
        drive(world, body, 10, 15);
        uint64_t later = taut_world_hash(world);
        CHECK(later != there);
        for (int k = 0; k < 2; ++k) {
            REQUIRE(taut_snapshot_restore(world, snapshot) == TAUT_OK);
            CHECK_EQ_U64(taut_world_hash(world), there);
            CHECK(taut_world_time(world) == time);
            drive(world, body, 10, 15);
            CHECK_EQ_U64(taut_world_hash(world), later);
        }
        taut_snapshot_release(snapshot);
        taut_world_destroy(world);
    }
}

// What is set for the next step is state too: targets, forces, gravity, settings, the clock.
TEST(what_was_pending_is_pending_again)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id body = add_rope(world);
    taut_step_report report;
    CHECK_EQ_INT(taut_world_advance(world, 0.04, &report), TAUT_OK);
    CHECK_EQ_INT(taut_body_set_target(world, body, 0, (taut_vec3){0.3f, 0.1f, 0.0f}), TAUT_OK);
    CHECK_EQ_INT(taut_body_add_force(world, body, 5, (taut_vec3){0.0f, 3.0f, 2.0f}), TAUT_OK);
    CHECK_EQ_INT(taut_body_grab(world, body, 9), TAUT_OK);
    taut_snapshot* snapshot = NULL;
    REQUIRE(taut_snapshot_take(world, &snapshot) == TAUT_OK);
    CHECK_EQ_INT(taut_world_advance(world, 0.012, &report), TAUT_OK);
    float blend = report.blend;
    CHECK_EQ_INT(report.steps, 1);
    uint64_t later = taut_world_hash(world);

    CHECK_EQ_INT(taut_world_set_gravity(world, no_gravity), TAUT_OK);
    CHECK_EQ_INT(taut_body_set_drag(world, body, 3.0f), TAUT_OK);
    CHECK_EQ_INT(taut_body_set_gravity_scale(world, body, 0.5f), TAUT_OK);
    CHECK_EQ_INT(taut_body_set_mass(world, body, 4, 2.0f), TAUT_OK);
    CHECK_EQ_INT(taut_body_unpin(world, body, 0), TAUT_OK);
    CHECK_EQ_INT(taut_body_release(world, body, 9, TAUT_RELEASE_DROP), TAUT_OK);
    CHECK_EQ_INT(taut_world_shift_origin(world, (taut_vec3){5.0f, 0.0f, 0.0f}), TAUT_OK);
    (void)step_frames(world, 3, DT, 4);

    REQUIRE(taut_snapshot_restore(world, snapshot) == TAUT_OK);
    CHECK(taut_world_gravity(world).y == earth.y);
    CHECK(taut_body_pinned(world, body, 9) && taut_body_pinned(world, body, 0));
    CHECK_EQ_INT(taut_world_advance(world, 0.012, &report), TAUT_OK);
    CHECK(report.blend == blend);
    CHECK_EQ_U64(taut_world_hash(world), later);
    taut_snapshot_release(snapshot);
    taut_world_destroy(world);
}

TEST(bodies_made_since_go_and_bodies_destroyed_since_come_back)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = taut_world_def_default();
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    REQUIRE(world != NULL);
    taut_body_id stays = add_rope(world);
    taut_body_id goes = add_body(world, flat_cloth_builder(5, true));
    taut_body_id none = add_rope(world);
    CHECK_EQ_INT(taut_body_destroy(world, none), TAUT_OK);
    (void)step_frames(world, 5, DT, 5);
    taut_snapshot* snapshot = NULL;
    REQUIRE(taut_snapshot_take(world, &snapshot) == TAUT_OK);
    CHECK(taut_snapshot_bytes(snapshot) > 0);
    (void)step_frames(world, 5, DT, 5);
    uint64_t later = taut_world_hash(world);
    taut_vec3_view view = taut_body_positions(world, stays);

    CHECK_EQ_INT(taut_body_destroy(world, goes), TAUT_OK);
    taut_body_id in_its_place = add_body(world, rope_builder(40));
    taut_body_id one_more = add_rope(world);
    taut_body_id last = add_rope(world);
    CHECK(in_its_place.index1 == goes.index1 && in_its_place.generation != goes.generation);
    (void)step_frames(world, 3, DT, 5);

    REQUIRE(taut_snapshot_restore(world, snapshot) == TAUT_OK);
    CHECK_EQ_INT(taut_world_body_count(world), 2);
    CHECK(taut_body_valid(world, goes) && taut_body_valid(world, stays));
    CHECK(!taut_body_valid(world, in_its_place) && !taut_body_valid(world, last));
    CHECK(!taut_body_valid(world, one_more));
    CHECK(taut_body_positions(world, stays).data == view.data);
    (void)step_frames(world, 5, DT, 5);
    CHECK_EQ_U64(taut_world_hash(world), later);
    taut_body_id again = add_rope(world);  // ids are given out as they were the first time
    CHECK(again.index1 == one_more.index1 && again.generation == one_more.generation);
    taut_world_destroy(world);
    taut_snapshot_release(snapshot);  // which may outlive its world
    CHECK_EQ_INT(memory.blocks, 0);
    CHECK_EQ_INT(memory.wrong, 0);
}

TEST(back_to_an_older_one_and_forward_to_a_newer_one)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_snapshot* empty = NULL;
    taut_snapshot* full = NULL;
    REQUIRE(taut_snapshot_take(world, &empty) == TAUT_OK);
    taut_body_id a = add_rope(world);
    taut_body_id b = add_body(world, flat_cloth_builder(4, false));
    taut_attachment_def tie = taut_attachment_def_default();
    tie.body = a;
    tie.particle = 12;
    tie.target = TAUT_ATTACH_PARTICLE;
    tie.other = b;
    tie.other_particle = 15;
    taut_attachment_id id;
    REQUIRE(taut_attach(world, &tie, &id) == TAUT_OK);
    (void)step_frames(world, 10, DT, 5);
    REQUIRE(taut_snapshot_take(world, &full) == TAUT_OK);
    (void)step_frames(world, 10, DT, 5);
    uint64_t later = taut_world_hash(world);
    for (int k = 0; k < 2; ++k) {
        REQUIRE(taut_snapshot_restore(world, empty) == TAUT_OK);
        CHECK_EQ_INT(taut_world_body_count(world), 0);
        CHECK(!taut_attachment_valid(world, id));
        (void)step_frames(world, 2, DT, 5);
        REQUIRE(taut_snapshot_restore(world, full) == TAUT_OK);
        CHECK(taut_attachment_valid(world, id));
        (void)step_frames(world, 10, DT, 5);
        CHECK_EQ_U64(taut_world_hash(world), later);
        CHECK_EQ_INT(taut_detach(world, id), TAUT_OK);
    }
    taut_snapshot_release(empty);
    taut_snapshot_release(full);
    taut_world_destroy(world);
}

// Colliders are part of it, and what a body needs to meet them comes back with it.
TEST(colliders_come_back_as_they_were)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = taut_world_def_default();
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    taut_snapshot* empty = NULL;
    taut_snapshot* full = NULL;
    REQUIRE(taut_snapshot_take(world, &empty) == TAUT_OK);
    (void)add_body(world, flat_cloth_builder(6, true));
    taut_collider_def ball = taut_collider_def_default();
    ball.position = (taut_vec3){0.1f, -0.15f, 0.1f};
    ball.radius = 0.1f;
    taut_collider_id id, other;
    REQUIRE(taut_collider_create(world, &ball, &id) == TAUT_OK);
    (void)step_frames(world, 10, DT, 10);
    taut_vec3 up = {0.1f, 0.0f, 0.12f};
    CHECK_EQ_INT(taut_collider_move(world, id, up, taut_quat_identity()), TAUT_OK);
    REQUIRE(taut_snapshot_take(world, &full) == TAUT_OK);
    taut_step_report report;
    (void)taut_world_step(world, DT, 10, &report);
    CHECK(report.contact_count > 0);
    (void)step_frames(world, 10, DT, 10);
    uint64_t later = taut_world_hash(world);
    for (int k = 0; k < 3; ++k) {
        if (k == 1) {
            REQUIRE(taut_snapshot_restore(world, empty) == TAUT_OK);
            CHECK_EQ_INT(taut_world_collider_count(world), 0);
        } else {
            CHECK_EQ_INT(taut_collider_destroy(world, id), TAUT_OK);
            CHECK_EQ_INT(taut_collider_create(world, &ball, &other), TAUT_OK);
        }
        (void)step_frames(world, 2, DT, 10);
        REQUIRE(taut_snapshot_restore(world, full) == TAUT_OK);
        CHECK(taut_collider_valid(world, id));
        (void)step_frames(world, 11, DT, 10);
        CHECK_EQ_U64(taut_world_hash(world), later);
    }
    taut_snapshot_release(empty);
    taut_snapshot_release(full);
    taut_world_destroy(world);
    CHECK_EQ_INT(memory.blocks, 0);
    CHECK_EQ_INT(memory.wrong, 0);
}

// Wherever memory ends, taking and restoring either happen or leave everything as it was.
TEST(short_of_memory_nothing_changes)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = taut_world_def_default();
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    taut_body_id a = add_rope(world);
    taut_body_id b = add_rope(world);
    taut_attachment_def tie = taut_attachment_def_default();
    tie.body = a;
    tie.target = TAUT_ATTACH_PARTICLE;
    tie.other = b;
    REQUIRE(taut_attach(world, &tie, NULL) == TAUT_OK);
    taut_snapshot* snapshot = NULL;
    memory.fail_at = memory.requests;
    CHECK_EQ_INT(taut_snapshot_take(world, &snapshot), TAUT_ERROR_OUT_OF_MEMORY);
    CHECK(snapshot == NULL);
    memory.fail_at = -1;
    REQUIRE(taut_snapshot_take(world, &snapshot) == TAUT_OK);
    CHECK_EQ_INT(taut_body_destroy(world, a), TAUT_OK);
    CHECK_EQ_INT(taut_body_destroy(world, b), TAUT_OK);
    (void)step_frames(world, 2, DT, 5);
    uint64_t now = taut_world_hash(world);
    bool restored = false;
    int failures = 0;
    for (int more = 0; more < 20 && !restored; ++more) {
        memory.fail_at = memory.requests + more;
        long blocks = memory.blocks;
        restored = taut_snapshot_restore(world, snapshot) == TAUT_OK;
        if (!restored) {
            failures += 1;
            CHECK_EQ_U64(taut_world_hash(world), now);
            CHECK_EQ_INT(taut_world_body_count(world), 0);
            CHECK_EQ_INT(memory.blocks, blocks);
        }
    }
    memory.fail_at = -1;
    CHECK(restored);
    CHECK_EQ_INT(failures, 4);  // two bodies, each with room of its own in the crowd
    CHECK(taut_body_valid(world, a) && taut_body_valid(world, b));
    CHECK_EQ_INT(step_frames(world, 5, DT, 5), 0);
    taut_snapshot_release(snapshot);
    taut_world_destroy(world);
    CHECK_EQ_INT(memory.blocks, 0);
}

TEST(restoring_what_stayed_takes_no_memory)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = taut_world_def_default();
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    (void)add_rope(world);
    taut_snapshot* snapshot = NULL;
    REQUIRE(taut_snapshot_take(world, &snapshot) == TAUT_OK);
    (void)step_frames(world, 2, DT, 5);
    long requests = memory.requests;
    CHECK_EQ_INT(taut_snapshot_restore(world, snapshot), TAUT_OK);
    CHECK_EQ_INT(memory.requests, requests);
    taut_snapshot_release(snapshot);
    taut_world_destroy(world);
}

// Choices of the budget depend on the steps before: they are part of the state.
TEST(the_choice_of_substeps_goes_on_too)
{
    taut_world_def def = taut_world_def_default();
    def.budget.target = 0.001f;
    def.budget.min_substeps = 2;
    taut_world* world = new_world_from(&def);
    taut_body_id body = add_body(world, flat_cloth_builder(6, true));
    CHECK(taut_body_valid(world, body));
    (void)step_frames(world, 6, DT, TAUT_SUBSTEPS_CHOSEN);
    taut_snapshot* snapshot = NULL;
    REQUIRE(taut_snapshot_take(world, &snapshot) == TAUT_OK);
    int first[20];
    for (int i = 0; i < 20; ++i) {
        (void)taut_world_step(world, DT, TAUT_SUBSTEPS_CHOSEN, NULL);
        first[i] = taut_world_substeps_taken(world).data[0];
    }
    uint64_t later = taut_world_hash(world);
    CHECK(first[0] != first[19]);
    REQUIRE(taut_snapshot_restore(world, snapshot) == TAUT_OK);
    for (int i = 0; i < 20; ++i) {
        (void)taut_world_step(world, DT, TAUT_SUBSTEPS_CHOSEN, NULL);
        CHECK_EQ_INT(taut_world_substeps_taken(world).data[0], first[i]);
    }
    CHECK_EQ_U64(taut_world_hash(world), later);
    taut_snapshot_release(snapshot);
    taut_world_destroy(world);
}

TEST(mistakes_with_snapshots_are_told)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_world* other = new_world(TAUT_SOLVER_XPBD, earth);
    taut_snapshot* snapshot = NULL;
    CHECK_EQ_INT(taut_snapshot_take(NULL, &snapshot), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_snapshot_take(world, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(world), "snapshot is NULL") != NULL);
    REQUIRE(taut_snapshot_take(world, &snapshot) == TAUT_OK);
    CHECK_EQ_INT(taut_snapshot_restore(NULL, snapshot), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_snapshot_restore(world, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_snapshot_restore(other, snapshot), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(other), "another world") != NULL);
    taut_recording_def def = taut_recording_def_default();
    REQUIRE(taut_recording_start(world, &def) == TAUT_OK);
    CHECK_EQ_INT(taut_snapshot_restore(world, snapshot), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(world), "recording is running") != NULL);
    CHECK_EQ_INT(taut_recording_stop(world), TAUT_OK);
    CHECK_EQ_INT(taut_snapshot_restore(world, snapshot), TAUT_OK);
    CHECK_EQ_INT(taut_snapshot_bytes(NULL), 0);
    taut_snapshot_release(NULL);
    taut_snapshot_release(snapshot);
    taut_world_destroy(world);
    taut_world_destroy(other);
}
