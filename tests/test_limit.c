// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Constraints with play, and the kinds that joints, supports and pulleys are made of.

#include <math.h>
#include <string.h>

#include "support.h"
#include "test.h"

#define DT (1.0f / 60.0f)
#define PI 3.14159265358979
#define DEGREE (PI / 180.0)

static const taut_vec3 gravity = {0.0f, -9.81f, 0.0f};
static const taut_vec3 nothing = {0.0f, 0.0f, 0.0f};

static int add_with_play(taut_builder* b, taut_constraint_def def, float play)
{
    int index = -1;
    def.play = play;
    CHECK_EQ_INT(taut_builder_add_constraint(b, &def, &index), TAUT_OK);
    return index;
}

static taut_constraint_def def_of(taut_constraint_kind kind, int a, int b, int c, int d)
{
    taut_constraint_def def = taut_constraint_def_default(kind);
    def.particles[0] = a;
    def.particles[1] = b;
    def.particles[2] = c;
    def.particles[3] = d;
    return def;
}

static taut_constraint_state state_of(taut_world* world, taut_body_id id, int index)
{
    taut_constraint_state state = {0};
    CHECK_EQ_INT(taut_body_constraint(world, id, index, &state), TAUT_OK);
    return state;
}

// What one substep reads on a rigid constraint carries the rounding of its length: the mean over
// some frames does not.
static double mean_force(taut_world* world, taut_body_id id, int index)
{
    double sum = 0.0;
    for (int i = 0; i < 30; ++i) {
        (void)step_frames(world, 1, DT, 20);
        sum += (double)state_of(world, id, index).force;
    }
    return sum / 30.0;
}

// Play --------------------------------------------------------------------------------------------

// A ball between two walls: flies freely, stops at 0.25 m to either side. With every solver that
// knows positions.
TEST(nothing_acts_within_the_play)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, nothing);
    taut_builder* b = new_builder();
    (void)add_particle(b, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(b, 1.0f, 0.0f, 0.0f, 1.0f);
    (void)taut_builder_pin(b, 0);
    taut_constraint_def def = taut_link(0, 1);
    def.damping_rate = 50.0f;
    int link = add_with_play(b, def, 0.25f);
    taut_body_def body = taut_body_def_default();
    body.velocity = (taut_vec3){0.5f, 0.0f, 0.0f};
    taut_body_id id = add_body_def(world, b, body);
    (void)step_frames(world, 24, DT, 10);  // 0.2 m
    CHECK_NEAR(velocity_of(world, id, 1).x, 0.5, 1e-6);
    CHECK_NEAR(position_of(world, id, 1).x, 1.2, 1e-5);
    CHECK(state_of(world, id, link).force == 0.0f);
    (void)step_frames(world, 60, DT, 10);
    CHECK_NEAR(position_of(world, id, 1).x, 1.25, 1e-4);
    CHECK_NEAR(velocity_of(world, id, 1).x, 0.0, 1e-4);
    REQUIRE(taut_body_add_impulse(world, id, 1, (taut_vec3){-1.0f, 0.0f, 0.0f}) == TAUT_OK);
    (void)step_frames(world, 60, DT, 10);
    CHECK_NEAR(position_of(world, id, 1).x, 0.75, 1e-4);
    taut_world_destroy(world);
}

// A weight on an elastic link with play hangs play + F x compliance too low.
static void check_hanging_by_play(taut_solver_kind solver, int substeps)
{
    taut_world* world = new_world(solver, gravity);
    taut_builder* b = new_builder();
    (void)add_particle(b, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(b, 0.0f, -1.0f, 0.0f, 2.0f);
    (void)taut_builder_pin(b, 0);
    taut_constraint_def def = taut_link(0, 1);
    def.compliance = 1e-3f;
    def.damping = 20.0f;
    int link = add_with_play(b, def, 0.1f);
    taut_body_id id = add_body(world, b);
    (void)step_frames(world, 300, DT, substeps);
    CHECK_NEAR(position_of(world, id, 1).y, -1.1 - 2.0 * 9.81e-3, 1e-4);
    taut_constraint_state state = state_of(world, id, link);
    CHECK_NEAR(state.force, 2.0 * 9.81, 0.01);
    CHECK_NEAR(state.value, 0.1 + 2.0 * 9.81e-3, 1e-4);
    taut_world_destroy(world);
}

TEST(beyond_the_play_a_link_answers_from_its_end_on)
{
    check_hanging_by_play(TAUT_SOLVER_XPBD, 10);
    check_hanging_by_play(TAUT_SOLVER_SPRINGS_SYMPLECTIC, 40);
}

// A rope whose third link has play: the others are solved as trees, that one is not, and gives
// nothing before it is taut. One-sided as well, it does not push at the other end.
TEST(a_rope_with_a_loose_link_hangs_longer_by_its_play)
{
    for (int sided = 0; sided < 2; ++sided) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, gravity);
        taut_builder* b = new_builder();
        for (int i = 0; i < 6; ++i) {
            (void)add_particle(b, 0.0f, -0.2f * (float)i, 0.0f, 0.5f);
        }
        (void)taut_builder_pin(b, 0);
        for (int i = 0; i < 5; ++i) {
            taut_constraint_def def = taut_link(i, i + 1);
            def.sides = sided ? TAUT_SIDES_TENSION : TAUT_SIDES_BOTH;
            def.damping_rate = 30.0f;
            (void)add_with_play(b, def, i == 2 ? 0.05f : 0.0f);
        }
        taut_body_def body = taut_body_def_default();
        body.drag = 2.0f;
        taut_body_id id = add_body_def(world, b, body);
        (void)step_frames(world, 600, DT, 20);
        CHECK_NEAR(position_of(world, id, 5).y, -1.05, 1e-3);
        CHECK_NEAR(state_of(world, id, 2).force, 1.5 * 9.81, 0.02 * 1.5 * 9.81);
        CHECK_NEAR(state_of(world, id, 0).force, 2.5 * 9.81, 0.02 * 2.5 * 9.81);
        taut_measure m;
        REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
        CHECK_MSG((double)m.max_stretch < 1e-3, "play is no stretch: %g", (double)m.max_stretch);
        taut_world_destroy(world);
    }
}

// Joints ------------------------------------------------------------------------------------------

static double turn_at(const taut_world* w, taut_body_id id, int a, int b, int c)
{
    taut_vec3 p = position_of(w, id, a), q = position_of(w, id, b), r = position_of(w, id, c);
    double u[3] = {(double)(q.x - p.x), (double)(q.y - p.y), (double)(q.z - p.z)};
    double v[3] = {(double)(r.x - q.x), (double)(r.y - q.y), (double)(r.z - q.z)};
    double dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    double uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    double vv = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    return acos(fmax(-1.0, fmin(1.0, dot / sqrt(uu * vv)))) / DEGREE;
}

// A stick on a pinned axis falls over and stops 60 degrees from upright; in a plane as well.
static void check_cone(bool planar)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, gravity);
    def.planar = planar;
    taut_world* world = new_world_from(&def);
    taut_builder* b = new_builder();
    (void)add_particle(b, 0.0f, -0.5f, 0.0f, 1.0f);
    (void)add_particle(b, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(b, 0.05f, 0.5f, planar ? 0.0f : 0.02f, 1.0f);
    (void)taut_builder_pin(b, 0);
    (void)taut_builder_pin(b, 1);
    (void)add_link(b, 1, 2, 0.0f);
    taut_constraint_def cone = def_of(TAUT_CONSTRAINT_ANGLE, 0, 1, 2, -1);
    cone.rest_from_shape = false;
    cone.damping_rate = 60.0f;
    int limit = add_with_play(b, cone, (float)(60.0 * DEGREE));
    taut_body_id id = add_body(world, b);
    double most = 0.0;
    for (int i = 0; i < 240; ++i) {
        (void)step_frames(world, 1, DT, 20);
        most = fmax(most, turn_at(world, id, 0, 1, 2));
    }
    CHECK_MSG(most < 60.5, "swung to %g degrees", most);
    CHECK_NEAR(turn_at(world, id, 0, 1, 2), 60.0, 0.05);
    // It leans on the limit with the moment of its weight.
    double moment = 9.81 * sqrt(0.2529) * sin(60.0 * DEGREE);
    CHECK_NEAR(mean_force(world, id, limit), moment, 0.02 * moment);
    taut_world_destroy(world);
}

TEST(a_stick_swings_within_its_cone)
{
    check_cone(false);
    check_cone(true);
}

// Two triangles on a pinned axis: a lower leg that swings back up to 120 degrees and forwards not
// at all.
TEST(a_hinge_turns_one_way_only)
{
    for (int way = -1; way <= 1; way += 2) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, gravity);
        taut_builder* b = new_builder();
        (void)add_particle(b, 0.0f, 0.0f, -0.1f, 1.0f);
        (void)add_particle(b, 0.0f, 0.0f, 0.1f, 1.0f);
        (void)add_particle(b, 0.0f, 1.0f, 0.0f, 1.0f);
        (void)add_particle(b, 0.0f, -1.0f, 0.0f, 1.0f);
        for (int i = 0; i < 3; ++i) {
            (void)taut_builder_pin(b, i);
        }
        (void)add_link(b, 0, 3, 0.0f);
        (void)add_link(b, 1, 3, 0.0f);
        taut_constraint_def hinge = def_of(TAUT_CONSTRAINT_DIHEDRAL, 0, 1, 2, 3);
        hinge.rest_from_shape = false;
        hinge.rest = (float)(60.0 * DEGREE);
        (void)add_with_play(b, hinge, (float)(60.0 * DEGREE));
        taut_body_id id = add_body(world, b);
        taut_vec3 impulse = {6.0f * (float)way, 0.0f, 0.0f};
        REQUIRE(taut_body_add_impulse(world, id, 3, impulse) == TAUT_OK);
        double least = 0.0, most = 0.0;
        for (int i = 0; i < 60; ++i) {
            (void)step_frames(world, 1, DT, 20);
            double angle =
                atan2((double)position_of(world, id, 3).x, -(double)position_of(world, id, 3).y) /
                DEGREE;
            least = fmin(least, angle);
            most = fmax(most, angle);
        }
        // One way is open, the other shut: which is which says the order of the particles.
        CHECK_MSG((way > 0 ? most : -least) > 100.0 || (most < 0.5 && least > -0.5),
                  "from %g to %g", least, most);
        CHECK_MSG(most - least < 121.0, "from %g to %g", least, most);
        CHECK_MSG(most < 0.5 || least > -0.5, "from %g to %g", least, most);
        taut_world_destroy(world);
    }
}

// Two segments that share nothing.
TEST(a_cone_keeps_two_segments_near_one_another)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, nothing);
    taut_builder* b = new_builder();
    (void)add_particle(b, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(b, 0.0f, 1.0f, 0.0f, 1.0f);
    (void)add_particle(b, 2.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(b, 2.0f, 1.0f, 0.0f, 1.0f);
    (void)add_link(b, 0, 1, 0.0f);
    (void)add_link(b, 2, 3, 0.0f);
    taut_constraint_def cone = def_of(TAUT_CONSTRAINT_CONE, 0, 1, 2, 3);
    int limit = add_with_play(b, cone, 0.5f);
    taut_body_id id = add_body(world, b);
    REQUIRE(taut_body_add_impulse(world, id, 3, (taut_vec3){0.7f, 0.0f, 0.7f}) == TAUT_OK);
    REQUIRE(taut_body_add_impulse(world, id, 2, (taut_vec3){-0.7f, 0.0f, -0.7f}) == TAUT_OK);
    float most = 0.0f;
    for (int i = 0; i < 120; ++i) {
        (void)step_frames(world, 1, DT, 20);
        most = fmaxf(most, state_of(world, id, limit).value);
    }
    CHECK_MSG(most > 0.499f && most < 0.505f, "angle %g", (double)most);
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    CHECK_NEAR(m.momentum.x, 0.0, 1e-5);
    taut_world_destroy(world);
}

// Supports and pulleys ----------------------------------------------------------------------------

// A block on a slope of 30 degrees slides down by g sin 30, and the slope holds g cos 30.
static void check_slope(bool planar)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, gravity);
    def.planar = planar;
    taut_world* world = new_world_from(&def);
    taut_builder* b = new_builder();
    float s = 0.5f, c = 0.8660254f;
    (void)add_particle(b, 0.0f, 0.0f, 0.0f, 3.0f);
    (void)add_particle(b, -s, -c, 0.0f, 1.0f);
    (void)add_particle(b, 4.0f * s, 4.0f * c, 0.0f, 1.0f);
    (void)taut_builder_pin(b, 1);
    (void)taut_builder_pin(b, 2);
    int slope = add_with_play(b, def_of(TAUT_CONSTRAINT_SLIDE, 0, 1, 2, -1), 0.0f);
    taut_body_id id = add_body(world, b);
    (void)step_frames(world, 60, DT, 20);
    taut_vec3 x = position_of(world, id, 0);
    CHECK_NEAR(x.x * c - x.y * s, 0.5 * 9.81 * 0.5, 0.01);
    CHECK_NEAR(x.x * s + x.y * c, 0.0, 1e-4);
    double held = 3.0 * 9.81 * (double)c;
    CHECK_NEAR(fabs(mean_force(world, id, slope)), held, 0.02 * held);
    taut_world_destroy(world);
}

TEST(a_slide_holds_across_and_not_along)
{
    check_slope(false);
    check_slope(true);
}

// Lifts off where it may only push.
TEST(a_one_sided_slide_is_a_floor)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, gravity);
    taut_builder* b = new_builder();
    (void)add_particle(b, 0.0f, 1.0f, 0.0f, 1.0f);
    (void)add_particle(b, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(b, 0.0f, -1.0f, 0.0f, 1.0f);
    (void)add_particle(b, 0.3f, 1.0f, 0.0f, 1.0f);
    (void)taut_builder_pin(b, 1);
    (void)taut_builder_pin(b, 2);
    taut_constraint_def floor = def_of(TAUT_CONSTRAINT_SLIDE, 0, 2, 1, -1);
    floor.rest_from_shape = false;
    floor.rest = 1.0f;
    floor.sides = TAUT_SIDES_COMPRESSION;
    (void)add_with_play(b, floor, 0.0f);
    taut_body_id id = add_body(world, b);
    (void)step_frames(world, 20, DT, 10);
    CHECK_NEAR(position_of(world, id, 0).y, position_of(world, id, 3).y, 1e-5);
    (void)step_frames(world, 100, DT, 10);
    CHECK_NEAR(position_of(world, id, 0).y, 0.0, 1e-4);
    CHECK((double)position_of(world, id, 3).y < -1.0);
    taut_world_destroy(world);
}

// Atwood's machine, and one with a block of `ratio` falls: both sides keep a r^2-weighted balance.
static void check_pulley(float ratio, float near, float far)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, gravity);
    taut_builder* b = new_builder();
    (void)add_particle(b, -0.02f, -5.0f, 0.0f, near);
    (void)add_particle(b, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(b, 0.02f, -5.0f, 0.0f, far);
    (void)taut_builder_pin(b, 1);
    taut_constraint_def def = def_of(TAUT_CONSTRAINT_PULLEY, 0, 1, 2, -1);
    def.ratio = ratio;
    int rope = add_with_play(b, def, 0.0f);
    taut_body_id id = add_body(world, b);
    (void)step_frames(world, 30, DT, 20);
    // With the far end rising by s, the near one falls by ratio s.
    double a = 9.81 * (double)(ratio * near - far) / (double)(ratio * ratio * near + far);
    double rise = 0.5 * a * 0.25;
    CHECK_NEAR(position_of(world, id, 2).y + 5.0f, rise, 0.01 * fabs(rise) + 2e-3);
    CHECK_NEAR(position_of(world, id, 0).y + 5.0f, -rise * (double)ratio,
               0.01 * fabs(rise) * (double)ratio + 2e-3);
    double tension = (double)near * (9.81 - (double)ratio * a);
    CHECK_NEAR(mean_force(world, id, rope), tension, 0.03 * tension);
    taut_constraint_def back;
    REQUIRE(taut_blueprint_constraint(taut_body_blueprint(world, id), rope, &back) == TAUT_OK);
    CHECK(back.ratio == ratio);
    taut_world_destroy(world);
}

TEST(a_pulley_lifts_what_its_ratio_lets_it)
{
    check_pulley(1.0f, 2.0f, 1.0f);
    check_pulley(1.0f, 1.0f, 1.0f);
    check_pulley(2.0f, 1.0f, 2.0f);  // in balance
    check_pulley(2.0f, 1.5f, 2.0f);
    check_pulley(4.0f, 1.0f, 5.0f);
}

// Input -------------------------------------------------------------------------------------------

static void check_refused(taut_constraint_def def, const char* said)
{
    taut_builder* b = new_builder();
    for (int i = 0; i < 4; ++i) {
        (void)add_particle(b, (float)i, (float)(i * i), 0.0f, 1.0f);
    }
    CHECK_EQ_INT(taut_builder_add_constraint(b, &def, NULL), TAUT_ERROR_INVALID);
    CHECK_MSG(strstr(taut_builder_last_error(b), said) != NULL, "%s", taut_builder_last_error(b));
    CHECK_EQ_INT(taut_builder_constraint_count(b), 0);
    taut_builder_destroy(b);
}

TEST(bad_play_and_bad_ratios_are_refused)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY, -1e-3f, 1e10f};
    for (int i = 0; i < 5; ++i) {
        taut_constraint_def def = taut_link(0, 1);
        def.play = bad[i];
        check_refused(def, "taut_constraint_def.play");
        def = def_of(TAUT_CONSTRAINT_PULLEY, 0, 1, 2, -1);
        def.ratio = bad[i];
        check_refused(def, "taut_constraint_def.ratio");
    }
    taut_constraint_def def = taut_link(0, 1);
    def.ratio = 2.0f;
    check_refused(def, "taut_constraint_def.ratio");
    def = def_of(TAUT_CONSTRAINT_TETHER, 0, 1, -1, -1);
    def.play = 0.1f;
    check_refused(def, "taut_constraint_def.play");
}

TEST(what_was_set_is_read_back)
{
    taut_builder* b = new_builder();
    for (int i = 0; i < 3; ++i) {
        (void)add_particle(b, (float)i, 0.0f, 0.0f, 1.0f);
    }
    (void)add_with_play(b, taut_link(0, 1), 0.0f);
    (void)add_with_play(b, taut_link(1, 2), 0.125f);
    taut_blueprint* p = bake_away(b);
    taut_constraint_def def;
    REQUIRE(taut_blueprint_constraint(p, 0, &def) == TAUT_OK);
    CHECK(def.play == 0.0f && def.ratio == 1.0f);
    REQUIRE(taut_blueprint_constraint(p, 1, &def) == TAUT_OK);
    CHECK(def.play == 0.125f);
    taut_blueprint_release(p);
}

// Friction ----------------------------------------------------------------------------------------

// A weight of 1 kg half a metre out on a hinge: 4.905 N m.
static taut_world* put_lid(float friction, taut_solver_kind solver, taut_body_id* id, int* hinge)
{
    taut_builder* b = new_builder();
    static const taut_vec3 at[4] = {{0, 0, 0}, {0, 0, 1}, {-0.5f, 0, 0.5f}, {0.5f, 0, 0.5f}};
    for (int i = 0; i < 4; ++i) {
        CHECK_EQ_INT(taut_builder_add_particle(b, at[i], 1.0f, NULL), TAUT_OK);
        CHECK(i == 3 || taut_builder_pin(b, i) == TAUT_OK);
    }
    taut_constraint_def first = taut_link(0, 3), second = taut_link(1, 3);
    CHECK_EQ_INT(taut_builder_add_constraint(b, &first, NULL), TAUT_OK);
    CHECK_EQ_INT(taut_builder_add_constraint(b, &second, NULL), TAUT_OK);
    taut_constraint_def def = def_of(TAUT_CONSTRAINT_DIHEDRAL, 0, 1, 2, 3);
    def.friction = friction;
    CHECK_EQ_INT(taut_builder_add_constraint(b, &def, hinge), TAUT_OK);
    taut_world* world = new_world(solver, gravity);
    *id = add_body(world, b);
    return world;
}

// It stands up to twice what it slides against, and shows what it holds.
TEST(friction_holds_what_stands)
{
    taut_body_id id;
    int hinge = -1;
    taut_world* world = put_lid(2.7f, TAUT_SOLVER_XPBD, &id, &hinge);
    (void)step_frames(world, 120, DT, 20);
    CHECK_NEAR(position_of(world, id, 3).y, 0.0, 1e-4);
    CHECK_NEAR(fabs(mean_force(world, id, hinge)), 4.905, 0.05);
    taut_world_destroy(world);
    world = put_lid(2.2f, TAUT_SOLVER_XPBD, &id, &hinge);
    (void)step_frames(world, 120, DT, 20);
    CHECK_MSG(position_of(world, id, 3).y < -0.3f, "%g", (double)position_of(world, id, 3).y);
    taut_world_destroy(world);
}

// What slides loses as much energy as friction times the angle it went: 1 N m.
TEST(friction_takes_the_energy_it_should)
{
    taut_body_id id;
    int hinge = -1;
    taut_world* world = put_lid(1.0f, TAUT_SOLVER_XPBD, &id, &hinge);
    taut_vec3 at = position_of(world, id, 3);
    for (int i = 0; i < 60 && at.y > -0.4f; ++i) {
        (void)step_frames(world, 1, DT, 20);
        at = position_of(world, id, 3);
    }
    taut_measure m;
    REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
    double angle = atan2(-(double)at.y, (double)at.x), fell = -(double)at.y;
    double kinetic = m.kinetic_energy;
    CHECK_NEAR(kinetic, 9.81 * fell - 1.0 * angle, 0.03);
    (void)step_frames(world, 600, DT, 20);
    taut_vec3 before = position_of(world, id, 3);
    (void)step_frames(world, 60, DT, 20);
    CHECK_NEAR(distance_between(before, position_of(world, id, 3)), 0.0, 1e-5);
    taut_world_destroy(world);
}

TEST(friction_of_springs_holds_too)
{
    taut_body_id id;
    int hinge = -1;
    taut_world* world = put_lid(6.0f, TAUT_SOLVER_SPRINGS_SYMPLECTIC, &id, &hinge);
    (void)step_frames(world, 60, DT, 200);
    CHECK_MSG(position_of(world, id, 3).y > -0.1f, "%g", (double)position_of(world, id, 3).y);
    taut_world_destroy(world);
}

TEST(friction_stands_alone)
{
    taut_builder* b = new_builder();
    for (int i = 0; i < 2; ++i) {
        taut_vec3 at = {(float)i, 0.0f, 0.0f};
        REQUIRE(taut_builder_add_particle(b, at, 1.0f, NULL) == TAUT_OK);
    }
    for (int i = 0; i < 6; ++i) {
        taut_constraint_def def = taut_link(0, 1);
        def.friction = i == 0 ? -1.0f : i == 1 ? NAN : 1.0f;
        def.play = i == 2 ? 0.1f : 0.0f;
        def.sides = i == 3 ? TAUT_SIDES_TENSION : TAUT_SIDES_BOTH;
        def.strength = i == 4 ? 1.0f : 0.0f;
        def.stretch = i == 5 ? 1.0f : 0.0f;
        CHECK_EQ_INT(taut_builder_add_constraint(b, &def, NULL), TAUT_ERROR_INVALID);
        CHECK(strstr(taut_builder_last_error(b), "friction") != NULL);
    }
    taut_builder_destroy(b);
}
