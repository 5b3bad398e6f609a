// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Rays against shapes, and against the tree over them.

#include "draw_parts.h"

// As deep as draw_tree.c lets a tree grow, with three waiting siblings on each level.
#define STACK 256

typedef struct taut_draw_ray {
    taut_vec3 origin, direction;
    float inverse[3];
    int near[3], far[3];  // which bounds of a box the ray meets first and last
    float reach;
} taut_draw_ray;

// Moeller and Trumbore, "Fast, minimum storage ray/triangle intersection", 1997.
static bool triangle_blocks(const taut_draw_shape* shape, const taut_draw_ray* ray)
{
    taut_vec3 p = cross(ray->direction, shape->edge2);
    float determinant = dot(shape->edge, p);
    if (determinant == 0.0f) {
        return false;
    }
    float inverse = 1.0f / determinant;
    taut_vec3 from = sub(ray->origin, shape->origin);
    float u = dot(from, p) * inverse;
    if (u < 0.0f || u > 1.0f) {
        return false;
    }
    taut_vec3 q = cross(from, shape->edge);
    float v = dot(ray->direction, q) * inverse;
    if (v < 0.0f || u + v > 1.0f) {
        return false;
    }
    float t = dot(shape->edge2, q) * inverse;
    return t > 0.0f && t < ray->reach;
}

static float sphere_hit(taut_vec3 from, taut_vec3 direction, float radius)
{
    float a = dot(direction, direction);
    float half_b = dot(from, direction);
    // The distance of the ray from the centre is taken from the vector itself: the textbook
    // b^2 - 4ac cancels when the sphere is small and far away.
    taut_vec3 nearest = along(from, direction, -half_b / a);
    float rest = radius * radius - dot(nearest, nearest);
    if (rest < 0.0f) {
        return -1.0f;
    }
    return (-half_b - sqrtf(rest * a)) / a;
}

// Where the ray enters the round wall of the tube between its ends, or a sphere at one of them.
static float capsule_hit(taut_vec3 from, taut_vec3 axis, float radius, taut_vec3 direction)
{
    float length2 = dot(axis, axis);
    if (length2 <= 0.0f) {
        return sphere_hit(from, direction, radius);
    }
    float end = 0.0f;
    taut_vec3 side = along(direction, axis, -dot(direction, axis) / length2);
    taut_vec3 apart = along(from, axis, -dot(from, axis) / length2);
    float a = dot(side, side);
    if (a > 1e-12f * dot(direction, direction)) {
        float half_b = dot(apart, side);
        taut_vec3 nearest = along(apart, side, -half_b / a);
        float rest = radius * radius - dot(nearest, nearest);
        if (rest < 0.0f) {
            return -1.0f;
        }
        float t = (-half_b - sqrtf(rest * a)) / a;
        end = dot(along(from, direction, t), axis) / length2;
        if (end >= 0.0f && end <= 1.0f) {
            return t;
        }
    } else {
        end = dot(direction, axis) > 0.0f ? 0.0f : 1.0f;
    }
    return sphere_hit(end < 0.5f ? from : sub(from, axis), direction, radius);
}

float taut_draw_capsule_hit(const taut_draw_capsule* capsule, taut_vec3 origin, taut_vec3 direction)
{
    return capsule_hit(sub(origin, capsule->a), sub(capsule->b, capsule->a), capsule->radius,
                       direction);
}

static bool shape_blocks(const taut_draw_shape* shape, const taut_draw_ray* ray)
{
    if (shape->radius < 0.0f) {
        return triangle_blocks(shape, ray);
    }
    float t =
        capsule_hit(sub(ray->origin, shape->origin), shape->edge, shape->radius, ray->direction);
    return t > 0.0f && t < ray->reach;
}

// Where the ray enters each of four boxes; `out` less than `in` when it misses.
static inline void box_hit(const taut_draw_node* node, const taut_draw_ray* ray, float in[4],
                           float out[4])
{
    for (int i = 0; i < 4; ++i) {
        in[i] = 0.0f;
        out[i] = ray->reach;
    }
    const float origin[3] = {ray->origin.x, ray->origin.y, ray->origin.z};
    for (int k = 0; k < 3; ++k) {
        const float* near = node->bound[ray->near[k]];
        const float* far = node->bound[ray->far[k]];
        for (int i = 0; i < 4; ++i) {
            in[i] = most(in[i], (near[i] - origin[k]) * ray->inverse[k]);
            out[i] = least(out[i], (far[i] - origin[k]) * ray->inverse[k]);
        }
    }
}

static float inverse_of(float part)
{
    const float tiny = 1e-20f;
    return 1.0f / (fabsf(part) > tiny ? part : (part < 0.0f ? -tiny : tiny));
}

static taut_draw_ray make_ray(taut_vec3 origin, taut_vec3 direction, float reach)
{
    taut_draw_ray ray = {.origin = origin, .direction = direction, .reach = reach};
    const float part[3] = {direction.x, direction.y, direction.z};
    for (int k = 0; k < 3; ++k) {
        ray.inverse[k] = inverse_of(part[k]);
        ray.near[k] = ray.inverse[k] > 0.0f ? k : k + 3;
        ray.far[k] = ray.inverse[k] > 0.0f ? k + 3 : k;
    }
    return ray;
}

static bool leaf_blocks(const taut_draw_shape* shapes, int count, const taut_draw_ray* ray)
{
    for (int i = 0; i < count; ++i) {
        if (shape_blocks(&shapes[i], ray)) {
            return true;
        }
    }
    return false;
}

bool taut_draw_tree_blocks(const taut_draw_tree* tree, taut_vec3 origin, taut_vec3 direction,
                           float reach)
{
    if (tree->node_count == 0) {
        return false;
    }
    taut_draw_ray ray = make_ray(origin, direction, reach);
    int stack[STACK];
    int stack_count = 0;
    stack[stack_count++] = 0;
    while (stack_count > 0) {
        const taut_draw_node* node = &tree->nodes[stack[--stack_count]];
        float in[4];
        float out[4];
        box_hit(node, &ray, in, out);
        for (int i = 0; i < 4; ++i) {
            if (!(in[i] <= out[i])) {
                continue;
            }
            if (node->count[i] == 0) {
                stack[stack_count++] = node->first[i];
            } else if (leaf_blocks(&tree->shapes[node->first[i]], node->count[i], &ray)) {
                return true;
            }
        }
    }
    return false;
}
