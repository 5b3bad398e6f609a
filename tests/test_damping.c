// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Damping along constraints: both forms take relative velocity away at a rate that does not depend
// on the substeps, keep momentum, and leave slack strings alone.

#include "support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

// Two free particles of 1 and 3 kg, 1 m apart at rest length, drawing apart at 1 m/s.
typedef struct taut_test_pull {
    taut_world* world;
    taut_body_id id;
} taut_test_pull;

static taut_test_pull pull_make_at(taut_constraint_def link, float x)
{
    taut_test_pull t = {new_world(TAUT_SOLVER_XPBD, no_gravity), {0, 0}};
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 3.0f);
    CHECK_EQ_INT(taut_builder_add_constraint(builder, &link, NULL), TAUT_OK);
    // And a pair that is not damped and stands still: damping is a matter of each constraint.
    (void)add_particle(builder, 0.0f, 5.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.0f, 5.0f, 0.0f, 1.0f);
    (void)add_link(builder, 2, 3, 0.0f);
    taut_body_def def = taut_body_def_default();
    def.offset.x = x;
    t.id = add_body_def(t.world, builder, def);
    (void)taut_body_add_impulse(t.world, t.id, 0, (taut_vec3){-0.75f, 0.5f, 0.0f});
    (void)taut_body_add_impulse(t.world, t.id, 1, (taut_vec3){0.75f, 1.5f, 0.0f});
    return t;
}

static taut_test_pull pull_make(taut_constraint_def link)
{
    return pull_make_at(link, 0.0f);
}

static double closing_speed(const taut_test_pull* t)
{
    return (double)velocity_of(t->world, t->id, 1).x - (double)velocity_of(t->world, t->id, 0).x;
}

// The rate at which relative velocity fell over half a second, in 1/s.
static double decay_rate_at(taut_constraint_def link, int substeps, float x)
{
    taut_test_pull t = pull_make_at(link, x);
    double before = closing_speed(&t);
    (void)step_frames(t.world, 30, FRAME, substeps);
    double after = closing_speed(&t);
    taut_measure m;
    (void)taut_body_measure(t.world, t.id, &m);
    // Equal and opposite corrections: each is rounded to 6e-8 of itself.
    CHECK_NEAR(m.momentum.x, 0.0, 1e-5);
    CHECK_NEAR(m.momentum.y, 2.0, 1e-5);
    CHECK_NEAR(m.momentum.z, 0.0, 0.0);
    taut_world_destroy(t.world);
    return -log(after / before) / 0.5;
}

static double decay_rate(taut_constraint_def link, int substeps)
{
    return decay_rate_at(link, substeps, 0.0f);
}

static taut_constraint_def soft_link(void)
{
    taut_constraint_def link = taut_link(0, 1);
    link.compliance = 1e3f;  // 1 mN/m: as good as no spring
    return link;
}

TEST(elastic_damping_takes_velocity_at_its_rate_whatever_the_substeps)
{
    taut_constraint_def link = soft_link();
    link.damping = 1.5f;
    // F = -c v on a reduced mass of 3/4 kg: 2 per second.
    double at20 = decay_rate(link, 20);
    double at30 = decay_rate(link, 30);
    CHECK_MSG(fabs(at20 / at30 - 1.0) < 0.02, "%g and %g per second", at20, at30);
    CHECK_MSG(fabs(at20 / 2.0 - 1.0) < 0.02, "%g per second, not 2", at20);
}

TEST(rate_damping_takes_velocity_at_its_rate_whatever_the_substeps)
{
    taut_constraint_def link = soft_link();
    link.damping_rate = 3.0f;
    double at20 = decay_rate(link, 20);
    double at30 = decay_rate(link, 30);
    CHECK_MSG(fabs(at20 / at30 - 1.0) < 0.02, "%g and %g per second", at20, at30);
    CHECK_MSG(fabs(at20 / 3.0 - 1.0) < 0.02, "%g per second, not 3", at20);
}

// Positions are rounded to 6e-5 m there, a twelfth of the way in a substep.
TEST(damping_takes_velocity_at_its_rate_a_kilometre_away)
{
    taut_constraint_def link = soft_link();
    link.damping = 1.5f;
    CHECK_NEAR(decay_rate_at(link, 20, 1000.0f), 2.0, 0.04);
    link.damping = 0.0f;
    link.damping_rate = 3.0f;
    CHECK_NEAR(decay_rate_at(link, 20, 1000.0f), 3.0, 0.06);
}

TEST(undamped_soft_link_keeps_its_velocity)
{
    CHECK_NEAR(decay_rate(soft_link(), 20), 0.0, 0.01);  // the spring takes 1 mN x 1/2 s / 0.75 kg
}

TEST(rate_damping_beyond_one_per_substep_stops_and_does_not_reverse)
{
    taut_constraint_def link = soft_link();
    link.damping_rate = 1e6f;
    taut_test_pull t = pull_make(link);
    (void)step_frames(t.world, 1, FRAME, 4);
    // The impulse is rounded to 6e-8 of 1 m/s.
    CHECK_NEAR(closing_speed(&t), 0.0, 1e-6);
    CHECK_NEAR(velocity_of(t.world, t.id, 0).y, 0.5, 1e-6);
    taut_world_destroy(t.world);
}

// A rigid link that was 0.5 m too long has been pulled to its length in one substep: its ends now
// draw together at 0.5 m / h, and that is what this damping is for.
static double rigid_rate(float damping_rate)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.5f, 0.0f, 0.0f, 3.0f);
    taut_constraint_def link = taut_link(0, 1);
    link.rest_from_shape = false;
    link.rest = 1.0f;
    link.damping_rate = damping_rate;
    CHECK_EQ_INT(taut_builder_add_constraint(builder, &link, NULL), TAUT_OK);
    taut_test_pull t = {world, add_body(world, builder)};
    CHECK_EQ_INT(step_frames(world, 1, FRAME, 1), 0);
    CHECK_NEAR(position_of(world, t.id, 1).x - position_of(world, t.id, 0).x, 1.0, 1e-6);
    double rate = closing_speed(&t);
    taut_world_destroy(world);
    return rate;
}

TEST(rigid_link_with_rate_damping_loses_its_rate_of_change)
{
    // A few roundings of 30 m/s, 2e-6 each.
    CHECK_NEAR(rigid_rate(0.0f), -30.0, 1e-5);
    CHECK_NEAR(rigid_rate(12.0f), -24.0, 1e-5);  // a fifth per substep of 1/60 s
    CHECK_NEAR(rigid_rate(60.0f), 0.0, 1e-5);
    CHECK_NEAR(rigid_rate(1e6f), 0.0, 1e-5);
}

// A pinned particle and a free one, a soft damped link, and a tether too long to act: its passes
// over structural links must not damp several times.
static double tethered_rate(int passes)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 1.0f, 0.0f, 0.0f, 1.0f);
    (void)taut_builder_pin(builder, 0);
    taut_constraint_def link = soft_link();
    link.damping_rate = 3.0f;
    CHECK_EQ_INT(taut_builder_add_constraint(builder, &link, NULL), TAUT_OK);
    taut_tether_def tether = taut_tether_def_default();
    tether.slack = 100.0f;
    tether.passes = passes;
    CHECK_EQ_INT(taut_builder_tether(builder, &tether, 0, 2), TAUT_OK);
    taut_body_id id = add_body(world, builder);
    CHECK_EQ_INT(taut_blueprint_get_stats(taut_body_blueprint(world, id)).tethers, 1);
    (void)taut_body_add_impulse(world, id, 1, (taut_vec3){1.0f, 0.0f, 0.0f});
    (void)step_frames(world, 30, FRAME, 20);
    double rate = -log((double)velocity_of(world, id, 1).x) / 0.5;
    taut_world_destroy(world);
    return rate;
}

TEST(damping_does_not_grow_with_the_passes_of_tethers)
{
    CHECK_NEAR(tethered_rate(1), 3.0, 0.06);
    CHECK_NEAR(tethered_rate(8), 3.0, 0.06);
}

TEST(slack_string_damps_nothing)
{
    taut_constraint_def link = taut_link(0, 1);
    link.rest_from_shape = false;
    link.rest = 5.0f;
    link.sides = TAUT_SIDES_TENSION;
    link.damping_rate = 50.0f;
    taut_test_pull t = pull_make(link);
    double before = closing_speed(&t);
    (void)step_frames(t.world, 30, FRAME, 10);
    CHECK(closing_speed(&t) == before);
    taut_world_destroy(t.world);
}

// Every kind with damping, in a soup without gravity: momentum stays, energy falls.
TEST(damping_of_every_kind_keeps_momentum)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_builder* builder = new_builder();
    taut_test_random r = {31};
    for (int i = 0; i < 20; ++i) {
        (void)add_particle(builder, random_coarse(&r), random_coarse(&r), random_coarse(&r), 1.0f);
    }
    for (int i = 0; i < 7 * 17; ++i) {
        taut_constraint_kind kind = (taut_constraint_kind)(i % TAUT_CONSTRAINT_KIND_COUNT);
        if (kind == TAUT_CONSTRAINT_TETHER) {
            continue;  // acts on pins only
        }
        taut_constraint_def def = taut_constraint_def_default(kind);
        for (int k = 0; k < TAUT_CONSTRAINT_MAX_PARTICLES; ++k) {
            def.particles[k] = i / 7 + k;
        }
        def.compliance = 1e-2f;
        def.damping = 1.0f;
        def.damping_rate = 2.0f;
        REQUIRE(taut_builder_add_constraint(builder, &def, NULL) == TAUT_OK);
    }
    taut_body_id id = add_body(world, builder);
    for (int i = 0; i < 20; ++i) {
        taut_vec3 impulse = {random_coarse(&r), random_coarse(&r), random_coarse(&r)};
        REQUIRE(taut_body_add_impulse(world, id, i, impulse) == TAUT_OK);
    }
    taut_measure before, after;
    REQUIRE(taut_body_measure(world, id, &before) == TAUT_OK);
    CHECK_EQ_INT(step_frames(world, 60, FRAME, 10), 0);
    REQUIRE(taut_body_measure(world, id, &after) == TAUT_OK);
    // Velocities of up to 4 m/s are rounded by up to 2.4e-7 m/s each time a constraint changes
    // them: 600 substeps x 100 constraints x 3 particles, as many as the square root of it counts.
    double allowed = 2.4e-7 * 425.0;
    CHECK_NEAR(after.momentum.x, before.momentum.x, allowed);
    CHECK_NEAR(after.momentum.y, before.momentum.y, allowed);
    CHECK_NEAR(after.momentum.z, before.momentum.z, allowed);
    CHECK(after.kinetic_energy + after.elastic_energy <
          before.kinetic_energy + before.elastic_energy);
    taut_world_destroy(world);
}
