// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Events of bodies that come to touch colliders and leave them.

#include "support.h"
#include "test.h"

#define DT (1.0f / 60.0f)

static taut_collider_id add_ground(taut_world* world, float height)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_PLANE;
    def.position.y = height;
    taut_collider_id id = {0};
    (void)taut_collider_create(world, &def, &id);
    return id;
}

static taut_body_id add_ball(taut_world* world, float height)
{
    taut_body_def def = taut_body_def_default();
    def.offset.y = height;
    def.collision.thickness = 0.1f;
    return add_single(world, def);
}

// The first event of a kind; one of kind NONE where there is none. `count` gets how many.
static taut_event find_event(const taut_world* world, taut_event_kind kind, int* count)
{
    taut_event_view events = taut_world_events(world);
    taut_event found = {0};
    *count = 0;
    for (int i = 0; i < events.count; ++i) {
        if (events.data[i].kind == kind && (*count)++ == 0) {
            found = events.data[i];
        }
    }
    return found;
}

// 1 kg falls 0.4 m: it lands after 0.286 s, in step 18, with 2.8 m/s, which a step takes away by a
// mean force of 168 N and what of its weight it carries. Then it lies there and nothing is told.
TEST(a_landing_is_told_once)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_id ground = add_ground(world, 0.0f);
    taut_body_id ball = add_ball(world, 0.5f);
    int landed = 0, touches = 0, leaves = 0;
    for (int i = 1; i <= 120; ++i) {
        int count = 0;
        (void)taut_world_step(world, DT, 20, NULL);
        taut_event e = find_event(world, TAUT_EVENT_TOUCH, &count);
        touches += count;
        if (count > 0) {
            landed = i;
            CHECK_EQ_INT(e.body.index1, ball.index1);
            CHECK(taut_collider_same(e.collider, ground));
            CHECK_EQ_INT(e.particle, 0);
            CHECK_MSG(fabsf(e.place.y) < 1e-3f && e.place.x == 0.0f, "at (%g, %g)",
                      (double)e.place.x, (double)e.place.y);
            CHECK_MSG(e.force > 160.0f && e.force < 180.0f, "with %g N", (double)e.force);
        }
        (void)find_event(world, TAUT_EVENT_LEAVE, &count);
        leaves += count;
    }
    CHECK_EQ_INT(touches, 1);
    CHECK_EQ_INT(leaves, 0);
    CHECK_EQ_INT(landed, 18);
    taut_world_destroy(world);
}

TEST(leaving_is_told_once)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_id ground = add_ground(world, 0.0f);
    taut_body_id ball = add_ball(world, 0.1f);
    (void)step_frames(world, 10, DT, 10);
    CHECK_EQ_INT(taut_body_add_impulse(world, ball, 0, (taut_vec3){0.0f, 3.0f, 0.0f}), TAUT_OK);
    int leaves = 0, touches = 0;
    for (int i = 0; i < 20; ++i) {
        int count = 0;
        (void)taut_world_step(world, DT, 10, NULL);
        taut_event e = find_event(world, TAUT_EVENT_LEAVE, &count);
        leaves += count;
        CHECK(count == 0 || (taut_collider_same(e.collider, ground) &&
                             e.body.index1 == ball.index1 && e.particle == -1 && i == 0));
        (void)find_event(world, TAUT_EVENT_TOUCH, &count);
        touches += count;
    }
    CHECK_EQ_INT(leaves, 1);
    CHECK_EQ_INT(touches, 0);
    (void)step_frames(world, 20, DT, 10);  // up 0.46 m and down again in 0.61 s
    taut_world_destroy(world);
}

// Another collider in the same place is another one; one that is gone was left.
TEST(colliders_that_come_and_go)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_id gone = add_ground(world, 0.0f);
    (void)add_ball(world, 0.1f);
    (void)step_frames(world, 10, DT, 10);
    CHECK_EQ_INT(taut_collider_destroy(world, gone), TAUT_OK);
    taut_collider_id ground = add_ground(world, 0.0f);
    CHECK_EQ_INT(ground.index1, gone.index1);
    int leaves = 0, touches = 0;
    (void)taut_world_step(world, DT, 10, NULL);
    CHECK(taut_collider_same(find_event(world, TAUT_EVENT_LEAVE, &leaves).collider, gone));
    CHECK(taut_collider_same(find_event(world, TAUT_EVENT_TOUCH, &touches).collider, ground));
    CHECK_EQ_INT(leaves, 1);
    CHECK_EQ_INT(touches, 1);
    CHECK_EQ_INT(taut_collider_destroy(world, ground), TAUT_OK);
    (void)taut_world_step(world, DT, 10, NULL);
    (void)find_event(world, TAUT_EVENT_LEAVE, &leaves);
    CHECK_EQ_INT(leaves, 1);
    (void)taut_world_step(world, DT, 10, NULL);
    CHECK_EQ_INT(taut_world_events(world).count, 0);
    taut_world_destroy(world);
}

// One that sleeps goes on touching; one put back to an earlier time knows what it touched then.
TEST(sleep_and_snapshots_tell_nothing_twice)
{
    taut_world_def def = taut_world_def_default();
    def.sleep.enabled = true;
    taut_world* world = new_world_from(&def);
    (void)add_ground(world, 0.0f);
    taut_body_id ball = add_ball(world, 0.3f);
    taut_snapshot *above = NULL, *below = NULL;
    REQUIRE(taut_snapshot_take(world, &above) == TAUT_OK);
    (void)step_frames(world, 90, DT, 10);
    CHECK(taut_body_asleep(world, ball));
    REQUIRE(taut_snapshot_take(world, &below) == TAUT_OK);
    int count = 0;
    for (int k = 0; k < 3; ++k) {
        int touches = 0;
        REQUIRE(taut_snapshot_restore(world, k == 1 ? above : below) == TAUT_OK);
        CHECK_EQ_INT(taut_body_wake(world, ball), TAUT_OK);
        for (int i = 0; i < 60; ++i) {
            (void)taut_world_step(world, DT, 10, NULL);
            (void)find_event(world, TAUT_EVENT_TOUCH, &count);
            touches += count;
            (void)find_event(world, TAUT_EVENT_LEAVE, &count);
            CHECK_EQ_INT(count, 0);
        }
        CHECK_EQ_INT(touches, k == 1);
    }
    taut_snapshot_release(above);
    taut_snapshot_release(below);
    taut_world_destroy(world);
}

// Steps that are none of the host's tell nothing; the first that is does.
TEST(settling_and_trying_tell_nothing)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    (void)add_ground(world, 0.0f);
    (void)add_ball(world, 0.11f);
    taut_substeps_found found;
    CHECK_EQ_INT(taut_world_find_substeps(world, 30, 0.01f, 20, &found), TAUT_OK);
    CHECK_EQ_INT(taut_world_events(world).count, 0);
    CHECK_EQ_INT(taut_world_settle(world, NULL, NULL), TAUT_OK);
    CHECK_EQ_INT(taut_world_events(world).count, 0);
    int count = 0;
    (void)taut_world_step(world, DT, 10, NULL);
    (void)find_event(world, TAUT_EVENT_TOUCH, &count);
    CHECK_EQ_INT(count, 1);
    taut_world_destroy(world);
}

// Order and numbers ------------------------------------------------------------------------------

#define MOST_EVENTS 512

typedef struct diary {
    taut_event events[MOST_EVENTS];
    int count;
} diary;

static void keep_diary(taut_backend_kind backend, int threads, diary* d)
{
    taut_world_def def = taut_world_def_default();
    def.backend = backend;
    def.thread_count = threads;
    taut_world* world = new_world_from(&def);
    (void)add_ground(world, -0.3f);
    for (int i = 0; i < 4; ++i) {
        taut_collider_def ball = taut_collider_def_default();
        ball.radius = 0.06f;
        ball.position = (taut_vec3){0.08f * (float)i, -0.12f, 0.05f + 0.03f * (float)i};
        taut_collider_id id;
        (void)taut_collider_create(world, &ball, &id);
    }
    for (int i = 0; i < 6; ++i) {
        taut_body_def body = taut_body_def_default();
        body.offset = (taut_vec3){0.01f * (float)i, 0.05f * (float)i, 0.0f};
        body.collision.surface.restitution = 0.3f;
        (void)add_body_def(world, flat_cloth_builder(6, i % 2 == 0), body);
        for (int corner = 0; corner < 6; corner += 5) {
            (void)taut_body_unpin(world, taut_world_body(world, i), corner);
        }
    }
    d->count = 0;
    for (int i = 0; i < 60; ++i) {
        (void)taut_world_step(world, DT, 8, NULL);
        taut_event_view view = taut_world_events(world);
        for (int k = 0; k < view.count && d->count < MOST_EVENTS; ++k) {
            d->events[d->count++] = view.data[k];
        }
    }
    taut_world_destroy(world);
}

static bool same_event(const taut_event* a, const taut_event* b)
{
    return a->kind == b->kind && a->body.index1 == b->body.index1 &&
           taut_collider_same(a->collider, b->collider) && a->particle == b->particle &&
           same_vec3_bits(a->place, b->place) && same_bits(a->force, b->force);
}

TEST(touches_are_the_same_on_any_backend_and_threads)
{
    static diary one, other;
    keep_diary(TAUT_BACKEND_SCALAR, 1, &one);
    CHECK_MSG(one.count > 20 && one.count < MOST_EVENTS, "%d events", one.count);
    int leaves = 0;
    for (int i = 0; i < one.count; ++i) {
        leaves += one.events[i].kind == TAUT_EVENT_LEAVE;
    }
    CHECK(leaves > 0);
    for (int threads = 1; threads <= 4; threads += 3) {
        keep_diary(TAUT_BACKEND_AUTO, threads, &other);
        CHECK_EQ_INT(other.count, one.count);
        for (int i = 0; i < one.count && i < other.count; ++i) {
            CHECK(same_event(&one.events[i], &other.events[i]));
        }
    }
}
