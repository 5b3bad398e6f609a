// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Realms: what is of different ones knows nothing of each other, and each goes bit for bit as it
// would in a world of its own.

#include <stdio.h>

#include "platform/pool.h"
#include "support.h"
#include "test.h"

#define DT (1.0f / 60.0f)
#define SUBSTEPS 8
#define PARTS 3  // bodies of an environment that are there from the beginning

// An environment ----------------------------------------------------------------------------------

// A cloth over a ball, with a rope tied to it that hangs on a winch drum, all of it rubbing on
// itself and on each other.
typedef struct scene {
    taut_world* world;
    uint32_t realm;
    float push;  // what is different about it, m/s
    taut_body_id bodies[PARTS];
    taut_collider_id ball, hook;
    taut_attachment_id knot;
    bool ok;
} scene;

static taut_body_def touching(const scene* s)
{
    taut_body_def def = taut_body_def_default();
    def.realm = s->realm;
    def.velocity = (taut_vec3){s->push, 0.0f, 0.0f};
    def.collision.thickness = 0.02f;
    def.collision.self = def.collision.others = true;
    return def;
}

static taut_body_id add_cloth(scene* s, float height)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = 9;
    cloth.spacing_u = cloth.spacing_v = 0.05f;
    cloth.origin = (taut_vec3){-0.2f, height, -0.2f};
    taut_builder* builder = new_builder();
    s->ok = s->ok && taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    return add_body_def(s->world, builder, touching(s));
}

static taut_body_id add_rope(scene* s)
{
    taut_rope_def rope = taut_rope_def_default();
    rope.start = (taut_vec3){-0.2f, 0.3f, -0.2f};
    rope.end = (taut_vec3){-0.2f, 1.0f, -0.2f};
    rope.link_count = 12;
    taut_builder* builder = new_builder();
    s->ok = s->ok && taut_make_rope(builder, &rope, NULL) == TAUT_OK;
    return add_body_def(s->world, builder, touching(s));
}

static taut_collider_id add_ball(scene* s, taut_vec3 at, float radius)
{
    taut_collider_def def = taut_collider_def_default();
    def.position = at;
    def.radius = radius;
    def.realm = s->realm;
    taut_collider_id id = {0};
    s->ok = s->ok && taut_collider_create(s->world, &def, &id) == TAUT_OK;
    return id;
}

static void tie(scene* s, int particle)
{
    taut_attachment_def knot = taut_attachment_def_default();
    knot.body = s->bodies[1];
    knot.particle = particle;
    knot.target = particle == 0 ? TAUT_ATTACH_PARTICLE : TAUT_ATTACH_COLLIDER;
    knot.other = s->bodies[0];
    knot.collider = s->hook;
    s->ok = s->ok && taut_attach(s->world, &knot, &s->knot) == TAUT_OK;
}

// In parts, so that the makings of several can take turns.
static void scene_make(scene* s, int part)
{
    if (part == 0) {
        s->ok = true;
        s->ball = add_ball(s, (taut_vec3){0.0f, 0.1f, 0.0f}, 0.15f);
        s->bodies[0] = add_cloth(s, 0.3f);
    } else if (part == 1) {
        s->hook = add_ball(s, (taut_vec3){-0.2f, 1.05f, -0.2f}, 0.03f);
        s->bodies[1] = add_rope(s);
        tie(s, 12);
        tie(s, 0);
    } else {
        s->bodies[2] = add_cloth(s, 0.42f);
    }
}

// Colliders go, bodies and attachments come and go, at times that the realm has chosen.
static void scene_drive(scene* s, int frame)
{
    int when = s->push > 0.0f ? 5 : 8;
    bool gone = frame >= when && frame <= when + 2;
    taut_vec3 to = {0.01f * (float)frame * (1.0f + s->push), 0.1f, 0.0f};
    taut_result moved =
        gone ? TAUT_OK : taut_collider_move(s->world, s->ball, to, taut_quat_identity());
    s->ok = s->ok && moved == TAUT_OK;
    if (frame == when) {
        s->ok = s->ok && taut_detach(s->world, s->knot) == TAUT_OK;
        s->ok = s->ok && taut_body_destroy(s->world, s->bodies[0]) == TAUT_OK;
        s->ok = s->ok && taut_collider_destroy(s->world, s->hook) == TAUT_OK;
        s->ok = s->ok && taut_collider_destroy(s->world, s->ball) == TAUT_OK;
    } else if (frame == when + 2) {
        s->bodies[0] = add_cloth(s, 0.6f);
        s->hook = add_ball(s, (taut_vec3){-0.2f, 1.15f, -0.2f}, 0.03f);
        s->ball = add_ball(s, to, 0.15f);
        tie(s, 12);
    } else if (frame == when + 3) {
        taut_blade blade = {
            {0.02f, -1.0f, -1.0f}, {0.02f, -1.0f, 1.0f}, {0.02f, 2.0f, -1.0f}, {0.02f, 2.0f, 1.0f}};
        s->ok = s->ok && taut_world_realm_cut(s->world, s->realm, &blade, NULL) == TAUT_OK;
    }
}

#define FRAMES 16

static taut_world_def world_def(int threads, bool sleeps)
{
    taut_world_def def = taut_world_def_default();
    def.thread_count = taut_pool_supported() ? threads : 1;
    def.sleep.enabled = sleeps;
    def.sleep.speed = 3.0f;  // soon, for some to sleep while others do not
    def.sleep.seconds = 0.05f;
    return def;
}

static uint64_t alone(float push, bool sleeps)
{
    taut_world_def def = world_def(1, sleeps);
    scene s = {.world = new_world_from(&def), .push = push};
    for (int part = 0; part < PARTS; ++part) {
        scene_make(&s, part);
    }
    for (int frame = 0; frame < FRAMES; ++frame) {
        scene_drive(&s, frame);
        (void)taut_world_step(s.world, DT, SUBSTEPS, NULL);
    }
    CHECK_MSG(s.ok, "%s", taut_world_last_error(s.world));
    uint64_t hash = taut_world_hash(s.world);
    taut_world_destroy(s.world);
    return hash;
}

#define REALMS 5

static float push_of(int i)
{
    return 0.3f * (float)i - 0.6f;
}

// Made by turns, from the highest realm down.
static void open_all(scene* scenes, taut_world* world)
{
    for (int i = 0; i < REALMS; ++i) {
        scenes[i] = (scene){world, 40u - 7u * (uint32_t)i, .push = push_of(i)};
    }
    for (int part = 0; part < PARTS; ++part) {
        for (int i = 0; i < REALMS; ++i) {
            scene_make(&scenes[i], part);
        }
    }
}

static void run_all(scene* scenes, int first, int end)
{
    for (int frame = first; frame < end; ++frame) {
        for (int i = 0; i < REALMS; ++i) {
            scene_drive(&scenes[(i + frame) % REALMS], frame);
        }
        (void)taut_world_step(scenes[0].world, DT, SUBSTEPS, NULL);
    }
}

static void check_together(int threads, bool sleeps, const uint64_t* expected)
{
    taut_world_def def = world_def(threads, sleeps);
    taut_world* world = new_world_from(&def);
    scene scenes[REALMS];
    open_all(scenes, world);
    run_all(scenes, 0, FRAMES);
    for (int i = 0; i < REALMS; ++i) {
        CHECK_MSG(scenes[i].ok, "realm %u: %s", scenes[i].realm, taut_world_last_error(world));
        CHECK_EQ_U64(taut_world_realm_hash(world, scenes[i].realm), expected[i]);
    }
    CHECK_EQ_U64(taut_world_realm_hash(world, TAUT_REALM_ALL), taut_world_hash(world));
    taut_world_destroy(world);
}

TEST(each_realm_goes_as_in_a_world_of_its_own)
{
    for (int sleeps = 0; sleeps < 2; ++sleeps) {
        uint64_t expected[REALMS];
        for (int i = 0; i < REALMS; ++i) {
            expected[i] = alone(push_of(i), sleeps != 0);
            CHECK(i == 0 || expected[i] != expected[i - 1]);
        }
        check_together(1, sleeps != 0, expected);
        check_together(3, sleeps != 0, expected);   // realms side by side
        check_together(16, sleeps != 0, expected);  // more threads than realms
    }
}

TEST(realms_come_back_with_a_snapshot)
{
    taut_world_def def = world_def(1, false);
    taut_world* world = new_world_from(&def);
    scene scenes[REALMS], before[REALMS];
    open_all(scenes, world);
    run_all(scenes, 0, 4);
    taut_snapshot* snapshot = NULL;
    CHECK_EQ_INT(taut_snapshot_take(world, &snapshot), TAUT_OK);
    memcpy(before, scenes, sizeof before);
    run_all(scenes, 4, FRAMES);
    uint64_t expected = taut_world_hash(world);
    CHECK_EQ_INT(taut_snapshot_restore(world, snapshot), TAUT_OK);
    // What comes now takes slots that had other realms.
    memcpy(scenes, before, sizeof scenes);
    for (int i = 0; i < REALMS; ++i) {
        scenes[i].realm += 1;
        (void)add_cloth(&scenes[i], 2.0f);
        (void)add_ball(&scenes[i], (taut_vec3){0.0f, 1.8f, 0.0f}, 0.1f);
    }
    (void)taut_world_step(world, DT, SUBSTEPS, NULL);
    CHECK_EQ_INT(taut_snapshot_restore(world, snapshot), TAUT_OK);
    memcpy(scenes, before, sizeof scenes);
    run_all(scenes, 4, FRAMES);
    CHECK_EQ_U64(taut_world_hash(world), expected);
    CHECK(taut_body_realm(world, scenes[1].bodies[1]) == 33u);
    taut_snapshot_release(snapshot);
    taut_world_destroy(world);
}

// Who meets whom ----------------------------------------------------------------------------------

static taut_body_id drop_ball(taut_world* world, uint32_t realm)
{
    taut_builder* builder = new_builder();
    (void)taut_builder_add_particle(builder, (taut_vec3){0.0f, 1.0f, 0.0f}, 1.0f, NULL);
    taut_body_def def = taut_body_def_default();
    def.realm = realm;
    return add_body_def(world, builder, def);
}

static float height_of(const taut_world* world, taut_body_id body)
{
    return taut_vec3_at(taut_body_positions(world, body), 0).y;
}

TEST(colliders_are_met_in_their_realm_or_in_all)
{
    static const uint32_t realms[] = {0, 1, TAUT_REALM_ALL - 1};
    for (int of = 0; of < 4; ++of) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_collider_def ground = taut_collider_def_default();
        ground.shape = TAUT_SHAPE_PLANE;
        ground.realm = of < 3 ? realms[of] : TAUT_REALM_ALL;
        taut_collider_id id, other;
        CHECK_EQ_INT(taut_collider_create(world, &ground, &id), TAUT_OK);
        ground.position.y = 0.4f;  // in a realm where nobody is
        ground.realm = 12;
        CHECK_EQ_INT(taut_collider_create(world, &ground, &other), TAUT_OK);
        taut_collider_def read = taut_collider_def_default();
        CHECK_EQ_INT(taut_collider_get(world, other, &read), TAUT_OK);
        CHECK(read.realm == 12);
        taut_body_id balls[3];
        for (int i = 0; i < 3; ++i) {
            balls[i] = drop_ball(world, realms[i]);
        }
        (void)step_frames(world, 60, DT, 5);
        for (int i = 0; i < 3; ++i) {
            bool held = height_of(world, balls[i]) > -0.01f;
            CHECK_MSG(held == (of == 3 || of == i), "ball %d, ground %d", i, of);
        }
        taut_world_destroy(world);
    }
}

// Colliders of a realm and of all, in the order of their numbers.
TEST(a_collider_of_all_realms_takes_its_turn)
{
    uint64_t hashes[2];
    for (int k = 0; k < 2; ++k) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        for (int i = 0; i < 4; ++i) {
            taut_collider_def box = taut_collider_def_default();
            box.shape = TAUT_SHAPE_BOX;
            box.half_size = (taut_vec3){0.3f, 0.1f, 0.3f};
            box.position = (taut_vec3){0.15f * (float)i - 0.2f, 0.05f * (float)i, 0.0f};
            box.realm = k == 1 && i % 2 == 1 ? TAUT_REALM_ALL : 3;
            taut_collider_id id;
            CHECK_EQ_INT(taut_collider_create(world, &box, &id), TAUT_OK);
        }
        scene s = {.world = world, .realm = 3, .push = 0.4f, .ok = true};
        (void)add_cloth(&s, 0.4f);
        (void)step_frames(world, 40, DT, 6);
        hashes[k] = taut_world_hash(world);
        taut_world_destroy(world);
    }
    CHECK_EQ_U64(hashes[1], hashes[0]);
}

TEST(a_body_is_in_one_realm)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id body = drop_ball(world, 5);
    CHECK(taut_body_realm(world, body) == 5);
    CHECK(taut_body_realm(world, (taut_body_id){0}) == 0);
    CHECK(taut_body_realm(NULL, body) == 0);
    taut_body_def def = taut_body_def_default();
    def.blueprint = taut_body_blueprint(world, body);
    def.realm = TAUT_REALM_ALL;
    taut_body_id other = {0};
    CHECK_EQ_INT(taut_body_create(world, &def, &other), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(world), "realm") != NULL);
    CHECK_EQ_INT(taut_world_body_count(world), 1);
    CHECK_EQ_U64(taut_world_realm_hash(world, 5), taut_world_hash(world));
    CHECK(taut_world_realm_hash(world, 6) != taut_world_hash(world));
    CHECK_EQ_U64(taut_world_realm_hash(NULL, 6), taut_world_hash(NULL));
    taut_world_destroy(world);
}

TEST(nothing_is_attached_across_realms)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_def ball = taut_collider_def_default();
    ball.realm = 2;
    taut_collider_id second, all;
    CHECK_EQ_INT(taut_collider_create(world, &ball, &second), TAUT_OK);
    ball.realm = TAUT_REALM_ALL;
    CHECK_EQ_INT(taut_collider_create(world, &ball, &all), TAUT_OK);
    taut_attachment_def def = taut_attachment_def_default();
    def.body = drop_ball(world, 1);
    def.other = drop_ball(world, 2);
    def.target = TAUT_ATTACH_PARTICLE;
    CHECK_EQ_INT(taut_attach(world, &def, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(world), "realm") != NULL);
    def.target = TAUT_ATTACH_COLLIDER;
    def.collider = second;
    CHECK_EQ_INT(taut_attach(world, &def, NULL), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(world), "realm") != NULL);
    def.collider = all;
    CHECK_EQ_INT(taut_attach(world, &def, NULL), TAUT_OK);
    taut_world_destroy(world);
}

// Looking and cutting -----------------------------------------------------------------------------

static int hits_in(taut_world* world, uint32_t realm)
{
    taut_query_def query = taut_query_def_default();
    query.kinds = 1u << TAUT_HIT_PARTICLE | 1u << TAUT_HIT_COLLIDER;
    query.thickness = 0.1f;
    query.realm = realm;
    taut_hit items[8];
    taut_hits hits = {.items = items, .capacity = 8};
    CHECK_EQ_INT(taut_world_cast_ray(world, &query, (taut_vec3){0.0f, 3.0f, 0.0f},
                                     (taut_vec3){0.0f, -1.0f, 0.0f}, INFINITY, &hits),
                 TAUT_OK);
    return hits.found;
}

TEST(queries_look_into_one_realm_or_all)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_collider_def ball = taut_collider_def_default();
    taut_collider_id id;
    ball.realm = 2;
    CHECK_EQ_INT(taut_collider_create(world, &ball, &id), TAUT_OK);
    ball.realm = TAUT_REALM_ALL;
    CHECK_EQ_INT(taut_collider_create(world, &ball, &id), TAUT_OK);
    (void)drop_ball(world, 1);
    (void)drop_ball(world, 2);
    (void)drop_ball(world, 2);
    CHECK(taut_query_def_default().realm == TAUT_REALM_ALL);
    CHECK_EQ_INT(hits_in(world, TAUT_REALM_ALL), 5);
    CHECK_EQ_INT(hits_in(world, 1), 2);
    CHECK_EQ_INT(hits_in(world, 2), 4);
    CHECK_EQ_INT(hits_in(world, 0), 1);
    taut_world_destroy(world);
}

TEST(a_cut_goes_through_one_realm_or_all)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    for (uint32_t realm = 0; realm < 3; ++realm) {
        scene s = {.world = world, .realm = realm, .ok = true};
        (void)add_rope(&s);
    }
    taut_blade blade = {
        {-1.0f, 0.63f, -1.0f}, {-1.0f, 0.63f, 1.0f}, {1.0f, 0.63f, -1.0f}, {1.0f, 0.63f, 1.0f}};
    taut_cut cut = {0};
    CHECK_EQ_INT(taut_world_realm_cut(world, 1, &blade, &cut), TAUT_OK);
    CHECK_EQ_INT(cut.bodies, 1);
    CHECK_EQ_INT(taut_world_cut(world, &blade, &cut), TAUT_OK);
    CHECK_EQ_INT(cut.bodies, 2);
    CHECK_EQ_INT(taut_world_realm_cut(NULL, 1, &blade, &cut), TAUT_ERROR_INVALID);
    taut_world_destroy(world);
}

// Memory --------------------------------------------------------------------------------------

// Makes everything with memory that ends at some request; what was made works.
static void with_memory(long fail_at, taut_test_memory* memory)
{
    *memory = (taut_test_memory){.fail_at = fail_at};
    taut_world_def def = taut_world_def_default();
    def.allocator = counting_allocator(memory);
    taut_world* world = new_world_from(&def);
    if (world == NULL) {
        return;
    }
    scene scenes[REALMS];
    open_all(scenes, world);
    long before = memory->requests;
    (void)taut_world_step(world, DT, 2, NULL);
    CHECK_EQ_INT((int)(memory->requests - before), 0);
    taut_world_destroy(world);
}

TEST(realms_are_made_in_any_memory_and_give_it_back)
{
    taut_test_memory memory;
    with_memory(-1, &memory);
    long all = memory.requests;
    CHECK(all > 20);
    for (long i = -1; i < all; i += 1 + i / 40) {
        with_memory(i, &memory);
        CHECK_EQ_INT((int)memory.blocks, 0);
        CHECK_EQ_INT((int)memory.wrong, 0);
    }
}
