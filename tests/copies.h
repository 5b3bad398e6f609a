// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Copies of a scene in one world against the scene by itself.

#pragma once

#include <math.h>

#include "scenes/batch.h"
#include "scenes/vary.h"
#include "test.h"

#define COPIES 3

static inline taut_scene_options seeded(uint64_t seed)
{
    taut_scene_options options = taut_scene_options_default();
    options.seeded = true;
    options.seed = seed;
    options.jitter = 0.05f;
    return options;
}

static inline void vary(taut_scene_options* options, const char* key, double low, double high)
{
    options->vary[options->vary_count++] = (taut_scene_vary){key, low, high};
}

// Every parameter that copies may differ in, within a tenth; and what bodies carry.
static inline void vary_all(taut_scene_options* options, const taut_scene* scene)
{
    for (int i = 0; scene->params[i].key; ++i) {
        const taut_scene_param* p = &scene->params[i];
        double off = 0.1 * fabs(p->value);
        double low = p->value - off > p->min ? p->value - off : p->min;
        double high = p->value + off < p->max ? p->value + off : p->max;
        if (taut_scene_param_is_whole(p)) {
            low = ceil(low);
            high = floor(high);
        }
        if (!taut_scene_shares(scene, p->key)) {
            vary(options, p->key, low, high);
        }
    }
    vary(options, "body.gravity", 0.9, 1.1);
    vary(options, "body.drag", 0.0, 0.2);
    vary(options, "body.friction", 0.5, 1.5);
    vary(options, "body.mass", 0.8, 1.2);
}

static inline uint64_t alone(const taut_scene* scene, const taut_scene_options* options, int frames)
{
    static taut_scene_run run;
    bool ok = taut_scene_open(&run, scene, options);
    CHECK_MSG(ok, "%s: %s", scene->name, run.error);
    for (int i = 0; i < frames && ok; ++i) {
        taut_scene_step(&run);
    }
    uint64_t hash = ok ? taut_scene_hash(&run) : 0;
    taut_scene_close(&run);
    return hash;
}

static inline void check_copies(const taut_scene* scene, const taut_scene_options* options,
                                int frames)
{
    static taut_scene_batch batch;
    bool ok = taut_batch_open(&batch, scene, options, COPIES);
    CHECK_MSG(ok, "%s: %s", scene->name, batch.error);
    for (int i = 0; i < frames && ok; ++i) {
        ok = taut_batch_step(&batch);
        CHECK_MSG(ok, "%s: %s", scene->name, batch.error);
    }
    for (int i = 0; i < COPIES && ok; ++i) {
        taut_scene_options mine = *options;
        mine.seed += (uint64_t)i;
        mine.thread_count = 1;
        mine.backend = TAUT_BACKEND_AUTO;
        uint64_t expected = alone(scene, &mine, frames);
        uint64_t found = taut_batch_hash_of(&batch, i);
        CHECK_MSG(found == expected, "%s: copy %d is %016llx, by itself %016llx", scene->name, i,
                  (unsigned long long)found, (unsigned long long)expected);
    }
    if (ok) {
        CHECK_MSG(taut_batch_hash_of(&batch, 0) != taut_batch_hash_of(&batch, 1),
                  "%s: two copies are the same", scene->name);
    }
    taut_batch_close(&batch);
}
