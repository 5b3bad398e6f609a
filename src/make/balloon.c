// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A balloon: the twenty faces of an icosahedron, each cut into frequency^2 triangles, on a sphere,
// as a cloth of any mesh (mesh_cloth.c), and a gas in it.

#include "make/make.h"
#include "taut/taut_pressure.h"

#define MOST_FREQUENCY 128

taut_balloon_def taut_balloon_def_default(void)
{
    return (taut_balloon_def){
        .stamp = TAUT_STAMP(taut_balloon_def),
        .radius = 0.2f,
        .frequency = 8,
        .bend = TAUT_BEND_DIHEDRAL,
        // Soft rubber of 0.35 mm: 0.35 MPa, 1030 kg/m^3. What 20 substeps can give at frequency 8.
        .material = {0.36f, 120.0f, 120.0f, 40.0f, 2e-6f, 20.0f, 0.0f},
        .gauge = 20000.0f,
        .ambient = 101325.0f,
    };
}

// Corners of an icosahedron: (0, +-1, +-g) and what turning the coordinates makes of them, g the
// golden section. Faces counter-clockwise from outside.
static const int faces[20][3] = {{0, 1, 8},  {0, 8, 4},   {0, 4, 5},   {0, 5, 10}, {0, 10, 1},
                                 {3, 2, 9},  {3, 9, 6},   {3, 6, 7},   {3, 7, 11}, {3, 11, 2},
                                 {1, 6, 8},  {8, 6, 9},   {8, 9, 4},   {4, 9, 2},  {4, 2, 5},
                                 {5, 2, 11}, {5, 11, 10}, {10, 11, 7}, {10, 7, 1}, {1, 7, 6}};

static taut_make_vec corner_at(int i)
{
    const double g = 1.6180339887498949;
    double a = i & 1 ? -1.0 : 1.0;
    double b = i & 2 ? -g : g;
    return i < 4   ? (taut_make_vec){0.0, a, b}
           : i < 8 ? (taut_make_vec){a, b, 0.0}
                   : (taut_make_vec){b, 0.0, a};
}

typedef struct sphere {
    taut_maker m;
    const taut_balloon_def* def;
    taut_vec3* vertices;
    int32_t* triangles;
    int vertex_count, triangle_count;
    void* block;
    size_t bytes;
} sphere;

static void check_def(taut_maker* m, const taut_balloon_def* def)
{
    check_stamp(m, def->stamp, TAUT_STAMP(taut_balloon_def));
    check_finite(m, "centre", def->centre);
    check_positive(m, "radius", def->radius);
    check_int(m, "frequency", def->frequency, 1, MOST_FREQUENCY);
    check_cloth_material(m, &def->material);
    check_that(m, def->material.mass_per_area >= 1e-6f, "material.mass_per_area",
               def->material.mass_per_area, ">= 1e-6: gas presses on nothing lighter");
}

// Vertices of a face by rows: row i has i + 1 of them.
static int row_start(int row)
{
    return row * (row + 1) / 2;
}

static void add_vertices(sphere* s, const int* face)
{
    int f = s->def->frequency;
    taut_make_vec centre = vec_from(s->def->centre);
    taut_make_vec none = {0.0, 0.0, 0.0};
    for (int row = 0; row <= f; ++row) {
        for (int k = 0; k <= row; ++k) {
            taut_make_vec at = vec_add(none, corner_at(face[0]), f - row);
            at = vec_add(at, corner_at(face[1]), row - k);
            at = vec_add(at, corner_at(face[2]), k);
            at = vec_add(centre, vec_unit(at), (double)s->def->radius);
            s->vertices[s->vertex_count++] = (taut_vec3){maker_float(&s->m, "position", at.x),
                                                         maker_float(&s->m, "position", at.y),
                                                         maker_float(&s->m, "position", at.z)};
        }
    }
}

static void add_face(sphere* s, const int* face)
{
    int first = s->vertex_count;
    add_vertices(s, face);
    for (int row = 0; row < s->def->frequency; ++row) {
        int above = first + row_start(row);
        int below = first + row_start(row + 1);
        for (int k = 0; k <= row; ++k) {
            int32_t* t = s->triangles + 3 * s->triangle_count++;
            t[0] = above + k;
            t[1] = below + k;
            t[2] = below + k + 1;
            if (k < row) {
                t = s->triangles + 3 * s->triangle_count++;
                t[0] = above + k;
                t[1] = below + k + 1;
                t[2] = above + k + 1;
            }
        }
    }
}

static void lay_out(sphere* s)
{
    size_t f = (size_t)s->def->frequency;
    size_t vertices = 20 * (f + 1) * (f + 2) / 2;
    size_t triangles = 20 * f * f;
    s->bytes = vertices * sizeof *s->vertices + 3 * triangles * sizeof *s->triangles;
    s->block = taut_builder_scratch(s->m.builder, s->bytes);
    if (s->block == NULL) {
        s->m.result = taut_builder_fail(s->m.builder, TAUT_ERROR_OUT_OF_MEMORY,
                                        "no memory for a balloon of frequency %d", (int)f);
        return;
    }
    s->vertices = s->block;
    s->triangles = (int32_t*)(void*)(s->vertices + vertices);
    for (int i = 0; i < 20 && maker_ok(&s->m); ++i) {
        add_face(s, faces[i]);
    }
}

// Sides of triangles are no shorter than 0.6 radius / frequency.
static void build(sphere* s)
{
    int first_triangle = taut_builder_triangle_count(s->m.builder);
    taut_mesh_cloth_def skin = taut_mesh_cloth_def_default();
    skin.vertices = s->vertices;
    skin.vertex_count = s->vertex_count;
    skin.triangles = s->triangles;
    skin.triangle_count = s->triangle_count;
    skin.weld_distance = 0.05f * s->def->radius / (float)s->def->frequency;
    skin.bend = s->def->bend;
    skin.material = s->def->material;
    skin.tethers.enabled = false;
    s->m.result = taut_make_mesh_cloth(s->m.builder, &skin, NULL);
    if (maker_ok(&s->m)) {
        taut_gas_def gas = taut_gas_def_default();
        gas.first_triangle = first_triangle;
        gas.gauge = s->def->gauge;
        gas.ambient = s->def->ambient;
        s->m.result = taut_builder_add_gas(s->m.builder, &gas, NULL);
    }
}

taut_result taut_make_balloon(taut_builder* builder, const taut_balloon_def* def, taut_part* part)
{
    sphere s = {.m = maker_open(builder, "taut_balloon_def", def), .def = def};
    if (maker_ok(&s.m)) {
        check_def(&s.m, def);
    }
    if (maker_ok(&s.m)) {
        lay_out(&s);
    }
    if (maker_ok(&s.m)) {
        build(&s);
    }
    if (s.block != NULL) {
        taut_builder_scratch_free(builder, s.block, s.bytes);
    }
    return maker_close(&s.m, part);
}
