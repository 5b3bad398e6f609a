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

// A device that is too small for all says so by the first few.
TEST(copies_that_do_not_fit_on_the_device_are_refused_at_once)
{
    static taut_scene_batch batch;
    taut_scene_options options = seeded(5);
    options.backend = TAUT_BACKEND_CUDA;
    CHECK(!taut_batch_open(&batch, taut_scene_find("cloth-100"), &options, 50000));
    CHECK_MSG(strncmp(batch.error, "50000 copies would take some ", 29) == 0 &&
                  strstr(batch.error, " GB; what the device has free is 68.7") != NULL,
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
