// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Snapshots of bodies that tear: before, between and after tears and cuts, whatever became of the
// bodies in between.

#include "support.h"
#include "taut/taut_machine.h"
#include "test.h"

#define DT (1.0f / 60.0f)

typedef struct stage {
    taut_world* world;
    taut_body_id curtain, rope, balloon;
    taut_collider_id ball;
    taut_winch winch;
    taut_test_memory* memory;
} stage;

// Blueprints are counted, too.
static taut_builder* builder_of(taut_test_memory* memory)
{
    taut_builder* builder = NULL;
    taut_allocator allocator = counting_allocator(memory);
    (void)taut_builder_create(&allocator, &builder, NULL);
    return builder;
}

static taut_body_id add_curtain(taut_world* world, taut_test_memory* memory)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = 9;
    cloth.v = (taut_vec3){0.0f, -1.0f, 0.0f};
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    taut_builder* builder = builder_of(memory);
    (void)taut_make_cloth(builder, &cloth, NULL);
    for (int i = 0; i < 9; ++i) {
        (void)taut_builder_pin(builder, i);
    }
    taut_body_def def = taut_body_def_default();
    def.tear.spare_particles = 60;
    def.tear.stretch = 0.05f;
    def.collision.thickness = 0.01f;
    def.collision.self = def.collision.others = true;
    return add_body_def(world, builder, def);
}

static taut_body_id add_rope(taut_world* world, taut_test_memory* memory)
{
    taut_rope_def rope = taut_rope_def_default();
    rope.start = (taut_vec3){-0.2f, 0.0f, 0.03f};
    rope.end = (taut_vec3){-0.2f, -1.0f, 0.03f};
    rope.link_count = 12;
    taut_builder* builder = builder_of(memory);
    (void)taut_make_rope(builder, &rope, NULL);
    taut_body_def def = taut_body_def_default();
    def.collision.others = true;
    return add_body_def(world, builder, def);
}

static stage open_stage(taut_test_memory* memory)
{
    stage s = {.memory = memory};
    taut_world_def def = taut_world_def_default();
    def.allocator = counting_allocator(memory);
    def.sleep.enabled = true;
    s.world = new_world_from(&def);
    s.curtain = add_curtain(s.world, memory);
    s.rope = add_rope(s.world, memory);
    taut_balloon_def balloon = taut_balloon_def_default();
    balloon.frequency = 2;
    balloon.gauge = 100.0f;
    taut_builder* builder = builder_of(memory);
    (void)taut_make_balloon(builder, &balloon, NULL);
    taut_body_def body = taut_body_def_default();
    body.offset = (taut_vec3){1.0f, 0.0f, 0.0f};
    s.balloon = add_body_def(s.world, builder, body);
    (void)taut_body_set_leak(s.world, s.balloon, 0, 1e-4f);
    taut_collider_def ball = taut_collider_def_default();
    ball.radius = 0.15f;
    ball.position = (taut_vec3){0.2f, -0.3f, -0.25f};
    (void)taut_collider_create(s.world, &ball, &s.ball);
    taut_winch_def winch = taut_winch_def_default();
    winch.body = s.rope;
    winch.particle_count = 13;
    winch.drum = (taut_vec3){-0.2f, 0.0f, 0.03f};
    (void)taut_winch_create(s.world, &winch, &s.winch);
    return s;
}

// The play: a ball is driven into the curtain, a hand tears at it, it is cut, and a link of the
// rope is broken. The frame alone says what happens in it.
static void play_frame(stage* s, int frame)
{
    taut_world* w = s->world;
    if (frame < 40) {
        taut_vec3 at = {0.2f, -0.3f, -0.25f + 0.02f * (float)frame};
        (void)taut_collider_move(w, s->ball, at, taut_quat_identity());
    }
    if (frame == 6) {
        (void)taut_body_grab(w, s->curtain, 76);
    }
    if (frame >= 6 && frame < 12) {
        taut_vec3 at = {0.3f, -0.8f - 0.06f * (float)(frame - 6), 0.1f};
        (void)taut_body_set_target(w, s->curtain, 76, at);
    }
    if (frame == 12) {
        (void)taut_body_release(w, s->curtain, 76, TAUT_RELEASE_THROW);
    }
    if (frame == 24) {
        taut_blade blade = {
            {0.12f, -2.0f, -3.0f}, {0.12f, 0.1f, -3.0f}, {0.12f, -2.0f, 3.0f}, {0.12f, 0.1f, 3.0f}};
        (void)taut_world_cut(w, &blade, NULL);
    }
    if (frame == 30) {
        (void)taut_body_break(w, s->rope, 9);
    }
    if (frame < 30) {
        (void)taut_winch_turn(w, &s->winch, 0.5f, DT);
    }
    (void)taut_world_step(w, DT, 8, NULL);
}

// Of the world, its events, and how often things broke.
static uint64_t hash_of(const taut_world* world)
{
    uint64_t hash = taut_world_hash(world);
    taut_event_view events = taut_world_events(world);
    for (int i = 0; i < events.count; ++i) {
        uint32_t force = 0;
        memcpy(&force, &events.data[i].force, sizeof force);
        hash = (hash ^ (uint64_t)events.data[i].kind) * UINT64_C(0x100000001b3);
        hash = (hash ^ force ^ events.data[i].collider.index1) * UINT64_C(0x100000001b3);
        hash = (hash ^ (uint64_t)(uint32_t)events.data[i].constraint) * UINT64_C(0x100000001b3);
    }
    return hash;
}

#define FRAMES 48
#define MARKS 6
static const int marks[MARKS] = {0, 12, 20, 25, 31, 40};

// What is done to the world before it is put back.
static void disturb(stage* s, int way)
{
    taut_world* w = s->world;
    if (way % 2 == 1) {
        (void)taut_body_destroy(w, s->curtain);
        (void)taut_body_destroy(w, s->rope);
        (void)taut_body_destroy(w, s->balloon);
    }
    if (way == 1) {
        (void)add_curtain(w, s->memory);  // another one in its slot
    }
    if (way == 2) {
        (void)taut_collider_destroy(w, s->ball);
        (void)taut_body_break(w, s->curtain, 30);
    }
    (void)step_frames(w, 2, DT, 5);
}

TEST(torn_bodies_go_on_from_any_snapshot)
{
    taut_test_memory memory = {.fail_at = -1};
    stage s = open_stage(&memory);
    taut_snapshot* snapshots[MARKS] = {NULL};
    taut_winch winches[MARKS];
    uint64_t hashes[FRAMES];
    int particles[MARKS];
    int mark = 0;
    for (int i = 0; i < FRAMES; ++i) {
        if (mark < MARKS && marks[mark] == i) {
            winches[mark] = s.winch;
            particles[mark] = taut_body_positions(s.world, s.curtain).count;
            REQUIRE(taut_snapshot_take(s.world, &snapshots[mark]) == TAUT_OK);
            mark += 1;
        }
        play_frame(&s, i);
        hashes[i] = hash_of(s.world);
    }
    // Torn before the cut, by the cut, and not at the first: else this tests nothing.
    CHECK_EQ_INT(particles[0], 81);
    CHECK_MSG(particles[2] > 81 && particles[3] > particles[2], "%d and %d particles", particles[2],
              particles[3]);
    for (int k = 0; k < 3 * MARKS; ++k) {
        int m = k * 5 % MARKS;  // back and forth
        disturb(&s, k / MARKS);
        REQUIRE(taut_snapshot_restore(s.world, snapshots[m]) == TAUT_OK);
        s.winch = winches[m];
        int differs = -1;
        for (int i = marks[m]; i < FRAMES && differs < 0; ++i) {
            play_frame(&s, i);
            differs = hash_of(s.world) == hashes[i] ? -1 : i;
        }
        CHECK_MSG(differs < 0, "from frame %d, way %d: frame %d is another", marks[m], k / MARKS,
                  differs);
    }
    for (int i = 0; i < MARKS; ++i) {
        taut_snapshot_release(snapshots[i]);
    }
    taut_world_destroy(s.world);
    CHECK_EQ_INT(memory.blocks, 0);
    CHECK_EQ_INT(memory.wrong, 0);
}

// Bytes that a snapshot says it holds are those it took; torn bodies that stayed take none to come
// back.
TEST(memory_of_snapshots_of_torn_bodies)
{
    taut_test_memory memory = {.fail_at = -1};
    stage s = open_stage(&memory);
    for (int i = 0; i < 26; ++i) {
        play_frame(&s, i);
    }
    taut_snapshot* snapshot = NULL;
    long before = memory.bytes;
    REQUIRE(taut_snapshot_take(s.world, &snapshot) == TAUT_OK);
    CHECK_EQ_INT(taut_snapshot_bytes(snapshot), memory.bytes - before);
    for (int i = 26; i < 34; ++i) {
        play_frame(&s, i);
    }
    long requests = memory.requests;
    memory.fail_at = memory.requests;
    CHECK_EQ_INT(taut_snapshot_restore(s.world, snapshot), TAUT_OK);
    CHECK_EQ_INT(memory.requests, requests);
    memory.fail_at = -1;
    taut_snapshot_release(snapshot);
    CHECK_EQ_INT(taut_world_memory(s.world).bytes, memory.bytes);
    taut_world_destroy(s.world);
    CHECK_EQ_INT(memory.blocks, 0);
}

// Wherever memory ends while they come back, everything is as it was.
TEST(short_of_memory_torn_bodies_stay_away)
{
    taut_test_memory memory = {.fail_at = -1};
    stage s = open_stage(&memory);
    for (int i = 0; i < 26; ++i) {
        play_frame(&s, i);
    }
    taut_snapshot* snapshot = NULL;
    bool taken = false;
    int failures = 0;
    for (int more = 0; more < 60 && !taken; ++more) {
        long blocks = memory.blocks;
        memory.fail_at = memory.requests + more;
        taken = taut_snapshot_take(s.world, &snapshot) == TAUT_OK;
        failures += !taken;
        CHECK(taken || memory.blocks == blocks);
    }
    CHECK(taken && failures > 4);
    memory.fail_at = -1;
    disturb(&s, 1);
    uint64_t now = taut_world_hash(s.world);
    bool restored = false;
    failures = 0;
    for (int more = 0; more < 60 && !restored; ++more) {
        long blocks = memory.blocks;
        memory.fail_at = memory.requests + more;
        restored = taut_snapshot_restore(s.world, snapshot) == TAUT_OK;
        failures += !restored;
        CHECK(restored || (memory.blocks == blocks && taut_world_hash(s.world) == now));
    }
    CHECK(restored && failures > 6);
    memory.fail_at = -1;
    CHECK_EQ_INT(step_frames(s.world, 5, DT, 8) & TAUT_STEP_NOT_FINITE, 0);
    taut_snapshot_release(snapshot);
    taut_world_destroy(s.world);
    CHECK_EQ_INT(memory.blocks, 0);
}
