// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Things that are drawn at particles: boxes, tubes and balls.

#include "picture_layout.h"

#include <math.h>

static taut_vec3 cross(taut_vec3 a, taut_vec3 b)
{
    taut_vec3 out = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return out;
}

static taut_vec3 unit_or(taut_vec3 v, taut_vec3 otherwise)
{
    float length = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
    if (!(length > 0.0f)) {
        return otherwise;
    }
    taut_vec3 out = {v.x / length, v.y / length, v.z / length};
    return out;
}

// The y axis goes to `above`; x lies level in the plane of y and the world's x.
static taut_vec3 prop_point(const taut_scene_run* run, const taut_scene_prop* prop, taut_vec3 p)
{
    const taut_scene_look* look = &run->looks[prop->look];
    taut_vec3_view at = taut_body_positions(run->worlds[look->world].world, look->body);
    taut_vec3 centre = taut_vec3_at(at, prop->particle);
    taut_vec3 y = {0.0f, 1.0f, 0.0f};
    if (prop->above >= 0 && prop->above < at.count) {
        taut_vec3 top = taut_vec3_at(at, prop->above);
        taut_vec3 up = {top.x - centre.x, top.y - centre.y, top.z - centre.z};
        y = unit_or(up, y);
    }
    taut_vec3 right = {1.0f, 0.0f, 0.0f};
    taut_vec3 front = {0.0f, 0.0f, 1.0f};
    taut_vec3 z = unit_or(cross(right, y), front);
    taut_vec3 x = cross(y, z);
    taut_vec3 out = {centre.x + p.x * x.x + p.y * y.x + p.z * z.x,
                     centre.y + p.x * x.y + p.y * y.y + p.z * z.y,
                     centre.z + p.x * x.z + p.y * y.z + p.z * z.z};
    return out;
}

static taut_vec3 place(const taut_scene_run* run, const taut_picture_layout* layout,
                       const taut_scene_prop* prop, taut_vec3 p)
{
    return taut_picture_point(layout, run->looks[prop->look].world, prop_point(run, prop, p));
}

// Corner k takes b in x, y and z where bits 0, 1 and 2 of k are set, else a.
static bool add_box(taut_draw* draw, const taut_vec3 corner[8], uint32_t colour)
{
    static const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    bool ok = true;
    for (int i = 0; i < 6 && ok; ++i) {
        const int* f = faces[i];
        taut_vec3 one[3] = {corner[f[0]], corner[f[1]], corner[f[2]]};
        taut_vec3 two[3] = {corner[f[0]], corner[f[2]], corner[f[3]]};
        ok = taut_draw_triangle(draw, one, NULL, colour, colour) &&
             taut_draw_triangle(draw, two, NULL, colour, colour);
    }
    return ok;
}

static bool add_prop(taut_draw* draw, const taut_scene_run* run, const taut_picture_layout* layout,
                     const taut_scene_prop* prop)
{
    if (prop->radius > 0.0f) {
        return taut_draw_tube(draw, place(run, layout, prop, prop->a),
                              place(run, layout, prop, prop->b), prop->radius, prop->colour);
    }
    taut_vec3 corner[8];
    for (int k = 0; k < 8; ++k) {
        taut_vec3 p = {k & 1 ? prop->b.x : prop->a.x, k & 2 ? prop->b.y : prop->a.y,
                       k & 4 ? prop->b.z : prop->a.z};
        corner[k] = place(run, layout, prop, p);
    }
    return add_box(draw, corner, prop->colour);
}

bool taut_picture_props(taut_draw* draw, const taut_scene_run* run,
                        const taut_picture_layout* layout)
{
    bool ok = true;
    for (int i = 0; i < run->prop_count && ok; ++i) {
        const taut_scene_prop* prop = &run->props[i];
        taut_vec3 zero = {0.0f, 0.0f, 0.0f};
        bool seen = taut_picture_shows(layout, run->looks[prop->look].world,
                                       place(run, layout, prop, zero));
        ok = !seen || add_prop(draw, run, layout, prop);
    }
    return ok;
}
