// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A cloth of any triangle mesh: vertices that coincide are welded, every edge becomes a link and
// every edge between two triangles a hinge.
//
// Links. k = K (A1 + A2) / e^2 for an edge of length e between triangles A1 and A2 (Van Gelder,
// "Approximate simulation of elastic membranes by triangulated spring meshes", Journal of Graphics
// Tools 3(2), 1998). On equilateral triangles this is a sheet of stiffness K in every direction.
//
// Hinges. k = c D e^2 / (A1 + A2) with a factor c for the mesh, chosen so that it resists
// cylindrical bending as a plate of rigidity D does, whichever way the cylinder lies. Unfold the
// two triangles of an edge into the plane, the edge along x from 0 to e, the far corners at (x1,
// h1) and (x2, -h2), and give them the heights of a cylinder of curvature 1 across the direction
// (cos f, sin f): z = 1/2 (x cos f + y sin f)^2. Along the edge z has the slope 1/2 e cos^2 f. What
// the far corners lie above that, over h1 and h2, is the fold:
//
//     fold = P cos^2 f + Q cos f sin f + R sin^2 f
//     P = 1/2 (x1 (x1 - e) / h1 + x2 (x2 - e) / h2)    Q = x1 - x2    R = 1/2 (h1 + h2)
//
// The mean of fold^2 over all f is (P + R)^2 / 4 + ((P - R)^2 + Q^2) / 8. The directions 0, 45, 90
// and 135 degrees give the same mean, from whichever direction they are counted, since fold^2 has
// no harmonics beyond 4 f: no frame common to all edges is needed.
//
// An edge should store a third of what the plate stores on its two triangles, 1/2 D (A1 + A2) / 3,
// and stores 1/2 k fold^2. With A1 + A2 = e R the factor that does it is R^2 / (3 mean fold^2). It
// is 1 at most, and 1 exactly between equilateral triangles; in a square grid whose diagonals all
// run the same way it is 2/3 for every edge. The mesh takes the mean over its edges, weighted by
// area. (Dividing the sum of shares by the sum of energies is the same where all edges want the
// same, but lets a single sliver, whose folds are huge, soften the whole cloth.) That is bending
// without twist; a narrow strip of such a mesh finds a little twist that makes it easier, and sags
// up to a quarter more. The grid (cloth.c) has hinges of its own that do not mix the two.

#include "make/mesh.h"

taut_mesh_cloth_def taut_mesh_cloth_def_default(void)
{
    taut_mesh_cloth_def def = {
        .stamp = TAUT_STAMP(taut_mesh_cloth_def),
        .weld_distance = 1e-5f,
        .bend = TAUT_BEND_DIHEDRAL,
        .tethers = taut_tether_def_default(),
    };
    taut_cloth_material_find("cotton", &def.material);
    return def;
}

static void check_def(taut_maker* m, const taut_mesh_cloth_def* def)
{
    check_stamp(m, def->stamp, TAUT_STAMP(taut_mesh_cloth_def));
    check_pointer(m, "vertices", def->vertices);
    check_int(m, "vertex_count", def->vertex_count, 3, TAUT_MESH_MAX_VERTICES);
    check_pointer(m, "triangles", def->triangles);
    check_int(m, "triangle_count", def->triangle_count, 1, TAUT_MESH_MAX_TRIANGLES);
    check_not_negative(m, "weld_distance", def->weld_distance);
    check_int(m, "bend", (int)def->bend, 0, TAUT_BEND_COUNT - 1);
    if (maker_ok(m) && def->bend == TAUT_BEND_SKIP_LINKS) {
        m->result =
            taut_builder_fail(m->builder, TAUT_ERROR_INVALID,
                              "taut_mesh_cloth_def.bend is TAUT_BEND_SKIP_LINKS, which needs "
                              "a grid; take TAUT_BEND_DIHEDRAL or TAUT_BEND_NONE");
    }
    check_cloth_material(m, &def->material);
}

static bool is_inner(const taut_mesh_edge* edge)
{
    return edge->left >= 0 && edge->right >= 0;
}

static double edge_area(const taut_mesh* mesh, const taut_mesh_edge* edge)
{
    return (edge->left >= 0 ? taut_mesh_area(mesh, edge->left / 3) : 0.0) +
           (edge->right >= 0 ? taut_mesh_area(mesh, edge->right / 3) : 0.0);
}

static double edge_length(const taut_mesh* mesh, const taut_mesh_edge* edge)
{
    return vec_length(
        vec_add(taut_mesh_point(mesh, edge->b), taut_mesh_point(mesh, edge->a), -1.0));
}

// Hinges ------------------------------------------------------------------------------------------

// Where a triangle's far corner lies once its edge is laid along x.
static void unfold(const taut_mesh* mesh, const taut_mesh_edge* edge, int half_edge, double* x,
                   double* h)
{
    taut_make_vec start = taut_mesh_point(mesh, edge->a);
    taut_make_vec along = vec_unit(vec_add(taut_mesh_point(mesh, edge->b), start, -1.0));
    taut_make_vec to_far =
        vec_add(taut_mesh_point(mesh, taut_mesh_far_corner(mesh, half_edge)), start, -1.0);
    *x = vec_dot(to_far, along);
    *h = vec_length(vec_cross(along, to_far));
}

// R^2 / (3 mean fold^2), in the letters of the comment at the top.
static double hinge_factor(const taut_mesh* mesh, const taut_mesh_edge* edge)
{
    double e = edge_length(mesh, edge);
    double x1, h1, x2, h2;
    unfold(mesh, edge, edge->left, &x1, &h1);
    unfold(mesh, edge, edge->right, &x2, &h2);
    double p = 0.5 * (x1 * (x1 - e) / h1 + x2 * (x2 - e) / h2);
    double q = x1 - x2;
    double r = 0.5 * (h1 + h2);
    double mean = (p + r) * (p + r) / 4.0 + ((p - r) * (p - r) + q * q) / 8.0;
    return r * r / (3.0 * mean);
}

static double mesh_factor(const taut_mesh* mesh)
{
    double sum = 0.0;
    double weight = 0.0;
    taut_mesh_edge edge;
    for (int at = 0; taut_mesh_take_edge(mesh, &at, &edge);) {
        if (is_inner(&edge)) {
            double area = edge_area(mesh, &edge);
            sum += area * hinge_factor(mesh, &edge);
            weight += area;
        }
    }
    return weight > 0.0 ? sum / weight : 1.0;
}

// Building ----------------------------------------------------------------------------------------

static void add_particles(taut_mesh* mesh)
{
    for (int p = 0; p < mesh->particle_count && maker_ok(&mesh->m); ++p) {
        maker_particle(&mesh->m, taut_mesh_point(mesh, p), mesh->mass[p]);
    }
}

static void add_links(taut_mesh* mesh)
{
    const taut_mesh_cloth_def* def = mesh->def;
    taut_make_link link = {.damping_rate = def->material.damping_rate,
                           .sides = TAUT_SIDES_BOTH,
                           .family = TAUT_FAMILY_STRUCTURAL};
    double stiffness = (double)def->material.warp_stiffness;
    int first = mesh->m.first_particle;
    taut_mesh_edge edge;
    for (int at = 0; maker_ok(&mesh->m) && taut_mesh_take_edge(mesh, &at, &edge);) {
        link.rest = edge_length(mesh, &edge);
        if (!def->rigid) {
            link.compliance = link.rest * link.rest / (stiffness * edge_area(mesh, &edge));
        }
        link.strength = (double)def->material.strength * edge_area(mesh, &edge) / link.rest;
        maker_link(&mesh->m, first + edge.a, first + edge.b, &link);
    }
}

static void add_hinges(taut_mesh* mesh)
{
    const taut_mesh_cloth_def* def = mesh->def;
    if (def->bend != TAUT_BEND_DIHEDRAL || !(def->material.bend_stiffness > 0.0f)) {
        return;
    }
    double stiffness = mesh_factor(mesh) * (double)def->material.bend_stiffness;
    int first = mesh->m.first_particle;
    taut_mesh_edge edge;
    for (int at = 0; maker_ok(&mesh->m) && taut_mesh_take_edge(mesh, &at, &edge);) {
        if (is_inner(&edge)) {
            double e = edge_length(mesh, &edge);
            int p[4] = {first + edge.a, first + edge.b,
                        first + taut_mesh_far_corner(mesh, edge.left),
                        first + taut_mesh_far_corner(mesh, edge.right)};
            maker_hinge(&mesh->m, p, edge_area(mesh, &edge) / (stiffness * e * e));
        }
    }
}

static void add_triangles(taut_mesh* mesh)
{
    int first = mesh->m.first_particle;
    for (int t = 0; t < mesh->def->triangle_count && maker_ok(&mesh->m); ++t) {
        maker_triangle(&mesh->m, first + taut_mesh_corner(mesh, 3 * t),
                       first + taut_mesh_corner(mesh, 3 * t + 1),
                       first + taut_mesh_corner(mesh, 3 * t + 2));
    }
}

static void build(taut_mesh* mesh)
{
    add_particles(mesh);
    add_links(mesh);
    add_hinges(mesh);
    add_triangles(mesh);
    bool elastic = isfinite(mesh->def->material.warp_stiffness) && !mesh->def->rigid;
    maker_tether(&mesh->m, mesh->def->tethers, elastic);
    if (maker_ok(&mesh->m) && mesh->def->weld_map != NULL) {
        for (int i = 0; i < mesh->def->vertex_count; ++i) {
            mesh->def->weld_map[i] = mesh->m.first_particle + mesh->particle[i];
        }
    }
}

taut_result taut_make_mesh_cloth(taut_builder* builder, const taut_mesh_cloth_def* def,
                                 taut_part* part)
{
    taut_mesh mesh = {.m = maker_open(builder, "taut_mesh_cloth_def", def), .def = def};
    if (maker_ok(&mesh.m)) {
        check_def(&mesh.m, def);
    }
    if (maker_ok(&mesh.m)) {
        taut_mesh_open(&mesh);
    }
    if (maker_ok(&mesh.m)) {
        build(&mesh);
    }
    taut_mesh_close(&mesh);
    return maker_close(&mesh.m, part);
}
