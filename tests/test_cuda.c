// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The kernels of the CUDA backend on the host, one thread after another: how bodies get to a device
// and back, and that every scene arrives at the bits of the CPU. Races are for
// test_cuda_race.c, and what only a device can show is for `make test-cuda`.

#include "cuda/device.h"
#include "scenes/scene.h"
#include "support.h"
#include "test.h"

#include <inttypes.h>
#include <stdio.h>

// Of src/cuda/driver_host.cpp.
extern int taut_driver_host_held, taut_driver_host_memory, taut_driver_host_launches;
extern int taut_driver_host_fetches, taut_driver_host_sheets, taut_driver_host_sends;
extern bool taut_driver_host_clusters;
extern int taut_driver_host_blocks, taut_driver_host_staying;
extern size_t taut_driver_host_room;
extern bool taut_driver_host_spoils;
extern size_t taut_driver_host_sent, taut_driver_host_fetched;

// Hash of a scene after some frames, and how many times the device took a body.
static uint64_t hash_of(const taut_scene* scene, taut_backend_kind backend, int frames, long* taken)
{
    static taut_scene_run run;
    taut_scene_options options = taut_scene_options_default();
    options.backend = backend;
    if (!taut_scene_open(&run, scene, &options)) {
        CHECK_MSG(false, "%s does not open: %s", scene->name, run.error);
        return 0;
    }
    for (int i = 0; i < frames; ++i) {
        taut_scene_step(&run);
    }
    for (int i = 0; i < run.world_count; ++i) {
        const taut_device* device = run.worlds[i].world->device;
        *taken += device != NULL ? device->taken : 0;
    }
    uint64_t hash = taut_scene_hash(&run);
    taut_scene_close(&run);
    return hash;
}

// Scenes of what the device has to have a part in: wind, gas, trees, joints, what may tear, what
// meets colliders, what touches itself, what attachments join.
static bool must_take(const char* name)
{
    static const char* const names[] = {"flag",
                                        "sail",
                                        "paraglider",
                                        "rope",
                                        "chain-12",
                                        "weight-2d",
                                        "ragdoll",
                                        "tear-flag",
                                        "tear-curtain",
                                        "truss-bridge",
                                        "tablecloth-drop",
                                        "cape",
                                        "ragdoll-stairs",
                                        "cut-jelly",
                                        "cloth-fold",
                                        "cloth-on-sphere",
                                        "rope-around-post",
                                        "web-line",
                                        "puzzle-2d",
                                        "grapple-swing"};
    bool must = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        must = must || strcmp(name, names[i]) == 0;
    }
    return must;
}

TEST(every_scene_has_the_bits_of_the_cpu)
{
    int with_device = 0;
    taut_driver_host_spoils = true;
    for (int i = 0; i < taut_scene_count(); ++i) {
        const taut_scene* scene = taut_scene_at(i);
        int frames = strstr(scene->tags, "large") != NULL ? 1 : 12;
        long taken = 0, none = 0;
        uint64_t host = hash_of(scene, TAUT_BACKEND_SCALAR, frames, &none);
        uint64_t device = hash_of(scene, TAUT_BACKEND_CUDA, frames, &taken);
        CHECK_MSG(host == device, "%s: %016" PRIx64 " on the CPU, %016" PRIx64 " on the device",
                  scene->name, host, device);
        CHECK_EQ_INT((int)none, 0);
        with_device += taken > 0;
        CHECK_MSG(taken > 0 || !must_take(scene->name), "%s: not on the device", scene->name);
        if (getenv("TAUT_TEST_TALK") != NULL) {
            printf("%-24s %ld\n", scene->name, taken);
        }
    }
    taut_driver_host_spoils = false;
    CHECK_MSG(with_device >= 35, "the device took part in %d scenes only", with_device);
}

static taut_world* device_world(taut_backend_kind backend)
{
    taut_world_def def = taut_world_def_default();
    def.backend = backend;
    taut_world* world = NULL;
    taut_error error;
    CHECK_MSG(taut_world_create(&def, &world, &error) == TAUT_OK, "%s", error.text);
    return world;
}

static taut_blueprint* device_cloth(int size)
{
    taut_builder* builder = NULL;
    taut_blueprint* blueprint = NULL;
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = size;
    CHECK(taut_builder_create(NULL, &builder, NULL) == TAUT_OK);
    CHECK(taut_make_cloth(builder, &cloth, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
    CHECK(taut_builder_bake(builder, &blueprint) == TAUT_OK);
    taut_builder_destroy(builder);
    return blueprint;
}

// A world with one body of a blueprint, and its id.
static taut_world* world_with(taut_backend_kind backend, taut_blueprint* blueprint,
                              taut_body_id* id)
{
    taut_world* world = device_world(backend);
    taut_body_def def = taut_body_def_default();
    def.blueprint = blueprint;
    CHECK(taut_body_create(world, &def, id) == TAUT_OK);
    return world;
}

static uint32_t step_world(taut_world* world)
{
    taut_step_report report = {0};
    CHECK(taut_world_step(world, 1.0f / 60.0f, 4, &report) == TAUT_OK);
    return report.trouble;
}

TEST(what_a_world_took_of_the_device_it_gives_back)
{
    taut_blueprint* blueprint = device_cloth(12);
    taut_body_def def = taut_body_def_default();
    def.blueprint = blueprint;
    for (int round = 0; round < 3; ++round) {
        taut_world* world = device_world(TAUT_BACKEND_CUDA);
        taut_body_id ids[8];
        for (int i = 0; i < 8; ++i) {
            CHECK(taut_body_create(world, &def, &ids[i]) == TAUT_OK);
        }
        CHECK(taut_world_step(world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
        CHECK_EQ_INT((int)world->device->taken, 8);
        CHECK(taut_body_destroy(world, ids[3]) == TAUT_OK);
        CHECK(taut_world_step(world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
        CHECK_EQ_INT((int)world->device->taken, 15);
        taut_world_destroy(world);
        CHECK_EQ_INT(taut_driver_host_held, 0);
    }
    taut_blueprint_release(blueprint);
}

// At every place where memory of the device may be short: no body, a clear result, and nothing
// lost.
TEST(a_device_that_is_full_says_so)
{
    taut_blueprint* blueprint = device_cloth(12);
    taut_body_def def = taut_body_def_default();
    def.blueprint = blueprint;
    int refused = 0;
    for (int room = 0; room < 40; ++room) {
        taut_world* world = device_world(TAUT_BACKEND_CUDA);
        taut_body_id id;
        taut_driver_host_memory = room;
        taut_result result = taut_body_create(world, &def, &id);
        taut_driver_host_memory = -1;
        CHECK(result == TAUT_OK || result == TAUT_ERROR_OUT_OF_MEMORY);
        refused += result != TAUT_OK;
        CHECK_EQ_INT(taut_world_body_count(world), result == TAUT_OK ? 1 : 0);
        CHECK(taut_body_create(world, &def, &id) == TAUT_OK);
        CHECK(taut_world_step(world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
        taut_world_destroy(world);
        CHECK_EQ_INT(taut_driver_host_held, 0);
    }
    CHECK(refused > 3 && refused < 40);
    taut_blueprint_release(blueprint);
}

// The host takes over in the midst of a run.
TEST(a_device_that_fails_changes_no_bit)
{
    taut_blueprint* blueprint = device_cloth(12);
    taut_body_def def = taut_body_def_default();
    def.blueprint = blueprint;
    uint64_t hash[2];
    for (int i = 0; i < 2; ++i) {
        taut_world* world = device_world(i == 0 ? TAUT_BACKEND_SCALAR : TAUT_BACKEND_CUDA);
        taut_body_id id;
        CHECK(taut_body_create(world, &def, &id) == TAUT_OK);
        taut_driver_host_launches = 5;
        for (int frame = 0; frame < 10; ++frame) {
            CHECK(taut_world_step(world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
        }
        taut_driver_host_launches = -1;
        CHECK(i == 0 || (world->device->lost && world->device->taken == 5));
        hash[i] = taut_world_hash(world);
        taut_world_destroy(world);
    }
    CHECK(hash[0] == hash[1]);
    taut_blueprint_release(blueprint);
}

// The same with a pin on its way to a target, when the host has never seen what the device did.
TEST(a_device_that_fails_hands_over_what_it_had)
{
    taut_blueprint* blueprint = device_cloth(40);
    for (int fails = 0; fails < 6; ++fails) {
        uint64_t hash[2];
        for (int i = 0; i < 2; ++i) {
            taut_body_id id;
            taut_world* world =
                world_with(i == 0 ? TAUT_BACKEND_SCALAR : TAUT_BACKEND_CUDA, blueprint, &id);
            taut_driver_host_spoils = true;
            taut_driver_host_launches = fails;
            for (int frame = 0; frame < 8; ++frame) {
                taut_vec3 to = {0.02f * (float)frame, 0.0f, 0.0f};
                if (frame % 3 != 2) {
                    CHECK(taut_body_set_target(world, id, 0, to) == TAUT_OK);
                }
                CHECK_EQ_INT((int)step_world(world), 0);
            }
            taut_driver_host_launches = -1;
            taut_driver_host_spoils = false;
            CHECK(i == 0 || (world->device->lost && world->device->taken == fails));
            hash[i] = taut_world_hash(world);
            taut_world_destroy(world);
        }
        CHECK(hash[0] == hash[1]);
    }
    taut_blueprint_release(blueprint);
}

// It fails with the state of a body on it: the body stays where it was last seen, and steps go on.
TEST(a_device_that_is_gone_leaves_its_bodies_where_they_were_seen)
{
    taut_blueprint* blueprint = device_cloth(12);
    taut_body_id id;
    taut_world* world = world_with(TAUT_BACKEND_CUDA, blueprint, &id);
    (void)step_world(world);
    taut_vec3 seen = position_of(world, id, 143);
    (void)step_world(world);
    taut_driver_host_fetches = 0;
    CHECK(same_vec3_bits(position_of(world, id, 143), seen));
    taut_driver_host_fetches = -1;
    CHECK(taut_body_frozen(world, id));
    CHECK_EQ_INT((int)step_world(world), (int)TAUT_STEP_DEVICE_LOST);
    CHECK_EQ_INT((int)step_world(world), 0);
    CHECK(same_vec3_bits(position_of(world, id, 143), seen));
    CHECK(taut_body_set_frozen(world, id, false) == TAUT_OK);
    CHECK_EQ_INT((int)step_world(world), 0);
    CHECK(!same_vec3_bits(position_of(world, id, 143), seen));
    CHECK(body_finite(world, id));
    taut_world_destroy(world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
    taut_blueprint_release(blueprint);
}

// In the midst of a step, when it does not say how that went.
TEST(a_device_that_does_not_answer_is_reported)
{
    taut_blueprint* blueprint = device_cloth(12);
    taut_body_id id;
    taut_world* world = world_with(TAUT_BACKEND_CUDA, blueprint, &id);
    (void)step_world(world);
    taut_driver_host_fetches = 0;
    taut_step_report report = {0};
    CHECK(taut_world_step(world, 1.0f / 60.0f, 4, &report) == TAUT_OK);
    taut_driver_host_fetches = -1;
    CHECK_EQ_INT((int)report.trouble, (int)TAUT_STEP_DEVICE_LOST);
    CHECK_EQ_INT(report.frozen_count, 1);
    CHECK(taut_body_same(report.first_frozen, id));
    CHECK(taut_world_events(world).count == 1);
    CHECK(body_finite(world, id));
    taut_world_destroy(world);
    taut_blueprint_release(blueprint);
}

// A body that is no longer finite goes back to before the step, as on the host.
TEST(a_body_that_blows_up_on_the_device_goes_back)
{
    taut_blueprint* blueprint = device_cloth(12);
    uint64_t hash[2];
    for (int i = 0; i < 2; ++i) {
        taut_body_id id;
        taut_world* world =
            world_with(i == 0 ? TAUT_BACKEND_SCALAR : TAUT_BACKEND_CUDA, blueprint, &id);
        taut_driver_host_spoils = true;
        CHECK_EQ_INT((int)step_world(world), 0);
        CHECK_EQ_INT((int)step_world(world), 0);
        CHECK(taut_body_set_gravity_scale(world, id, 1e6f) == TAUT_OK);
        CHECK(taut_world_set_gravity(world, (taut_vec3){0.0f, -3e38f, 0.0f}) == TAUT_OK);
        CHECK_EQ_INT((int)(step_world(world) & TAUT_STEP_NOT_FINITE), (int)TAUT_STEP_NOT_FINITE);
        CHECK(taut_body_frozen(world, id) && body_finite(world, id));
        taut_driver_host_spoils = false;
        hash[i] = taut_world_hash(world);
        taut_world_destroy(world);
    }
    CHECK(hash[0] == hash[1]);
    taut_blueprint_release(blueprint);
}

// What goes there and back in a step does not depend on how many particles there are.
TEST(a_step_sends_next_to_nothing)
{
    size_t sent[2], fetched[2];
    for (int i = 0; i < 2; ++i) {
        taut_blueprint* blueprint = device_cloth(i == 0 ? 12 : 40);
        taut_body_id id;
        taut_world* world = world_with(TAUT_BACKEND_CUDA, blueprint, &id);
        (void)step_world(world);
        CHECK(taut_body_set_target(world, id, 0, (taut_vec3){0.0f, 0.01f, 0.0f}) == TAUT_OK);
        taut_driver_host_sent = taut_driver_host_fetched = 0;
        (void)step_world(world);
        sent[i] = taut_driver_host_sent;
        fetched[i] = taut_driver_host_fetched;
        CHECK_MSG(sent[i] < 1024 && fetched[i] < 64, "%zu bytes sent, %zu fetched", sent[i],
                  fetched[i]);
        taut_driver_host_fetched = 0;
        int count = taut_body_positions(world, id).count;
        (void)taut_body_positions(world, id);
        CHECK_EQ_INT((int)taut_driver_host_fetched, 16 * count);
        taut_driver_host_sent = 0;
        CHECK(taut_body_add_impulse(world, id, 5, (taut_vec3){0.0f, 0.01f, 0.0f}) == TAUT_OK);
        (void)step_world(world);
        CHECK_MSG(taut_driver_host_sent < 1536, "%zu bytes sent", taut_driver_host_sent);
        taut_world_destroy(world);
        taut_blueprint_release(blueprint);
    }
    CHECK(sent[0] == sent[1] && fetched[0] == fetched[1]);
}

TEST(positions_can_be_fetched_ahead_and_looked_at_on_the_device)
{
    taut_blueprint* blueprint = device_cloth(12);
    taut_body_id id;
    taut_device_view view;
    taut_world* world = world_with(TAUT_BACKEND_CUDA, blueprint, &id);
    CHECK(taut_body_prefetch(world, id) == TAUT_OK);
    CHECK(taut_body_device_positions(world, id, &view) == TAUT_ERROR_BACKEND_UNAVAILABLE);
    CHECK(strstr(taut_world_last_error(world), "on no device") != NULL && view.positions == NULL);
    CHECK(taut_body_device_positions(world, id, NULL) == TAUT_ERROR_INVALID);
    CHECK(taut_body_prefetch(world, (taut_body_id){0}) == TAUT_ERROR_INVALID);
    (void)step_world(world);
    taut_driver_host_fetched = 0;
    CHECK(taut_body_prefetch(world, id) == TAUT_OK);
    CHECK(taut_body_prefetch(world, id) == TAUT_OK);
    CHECK_EQ_INT((int)taut_driver_host_fetched, 144 * 16);
    taut_vec3_view at = taut_body_positions(world, id);
    CHECK_EQ_INT((int)taut_driver_host_fetched, 144 * 16);
    CHECK(taut_body_device_positions(world, id, &view) == TAUT_OK);
    CHECK(view.count == 144 && view.stride_bytes == 16);
    CHECK(memcmp(view.positions, at.data, 144 * 16) ==
          0);  // the device's memory is the host's here
    CHECK(taut_body_pin(world, id, 7) == TAUT_OK);
    CHECK(taut_body_device_positions(world, id, &view) == TAUT_OK);
    CHECK(((const float*)view.positions)[7 * 4 + 3] == 0.0f);
    taut_world_destroy(world);
    world = world_with(TAUT_BACKEND_SCALAR, blueprint, &id);
    CHECK(taut_body_prefetch(world, id) == TAUT_OK);
    CHECK(taut_body_device_positions(world, id, &view) == TAUT_ERROR_BACKEND_UNAVAILABLE);
    taut_world_destroy(world);
    taut_blueprint_release(blueprint);
}

TEST(ten_thousand_bodies_come_and_go)
{
    taut_blueprint* blueprint = device_cloth(3);
    taut_test_memory memory = {.fail_at = -1};
    taut_world_def world_def = taut_world_def_default();
    world_def.backend = TAUT_BACKEND_CUDA;
    world_def.allocator = counting_allocator(&memory);
    taut_world* world = NULL;
    CHECK(taut_world_create(&world_def, &world, NULL) == TAUT_OK);
    taut_body_def def = taut_body_def_default();
    def.blueprint = blueprint;
    taut_body_id first;
    CHECK(taut_body_create(world, &def, &first) == TAUT_OK);
    int held = taut_driver_host_held;
    size_t bytes = taut_world_memory(world).device_bytes;
    for (int i = 0; i < 10000; ++i) {
        taut_body_id id;
        CHECK(taut_body_create(world, &def, &id) == TAUT_OK);
        if (i % 10 == 0) {
            (void)step_world(world);
            (void)taut_body_prefetch(world, id);
        }
        CHECK(taut_body_destroy(world, id) == TAUT_OK);
    }
    CHECK_EQ_INT(taut_driver_host_held, held);
    CHECK(taut_world_memory(world).device_bytes >= bytes);
    CHECK(taut_world_memory(world).device_bytes < bytes + 4096);  // room for the turn of a second
    taut_world_destroy(world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
    CHECK(memory.blocks == 0 && memory.wrong == 0);
    taut_blueprint_release(blueprint);
}

TEST(memory_of_the_device_is_counted)
{
    taut_blueprint* blueprint = device_cloth(100);
    taut_body_id id;
    taut_world* world = world_with(TAUT_BACKEND_SCALAR, blueprint, &id);
    CHECK_EQ_INT((int)taut_world_memory(world).device_bytes, 0);
    taut_world_destroy(world);
    world = world_with(TAUT_BACKEND_CUDA, blueprint, &id);
    taut_memory m = taut_world_memory(world);
    double each = (double)m.device_bytes / (double)m.particles;
    printf("%zu bytes on the device, %.0f a particle with 6 constraints\n", m.device_bytes, each);
    CHECK(each > 200.0 && each < 600.0);
    taut_world_destroy(world);
    taut_blueprint_release(blueprint);
}

// Sheets ------------------------------------------------------------------------------------------

typedef struct sheet_case {
    int size;
    taut_precision precision;
    bool rigid;
    int parts;  // that it must have, at least
} sheet_case;

static taut_blueprint* sheet_blueprint(const sheet_case* c)
{
    taut_builder* builder = NULL;
    taut_blueprint* blueprint = NULL;
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = c->size;
    cloth.rigid = c->rigid;
    cloth.tethers.enabled = false;
    cloth.material.damping_rate = 0.0f;
    CHECK(taut_builder_create(NULL, &builder, NULL) == TAUT_OK);
    CHECK(taut_make_cloth(builder, &cloth, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
    CHECK(taut_builder_pin(builder, c->size - 1) == TAUT_OK);
    CHECK(taut_builder_pin(builder, c->size * c->size / 2) == TAUT_OK);
    CHECK(taut_builder_bake(builder, &blueprint) == TAUT_OK);
    taut_builder_destroy(builder);
    return blueprint;
}

static uint64_t mix_floats(uint64_t hash, const float* from, int count)
{
    for (int i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &from[i], sizeof bits);
        hash = (hash ^ bits) * 0x100000001b3ull;
    }
    return hash;
}

// The bits of all forces in links, and of what its three pins bear: the order that a device takes
// constraints in must not show there either.
static uint64_t loads_of(taut_world* world, taut_body_id id, const taut_blueprint* blueprint,
                         int size)
{
    static float forces[400000];
    int count = blueprint->added_count;
    CHECK(count <= (int)(sizeof forces / sizeof forces[0]));
    CHECK(taut_body_forces(world, id, 0, count, forces) == TAUT_OK);
    uint64_t hash = mix_floats(14695981039346656037ull, forces, count);
    const int pins[3] = {0, size - 1, size * size / 2};
    for (int i = 0; i < 3; ++i) {
        taut_reaction reaction;
        CHECK(taut_body_reaction(world, id, pins[i], &reaction) == TAUT_OK);
        hash = mix_floats(hash, &reaction.force.x, 3);
    }
    return hash;
}

// Two of them, whose pins move, pushed at one place; reactions and forces count too.
static uint64_t swing_sheets(const sheet_case* c, taut_backend_kind backend)
{
    taut_blueprint* blueprint = sheet_blueprint(c);
    CHECK(blueprint->schedule.seating.part_count >= c->parts);
    taut_world* world = device_world(backend);
    taut_body_def def = taut_body_def_default();
    def.blueprint = blueprint;
    def.precision = c->precision;
    def.drag = 0.2f;
    taut_body_id ids[2];
    uint64_t hash = 0;
    for (int i = 0; i < 2; ++i) {
        CHECK(taut_body_create(world, &def, &ids[i]) == TAUT_OK);
        def.offset.x += 3.0f;
    }
    for (int frame = 0; frame < 3; ++frame) {
        taut_vec3 to = {0.02f * (float)frame, 0.01f * (float)frame, 0.0f};
        CHECK(taut_body_set_target(world, ids[0], 0, to) == TAUT_OK);
        CHECK(taut_body_add_force(world, ids[1], c->size + 1, (taut_vec3){0.0f, 2.0f, 1.0f}) ==
              TAUT_OK);
        CHECK(taut_world_step(world, 1.0f / 60.0f, 5, NULL) == TAUT_OK);
        hash = hash * 31 + taut_world_hash(world) + loads_of(world, ids[0], blueprint, c->size) +
               7 * loads_of(world, ids[1], blueprint, c->size);
    }
    taut_world_destroy(world);
    taut_blueprint_release(blueprint);
    return hash;
}

// One part after the other, where blocks cannot reach one another's memory.
TEST(sheets_do_without_clusters)
{
    static const sheet_case cases[] = {{100, TAUT_PRECISION_FAST, true, 2},
                                       {100, TAUT_PRECISION_FINE, false, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        int before = taut_driver_host_sheets;
        taut_driver_host_clusters = false;
        uint64_t device = swing_sheets(&cases[i], TAUT_BACKEND_CUDA);
        taut_driver_host_clusters = true;
        CHECK_EQ_INT(taut_driver_host_sheets - before, 6);
        CHECK(device == swing_sheets(&cases[i], TAUT_BACKEND_SCALAR));
    }
}

// All parts in shared memory, more of them than a cluster has blocks; with all of their state, or
// with what there is room for when several share a processor.
TEST(large_sheets_stay_in_shared_memory)
{
    static const sheet_case cases[] = {{200, TAUT_PRECISION_FAST, true, 9},
                                       {200, TAUT_PRECISION_FAST, false, 9},
                                       {100, TAUT_PRECISION_FAST, true, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        uint64_t host = swing_sheets(&cases[i], TAUT_BACKEND_SCALAR);
        for (int room = 0; room < 3; ++room) {
            taut_driver_host_clusters = false;
            taut_driver_host_blocks = 64;
            taut_driver_host_room = (size_t)room * 58000;
            int before = taut_driver_host_staying;
            uint64_t device = swing_sheets(&cases[i], TAUT_BACKEND_CUDA);
            taut_driver_host_clusters = true;
            taut_driver_host_blocks = 1;
            taut_driver_host_room = 0;
            CHECK_EQ_INT(taut_driver_host_staying - before, 6);
            CHECK_MSG(device == host, "case %zu, room %d", i, room);
        }
    }
}

// Two cloths, a pin of each at rest after it moved: the host goes on from where they were.
TEST(a_device_that_takes_nothing_any_more_changes_no_bit)
{
    sheet_case c = {12, TAUT_PRECISION_AUTO, true, 1};
    for (int sends = 0; sends < 8; ++sends) {
        uint64_t hash[2];
        for (int i = 0; i < 2; ++i) {
            taut_blueprint* blueprint = sheet_blueprint(&c);
            taut_world* world = device_world(i == 0 ? TAUT_BACKEND_SCALAR : TAUT_BACKEND_CUDA);
            taut_body_def def = taut_body_def_default();
            def.blueprint = blueprint;
            taut_body_id ids[2];
            CHECK(taut_body_create(world, &def, &ids[0]) == TAUT_OK);
            CHECK(taut_body_create(world, &def, &ids[1]) == TAUT_OK);
            for (int frame = 0; frame < 5; ++frame) {
                for (int k = 0; k < 2 && frame < 2; ++k) {
                    taut_vec3 to = {0.05f * (float)(frame + 1), 0.02f, 0.0f};
                    CHECK(taut_body_set_target(world, ids[k], 0, to) == TAUT_OK);
                }
                taut_driver_host_sends = frame == 2 && i == 1 ? sends : taut_driver_host_sends;
                CHECK(taut_world_step(world, 1.0f / 60.0f, 3, NULL) == TAUT_OK);
            }
            taut_driver_host_sends = -1;
            hash[i] = taut_world_hash(world);
            taut_world_destroy(world);
            taut_blueprint_release(blueprint);
        }
        CHECK_MSG(hash[0] == hash[1], "after %d more copies", sends);
    }
}

TEST(sheets_have_the_bits_of_the_cpu)
{
    static const sheet_case cases[] = {
        {8, TAUT_PRECISION_AUTO, true, 1},    {30, TAUT_PRECISION_AUTO, false, 1},
        {31, TAUT_PRECISION_FAST, true, 1},   {44, TAUT_PRECISION_FAST, false, 1},
        {44, TAUT_PRECISION_FINE, true, 1},   {100, TAUT_PRECISION_AUTO, true, 2},
        {100, TAUT_PRECISION_FINE, false, 2}, {200, TAUT_PRECISION_FAST, false, 9},
        {200, TAUT_PRECISION_FINE, true, 9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        int before = taut_driver_host_sheets;
        uint64_t device = swing_sheets(&cases[i], TAUT_BACKEND_CUDA);
        CHECK_EQ_INT(taut_driver_host_sheets - before, 6);
        CHECK_MSG(device == swing_sheets(&cases[i], TAUT_BACKEND_SCALAR), "case %zu, %d x %d", i,
                  cases[i].size, cases[i].size);
    }
}
