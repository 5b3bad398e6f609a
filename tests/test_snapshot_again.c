// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Back and forth between snapshots: bodies that get the ids of others, bodies that come back with
// less than they came to have, and worlds in the place of others.

#include "support.h"
#include "test.h"

#define DT (1.0f / 60.0f)

// Others in the place of a body -------------------------------------------------------------------

// What the second snapshot has of a body that the other in its place lacks.
typedef enum lack {
    LACK_NOTHING,
    LACK_SELF,      // links between its particles, and a room in the crowd
    LACK_STRING,    // a room in the crowd: two of its particles are attached
    LACK_PLACE,     // the same: one is attached to a place
    LACK_COUPLING,  // the same, and the other has a smaller room
    LACK_COUNT
} lack;

static taut_body_id add_cloth(taut_world* world, lack kind, bool first)
{
    taut_builder* builder = flat_cloth_builder(6, false);
    taut_body_def def = taut_body_def_default();
    def.collision.thickness = 0.02f;
    def.collision.self = kind == LACK_SELF && first;
    return add_body_def(world, builder, def);
}

static void attach_cloth(taut_world* world, taut_body_id id, lack kind)
{
    taut_attachment_def def = taut_attachment_def_default();
    def.body = id;
    def.particle = 20;
    if (kind == LACK_STRING) {
        def.target = TAUT_ATTACH_PARTICLE;
        def.other = id;
        def.other_particle = 25;
        def.length = 0.05f;
    }
    def.place = (taut_vec3){0.1f, 0.1f, 0.1f};
    if (kind >= LACK_STRING) {
        CHECK_EQ_INT(taut_attach(world, &def, NULL), TAUT_OK);
    }
}

static void add_wind(taut_world* world)
{
    taut_wind_def wind = taut_wind_def_default(TAUT_WIND_UNIFORM);
    wind.velocity = (taut_vec3){0.0f, 0.0f, 4.0f};
    CHECK_EQ_INT(taut_world_add_wind(world, &wind, NULL), TAUT_OK);
}

static void put_another_in_its_place(lack kind)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def def = taut_world_def_default();
    def.allocator = counting_allocator(&memory);
    taut_world* world = new_world_from(&def);
    REQUIRE(world != NULL);
    taut_snapshot *before = NULL, *after = NULL;
    REQUIRE(taut_snapshot_take(world, &before) == TAUT_OK);
    taut_body_id one = add_cloth(world, kind, true);
    (void)step_frames(world, 1, DT, 4);
    if (kind == LACK_COUPLING) {
        add_wind(world);
    }
    attach_cloth(world, one, kind);
    REQUIRE(taut_snapshot_take(world, &after) == TAUT_OK);
    (void)step_frames(world, 3, DT, 4);
    uint64_t later = taut_world_hash(world);

    REQUIRE(taut_snapshot_restore(world, before) == TAUT_OK);
    taut_body_id two = add_cloth(world, kind, false);
    CHECK(taut_body_same(one, two));
    attach_cloth(world, two, kind == LACK_COUPLING ? LACK_PLACE : LACK_NOTHING);
    REQUIRE(taut_snapshot_restore(world, after) == TAUT_OK);
    (void)step_frames(world, 3, DT, 4);
    CHECK_EQ_U64(taut_world_hash(world), later);

    taut_world_destroy(world);
    taut_snapshot_release(before);
    taut_snapshot_release(after);
    CHECK_EQ_INT(memory.blocks, 0);
    CHECK_EQ_INT(memory.wrong, 0);
}

TEST(another_body_under_the_same_id_is_another)
{
    for (lack kind = LACK_NOTHING; kind < LACK_COUNT; ++kind) {
        put_another_in_its_place(kind);
    }
}

// A body that was destroyed comes back as it was before it was attached, or before there was wind,
// and then as it was with that.
static void come_back_with_less(bool wind)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    REQUIRE(world != NULL);
    taut_body_id id = add_cloth(world, LACK_NOTHING, true);
    if (wind) {
        attach_cloth(world, id, LACK_STRING);
    }
    taut_snapshot *before = NULL, *after = NULL;
    REQUIRE(taut_snapshot_take(world, &before) == TAUT_OK);
    if (wind) {
        add_wind(world);
    }
    attach_cloth(world, id, LACK_PLACE);
    REQUIRE(taut_snapshot_take(world, &after) == TAUT_OK);
    (void)step_frames(world, 3, DT, 4);
    uint64_t later = taut_world_hash(world);

    CHECK_EQ_INT(taut_body_destroy(world, id), TAUT_OK);
    REQUIRE(taut_snapshot_restore(world, before) == TAUT_OK);
    taut_vec3_view view = taut_body_positions(world, id);
    REQUIRE(taut_snapshot_restore(world, after) == TAUT_OK);
    CHECK(taut_body_positions(world, id).data == view.data);  // it is the same body
    (void)step_frames(world, 3, DT, 4);
    CHECK_EQ_U64(taut_world_hash(world), later);
    taut_snapshot_release(before);
    taut_snapshot_release(after);
    taut_world_destroy(world);
}

TEST(a_body_that_comes_back_with_less_gets_what_it_lacks)
{
    come_back_with_less(false);
    come_back_with_less(true);
}

// Room that bodies made since have left does not change what is dropped for want of room.
TEST(pairs_that_find_no_room_find_none_again)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    REQUIRE(world != NULL);
    taut_body_def def = taut_body_def_default();
    def.collision.self = true;
    def.collision.thickness = 0.04f;
    def.collision.pair_room = 8;
    taut_body_id id = add_body_def(world, flat_cloth_builder(16, false), def);
    REQUIRE(taut_body_valid(world, id));
    taut_snapshot* snapshot = NULL;
    (void)step_frames(world, 5, DT, 4);
    REQUIRE(taut_snapshot_take(world, &snapshot) == TAUT_OK);
    CHECK(step_frames(world, 5, DT, 4) & TAUT_STEP_CONTACTS_DROPPED);
    uint64_t later = taut_world_hash(world);
    def.collision.pair_room = 0;
    def.offset.y = 50.0f;
    CHECK(taut_body_valid(world, add_body_def(world, flat_cloth_builder(16, false), def)));
    (void)step_frames(world, 1, DT, 4);
    REQUIRE(taut_snapshot_restore(world, snapshot) == TAUT_OK);
    CHECK(step_frames(world, 5, DT, 4) & TAUT_STEP_CONTACTS_DROPPED);
    CHECK_EQ_U64(taut_world_hash(world), later);
    taut_snapshot_release(snapshot);
    taut_world_destroy(world);
}

// Another world in the place of one ---------------------------------------------------------------

// Memory that gives a block out again as soon as one of its size is asked for.
typedef struct frugal {
    void* blocks[256];
    size_t sizes[256];
    int count;
} frugal;

static void* frugal_alloc(void* context, size_t size, size_t alignment)
{
    frugal* f = context;
    for (int i = f->count - 1; i >= 0; --i) {
        if (f->sizes[i] == size) {
            void* block = f->blocks[i];
            f->count -= 1;
            f->blocks[i] = f->blocks[f->count];
            f->sizes[i] = f->sizes[f->count];
            return block;
        }
    }
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void frugal_free(void* context, void* block, size_t size, size_t alignment)
{
    (void)alignment;
    frugal* f = context;
    if (f->count < 256) {
        f->blocks[f->count] = block;
        f->sizes[f->count++] = size;
    } else {
        free(block);
    }
}

TEST(a_snapshot_knows_its_world_from_one_in_its_place)
{
    frugal memory = {.count = 0};
    taut_world_def def = taut_world_def_default();
    def.allocator = (taut_allocator){frugal_alloc, frugal_free, &memory};
    taut_world* world = new_world_from(&def);
    REQUIRE(world != NULL);
    taut_body_id id = add_cloth(world, LACK_NOTHING, true);
    for (int i = 0; i < 30; ++i) {
        attach_cloth(world, id, LACK_PLACE);
    }
    taut_snapshot* snapshot = NULL;
    REQUIRE(taut_snapshot_take(world, &snapshot) == TAUT_OK);
    uintptr_t was = (uintptr_t)world;
    taut_world_destroy(world);
    world = new_world_from(&def);
    REQUIRE((uintptr_t)world == was);
    (void)add_cloth(world, LACK_NOTHING, true);
    CHECK_EQ_INT(taut_snapshot_restore(world, snapshot), TAUT_ERROR_INVALID);
    CHECK(strstr(taut_world_last_error(world), "another world") != NULL);
    taut_snapshot* own = NULL;
    REQUIRE(taut_snapshot_take(world, &own) == TAUT_OK);
    CHECK_EQ_INT(taut_snapshot_restore(world, snapshot), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_snapshot_restore(world, own), TAUT_OK);
    taut_snapshot_release(own);
    taut_snapshot_release(snapshot);
    taut_world_destroy(world);
    for (int i = 0; i < memory.count; ++i) {
        free(memory.blocks[i]);
    }
}
