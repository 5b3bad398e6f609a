// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The world as a whole: time in extremes, the host's clock, bodies that stop being finite, the
// origin, backends side by side.

#include "support.h"
#include "test.h"

#include <float.h>

#define FRAME (1.0f / 60.0f)

// A cloth of side x side particles, pinned at two corners.
static taut_body_id add_square(taut_world* world, int side, taut_vec3 offset)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = side;
    def.rows = side;
    def.bend = TAUT_BEND_DIHEDRAL;
    (void)taut_make_cloth(builder, &def, NULL);
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, side - 1);
    taut_body_def body = taut_body_def_default();
    body.offset = offset;
    return add_body_def(world, builder, body);
}

static taut_body_id add_cloth(taut_world* world, taut_vec3 offset)
{
    return add_square(world, 8, offset);
}

// Time --------------------------------------------------------------------------------------------

static const float all_dts[] = {FLT_TRUE_MIN, FLT_MIN, 1e-30f, 1e-20f, 1e-9f, 1e-4f, 1.0f};

static void check_dt(taut_solver_kind solver, float dt, int substeps)
{
    taut_world_def def = world_def_of(solver, earth);
    def.solver.iterations = 1;
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_square(world, 3, no_gravity);
    bool springs = solver == TAUT_SOLVER_SPRINGS_EXPLICIT;
    springs = springs || solver == TAUT_SOLVER_SPRINGS_SYMPLECTIC;
    for (int step = 0; step < (substeps > 100 ? 1 : 3); ++step) {
        taut_step_report report;
        REQUIRE(taut_world_step(world, dt, substeps, &report) == TAUT_OK);
        // Springs are there to show how they explode; the body is then frozen, and finite.
        CHECK_MSG(springs || (report.trouble & TAUT_STEP_NOT_FINITE) == 0,
                  "%s: dt %g in %d substeps", taut_solver_name(solver), (double)dt, substeps);
        CHECK(body_finite(world, id));
    }
    taut_world_destroy(world);
}

TEST(any_dt_and_any_substeps_stay_finite)
{
    static const int substeps[] = {1, 2, 10000};
    for (int solver = 0; solver < TAUT_SOLVER_KIND_COUNT; ++solver) {
        for (int k = 0; k < 21; ++k) {
            check_dt((taut_solver_kind)solver, all_dts[k / 3], substeps[k % 3]);
        }
    }
}

// Forces and reactions are numbers, whatever was divided by h^2.
TEST(forces_after_a_step_of_any_dt_are_numbers)
{
    for (int k = 0; k < 14; ++k) {
        float dt = all_dts[k % 7];
        taut_world* world = new_world(k < 7 ? TAUT_SOLVER_XPBD : TAUT_SOLVER_VERLET, earth);
        taut_body_id id = add_square(world, 4, no_gravity);
        REQUIRE(taut_world_step(world, dt, 1, NULL) == TAUT_OK);
        REQUIRE(taut_world_step(world, dt, 1, NULL) == TAUT_OK);
        taut_measure m;
        float force = NAN;
        taut_reaction reaction;
        REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
        REQUIRE(taut_body_forces(world, id, 3, 1, &force) == TAUT_OK);
        REQUIRE(taut_body_reaction(world, id, 0, &reaction) == TAUT_OK);
        CHECK_MSG(isfinite(m.residual), "dt %g: residual %g", (double)dt, (double)m.residual);
        CHECK_MSG(isfinite(m.tether_force), "dt %g: tethers %g", (double)dt,
                  (double)m.tether_force);
        CHECK_MSG(isfinite(force), "dt %g: force %g", (double)dt, (double)force);
        CHECK_MSG(finite_vec3(reaction.force), "dt %g: reaction %g", (double)dt,
                  (double)reaction.force.y);
        taut_world_destroy(world);
    }
}

TEST(a_tiny_step_leaves_the_next_one_sound)
{
    static const taut_solver_kind solvers[] = {TAUT_SOLVER_XPBD, TAUT_SOLVER_VERLET};
    for (int k = 0; k < 2; ++k) {
        taut_world* world = new_world(solvers[k], no_gravity);
        taut_body_def def = taut_body_def_default();
        def.velocity.x = 1.0f;
        taut_body_id id = add_single(world, def);
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 4), 0);
        CHECK_EQ_INT(step_frames(world, 1, 1e-30f, 10000), 0);
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 4), 0);
        CHECK(body_finite(world, id));
        if (solvers[k] == TAUT_SOLVER_XPBD) {  // Verlet loses a velocity it cannot write into x - p
            CHECK_NEAR(velocity_of(world, id, 0).x, 1.0, 1e-6);
        }
        taut_world_destroy(world);
    }
}

TEST(time_adds_up)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    CHECK(taut_world_time(world) == 0.0);
    taut_step_report report;
    REQUIRE(taut_world_step(world, 0.25f, 3, &report) == TAUT_OK);
    CHECK_EQ_INT(report.steps, 1);
    CHECK_EQ_INT(report.substeps, 3);
    CHECK(report.dropped_seconds == 0.0);
    REQUIRE(taut_world_step(world, 0.5f, 1, NULL) == TAUT_OK);
    CHECK(taut_world_time(world) == 0.75);
    taut_world_destroy(world);
}

// The host's clock --------------------------------------------------------------------------------

static taut_world* clock_world(void)
{
    taut_world_def def = taut_world_def_default();
    def.step_dt = 0.015625f;  // 1/64, exact
    def.substeps = 3;
    def.most_steps = 4;
    return new_world_from(&def);
}

TEST(advance_takes_whole_steps_and_keeps_the_rest)
{
    taut_world* world = clock_world();
    taut_step_report report;
    REQUIRE(taut_world_advance(world, 0.01, &report) == TAUT_OK);
    CHECK_EQ_INT(report.steps, 0);
    CHECK_NEAR(report.blend, 0.64, 1e-6);
    REQUIRE(taut_world_advance(world, 0.01, &report) == TAUT_OK);
    CHECK_EQ_INT(report.steps, 1);
    CHECK_EQ_INT(report.substeps, 3);
    CHECK_NEAR(report.blend, 0.28, 1e-6);
    CHECK(taut_world_time(world) == 0.015625);
    REQUIRE(taut_world_advance(world, 0.0, &report) == TAUT_OK);
    CHECK_EQ_INT(report.steps, 0);
    REQUIRE(taut_world_advance(world, 0.05, &report) == TAUT_OK);
    CHECK_EQ_INT(report.steps, 3);
    CHECK_EQ_INT(report.trouble, 0);
    taut_world_destroy(world);
}

TEST(advance_in_frames_of_a_sixtieth_takes_one_step_each)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = new_world_from(&def);
    int steps = 0;
    for (int i = 0; i < 600; ++i) {
        taut_step_report report;
        REQUIRE(taut_world_advance(world, 1.0 / 60.0, &report) == TAUT_OK);
        CHECK_EQ_INT(report.steps, 1);
        CHECK(report.blend >= 0.0f && report.blend <= 1.0f);
        steps += report.steps;
    }
    CHECK_EQ_INT(steps, 600);
    taut_world_destroy(world);
}

TEST(advance_drops_and_reports_what_does_not_fit)
{
    taut_world* world = clock_world();
    taut_step_report report;
    REQUIRE(taut_world_advance(world, 10.0 / 64.0 + 0.005, &report) == TAUT_OK);
    CHECK_EQ_INT(report.steps, 4);
    CHECK_EQ_INT(report.trouble, TAUT_STEP_TIME_DROPPED);
    CHECK_NEAR(report.dropped_seconds, 6.0 / 64.0, 1e-12);
    CHECK_NEAR(report.blend, 0.005 * 64.0, 1e-6);
    CHECK(taut_world_time(world) == 4.0 / 64.0);
    // Nothing of the dropped time comes back.
    REQUIRE(taut_world_advance(world, 0.0, &report) == TAUT_OK);
    CHECK_EQ_INT(report.steps, 0);
    CHECK_EQ_INT(report.trouble, 0);
    taut_world_destroy(world);
}

TEST(advance_survives_a_jump_of_any_size)
{
    static const double jumps[] = {3600.0, 1e6, 1e12, 1e18, 1e100, 1e300, DBL_MAX};
    taut_world* world = clock_world();
    for (int i = 0; i < 7; ++i) {
        taut_step_report report;
        REQUIRE(taut_world_advance(world, jumps[i], &report) == TAUT_OK);
        CHECK_EQ_INT(report.steps, 4);
        CHECK_EQ_INT(report.trouble, TAUT_STEP_TIME_DROPPED);
        CHECK_MSG(isfinite(report.dropped_seconds) &&
                      fabs(report.dropped_seconds / jumps[i] - 1.0) < 1e-4,
                  "%g s: dropped %g", jumps[i], report.dropped_seconds);
        CHECK_MSG(report.blend >= 0.0f && report.blend <= 1.0f, "%g s: blend %g", jumps[i],
                  (double)report.blend);
        REQUIRE(taut_world_advance(world, 0.0, &report) == TAUT_OK);
        CHECK_MSG(report.steps == 0 && report.trouble == 0, "%g s: %d steps later", jumps[i],
                  report.steps);
        REQUIRE(taut_world_advance(world, 1.0 / 64.0, &report) == TAUT_OK);
        CHECK_MSG(report.steps == 1 && report.trouble == 0, "%g s: then %d steps", jumps[i],
                  report.steps);
    }
    taut_world_destroy(world);
}

TEST(advance_gives_the_state_of_the_same_steps)
{
    taut_world* by_clock = clock_world();
    taut_world* by_step = clock_world();
    (void)add_cloth(by_clock, no_gravity);
    (void)add_cloth(by_step, no_gravity);
    taut_step_report report;
    REQUIRE(taut_world_advance(by_clock, 3.0 / 64.0, &report) == TAUT_OK);
    CHECK_EQ_INT(report.steps, 3);
    CHECK_EQ_INT(report.substeps, 9);
    CHECK_EQ_INT(step_frames(by_step, 3, 0.015625f, 3), 0);
    CHECK_EQ_U64(taut_world_hash(by_clock), taut_world_hash(by_step));
    taut_world_destroy(by_clock);
    taut_world_destroy(by_step);
}

// Bodies in trouble -------------------------------------------------------------------------------

// A value that no gradient can mend, from the call number `from` on.
typedef struct taut_test_fault {
    int calls, from;
    int axis;
} taut_test_fault;

static bool go_mad(void* context, int count, const taut_vec3* x, float* value, taut_vec3* gradient)
{
    taut_test_fault* fault = context;
    (void)count;
    (void)x;
    *value = 3e38f;  // as a velocity it is more than a float holds
    gradient[0] = (taut_vec3){fault->axis == 0 ? 1.0f : 0.0f, fault->axis == 1 ? 1.0f : 0.0f,
                              fault->axis == 2 ? 1.0f : 0.0f};
    return fault->calls++ >= fault->from;
}

static taut_body_id add_mad(taut_world* world, taut_test_fault* fault)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 1.0f);
    (void)add_link(builder, 0, 1, 0.0f);
    taut_user_constraint_def def = taut_user_constraint_def_default();
    def.evaluate = go_mad;
    def.context = fault;
    def.particle_count = 1;
    (void)taut_builder_add_user_constraint(builder, &def, NULL);
    return add_body(world, builder);
}

static uint64_t hash_of(const taut_world* world, taut_body_id id)
{
    taut_vec3_view views[] = {taut_body_positions(world, id), taut_body_velocities(world, id)};
    uint64_t hash = 1;
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < views[k].count; ++i) {
            taut_vec3 v = taut_vec3_at(views[k], i);
            float numbers[] = {v.x, v.y, v.z};
            for (int n = 0; n < 3; ++n) {
                uint32_t bits;
                memcpy(&bits, &numbers[n], sizeof bits);
                hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
            }
        }
    }
    return hash;
}

TEST(a_body_that_is_no_longer_finite_is_restored_frozen_and_reported)
{
    for (int k = 0; k < 6; ++k) {
        int solver = k / 3;                             // XPBD and Verlet
        taut_test_fault fault = {0, 5 * 4 + 3, k % 3};  // in the last substep of the sixth frame
        taut_world* world = new_world((taut_solver_kind)solver, earth);
        taut_body_id before = add_cloth(world, no_gravity);
        taut_body_id mad = add_mad(world, &fault);
        taut_body_id after = add_cloth(world, (taut_vec3){2.0f, 0.0f, 0.0f});
        taut_world* calm = new_world((taut_solver_kind)solver, earth);
        taut_body_id calm_before = add_cloth(calm, no_gravity);
        taut_body_id calm_after = add_cloth(calm, (taut_vec3){2.0f, 0.0f, 0.0f});
        int sweeps = solver == 0 ? 1 : 15;
        fault.from *= sweeps;

        CHECK_EQ_INT(step_frames(world, 5, FRAME, 4), 0);
        uint64_t good = hash_of(world, mad);
        taut_step_report report;
        REQUIRE(taut_world_step(world, FRAME, 4, &report) == TAUT_OK);
        CHECK_EQ_INT(report.trouble & TAUT_STEP_NOT_FINITE, TAUT_STEP_NOT_FINITE);
        CHECK_EQ_INT(report.frozen_count, 1);
        CHECK(report.first_frozen.index1 == mad.index1);
        CHECK(report.first_frozen.generation == mad.generation);
        CHECK(taut_body_frozen(world, mad) && !taut_body_frozen(world, before));
        CHECK_EQ_U64(hash_of(world, mad), good);

        // It stays so, is reported no more, and the others never notice.
        CHECK_EQ_INT(step_frames(world, 10, FRAME, 4), 0);
        CHECK_EQ_U64(hash_of(world, mad), good);
        CHECK_EQ_INT(step_frames(calm, 16, FRAME, 4), 0);
        CHECK_EQ_U64(hash_of(world, before), hash_of(calm, calm_before));
        CHECK_EQ_U64(hash_of(world, after), hash_of(calm, calm_after));

        // Thawed while the cause is gone, it moves on; while it is not, it freezes again.
        fault.from = 1 << 30;
        REQUIRE(taut_body_set_frozen(world, mad, false) == TAUT_OK);
        CHECK_EQ_INT(step_frames(world, 5, FRAME, 4), 0);
        CHECK(hash_of(world, mad) != good);
        CHECK(body_finite(world, mad));
        fault.from = 0;
        REQUIRE(taut_world_step(world, FRAME, 4, &report) == TAUT_OK);
        CHECK_EQ_INT(report.frozen_count, 1);
        taut_world_destroy(world);
        taut_world_destroy(calm);
    }
}

TEST(an_enormous_impulse_without_speed_limit_freezes_the_body)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
    def.max_speed = INFINITY;
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_cloth(world, no_gravity);
    uint64_t positions = 0;
    REQUIRE(taut_body_add_impulse(world, id, 20, (taut_vec3){1e30f, 1e30f, 0.0f}) == TAUT_OK);
    positions = taut_world_hash(world);
    taut_step_report report;
    REQUIRE(taut_world_step(world, 1.0f, 1, &report) == TAUT_OK);
    CHECK_EQ_INT(report.trouble, TAUT_STEP_NOT_FINITE);
    CHECK(taut_body_frozen(world, id));
    CHECK_EQ_U64(taut_world_hash(world), positions);
    CHECK(body_finite(world, id));
    taut_world_destroy(world);
}

static void blow_nan(void* context, taut_body_id body, double time, taut_vec3_view positions,
                     taut_vec3_view velocities, taut_vec3* acceleration)
{
    const uint32_t* victim = context;
    (void)time;
    (void)positions;
    (void)velocities;
    if (body.index1 == *victim) {
        acceleration[1].y = NAN;
    }
}

TEST(a_field_that_gives_nan_freezes_only_its_body)
{
    uint32_t victim = 2;
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.field = blow_nan;
    def.field_context = &victim;
    taut_world* world = new_world_from(&def);
    taut_body_id ids[3];
    for (int i = 0; i < 3; ++i) {
        ids[i] = add_cloth(world, no_gravity);
    }
    CHECK_EQ_INT(step_frames(world, 3, FRAME, 4), TAUT_STEP_NOT_FINITE);
    CHECK(taut_body_frozen(world, ids[1]) && body_finite(world, ids[1]));
    CHECK(!taut_body_frozen(world, ids[0]) && !taut_body_frozen(world, ids[2]));
    CHECK_EQ_U64(hash_of(world, ids[0]), hash_of(world, ids[2]));
    taut_world_destroy(world);
}

TEST(a_body_frozen_by_hand_keeps_its_state_and_goes_on_where_it_stopped)
{
    for (int solver = 0; solver < 2; ++solver) {
        taut_world* world = new_world((taut_solver_kind)solver, earth);
        taut_body_id id = add_cloth(world, no_gravity);
        taut_world* other = new_world((taut_solver_kind)solver, earth);
        taut_body_id never = add_cloth(other, no_gravity);
        CHECK_EQ_INT(step_frames(world, 10, FRAME, 4), 0);
        REQUIRE(taut_body_set_frozen(world, id, true) == TAUT_OK);
        uint64_t hash = taut_world_hash(world);
        CHECK_EQ_INT(step_frames(world, 10, FRAME, 4), 0);
        CHECK_EQ_U64(taut_world_hash(world), hash);
        REQUIRE(taut_body_set_frozen(world, id, false) == TAUT_OK);
        CHECK_EQ_INT(step_frames(world, 10, FRAME, 4), 0);
        CHECK_EQ_INT(step_frames(other, 20, FRAME, 4), 0);
        CHECK_EQ_U64(hash_of(world, id), hash_of(other, never));
        taut_world_destroy(world);
        taut_world_destroy(other);
    }
}

// The origin --------------------------------------------------------------------------------------

TEST(shifting_the_origin_by_whole_metres_is_exact)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = new_builder();
    taut_test_random r = {61};
    taut_vec3 start[50];
    for (int i = 0; i < 50; ++i) {
        start[i] = (taut_vec3){random_coarse(&r), random_coarse(&r), random_coarse(&r)};
        (void)add_particle(builder, start[i].x, start[i].y, start[i].z, 1.0f);
    }
    (void)taut_builder_pin(builder, 7);
    taut_body_id id = add_body(world, builder);
    static const taut_vec3 ways[] = {{1000.0f, -17.0f, 2000.0f}, {-3.0f, 1.0f, 0.0f}};
    taut_vec3 sum = no_gravity;
    for (int k = 0; k < 2; ++k) {
        REQUIRE(taut_world_shift_origin(world, ways[k]) == TAUT_OK);
        sum = (taut_vec3){sum.x + ways[k].x, sum.y + ways[k].y, sum.z + ways[k].z};
        for (int i = 0; i < 50; ++i) {
            taut_vec3 expected = {start[i].x - sum.x, start[i].y - sum.y, start[i].z - sum.z};
            CHECK(same_vec3_bits(position_of(world, id, i), expected));
        }
    }
    REQUIRE(taut_world_shift_origin(world, (taut_vec3){-sum.x, -sum.y, -sum.z}) == TAUT_OK);
    for (int i = 0; i < 50; ++i) {
        CHECK(same_vec3_bits(position_of(world, id, i), start[i]));
    }
    CHECK_EQ_INT(step_frames(world, 1, FRAME, 4), 0);
    for (int i = 0; i < 50; ++i) {
        CHECK(same_vec3_bits(position_of(world, id, i), start[i]));
    }
    taut_world_destroy(world);
}

TEST(a_target_and_the_way_to_it_shift_with_the_origin)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_cloth(world, no_gravity);
    REQUIRE(taut_body_set_target(world, id, 0, (taut_vec3){0.0f, 0.5f, 0.0f}) == TAUT_OK);
    REQUIRE(taut_world_shift_origin(world, (taut_vec3){8.0f, 0.0f, 0.0f}) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 1, 0.5f, 2) & TAUT_STEP_NOT_FINITE, 0);
    CHECK(same_vec3_bits(position_of(world, id, 0), (taut_vec3){-8.0f, 0.5f, 0.0f}));
    CHECK(same_vec3_bits(velocity_of(world, id, 0), (taut_vec3){0.0f, 1.0f, 0.0f}));
    taut_vec3 out[64];
    REQUIRE(taut_body_interpolate(world, id, 0.0f, out, 64) == TAUT_OK);
    CHECK(same_vec3_bits(out[0], (taut_vec3){-8.0f, 0.0f, 0.0f}));
    taut_world_destroy(world);
}

// A chain of twelve hanging at rest, its forces read before and after the origin moves 1 km away.
TEST(forces_stay_when_the_origin_moves_a_kilometre)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, (taut_vec3){0.0f, -9.8f, 0.0f});
    taut_builder* builder = new_builder();
    taut_chain_def chain = taut_chain_def_default();
    chain.step = (taut_vec3){0.0f, -0.2f, 0.0f};
    chain.compliance = 1e-4f;
    REQUIRE(taut_make_chain(builder, &chain, NULL) == TAUT_OK);
    taut_body_def def = taut_body_def_default();
    def.drag = 2.0f;
    taut_body_id id = add_body_def(world, builder, def);
    CHECK_EQ_INT(step_frames(world, 600, FRAME, 24), 0);
    static const taut_vec3 ways[] = {{0.0f, 0.0f, 0.0f}, {1000.0f, -1000.0f, 0.0f}};
    for (int k = 0; k < 2; ++k) {
        REQUIRE(taut_world_shift_origin(world, ways[k]) == TAUT_OK);
        double mean = 0.0, top = 0.0;
        for (int frame = 0; frame < 120; ++frame) {
            CHECK_EQ_INT(step_frames(world, 1, FRAME, 24), 0);
            taut_reaction reaction;
            float force = 0.0f;
            REQUIRE(taut_body_reaction(world, id, 0, &reaction) == TAUT_OK);
            REQUIRE(taut_body_forces(world, id, 0, 1, &force) == TAUT_OK);
            mean += (double)reaction.force.y / 120.0;
            top += (double)force / 120.0;
        }
        // 11 kg at 9.8 m/s^2. The pin itself, at -0.2 m steps, is rounded to 3e-5 m by the shift;
        // that turns nothing, and a tenth of a per cent is what is promised.
        CHECK_NEAR(mean, 107.8, 0.1078);
        CHECK_NEAR(top, 107.8, 0.1078);
    }
    taut_world_destroy(world);
}

// Backends ----------------------------------------------------------------------------------------

static uint64_t backend_hash(taut_solver_kind solver, taut_backend_kind backend,
                             taut_precision precision)
{
    taut_world_def def = world_def_of(
        solver, solver == TAUT_SOLVER_LEGACY ? (taut_vec3){0.0f, -0.002f, 0.0f} : earth);
    def.backend = backend;
    taut_world* world = new_world_from(&def);
    taut_builder* builder = new_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = 13;  // odd: batches end in the middle of a lane
    cloth.rows = 11;
    cloth.bend = TAUT_BEND_DIHEDRAL;
    cloth.material.damping_rate = 1.0f;
    (void)taut_make_cloth(builder, &cloth, NULL);
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, 12);
    taut_rope_def rope = taut_rope_def_default();
    rope.material.bend_stiffness = 0.01f;
    rope.start.z = -1.0f;
    rope.end.z = -1.0f;
    rope.tension_only = true;
    rope.pin_start = true;
    (void)taut_make_rope(builder, &rope, NULL);
    taut_body_def body = taut_body_def_default();
    body.precision = precision;
    body.drag = 0.3f;
    taut_body_id id = add_body_def(world, builder, body);
    for (int frame = 0; frame < 20; ++frame) {
        (void)taut_body_set_target(world, id, 0, (taut_vec3){0.0f, 0.01f * (float)frame, 0.0f});
        (void)taut_body_add_force(world, id, 30, (taut_vec3){0.0f, 0.2f, 0.3f});
        (void)taut_world_step(world, FRAME, 5, NULL);
    }
    CHECK_EQ_INT(taut_world_backend(world),
                 backend == TAUT_BACKEND_AUTO ? taut_world_backend(world) : backend);
    CHECK(taut_world_backend(world) != TAUT_BACKEND_AUTO);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

TEST(every_backend_gives_the_same_bits_in_every_solver)
{
    for (int solver = 0; solver < TAUT_SOLVER_KIND_COUNT; ++solver) {
        for (int precision = 1; precision < TAUT_PRECISION_COUNT; ++precision) {
            uint64_t hash = backend_hash((taut_solver_kind)solver, TAUT_BACKEND_SCALAR,
                                         (taut_precision)precision);
            for (int backend = 0; backend < TAUT_BACKEND_KIND_COUNT; ++backend) {
                if (!taut_backend_available((taut_backend_kind)backend)) {
                    continue;
                }
                CHECK_EQ_U64(backend_hash((taut_solver_kind)solver, (taut_backend_kind)backend,
                                          (taut_precision)precision),
                             hash);
            }
        }
    }
}

TEST(precision_matters_in_xpbd_and_nowhere_else)
{
    for (int solver = 0; solver < TAUT_SOLVER_KIND_COUNT; ++solver) {
        uint64_t fast =
            backend_hash((taut_solver_kind)solver, TAUT_BACKEND_SCALAR, TAUT_PRECISION_FAST);
        uint64_t fine =
            backend_hash((taut_solver_kind)solver, TAUT_BACKEND_SCALAR, TAUT_PRECISION_FINE);
        CHECK_EQ_INT(fast == fine, solver != TAUT_SOLVER_XPBD);
    }
}
