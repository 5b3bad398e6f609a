// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colliders, as their worlds have them now.

#include "picture_layout.h"

#include <math.h>
#include <stdlib.h>

#define SIDES 64  // of a cylinder

// By kind, in the order of taut_shape_kind: muted, so that bodies stand out.
static const uint32_t colours[TAUT_SHAPE_KIND_COUNT] = {
    0xb4b6b2, 0x93a4ad, 0x9d9eac, 0xb39c80, 0xa6937c, 0x9a9a90, 0x97a287, 0x9c958e,
};

// One collider on its way into the picture.
typedef struct taut_picture_solid {
    taut_draw* draw;
    const taut_picture_layout* layout;
    int world;
    taut_collider_def def;
    uint32_t colour;
} taut_picture_solid;

static taut_vec3 to_world(const taut_collider_def* def, taut_vec3 p)
{
    taut_vec3 q = taut_quat_rotate(def->rotation, p);
    taut_vec3 out = {q.x + def->position.x, q.y + def->position.y, q.z + def->position.z};
    return out;
}

static taut_vec3 place(const taut_picture_solid* s, taut_vec3 p)
{
    return taut_picture_point(s->layout, s->world, to_world(&s->def, p));
}

static taut_vec3 turn(const taut_picture_solid* s, taut_vec3 n)
{
    taut_vec3 out = taut_quat_rotate(s->def.rotation, n);
    out.y = s->layout->places[s->world].flipped ? -out.y : out.y;
    return out;
}

// @param normal NULL: flat
static bool add_triangle(const taut_picture_solid* s, const taut_vec3 p[3], const taut_vec3* normal)
{
    bool flipped = s->layout->places[s->world].flipped;
    taut_vec3 corner[3];
    taut_vec3 n[3] = {{0.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 3; ++i) {
        int from = flipped ? 2 - i : i;  // a mirror image turns the other way round
        corner[i] = place(s, p[from]);
        if (normal) {
            n[i] = turn(s, normal[from]);
        }
    }
    return taut_draw_triangle(s->draw, corner, normal ? n : NULL, s->colour, s->colour);
}

static bool add_quad(const taut_picture_solid* s, const taut_vec3 p[4], const taut_vec3* normal)
{
    const taut_vec3 one[3] = {p[0], p[1], p[2]}, two[3] = {p[0], p[2], p[3]};
    taut_vec3 n[3] = {{0.0f, 0.0f, 0.0f}}, m[3] = {{0.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 3 && normal; ++i) {
        n[i] = normal[i];
        m[i] = normal[i == 0 ? 0 : i + 1];
    }
    return add_triangle(s, one, normal ? n : NULL) && add_triangle(s, two, normal ? m : NULL);
}

// Kinds -------------------------------------------------------------------------------------------

static bool add_box(const taut_picture_solid* s)
{
    static const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    taut_vec3 h = s->def.half_size;
    bool ok = true;
    for (int i = 0; i < 6 && ok; ++i) {
        taut_vec3 p[4];
        for (int j = 0; j < 4; ++j) {
            int k = faces[i][j];
            p[j] = (taut_vec3){k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z};
        }
        ok = add_quad(s, p, NULL);
    }
    return ok;
}

static taut_vec3 around(int i, float radius, float y)
{
    float angle = 2.0f * 3.14159265f * (float)(i % SIDES) / (float)SIDES;
    taut_vec3 out = {radius * cosf(angle), y, -radius * sinf(angle)};
    return out;
}

static bool add_cylinder(const taut_picture_solid* s)
{
    float r = s->def.radius, h = s->def.half_height;
    bool ok = true;
    for (int i = 0; i < SIDES && ok; ++i) {
        const taut_vec3 p[4] = {around(i, r, -h), around(i + 1, r, -h), around(i + 1, r, h),
                                around(i, r, h)};
        const taut_vec3 n[4] = {around(i, 1.0f, 0.0f), around(i + 1, 1.0f, 0.0f),
                                around(i + 1, 1.0f, 0.0f), around(i, 1.0f, 0.0f)};
        const taut_vec3 top[3] = {{0.0f, h, 0.0f}, p[3], p[2]};
        const taut_vec3 bottom[3] = {{0.0f, -h, 0.0f}, p[1], p[0]};
        ok = add_quad(s, p, n) && add_triangle(s, top, NULL) && add_triangle(s, bottom, NULL);
    }
    return ok;
}

static bool add_tube(const taut_picture_solid* s)
{
    float h = s->def.shape == TAUT_SHAPE_CAPSULE ? s->def.half_height : 0.0f;
    taut_vec3 low = {0.0f, -h, 0.0f}, high = {0.0f, h, 0.0f};
    return taut_draw_tube(s->draw, place(s, low), place(s, high), s->def.radius, s->colour);
}

// A tile around the point nearest to the middle of its world's part of the picture. A level one is
// the floor itself.
static bool add_plane(const taut_picture_solid* s)
{
    const taut_picture_place* part = &s->layout->places[s->world];
    if (taut_picture_is_floor(s->layout, s->world, &s->def)) {
        return true;
    }
    float half = fminf(0.9f * s->layout->reach, 0.5f * (part->right - part->left));
    taut_vec3 seen = s->layout->camera.target, own = s->def.position;
    seen.y = part->flipped ? 2.0f * part->flip_y - seen.y : seen.y;
    taut_vec3 away = {seen.x - own.x, seen.y - own.y, seen.z - own.z};
    taut_quat q = s->def.rotation;
    taut_quat back = {-q.x, -q.y, -q.z, q.w};
    taut_vec3 m = taut_quat_rotate(back, away);
    const taut_vec3 p[4] = {{m.x - half, 0.0f, m.z - half},
                            {m.x - half, 0.0f, m.z + half},
                            {m.x + half, 0.0f, m.z + half},
                            {m.x + half, 0.0f, m.z - half}};
    return add_quad(s, p, NULL);
}

// Sums of the normals of the triangles around each vertex, weighted by their areas; NULL when
// memory is short.
static taut_vec3* smooth_normals(taut_vec3_view vertices, taut_int_view triangles)
{
    taut_vec3* out = calloc((size_t)vertices.count + 1, sizeof *out);
    for (int i = 0; i + 3 <= triangles.count && out; i += 3) {
        const int32_t* t = triangles.data + i;
        taut_vec3 a = taut_vec3_at(vertices, t[0]), b = taut_vec3_at(vertices, t[1]),
                  c = taut_vec3_at(vertices, t[2]);
        taut_vec3 u = {b.x - a.x, b.y - a.y, b.z - a.z}, v = {c.x - a.x, c.y - a.y, c.z - a.z};
        taut_vec3 n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
        for (int k = 0; k < 3; ++k) {
            out[t[k]].x += n.x;
            out[t[k]].y += n.y;
            out[t[k]].z += n.z;
        }
    }
    for (int i = 0; i < vertices.count && out; ++i) {
        float length = sqrtf(out[i].x * out[i].x + out[i].y * out[i].y + out[i].z * out[i].z);
        float scale = length > 0.0f ? 1.0f / length : 0.0f;
        out[i] = (taut_vec3){scale * out[i].x, scale * out[i].y, scale * out[i].z};
    }
    return out;
}

// Ground is round, hulls and meshes show their faces.
static bool add_baked(const taut_picture_solid* s)
{
    taut_vec3_view vertices = taut_shape_vertices(s->def.baked);
    taut_int_view triangles = taut_shape_triangles(s->def.baked);
    bool round = s->def.shape == TAUT_SHAPE_HEIGHT_FIELD;
    taut_vec3* normals = round ? smooth_normals(vertices, triangles) : NULL;
    bool ok = !round || normals;
    for (int i = 0; i + 3 <= triangles.count && ok; i += 3) {
        taut_vec3 p[3], n[3] = {{0.0f, 0.0f, 0.0f}};
        for (int k = 0; k < 3; ++k) {
            p[k] = taut_vec3_at(vertices, triangles.data[i + k]);
            n[k] = round ? normals[triangles.data[i + k]] : n[k];
        }
        ok = add_triangle(s, p, round ? n : NULL);
    }
    free(normals);
    return ok;
}

static bool add_solid(const taut_picture_solid* s)
{
    switch (s->def.shape) {
    case TAUT_SHAPE_PLANE:
        return add_plane(s);
    case TAUT_SHAPE_SPHERE:
    case TAUT_SHAPE_CAPSULE:
        return add_tube(s);
    case TAUT_SHAPE_BOX:
        return add_box(s);
    case TAUT_SHAPE_CYLINDER:
        return add_cylinder(s);
    case TAUT_SHAPE_HULL:
    case TAUT_SHAPE_HEIGHT_FIELD:
    case TAUT_SHAPE_MESH:
        return add_baked(s);
    case TAUT_SHAPE_KIND_COUNT:
        break;
    }
    return true;
}

// A run
// ---------------------------------------------------------------------------------------------

// Low and high corner before it is turned; nothing for planes.
static bool own_box(const taut_collider_def* def, taut_vec3 corner[2])
{
    float r = def->radius, h = def->half_height;
    taut_vec3 half = def->half_size;
    taut_vec3_view v = taut_shape_vertices(def->baked);
    if (def->shape == TAUT_SHAPE_SPHERE) {
        half = (taut_vec3){r, r, r};
    } else if (def->shape == TAUT_SHAPE_CAPSULE) {
        half = (taut_vec3){r, r + h, r};
    } else if (def->shape == TAUT_SHAPE_CYLINDER) {
        half = (taut_vec3){r, h, r};
    }
    corner[0] = (taut_vec3){-half.x, -half.y, -half.z};
    corner[1] = half;
    for (int i = 0; i < v.count && def->shape >= TAUT_SHAPE_HULL; ++i) {
        taut_vec3 x = taut_vec3_at(v, i);
        taut_vec3 low = i > 0 ? corner[0] : x, high = i > 0 ? corner[1] : x;
        corner[0] = (taut_vec3){fminf(low.x, x.x), fminf(low.y, x.y), fminf(low.z, x.z)};
        corner[1] = (taut_vec3){fmaxf(high.x, x.x), fmaxf(high.y, x.y), fmaxf(high.z, x.z)};
    }
    return def->shape != TAUT_SHAPE_PLANE;
}

bool taut_picture_corners(const taut_collider_def* def, taut_vec3 corner[8])
{
    taut_vec3 own[2];
    if (!own_box(def, own)) {
        return false;
    }
    for (int k = 0; k < 8; ++k) {
        taut_vec3 p = {own[k & 1 ? 1 : 0].x, own[k & 2 ? 1 : 0].y, own[k & 4 ? 1 : 0].z};
        corner[k] = to_world(def, p);
    }
    return true;
}

bool taut_picture_is_floor(const taut_picture_layout* layout, int world,
                           const taut_collider_def* def)
{
    taut_vec3 up = taut_quat_rotate(def->rotation, (taut_vec3){0.0f, 1.0f, 0.0f});
    up.y = layout->places[world].flipped ? -up.y : up.y;
    float y = taut_picture_point(layout, world, def->position).y;
    return def->shape == TAUT_SHAPE_PLANE && up.y > 0.9999f &&
           fabsf(y - layout->floor_y) <= 1e-3f * layout->reach;
}

bool taut_picture_colliders(taut_draw* draw, const taut_scene_run* run,
                            const taut_picture_layout* layout)
{
    for (int w = 0; w < run->world_count; ++w) {
        taut_world* world = run->worlds[w].world;
        for (int i = 0; i < taut_world_collider_count(world); ++i) {
            taut_picture_solid s = {.draw = draw, .layout = layout, .world = w};
            if (taut_collider_get(world, taut_world_collider(world, i), &s.def) != TAUT_OK) {
                continue;
            }
            s.colour = colours[s.def.shape];
            if (!add_solid(&s)) {
                return false;
            }
        }
    }
    return true;
}
