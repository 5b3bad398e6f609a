// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What colliders of any shape are asked.

#include "collide/distance.inl"

TAUT_SHARED taut_distance taut_collider_distance(const taut_collider* c, int feature, taut_vec3 x)
{
    return taut_distance_of(c, feature, x);
}

// Ericson, "Real-Time Collision Detection" (2005), section 5.1.5: the region of the triangle that p
// lies over, from the signs of its barycentric coordinates.
TAUT_SHARED void taut_triangle_nearest(const taut_vec3 corners[3], taut_vec3 p, float weights[3])
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

TAUT_SHARED int taut_collider_tip_count(const taut_collider* c)
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

TAUT_SHARED float taut_collider_rounding(const taut_collider* c)
{
    bool round = c->kind == TAUT_SHAPE_SPHERE || c->kind == TAUT_SHAPE_CAPSULE;
    return c->kind == TAUT_SHAPE_PLANE ? INFINITY : round ? c->radius : 0.0f;
}
