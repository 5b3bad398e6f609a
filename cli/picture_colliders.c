// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colliders: boxes, balls, capsules, cylinders and shapes of triangles. A plane is not drawn: the
// floor of the picture stands for it.

#include "picture_layout.h"

#include <math.h>

#define COLOUR 0x9aa4b0u
#define SEGMENTS 48  // of the round of a cylinder

// A collider on its way into the picture.
typedef struct stand {
    const taut_picture_layout* layout;
    taut_draw* draw;
    int world;
    taut_collider_def def;
} stand;

static taut_vec3 out(const stand* s, taut_vec3 p)
{
    taut_vec3 turned = taut_quat_rotate(s->def.rotation, p), at = s->def.position;
    taut_vec3 placed = {at.x + turned.x, at.y + turned.y, at.z + turned.z};
    return taut_picture_point(s->layout, s->world, placed);
}

static bool facet(const stand* s, taut_vec3 a, taut_vec3 b, taut_vec3 c)
{
    taut_vec3 corner[3] = {out(s, a), out(s, b), out(s, c)};
    return taut_draw_triangle(s->draw, corner, NULL, COLOUR, COLOUR);
}

static bool add_box(const stand* s, taut_vec3 h)
{
    static const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    taut_vec3 corner[8];
    for (int k = 0; k < 8; ++k) {
        corner[k] = (taut_vec3){k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z};
    }
    bool ok = true;
    for (int i = 0; i < 6 && ok; ++i) {
        const int* f = faces[i];
        ok = facet(s, corner[f[0]], corner[f[1]], corner[f[2]]) &&
             facet(s, corner[f[0]], corner[f[2]], corner[f[3]]);
    }
    return ok;
}

static taut_vec3 on_round(const stand* s, int i, float y)
{
    double angle = 6.283185307179586 * i / SEGMENTS;
    return (taut_vec3){s->def.radius * (float)cos(angle), y, s->def.radius * (float)sin(angle)};
}

static bool add_cylinder(const stand* s)
{
    float h = s->def.half_height;
    taut_vec3 top = {0.0f, h, 0.0f}, bottom = {0.0f, -h, 0.0f};
    bool ok = true;
    for (int i = 0; i < SEGMENTS && ok; ++i) {
        taut_vec3 a = on_round(s, i, -h), b = on_round(s, i + 1, -h);
        taut_vec3 c = on_round(s, i, h), d = on_round(s, i + 1, h);
        ok =
            facet(s, a, c, b) && facet(s, b, c, d) && facet(s, top, d, c) && facet(s, bottom, a, b);
    }
    return ok;
}

static bool add_baked(const stand* s)
{
    taut_vec3_view x = taut_shape_vertices(s->def.baked);
    taut_int_view t = taut_shape_triangles(s->def.baked);
    bool ok = true;
    for (int i = 0; i + 3 <= t.count && ok; i += 3) {
        ok = facet(s, taut_vec3_at(x, t.data[i]), taut_vec3_at(x, t.data[i + 1]),
                   taut_vec3_at(x, t.data[i + 2]));
    }
    return ok;
}

static bool add_collider(const stand* s)
{
    float tall = s->def.shape == TAUT_SHAPE_CAPSULE ? s->def.half_height : 0.0f;
    switch (s->def.shape) {
    case TAUT_SHAPE_SPHERE:
    case TAUT_SHAPE_CAPSULE:
        return taut_draw_tube(s->draw, out(s, (taut_vec3){0.0f, -tall, 0.0f}),
                              out(s, (taut_vec3){0.0f, tall, 0.0f}), s->def.radius, COLOUR);
    case TAUT_SHAPE_BOX:
        return add_box(s, s->def.half_size);
    case TAUT_SHAPE_CYLINDER:
        return add_cylinder(s);
    case TAUT_SHAPE_HULL:
    case TAUT_SHAPE_HEIGHT_FIELD:
    case TAUT_SHAPE_MESH:
        return add_baked(s);
    case TAUT_SHAPE_PLANE:
    case TAUT_SHAPE_KIND_COUNT:
        break;
    }
    return true;
}

bool taut_picture_colliders(taut_draw* draw, const taut_scene_run* run,
                            const taut_picture_layout* layout)
{
    bool ok = true;
    for (int w = 0; w < run->world_count; ++w) {
        taut_world* world = run->worlds[w].world;
        for (int i = 0; i < taut_world_collider_count(world) && ok; ++i) {
            stand s = {.layout = layout, .draw = draw, .world = w};
            ok = taut_collider_get(world, taut_world_collider(world, i), &s.def) != TAUT_OK ||
                 add_collider(&s);
        }
    }
    return ok;
}

// How far a shape reaches below its place.
static float depth_of(const taut_collider_def* d)
{
    taut_vec3 x = taut_quat_rotate(d->rotation, (taut_vec3){1.0f, 0.0f, 0.0f});
    taut_vec3 y = taut_quat_rotate(d->rotation, (taut_vec3){0.0f, 1.0f, 0.0f});
    taut_vec3 z = taut_quat_rotate(d->rotation, (taut_vec3){0.0f, 0.0f, 1.0f});
    bool tall = d->shape == TAUT_SHAPE_CAPSULE || d->shape == TAUT_SHAPE_CYLINDER;
    if (d->shape == TAUT_SHAPE_BOX) {
        return fabsf(x.y) * d->half_size.x + fabsf(y.y) * d->half_size.y +
               fabsf(z.y) * d->half_size.z;
    }
    if (d->shape >= TAUT_SHAPE_HULL) {
        taut_vec3_view view = taut_shape_vertices(d->baked);
        float depth = -INFINITY;
        for (int i = 0; i < view.count; ++i) {
            depth = fmaxf(depth, -taut_quat_rotate(d->rotation, taut_vec3_at(view, i)).y);
        }
        return depth;
    }
    return d->radius + (tall ? fabsf(y.y) * d->half_height : 0.0f);
}

bool taut_picture_ground(const taut_scene_run* run, const taut_picture_layout* layout, float* low)
{
    bool plane = false;
    for (int w = 0; w < run->world_count; ++w) {
        taut_world* world = run->worlds[w].world;
        for (int i = 0; i < taut_world_collider_count(world); ++i) {
            taut_collider_def d;
            if (taut_collider_get(world, taut_world_collider(world, i), &d) != TAUT_OK) {
                continue;
            }
            bool is_plane = d.shape == TAUT_SHAPE_PLANE;
            float depth = is_plane ? 0.0f : depth_of(&d);
            taut_vec3 p = {d.position.x, d.position.y - depth, d.position.z};
            float y = taut_picture_point(layout, w, p).y;
            *low = y < *low ? y : *low;
            plane = plane || is_plane;
        }
    }
    return plane;
}
