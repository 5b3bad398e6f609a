// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that come upon one another, for the kernels that have to do with it.

#pragma once

#include <math.h>

#include "cuda_story.h"

static taut_builder* falling_cloth(int size, float height, bool rigid)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = def.rows = size;
    def.spacing_u = def.spacing_v = 0.02f;
    def.origin = (taut_vec3){0.0f, height, 0.0f};
    def.u = (taut_vec3){1.0f, 0.0f, 0.0f};
    def.v = (taut_vec3){0.0f, 0.0f, 1.0f};
    def.rigid = rigid;
    CHECK(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    return builder;
}

// A small one falls on a large one, which falls.
static void begin_heap(play* p)
{
    for (int i = 0; i < 2; ++i) {
        taut_body_def def = taut_body_def_default();
        def.collision.self = i == 0;
        def.collision.others = true;
        def.collision.thickness = 0.012f;
        def.velocity = (taut_vec3){0.2f, i == 0 ? -0.5f : -2.0f, 0.0f};
        def.offset.x = -5.0f * (float)i + 0.011f * (float)i;  // one above the other
        add_to(p, falling_cloth(i == 0 ? 66 : 12, i == 0 ? 0.06f : 0.075f, i == 0), def);
    }
}

// Large ones that come through one another: pairs last for a substep.
static void begin_swift(play* p)
{
    for (int i = 0; i < 2; ++i) {
        taut_body_def def = taut_body_def_default();
        def.collision.others = true;
        def.collision.thickness = 0.008f;
        def.velocity = (taut_vec3){0.2f, i == 0 ? 1.0f : -3.0f, 0.0f};
        def.offset.x = -4.989f * (float)i;
        add_to(p, falling_cloth(66, i == 0 ? 0.06f : 0.08f, false), def);
    }
}

// The same in one body, half of which is held: some blocks sort points while others sweep. One of
// them may be so far away that there are too many cells for a table.
static void begin_swift_one_and(play* p, float away)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = def.rows = 47;
    def.spacing_u = def.spacing_v = 0.02f;
    def.u = (taut_vec3){1.0f, 0.0f, 0.0f};
    def.v = (taut_vec3){0.0f, 0.0f, 1.0f};
    def.rigid = true;
    def.tethers.enabled = false;
    def.material.damping_rate = 0.0f;
    CHECK(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    for (int i = 0; i < def.columns * def.rows; ++i) {
        CHECK(taut_builder_pin(builder, i) == TAUT_OK);
    }
    def.origin = (taut_vec3){0.007f, 0.03f, 0.003f};
    CHECK(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    taut_body_def body = taut_body_def_default();
    body.collision.self = true;
    body.collision.thickness = 0.008f;
    body.velocity = (taut_vec3){0.2f, -4.0f, 0.0f};
    if (away > 0.0f) {
        (void)add_particle(builder, 0.0f, away, 0.0f, 0.01f);
    }
    add_to(p, builder, body);
}

static void begin_swift_one(play* p)
{
    begin_swift_one_and(p, 0.0f);
}

static void begin_swift_one_far_away(play* p)
{
    begin_swift_one_and(p, 3000.0f);
}

// And on balls that move.
static void begin_swift_one_on_balls(play* p)
{
    for (int i = 0; i < 2; ++i) {
        taut_collider_id id;
        taut_collider_def ball = taut_collider_def_default();
        ball.radius = 0.1f;
        ball.position = (taut_vec3){0.3f + 0.3f * (float)i, -0.08f, 0.4f};
        ball.surface.friction = 0.4f;
        CHECK(taut_collider_create(p->world, &ball, &id) == TAUT_OK);
    }
    begin_swift_one(p);
}

static void move_balls(play* p, int frame)
{
    for (int i = 0; i < 2; ++i) {
        taut_vec3 to = {0.3f + 0.3f * (float)i, -0.078f + 0.004f * (float)frame, 0.402f};
        taut_collider_id id = taut_world_collider(p->world, i);
        CHECK(taut_collider_move(p->world, id, to, taut_quat_identity()) == TAUT_OK);
    }
}

// One with more around it than there are colours.
static void begin_around_one(play* p)
{
    for (int i = 0; i < 2; ++i) {
        taut_builder* builder = new_builder();
        for (int k = 0; k < (i == 0 ? 300 : 1); ++k) {
            float y = ((float)k + 0.5f) / 150.0f - 1.0f, a = 2.4f * (float)k;
            float r = i == 0 ? 0.09f * sqrtf(1.0f - y * y) : 0.0f;
            (void)add_particle(builder, r * cosf(a), 0.09f * y, r * sinf(a), 0.01f);
            CHECK(i == 1 || k % 2 == 0 || taut_builder_pin(builder, k) == TAUT_OK);
        }
        taut_body_def def = taut_body_def_default();
        def.collision.others = true;
        def.collision.thickness = 0.05f;
        def.offset = (taut_vec3){-5.0f * (float)i, i == 0 ? 0.0f : 0.09f, 0.0f};
        add_to(p, builder, def);
    }
}
