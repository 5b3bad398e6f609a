// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Soft bodies: what makers make, what materials come to, and how it moves.

#include "soft_built.h"

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
    CHECK(strstr(taut_builder_last_error(builder), "0.05 x 0.05 x 0.1 m") != NULL);
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
    def.size = (taut_vec3){1.0f, 1.0f, 1.0f};
    def.cells_x = def.cells_y = def.cells_z = 3;
    def.material.damping_time = 0.05f;
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

// A free bar is pulled at both ends and let go. Its slowest way to swing, of angular frequency w,
// must fade at the rate 1/2 damping_time w^2, however finely it is divided.
static void swing(int cells, double* frequency, double* fading)
{
    taut_builder* builder = new_builder();
    taut_jelly_def def = taut_jelly_def_default();
    taut_part part;
    def.size = (taut_vec3){0.1f, 0.4f, 0.1f};
    def.cells_x = def.cells_z = cells;
    def.cells_y = 4 * cells;
    def.material.damping_time = 0.005f;
    def.material.poisson_ratio = 0.3f;
    REQUIRE(taut_make_jelly(builder, &def, &part) == TAUT_OK);
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id body = add_body(world, builder);
    for (int i = 0; i < part.particle_count; ++i) {
        float push = 0.2f * (position_of(world, body, i).y - 0.2f) * taut_body_mass(world, body, i);
        REQUIRE(taut_body_add_impulse(world, body, i, (taut_vec3){0.0f, push, 0.0f}) == TAUT_OK);
    }
    int top = taut_jelly_particle(&part, &def, 0, 4 * cells, 0);
    double before = 0.4, rise = 0.0, first = 0.0, last = 0.0, first_time = 0.0, last_time = 0.0;
    int turns = 0;
    for (int frame = 0; frame < 700; ++frame) {
        (void)step_frames(world, 1, 1.0f / 240.0f, 8);
        double y = (double)position_of(world, body, top).y;
        if (rise > 0.0 && y < before && frame > 80) {  // faster ways have gone by then
            first = turns == 0 ? before - 0.4 : first;
            first_time = turns == 0 ? frame / 240.0 : first_time;
            last = before - 0.4;
            last_time = frame / 240.0;
            ++turns;
        }
        rise = y - before;
        before = y;
    }
    taut_world_destroy(world);
    REQUIRE(turns >= 3);
    *frequency = 6.283185307 * (turns - 1) / (last_time - first_time);
    *fading = log(first / last) / (last_time - first_time);
}

// 17.1 rad/s by the theory of bars: pi / L sqrt(E / density).
TEST(swinging_and_damping_do_not_depend_on_the_cells)
{
    for (int cells = 2; cells <= 4; cells += 2) {
        double w = 0.0, fading = 0.0;
        swing(cells, &w, &fading);
        double due = 0.0025 * w * w;
        // Volumes, which are not damped, hold a twelfth of the strain; substeps lose w^2 h / 2,
        // 0.08 /s.
        CHECK_MSG(fabs(fading / due - 1.0) < 0.15, "%d cells: %g rad/s, fades at %g /s, due %g",
                  cells, w, fading, due);
        CHECK_NEAR(w, 17.13, 0.5);
    }
}
