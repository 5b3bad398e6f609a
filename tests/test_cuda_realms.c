// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Realms whose bodies touch, on a device, the host in its place: all of them in one launch, each
// with the bits of the CPU, and none for what another one lacks.

#include "cuda/crowd_room.h"
#include "cuda_tale.h"

extern int taut_driver_host_ran[8][2];

enum { FIRST = 7, SECOND = 2, THIRD = 11, CROWD_KERNEL = 2 };

static taut_body_def touching_in(uint32_t realm, int k)
{
    taut_body_def def = touching(0.012f + 0.002f * (float)k, k % 2 == 0);
    def.realm = realm;
    def.offset = (taut_vec3){0.02f * (float)k, 0.05f * (float)k, 0.01f * (float)k};
    def.velocity.y = k == 0 ? 0.0f : -0.5f * (float)k;
    def.drag = 4.0f;
    def.collision.surface.friction = 0.8f;
    return def;
}

static taut_builder* sheet_or_rope(int k)
{
    if (k % 2 == 0) {
        return sheet_builder(10 + k, 0.04f, 0);
    }
    return rope_builder(12, (taut_vec3){0.0f, 0.0f, 0.1f}, (taut_vec3){0.4f, 0.02f, 0.15f});
}

// By turns, so that bodies of a realm are not side by side in the world; all in one place.
static void begin_realms(heap* h)
{
    static const uint32_t realms[3] = {FIRST, SECOND, THIRD};
    for (int k = 0; k < 9; ++k) {
        taut_builder* builder = sheet_or_rope(k / 3);
        for (int i = 0; k < 3 && i < 100; i += 9) {
            CHECK(taut_builder_pin(builder, i) == TAUT_OK);
        }
        add(h, builder, touching_in(realms[k % 3], k / 3));
    }
}

// And a ball in one of them, the ground in all.
static void begin_realms_on_things(heap* h)
{
    taut_collider_def def = taut_collider_def_default();
    taut_collider_id id;
    def.radius = 0.1f;
    def.position = (taut_vec3){0.2f, -0.13f, 0.2f};
    def.realm = SECOND;
    CHECK(taut_collider_create(h->world, &def, &id) == TAUT_OK);
    def.shape = TAUT_SHAPE_PLANE;
    def.position.y = -0.3f;
    def.realm = TAUT_REALM_ALL;
    CHECK(taut_collider_create(h->world, &def, &id) == TAUT_OK);
    begin_realms(h);
}

// A large one, of several parts, beside small ones.
static void begin_unlike(heap* h)
{
    taut_body_def def = touching(0.024f, true);
    def.realm = THIRD;
    add(h, sheet_builder(72, 0.05f, 71), def);
    begin_realms(h);
}

// Bodies go, others come in their places and in others; a realm is empty for a while, and one is
// new.
static void come_and_go(heap* h, int frame)
{
    if (frame == 4 || frame == 9) {
        CHECK(taut_body_destroy(h->world, h->ids[frame == 4 ? 4 : 0]) == TAUT_OK);
        h->ids[frame == 4 ? 4 : 0] =
            add_body_def(h->world, sheet_or_rope(2), touching_in(frame == 4 ? THIRD : FIRST, 2));
    }
    for (int k = 0; frame == 12 && k < 9; k += 3) {
        CHECK(taut_body_destroy(h->world, h->ids[k]) == TAUT_OK);
        h->ids[k] = add_body_def(h->world, sheet_or_rope(k / 3), touching_in(20, k / 3));
    }
    if (frame == 16) {
        add(h, sheet_or_rope(0), touching_in(FIRST, 0));
        add(h, sheet_or_rope(2), touching_in(FIRST, 1));
    }
}

// Some come to rest soon, those of one realm later.
static void begin_drowsy(heap* h)
{
    for (int k = 0; k < 6; ++k) {
        taut_body_def def = touching(0.02f, false);
        def.realm = k % 2 == 0 ? FIRST : SECOND;
        def.offset.y = 0.0405f * (float)(k / 2);
        def.velocity.x = k == 4 ? 1.0f : 0.0f;
        def.drag = 20.0f;
        def.gravity_scale = 0.05f;
        def.collision.surface.friction = 1.0f;
        add(h, sheet_builder(8, 0.04f, k < 2 ? 1 : 0), def);
    }
}

// Two of the second realm are tied for some frames, and then a link of one of them is another for
// ever: its realm stays on the host for a while, and nobody else.
static void tie_two(heap* h, int frame)
{
    static taut_attachment_id tied[2];
    taut_attachment_id* id = &tied[h->world->device != NULL];
    taut_attachment_def def = taut_attachment_def_default();
    def.body = h->ids[1];
    def.particle = 3;
    def.target = TAUT_ATTACH_PARTICLE;
    def.other = h->ids[4];
    def.other_particle = 5;
    CHECK(frame != 5 || taut_attach(h->world, &def, id) == TAUT_OK);
    CHECK(frame != 10 || taut_detach(h->world, *id) == TAUT_OK);
    CHECK(frame != 12 || taut_body_set_rest(h->world, h->ids[1], 0, 0.05f) == TAUT_OK);
    if (h->world->device != NULL && frame > 0) {
        CHECK_EQ_INT(h->world->device->aboard, frame > 12 && frame <= 16 ? 6 : 9);
    }
}

static void freeze_one_of_all(heap* h, int frame)
{
    if (frame == 6 || frame == 12) {
        CHECK(taut_body_set_frozen(h->world, h->ids[4], frame == 6) == TAUT_OK);
    }
}

TEST(realms_that_touch_have_the_bits_of_the_cpu)
{
    static const tale tales[] = {
        {.name = "realms", .begin = begin_realms, .frames = 60, .substeps = 8},
        {.name = "realms, swept more",
         .begin = begin_realms,
         .frames = 30,
         .substeps = 3,
         .iterations = 3},
        {.name = "realms of Verlet",
         .begin = begin_realms,
         .frames = 30,
         .substeps = 6,
         .solver = TAUT_SOLVER_VERLET},
        {.name = "realms on things", .begin = begin_realms_on_things, .frames = 60, .substeps = 8},
        {.name = "unlike ones", .begin = begin_unlike, .frames = 20, .substeps = 6},
        {.name = "that come and go",
         .begin = begin_realms_on_things,
         .go_on = come_and_go,
         .frames = 40,
         .substeps = 6},
        {.name = "one that is tied",
         .begin = begin_realms,
         .go_on = tie_two,
         .frames = 20,
         .substeps = 6,
         .stays = true},
        {.name = "one that is frozen",
         .begin = begin_realms,
         .go_on = freeze_one_of_all,
         .frames = 20,
         .substeps = 6,
         .stays = true},
        {.name = "sleepers", .begin = begin_drowsy, .frames = 150, .substeps = 6, .sleeps = true},
    };
    for (size_t i = 0; i < sizeof tales / sizeof tales[0]; ++i) {
        check_tale(&tales[i]);
    }
}

TEST(realms_go_in_one_launch)
{
    static const tale realms = {.name = "realms", .begin = begin_realms, .substeps = 4};
    heap h = open_heap(&realms, TAUT_BACKEND_CUDA);
    for (int frame = 0; frame < 5; ++frame) {
        int before = taut_driver_host_ran[CROWD_KERNEL][0];
        (void)take_frame(&realms, &h, frame);
        CHECK_EQ_INT(taut_driver_host_ran[CROWD_KERNEL][0] - before, 1);
        CHECK_EQ_INT(h.world->device->aboard, 9);
    }
    taut_world_destroy(h.world);
}

// Threads of a block after a step of so many realms with so many bodies each, on a device that is
// believed to run so many blocks at once; and the most that one of the bodies has work for.
typedef struct crowding {
    int realms, each, blocks;
    int side;  // of cloths; 0: ropes
} crowding;

static int threads_with(crowding c, int* work)
{
    heap h = {.world = NULL};
    taut_world_def world = taut_world_def_default();
    world.backend = TAUT_BACKEND_CUDA;
    h.world = new_world_from(&world);
    for (int k = 0; k < c.each * c.realms; ++k) {
        taut_builder* builder = c.side > 0 ? sheet_builder(c.side, 0.04f, 0) : sheet_or_rope(1);
        add(&h, builder, touching_in((uint32_t)(k % c.realms), k / c.realms));
    }
    h.world->device->crowds->widest = c.blocks;
    CHECK(taut_world_step(h.world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
    CHECK_EQ_INT(h.world->device->aboard, c.each * c.realms);
    *work = 0;
    for (int k = 0; k < h.count; ++k) {
        int threads = taut_world_peek(h.world, h.ids[k])->device->shape.threads;
        *work = threads > *work ? threads : *work;
    }
    int threads = h.world->device->crowds->launches[0].shape.threads;
    taut_world_destroy(h.world);
    return threads;
}

// By how many blocks they ask for: each of these bodies is one part and asks for one.
TEST(many_realms_have_few_threads_each)
{
    int work = 0;
    CHECK_EQ_INT(threads_with((crowding){1, 3, 4, 0}, &work), TAUT_CROWD_THREADS);
    CHECK_EQ_INT(threads_with((crowding){4, 3, 13, 0}, &work), TAUT_CROWD_THREADS);
    CHECK_EQ_INT(threads_with((crowding){1, 3, 3, 0}, &work), TAUT_CUDA_MEETING_THREADS);
    CHECK_EQ_INT(threads_with((crowding){4, 3, 12, 0}, &work), TAUT_CROWD_FEW_THREADS);
    CHECK(work < TAUT_CROWD_FEW_THREADS);
    int few = threads_with((crowding){4, 3, 12, 14}, &work);
    CHECK_EQ_INT(few, work);
    CHECK(work > TAUT_CROWD_FEW_THREADS && work < TAUT_CROWD_THREADS);
    CHECK_EQ_INT(threads_with((crowding){2, 1, 1, 37}, &work), TAUT_CUDA_MEETING_THREADS);
    CHECK(work > TAUT_CUDA_MEETING_THREADS);
}

// Room for the pairs of one realm is there or not: the others do not ask.
TEST(a_realm_without_memory_stays_on_the_host_by_itself)
{
    int alone = 0;
    for (int room = 0; room < 14; ++room) {
        heap there = {0}, host = {0};
        for (int k = 0; k < 2; ++k) {
            heap* h = k == 0 ? &there : &host;
            taut_world_def def = taut_world_def_default();
            def.backend = k == 0 ? TAUT_BACKEND_CUDA : TAUT_BACKEND_SCALAR;
            h->world = new_world_from(&def);
            begin_realms(h);
        }
        taut_body_def def = touching_in(3, 0);
        taut_builder* builder = sheet_or_rope(2);
        taut_blueprint* blueprint = NULL;
        CHECK(taut_builder_bake(builder, &blueprint) == TAUT_OK);
        taut_builder_destroy(builder);
        def.blueprint = blueprint;
        taut_driver_host_memory = room;
        bool made = taut_body_create(there.world, &def, &there.ids[9]) == TAUT_OK;
        taut_driver_host_memory = -1;
        CHECK(!made || taut_body_create(host.world, &def, &host.ids[9]) == TAUT_OK);
        for (int frame = 0; frame < 5; ++frame) {
            CHECK(taut_world_step(there.world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
            CHECK(taut_world_step(host.world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
            CHECK(taut_world_hash(there.world) == taut_world_hash(host.world));
            CHECK(there.world->device->aboard >= 9);
        }
        alone += made && there.world->device->aboard == 9;
        taut_world_destroy(there.world);
        taut_world_destroy(host.world);
        taut_blueprint_release(blueprint);
        CHECK_EQ_INT(taut_driver_host_held, 0);
    }
    CHECK_MSG(alone > 0 && alone < 4, "%d times", alone);
}

// Where things touch is asked for after a body of another realm has come, and room was made anew.
TEST(points_of_a_realm_outlast_newcomers_of_others)
{
    static const tale realms = {.name = "realms", .begin = begin_realms, .substeps = 6};
    heap h[2] = {open_heap(&realms, TAUT_BACKEND_SCALAR), open_heap(&realms, TAUT_BACKEND_CUDA)};
    uint64_t hash[2];
    int points[2] = {0, 0};
    for (int k = 0; k < 2; ++k) {
        for (int frame = 0; frame < 25; ++frame) {
            CHECK(taut_world_step(h[k].world, 1.0f / 60.0f, 6, NULL) == TAUT_OK);
        }
        for (uint32_t realm = 100; realm < 140; ++realm) {
            (void)add_body_def(h[k].world, sheet_or_rope(2), touching_in(realm, 2));
        }
        hash[k] = hash_points(h[k].world, 1, &points[k]);
        taut_world_destroy(h[k].world);
    }
    CHECK(hash[0] == hash[1]);
    CHECK_EQ_INT(points[0], points[1]);
    CHECK(points[0] > 0);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

// Bodies that come and go between two steps, with memory short now and then, while those of the
// steps stay the same: crowds are made anew, and nobody loses its place.
TEST(crowds_that_are_made_anew_keep_their_bodies)
{
    static const tale realms = {.name = "realms", .begin = begin_realms, .substeps = 4};
    for (int room = 0; room < 8; ++room) {
        heap h[2] = {open_heap(&realms, TAUT_BACKEND_SCALAR),
                     open_heap(&realms, TAUT_BACKEND_CUDA)};
        for (int frame = 0; frame < 8; ++frame) {
            uint64_t seen[2];
            int points[2];
            for (int k = 0; k < 2; ++k) {
                for (int j = 0; frame > 3 && j < 2; ++j) {
                    taut_builder* builder = sheet_or_rope(2 + 2 * (frame - 4 + j));
                    taut_blueprint* blueprint = NULL;
                    CHECK(taut_builder_bake(builder, &blueprint) == TAUT_OK);
                    taut_builder_destroy(builder);
                    taut_body_def def = touching_in(SECOND, 1);
                    def.blueprint = blueprint;
                    taut_body_id id = {0};
                    taut_driver_host_memory = j == 0 && k == 1 ? room : -1;
                    taut_result made = taut_body_create(h[k].world, &def, &id);
                    taut_driver_host_memory = -1;
                    CHECK(made != TAUT_OK || taut_body_destroy(h[k].world, id) == TAUT_OK);
                    taut_blueprint_release(blueprint);
                }
                CHECK(taut_world_step(h[k].world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
                seen[k] = hash_points(h[k].world, taut_world_hash(h[k].world), &points[k]);
            }
            CHECK_MSG(seen[0] == seen[1], "room %d, frame %d: %d and %d points", room, frame,
                      points[0], points[1]);
            CHECK(frame <= 3 || h[1].world->device->aboard >= 6);
        }
        taut_world_destroy(h[0].world);
        taut_world_destroy(h[1].world);
        CHECK_EQ_INT(taut_driver_host_held, 0);
    }
}

// Where a realm has to have more room than it has, what touched there is fetched before.
TEST(points_of_a_realm_outlast_its_own_newcomers)
{
    static const tale realms = {.name = "realms", .begin = begin_realms, .substeps = 6};
    heap h[2] = {open_heap(&realms, TAUT_BACKEND_SCALAR), open_heap(&realms, TAUT_BACKEND_CUDA)};
    uint64_t hash[2];
    int points[2] = {0, 0};
    for (int k = 0; k < 2; ++k) {
        taut_body_id many[12];
        for (int i = 0; i < 12; ++i) {  // room for as many on the host
            many[i] = add_body_def(h[k].world, sheet_or_rope(2), touching_in(FIRST, 2));
        }
        for (int i = 0; i < 12; ++i) {
            CHECK(taut_body_destroy(h[k].world, many[i]) == TAUT_OK);
        }
        many[0] = add_body_def(h[k].world, sheet_or_rope(2), touching_in(FIRST, 2));
        CHECK(taut_body_destroy(h[k].world, many[0]) == TAUT_OK);
        const taut_pairs* pairs = taut_groups_get(h[k].world, 1).pairs;
        if (h[k].world->device != NULL) {  // and on the device for those that there are
            taut_device_crowd_of(h[k].world->device, FIRST)->seat_room =
                (int)taut_device_crowd_all_seats(h[k].world, FIRST, NULL);
        }
        for (int frame = 0; frame < 25; ++frame) {
            CHECK(taut_world_step(h[k].world, 1.0f / 60.0f, 6, NULL) == TAUT_OK);
        }
        (void)add_body_def(h[k].world, sheet_or_rope(1), touching_in(FIRST, 2));
        CHECK(taut_groups_get(h[k].world, 1).pairs == pairs);
        hash[k] = hash_points(h[k].world, 1, &points[k]);
        taut_world_destroy(h[k].world);
    }
    CHECK(hash[0] == hash[1]);
    CHECK_EQ_INT(points[0], points[1]);
    CHECK(points[0] > 0);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}
