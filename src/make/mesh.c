// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "make/mesh.h"

#include "base/alloc.h"
#include "base/sort.h"

#include <string.h>

// Reading the def ---------------------------------------------------------------------------------

static void check_vertices(taut_mesh* mesh)
{
    for (int i = 0; i < mesh->def->vertex_count; ++i) {
        taut_vec3 v = mesh->def->vertices[i];
        if (!taut_vec3_finite(v)) {
            mesh->m.result = taut_builder_fail(
                mesh->m.builder, TAUT_ERROR_BAD_DATA,
                "taut_mesh_cloth_def.vertices[%d] is (%g, %g, %g); it must be finite", i,
                (double)v.x, (double)v.y, (double)v.z);
            return;
        }
    }
}

static void check_corners(taut_mesh* mesh)
{
    const taut_mesh_cloth_def* def = mesh->def;
    for (int s = 0; s < 3 * def->triangle_count && maker_ok(&mesh->m); ++s) {
        if (def->triangles[s] < 0 || def->triangles[s] >= def->vertex_count) {
            mesh->m.result = taut_builder_fail(
                mesh->m.builder, TAUT_ERROR_BAD_DATA,
                "triangle %d in taut_mesh_cloth_def.triangles has corner %d; vertices run 0..%d",
                s / 3, (int)def->triangles[s], def->vertex_count - 1);
        }
    }
}

// Run once without a base to measure, once to place.
static void lay_out(taut_mesh* mesh, taut_layout* layout)
{
    size_t vertices = (size_t)mesh->def->vertex_count;
    size_t half_edges = 3 * (size_t)mesh->def->triangle_count;
    mesh->particle = taut_layout_take(layout, vertices, sizeof *mesh->particle);
    mesh->vertex = taut_layout_take(layout, vertices, sizeof *mesh->vertex);
    mesh->bucket = taut_layout_take(layout, (size_t)mesh->bucket_mask + 1, sizeof *mesh->bucket);
    mesh->next = taut_layout_take(layout, vertices, sizeof *mesh->next);
    mesh->mass = taut_layout_take(layout, vertices, sizeof *mesh->mass);
    mesh->order = taut_layout_take(layout, half_edges, sizeof *mesh->order);
    mesh->scratch = taut_layout_take(layout, half_edges, sizeof *mesh->scratch);
}

static void allocate(taut_mesh* mesh)
{
    mesh->bucket_mask = 1;
    while (mesh->bucket_mask + 1 < (size_t)mesh->def->vertex_count) {
        mesh->bucket_mask = 2 * mesh->bucket_mask + 1;
    }
    taut_layout measure = {0};
    lay_out(mesh, &measure);
    mesh->bytes = measure.used;
    mesh->block = taut_builder_scratch(mesh->m.builder, mesh->bytes);
    if (mesh->block == NULL) {
        mesh->m.result = taut_builder_fail(mesh->m.builder, TAUT_ERROR_OUT_OF_MEMORY,
                                           "no memory to weld %d vertices and join %d triangles",
                                           mesh->def->vertex_count, mesh->def->triangle_count);
        return;
    }
    taut_layout place = {.base = mesh->block};
    lay_out(mesh, &place);
}

// Welding -----------------------------------------------------------------------------------------

// A vertex joins the first particle nearer than the weld distance, or becomes a particle. Which one
// is first does not depend on the buckets they are looked up in.

// Cells are four weld distances wide, so what is near a vertex lies in two of them along each axis
// at most: those of its coordinate less and plus the distance. They are numbered in double, which
// has no range to fall out of; where numbers no longer tell neighbours apart, neither do floats.
static size_t bucket_of(const taut_mesh* mesh, double x, double y, double z)
{
    double width = 4.0 * (double)mesh->def->weld_distance;
    double cell[3] = {floor(x / width) + 0.0, floor(y / width) + 0.0, floor(z / width) + 0.0};
    uint64_t hash = 0;
    for (int i = 0; i < 3; ++i) {
        uint64_t bits;
        memcpy(&bits, &cell[i], sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return (size_t)(hash & mesh->bucket_mask);
}

taut_make_vec taut_mesh_point(const taut_mesh* mesh, int particle)
{
    return vec_from(mesh->def->vertices[mesh->vertex[particle]]);
}

// The lowest particle near x among those of one bucket and `best`; INT_MAX for none.
static int first_in(const taut_mesh* mesh, size_t bucket, taut_make_vec x, int best)
{
    double reach = (double)mesh->def->weld_distance;
    for (int p = mesh->bucket[bucket]; p >= 0; p = mesh->next[p]) {
        taut_make_vec d = vec_add(taut_mesh_point(mesh, p), x, -1.0);
        if (p < best && vec_dot(d, d) < reach * reach) {
            best = p;
        }
    }
    return best;
}

static int first_near(const taut_mesh* mesh, taut_make_vec x)
{
    double reach = (double)mesh->def->weld_distance;
    int best = INT_MAX;
    for (int corner = 0; corner < 8; ++corner) {
        size_t bucket = bucket_of(mesh, x.x + ((corner & 1) != 0 ? reach : -reach),
                                  x.y + ((corner & 2) != 0 ? reach : -reach),
                                  x.z + ((corner & 4) != 0 ? reach : -reach));
        best = first_in(mesh, bucket, x, best);
    }
    return best;
}

static void weld(taut_mesh* mesh)
{
    bool join = mesh->def->weld_distance > 0.0f;
    for (size_t i = 0; i <= mesh->bucket_mask; ++i) {
        mesh->bucket[i] = -1;
    }
    for (int i = 0; i < mesh->def->vertex_count; ++i) {
        taut_make_vec x = vec_from(mesh->def->vertices[i]);
        int p = join ? first_near(mesh, x) : INT_MAX;
        if (p == INT_MAX) {
            p = mesh->particle_count++;
            mesh->vertex[p] = i;
            if (join) {
                size_t bucket = bucket_of(mesh, x.x, x.y, x.z);
                mesh->next[p] = mesh->bucket[bucket];
                mesh->bucket[bucket] = p;
            }
        }
        mesh->particle[i] = p;
    }
    check_room(&mesh->m, "vertices", mesh->particle_count);
}

// Triangles ---------------------------------------------------------------------------------------

int taut_mesh_corner(const taut_mesh* mesh, int half_edge)
{
    return mesh->particle[mesh->def->triangles[half_edge]];
}

double taut_mesh_area(const taut_mesh* mesh, int triangle)
{
    int s = 3 * triangle;
    taut_make_vec x = taut_mesh_point(mesh, taut_mesh_corner(mesh, s));
    taut_make_vec u = vec_add(taut_mesh_point(mesh, taut_mesh_corner(mesh, s + 1)), x, -1.0);
    taut_make_vec v = vec_add(taut_mesh_point(mesh, taut_mesh_corner(mesh, s + 2)), x, -1.0);
    return 0.5 * vec_length(vec_cross(u, v));
}

// Below a trillionth of the square of its longest edge, an area is made of rounding errors.
static bool has_area(const taut_mesh* mesh, int t)
{
    double longest = 0.0;
    for (int i = 0; i < 3; ++i) {
        taut_make_vec e =
            vec_add(taut_mesh_point(mesh, taut_mesh_corner(mesh, 3 * t + (i + 1) % 3)),
                    taut_mesh_point(mesh, taut_mesh_corner(mesh, 3 * t + i)), -1.0);
        double square = vec_dot(e, e);
        longest = square > longest ? square : longest;
    }
    return longest > 0.0 && taut_mesh_area(mesh, t) >= 1e-12 * longest;
}

// A third of each triangle to each of its corners.
static void weigh(taut_mesh* mesh)
{
    const taut_mesh_cloth_def* def = mesh->def;
    for (int t = 0; t < def->triangle_count; ++t) {
        if (!has_area(mesh, t)) {
            const int32_t* v = &def->triangles[3 * t];
            mesh->m.result = taut_builder_fail(
                mesh->m.builder, TAUT_ERROR_BAD_DATA,
                "triangle %d in taut_mesh_cloth_def.triangles (vertices %d, %d, %d) has no area "
                "once vertices within weld_distance %g are one",
                t, (int)v[0], (int)v[1], (int)v[2], (double)def->weld_distance);
            return;
        }
        double third = (double)def->material.mass_per_area * taut_mesh_area(mesh, t) / 3.0;
        for (int i = 0; i < 3; ++i) {
            mesh->mass[taut_mesh_corner(mesh, 3 * t + i)] += third;
        }
    }
    for (int p = 0; p < mesh->particle_count && maker_ok(&mesh->m); ++p) {
        if (!(mesh->mass[p] > 0.0)) {
            mesh->m.result = taut_builder_fail(mesh->m.builder, TAUT_ERROR_BAD_DATA,
                                               "vertex %d in taut_mesh_cloth_def.vertices belongs "
                                               "to no triangle: it would weigh nothing",
                                               (int)mesh->vertex[p]);
        }
    }
}

// Edges -------------------------------------------------------------------------------------------

static int next_corner(int half_edge)
{
    return half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1;
}

int taut_mesh_far_corner(const taut_mesh* mesh, int half_edge)
{
    return taut_mesh_corner(mesh, next_corner(next_corner(half_edge)));
}

static taut_mesh_edge half_edge_ends(const taut_mesh* mesh, int half_edge)
{
    int from = taut_mesh_corner(mesh, half_edge);
    int to = taut_mesh_corner(mesh, next_corner(half_edge));
    return from < to ? (taut_mesh_edge){from, to, half_edge, -1}
                     : (taut_mesh_edge){to, from, -1, half_edge};
}

static bool edge_before(const void* context, int32_t s, int32_t t)
{
    taut_mesh_edge e = half_edge_ends(context, s);
    taut_mesh_edge f = half_edge_ends(context, t);
    return e.a != f.a ? e.a < f.a : e.b < f.b;
}

static void sort_edges(taut_mesh* mesh)
{
    int count = 3 * mesh->def->triangle_count;
    for (int s = 0; s < count; ++s) {
        mesh->order[s] = s;
    }
    taut_sort(mesh->order, mesh->scratch, count, edge_before, mesh);
}

// How many half-edges from order[at] on lie on one edge.
static int edge_uses(const taut_mesh* mesh, int at)
{
    int end = at + 1;
    while (end < 3 * mesh->def->triangle_count &&
           !edge_before(mesh, mesh->order[at], mesh->order[end])) {
        ++end;
    }
    return end - at;
}

static void fail_edge(taut_mesh* mesh, const char* what, int first, int second)
{
    const int32_t* triangles = mesh->def->triangles;
    mesh->m.result = taut_builder_fail(
        mesh->m.builder, TAUT_ERROR_BAD_DATA,
        "triangle %d in taut_mesh_cloth_def.triangles %s triangle %d (its edge between vertices %d "
        "and %d)",
        second / 3, what, first / 3, (int)triangles[second], (int)triangles[next_corner(second)]);
}

static void check_edges(taut_mesh* mesh)
{
    int uses = 0;
    for (int at = 0; at < 3 * mesh->def->triangle_count && maker_ok(&mesh->m); at += uses) {
        const int32_t* s = &mesh->order[at];
        uses = edge_uses(mesh, at);
        if (uses > 2) {
            fail_edge(mesh, "is the third on an edge it shares with", s[0], s[2]);
        } else if (uses == 2 && taut_mesh_corner(mesh, s[0]) == taut_mesh_corner(mesh, s[1])) {
            fail_edge(mesh, "is turned over against", s[0], s[1]);
        } else if (uses == 2 &&
                   taut_mesh_far_corner(mesh, s[0]) == taut_mesh_far_corner(mesh, s[1])) {
            fail_edge(mesh, "has the same three corners as", s[0], s[1]);
        }
    }
}

bool taut_mesh_take_edge(const taut_mesh* mesh, int* at, taut_mesh_edge* edge)
{
    if (*at >= 3 * mesh->def->triangle_count) {
        return false;
    }
    int uses = edge_uses(mesh, *at);
    *edge = half_edge_ends(mesh, mesh->order[*at]);
    if (uses == 2) {
        taut_mesh_edge other = half_edge_ends(mesh, mesh->order[*at + 1]);
        edge->left = edge->left >= 0 ? edge->left : other.left;
        edge->right = edge->right >= 0 ? edge->right : other.right;
    }
    *at += uses;
    return true;
}

// Together ----------------------------------------------------------------------------------------

void taut_mesh_open(taut_mesh* mesh)
{
    check_vertices(mesh);
    if (maker_ok(&mesh->m)) {
        check_corners(mesh);
    }
    if (maker_ok(&mesh->m)) {
        allocate(mesh);
    }
    if (maker_ok(&mesh->m)) {
        weld(mesh);
    }
    if (maker_ok(&mesh->m)) {
        weigh(mesh);
    }
    if (maker_ok(&mesh->m)) {
        sort_edges(mesh);
        check_edges(mesh);
    }
}

void taut_mesh_close(taut_mesh* mesh)
{
    if (mesh->block != NULL) {
        taut_builder_scratch_free(mesh->m.builder, mesh->block, mesh->bytes);
        mesh->block = NULL;
    }
}
