// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The other solvers: Verlet by its recurrence, the legacy one by hand, springs beside XPBD.

#include "support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

// Verlet ------------------------------------------------------------------------------------------

// Jakobsen 2001: x' = x + (x - p) keep + a h^2, with the velocity of the start put into p.
TEST(verlet_follows_its_recurrence_bit_for_bit)
{
    for (int k = 0; k < 4; ++k) {
        taut_vec3 g = {0.3f, -9.81f, 0.7f};
        taut_world* world = new_world(TAUT_SOLVER_VERLET, g);
        taut_body_def def = taut_body_def_default();
        def.offset = (taut_vec3){1.1f, 2.3f, -0.7f};
        def.velocity = (taut_vec3){0.9f, 4.0f, -1.0f};
        def.drag = k % 2 == 0 ? 0.0f : 0.75f;
        taut_body_id id = add_single(world, def);
        int substeps = k < 2 ? 1 : 4;
        float h = FRAME / (float)substeps;
        float keep = (float)exp(-(double)def.drag * (double)h);
        taut_vec3 x = def.offset;
        taut_vec3 p = {x.x - h * def.velocity.x, x.y - h * def.velocity.y,
                       x.z - h * def.velocity.z};
        for (int frame = 0; frame < 120; ++frame) {
            for (int i = 0; i < substeps; ++i) {
                taut_vec3 next = {x.x + ((x.x - p.x) * keep + h * h * g.x),
                                  x.y + ((x.y - p.y) * keep + h * h * g.y),
                                  x.z + ((x.z - p.z) * keep + h * h * g.z)};
                p = x;
                x = next;
            }
            CHECK_EQ_INT(step_frames(world, 1, FRAME, substeps), 0);
            CHECK_MSG(same_vec3_bits(position_of(world, id, 0), x),
                      "drag %g, %d substeps, frame %d: y %.9g, not %.9g", (double)def.drag,
                      substeps, frame, (double)position_of(world, id, 0).y, (double)x.y);
        }
        taut_world_destroy(world);
    }
}

// How far and how fast a particle falls from rest in 60 frames; gravity and dt are powers of two,
// so that nothing is rounded.
static void verlet_fall(int substeps, float drag, double* fallen, double* speed)
{
    taut_world* world = new_world(TAUT_SOLVER_VERLET, (taut_vec3){0.0f, -8.0f, 0.0f});
    taut_body_def def = taut_body_def_default();
    def.drag = drag;
    taut_body_id id = add_single(world, def);
    (void)step_frames(world, 64, 1.0f / 64.0f, substeps);
    *fallen = -(double)position_of(world, id, 0).y;
    *speed = -(double)velocity_of(world, id, 0).y;
    taut_world_destroy(world);
}

TEST(verlet_substeps_keep_gravity)
{
    double fallen1, fallen4, speed1, speed4;
    verlet_fall(1, 0.0f, &fallen1, &speed1);
    verlet_fall(4, 0.0f, &fallen4, &speed4);
    CHECK(speed1 == 8.0);
    CHECK(speed4 == 8.0);
    // a h^2 n (n + 1) / 2 over one second: a (1 + h) / 2.
    CHECK(fallen1 == 4.0 * (1.0 + 1.0 / 64.0));
    CHECK(fallen4 == 4.0 * (1.0 + 1.0 / 256.0));
}

TEST(verlet_substeps_keep_drag_per_second)
{
    static const int substeps[] = {1, 4, 16};
    for (int k = 0; k < 3; ++k) {
        taut_world* world = new_world(TAUT_SOLVER_VERLET, no_gravity);
        taut_body_def def = taut_body_def_default();
        def.drag = 1.0f;
        def.velocity.x = 2.0f;
        taut_body_id id = add_single(world, def);
        (void)step_frames(world, 64, 1.0f / 64.0f, substeps[k]);
        // Velocity is the difference of two positions near 1.3 m, divided by h: 1.2e-7 / h of
        // rounding each time, which drag forgets within a second or so.
        double allowed = 1.2e-7 * 64.0 * substeps[k] * 10.0;
        CHECK_NEAR(velocity_of(world, id, 0).x, 2.0 * exp(-1.0), allowed);
        taut_world_destroy(world);
    }
}

TEST(verlet_speed_survives_a_change_of_dt)
{
    taut_world* world = new_world(TAUT_SOLVER_VERLET, no_gravity);
    taut_body_def def = taut_body_def_default();
    def.velocity = (taut_vec3){1.5f, -0.5f, 0.0f};
    taut_body_id id = add_single(world, def);
    static const float dts[] = {1.0f / 60.0f, 1.0f / 30.0f, 1.0f / 120.0f, 0.1f, 1.0f / 60.0f};
    static const int substeps[] = {1, 1, 2, 4, 20};
    double time = 0.0;
    for (int i = 0; i < 5; ++i) {
        for (int frame = 0; frame < 10; ++frame) {
            CHECK_EQ_INT(step_frames(world, 1, dts[i], substeps[i]), 0);
            time += (double)dts[i];
        }
        // Positions up to 3 m are rounded by 1.2e-7 m; divided by the shortest substep, 1/1200 s.
        CHECK_NEAR(velocity_of(world, id, 0).x, 1.5, 1e-3);
        CHECK_NEAR(velocity_of(world, id, 0).y, -0.5, 1e-3);
        CHECK_NEAR(position_of(world, id, 0).x, 1.5 * time, 1e-3);
    }
    taut_world_destroy(world);
}

// Two points of a parabola and the right step give a third one, whatever the steps are. The first
// step, from rest, goes a h^2 instead of half of it: the parabola begins with a h / 2.
TEST(verlet_gravity_survives_a_change_of_dt)
{
    taut_world* world = new_world(TAUT_SOLVER_VERLET, earth);
    taut_body_id id = add_single(world, taut_body_def_default());
    static const float dts[] = {1.0f / 60.0f, 1.0f / 40.0f, 1.0f / 25.0f, 1.0f / 100.0f};
    double time = 0.0;
    for (int frame = 0; frame < 40; ++frame) {
        float dt = dts[frame % 4];
        CHECK_EQ_INT(step_frames(world, 1, dt, 1), 0);
        time += (double)dt;
        double expected = -9.81 * (time * time + time / 60.0) / 2.0;
        // Positions of up to 5 m are rounded by 2.4e-7 m, which the next steps take for a velocity
        // that they keep: 40 steps of it.
        CHECK_NEAR(position_of(world, id, 0).y, expected, 40.0 * 2.4e-7 * (frame + 1.0));
    }
    taut_world_destroy(world);
}

TEST(symplectic_euler_gives_the_positions_of_verlet)
{
    taut_vec3 g = {0.0f, -8.0f, 2.0f};
    taut_world* verlet = new_world(TAUT_SOLVER_VERLET, g);
    taut_world* euler = new_world(TAUT_SOLVER_SPRINGS_SYMPLECTIC, g);
    taut_body_def def = taut_body_def_default();
    def.velocity = (taut_vec3){1.0f, 4.0f, -0.5f};
    taut_body_id a = add_single(verlet, def);
    taut_body_id b = add_single(euler, def);
    for (int frame = 0; frame < 200; ++frame) {  // all of it in multiples of 2^-13: exact
        (void)step_frames(verlet, 1, 1.0f / 64.0f, 1);
        (void)step_frames(euler, 1, 1.0f / 64.0f, 1);
        CHECK(same_vec3_bits(position_of(verlet, a, 0), position_of(euler, b, 0)));
        CHECK(same_vec3_bits(velocity_of(verlet, a, 0), velocity_of(euler, b, 0)));
    }
    CHECK(position_of(verlet, a, 0).y < -20.0f);
    taut_world_destroy(verlet);
    taut_world_destroy(euler);
}

// Legacy ------------------------------------------------------------------------------------------

// A pinned particle and two free ones, links 0-1 and 1-2 with rest lengths of their own.
static taut_body_id add_legacy_rope(taut_world* world)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.5f, 0.0f, 0.0f, 7.0f);  // masses do not count here
    (void)add_particle(builder, 0.75f, 0.0f, 0.0f, 3.0f);
    (void)taut_builder_pin(builder, 0);
    taut_constraint_def first = taut_link(0, 1);
    first.rest_from_shape = false;
    first.rest = 1.25f;
    taut_constraint_def second = taut_link(1, 2);
    second.rest_from_shape = false;
    second.rest = 0.3125f;
    (void)taut_builder_add_constraint(builder, &first, NULL);
    (void)taut_builder_add_constraint(builder, &second, NULL);
    return add_body(world, builder);
}

static taut_world_def legacy_def(taut_vec3 gravity, int iterations)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_LEGACY, gravity);
    def.solver.iterations = iterations;
    def.solver.keep = 0.5f;
    return def;
}

// A particle of 2 kg that falls from a height of 3 m, with half of the gravity there is; in the end
// by other substeps.
static void drop(taut_solver_kind kind, taut_measure m[3])
{
    enum { FRAMES = 30, SUBSTEPS = 4 };
    const float h = FRAME / SUBSTEPS;
    taut_world_def def = kind == TAUT_SOLVER_LEGACY
                             ? legacy_def((taut_vec3){0.0f, -9.81f * h * h, 0.0f}, 1)
                             : world_def_of(kind, (taut_vec3){0.0f, -9.81f, 0.0f});
    def.solver.keep = 1.0f;
    def.step_dt = FRAME;
    def.substeps = SUBSTEPS;
    taut_world* world = new_world_from(&def);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 3.0f, 0.0f, 2.0f);
    taut_body_id id = add_body(world, builder);
    CHECK(taut_body_set_gravity_scale(world, id, 0.5f) == TAUT_OK);
    CHECK(taut_body_measure(world, id, &m[0]) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, FRAMES, FRAME, SUBSTEPS), 0);
    CHECK(taut_body_measure(world, id, &m[1]) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 1, FRAME, 2 * SUBSTEPS), 0);
    CHECK(taut_body_measure(world, id, &m[2]) == TAUT_OK);
    taut_world_destroy(world);
}

// Gravity by the substep squared is one in m/s^2: the energies are those of the same in SI units.
TEST(legacy_energies_are_in_joules)
{
    taut_measure legacy[3], real[3];
    drop(TAUT_SOLVER_LEGACY, legacy);
    drop(TAUT_SOLVER_XPBD, real);
    CHECK_NEAR(legacy[0].gravity_energy, 2.0 * 0.5 * 9.81 * 3.0, 1e-4);
    CHECK_NEAR(legacy[0].gravity_energy, real[0].gravity_energy, 1e-4);
    // Places of some metres without a carry: a thousandth.
    CHECK_NEAR(legacy[1].gravity_energy, real[1].gravity_energy, 1e-3 * real[1].gravity_energy);
    CHECK_NEAR(legacy[1].kinetic_energy, real[1].kinetic_energy, 1e-3 * real[1].kinetic_energy);
    CHECK_NEAR(legacy[1].unrest, 1.0, 1e-2);
    // By substeps of half the length gravity is four times what it was.
    double height = legacy[2].gravity_energy / real[2].gravity_energy;
    CHECK_MSG(height > 3.5 && height < 4.5, "%g times", height);
}

// By hand, in triangles of 3, 4 and 5. Gravity is added as it is: 2 m down.
//   1 at (1.5, -2): 2.5 from the pin, rest 1.25: it takes half of the half: -1/4 of (1.5, -2).
//   1 at (1.125, -1.5), 2 at (0.75, -2): 0.625 apart, rest 0.3125: each takes 1/4 of the way.
TEST(legacy_frame_is_what_the_hand_computes)
{
    taut_world_def def = legacy_def((taut_vec3){0.0f, -2.0f, 0.0f}, 1);
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_legacy_rope(world);
    CHECK_EQ_INT(step_frames(world, 1, FRAME, 1), 0);
    CHECK(same_vec3_bits(position_of(world, id, 0), no_gravity));
    CHECK(same_vec3_bits(position_of(world, id, 1), (taut_vec3){1.03125f, -1.625f, 0.0f}));
    CHECK(same_vec3_bits(position_of(world, id, 2), (taut_vec3){0.84375f, -1.875f, 0.0f}));
    taut_world_destroy(world);
}

TEST(legacy_bounds_hold_within_the_iteration)
{
    taut_world_def def = legacy_def((taut_vec3){0.0f, -2.0f, 0.0f}, 1);
    def.solver.bounded = true;
    def.solver.bounds_min = (taut_vec3){0.0f, -1.75f, 0.0f};
    def.solver.bounds_max = (taut_vec3){1.0f, 5.0f, 0.0f};
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_legacy_rope(world);
    CHECK_EQ_INT(step_frames(world, 1, FRAME, 1), 0);
    CHECK(same_vec3_bits(position_of(world, id, 1), (taut_vec3){1.0f, -1.625f, 0.0f}));
    CHECK(same_vec3_bits(position_of(world, id, 2), (taut_vec3){0.84375f, -1.75f, 0.0f}));
    taut_world_destroy(world);
}

// The tutorial's own loops, with its own state.
typedef struct taut_test_legacy {
    taut_vec3 x[10], p[10];
    int pairs[9][2];
} taut_test_legacy;

static void tutorial_relax(taut_test_legacy* t, int a, int b)
{
    taut_vec3 d = {t->x[b].x - t->x[a].x, t->x[b].y - t->x[a].y, t->x[b].z - t->x[a].z};
    float length = sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
    float part = (0.25f - length) / length * 0.5f;
    if (a != 0) {
        t->x[a] =
            (taut_vec3){t->x[a].x - d.x * part, t->x[a].y - d.y * part, t->x[a].z - d.z * part};
    }
    if (b != 0) {
        t->x[b] =
            (taut_vec3){t->x[b].x + d.x * part, t->x[b].y + d.y * part, t->x[b].z + d.z * part};
    }
}

static void tutorial_frame(taut_test_legacy* t)
{
    for (int i = 1; i < 10; ++i) {
        taut_vec3 now = t->x[i];
        t->x[i].x += (now.x - t->p[i].x) * 0.5f + 0.0f;
        t->x[i].y += (now.y - t->p[i].y) * 0.5f + -0.1f;
        t->x[i].z += (now.z - t->p[i].z) * 0.5f + 0.0f;
        t->p[i] = now;
    }
    for (int iteration = 0; iteration < 15; ++iteration) {
        for (int i = 0; i < 9; ++i) {
            tutorial_relax(t, t->pairs[i][0], t->pairs[i][1]);
        }
    }
}

// Links listed from `first` by steps of `stride`: an order that matters.
static bool legacy_equals_tutorial(int first, int stride)
{
    taut_world_def def = legacy_def((taut_vec3){0.0f, -0.1f, 0.0f}, 15);
    taut_world* world = new_world_from(&def);
    taut_builder* builder = new_builder();
    taut_test_legacy t = {0};
    for (int i = 0; i < 10; ++i) {
        t.x[i] = t.p[i] = (taut_vec3){0.25f * (float)i, 0.0f, 0.0f};
        (void)add_particle(builder, t.x[i].x, 0.0f, 0.0f, 1.0f);
    }
    (void)taut_builder_pin(builder, 0);
    for (int i = 0; i < 9; ++i) {
        int link = (first + i * stride) % 9;
        t.pairs[i][0] = link;
        t.pairs[i][1] = link + 1;
        (void)add_link(builder, link, link + 1, 0.0f);
    }
    taut_body_id id = add_body(world, builder);
    bool equal = true;
    for (int frame = 0; frame < 60; ++frame) {
        tutorial_frame(&t);
        (void)step_frames(world, 1, FRAME, 1);
        for (int i = 0; i < 10; ++i) {
            equal = equal && same_vec3_bits(position_of(world, id, i), t.x[i]);
        }
    }
    equal = equal && position_of(world, id, 9).y < -1.0f;
    taut_world_destroy(world);
    return equal;
}

TEST(legacy_does_what_the_tutorials_do_in_the_order_of_the_list)
{
    CHECK(legacy_equals_tutorial(0, 1));
    CHECK(legacy_equals_tutorial(8, 8));  // from the end
    CHECK(legacy_equals_tutorial(3, 4));
}

TEST(legacy_units_are_substeps_not_seconds)
{
    taut_world_def def = legacy_def((taut_vec3){0.0f, -0.5f, 0.0f}, 1);
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_single(world, taut_body_def_default());
    CHECK_EQ_INT(step_frames(world, 1, FRAME, 3), 0);
    // -0.5, then half of it and -0.5 again, then half of that and -0.5.
    CHECK(position_of(world, id, 0).y == -0.5f - 0.75f - 0.875f);
    taut_world_destroy(world);
}

// Springs -----------------------------------------------------------------------------------------

// The farthest particle of a chain of 10 links after two seconds; springs of 10 kN/m, 0.1 kg each.
static double farthest_of_chain(taut_solver_kind solver, int substeps)
{
    taut_world* world = new_world(solver, earth);
    taut_builder* builder = new_builder();
    for (int i = 0; i <= 10; ++i) {
        (void)add_particle(builder, 0.2f * (float)i, 0.0f, 0.0f, 0.1f);
        if (i > 0) {
            (void)add_link(builder, i - 1, i, 1e-4f);
        }
    }
    (void)taut_builder_pin(builder, 0);
    taut_body_id id = add_body(world, builder);
    double most = 0.0;
    for (int frame = 0; frame < 120; ++frame) {
        uint32_t trouble = step_frames(world, 1, FRAME, substeps);
        double far = distance_between(position_of(world, id, 10), no_gravity);
        most = far > most ? far : most;
        most = trouble & TAUT_STEP_NOT_FINITE ? (double)INFINITY : most;
    }
    taut_world_destroy(world);
    return most;
}

TEST(explicit_springs_explode_where_xpbd_does_not)
{
    // h^2 k / m = 2.8e-4 x 1e5 = 28 at one substep: far beyond the 4 that even symplectic Euler
    // bears; 0.07 at 20 substeps, where explicit Euler still gains energy without bound.
    CHECK(farthest_of_chain(TAUT_SOLVER_SPRINGS_EXPLICIT, 1) > 1e3);
    CHECK(farthest_of_chain(TAUT_SOLVER_SPRINGS_EXPLICIT, 20) > 1e3);
    CHECK(farthest_of_chain(TAUT_SOLVER_SPRINGS_SYMPLECTIC, 1) > 1e3);
    CHECK_MSG(farthest_of_chain(TAUT_SOLVER_SPRINGS_SYMPLECTIC, 20) < 3.0, "symplectic");
    CHECK_MSG(farthest_of_chain(TAUT_SOLVER_XPBD, 1) < 10.0, "XPBD");
    CHECK_MSG(farthest_of_chain(TAUT_SOLVER_XPBD, 20) < 3.0, "XPBD");
}

// A mass on a spring moves up and down at sqrt(k / m).
TEST(symplectic_spring_swings_at_its_frequency)
{
    taut_world* world = new_world(TAUT_SOLVER_SPRINGS_SYMPLECTIC, no_gravity);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.1f, 0.0f, 0.0f, 1.0f);
    taut_constraint_def def = taut_link(0, 1);
    def.rest_from_shape = false;
    def.rest = 1.0f;
    def.compliance = 1.0f / 100.0f;  // 10 rad/s
    (void)taut_builder_add_constraint(builder, &def, NULL);
    (void)taut_builder_pin(builder, 0);
    taut_body_id id = add_body(world, builder);
    double period = 2.0 * 3.14159265358979323846 / 10.0;
    (void)step_frames(world, 10, (float)(period / 10.0), 100);
    // Symplectic Euler's frequency is off by (omega h)^2 / 24, here 2e-6, its amplitude by about
    // omega h / 2 = 0.3 %: of 0.1 m.
    CHECK_NEAR(position_of(world, id, 1).x, 1.1, 5e-4);
    CHECK_NEAR(velocity_of(world, id, 1).x, 0.0, 1e-2);
    taut_world_destroy(world);
}

static uint64_t spring_cloth_hash(int iterations, int passes)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_SPRINGS_SYMPLECTIC, earth);
    def.solver.iterations = iterations;
    taut_world* world = new_world_from(&def);
    taut_builder* builder = new_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = 8;
    cloth.rows = 8;
    cloth.material.warp_stiffness = 100.0f;
    cloth.material.weft_stiffness = 100.0f;
    cloth.material.shear_stiffness = 50.0f;
    cloth.tethers.passes = passes;
    (void)taut_make_cloth(builder, &cloth, NULL);
    (void)taut_builder_pin(builder, 0);
    (void)add_body(world, builder);
    (void)step_frames(world, 10, FRAME, 20);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

// A spring's force follows from where its ends are: asking twice does not double it.
TEST(a_spring_acts_once_per_substep_whatever_the_sweeps)
{
    uint64_t hash = spring_cloth_hash(1, 1);
    CHECK_EQ_U64(spring_cloth_hash(1, 3), hash);
    CHECK_EQ_U64(spring_cloth_hash(5, 1), hash);
}
