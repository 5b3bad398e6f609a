// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "collide/distance.h"

static taut_distance from_core(taut_vec3 away, float radius)
{
    float length = taut_vec3_length(away);
    taut_vec3 up = {0.0f, 1.0f, 0.0f};
    return (taut_distance){.d = length - radius,
                           .n = length > 0.0f ? taut_vec3_scale(away, 1.0f / length) : up};
}

static taut_distance capsule_distance(const taut_collider* c, taut_vec3 x)
{
    float y = x.y < -c->half_height ? -c->half_height : x.y > c->half_height ? c->half_height : x.y;
    taut_vec3 away = {x.x, x.y - y, x.z};
    if (taut_vec3_dot(away, away) > 0.0f) {
        return from_core(away, c->radius);
    }
    return (taut_distance){.d = -c->radius, .n = {1.0f, 0.0f, 0.0f}};
}

// Inside, the nearest face; of several the first.
static taut_distance box_inside(const float over[3], const float sign[3])
{
    int axis = over[1] > over[0] ? 1 : 0;
    axis = over[2] > over[axis] ? 2 : axis;
    taut_distance out = {.d = over[axis]};
    float n[3] = {0.0f, 0.0f, 0.0f};
    n[axis] = sign[axis];
    out.n = (taut_vec3){n[0], n[1], n[2]};
    return out;
}

static taut_distance box_distance(const taut_collider* c, taut_vec3 x)
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

static taut_distance cylinder_distance(const taut_collider* c, taut_vec3 x)
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

taut_distance taut_collider_distance(const taut_collider* c, int feature, taut_vec3 x)
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

// Ericson, "Real-Time Collision Detection" (2005), section 5.1.5: the region of the triangle that p
// lies over, from the signs of its barycentric coordinates.
void taut_triangle_nearest(const taut_vec3 corners[3], taut_vec3 p, float weights[3])
{
    taut_vec3 ab = taut_vec3_sub(corners[1], corners[0]);
    taut_vec3 ac = taut_vec3_sub(corners[2], corners[0]);
    taut_vec3 ap = taut_vec3_sub(p, corners[0]);
    taut_vec3 bp = taut_vec3_sub(p, corners[1]);
    taut_vec3 cp = taut_vec3_sub(p, corners[2]);
    float d1 = taut_vec3_dot(ab, ap), d2 = taut_vec3_dot(ac, ap);
    float d3 = taut_vec3_dot(ab, bp), d4 = taut_vec3_dot(ac, bp);
    float d5 = taut_vec3_dot(ab, cp), d6 = taut_vec3_dot(ac, cp);
    float va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    float v = 0.0f, w = 0.0f;
    if (d1 <= 0.0f && d2 <= 0.0f) {
        v = w = 0.0f;
    } else if (d3 >= 0.0f && d4 <= d3) {
        v = 1.0f;
    } else if (vc <= 0.0f && d1 >= 0.0f && d3 <= 0.0f) {
        v = d1 > d3 ? d1 / (d1 - d3) : 0.0f;
    } else if (d6 >= 0.0f && d5 <= d6) {
        w = 1.0f;
    } else if (vb <= 0.0f && d2 >= 0.0f && d6 <= 0.0f) {
        w = d2 > d6 ? d2 / (d2 - d6) : 0.0f;
    } else if (va <= 0.0f && d4 - d3 >= 0.0f && d5 - d6 >= 0.0f) {
        float sum = (d4 - d3) + (d5 - d6);
        w = sum > 0.0f ? (d4 - d3) / sum : 0.0f;
        v = 1.0f - w;
    } else {
        float sum = va + vb + vc;
        v = sum > 0.0f ? vb / sum : 0.0f;
        w = sum > 0.0f ? vc / sum : 0.0f;
    }
    weights[0] = 1.0f - v - w;
    weights[1] = v;
    weights[2] = w;
}

// Tips --------------------------------------------------------------------------------------------

int taut_collider_tip_count(const taut_collider* c)
{
    switch (c->kind) {
    case TAUT_SHAPE_SPHERE:
        return 1;
    case TAUT_SHAPE_CAPSULE:
        return 2;
    case TAUT_SHAPE_BOX:
        return 8;
    case TAUT_SHAPE_HULL:
    case TAUT_SHAPE_HEIGHT_FIELD:
    case TAUT_SHAPE_MESH:
        return c->shape->vertex_count;
    case TAUT_SHAPE_PLANE:
    case TAUT_SHAPE_CYLINDER:
    case TAUT_SHAPE_KIND_COUNT:
        break;
    }
    return 0;
}

bool taut_collider_has_tip(const taut_collider* c, int i)
{
    return c->shape == NULL || c->shape->tips == NULL || c->shape->tips[i] != 0;
}

taut_tip taut_collider_tip(const taut_collider* c, int i)
{
    taut_vec3 h = c->half_size;
    switch (c->kind) {
    case TAUT_SHAPE_CAPSULE:
        return (taut_tip){{0.0f, i == 0 ? -c->half_height : c->half_height, 0.0f}, c->radius};
    case TAUT_SHAPE_BOX:
        return (taut_tip){{i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z}, 0.0f};
    case TAUT_SHAPE_HULL:
    case TAUT_SHAPE_HEIGHT_FIELD:
    case TAUT_SHAPE_MESH:
        return (taut_tip){c->shape->vertices[i], 0.0f};
    case TAUT_SHAPE_SPHERE:
    case TAUT_SHAPE_PLANE:
    case TAUT_SHAPE_CYLINDER:
    case TAUT_SHAPE_KIND_COUNT:
        break;
    }
    return (taut_tip){{0.0f, 0.0f, 0.0f}, c->radius};
}

float taut_collider_rounding(const taut_collider* c)
{
    bool round = c->kind == TAUT_SHAPE_SPHERE || c->kind == TAUT_SHAPE_CAPSULE;
    return c->kind == TAUT_SHAPE_PLANE ? INFINITY : round ? c->radius : 0.0f;
}
