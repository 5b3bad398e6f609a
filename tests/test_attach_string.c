// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Strings: attachments with a length, reeled from step to step or drawn in by themselves.

#include "support.h"
#include "test.h"

#define G 9.81f
#define MASS 80.0f
#define HEIGHT 9.0f
#define DT (1.0f / 60.0f)

static taut_body_id weight_at(taut_world* world, taut_vec3 place, float mass)
{
    taut_builder* builder = new_builder();
    (void)taut_builder_add_particle(builder, place, mass, NULL);
    return add_body(world, builder);
}

static taut_world* world_with(taut_vec3 gravity)
{
    taut_world_def def = taut_world_def_default();
    def.gravity = gravity;
    return new_world_from(&def);
}

static taut_attachment_state step_and_read(taut_world* world, taut_attachment_id id)
{
    taut_attachment_state state = {0};
    CHECK(taut_world_step(world, DT, 20, NULL) == TAUT_OK);
    CHECK(taut_attachment_get_state(world, id, &state) == TAUT_OK);
    return state;
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

static float most(float a, float b)
{
    return a > b ? a : b;
}

// 80 kg on 5 m of string from 9 m up.
static taut_world* a_hero(taut_attachment_def def, taut_body_id* hero, taut_attachment_id* id)
{
    taut_world* world = world_with(earth);
    *hero = def.body = weight_at(world, (taut_vec3){0.0f, HEIGHT - 5.0f, 0.0f}, MASS);
    def.place = (taut_vec3){0.0f, HEIGHT, 0.0f};
    def.length = 5.0f;
    CHECK(taut_attach(world, &def, id) == TAUT_OK);
    return world;
}

typedef struct reeled {
    float least, most;  // force, N
    float end;          // metres apart
} reeled;

// From frame 60 on at up to `rate` m/s, reached in half a second: by length or by place.
static reeled reel(float rate, bool by_place)
{
    taut_body_id hero = {0};
    taut_attachment_id id = {0};
    taut_world* world = a_hero(taut_attachment_def_default(), &hero, &id);
    reeled r = {.least = INFINITY};
    float way = 0.0f;
    for (int frame = 0; frame < 160; ++frame) {
        if (frame >= 60) {
            way += rate * least(1.0f, (float)(frame - 60) / 30.0f) * DT;
            taut_vec3 place = {0.0f, HEIGHT + way, 0.0f};
            CHECK((by_place ? taut_attachment_set_place(world, id, place)
                            : taut_attachment_set_length(world, id, 5.0f - way)) == TAUT_OK);
        }
        taut_attachment_state state = step_and_read(world, id);
        r.least = frame >= 60 ? least(r.least, state.force.y) : r.least;
        r.most = frame >= 60 ? most(r.most, state.force.y) : r.most;
        r.end = state.holder.y - state.held.y + (by_place ? 0.0f : way);
    }
    taut_world_destroy(world);
    return r;
}

TEST(reeling_costs_what_moving_the_place_costs)
{
    reeled place = reel(1.0f, true), length = reel(1.0f, false);
    CHECK_NEAR(place.most, MASS * (G + 2.0f), 0.02 * (double)MASS * (double)G);
    CHECK_NEAR(length.most, place.most, 0.02 * (double)place.most);
    CHECK_NEAR(length.least, place.least, 0.05 * (double)place.least);  // never slack
    CHECK_NEAR(length.end, 5.0f, 1e-4);
    reeled down = reel(-1.0f, false);  // paid out
    CHECK_NEAR(down.least, MASS * (G - 2.0f), 0.02 * (double)MASS * (double)G);
    CHECK_NEAR(down.end, 5.0f, 1e-4);
}

// A caller who shortens faster than the acceleration allows is followed, smoothly, and caught up
// with.
TEST(reeling_in_too_fast_is_smoothed)
{
    taut_body_id hero = {0};
    taut_attachment_id id = {0};
    taut_world* world = a_hero(taut_attachment_def_default(), &hero, &id);
    float length = 5.0f, force = 0.0f;
    for (int frame = 0; frame < 120; ++frame) {
        length -= 2.0f * DT;  // from rest to 2 m/s at once
        REQUIRE(taut_attachment_set_length(world, id, length) == TAUT_OK);
        force = most(force, step_and_read(world, id).force.y);
    }
    CHECK_NEAR(force, MASS * (G + 5.0f), 0.02 * (double)MASS * (double)G);
    CHECK_NEAR(HEIGHT - position_of(world, hero, 0).y, length, 1e-3);
    taut_world_destroy(world);
}

TEST(single_call_draws_in_gently)
{
    taut_attachment_def def = taut_attachment_def_default();
    def.draw_speed = 3.0f;
    taut_body_id hero = {0};
    taut_attachment_id id = {0};
    taut_world* world = a_hero(def, &hero, &id);
    float force = 0.0f, speed = 0.0f, highest = 0.0f;
    REQUIRE(taut_attachment_set_length(world, id, 1.0f) == TAUT_OK);
    for (int frame = 0; frame < 180; ++frame) {
        force = most(force, step_and_read(world, id).force.y);
        speed = most(speed, velocity_of(world, hero, 0).y);
        highest = most(highest, position_of(world, hero, 0).y);
    }
    CHECK_NEAR(force, MASS * (G + 5.0f), 0.02 * (double)MASS * (double)G);
    CHECK_NEAR(speed, 3.0f, 0.01);
    CHECK_NEAR(highest, HEIGHT - 1.0f, 0.005);  // not flung up
    CHECK_NEAR(position_of(world, hero, 0).y, HEIGHT - 1.0f, 1e-3);
    taut_world_destroy(world);
}

// Without gravity or ground nothing but the string itself stops what it drew in.
TEST(what_is_drawn_in_does_not_fly_past)
{
    static const float lengths[3] = {0.2f, 0.05f, 0.0f};
    for (int i = 0; i < 3; ++i) {
        taut_world* world = world_with(no_gravity);
        taut_attachment_def def = taut_attachment_def_default();
        def.body = weight_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f);
        def.place = (taut_vec3){1.0f, 0.0f, 0.0f};
        def.length = lengths[i];
        taut_attachment_id id = {0};
        REQUIRE(taut_attach(world, &def, &id) == TAUT_OK);
        float force = 0.0f, furthest = 0.0f;
        for (int frame = 0; frame < 600; ++frame) {
            taut_attachment_state state = step_and_read(world, id);
            force = most(force, fabsf(state.force.x));
            furthest = most(furthest, state.held.x);
        }
        // Up to twice the acceleration; tying the knot of length 0 takes the last of the speed.
        CHECK_MSG(force <= 12.0f, "drawn and braked with %g N", (double)force);
        CHECK_NEAR(furthest, 1.0f - lengths[i], 0.002);
        CHECK_NEAR(position_of(world, def.body, 0).x, 1.0f - lengths[i], 0.002);
        taut_world_destroy(world);
    }
}

// What comes by itself is no business of a string that is not drawn in.
TEST(string_does_not_push)
{
    taut_world* world = world_with(no_gravity);
    taut_attachment_def def = taut_attachment_def_default();
    def.body = weight_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f);
    def.place = (taut_vec3){1.0f, 0.0f, 0.0f};
    def.length = 1.0f;
    REQUIRE(taut_attach(world, &def, NULL) == TAUT_OK);
    REQUIRE(taut_body_add_impulse(world, def.body, 0, (taut_vec3){2.0f, 0.0f, 0.0f}) == TAUT_OK);
    (void)step_frames(world, 30, DT, 20);
    CHECK_NEAR(velocity_of(world, def.body, 0).x, 2.0f, 1e-4);
    CHECK_NEAR(position_of(world, def.body, 0).x, 1.0f, 1e-3);
    taut_world_destroy(world);
}

TEST(slack_is_taken_in_at_once_and_drawing_starts_from_rest)
{
    taut_attachment_def def = taut_attachment_def_default();
    taut_body_id hero = {0};
    taut_attachment_id id = {0};
    taut_world* world = a_hero(def, &hero, &id);
    REQUIRE(taut_attachment_set_length(world, id, 8.0f) == TAUT_OK);
    (void)step_frames(world, 1, DT, 20);  // paid out within it: it hangs on nothing
    CHECK(velocity_of(world, hero, 0).y < -0.1f);
    REQUIRE(taut_attachment_set_length(world, id, 3.0f) == TAUT_OK);
    taut_attachment_state state = step_and_read(world, id);
    CHECK(state.force.y > MASS * G);
    CHECK_NEAR(state.held.y, HEIGHT - 5.0f, 0.01);
    taut_world_destroy(world);
}

TEST(drawing_can_be_changed_while_it_goes_on)
{
    taut_body_id hero = {0};
    taut_attachment_id id = {0};
    taut_world* world = a_hero(taut_attachment_def_default(), &hero, &id);
    REQUIRE(taut_attachment_set_length(world, id, 0.5f) == TAUT_OK);
    (void)step_frames(world, 12, DT, 20);
    CHECK_NEAR(velocity_of(world, hero, 0).y, 1.0f, 0.05);
    REQUIRE(taut_attachment_set_draw(world, id, 1.5f, 2.0f) == TAUT_OK);
    (void)step_frames(world, 30, DT, 20);
    CHECK_NEAR(velocity_of(world, hero, 0).y, 1.5f, 0.01);

    static const float bad[5][2] = {
        {0.0f, 1.0f}, {-1.0f, 1.0f}, {NAN, 1.0f}, {1.0f, 0.0f}, {1.0f, NAN}};
    uint64_t hash = taut_world_hash(world);
    for (int i = 0; i < 5; ++i) {
        CHECK(taut_attachment_set_draw(world, id, bad[i][0], bad[i][1]) == TAUT_ERROR_INVALID);
        CHECK(taut_world_last_error(world)[0] != 0);
    }
    CHECK(taut_world_hash(world) == hash);
    REQUIRE(taut_attachment_set_draw(world, id, INFINITY, INFINITY) == TAUT_OK);
    (void)step_frames(world, 1, DT, 20);  // all at once
    CHECK(body_finite(world, hero));
    CHECK_NEAR(HEIGHT - position_of(world, hero, 0).y, 0.5f, 1e-3);
    REQUIRE(taut_detach(world, id) == TAUT_OK);
    CHECK(taut_attachment_set_draw(world, id, 1.0f, 1.0f) == TAUT_ERROR_INVALID);
    taut_world_destroy(world);
}

TEST(string_of_the_distance_of_a_hit_is_taut)
{
    taut_world* world = world_with(earth);
    taut_collider_def beam = taut_collider_def_default();
    beam.shape = TAUT_SHAPE_BOX;
    beam.half_size = (taut_vec3){2.0f, 0.2f, 2.0f};
    beam.position = (taut_vec3){0.0f, HEIGHT, 0.0f};
    taut_collider_id collider;
    REQUIRE(taut_collider_create(world, &beam, &collider) == TAUT_OK);
    taut_builder* builder = new_builder();
    (void)taut_builder_add_particle(builder, (taut_vec3){0.0f, 4.0f, 0.0f}, MASS, NULL);
    taut_body_def body = taut_body_def_default();
    body.collision.thickness = 0.3f;
    taut_attachment_def def = taut_attachment_def_default();
    def.body = add_body_def(world, builder, body);
    taut_query_def query = taut_query_def_default();
    query.except = def.body;
    taut_hit hit = {0};
    taut_hits hits = {.items = &hit, .capacity = 1};
    taut_vec3 up = {0.0f, 1.0f, 0.0f};
    REQUIRE(taut_world_cast_ray(world, &query, (taut_vec3){0.0f, 4.0f, 0.0f}, up, 30.0f, &hits) ==
            TAUT_OK);
    def.length = hit.distance;
    taut_attachment_id id = {0};
    REQUIRE(taut_attach_hit(world, &def, &hit, &id) == TAUT_OK);
    taut_attachment_state state = step_and_read(world, id);
    CHECK_NEAR(state.holder.y, HEIGHT - 0.2f, 1e-5);
    CHECK_NEAR(state.held.y, 4.0f, 1e-4);
    CHECK_NEAR(state.force.y, MASS * G, 0.02 * (double)MASS * (double)G);
    taut_world_destroy(world);
}
