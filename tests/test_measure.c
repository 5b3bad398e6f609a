// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// taut_body_measure() against sums by hand, and the hash of a world.

#include "support.h"
#include "test.h"

#include "world.h"

// Three particles of 1, 2 and 4 kg on a line with links of 1 m rest length, the first 20 % too long
// and soft, the second 10 % too short and rigid.
static taut_body_id add_known(taut_world* world)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.2f, 2.0f, 0.0f, 2.0f);
    (void)add_particle(builder, 1.2f, 2.9f, 0.0f, 4.0f);
    (void)add_particle(builder, 1.2f, 0.0f, 0.0f, 8.0f);
    taut_constraint_def link = taut_link(0, 3);
    link.rest_from_shape = false;
    link.rest = 1.0f;
    link.compliance = 0.01f;
    (void)taut_builder_add_constraint(builder, &link, NULL);
    link.particles[0] = 1;
    link.particles[1] = 2;
    link.compliance = 0.0f;
    (void)taut_builder_add_constraint(builder, &link, NULL);
    (void)taut_builder_pin(builder, 3);
    return add_body(world, builder);
}

TEST(energies_and_momentum_are_the_sums_by_hand)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, (taut_vec3){0.0f, -10.0f, 0.0f});
    taut_body_id id = add_known(world);
    REQUIRE(taut_body_add_impulse(world, id, 0, (taut_vec3){3.0f, 4.0f, 0.0f}) == TAUT_OK);
    REQUIRE(taut_body_add_impulse(world, id, 2, (taut_vec3){0.0f, 0.0f, -2.0f}) == TAUT_OK);
    REQUIRE(taut_body_set_gravity_scale(world, id, 0.5f) == TAUT_OK);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    // Floats of about 1 are rounded by 6e-8; a few of them are added.
    CHECK_NEAR(m.kinetic_energy, 0.5 * 1.0 * 25.0 + 0.5 * 4.0 * 0.25, 1e-6);
    CHECK_NEAR(m.gravity_energy, 5.0 * (2.0 * 2.0 + 4.0 * 2.9), 1e-5);  // pins do not count
    CHECK_NEAR(m.elastic_energy, 0.5 * 0.2 * 0.2 / 0.01, 1e-5);
    CHECK_NEAR(m.momentum.x, 3.0, 1e-6);
    CHECK_NEAR(m.momentum.y, 4.0, 1e-6);
    CHECK_NEAR(m.momentum.z, -2.0, 1e-6);
    CHECK_NEAR(m.max_speed, 5.0, 1e-6);
    taut_world_destroy(world);
}

TEST(stretch_and_compression_are_told_apart)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_known(world);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK_EQ_INT(m.structural_links, 2);
    CHECK_NEAR(m.max_stretch, 0.2, 1e-6);
    CHECK_NEAR(m.mean_stretch, 0.1, 1e-6);  // of 0.2 and 0
    CHECK_NEAR(m.max_compression, 0.1, 1e-6);
    CHECK_NEAR(m.max_rigid_error, 0.1, 1e-6);
    CHECK_NEAR(m.residual, 0.2, 1e-6);  // no force yet: all of C is left
    CHECK(isnan(m.worst_achieved) && isnan(m.mean_achieved));
    CHECK(m.tether_force == 0.0f);
    taut_world_destroy(world);
}

TEST(only_structural_links_count_for_stretch)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 2.0f, 0.0f, 0.0f, 1.0f);
    taut_constraint_def link = taut_link(0, 1);
    link.rest_from_shape = false;
    link.rest = 1.0f;
    link.family = TAUT_FAMILY_SHEAR;
    REQUIRE(taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK);
    taut_body_id id = add_body(world, builder);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK_EQ_INT(m.structural_links, 0);
    CHECK(m.max_stretch == 0.0f && m.mean_stretch == 0.0f && m.max_rigid_error == 0.0f);
    CHECK_NEAR(m.residual, 1.0, 1e-6);
    taut_world_destroy(world);
}

TEST(slack_strings_store_no_energy_and_leave_no_residual)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.5f, 0.0f, 0.0f, 1.0f);
    taut_constraint_def link = taut_link(0, 1);
    link.rest_from_shape = false;
    link.rest = 1.0f;
    link.compliance = 0.1f;
    link.sides = TAUT_SIDES_TENSION;
    REQUIRE(taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK);
    taut_body_id id = add_body(world, builder);
    CHECK_EQ_INT(step_frames(world, 2, 0.01f, 2), 0);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK(m.elastic_energy == 0.0);
    CHECK(m.residual == 0.0f);
    taut_world_destroy(world);
}

TEST(residual_falls_to_rounding_when_a_link_is_solved)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.2f, 0.0f, 0.0f, 1.0f);
    taut_constraint_def link = taut_link(0, 1);
    link.rest_from_shape = false;
    link.rest = 1.0f;
    link.compliance = 1e-3f;
    REQUIRE(taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK);
    taut_body_id id = add_body(world, builder);
    CHECK_EQ_INT(step_frames(world, 1, 1.0f / 60.0f, 10), 0);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK_NEAR(m.residual, 0.0, 1e-6);  // spacing of floats at 1 m, a few of them
    CHECK_NEAR(m.worst_achieved, 1.0, 1e-3);
    CHECK(m.elastic_energy > 0.0);
    taut_world_destroy(world);
}

TEST(energy_of_every_kind_is_value_squared_over_twice_the_compliance)
{
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        if (kind == TAUT_CONSTRAINT_TETHER) {
            continue;  // rigid
        }
        taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
        taut_builder* builder = new_builder();
        (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
        (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 1.0f);
        (void)add_particle(builder, 0.5f, 1.0f, 0.0f, 1.0f);
        (void)add_particle(builder, 0.5f, -0.5f, 0.7f, 1.0f);
        taut_constraint_def def = taut_constraint_def_default((taut_constraint_kind)kind);
        for (int k = 0; k < 4; ++k) {
            def.particles[k] = k;
        }
        def.rest_from_shape = false;
        def.rest = kind == TAUT_CONSTRAINT_ATTACH ? 0.0f : 0.4f;
        def.compliance = 0.02f;
        REQUIRE(taut_builder_add_constraint(builder, &def, NULL) == TAUT_OK);
        taut_body_id id = add_body(world, builder);
        taut_constraint_state state;
        taut_measure m;
        REQUIRE(taut_body_constraint(world, id, 0, &state) == TAUT_OK);
        REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
        double c = (double)state.value;
        CHECK(fabs(c) > 0.05);
        CHECK_NEAR(m.elastic_energy, 0.5 * c * c / (double)0.02f, 1e-9 * m.elastic_energy);
        taut_world_destroy(world);
    }
}

// Hash --------------------------------------------------------------------------------------------

TEST(hash_changes_with_any_position_or_velocity_and_nothing_else)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_world* other = new_world(TAUT_SOLVER_VERLET, (taut_vec3){0.0f, -1.0f, 0.0f});
    taut_body_id id = add_known(world);
    (void)add_known(other);
    uint64_t hash = taut_world_hash(world);
    CHECK_EQ_U64(taut_world_hash(other), hash);
    REQUIRE(taut_body_set_drag(world, id, 1.0f) == TAUT_OK);
    REQUIRE(taut_body_add_force(world, id, 0, (taut_vec3){1.0f, 0.0f, 0.0f}) == TAUT_OK);
    CHECK_EQ_U64(taut_world_hash(world), hash);
    REQUIRE(taut_body_add_impulse(world, id, 2, (taut_vec3){0.0f, 0.0f, 1e-20f}) == TAUT_OK);
    CHECK(taut_world_hash(world) != hash);
    taut_world_destroy(world);
    taut_world_destroy(other);
}

TEST(hash_takes_nan_for_nan_and_minus_zero_for_zero)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_known(world);
    taut_body* body = taut_world_peek(world, id);
    REQUIRE(body != NULL);
    uint64_t plain = taut_world_hash(world);
    body->x[0].x = -0.0f;
    body->v[1].y = -0.0f;
    CHECK_EQ_U64(taut_world_hash(world), plain);
    body->x[0].x = NAN;
    uint64_t with_nan = taut_world_hash(world);
    CHECK(with_nan != plain);
    uint32_t bits = 0xffabcdefu;  // another NaN, negative, with a payload
    memcpy(&body->x[0].x, &bits, sizeof bits);
    CHECK_EQ_U64(taut_world_hash(world), with_nan);
    taut_world_destroy(world);
}

TEST(hash_tells_bodies_apart_by_their_place)
{
    taut_world* a = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_world* b = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_def def = taut_body_def_default();
    (void)add_single(a, def);
    def.offset.x = 1.0f;
    (void)add_single(a, def);
    (void)add_single(b, def);
    def.offset.x = 0.0f;
    (void)add_single(b, def);
    CHECK(taut_world_hash(a) != taut_world_hash(b));
    CHECK(taut_world_hash(NULL) != taut_world_hash(a));
    taut_world_destroy(a);
    taut_world_destroy(b);
}
