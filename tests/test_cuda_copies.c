// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Copies of scenes on the CUDA backend, its kernels on the host: each is the scene by itself on the
// CPU.

#include "copies.h"

#include <string.h>

#include "taut/taut_device.h"

TEST(copies_on_a_device_are_the_scene_by_itself_on_the_cpu)
{
    static const char* const names[] = {
        "rope",          "chain-12",        "cloth-25x18",  "flag",          "tear-flag",
        "chain-curtain", "cloth-on-sphere", "truss-bridge", "wrecking-ball", "ragdoll",
        "balloon",       "puzzle-2d",       "cloth-fold",   "sail",          "frame-rate",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        const taut_scene* scene = taut_scene_find(names[i]);
        REQUIRE(scene != NULL);
        taut_scene_options options = seeded(11);
        options.backend = TAUT_BACKEND_CUDA;
        vary_all(&options, scene);
        check_copies(scene, &options, 6);
    }
}

// A long rope by itself is done sooner on the host; many of them side by side are not, unless many
// threads of the host take them.
TEST(long_ropes_are_on_the_device_where_there_are_many)
{
    enum { FEW = 63, MANY = 66, FRAMES = 2, OTHERS = 2 };  // two posts to each rope
    static taut_scene_batch batch;
    const taut_scene* scene = taut_scene_find("rope-1000");
    taut_scene_options options = seeded(3);
    int bodies[4];
    for (int k = 0; k < 4; ++k) {
        options.backend = TAUT_BACKEND_CUDA;
        options.thread_count = k < 2 ? 1 : k;
        int count = k == 0 ? FEW : MANY;
        REQUIRE(taut_batch_open(&batch, scene, &options, count));
        for (int i = 0; i < FRAMES; ++i) {
            CHECK_MSG(taut_batch_step(&batch), "%s", batch.error);
        }
        taut_device_info info = {0};
        CHECK(taut_world_device(batch.runs[0].worlds[0].world, &info) == TAUT_OK);
        bodies[k] = info.bodies;
        options.backend = TAUT_BACKEND_AUTO;
        for (int i = 0; i < count; i += k < 2 ? 21 : 50) {
            taut_scene_options mine = options;
            mine.seed += (uint64_t)i;
            uint64_t expected = alone(scene, &mine, FRAMES), found = taut_batch_hash_of(&batch, i);
            CHECK_MSG(found == expected, "copy %d is %016llx, by itself %016llx", i,
                      (unsigned long long)found, (unsigned long long)expected);
        }
        taut_batch_close(&batch);
    }
    CHECK_EQ_INT(bodies[0], FEW * OTHERS);
    CHECK_EQ_INT(bodies[1], MANY * (1 + OTHERS));
    CHECK_EQ_INT(bodies[2], MANY * OTHERS);
    CHECK_EQ_INT(bodies[3], MANY * OTHERS);
}

// A rope that has lost its company comes home.
TEST(a_long_rope_that_is_left_alone_comes_home)
{
    enum { MANY = 66 };
    static taut_scene_batch batch;
    taut_scene_options options = seeded(3);
    options.backend = TAUT_BACKEND_CUDA;
    REQUIRE(taut_batch_open(&batch, taut_scene_find("rope-1000"), &options, MANY));
    taut_world* world = batch.runs[0].worlds[0].world;
    taut_device_info info = {0};
    for (int i = 0; i < 3; ++i) {
        CHECK(taut_world_step(world, 1.0f / 60.0f, 2, NULL) == TAUT_OK);
    }
    CHECK(taut_world_device(world, &info) == TAUT_OK);
    CHECK_EQ_INT(info.bodies, 3 * MANY);
    for (int i = 1; i < MANY; ++i) {
        for (int k = 0; k < batch.runs[i].look_count; ++k) {
            taut_body_destroy(world, batch.runs[i].looks[k].body);
        }
    }
    CHECK(taut_world_step(world, 1.0f / 60.0f, 2, NULL) == TAUT_OK);
    CHECK(taut_world_device(world, &info) == TAUT_OK);
    CHECK_EQ_INT(info.bodies, 2);
    taut_batch_close(&batch);
}

// A device that is too small for all says so by the first few.
TEST(copies_that_do_not_fit_on_the_device_are_refused_at_once)
{
    static taut_scene_batch batch;
    taut_scene_options options = seeded(5);
    options.backend = TAUT_BACKEND_CUDA;
    CHECK(!taut_batch_open(&batch, taut_scene_find("cloth-100"), &options, 50000));
    CHECK_MSG(strncmp(batch.error, "50000 copies would take some ", 29) == 0 &&
                  strstr(batch.error, " GB; there is room on the device for 68.7 GB") != NULL,
              "%s", batch.error);
}

// Those that touch themselves, too.
TEST(copies_that_touch_themselves_are_on_the_device)
{
    static taut_scene_batch batch;
    taut_scene_options options = seeded(5);
    options.backend = TAUT_BACKEND_CUDA;
    REQUIRE(taut_batch_open(&batch, taut_scene_find("cloth-fold"), &options, COPIES));
    for (int i = 0; i < 5; ++i) {
        CHECK_MSG(taut_batch_step(&batch), "%s", batch.error);
        taut_device_info info = {0};
        CHECK(taut_world_device(batch.runs[0].worlds[0].world, &info) == TAUT_OK);
        CHECK_EQ_INT(info.bodies, COPIES);
    }
    taut_batch_close(&batch);
}
