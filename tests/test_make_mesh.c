// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Cloths from triangle meshes: welding, edges, stiffness that does not depend on the mesh, and
// meshes that are no cloth.

#include "make_energy.h"

#include <math.h>
#include <string.h>

#define MOST_VERTICES 1600
#define MOST_CORNERS 4800

typedef struct taut_test_mesh {
    taut_vec3 vertices[MOST_VERTICES];
    int32_t triangles[MOST_CORNERS];
    int vertex_count, triangle_count;
} taut_test_mesh;

static taut_mesh_cloth_def def_of(const taut_test_mesh* mesh)
{
    taut_mesh_cloth_def def = taut_mesh_cloth_def_default();
    def.vertices = mesh->vertices;
    def.vertex_count = mesh->vertex_count;
    def.triangles = mesh->triangles;
    def.triangle_count = mesh->triangle_count;
    return def;
}

static void add_triangle(taut_test_mesh* mesh, int a, int b, int c)
{
    int32_t* t = &mesh->triangles[3 * mesh->triangle_count++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

// n x n cells in the xz plane. Rows are slanted by `slant` of a cell and `height` of one apart:
// 0 and 1 make squares, 1/2 and sqrt(3)/2 equilateral triangles. Sides of 1/16 m are exact.
static void fill_grid(taut_test_mesh* mesh, int n, double slant, double height, bool alternate)
{
    mesh->vertex_count = 0;
    mesh->triangle_count = 0;
    for (int r = 0; r <= n; ++r) {
        for (int c = 0; c <= n; ++c) {
            mesh->vertices[mesh->vertex_count++] =
                (taut_vec3){(float)((c + slant * r) / 16.0), 0.0f, (float)(r * height / 16.0)};
        }
    }
    for (int r = 0; r < n; ++r) {
        for (int c = 0; c < n; ++c) {
            int p = r * (n + 1) + c;
            bool rising = alternate && (r + c) % 2 != 0;
            add_triangle(mesh, p, rising ? p + n + 2 : p + n + 1, p + 1);
            add_triangle(mesh, rising ? p : p + 1, p + n + 1, p + n + 2);
        }
    }
}

static double triangle_area(const taut_builder* builder, int a, int b, int c)
{
    double flat[2] = {0.0, 0.0};
    taut_test_point x = bent(builder, a, flat, 0.0);
    return 0.5 * length(cross(minus(bent(builder, b, flat, 0.0), x),
                              minus(bent(builder, c, flat, 0.0), x)));
}

// The two triangles of a hinge together.
static double hinge_area(const taut_builder* builder, const taut_built_constraint* hinge)
{
    const int32_t* p = hinge->particles;
    return triangle_area(builder, p[0], p[1], p[2]) + triangle_area(builder, p[0], p[1], p[3]);
}

// The factor c in k = c D e^2 / (A1 + A2).
static double factor_of(const taut_builder* builder, const taut_built_constraint* hinge,
                        double stiffness)
{
    double flat[2] = {0.0, 0.0};
    double edge = length(minus(bent(builder, hinge->particles[0], flat, 0.0),
                               bent(builder, hinge->particles[1], flat, 0.0)));
    return hinge_area(builder, hinge) / ((double)hinge->compliance * stiffness * edge * edge);
}

// It must be the same for all hinges.
static double check_factor(const taut_builder* builder, double stiffness)
{
    double factor = 0.0;
    for (int i = 0; i < builder->constraint_count; ++i) {
        const taut_built_constraint* c = &builder->constraints[i];
        if (c->kind != TAUT_CONSTRAINT_DIHEDRAL) {
            continue;
        }
        double here = factor_of(builder, c, stiffness);
        CHECK(factor == 0.0 || fabs(here / factor - 1.0) <= 2 * ROUNDED);
        factor = here;
    }
    return factor;
}

static double make_and_find_factor(const taut_test_mesh* mesh)
{
    taut_builder* builder = new_builder();
    taut_mesh_cloth_def def = def_of(mesh);
    def.material.bend_stiffness = 0.25f;
    CHECK_EQ_INT(taut_make_mesh_cloth(builder, &def, NULL), TAUT_OK);
    double factor = check_factor(builder, 0.25);
    taut_builder_destroy(builder);
    return factor;
}

// Squares of side 1 with the same diagonal everywhere, in the letters of mesh_cloth.c. An edge
// along a side has e = 1 and far corners at x1 = 1, x2 = 0, both 1 away: P = 0, Q = 1, R = 1, mean
// fold^2 = 1/4 + 1/8 + 1/8 = 1/2, factor 1 / (3/2). A diagonal has e = sqrt 2, x1 = x2 = e/2, h =
// e/2: P = -e/2, Q = 0, R = e/2, mean fold^2 = e^2/8 = 1/4, factor 1/2 / (3/4). Both are 2/3.
TEST(mesh_cloth_factor_is_two_thirds_on_right_triangles)
{
    static taut_test_mesh mesh;
    fill_grid(&mesh, 8, 0.0, 1.0, false);
    CHECK_NEAR(make_and_find_factor(&mesh), 2.0 / 3.0, 2 * ROUNDED);
}

// With diagonals that alternate, the far corners of an edge along a side lie on the same end of it:
// P = Q = 0, R = 1, mean fold^2 = 3/8, factor 8/9. Diagonals keep 2/3. All edges stand for the same
// area; n x n cells have 2 n (n - 1) inner edges along sides and n^2 diagonals.
TEST(mesh_cloth_factor_is_the_mean_over_unlike_edges)
{
    static taut_test_mesh mesh;
    int n = 8;
    fill_grid(&mesh, n, 0.0, 1.0, true);
    double sides = 2.0 * n * (n - 1);
    double diagonals = (double)n * n;
    double mean = (sides * 8.0 / 9.0 + diagonals * 2.0 / 3.0) / (sides + diagonals);
    CHECK_NEAR(make_and_find_factor(&mesh), mean, 2 * ROUNDED);
}

// Side 1, h = sqrt(3)/2, x1 = x2 = 1/2: P = -1/(2 sqrt 3), Q = 0, R = sqrt(3)/2, so P + R = 1/sqrt
// 3, P - R = -2/sqrt 3, mean fold^2 = 1/12 + 1/6 = 1/4, factor (3/4) / (3/4) = 1. Corners are
// rounded to 1e-8 of a side of 1/16, hence 1e-6.
TEST(mesh_cloth_factor_is_one_on_equilateral_triangles)
{
    static taut_test_mesh mesh;
    fill_grid(&mesh, 8, 0.5, sqrt(0.75), false);
    CHECK_NEAR(make_and_find_factor(&mesh), 1.0, 1e-6);
}

// Bent into a cylinder, on the average over four directions that start anywhere, the hinges store
// what the plate does on the share of area that inner edges stand for.
TEST(mesh_cloth_bends_like_a_plate_on_average)
{
    static taut_test_mesh mesh;
    for (int shape = 0; shape < 2; ++shape) {
        fill_grid(&mesh, 6, shape == 0 ? 0.0 : 0.5, shape == 0 ? 1.0 : sqrt(0.75), false);
        taut_builder* builder = new_builder();
        taut_mesh_cloth_def def = def_of(&mesh);
        def.material.bend_stiffness = 0.25f;
        REQUIRE(taut_make_mesh_cloth(builder, &def, NULL) == TAUT_OK);
        check_hinges(builder, 6 * 6 + 2 * 6 * 5);
        double area = 0.0;
        for (int i = 0; i < builder->constraint_count; ++i) {
            if (builder->constraints[i].kind == TAUT_CONSTRAINT_DIHEDRAL) {
                area += hinge_area(builder, &builder->constraints[i]) / 3.0;
            }
        }
        double q = 1e-3;
        double energy = 0.0;
        for (int i = 0; i < 4; ++i) {
            double angle = 0.3 + i * 0.78539816339744831;
            energy += 0.25 * bend_energy(builder, (double[2]){cos(angle), sin(angle)}, q);
        }
        // Slopes up to q x 0.5 m change angles by their square; corners are rounded as above.
        CHECK_NEAR(energy / (0.5 * 0.25 * q * q * area), 1.0, 2e-6);
        taut_builder_destroy(builder);
    }
}

// A vertex added a hundredth of a side off an edge makes a sliver. Of the 280 inner edges, those of
// the triangle it lies in and its own three change: no more than 6 edges of at most full area.
TEST(mesh_cloth_is_not_softened_by_a_sliver)
{
    static taut_test_mesh mesh;
    fill_grid(&mesh, 10, 0.5, sqrt(0.75), false);
    int32_t* t = &mesh.triangles[3 * 2 * 55];
    taut_vec3 a = mesh.vertices[t[0]];
    taut_vec3 b = mesh.vertices[t[2]];  // along the row
    int v = mesh.vertex_count++;
    int32_t far = t[1];
    mesh.vertices[v] = (taut_vec3){0.5f * (a.x + b.x), 0.0f, a.z + 0.01f / 16.0f};
    add_triangle(&mesh, t[0], (int)far, v);
    add_triangle(&mesh, v, (int)far, t[2]);
    t[1] = v;
    double factor = make_and_find_factor(&mesh);
    CHECK(factor >= 1.0 - 6.0 / 280.0);
    CHECK(factor < 1.0);
}

// Each triangle stores 1/2 K area times the sum of its edges' strains squared; on an equilateral
// one a strain of 1 along x stretches its edges by 1, 1/4 and 1/4, in sum 9/8: a sheet of Young's
// modulus K and Poisson's ratio 1/3.
TEST(mesh_cloth_stretches_like_a_sheet)
{
    static taut_test_mesh mesh;
    fill_grid(&mesh, 6, 0.5, sqrt(0.75), false);
    taut_builder* builder = new_builder();
    taut_mesh_cloth_def def = def_of(&mesh);
    def.material.warp_stiffness = 800.0f;
    REQUIRE(taut_make_mesh_cloth(builder, &def, NULL) == TAUT_OK);
    double area = 6 * 6 * sqrt(0.75) / 256.0;
    double expected = 9.0 / 8.0 * 800.0;
    CHECK_NEAR(stretch_energy(builder, 1.0, 0.0, 0.0) / (0.5 * area), expected, expected * 1e-6);
    CHECK_NEAR(stretch_energy(builder, 0.0, 1.0, 0.0) / (0.5 * area), expected, expected * 1e-6);
    taut_builder_destroy(builder);
}

TEST(mesh_cloth_links_every_edge_and_weighs_what_its_area_says)
{
    static taut_test_mesh mesh;
    fill_grid(&mesh, 4, 0.0, 1.0, false);
    taut_builder* builder = new_builder();
    taut_mesh_cloth_def def = def_of(&mesh);
    def.material.mass_per_area = 3.0f;
    def.rigid = true;
    taut_part part;
    REQUIRE(taut_make_mesh_cloth(builder, &def, &part) == TAUT_OK);
    CHECK_EQ_INT(part.particle_count, 25);
    CHECK_EQ_INT(count_family(builder, TAUT_FAMILY_STRUCTURAL), 4 * 5 * 2 + 16);
    CHECK_EQ_INT(count_family(builder, TAUT_FAMILY_BEND), 16 + 2 * 4 * 3);
    CHECK_EQ_INT(builder->triangle_count, 32);
    double sum = 0.0;
    for (int i = 0; i < builder->particle_count; ++i) {
        sum += (double)builder->particles[i].mass;
        CHECK_EQ_INT(builder->particles[i].tether_most, def.tethers.most_pins);
    }
    CHECK_NEAR(sum, 3.0 * 16 / 256, ROUNDED);
    // The first corner touches one triangle of 1/512 m^2, the next one along the row three.
    CHECK_NEAR(builder->particles[0].mass, 1.0 / 512, ROUNDED / 512);
    CHECK_NEAR(builder->particles[1].mass, 3.0 / 512, 3 * ROUNDED / 512);
    for (int i = 0; i < builder->constraint_count; ++i) {
        const taut_built_constraint* c = &builder->constraints[i];
        CHECK((c->compliance == 0.0f) == (c->kind == TAUT_CONSTRAINT_DISTANCE));
    }
    def.bend = TAUT_BEND_NONE;
    REQUIRE(taut_make_mesh_cloth(builder, &def, &part) == TAUT_OK);
    CHECK_EQ_INT(part.constraint_count, 4 * 5 * 2 + 16);
    taut_builder_destroy(builder);
}

TEST(mesh_cloth_may_be_closed_and_keeps_its_shape)
{
    static const taut_vec3 vertices[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const int32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    taut_builder* builder = new_builder();
    taut_mesh_cloth_def def = taut_mesh_cloth_def_default();
    def.vertices = vertices;
    def.vertex_count = 4;
    def.triangles = triangles;
    def.triangle_count = 4;
    REQUIRE(taut_make_mesh_cloth(builder, &def, NULL) == TAUT_OK);
    check_hinges(builder, 6);
    CHECK_EQ_INT(count_family(builder, TAUT_FAMILY_STRUCTURAL), 6);
    for (int i = 6; i < 12; ++i) {
        // Folds of 90 degrees at the corner and of 125.3 at the slanted face, one sign for all.
        float fold = builder->constraints[i].rest;
        CHECK_MSG(fabsf(fold) > 1.5f && fold * builder->constraints[6].rest > 0.0f, "%g",
                  (double)fold);
    }
    taut_builder_destroy(builder);
}

// Welding -----------------------------------------------------------------------------------------

// Gives every triangle corners of its own, each moved by less than `spread` along each axis.
static void explode(taut_test_mesh* mesh, double spread)
{
    static taut_test_mesh whole;
    whole = *mesh;
    uint32_t random = 12345;
    mesh->vertex_count = 0;
    for (int s = 0; s < 3 * whole.triangle_count; ++s) {
        float moved[3];
        for (int k = 0; k < 3; ++k) {
            random = random * 1664525u + 1013904223u;
            moved[k] = (float)(spread * ((double)(random >> 8) / 16777216.0 - 0.5));
        }
        taut_vec3 x = whole.vertices[whole.triangles[s]];
        mesh->vertices[mesh->vertex_count] =
            (taut_vec3){x.x + moved[0] - 0.2f, x.y + moved[1], x.z + moved[2] - 0.2f};
        mesh->triangles[s] = mesh->vertex_count++;
    }
}

TEST(mesh_cloth_welds_a_mesh_whose_triangles_stand_apart)
{
    static taut_test_mesh mesh;
    fill_grid(&mesh, 8, 0.0, 1.0, true);
    static int32_t together[MOST_CORNERS];
    memcpy(together, mesh.triangles, sizeof together);
    explode(&mesh, 1e-4);
    taut_builder* builder = new_builder();
    taut_chain_def chain = taut_chain_def_default();
    REQUIRE(taut_make_chain(builder, &chain, NULL) == TAUT_OK);
    static int32_t map[MOST_VERTICES];
    taut_mesh_cloth_def def = def_of(&mesh);
    def.weld_distance = 1e-3f;
    def.weld_map = map;
    taut_part part;
    REQUIRE(taut_make_mesh_cloth(builder, &def, &part) == TAUT_OK);
    CHECK_EQ_INT(part.first_particle, 12);
    CHECK_EQ_INT(part.particle_count, 81);
    CHECK_EQ_INT(count_family(builder, TAUT_FAMILY_STRUCTURAL), 11 + 8 * 9 * 2 + 64);
    for (int i = 0; i < mesh.vertex_count; ++i) {
        int unlike = 0;
        for (int k = 0; k < i; ++k) {
            unlike += (map[i] == map[k]) != (together[i] == together[k]);
        }
        CHECK_EQ_INT(unlike, 0);
        taut_vec3 x = at(builder, map[i]);
        CHECK(fabsf(x.x - mesh.vertices[i].x) < 1e-3f && fabsf(x.z - mesh.vertices[i].z) < 1e-3f);
    }
    taut_builder_destroy(builder);
}

// The rule of welding, in the plainest way there is.
static void weld_plainly(const taut_test_mesh* mesh, float reach, int32_t* map)
{
    int kept[MOST_VERTICES];
    int count = 0;
    for (int i = 0; i < mesh->vertex_count; ++i) {
        map[i] = -1;
        for (int k = 0; k < count && map[i] < 0; ++k) {
            taut_vec3 a = mesh->vertices[i];
            taut_vec3 b = mesh->vertices[kept[k]];
            taut_test_point d = {(double)a.x - (double)b.x, (double)a.y - (double)b.y,
                                 (double)a.z - (double)b.z};
            if (d.x * d.x + d.y * d.y + d.z * d.z < (double)reach * (double)reach) {
                map[i] = k;
            }
        }
        if (map[i] < 0) {
            kept[count] = i;
            map[i] = count++;
        }
    }
}

// Corners spread as wide as the weld distance: which joins which depends on their order, not on the
// cells they fall into. Meshes that come out broken are an error, which leaves the map alone.
static bool check_map(const taut_test_mesh* mesh, float reach)
{
    static int32_t map[MOST_VERTICES];
    static int32_t plain[MOST_VERTICES];
    taut_mesh_cloth_def def = def_of(mesh);
    def.weld_distance = reach;
    def.weld_map = map;
    memset(map, 0xff, sizeof map);
    weld_plainly(mesh, reach, plain);
    taut_builder* builder = new_builder();
    bool made = taut_make_mesh_cloth(builder, &def, NULL) == TAUT_OK;
    taut_builder_destroy(builder);
    for (int i = 0; i < mesh->vertex_count; ++i) {
        CHECK_EQ_INT(map[i], made ? plain[i] : -1);
    }
    return made;
}

TEST(mesh_cloth_welds_to_the_first_that_is_near)
{
    static taut_test_mesh mesh;
    int made = 0;
    for (int i = 0; i < 40; ++i) {
        fill_grid(&mesh, 2, 0.01 * i, 1.0, false);
        explode(&mesh, 0.018);
        made += check_map(&mesh, 0.01f + 0.0002f * (float)i);
    }
    CHECK(made > 5);
}

// 3.5, 4.4 and 5.3 weld distances along a line: the second joins the first, the third is too far
// from it. The fourth, at 4.45, is nearer to the third but joins the first, which lies in another
// cell of four. The last two are exactly a weld distance apart, not closer than it.
TEST(mesh_cloth_welding_does_not_run_on_from_vertex_to_vertex)
{
    static const taut_vec3 vertices[] = {{3.5f, 0, 0},  {4.4f, 0, 0}, {5.3f, 0, 0},
                                         {4.45f, 0, 0}, {9, 0, 9},    {9, 0, 8}};
    static const int32_t triangles[] = {0, 4, 2, 2, 4, 5};
    static const int32_t expected[] = {0, 0, 1, 0, 2, 3};
    int32_t map[6];
    taut_builder* builder = new_builder();
    taut_mesh_cloth_def def = taut_mesh_cloth_def_default();
    def.vertices = vertices;
    def.vertex_count = 6;
    def.triangles = triangles;
    def.triangle_count = 2;
    def.weld_distance = 1.0f;
    def.weld_map = map;
    REQUIRE(taut_make_mesh_cloth(builder, &def, NULL) == TAUT_OK);
    CHECK(memcmp(map, expected, sizeof map) == 0);
    taut_builder_destroy(builder);
}

TEST(mesh_cloth_without_a_weld_distance_leaves_vertices_apart)
{
    static taut_test_mesh mesh;
    fill_grid(&mesh, 3, 0.0, 1.0, false);
    explode(&mesh, 0.0);
    taut_builder* builder = new_builder();
    taut_mesh_cloth_def def = def_of(&mesh);
    def.weld_distance = 0.0f;
    REQUIRE(taut_make_mesh_cloth(builder, &def, NULL) == TAUT_OK);
    CHECK_EQ_INT(builder->particle_count, 3 * 18);
    CHECK_EQ_INT(builder->constraint_count, 3 * 18);
    taut_builder_destroy(builder);
    builder = new_builder();
    def.weld_distance = 1e-38f;  // far below what floats tell apart: only equal vertices
    REQUIRE(taut_make_mesh_cloth(builder, &def, NULL) == TAUT_OK);
    CHECK_EQ_INT(builder->particle_count, 16);
    taut_builder_destroy(builder);
}

// Bad meshes --------------------------------------------------------------------------------------

typedef struct taut_test_bad_mesh {
    const char* said;
    int triangle_count;
    int32_t triangles[12];
} taut_test_bad_mesh;

TEST(mesh_cloth_rejects_meshes_that_are_no_cloth)
{
    // 0 to 3 a square, 4 above it, 5 on top of 0, 6 halfway from 0 to 1.
    static const taut_vec3 vertices[] = {{0, 0, 0}, {1, 0, 0},     {1, 0, 1},   {0, 0, 1},
                                         {0, 1, 0}, {1e-6f, 0, 0}, {0.5f, 0, 0}};
    static const taut_test_bad_mesh table[] = {
        {"triangle 1 in taut_mesh_cloth_def.triangles has corner 7", 2, {0, 1, 2, 0, 2, 7}},
        {"triangle 0 in taut_mesh_cloth_def.triangles has corner -1", 1, {0, -1, 2}},
        {"triangle 1 in taut_mesh_cloth_def.triangles (vertices 2, 2, 3) has no area",
         2,
         {0, 1, 2, 2, 2, 3}},
        {"triangle 1 in taut_mesh_cloth_def.triangles (vertices 0, 5, 3) has no area",
         2,
         {0, 1, 2, 0, 5, 3}},
        {"triangle 0 in taut_mesh_cloth_def.triangles (vertices 0, 6, 1) has no area",
         1,
         {0, 6, 1}},
        {"triangle 2 in taut_mesh_cloth_def.triangles is the third on an edge it shares with "
         "triangle 0",
         4,
         {0, 1, 2, 2, 3, 0, 0, 2, 4, 6, 1, 2}},
        {"triangle 1 in taut_mesh_cloth_def.triangles is turned over against triangle 0",
         4,
         {0, 1, 2, 0, 3, 2, 1, 4, 6, 3, 4, 2}},
        {"triangle 1 in taut_mesh_cloth_def.triangles has the same three corners as triangle 0",
         4,
         {0, 1, 2, 0, 2, 1, 1, 3, 4, 3, 6, 4}},
        {"vertex 3 in taut_mesh_cloth_def.vertices belongs to no triangle", 2, {0, 1, 2, 2, 4, 6}},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
        taut_builder* builder = new_builder();
        taut_mesh_cloth_def def = taut_mesh_cloth_def_default();
        def.vertices = vertices;
        def.vertex_count = 7;
        def.triangles = table[i].triangles;
        def.triangle_count = table[i].triangle_count;
        CHECK_EQ_INT(taut_make_mesh_cloth(builder, &def, NULL), TAUT_ERROR_BAD_DATA);
        const char* text = taut_builder_last_error(builder);
        CHECK_MSG(strstr(text, table[i].said) != NULL, "\"%s\" does not say \"%s\"", text,
                  table[i].said);
        CHECK_EQ_INT(builder->particle_count + builder->constraint_count, 0);
        taut_builder_destroy(builder);
    }
}

TEST(mesh_cloth_rejects_vertices_that_are_not_finite)
{
    static const int32_t triangles[] = {0, 1, 2};
    taut_vec3 vertices[] = {{0, 0, 0}, {1, 0, 0}, {0, NAN, 1}};
    taut_builder* builder = new_builder();
    taut_mesh_cloth_def def = taut_mesh_cloth_def_default();
    def.vertices = vertices;
    def.vertex_count = 3;
    def.triangles = triangles;
    def.triangle_count = 1;
    CHECK_EQ_INT(taut_make_mesh_cloth(builder, &def, NULL), TAUT_ERROR_BAD_DATA);
    CHECK(strstr(taut_builder_last_error(builder), "vertices[2] is (0, nan, 1)") != NULL);
    vertices[2].y = INFINITY;
    CHECK_EQ_INT(taut_make_mesh_cloth(builder, &def, NULL), TAUT_ERROR_BAD_DATA);
    CHECK(strstr(taut_builder_last_error(builder), "vertices[2] is (0, inf, 1)") != NULL);
    vertices[2].y = 1e30f;  // finite, but the builder has limits
    CHECK(taut_make_mesh_cloth(builder, &def, NULL) != TAUT_OK);
    CHECK_EQ_INT(builder->particle_count, 0);
    taut_builder_destroy(builder);
}
