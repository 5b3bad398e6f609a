// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Starting at rest, being put elsewhere, and settings that change while the world runs.

#include "support.h"
#include "test.h"

#define DT (1.0f / 60.0f)
#define LINKS 16

static taut_builder* rope_builder(void)
{
    return held_rope_builder((taut_vec3){1.5f, 0.0f, 0.0f}, LINKS);
}

// Settling ----------------------------------------------------------------------------------------

static void check_settles(taut_world* world, const taut_settle_def* def)
{
    taut_settled settled = {0};
    CHECK(taut_world_settle(world, def, &settled) == TAUT_OK);
    CHECK(settled.settled);
    CHECK_MSG(settled.steps < 500, "%d steps", settled.steps);
    CHECK(settled.unrest <= def->unrest && settled.speed <= def->speed);
}

// A rope held out level hangs plumb below its pin, at rest, in no time.
TEST(a_rope_settles_plumb)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id body = add_body(world, rope_builder());
    taut_settle_def def = taut_settle_def_default();
    check_settles(world, &def);
    CHECK(taut_world_time(world) == 0.0);
    CHECK_EQ_INT(taut_world_events(world).count, 0);
    taut_vec3 tip = position_of(world, body, LINKS);
    // An angle a of unrest lies within a of the plumb line.
    CHECK_NEAR(tip.x, 0.0, 1.5 * (double)def.unrest);
    CHECK_NEAR(tip.y, -1.5, 0.01);
    double start = 0.0;
    for (int i = 0; i <= LINKS; ++i) {
        taut_vec3 v = velocity_of(world, body, i);
        start += (double)(v.x * v.x + v.y * v.y + v.z * v.z);
    }
    CHECK(start == 0.0);
    // And there it stays: what 1 % of gravity is left over swings it by less than 1.5 % of 1.5 m.
    (void)step_frames(world, 120, DT, 20);
    CHECK(distance_between(position_of(world, body, LINKS), tip) < 0.0225 * 2.0);
    taut_world_destroy(world);
}

// What a LEGACY rope is at rest by is gravity in m/s^2, as elsewhere.
TEST(a_legacy_rope_settles)
{
    taut_world_def world_def = taut_world_def_default();
    world_def.solver = taut_solver_def_default(TAUT_SOLVER_LEGACY);
    world_def.substeps = 4;
    const float h = DT / 4.0f;
    world_def.gravity = (taut_vec3){0.0f, -9.81f * h * h, 0.0f};
    taut_world* world = new_world_from(&world_def);
    taut_body_id body = add_body(world, rope_builder());
    taut_settle_def def = taut_settle_def_default();
    check_settles(world, &def);
    CHECK_NEAR(position_of(world, body, LINKS).x, 0.0, 2.0 * (double)def.unrest);  // 15 sweeps
    taut_world_destroy(world);
}

TEST(what_nothing_holds_is_reported)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id body = add_single(world, taut_body_def_default());
    taut_settle_def def = taut_settle_def_default();
    def.most_steps = 30;
    taut_settled settled;
    CHECK_EQ_INT(taut_world_settle(world, &def, &settled), TAUT_OK);
    CHECK(!settled.settled);
    CHECK_EQ_INT(settled.steps, 30);
    CHECK_NEAR(settled.unrest, 1.0, 1e-3);
    CHECK(velocity_of(world, body, 0).y == 0.0f);
    taut_world_destroy(world);
}

TEST(one_body_settles_and_the_others_stand_still)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id a = add_body(world, rope_builder());
    taut_body_id b = add_body(world, rope_builder());
    (void)step_frames(world, 5, DT, 10);
    taut_vec3 at = position_of(world, b, LINKS), v = velocity_of(world, b, LINKS);
    taut_settled settled;
    CHECK_EQ_INT(taut_body_settle(world, a, NULL, &settled), TAUT_OK);
    CHECK(settled.settled);
    CHECK(position_of(world, a, LINKS).y < -1.45f);
    CHECK(same_vec3_bits(position_of(world, b, LINKS), at));
    CHECK(same_vec3_bits(velocity_of(world, b, LINKS), v));
    taut_world_destroy(world);
}

// What was set for the next step is still to come.
TEST(targets_and_forces_wait)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id body = add_body(world, rope_builder());
    taut_vec3 target = {0.0f, 0.25f, 0.0f};
    CHECK_EQ_INT(taut_body_set_target(world, body, 0, target), TAUT_OK);
    CHECK_EQ_INT(taut_body_add_force(world, body, LINKS, (taut_vec3){0.0f, 0.0f, 1.0f}), TAUT_OK);
    taut_settled settled;
    CHECK_EQ_INT(taut_world_settle(world, NULL, &settled), TAUT_OK);
    CHECK(settled.settled && settled.steps < 10);
    CHECK(position_of(world, body, 0).y == 0.0f);
    CHECK(position_of(world, body, LINKS).z == 0.0f);
    (void)taut_world_step(world, DT, 10, NULL);
    CHECK(position_of(world, body, 0).y == 0.25f);
    CHECK(position_of(world, body, LINKS).z > 0.0f);
    (void)taut_world_step(world, DT, 10, NULL);
    CHECK(position_of(world, body, 0).y == 0.25f);
    taut_world_destroy(world);
}

TEST(settling_short_of_memory_changes_nothing)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = taut_world_def_default();
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    taut_body_id body = add_body(world, rope_builder());
    CHECK(taut_body_valid(world, body));
    uint64_t before = taut_world_hash(world);
    memory.fail_at = memory.requests;
    CHECK_EQ_INT(taut_world_settle(world, NULL, NULL), TAUT_ERROR_OUT_OF_MEMORY);
    CHECK_EQ_U64(taut_world_hash(world), before);
    memory.fail_at = -1;
    long blocks = memory.blocks;
    CHECK_EQ_INT(taut_world_settle(world, NULL, NULL), TAUT_OK);
    CHECK_EQ_INT(memory.blocks, blocks);
    taut_world_destroy(world);
}

TEST(settling_has_its_mistakes_told)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_settle_def def = {0};
    CHECK_EQ_INT(taut_world_settle(world, &def, NULL), TAUT_ERROR_INVALID);
    for (int i = 0; i < 5; ++i) {
        def = taut_settle_def_default();
        def.unrest = i == 0 ? 0.0f : i == 1 ? NAN : def.unrest;
        def.speed = i == 2 ? -1.0f : def.speed;
        def.most_steps = i == 3 ? 0 : def.most_steps;
        def.substeps = i == 4 ? 10001 : def.substeps;
        CHECK_EQ_INT(taut_world_settle(world, &def, NULL), TAUT_ERROR_INVALID);
        CHECK(strstr(taut_world_last_error(world), "taut_settle_def.") != NULL);
    }
    CHECK_EQ_INT(taut_world_settle(NULL, NULL, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_settle(world, (taut_body_id){1, 1}, NULL, NULL), TAUT_ERROR_INVALID);
    taut_settled settled;
    CHECK_EQ_INT(taut_world_settle(world, NULL, &settled), TAUT_OK);  // an empty world is at rest
    CHECK(settled.settled);
    taut_world_destroy(world);
}

// Teleports ---------------------------------------------------------------------------------------

static double largest_stretch(taut_world* world, taut_body_id body)
{
    taut_measure m = {0};
    (void)taut_body_measure(world, body, &m);
    return (double)m.max_stretch;
}

TEST(a_teleport_keeps_shape_and_motion)
{
    for (int kind = 0; kind < 2; ++kind) {
        taut_world* world = new_world((taut_solver_kind)kind, no_gravity);
        taut_body_id body = add_body(world, rope_builder());
        taut_body_id twin = add_body(world, rope_builder());
        for (int i = 0; i < 10; ++i) {
            taut_vec3 push = {0.0f, 0.002f * (float)i, 0.001f};
            CHECK_EQ_INT(taut_body_add_impulse(world, body, i + 2, push), TAUT_OK);
            CHECK_EQ_INT(taut_body_add_impulse(world, twin, i + 2, push), TAUT_OK);
        }
        (void)step_frames(world, 10, DT, 10);
        double stretch = largest_stretch(world, body);
        taut_teleport to = taut_teleport_default();
        to.turn.z = 1.0f;  // with w = 1: a quarter turn about z
        to.move = (taut_vec3){10.0f, 20.0f, -3.0f};
        taut_vec3 x = position_of(world, body, 9), v = velocity_of(world, body, 9);
        REQUIRE(taut_body_teleport(world, body, &to) == TAUT_OK);
        taut_vec3 at = position_of(world, body, 9), now = velocity_of(world, body, 9);
        CHECK_NEAR(at.x, 10.0 - (double)x.y, 2e-6);  // a rounding at 10 and 20 m
        CHECK_NEAR(at.y, 20.0 + (double)x.x, 2e-6);
        CHECK_NEAR(at.z, (double)x.z - 3.0, 2e-6);
        CHECK_NEAR(now.x, -(double)v.y, 1e-7);
        CHECK_NEAR(now.y, (double)v.x, 1e-7);
        CHECK_NEAR(largest_stretch(world, body), stretch, 5e-5);  // roundings over links of 94 mm
        // It goes on as its twin does, turned and moved; in half a second roundings stay small.
        (void)step_frames(world, 30, DT, 10);
        double off = 0.0;
        for (int i = 0; i <= LINKS; ++i) {
            taut_vec3 t = position_of(world, twin, i);
            taut_vec3 due = {10.0f - t.y, 20.0f + t.x, t.z - 3.0f};
            double d = distance_between(position_of(world, body, i), due);
            off = d > off ? d : off;
        }
        // VERLET has velocities as differences of positions, which 20 m away come in steps of
        // 2e-6 m x 600 / s.
        CHECK_MSG(off < (kind == TAUT_SOLVER_XPBD ? 1e-3 : 1e-2), "%s: %g m off its twin",
                  taut_solver_name((taut_solver_kind)kind), off);
        taut_world_destroy(world);
    }
}

// No frame is drawn on the way, and a pin with its target goes along.
TEST(a_teleport_takes_the_past_and_the_targets_along)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, no_gravity);
    taut_body_id body = add_body(world, rope_builder());
    (void)step_frames(world, 3, DT, 5);
    CHECK_EQ_INT(taut_body_set_target(world, body, 0, (taut_vec3){0.0f, 0.01f, 0.0f}), TAUT_OK);
    taut_teleport to = taut_teleport_default();
    to.move = (taut_vec3){100.0f, 0.0f, 0.0f};
    to.motion = TAUT_TELEPORT_STOP;
    REQUIRE(taut_body_teleport(world, body, &to) == TAUT_OK);
    taut_vec3 drawn[LINKS + 1];
    CHECK_EQ_INT(taut_body_interpolate(world, body, 0.25f, drawn, LINKS + 1), TAUT_OK);
    for (int i = 0; i <= LINKS; ++i) {
        CHECK(same_vec3_bits(drawn[i], position_of(world, body, i)));
        CHECK(drawn[i].x >= 100.0f);
        CHECK(velocity_of(world, body, i).x == 0.0f);
    }
    (void)taut_world_step(world, DT, 5, NULL);
    CHECK(position_of(world, body, 0).x == 100.0f && position_of(world, body, 0).y == 0.01f);
    CHECK(largest_stretch(world, body) < 1e-3);
    taut_world_destroy(world);
}

TEST(a_move_there_and_back_comes_back)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id body = add_body(world, rope_builder());
    (void)step_frames(world, 20, DT, 10);
    taut_vec3 x = position_of(world, body, 9);
    taut_teleport to = taut_teleport_default();
    to.about = (taut_vec3){1.0f, 2.0f, 3.0f};
    to.turn = (taut_quat){0.3f, -0.2f, 0.4f, 1.0f};
    to.move = (taut_vec3){64.0f, -8.0f, 16.0f};
    REQUIRE(taut_body_teleport(world, body, &to) == TAUT_OK);
    taut_teleport back = taut_teleport_default();
    back.about = (taut_vec3){65.0f, -6.0f, 19.0f};
    back.turn = (taut_quat){-0.3f, 0.2f, -0.4f, 1.0f};
    back.move = (taut_vec3){-64.0f, 8.0f, -16.0f};
    REQUIRE(taut_body_teleport(world, body, &back) == TAUT_OK);
    // Free particles carry what 64 m away they cannot hold: to the last bit but one.
    CHECK(distance_between(position_of(world, body, 9), x) < 3e-7);
    taut_world_destroy(world);
}

TEST(teleports_have_their_mistakes_told)
{
    taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
    def.planar = true;
    taut_world* world = new_world_from(&def);
    taut_body_id body = add_body(world, rope_builder());
    uint64_t before = taut_world_hash(world);
    taut_teleport to = {0};
    CHECK_EQ_INT(taut_body_teleport(world, body, &to), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_teleport(world, body, NULL), TAUT_ERROR_INVALID);
    for (int i = 0; i < 7; ++i) {
        to = taut_teleport_default();
        to.move.x = i == 0 ? 2e9f : i == 1 ? NAN : 0.0f;
        to.move.z = i == 2 ? 1.0f : 0.0f;
        to.about.y = i == 3 ? INFINITY : 0.0f;
        to.turn.x = i == 4 ? 0.5f : i == 5 ? NAN : 0.0f;
        to.turn.w = i == 6 ? 0.0f : 1.0f;
        CHECK_EQ_INT(taut_body_teleport(world, body, &to), TAUT_ERROR_INVALID);
        CHECK(strstr(taut_world_last_error(world), "taut_teleport.") != NULL);
    }
    to = taut_teleport_default();
    to.motion = TAUT_TELEPORT_MOTION_COUNT;
    CHECK_EQ_INT(taut_body_teleport(world, body, &to), TAUT_ERROR_INVALID);
    to = taut_teleport_default();
    CHECK_EQ_INT(taut_body_teleport(world, (taut_body_id){7, 1}, &to), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_teleport(NULL, body, &to), TAUT_ERROR_INVALID);
    CHECK_EQ_U64(taut_world_hash(world), before);
    to.turn.z = 1.0f;
    CHECK_EQ_INT(taut_body_teleport(world, body, &to), TAUT_OK);
    CHECK(position_of(world, body, 5).z == 0.0f);
    taut_world_destroy(world);
}

// Settings at run time ----------------------------------------------------------------------------

// A change of a setting moves nothing by itself.
static void change(taut_world* world, taut_body_id body, int what)
{
    switch (what) {
    case 0:
        CHECK_EQ_INT(taut_world_set_gravity(world, (taut_vec3){3.0f, -2.0f, 0.0f}), TAUT_OK);
        return;
    case 1:
        CHECK_EQ_INT(taut_body_set_gravity_scale(world, body, -1.0f), TAUT_OK);
        return;
    case 2:
        CHECK_EQ_INT(taut_body_set_drag(world, body, 5.0f), TAUT_OK);
        return;
    case 3:
        CHECK_EQ_INT(taut_body_set_mass(world, body, LINKS, 0.4f), TAUT_OK);
        return;
    default:
        CHECK_EQ_INT(taut_body_pin(world, body, LINKS), TAUT_OK);
        CHECK_EQ_INT(taut_body_unpin(world, body, 0), TAUT_OK);
        return;
    }
}

TEST(a_changed_setting_moves_nothing_at_once)
{
    for (int what = 0; what < 5; ++what) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_id body = add_body(world, rope_builder());
        (void)step_frames(world, 25, DT, 20);
        taut_vec3 x[LINKS + 1], v[LINKS + 1];
        double fastest = 0.0;
        for (int i = 0; i <= LINKS; ++i) {
            x[i] = position_of(world, body, i);
            v[i] = velocity_of(world, body, i);
            double speed = distance_between(v[i], (taut_vec3){0.0f, 0.0f, 0.0f});
            fastest = speed > fastest ? speed : fastest;
        }
        change(world, body, what);
        for (int i = 0; i <= LINKS; ++i) {
            bool held = what == 4 && (i == LINKS || i == 0);
            CHECK(same_vec3_bits(position_of(world, body, i), x[i]));
            CHECK(held || same_vec3_bits(velocity_of(world, body, i), v[i]));
        }
        // Nobody jumps in the step after it: further than the fastest goes, or what 30 m/s^2 do.
        (void)taut_world_step(world, DT, 20, NULL);
        double most = 2.0 * fastest * (double)DT + 30.0 * (double)(DT * DT);
        for (int i = 0; i <= LINKS; ++i) {
            double moved = distance_between(position_of(world, body, i), x[i]);
            CHECK_MSG(moved <= most, "what %d: particle %d jumps by %g m", what, i, moved);
        }
        taut_world_destroy(world);
    }
}

// Of a single particle the change of velocity is what the new force gives, to rounding.
TEST(velocities_change_by_what_the_new_force_gives)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id body = add_single(world, taut_body_def_default());
    (void)step_frames(world, 10, DT, 10);
    float before = velocity_of(world, body, 0).y;
    CHECK_EQ_INT(taut_world_set_gravity(world, (taut_vec3){0.0f, 6.0f, 0.0f}), TAUT_OK);
    (void)taut_world_step(world, DT, 10, NULL);
    float after = velocity_of(world, body, 0).y;
    CHECK_NEAR(after - before, 6.0 / 60.0, 2e-6);
    CHECK_EQ_INT(taut_body_set_gravity_scale(world, body, 0.5f), TAUT_OK);
    before = after;
    (void)taut_world_step(world, DT, 10, NULL);
    after = velocity_of(world, body, 0).y;
    CHECK_NEAR(after - before, 3.0 / 60.0, 2e-6);
    CHECK_EQ_INT(taut_world_set_gravity(world, no_gravity), TAUT_OK);
    CHECK_EQ_INT(taut_body_set_drag(world, body, 2.0f), TAUT_OK);
    before = after;
    (void)taut_world_step(world, DT, 10, NULL);
    after = velocity_of(world, body, 0).y;
    CHECK_NEAR(after / before, exp(-2.0 / 60.0), 1e-6);
    CHECK_EQ_INT(taut_body_set_drag(world, body, 0.0f), TAUT_OK);
    CHECK_EQ_INT(taut_body_set_mass(world, body, 0, 4.0f), TAUT_OK);
    CHECK_NEAR(taut_body_mass(world, body, 0), 4.0, 1e-6);
    CHECK_EQ_INT(taut_body_add_force(world, body, 0, (taut_vec3){0.0f, 8.0f, 0.0f}), TAUT_OK);
    before = after;
    (void)taut_world_step(world, DT, 10, NULL);
    CHECK_NEAR(velocity_of(world, body, 0).y - before, 2.0 / 60.0, 2e-6);
    taut_world_destroy(world);
}

// A mass that changes on a rope changes what the pin holds, at rest.
TEST(a_new_mass_weighs_what_it_should)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id body = add_body(world, rope_builder());
    CHECK_EQ_INT(taut_body_set_mass(world, body, 0, 9.0f), TAUT_OK);  // of the pin: no matter
    CHECK_EQ_INT(taut_body_set_mass(world, body, LINKS, 3.0f), TAUT_OK);
    double weight = 0.0;
    for (int i = 1; i <= LINKS; ++i) {
        weight += 9.81 * (double)taut_body_mass(world, body, i);
    }
    CHECK_EQ_INT(taut_world_settle(world, NULL, NULL), TAUT_OK);
    double held = 0.0;
    for (int i = 0; i < 60; ++i) {
        taut_reaction r;
        (void)taut_world_step(world, DT, 20, NULL);
        (void)taut_body_reaction(world, body, 0, &r);
        held += (double)r.force.y / 60.0;
    }
    CHECK_NEAR(held, weight, 0.01 * weight);  // what is left of the swing, and its pull
    CHECK_EQ_INT(taut_body_unpin(world, body, 0), TAUT_OK);
    CHECK_NEAR(taut_body_mass(world, body, 0), 9.0, 1e-5);
    float wrong[] = {0.0f, -1.0f, NAN, INFINITY, 1e-45f};
    for (int i = 0; i < 5; ++i) {
        CHECK_EQ_INT(taut_body_set_mass(world, body, 3, wrong[i]), TAUT_ERROR_INVALID);
    }
    CHECK_EQ_INT(taut_body_set_mass(world, body, LINKS + 1, 1.0f), TAUT_ERROR_INVALID);
    taut_world_destroy(world);
}

// Nobody would hear of what breaks or lets go in steps that are none of the host's.
TEST(nothing_breaks_while_it_settles)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = 8;
    cloth.v = (taut_vec3){0.0f, -1.0f, 0.0f};
    taut_builder* builder = new_builder();
    CHECK_EQ_INT(taut_make_cloth(builder, &cloth, NULL), TAUT_OK);
    for (int i = 0; i < 8; ++i) {
        CHECK_EQ_INT(taut_builder_pin(builder, i), TAUT_OK);
    }
    taut_body_def def = taut_body_def_default();
    def.tear.spare_particles = 100;
    def.tear.strength = 1e-3f;
    taut_body_id body = add_body_def(world, builder, def);
    for (int i = 8; i < 64; ++i) {
        CHECK_EQ_INT(taut_body_add_force(world, body, i, (taut_vec3){0.0f, -1.0f, 0.0f}), TAUT_OK);
    }
    taut_attachment_def hook = taut_attachment_def_default();
    hook.body = body;
    hook.particle = 60;
    hook.place = (taut_vec3){0.2f, 0.5f, 0.0f};
    hook.strength = 1e-3f;
    taut_attachment_id id;
    CHECK_EQ_INT(taut_attach(world, &hook, &id), TAUT_OK);
    taut_settle_def settle = taut_settle_def_default();
    settle.most_steps = 20;
    CHECK_EQ_INT(taut_world_settle(world, &settle, NULL), TAUT_OK);
    CHECK_EQ_INT(taut_body_positions(world, body).count, 64);
    CHECK(taut_attachment_valid(world, id));
    CHECK_EQ_INT(taut_world_step(world, 1.0f / 60.0f, 10, NULL), TAUT_OK);
    CHECK(!taut_attachment_valid(world, id));  // it gives way where the host sees it
    bool broken = false;
    for (int i = 0; i < taut_world_events(world).count; ++i) {
        broken = broken || taut_world_events(world).data[i].kind == TAUT_EVENT_BREAK;
    }
    CHECK(broken);
    taut_world_destroy(world);
}
