// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Inside is where the generalised winding number, the solid angle that the mesh covers over that of
// a sphere, is above a half (Jacobson, Kavan and Sorkine-Hornung 2013): 1 inside a closed mesh, 0
// outside, somewhere between near a hole, 2 where it overlaps itself. Triangles must be wound alike
// for that, so they are first turned to agree with their neighbours, across edges that two share;
// a group of them keeps the winding that most of its area had, so that hollows stay hollow. The
// sign is left aside, for meshes that are inside out.

#include "make/inside.h"

#include "base/alloc.h"
#include "base/sort.h"

#include <string.h>

// Reading the def ---------------------------------------------------------------------------------

static void check_vertices(taut_inside* in)
{
    for (int i = 0; i < in->def->vertex_count; ++i) {
        taut_vec3 v = in->def->vertices[i];
        if (!taut_vec3_finite(v)) {
            in->m->result = taut_builder_fail(
                in->m->builder, TAUT_ERROR_BAD_DATA,
                "taut_soft_mesh_def.vertices[%d] is (%g, %g, %g); it must be finite", i,
                (double)v.x, (double)v.y, (double)v.z);
            return;
        }
    }
}

static void check_corners(taut_inside* in)
{
    const taut_soft_mesh_def* def = in->def;
    for (int s = 0; s < 3 * def->triangle_count; ++s) {
        if (def->triangles[s] < 0 || def->triangles[s] >= def->vertex_count) {
            in->m->result = taut_builder_fail(
                in->m->builder, TAUT_ERROR_BAD_DATA,
                "triangle %d in taut_soft_mesh_def.triangles has corner %d; vertices run 0..%d",
                s / 3, (int)def->triangles[s], def->vertex_count - 1);
            return;
        }
    }
}

static void lay_out(taut_inside* in, taut_layout* layout)
{
    size_t vertices = (size_t)in->def->vertex_count;
    size_t triangles = (size_t)in->def->triangle_count;
    size_t most = vertices > 3 * triangles ? vertices : 3 * triangles;
    in->weld = taut_layout_take(layout, vertices, sizeof *in->weld);
    in->triangle = taut_layout_take(layout, 3 * triangles, sizeof *in->triangle);
    in->order = taut_layout_take(layout, most, sizeof *in->order);
    in->scratch = taut_layout_take(layout, most, sizeof *in->scratch);
    in->link = taut_layout_take(layout, 3 * triangles, sizeof *in->link);
    in->turned = taut_layout_take(layout, triangles, sizeof *in->turned);
}

static void allocate(taut_inside* in)
{
    taut_layout measure = {0};
    lay_out(in, &measure);
    in->bytes = measure.used;
    in->block = taut_builder_scratch(in->m->builder, in->bytes);
    if (in->block == NULL) {
        in->m->result =
            taut_builder_fail(in->m->builder, TAUT_ERROR_OUT_OF_MEMORY,
                              "no memory to join %d triangles", in->def->triangle_count);
        return;
    }
    taut_layout place = {.base = in->block};
    lay_out(in, &place);
}

static void number(int32_t* items, int count)
{
    for (int i = 0; i < count; ++i) {
        items[i] = i;
    }
}

// Welding -----------------------------------------------------------------------------------------

// Vertices in one cell of a grid as fine as the weld distance count as one. Two that are near but
// fall on both sides of a border do not: then an edge seems open, and a triangle that is wound the
// wrong way may not be noticed. Where the mesh covers the sphere does not depend on it.
static void snapped(const taut_inside* in, int vertex, double cell[3])
{
    taut_make_vec x = vec_from(in->def->vertices[vertex]);
    double width = (double)in->def->weld_distance;
    double at[3] = {x.x, x.y, x.z};
    for (int d = 0; d < 3; ++d) {
        cell[d] = width > 0.0 ? floor(at[d] / width + 0.5) : at[d];
    }
}

static int compare_vertices(const taut_inside* in, int32_t a, int32_t b)
{
    double ca[3], cb[3];
    snapped(in, a, ca);
    snapped(in, b, cb);
    for (int d = 0; d < 3; ++d) {
        if (ca[d] < cb[d] || ca[d] > cb[d]) {
            return ca[d] < cb[d] ? -1 : 1;
        }
    }
    return 0;
}

static bool vertex_before(const void* context, int32_t a, int32_t b)
{
    return compare_vertices(context, a, b) < 0;
}

static void weld(taut_inside* in)
{
    number(in->order, in->def->vertex_count);
    taut_sort(in->order, in->scratch, in->def->vertex_count, vertex_before, in);
    int first = 0;
    for (int i = 0; i < in->def->vertex_count; ++i) {
        if (i == 0 || compare_vertices(in, in->order[i - 1], in->order[i]) != 0) {
            first = in->order[i];
        }
        in->weld[in->order[i]] = first;
    }
}

// Triangles that count ----------------------------------------------------------------------------

static double area_of(const taut_inside* in, const int32_t corner[3])
{
    taut_make_vec a = vec_from(in->def->vertices[corner[0]]);
    taut_make_vec b = vec_add(vec_from(in->def->vertices[corner[1]]), a, -1.0);
    taut_make_vec c = vec_add(vec_from(in->def->vertices[corner[2]]), a, -1.0);
    return 0.5 * vec_length(vec_cross(b, c));
}

static bool is_flat(const taut_inside* in, const int32_t corner[3])
{
    int32_t a = in->weld[corner[0]];
    int32_t b = in->weld[corner[1]];
    int32_t c = in->weld[corner[2]];
    return a == b || b == c || c == a || !(area_of(in, corner) > 0.0);
}

static void sorted_corners(const taut_inside* in, int triangle, int32_t c[3])
{
    for (int i = 0; i < 3; ++i) {
        c[i] = in->weld[in->def->triangles[3 * triangle + i]];
    }
    for (int i = 0; i < 3; ++i) {
        int32_t low = c[i % 2];
        int32_t high = c[i % 2 + 1];
        c[i % 2] = low < high ? low : high;
        c[i % 2 + 1] = low < high ? high : low;
    }
}

static int compare_triangles(const taut_inside* in, int32_t a, int32_t b)
{
    int32_t ca[3], cb[3];
    sorted_corners(in, a, ca);
    sorted_corners(in, b, cb);
    for (int d = 0; d < 3; ++d) {
        if (ca[d] != cb[d]) {
            return ca[d] < cb[d] ? -1 : 1;
        }
    }
    return 0;
}

static bool triangle_before(const void* context, int32_t a, int32_t b)
{
    return compare_triangles(context, a, b) < 0;
}

// In the order of their corners; which is first does not matter to what follows.
static void choose_triangles(taut_inside* in)
{
    int count = 0;
    for (int t = 0; t < in->def->triangle_count; ++t) {
        if (is_flat(in, &in->def->triangles[3 * t])) {
            in->report.flat_triangles++;
        } else {
            in->order[count++] = t;
        }
    }
    taut_sort(in->order, in->scratch, count, triangle_before, in);
    for (int i = 0; i < count; ++i) {
        if (i > 0 && compare_triangles(in, in->order[i - 1], in->order[i]) == 0) {
            in->report.repeated_triangles++;
            continue;
        }
        const int32_t* corner = &in->def->triangles[3 * in->order[i]];
        memcpy(&in->triangle[3 * in->triangle_count], corner, 3 * sizeof *corner);
        in->triangle_count++;
    }
}

// Neighbours --------------------------------------------------------------------------------------

// Half-edge s runs from corner s to the next corner of its triangle.
static void ends(const taut_inside* in, int s, int32_t* from, int32_t* to)
{
    *from = in->weld[in->triangle[s]];
    *to = in->weld[in->triangle[s / 3 * 3 + (s + 1) % 3]];
}

static int compare_edges(const taut_inside* in, int32_t s, int32_t t)
{
    int32_t a, b, c, d;
    ends(in, s, &a, &b);
    ends(in, t, &c, &d);
    int32_t low[2] = {a < b ? a : b, c < d ? c : d};
    int32_t high[2] = {a < b ? b : a, c < d ? d : c};
    if (low[0] != low[1]) {
        return low[0] < low[1] ? -1 : 1;
    }
    return high[0] == high[1] ? 0 : high[0] < high[1] ? -1 : 1;
}

static bool edge_before(const void* context, int32_t s, int32_t t)
{
    return compare_edges(context, s, t) < 0;
}

static void find_neighbours(taut_inside* in)
{
    int count = 3 * in->triangle_count;
    number(in->order, count);
    taut_sort(in->order, in->scratch, count, edge_before, in);
    for (int i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count; ++next) {
            in->link[in->order[next]] = -1;
            if (compare_edges(in, in->order[i], in->order[next]) != 0) {
                break;
            }
        }
        in->link[in->order[i]] = next == i + 2 ? in->order[i + 1] : -1;
        if (next == i + 2) {
            in->link[in->order[i + 1]] = in->order[i];
        }
        in->report.open_edges += next == i + 1 ? 1 : 0;
    }
}

// Turning -----------------------------------------------------------------------------------------

// Two neighbours agree when they run along their edge in opposite directions.
static bool agree(const taut_inside* in, int s, int t)
{
    int32_t a, b, c, d;
    ends(in, s, &a, &b);
    ends(in, t, &c, &d);
    return a == d && b == c;
}

// Looks at all triangles that hang together with `first`, in the order of the queue, and returns
// how much more of their area is turned than not.
static double orient_group(taut_inside* in, int first, int32_t* queue, int* queue_count)
{
    double balance = 0.0;
    *queue_count = 0;
    in->turned[first] = 0;
    queue[(*queue_count)++] = first;
    for (int head = 0; head < *queue_count; ++head) {
        int t = queue[head];
        double area = area_of(in, &in->triangle[3 * t]);
        balance += in->turned[t] != 0 ? area : -area;
        for (int s = 3 * t; s < 3 * t + 3; ++s) {
            int other = in->link[s];
            if (other >= 0 && in->turned[other / 3] < 0) {
                in->turned[other / 3] = agree(in, s, other) ? in->turned[t] : 1 - in->turned[t];
                queue[(*queue_count)++] = other / 3;
            }
        }
    }
    return balance;
}

static void orient(taut_inside* in)
{
    memset(in->turned, -1, (size_t)in->triangle_count);
    for (int first = 0; first < in->triangle_count; ++first) {
        if (in->turned[first] >= 0) {
            continue;
        }
        int count;
        bool other_way = orient_group(in, first, in->order, &count) > 0.0;
        for (int i = 0; i < count; ++i) {
            in->turned[in->order[i]] ^= other_way ? 1 : 0;
        }
    }
    for (int t = 0; t < in->triangle_count; ++t) {
        if (in->turned[t] != 0) {
            int32_t* corner = &in->triangle[3 * t];
            int32_t swap = corner[1];
            corner[1] = corner[2];
            corner[2] = swap;
            in->report.flipped_triangles++;
        }
    }
}

static void find_bounds(taut_inside* in)
{
    for (int s = 0; s < 3 * in->triangle_count; ++s) {
        taut_make_vec x = vec_from(in->def->vertices[in->triangle[s]]);
        taut_make_vec lo = s == 0 ? x : in->min;
        taut_make_vec hi = s == 0 ? x : in->max;
        in->min = (taut_make_vec){x.x < lo.x ? x.x : lo.x, x.y < lo.y ? x.y : lo.y,
                                  x.z < lo.z ? x.z : lo.z};
        in->max = (taut_make_vec){x.x > hi.x ? x.x : hi.x, x.y > hi.y ? x.y : hi.y,
                                  x.z > hi.z ? x.z : hi.z};
    }
}

void taut_inside_open(taut_inside* in)
{
    check_vertices(in);
    if (maker_ok(in->m)) {
        check_corners(in);
    }
    if (maker_ok(in->m)) {
        allocate(in);
    }
    if (maker_ok(in->m)) {
        weld(in);
        choose_triangles(in);
        find_neighbours(in);
        orient(in);
        find_bounds(in);
    }
}

void taut_inside_close(taut_inside* in)
{
    if (in->block != NULL) {
        taut_builder_scratch_free(in->m->builder, in->block, in->bytes);
    }
}

// Winding -----------------------------------------------------------------------------------------

// A complex number whose argument is half of the solid angle that a triangle covers (van Oosterom
// and Strackee, "The solid angle of a plane triangle", IEEE Trans. Biomed. Eng. 30(2), 1983, eq.
// 8).
static void half_angle(taut_make_vec a, taut_make_vec b, taut_make_vec c, double* re, double* im)
{
    double la = vec_length(a);
    double lb = vec_length(b);
    double lc = vec_length(c);
    *im = vec_dot(a, vec_cross(b, c));
    *re = la * lb * lc + vec_dot(a, b) * lc + vec_dot(b, c) * la + vec_dot(c, a) * lb;
}

// The arguments add up when the numbers are multiplied; only whole turns are lost and must be
// counted. Two arguments in (-pi, pi] of the same sign whose sum comes out with the other sign have
// passed pi. Half angles add up to 2 pi times the winding number, so a sum beyond pi, which is one
// turn and an argument below 0 or more, means a winding number above a half. No angle is ever
// computed, and libm is not asked for one.
bool taut_inside_has(const taut_inside* in, taut_make_vec x)
{
    double re = 1.0;
    double im = 0.0;
    int turns = 0;
    for (int t = 0; t < in->triangle_count; ++t) {
        taut_make_vec p[3];
        for (int i = 0; i < 3; ++i) {
            p[i] = vec_add(vec_from(in->def->vertices[in->triangle[3 * t + i]]), x, -1.0);
        }
        double tr, ti;
        half_angle(p[0], p[1], p[2], &tr, &ti);
        double size = fabs(tr) + fabs(ti);
        if (!(size > 0.0)) {
            continue;  // x is a corner of it
        }
        tr /= size;
        ti /= size;
        double next_re = re * tr - im * ti;
        double next_im = re * ti + im * tr;
        if (im >= 0.0 && ti >= 0.0 && next_im < 0.0) {
            ++turns;
        } else if (im < 0.0 && ti < 0.0 && next_im >= 0.0) {
            --turns;
        }
        double next_size = fabs(next_re) + fabs(next_im);
        re = next_re / next_size;
        im = next_im / next_size;
    }
    return turns != 0;
}
