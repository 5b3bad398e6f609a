// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Attachments: what they hold, what they read, when they give way, and bodies that go in step.

#include "support.h"
#include "test.h"

#define G 9.81f

static taut_body_id weight_at(taut_world* world, taut_vec3 place, float mass)
{
    taut_builder* builder = new_builder();
    (void)taut_builder_add_particle(builder, place, mass, NULL);
    return add_body(world, builder);
}

static taut_attachment_def between(taut_body_id held, taut_body_id holder)
{
    taut_attachment_def def = taut_attachment_def_default();
    def.body = held;
    def.target = TAUT_ATTACH_PARTICLE;
    def.other = holder;
    return def;
}

static void steps(taut_world* world, int count)
{
    for (int i = 0; i < count; ++i) {
        (void)taut_world_step(world, 1.0f / 60.0f, 20, NULL);
    }
}

static float force_of(taut_world* world, taut_attachment_id id)
{
    taut_attachment_state state = {0};
    (void)taut_attachment_get_state(world, id, &state);
    return state.force.y;
}

TEST(attachment_carries_a_weight_and_reads_it_in_newtons)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = new_world_from(&def);
    taut_body_id post = weight_at(world, (taut_vec3){0.0f, 2.0f, 0.0f}, 1.0f);
    taut_body_id load = weight_at(world, (taut_vec3){0.0f, 2.0f, 0.0f}, 3.0f);
    REQUIRE(taut_body_pin(world, post, 0) == TAUT_OK);
    taut_attachment_id id = {0};
    taut_attachment_def join = between(load, post);
    REQUIRE(taut_attach(world, &join, &id) == TAUT_OK);
    steps(world, 30);
    CHECK_NEAR(force_of(world, id), 3.0f * G, 1e-3 * 3.0 * (double)G);
    CHECK_NEAR(position_of(world, load, 0).y, 2.0f, 1e-5);
    taut_reaction reaction = {0};  // the pin says the same
    REQUIRE(taut_body_reaction(world, post, 0, &reaction) == TAUT_OK);
    CHECK_NEAR(reaction.force.y, 3.0f * G, 1e-3 * 3.0 * (double)G);
    taut_world_destroy(world);
}

TEST(attachment_to_a_place_follows_it)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = new_world_from(&def);
    taut_body_id load = weight_at(world, (taut_vec3){1.0f, 0.0f, 0.0f}, 2.0f);
    taut_attachment_def join = taut_attachment_def_default();
    join.body = load;
    join.place = (taut_vec3){1.0f, 0.0f, 0.0f};
    taut_attachment_id id = {0};
    REQUIRE(taut_attach(world, &join, &id) == TAUT_OK);
    for (int i = 1; i <= 60; ++i) {
        float x = 1.0f + 0.01f * (float)i;
        REQUIRE(taut_attachment_set_place(world, id, (taut_vec3){x, 0.0f, 0.0f}) == TAUT_OK);
        steps(world, 1);
        CHECK_NEAR(position_of(world, load, 0).x, x, 1e-4);
    }
    REQUIRE(taut_detach(world, id) == TAUT_OK);
    CHECK(!taut_attachment_valid(world, id));
    CHECK_NEAR(velocity_of(world, load, 0).x, 0.6f, 0.01);  // it keeps the speed it had
    taut_world_destroy(world);
}

TEST(attachment_to_a_surface_shares_its_weight_out_by_where_it_is)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = new_world_from(&def);
    taut_builder* builder = new_builder();
    static const taut_vec3 corners[3] = {
        {0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    for (int i = 0; i < 3; ++i) {
        (void)taut_builder_add_particle(builder, corners[i], 1.0f, NULL);
        (void)taut_builder_pin(builder, i);
    }
    (void)taut_builder_add_triangle(builder, 0, 2, 1);
    taut_body_id sheet = add_body(world, builder);
    taut_body_id load = weight_at(world, (taut_vec3){0.25f, 0.0f, 0.25f}, 4.0f);
    taut_attachment_def join = between(load, sheet);
    join.target = TAUT_ATTACH_SURFACE;
    join.weights[0] = 0.5f;
    join.weights[1] = 0.25f;
    join.weights[2] = 0.25f;
    REQUIRE(taut_attach(world, &join, NULL) == TAUT_OK);
    steps(world, 30);
    static const float share[3] = {0.5f, 0.25f, 0.25f};
    for (int i = 0; i < 3; ++i) {
        taut_reaction reaction = {0};
        (void)taut_body_reaction(world, sheet, i, &reaction);
        CHECK_NEAR(reaction.force.y, share[i] * 4.0f * G, 0.02);
    }
    taut_world_destroy(world);
}

TEST(attachment_gives_way_at_its_strength_and_says_so)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = new_world_from(&def);
    taut_body_id load = weight_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f);
    taut_attachment_def join = taut_attachment_def_default();
    join.body = load;
    join.strength = 20.0f;
    taut_attachment_id id = {0};
    REQUIRE(taut_attach(world, &join, &id) == TAUT_OK);
    steps(world, 30);
    CHECK(taut_attachment_valid(world, id));
    CHECK(taut_world_events(world).count == 0);
    (void)taut_body_add_force(world, load, 0, (taut_vec3){0.0f, -11.0f, 0.0f});
    steps(world, 1);
    CHECK(!taut_attachment_valid(world, id));
    taut_event_view events = taut_world_events(world);
    REQUIRE(events.count == 1);
    CHECK_EQ_INT(events.data[0].kind, TAUT_EVENT_DETACH);
    CHECK(taut_attachment_same(events.data[0].attachment, id));
    CHECK_NEAR(events.data[0].force, 20.81f, 0.1);
    steps(world, 6);
    CHECK(position_of(world, load, 0).y < -0.04f);  // falls
    CHECK(taut_world_events(world).count == 0);     // told once
    taut_world_destroy(world);
}

TEST(attachment_draws_far_things_together_at_its_speed_and_keeps_momentum)
{
    taut_world_def def = taut_world_def_default();
    def.gravity = no_gravity;
    taut_world* world = new_world_from(&def);
    taut_body_id a = weight_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f);
    taut_body_id b = weight_at(world, (taut_vec3){2.0f, 0.0f, 0.0f}, 3.0f);
    taut_attachment_def join = between(a, b);
    join.draw_speed = 4.0f;
    join.draw_acceleration = 40.0f;
    join.length = 0.5f;
    REQUIRE(taut_attach(world, &join, NULL) == TAUT_OK);
    float most = 0.0f;
    for (int i = 0; i < 60; ++i) {
        steps(world, 1);
        taut_vec3 va = velocity_of(world, a, 0), vb = velocity_of(world, b, 0);
        most = fmaxf(most, va.x - vb.x);
        CHECK_NEAR(va.x + 3.0f * vb.x, 0.0f, 1e-4);
    }
    CHECK_NEAR(most, 4.0f, 0.01);
    CHECK_NEAR(position_of(world, b, 0).x - position_of(world, a, 0).x, 0.5f, 0.01);
    taut_world_destroy(world);
}

// A load of 20 kg on a rope whose particles have 4 g, tied at run time, and the same in one
// builder.
static float lowest_end(bool tied, float load, taut_attachment_id* id, taut_world** out)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = *out = new_world_from(&def);
    taut_builder* builder = new_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.material.stretch_stiffness = INFINITY;
    rope.end = (taut_vec3){2.0f, 0.0f, 0.0f};
    rope.pin_start = true;
    rope.end_mass = tied ? 0.0f : load;
    (void)taut_make_rope(builder, &rope, NULL);
    taut_body_id id_rope = add_body(world, builder);
    if (tied) {
        taut_body_id id_load = weight_at(world, rope.end, load);
        taut_attachment_def join = between(id_load, id_rope);
        join.other_particle = 32;
        (void)taut_attach(world, &join, id);
    }
    float lowest = 0.0f;
    for (int i = 0; i < 60; ++i) {
        steps(world, 1);
        float y = position_of(world, id_rope, 32).y;
        lowest = y < lowest ? y : lowest;
    }
    return lowest;
}

TEST(a_heavy_load_tied_to_a_light_rope_swings_as_if_built_with_it)
{
    taut_attachment_id id = {0};
    taut_world *apart, *whole;
    float built = lowest_end(false, 20.0f, &id, &whole);
    float tied = lowest_end(true, 20.0f, &id, &apart);
    CHECK_NEAR(built, -2.0f, 0.001);
    CHECK_NEAR(tied, built, 2e-5);  // rounding: the same motion, summed in another order
    taut_world_destroy(apart);
    taut_world_destroy(whole);
}

TEST(knots_of_three_ropes_share_a_load)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = new_world_from(&def);
    taut_body_id load = weight_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, 10.0f);
    taut_attachment_id ids[3];
    for (int i = 0; i < 3; ++i) {
        taut_builder* builder = new_builder();
        taut_rope_def rope = taut_rope_def_default();
        rope.material.stretch_stiffness = INFINITY;
        rope.start = (taut_vec3){(float)(i - 1), 1.0f, i == 1 ? 1.0f : -0.5f};
        rope.end = (taut_vec3){0.0f, 0.0f, 0.0f};
        rope.pin_start = true;
        (void)taut_make_rope(builder, &rope, NULL);
        taut_body_def body = taut_body_def_default();
        body.drag = 2.0f;
        taut_body_id id = add_body_def(world, builder, body);
        taut_attachment_def join = between(load, id);  // the load is held thrice
        join.other_particle = 32;
        REQUIRE(taut_attach(world, &join, &ids[i]) == TAUT_OK);
    }
    steps(world, 600);
    float sum = 0.0f;
    for (int i = 0; i < 3; ++i) {
        float force = force_of(world, ids[i]);
        CHECK_MSG(force > 10.0f, "rope %d carries its part: %g N", i, (double)force);
        sum += force;
    }
    CHECK_NEAR(sum, 10.0f * G, 0.01 * 10.0 * (double)G);
    taut_world_destroy(world);
}

TEST(ties_in_the_midst_of_others_read_what_hangs_below)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = new_world_from(&def);
    taut_body_id weights[5];
    for (int i = 0; i < 5; ++i) {
        weights[i] = weight_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, (float)(i + 1));
    }
    REQUIRE(taut_body_pin(world, weights[0], 0) == TAUT_OK);
    taut_attachment_id ids[4], ring;
    for (int i = 0; i < 4; ++i) {  // every other one is held the other way round
        bool up = i % 2 == 0;
        taut_attachment_def tie = between(weights[up ? i + 1 : i], weights[up ? i : i + 1]);
        REQUIRE(taut_attach(world, &tie, &ids[i]) == TAUT_OK);
    }
    taut_attachment_def closing = between(weights[4], weights[1]);
    REQUIRE(taut_attach(world, &closing, &ring) == TAUT_OK);
    steps(world, 30);
    float below = 14.0f;  // kg: 2 + 3 + 4 + 5 hang on the pinned one
    for (int i = 0; i < 4; ++i) {
        float expected = (i % 2 == 0 ? below : -below) * G;
        CHECK_NEAR(force_of(world, ids[i]), expected, 0.02);
        below -= (float)(i + 2);
    }
    CHECK_NEAR(force_of(world, ring), 0.0f, 1e-6);
    taut_world_destroy(world);
}

TEST(attachment_ends_with_either_body)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = new_world_from(&def);
    taut_body_id a = weight_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f);
    taut_body_id b = weight_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f);
    taut_attachment_id id = {0};
    taut_attachment_def join = between(a, b);
    REQUIRE(taut_attach(world, &join, &id) == TAUT_OK);
    REQUIRE(taut_body_destroy(world, b) == TAUT_OK);
    CHECK(!taut_attachment_valid(world, id));
    CHECK(taut_detach(world, id) == TAUT_ERROR_INVALID);
    steps(world, 2);
    CHECK(velocity_of(world, a, 0).y < 0.0f);
    taut_world_destroy(world);
}

// Ropes that hang from one another, on so many threads.
static uint64_t hash_of_mobile(int thread_count, taut_backend_kind backend, int joined)
{
    taut_world_def def = taut_world_def_default();
    def.thread_count = thread_count;
    def.backend = backend;
    taut_world* world = new_world_from(&def);
    taut_body_id ropes[6];
    for (int i = 0; i < 6; ++i) {
        taut_builder* builder = new_builder();
        taut_rope_def rope = taut_rope_def_default();
        rope.start = (taut_vec3){(float)i, 0.0f, 0.0f};
        rope.end = (taut_vec3){(float)i + 1.0f, 0.0f, 0.0f};
        rope.pin_start = i == 0 || joined == 0;
        (void)taut_make_rope(builder, &rope, NULL);
        ropes[i] = add_body(world, builder);
    }
    for (int i = 1; i < joined; ++i) {
        taut_attachment_def join = between(ropes[i], ropes[i - 1]);
        join.other_particle = 32;
        (void)taut_attach(world, &join, NULL);
    }
    steps(world, 60);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

TEST(bodies_in_step_give_the_same_bits_on_any_threads_and_lanes)
{
    uint64_t one = hash_of_mobile(1, TAUT_BACKEND_AUTO, 6);
    CHECK(hash_of_mobile(1, TAUT_BACKEND_SCALAR, 6) == one);
    CHECK(hash_of_mobile(2, TAUT_BACKEND_AUTO, 6) == one);
    CHECK(hash_of_mobile(8, TAUT_BACKEND_AUTO, 6) == one);
    CHECK(hash_of_mobile(1, TAUT_BACKEND_AUTO, 5) != one);
}

TEST(going_in_step_changes_nothing_about_a_body)
{
    taut_world_def def = taut_world_def_default();
    uint64_t hash[2];
    for (int coupled = 0; coupled < 2; ++coupled) {
        taut_world* world = new_world_from(&def);
        taut_builder* builder = new_builder();
        taut_rope_def rope = taut_rope_def_default();
        rope.pin_start = true;
        (void)taut_make_rope(builder, &rope, NULL);
        taut_body_id id = add_body(world, builder);
        taut_attachment_def slack = taut_attachment_def_default();
        slack.body = id;
        slack.particle = 32;
        slack.length = 100.0f;  // never taut
        if (coupled) {
            REQUIRE(taut_attach(world, &slack, NULL) == TAUT_OK);
        }
        steps(world, 60);
        hash[coupled] = taut_world_hash(world);
        taut_world_destroy(world);
    }
    CHECK(hash[0] == hash[1]);
}

TEST(attaching_refuses_what_makes_no_sense)
{
    taut_world_def world_def = taut_world_def_default();
    taut_world* world = new_world_from(&world_def);
    taut_body_id a = weight_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f);
    taut_body_id b = weight_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f);
    taut_attachment_def good = between(a, b);
    taut_attachment_def bad[12];
    for (int i = 0; i < 12; ++i) {
        bad[i] = good;
    }
    bad[0].stamp = 0;
    bad[1].particle = 1;
    bad[2].other_particle = -1;
    bad[3].other = (taut_body_id){0};
    bad[4].other = a;  // itself
    bad[5].length = -1.0f;
    bad[6].compliance = NAN;
    bad[7].draw_speed = 0.0f;
    bad[8].strength = NAN;
    bad[9].target = TAUT_ATTACH_COUNT;
    bad[10].target = TAUT_ATTACH_SURFACE;  // b has no triangles
    bad[11].target = TAUT_ATTACH_POINT;
    bad[11].place.y = INFINITY;
    for (int i = 0; i < 12; ++i) {
        CHECK_MSG(taut_attach(world, &bad[i], NULL) == TAUT_ERROR_INVALID, "number %d", i);
        CHECK(taut_world_last_error(world)[0] != 0);
    }
    CHECK(taut_attach(world, NULL, NULL) == TAUT_ERROR_INVALID);
    CHECK(taut_attach(world, &good, NULL) == TAUT_OK);
    taut_world_destroy(world);
}

// Its slot stays in the list, between those of others.
TEST(what_was_attached_to_a_body_that_is_gone_goes_on_without)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = new_world_from(&def);
    taut_body_id bodies[4];
    for (int i = 0; i < 4; ++i) {
        bodies[i] = weight_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f);
    }
    taut_attachment_id ids[3] = {{0}};
    for (int i = 0; i < 3; ++i) {
        taut_attachment_def join = between(bodies[0], bodies[i + 1]);
        REQUIRE(taut_attach(world, &join, &ids[i]) == TAUT_OK);
    }
    steps(world, 2);
    CHECK(taut_body_destroy(world, bodies[1]) == TAUT_OK);
    CHECK(taut_detach(world, ids[2]) == TAUT_OK);
    CHECK(taut_body_destroy(world, bodies[3]) == TAUT_OK);
    steps(world, 2);
    CHECK(!taut_attachment_valid(world, ids[0]) && !taut_attachment_valid(world, ids[2]));
    CHECK(taut_attachment_valid(world, ids[1]));
    CHECK(taut_world_shift_origin(world, (taut_vec3){1.0f, 0.0f, 0.0f}) == TAUT_OK);
    steps(world, 2);
    CHECK(same_vec3_bits(position_of(world, bodies[0], 0), position_of(world, bodies[2], 0)));
    taut_world_destroy(world);
}

// Tied in pairs, then pairs to pairs and on: small knots go into large ones and large into small,
// rings are closed, and every tie bears what hangs on it.
TEST(many_in_one_knot_hang_together)
{
    enum { COUNT = 16 };
    taut_world_def def = taut_world_def_default();
    taut_world* world = new_world_from(&def);
    taut_body_id bodies[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        bodies[i] = weight_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f);
    }
    taut_attachment_id ties[COUNT] = {{0}}, hook = {0};
    for (int span = 1; span < COUNT; span *= 2) {
        for (int i = COUNT - span; i >= 0; i -= 2 * span) {
            taut_attachment_def join = between(bodies[i], bodies[i - span]);
            REQUIRE(taut_attach(world, &join, &ties[i]) == TAUT_OK);
        }
    }
    taut_attachment_def ring = between(bodies[3], bodies[12]);
    taut_attachment_def hang = taut_attachment_def_default();
    hang.body = bodies[0];
    REQUIRE(taut_attach(world, &ring, &ties[0]) == TAUT_OK);
    REQUIRE(taut_attach(world, &hang, &hook) == TAUT_OK);
    steps(world, 5);
    taut_attachment_state state;
    REQUIRE(taut_attachment_get_state(world, hook, &state) == TAUT_OK);
    CHECK_MSG(fabsf(state.force.y - COUNT * 9.81f) < 0.02f, "%g N", (double)state.force.y);
    for (int i = 1; i < COUNT; ++i) {
        CHECK(same_vec3_bits(position_of(world, bodies[0], 0), position_of(world, bodies[i], 0)));
        // As many hang on tie i as the lowest bit of i says: spans of 1, 2, 4 and 8.
        REQUIRE(taut_attachment_get_state(world, ties[i], &state) == TAUT_OK);
        CHECK_MSG(fabsf(state.force.y - (float)(i & -i) * 9.81f) < 0.02f, "tie %d: %g N", i,
                  (double)state.force.y);
    }
    REQUIRE(taut_attachment_get_state(world, ties[0], &state) == TAUT_OK);
    CHECK(state.force.y == 0.0f);  // of the ring
    taut_world_destroy(world);
}

TEST(find_substeps_leaves_attachments_as_they_were)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = new_world_from(&def);
    taut_body_id load = weight_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f);
    taut_attachment_def join = taut_attachment_def_default();
    join.body = load;
    join.strength = 5.0f;  // gives way in the first step
    taut_attachment_id id = {0};
    REQUIRE(taut_attach(world, &join, &id) == TAUT_OK);
    taut_substeps_found found;
    CHECK(taut_world_find_substeps(world, 3, 0.01f, 40, &found) == TAUT_OK);
    CHECK(taut_attachment_valid(world, id));
    CHECK(taut_world_events(world).count == 0);
    steps(world, 1);
    CHECK(!taut_attachment_valid(world, id));
    taut_world_destroy(world);
}
