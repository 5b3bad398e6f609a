// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies at rest fall asleep, cost nothing, and wake when something reaches in.

#include "support.h"
#include "test.h"

#define DT (1.0f / 60.0f)

static taut_body_id add_rope(taut_world* world, float drag)
{
    taut_body_def def = taut_body_def_default();
    def.drag = drag;
    return add_body_def(world, held_rope_builder((taut_vec3){0.2f, -1.0f, 0.0f}, 8), def);
}

static taut_world_def sleepy_def(void)
{
    taut_world_def def = taut_world_def_default();
    def.sleep.enabled = true;
    return def;
}

static taut_world* sleepy_world(void)
{
    taut_world_def def = sleepy_def();
    return new_world_from(&def);
}

// Steps until the body sleeps; how many it took, or -1.
static int wait_for_sleep(taut_world* world, taut_body_id body, int most)
{
    for (int i = 0; i < most; ++i) {
        if (taut_body_asleep(world, body)) {
            return i;
        }
        (void)taut_world_step(world, DT, 10, NULL);
    }
    return taut_body_asleep(world, body) ? most : -1;
}

static int count_events(const taut_world* world, taut_event_kind kind, taut_body_id body)
{
    taut_event_view events = taut_world_events(world);
    int count = 0;
    for (int i = 0; i < events.count; ++i) {
        const taut_event* e = &events.data[i];
        count += e->kind == kind && e->body.index1 == body.index1 &&
                 e->body.generation == body.generation;
    }
    return count;
}

TEST(a_body_that_has_come_to_rest_falls_asleep)
{
    taut_world* world = sleepy_world();
    taut_body_id body = add_rope(world, 4.0f);
    taut_body_id swings = add_rope(world, 0.0f);
    REQUIRE(taut_body_valid(world, body));
    CHECK(!taut_body_asleep(world, body));
    // The swing falls off by exp(-2 t) from 1 m/s at most: 0.01 m/s after 2.3 s, and half a second.
    int steps = wait_for_sleep(world, body, 600);
    CHECK_MSG(steps > 30 && steps < 360, "asleep after %d steps", steps);
    CHECK_EQ_INT(count_events(world, TAUT_EVENT_SLEEP, body), 1);
    CHECK(!taut_body_asleep(world, swings));
    CHECK(velocity_of(world, body, 8).x == 0.0f && velocity_of(world, body, 8).y == 0.0f);
    taut_reaction hold;
    CHECK_EQ_INT(taut_body_reaction(world, body, 0, &hold), TAUT_OK);
    CHECK(hold.force.y > 0.0f);  // what it hangs from holds it in its sleep, too
    taut_vec3 at = position_of(world, body, 8);
    (void)step_frames(world, 60, DT, 10);
    CHECK(taut_body_asleep(world, body));
    CHECK(same_vec3_bits(position_of(world, body, 8), at));
    CHECK_EQ_INT(count_events(world, TAUT_EVENT_SLEEP, body), 0);
    taut_world_destroy(world);
}

// A pendulum stands still twice in a swing, but not for long: 5 cm to one side, of 1 m, it is
// slower than 0.01 m/s for 0.02 / (9.81 x 0.05) = 0.04 s.
TEST(a_turning_point_is_no_rest)
{
    taut_world* world = sleepy_world();
    taut_builder* builder = new_builder();
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    (void)add_particle(builder, 0.05f, -1.0f, 0.0f, 1.0f);
    (void)add_link(builder, 0, 1, 0.0f);
    (void)taut_builder_pin(builder, 0);
    taut_body_id body = add_body(world, builder);
    bool slow = false;
    for (int i = 0; i < 600; ++i) {
        (void)taut_world_step(world, DT, 10, NULL);
        taut_vec3 v = velocity_of(world, body, 1);
        slow = slow || (i > 30 && v.x * v.x + v.y * v.y < 1e-4f);
        CHECK(!taut_body_asleep(world, body));
    }
    CHECK(slow);
    taut_world_destroy(world);
}

TEST(nobody_sleeps_unless_asked_to)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id body = add_rope(world, 8.0f);
    CHECK_EQ_INT(wait_for_sleep(world, body, 400), -1);
    taut_world_destroy(world);
}

static void count_calls(void* context, taut_body_id body, double time, taut_vec3_view positions,
                        taut_vec3_view velocities, taut_vec3* acceleration)
{
    (void)body, (void)time, (void)positions, (void)velocities, (void)acceleration;
    *(int*)context += 1;
}

TEST(a_sleeping_body_takes_no_part_in_steps)
{
    int calls = 0;
    taut_world_def def = sleepy_def();
    def.field = count_calls;
    def.field_context = &calls;
    taut_world* world = new_world_from(&def);
    taut_body_id body = add_rope(world, 6.0f);
    REQUIRE(wait_for_sleep(world, body, 600) > 0);
    calls = 0;
    (void)step_frames(world, 10, DT, 10);
    CHECK_EQ_INT(calls, 0);
    CHECK_EQ_INT(taut_body_wake(world, body), TAUT_OK);
    (void)step_frames(world, 10, DT, 10);
    CHECK_EQ_INT(calls, 10);
    taut_world_destroy(world);
}

// Each way of reaching in. Returns false when the call itself fails.
static bool reach_in(taut_world* world, taut_body_id body, int way)
{
    taut_vec3 small = {0.0f, 0.0f, 1e-3f};
    taut_teleport to = taut_teleport_default();
    taut_attachment_def tie = taut_attachment_def_default();
    switch (way) {
    case 0:
        return taut_body_wake(world, body) == TAUT_OK;
    case 1:
        return taut_body_add_force(world, body, 5, small) == TAUT_OK;
    case 2:
        return taut_body_add_impulse(world, body, 5, small) == TAUT_OK;
    case 3:
        return taut_body_grab(world, body, 5) == TAUT_OK;
    case 4:
        return taut_body_set_target(world, body, 0, small) == TAUT_OK;
    case 5:
        return taut_body_unpin(world, body, 0) == TAUT_OK;
    case 6:
        return taut_body_pin(world, body, 3) == TAUT_OK;
    case 7:
        return taut_world_set_gravity(world, (taut_vec3){0.0f, -9.0f, 0.0f}) == TAUT_OK;
    case 8:
        return taut_body_set_gravity_scale(world, body, 0.9f) == TAUT_OK;
    case 9:
        return taut_body_set_drag(world, body, 1.0f) == TAUT_OK;
    case 10:
        return taut_body_set_mass(world, body, 8, 1.0f) == TAUT_OK;
    case 11:
        to.move = small;
        return taut_body_teleport(world, body, &to) == TAUT_OK;
    case 12:
        return taut_body_set_frozen(world, body, false) == TAUT_OK;
    default:
        tie.body = body;
        tie.particle = 8;
        tie.place = (taut_vec3){0.3f, -1.0f, 0.0f};
        return taut_attach(world, &tie, NULL) == TAUT_OK;
    }
}

#define WAYS 14

TEST(whatever_reaches_in_wakes_it)
{
    taut_world* world = sleepy_world();
    taut_body_id body = add_rope(world, 6.0f);
    REQUIRE(wait_for_sleep(world, body, 600) > 0);
    taut_snapshot* asleep = NULL;
    REQUIRE(taut_snapshot_take(world, &asleep) == TAUT_OK);
    for (int way = 0; way < WAYS; ++way) {
        REQUIRE(taut_snapshot_restore(world, asleep) == TAUT_OK);
        CHECK(taut_body_asleep(world, body));
        CHECK_MSG(reach_in(world, body, way), "way %d: %s", way, taut_world_last_error(world));
        CHECK_MSG(!taut_body_asleep(world, body), "way %d does not wake it", way);
        (void)taut_world_step(world, DT, 10, NULL);
        CHECK_EQ_INT(count_events(world, TAUT_EVENT_WAKE, body), 1);
        (void)taut_world_step(world, DT, 10, NULL);
        CHECK_EQ_INT(count_events(world, TAUT_EVENT_WAKE, body), 0);
    }
    taut_snapshot_release(asleep);
    taut_world_destroy(world);
}

TEST(a_hand_that_stays_where_it_is_lets_it_sleep)
{
    taut_world* world = sleepy_world();
    taut_body_id body = add_rope(world, 6.0f);
    taut_vec3 at = position_of(world, body, 0);
    int steps = 0;
    while (!taut_body_asleep(world, body) && steps < 600) {
        CHECK_EQ_INT(taut_body_set_target(world, body, 0, at), TAUT_OK);
        (void)taut_world_step(world, DT, 10, NULL);
        steps += 1;
    }
    CHECK(steps < 600);
    CHECK_EQ_INT(taut_body_set_target(world, body, 0, at), TAUT_OK);
    CHECK(taut_body_asleep(world, body));
    // One that moves slowly, but moves, does not.
    for (int i = 0; i < 120; ++i) {
        at.x += 0.012f * DT;
        CHECK_EQ_INT(taut_body_set_target(world, body, 0, at), TAUT_OK);
        (void)taut_world_step(world, DT, 10, NULL);
        CHECK(!taut_body_asleep(world, body));
    }
    taut_world_destroy(world);
}

// What is attached sleeps and wakes together, through any number of bodies.
TEST(attached_bodies_sleep_and_wake_as_one)
{
    taut_world* world = sleepy_world();
    taut_body_id bodies[3];
    for (int i = 0; i < 3; ++i) {
        bodies[i] = add_rope(world, i == 1 ? 1.0f : 6.0f);
    }
    for (int i = 2; i > 0; --i) {
        taut_attachment_def tie = taut_attachment_def_default();
        tie.body = bodies[i];
        tie.particle = 8;
        tie.target = TAUT_ATTACH_PARTICLE;
        tie.other = bodies[i - 1];
        tie.other_particle = 8;
        CHECK_EQ_INT(taut_attach(world, &tie, NULL), TAUT_OK);
    }
    int steps = wait_for_sleep(world, bodies[0], 2000);
    CHECK_MSG(steps > 0, "not asleep");
    CHECK(taut_body_asleep(world, bodies[1]) && taut_body_asleep(world, bodies[2]));
    CHECK_EQ_INT(taut_world_events(world).count, 3);
    CHECK_EQ_INT(taut_body_wake(world, bodies[2]), TAUT_OK);
    (void)taut_world_step(world, DT, 10, NULL);
    for (int i = 0; i < 3; ++i) {
        CHECK(!taut_body_asleep(world, bodies[i]));
        CHECK_EQ_INT(count_events(world, TAUT_EVENT_WAKE, bodies[i]), 1);
    }
    taut_world_destroy(world);
}

// One that stands, or moves far away, lets sleep; one that comes near wakes.
TEST(a_collider_that_comes_near_wakes_it)
{
    taut_world* world = sleepy_world();
    taut_collider_def ball = taut_collider_def_default();
    ball.radius = 0.1f;
    ball.position = (taut_vec3){3.0f, -0.5f, 0.0f};
    taut_collider_id id;
    REQUIRE(taut_collider_create(world, &ball, &id) == TAUT_OK);
    taut_body_id body = add_rope(world, 6.0f);
    REQUIRE(wait_for_sleep(world, body, 600) > 0);
    taut_vec3 at = ball.position;
    while (at.x > 0.5f) {
        CHECK_EQ_INT(taut_collider_move(world, id, at, taut_quat_identity()), TAUT_OK);
        (void)taut_world_step(world, DT, 10, NULL);
        CHECK(taut_body_asleep(world, body));
        at.x -= 0.1f;
    }
    at.x = 0.05f;
    CHECK_EQ_INT(taut_collider_move(world, id, at, taut_quat_identity()), TAUT_OK);
    (void)taut_world_step(world, DT, 10, NULL);
    CHECK(!taut_body_asleep(world, body));
    CHECK_EQ_INT(count_events(world, TAUT_EVENT_WAKE, body), 1);
    CHECK(position_of(world, body, 4).x < -0.03f);  // pushed aside in the same step
    taut_world_destroy(world);
}

TEST(sleep_has_its_mistakes_told)
{
    taut_world_def def = sleepy_def();
    taut_world* world = NULL;
    taut_error error;
    float wrong[] = {0.0f, -1.0f, NAN, INFINITY};
    for (int i = 0; i < 4; ++i) {
        def.sleep.speed = wrong[i];
        CHECK_EQ_INT(taut_world_create(&def, &world, &error), TAUT_ERROR_INVALID);
        CHECK(strstr(error.text, "sleep.speed") != NULL);
    }
    def = sleepy_def();
    def.sleep.seconds = -0.1f;
    CHECK_EQ_INT(taut_world_create(&def, &world, &error), TAUT_ERROR_INVALID);
    CHECK(strstr(error.text, "sleep.seconds") != NULL);
    world = sleepy_world();
    CHECK_EQ_INT(taut_body_wake(world, (taut_body_id){1, 1}), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_wake(NULL, (taut_body_id){1, 1}), TAUT_ERROR_INVALID);
    CHECK(!taut_body_asleep(world, (taut_body_id){1, 1}));
    CHECK(!taut_body_asleep(NULL, (taut_body_id){1, 1}));
    taut_world_destroy(world);
}

// Bodies that touch -------------------------------------------------------------------------------

// A rope along x or z that lies at a height.
static taut_body_id lay_rope(taut_world* world, bool across, float height, taut_vec3 velocity)
{
    taut_rope_def rope = taut_rope_def_default();
    rope.start = (taut_vec3){across ? 0.5f : 0.0f, height, across ? -0.5f : 0.0f};
    rope.end = (taut_vec3){across ? 0.5f : 1.0f, height, across ? 0.5f : 0.0f};
    rope.link_count = 16;
    taut_builder* builder = new_builder();
    (void)taut_make_rope(builder, &rope, NULL);
    taut_body_def def = taut_body_def_default();
    def.collision.others = true;
    def.collision.thickness = 0.05f;
    def.velocity = velocity;
    return add_body_def(world, builder, def);
}

TEST(what_falls_on_a_sleeping_body_wakes_it)
{
    taut_world* world = sleepy_world();
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    taut_collider_id id;
    CHECK_EQ_INT(taut_collider_create(world, &ground, &id), TAUT_OK);
    taut_body_id below = lay_rope(world, false, 0.05f, no_gravity);
    CHECK(wait_for_sleep(world, below, 600) > 0);
    taut_body_id above = lay_rope(world, true, 0.5f, (taut_vec3){2.0f, -2.0f, 0.0f});
    CHECK(taut_body_asleep(world, below));
    bool woke = false;
    for (int i = 0; i < 60; ++i) {
        (void)taut_world_step(world, DT, 10, NULL);
        woke = woke || !taut_body_asleep(world, below);
    }
    CHECK(woke);
    bool both = false;
    for (int i = 0; i < 3000 && !both; ++i) {
        (void)taut_world_step(world, DT, 10, NULL);
        both = taut_body_asleep(world, below) && taut_body_asleep(world, above);
    }
    CHECK(both);  // heaps come to rest
    taut_world_destroy(world);
}

// At 60 m/s it would be through before the step is over.
TEST(what_comes_fast_wakes_a_body_before_it_hits)
{
    taut_world_def def = sleepy_def();
    def.gravity = no_gravity;
    taut_world* world = new_world_from(&def);
    taut_body_id below = lay_rope(world, false, 0.0f, no_gravity);
    CHECK(wait_for_sleep(world, below, 600) > 0);
    taut_body_id above = lay_rope(world, true, 0.5f, (taut_vec3){0.0f, -60.0f, 0.0f});
    (void)taut_world_step(world, DT, 10, NULL);
    CHECK(!taut_body_asleep(world, below));
    CHECK(position_of(world, above, 8).y > position_of(world, below, 8).y);
    CHECK(velocity_of(world, below, 8).y < -1.0f);
    taut_world_destroy(world);
}

TEST(what_slept_on_a_body_falls_when_that_is_gone)
{
    taut_world* world = sleepy_world();
    taut_body_id below = lay_rope(world, false, 0.0f, no_gravity);
    for (int i = 0; i <= 16; ++i) {
        CHECK_EQ_INT(taut_body_pin(world, below, i), TAUT_OK);
    }
    taut_body_id above = lay_rope(world, false, 0.1f, no_gravity);
    CHECK(wait_for_sleep(world, above, 600) > 0);
    float height = position_of(world, above, 8).y;
    CHECK(height > 0.05f);
    CHECK_EQ_INT(taut_body_destroy(world, below), TAUT_OK);
    (void)step_frames(world, 30, DT, 10);
    CHECK(position_of(world, above, 8).y < height - 0.5f);
    taut_world_destroy(world);
}

TEST(what_slept_on_an_attachment_falls_when_its_holder_is_gone)
{
    taut_world* world = sleepy_world();
    taut_body_id holder = add_rope(world, 5.0f);
    taut_body_id held = add_rope(world, 5.0f);
    CHECK_EQ_INT(taut_body_unpin(world, held, 0), TAUT_OK);
    taut_attachment_def def = taut_attachment_def_default();
    def.body = held;
    def.target = TAUT_ATTACH_PARTICLE;
    def.other = holder;
    def.other_particle = 8;
    taut_attachment_id id;
    CHECK_EQ_INT(taut_attach(world, &def, &id), TAUT_OK);
    CHECK(wait_for_sleep(world, held, 6000) > 0);
    taut_attachment_state before, after;
    CHECK_EQ_INT(taut_attachment_get_state(world, id, &before), TAUT_OK);
    CHECK(before.force.y > 0.1f);
    (void)step_frames(world, 3, DT, 10);
    CHECK_EQ_INT(taut_attachment_get_state(world, id, &after), TAUT_OK);
    CHECK(same_vec3_bits(before.force, after.force));  // forces of what sleeps stay readable
    float height = position_of(world, held, 4).y;
    CHECK_EQ_INT(taut_body_destroy(world, holder), TAUT_OK);
    (void)step_frames(world, 30, DT, 10);
    CHECK(!taut_body_asleep(world, held));
    CHECK(position_of(world, held, 4).y < height - 0.1f);
    taut_world_destroy(world);
}
