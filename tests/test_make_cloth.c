// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Cloths from grids: that they are built as documented, and that what is built resists stretching,
// shearing and bending as the material says.

#include "make_energy.h"

#include <math.h>

TEST(cloth_has_the_documented_number_of_links)
{
    static const int sizes[][2] = {{100, 100}, {25, 18}, {2, 2}, {2, 7}, {3, 3}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        taut_builder* builder = new_builder();
        taut_cloth_def def = taut_cloth_def_default();
        int w = sizes[i][0];
        int h = sizes[i][1];
        def.columns = w;
        def.rows = h;
        taut_part part;
        REQUIRE(taut_make_cloth(builder, &def, &part) == TAUT_OK);
        CHECK_EQ_INT(part.particle_count, w * h);
        CHECK_EQ_INT(count_family(builder, TAUT_FAMILY_STRUCTURAL), (w - 1) * h + w * (h - 1));
        CHECK_EQ_INT(count_family(builder, TAUT_FAMILY_SHEAR), 2 * (w - 1) * (h - 1));
        CHECK_EQ_INT(count_family(builder, TAUT_FAMILY_BEND), (w - 2) * h + w * (h - 2));
        CHECK_EQ_INT(builder->triangle_count, 2 * (w - 1) * (h - 1));
        CHECK_EQ_INT(part.constraint_count, builder->constraint_count);
        if (i == 0) {
            CHECK_EQ_INT(part.constraint_count, 59002);
        }
        taut_builder_destroy(builder);
    }
}

TEST(cloth_parts_can_be_left_out)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = 25;
    def.rows = 18;
    def.shear = false;
    def.bend = TAUT_BEND_NONE;
    taut_part first;
    taut_part second;
    REQUIRE(taut_make_cloth(builder, &def, &first) == TAUT_OK);
    CHECK_EQ_INT(first.constraint_count, 857);
    def.structural = false;
    REQUIRE(taut_make_cloth(builder, &def, &second) == TAUT_OK);
    CHECK_EQ_INT(second.constraint_count, 0);
    CHECK_EQ_INT(second.first_particle, 450);
    CHECK_EQ_INT(taut_cloth_particle(&second, 25, 3, 2), 450 + 53);
    taut_builder_destroy(builder);
}

TEST(cloth_links_have_the_lengths_meant_and_come_by_family)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.origin = (taut_vec3){100.0f, 3.0f, -77.0f};  // where distances of positions are off
    def.spacing_u = 0.04f;
    def.spacing_v = 0.06f;
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    static const taut_family order[] = {TAUT_FAMILY_STRUCTURAL, TAUT_FAMILY_SHEAR,
                                        TAUT_FAMILY_BEND};
    int stage = 0;
    for (int i = 0; i < builder->constraint_count; ++i) {
        const taut_built_constraint* c = &builder->constraints[i];
        while (stage < 2 && c->family != order[stage]) {
            ++stage;
        }
        CHECK_EQ_INT(c->family, order[stage]);
        int step = c->particles[1] - c->particles[0];
        bool along_u = step == 1 || step == 2;
        float cells = c->family == TAUT_FAMILY_BEND ? 2.0f : 1.0f;
        float diagonal = (float)sqrt((double)0.04f * (double)0.04f + (double)0.06f * (double)0.06f);
        float side = along_u ? 0.04f * cells : 0.06f * cells;
        CHECK(c->rest == (c->family == TAUT_FAMILY_SHEAR ? diagonal : side));
    }
    taut_builder_destroy(builder);
}

TEST(cloth_weighs_what_its_area_says)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = 5;
    def.rows = 9;
    def.spacing_u = 0.125f;
    def.spacing_v = 0.25f;
    def.material.mass_per_area = 0.5f;
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    double sum = 0.0;
    for (int i = 0; i < builder->particle_count; ++i) {
        sum += (double)builder->particles[i].mass;
    }
    CHECK_NEAR(sum, 0.5 * (4 * 0.125) * (8 * 0.25), ROUNDED);
    float cell = 0.5f * 0.125f * 0.25f;
    CHECK(builder->particles[0].mass == 0.25f * cell);
    CHECK(builder->particles[1].mass == 0.5f * cell);
    CHECK(builder->particles[6].mass == cell);
    def.particle_mass = 0.01f;
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    CHECK(builder->particles[45].mass == 0.01f);
    CHECK(builder->particles[51].mass == 0.01f);
    taut_builder_destroy(builder);
}

static taut_cloth_def oblong_cloth(void)
{
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = 6;
    def.rows = 5;
    def.spacing_u = 0.0625f;  // positions are exact
    def.spacing_v = 0.09375f;
    def.bend = TAUT_BEND_NONE;
    def.material.warp_stiffness = 9000.0f;
    def.material.weft_stiffness = 5000.0f;
    def.material.shear_stiffness = 700.0f;
    return def;
}

// The energy per area of a cloth is 1/2 (K1 e1^2 + K2 e2^2 + 2 G e1 e2 + G g^2).
TEST(cloth_resists_stretch_and_shear_as_its_material_says)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = oblong_cloth();
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    double area = 5 * 0.0625 * 4 * 0.09375;
    double warp = stretch_energy(builder, 1.0, 0.0, 0.0) / (0.5 * area);
    double weft = stretch_energy(builder, 0.0, 1.0, 0.0) / (0.5 * area);
    double shear = stretch_energy(builder, 0.0, 0.0, 1.0) / (0.5 * area);
    double both = stretch_energy(builder, 1.0, 1.0, 0.0) / (0.5 * area);
    CHECK_NEAR(warp, 9000.0, 9000.0 * ENERGY_ROUNDED);
    CHECK_NEAR(weft, 5000.0, 5000.0 * ENERGY_ROUNDED);
    CHECK_NEAR(shear, 700.0, 700.0 * ENERGY_ROUNDED);
    CHECK_NEAR(both, 9000.0 + 5000.0 + 2 * 700.0, 15400.0 * ENERGY_ROUNDED);
    taut_builder_destroy(builder);
}

TEST(cloth_without_diagonals_keeps_its_stiffness_along_the_threads)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = oblong_cloth();
    def.shear = false;
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    double area = 5 * 0.0625 * 4 * 0.09375;
    double warp = stretch_energy(builder, 1.0, 0.0, 0.0) / (0.5 * area);
    CHECK_NEAR(warp, 9000.0, 9000.0 * ENERGY_ROUNDED);
    CHECK_NEAR(stretch_energy(builder, 0.0, 0.0, 1.0), 0.0, 0.0);
    taut_builder_destroy(builder);
}

// Cells nine times as long as wide: the diagonals alone carry 81 G along u. A twentieth stays.
TEST(cloth_of_long_thin_cells_keeps_links_that_hold_it)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = oblong_cloth();
    def.spacing_u = 0.5625f;
    def.spacing_v = 0.0625f;
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    double area = 5 * 0.5625 * 4 * 0.0625;
    double expected = 0.05 * 9000.0 + 81 * 700.0;
    CHECK_NEAR(stretch_energy(builder, 1.0, 0.0, 0.0) / (0.5 * area), expected,
               expected * ENERGY_ROUNDED);
    taut_builder_destroy(builder);
}

static void check_rigid_links_and_soft_hinges(taut_cloth_def def)
{
    taut_builder* builder = new_builder();
    def.bend = TAUT_BEND_DIHEDRAL;
    CHECK_EQ_INT(taut_make_cloth(builder, &def, NULL), TAUT_OK);
    for (int i = 0; i < builder->constraint_count; ++i) {
        const taut_built_constraint* c = &builder->constraints[i];
        CHECK((c->compliance == 0.0f) == (c->kind == TAUT_CONSTRAINT_DISTANCE));
    }
    taut_builder_destroy(builder);
}

TEST(cloth_that_is_rigid_still_bends_as_its_material_says)
{
    taut_cloth_def rigid = oblong_cloth();
    rigid.rigid = true;
    check_rigid_links_and_soft_hinges(rigid);
    taut_cloth_def stiff = oblong_cloth();
    stiff.material.warp_stiffness = INFINITY;
    stiff.material.weft_stiffness = INFINITY;
    stiff.material.shear_stiffness = INFINITY;
    check_rigid_links_and_soft_hinges(stiff);
}

TEST(cloth_with_rigid_skip_links_has_them_even_when_limp)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.material.bend_stiffness = 0.0f;
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    CHECK_EQ_INT(count_family(builder, TAUT_FAMILY_BEND), 0);
    int before = builder->constraint_count;
    def.rigid = true;
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    CHECK_EQ_INT(count_family(builder, TAUT_FAMILY_BEND), 2 * 18 * 20);
    for (int i = before; i < builder->constraint_count; ++i) {
        CHECK(builder->constraints[i].compliance == 0.0f);
    }
    taut_builder_destroy(builder);
}

// Turned by a radian, two links of length a bring their ends a / 4 nearer, to second order; the
// plate stores 1/2 D w / a.
TEST(cloth_skip_links_store_what_the_plate_does_at_one_radian)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = oblong_cloth();
    def.structural = false;
    def.shear = false;
    def.bend = TAUT_BEND_SKIP_LINKS;
    def.material.bend_stiffness = 1e-4f;
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    double a = 0.0625;
    double b = 0.09375;
    // The first link lies on the border, half a cell wide; the first of the second row inside; the
    // links along v come last and end on the other border.
    const taut_built_constraint* c = builder->constraints;
    double border = 0.5 * (a / 4) * (a / 4) / (double)c[0].compliance;
    double inner = 0.5 * (a / 4) * (a / 4) / (double)c[4].compliance;
    double last = 0.5 * (b / 4) * (b / 4) / (double)c[builder->constraint_count - 1].compliance;
    CHECK_NEAR(border, 0.5 * 1e-4 * (b / 2) / a, 1e-4 * ENERGY_ROUNDED);
    CHECK_NEAR(inner, 0.5 * 1e-4 * b / a, 1e-4 * ENERGY_ROUNDED);
    CHECK_NEAR(last, 0.5 * 1e-4 * (a / 2) / b, 1e-4 * ENERGY_ROUNDED);
    taut_builder_destroy(builder);
}

// Bent around either side, the edges between the first and the last column (or row) fold. Bent
// around a diagonal, a plate stores a quarter for each direction and a half for twist, which folds
// every cell.
TEST(cloth_hinges_bend_like_a_plate_around_any_axis)
{
    for (int pattern = 0; pattern < TAUT_DIAGONALS_COUNT; ++pattern) {
        taut_builder* builder = new_builder();
        taut_cloth_def def = oblong_cloth();
        def.bend = TAUT_BEND_DIHEDRAL;
        def.diagonals = (taut_diagonals)pattern;
        def.material.bend_stiffness = 1e-3f;
        REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
        CHECK_EQ_INT(count_family(builder, TAUT_FAMILY_BEND), 5 * 4 + 6 * 3 + 4 * 5);
        double q = 1e-3;
        double plate = 0.5 * (double)1e-3f * q * q;
        double along_u = bend_energy(builder, (double[2]){1.0, 0.0}, q);
        double along_v = bend_energy(builder, (double[2]){0.0, 1.0}, q);
        double cell = 0.0625 * 0.09375;
        // Slopes are at most q times half a metre: angle and slope differ by its square, 3e-7.
        CHECK_NEAR(along_u / (plate * cell * 4 * 4), 1.0, 2e-6);
        CHECK_NEAR(along_v / (plate * cell * 5 * 3), 1.0, 2e-6);
        double half = sqrt(0.5);
        double aslant = bend_energy(builder, (double[2]){half, half}, q);
        double cells = 0.25 * 4 * 4 + 0.25 * 5 * 3 + 0.5 * 5 * 4;
        CHECK_NEAR(aslant / (plate * cell * cells), 1.0, 2e-6);
        taut_builder_destroy(builder);
    }
}

// Twice the area of a triangle seen from above, positive when it runs counter-clockwise.
static double doubled_area(const taut_builder* builder, const int32_t* corner)
{
    double flat[2] = {0.0, 0.0};
    taut_test_point x = bent(builder, corner[0], flat, 0.0);
    return cross(minus(bent(builder, corner[1], flat, 0.0), x),
                 minus(bent(builder, corner[2], flat, 0.0), x))
        .y;
}

TEST(cloth_triangles_face_along_v_cross_u)
{
    for (int pattern = 0; pattern < TAUT_DIAGONALS_COUNT; ++pattern) {
        taut_builder* builder = new_builder();
        taut_cloth_def def = taut_cloth_def_default();  // v x u is up
        def.diagonals = (taut_diagonals)pattern;
        REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
        double area = 0.0;
        int upright = 0;
        for (int i = 0; i < builder->triangle_count; ++i) {
            double doubled = doubled_area(builder, builder->triangles[i].corner);
            upright += doubled > 0.0;
            area += 0.5 * doubled;
        }
        CHECK_EQ_INT(upright, 2 * 19 * 19);
        CHECK_NEAR(area, 0.95 * 0.95, 1e-6);  // 722 triangles with rounded corners
        taut_builder_destroy(builder);
    }
}

// Slanted sides: heights of cells, and so masses, shrink by the sine; diagonals differ.
TEST(cloth_may_be_slanted)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.v = (taut_vec3){0.6f, 0.0f, 0.8f};
    def.particle_mass = 0.0f;
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    double sum = 0.0;
    for (int i = 0; i < builder->particle_count; ++i) {
        sum += (double)builder->particles[i].mass;
    }
    CHECK_NEAR(sum / ((double)def.material.mass_per_area * 0.95 * 0.95 * 0.8), 1.0, 3 * ROUNDED);
    const taut_built_constraint* shear = &builder->constraints[2 * 19 * 20];
    CHECK_NEAR(shear[0].rest, 0.05 * sqrt(1.6 * 1.6 + 0.8 * 0.8), ROUNDED);
    CHECK_NEAR(shear[1].rest, 0.05 * sqrt(0.4 * 0.4 + 0.8 * 0.8), ROUNDED);
    taut_builder_destroy(builder);
}

TEST(cloth_asks_for_tethers_on_all_its_particles)
{
    taut_builder* builder = new_builder();
    taut_chain_def chain = taut_chain_def_default();
    taut_cloth_def def = taut_cloth_def_default();
    REQUIRE(taut_make_chain(builder, &chain, NULL) == TAUT_OK);
    def.tethers.most_pins = 3;
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    def.tethers.enabled = false;
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    for (int i = 0; i < builder->particle_count; ++i) {
        CHECK_EQ_INT(builder->particles[i].tether_most, i >= 12 && i < 412 ? 3 : 0);
    }
    taut_builder_destroy(builder);
}
