// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The direct solve where there is no good answer: whatever is asked of ropes, states are numbers
// and no energy comes out of nothing.

#include "support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

static taut_measure measure_of(taut_world* world, taut_body_id id)
{
    taut_measure m = {0};
    CHECK_EQ_INT(taut_body_measure(world, id, &m), TAUT_OK);
    return m;
}

static double energy_of(taut_world* world, taut_body_id id)
{
    taut_measure m = measure_of(world, id);
    return m.kinetic_energy + m.gravity_energy;
}

// A rope along x from the origin.
static taut_builder* straight(int links, float rest, float mass, float end_mass)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i <= links; ++i) {
        (void)add_particle(builder, rest * (float)i, 0.0f, 0.0f, i == links ? end_mass : mass);
        if (i > 0) {
            (void)add_link(builder, i - 1, i, 0.0f);
        }
    }
    return builder;
}

enum { MOST_NODES = 40 };

// Random ropes ------------------------------------------------------------------------------------

typedef struct fuzz {
    int number;
    int links, substeps;
    int shape;  // straight, folded, or any way
    int pins;
    int reach;  // a node hangs on one of so many before it: 1 makes a rope, more make trees
    taut_sides sides;
    bool mixed;  // sides
    bool soft;
    int iterations;
    float decades;  // of masses
    float speed;
    float length, mass;  // all in all
} fuzz;

static fuzz fuzz_of(int number)
{
    taut_test_random r = {(uint64_t)number * 77 + 5};
    return (fuzz){.number = number,
                  .links = 2 + random_below(&r, 38),
                  .substeps = random_below(&r, 2) ? 4 : 20,
                  .shape = random_below(&r, 3),
                  .pins = random_below(&r, 4),
                  .reach = random_below(&r, 3) ? 1 : 1 + random_below(&r, 4),
                  .sides = random_below(&r, 4) ? TAUT_SIDES_BOTH : TAUT_SIDES_TENSION,
                  .mixed = random_below(&r, 6) == 0,
                  .soft = random_below(&r, 4) == 0,
                  .iterations = random_below(&r, 4) ? 1 : 1 + random_below(&r, 3),
                  .decades = (float)random_below(&r, 9),
                  .speed = random_below(&r, 3) == 0 ? 0.0f : random_between(&r, 0.0f, 30.0f)};
}

static taut_vec3 next_direction(const fuzz* f, taut_test_random* r, int i)
{
    taut_vec3 d = {1.0f, 0.0f, 0.0f};
    if (f->shape == 1) {
        d.x = i % 2 ? -1.0f : 1.0f;
    } else if (f->shape == 2) {
        d = (taut_vec3){random_coarse(r), random_coarse(r), random_coarse(r)};
        float length = sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
        length = length > 0.0f ? length : 1.0f;
        d = (taut_vec3){d.x / length, d.y / length, d.z / length};
    }
    return d;
}

static taut_builder* fuzz_builder(fuzz* f, taut_test_random* r)
{
    taut_builder* builder = new_builder();
    taut_vec3 at[MOST_NODES] = {{0.0f, 0.0f, 0.0f}};
    for (int i = 0; i <= f->links; ++i) {
        int near = i < f->reach ? i : f->reach;
        int parent = i > 0 ? i - 1 - random_below(r, near) : 0;
        float rest = i > 0 ? random_between(r, 0.05f, 0.2f) : 0.0f;
        taut_vec3 d = next_direction(f, r, i), x = at[parent];
        at[i] = (taut_vec3){x.x + rest * d.x, x.y + rest * d.y, x.z + rest * d.z};
        float mass = 0.01f * powf(10.0f, random_between(r, 0.0f, f->decades));
        (void)add_particle(builder, at[i].x, at[i].y, at[i].z, mass);
        f->mass += mass;
        f->length += rest;
        if (i > 0) {
            taut_constraint_def def = taut_link(parent, i);
            def.sides = f->mixed ? (taut_sides)random_below(r, TAUT_SIDES_COUNT) : f->sides;
            def.compliance = f->soft ? powf(10.0f, random_between(r, -8.0f, -3.0f)) : 0.0f;
            (void)taut_builder_add_constraint(builder, &def, NULL);
        }
    }
    for (int i = 0; i < f->pins; ++i) {
        (void)taut_builder_pin(builder, i == 0 ? 0 : random_below(r, f->links + 1));
    }
    return builder;
}

// Energy is counted from the lowest that the rope could come to: it has no more than it had.
static void check_fuzz(int number)
{
    fuzz f = fuzz_of(number);
    taut_test_random r = {(uint64_t)number + 1000};
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.solver.iterations = f.iterations;
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_body(world, fuzz_builder(&f, &r));
    REQUIRE(taut_body_valid(world, id));
    for (int i = 0; i <= f.links; ++i) {
        float m = taut_body_mass(world, id, i) * f.speed;
        taut_vec3 push = {m * random_coarse(&r), m * random_coarse(&r), m * random_coarse(&r)};
        CHECK_EQ_INT(taut_body_add_impulse(world, id, i, push), TAUT_OK);
    }
    double kinetic = measure_of(world, id).kinetic_energy;
    double scale = kinetic + (double)f.mass * 9.81 * (double)f.length;
    double start = energy_of(world, id), most = start;
    bool free = f.pins == 0;  // falls out of sight
    for (int frame = 0; frame < (free ? 30 : 180); ++frame) {
        CHECK_EQ_INT(step_frames(world, 1, FRAME, f.substeps) & TAUT_STEP_NOT_FINITE, 0);
        double now = energy_of(world, id);
        most = now > most ? now : most;
    }
    CHECK_MSG(body_finite(world, id), "number %d", number);
    CHECK_MSG(most <= start + 0.01 * scale,
              "number %d: %g of the energy there is came in, %d links, %d substeps, %d decades, "
              "%g m/s, shape %d, %d pins, reach %d, sides %d, mixed %d, soft %d, %d iterations",
              number, (most - start) / scale, f.links, f.substeps, (int)f.decades, (double)f.speed,
              f.shape, f.pins, f.reach, (int)f.sides, f.mixed, f.soft, f.iterations);
    taut_world_destroy(world);
}

TEST(random_ropes_have_no_more_energy_than_they_had)
{
    for (int i = 0; i < 300; ++i) {
        check_fuzz(i);
    }
}

// No answer ---------------------------------------------------------------------------------------

// Both ends pinned, one of them taken farther than the rope is long.
TEST(ropes_pulled_apart_are_taut_and_still)
{
    static const int substeps[] = {4, 20};
    static const float masses[] = {0.01f, 100.0f};
    for (int k = 0; k < 4; ++k) {
        taut_builder* builder = straight(20, 0.1f, 0.01f, masses[k / 2]);
        (void)taut_builder_pin(builder, 0);
        (void)taut_builder_pin(builder, 20);
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id = add_body(world, builder);
        REQUIRE(taut_body_valid(world, id));
        for (int i = 0; i < 60; ++i) {
            taut_vec3 target = {2.0f + 0.01f * (float)(i + 1), 0.0f, 0.0f};
            CHECK_EQ_INT(taut_body_set_target(world, id, 20, target), TAUT_OK);
            CHECK_EQ_INT(step_frames(world, 1, FRAME, substeps[k % 2]), 0);
        }
        CHECK_EQ_INT(step_frames(world, 240, FRAME, substeps[k % 2]), 0);
        taut_vec3 before = position_of(world, id, 10);
        CHECK_EQ_INT(step_frames(world, 60, FRAME, substeps[k % 2]), 0);
        double way = distance_between(before, position_of(world, id, 10));
        CHECK_MSG(way < 1e-3, "the middle moved by %g m", way);
        CHECK_MSG(measure_of(world, id).max_speed < 0.01f, "%g m/s",
                  (double)measure_of(world, id).max_speed);
        CHECK_NEAR(position_of(world, id, 10).y, 0.0, 0.05);
        taut_world_destroy(world);
    }
}

// An end that jumps away within a frame and is let go: what comes back does so by twice the length
// of a link per second, not at once, and has no speed from elsewhere.
TEST(a_teleported_end_comes_back_slowly)
{
    static const int substeps[] = {4, 20};
    static const float far[] = {3.0f, 10.0f, 100.0f};
    for (int k = 0; k < 6; ++k) {
        taut_builder* builder = straight(20, 0.1f, 0.05f, 0.05f);
        (void)taut_builder_pin(builder, 0);
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id = add_body(world, builder);
        REQUIRE(taut_body_valid(world, id));
        REQUIRE(taut_body_grab(world, id, 20) == TAUT_OK);
        REQUIRE(taut_body_set_target(world, id, 20, (taut_vec3){far[k / 2], 0, 0}) == TAUT_OK);
        CHECK_EQ_INT(step_frames(world, 30, FRAME, substeps[k % 2]) & TAUT_STEP_NOT_FINITE, 0);
        CHECK_MSG(measure_of(world, id).max_speed < 5.0f, "held: %g m/s from %g m, %d substeps",
                  (double)measure_of(world, id).max_speed, (double)far[k / 2], substeps[k % 2]);
        REQUIRE(taut_body_release(world, id, 20, TAUT_RELEASE_DROP) == TAUT_OK);
        for (int i = 0; i < 10; ++i) {
            CHECK_EQ_INT(step_frames(world, 1, FRAME, substeps[k % 2]), 0);
            float most = 20.0f * 0.1f * 2.0f + 9.81f * FRAME * (float)(i + 1) + 1.0f;
            CHECK_MSG(measure_of(world, id).max_speed < most, "%g m/s from %g m, %d substeps",
                      (double)measure_of(world, id).max_speed, (double)far[k / 2], substeps[k % 2]);
        }
        CHECK_EQ_INT(step_frames(world, 300, FRAME, substeps[k % 2]) & TAUT_STEP_NOT_FINITE, 0);
        CHECK(body_finite(world, id));
        CHECK_MSG(k / 2 == 2 || measure_of(world, id).max_stretch < 1e-3f,
                  "stretch %g from %g m, %d substeps", (double)measure_of(world, id).max_stretch,
                  (double)far[k / 2], substeps[k % 2]);
        taut_world_destroy(world);
    }
}

// Particles of a rope all in one place: links know no direction until something moves.
TEST(coincident_particles_do_no_harm)
{
    for (int k = 0; k < 4; ++k) {
        taut_builder* builder = new_builder();
        for (int i = 0; i <= 10; ++i) {
            (void)add_particle(builder, k % 2 ? 0.0f : 0.1f * (float)(i / 5), 0.0f, 0.0f, 0.1f);
            if (i > 0) {
                taut_constraint_def def = taut_link(i - 1, i);
                def.rest_from_shape = false;
                def.rest = 0.1f;
                def.sides = k / 2 ? TAUT_SIDES_TENSION : TAUT_SIDES_BOTH;
                (void)taut_builder_add_constraint(builder, &def, NULL);
            }
        }
        (void)taut_builder_pin(builder, 0);
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id = add_body(world, builder);
        REQUIRE(taut_body_valid(world, id));
        CHECK_EQ_INT(step_frames(world, 60, FRAME, 8), 0);
        REQUIRE(taut_body_add_impulse(world, id, 10, (taut_vec3){0.05f, 0, 0.02f}) == TAUT_OK);
        for (int i = 0; i < 600; ++i) {
            CHECK_EQ_INT(step_frames(world, 1, FRAME, 8), 0);
            CHECK(measure_of(world, id).max_speed < 15.0f);  // 1 m of rope: 4.4 m/s, and a whip
        }
        CHECK(body_finite(world, id));
        CHECK_MSG(measure_of(world, id).max_stretch < 0.01f, "stretch %g, case %d",
                  (double)measure_of(world, id).max_stretch, k);
        taut_world_destroy(world);
    }
}

// A straight rope between pins that come nearer: as long as nothing pushes it aside it has to take
// it, and then it gives way to a side.
TEST(compressed_straight_ropes_do_not_explode)
{
    for (int k = 0; k < 4; ++k) {
        taut_builder* builder = straight(16, 0.1f, 0.05f, 0.05f);
        (void)taut_builder_pin(builder, 0);
        (void)taut_builder_pin(builder, 16);
        taut_world* world = new_world(TAUT_SOLVER_XPBD, k / 2 ? earth : no_gravity);
        taut_body_id id = add_body(world, builder);
        REQUIRE(taut_body_valid(world, id));
        float most = 0.0f;
        for (int i = 0; i < 300; ++i) {
            float x = 1.6f - 0.01f * (float)(i < 80 ? i + 1 : 80);
            REQUIRE(taut_body_set_target(world, id, 16, (taut_vec3){x, 0, 0}) == TAUT_OK);
            CHECK_EQ_INT(step_frames(world, 1, FRAME, k % 2 ? 4 : 20), 0);
            float speed = measure_of(world, id).max_speed;
            most = speed > most ? speed : most;
        }
        CHECK(body_finite(world, id));
        CHECK_MSG(most < 10.0f, "%g m/s, case %d", (double)most, k);
        taut_world_destroy(world);
    }
}

// Loads -------------------------------------------------------------------------------------------

// Let go from horizontal with up to a million links' mass in the end, at few substeps.
TEST(heavy_ends_swing_within_their_energy)
{
    for (float load = 1.0f; load <= 1e6f; load *= 10.0f) {
        for (int substeps = 4; substeps <= 24; substeps += 20) {
            taut_builder* builder = straight(32, 0.1f, 0.01f, 0.01f * load);
            (void)taut_builder_pin(builder, 0);
            taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
            taut_body_id id = add_body(world, builder);
            REQUIRE(taut_body_valid(world, id));
            double start = energy_of(world, id), most = start;
            float stretch = 0.0f;
            for (int i = 0; i < 300; ++i) {
                CHECK_EQ_INT(step_frames(world, 1, FRAME, substeps), 0);
                double now = energy_of(world, id);
                most = now > most ? now : most;
                float s = measure_of(world, id).max_stretch;
                stretch = s > stretch ? s : stretch;
            }
            double scale = (0.32 + 0.01 * (double)load) * 9.81 * 3.2;
            CHECK_MSG(most - start <= 1e-3 * scale, "load %g: %g of the energy", (double)load,
                      (most - start) / scale);
            CHECK_MSG(stretch < 0.01f, "load %g, %d substeps: stretch %g", (double)load, substeps,
                      (double)stretch);
            taut_world_destroy(world);
        }
    }
}

// From 1e-20 kg to 1e20 kg, all alike or any beside any: then there is no telling where the light
// ones go, but it is somewhere.
TEST(masses_of_any_size_are_numbers)
{
    for (int k = 0; k < 40; ++k) {
        static const float masses[] = {1e-20f, 1e-10f, 1e-3f, 1e10f, 1e20f};
        taut_builder* builder = new_builder();
        taut_test_random r = {(uint64_t)k};
        for (int i = 0; i <= 12; ++i) {
            (void)add_particle(builder, 0.1f * (float)i, 0.0f, 0.01f * random_coarse(&r),
                               masses[k < 5 ? k : random_below(&r, 5)]);
            if (i > 0) {
                (void)add_link(builder, i - 1, i, k % 3 == 1 ? 1e-6f : 0.0f);
            }
        }
        (void)taut_builder_pin(builder, 0);
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id = add_body(world, builder);
        REQUIRE(taut_body_valid(world, id));
        CHECK_EQ_INT(step_frames(world, 120, FRAME, k % 2 ? 4 : 20) & TAUT_STEP_NOT_FINITE, 0);
        CHECK(body_finite(world, id));
        CHECK_MSG(measure_of(world, id).max_speed < (k < 5 ? 25.0f : 500.0f), "case %d: %g m/s", k,
                  (double)measure_of(world, id).max_speed);
        taut_world_destroy(world);
    }
}

TEST(steps_of_any_length_are_numbers)
{
    static const float steps[] = {1e-9f, 1e-6f, 1e-3f, 0.1f, 1.0f};
    for (int k = 0; k < 20; ++k) {
        int substeps = k / 5 % 2 ? 20 : 1;
        taut_builder* builder = straight(12, 0.1f, 0.05f, k / 10 ? 500.0f : 0.05f);
        (void)taut_builder_pin(builder, 0);
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id = add_body(world, builder);
        REQUIRE(taut_body_valid(world, id));
        double start = energy_of(world, id), scale = 9.81 * 1.2 * (k / 10 ? 500.6 : 0.6);
        for (int i = 0; i < 200; ++i) {
            CHECK_MSG(step_frames(world, 1, steps[k % 5], substeps) == 0, "dt %g, %d substeps, %d",
                      (double)steps[k % 5], substeps, i);
            CHECK_MSG(energy_of(world, id) - start <= 0.01 * scale, "dt %g, %d substeps: %g",
                      (double)steps[k % 5], substeps, (energy_of(world, id) - start) / scale);
        }
        CHECK(body_finite(world, id));
        taut_world_destroy(world);
    }
}

// Hands -------------------------------------------------------------------------------------------

// Pinned, let go, grabbed, dragged and thrown in the middle, at random, while it runs.
TEST(hands_in_the_middle_of_a_rope_do_no_harm)
{
    for (int k = 0; k < 12; ++k) {
        taut_test_random r = {(uint64_t)k + 40};
        taut_builder* builder = straight(24, 0.1f, 0.05f, k % 3 ? 0.05f : 50.0f);
        (void)taut_builder_pin(builder, 0);
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id = add_body(world, builder);
        REQUIRE(taut_body_valid(world, id));
        for (int frame = 0; frame < 300; ++frame) {
            int p = 1 + random_below(&r, 24);
            bool held = taut_body_pinned(world, id, p);
            switch (random_below(&r, 8)) {
            case 0:
                (void)(held ? taut_body_unpin(world, id, p) : taut_body_pin(world, id, p));
                break;
            case 1:
                (void)(held ? taut_body_release(world, id, p, TAUT_RELEASE_THROW)
                            : taut_body_grab(world, id, p));
                break;
            case 2: {
                taut_vec3 x = position_of(world, id, p);
                x.x += 0.2f * random_coarse(&r);
                x.y += 0.2f * random_coarse(&r);
                (void)taut_body_set_target(world, id, p, x);
                break;
            }
            default:
                break;
            }
            CHECK_EQ_INT(step_frames(world, 1, FRAME, k % 2 ? 4 : 20) & TAUT_STEP_NOT_FINITE, 0);
            // Hands jump by up to 12 m/s and pull the rope apart: in a hundred such runs a link was
            // seen to whip at 281 m/s, where sweeps reach 63.
            CHECK_MSG(measure_of(world, id).max_speed < 400.0f, "case %d, frame %d: %g m/s", k,
                      frame, (double)measure_of(world, id).max_speed);
        }
        for (int p = 1; p <= 24; ++p) {
            (void)taut_body_unpin(world, id, p);
            (void)taut_body_release(world, id, p, TAUT_RELEASE_DROP);
        }
        CHECK_EQ_INT(taut_body_set_drag(world, id, 2.0f), TAUT_OK);
        CHECK_EQ_INT(step_frames(world, 600, FRAME, 8), 0);
        CHECK_MSG(measure_of(world, id).max_stretch < 1e-3f, "case %d: stretch %g", k,
                  (double)measure_of(world, id).max_stretch);
        taut_world_destroy(world);
    }
}
