// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colliders and what falls on them, in few words.

#pragma once

#include "support.h"

static inline taut_collider_id add_collider(taut_world* world, taut_collider_def def)
{
    taut_collider_id id = {0};
    (void)taut_collider_create(world, &def, &id);
    return id;
}

static inline taut_collider_def plane_def(void)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_PLANE;
    return def;
}

static inline taut_collider_def box_def(float x, float y, float z)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_BOX;
    def.half_size = (taut_vec3){x, y, z};
    return def;
}

static inline taut_collider_def capsule_def(float radius, float half_height)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_CAPSULE;
    def.radius = radius;
    def.half_height = half_height;
    return def;
}

// About z, by an angle whose sine and cosine are given.
static inline taut_quat turn_about_z(double angle)
{
    return (taut_quat){0.0f, 0.0f, (float)sin(0.5 * angle), (float)cos(0.5 * angle)};
}

static inline taut_vec3 random_direction(taut_test_random* r)
{
    for (;;) {
        taut_vec3 v = {random_between(r, -1.0f, 1.0f), random_between(r, -1.0f, 1.0f),
                       random_between(r, -1.0f, 1.0f)};
        float square = v.x * v.x + v.y * v.y + v.z * v.z;
        if (square > 0.01f && square < 1.0f) {
            float s = 1.0f / sqrtf(square);
            return (taut_vec3){s * v.x, s * v.y, s * v.z};
        }
    }
}

static inline taut_quat random_turn(taut_test_random* r)
{
    return taut_quat_between(random_direction(r), random_direction(r));
}

static inline taut_body_id add_point(taut_world* world, taut_vec3 at, taut_body_def def)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, at.x, at.y, at.z, 1.0f);
    return add_body_def(world, builder, def);
}

static inline taut_vec3 load_on(taut_world* world, taut_collider_id id)
{
    taut_collider_load load = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    (void)taut_collider_reaction(world, id, &load);
    return load.force;
}
