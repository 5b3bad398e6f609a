// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The convex hull of a few points, the plain way: a plane through three of them is a side when no
// other lies before it. Points in a plane are one face; those that are corners of its outline are
// ordered by their angle around it. For 128 points these are 340,000 planes, which takes some
// hundredths of a second, once.

#include "collide/bake.h"

typedef struct side {
    taut_vec3 n;
    float offset;
} side;

typedef struct hull {
    taut_vec3 x[TAUT_HULL_MAX_POINTS];
    int count;
    float slack;  // within which a point counts as in a plane
    side sides[2 * TAUT_HULL_MAX_POINTS];
    int side_count;
    int corner_count, triangle_count;      // of all sides
    int32_t vertex[TAUT_HULL_MAX_POINTS];  // of a point; -1 where it is no corner
    int vertex_count;
} hull;

// Points that coincide count once.
static void take_points(hull* h, const taut_vec3* points, int count)
{
    for (int i = 0; i < count; ++i) {
        bool known = false;
        for (int k = 0; k < h->count && !known; ++k) {
            known = taut_vec3_length(taut_vec3_sub(points[i], h->x[k])) <= h->slack;
        }
        if (!known) {
            h->x[h->count++] = points[i];
        }
    }
}

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

// Points of a plane, in it.
typedef struct outline {
    float x[TAUT_HULL_MAX_POINTS], y[TAUT_HULL_MAX_POINTS];  // by place in `points`
    int32_t points[TAUT_HULL_MAX_POINTS];
    int count;
} outline;

// From left to right: by x, then y, then their numbers, so that none are equal. Along x they reach
// from the first point to the one farthest from it.
static void make_outline(const hull* h, side s, outline* o)
{
    o->count = 0;
    int first = -1;
    taut_vec3 u = {0.0f, 0.0f, 0.0f};
    float farthest = 0.0f;
    for (int i = 0; i < h->count; ++i) {
        if (on_side(h, s, i)) {
            first = first < 0 ? i : first;
            taut_vec3 way = taut_vec3_sub(h->x[i], h->x[first]);
            float length = taut_vec3_length(way);
            u = length > farthest ? taut_vec3_scale(way, 1.0f / length) : u;
            farthest = length > farthest ? length : farthest;
        }
    }
    taut_vec3 v = taut_vec3_cross(s.n, u);
    for (int i = 0; i < h->count; ++i) {
        if (!on_side(h, s, i)) {
            continue;
        }
        taut_vec3 way = taut_vec3_sub(h->x[i], h->x[first]);
        float x = taut_vec3_dot(way, u), y = taut_vec3_dot(way, v);
        int at = o->count++;
        for (; at > 0 && (x < o->x[at - 1] || (x == o->x[at - 1] && y < o->y[at - 1])); --at) {
            o->x[at] = o->x[at - 1];
            o->y[at] = o->y[at - 1];
            o->points[at] = o->points[at - 1];
        }
        o->x[at] = x;
        o->y[at] = y;
        o->points[at] = i;
    }
}

// Whether the way from a over b to c turns left by more than the slack.
static bool turns_left(const outline* o, int a, int b, int c, float slack)
{
    float x = o->x[c] - o->x[a], y = o->y[c] - o->y[a];
    float turn = x * (o->y[b] - o->y[a]) - y * (o->x[b] - o->x[a]);
    return -turn > slack * sqrtf(x * x + y * y);
}

// Marks the corners of the lower (step 1) or upper (step -1) border, ends included. Andrew,
// "Another efficient algorithm for convex hulls in two dimensions" (1979).
static void mark_border(const outline* o, int step, float slack, bool* corner)
{
    int stack[TAUT_HULL_MAX_POINTS];
    int count = 0;
    for (int i = step > 0 ? 0 : o->count - 1; i >= 0 && i < o->count; i += step) {
        while (count >= 2 && !turns_left(o, stack[count - 2], stack[count - 1], i, slack)) {
            --count;
        }
        stack[count++] = i;
    }
    for (int i = 0; i < count; ++i) {
        corner[o->points[stack[i]]] = true;
    }
}

// Those points of a side that are corners of it: not those within it, nor between two others.
static int find_corners(const hull* h, side s, int32_t corners[TAUT_HULL_MAX_POINTS])
{
    outline o;
    bool corner[TAUT_HULL_MAX_POINTS] = {false};
    make_outline(h, s, &o);
    mark_border(&o, 1, 2.0f * h->slack, corner);
    mark_border(&o, -1, 2.0f * h->slack, corner);
    int count = 0;
    for (int32_t i = 0; i < h->count; ++i) {
        if (corner[i]) {
            corners[count++] = i;
        }
    }
    return count;
}

// The corners of a side around their middle, counter-clockwise from outside.
static int corners_of(const hull* h, side s, int32_t corners[TAUT_HULL_MAX_POINTS])
{
    float rank[TAUT_HULL_MAX_POINTS];
    int count = find_corners(h, s, corners);
    if (count < 3) {
        return 0;
    }
    taut_vec3 middle = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < count; ++i) {
        middle = taut_vec3_add(middle, h->x[corners[i]]);
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
}

// What is no side after all goes; points that are corners of one become vertices, in their order.
static void number_corners(hull* h)
{
    bool used[TAUT_HULL_MAX_POINTS] = {false};
    int sides = 0;
    for (int i = 0; i < h->side_count; ++i) {
        int32_t corners[TAUT_HULL_MAX_POINTS];
        int count = corners_of(h, h->sides[i], corners);
        if (count < 3) {
            continue;
        }
        h->sides[sides++] = h->sides[i];
        h->corner_count += count;
        h->triangle_count += count - 2;
        for (int k = 0; k < count; ++k) {
            used[corners[k]] = true;
        }
    }
    h->side_count = sides;
    for (int i = 0; i < h->count; ++i) {
        h->vertex[i] = used[i] ? h->vertex_count++ : -1;
    }
}

static void fill(taut_shape* s, const hull* h)
{
    int32_t* corner = s->corners;
    int32_t* triangle = s->triangles;
    for (int i = 0; i < h->count; ++i) {
        if (h->vertex[i] >= 0) {
            s->vertices[h->vertex[i]] = h->x[i];
        }
    }
    for (int i = 0; i < h->side_count; ++i) {
        int32_t corners[TAUT_HULL_MAX_POINTS];
        int count = corners_of(h, h->sides[i], corners);
        s->faces[i] = (taut_hull_face){h->sides[i].n, h->sides[i].offset,
                                       (int32_t)(corner - s->corners), count};
        for (int k = 0; k < count; ++k) {
            corners[k] = h->vertex[corners[k]];
            *corner++ = corners[k];
        }
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
    hull h = {.slack = 1e-5f * size};
    take_points(&h, points, count);
    find_sides(&h);
    number_corners(&h);
    if (h.side_count < 4 || !(thinnest(&h) > 1e-3f * size)) {
        return taut_error_set(error, TAUT_ERROR_BAD_DATA,
                              "the %d points of the hull lie in a plane, or nearly", count);
    }
    taut_shape sized = {.kind = TAUT_SHAPE_HULL,
                        .vertex_count = h.vertex_count,
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
