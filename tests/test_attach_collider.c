// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Attachments to colliders, to points of links, and to what a query hit.

#include "support.h"
#include "test.h"

#define G 9.81f

static taut_body_id weight_at(taut_world* world, taut_vec3 place, float mass)
{
    taut_builder* builder = new_builder();
    (void)taut_builder_add_particle(builder, place, mass, NULL);
    return add_body(world, builder);
}

static taut_world* a_world(void)
{
    taut_world_def def = taut_world_def_default();
    return new_world_from(&def);
}

static taut_collider_id box_at(taut_world* world, taut_vec3 place)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_BOX;
    def.position = place;
    taut_collider_id id = {0};
    (void)taut_collider_create(world, &def, &id);
    return id;
}

static taut_attachment_def on_collider(taut_body_id body, taut_collider_id collider, taut_vec3 at)
{
    taut_attachment_def def = taut_attachment_def_default();
    def.body = body;
    def.target = TAUT_ATTACH_COLLIDER;
    def.collider = collider;
    def.place = at;
    return def;
}

static void steps(taut_world* world, int count)
{
    for (int i = 0; i < count; ++i) {
        (void)taut_world_step(world, 1.0f / 60.0f, 20, NULL);
    }
}

static taut_attachment_state state_of(taut_world* world, taut_attachment_id id)
{
    taut_attachment_state state = {0};
    (void)taut_attachment_get_state(world, id, &state);
    return state;
}

static taut_quat about_z(float half_angle)
{
    return (taut_quat){0.0f, 0.0f, sinf(half_angle), cosf(half_angle)};
}

TEST(collider_carries_what_is_attached_to_it_and_feels_its_weight)
{
    taut_world* world = a_world();
    taut_collider_id box = box_at(world, (taut_vec3){0.0f, 2.0f, 0.0f});
    taut_body_id load = weight_at(world, (taut_vec3){0.8f, 2.0f, 0.0f}, 3.0f);
    taut_attachment_def def = on_collider(load, box, (taut_vec3){0.8f, 0.0f, 0.0f});
    taut_attachment_id id = {0};
    REQUIRE(taut_attach(world, &def, &id) == TAUT_OK);
    steps(world, 30);
    double weight = 3.0 * (double)G;
    CHECK_NEAR(state_of(world, id).force.y, weight, 1e-3 * weight);
    CHECK_NEAR(position_of(world, load, 0).y, 2.0f, 1e-5);
    taut_collider_load felt = {0};
    REQUIRE(taut_collider_reaction(world, box, &felt) == TAUT_OK);
    CHECK_NEAR(felt.force.y, -weight, 1e-3 * weight);
    CHECK_NEAR(felt.torque.z, -0.8 * weight, 1e-3 * weight);
    taut_world_destroy(world);
}

TEST(what_hangs_on_a_collider_turns_with_it_within_the_step)
{
    taut_world_def world_def = taut_world_def_default();
    world_def.gravity = no_gravity;
    taut_world* world = new_world_from(&world_def);
    taut_collider_id box = box_at(world, (taut_vec3){0.0f, 0.0f, 0.0f});
    taut_body_id load = weight_at(world, (taut_vec3){2.0f, 0.0f, 0.0f}, 1.0f);
    taut_attachment_def def = on_collider(load, box, (taut_vec3){2.0f, 0.0f, 0.0f});
    taut_attachment_id id = {0};
    REQUIRE(taut_attach(world, &def, &id) == TAUT_OK);
    float omega = 3.0f;  // rad/s
    for (int i = 1; i <= 60; ++i) {
        float half = 0.5f * omega * (float)i / 60.0f;
        REQUIRE(taut_collider_move(world, box, (taut_vec3){0}, about_z(half)) == TAUT_OK);
        steps(world, 1);
        taut_vec3 x = position_of(world, load, 0);
        CHECK_NEAR(x.x, 2.0f * cosf(2.0f * half), 1e-4);
        CHECK_NEAR(x.y, 2.0f * sinf(2.0f * half), 1e-4);
    }
    taut_vec3 v = velocity_of(world, load, 0), x = position_of(world, load, 0);
    CHECK_NEAR(v.x * x.x + v.y * x.y, 0.0f, 0.05);  // along the circle
    CHECK_NEAR(sqrtf(v.x * v.x + v.y * v.y), 2.0f * omega, 0.01);
    // m omega^2 r, inwards: the mean over the step of a vector that turns by omega dt.
    taut_vec3 f = state_of(world, id).force;
    CHECK_NEAR(sqrtf(f.x * f.x + f.y * f.y), 2.0f * omega * omega, 0.05);
    REQUIRE(taut_detach(world, id) == TAUT_OK);
    steps(world, 6);  // and flies on along the tangent
    CHECK_NEAR(velocity_of(world, load, 0).x, v.x, 1e-3);
    taut_world_destroy(world);
}

TEST(rope_on_a_collider_bears_a_heavy_load_without_giving)
{
    taut_world* world = a_world();
    taut_collider_id box = box_at(world, (taut_vec3){0.0f, 2.5f, 0.0f});
    taut_builder* builder = new_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.material.stretch_stiffness = INFINITY;
    rope.start = (taut_vec3){0.0f, 1.995f, 0.0f};  // on its underside
    rope.end = (taut_vec3){0.0f, -0.005f, 0.0f};
    (void)taut_make_rope(builder, &rope, NULL);
    taut_body_id line = add_body(world, builder);
    taut_body_id load = weight_at(world, rope.end, 80.0f);
    taut_attachment_def hook = on_collider(line, box, (taut_vec3){0.0f, -0.505f, 0.0f});
    REQUIRE(taut_attach(world, &hook, NULL) == TAUT_OK);
    taut_attachment_def tie = taut_attachment_def_default();
    tie.body = load;
    tie.target = TAUT_ATTACH_PARTICLE;
    tie.other = line;
    tie.other_particle = rope.link_count;
    REQUIRE(taut_attach(world, &tie, NULL) == TAUT_OK);
    (void)taut_body_add_impulse(world, load, 0, (taut_vec3){80.0f, 0.0f, 0.0f});
    float longest = 0.0f;
    for (int i = 0; i < 120; ++i) {
        steps(world, 1);
        taut_vec3 x = position_of(world, load, 0);
        float l = sqrtf(x.x * x.x + (x.y - 1.995f) * (x.y - 1.995f));
        longest = l > longest ? l : longest;
    }
    CHECK_NEAR(longest, 2.0f, 0.002);
    taut_world_destroy(world);
}

TEST(a_place_bears_all_that_is_tied_to_it)
{
    taut_world* world = a_world();
    taut_body_id hook = weight_at(world, (taut_vec3){0}, 1.0f);
    taut_body_id load = weight_at(world, (taut_vec3){0}, 4.0f);
    taut_attachment_def place = taut_attachment_def_default();
    place.body = hook;
    taut_attachment_id held = {0}, hung = {0};
    REQUIRE(taut_attach(world, &place, &held) == TAUT_OK);
    taut_attachment_def tie = taut_attachment_def_default();
    tie.body = load;
    tie.target = TAUT_ATTACH_PARTICLE;
    tie.other = hook;
    REQUIRE(taut_attach(world, &tie, &hung) == TAUT_OK);
    steps(world, 10);
    CHECK_NEAR(state_of(world, held).force.y, 5.0f * G, 0.05);
    CHECK_NEAR(state_of(world, hung).force.y, 4.0f * G, 0.05);
    taut_world_destroy(world);
}

TEST(attachment_ends_with_its_collider)
{
    taut_world* world = a_world();
    taut_collider_id box = box_at(world, (taut_vec3){0});
    taut_collider_id other = box_at(world, (taut_vec3){9.0f, 0.0f, 0.0f});
    taut_body_id load = weight_at(world, (taut_vec3){0.0f, -1.0f, 0.0f}, 1.0f);
    taut_attachment_def def = on_collider(load, box, (taut_vec3){0.0f, -1.0f, 0.0f});
    taut_attachment_id id = {0};
    REQUIRE(taut_attach(world, &def, &id) == TAUT_OK);
    REQUIRE(taut_collider_destroy(world, other) == TAUT_OK);
    CHECK(taut_attachment_valid(world, id));
    REQUIRE(taut_collider_destroy(world, box) == TAUT_OK);
    CHECK(!taut_attachment_valid(world, id));
    CHECK(taut_attach(world, &def, NULL) == TAUT_ERROR_INVALID);
    steps(world, 6);
    CHECK(velocity_of(world, load, 0).y < -0.5f);
    taut_world_destroy(world);
}

TEST(collider_that_is_put_elsewhere_draws_its_load_after_it)
{
    taut_world_def world_def = taut_world_def_default();
    world_def.gravity = no_gravity;
    taut_world* world = new_world_from(&world_def);
    taut_collider_id box = box_at(world, (taut_vec3){0});
    taut_body_id load = weight_at(world, (taut_vec3){0.0f, -1.0f, 0.0f}, 1.0f);
    taut_attachment_def def = on_collider(load, box, (taut_vec3){0.0f, -1.0f, 0.0f});
    def.draw_speed = 2.0f;
    REQUIRE(taut_attach(world, &def, NULL) == TAUT_OK);
    steps(world, 2);
    taut_vec3 there = {1.0f, 0.0f, 0.0f};
    REQUIRE(taut_collider_teleport(world, box, there, taut_quat_identity()) == TAUT_OK);
    for (int i = 0; i < 60; ++i) {
        steps(world, 1);
        taut_vec3 v = velocity_of(world, load, 0);
        CHECK(sqrtf(v.x * v.x + v.y * v.y) <= 2.01f);
    }
    CHECK_NEAR(position_of(world, load, 0).x, 1.0f, 1e-4);
    taut_world_destroy(world);
}

TEST(attachment_to_a_link_shares_its_weight_out_between_two)
{
    taut_world* world = a_world();
    taut_builder* builder = new_builder();
    (void)taut_builder_add_particle(builder, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f, NULL);
    (void)taut_builder_add_particle(builder, (taut_vec3){1.0f, 0.0f, 0.0f}, 1.0f, NULL);
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, 1);
    taut_body_id bar = add_body(world, builder);
    taut_body_id load = weight_at(world, (taut_vec3){0.25f, 0.0f, 0.0f}, 4.0f);
    taut_attachment_def def = taut_attachment_def_default();
    def.body = load;
    def.target = TAUT_ATTACH_LINK;
    def.other = bar;
    def.weights[0] = 3.0f;  // divided by their sum
    def.weights[1] = 1.0f;
    REQUIRE(taut_attach(world, &def, NULL) == TAUT_OK);
    steps(world, 30);
    static const float share[2] = {0.75f, 0.25f};
    for (int i = 0; i < 2; ++i) {
        taut_reaction reaction = {0};
        (void)taut_body_reaction(world, bar, i, &reaction);
        CHECK_NEAR(reaction.force.y, share[i] * 4.0f * G, 0.02);
    }
    CHECK_NEAR(position_of(world, load, 0).y, 0.0f, 1e-5);
    taut_world_destroy(world);
}

// A weight attached to what a ray down from (x, 1, z) meets in a world with a box, a pinned link, a
// pinned sheet and a lone particle side by side.
static taut_world* a_range(void)
{
    taut_world* world = a_world();
    (void)box_at(world, (taut_vec3){0.0f, -0.5f, 0.0f});
    taut_builder* builder = new_builder();
    static const taut_vec3 places[6] = {{2.0f, 0.0f, 0.0f}, {3.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f},
                                        {5.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 1.0f}, {6.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 6; ++i) {
        (void)taut_builder_add_particle(builder, places[i], 1.0f, NULL);
        (void)taut_builder_pin(builder, i);
    }
    taut_constraint_def link = taut_link(0, 1);
    (void)taut_builder_add_constraint(builder, &link, NULL);
    (void)taut_builder_add_triangle(builder, 2, 4, 3);
    (void)add_body(world, builder);
    return world;
}

static taut_hit shoot(taut_world* world, float x, float z)
{
    taut_query_def def = taut_query_def_default();
    def.kinds |= 1u << TAUT_HIT_PARTICLE;
    taut_hit hit = {0};
    taut_hits hits = {.items = &hit, .capacity = 1};
    (void)taut_world_cast_ray(world, &def, (taut_vec3){x, 1.0f, z}, (taut_vec3){0.0f, -1.0f, 0.0f},
                              3.0f, &hits);
    CHECK(hits.count == 1);
    return hit;
}

TEST(what_a_ray_hits_is_what_holds)
{
    static const struct {
        taut_hit_kind kind;
        float x, z, due;
    } shots[4] = {{TAUT_HIT_COLLIDER, 0.2f, 0.1f, 0.005f},
                  {TAUT_HIT_LINK, 2.3f, 0.0f, 0.0f},
                  {TAUT_HIT_TRIANGLE, 4.25f, 0.25f, 0.0f},
                  {TAUT_HIT_PARTICLE, 6.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 4; ++i) {
        taut_world* world = a_range();
        taut_hit hit = shoot(world, shots[i].x, shots[i].z);
        CHECK_EQ_INT(hit.kind, shots[i].kind);
        taut_attachment_def def = taut_attachment_def_default();
        def.body = weight_at(world, (taut_vec3){shots[i].x, 0.1f, shots[i].z}, 2.0f);
        taut_attachment_id id = {0};
        REQUIRE(taut_attach_hit(world, &def, &hit, &id) == TAUT_OK);
        taut_attachment_state state = state_of(world, id);
        CHECK_NEAR(state.holder.x, shots[i].x, 1e-5);
        CHECK_NEAR(state.holder.y, shots[i].due, 1e-5);
        CHECK_NEAR(state.holder.z, shots[i].z, 1e-5);
        steps(world, 60);
        taut_vec3 x = position_of(world, def.body, 0);
        CHECK_NEAR(x.x, shots[i].x, 1e-4);
        CHECK_NEAR(x.y, shots[i].due, 1e-4);
        taut_world_destroy(world);
    }
}

TEST(attaching_to_colliders_and_hits_refuses_what_makes_no_sense)
{
    taut_world* world = a_range();
    taut_body_id load = weight_at(world, (taut_vec3){0.0f, 1.0f, 0.0f}, 1.0f);
    taut_body_id range = taut_world_body(world, 0);
    taut_attachment_def bad[6];
    for (int i = 0; i < 6; ++i) {
        bad[i] = taut_attachment_def_default();
        bad[i].body = load;
        bad[i].target = i < 2 ? TAUT_ATTACH_COLLIDER : TAUT_ATTACH_LINK;
        bad[i].collider = taut_world_collider(world, 0);
        bad[i].other = range;
    }
    bad[0].collider.generation += 1;
    bad[1].place.x = NAN;
    bad[2].link_particle = 6;
    bad[3].other_particle = bad[3].link_particle;
    bad[4].weights[0] = bad[4].weights[1] = 0.0f;
    bad[5].weights[1] = NAN;
    for (int i = 0; i < 6; ++i) {
        CHECK_MSG(taut_attach(world, &bad[i], NULL) == TAUT_ERROR_INVALID, "number %d", i);
        CHECK(taut_world_last_error(world)[0] != 0);
    }
    taut_attachment_def def = taut_attachment_def_default();
    def.body = load;
    taut_hit hit = shoot(world, 0.2f, 0.1f), broken = hit;
    broken.kind = TAUT_HIT_KIND_COUNT;
    taut_hit stale = hit;
    stale.collider.generation += 1;
    CHECK(taut_attach_hit(world, &def, NULL, NULL) == TAUT_ERROR_INVALID);
    CHECK(taut_attach_hit(world, NULL, &hit, NULL) == TAUT_ERROR_INVALID);
    CHECK(taut_attach_hit(world, &def, &broken, NULL) == TAUT_ERROR_INVALID);
    CHECK(taut_attach_hit(world, &def, &stale, NULL) == TAUT_ERROR_INVALID);
    CHECK(taut_attach_hit(NULL, &def, &hit, NULL) == TAUT_ERROR_INVALID);
    hit = shoot(world, 6.0f, 0.0f);
    def.body = range;
    def.particle = 5;  // the one that was hit
    CHECK(taut_attach_hit(world, &def, &hit, NULL) == TAUT_ERROR_INVALID);
    taut_world_destroy(world);
}

// A box on a collider that swings, on a rope, with everything that attachments do.
static taut_attachment_id hang(taut_world* world, taut_collider_id* box)
{
    *box = box_at(world, (taut_vec3){0.0f, 1.0f, 0.0f});
    taut_builder* builder = new_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.end = (taut_vec3){1.0f, 0.0f, 0.0f};
    (void)taut_make_rope(builder, &rope, NULL);
    taut_body_id line = add_body(world, builder);
    taut_attachment_def def = on_collider(line, *box, (taut_vec3){0.0f, -0.6f, 0.0f});
    taut_attachment_id id = {0};
    (void)taut_attach(world, &def, &id);
    def = taut_attachment_def_default();
    def.body = weight_at(world, (taut_vec3){0.5f, -0.1f, 0.0f}, 0.5f);
    def.target = TAUT_ATTACH_LINK;
    def.other = line;
    def.other_particle = 16;
    def.link_particle = 17;
    (void)taut_attach(world, &def, NULL);
    return id;
}

static void swing(taut_world* world, taut_collider_id box, int from, int to)
{
    for (int i = from; i < to; ++i) {
        float t = (float)i / 60.0f;
        (void)taut_collider_move(world, box, (taut_vec3){t - t * t, 1.0f, 0.0f}, about_z(0.3f * t));
        steps(world, 1);
    }
}

TEST(collider_and_link_attachments_come_back_from_snapshots_and_recordings)
{
    taut_world *world = a_world(), *again = a_world();
    taut_collider_id box;
    taut_recording_def recording = taut_recording_def_default();
    taut_attachment_id id = hang(world, &box);
    taut_body_id bodies[2] = {taut_world_body(world, 0), taut_world_body(world, 1)};
    swing(world, box, 0, 10);
    taut_snapshot* kept = NULL;
    REQUIRE(taut_snapshot_take(world, &kept) == TAUT_OK);
    swing(world, box, 10, 30);
    uint64_t later = taut_world_hash(world);
    REQUIRE(taut_collider_destroy(world, box) == TAUT_OK);
    CHECK(!taut_attachment_valid(world, id));
    REQUIRE(taut_snapshot_restore(world, kept) == TAUT_OK);
    CHECK(taut_attachment_valid(world, id));
    REQUIRE(taut_recording_start(world, &recording) == TAUT_OK);
    swing(world, box, 10, 20);
    taut_attachment_def more = on_collider(bodies[1], box, (taut_vec3){0.5f, -1.0f, 0.0f});
    more.length = 2.0f;  // slack
    REQUIRE(taut_attach(world, &more, NULL) == TAUT_OK);
    swing(world, box, 20, 30);
    CHECK(taut_world_hash(world) == later);
    REQUIRE(taut_recording_stop(world) == TAUT_OK);

    (void)hang(again, &box);
    swing(again, box, 0, 10);
    taut_bytes bytes = taut_recording_bytes(world);
    taut_replay_def def = taut_replay_def_default();
    def.data = bytes.data;
    def.size = bytes.size;
    taut_replay replay;
    REQUIRE(taut_replay_open(&replay, again, &def) == TAUT_OK);
    while (!replay.done && taut_replay_step(&replay, NULL) == TAUT_OK) {
    }
    CHECK(replay.done);
    CHECK_EQ_INT(replay.first_different, 0);
    CHECK(taut_world_hash(again) == later);
    taut_snapshot_release(kept);
    taut_world_destroy(world);
    taut_world_destroy(again);
}

TEST(sleeper_wakes_when_its_collider_moves)
{
    taut_world_def def = taut_world_def_default();
    def.sleep.enabled = true;
    taut_world* world = new_world_from(&def);
    taut_collider_id box = box_at(world, (taut_vec3){0});
    taut_body_id load = weight_at(world, (taut_vec3){0.0f, -4.0f, 0.0f}, 1.0f);
    taut_attachment_def join = on_collider(load, box, (taut_vec3){0.0f, -4.0f, 0.0f});
    REQUIRE(taut_attach(world, &join, NULL) == TAUT_OK);
    steps(world, 60);
    CHECK(taut_body_asleep(world, load));
    (void)taut_collider_move(world, box, (taut_vec3){0.1f, 0.0f, 0.0f}, taut_quat_identity());
    steps(world, 1);
    CHECK(!taut_body_asleep(world, load));
    CHECK_NEAR(position_of(world, load, 0).x, 0.1f, 1e-4);
    taut_world_destroy(world);
}
