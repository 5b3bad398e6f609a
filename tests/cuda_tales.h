// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies whose particles touch, and what happens to them (test_cuda_pairs.c).

#pragma once

#include "cuda_tale.h"

// Itself ------------------------------------------------------------------------------------------

// One side of it is led across the other, low over it.
static inline void begin_folded(heap* h)
{
    taut_builder* builder = sheet_builder(24, 0.05f, 0);
    for (int i = 0; i < 24; ++i) {
        CHECK(taut_builder_pin(builder, i) == TAUT_OK);
        CHECK(taut_builder_pin(builder, 24 * 23 + i) == TAUT_OK);
    }
    add(h, builder, touching(0.02f, true));
}

static inline void lead_across(heap* h, int frame)
{
    taut_vec3 first = position_of(h->world, h->ids[0], 0);
    taut_vec3 last = position_of(h->world, h->ids[0], 24 * 23);
    taut_vec3 way = {first.x - last.x, first.y - last.y, first.z - last.z};
    for (int i = 0; i < 24; ++i) {
        taut_vec3 at = position_of(h->world, h->ids[0], 24 * 23 + i);
        float step = frame < 60 ? 0.04f : -0.03f;
        taut_vec3 to = {at.x + step * way.x, at.y + (frame < 10 ? 0.01f : 0.0f),
                        at.z + step * way.z};
        CHECK(taut_body_set_target(h->world, h->ids[0], 24 * 23 + i, to) == TAUT_OK);
    }
}

// Several parts.
static inline void begin_large(heap* h)
{
    taut_builder* builder = sheet_builder(72, 0.05f, 71);
    taut_body_def def = touching(0.024f, true);
    add(h, builder, def);
    def.offset = (taut_vec3){0.6f, 0.05f, 0.3f};
    def.velocity = (taut_vec3){0.0f, -1.0f, 0.3f};
    add(h, rope_builder(40, (taut_vec3){0.0f, 0.1f, 0.0f}, (taut_vec3){1.5f, 0.1f, 0.2f}), def);
}

// So many that there are zones, loose and at rest.
static inline taut_builder* field_builder(int side, float apart, float height)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < side * side; ++i) {
        float up = height * (float)(i * 7 % 5);
        (void)add_particle(builder, apart * (float)(i % side), up, apart * (float)(i / side),
                           0.01f);
    }
    return builder;
}

// Over a field some come down slowly in one corner, so that pairs are brief but last; others fly at
// it elsewhere, so fast that they may be a zone away from it when pairs are found.
static inline void begin_flights(heap* h)
{
    taut_body_def def = touching(0.01f, true);
    def.gravity_scale = 0.0f;
    add(h, field_builder(66, 0.03f, 0.0f), def);
    for (int k = 0; k < 10; ++k) {
        bool slow = k < 4;
        float along = slow ? 0.2f * (float)k : 0.6f + 0.2f * (float)(k - 4);
        def.offset = (taut_vec3){along, slow ? 0.05f + 0.07f * (float)k : 0.2f * (float)k, along};
        def.velocity.y = slow ? -5.8f : -38.0f;
        add(h, field_builder(3, 0.025f, 0.0f), def);
    }
}

// Over all of a field others come down: not fast enough for what five substeps ask of zones, but
// for what ten do, and some a little faster.
static inline void begin_rain(heap* h)
{
    taut_body_def def = touching(0.01f, true);
    def.gravity_scale = 0.0f;
    add(h, field_builder(66, 0.03f, 0.0f), def);
    def.offset = (taut_vec3){0.004f, 0.07f, 0.011f};
    def.velocity.y = -4.0f;
    add(h, field_builder(30, 0.066f, 0.012f), def);
    def.offset = (taut_vec3){0.3f, 0.09f, 0.3f};
    def.velocity = (taut_vec3){1.0f, -5.2f, 0.0f};
    add(h, field_builder(4, 0.03f, 0.02f), def);
}

// And lumps with more in a cell than are looked at.
static inline void begin_hail(heap* h)
{
    begin_rain(h);
    taut_body_def def = touching(0.01f, true);
    def.gravity_scale = 0.0f;
    for (int k = 0; k < 3; ++k) {
        def.offset = (taut_vec3){0.9f + 0.37f * (float)k, 0.1f, 0.3f + 0.41f * (float)k};
        add(h, field_builder(18, 0.0003f, 0.0003f), def);
    }
}

// A block of particles that is no wider than two zones, and in a shaft through it one that hits
// another: faster than anything goes, so that the square of its way in a substep is near the
// largest number there is.
static inline void begin_bolt(heap* h)
{
    taut_body_def def = touching(0.01f, true);
    def.gravity_scale = 0.0f;
    def.collision.pair_room = 60000;
    taut_builder* block = new_builder();
    for (int i = 0; i < 16 * 16 * 17; ++i) {
        int x = i % 16, y = i / 16 % 16;
        if (x < 7 || x > 8 || y < 7 || y > 8) {
            (void)add_particle(block, 0.0196f * (float)x, 0.0196f * (float)y,
                               0.0196f * (float)(i / 256), 0.01f);
        }
    }
    add(h, block, def);
    static const taut_vec3 places[] = {
        {0.147f, 0.147f, 0.12f}, {0.147f, 0.147f, 0.22f}, {0.298f, 0.1f, 0.1f}};
    for (int k = 0; k < 3; ++k) {
        def.offset = places[k];
        def.velocity.z = k == 0 ? 6.0e21f : 0.0f;
        add(h, field_builder(1, 0.02f, 0.0f), def);
    }
}

// Several -----------------------------------------------------------------------------------------

static inline void begin_stack(heap* h)
{
    for (int k = 0; k < 6; ++k) {
        taut_body_def def = touching(0.01f + 0.002f * (float)k, k % 2 == 0);
        def.offset = (taut_vec3){0.03f * (float)k, 0.08f * (float)k, 0.01f * (float)k};
        def.velocity = (taut_vec3){0.0f, k == 5 ? -6.0f : 0.0f, 0.0f};
        def.precision = k == 2   ? TAUT_PRECISION_FINE
                        : k == 3 ? TAUT_PRECISION_FAST
                                 : TAUT_PRECISION_AUTO;
        def.collision.surface.friction = 0.1f * (float)k;
        def.collision.filter.mask = k == 4 ? 1u : ~0u;
        def.collision.filter.category = k == 1 ? 2u : 1u;
        def.collision.pair_room = 4000;
        add(h, sheet_builder(12 + k, 0.04f, k == 0 ? 1 : 0), def);
    }
}

// Ropes that fall across one another, over one that is held.
static inline void begin_ropes(heap* h)
{
    for (int k = 0; k < 9; ++k) {
        float y = 0.06f * (float)k, a = 0.7f * (float)k;
        taut_vec3 from = {-cosf(a), y, -sinf(a)}, to = {cosf(a), y + 0.02f, sinf(a)};
        taut_builder* builder = rope_builder(30 + k, from, to);
        if (k < 2) {
            CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
            CHECK(taut_builder_pin(builder, 30 + k) == TAUT_OK);
        }
        taut_body_def def = touching(0.02f, k % 3 == 0);
        def.collision.surface.friction = 0.5f;
        add(h, builder, def);
    }
}

static inline void begin_planar(heap* h)
{
    for (int k = 0; k < 4; ++k) {
        float y = 0.3f * (float)k;
        taut_builder* builder = rope_builder(24, (taut_vec3){-0.5f + 0.1f * (float)k, y, 0.0f},
                                             (taut_vec3){0.5f, y + 0.1f, 0.0f});
        if (k == 0) {
            CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
            CHECK(taut_builder_pin(builder, 24) == TAUT_OK);
        }
        add(h, builder, touching(0.03f, true));
    }
}

// Bodies come and go, one is led about, one is put elsewhere.
static inline void stir(heap* h, int frame)
{
    if (frame == 20) {
        CHECK(taut_body_destroy(h->world, h->ids[--h->count]) == TAUT_OK);
    }
    if (frame == 25) {
        taut_body_def def = touching(0.015f, true);
        def.offset = (taut_vec3){0.0f, 0.7f, 0.0f};
        def.velocity = (taut_vec3){0.0f, -9.0f, 0.0f};
        add(h, sheet_builder(15, 0.03f, 0), def);
    }
    if (frame % 7 == 3) {
        taut_vec3 push = {0.0f, 0.02f, 0.01f};
        CHECK(taut_body_add_impulse(h->world, h->ids[3], 5, push) == TAUT_OK);
    }
}

// More than there is room for, and many in one place.
static inline void begin_crammed(heap* h)
{
    for (int k = 0; k < 3; ++k) {
        taut_builder* builder = new_builder();
        for (int i = 0; i < 400; ++i) {
            float x = 0.001f * (float)(i % 20), y = 0.001f * (float)(i / 20 % 7);
            (void)add_particle(builder, x, y, i % 3 == 0 ? 0.0f : 0.001f * (float)i, 0.01f);
        }
        taut_body_def def = touching(0.01f + 0.01f * (float)k, true);
        def.collision.pair_room = 900;
        add(h, builder, def);
    }
}

// More in one cell than look for their places there.
static inline void begin_in_one_place(heap* h)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < 700; ++i) {
        float x = 0.0003f * (float)(i % 9), y = 0.0003f * (float)(i / 9 % 9);
        (void)add_particle(builder, x, y, 0.0003f * (float)(i / 81), 0.01f);
    }
    taut_body_def def = touching(0.02f, true);
    def.collision.pair_room = 3000;
    add(h, builder, def);
}

// One far away from the others, which are close together beside it.
static inline void begin_far_from_one(heap* h)
{
    for (int k = 0; k < 3; ++k) {
        taut_body_def def = touching(0.008f, true);
        def.offset = (taut_vec3){0.0f, 0.03f * (float)k, k < 2 ? 0.004f * (float)k : 200.0f};
        def.velocity.y = -1.0f * (float)k;
        add(h, sheet_builder(k < 2 ? 30 : 4, 0.02f, 0), def);
    }
}

// A heap that falls asleep on what is held; then something falls upon it.
static inline void begin_sleepers(heap* h)
{
    for (int k = 0; k < 3; ++k) {
        taut_body_def def = touching(0.02f, false);
        def.offset = (taut_vec3){0.0f, 0.05f * (float)k, 0.0f};
        def.drag = 20.0f;
        def.gravity_scale = 0.02f;
        def.collision.surface.friction = 1.0f;
        add(h, sheet_builder(8, 0.04f, k == 0 ? 1 : 0), def);
    }
}

static inline void drop_on_sleepers(heap* h, int frame)
{
    if (frame == 150) {
        taut_body_def def = touching(0.02f, false);
        def.offset = (taut_vec3){0.02f, 0.6f, 0.02f};
        def.drag = 20.0f;
        add(h, sheet_builder(6, 0.04f, 0), def);
    }
}

static inline void freeze_one(heap* h, int frame)
{
    if (frame == 5) {
        CHECK(taut_body_set_frozen(h->world, h->ids[1], true) == TAUT_OK);
    }
}

static inline void add_ground(heap* h, float height)
{
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    ground.position.y = height;
    taut_collider_id id;
    CHECK(taut_collider_create(h->world, &ground, &id) == TAUT_OK);
}

// Upon colliders.
static inline void begin_on_colliders(heap* h)
{
    add_ground(h, -0.1f);
    taut_collider_id id;
    taut_collider_def ball = taut_collider_def_default();
    ball.radius = 0.15f;
    ball.position = (taut_vec3){0.3f, 0.0f, 0.3f};
    CHECK(taut_collider_create(h->world, &ball, &id) == TAUT_OK);
    for (int k = 0; k < 4; ++k) {
        taut_body_def def = touching(0.015f, k % 2 == 0);
        def.offset = (taut_vec3){0.02f * (float)k, 0.2f + 0.05f * (float)k, 0.01f * (float)k};
        def.precision = k == 1 ? TAUT_PRECISION_FINE : TAUT_PRECISION_AUTO;
        def.collision.surface.friction = 0.4f;
        add(h, sheet_builder(k == 0 ? 68 : 14, k == 0 ? 0.035f : 0.04f, 0), def);
    }
}

// Trees that press on the ground, and on one another.
static inline void begin_ropes_on_the_ground(heap* h)
{
    add_ground(h, -0.2f);
    begin_ropes(h);
}

// One is torn: from then on all stay on the host.
static inline void begin_torn(heap* h)
{
    begin_folded(h);
    taut_body_def def = touching(0.02f, true);
    def.offset.y = 0.1f;
    def.tear.spare_particles = 20;
    add(h, sheet_builder(10, 0.05f, 0), def);
}

static inline void tear_one(heap* h, int frame)
{
    if (frame == 12) {
        CHECK(taut_body_break(h->world, h->ids[1], 40) == TAUT_OK);
    }
}
