// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Stories of many small bodies that touch, for tests of how many blocks sort their points.

#pragma once

#include "cuda/crowd_job.h"
#include "cuda_story.h"

// Couples of small ones, one above the other, so many along each axis and far from all others: as
// many blocks as there are bodies, and cells by hundreds along each axis.
static inline void add_couples(play* p, int across, float apart)
{
    for (int i = 0; i < 2 * across * across * across; ++i) {
        int at = i / 2;
        taut_body_def def = taut_body_def_default();
        def.collision.others = true;
        def.collision.thickness = 0.02f;
        def.velocity.y = i % 2 == 0 ? 0.0f : -0.5f;
        def.offset = (taut_vec3){apart * (float)(at % across) + 0.003f * (float)(i % 2),
                                 apart * (float)(at / across % across) + 0.038f * (float)(i % 2),
                                 apart * (float)(at / across / across)};
        taut_builder* builder = flat_cloth_builder(3, false);
        if (p->count < MOST_BODIES) {
            def.offset.x -= 5.0f * (float)p->count;
            add_to(p, builder, def);
        } else {
            (void)add_body_def(p->world, builder, def);
        }
    }
}

static inline void begin_many(play* p)
{
    add_couples(p, 4, 4.5f);
}

static inline void begin_some(play* p)
{
    add_couples(p, 2, 3.0f);
}

// Bits of the digits that cells are sorted by: the host knows how many they have.
static inline void check_digits(const play* p, int frame, int bits)
{
    const taut_pairs* pairs = p->world->pairs;
    if (frame > 0 && p->world->device == NULL) {
        int all = pairs->axis_bits[0] + pairs->axis_bits[1] + pairs->axis_bits[2];
        CHECK_MSG(all > 2 * bits - 2 && all <= 2 * bits, "%d bits", all);
        CHECK(pairs->pair_count > 0);
    }
}

static inline void check_widest(play* p, int frame)
{
    check_digits(p, frame, TAUT_CUDA_MOST_DIGIT);
    CHECK_EQ_INT(taut_cuda_digit_bits(128), TAUT_CUDA_MOST_DIGIT);
}

static inline void check_wide(play* p, int frame)
{
    check_digits(p, frame, TAUT_CUDA_LEAST_DIGIT + 1);
    CHECK_EQ_INT(taut_cuda_digit_bits(16), TAUT_CUDA_LEAST_DIGIT + 2);
}
