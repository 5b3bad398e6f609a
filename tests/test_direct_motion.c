// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The direct solve of ropes in motion: dampers against fine plain sweeps, strings, planes,
// momentum.

#include "direct_ropes.h"

// The energy left of a rope that was stretched and let go without gravity, damped as in eq. 26.
static double energy_left(bool direct, int substeps, float damping, int frames)
{
    rope r = {.links = 4, .rest = 0.5f, .mass = 0.5f, .compliance = 2e-3f, .damping = damping};
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
    def.solver.direct = direct;
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_body(world, rope_builder(&r));
    for (int i = 1; i <= r.links; ++i) {
        taut_vec3 push = {0.0f, -0.5f * (float)i / (float)r.links, 0.0f};
        CHECK_EQ_INT(taut_body_add_impulse(world, id, i, push), TAUT_OK);
    }
    double start = energy_of(world, id);
    CHECK_EQ_INT(step_frames(world, frames, FRAME, substeps), 0);
    double left = energy_of(world, id) / start;
    taut_world_destroy(world);
    return left;
}

TEST(damped_ropes_lose_energy_as_fine_plain_sweeps_do)
{
    static const float dampings[] = {0.5f, 2.0f, 8.0f};
    for (int i = 0; i < 3; ++i) {
        double fine = energy_left(false, 400, dampings[i], 45);
        double direct = energy_left(true, 60, dampings[i], 45);
        CHECK_MSG(fabs(log(direct) - log(fine)) <= 0.06, "%g left instead of %g, damping %g",
                  direct, fine, (double)dampings[i]);
        CHECK(direct < 0.9 && direct > 1e-4);
    }
}

// A heavy end let go from horizontal: dampers stand in the way of nothing, and a step that is taken
// for its last too early would leave links far too long.
TEST(damped_ropes_hold_heavy_ends_as_others_do)
{
    static const float dampings[] = {0.0f, 1.0f, 100.0f};
    for (int k = 0; k < 3; ++k) {
        taut_builder* builder = new_builder();
        for (int i = 0; i <= 32; ++i) {
            (void)add_particle(builder, 0.1f * (float)i, 0.0f, 0.0f, i == 32 ? 1e4f : 0.01f);
            taut_constraint_def def = taut_link(i - 1, i);
            def.compliance = 1e-8f;
            def.damping = dampings[k];
            if (i > 0) {
                (void)taut_builder_add_constraint(builder, &def, NULL);
            }
        }
        (void)taut_builder_pin(builder, 0);
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id = add_body(world, builder);
        REQUIRE(taut_body_valid(world, id));
        double start = energy_of(world, id);
        for (int i = 0; i < 300; ++i) {
            CHECK_EQ_INT(step_frames(world, 1, FRAME, 4), 0);
            taut_measure m = {0};
            CHECK_EQ_INT(taut_body_measure(world, id, &m), TAUT_OK);
            // At the bottom of its swing it pulls with three times its weight.
            CHECK_MSG(m.max_stretch < 0.04f, "damping %g: stretch %g in frame %d",
                      (double)dampings[k], (double)m.max_stretch, i);
        }
        CHECK(energy_of(world, id) < start);
        taut_world_destroy(world);
    }
}

// An attachment is a link of no length: a mass on a damped one against fine plain sweeps.
static double attached_left(bool direct, int substeps)
{
    held h = {.compliance = 1e-3f, .damping = 5.0f};
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, no_gravity);
    def.solver.direct = direct;
    taut_world* world = new_world_from(&def);
    taut_body_id id = add_body(world, held_builder(&h));
    for (int i = 0; i <= 2 * HALF; ++i) {
        CHECK_EQ_INT(taut_body_add_impulse(world, id, i, (taut_vec3){0.0f, 0.1f, 0.0f}), TAUT_OK);
    }
    double start = energy_of(world, id);
    CHECK_EQ_INT(step_frames(world, 45, FRAME, substeps), 0);
    double left = energy_of(world, id) / start;
    taut_world_destroy(world);
    return left;
}

TEST(damped_attachments_lose_energy_as_fine_plain_sweeps_do)
{
    double fine = attached_left(false, 400);
    double direct = attached_left(true, 60);
    CHECK_MSG(fabs(log(direct) - log(fine)) <= 0.1, "%g left instead of %g", direct, fine);
}

// A weight on a string, thrown up: slack on its way, taut when it arrives, never longer than it is.
TEST(strings_go_slack_and_taut_again)
{
    rope r = {
        .links = 8, .rest = 0.1f, .mass = 0.02f, .end_mass = 1.0f, .sides = TAUT_SIDES_TENSION};
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body(world, rope_builder(&r));
    REQUIRE(taut_body_valid(world, id));
    REQUIRE(taut_body_add_impulse(world, id, 8, (taut_vec3){0.5f, 3.0f, 0.0f}) == TAUT_OK);
    double start = energy_of(world, id);
    float longest = 0.0f, shortest = 0.0f;
    double most = start;
    for (int i = 0; i < 600; ++i) {
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 20), 0);
        for (int k = 0; k < r.links; ++k) {
            taut_constraint_state s = state_of(world, id, k);
            longest = s.value > longest ? s.value : longest;
            shortest = s.value < shortest ? s.value : shortest;
            CHECK_MSG(s.force >= 0.0f && (s.force == 0.0f || s.value > -1e-4f),
                      "link %d, %g m longer, pulls with %g N in frame %d", k, (double)s.value,
                      (double)s.force, i);
        }
        double now = energy_of(world, id);
        most = now > most ? now : most;
    }
    CHECK_MSG(longest < 1e-3f, "%g m too long", (double)longest);
    CHECK_MSG(shortest < -0.02f, "never slack: %g m", (double)shortest);
    CHECK_MSG(most <= start + 0.01, "%g J from %g J", most, start);
    taut_world_destroy(world);
}

// A loose strut stands on a pin, a little aslant, and carries a weight on a string. It topples, and
// once its far end hangs below the pin nothing holds it: all fall as they would alone.
TEST(struts_hold_nothing_back)
{
    static const taut_sides sides[] = {TAUT_SIDES_COMPRESSION, TAUT_SIDES_TENSION,
                                       TAUT_SIDES_COMPRESSION};
    static const float places[4][2] = {{0, 0}, {0.03f, 0.1f}, {0.06f, 0.0f}, {0.06f, 0.1f}};
    taut_builder* builder = new_builder();
    for (int i = 0; i < 4; ++i) {
        (void)add_particle(builder, places[i][0], places[i][1], 0.01f * (float)i, 0.1f);
        if (i > 0) {
            taut_constraint_def def = taut_link(i - 1, i);
            def.sides = sides[i - 1];
            (void)taut_builder_add_constraint(builder, &def, NULL);
        }
    }
    (void)taut_builder_pin(builder, 0);
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body(world, builder);
    REQUIRE(taut_body_valid(world, id));
    for (int frame = 0; frame < 60; ++frame) {
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 20), 0);
        for (int i = 0; i < 3; ++i) {
            taut_constraint_state s = state_of(world, id, i);
            float wrong = sides[i] == TAUT_SIDES_TENSION ? s.value : -s.value;
            CHECK_MSG(wrong < 1e-5f, "link %d is %g m longer", i, (double)s.value);
        }
    }
    // In a second a particle falls 4.9 m; toppling takes a third of it.
    for (int i = 1; i < 4; ++i) {
        CHECK_MSG(position_of(world, id, i).y < -1.5f, "particle %d is at %g m", i,
                  (double)position_of(world, id, i).y);
    }
    taut_world_destroy(world);
}

TEST(planar_ropes_stay_in_their_plane)
{
    for (int light = 0; light < 2; ++light) {
        taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
        def.planar = true;
        taut_world* world = new_world_from(&def);
        rope r = {.links = 16, .rest = 0.1f, .mass = 0.02f, .end_mass = light ? 0.02f : 200.0f};
        taut_body_id id = add_body(world, rope_builder(&r));
        REQUIRE(taut_body_valid(world, id));
        taut_vec3 push = {light ? 0.1f : 300.0f, 0.0f, 0.0f};
        REQUIRE(taut_body_add_impulse(world, id, 16, push) == TAUT_OK);
        CHECK_EQ_INT(step_frames(world, 300, FRAME, 8), 0);
        for (int i = 0; i <= 16; ++i) {
            CHECK(position_of(world, id, i).z == 0.0f);
            CHECK(velocity_of(world, id, i).z == 0.0f);
        }
        taut_measure m;
        CHECK_EQ_INT(taut_body_measure(world, id, &m), TAUT_OK);
        CHECK_MSG(m.max_stretch < 1e-3f, "stretch %g", (double)m.max_stretch);
        taut_world_destroy(world);
    }
}

typedef struct motion {
    double p[3], l[3];  // momentum, angular momentum
    double size;        // sum of m |x| |v|
} motion;

static motion motion_of(const taut_world* world, taut_body_id id, int count)
{
    motion m = {0};
    for (int i = 0; i < count; ++i) {
        double mass = (double)taut_body_mass(world, id, i);
        taut_vec3 at = position_of(world, id, i), move = velocity_of(world, id, i);
        double x[3] = {(double)at.x, (double)at.y, (double)at.z};
        double v[3] = {(double)move.x, (double)move.y, (double)move.z};
        for (int k = 0; k < 3; ++k) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            m.p[k] += mass * v[k];
            m.l[k] += mass * (x[a] * v[b] - x[b] * v[a]);
            m.size += mass * fabs(x[a] * v[b]);
        }
    }
    return m;
}

// A free chain in space, tumbling. Its momentum stays to rounding. Angular momentum is what steps
// of implicit Euler lose some of: the more, the more a link turns in a substep.
TEST(a_free_chain_keeps_its_momentum)
{
    double lost[2];
    for (int i = 0; i < 2; ++i) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
        rope r = {.links = 12, .rest = 0.1f, .mass = 0.1f, .end_mass = 3.0f};
        taut_body_id id = add_body(world, rope_builder(&r));
        REQUIRE(taut_body_valid(world, id));
        REQUIRE(taut_body_unpin(world, id, 0) == TAUT_OK);
        taut_test_random random = {3};
        for (int k = 0; k <= 12; ++k) {
            taut_vec3 push = {0.1f * random_coarse(&random), 0.1f * random_coarse(&random),
                              0.1f * random_coarse(&random)};
            REQUIRE(taut_body_add_impulse(world, id, k, push) == TAUT_OK);
        }
        motion before = motion_of(world, id, 13);
        CHECK_EQ_INT(step_frames(world, 120, FRAME, i == 0 ? 20 : 200), 0);
        motion after = motion_of(world, id, 13);
        lost[i] = 0.0;
        for (int k = 0; k < 3; ++k) {
            CHECK_NEAR(after.p[k], before.p[k], 2e-5);
            lost[i] += fabs(after.l[k] - before.l[k]) / before.size;
        }
        taut_world_destroy(world);
    }
    CHECK_MSG(lost[0] < 0.05 && lost[1] < 0.25 * lost[0], "angular momentum lost: %g and %g",
              lost[0], lost[1]);
}

// An attachment that gapes when a body is made closes in its own time, not within a substep.
TEST(a_gap_does_not_turn_into_speed)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < 10; ++i) {
        (void)add_particle(builder, 0.1f * (float)i, 0.02f * (float)(i % 2), 0.0f, 0.1f);
        if (i > 0) {
            (void)add_link(builder, i - 1, i, 0.0f);
        }
    }
    (void)taut_builder_pin(builder, 0);
    int weight = add_particle(builder, 1.0f, 0.0f, 0.0f, 10.0f);
    taut_constraint_def knot = taut_constraint_def_default(TAUT_CONSTRAINT_ATTACH);
    knot.particles[0] = weight;
    knot.particles[1] = 9;
    REQUIRE(taut_builder_add_constraint(builder, &knot, NULL) == TAUT_OK);
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id id = add_body(world, builder);
    REQUIRE(taut_body_valid(world, id));
    for (int frame = 0; frame < 120; ++frame) {
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 24), 0);
        taut_measure m = {0};
        REQUIRE(taut_body_measure(world, id, &m) == TAUT_OK);
        CHECK(m.max_speed < 2.0f);  // 108 m/s where it comes at once
    }
    CHECK_NEAR(distance_between(position_of(world, id, 9), position_of(world, id, weight)), 0.0,
               1e-4);
    taut_world_destroy(world);
}

// Soft ropes under tension, let go level: what they store and what they move with is never more
// than they fell. Light particles between stiff pulls are where a solver that looks at lengths only
// gains it.
TEST(soft_ropes_under_tension_gain_nothing)
{
    static const struct {
        float end, compliance;
        int substeps;
    } cases[] = {{10.0f, 1e-4f, 8}, {100.0f, 1e-5f, 24}, {10.0f, 1e-3f, 4}};
    for (int k = 0; k < 3; ++k) {
        taut_builder* builder = new_builder();
        for (int i = 0; i <= 32; ++i) {
            (void)add_particle(builder, 0.1f * (float)i, 0.0f, 0.0f,
                               i == 32 ? cases[k].end : 0.01f);
            if (i > 0) {
                (void)add_link(builder, i - 1, i, cases[k].compliance);
            }
        }
        (void)taut_builder_pin(builder, 0);
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id id = add_body(world, builder);
        REQUIRE(taut_body_valid(world, id));
        double start = energy_of(world, id);
        double room = (double)cases[k].end * GRAVITY * 3.2;
        for (int frame = 0; frame < 600; ++frame) {
            CHECK_EQ_INT(step_frames(world, 1, FRAME, cases[k].substeps), 0);
            double gain = (energy_of(world, id) - start) / room;
            CHECK_MSG(gain < 1e-3, "case %d, frame %d: gained %g", k, frame, gain);
        }
        taut_world_destroy(world);
    }
}

static double length_of(taut_vec3 v)
{
    return distance_between(v, (taut_vec3){0.0f, 0.0f, 0.0f});
}

// A load that swings on a rigid rope pulls with m (g cos + v^2 / l), and the pin feels that.
TEST(the_force_of_a_swinging_load_can_be_read)
{
    rope r = {.links = 40, .rest = 0.25f, .mass = 0.035f, .end_mass = 500.0f};
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body(world, rope_builder(&r));
    REQUIRE(taut_body_valid(world, id));
    for (int i = 1; i <= 40; ++i) {
        float push = (i == 40 ? 500.0f : 0.035f) * 4.0f * (float)i / 40.0f;
        REQUIRE(taut_body_add_impulse(world, id, i, (taut_vec3){push, 0.0f, 0.0f}) == TAUT_OK);
    }
    for (int frame = 0; frame < 600; ++frame) {
        CHECK_EQ_INT(step_frames(world, 1, FRAME, 20), 0);
        taut_vec3 x = position_of(world, id, 40);
        taut_vec3 v = taut_vec3_at(taut_body_velocities(world, id), 40);
        double length = length_of(x);
        double speed = length_of(v);
        double due = 500.0 * (-GRAVITY * (double)x.y + speed * speed) / length;
        taut_reaction pin = {0};
        REQUIRE(taut_body_reaction(world, id, 0, &pin) == TAUT_OK);
        double found = length_of(pin.force);
        CHECK_MSG(fabs(found / due - 1.0) < 0.03, "frame %d: %g of %g N", frame, found, due);
    }
    taut_world_destroy(world);
}
