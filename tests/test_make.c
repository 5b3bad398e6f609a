// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Ropes, chains, nets and materials. Cloths are in test_make_cloth.c and test_make_mesh.c, bad
// input to all makers in test_make_input.c.

#include "builder.h"
#include "taut/taut_make.h"
#include "test.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// A value computed in double and handed over as one float is off by half a unit in the last place,
// 6e-8 of it; so is a sum of such values.
#define ROUNDED 1e-7

static taut_builder* new_builder(void)
{
    taut_builder* builder = NULL;
    CHECK(taut_builder_create(NULL, &builder, NULL) == TAUT_OK);
    return builder;
}

static double distance(const taut_builder* builder, int i, int k)
{
    taut_vec3 a = taut_builder_position(builder, i);
    taut_vec3 b = taut_builder_position(builder, k);
    double x = (double)a.x - (double)b.x;
    double y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

static double total_mass(const taut_builder* builder)
{
    double sum = 0.0;
    for (int i = 0; i < builder->particle_count; ++i) {
        sum += (double)builder->particles[i].mass;
    }
    return sum;
}

// Ropes -------------------------------------------------------------------------------------------

TEST(rope_has_links_then_corners_in_order)
{
    taut_builder* builder = new_builder();
    taut_rope_def def = taut_rope_def_default();
    def.start = (taut_vec3){1.0f, 2.0f, 3.0f};
    def.end = (taut_vec3){1.0f, 2.0f, 5.0f};
    def.link_count = 5;
    def.tension_only = true;
    taut_part part;
    REQUIRE(taut_make_rope(builder, &def, NULL) == TAUT_OK);
    REQUIRE(taut_make_rope(builder, &def, &part) == TAUT_OK);
    CHECK_EQ_INT(part.first_particle, 6);
    CHECK_EQ_INT(part.particle_count, 6);
    CHECK_EQ_INT(part.first_constraint, 9);
    CHECK_EQ_INT(part.constraint_count, 5 + 4);
    for (int i = 0; i < 5; ++i) {
        const taut_built_constraint* link = &builder->constraints[part.first_constraint + i];
        CHECK_EQ_INT(link->kind, TAUT_CONSTRAINT_DISTANCE);
        CHECK_EQ_INT(link->family, TAUT_FAMILY_STRUCTURAL);
        CHECK_EQ_INT(link->sides, TAUT_SIDES_TENSION);
        CHECK_EQ_INT(link->particles[0], part.first_particle + i);
        CHECK_EQ_INT(link->particles[1], part.first_particle + i + 1);
        CHECK(link->rest == 0.4f);
        CHECK(link->damping_rate == def.material.damping_rate);
    }
    for (int i = 0; i < 4; ++i) {
        const taut_built_constraint* corner = &builder->constraints[part.first_constraint + 5 + i];
        CHECK_EQ_INT(corner->kind, TAUT_CONSTRAINT_ANGLE);
        CHECK_EQ_INT(corner->family, TAUT_FAMILY_BEND);
        CHECK_EQ_INT(corner->particles[0], part.first_particle + i);
        CHECK_EQ_INT(corner->particles[2], part.first_particle + i + 2);
        CHECK(corner->rest == 0.0f);
    }
    taut_builder_destroy(builder);
}

TEST(rope_weighs_what_its_material_says)
{
    taut_builder* builder = new_builder();
    taut_rope_def def = taut_rope_def_default();
    def.length = 3.0f;
    def.link_count = 6;
    def.material.mass_per_metre = 0.5f;
    def.end_mass = 10.0f;
    def.pin_start = true;
    REQUIRE(taut_make_rope(builder, &def, NULL) == TAUT_OK);
    CHECK_NEAR(total_mass(builder), 0.5 * 3.0 + 10.0, 11.5 * ROUNDED);
    CHECK(builder->particles[0].mass == 0.125f);  // half a link of 0.5 m
    CHECK(builder->particles[1].mass == 0.25f);
    CHECK(builder->particles[6].mass == 10.125f);
    CHECK(builder->particles[0].pinned);
    CHECK(!builder->particles[6].pinned);
    taut_builder_destroy(builder);
}

// Links in a row add their compliances, corners in a row too: both must come to the rope's own.
TEST(rope_gives_the_same_however_it_is_divided)
{
    static const int counts[] = {1, 2, 7, 10, 80, 1000};
    for (size_t n = 0; n < sizeof counts / sizeof counts[0]; ++n) {
        taut_builder* builder = new_builder();
        taut_rope_def def = taut_rope_def_default();
        def.end = (taut_vec3){2.5f, 0.0f, 0.0f};
        def.link_count = counts[n];
        def.material.stretch_stiffness = 900.0f;
        def.material.bend_stiffness = 0.02f;
        REQUIRE(taut_make_rope(builder, &def, NULL) == TAUT_OK);
        double stretch = 0.0;
        double bend = 0.0;
        for (int i = 0; i < builder->constraint_count; ++i) {
            const taut_built_constraint* c = &builder->constraints[i];
            *(c->kind == TAUT_CONSTRAINT_DISTANCE ? &stretch : &bend) += (double)c->compliance;
        }
        CHECK_NEAR(stretch, 2.5 / 900.0, 2.5 / 900.0 * ROUNDED);
        // The two half links at the ends have no corner.
        double bent = 2.5 * (counts[n] - 1) / counts[n] / (double)0.02f;
        CHECK_NEAR(bend, bent, bent * ROUNDED);
        taut_builder_destroy(builder);
    }
}

TEST(rope_that_is_inextensible_and_limp_has_rigid_links_and_no_corners)
{
    taut_builder* builder = new_builder();
    taut_rope_def def = taut_rope_def_default();
    def.material.stretch_stiffness = INFINITY;
    def.material.bend_stiffness = 0.0f;
    REQUIRE(taut_make_rope(builder, &def, NULL) == TAUT_OK);
    CHECK_EQ_INT(builder->constraint_count, def.link_count);
    for (int i = 0; i < builder->constraint_count; ++i) {
        CHECK(builder->constraints[i].compliance == 0.0f);
    }
    taut_builder_destroy(builder);
}

// Every link at its rest length, ends where they were asked for.
static void check_zigzag(const taut_rope_def* def)
{
    taut_builder* builder = new_builder();
    CHECK_EQ_INT(taut_make_rope(builder, def, NULL), TAUT_OK);
    CHECK_EQ_INT(builder->particle_count, def->link_count + 1);
    taut_vec3 first = taut_builder_position(builder, 0);
    taut_vec3 last = taut_builder_position(builder, def->link_count);
    CHECK(first.x == def->start.x && first.y == def->start.y && first.z == def->start.z);
    CHECK(last.x == def->end.x && last.y == def->end.y && last.z == def->end.z);
    for (int i = 0; i < def->link_count; ++i) {
        double rest = (double)builder->constraints[i].rest;
        CHECK_NEAR(rest, (double)def->length / def->link_count, rest * ROUNDED);
        // Coordinates below 32 m round by at most 9.6e-7 m each, six of them.
        CHECK_NEAR(distance(builder, i, i + 1), rest, 6 * 9.6e-7);
    }
    taut_builder_destroy(builder);
}

TEST(rope_with_length_to_spare_zigzags_at_its_rest_length)
{
    static const float lengths[] = {2.0001f, 2.5f, 4.0f, 40.0f};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; ++i) {
        for (int count = 2; count < 12; ++count) {
            taut_rope_def def = taut_rope_def_default();
            def.start = (taut_vec3){-1.0f, 1.5f, 0.25f};
            def.end = (taut_vec3){1.0f, 1.5f, 0.25f};
            def.length = lengths[i];
            def.link_count = count;
            check_zigzag(&def);
            def.sag_direction = (taut_vec3){-3.0f, 0.0f, 0.0f};  // along the chord
            check_zigzag(&def);
            def.end = def.start;
            check_zigzag(&def);
        }
    }
}

TEST(rope_zigzags_towards_the_sag_direction)
{
    taut_builder* builder = new_builder();
    taut_rope_def def = taut_rope_def_default();
    def.length = 2.0f;
    def.link_count = 4;
    REQUIRE(taut_make_rope(builder, &def, NULL) == TAUT_OK);
    // Links of 0.5 m over steps of 0.25 m.
    double rise = sqrt(0.5 * 0.5 - 0.25 * 0.25);
    for (int i = 0; i <= 4; ++i) {
        taut_vec3 x = taut_builder_position(builder, i);
        CHECK_NEAR(x.x, 0.25 * i, 0.0);
        CHECK_NEAR(x.y, i % 2 != 0 ? -rise : 0.0, ROUNDED);
        CHECK(x.z == 0.0f);
    }
    taut_builder_destroy(builder);
}

TEST(rope_of_one_link_starts_no_longer_than_its_rest_length)
{
    taut_builder* builder = new_builder();
    taut_rope_def def = taut_rope_def_default();
    def.length = 2.0f;
    def.link_count = 1;
    REQUIRE(taut_make_rope(builder, &def, NULL) == TAUT_OK);
    CHECK_NEAR(distance(builder, 0, 1), 1.0, 0.0);
    CHECK(builder->constraints[0].rest == 2.0f);
    taut_builder_destroy(builder);
}

TEST(rope_may_not_be_shorter_than_its_chord)
{
    taut_builder* builder = new_builder();
    taut_rope_def def = taut_rope_def_default();
    def.length = 0.999f;
    CHECK_EQ_INT(taut_make_rope(builder, &def, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(builder), "taut_rope_def.length is 0.999") != NULL);
    def.length = nextafterf(1.0f, 0.0f);  // one rounding short: meant as 1
    CHECK_EQ_INT(taut_make_rope(builder, &def, NULL), TAUT_OK);
    def.length = 0.0f;
    def.end = def.start;
    CHECK_EQ_INT(taut_make_rope(builder, &def, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(builder), "taut_rope_def.length is 0") != NULL);
    taut_builder_destroy(builder);
}

// Chains and nets ---------------------------------------------------------------------------------

TEST(chain_has_equal_weights_and_links)
{
    taut_builder* builder = new_builder();
    taut_chain_def def = taut_chain_def_default();
    def.start = (taut_vec3){0.0f, 2.0f, 0.0f};
    def.compliance = 1e-4f;
    taut_part part;
    REQUIRE(taut_make_chain(builder, &def, &part) == TAUT_OK);
    CHECK_EQ_INT(part.particle_count, 12);
    CHECK_EQ_INT(part.constraint_count, 11);
    for (int i = 0; i < 12; ++i) {
        CHECK(builder->particles[i].mass == 1.0f);
        CHECK(builder->particles[i].pinned == (i == 0));
        CHECK(builder->particles[i].position.x == (float)(i * (double)0.2f));
        CHECK(builder->particles[i].position.y == 2.0f);
    }
    for (int i = 0; i < 11; ++i) {
        CHECK(builder->constraints[i].rest == 0.2f);
        CHECK(builder->constraints[i].compliance == 1e-4f);
        CHECK_EQ_INT(builder->constraints[i].particles[0], i);
        CHECK_EQ_INT(builder->constraints[i].particles[1], i + 1);
    }
    taut_builder_destroy(builder);
}

TEST(net_is_knots_then_strings)
{
    taut_builder* builder = new_builder();
    taut_net_def def = taut_net_def_default();
    def.columns = 3;
    def.rows = 2;
    def.links_per_side = 3;
    def.mesh_size = 0.3f;
    taut_part part;
    REQUIRE(taut_make_net(builder, &def, &part) == TAUT_OK);
    int strings = 2 * 2 + 3 * 1;
    CHECK_EQ_INT(part.particle_count, 3 * 2 + strings * 2);
    CHECK_EQ_INT(part.constraint_count, strings * 3);
    double metre = (double)def.material.mass_per_metre;
    CHECK_NEAR(total_mass(builder), metre * strings * 0.3, ROUNDED);
    // A corner knot ends two strings, the knot between two corners three.
    CHECK_NEAR(builder->particles[0].mass, metre * 0.1, metre * ROUNDED);
    CHECK_NEAR(builder->particles[1].mass, metre * 0.15, metre * ROUNDED);
    // The first string joins knots 0 and 1 over particles 6 and 7, the last 2 and 5 over 18, 19.
    static const int ends[][3] = {{0, 0, 6}, {1, 6, 7}, {2, 7, 1}, {18, 2, 18}, {20, 19, 5}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; ++i) {
        CHECK_EQ_INT(builder->constraints[ends[i][0]].particles[0], ends[i][1]);
        CHECK_EQ_INT(builder->constraints[ends[i][0]].particles[1], ends[i][2]);
    }
    double compliance = (double)def.mesh_size / 3.0 / (double)def.material.stretch_stiffness;
    for (int i = 0; i < builder->constraint_count; ++i) {
        const taut_built_constraint* c = &builder->constraints[i];
        CHECK_EQ_INT(c->sides, TAUT_SIDES_TENSION);
        CHECK_NEAR(c->compliance, compliance, compliance * ROUNDED);
        CHECK_NEAR(distance(builder, c->particles[0], c->particles[1]), c->rest, ROUNDED);
    }
    taut_builder_destroy(builder);
}

TEST(net_without_particles_between_knots_is_a_grid)
{
    taut_builder* builder = new_builder();
    taut_net_def def = taut_net_def_default();
    REQUIRE(taut_make_net(builder, &def, NULL) == TAUT_OK);
    CHECK_EQ_INT(builder->particle_count, 100);
    CHECK_EQ_INT(builder->constraint_count, 9 * 10 + 10 * 9);
    taut_builder_destroy(builder);
}

// Materials ---------------------------------------------------------------------------------------

TEST(materials_are_found_by_the_names_they_are_listed_under)
{
    int count = 0;
    for (; taut_rope_material_name(count) != NULL; ++count) {
        taut_rope_material material = {0};
        CHECK(taut_rope_material_find(taut_rope_material_name(count), &material));
        CHECK(material.mass_per_metre > 0.0f && material.stretch_stiffness > 0.0f);
        CHECK(material.bend_stiffness > 0.0f && material.damping_rate >= 0.0f);
    }
    CHECK_EQ_INT(count, 5);
    int cloths = 0;
    for (; taut_cloth_material_name(cloths) != NULL; ++cloths) {
        taut_cloth_material material = {0};
        CHECK(taut_cloth_material_find(taut_cloth_material_name(cloths), &material));
        CHECK(material.mass_per_area > 0.0f && material.warp_stiffness > 0.0f);
        CHECK(material.weft_stiffness > 0.0f && material.shear_stiffness > 0.0f);
        CHECK(material.bend_stiffness > 0.0f && material.damping_rate >= 0.0f);
    }
    CHECK_EQ_INT(cloths, 4);
    CHECK(taut_rope_material_name(-1) == NULL);
    CHECK(taut_cloth_material_name(INT_MAX) == NULL);
}

TEST(materials_that_are_unknown_leave_the_answer_alone)
{
    taut_rope_material rope = {.mass_per_metre = 7.0f};
    CHECK(!taut_rope_material_find("spaghetti", &rope));
    CHECK(!taut_rope_material_find(NULL, &rope));
    CHECK(rope.mass_per_metre == 7.0f);
    CHECK(!taut_rope_material_find("nylon-rope", NULL));
    taut_cloth_material cloth = {.mass_per_area = 7.0f};
    CHECK(!taut_cloth_material_find("lasagne", &cloth));
    CHECK(!taut_cloth_material_find(NULL, &cloth));
    CHECK(cloth.mass_per_area == 7.0f);
    CHECK(!taut_cloth_material_find("silk", NULL));
}

// The figures a reader may check by hand: a round wire from its modulus, density and diameter.
TEST(materials_of_aluminium_follow_from_the_metal)
{
    taut_rope_material wire;
    REQUIRE(taut_rope_material_find("aluminium-wire", &wire));
    double radius = 0.0015;
    double area = 3.14159265358979 * radius * radius;
    // The table has three digits.
    CHECK_NEAR((double)wire.mass_per_metre / (2700.0 * area), 1.0, 0.005);
    CHECK_NEAR((double)wire.stretch_stiffness / (69e9 * area), 1.0, 0.005);
    CHECK_NEAR((double)wire.bend_stiffness / (69e9 * area * radius * radius / 4.0), 1.0, 0.005);
}
