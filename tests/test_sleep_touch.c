// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies whose particles touch sleep and wake together.

#include "support.h"
#include "taut/taut_machine.h"
#include "test.h"

#define DT (1.0f / 60.0f)
#define BALLS 6

// A ball of one particle, 1 kg and 20 cm wide.
static taut_body_id add_ball(taut_world* world, float x, float y, uint32_t mask)
{
    taut_body_def def = taut_body_def_default();
    def.offset = (taut_vec3){x, y, 0.0f};
    def.drag = 2.0f;
    def.collision.thickness = 0.1f;
    def.collision.others = true;
    def.collision.filter.mask = mask;
    return add_single(world, def);
}

// In the plane, in a trough: three, two on them, and one.
typedef struct pile {
    taut_world* world;
    taut_body_id balls[BALLS];
} pile;

static void add_trough(taut_world* world)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_BOX;
    def.half_size = (taut_vec3){2.0f, 0.5f, 1.0f};
    def.position = (taut_vec3){0.0f, -0.5f, 0.0f};
    taut_collider_id id;
    (void)taut_collider_create(world, &def, &id);
    for (int side = -1; side <= 1; side += 2) {
        def.half_size = (taut_vec3){0.5f, 0.5f, 1.0f};
        def.position = (taut_vec3){0.81f * (float)side, 0.5f, 0.0f};
        (void)taut_collider_create(world, &def, &id);
    }
}

static pile open_pile(void)
{
    pile p = {0};
    taut_world_def def = taut_world_def_default();
    def.sleep.enabled = true;
    def.planar = true;
    p.world = new_world_from(&def);
    add_trough(p.world);
    const float x[BALLS] = {-0.205f, 0.0f, 0.205f, -0.1f, 0.1f, 0.0f};
    const float y[BALLS] = {0.11f, 0.11f, 0.11f, 0.3f, 0.3f, 0.5f};
    for (int i = 0; i < BALLS; ++i) {
        p.balls[i] = add_ball(p.world, x[i], y[i], ~0u);
    }
    return p;
}

static int count_asleep(const pile* p)
{
    int count = 0;
    for (int i = 0; i < BALLS; ++i) {
        count += taut_body_asleep(p->world, p->balls[i]);
    }
    return count;
}

static int count_kind(const taut_world* world, taut_event_kind kind)
{
    taut_event_view events = taut_world_events(world);
    int count = 0;
    for (int i = 0; i < events.count; ++i) {
        count += events.data[i].kind == kind;
    }
    return count;
}

// Steps until all sleep; how many that took, or -1.
static int wait_for_all(const pile* p, int most)
{
    for (int i = 0; i < most; ++i) {
        if (count_asleep(p) == BALLS) {
            return i;
        }
        (void)taut_world_step(p->world, DT, 10, NULL);
    }
    return -1;
}

TEST(a_pile_falls_asleep_as_one)
{
    pile p = open_pile();
    int at_once = 0;
    for (int i = 0; i < 900 && at_once == 0; ++i) {
        (void)taut_world_step(p.world, DT, 10, NULL);
        at_once = count_kind(p.world, TAUT_EVENT_SLEEP);
    }
    CHECK_EQ_INT(at_once, BALLS);
    CHECK_EQ_INT(count_asleep(&p), BALLS);
    float top = position_of(p.world, p.balls[BALLS - 1], 0).y;
    CHECK_MSG(top > 0.4f && top < 0.46f, "the uppermost lies at %g", (double)top);
    (void)step_frames(p.world, 60, DT, 10);
    CHECK_EQ_INT(count_asleep(&p), BALLS);
    taut_world_destroy(p.world);
}

TEST(what_lies_on_one_that_wakes_wakes_too)
{
    pile p = open_pile();
    REQUIRE(wait_for_all(&p, 900) > 0);
    CHECK_EQ_INT(taut_body_wake(p.world, p.balls[1]), TAUT_OK);
    (void)taut_world_step(p.world, DT, 10, NULL);
    CHECK_EQ_INT(count_asleep(&p), 0);
    CHECK_EQ_INT(count_kind(p.world, TAUT_EVENT_WAKE), BALLS);
    CHECK(wait_for_all(&p, 300) > 0);
    taut_world_destroy(p.world);
}

// One that falls wakes them as it comes near, not before, and all rest again.
TEST(a_body_that_falls_on_a_pile_wakes_it)
{
    pile p = open_pile();
    REQUIRE(wait_for_all(&p, 900) > 0);
    taut_body_id falls = add_ball(p.world, 0.05f, 2.0f, ~0u);
    float gap = 1.0f;
    int steps = 0;
    while (count_asleep(&p) == BALLS && steps++ < 200) {
        gap = position_of(p.world, falls, 0).y - position_of(p.world, p.balls[BALLS - 1], 0).y;
        (void)taut_world_step(p.world, DT, 10, NULL);
    }
    CHECK_EQ_INT(count_asleep(&p), 0);
    // 20 cm apart they touch; 2 cm more, and what it falls in a step at some 4 m/s, 7 cm.
    CHECK_MSG(gap > 0.2f && gap < 0.32f, "woken at %g m", (double)gap);
    CHECK(wait_for_all(&p, 900) > 0);
    CHECK(taut_body_asleep(p.world, falls));
    taut_world_destroy(p.world);
}

TEST(what_does_not_meet_does_not_wake)
{
    pile p = open_pile();
    REQUIRE(wait_for_all(&p, 900) > 0);
    taut_body_id ghost = add_ball(p.world, 0.05f, 1.0f, 0u);
    for (int i = 0; i < 120; ++i) {
        (void)taut_world_step(p.world, DT, 10, NULL);
        CHECK_EQ_INT(count_asleep(&p), BALLS);
    }
    CHECK(position_of(p.world, ghost, 0).y < 0.2f);  // through all of them
    taut_world_destroy(p.world);
}

// What held them is gone, or elsewhere: they fall.
TEST(a_pile_that_loses_one_comes_down)
{
    for (int way = 0; way < 2; ++way) {
        pile p = open_pile();
        REQUIRE(wait_for_all(&p, 900) > 0);
        float before = position_of(p.world, p.balls[BALLS - 1], 0).y;
        taut_teleport to = taut_teleport_default();
        to.move.x = 5.0f;
        taut_result result = way == 0 ? taut_body_destroy(p.world, p.balls[4])
                                      : taut_body_teleport(p.world, p.balls[4], &to);
        CHECK_EQ_INT(result, TAUT_OK);
        (void)step_frames(p.world, 60, DT, 10);
        float after = position_of(p.world, p.balls[BALLS - 1], 0).y;
        CHECK_MSG(before - after > 0.03f, "way %d: came down by %g", way, (double)(before - after));
        taut_world_destroy(p.world);
    }
}

// A rope that hangs, with another attached to its end.
static taut_body_id add_rope(taut_world* world, float x)
{
    taut_rope_def rope = taut_rope_def_default();
    rope.start = (taut_vec3){x, 0.0f, 0.0f};
    rope.end = (taut_vec3){x, -1.0f, 0.0f};
    rope.link_count = 8;
    rope.pin_start = true;
    taut_builder* builder = new_builder();
    (void)taut_make_rope(builder, &rope, NULL);
    taut_body_def def = taut_body_def_default();
    def.drag = 6.0f;
    return add_body_def(world, builder, def);
}

TEST(who_is_held_by_a_body_that_goes_wakes)
{
    taut_world_def def = taut_world_def_default();
    def.sleep.enabled = true;
    taut_world* world = new_world_from(&def);
    taut_body_id a = add_rope(world, 0.0f), b = add_rope(world, 0.1f);
    taut_attachment_def tie = taut_attachment_def_default();
    tie.body = b;
    tie.particle = 8;
    tie.target = TAUT_ATTACH_PARTICLE;
    tie.other = a;
    tie.other_particle = 8;
    REQUIRE(taut_attach(world, &tie, NULL) == TAUT_OK);
    for (int i = 0; i < 900 && !taut_body_asleep(world, b); ++i) {
        (void)taut_world_step(world, DT, 10, NULL);
    }
    REQUIRE(taut_body_asleep(world, b));
    CHECK_EQ_INT(taut_body_destroy(world, a), TAUT_OK);
    CHECK(!taut_body_asleep(world, b));
    taut_world_destroy(world);
}

static taut_result reach_in(taut_world* world, taut_body_id body, int way)
{
    taut_winch_def winch = taut_winch_def_default();
    taut_winch made;
    taut_blade blade = {
        {-1.0f, -0.3f, -1.0f}, {1.0f, -0.3f, -1.0f}, {-1.0f, -0.3f, 1.0f}, {1.0f, -0.3f, 1.0f}};
    switch (way) {
    case 0:
        return taut_body_break(world, body, 4);
    case 1:
        return taut_body_set_rest(world, body, 4, 0.2f);
    case 2:
        return taut_body_set_compliance(world, body, 4, 1e-3f);
    case 3:
        return taut_body_set_limits(world, body, 4, 1e3f, 0.0f);
    case 4:
        return taut_world_cut(world, &blade, NULL);
    default:
        winch.body = body;
        winch.particle_count = 9;
        return taut_winch_create(world, &winch, &made);
    }
}

TEST(breaking_cutting_and_winding_wake)
{
    taut_world_def def = taut_world_def_default();
    def.sleep.enabled = true;
    taut_world* world = new_world_from(&def);
    taut_body_id body = add_rope(world, 0.0f), other = add_rope(world, 5.0f);
    for (int i = 0; i < 900 && !taut_body_asleep(world, body); ++i) {
        (void)taut_world_step(world, DT, 10, NULL);
    }
    taut_snapshot* asleep = NULL;
    REQUIRE(taut_snapshot_take(world, &asleep) == TAUT_OK);
    for (int way = 0; way < 6; ++way) {
        REQUIRE(taut_snapshot_restore(world, asleep) == TAUT_OK);
        CHECK(taut_body_asleep(world, body) && taut_body_asleep(world, other));
        CHECK_MSG(reach_in(world, body, way) == TAUT_OK, "way %d: %s", way,
                  taut_world_last_error(world));
        CHECK_MSG(!taut_body_asleep(world, body), "way %d does not wake it", way);
        CHECK_MSG(taut_body_asleep(world, other), "way %d wakes another", way);
    }
    taut_snapshot_release(asleep);
    taut_world_destroy(world);
}

// Loads on colliders while what lies or hangs on them sleeps --------------------------------------

static float carried(taut_world* world)
{
    float sum = 0.0f;
    for (int i = 0; i < taut_world_collider_count(world); ++i) {
        taut_collider_load load = {0};
        (void)taut_collider_reaction(world, taut_world_collider(world, i), &load);
        sum -= load.force.y;
    }
    return sum;
}

// The trough carries six balls of 1 kg, asleep or awake, and also once a snapshot brought them
// back.
TEST(what_sleeps_goes_on_pressing)
{
    pile p = open_pile();
    REQUIRE(wait_for_all(&p, 900) > 0);
    taut_collider_load when_it_slept, later;
    taut_collider_id floor = taut_world_collider(p.world, 0);
    CHECK_EQ_INT(taut_collider_reaction(p.world, floor, &when_it_slept), TAUT_OK);
    CHECK_NEAR(carried(p.world), 6.0 * 9.81, 0.5);
    taut_snapshot* asleep = NULL;
    REQUIRE(taut_snapshot_take(p.world, &asleep) == TAUT_OK);
    for (int round = 0; round < 2; ++round) {
        (void)step_frames(p.world, 30, DT, round == 0 ? 10 : 25);  // steps of another kind, too
        CHECK_EQ_INT(count_asleep(&p), BALLS);
        CHECK_EQ_INT(taut_collider_reaction(p.world, floor, &later), TAUT_OK);
        CHECK_NEAR(later.force.y, when_it_slept.force.y, 1e-4);
        CHECK_NEAR(later.torque.z, when_it_slept.torque.z, 1e-4);
        CHECK_NEAR(carried(p.world), 6.0 * 9.81, 0.5);
        (void)taut_body_destroy(p.world, p.balls[BALLS - 1]);
        (void)step_frames(p.world, 60, DT, 10);
        CHECK_NEAR(carried(p.world), 5.0 * 9.81, 0.5);
        REQUIRE(taut_snapshot_restore(p.world, asleep) == TAUT_OK);
    }
    taut_snapshot_release(asleep);
    taut_world_destroy(p.world);
}

// So does what hangs on one by an attachment.
TEST(what_sleeps_goes_on_pulling)
{
    taut_world_def def = taut_world_def_default();
    def.sleep.enabled = true;
    taut_world* world = new_world_from(&def);
    taut_collider_def hook = taut_collider_def_default();
    hook.radius = 0.1f;
    hook.position.x = 0.5f;
    taut_collider_id id;
    REQUIRE(taut_collider_create(world, &hook, &id) == TAUT_OK);
    taut_body_def ball = taut_body_def_default();
    ball.drag = 6.0f;
    taut_attachment_def tie = taut_attachment_def_default();
    tie.body = add_single(world, ball);
    tie.target = TAUT_ATTACH_COLLIDER;
    tie.collider = id;
    tie.place.x = -0.5f;
    REQUIRE(taut_attach(world, &tie, NULL) == TAUT_OK);
    for (int i = 0; i < 900 && !taut_body_asleep(world, tie.body); ++i) {
        (void)taut_world_step(world, DT, 10, NULL);
    }
    REQUIRE(taut_body_asleep(world, tie.body));
    (void)step_frames(world, 30, DT, 20);
    REQUIRE(taut_body_asleep(world, tie.body));
    taut_collider_load load = {0};
    CHECK_EQ_INT(taut_collider_reaction(world, id, &load), TAUT_OK);
    CHECK_NEAR(load.force.y, -9.81, 0.02);
    CHECK_NEAR(load.torque.z, 0.5 * 9.81, 0.02);
    taut_world_destroy(world);
}
