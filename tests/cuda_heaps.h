// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that come upon one another, for the kernels that have to do with it.

#pragma once

#include <math.h>

#include "cuda_story.h"

static inline taut_builder* falling_cloth(int size, float height, bool rigid)
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
static inline void begin_heap(play* p)
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

// In two realms, one with more bodies than the other.
static inline void begin_heaps_in_realms(play* p)
{
    begin_heap(p);
    p->realm = 4;
    taut_body_def def = taut_body_def_default();
    def.collision.self = true;
    def.collision.thickness = 0.012f;
    def.velocity.y = -1.0f;
    add_to(p, falling_cloth(40, 0.06f, false), def);
}

// Large ones that come through one another: pairs last for a substep.
static inline void begin_swift(play* p)
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
static inline void begin_swift_one_and(play* p, float away)
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

static inline void begin_swift_one(play* p)
{
    begin_swift_one_and(p, 0.0f);
}

static inline void begin_swift_one_far_away(play* p)
{
    begin_swift_one_and(p, 3000.0f);
}

// And on balls that move.
static inline void add_ball_below(play* p, float radius, float x)
{
    taut_collider_id id;
    taut_collider_def ball = taut_collider_def_default();
    ball.radius = radius;
    ball.position = (taut_vec3){x + 5.0f * (float)p->count, 0.02f - radius, 0.4f};
    ball.realm = p->realm;
    ball.surface.friction = 0.4f;
    CHECK(taut_collider_create(p->world, &ball, &id) == TAUT_OK);
}

static inline void begin_swift_one_on_balls(play* p)
{
    add_ball_below(p, 0.1f, 0.3f);
    add_ball_below(p, 0.1f, 0.6f);
    begin_swift_one(p);
}

// In two realms: blocks of one know nothing of those of the other.
static inline void begin_swift_ones_in_realms(play* p)
{
    begin_swift_one_on_balls(p);
    p->realm = 4;
    begin_swift_one_on_balls(p);
}

// One of them is small, in place of the other there is a slope beside the cloth.
static inline void begin_swift_one_on_few(play* p)
{
    taut_collider_id id;
    taut_collider_def slope = taut_collider_def_default();
    slope.shape = TAUT_SHAPE_PLANE;
    slope.rotation = (taut_quat){0.0f, 0.0f, -0.5f, 0.8660254f};
    slope.position.x = -0.075f;
    add_ball_below(p, 0.05f, 0.3f);
    CHECK(taut_collider_create(p->world, &slope, &id) == TAUT_OK);
    begin_swift_one(p);
}

// A small cloth over a large one: few pairs, a thread for each.
static inline void begin_little_on_much(play* p)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = def.rows = 66;
    def.spacing_u = def.spacing_v = 0.02f;
    def.u = (taut_vec3){1.0f, 0.0f, 0.0f};
    def.v = (taut_vec3){0.0f, 0.0f, 1.0f};
    def.rigid = true;
    def.tethers.enabled = false;
    def.material.damping_rate = 0.0f;
    def.origin.y = 0.03f;
    CHECK(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    def.columns = def.rows = 10;
    def.origin = (taut_vec3){0.21f, 0.042f, 0.31f};
    CHECK(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    taut_body_def body = taut_body_def_default();
    body.collision.self = true;
    body.collision.thickness = 0.008f;
    body.velocity = (taut_vec3){0.2f, -1.0f, 0.0f};
    add_ball_below(p, 0.06f, 0.3f);
    add_to(p, builder, body);
}

static inline void move_balls(play* p, int frame)
{
    for (int i = 0; i < 2; ++i) {
        taut_collider_id id = taut_world_collider(p->world, i);
        taut_collider_def def = taut_collider_def_default();
        CHECK(taut_collider_get(p->world, id, &def) == TAUT_OK);
        taut_vec3 to = def.position;
        to.y += frame == 0 ? 0.002f : 0.004f;
        to.z += frame == 0 ? 0.002f : 0.0f;
        CHECK(taut_collider_move(p->world, id, to, def.rotation) == TAUT_OK);
    }
}

// What is put on colliders.
static inline void see_loads(play* p, int frame)
{
    (void)frame;
    for (int i = 0; i < taut_world_collider_count(p->world); ++i) {
        taut_collider_load load;
        taut_collider_id id = taut_world_collider(p->world, i);
        CHECK(taut_collider_reaction(p->world, id, &load) == TAUT_OK);
        see(p, load.force.x);
        see(p, load.force.y);
        see(p, load.torque.z);
    }
}

static inline void move_and_see_loads(play* p, int frame)
{
    move_balls(p, frame);
    see_loads(p, frame);
}

// So fast that particles go farther than colliders were looked for.
static inline void hit_and_see_loads(play* p, int frame)
{
    taut_collider_id id = taut_world_collider(p->world, 0);
    taut_vec3 to = {0.3f, 0.06f * (float)frame - 0.03f, 0.4f};
    CHECK(taut_collider_move(p->world, id, to, taut_quat_identity()) == TAUT_OK);
    see_loads(p, frame);
}

// With what touches, in its order.
static inline void rise_and_see_points(play* p, int frame)
{
    enum { MOST = 4096 };
    static taut_contact_point points[MOST];
    int count = taut_world_contact_points(p->world, points, MOST);
    CHECK(count <= MOST);
    for (int i = 0; i < count; ++i) {
        see(p, (float)points[i].particles[0]);
        see(p, (float)points[i].other_particle);
        see(p, points[i].force.y);
    }
    taut_collider_id id = taut_world_collider(p->world, 0);
    taut_vec3 to = {0.3f, 0.04f * (float)frame - 0.04f, 0.4f};
    CHECK(taut_collider_move(p->world, id, to, taut_quat_identity()) == TAUT_OK);
}

// One with more around it than there are colours.
static inline void begin_around_one(play* p)
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
