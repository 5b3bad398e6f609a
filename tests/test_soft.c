// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Soft bodies: what makers make, what materials come to, and meshes that are not as they should be.

#include "builder.h"
#include "soft_shapes.h"
#include "support.h"
#include "test.h"

// Three floats went into each of them: rest, compliance and positions of a few metres.
#define ROUNDED 1e-6

typedef double taut_test_strain[3][3];

static void difference(const taut_builder* builder, int from, int to, double out[3])
{
    taut_vec3 a = taut_builder_position(builder, from);
    taut_vec3 b = taut_builder_position(builder, to);
    out[0] = (double)b.x - (double)a.x;
    out[1] = (double)b.y - (double)a.y;
    out[2] = (double)b.z - (double)a.z;
}

static double triple(const double a[3], const double b[3], const double c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

static double value_of(const taut_builder* builder, const taut_built_constraint* c)
{
    double e[3][3] = {{0}};
    for (int k = 1; k < 4 && c->particles[k] >= 0; ++k) {
        difference(builder, c->particles[0], c->particles[k], e[k - 1]);
    }
    if (c->kind == TAUT_CONSTRAINT_VOLUME) {
        return triple(e[0], e[1], e[2]) / 6.0;
    }
    if (c->kind == TAUT_CONSTRAINT_AREA) {
        return 0.5 * (e[0][0] * e[1][1] - e[0][1] * e[1][0]);  // with sign: counter-clockwise
    }
    return sqrt(e[0][0] * e[0][0] + e[0][1] * e[0][1] + e[0][2] * e[0][2]);
}

// First order: a link grows by n . strain n l, a volume by trace x V, an area likewise.
static double strain_energy(const taut_builder* builder, const taut_test_strain strain)
{
    double energy = 0.0;
    for (int i = 0; i < builder->constraint_count; ++i) {
        const taut_built_constraint* c = &builder->constraints[i];
        double growth = 0.0;
        if (c->kind == TAUT_CONSTRAINT_DISTANCE) {
            double d[3];
            difference(builder, c->particles[0], c->particles[1], d);
            for (int k = 0; k < 9; ++k) {
                growth += strain[k / 3][k % 3] * d[k / 3] * d[k % 3] / (double)c->rest;
            }
        } else {
            growth = (strain[0][0] + strain[1][1] + strain[2][2]) * (double)c->rest;
        }
        energy += 0.5 * growth * growth / (double)c->compliance;
    }
    return energy;
}

// Hooke: 1/2 lambda (tr e)^2 + mu e : e, per volume.
static double solid_energy(double young, double poisson, const taut_test_strain e)
{
    double mu = young / (2.0 * (1.0 + poisson));
    double lambda = 2.0 * mu * poisson / (1.0 - 2.0 * poisson);
    double trace = e[0][0] + e[1][1] + e[2][2];
    double square = 0.0;
    for (int k = 0; k < 9; ++k) {
        square += e[k / 3][k % 3] * e[k / 3][k % 3];
    }
    return 0.5 * lambda * trace * trace + mu * square;
}

static double mass_of(const taut_builder* builder)
{
    double sum = 0.0;
    for (int i = 0; i < builder->particle_count; ++i) {
        sum += (double)builder->particles[i].mass;
    }
    return sum;
}

// Volume within the surface, by the divergence theorem: right only when all triangles face out.
static double enclosed(const taut_builder* builder)
{
    double sum = 0.0;
    for (int t = 0; t < builder->triangle_count; ++t) {
        double x[3][3];
        for (int k = 0; k < 3; ++k) {
            taut_vec3 p = taut_builder_position(builder, builder->triangles[t].corner[k]);
            x[k][0] = (double)p.x;
            x[k][1] = (double)p.y;
            x[k][2] = (double)p.z;
        }
        sum += triple(x[0], x[1], x[2]) / 6.0;
    }
    return sum;
}

static void check_rest_values(const taut_builder* builder)
{
    double worst = 0.0;
    for (int i = 0; i < builder->constraint_count; ++i) {
        const taut_built_constraint* c = &builder->constraints[i];
        double off = fabs(value_of(builder, c) / (double)c->rest - 1.0);
        worst = off > worst ? off : worst;
    }
    // Corners of volumes carry the rounding of positions; sides are a tenth of them and more.
    CHECK_MSG(worst <= 2e-5, "a rest value is off by %g of itself", worst);
}

static int count_kind(const taut_builder* builder, taut_constraint_kind kind)
{
    int count = 0;
    for (int i = 0; i < builder->constraint_count; ++i) {
        count += builder->constraints[i].kind == (uint8_t)kind;
    }
    return count;
}

// Blocks ------------------------------------------------------------------------------------------

TEST(jelly_has_five_tetrahedra_a_cell_and_a_closed_surface)
{
    taut_builder* builder = new_builder();
    taut_jelly_def def = taut_jelly_def_default();
    taut_part part;
    def.cells_x = 3;
    def.cells_y = 2;
    def.size = (taut_vec3){0.75f, 0.5f, 1.0f};
    REQUIRE(taut_make_jelly(builder, &def, &part) == TAUT_OK);
    CHECK_EQ_INT(part.particle_count, 4 * 3 * 5);
    CHECK_EQ_INT(count_kind(builder, TAUT_CONSTRAINT_VOLUME), 5 * 3 * 2 * 4);
    // Sides: 3 x 3 x 5 + 4 x 2 x 5 + 4 x 3 x 4; diagonals, one a face: 3 x 2 x 5 + 2 x 4 x 4 + 3 x
    // 4 x 3.
    CHECK_EQ_INT(count_kind(builder, TAUT_CONSTRAINT_DISTANCE), 45 + 40 + 48 + 30 + 32 + 36);
    CHECK_EQ_INT(builder->triangle_count, 4 * (3 * 2 + 2 * 4 + 3 * 4));
    CHECK_NEAR(enclosed(builder), 0.375, 0.375 * ROUNDED);
    CHECK_NEAR(mass_of(builder), 0.375 * 1050.0, 0.375 * 1050.0 * ROUNDED);
    check_rest_values(builder);
    taut_vec3 x = taut_builder_position(builder, taut_jelly_particle(&part, &def, 3, 1, 2));
    CHECK(x.x == 0.75f && x.y == 0.25f && x.z == 0.5f);
    taut_builder_destroy(builder);
}

// Not even cubes, and turned: the same solid in every direction, to rounding.
TEST(jelly_stores_what_the_solid_does_under_any_strain)
{
    static const double strains[][3][3] = {
        {{1, 0, 0}, {0, 0, 0}, {0, 0, 0}},        {{0, 0, 0}, {0, 1, 0}, {0, 0, 0}},
        {{0, 0, 0}, {0, 0, 0}, {0, 0, 1}},        {{0, 1, 0}, {1, 0, 0}, {0, 0, 0}},
        {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}},        {{0, 0, 1}, {0, 0, 0}, {1, 0, 0}},
        {{1, 0.5, 0}, {0.5, -2, 1}, {0, 1, 0.3}}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    };
    for (int cells = 1; cells <= 3; ++cells) {
        for (int turned = 0; turned < 2; ++turned) {
            taut_builder* builder = new_builder();
            taut_jelly_def def = taut_jelly_def_default();
            def.cells_x = def.cells_y = def.cells_z = cells;
            def.size = (taut_vec3){1.1f, 1.0f, 0.95f};
            def.material.young_modulus = 1000.0f;
            def.material.poisson_ratio = 0.375f;
            def.u = turned ? (taut_vec3){0.6f, 0.8f, 0.0f} : def.u;
            def.v = turned ? (taut_vec3){0.0f, 0.0f, 1.0f} : def.v;
            REQUIRE(taut_make_jelly(builder, &def, NULL) == TAUT_OK);
            for (size_t i = 0; i < sizeof strains / sizeof strains[0]; ++i) {
                double due = solid_energy(1000.0, 0.375, strains[i]) * 1.1 * 0.95;
                CHECK_NEAR(strain_energy(builder, strains[i]), due, due * ROUNDED);
            }
            taut_builder_destroy(builder);
        }
    }
}

TEST(jelly_refuses_what_it_cannot_make)
{
    taut_builder* builder = new_builder();
    taut_jelly_def def = taut_jelly_def_default();
    def.cells_z = 2;
    CHECK_EQ_INT(taut_make_jelly(builder, &def, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(builder), "0.25 x 0.25 x 0.5 m") != NULL);
    def = taut_jelly_def_default();
    def.cells_x = def.cells_y = def.cells_z = 256;
    CHECK_EQ_INT(taut_make_jelly(builder, &def, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(builder), "16777216 cells") != NULL);
    def = taut_jelly_def_default();
    def.v = (taut_vec3){0.6f, 0.8f, 0.0f};
    CHECK_EQ_INT(taut_make_jelly(builder, &def, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(builder), "right angles") != NULL);
    def = taut_jelly_def_default();
    def.size = (taut_vec3){1e-20f, 1e-20f, 1e-20f};  // a mass below what a float holds
    CHECK(taut_make_jelly(builder, &def, NULL) != TAUT_OK);
    CHECK_EQ_INT(taut_builder_particle_count(builder), 0);
    taut_builder_destroy(builder);
}

TEST(soft_materials_are_found_by_name)
{
    taut_soft_material material = {0};
    int count = 0;
    for (; taut_soft_material_name(count) != NULL; ++count) {
        CHECK(taut_soft_material_find(taut_soft_material_name(count), &material));
        CHECK(material.density > 0.0f && material.young_modulus > 0.0f);
        taut_builder* builder = new_builder();
        taut_jelly_def def = taut_jelly_def_default();
        def.material = material;
        CHECK_EQ_INT(taut_make_jelly(builder, &def, NULL), TAUT_OK);
        taut_builder_destroy(builder);
    }
    CHECK_EQ_INT(count, 4);
    CHECK(taut_soft_material_name(-1) == NULL);
    CHECK(!taut_soft_material_find("granite", &material));
    CHECK(!taut_soft_material_find(NULL, &material));
    CHECK(!taut_soft_material_find("jelly", NULL));
}

// Meshes ------------------------------------------------------------------------------------------

static taut_soft_report fill(const taut_soft_mesh_def* good, taut_result expected, const char* said)
{
    taut_soft_report report = {.cells = -1};
    taut_soft_mesh_def def = *good;
    def.report = &report;
    taut_builder* builder = new_builder();
    taut_result result = taut_make_soft_mesh(builder, &def, NULL);
    CHECK_EQ_INT(result, expected);
    CHECK(result == TAUT_OK || builder->particle_count == 0);
    CHECK_MSG(said == NULL || strstr(taut_builder_last_error(builder), said) != NULL,
              "\"%s\" does not say \"%s\"", taut_builder_last_error(builder), said);
    if (result == TAUT_OK) {
        check_rest_values(builder);
        CHECK_EQ_INT(count_kind(builder, TAUT_CONSTRAINT_VOLUME), 5 * report.cells);
        CHECK_NEAR(enclosed(builder), (double)report.volume, 1e-5 * (double)report.volume);
        CHECK_NEAR(mass_of(builder), 1050.0 * (double)report.volume,
                   2e-5 * 1050.0 * (double)report.volume);
    }
    taut_builder_destroy(builder);
    return report;
}

static const taut_vec3 origin = {0.0f, 0.0f, 0.0f};

// 4/3 pi r^3, in cells of a tenth of the radius: those on the border are in or out by chance, a
// thousand of them, which leaves 1 or 2 %.
TEST(a_ball_is_filled_with_its_volume)
{
    static taut_test_shape shape;
    shape_sphere(&shape, origin, 1.0, 24);
    taut_soft_mesh_def def = shape_def(&shape);
    def.cell_size = 0.1f;
    taut_soft_report report = fill(&def, TAUT_OK, NULL);
    CHECK_NEAR(report.volume, 4.18879, 0.02 * 4.18879);
    CHECK_EQ_INT(report.pieces, 1);
    CHECK_EQ_INT(report.open_edges, 0);
    CHECK_EQ_INT(report.flipped_triangles, 0);
    CHECK_EQ_INT(report.flat_triangles, 2 * 48);  // at the poles
}

TEST(a_box_is_filled_exactly)
{
    static taut_test_shape shape;
    shape_box(&shape, origin, (taut_vec3){1.0f, 0.5f, 0.75f});
    taut_soft_mesh_def def = shape_def(&shape);
    def.cell_size = 0.125f;
    CHECK_EQ_INT(fill(&def, TAUT_OK, NULL).cells, 8 * 4 * 6);
    def.cell_size = 0.0f;  // a twelfth
    CHECK_EQ_INT(fill(&def, TAUT_OK, NULL).cells, 12 * 6 * 9);
}

// What goes wrong with meshes, one thing after another and then all together: the same cells but
// for a few near the holes.
TEST(a_bad_mesh_is_filled_all_the_same)
{
    static taut_test_shape good;
    static taut_test_shape bad;
    shape_sphere(&good, origin, 1.0, 16);
    taut_soft_mesh_def def = shape_def(&good);
    def.cell_size = 0.15f;
    int cells = fill(&def, TAUT_OK, NULL).cells;

    // Every corner a vertex of its own.
    int count = good.triangle_count;
    for (int s = 0; s < 3 * count; ++s) {
        taut_vec3 v = good.vertices[good.triangles[s]];
        bad.triangles[s] = shape_vertex(&bad, (double)v.x, (double)v.y, (double)v.z);
    }
    bad.triangle_count = count;
    def = shape_def(&bad);
    def.cell_size = 0.15f;
    CHECK_EQ_INT(fill(&def, TAUT_OK, NULL).cells, cells);

    // Four in ten of them wound the wrong way.
    int flipped = 0;
    for (int t = 0; t < count; ++t) {
        if (t * 7 % 10 < 4) {
            int32_t swap = bad.triangles[3 * t];
            bad.triangles[3 * t] = bad.triangles[3 * t + 1];
            bad.triangles[3 * t + 1] = swap;
            ++flipped;
        }
    }
    taut_soft_report report = fill(&def, TAUT_OK, NULL);
    CHECK_EQ_INT(report.cells, cells);
    CHECK(report.flipped_triangles > flipped / 2 && report.flipped_triangles <= flipped);

    // Twice over, the second time inside out: the two sides of what is drawn.
    for (int t = 0; t < count; ++t) {
        shape_triangle(&bad, bad.triangles[3 * t + 2], bad.triangles[3 * t + 1],
                       bad.triangles[3 * t]);
    }
    def = shape_def(&bad);
    def.cell_size = 0.15f;
    report = fill(&def, TAUT_OK, NULL);
    CHECK_EQ_INT(report.cells, cells);
    CHECK(report.repeated_triangles >= count - 2 * 32);

    // And a twentieth of the triangles missing.
    def.triangle_count = count;
    for (int t = 0; t < count; t += 20) {
        bad.triangles[3 * t] = bad.triangles[3 * t + 1];
    }
    report = fill(&def, TAUT_OK, NULL);
    CHECK_MSG(report.cells >= cells * 97 / 100 && report.cells <= cells * 103 / 100,
              "%d cells with holes, %d without", report.cells, cells);
    CHECK(report.open_edges > 60);
}

TEST(a_mesh_inside_out_and_one_that_overlaps_itself_are_filled)
{
    static taut_test_shape shape;
    shape_box(&shape, origin, (taut_vec3){1.0f, 1.0f, 1.0f});
    shape_box(&shape, (taut_vec3){0.5f, 0.0f, 0.0f}, (taut_vec3){2.0f, 1.0f, 1.0f});
    taut_soft_mesh_def def = shape_def(&shape);
    def.cell_size = 0.25f;
    taut_soft_report report = fill(&def, TAUT_OK, NULL);
    CHECK_EQ_INT(report.cells, 8 * 4 * 4);
    CHECK_EQ_INT(report.pieces, 1);
    for (int t = 0; t < shape.triangle_count; ++t) {
        int32_t swap = shape.triangles[3 * t];
        shape.triangles[3 * t] = shape.triangles[3 * t + 1];
        shape.triangles[3 * t + 1] = swap;
    }
    CHECK_EQ_INT(fill(&def, TAUT_OK, NULL).cells, 8 * 4 * 4);
}

TEST(a_hollow_stays_hollow_and_two_balls_are_two_pieces)
{
    static taut_test_shape shape;
    shape_box(&shape, origin, (taut_vec3){1.5f, 1.5f, 1.5f});
    int outer = shape.triangle_count;
    shape_box(&shape, (taut_vec3){0.5f, 0.5f, 0.5f}, (taut_vec3){1.0f, 1.0f, 1.0f});
    for (int t = outer; t < shape.triangle_count; ++t) {
        int32_t swap = shape.triangles[3 * t];
        shape.triangles[3 * t] = shape.triangles[3 * t + 1];
        shape.triangles[3 * t + 1] = swap;
    }
    taut_soft_mesh_def def = shape_def(&shape);
    def.cell_size = 0.25f;
    CHECK_EQ_INT(fill(&def, TAUT_OK, NULL).cells, 6 * 6 * 6 - 2 * 2 * 2);

    shape.vertex_count = shape.triangle_count = 0;
    shape_sphere(&shape, origin, 0.4, 8);
    shape_sphere(&shape, (taut_vec3){1.0f, 0.0f, 0.0f}, 0.4, 8);
    def = shape_def(&shape);
    def.cell_size = 0.1f;
    CHECK_EQ_INT(fill(&def, TAUT_OK, NULL).pieces, 2);
}

TEST(meshes_that_cannot_be_filled_are_refused)
{
    static taut_test_shape shape;
    shape_box(&shape, origin, (taut_vec3){1.0f, 1.0f, 1.0f});
    taut_soft_mesh_def good = shape_def(&shape);
    taut_soft_mesh_def def = good;
    def.cell_size = 1e-3f;
    CHECK_EQ_INT(fill(&def, TAUT_ERROR_INVALID, "cell_size is 0.001 m").cells, -1);
    def.cell_size = 1e-30f;
    fill(&def, TAUT_ERROR_INVALID, "cell_size");
    def.cell_size = NAN;
    fill(&def, TAUT_ERROR_INVALID, "taut_soft_mesh_def.cell_size is nan");
    def = good;
    def.material.poisson_ratio = 0.2f;
    fill(&def, TAUT_ERROR_INVALID, "taut_soft_mesh_def.material.poisson_ratio is 0.2");
    def = good;
    def.stamp = 0;
    fill(&def, TAUT_ERROR_INVALID, "taut_soft_mesh_def.stamp");
    def = good;
    def.triangles = NULL;
    fill(&def, TAUT_ERROR_INVALID, "taut_soft_mesh_def.triangles is NULL");
    shape.triangles[5] = 8;
    fill(&good, TAUT_ERROR_BAD_DATA, "triangle 1 in taut_soft_mesh_def.triangles has corner 8");
    shape.triangles[5] = 0;
    for (int i = 0; i < 8; ++i) {
        shape.vertices[i].z = 0.0f;
    }
    fill(&good, TAUT_ERROR_BAD_DATA, "encloses nothing");
    for (int i = 0; i < 8; ++i) {
        shape.vertices[i].y = 0.0f;
    }
    fill(&good, TAUT_ERROR_BAD_DATA, "has an area");
    shape.vertices[3].x = NAN;
    fill(&good, TAUT_ERROR_BAD_DATA, "taut_soft_mesh_def.vertices[3] is (nan");

    // A thin ring of four walls around an empty middle: cells as coarse as the whole miss them.
    shape.vertex_count = shape.triangle_count = 0;
    shape_box(&shape, origin, (taut_vec3){1.0f, 1.0f, 0.1f});
    shape_box(&shape, (taut_vec3){0.0f, 0.0f, 0.9f}, (taut_vec3){1.0f, 1.0f, 1.0f});
    def = shape_def(&shape);
    def.cell_size = 1.0f;
    fill(&def, TAUT_ERROR_BAD_DATA, "too coarse");
}

TEST(makers_of_soft_bodies_leave_nothing_behind_when_memory_is_short)
{
    static taut_test_shape shape;
    shape_box(&shape, origin, (taut_vec3){1.0f, 1.0f, 1.0f});
    taut_soft_mesh_def def = shape_def(&shape);
    def.cell_size = 0.25f;
    bool made = false;
    int failures = 0;
    for (long n = 1; n < 200 && !made; ++n) {
        taut_test_memory memory = {.fail_at = n};
        taut_allocator allocator = counting_allocator(&memory);
        taut_builder* builder = NULL;
        REQUIRE(taut_builder_create(&allocator, &builder, NULL) == TAUT_OK);
        taut_result result = taut_make_soft_mesh(builder, &def, NULL);
        made = result == TAUT_OK;
        failures += made ? 0 : 1;
        CHECK(made || result == TAUT_ERROR_OUT_OF_MEMORY);
        CHECK(made || taut_builder_particle_count(builder) == 0);
        taut_builder_destroy(builder);
        CHECK(memory.blocks == 0 && memory.wrong == 0);
    }
    CHECK(made && failures > 5);
}

// Blobs -------------------------------------------------------------------------------------------

// 2-D: 1/2 lambda (tr e)^2 + mu e : e, with lambda = E nu / (1 - nu^2).
static double sheet_energy(double stiffness, double poisson, const taut_test_strain e)
{
    double mu = stiffness / (2.0 * (1.0 + poisson));
    double lambda = 2.0 * mu * poisson / (1.0 - poisson);
    double trace = e[0][0] + e[1][1];
    double square = e[0][0] * e[0][0] + e[1][1] * e[1][1] + e[0][1] * e[0][1] + e[1][0] * e[1][0];
    return 0.5 * lambda * trace * trace + mu * square;
}

// A hexagon in rings is a lattice of equilateral triangles, where the formulas are exact.
TEST(a_hexagonal_blob_stores_what_the_sheet_does)
{
    static const double strains[][3][3] = {{{1, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                                           {{0, 0, 0}, {0, 1, 0}, {0, 0, 0}},
                                           {{0, 1, 0}, {1, 0, 0}, {0, 0, 0}}};
    taut_builder* builder = new_builder();
    taut_blob_def def = taut_blob_def_default();
    taut_part part;
    def.outline_count = 6;
    def.radius = 1.0f;
    def.rings = 1;
    REQUIRE(taut_make_blob(builder, &def, &part) == TAUT_OK);
    CHECK_EQ_INT(part.particle_count, 7);
    check_rest_values(builder);
    double area = 1.5 * sqrt(3.0);
    CHECK_NEAR(mass_of(builder), 10.0 * area, 10.0 * area * ROUNDED);
    for (int i = 0; i < 3; ++i) {
        double due = area * sheet_energy(2000.0, 0.6, strains[i]);
        CHECK_NEAR(strain_energy(builder, strains[i]), due, due * ROUNDED);
    }
    taut_builder_destroy(builder);
}

TEST(a_blob_of_any_outline_has_its_area_and_faces_the_viewer)
{
    static const taut_vec3 outline[] = {{0, 0, 0}, {0, 2, 0}, {1, 1.5f, 0}, {2, 2, 0}, {2, 0, 0}};
    for (int backwards = 0; backwards < 2; ++backwards) {
        taut_vec3 points[5];
        for (int i = 0; i < 5; ++i) {
            points[i] = outline[backwards ? 4 - i : i];
        }
        taut_builder* builder = new_builder();
        taut_blob_def def = taut_blob_def_default();
        def.outline = points;
        def.outline_count = 5;
        def.rings = 3;
        REQUIRE(taut_make_blob(builder, &def, NULL) == TAUT_OK);
        check_rest_values(builder);
        CHECK_NEAR(mass_of(builder), 35.0, 35.0 * ROUNDED);
        CHECK_EQ_INT(builder->triangle_count, 5 * (1 + 2 + 2));
        CHECK_EQ_INT(count_kind(builder, TAUT_CONSTRAINT_AREA), builder->triangle_count);
        taut_builder_destroy(builder);
    }
}

TEST(blobs_that_cannot_be_made_are_refused)
{
    static taut_vec3 crossed[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    static taut_vec3 hook[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {3, 4, 0},
                               {3, 1, 0}, {1, 1, 0}, {1, 4, 0}, {0, 4, 0}};
    taut_builder* builder = new_builder();
    taut_blob_def def = taut_blob_def_default();
    def.outline = crossed;
    def.outline_count = 4;
    CHECK_EQ_INT(taut_make_blob(builder, &def, NULL), TAUT_ERROR_BAD_DATA);
    CHECK(strstr(taut_builder_last_error(builder), "encloses an area of 0") != NULL);
    def.outline = hook;
    def.outline_count = 8;
    CHECK_EQ_INT(taut_make_blob(builder, &def, NULL), TAUT_ERROR_BAD_DATA);
    CHECK(strstr(taut_builder_last_error(builder), "star-shaped") != NULL);
    hook[2].z = 0.5f;
    CHECK_EQ_INT(taut_make_blob(builder, &def, NULL), TAUT_ERROR_BAD_DATA);
    CHECK(strstr(taut_builder_last_error(builder), "outline[2]") != NULL);
    def = taut_blob_def_default();
    def.rings = 0;
    CHECK_EQ_INT(taut_make_blob(builder, &def, NULL), TAUT_ERROR_INVALID);
    def = taut_blob_def_default();
    def.material.poisson_ratio = 1.01f;
    CHECK_EQ_INT(taut_make_blob(builder, &def, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_builder_particle_count(builder), 0);
    taut_builder_destroy(builder);
}

// In motion ---------------------------------------------------------------------------------------

// Thrown up without gravity, it keeps its momentum, its volume and its wits; squeezed flat by hand,
// it comes back the right way round.
TEST(a_crushed_jelly_comes_back)
{
    taut_builder* builder = new_builder();
    taut_jelly_def def = taut_jelly_def_default();
    taut_part part;
    def.cells_x = def.cells_y = def.cells_z = 3;
    def.material.damping_rate = 5.0f;
    REQUIRE(taut_make_jelly(builder, &def, &part) == TAUT_OK);
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id body = add_body(world, builder);
    // Its top goes down to a quarter of its height within a second, and is let go.
    for (int i = 0; i < 32; ++i) {
        int particle = (i % 16 / 4 * 4 + (i < 16 ? 0 : 3)) * 4 + i % 4;
        REQUIRE(taut_body_pin(world, body, particle) == TAUT_OK);
    }
    for (int frame = 0; frame < 60; ++frame) {
        for (int i = 16; i < 32; ++i) {
            int particle = (i % 16 / 4 * 4 + 3) * 4 + i % 4;
            taut_vec3 x = position_of(world, body, particle);
            x.y = 1.0f - 0.75f * (float)(frame + 1) / 60.0f;
            REQUIRE(taut_body_set_target(world, body, particle, x) == TAUT_OK);
        }
        CHECK_EQ_INT(step_frames(world, 1, 1.0f / 60.0f, 20), 0);
    }
    CHECK(body_finite(world, body));
    for (int i = 0; i < 64; ++i) {
        REQUIRE(taut_body_unpin(world, body, i) == TAUT_OK);
    }
    CHECK_EQ_INT(step_frames(world, 300, 1.0f / 60.0f, 20), 0);
    double worst = 0.0;
    int volumes = 0;
    taut_blueprint_stats stats = taut_blueprint_get_stats(taut_body_blueprint(world, body));
    for (int i = 0; i < stats.constraints; ++i) {
        taut_constraint_state state;
        REQUIRE(taut_body_constraint(world, body, i, &state) == TAUT_OK);
        if (state.kind == TAUT_CONSTRAINT_VOLUME) {
            double off = fabs((double)(state.value / state.rest));
            worst = off > worst ? off : worst;
            ++volumes;
        }
    }
    CHECK_EQ_INT(volumes, 5 * 27);
    CHECK_MSG(worst < 0.02, "after 5 s a volume is still off by %g of itself", worst);
    taut_world_destroy(world);
}
