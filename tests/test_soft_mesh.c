// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Soft bodies that fill meshes, also meshes that are not as they should be.

#include "soft_built.h"
#include "soft_shapes.h"

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
