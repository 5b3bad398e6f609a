// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colliders of all shapes, what falls on them, and what calls say of that, for tests of what a
// device takes.

#pragma once

#include "collide_support.h"
#include "cuda_story.h"

// What calls say ----------------------------------------------------------------------------------

static inline void see_vec3(play* p, taut_vec3 v)
{
    see(p, v.x);
    see(p, v.y);
    see(p, v.z);
}

static inline void look_at_points(play* p)
{
    enum { MOST = 4096 };
    static taut_contact_point points[MOST];
    int count = taut_world_contact_points(p->world, points, MOST);
    see(p, (float)count);
    for (int i = 0; i < count && i < MOST; ++i) {
        see_vec3(p, points[i].place);
        see_vec3(p, points[i].normal);
        see_vec3(p, points[i].force);
        see(p, (float)points[i].collider.index1);
        see(p, points[i].weights[0]);
        see(p, (float)points[i].particles[points[i].particle_count - 1]);
    }
}

static inline void look(play* p)
{
    taut_event_view events = taut_world_events(p->world);
    see(p, (float)events.count);
    for (int i = 0; i < events.count; ++i) {
        see(p, (float)events.data[i].kind);
        see(p, (float)events.data[i].particle);
        see(p, events.data[i].force);
        see_vec3(p, events.data[i].place);
    }
    for (int i = 0; i < taut_world_collider_count(p->world); ++i) {
        taut_collider_load load = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
        CHECK(taut_collider_reaction(p->world, taut_world_collider(p->world, i), &load) == TAUT_OK);
        see_vec3(p, load.force);
        see_vec3(p, load.torque);
    }
}

// Sometimes nobody asks where they touch.
static inline void look_on(play* p, int frame)
{
    look(p);
    if (frame % 3 == 1) {
        look_at_points(p);
    }
}

// Shapes ------------------------------------------------------------------------------------------

static inline const taut_shape* some_hull(void)
{
    static const taut_vec3 points[] = {{0.4f, 0.0f, 0.1f}, {-0.4f, 0.0f, 0.0f},
                                       {0.0f, 0.3f, 0.0f}, {0.1f, -0.3f, 0.2f},
                                       {0.0f, 0.1f, 0.4f}, {0.1f, 0.0f, -0.5f}};
    const taut_shape* shape = NULL;
    CHECK(taut_shape_create_hull(NULL, points, 6, &shape, NULL) == TAUT_OK);
    return shape;
}

static inline const taut_shape* some_field(void)
{
    enum { SIZE = 9 };
    float heights[SIZE * SIZE];
    for (int i = 0; i < SIZE * SIZE; ++i) {
        heights[i] = 0.06f * (float)(i * 7 % 5);
    }
    taut_height_field_def def = taut_height_field_def_default();
    def.heights = heights;
    def.columns = def.rows = SIZE;
    def.spacing = 0.2f;
    const taut_shape* shape = NULL;
    CHECK(taut_shape_create_height_field(NULL, &def, &shape, NULL) == TAUT_OK);
    return shape;
}

// The triangles of another, with two sides.
static inline const taut_shape* some_mesh(void)
{
    const taut_shape* from = some_field();
    taut_vec3_view vertices = taut_shape_vertices(from);
    taut_int_view triangles = taut_shape_triangles(from);
    taut_mesh_shape_def def = taut_mesh_shape_def_default();
    def.vertices = (const taut_vec3*)(const void*)vertices.data;
    def.vertex_count = vertices.count;
    def.triangles = triangles.data;
    def.triangle_count = triangles.count / 3;
    const taut_shape* shape = NULL;
    CHECK(taut_shape_create_mesh(NULL, &def, &shape, NULL) == TAUT_OK);
    taut_shape_release(from);
    return shape;
}

static inline taut_collider_def shape_def(taut_shape_kind kind)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = kind;
    def.radius = kind == TAUT_SHAPE_CAPSULE ? 0.15f : 0.4f;
    def.half_height = 0.3f;
    def.half_size = (taut_vec3){0.4f, 0.2f, 0.3f};
    def.baked = kind == TAUT_SHAPE_HULL           ? some_hull()
                : kind == TAUT_SHAPE_HEIGHT_FIELD ? some_field()
                : kind == TAUT_SHAPE_MESH         ? some_mesh()
                                                  : NULL;
    def.rotation = turn_about_z(kind == TAUT_SHAPE_CAPSULE ? 1.3 : 0.2);
    def.surface.friction = 0.2f * (float)kind;
    def.surface.restitution = kind % 3 == 0 ? 0.5f : 0.0f;
    return def;
}

static inline void add_shape(play* p, taut_shape_kind kind, taut_vec3 at)
{
    taut_collider_def def = shape_def(kind);
    def.position = at;
    taut_collider_id id = add_collider(p->world, def);
    CHECK(taut_collider_valid(p->world, id));
    taut_shape_release(def.baked);
}

static inline taut_builder* loose_cloth(int size, bool rigid)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = def.rows = size;
    def.spacing_u = def.spacing_v = 1.0f / (float)size;
    def.origin = (taut_vec3){-0.5f, 0.45f, -0.5f};
    def.u = (taut_vec3){0.8f, 0.6f, 0.0f};
    def.rigid = rigid;
    CHECK(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    return builder;
}

static inline taut_body_def moving_def(float down)
{
    taut_body_def def = taut_body_def_default();
    def.velocity = (taut_vec3){0.3f, -down, 0.1f};
    return def;
}

// Ropes and limbs, swept; what is held takes its share of a push.
static inline void begin_limbs(play* p)
{
    add_shape(p, TAUT_SHAPE_PLANE, (taut_vec3){0.0f, -0.6f, 0.0f});
    add_shape(p, TAUT_SHAPE_CAPSULE, (taut_vec3){0.1f, 0.0f, 0.0f});
    taut_builder* builder = new_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.pin_start = true;
    CHECK(taut_make_rope(builder, &rope, NULL) == TAUT_OK);
    add_to(p, builder, moving_def(1.0f));
    builder = new_builder();
    taut_bone_def bones[TAUT_HUMANOID_BONES];
    taut_ragdoll_def doll = taut_ragdoll_def_default();
    CHECK(taut_humanoid_bones(1.0f, 30.0f, bones) == TAUT_OK);
    doll.bones = bones;
    doll.bone_count = TAUT_HUMANOID_BONES;
    static taut_ragdoll made;
    CHECK(taut_make_ragdoll(builder, &doll, &made) == TAUT_OK);
    add_to(p, builder, moving_def(3.0f));
    builder = loose_cloth(9, true);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK && taut_builder_pin(builder, 40) == TAUT_OK);
    add_to(p, builder, moving_def(1.0f));
    add_shape(p, TAUT_SHAPE_SPHERE, (taut_vec3){10.0f, 0.05f, 0.0f});
}
