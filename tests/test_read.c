// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Reading back: forces, moments, reactions, normals, interpolation, energies, hashes.

#include "support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

// Forces ------------------------------------------------------------------------------------------

// Weights of 1, 2 and 3 kg hang under each other from a pin; strong drag brings them to rest.
static taut_body_id add_weights_at(taut_world* world, float compliance, float height)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < 4; ++i) {
        (void)add_particle(builder, 0.0f, -0.5f * (float)i, 0.0f, i == 0 ? 1.0f : (float)i);
        if (i > 0) {
            (void)add_link(builder, i - 1, i, compliance);
        }
    }
    (void)taut_builder_pin(builder, 0);
    taut_body_def def = taut_body_def_default();
    def.drag = 10.0f;
    def.offset.y = height;
    return add_body_def(world, builder, def);
}

static taut_body_id add_weights(taut_world* world, float compliance)
{
    return add_weights_at(world, compliance, 0.0f);
}

TEST(tension_of_a_hanging_weight_is_its_weight)
{
    static const float compliances[] = {0.0f, 1e-6f, 1e-4f};
    for (int k = 0; k < 3; ++k) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id = add_weights(world, compliances[k]);
        CHECK_EQ_INT(step_frames(world, 300, FRAME, 20), 0);
        double mean[3] = {0.0, 0.0, 0.0};
        double held = 0.0;
        for (int frame = 0; frame < 120; ++frame) {
            CHECK_EQ_INT(step_frames(world, 1, FRAME, 20), 0);
            float forces[3];
            REQUIRE(taut_body_forces(world, id, 0, 3, forces) == TAUT_OK);
            taut_reaction reaction;
            REQUIRE(taut_body_reaction(world, id, 0, &reaction) == TAUT_OK);
            for (int i = 0; i < 3; ++i) {
                mean[i] += (double)forces[i] / (9.81 * 120.0);
            }
            held += (double)reaction.force.y / (9.81 * 120.0);
            CHECK(reaction.force.x == 0.0f && reaction.tether_force.y == 0.0f);
        }
        static const double below[] = {6.0, 5.0, 3.0};
        for (int i = 0; i < 3; ++i) {
            // The length of a rigid link of 0.5 m is rounded to 3e-8 m, which times mass / h^2 is
            // 0.04 N per kilogram, less by the square root of 120 in the mean.
            CHECK_NEAR(mean[i], below[i], 2e-3 * below[i]);
        }
        CHECK_NEAR(held, 6.0, 1e-3 * 6.0);  // the pin holds the body up
        taut_world_destroy(world);
    }
}

TEST(constraint_state_names_its_particles_and_its_force)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_weights(world, 1e-4f);
    CHECK_EQ_INT(step_frames(world, 30, FRAME, 20), 0);
    float forces[3];
    REQUIRE(taut_body_forces(world, id, 0, 3, forces) == TAUT_OK);
    for (int i = 0; i < 3; ++i) {
        taut_constraint_state state;
        REQUIRE(taut_body_constraint(world, id, i, &state) == TAUT_OK);
        CHECK(state.force == forces[i] && forces[i] > 0.0f);
        CHECK(state.kind == TAUT_CONSTRAINT_DISTANCE);
        CHECK(state.particles[0] == i && state.particles[1] == i + 1);
        CHECK(state.particles[2] == -1 && state.particles[3] == -1);
        CHECK(state.rest == 0.5f);
        // The other link of a particle moves it after this one has been solved.
        CHECK_NEAR(state.value, 1e-4 * (double)forces[i], 0.02 * (double)state.value);
    }
    taut_world_destroy(world);
}

// A body of so few particles is FINE, whose forces taut.h promises to be right to rounding at any
// distance and rate. Half metres are exact in floats up to 2^22 m.
TEST(tension_is_right_at_any_distance_and_rate)
{
    static const float heights[] = {2.0f, 100.0f, 1000.0f};
    static const int substeps[] = {20, 60};
    for (int k = 0; k < 6; ++k) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id = add_weights_at(world, 1e-4f, heights[k % 3]);
        CHECK_EQ_INT(step_frames(world, 240, FRAME, substeps[k / 3]), 0);
        float forces[3];
        REQUIRE(taut_body_forces(world, id, 0, 3, forces) == TAUT_OK);
        taut_reaction reaction;
        REQUIRE(taut_body_reaction(world, id, 0, &reaction) == TAUT_OK);
        CHECK_NEAR(forces[0] / 9.81f, 6.0, 6e-3);  // 0.1 %, what is asked of the chain of twelve
        CHECK_NEAR(forces[1] / 9.81f, 5.0, 5e-3);
        CHECK_NEAR(forces[2] / 9.81f, 3.0, 3e-3);
        CHECK_NEAR(reaction.force.y / 9.81f, 6.0, 6e-3);
        taut_world_destroy(world);
    }
}

TEST(forces_are_positive_when_they_pull_and_negative_when_they_push)
{
    // A weight standing on a strut: the same chain upside down, kept in line by symmetry.
    taut_world* world = new_world(TAUT_SOLVER_XPBD, (taut_vec3){0.0f, 9.81f, 0.0f});
    taut_body_id id = add_weights(world, 1e-5f);
    CHECK_EQ_INT(step_frames(world, 300, FRAME, 20), 0);
    float forces[3];
    REQUIRE(taut_body_forces(world, id, 0, 3, forces) == TAUT_OK);
    // A link of 10 N/mm is read to 3e-8 m of its length: 3 mN.
    CHECK_NEAR(forces[0] / 9.81f, -6.0, 6e-3);
    CHECK_NEAR(forces[2] / 9.81f, -3.0, 3e-3);
    taut_reaction reaction;
    REQUIRE(taut_body_reaction(world, id, 0, &reaction) == TAUT_OK);
    CHECK_NEAR(reaction.force.y / 9.81f, -6.0, 6e-3);
    taut_world_destroy(world);
}

TEST(nothing_is_reported_before_the_first_step)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_weights(world, 1e-4f);
    float force = 1.0f;
    REQUIRE(taut_body_forces(world, id, 0, 1, &force) == TAUT_OK);
    CHECK(force == 0.0f);
    taut_reaction reaction;
    REQUIRE(taut_body_reaction(world, id, 0, &reaction) == TAUT_OK);
    CHECK(same_vec3_bits(reaction.force, no_gravity));
    REQUIRE(taut_body_reaction(world, id, 1, &reaction) == TAUT_OK);  // not a pin: nothing
    CHECK(same_vec3_bits(reaction.force, no_gravity));
    taut_constraint_state state;
    REQUIRE(taut_body_constraint(world, id, 0, &state) == TAUT_OK);
    CHECK(isnan(state.achieved));
    CHECK_NEAR(state.asked, 1e4, 1.0);
    taut_world_destroy(world);
}

// Two pinned particles in a row and a free one: a cantilever of one angle.
TEST(bending_moment_is_the_weight_times_its_lever)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.5f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 2.0f);
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, 1);
    (void)add_link(builder, 1, 2, 0.0f);
    taut_constraint_def angle = taut_constraint_def_default(TAUT_CONSTRAINT_ANGLE);
    for (int k = 0; k < 3; ++k) {
        angle.particles[k] = k;
    }
    angle.compliance = 1e-3f;
    int index = -1;
    REQUIRE(taut_builder_add_constraint(builder, &angle, &index) == TAUT_OK);
    taut_body_def def = taut_body_def_default();
    def.drag = 10.0f;
    taut_body_id id = add_body_def(world, builder, def);
    CHECK_EQ_INT(step_frames(world, 300, FRAME, 20), 0);
    taut_constraint_state state;
    REQUIRE(taut_body_constraint(world, id, index, &state) == TAUT_OK);
    double lever = (double)position_of(world, id, 2).x - 0.5;
    // It turned by M / k = 9.8 mrad, and the lever is shorter by the cosine of it. Rounding of
    // atan2 (7e-7 rad, math/atan2.h) over the 9.8 mrad is 1e-4.
    CHECK_NEAR(state.force, 2.0 * 9.81 * lever, 2e-3 * 9.81);
    CHECK_NEAR(state.value, 2.0 * 9.81 * lever * 1e-3, 2e-5);
    CHECK_NEAR(state.achieved / state.asked, 1.0, 1e-3);
    taut_world_destroy(world);
}

TEST(achieved_stiffness_tells_what_the_solver_gave)
{
    // Many substeps of sweeps give what was asked for; few of them, on a long chain, do not.
    taut_measure fine, coarse;
    for (int k = 0; k < 2; ++k) {
        taut_world_def world_def = world_def_of(TAUT_SOLVER_XPBD, earth);
        world_def.solver.direct = false;
        taut_world* world = new_world_from(&world_def);
        taut_builder* builder = new_builder();
        for (int i = 0; i <= 20; ++i) {
            (void)add_particle(builder, 0.0f, -0.1f * (float)i, 0.0f, 0.5f);
            if (i > 0) {
                (void)add_link(builder, i - 1, i, 1e-5f);
            }
        }
        (void)taut_builder_pin(builder, 0);
        taut_body_def def = taut_body_def_default();
        def.drag = 10.0f;
        taut_body_id id = add_body_def(world, builder, def);
        CHECK_EQ_INT(step_frames(world, 300, FRAME, k == 0 ? 100 : 4), 0);
        REQUIRE(taut_body_measure(world, id, k == 0 ? &fine : &coarse) == TAUT_OK);
        for (int i = 0; i < 20; ++i) {
            taut_constraint_state state;
            REQUIRE(taut_body_constraint(world, id, i, &state) == TAUT_OK);
            CHECK_NEAR(state.achieved, state.force / state.value, 1e-3 * 1e5);
        }
        taut_world_destroy(world);
    }
    CHECK_MSG(fine.worst_achieved > 0.95f && fine.mean_achieved < 1.05f, "%g to %g",
              (double)fine.worst_achieved, (double)fine.mean_achieved);
    CHECK_MSG(coarse.worst_achieved < 0.5f, "%g", (double)coarse.worst_achieved);
    CHECK(coarse.mean_achieved >= coarse.worst_achieved);
}

// Reactions ---------------------------------------------------------------------------------------

TEST(reactions_with_tethers_carry_the_weight_of_a_cloth)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = 8;
    def.rows = 8;
    def.rigid = true;
    def.v = (taut_vec3){0.0f, -1.0f, 0.0f};
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    REQUIRE(taut_builder_pin(builder, 0) == TAUT_OK);
    REQUIRE(taut_builder_pin(builder, 7) == TAUT_OK);
    taut_body_def body = taut_body_def_default();
    body.drag = 5.0f;
    taut_body_id id = add_body_def(world, builder, body);
    CHECK_EQ_INT(step_frames(world, 600, FRAME, 20), 0);
    double weight = 0.0;
    for (int i = 0; i < 64; ++i) {
        weight +=
            taut_body_pinned(world, id, i) ? 0.0 : 9.81 * (double)taut_body_mass(world, id, i);
    }
    taut_reaction left, right;
    REQUIRE(taut_body_reaction(world, id, 0, &left) == TAUT_OK);
    REQUIRE(taut_body_reaction(world, id, 7, &right) == TAUT_OK);
    // At rest to what ten seconds of drag leave.
    CHECK_NEAR(((double)left.force.y + (double)right.force.y) / weight, 1.0, 2e-3);
    CHECK_NEAR(((double)left.force.x + (double)right.force.x) / weight, 0.0, 2e-3);
    CHECK_NEAR((double)left.force.y / weight, 0.5, 0.05);  // nearly symmetric
    CHECK(left.force.x < 0.0f);                            // it pulls outwards
    // Tethers carry a part of it, and the measure knows their sum.
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK(left.tether_force.y > 0.0f && left.tether_force.y < left.force.y);
    CHECK((double)m.tether_force >= (double)left.tether_force.y + (double)right.tether_force.y);
    taut_world_destroy(world);
}

TEST(reaction_of_a_grabbed_particle_is_what_the_hand_holds)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_weights(world, 0.0f);
    REQUIRE(taut_body_grab(world, id, 3) == TAUT_OK);
    REQUIRE(taut_body_unpin(world, id, 0) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 400, FRAME, 20), 0);
    taut_reaction reaction;
    REQUIRE(taut_body_reaction(world, id, 3, &reaction) == TAUT_OK);
    CHECK_NEAR(reaction.force.y / 9.81f, 4.0, 0.02);  // 1 + 1 + 2 kg hang on the hand
    REQUIRE(taut_body_reaction(world, id, 0, &reaction) == TAUT_OK);
    CHECK(same_vec3_bits(reaction.force, no_gravity));
    taut_world_destroy(world);
}

// Momentum ----------------------------------------------------------------------------------------

static taut_body_id add_shaken_cloth(taut_world* world, taut_precision precision, bool pinned)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = 10;
    def.rows = 10;
    def.bend = TAUT_BEND_DIHEDRAL;
    def.particle_mass = 0.01f;
    def.tethers.enabled = false;
    (void)taut_make_cloth(builder, &def, NULL);
    if (pinned) {
        (void)taut_builder_pin(builder, 0);
        (void)taut_builder_pin(builder, 9);
    }
    taut_body_def body = taut_body_def_default();
    body.precision = precision;
    taut_body_id id = add_body_def(world, builder, body);
    taut_test_random r = {51};
    for (int i = 0; i < 100; ++i) {
        taut_vec3 impulse = {0.005f * random_coarse(&r), 0.005f * random_coarse(&r),
                             0.005f * random_coarse(&r)};
        (void)taut_body_add_impulse(world, id, i, impulse);
    }
    return id;
}

TEST(momentum_of_free_particles_is_kept_over_600_frames)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_shaken_cloth(world, TAUT_PRECISION_FINE, false);
    taut_measure before, after;
    REQUIRE(taut_body_measure(world, id, &before) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 600, FRAME, 10), 0);
    REQUIRE(taut_body_measure(world, id, &after) == TAUT_OK);
    // Velocities of up to 1 m/s of 100 particles of 10 g are rounded by up to 6e-8 m/s in each of
    // 6000 substeps: 6e-10 N s x sqrt(600,000) at the most.
    double allowed = 5e-7;
    CHECK_NEAR(after.momentum.x, before.momentum.x, allowed);
    CHECK_NEAR(after.momentum.y, before.momentum.y, allowed);
    CHECK_NEAR(after.momentum.z, before.momentum.z, allowed);
    taut_world_destroy(world);
}

TEST(momentum_changes_by_gravity_and_the_reported_reactions)
{
    for (int k = 0; k < 2; ++k) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_precision precision = k == 0 ? TAUT_PRECISION_FINE : TAUT_PRECISION_FAST;
        taut_body_id id = add_shaken_cloth(world, precision, true);
        double mass = 98.0 * 0.01;
        taut_measure before, after;
        REQUIRE(taut_body_measure(world, id, &before) == TAUT_OK);
        // Velocities of up to 4 m/s are rounded by up to 2.4e-7 in each of 10 substeps. In FAST
        // each of some 12 links of a particle rounds a position of up to 1 m, by 6e-8 m / h
        // = 3.6e-5 m/s. Times 10 g and the square root of 980 of them (980 x 12 in FAST), with a
        // factor of four.
        double allowed = 0.01 * 4.0 * (k == 0 ? 31.0 * 2.4e-7 : 108.0 * 3.6e-5);
        for (int frame = 0; frame < 120; ++frame) {
            CHECK_EQ_INT(step_frames(world, 1, FRAME, 10), 0);
            REQUIRE(taut_body_measure(world, id, &after) == TAUT_OK);
            taut_reaction a, b;
            REQUIRE(taut_body_reaction(world, id, 0, &a) == TAUT_OK);
            REQUIRE(taut_body_reaction(world, id, 9, &b) == TAUT_OK);
            double dt = (double)FRAME;
            double force[3] = {(double)a.force.x + (double)b.force.x,
                               (double)a.force.y + (double)b.force.y - 9.81 * mass,
                               (double)a.force.z + (double)b.force.z};
            double size = sqrt(force[0] * force[0] + force[1] * force[1] + force[2] * force[2]);
            double room = allowed + 1e-6 * size * dt;  // the reaction is a float
            CHECK_NEAR(after.momentum.x - before.momentum.x, force[0] * dt, room);
            CHECK_NEAR(after.momentum.y - before.momentum.y, force[1] * dt, room);
            CHECK_NEAR(after.momentum.z - before.momentum.z, force[2] * dt, room);
            before = after;
        }
        taut_world_destroy(world);
    }
}

// Shape -------------------------------------------------------------------------------------------

TEST(normals_are_unit_vectors_on_the_right_side)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 2.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.0f, 1.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.0f, 0.0f, 1.0f, 1.0f);
    (void)add_particle(builder, 9.0f, 9.0f, 9.0f, 1.0f);              // in no triangle
    REQUIRE(taut_builder_add_triangle(builder, 0, 1, 2) == TAUT_OK);  // normal +z, twice its area 2
    REQUIRE(taut_builder_add_triangle(builder, 0, 2, 3) == TAUT_OK);  // normal +x, 1
    taut_body_id id = add_body(world, builder);
    taut_vec3_view n = taut_body_normals(world, id);
    REQUIRE(n.count == 5);
    CHECK(same_vec3_bits(taut_vec3_at(n, 1), (taut_vec3){0.0f, 0.0f, 1.0f}));
    CHECK(same_vec3_bits(taut_vec3_at(n, 3), (taut_vec3){1.0f, 0.0f, 0.0f}));
    // Weighted by area: (1, 0, 2) / sqrt 5.
    CHECK_NEAR(taut_vec3_at(n, 0).x, 1.0 / sqrt(5.0), 1e-6);
    CHECK_NEAR(taut_vec3_at(n, 0).z, 2.0 / sqrt(5.0), 1e-6);
    CHECK_NEAR(taut_vec3_at(n, 2).z, 2.0 / sqrt(5.0), 1e-6);
    CHECK(same_vec3_bits(taut_vec3_at(n, 4), no_gravity));
    taut_world_destroy(world);
}

// One corner after another, in the order of triangles.
static taut_vec3 plain_normal(const taut_vec3* x, taut_int_view triangles, int particle)
{
    taut_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < triangles.count; ++i) {
        if (triangles.data[i] == particle) {
            const int32_t* t = &triangles.data[i / 3 * 3];
            taut_vec3 o = x[t[0]], a = x[t[1]], b = x[t[2]];
            taut_vec3 u = {a.x - o.x, a.y - o.y, a.z - o.z};
            taut_vec3 v = {b.x - o.x, b.y - o.y, b.z - o.z};
            sum.x += u.y * v.z - u.z * v.y;
            sum.y += u.z * v.x - u.x * v.z;
            sum.z += u.x * v.y - u.y * v.x;
        }
    }
    float length = sqrtf(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z);
    float scale = length > 0.0f ? 1.0f / length : 1.0f;
    return (taut_vec3){sum.x * scale, sum.y * scale, sum.z * scale};
}

#define MOST_CORNERS 40

// Some in no triangle, some in many, some in triangles without area.
static taut_blueprint* bake_triangles(int particles)
{
    taut_builder* builder = new_builder();
    taut_test_random r = {(uint64_t)particles};
    for (int i = 0; i < particles; ++i) {
        (void)add_particle(builder, random_coarse(&r), random_coarse(&r),
                           i % 5 == 0 ? 0.0f : random_coarse(&r), 1.0f);
    }
    for (int i = 0; i < 3 * particles; ++i) {
        int a = random_below(&r, particles);
        int b = (a + 1 + random_below(&r, particles - 2)) % particles;
        int c = random_below(&r, particles);
        if (c != a && c != b && a % 7 != 3 && b % 7 != 3 && c % 7 != 3) {
            (void)taut_builder_add_triangle(builder, a, b, c);
        }
    }
    (void)taut_builder_add_triangle(builder, 0, 1, 2);
    return bake_away(builder);
}

static void check_normals(const taut_blueprint* blueprint, int particles, int backend)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
    def.backend = (taut_backend_kind)backend;
    taut_world* world = new_world_from(&def);
    REQUIRE(world != NULL);
    taut_body_def body = taut_body_def_default();
    body.blueprint = blueprint;
    taut_body_id id;
    REQUIRE(taut_body_create(world, &body, &id) == TAUT_OK);
    taut_vec3 x[MOST_CORNERS];
    for (int i = 0; i < particles; ++i) {
        x[i] = position_of(world, id, i);
    }
    taut_vec3_view n = taut_body_normals(world, id);
    REQUIRE(n.count == particles);
    for (int i = 0; i < particles; ++i) {
        taut_vec3 plain = plain_normal(x, taut_blueprint_triangles(blueprint), i);
        CHECK(same_vec3_bits(taut_vec3_at(n, i), plain));
    }
    taut_world_destroy(world);
}

TEST(normals_are_the_plain_sum_on_every_backend)
{
    for (int particles = 3; particles <= MOST_CORNERS; ++particles) {
        taut_blueprint* blueprint = bake_triangles(particles);
        REQUIRE(blueprint != NULL);
        for (int backend = 0; backend < TAUT_BACKEND_KIND_COUNT; ++backend) {
            if (taut_backend_available((taut_backend_kind)backend)) {
                check_normals(blueprint, particles, backend);
            }
        }
        taut_blueprint_release(blueprint);
    }
}

TEST(interpolation_goes_from_before_to_after_the_step)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_shaken_cloth(world, TAUT_PRECISION_AUTO, true);
    taut_vec3 out[100];
    REQUIRE(taut_body_interpolate(world, id, 0.5f, out, 100) == TAUT_OK);
    CHECK(same_vec3_bits(out[7], position_of(world, id, 7)));  // no step yet: where it is
    CHECK_EQ_INT(step_frames(world, 10, FRAME, 10), 0);
    taut_vec3 before[100];
    for (int i = 0; i < 100; ++i) {
        before[i] = position_of(world, id, i);
    }
    CHECK_EQ_INT(step_frames(world, 1, FRAME, 10), 0);
    for (int k = 0; k <= 4; ++k) {
        float blend = 0.25f * (float)k;
        REQUIRE(taut_body_interpolate(world, id, blend, out, 100) == TAUT_OK);
        for (int i = 0; i < 100; ++i) {
            taut_vec3 after = position_of(world, id, i);
            double expected =
                (1.0 - (double)blend) * (double)before[i].y + (double)blend * (double)after.y;
            CHECK_NEAR(out[i].y, expected, 1.2e-7);  // the spacing of floats below 1 m, twice
            CHECK(k > 0 || same_vec3_bits(out[i], before[i]));
        }
    }
    taut_world_destroy(world);
}

TEST(mass_is_as_built_whether_pinned_or_not)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = new_builder();
    int i = add_particle(builder, 0.0f, 0.0f, 0.0f, 0.25f);
    REQUIRE(taut_builder_add_mass(builder, i, 1.75f) == TAUT_OK);
    REQUIRE(taut_builder_pin(builder, i) == TAUT_OK);
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 3.0f);
    REQUIRE(taut_builder_set_mass(builder, 1, 0.5f) == TAUT_OK);
    taut_body_id id = add_body(world, builder);
    CHECK(taut_body_mass(world, id, 0) == 2.0f);
    CHECK(taut_body_mass(world, id, 1) == 0.5f);
    CHECK(taut_body_mass(world, id, 2) == 0.0f);
    taut_world_destroy(world);
}
