// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Gas in closed surfaces and loops: how it presses, what it keeps, and what is refused.

#include "support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

// Vinyl of 0.3 mm as of a beach ball: stiffer than 20 substeps can give.
static taut_balloon_def small_balloon(void)
{
    taut_balloon_def def = taut_balloon_def_default();
    def.frequency = 3;
    def.material = (taut_cloth_material){0.36f, 3000.0f, 3000.0f, 1000.0f, 2.5e-5f, 10.0f, 0.0f};
    def.gauge = 1000.0f;
    return def;
}

static taut_body_id add_balloon(taut_world* world, const taut_balloon_def* def)
{
    taut_builder* builder = new_builder();
    CHECK_EQ_INT(taut_make_balloon(builder, def, NULL), TAUT_OK);
    taut_body_def body = taut_body_def_default();
    body.drag = 3.0f;
    return add_body_def(world, builder, body);
}

static taut_gas_state gas_of(taut_world* world, taut_body_id id)
{
    taut_gas_state state = {0};
    CHECK_EQ_INT(taut_body_gas(world, id, 0, &state), TAUT_OK);
    return state;
}

// A tetrahedron of particles with no links at all: nothing but gas moves it.
static taut_builder* loose_tetrahedron(float gauge)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 2.0f);
    (void)add_particle(builder, 0.0f, 1.2f, 0.0f, 0.5f);
    (void)add_particle(builder, 0.1f, 0.2f, 0.9f, 1.0f);
    static const int corners[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    for (int i = 0; i < 4; ++i) {
        CHECK_EQ_INT(
            taut_builder_add_triangle(builder, corners[i][0], corners[i][1], corners[i][2]),
            TAUT_OK);
    }
    taut_gas_def gas = taut_gas_def_default();
    gas.gauge = gauge;
    CHECK_EQ_INT(taut_builder_add_gas(builder, &gas, NULL), TAUT_OK);
    return builder;
}

// Volume and pressure -----------------------------------------------------------------------------

TEST(volume_of_a_tetrahedron_is_what_geometry_says)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_body(world, loose_tetrahedron(250.0f));
    taut_gas_state gas = gas_of(world, id);
    double volume = 1.0 * 1.2 * 0.9 / 6.0;
    CHECK_NEAR(gas.volume, volume, 1e-7);
    CHECK_NEAR(gas.gauge, 250.0, 1e-6);
    CHECK_NEAR(gas.amount, (101325.0 + 250.0) * volume, 0.01);
    CHECK_EQ_INT(taut_body_gas_count(world, id), 1);
    taut_world_destroy(world);
}

// The slope that particles move along is the derivative of the volume: the impulse on each of them
// in one short substep is h p dV/dx, dV/dx by differences of volumes.
TEST(gas_presses_along_the_derivative_of_the_volume)
{
    const float h = 1e-5f;
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_body(world, loose_tetrahedron(1000.0f));
    taut_vec3 x[4];
    float mass[4];
    for (int i = 0; i < 4; ++i) {
        x[i] = position_of(world, id, i);
        mass[i] = taut_body_mass(world, id, i);
    }
    CHECK_EQ_INT(step_frames(world, 1, h, 1), 0);
    for (int i = 0; i < 4; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            double volume[2];
            for (int side = 0; side < 2; ++side) {
                double y[4][3];
                for (int k = 0; k < 4; ++k) {
                    y[k][0] = (double)x[k].x, y[k][1] = (double)x[k].y, y[k][2] = (double)x[k].z;
                }
                y[i][axis] += side ? 1e-3 : -1e-3;
                double a[3], b[3], c[3];
                for (int k = 0; k < 3; ++k) {
                    a[k] = y[1][k] - y[0][k], b[k] = y[2][k] - y[0][k], c[k] = y[3][k] - y[0][k];
                }
                volume[side] =
                    (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                     a[2] * (b[0] * c[1] - b[1] * c[0])) /
                    6.0;
            }
            double slope = (volume[1] - volume[0]) / 2e-3;
            taut_vec3 v = velocity_of(world, id, i);
            double got = axis == 0 ? (double)v.x : axis == 1 ? (double)v.y : (double)v.z;
            // v is about 1e-3 m/s; what the substep itself changes of p is 1e-5 of it.
            CHECK_NEAR(got * (double)mass[i], (double)h * 1000.0 * slope, 1e-6);
        }
    }
    taut_world_destroy(world);
}

TEST(gas_keeps_momentum_and_turns_nothing)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_body(world, loose_tetrahedron(5000.0f));
    for (int i = 0; i < 30; ++i) {
        (void)step_frames(world, 1, 1e-3f, 4);
        taut_measure m;
        (void)taut_body_measure(world, id, &m);
        double scale = sqrt(2.0 * m.kinetic_energy * 4.5);
        CHECK_MSG(fabs((double)m.momentum.x) + fabs((double)m.momentum.y) +
                          fabs((double)m.momentum.z) <
                      1e-5 * scale + 1e-9,
                  "(%g, %g, %g) beside %g", (double)m.momentum.x, (double)m.momentum.y,
                  (double)m.momentum.z, scale);
    }
    taut_world_destroy(world);
}

// At rest, force for force: what every particle of the skin gets from the gas, it gets from links.
TEST(balloon_at_rest_feels_what_the_gas_law_says)
{
    static const int substeps[] = {8, 20, 60};
    for (int k = 0; k < 3; ++k) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
        taut_balloon_def def = small_balloon();
        def.gauge = 2000.0f;
        taut_body_id id = add_balloon(world, &def);
        CHECK_EQ_INT(step_frames(world, 120, FRAME, substeps[k]), 0);
        taut_gas_state gas = gas_of(world, id);
        CHECK_MSG(fabs(gas.applied / gas.gauge - 1.0) < 0.01, "%g Pa felt, %g Pa by the law",
                  gas.applied, gas.gauge);
        CHECK(gas.gauge > 10.0);
        taut_world_destroy(world);
    }
}

TEST(balloon_in_verlet_worlds_holds_its_volume)
{
    taut_world* world = new_world(TAUT_SOLVER_VERLET, no_gravity);
    taut_balloon_def def = small_balloon();
    taut_body_id id = add_balloon(world, &def);
    double before = gas_of(world, id).volume;
    CHECK_EQ_INT(step_frames(world, 120, FRAME, 4), 0);
    CHECK_NEAR(gas_of(world, id).volume / before, 1.0, 0.02);
    CHECK(body_finite(world, id));
    taut_world_destroy(world);
}

// Pressed flat between two hands it gives way and comes back.
TEST(squeezed_balloon_pushes_back_by_the_law_and_recovers)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_balloon_def def = small_balloon();
    taut_body_id id = add_balloon(world, &def);
    (void)step_frames(world, 60, FRAME, 20);
    double rest = gas_of(world, id).volume;
    int top = 0, bottom = 0;
    for (int i = 1; i < taut_body_positions(world, id).count; ++i) {
        top = position_of(world, id, i).y > position_of(world, id, top).y ? i : top;
        bottom = position_of(world, id, i).y < position_of(world, id, bottom).y ? i : bottom;
    }
    CHECK_EQ_INT(taut_body_pin(world, id, top), TAUT_OK);
    CHECK_EQ_INT(taut_body_pin(world, id, bottom), TAUT_OK);
    taut_vec3 from = position_of(world, id, top);
    for (int i = 1; i <= 30; ++i) {
        taut_vec3 to = {from.x, from.y - 0.006f * (float)i, from.z};
        CHECK_EQ_INT(taut_body_set_target(world, id, top, to), TAUT_OK);
        (void)step_frames(world, 1, FRAME, 20);
    }
    (void)step_frames(world, 60, FRAME, 20);
    taut_gas_state squeezed = gas_of(world, id);
    CHECK_MSG(squeezed.volume < 0.999 * rest, "%g of %g m^3", squeezed.volume, rest);
    taut_reaction up, down;
    CHECK_EQ_INT(taut_body_reaction(world, id, bottom, &up), TAUT_OK);
    CHECK_EQ_INT(taut_body_reaction(world, id, top, &down), TAUT_OK);
    CHECK_MSG(down.force.y < -0.1f && up.force.y > 0.1f, "hands hold %g N and %g N",
              (double)down.force.y, (double)up.force.y);
    CHECK_NEAR(down.force.y, -up.force.y, 0.05 * (double)up.force.y);
    CHECK_EQ_INT(taut_body_unpin(world, id, top), TAUT_OK);
    CHECK_EQ_INT(taut_body_unpin(world, id, bottom), TAUT_OK);
    (void)step_frames(world, 120, FRAME, 20);
    CHECK_NEAR(gas_of(world, id).volume / rest, 1.0, 1e-3);
    taut_world_destroy(world);
}

// Extremes ----------------------------------------------------------------------------------------

static void check_survives(taut_balloon_def def, float dt, int substeps, const char* what)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_balloon(world, &def);
    uint32_t trouble = step_frames(world, 60, dt, substeps);
    CHECK_MSG((trouble & TAUT_STEP_NOT_FINITE) == 0 && body_finite(world, id), "%s", what);
    taut_world_destroy(world);
}

TEST(no_amount_of_gas_is_too_much_or_too_little)
{
    taut_balloon_def def = small_balloon();
    def.gauge = 1e9f;
    check_survives(def, FRAME, 4, "a thousand times a bomb");
    def.gauge = -101325.0f;
    check_survives(def, FRAME, 4, "a vacuum");
    def.gauge = 0.0f;
    def.material.mass_per_area = 1e-4f;
    check_survives(def, FRAME, 1, "next to no skin");
    def.ambient = 0.0f;
    def.gauge = 100.0f;
    check_survives(def, FRAME, 4, "out in space");
    check_survives(def, 1.0f, 1, "a step of a second");
}

// Flat, inside out, all in one point: defined answers, and it comes back to life.
TEST(flat_and_inverted_surfaces_stay_finite)
{
    for (int shape = 0; shape < 3; ++shape) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
        taut_balloon_def def = small_balloon();
        taut_body_id id = add_balloon(world, &def);
        int count = taut_body_positions(world, id).count;
        for (int i = 0; i < count; ++i) {
            taut_vec3 x = position_of(world, id, i);
            taut_vec3 to = {shape == 2 ? 0.0f : x.x, shape == 1 ? -x.y : 0.0f,
                            shape == 2 ? 0.0f : x.z};
            CHECK_EQ_INT(taut_body_pin(world, id, i), TAUT_OK);
            CHECK_EQ_INT(taut_body_set_target(world, id, i, to), TAUT_OK);
        }
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 4), 0);  // all are held: nothing gives way
        taut_gas_state gas = gas_of(world, id);
        CHECK(shape == 1 ? gas.volume < 0.0 : fabs(gas.volume) < 1e-8);
        CHECK(shape != 1 || (isinf(gas.gauge) && gas.gauge > 0.0));
        for (int i = 0; i < count; ++i) {
            CHECK_EQ_INT(taut_body_unpin(world, id, i), TAUT_OK);
        }
        uint32_t trouble = step_frames(world, 120, FRAME, 20);
        CHECK_EQ_INT(trouble & TAUT_STEP_NOT_FINITE, 0);
        CHECK(body_finite(world, id));
        taut_world_destroy(world);
    }
}

TEST(pinned_surface_reports_what_the_gas_presses)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = loose_tetrahedron(1000.0f);
    for (int i = 0; i < 3; ++i) {
        CHECK_EQ_INT(taut_builder_pin(builder, i), TAUT_OK);
    }
    taut_body_id id = add_body(world, builder);
    (void)step_frames(world, 1, 1e-4f, 1);
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        taut_reaction r;
        CHECK_EQ_INT(taut_body_reaction(world, id, i, &r), TAUT_OK);
        sum += (double)r.force.z;
    }
    // The pins exert what the top gains: 1000 Pa times dV/dz, a third of the base's 0.6 m^2.
    CHECK_NEAR(sum, 1000.0 * 0.2, 0.2);
    CHECK_NEAR((double)velocity_of(world, id, 3).z / 1e-4, 200.0, 0.2);
    taut_world_destroy(world);
}

// Changing it -------------------------------------------------------------------------------------

TEST(pressure_can_be_set_and_gas_blown_in_and_out)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_balloon_def def = small_balloon();
    def.gauge = 0.0f;
    taut_body_id id = add_balloon(world, &def);
    CHECK_EQ_INT(taut_body_set_pressure(world, id, 0, 700.0f), TAUT_OK);
    CHECK_NEAR(gas_of(world, id).gauge, 700.0, 1e-6);
    double volume = gas_of(world, id).volume;
    CHECK_EQ_INT(taut_body_inflate(world, id, 0, 0.001f), TAUT_OK);
    CHECK_NEAR(gas_of(world, id).gauge, 700.0 + 101325.0 * (double)0.001f / volume, 1e-3);
    CHECK_EQ_INT(taut_body_inflate(world, id, 0, -1e3f), TAUT_OK);
    CHECK_NEAR(gas_of(world, id).amount, 0.0, 0.0);
    CHECK_NEAR(gas_of(world, id).gauge, -101325.0, 1e-6);
    CHECK_EQ_INT(taut_body_set_ambient(world, id, 0, 0.0f), TAUT_OK);
    CHECK_NEAR(gas_of(world, id).gauge, 0.0, 0.0);
    taut_world_destroy(world);
}

TEST(hole_lets_gas_out_until_pressures_are_equal)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_balloon_def def = small_balloon();
    def.gauge = 4000.0f;
    taut_body_id id = add_balloon(world, &def);
    (void)step_frames(world, 60, FRAME, 20);
    taut_gas_state full = gas_of(world, id);
    CHECK_EQ_INT(taut_body_set_leak(world, id, 0, 1e-5f), TAUT_OK);
    // 0.6 x 1e-5 m^2 x sqrt(2 p / 1.2): in a hundredth of a second, before the pressure has
    // changed.
    (void)step_frames(world, 1, 0.01f, 12);
    double flow = 0.6 * 1e-5 * sqrt(2.0 * full.gauge / 1.2) * 0.01;
    double lost = full.amount - gas_of(world, id).amount;
    CHECK_NEAR(lost / (full.gauge + full.ambient), flow, 0.1 * flow);
    double before = gas_of(world, id).amount;
    for (int i = 0; i < 100; ++i) {
        (void)step_frames(world, 1, FRAME, 20);
        double now = gas_of(world, id).amount;
        CHECK(now <= before);
        before = now;
    }
    CHECK_EQ_INT(taut_body_set_leak(world, id, 0, INFINITY), TAUT_OK);
    (void)step_frames(world, 60, FRAME, 20);
    taut_gas_state empty = gas_of(world, id);
    CHECK_NEAR(empty.gauge, 0.0, 0.01 * full.gauge);
    CHECK(empty.volume < full.volume);
    taut_world_destroy(world);
}

// Loops -------------------------------------------------------------------------------------------

// A ring of 24 particles on a circle of 1 m, joined by soft links.
static taut_builder* ring(float gauge, bool clockwise)
{
    taut_builder* builder = new_builder();
    int loop[24];
    for (int i = 0; i < 24; ++i) {
        double turn = 6.283185307179586 * i / 24.0;
        (void)add_particle(builder, (float)cos(turn), (float)sin(turn), 0.0f, 0.1f);
        loop[i] = clockwise ? 23 - i : i;
    }
    for (int i = 0; i < 24; ++i) {
        (void)add_link(builder, i, (i + 1) % 24, 1e-4f);
    }
    taut_gas_def gas = taut_gas_def_default();
    gas.gauge = gauge;
    gas.loop = loop;
    gas.loop_count = 24;
    taut_result result = taut_builder_add_gas(builder, &gas, NULL);
    CHECK_EQ_INT(result, clockwise ? TAUT_ERROR_BAD_DATA : TAUT_OK);
    return builder;
}

// p r is the pull of a ring, per metre of depth.
TEST(ring_of_gas_in_the_plane_pulls_with_pressure_times_radius)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
    def.planar = true;
    taut_world* world = new_world_from(&def);
    taut_body_def body = taut_body_def_default();
    body.drag = 5.0f;
    taut_body_id id = add_body_def(world, ring(500.0f, false), body);
    CHECK_NEAR(gas_of(world, id).volume, 24.0 * 0.5 * sin(6.283185307179586 / 24.0), 1e-6);
    CHECK_EQ_INT(step_frames(world, 180, FRAME, 60), 0);
    taut_gas_state gas = gas_of(world, id);
    CHECK_NEAR(gas.applied / gas.gauge, 1.0, 0.005);
    taut_constraint_state link;
    CHECK_EQ_INT(taut_body_constraint(world, id, 0, &link), TAUT_OK);
    // Equal forces on the corners of a polygon: the pull is p l / (2 sin(pi / 24)).
    double length = (double)link.rest + (double)link.value;
    double pull =
        gas.gauge * length / (2.0 * sin(3.141592653589793 / 24.0)) * cos(3.141592653589793 / 24.0);
    CHECK_NEAR((double)link.force / pull, 1.0, 0.02);
    taut_world_destroy(world);
}

TEST(loops_belong_in_planes_and_surfaces_in_space)
{
    taut_builder* bad = ring(0.0f, true);
    CHECK(strstr(taut_builder_last_error(bad), "counter-clockwise") != NULL);
    taut_builder_destroy(bad);
    taut_world* space = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_body(space, ring(0.0f, false));
    CHECK(!taut_body_valid(space, id));
    CHECK(strstr(taut_world_last_error(space), "planar") != NULL);
    taut_world_destroy(space);
    taut_world* springs = new_world(TAUT_SOLVER_SPRINGS_SYMPLECTIC, no_gravity);
    taut_balloon_def def = small_balloon();
    id = add_balloon(springs, &def);
    CHECK(!taut_body_valid(springs, id));
    CHECK(strstr(taut_world_last_error(springs), "gas") != NULL);
    taut_world_destroy(springs);
}

// Bits --------------------------------------------------------------------------------------------

static uint64_t balloon_hash(taut_world_def def, taut_precision precision)
{
    taut_world* world = new_world_from(&def);
    taut_builder* builder = new_builder();
    taut_balloon_def balloon = taut_balloon_def_default();
    balloon.frequency = 24;  // 5762 particles in two parts, 11520 triangles in 23 blocks
    CHECK_EQ_INT(taut_make_balloon(builder, &balloon, NULL), TAUT_OK);
    taut_body_def body = taut_body_def_default();
    body.precision = precision;
    (void)add_body_def(world, builder, body);
    CHECK_EQ_INT(step_frames(world, 4, FRAME, 5), 0);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

TEST(gas_gives_the_same_bits_on_any_threads_and_backend)
{
    for (int k = 0; k < 2; ++k) {
        taut_precision precision = k ? TAUT_PRECISION_FINE : TAUT_PRECISION_FAST;
        taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
        def.backend = TAUT_BACKEND_SCALAR;
        uint64_t one = balloon_hash(def, precision);
        def.thread_count = 3;
        CHECK_EQ_U64(balloon_hash(def, precision), one);
        def.backend = TAUT_BACKEND_AUTO;
        CHECK_EQ_U64(balloon_hash(def, precision), one);
    }
}

// Bad input ---------------------------------------------------------------------------------------

static void refuse(taut_builder* builder, const taut_gas_def* def, taut_result result,
                   const char* word)
{
    int index = -7;
    CHECK_EQ_INT(taut_builder_add_gas(builder, def, &index), result);
    CHECK_EQ_INT(index, -7);
    CHECK_MSG(strstr(taut_builder_last_error(builder), word) != NULL, "'%s' does not say '%s'",
              taut_builder_last_error(builder), word);
}

TEST(open_and_badly_wound_surfaces_are_refused)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < 5; ++i) {
        (void)add_particle(builder, (float)(i == 1), (float)(i == 2),
                           (float)(i == 3) - (float)(i == 4), 1.0f);
    }
    taut_gas_def def = taut_gas_def_default();
    refuse(builder, &def, TAUT_ERROR_INVALID, "no triangles");
    (void)taut_builder_add_triangle(builder, 0, 2, 1);
    (void)taut_builder_add_triangle(builder, 0, 1, 3);
    (void)taut_builder_add_triangle(builder, 1, 2, 3);
    refuse(builder, &def, TAUT_ERROR_BAD_DATA, "closed");
    (void)taut_builder_add_triangle(builder, 0, 2, 3);  // should be 2, 0, 3
    refuse(builder, &def, TAUT_ERROR_BAD_DATA, "wound against");
    (void)taut_builder_add_triangle(builder, 2, 0, 3);
    refuse(builder, &def, TAUT_ERROR_BAD_DATA, "closed");  // sides with three triangles
    def.triangle_count = 3;
    refuse(builder, &def, TAUT_ERROR_BAD_DATA, "triangle");
    def.triangle_count = 6;
    refuse(builder, &def, TAUT_ERROR_INVALID, "triangle_count");
    def.triangle_count = 0;
    def.first_triangle = 99;
    refuse(builder, &def, TAUT_ERROR_INVALID, "first_triangle");
    // Inside out.
    def = taut_gas_def_default();
    def.first_triangle = taut_builder_triangle_count(builder);
    (void)taut_builder_add_triangle(builder, 0, 1, 2);
    (void)taut_builder_add_triangle(builder, 0, 3, 1);
    (void)taut_builder_add_triangle(builder, 1, 3, 2);
    (void)taut_builder_add_triangle(builder, 2, 3, 0);
    refuse(builder, &def, TAUT_ERROR_BAD_DATA, "outside");
    taut_builder_destroy(builder);
}

TEST(gas_defs_out_of_range_are_refused)
{
    taut_builder* builder = loose_tetrahedron(0.0f);
    taut_gas_def def = taut_gas_def_default();
    def.gauge = -2e5f;
    refuse(builder, &def, TAUT_ERROR_INVALID, "gauge");
    def.gauge = NAN;
    refuse(builder, &def, TAUT_ERROR_INVALID, "gauge");
    def = taut_gas_def_default();
    def.ambient = INFINITY;
    refuse(builder, &def, TAUT_ERROR_INVALID, "ambient");
    def = taut_gas_def_default();
    def.stamp = 1u;
    refuse(builder, &def, TAUT_ERROR_INVALID, "stamp");
    refuse(builder, NULL, TAUT_ERROR_INVALID, "stamp");
    int loop[4] = {0, 1, 2, 1};
    def = taut_gas_def_default();
    def.loop = loop;
    def.loop_count = 4;
    refuse(builder, &def, TAUT_ERROR_INVALID, "already");
    loop[3] = 9;
    refuse(builder, &def, TAUT_ERROR_INVALID, "no such");
    def.loop_count = 2;
    refuse(builder, &def, TAUT_ERROR_INVALID, "loop_count");
    def.triangle_count = 4;
    refuse(builder, &def, TAUT_ERROR_INVALID, "both");
    CHECK_EQ_INT(taut_builder_add_gas(NULL, &def, NULL), TAUT_ERROR_INVALID);
    taut_builder_destroy(builder);
}

TEST(gas_calls_check_what_they_are_given)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_body(world, loose_tetrahedron(0.0f));
    taut_gas_state state;
    CHECK_EQ_INT(taut_body_gas(world, id, 1, &state), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_gas(world, id, -1, &state), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_gas(world, id, 0, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_pressure(world, id, 0, NAN), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_pressure(world, id, 0, -2e5f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_inflate(world, id, 0, INFINITY), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_ambient(world, id, 0, -1.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_leak(world, id, 0, -1.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_leak(world, id, 0, NAN), TAUT_ERROR_INVALID);
    CHECK_NEAR(gas_of(world, id).gauge, 0.0, 1e-6);
    taut_body_id single = add_single(world, taut_body_def_default());
    CHECK_EQ_INT(taut_body_gas(world, single, 0, &state), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_gas_count(world, single), 0);
    CHECK_EQ_INT(taut_body_destroy(world, id), TAUT_OK);
    CHECK_EQ_INT(taut_body_gas(world, id, 0, &state), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_gas_count(world, id), 0);
    taut_world_destroy(world);
}

// A slit runs on through the taut skin: pressure is gone, all mass is there, and nothing moves
// faster than what was stored in skin and gas can make it.
TEST(cut_balloon_bursts_without_gaining_energy)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, (taut_vec3){0.0f, 0.0f, 0.0f});
    taut_builder* builder = new_builder();
    taut_balloon_def def = small_balloon();
    def.frequency = 6;
    def.gauge = 0.0f;
    def.material.warp_stiffness = 500.0f;
    def.material.strength = 250.0f;
    REQUIRE(taut_make_balloon(builder, &def, NULL) == TAUT_OK);
    taut_body_def body = taut_body_def_default();
    body.tear.spare_particles = 400;
    body.tear.most_breaks = 32;
    taut_body_id id = add_body_def(world, builder, body);
    for (int i = 0; i < 100; ++i) {  // nearly twice its volume
        REQUIRE(i >= 60 || taut_body_inflate(world, id, 0, 5e-4f) == TAUT_OK);
        (void)step_frames(world, 1, FRAME, 20);
    }
    taut_gas_state gas;
    REQUIRE(taut_body_gas(world, id, 0, &gas) == TAUT_OK);
    CHECK(gas.gauge > 300.0 && gas.hole == 0.0);
    double stored = 0.5 * gas.gauge * gas.volume + 0.5 * gas.gauge * gas.volume * 4.0;
    float r = 2.0f * def.radius, half = 0.5f * def.radius;
    const taut_blade blade = {
        {0.01f, -half, 0.0f}, {0.01f, half, 0.0f}, {0.01f, -half, r}, {0.01f, half, r}};
    taut_cut cut;
    REQUIRE(taut_world_cut(world, &blade, &cut) == TAUT_OK);
    CHECK(cut.splits > 0);
    double most = 0.0;
    for (int i = 0; i < 120; ++i) {
        (void)step_frames(world, 1, FRAME, 20);
        taut_measure m;
        REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
        most = fmax(most, m.kinetic_energy);
    }
    CHECK_MSG(most < stored, "%g J from %g J", most, stored);
    REQUIRE(taut_body_gas(world, id, 0, &gas) == TAUT_OK);
    CHECK_MSG(gas.hole > 0.0 && fabs(gas.gauge) < 10.0, "%g Pa, hole %g", gas.gauge, gas.hole);
    taut_world_destroy(world);
}

TEST(balloon_def_out_of_range_is_refused)
{
    taut_builder* builder = new_builder();
    taut_balloon_def def = taut_balloon_def_default();
    def.frequency = 0;
    CHECK_EQ_INT(taut_make_balloon(builder, &def, NULL), TAUT_ERROR_INVALID);
    def.frequency = 2;
    def.radius = -1.0f;
    CHECK_EQ_INT(taut_make_balloon(builder, &def, NULL), TAUT_ERROR_INVALID);
    def.radius = 0.1f;
    def.gauge = -2e5f;
    CHECK_EQ_INT(taut_make_balloon(builder, &def, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_builder_particle_count(builder), 0);
    CHECK_EQ_INT(taut_builder_triangle_count(builder), 0);
    def.gauge = 0.0f;
    taut_part part;
    CHECK_EQ_INT(taut_make_balloon(builder, &def, &part), TAUT_OK);
    CHECK_EQ_INT(part.particle_count, 42);
    CHECK_EQ_INT(taut_builder_triangle_count(builder), 80);
    taut_builder_destroy(builder);
}
