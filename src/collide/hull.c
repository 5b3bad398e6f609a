// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The convex hull of a few points, the plain way: a plane through three of them is a side when no
// other lies before it. Points in a plane are one face, ordered by their angle around it. For 128
// points these are 340,000 planes, which takes some hundredths of a second, once.

#include <string.h>

#include "collide/bake.h"

typedef struct side {
    taut_vec3 n;
    float offset;
} side;

typedef struct hull {
    const taut_vec3* x;
    int count;
    float slack;  // within which a point counts as in a plane
    side sides[2 * TAUT_HULL_MAX_POINTS];
    int side_count;
    int corner_count, triangle_count;  // of all sides
} hull;

static bool same_plane(const hull* h, side a, side b)
{
    return taut_vec3_dot(a.n, b.n) > 0.99999f && fabsf(a.offset - b.offset) <= 2.0f * h->slack;
}

// 1: all points lie behind the plane, -1: before it, 0: on both sides.
static int side_of_points(const hull* h, side s)
{
    bool before = false, behind = false;
    for (int i = 0; i < h->count && !(before && behind); ++i) {
        float over = taut_vec3_dot(s.n, h->x[i]) - s.offset;
        before = before || over > h->slack;
        behind = behind || over < -h->slack;
    }
    return before && behind ? 0 : before ? -1 : 1;
}

static void try_plane(hull* h, int a, int b, int c)
{
    taut_vec3 ab = taut_vec3_sub(h->x[b], h->x[a]), ac = taut_vec3_sub(h->x[c], h->x[a]);
    taut_vec3 n = taut_vec3_cross(ab, ac);
    float area = taut_vec3_length(n);
    float size =
        taut_vec3_length(ab) > taut_vec3_length(ac) ? taut_vec3_length(ab) : taut_vec3_length(ac);
    if (!(area > 10.0f * h->slack * size)) {
        return;  // three in a line
    }
    side s = {.n = taut_vec3_scale(n, 1.0f / area)};
    s.offset = taut_vec3_dot(s.n, h->x[a]);
    int where = side_of_points(h, s);
    if (where == 0) {
        return;
    }
    s = where < 0 ? (side){taut_vec3_scale(s.n, -1.0f), -s.offset} : s;
    for (int i = 0; i < h->side_count; ++i) {
        if (same_plane(h, s, h->sides[i])) {
            return;
        }
    }
    if (h->side_count < 2 * TAUT_HULL_MAX_POINTS) {
        h->sides[h->side_count++] = s;
    }
}

static bool on_side(const hull* h, side s, int i)
{
    return fabsf(taut_vec3_dot(s.n, h->x[i]) - s.offset) <= 2.0f * h->slack;
}

// A number that grows with the angle of (x, y), from -1 to 3.
static float angle_rank(float x, float y)
{
    float sum = fabsf(x) + fabsf(y);
    float r = sum > 0.0f ? y / sum : 0.0f;
    return x < 0.0f ? 2.0f - r : r;
}

// The points of a side around their middle, counter-clockwise from outside.
static int corners_of(const hull* h, side s, int32_t corners[TAUT_HULL_MAX_POINTS])
{
    float rank[TAUT_HULL_MAX_POINTS];
    int count = 0;
    taut_vec3 middle = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < h->count; ++i) {
        if (on_side(h, s, i)) {
            corners[count++] = i;
            middle = taut_vec3_add(middle, h->x[i]);
        }
    }
    if (count == 0) {
        return 0;
    }
    middle = taut_vec3_scale(middle, 1.0f / (float)count);
    taut_vec3 u = taut_vec3_sub(h->x[corners[0]], middle);
    taut_vec3 v = taut_vec3_cross(s.n, u);
    for (int i = 0; i < count; ++i) {
        int32_t corner = corners[i];
        taut_vec3 way = taut_vec3_sub(h->x[corner], middle);
        float r = angle_rank(taut_vec3_dot(way, u), taut_vec3_dot(way, v));
        int at = i;
        for (; at > 0 && r < rank[at - 1]; --at) {
            rank[at] = rank[at - 1];
            corners[at] = corners[at - 1];
        }
        rank[at] = r;
        corners[at] = corner;
    }
    return count;
}

static void find_sides(hull* h)
{
    for (int a = 0; a < h->count; ++a) {
        for (int b = a + 1; b < h->count; ++b) {
            for (int c = b + 1; c < h->count; ++c) {
                try_plane(h, a, b, c);
            }
        }
    }
    int32_t corners[TAUT_HULL_MAX_POINTS];
    for (int i = 0; i < h->side_count; ++i) {
        int count = corners_of(h, h->sides[i], corners);
        h->corner_count += count;
        h->triangle_count += count - 2;
    }
}

// Points inside of the hull, or in the middle of a face, stay vertices: they are behind every face
// and are no tips that anything could reach first.
static void fill(taut_shape* s, const hull* h)
{
    int32_t* corner = s->corners;
    int32_t* triangle = s->triangles;
    memcpy(s->vertices, h->x, (size_t)h->count * sizeof *h->x);
    for (int i = 0; i < h->side_count; ++i) {
        int32_t corners[TAUT_HULL_MAX_POINTS];
        int count = corners_of(h, h->sides[i], corners);
        s->faces[i] = (taut_hull_face){h->sides[i].n, h->sides[i].offset,
                                       (int32_t)(corner - s->corners), count};
        memcpy(corner, corners, (size_t)count * sizeof *corner);
        corner += count;
        for (int k = 1; k + 1 < count; ++k) {
            *triangle++ = corners[0];
            *triangle++ = corners[k];
            *triangle++ = corners[k + 1];
        }
    }
}

static taut_result check_points(const taut_vec3* points, int count, taut_error* error)
{
    if (points == NULL || count < 4 || count > TAUT_HULL_MAX_POINTS) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "a hull of %d points%s; there must be 4..%d", count,
                              points == NULL ? " at NULL" : "", TAUT_HULL_MAX_POINTS);
    }
    return taut_shape_check_vertices(points, count, "point", error);
}

static float extent(const taut_vec3* points, int count)
{
    taut_box box = taut_box_empty();
    for (int i = 0; i < count; ++i) {
        taut_box_add(&box, points[i]);
    }
    return taut_vec3_length(taut_vec3_sub(box.high, box.low));
}

// How thin it is across the side where it is thinnest.
static float thinnest(const hull* h)
{
    float least = INFINITY;
    for (int i = 0; i < h->side_count; ++i) {
        float deepest = 0.0f;
        for (int k = 0; k < h->count; ++k) {
            float depth = h->sides[i].offset - taut_vec3_dot(h->sides[i].n, h->x[k]);
            deepest = depth > deepest ? depth : deepest;
        }
        least = deepest < least ? deepest : least;
    }
    return least;
}

taut_result taut_shape_create_hull(const taut_allocator* allocator, const taut_vec3* points,
                                   int count, const taut_shape** shape, taut_error* error)
{
    taut_result result = taut_shape_begin(allocator, shape, error);
    result = result != TAUT_OK ? result : check_points(points, count, error);
    if (result != TAUT_OK) {
        return result;
    }
    float size = extent(points, count);
    hull h = {.x = points, .count = count, .slack = 1e-5f * size};
    find_sides(&h);
    if (h.side_count < 4 || !(thinnest(&h) > 1e-3f * size)) {
        return taut_error_set(error, TAUT_ERROR_BAD_DATA,
                              "the %d points of the hull lie in a plane, or nearly", count);
    }
    taut_shape sized = {.kind = TAUT_SHAPE_HULL,
                        .vertex_count = count,
                        .triangle_count = h.triangle_count,
                        .face_count = h.side_count,
                        .corner_count = h.corner_count};
    taut_shape* s = taut_shape_make(allocator, &sized);
    if (s == NULL) {
        return taut_error_set(error, TAUT_ERROR_OUT_OF_MEMORY, "no memory for a shape");
    }
    fill(s, &h);
    taut_shape_measure(s);
    *shape = s;
    return TAUT_OK;
}
