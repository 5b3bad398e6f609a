// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Distances from hulls, and from the triangles of meshes and height fields.

#include "collide/distance.h"
#include "math/lane.h"

// Hulls -------------------------------------------------------------------------------------------

// Point of a face nearest to x: the nearest of the triangles of its fan.
LANE_CALL taut_vec3 face_nearest(const taut_shape* s, const taut_hull_face* f, taut_vec3 x)
{
    const int32_t* corners = s->corners + f->first;
    taut_vec3 best = s->vertices[corners[0]];
    float least = INFINITY;
    for (int i = 1; i + 1 < f->count; ++i) {
        const taut_vec3 t[3] = {s->vertices[corners[0]], s->vertices[corners[i]],
                                s->vertices[corners[i + 1]]};
        float w[3];
        taut_triangle_nearest(t, x, w);
        taut_vec3 y = taut_vec3_scale(t[0], w[0]);
        y = taut_vec3_madd(taut_vec3_madd(y, w[1], t[1]), w[2], t[2]);
        taut_vec3 away = taut_vec3_sub(x, y);
        float square = taut_vec3_dot(away, away);
        if (square < least) {
            least = square;
            best = y;
        }
    }
    return best;
}

// Inside, the face it is nearest to; outside, the nearest point of the faces that it is in front
// of.
TAUT_SHARED taut_distance taut_hull_distance(const taut_shape* s, taut_vec3 x)
{
    taut_distance out = {.d = -INFINITY};
    taut_vec3 nearest = x;
    float least = INFINITY;
    for (int i = 0; i < s->face_count; ++i) {
        const taut_hull_face* f = &s->faces[i];
        float over = taut_vec3_dot(f->n, x) - f->offset;
        if (over > out.d) {
            out.d = over;
            out.n = f->n;
        }
        if (over > 0.0f && over * over < least) {
            taut_vec3 y = face_nearest(s, f, x);
            taut_vec3 away = taut_vec3_sub(x, y);
            float square = taut_vec3_dot(away, away);
            nearest = square < least ? y : nearest;
            least = square < least ? square : least;
        }
    }
    float length = sqrtf(least);
    if (isfinite(least) && length > 1e-6f * s->reach) {
        out.d = length;
        out.n = taut_vec3_scale(taut_vec3_sub(x, nearest), 1.0f / length);
    }
    return out;
}

// Triangles ---------------------------------------------------------------------------------------

// Whether an edge is no ridge on the side that x is on. `front`: x is before the triangle.
LANE_CALL bool no_ridge(int edge, bool front)
{
    return edge == TAUT_EDGE_FLAT || edge == (front ? TAUT_EDGE_CONCAVE : TAUT_EDGE_CONVEX);
}

// What is nearest on an edge that is no ridge, or a corner of such, belongs to a neighbour.
LANE_CALL bool is_ghost(int edges, const float w[3], bool front)
{
    bool ghost = false, real = false;
    for (int i = 0; i < 3; ++i) {
        bool on_edge = !(w[(i + 2) % 3] > 1e-4f);  // that from corner i to i + 1
        bool none = no_ridge(edges >> (2 * i) & 3, front);
        ghost = ghost || (on_edge && none);
        real = real || (on_edge && !none);
    }
    return ghost && !real;
}

// Whether x stands over or under a triangle that faces up.
LANE_CALL bool in_column(const taut_vec3 t[3], taut_vec3 x)
{
    bool in = true;
    for (int i = 0; i < 3; ++i) {
        taut_vec3 a = t[i], b = t[(i + 1) % 3];
        in = in && (b.z - a.z) * (x.x - a.x) - (b.x - a.x) * (x.z - a.z) >= 0.0f;
    }
    return in;
}

LANE_CALL void corners_of(const taut_shape* s, int triangle, taut_vec3 t[3])
{
    for (int i = 0; i < 3; ++i) {
        t[i] = s->vertices[s->triangles[3 * triangle + i]];
    }
}

LANE_CALL taut_vec3 normal_of(const taut_vec3 t[3])
{
    taut_vec3 n = taut_vec3_cross(taut_vec3_sub(t[1], t[0]), taut_vec3_sub(t[2], t[0]));
    return taut_vec3_scale(n, 1.0f / taut_vec3_length(n));
}

LANE_CALL float height_over(const taut_vec3 t[3], taut_vec3 n, taut_vec3 x)
{
    return taut_vec3_dot(taut_vec3_sub(x, t[0]), n);
}

LANE_CALL taut_distance apart_from(const taut_shape* s, int triangle, const taut_vec3 t[3],
                                   taut_vec3 n, taut_vec3 x)
{
    float w[3];
    taut_triangle_nearest(t, x, w);
    taut_vec3 y = taut_vec3_scale(t[0], w[0]);
    y = taut_vec3_madd(taut_vec3_madd(y, w[1], t[1]), w[2], t[2]);
    taut_vec3 away = taut_vec3_sub(x, y);
    float length = taut_vec3_length(away);
    bool front = taut_vec3_dot(away, n) >= 0.0f;
    taut_distance out = {.d = length, .ghost = is_ghost(s->edges[triangle], w, front)};
    out.n = length > 1e-6f * s->reach ? taut_vec3_scale(away, 1.0f / length) : n;
    return out;
}

TAUT_SHARED taut_distance taut_facet_apart(const taut_shape* s, int triangle, taut_vec3 x)
{
    taut_vec3 t[3];
    corners_of(s, triangle, t);
    taut_vec3 n = normal_of(t);
    taut_distance out = apart_from(s, triangle, t, n, x);
    out.ghost = out.ghost || (s->solid && height_over(t, n, x) < 0.0f);
    return out;
}

// Of a surface with two sides the distance has no sign. One that is solid below has, under the
// triangle itself; what is under others is theirs.
TAUT_SHARED taut_distance taut_facet_distance(const taut_shape* s, int triangle, taut_vec3 x)
{
    taut_vec3 t[3];
    corners_of(s, triangle, t);
    taut_vec3 n = normal_of(t);
    taut_distance out = apart_from(s, triangle, t, n, x);
    float height = height_over(t, n, x);
    if (s->solid && height < 0.0f) {
        bool under = in_column(t, x);
        out.d = under ? height : out.d;
        out.n = under ? n : out.n;
        out.ghost = !under;
    }
    return out;
}

// Whether the ends lie on both sides, and the line between them on the same side of all edges:
// Segura and Feito, "Algorithms to test ray-triangle intersection" (2001).
TAUT_SHARED bool taut_facet_pierced(const taut_shape* s, int triangle, const taut_vec3 x[2])
{
    taut_vec3 t[3];
    corners_of(s, triangle, t);
    taut_vec3 n = normal_of(t), way = taut_vec3_sub(x[1], x[0]);
    if ((height_over(t, n, x[0]) < 0.0f) == (height_over(t, n, x[1]) < 0.0f)) {
        return false;
    }
    int left = 0, right = 0;
    for (int i = 0; i < 3; ++i) {
        taut_vec3 a = taut_vec3_sub(t[i], x[0]), b = taut_vec3_sub(t[(i + 1) % 3], x[0]);
        float turn = taut_vec3_dot(taut_vec3_cross(a, b), way);
        left += turn >= 0.0f;
        right += turn <= 0.0f;
    }
    return left == 3 || right == 3;
}

// The part low..high of a segment that stands over or under a triangle that faces up, and the sides
// of the triangle that end it: -1 where the segment itself ends.
typedef struct column_part {
    float low, high;
    int low_side, high_side;
} column_part;

// Cyrus and Beck, "Generalized two- and three-dimensional clipping" (1978).
LANE_CALL bool clip_to_column(const taut_vec3 t[3], const taut_vec3 x[2], column_part* out)
{
    *out = (column_part){0.0f, 1.0f, -1, -1};
    for (int i = 0; i < 3; ++i) {
        taut_vec3 a = t[i], b = t[(i + 1) % 3];
        float in[2];
        for (int k = 0; k < 2; ++k) {
            in[k] = (b.z - a.z) * (x[k].x - a.x) - (b.x - a.x) * (x[k].z - a.z);
        }
        if (in[0] < 0.0f && in[1] < 0.0f) {
            return false;
        }
        if (in[0] < 0.0f || in[1] < 0.0f) {
            float s = in[0] / (in[0] - in[1]);
            bool low = in[0] < 0.0f && s > out->low, high = in[1] < 0.0f && s < out->high;
            out->low = low ? s : out->low;
            out->low_side = low ? i : out->low_side;
            out->high = high ? s : out->high;
            out->high_side = high ? i : out->high_side;
        }
    }
    return out->low <= out->high;
}

// Heights over a triangle are straight along a segment, so the lowest place under it is where the
// part below the triangle ends. If that is an end of the segment, a particle is there. If the
// ground on the other side of the edge there rises or goes straight on, something beyond is deeper.
TAUT_SHARED bool taut_facet_under(const taut_shape* s, int triangle, const taut_vec3 x[2],
                                  taut_distance* out, float* place)
{
    taut_vec3 t[3];
    corners_of(s, triangle, t);
    taut_vec3 n = normal_of(t);
    float first = height_over(t, n, x[0]), last = height_over(t, n, x[1]);
    column_part part;
    if ((first >= 0.0f && last >= 0.0f) || !clip_to_column(t, x, &part)) {
        return false;
    }
    bool falls = last < first;
    int side = falls ? part.high_side : part.low_side;
    *place = falls ? part.high : part.low;
    out->d = first + *place * (last - first);
    out->n = n;
    out->ghost = side < 0 || no_ridge(s->edges[triangle] >> (2 * side) & 3, true);
    return out->d < 0.0f;
}
