// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Where two features meet: tethers under springs, damping far from the origin, forces on frozen
// bodies, planes and user constraints.

#include "support.h"
#include "test.h"

static const taut_vec3 down = {0.0f, -9.81f, 0.0f};

// 1 kg, its pin 1 m above, joined by what `def` says.
static taut_body_id add_hanging(taut_world* world, taut_constraint_def def, float drag)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, -1.0f, 0.0f, 1.0f);
    (void)taut_builder_pin(builder, add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f));
    def.particles[0] = 0;
    def.particles[1] = 1;
    (void)taut_builder_add_constraint(builder, &def, NULL);
    taut_body_def body = taut_body_def_default();
    body.drag = drag;
    return add_body_def(world, builder, body);
}

TEST(spring_tether_pulls_the_same_at_any_substeps)
{
    for (int substeps = 8; substeps <= 32; substeps *= 2) {
        taut_world* world = new_world(TAUT_SOLVER_SPRINGS_SYMPLECTIC, down);
        taut_body_id id =
            add_hanging(world, taut_constraint_def_default(TAUT_CONSTRAINT_TETHER), 20.0f);
        CHECK_EQ_INT(step_frames(world, 240, 1.0f / 60.0f, substeps), 0);
        taut_reaction reaction;
        REQUIRE(taut_body_reaction(world, id, 1, &reaction) == TAUT_OK);
        CHECK_NEAR(reaction.force.y, 9.81, 0.01 * 9.81);  // settled to a per cent
        taut_world_destroy(world);
    }
}

// One step of a strong damper: its force takes energy away and stores none.
TEST(damper_force_is_neither_stored_energy_nor_stiffness)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_constraint_def link = taut_constraint_def_default(TAUT_CONSTRAINT_DISTANCE);
    link.compliance = 0.01f;
    link.damping = 100.0f;
    taut_body_id id = add_hanging(world, link, 0.0f);
    REQUIRE(taut_body_add_impulse(world, id, 0, (taut_vec3){0.0f, -1.0f, 0.0f}) == TAUT_OK);
    REQUIRE(taut_world_step(world, 1e-4f, 1, NULL) == TAUT_OK);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK_MSG(m.elastic_energy < 1e-4, "%g J of 0.5", m.elastic_energy);
    CHECK(isnan(m.worst_achieved));
    taut_world_destroy(world);
}

static double mean_extension(float x)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, down);
    taut_builder* builder = new_builder();
    for (int i = 0; i < 5; ++i) {
        (void)add_particle(builder, x, -0.5f * (float)i, 0.0f, 1.0f);
    }
    (void)taut_builder_pin(builder, 0);
    for (int i = 0; i < 4; ++i) {
        taut_constraint_def link = taut_link(i, i + 1);
        link.compliance = 1e-4f;
        link.damping = 200.0f;
        (void)taut_builder_add_constraint(builder, &link, NULL);
    }
    taut_body_def body = taut_body_def_default();
    body.offset = (taut_vec3){0.0f, x, 0.0f};
    body.drag = 2.0f;
    taut_body_id id = add_body_def(world, builder, body);
    double mean = 0.0;
    for (int frame = 0; frame < 360; ++frame) {
        (void)taut_world_step(world, 1.0f / 60.0f, 60, NULL);
        taut_constraint_state state;
        (void)taut_body_constraint(world, id, 0, &state);
        mean += frame >= 240 ? (double)state.value / 120.0 : 0.0;
    }
    taut_world_destroy(world);
    return mean;
}

TEST(damped_links_hang_alike_near_and_a_kilometre_away)
{
    double near_origin = mean_extension(0.0f);
    // One sweep leaves (1 + gamma) w / alpha = 73 / 1296 of it too soft at this damping.
    CHECK_NEAR(near_origin, 4.0 * 9.81 * 1e-4, 0.06 * near_origin);
    // Positions at 1 km are 6e-5 m apart, so that a reading is; a mean over 120 is a tenth of it.
    CHECK_NEAR(mean_extension(1024.0f), near_origin, 1e-5 + 0.01 * near_origin);
}

TEST(tethers_of_slack_material_are_as_long_as_it_may_become)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, down);
    taut_builder* builder = new_builder();
    for (int i = 0; i < 5; ++i) {
        (void)add_particle(builder, 0.0f, -0.1f * (float)i, 0.0f, 1.0f);
    }
    (void)taut_builder_pin(builder, 0);
    for (int i = 0; i < 4; ++i) {
        taut_constraint_def link = taut_link(i, i + 1);
        link.rest_from_shape = false;
        link.rest = 0.5f;
        link.sides = TAUT_SIDES_TENSION;
        (void)taut_builder_add_constraint(builder, &link, NULL);
    }
    taut_tether_def tethers = taut_tether_def_default();
    REQUIRE(taut_builder_tether(builder, &tethers, 0, 5) == TAUT_OK);
    taut_body_def body = taut_body_def_default();
    body.drag = 3.0f;
    taut_body_id id = add_body_def(world, builder, body);
    CHECK_EQ_INT(step_frames(world, 300, 1.0f / 60.0f, 20), 0);
    CHECK_NEAR(position_of(world, id, 4).y, -2.0, 0.01);
    taut_world_destroy(world);
}

TEST(forces_on_a_frozen_body_do_not_pile_up)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_single(world, taut_body_def_default());
    REQUIRE(taut_body_set_frozen(world, id, true) == TAUT_OK);
    for (int i = 0; i < 100; ++i) {
        (void)taut_body_add_force(world, id, 0, (taut_vec3){1.0f, 0.0f, 0.0f});
        (void)taut_world_step(world, 1.0f / 60.0f, 4, NULL);
    }
    REQUIRE(taut_body_set_frozen(world, id, false) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 1, 1.0f / 60.0f, 4), 0);
    CHECK(velocity_of(world, id, 0).x == 0.0f);
    taut_world_destroy(world);
}

TEST(frozen_body_stands_still_when_drawn)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, down);
    taut_body_id id = add_single(world, taut_body_def_default());
    CHECK_EQ_INT(step_frames(world, 10, 1.0f / 60.0f, 4), 0);
    REQUIRE(taut_body_set_frozen(world, id, true) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 1, 1.0f / 60.0f, 4), 0);
    taut_vec3 before;
    taut_vec3 after;
    REQUIRE(taut_body_interpolate(world, id, 0.0f, &before, 1) == TAUT_OK);
    REQUIRE(taut_body_interpolate(world, id, 1.0f, &after, 1) == TAUT_OK);
    CHECK(same_vec3_bits(before, after));
    taut_world_destroy(world);
}

static bool lift_out_of_the_plane(void* context, int count, const taut_vec3* x, float* value,
                                  taut_vec3* gradient)
{
    (void)context;
    (void)count;
    *value = x[0].z - 1.0f;
    gradient[0] = (taut_vec3){0.0f, 0.0f, 1.0f};
    return true;
}

TEST(nothing_leaves_the_plane_of_a_planar_world)
{
    taut_world_def def = taut_world_def_default();
    def.planar = true;
    taut_world* world = new_world_from(&def);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    taut_user_constraint_def lift = taut_user_constraint_def_default();
    lift.evaluate = lift_out_of_the_plane;
    lift.particle_count = 1;
    REQUIRE(taut_builder_add_user_constraint(builder, &lift, NULL) == TAUT_OK);
    taut_body_id id = add_body(world, builder);
    CHECK_EQ_INT(step_frames(world, 10, 1.0f / 60.0f, 4), 0);
    CHECK(position_of(world, id, 0).z == 0.0f);

    builder = new_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.v = (taut_vec3){0.0f, 1.0f, 0.0f};
    cloth.bend = TAUT_BEND_DIHEDRAL;
    REQUIRE(taut_make_cloth(builder, &cloth, NULL) == TAUT_OK);
    CHECK(!taut_body_valid(world, add_body(world, builder)));
    CHECK(strstr(taut_world_last_error(world), "planar") != NULL);
    taut_world_destroy(world);
}

TEST(shift_of_the_origin_leaves_verlet_its_velocity)
{
    taut_world* world = new_world(TAUT_SOLVER_VERLET, no_gravity);
    taut_body_def body = taut_body_def_default();
    body.velocity = (taut_vec3){0.01f, 0.0f, 0.0f};
    taut_body_id id = add_single(world, body);
    CHECK_EQ_INT(step_frames(world, 10, 1.0f / 60.0f, 1), 0);
    REQUIRE(taut_world_shift_origin(world, (taut_vec3){-64.0f, 0.0f, 0.0f}) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 60, 1.0f / 60.0f, 1), 0);
    // Floats at 64 m are 7.6e-6 m apart, a twentieth of the 1.7e-4 m of a step.
    CHECK_NEAR(velocity_of(world, id, 0).x, 0.01, 0.05 * 0.01);
    taut_world_destroy(world);
}

TEST(loose_strut_is_not_stretched)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_constraint_def strut = taut_constraint_def_default(TAUT_CONSTRAINT_DISTANCE);
    strut.rest_from_shape = false;
    strut.rest = 0.5f;
    strut.sides = TAUT_SIDES_COMPRESSION;
    taut_body_id id = add_hanging(world, strut, 0.0f);
    CHECK_EQ_INT(step_frames(world, 5, 1.0f / 60.0f, 4), 0);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK(m.max_stretch == 0.0f && m.residual == 0.0f);
    taut_world_destroy(world);
}
