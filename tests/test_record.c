// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Recordings: what was done to a world is done again, bit for bit; damaged ones are refused.

#include "support.h"
#include "test.h"

#define DT (1.0f / 60.0f)

typedef struct stage {
    taut_world* world;
    taut_body_id rope, cloth;
    taut_blueprint* more;
} stage;

static stage open_stage(taut_backend_kind backend, const taut_budget_def* budget)
{
    stage s = {0};
    taut_world_def def = taut_world_def_default();
    def.backend = backend;
    def.budget = budget != NULL ? *budget : def.budget;
    def.sleep.enabled = true;
    s.world = new_world_from(&def);
    s.rope = add_body(s.world, held_rope_builder((taut_vec3){1.0f, 0.0f, 0.0f}, 10));
    s.cloth = add_body(s.world, flat_cloth_builder(5, true));
    s.more = bake_away(held_rope_builder((taut_vec3){1.0f, 0.0f, 0.0f}, 10));
    return s;
}

static void close_stage(stage* s)
{
    taut_world_destroy(s->world);
    taut_blueprint_release(s->more);
}

// Every kind of call that a recording knows.
static void do_everything(stage* s)
{
    taut_world* w = s->world;
    (void)taut_world_step(w, DT, 5, NULL);
    (void)taut_world_set_gravity(w, (taut_vec3){0.5f, -8.0f, 0.0f});
    (void)taut_body_set_target(w, s->rope, 0, (taut_vec3){0.1f, 0.2f, 0.0f});
    (void)taut_body_add_force(w, s->rope, 4, (taut_vec3){0.0f, 3.0f, 1.0f});
    (void)taut_world_advance(w, 0.055, NULL);
    (void)taut_body_add_impulse(w, s->cloth, 12, (taut_vec3){0.01f, 0.0f, 0.02f});
    (void)taut_body_grab(w, s->rope, 10);
    (void)taut_body_set_target(w, s->rope, 10, (taut_vec3){1.1f, 0.0f, 0.1f});
    (void)taut_world_step(w, DT, 7, NULL);
    (void)taut_body_release(w, s->rope, 10, TAUT_RELEASE_THROW);
    (void)taut_body_set_drag(w, s->rope, 0.4f);
    (void)taut_body_set_gravity_scale(w, s->cloth, 0.7f);
    (void)taut_body_set_mass(w, s->cloth, 12, 0.3f);
    (void)taut_body_unpin(w, s->cloth, 0);
    (void)taut_body_pin(w, s->cloth, 20);
    taut_body_def more = taut_body_def_default();
    more.blueprint = s->more;
    more.offset = (taut_vec3){0.0f, 1.0f, 0.0f};
    more.velocity = (taut_vec3){0.0f, 0.0f, 0.5f};
    more.drag = 0.1f;
    more.precision = TAUT_PRECISION_FAST;
    more.collision.thickness = 0.02f;
    more.collision.edges = false;
    taut_body_id made = {0};
    (void)taut_body_create(w, &more, &made);
    taut_attachment_def tie = taut_attachment_def_default();
    tie.body = made;
    tie.particle = 10;
    tie.place = (taut_vec3){0.9f, 1.2f, 0.0f};
    taut_attachment_id point = {0}, knot = {0};
    (void)taut_attach(w, &tie, &point);
    tie.particle = 5;
    tie.target = TAUT_ATTACH_SURFACE;
    tie.other = s->cloth;
    tie.length = 0.4f;
    (void)taut_attach(w, &tie, &knot);
    (void)taut_world_advance(w, 0.05, NULL);
    (void)taut_attachment_set_place(w, point, (taut_vec3){1.0f, 1.3f, 0.0f});
    (void)taut_attachment_set_length(w, knot, 0.3f);
    taut_collider_def ball = taut_collider_def_default();
    ball.position = (taut_vec3){0.2f, -0.8f, 0.1f};
    ball.radius = 0.3f;
    ball.surface.restitution = 0.4f;
    taut_collider_id collider = {0}, ground = {0};
    (void)taut_collider_create(w, &ball, &collider);
    ball.shape = TAUT_SHAPE_PLANE;
    ball.position.y = -0.9f;
    (void)taut_collider_create(w, &ball, &ground);
    (void)taut_collider_move(w, collider, (taut_vec3){0.25f, -0.4f, 0.1f}, taut_quat_identity());
    (void)taut_world_advance(w, 0.05, NULL);
    (void)taut_collider_set_surface(w, collider, (taut_surface){0.1f, 0.2f, 0.0f});
    (void)taut_collider_set_filter(w, ground, (taut_filter){1u, 6u});
    (void)taut_collider_teleport(w, ground, (taut_vec3){0.0f, -0.7f, 0.0f},
                                 (taut_quat){0.1f, 0.0f, 0.0f, 0.995f});
    (void)step_frames(w, 3, DT, 5);
    (void)taut_collider_destroy(w, ground);
    taut_wind_def winds[2] = {taut_wind_def_default(TAUT_WIND_TURBULENCE),
                              taut_wind_def_default(TAUT_WIND_VORTEX)};
    winds[0].speed = 3.0f;
    winds[1].centre.x = 0.4f;
    (void)taut_world_set_winds(w, winds, 2);
    (void)taut_world_step(w, DT, 5, NULL);
    winds[0].seed = 7;
    (void)taut_world_set_wind(w, 0, &winds[0]);
    (void)taut_world_add_wind(w, &winds[1], NULL);
    (void)taut_world_set_air_density(w, 2.0f);
    taut_air_def air = taut_air_def_default();
    air.rope_radius = 0.02f;
    (void)taut_body_set_air(w, s->rope, &air);
    (void)taut_world_step(w, DT, 5, NULL);
    (void)taut_world_shift_origin(w, (taut_vec3){2.0f, 0.0f, -1.0f});
    taut_teleport to = taut_teleport_default();
    to.move = (taut_vec3){0.0f, 0.5f, 0.0f};
    to.turn.y = 0.3f;
    (void)taut_body_teleport(w, s->rope, &to);
    (void)taut_world_step(w, DT, 6, NULL);
    (void)taut_detach(w, point);
    (void)taut_body_set_frozen(w, s->cloth, true);
    (void)taut_body_wake(w, s->rope);
    (void)taut_world_step(w, DT, 6, NULL);
    (void)taut_body_set_frozen(w, s->cloth, false);
    taut_settle_def settle = taut_settle_def_default();
    settle.most_steps = 12;
    (void)taut_body_settle(w, s->rope, &settle, NULL);
    (void)taut_world_settle(w, &settle, NULL);
    (void)step_frames(w, 4, DT, 5);
    (void)taut_body_destroy(w, made);
    (void)step_frames(w, 4, DT, 5);
    (void)taut_body_add_force(w, s->rope, 4, (taut_vec3){0.0f, 1.0f, 1.0f});
}

// The recording of it, and the hash in the end; the bytes are the caller's.
static taut_bytes record_everything(uint64_t* hash)
{
    stage s = open_stage(TAUT_BACKEND_AUTO, NULL);
    const taut_blueprint* list[] = {s.more};
    taut_recording_def def = taut_recording_def_default();
    def.blueprints = list;
    def.blueprint_count = 1;
    taut_bytes out = {NULL, 0};
    if (taut_recording_start(s.world, &def) == TAUT_OK) {
        do_everything(&s);
        CHECK_EQ_INT(taut_recording_stop(s.world), TAUT_OK);
        taut_bytes bytes = taut_recording_bytes(s.world);
        void* copy = malloc(bytes.size);
        if (copy != NULL) {
            memcpy(copy, bytes.data, bytes.size);
            out = (taut_bytes){copy, bytes.size};
        }
    }
    *hash = taut_world_hash(s.world);
    close_stage(&s);
    return out;
}

static void forget(taut_bytes bytes)
{
    union {
        const void* shared;
        void* own;
    } memory = {bytes.data};
    free(memory.own);
}

static taut_result open_replay(stage* s, taut_bytes bytes, bool partial, taut_replay* replay)
{
    const taut_blueprint* list[] = {s->more};
    taut_replay_def def = taut_replay_def_default();
    def.data = bytes.data;
    def.size = bytes.size;
    def.blueprints = list;
    def.blueprint_count = 1;
    def.partial = partial;
    taut_result result = taut_replay_open(replay, s->world, &def);
    replay->blueprint_count = 0;  // the list ends with this function: set again below
    return result;
}

// Replays to the end, the calls after the last step included.
static taut_result replay_all(stage* s, taut_replay* replay)
{
    const taut_blueprint* list[] = {s->more};
    replay->blueprints = list;
    replay->blueprint_count = 1;
    taut_result result = TAUT_OK;
    taut_step_report report = {.steps = 1};
    while (result == TAUT_OK && report.steps > 0) {
        result = taut_replay_step(replay, &report);
    }
    return result;
}

TEST(everything_that_was_done_is_done_again)
{
    uint64_t hash = 0;
    taut_bytes bytes = record_everything(&hash);
    REQUIRE(bytes.data != NULL);
    taut_recording_info info;
    CHECK_EQ_INT(taut_recording_check(bytes.data, bytes.size, &info, NULL), TAUT_OK);
    CHECK_EQ_INT(info.steps, 26);
    CHECK(info.whole && info.good_bytes == bytes.size);
    for (int k = 0; k < 2; ++k) {
        stage s = open_stage(k == 0 ? TAUT_BACKEND_SCALAR : TAUT_BACKEND_AUTO, NULL);
        taut_replay replay;
        REQUIRE(open_replay(&s, bytes, false, &replay) == TAUT_OK);
        CHECK_EQ_INT(replay_all(&s, &replay), TAUT_OK);
        CHECK_EQ_INT(replay.steps, info.steps);
        CHECK_EQ_INT(replay.first_different, 0);
        CHECK(replay.done);
        CHECK_EQ_U64(taut_world_hash(s.world), hash);
        close_stage(&s);
    }
    forget(bytes);
}

// What a host does between steps of a replay is found by the hashes.
TEST(the_first_step_that_differs_is_named)
{
    uint64_t hash = 0;
    taut_bytes bytes = record_everything(&hash);
    REQUIRE(bytes.data != NULL);
    stage s = open_stage(TAUT_BACKEND_AUTO, NULL);
    taut_replay replay;
    REQUIRE(open_replay(&s, bytes, false, &replay) == TAUT_OK);
    for (int i = 0; i < 4; ++i) {
        CHECK_EQ_INT(taut_replay_step(&replay, NULL), TAUT_OK);
    }
    CHECK_EQ_INT(taut_body_add_impulse(s.world, s.rope, 3, (taut_vec3){1e-3f, 0.0f, 0.0f}),
                 TAUT_OK);
    CHECK_EQ_INT(replay_all(&s, &replay), TAUT_OK);
    CHECK_EQ_INT(replay.first_different, 5);
    CHECK(replay.hash_found != replay.hash_recorded);
    CHECK_EQ_INT(replay.steps, replay.steps_total);
    close_stage(&s);
    forget(bytes);
}

// The recording of a replay is the recording.
TEST(a_replay_can_be_recorded)
{
    uint64_t hash = 0;
    taut_bytes bytes = record_everything(&hash);
    REQUIRE(bytes.data != NULL);
    stage s = open_stage(TAUT_BACKEND_AUTO, NULL);
    const taut_blueprint* list[] = {s.more};
    taut_recording_def def = taut_recording_def_default();
    def.blueprints = list;
    def.blueprint_count = 1;
    taut_replay replay;
    REQUIRE(open_replay(&s, bytes, false, &replay) == TAUT_OK);
    REQUIRE(taut_recording_start(s.world, &def) == TAUT_OK);
    CHECK_EQ_INT(replay_all(&s, &replay), TAUT_OK);
    CHECK_EQ_INT(taut_recording_stop(s.world), TAUT_OK);
    taut_bytes again = taut_recording_bytes(s.world);
    CHECK_EQ_INT(again.size, bytes.size);
    CHECK(again.size == bytes.size && memcmp(again.data, bytes.data, bytes.size) == 0);
    close_stage(&s);
    forget(bytes);
}

// The substeps that a budget chose by a clock are taken again, and so are those of a target, after
// which the choice goes on as it would have.
TEST(chosen_substeps_are_taken_again)
{
    taut_budget_def budget = taut_world_def_default().budget;
    budget.target = 0.002f;
    budget.min_substeps = 2;
    stage a = open_stage(TAUT_BACKEND_AUTO, &budget);
    taut_recording_def def = taut_recording_def_default();
    REQUIRE(taut_recording_start(a.world, &def) == TAUT_OK);
    (void)step_frames(a.world, 10, DT, TAUT_SUBSTEPS_CHOSEN);
    (void)taut_world_advance(a.world, 0.06, NULL);
    CHECK_EQ_INT(taut_recording_stop(a.world), TAUT_OK);

    stage b = open_stage(TAUT_BACKEND_AUTO, &budget);
    taut_replay_def how = taut_replay_def_default();
    how.data = taut_recording_bytes(a.world).data;
    how.size = taut_recording_bytes(a.world).size;
    taut_replay replay;
    REQUIRE(taut_replay_open(&replay, b.world, &how) == TAUT_OK);
    CHECK_EQ_INT(replay_all(&b, &replay), TAUT_OK);
    CHECK_EQ_U64(taut_world_hash(b.world), taut_world_hash(a.world));
    for (int i = 0; i < 10; ++i) {
        (void)taut_world_advance(a.world, 0.02, NULL);
        (void)taut_world_advance(b.world, 0.02, NULL);
        CHECK_EQ_U64(taut_world_hash(b.world), taut_world_hash(a.world));
    }
    close_stage(&b);

    stage c = open_stage(TAUT_BACKEND_AUTO, NULL);  // a world that chooses nothing can follow too
    REQUIRE(taut_replay_open(&replay, c.world, &how) == TAUT_OK);
    CHECK_EQ_INT(replay_all(&c, &replay), TAUT_OK);
    CHECK_EQ_INT(replay.first_different, 0);
    close_stage(&c);
    close_stage(&a);
}

TEST(a_full_memory_ends_the_recording_and_nothing_else)
{
    stage s = open_stage(TAUT_BACKEND_AUTO, NULL);
    unsigned char memory[400];
    memset(memory, 0xab, sizeof memory);
    taut_recording_def def = taut_recording_def_default();
    def.memory = memory;
    def.capacity = sizeof memory - 16;
    REQUIRE(taut_recording_start(s.world, &def) == TAUT_OK);
    taut_step_report report = {0};
    int steps = 0;
    while (steps < 100 && (report.trouble & TAUT_STEP_RECORDING_LOST) == 0) {
        CHECK_EQ_INT(taut_world_step(s.world, DT, 2, &report), TAUT_OK);
        steps += 1;
    }
    taut_recording_state state = taut_recording_get_state(s.world);
    CHECK(!state.running);
    CHECK_EQ_INT(state.loss, TAUT_RECORDING_FULL);
    CHECK_EQ_INT(state.steps, steps - 1);
    CHECK(state.bytes <= (int64_t)def.capacity);
    for (int i = 0; i < 16; ++i) {
        CHECK_EQ_INT(memory[def.capacity + (size_t)i], 0xab);
    }
    CHECK_EQ_INT(taut_recording_stop(s.world), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(s.world), "bytes was full") != NULL);

    taut_bytes bytes = taut_recording_bytes(s.world);
    taut_recording_info info;
    taut_error error;
    CHECK_EQ_INT(taut_recording_check(bytes.data, bytes.size, &info, &error), TAUT_ERROR_BAD_DATA);
    CHECK(strstr(error.text, "no end mark") != NULL);
    CHECK_EQ_INT(info.steps, state.steps);
    stage t = open_stage(TAUT_BACKEND_AUTO, NULL);  // what was written can be replayed
    taut_replay_def how = taut_replay_def_default();
    how.data = bytes.data;
    how.size = bytes.size;
    taut_replay replay;
    CHECK_EQ_INT(taut_replay_open(&replay, t.world, &how), TAUT_ERROR_BAD_DATA);
    how.partial = true;
    REQUIRE(taut_replay_open(&replay, t.world, &how) == TAUT_OK);
    CHECK_EQ_INT(replay_all(&t, &replay), TAUT_OK);
    CHECK_EQ_INT(replay.steps, state.steps);
    CHECK_EQ_INT(replay.first_different, 0);
    close_stage(&t);
    close_stage(&s);
}

TEST(drained_pieces_are_the_recording)
{
    uint64_t hash = 0;
    taut_bytes whole = record_everything(&hash);
    REQUIRE(whole.data != NULL);
    stage s = open_stage(TAUT_BACKEND_AUTO, NULL);
    const taut_blueprint* list[] = {s.more};
    taut_recording_def def = taut_recording_def_default();
    def.capacity = 1024;
    def.blueprints = list;
    def.blueprint_count = 1;
    taut_replay replay;
    REQUIRE(open_replay(&s, whole, false, &replay) == TAUT_OK);
    replay.blueprints = list;
    replay.blueprint_count = 1;
    REQUIRE(taut_recording_start(s.world, &def) == TAUT_OK);
    size_t at = 0;
    taut_step_report report = {.steps = 1};
    bool same = true;
    while (report.steps > 0 && taut_replay_step(&replay, &report) == TAUT_OK) {
        if (report.steps == 0) {
            CHECK_EQ_INT(taut_recording_stop(s.world), TAUT_OK);
        }
        taut_bytes piece = taut_recording_bytes(s.world);
        const unsigned char* expected = whole.data;
        same = same && at + piece.size <= whole.size &&
               memcmp(piece.data, expected + at, piece.size) == 0;
        at += piece.size;
        CHECK_EQ_INT(taut_recording_drain(s.world), TAUT_OK);
    }
    CHECK(same);
    CHECK_EQ_INT(at, whole.size);
    CHECK_EQ_INT(taut_recording_get_state(s.world).bytes, (int64_t)whole.size);
    close_stage(&s);
    forget(whole);
}

TEST(recording_allocates_at_its_start_alone)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def world_def = taut_world_def_default();
    world_def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&world_def);
    taut_body_id rope = add_body(world, held_rope_builder((taut_vec3){1.0f, 0.0f, 0.0f}, 10));
    taut_recording_def def = taut_recording_def_default();
    long bytes = memory.bytes;
    size_t told = taut_world_memory(world).bytes;
    memory.fail_at = memory.requests + 1;
    CHECK_EQ_INT(taut_recording_start(world, &def), TAUT_ERROR_OUT_OF_MEMORY);
    CHECK(!taut_recording_get_state(world).running);
    memory.fail_at = -1;
    REQUIRE(taut_recording_start(world, &def) == TAUT_OK);
    long requests = memory.requests;
    CHECK_EQ_INT(taut_world_memory(world).bytes - told, memory.bytes - bytes);
    for (int i = 0; i < 20; ++i) {
        (void)taut_body_set_target(world, rope, 0, (taut_vec3){0.01f * (float)i, 0.0f, 0.0f});
        (void)taut_world_step(world, DT, 3, NULL);
    }
    CHECK_EQ_INT(memory.requests, requests);
    taut_recording_release(world);
    CHECK_EQ_INT(taut_recording_bytes(world).size, 0);
    taut_world_destroy(world);
    CHECK_EQ_INT(memory.blocks, 0);
    CHECK_EQ_INT(memory.wrong, 0);
}

// Damage ------------------------------------------------------------------------------------------

// A damaged recording is refused with a sentence, and the world is as it was; what is whole before
// the damage can still be replayed.
static void check_damaged(stage* s, taut_bytes bytes, uint64_t start)
{
    taut_recording_info info = {0};
    taut_error error = {0};
    taut_result result = taut_recording_check(bytes.data, bytes.size, &info, &error);
    CHECK_EQ_INT(result, TAUT_ERROR_BAD_DATA);
    CHECK(error.text[0] != '\0' && info.good_bytes <= bytes.size && !info.whole);
    taut_replay replay;
    CHECK_EQ_INT(open_replay(s, bytes, false, &replay), TAUT_ERROR_BAD_DATA);
    CHECK(replay.done && replay.steps == 0);
    CHECK_EQ_INT(taut_replay_step(&replay, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_U64(taut_world_hash(s->world), start);
}

TEST(a_recording_cut_off_anywhere_is_bad_data)
{
    uint64_t hash = 0;
    taut_bytes bytes = record_everything(&hash);
    REQUIRE(bytes.data != NULL);
    stage s = open_stage(TAUT_BACKEND_AUTO, NULL);
    uint64_t start = taut_world_hash(s.world);
    for (size_t size = 0; size < bytes.size; ++size) {
        unsigned char* exact = malloc(size + 1);  // so that a sanitizer sees every byte too many
        REQUIRE(exact != NULL);
        memcpy(exact, bytes.data, size);
        check_damaged(&s, (taut_bytes){exact, size}, start);
        free(exact);
    }
    close_stage(&s);
    forget(bytes);
}

TEST(a_bit_that_flipped_anywhere_is_bad_data)
{
    uint64_t hash = 0;
    taut_bytes bytes = record_everything(&hash);
    REQUIRE(taut_recording_check(bytes.data, bytes.size, NULL, NULL) == TAUT_OK);
    stage s = open_stage(TAUT_BACKEND_AUTO, NULL);
    uint64_t start = taut_world_hash(s.world);
    unsigned char* copy = malloc(bytes.size);
    REQUIRE(copy != NULL);
    for (size_t bit = 0; bit < 8 * bytes.size; ++bit) {
        memcpy(copy, bytes.data, bytes.size);
        copy[bit / 8] ^= (unsigned char)(1u << bit % 8);
        check_damaged(&s, (taut_bytes){copy, bytes.size}, start);
    }
    free(copy);
    close_stage(&s);
    forget(bytes);
}

TEST(steps_before_the_damage_can_be_replayed)
{
    uint64_t hash = 0;
    taut_bytes bytes = record_everything(&hash);
    REQUIRE(bytes.data != NULL);
    taut_test_random random = {11};
    unsigned char* copy = malloc(bytes.size);
    REQUIRE(copy != NULL);
    for (int k = 0; k < 60; ++k) {
        memcpy(copy, bytes.data, bytes.size);
        size_t from = 64 + (size_t)random_below(&random, (int)bytes.size - 64);
        for (size_t i = from; i < bytes.size; ++i) {
            copy[i] = (unsigned char)random_bits(&random);
        }
        taut_bytes damaged = {copy, bytes.size};
        taut_recording_info info;
        CHECK_EQ_INT(taut_recording_check(copy, bytes.size, &info, NULL), TAUT_ERROR_BAD_DATA);
        CHECK(info.good_bytes <= from);
        stage s = open_stage(TAUT_BACKEND_AUTO, NULL);
        taut_replay replay;
        CHECK_EQ_INT(open_replay(&s, damaged, true, &replay), TAUT_OK);
        CHECK_EQ_INT(replay_all(&s, &replay), TAUT_OK);
        CHECK_EQ_INT(replay.steps, info.steps);
        CHECK_EQ_INT(replay.first_different, 0);
        close_stage(&s);
    }
    free(copy);
    forget(bytes);
}

// Bytes that change under a replay which has looked at them are no danger either.
TEST(bytes_that_change_later_do_no_harm)
{
    uint64_t hash = 0;
    taut_bytes bytes = record_everything(&hash);
    REQUIRE(bytes.data != NULL);
    taut_test_random random = {5};
    for (int k = 0; k < 300; ++k) {
        unsigned char* copy = malloc(bytes.size);
        REQUIRE(copy != NULL);
        memcpy(copy, bytes.data, bytes.size);
        stage s = open_stage(TAUT_BACKEND_AUTO, NULL);
        taut_replay replay;
        CHECK_EQ_INT(open_replay(&s, (taut_bytes){copy, bytes.size}, false, &replay), TAUT_OK);
        for (int i = 0; i < 6; ++i) {
            copy[64 + (size_t)random_below(&random, (int)bytes.size - 64)] ^=
                (unsigned char)(1u << random_below(&random, 8));
        }
        taut_result result = replay_all(&s, &replay);
        CHECK(result == TAUT_OK || taut_world_last_error(s.world)[0] != '\0');
        for (int i = 0; i < taut_world_body_count(s.world); ++i) {
            CHECK(body_finite(s.world, taut_world_body(s.world, i)));
        }
        close_stage(&s);
        free(copy);
    }
    forget(bytes);
}

TEST(mistakes_with_recordings_are_told)
{
    stage s = open_stage(TAUT_BACKEND_AUTO, NULL);
    taut_recording_def def = taut_recording_def_default();
    CHECK_EQ_INT(taut_recording_start(NULL, &def), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_recording_start(s.world, NULL), TAUT_ERROR_INVALID);
    def.capacity = 255;
    CHECK_EQ_INT(taut_recording_start(s.world, &def), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(s.world), "capacity is 255") != NULL);
    def = taut_recording_def_default();
    def.blueprint_count = 1;
    CHECK_EQ_INT(taut_recording_start(s.world, &def), TAUT_ERROR_INVALID);
    const taut_blueprint* list[] = {NULL};
    def.blueprints = list;
    CHECK_EQ_INT(taut_recording_start(s.world, &def), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(s.world), "blueprints[0]") != NULL);
    def = taut_recording_def_default();
    CHECK_EQ_INT(taut_recording_stop(s.world), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_recording_drain(s.world), TAUT_ERROR_INVALID);

    def = taut_recording_def_default();
    def.hash_every = 0;
    REQUIRE(taut_recording_start(s.world, &def) == TAUT_OK);
    CHECK_EQ_INT(taut_recording_start(s.world, &def), TAUT_ERROR_INVALID);
    taut_body_def body = taut_body_def_default();
    body.blueprint = s.more;
    taut_body_id made;
    CHECK_EQ_INT(taut_body_create(s.world, &body, &made), TAUT_OK);  // unknown to the recording
    CHECK_EQ_INT(taut_recording_get_state(s.world).loss, TAUT_RECORDING_UNKNOWN_PART);
    taut_step_report report;
    CHECK_EQ_INT(taut_world_step(s.world, DT, 2, &report), TAUT_OK);
    CHECK((report.trouble & TAUT_STEP_RECORDING_LOST) != 0);
    CHECK_EQ_INT(taut_recording_stop(s.world), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(s.world), "not in its lists") != NULL);
    close_stage(&s);
    CHECK_EQ_INT(taut_recording_check(NULL, 10, NULL, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_recording_bytes(NULL).size, 0);
    taut_recording_release(NULL);
}

TEST(a_replay_wants_the_world_of_the_recording)
{
    uint64_t hash = 0;
    taut_bytes bytes = record_everything(&hash);
    REQUIRE(bytes.data != NULL);
    stage s = open_stage(TAUT_BACKEND_AUTO, NULL);
    taut_replay replay;
    taut_replay_def def = taut_replay_def_default();
    CHECK_EQ_INT(taut_replay_open(NULL, s.world, &def), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_replay_open(&replay, s.world, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_replay_open(&replay, s.world, &def), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(s.world), "data is NULL") != NULL);
    def.data = bytes.data;
    def.size = bytes.size;
    CHECK_EQ_INT(taut_replay_open(&replay, s.world, &def), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(s.world), "1 blueprints") != NULL);
    CHECK_EQ_INT(taut_body_add_impulse(s.world, s.rope, 3, (taut_vec3){1e-3f, 0.0f, 0.0f}),
                 TAUT_OK);
    CHECK_EQ_INT(open_replay(&s, bytes, false, &replay), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(s.world), "not as it was") != NULL);
    CHECK_EQ_INT(taut_body_destroy(s.world, s.cloth), TAUT_OK);
    CHECK_EQ_INT(open_replay(&s, bytes, false, &replay), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(s.world), "2 bodies") != NULL);
    CHECK_EQ_INT(taut_replay_step(NULL, NULL), TAUT_ERROR_INVALID);
    close_stage(&s);
    forget(bytes);
}
