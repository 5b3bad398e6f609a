// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Long runs, hard settings and blind abuse: whatever is asked for, states are numbers.

#include "support.h"
#include "test.h"

#include <float.h>

#define FRAME (1.0f / 60.0f)

// Long runs ---------------------------------------------------------------------------------------

// What moves and what is high. The energy of stretched links is left out: a link much stiffer than
// a sweep can make it is credited with far more than ever comes out of it.
static double energy_of(taut_world* world, taut_body_id id)
{
    taut_measure m;
    CHECK_EQ_INT(taut_body_measure(world, id, &m), TAUT_OK);
    return m.kinetic_energy + m.gravity_energy;
}

// 10,000 steps from a flat start: finite, never in trouble, and no energy out of nothing.
static void check_long(taut_builder* builder, const char* name, int substeps)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_def def = taut_body_def_default();
    def.drag = 0.1f;
    taut_body_id id = add_body_def(world, builder, def);
    REQUIRE(taut_body_valid(world, id));
    double start = energy_of(world, id);
    double most = start;
    for (int k = 0; k < 100; ++k) {
        CHECK_EQ_INT(step_frames(world, 100, FRAME, substeps), 0);
        double now = energy_of(world, id);
        most = now > most ? now : most;
    }
    CHECK_MSG(body_finite(world, id), "%s", name);
    // It starts at rest and at its highest; 1e-3 J covers what rounding shakes.
    CHECK_MSG(most <= start + 1e-3, "%s: %g J from %g J", name, most, start);
    taut_world_destroy(world);
}

TEST(rope_stays_finite_for_10000_steps)
{
    taut_builder* builder = new_builder();
    taut_rope_def def = taut_rope_def_default();
    def.link_count = 12;
    def.pin_start = true;
    def.end_mass = 1.0f;
    REQUIRE(taut_make_rope(builder, &def, NULL) == TAUT_OK);
    check_long(builder, "rope", 8);
}

TEST(cloth_stays_finite_for_10000_steps)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = 6;
    def.rows = 6;
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, 5);
    check_long(builder, "cloth", 8);
}

TEST(dihedral_cloth_stays_finite_for_10000_steps)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = 5;
    def.rows = 5;
    def.bend = TAUT_BEND_DIHEDRAL;
    def.material.bend_stiffness = 0.01f;
    REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, 1);
    (void)taut_builder_pin(builder, 5);
    check_long(builder, "dihedral cloth", 8);
}

TEST(net_stays_finite_for_10000_steps)
{
    taut_builder* builder = new_builder();
    taut_net_def def = taut_net_def_default();
    def.columns = 4;
    def.rows = 4;
    REQUIRE(taut_make_net(builder, &def, NULL) == TAUT_OK);
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, 3);
    (void)taut_builder_pin(builder, 12);
    check_long(builder, "net", 8);
}

// Hard settings -----------------------------------------------------------------------------------

typedef struct taut_test_cell {
    float dt;
    int substeps;
    float gravity;
    float compliance;
} taut_test_cell;

static taut_builder* grid_builder(float compliance, float heavy)
{
    enum { SIDE = 6 };
    taut_builder* builder = new_builder();
    for (int i = 0; i < SIDE * SIDE; ++i) {
        (void)add_particle(builder, 0.1f * (float)(i % SIDE), 0.0f, 0.1f * (float)(i / SIDE),
                           i == SIDE * SIDE - 1 ? heavy : 0.01f);
    }
    for (int i = 0; i < SIDE * SIDE; ++i) {
        if (i % SIDE + 1 < SIDE) {
            (void)add_link(builder, i, i + 1, compliance);
        }
        if (i / SIDE + 1 < SIDE) {
            (void)add_link(builder, i, i + SIDE, compliance);
        }
        if (i % SIDE + 1 < SIDE && i / SIDE + 1 < SIDE) {
            taut_constraint_def def = taut_constraint_def_default(TAUT_CONSTRAINT_DIHEDRAL);
            int corners[] = {i + 1, i + SIDE, i, i + SIDE + 1};
            memcpy(def.particles, corners, sizeof corners);
            def.compliance = compliance;
            (void)taut_builder_add_constraint(builder, &def, NULL);
        }
    }
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, SIDE - 1);
    return builder;
}

static void check_cell(taut_solver_kind solver, taut_test_cell cell)
{
    taut_world* world = new_world(solver, (taut_vec3){0.0f, -cell.gravity, 0.0f});
    taut_body_id id = add_body(world, grid_builder(cell.compliance, 0.01f));
    REQUIRE(taut_body_valid(world, id));
    uint32_t trouble = step_frames(world, 20, cell.dt, cell.substeps);
    CHECK_MSG((trouble & TAUT_STEP_NOT_FINITE) == 0 && body_finite(world, id),
              "%s: dt %g, %d substeps, gravity %g, compliance %g", taut_solver_name(solver),
              (double)cell.dt, cell.substeps, (double)cell.gravity, (double)cell.compliance);
    taut_world_destroy(world);
}

TEST(no_cell_of_the_grid_of_settings_gives_nan)
{
    static const float dts[] = {0.001f, FRAME, 0.1f, 1.0f};
    static const int substeps[] = {1, 4, 20};
    static const float gravities[] = {0.0f, 9.81f, 1e3f, 1e6f, 1e30f};
    static const float compliances[] = {0.0f, 1e-9f, 1e-4f, 1.0f, 1e7f};
    for (int k = 0; k < 4 * 3 * 5 * 5; ++k) {
        taut_test_cell cell = {dts[k % 4], substeps[k / 4 % 3], gravities[k / 12 % 5],
                               compliances[k / 60]};
        check_cell(TAUT_SOLVER_XPBD, cell);
        check_cell(TAUT_SOLVER_VERLET, cell);
    }
}

TEST(mass_ratios_of_any_size_stay_finite)
{
    static const float masses[] = {1e-30f, 1e-6f, 1e3f, 1e9f, 1e30f};
    for (int k = 0; k < 5; ++k) {
        for (int solver = 0; solver < 3; ++solver) {
            taut_vec3 g = solver == TAUT_SOLVER_LEGACY ? (taut_vec3){0.0f, -0.01f, 0.0f} : earth;
            taut_world* world = new_world((taut_solver_kind)solver, g);
            taut_body_id id = add_body(world, grid_builder(0.0f, masses[k]));
            REQUIRE(taut_body_valid(world, id));
            uint32_t trouble = step_frames(world, 60, FRAME, 8);
            CHECK_MSG((trouble & TAUT_STEP_NOT_FINITE) == 0 && body_finite(world, id),
                      "%s with %g kg", taut_solver_name((taut_solver_kind)solver),
                      (double)masses[k]);
            taut_world_destroy(world);
        }
    }
}

TEST(an_anchor_torn_away_leaves_numbers)
{
    static const float ways[] = {10.0f, 1e4f, 1e8f, 1e15f, 1e30f, 3e38f};
    for (int k = 0; k < 6; ++k) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id = add_body(world, grid_builder(0.0f, 0.01f));
        CHECK_EQ_INT(step_frames(world, 5, FRAME, 8), 0);
        taut_result result = taut_body_set_target(world, id, 0, (taut_vec3){0.0f, ways[k], 0.0f});
        CHECK_EQ_INT(result, ways[k] <= 1e9f ? TAUT_OK : TAUT_ERROR_INVALID);
        (void)step_frames(world, 30, FRAME, 8);
        CHECK_MSG(body_finite(world, id), "%g m", (double)ways[k]);
        taut_world_destroy(world);
    }
}

TEST(the_lightest_balloon_stays_finite_and_a_lighter_one_is_refused)
{
    taut_balloon_def def = taut_balloon_def_default();
    def.frequency = 2;
    def.material.mass_per_area = 9e-7f;
    taut_builder* builder = new_builder();
    CHECK_EQ_INT(taut_make_balloon(builder, &def, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_builder_last_error(builder), "material.mass_per_area is 8.99") != NULL);
    def.material.mass_per_area = 1e-6f;
    CHECK_EQ_INT(taut_make_balloon(builder, &def, NULL), TAUT_OK);
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body(world, builder);
    CHECK_EQ_INT(step_frames(world, 30, 1.0f / 60.0f, 4) & TAUT_STEP_NOT_FINITE, 0);
    CHECK(body_finite(world, id));
    taut_world_destroy(world);
}

// Blind abuse -------------------------------------------------------------------------------------

static float odd_number(taut_test_random* r)
{
    static const float odd[] = {0.0f,   -0.0f, 1.0f,     -1.0f,     NAN,     1e30f,  -1e30f,
                                1e-30f, 0.3f,  INFINITY, -INFINITY, FLT_MAX, 1e-45f, -7.0f};
    return random_below(r, 3) == 0 ? odd[random_below(r, 14)] : random_coarse(r);
}

static taut_vec3 odd_vector(taut_test_random* r)
{
    return (taut_vec3){odd_number(r), odd_number(r), odd_number(r)};
}

static void abuse_particle(taut_world* world, taut_body_id id, taut_test_random* r)
{
    int particle = random_below(r, 38) - 1;
    taut_vec3 v = odd_vector(r);
    switch (random_below(r, 7)) {
    case 0:
        (void)taut_body_pin(world, id, particle);
        break;
    case 1:
        (void)taut_body_unpin(world, id, particle);
        break;
    case 2:
        (void)taut_body_set_target(world, id, particle, v);
        break;
    case 3:
        (void)taut_body_grab(world, id, particle);
        break;
    case 4:
        (void)taut_body_release(world, id, particle, (taut_release)random_below(r, 3));
        break;
    case 5:
        (void)taut_body_add_force(world, id, particle, v);
        break;
    default:
        (void)taut_body_add_impulse(world, id, particle, v);
        break;
    }
}

static void abuse_settings(taut_world* world, taut_body_id id, taut_test_random* r)
{
    switch (random_below(r, 5)) {
    case 0:
        (void)taut_world_set_gravity(world, odd_vector(r));
        break;
    case 1:
        (void)taut_body_set_drag(world, id, odd_number(r));
        break;
    case 2:
        (void)taut_body_set_gravity_scale(world, id, odd_number(r));
        break;
    case 3:
        (void)taut_world_shift_origin(world, odd_vector(r));
        break;
    default:
        (void)taut_body_set_frozen(world, id, random_below(r, 4) == 0);
        break;
    }
}

static void abuse_reading(taut_world* world, taut_body_id id, taut_test_random* r)
{
    taut_pick pick;
    taut_vec3 out[36];
    taut_measure measure;
    (void)taut_world_pick(world, odd_vector(r), odd_vector(r), odd_number(r), &pick);
    (void)taut_body_interpolate(world, id, odd_number(r), out, 36);
    (void)taut_body_measure(world, id, &measure);
    (void)taut_body_normals(world, id);
}

static void abuse(taut_world* world, taut_body_id id, taut_test_random* r)
{
    switch (random_below(r, 6)) {
    case 0:
        abuse_settings(world, id, r);
        break;
    case 1:
        abuse_reading(world, id, r);
        break;
    case 2:
        (void)taut_world_advance(world, (double)odd_number(r), NULL);
        break;
    case 3:
        (void)taut_world_step(world, odd_number(r), random_below(r, 5), NULL);
        break;
    default:
        abuse_particle(world, id, r);
        break;
    }
}

TEST(random_calls_with_odd_numbers_never_leave_a_state_that_is_no_number)
{
    for (int solver = 0; solver < TAUT_SOLVER_KIND_COUNT; ++solver) {
        taut_test_random r = {71 + (uint64_t)solver};
        taut_world_def def = world_def_of((taut_solver_kind)solver, earth);
        def.solver.iterations = 2;
        def.substeps = 2;
        taut_world* world = new_world_from(&def);
        taut_body_id id = add_body(world, grid_builder(1e-4f, 0.01f));
        REQUIRE(taut_body_valid(world, id));
        int bad = 0;
        for (int i = 0; i < 8000; ++i) {
            abuse(world, id, &r);
            bad += !body_finite(world, id);
        }
        CHECK_MSG(bad == 0, "%s: not finite after %d of 8000 calls",
                  taut_solver_name((taut_solver_kind)solver), bad);
        taut_world_destroy(world);
    }
}
