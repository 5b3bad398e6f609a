// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How particles move in an XPBD world when no constraint is in the way: gravity, drag, forces,
// impulses, fields, the speed limit, and the plane.

#include "support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

// Gravity and drag --------------------------------------------------------------------------------

TEST(gravity_scale_scales_gravity)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, (taut_vec3){1.0f, -8.0f, 0.5f});
    taut_body_def def = taut_body_def_default();
    taut_body_id plain = add_single(world, def);
    def.gravity_scale = -0.5f;
    taut_body_id scaled = add_single(world, def);
    taut_body_id set = add_single(world, taut_body_def_default());
    REQUIRE(taut_body_set_gravity_scale(world, set, 0.0f) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 64, 1.0f / 64.0f, 4), 0);
    // dt and gravity are sums of few powers of two: the velocities are exact.
    CHECK(same_vec3_bits(velocity_of(world, plain, 0), (taut_vec3){1.0f, -8.0f, 0.5f}));
    CHECK(same_vec3_bits(velocity_of(world, scaled, 0), (taut_vec3){-0.5f, 4.0f, -0.25f}));
    CHECK(same_vec3_bits(velocity_of(world, set, 0), no_gravity));
    taut_world_destroy(world);
}

TEST(set_gravity_acts_from_the_next_step)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_single(world, taut_body_def_default());
    CHECK_EQ_INT(step_frames(world, 1, 0.5f, 1), 0);
    REQUIRE(taut_world_set_gravity(world, (taut_vec3){0.0f, 2.0f, 0.0f}) == TAUT_OK);
    CHECK(taut_world_gravity(world).y == 2.0f);
    CHECK_EQ_INT(step_frames(world, 1, 0.5f, 1), 0);
    CHECK(velocity_of(world, id, 0).y == 1.0f);
    taut_world_destroy(world);
}

// v += h a, x += h v: after n substeps x = a h^2 n (n + 1) / 2. The carried rounding makes
// positions as good as their float spacing wherever they are.
TEST(free_fall_follows_its_recurrence_near_and_far)
{
    static const float heights[] = {2.0f, 100.0f, 1000.0f};
    static const int substeps[] = {20, 60};
    for (int k = 0; k < 6; ++k) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_def def = taut_body_def_default();
        def.offset.y = heights[k % 3];
        def.precision = k < 3 ? TAUT_PRECISION_FAST : TAUT_PRECISION_FINE;
        taut_body_id id = add_single(world, def);
        int count = substeps[k / 3];
        CHECK_EQ_INT(step_frames(world, 60, FRAME, count), 0);
        double h = (double)(FRAME / (float)count);
        double n = 60.0 * count;
        double fallen = (double)9.81f * h * h * n * (n + 1.0) / 2.0;
        double expected = (double)heights[k % 3] - fallen;
        // Velocity is a sum of n roundings of up to 6e-8 x 9.81 m/s: at worst n x 3e-7 m/s, in
        // fact their square root; over one second 2e-5 m. Then the spacing of floats at the place.
        double allowed = 4e-5 + 1.2e-7 * (double)heights[k % 3];
        CHECK_MSG(fabs((double)position_of(world, id, 0).y - expected) < allowed,
                  "from %g m at %d substeps: %.9g, not %.9g", (double)heights[k % 3], count,
                  (double)position_of(world, id, 0).y, expected);
        taut_world_destroy(world);
    }
}

TEST(drag_takes_velocity_down_as_exp_of_minus_drag_t_whatever_the_substeps)
{
    static const int substeps[] = {1, 4, 20, 60};
    for (int k = 0; k < 4; ++k) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
        taut_body_def def = taut_body_def_default();
        def.drag = 2.0f;
        def.velocity = (taut_vec3){1.0f, -2.0f, 3.0f};
        taut_body_id id = add_single(world, def);
        CHECK_EQ_INT(step_frames(world, 60, FRAME, substeps[k]), 0);
        double kept = exp(-2.0 * 60.0 * (double)FRAME);
        // Two roundings per substep, of the factor and of the product: 6e-8 each.
        double allowed = 60.0 * substeps[k] * 1.2e-7;
        CHECK_NEAR((double)velocity_of(world, id, 0).x / kept, 1.0, allowed);
        CHECK_NEAR((double)velocity_of(world, id, 0).y / kept, -2.0, 2.0 * allowed);
        CHECK_NEAR((double)velocity_of(world, id, 0).z / kept, 3.0, 3.0 * allowed);
        taut_world_destroy(world);
    }
}

TEST(set_drag_acts_and_huge_drag_stops)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_def def = taut_body_def_default();
    def.velocity.x = 1.0f;
    taut_body_id id = add_single(world, def);
    CHECK_EQ_INT(step_frames(world, 1, FRAME, 4), 0);
    CHECK(velocity_of(world, id, 0).x == 1.0f);
    REQUIRE(taut_body_set_drag(world, id, 1e30f) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 1, FRAME, 4), 0);
    CHECK(velocity_of(world, id, 0).x == 0.0f);
    taut_world_destroy(world);
}

// Forces and impulses -----------------------------------------------------------------------------

// Particles of 0.5 and 4 kg, not linked.
static taut_body_id add_two(taut_world* world)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 0.5f);
    (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 4.0f);
    return add_body(world, builder);
}

TEST(force_acts_as_mass_times_acceleration_for_one_step)
{
    for (int kind = 0; kind < TAUT_SOLVER_KIND_COUNT; ++kind) {
        if (kind == TAUT_SOLVER_LEGACY) {
            continue;  // has no seconds
        }
        taut_world* world = new_world((taut_solver_kind)kind, no_gravity);
        taut_body_id id = add_two(world);
        REQUIRE(taut_body_add_force(world, id, 0, (taut_vec3){4.0f, 0.0f, 0.0f}) == TAUT_OK);
        REQUIRE(taut_body_add_force(world, id, 1, (taut_vec3){0.0f, 8.0f, 0.0f}) == TAUT_OK);
        REQUIRE(taut_body_add_force(world, id, 1, (taut_vec3){0.0f, 8.0f, -4.0f}) == TAUT_OK);
        CHECK_EQ_INT(step_frames(world, 1, 0.125f, 4), 0);
        // 4 N on 0.5 kg for 1/8 s; 16 N and -4 N on 4 kg: powers of two, exact.
        CHECK(same_vec3_bits(velocity_of(world, id, 0), (taut_vec3){1.0f, 0.0f, 0.0f}));
        CHECK(same_vec3_bits(velocity_of(world, id, 1), (taut_vec3){0.0f, 0.5f, -0.125f}));
        CHECK_EQ_INT(step_frames(world, 1, 0.125f, 4), 0);
        CHECK(same_vec3_bits(velocity_of(world, id, 0), (taut_vec3){1.0f, 0.0f, 0.0f}));
        CHECK(same_vec3_bits(velocity_of(world, id, 1), (taut_vec3){0.0f, 0.5f, -0.125f}));
        taut_world_destroy(world);
    }
}

TEST(force_on_a_pinned_particle_does_nothing)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_two(world);
    REQUIRE(taut_body_pin(world, id, 0) == TAUT_OK);
    REQUIRE(taut_body_add_force(world, id, 0, (taut_vec3){4.0f, 0.0f, 0.0f}) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 1, 0.125f, 4), 0);
    CHECK(same_vec3_bits(position_of(world, id, 0), no_gravity));
    CHECK(same_vec3_bits(velocity_of(world, id, 0), no_gravity));
    taut_world_destroy(world);
}

TEST(impulse_changes_velocity_at_once_in_every_solver)
{
    for (int kind = 0; kind < TAUT_SOLVER_KIND_COUNT; ++kind) {
        if (kind == TAUT_SOLVER_LEGACY) {
            continue;
        }
        taut_world* world = new_world((taut_solver_kind)kind, no_gravity);
        taut_body_id id = add_two(world);
        REQUIRE(taut_body_add_impulse(world, id, 1, (taut_vec3){2.0f, 0.0f, -4.0f}) == TAUT_OK);
        CHECK(same_vec3_bits(velocity_of(world, id, 1), (taut_vec3){0.5f, 0.0f, -1.0f}));
        CHECK_EQ_INT(step_frames(world, 1, 0.25f, 4), 0);
        CHECK(same_vec3_bits(position_of(world, id, 1), (taut_vec3){1.125f, 0.0f, -0.25f}));
        // And once more while it moves.
        REQUIRE(taut_body_add_impulse(world, id, 1, (taut_vec3){2.0f, 0.0f, 0.0f}) == TAUT_OK);
        CHECK(same_vec3_bits(velocity_of(world, id, 1), (taut_vec3){1.0f, 0.0f, -1.0f}));
        CHECK_EQ_INT(step_frames(world, 1, 0.25f, 4), 0);
        CHECK(same_vec3_bits(position_of(world, id, 1), (taut_vec3){1.375f, 0.0f, -0.5f}));
        CHECK(same_vec3_bits(position_of(world, id, 0), no_gravity));
        // A pinned one does not move.
        REQUIRE(taut_body_pin(world, id, 0) == TAUT_OK);
        REQUIRE(taut_body_add_impulse(world, id, 0, (taut_vec3){2.0f, 0.0f, 0.0f}) == TAUT_OK);
        CHECK_EQ_INT(step_frames(world, 1, 0.25f, 4), 0);
        CHECK(same_vec3_bits(position_of(world, id, 0), no_gravity));
        taut_world_destroy(world);
    }
}

// Fields ------------------------------------------------------------------------------------------

typedef struct taut_test_field {
    int calls;
    double time;
    taut_body_id bodies[8];
    bool zeroed;
    float first_x;
} taut_test_field;

static void blow(void* context, taut_body_id body, double time, taut_vec3_view positions,
                 taut_vec3_view velocities, taut_vec3* acceleration)
{
    taut_test_field* field = context;
    field->bodies[field->calls % 8] = body;
    field->calls += 1;
    field->time = time;
    field->first_x = taut_vec3_at(positions, 0).x;
    CHECK_EQ_INT(positions.count, velocities.count);
    for (int i = 0; i < positions.count; ++i) {
        field->zeroed = field->zeroed && same_vec3_bits(acceleration[i], no_gravity);
        acceleration[i] = (taut_vec3){2.0f, 0.0f, taut_vec3_at(velocities, i).x};
    }
}

TEST(field_is_called_once_per_body_and_step_and_accelerates)
{
    taut_test_field field = {.zeroed = true};
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
    def.field = blow;
    def.field_context = &field;
    taut_world* world = new_world_from(&def);
    taut_body_id a = add_two(world);
    taut_body_id b = add_two(world);
    taut_body_id frozen = add_two(world);
    REQUIRE(taut_body_set_frozen(world, frozen, true) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 1, 0.25f, 8), 0);
    CHECK_EQ_INT(field.calls, 2);
    CHECK(field.bodies[0].index1 == a.index1 && field.bodies[1].index1 == b.index1);
    CHECK(field.time == 0.0);
    CHECK(same_vec3_bits(velocity_of(world, a, 1), (taut_vec3){0.5f, 0.0f, 0.0f}));
    CHECK_EQ_INT(step_frames(world, 1, 0.25f, 8), 0);
    CHECK_EQ_INT(field.calls, 4);
    CHECK(field.time == 0.25);
    CHECK(field.first_x > 0.0f);
    CHECK(field.zeroed);
    CHECK(same_vec3_bits(velocity_of(world, b, 0), (taut_vec3){1.0f, 0.0f, 0.125f}));
    taut_world_destroy(world);
}

// The speed limit ---------------------------------------------------------------------------------

static double speed_of(const taut_world* world, taut_body_id id)
{
    return distance_between(velocity_of(world, id, 0), no_gravity);
}

TEST(speed_is_clamped_and_reported_as_often_as_it_happens)
{
    static const taut_solver_kind solvers[] = {TAUT_SOLVER_XPBD, TAUT_SOLVER_VERLET};
    for (int k = 0; k < 2; ++k) {
        taut_world_def def = world_def_of(solvers[k], (taut_vec3){30.0f, -40.0f, 0.0f});
        def.max_speed = 10.0f;
        taut_world* world = new_world_from(&def);
        taut_body_id id = add_single(world, taut_body_def_default());
        taut_step_report report;
        CHECK_EQ_INT(taut_world_step(world, 0.1f, 4, &report), TAUT_OK);  // to 5 m/s
        CHECK_EQ_INT(report.trouble, 0);
        CHECK_EQ_INT(report.clamped_count, 0);
        CHECK_EQ_INT(taut_world_step(world, 0.2f, 4, &report), TAUT_OK);  // 7.5, 10, then too fast
        CHECK_EQ_INT(report.trouble, TAUT_STEP_SPEED_CLAMPED);
        CHECK(report.clamped_count >= 2 && report.clamped_count <= 3);
        CHECK_NEAR(speed_of(world, id), 10.0, 1e-5);  // the roundings of a square root and a ratio
        CHECK_NEAR(velocity_of(world, id, 0).y, -8.0, 1e-5);
        taut_world_destroy(world);
    }
}

TEST(any_speed_is_slowed_to_the_limit_however_large)
{
    static const float speeds[] = {1e3f, 1e10f, 1e18f, 1e20f, 1e30f, 3e38f};
    for (int i = 0; i < 6; ++i) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
        taut_body_def def = taut_body_def_default();
        def.velocity.y = -speeds[i];
        taut_body_id id = add_single(world, def);
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 1), TAUT_STEP_SPEED_CLAMPED);
        // 500 m/s, to the roundings of a square root and a ratio.
        CHECK_MSG(fabs((double)velocity_of(world, id, 0).y + 500.0) < 1e-3, "%g m/s became %g",
                  (double)-speeds[i], (double)velocity_of(world, id, 0).y);
        taut_world_destroy(world);
    }
}

TEST(infinite_max_speed_clamps_nothing)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
    def.max_speed = INFINITY;
    taut_world* world = new_world_from(&def);
    taut_body_def body = taut_body_def_default();
    body.velocity.x = 1e6f;
    taut_body_id id = add_single(world, body);
    CHECK_EQ_INT(step_frames(world, 2, 0.5f, 1), 0);
    CHECK(position_of(world, id, 0).x == 1e6f);
    taut_world_destroy(world);
}

// The plane ---------------------------------------------------------------------------------------

static void slant(void* context, taut_body_id body, double time, taut_vec3_view positions,
                  taut_vec3_view velocities, taut_vec3* acceleration)
{
    (void)context;
    (void)body;
    (void)time;
    (void)velocities;
    for (int i = 0; i < positions.count; ++i) {
        acceleration[i] = (taut_vec3){1.0f, 2.0f, 3.0f};
    }
}

TEST(planar_world_stays_at_z_zero_exactly)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.planar = true;
    def.field = slant;
    taut_world* world = new_world_from(&def);
    taut_builder* builder = new_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.pin_start = true;
    rope.material.bend_stiffness = 1.0f;
    REQUIRE(taut_make_rope(builder, &rope, NULL) == TAUT_OK);
    taut_body_id id = add_body(world, builder);
    REQUIRE(taut_body_valid(world, id));
    for (int frame = 0; frame < 300; ++frame) {
        (void)taut_body_add_force(world, id, 10, (taut_vec3){0.3f, 0.1f, 0.0f});
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 10), 0);
        taut_vec3_view x = taut_body_positions(world, id);
        for (int i = 0; i < x.count; ++i) {
            CHECK(taut_vec3_at(x, i).z == 0.0f && velocity_of(world, id, i).z == 0.0f);
        }
    }
    CHECK(fabsf(position_of(world, id, 32).y) > 0.1f);  // it did move
    taut_world_destroy(world);
}

TEST(planar_world_refuses_what_would_leave_the_plane)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.planar = true;
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_two(world);
    taut_vec3 out = {0.0f, 0.0f, 1.0f};
    CHECK_EQ_INT(taut_body_add_force(world, id, 0, out), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_add_impulse(world, id, 0, out), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_set_gravity(world, out), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_shift_origin(world, out), TAUT_ERROR_INVALID);
    REQUIRE(taut_body_pin(world, id, 0) == TAUT_OK);
    CHECK_EQ_INT(taut_body_set_target(world, id, 0, out), TAUT_ERROR_INVALID);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.5f, 1.0f);
    CHECK(!taut_body_valid(world, add_body(world, builder)));
    CHECK(strstr(taut_world_last_error(world), "z = 0.5") != NULL);
    taut_world_destroy(world);
    def.gravity.z = 1.0f;
    CHECK(new_world_from(&def) == NULL);
}
