// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Signed distances of a point from the plain shapes, where a call for each would cost more than
// they do.

#pragma once

#include "collide/distance.h"
#include "math/lane.h"

LANE_FN taut_distance from_core(taut_vec3 away, float radius)
{
    float length = taut_vec3_length(away);
    taut_vec3 up = {0.0f, 1.0f, 0.0f};
    return (taut_distance){.d = length - radius,
                           .n = length > 0.0f ? taut_vec3_scale(away, 1.0f / length) : up};
}

LANE_FN taut_distance capsule_distance(const taut_collider* c, taut_vec3 x)
{
    float y = x.y < -c->half_height ? -c->half_height : x.y > c->half_height ? c->half_height : x.y;
    taut_vec3 away = {x.x, x.y - y, x.z};
    if (taut_vec3_dot(away, away) > 0.0f) {
        return from_core(away, c->radius);
    }
    return (taut_distance){.d = -c->radius, .n = {1.0f, 0.0f, 0.0f}};
}

// Inside, the nearest face; of several the first.
LANE_FN taut_distance box_inside(const float over[3], const float sign[3])
{
    int axis = over[1] > over[0] ? 1 : 0;
    axis = over[2] > over[axis] ? 2 : axis;
    taut_distance out = {.d = over[axis]};
    float n[3] = {0.0f, 0.0f, 0.0f};
    n[axis] = sign[axis];
    out.n = (taut_vec3){n[0], n[1], n[2]};
    return out;
}

LANE_FN taut_distance box_distance(const taut_collider* c, taut_vec3 x)
{
    float sign[3] = {x.x < 0.0f ? -1.0f : 1.0f, x.y < 0.0f ? -1.0f : 1.0f,
                     x.z < 0.0f ? -1.0f : 1.0f};
    float over[3] = {fabsf(x.x) - c->half_size.x, fabsf(x.y) - c->half_size.y,
                     c->planar ? -INFINITY : fabsf(x.z) - c->half_size.z};
    float out[3];
    float square = 0.0f;
    for (int i = 0; i < 3; ++i) {
        out[i] = over[i] > 0.0f ? over[i] : 0.0f;
        square += out[i] * out[i];
    }
    if (!(square > 0.0f)) {
        return box_inside(over, sign);
    }
    return from_core((taut_vec3){sign[0] * out[0], sign[1] * out[1], sign[2] * out[2]}, 0.0f);
}

LANE_FN taut_distance cylinder_distance(const taut_collider* c, taut_vec3 x)
{
    float r = sqrtf(x.x * x.x + x.z * x.z);
    taut_vec3 side = {1.0f, 0.0f, 0.0f};
    side = r > 0.0f ? (taut_vec3){x.x / r, 0.0f, x.z / r} : side;
    float up = x.y < 0.0f ? -1.0f : 1.0f;
    float across = r - c->radius, along = fabsf(x.y) - c->half_height;
    if (across <= 0.0f && along <= 0.0f) {
        bool cap = along > across;
        taut_vec3 top = {0.0f, up, 0.0f};
        return (taut_distance){.d = cap ? along : across, .n = cap ? top : side};
    }
    taut_vec3 away = taut_vec3_scale(side, across > 0.0f ? across : 0.0f);
    away.y = along > 0.0f ? up * along : 0.0f;
    return from_core(away, 0.0f);
}

LANE_FN taut_distance taut_distance_of(const taut_collider* c, int feature, taut_vec3 x)
{
    switch (c->kind) {
    case TAUT_SHAPE_SPHERE:
        return from_core(x, c->radius);
    case TAUT_SHAPE_CAPSULE:
        return capsule_distance(c, x);
    case TAUT_SHAPE_BOX:
        return box_distance(c, x);
    case TAUT_SHAPE_CYLINDER:
        return cylinder_distance(c, x);
    case TAUT_SHAPE_HULL:
        return taut_hull_distance(c->shape, x);
    case TAUT_SHAPE_HEIGHT_FIELD:
    case TAUT_SHAPE_MESH:
        return taut_facet_distance(c->shape, feature, x);
    case TAUT_SHAPE_PLANE:
    case TAUT_SHAPE_KIND_COUNT:
        break;
    }
    return (taut_distance){.d = x.y, .n = {0.0f, 1.0f, 0.0f}};
}

// Where it is asked for: a copy on a CPU, a call on a device, whose code would else be that of all
// shapes many times over.
#ifdef __CUDACC__
#define taut_distance_here taut_collider_distance
#else
#define taut_distance_here taut_distance_of
#endif

// From what is known to be a sphere or a capsule: one way through for both, with the bits that each
// would have, for threads that go it side by side.
LANE_FN taut_distance taut_distance_round(const taut_collider* c, taut_vec3 x)
{
    bool capsule = c->kind != TAUT_SHAPE_SPHERE;
    float y = x.y < -c->half_height ? -c->half_height : x.y > c->half_height ? c->half_height : x.y;
    taut_vec3 away = {x.x, capsule ? x.y - y : x.y, x.z};
    taut_distance f = from_core(away, c->radius);
    if (capsule && !(taut_vec3_dot(away, away) > 0.0f)) {
        f = (taut_distance){.d = -c->radius, .n = {1.0f, 0.0f, 0.0f}};
    }
    return f;
}
