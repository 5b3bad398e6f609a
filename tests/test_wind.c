// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Wind: what air does to triangles and ropes, what blows where, and what is refused.

#include "windy.h"

#define FRAME (1.0f / 60.0f)

// A triangle of 1/2 m^2 and 3 kg in the plane z = 0, held together by rods. `turned` lists its
// corners the other way round.
static taut_body_id add_plate(taut_world* world, bool turned, taut_vec3 velocity)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.0f, 1.0f, 0.0f, 1.0f);
    for (int i = 0; i < 3; ++i) {
        (void)add_link(builder, i, (i + 1) % 3, 0.0f);
    }
    CHECK_EQ_INT(taut_builder_add_triangle(builder, 0, turned ? 2 : 1, turned ? 1 : 2), TAUT_OK);
    taut_body_def def = taut_body_def_default();
    def.velocity = velocity;
    return add_body_def(world, builder, def);
}

static taut_vec3 middle_velocity(const taut_world* world, taut_body_id id)
{
    taut_vec3 a = velocity_of(world, id, 0), b = velocity_of(world, id, 1);
    taut_vec3 c = velocity_of(world, id, 2);
    return (taut_vec3){(a.x + b.x + c.x) / 3.0f, (a.y + b.y + c.y) / 3.0f,
                       (a.z + b.z + c.z) / 3.0f};
}

static taut_air_def air_of(float drag, float lift, float friction)
{
    taut_air_def air = taut_air_def_default();
    air.drag = drag;
    air.lift = lift;
    air.friction = friction;
    return air;
}

// Acceleration of a plate that stands still, over a short substep.
static taut_vec3 plate_acceleration(taut_wind_def wind, taut_air_def air, bool turned)
{
    taut_world* world = windy_world(TAUT_SOLVER_XPBD, no_gravity, wind);
    taut_body_id id = add_plate(world, turned, no_gravity);
    CHECK_EQ_INT(taut_body_set_air(world, id, &air), TAUT_OK);
    float h = 1e-4f;
    (void)step_frames(world, 1, h, 1);
    taut_vec3 v = middle_velocity(world, id);
    taut_world_destroy(world);
    return (taut_vec3){v.x / h, v.y / h, v.z / h};
}

// Forces on surfaces ------------------------------------------------------------------------------

// 1/2 x 1.225 x 0.5 m^2 x 10^2 over 3 kg, for a coefficient of 1; a substep of 1e-4 s and rounding
// leave less than a thousandth.
#define UNIT (0.5 * 1.225 * 0.5 * 100.0 / 3.0)

TEST(flow_across_a_plate_presses_by_its_drag)
{
    taut_vec3 a = plate_acceleration(uniform(0.0f, 0.0f, 10.0f), air_of(1.2f, 0.7f, 0.0f), false);
    CHECK_NEAR(a.z, 1.2 * UNIT, 0.002 * UNIT);
    CHECK_NEAR(a.x, 0.0, 1e-4);
    CHECK_NEAR(a.y, 0.0, 1e-4);
}

// At an angle whose sine is 0.6 and cosine 0.8: drag sin^2 along the flow, lift sin cos across it.
TEST(flow_at_an_angle_gives_drag_and_lift)
{
    taut_vec3 a = plate_acceleration(uniform(8.0f, 0.0f, 6.0f), air_of(1.2f, 0.7f, 0.0f), false);
    double drag = 1.2 * 0.36 * UNIT, lift = 0.7 * 0.48 * UNIT;
    CHECK_NEAR(a.x, 0.8 * drag - 0.6 * lift, 0.002 * UNIT);
    CHECK_NEAR(a.z, 0.6 * drag + 0.8 * lift, 0.002 * UNIT);
}

TEST(equal_drag_and_lift_press_along_the_normal)
{
    taut_vec3 a = plate_acceleration(uniform(8.0f, 0.0f, 6.0f), air_of(1.2f, 1.2f, 0.0f), false);
    CHECK_NEAR(a.x, 0.0, 0.002 * UNIT);
    CHECK_NEAR(a.z, 1.2 * 0.6 * UNIT, 0.002 * UNIT);
}

TEST(flow_along_a_plate_drags_by_friction_alone)
{
    taut_vec3 a = plate_acceleration(uniform(0.0f, 10.0f, 0.0f), air_of(1.2f, 1.2f, 0.05f), false);
    CHECK_NEAR(a.y, 0.05 * UNIT, 0.002 * UNIT);
    CHECK_NEAR(a.z, 0.0, 1e-4);
}

TEST(both_faces_feel_the_same_bits)
{
    taut_air_def air = air_of(1.2f, 0.9f, 0.05f);
    taut_vec3 front = plate_acceleration(uniform(3.0f, -2.0f, 6.0f), air, false);
    taut_vec3 back = plate_acceleration(uniform(3.0f, -2.0f, 6.0f), air, true);
    CHECK_NEAR(front.x, back.x, 1e-3 * UNIT);  // corners add up in another order
    CHECK_NEAR(front.y, back.y, 1e-3 * UNIT);
    CHECK_NEAR(front.z, back.z, 1e-3 * UNIT);
    taut_vec3 other = plate_acceleration(uniform(3.0f, -2.0f, -6.0f), air, false);
    CHECK(same_bits(other.z, -front.z));
    CHECK(same_bits(other.x, front.x));
}

// A sheet a thousand times too light for its substep: the air carries it along, and that is all.
TEST(air_never_turns_the_relative_velocity_round)
{
    for (float speed = 1.0f; speed < 2e3f; speed *= 10.0f) {
        taut_world* world = windy_world(TAUT_SOLVER_XPBD, no_gravity, uniform(0.0f, 0.0f, speed));
        CHECK_EQ_INT(taut_world_set_air_density(world, 1e5f), TAUT_OK);
        taut_body_id id = add_plate(world, false, no_gravity);
        for (int i = 0; i < 10; ++i) {
            CHECK_EQ_INT(step_frames(world, 1, FRAME, 1) & TAUT_STEP_NOT_FINITE, 0);
            float v = middle_velocity(world, id).z;
            CHECK_MSG(v >= 0.0f && v <= speed * 1.0001f, "%g in a wind of %g", (double)v,
                      (double)speed);
        }
        taut_world_destroy(world);
    }
}

TEST(moving_with_the_wind_is_stillness)
{
    taut_world* world = windy_world(TAUT_SOLVER_XPBD, no_gravity, uniform(2.0f, 1.0f, 4.0f));
    taut_body_id id = add_plate(world, false, (taut_vec3){2.0f, 1.0f, 4.0f});
    (void)step_frames(world, 10, FRAME, 20);
    taut_vec3 v = middle_velocity(world, id);
    CHECK_NEAR(v.x, 2.0, 1e-5);  // rounding of what the links do
    CHECK_NEAR(v.y, 1.0, 1e-5);
    CHECK_NEAR(v.z, 4.0, 1e-5);
    taut_world_destroy(world);
}

// Ropes -------------------------------------------------------------------------------------------

// A rope along x in cross flow: 1/2 x 1.225 x 1.1 x 0.01 m x 1 m x 10^2 on 0.062 kg.
static double rope_push(taut_wind_def wind, int axis)
{
    taut_world* world = windy_world(TAUT_SOLVER_XPBD, no_gravity, wind);
    taut_builder* builder = new_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.link_count = 10;
    CHECK_EQ_INT(taut_make_rope(builder, &rope, NULL), TAUT_OK);
    taut_body_id id = add_body(world, builder);
    float h = 1e-4f;
    (void)step_frames(world, 1, h, 1);
    double sum = 0.0;
    for (int i = 0; i <= 10; ++i) {
        taut_vec3 v = velocity_of(world, id, i);
        double along = axis == 0 ? (double)v.x : axis == 1 ? (double)v.y : (double)v.z;
        sum += (double)taut_body_mass(world, id, i) * along / (double)h;
    }
    taut_world_destroy(world);
    return sum;
}

TEST(rope_feels_the_flow_across_it)
{
    double unit = 0.5 * 1.225 * 0.01 * 100.0;
    CHECK_NEAR(rope_push(uniform(0.0f, 10.0f, 0.0f), 1), 1.1 * unit, 0.005 * unit);
    CHECK_NEAR(rope_push(uniform(0.0f, 0.0f, -10.0f), 2), -1.1 * unit, 0.005 * unit);
    // Along it there is friction on its whole skin, pi times as wide as it is thick.
    CHECK_NEAR(rope_push(uniform(10.0f, 0.0f, 0.0f), 0), 0.02 * 3.14159 * unit, 0.001 * unit);
    // And flow along it leaves what flows across as it is.
    CHECK_NEAR(rope_push(uniform(7.0f, 10.0f, 0.0f), 1), 1.1 * unit, 0.005 * unit);
}

// The sides of a triangle are no ropes; a line that hangs from it is one.
TEST(links_that_are_sides_of_triangles_are_no_ropes)
{
    taut_world* world = windy_world(TAUT_SOLVER_XPBD, no_gravity, uniform(0.0f, 0.0f, 10.0f));
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.0f, 1.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.0f, -1.0f, 0.0f, 1.0f);
    (void)add_link(builder, 0, 1, 0.0f);
    (void)add_link(builder, 0, 3, 0.0f);
    CHECK_EQ_INT(taut_builder_add_triangle(builder, 0, 1, 2), TAUT_OK);
    taut_body_id id = add_body(world, builder);
    taut_air_def air = air_of(0.0f, 0.0f, 0.0f);  // what is left is the rope's
    CHECK_EQ_INT(taut_body_set_air(world, id, &air), TAUT_OK);
    (void)step_frames(world, 1, FRAME, 4);
    CHECK(velocity_of(world, id, 3).z > 0.0f);
    CHECK_NEAR(velocity_of(world, id, 1).z, 0.0, 1e-3);
    CHECK_NEAR(velocity_of(world, id, 2).z, 0.0, 0.0);
    taut_world_destroy(world);
}

// Energy ------------------------------------------------------------------------------------------

static double energy_of(taut_world* world, taut_body_id id)
{
    taut_measure m;
    (void)taut_body_measure(world, id, &m);
    return m.kinetic_energy;
}

// Particles fly about with nothing between them: all that can change their energy is air. The
// triangles share corners, and some are light.
static taut_body_id add_swarm(taut_world* world)
{
    taut_builder* builder = new_builder();
    taut_test_random r = {77u};
    for (int i = 0; i < 24; ++i) {
        (void)add_particle(builder, random_between(&r, -1.0f, 1.0f),
                           random_between(&r, -1.0f, 1.0f), random_between(&r, -1.0f, 1.0f),
                           random_between(&r, 0.01f, 1.0f));
    }
    for (int i = 0; i < 40; ++i) {
        int a = random_below(&r, 24), b = random_below(&r, 24), c = random_below(&r, 24);
        if (a != b && b != c && a != c) {
            CHECK_EQ_INT(taut_builder_add_triangle(builder, a, b, c), TAUT_OK);
        }
    }
    taut_body_id id = add_body(world, builder);
    for (int i = 0; i < 24; ++i) {
        taut_vec3 push = {random_between(&r, -5.0f, 5.0f), random_between(&r, -5.0f, 5.0f),
                          random_between(&r, -5.0f, 5.0f)};
        CHECK_EQ_INT(taut_body_add_impulse(world, id, i, push), TAUT_OK);
    }
    return id;
}

TEST(still_air_never_adds_energy)
{
    static const float densities[] = {0.01f, 1.2f, 50.0f, 1e4f};
    for (int k = 0; k < 4; ++k) {
        taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
        def.max_speed = 1e6f;
        taut_world* world = new_world_from(&def);
        taut_wind_def still = uniform(0.0f, 0.0f, 0.0f);
        CHECK_EQ_INT(taut_world_add_wind(world, &still, NULL), TAUT_OK);
        CHECK_EQ_INT(taut_world_set_air_density(world, densities[k]), TAUT_OK);
        taut_body_id id = add_swarm(world);
        taut_air_def air = air_of(0.3f, 40.0f, 0.0f);  // next to no drag beside much lift
        CHECK_EQ_INT(taut_body_set_air(world, id, &air), TAUT_OK);
        double before = energy_of(world, id), first = before;
        for (int i = 0; i < 200; ++i) {
            (void)step_frames(world, 1, FRAME, 1);
            double now = energy_of(world, id);
            // The accelerations that carry it are rounded to 6e-8 of themselves.
            CHECK_MSG(now <= before * (1.0 + 1e-6), "%g J after %g J, density %g", now, before,
                      (double)densities[k]);
            before = now;
        }
        CHECK_MSG(before < 0.99 * first, "%g J of %g J are left", before, first);
        taut_world_destroy(world);
    }
}

// Bits --------------------------------------------------------------------------------------------

static taut_body_id add_cloth(taut_world* world, int size)
{
    return add_body(world, flat_cloth_builder(size, false));
}

TEST(a_world_without_wind_keeps_its_bits)
{
    uint64_t hash[3];
    for (int k = 0; k < 3; ++k) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_wind_def gale = uniform(30.0f, 0.0f, 3.0f);
        taut_body_id id = add_cloth(world, 12);
        if (k == 1) {  // blows, but not where anyone feels it
            CHECK_EQ_INT(taut_world_add_wind(world, &gale, NULL), TAUT_OK);
            taut_air_def air = taut_air_def_default();
            air.enabled = false;
            CHECK_EQ_INT(taut_body_set_air(world, id, &air), TAUT_OK);
        }
        if (k == 2) {  // gone before the first step
            CHECK_EQ_INT(taut_world_add_wind(world, &gale, NULL), TAUT_OK);
            CHECK_EQ_INT(taut_world_set_winds(world, NULL, 0), TAUT_OK);
        }
        (void)step_frames(world, 20, FRAME, 8);
        hash[k] = taut_world_hash(world);
        taut_world_destroy(world);
    }
    CHECK_EQ_U64(hash[1], hash[0]);
    CHECK_EQ_U64(hash[2], hash[0]);
}

static uint64_t blown_hash(taut_world_def def, int size)
{
    taut_world* world = new_world_from(&def);
    taut_wind_def winds[4] = {uniform(3.0f, 0.0f, 1.0f), taut_wind_def_default(TAUT_WIND_GUST),
                              taut_wind_def_default(TAUT_WIND_VORTEX),
                              taut_wind_def_default(TAUT_WIND_TURBULENCE)};
    winds[1].velocity = (taut_vec3){4.0f, 0.0f, 2.0f};
    winds[3].size = 0.3f;
    CHECK_EQ_INT(taut_world_set_winds(world, winds, 4), TAUT_OK);
    (void)add_cloth(world, size);
    taut_builder* builder = new_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.link_count = 12;
    rope.pin_start = true;
    CHECK_EQ_INT(taut_make_rope(builder, &rope, NULL), TAUT_OK);
    (void)add_body(world, builder);
    CHECK_EQ_INT(step_frames(world, 10, FRAME, 6), 0);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

// A cloth of 80 x 80 has several parts, and 12482 triangles in 25 blocks.
TEST(wind_gives_the_same_bits_on_any_threads_and_backend)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.backend = TAUT_BACKEND_SCALAR;
    uint64_t one = blown_hash(def, 80);
    for (int threads = 2; threads <= 4; ++threads) {
        def.thread_count = threads;
        CHECK_EQ_U64(blown_hash(def, 80), one);
    }
    def.thread_count = 1;
    def.backend = TAUT_BACKEND_AUTO;
    CHECK_EQ_U64(blown_hash(def, 80), one);
}

TEST(wind_blows_in_every_world_but_legacy_ones)
{
    static const taut_solver_kind kinds[] = {TAUT_SOLVER_XPBD, TAUT_SOLVER_VERLET,
                                             TAUT_SOLVER_SPRINGS_SYMPLECTIC};
    for (int k = 0; k < 3; ++k) {
        taut_world* world = windy_world(kinds[k], no_gravity, uniform(0.0f, 0.0f, 5.0f));
        taut_body_id id = add_plate(world, false, no_gravity);
        (void)step_frames(world, 30, FRAME, 10);
        // v' = c v^2: after t from rest, 5 - 5 / (1 + 5 c t), c = 1/2 1.225 1.2 0.5 / 3.
        double c = 0.5 * 1.225 * 1.2 * 0.5 / 3.0;
        CHECK_NEAR(middle_velocity(world, id).z, 5.0 - 5.0 / (1.0 + 5.0 * c * 0.5), 0.01);
        taut_world_destroy(world);
    }
    taut_world* world = new_world(TAUT_SOLVER_LEGACY, no_gravity);
    taut_wind_def wind = uniform(1.0f, 0.0f, 0.0f);
    CHECK_EQ_INT(taut_world_add_wind(world, &wind, NULL), TAUT_ERROR_INVALID);
    taut_world_destroy(world);
}

// A body that goes in step with another works in memory of its own, which grows with the first
// wind.
TEST(bodies_that_are_joined_feel_wind)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id a = add_plate(world, false, no_gravity);
    taut_body_id b = add_plate(world, true, no_gravity);
    taut_attachment_def def = taut_attachment_def_default();
    def.target = TAUT_ATTACH_PARTICLE;
    def.body = a;
    def.other = b;
    CHECK_EQ_INT(taut_attach(world, &def, NULL), TAUT_OK);
    taut_wind_def wind = uniform(0.0f, 0.0f, 5.0f);
    CHECK_EQ_INT(taut_world_add_wind(world, &wind, NULL), TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 30, FRAME, 10), 0);
    CHECK(middle_velocity(world, a).z > 0.5f);
    CHECK(middle_velocity(world, b).z > 0.5f);
    taut_world_destroy(world);
}

// Winds, and the memory for them, go back with the bodies.
TEST(snapshots_bring_winds_and_gases_back)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    (void)add_cloth(world, 10);
    taut_builder* builder = new_builder();
    taut_balloon_def balloon = taut_balloon_def_default();
    balloon.frequency = 2;
    CHECK_EQ_INT(taut_make_balloon(builder, &balloon, NULL), TAUT_OK);
    taut_body_id id = add_body(world, builder);
    taut_snapshot *calm = NULL, *windy = NULL;
    CHECK_EQ_INT(taut_snapshot_take(world, &calm), TAUT_OK);
    taut_wind_def wind = uniform(2.0f, 0.0f, 5.0f);
    CHECK_EQ_INT(taut_world_add_wind(world, &wind, NULL), TAUT_OK);
    (void)step_frames(world, 5, FRAME, 4);
    CHECK_EQ_INT(taut_snapshot_take(world, &windy), TAUT_OK);
    CHECK_EQ_INT(taut_body_set_leak(world, id, 0, 1.0f), TAUT_OK);
    (void)step_frames(world, 5, FRAME, 4);
    CHECK_EQ_INT(taut_snapshot_restore(world, windy), TAUT_OK);
    (void)step_frames(world, 5, FRAME, 4);
    uint64_t blown = taut_world_hash(world);
    CHECK_EQ_INT(taut_snapshot_restore(world, calm), TAUT_OK);
    CHECK_EQ_INT(taut_world_wind_count(world), 0);
    (void)step_frames(world, 5, FRAME, 4);
    CHECK_EQ_INT(taut_world_add_wind(world, &wind, NULL), TAUT_OK);
    (void)step_frames(world, 5, FRAME, 4);
    CHECK_EQ_INT(taut_snapshot_restore(world, windy), TAUT_OK);
    CHECK_EQ_INT(taut_world_wind_count(world), 1);
    (void)step_frames(world, 5, FRAME, 4);
    CHECK_EQ_U64(taut_world_hash(world), blown);
    taut_snapshot_release(calm);
    taut_snapshot_release(windy);
    taut_world_destroy(world);
}

// Bad input ---------------------------------------------------------------------------------------

static taut_wind_def eddies(uint32_t seed)
{
    taut_wind_def def = taut_wind_def_default(TAUT_WIND_TURBULENCE);
    def.speed = 3.0f;
    def.size = 0.7f;
    def.seed = seed;
    return def;
}

static double speed_of(taut_vec3 u)
{
    return sqrt((double)u.x * (double)u.x + (double)u.y * (double)u.y + (double)u.z * (double)u.z);
}

static void refuse(taut_world* world, taut_wind_def def, const char* word)
{
    CHECK_EQ_INT(taut_world_add_wind(world, &def, NULL), TAUT_ERROR_INVALID);
    CHECK_MSG(strstr(taut_world_last_error(world), word) != NULL, "'%s' does not name %s",
              taut_world_last_error(world), word);
    CHECK_EQ_INT(taut_world_set_winds(world, &def, 1), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_wind_count(world), 0);
}

TEST(winds_out_of_range_are_refused_by_name)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_wind_def def = uniform(NAN, 0.0f, 0.0f);
    refuse(world, def, "velocity");
    refuse(world, uniform(1e5f, 0.0f, 0.0f), "velocity");
    def = uniform(1.0f, 0.0f, 0.0f);
    def.kind = (taut_wind_kind)17;
    refuse(world, def, "kind");
    def.stamp = 0u;
    refuse(world, def, "stamp");
    def = taut_wind_def_default(TAUT_WIND_GUST);
    def.strength = 1.5f;
    refuse(world, def, "strength");
    def.strength = 0.5f;
    def.period = 0.0f;
    refuse(world, def, "period");
    def = taut_wind_def_default(TAUT_WIND_VORTEX);
    def.axis = no_gravity;
    refuse(world, def, "axis");
    def.axis = (taut_vec3){0.0f, INFINITY, 0.0f};
    refuse(world, def, "axis");
    def = taut_wind_def_default(TAUT_WIND_VORTEX);
    def.radius = -1.0f;
    refuse(world, def, "radius");
    def = taut_wind_def_default(TAUT_WIND_TURBULENCE);
    def.size = NAN;
    refuse(world, def, "size");
    def = taut_wind_def_default(TAUT_WIND_TURBULENCE);
    def.speed = INFINITY;
    refuse(world, def, "speed");
    CHECK_EQ_INT(taut_world_set_winds(world, NULL, 1), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_set_winds(world, &def, -1), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_set_air_density(world, -1.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_set_air_density(world, NAN), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_add_wind(NULL, &def, NULL), TAUT_ERROR_INVALID);
    CHECK_NEAR(speed_of(taut_world_wind_at(NULL, no_gravity)), 0.0, 0.0);
    CHECK_NEAR(taut_world_air_density(world), 1.225, 1e-6);
    taut_world_destroy(world);
}

TEST(sixteen_winds_are_the_most)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_wind_def def = uniform(1.0f, 0.0f, 0.0f);
    for (int i = 0; i < TAUT_MAX_WINDS; ++i) {
        CHECK_EQ_INT(taut_world_add_wind(world, &def, NULL), TAUT_OK);
    }
    CHECK_EQ_INT(taut_world_add_wind(world, &def, NULL), TAUT_ERROR_INVALID);
    CHECK_NEAR(taut_world_wind_at(world, no_gravity).x, 16.0, 0.0);
    CHECK_NEAR(speed_of(taut_world_wind_at(world, (taut_vec3){NAN, 0.0f, 0.0f})), 0.0, 0.0);
    taut_world_destroy(world);
}

TEST(air_of_a_body_out_of_range_is_refused)
{
    taut_world* world = windy_world(TAUT_SOLVER_XPBD, no_gravity, uniform(1.0f, 0.0f, 0.0f));
    taut_body_id id = add_plate(world, false, no_gravity);
    taut_air_def air = air_of(-1.0f, 1.0f, 0.0f);
    CHECK_EQ_INT(taut_body_set_air(world, id, &air), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(world), "drag") != NULL);
    air = air_of(1.0f, NAN, 0.0f);
    CHECK_EQ_INT(taut_body_set_air(world, id, &air), TAUT_ERROR_INVALID);
    air = air_of(1.0f, 1.0f, 0.0f);
    air.rope_radius = INFINITY;
    CHECK_EQ_INT(taut_body_set_air(world, id, &air), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_air(world, id, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_destroy(world, id), TAUT_OK);
    air.rope_radius = 0.1f;
    CHECK_EQ_INT(taut_body_set_air(world, id, &air), TAUT_ERROR_INVALID);
    taut_world_destroy(world);
}

// Wherever memory ends, a wind is there or is not, and the world goes on.
TEST(wind_without_memory_is_refused_and_nothing_breaks)
{
    bool refused = false, taken = false;
    for (long extra = 0; extra < 8; ++extra) {
        taut_test_memory memory = {.fail_at = -1};
        taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
        def.allocator = counting_allocator(&memory);
        taut_world* world = new_world_from(&def);
        (void)add_cloth(world, 10);
        memory.fail_at = memory.requests + extra;
        taut_wind_def wind = uniform(3.0f, 0.0f, 3.0f);
        taut_result result = taut_world_add_wind(world, &wind, NULL);
        refused = refused || result == TAUT_ERROR_OUT_OF_MEMORY;
        taken = taken || result == TAUT_OK;
        CHECK_EQ_INT(taut_world_wind_count(world), result == TAUT_OK ? 1 : 0);
        CHECK_EQ_INT(step_frames(world, 3, FRAME, 4), 0);
        taut_world_destroy(world);
        CHECK_EQ_INT(memory.blocks, 0);
        CHECK_EQ_INT(memory.wrong, 0);
    }
    CHECK(refused && taken);
}

TEST(planar_worlds_have_wind_in_their_plane)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
    def.planar = true;
    taut_world* world = new_world_from(&def);
    taut_wind_def out = uniform(1.0f, 0.0f, 1.0f);
    CHECK_EQ_INT(taut_world_add_wind(world, &out, NULL), TAUT_ERROR_INVALID);
    taut_wind_def wind = eddies(4u);
    CHECK_EQ_INT(taut_world_add_wind(world, &wind, NULL), TAUT_OK);
    taut_builder* builder = new_builder();
    taut_rope_def rope = taut_rope_def_default();
    CHECK_EQ_INT(taut_make_rope(builder, &rope, NULL), TAUT_OK);
    taut_body_id id = add_body(world, builder);
    CHECK_EQ_INT(step_frames(world, 20, FRAME, 8), 0);
    double moved = 0.0;
    for (int i = 0; i < taut_body_positions(world, id).count; ++i) {
        CHECK_NEAR(position_of(world, id, i).z, 0.0, 0.0);
        moved += fabs((double)position_of(world, id, i).y);
    }
    CHECK(moved > 0.0);
    taut_world_destroy(world);
}

// A skin with a Poisson ratio of 1/3 that is drawn in both directions pulls with 1.5 K per strain,
// and holds 2 T / r. The default is one that a world can give at 20 substeps, and that weight does
// not dent: its skin weighs 3.5 Pa.
TEST(default_balloon_is_nearly_as_firm_as_asked_at_20_substeps)
{
    static const int substeps[] = {20, 80};
    static const double least[] = {0.75, 0.96};
    for (int i = 0; i < 2; ++i) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
        taut_balloon_def def = taut_balloon_def_default();
        taut_builder* builder = new_builder();
        CHECK_EQ_INT(taut_make_balloon(builder, &def, NULL), TAUT_OK);
        taut_body_def body = taut_body_def_default();
        body.drag = 3.0f;
        taut_body_id id = add_body_def(world, builder, body);
        CHECK_EQ_INT(step_frames(world, 120, FRAME, substeps[i]), 0);
        taut_gas_state gas;
        REQUIRE(taut_body_gas(world, id, 0, &gas) == TAUT_OK);
        double r = cbrt(gas.volume * 3.0 / (4.0 * 3.14159265358979));
        double strain = r / (double)def.radius - 1.0;
        double asked = 2.0 * 1.5 * (double)def.material.warp_stiffness * strain / r;
        double part = gas.gauge / asked;
        CHECK_MSG(asked > 80.0 && part > least[i] && part < 1.02, "%g of %g Pa", gas.gauge, asked);
        taut_world_destroy(world);
    }
}
