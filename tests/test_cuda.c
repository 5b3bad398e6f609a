// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The kernels of the CUDA backend on the host, one thread after another: how bodies get to a device
// and back, and that every scene arrives at the bits of the CPU. What only a device can show, races
// above all, is for `make test-cuda`.

#include "cuda/device.h"
#include "scenes/scene.h"
#include "support.h"
#include "test.h"

#include <inttypes.h>
#include <stdio.h>

// Hash of a scene after some frames, and how many times the device took a body.
static uint64_t hash_of(const taut_scene* scene, taut_backend_kind backend, int frames, long* taken)
{
    static taut_scene_run run;
    taut_scene_options options = taut_scene_options_default();
    options.backend = backend;
    if (!taut_scene_open(&run, scene, &options)) {
        CHECK_MSG(false, "%s does not open: %s", scene->name, run.error);
        return 0;
    }
    for (int i = 0; i < frames; ++i) {
        taut_scene_step(&run);
    }
    for (int i = 0; i < run.world_count; ++i) {
        const taut_device* device = run.worlds[i].world->device;
        *taken += device != NULL ? device->taken : 0;
    }
    uint64_t hash = taut_scene_hash(&run);
    taut_scene_close(&run);
    return hash;
}

TEST(every_scene_has_the_bits_of_the_cpu)
{
    int with_device = 0;
    for (int i = 0; i < taut_scene_count(); ++i) {
        const taut_scene* scene = taut_scene_at(i);
        int frames = strstr(scene->tags, "large") != NULL ? 1 : 12;
        long taken = 0, none = 0;
        uint64_t host = hash_of(scene, TAUT_BACKEND_SCALAR, frames, &none);
        uint64_t device = hash_of(scene, TAUT_BACKEND_CUDA, frames, &taken);
        CHECK_MSG(host == device, "%s: %016" PRIx64 " on the CPU, %016" PRIx64 " on the device",
                  scene->name, host, device);
        CHECK_EQ_INT((int)none, 0);
        with_device += taken > 0;
        if (getenv("TAUT_TEST_TALK") != NULL) {
            printf("%-24s %ld\n", scene->name, taken);
        }
    }
    CHECK_MSG(with_device >= 10, "the device took part in %d scenes only", with_device);
}
