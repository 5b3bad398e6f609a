// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles that touch one another on a device, the host in its place: that it takes them, and with
// the bits of the CPU. What it says of them is compared frame by frame.

#include "cuda_tales.h"

TEST(particles_that_touch_have_the_bits_of_the_cpu)
{
    static const tale tales[] = {
        {.name = "a sheet",
         .begin = begin_folded,
         .go_on = lead_across,
         .frames = 120,
         .substeps = 8},
        {.name = "a sheet, swept more",
         .begin = begin_folded,
         .go_on = lead_across,
         .frames = 70,
         .substeps = 3,
         .iterations = 3},
        {.name = "sheets of Verlet",
         .begin = begin_stack,
         .go_on = stir,
         .frames = 40,
         .substeps = 6,
         .solver = TAUT_SOLVER_VERLET},
        {.name = "a large sheet", .begin = begin_large, .frames = 24, .substeps = 6},
        {.name = "flights", .begin = begin_flights, .frames = 4, .substeps = 8},
        {.name = "rain", .begin = begin_rain, .frames = 5, .substeps = 8},
        {.name = "hail", .begin = begin_hail, .frames = 2, .substeps = 8, .drops = true},
        {.name = "a bolt", .begin = begin_bolt, .frames = 2, .substeps = 8},
        {.name = "sheets", .begin = begin_stack, .go_on = stir, .frames = 100, .substeps = 8},
        {.name = "sheets, swept more",
         .begin = begin_stack,
         .go_on = stir,
         .frames = 40,
         .substeps = 4,
         .iterations = 2},
        {.name = "ropes", .begin = begin_ropes, .go_on = stir, .frames = 150, .substeps = 10},
        {.name = "ropes of Verlet",
         .begin = begin_ropes,
         .go_on = stir,
         .frames = 60,
         .substeps = 10,
         .solver = TAUT_SOLVER_VERLET},
        {.name = "a plane", .begin = begin_planar, .frames = 200, .substeps = 8, .planar = true},
        {.name = "far from one", .begin = begin_far_from_one, .frames = 12, .substeps = 4},
        {.name = "one place",
         .begin = begin_in_one_place,
         .frames = 12,
         .substeps = 4,
         .drops = true},
        {.name = "no room", .begin = begin_crammed, .frames = 30, .substeps = 4, .drops = true},
        {.name = "a frozen one",
         .begin = begin_stack,
         .go_on = freeze_one,
         .frames = 50,
         .substeps = 8,
         .stays = true},
        {.name = "sleepers",
         .begin = begin_sleepers,
         .go_on = drop_on_sleepers,
         .frames = 240,
         .substeps = 6,
         .sleeps = true},
        {.name = "torn",
         .begin = begin_torn,
         .go_on = tear_one,
         .frames = 60,
         .substeps = 6,
         .stays = true},
        {.name = "colliders", .begin = begin_on_colliders, .frames = 50, .substeps = 6},
        {.name = "ropes on the ground",
         .begin = begin_ropes_on_the_ground,
         .frames = 80,
         .substeps = 8},
        {.name = "colliders, swept more",
         .begin = begin_on_colliders,
         .frames = 30,
         .substeps = 3,
         .iterations = 2},
    };
    for (size_t i = 0; i < sizeof tales / sizeof tales[0]; ++i) {
        check_tale(&tales[i]);
    }
}

// A device that falls short
// ------------------------------------------------------------------------

static uint64_t hash_of_tale(const tale* t, taut_backend_kind backend, int frames, long* taken)
{
    heap h = open_heap(t, backend);
    for (int frame = 0; frame < frames; ++frame) {
        (void)take_frame(t, &h, frame);
    }
    *taken = h.world->device != NULL ? h.world->device->taken : 0;
    uint64_t hash = taut_world_hash(h.world);
    taut_world_destroy(h.world);
    return hash;
}

static const tale two_tales[] = {
    {.name = "a sheet", .begin = begin_folded, .go_on = lead_across, .substeps = 4},
    {.name = "ropes", .begin = begin_ropes, .substeps = 4},
};

// There is room for a body, and none for what touching asks for.
TEST(without_memory_for_pairs_bodies_stay_on_the_host)
{
    long none = 0;
    uint64_t host = hash_of_tale(&two_tales[0], TAUT_BACKEND_SCALAR, 6, &none);
    int refused = 0, stayed = 0, went = 0;
    for (int room = 0; room < 12; ++room) {
        taut_world_def def = taut_world_def_default();
        def.backend = TAUT_BACKEND_CUDA;
        heap h = {.world = new_world_from(&def)};
        taut_body_def body = touching(0.02f, true);
        taut_builder* builder = sheet_builder(24, 0.05f, 0);
        for (int i = 0; i < 24; ++i) {
            CHECK(taut_builder_pin(builder, i) == TAUT_OK);
            CHECK(taut_builder_pin(builder, 24 * 23 + i) == TAUT_OK);
        }
        taut_blueprint* blueprint = NULL;
        CHECK(taut_builder_bake(builder, &blueprint) == TAUT_OK);
        taut_builder_destroy(builder);
        body.blueprint = blueprint;
        taut_driver_host_memory = room;
        taut_result result = taut_body_create(h.world, &body, &h.ids[h.count++]);
        taut_driver_host_memory = -1;
        CHECK(result == TAUT_OK || result == TAUT_ERROR_OUT_OF_MEMORY);
        refused += result != TAUT_OK;
        for (int frame = 0; frame < 6 && result == TAUT_OK; ++frame) {
            (void)take_frame(&two_tales[0], &h, frame);
        }
        CHECK(result != TAUT_OK || taut_world_hash(h.world) == host);
        stayed += result == TAUT_OK && h.world->device->taken == 0;
        went += h.world->device->taken == 6;
        taut_world_destroy(h.world);
        taut_blueprint_release(blueprint);
        CHECK_EQ_INT(taut_driver_host_held, 0);
    }
    // Three blocks of memory: two for what goes there and back, one to find pairs in.
    CHECK_MSG(refused > 1 && stayed == 3 && went > 0, "%d refused, %d stayed, %d went", refused,
              stayed, went);
}

// The host goes on with what a device refuses to launch.
TEST(what_is_not_launched_goes_on_with_the_same_bits)
{
    for (size_t k = 0; k < sizeof two_tales / sizeof two_tales[0]; ++k) {
        long none = 0, taken = 0;
        uint64_t host = hash_of_tale(&two_tales[k], TAUT_BACKEND_SCALAR, 20, &none);
        for (int launches = 0; launches < 20; launches += 6) {
            taut_driver_host_launches = launches;
            uint64_t device = hash_of_tale(&two_tales[k], TAUT_BACKEND_CUDA, 20, &taken);
            taut_driver_host_launches = -1;
            CHECK_MSG(host == device, "%s: other bits after %d launches", two_tales[k].name,
                      launches);
            CHECK(taken == launches * (k == 0 ? 1 : 9));
        }
    }
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

// What is on its way is lost, and all of it frozen; nothing touches any more.
TEST(a_device_that_is_lost_takes_the_crowd_along)
{
    heap h = open_heap(&two_tales[1], TAUT_BACKEND_CUDA);
    for (int frame = 0; frame < 14; ++frame) {
        taut_driver_host_fetches = frame == 12 ? 0 : -1;
        taut_step_report report = {0};
        CHECK(taut_world_step(h.world, 1.0f / 60.0f, 4, &report) == TAUT_OK);
        CHECK_EQ_INT(report.frozen_count, frame == 12 ? 9 : 0);
        CHECK(((report.trouble & TAUT_STEP_DEVICE_LOST) != 0) == (frame == 12));
        CHECK(frame < 12 || report.pair_count == 0);
        CHECK(frame < 12 || taut_world_contact_points(h.world, NULL, 0) == 0);
    }
    taut_driver_host_fetches = -1;
    taut_world_destroy(h.world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

// Where things touch is asked for, and the device does not answer any more.
TEST(points_of_a_device_that_fails_are_none)
{
    heap h = open_heap(&two_tales[1], TAUT_BACKEND_CUDA);
    int pairs = 0;
    for (int frame = 0; frame < 60 && pairs == 0; ++frame) {
        taut_step_report report = {0};
        CHECK(taut_world_step(h.world, 1.0f / 60.0f, 4, &report) == TAUT_OK);
        pairs = report.pair_count;
    }
    CHECK(pairs > 0);
    taut_driver_host_fetches = 0;
    CHECK_EQ_INT(taut_world_contact_points(h.world, NULL, 0), 0);
    taut_driver_host_fetches = -1;
    taut_world_destroy(h.world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

static void look_on(void* context, const taut_watched* what)
{
    (void)context;
    CHECK(what->constraint >= -1);
}

// Bodies of which one is tied to another for a while go all the same; and while somebody watches
// one of them, all are on the host.
TEST(what_is_tied_goes_and_what_is_watched_keeps_all_of_them_on_the_host)
{
    heap h = open_heap(&two_tales[1], TAUT_BACKEND_CUDA);
    heap host = open_heap(&two_tales[1], TAUT_BACKEND_SCALAR);
    taut_attachment_id tied[2];
    for (int frame = 0; frame < 30; ++frame) {
        for (int k = 0; k < 2; ++k) {
            heap* one = k == 0 ? &h : &host;
            taut_attachment_def def = taut_attachment_def_default();
            def.body = one->ids[2];
            def.particle = 3;
            def.target = TAUT_ATTACH_PARTICLE;
            def.other = one->ids[4];
            def.other_particle = 5;
            CHECK(frame != 10 || taut_attach(one->world, &def, &tied[k]) == TAUT_OK);
            CHECK(frame != 20 || taut_detach(one->world, tied[k]) == TAUT_OK);
            taut_watch_fn* watch = frame == 15 ? look_on : NULL;
            CHECK((frame != 15 && frame != 22) ||
                  taut_world_watch(one->world, one->ids[1], watch, NULL) == TAUT_OK);
            CHECK(taut_world_step(one->world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
        }
        CHECK(taut_world_hash(h.world) == taut_world_hash(host.world));
    }
    CHECK_EQ_INT((int)h.world->device->taken, 9 * 23);
    taut_world_destroy(h.world);
    taut_world_destroy(host.world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}
