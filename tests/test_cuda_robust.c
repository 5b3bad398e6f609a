// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What can go wrong with a device, on the host that stands in for one: launches that are refused,
// memory that is short at any place, worlds that come and go, several at once.

#include "cuda/device.h"
#include "scenes/scene.h"
#include "support.h"
#include "test.h"

#include <stdio.h>

// Of src/cuda/driver_host.cpp.
extern int taut_driver_host_held, taut_driver_host_memory, taut_driver_host_refusals;
extern bool taut_driver_host_desk;
extern int taut_driver_host_willing, taut_driver_host_refused, taut_driver_host_sheets;
extern int taut_driver_host_launches;
extern bool taut_driver_host_spoils, taut_driver_host_clusters;
extern size_t taut_driver_host_bytes;
extern double taut_driver_host_ms;

static taut_blueprint* cloth_of(int size)
{
    taut_builder* builder = NULL;
    taut_blueprint* blueprint = NULL;
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = size;
    cloth.tethers.enabled = false;
    cloth.rigid = true;
    cloth.material.damping_rate = 0.0f;  // so that it is a sheet
    CHECK(taut_builder_create(NULL, &builder, NULL) == TAUT_OK);
    CHECK(taut_make_cloth(builder, &cloth, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
    CHECK(taut_builder_bake(builder, &blueprint) == TAUT_OK);
    taut_builder_destroy(builder);
    return blueprint;
}

static taut_world* world_of(taut_backend_kind backend)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = NULL;
    def.backend = backend;
    def.solver.direct = false;
    CHECK(taut_world_create(&def, &world, NULL) == TAUT_OK);
    return world;
}

static taut_world* world_with(taut_backend_kind backend, taut_blueprint* blueprint, int bodies)
{
    taut_world* world = world_of(backend);
    taut_body_def def = taut_body_def_default();
    def.blueprint = blueprint;
    for (int i = 0; i < bodies; ++i) {
        taut_body_id id;
        CHECK(taut_body_create(world, &def, &id) == TAUT_OK);
    }
    return world;
}

static void step(taut_world* world, int times)
{
    for (int i = 0; i < times; ++i) {
        taut_step_report report = {0};
        CHECK(taut_world_step(world, 1.0f / 60.0f, 4, &report) == TAUT_OK);
        CHECK_EQ_INT((int)report.trouble, 0);
    }
}

// Refusals ----------------------------------------------------------------------------------------

// Once: the host takes that step, and the device the next ones with the kernel for any body. Twice:
// the body stays on the host, and the device is there for others.
TEST(a_launch_that_is_refused_costs_no_device)
{
    taut_blueprint* blueprint = cloth_of(12);
    taut_world* plain = world_with(TAUT_BACKEND_SCALAR, blueprint, 1);
    step(plain, 8);
    uint64_t hash = taut_world_hash(plain);
    taut_world_destroy(plain);
    for (int refusals = 0; refusals < 3; ++refusals) {
        taut_world* world = world_with(TAUT_BACKEND_CUDA, blueprint, 1);
        taut_driver_host_spoils = true;
        step(world, 2);
        taut_driver_host_refusals = refusals;
        taut_driver_host_sheets = 0;
        step(world, 6);
        taut_driver_host_spoils = false;
        CHECK_EQ_INT(taut_driver_host_refusals, 0);
        CHECK_EQ_INT(taut_driver_host_sheets, refusals == 0 ? 6 : 0);
        CHECK(!world->device->lost);
        CHECK_EQ_INT((int)world->device->taken, refusals == 2 ? 2 : 8 - refusals);
        CHECK(taut_world_hash(world) == hash);
        taut_world_destroy(world);
        CHECK_EQ_INT(taut_driver_host_held, 0);
    }
    taut_blueprint_release(blueprint);
}

// Of several bodies in several launches any one.
TEST(a_refusal_is_for_those_that_asked)
{
    taut_blueprint* kinds[2] = {cloth_of(12), cloth_of(48)};
    uint64_t hash[5];
    for (int i = 0; i < 5; ++i) {
        taut_world* world =
            world_with(i == 0 ? TAUT_BACKEND_SCALAR : TAUT_BACKEND_CUDA, kinds[0], 3);
        taut_body_def def = taut_body_def_default();
        def.blueprint = kinds[1];
        for (int k = 0; k < 2; ++k) {
            taut_body_id id;
            CHECK(taut_body_create(world, &def, &id) == TAUT_OK);
        }
        taut_driver_host_refused = 0;
        taut_driver_host_willing = i - 1;
        taut_driver_host_refusals = i > 0;
        step(world, 5);
        taut_driver_host_refusals = taut_driver_host_willing = 0;
        CHECK_EQ_INT(taut_driver_host_refused, i > 0);
        hash[i] = taut_world_hash(world);
        CHECK(hash[i] == hash[0]);
        CHECK(i == 0 || (!world->device->lost && world->device->taken >= 5 * 5 - 3));
        taut_device_info info;
        CHECK(taut_world_device(world, &info) ==
              (i > 0 ? TAUT_OK : TAUT_ERROR_BACKEND_UNAVAILABLE));
        CHECK_EQ_INT(info.bodies, i > 0 ? 5 : 0);
        taut_world_destroy(world);
    }
    CHECK_EQ_INT(taut_driver_host_held, 0);
    taut_blueprint_release(kinds[0]);
    taut_blueprint_release(kinds[1]);
}

// Large bodies ------------------------------------------------------------------------------------

// Those that are clusters of blocks, and alike, are one launch; others are one each.
TEST(large_bodies_that_are_alike_go_together)
{
    taut_blueprint* blueprints[2] = {cloth_of(80), cloth_of(100)};
    int launches[2] = {0};
    uint64_t hash[3];
    for (int i = 0; i < 3; ++i) {
        taut_driver_host_clusters = i != 1;
        taut_world* world = world_of(i == 2 ? TAUT_BACKEND_SCALAR : TAUT_BACKEND_CUDA);
        for (int k = 0; k < 7; ++k) {
            taut_body_id id;
            taut_body_def def = taut_body_def_default();
            def.blueprint = blueprints[k >= 4];
            CHECK(taut_body_create(world, &def, &id) == TAUT_OK);
        }
        taut_driver_host_launches = 1000;
        step(world, 2);
        if (i < 2) {
            launches[i] = 1000 - taut_driver_host_launches;
        }
        taut_driver_host_launches = -1;
        hash[i] = taut_world_hash(world);
        taut_world_destroy(world);
    }
    taut_driver_host_clusters = true;
    CHECK_EQ_INT(launches[0], 2 * 2);
    CHECK_EQ_INT(launches[1], 2 * 7);
    CHECK(hash[0] == hash[2] && hash[1] == hash[2]);
    CHECK_EQ_INT(taut_driver_host_held, 0);
    taut_blueprint_release(blueprints[0]);
    taut_blueprint_release(blueprints[1]);
}

// What is told ------------------------------------------------------------------------------------

TEST(a_device_says_what_it_is_and_does)
{
    taut_blueprint* blueprint = cloth_of(12);
    taut_device_info info;
    taut_world* world = world_with(TAUT_BACKEND_CUDA, blueprint, 2);
    CHECK(taut_world_device(NULL, &info) == TAUT_ERROR_INVALID);
    CHECK(taut_world_device(world, NULL) == TAUT_ERROR_INVALID);
    CHECK(taut_world_device(world, &info) == TAUT_OK);
    CHECK(info.name[0] != '\0' && info.bodies == 0 && !info.lost && info.step_ms == 0.0);
    CHECK(info.bytes - info.free_bytes == taut_driver_host_bytes);
    taut_driver_host_ms = 0.25;
    step(world, 1);
    CHECK(taut_world_device(world, &info) == TAUT_OK);
    CHECK(info.bodies == 2 && info.step_ms == 0.0);  // nobody has asked for times
    CHECK(taut_world_time_stages(world, true) == TAUT_OK);
    step(world, 1);
    CHECK(taut_world_device(world, &info) == TAUT_OK && info.step_ms == 0.25);
    taut_driver_host_ms = 0.0;
    CHECK(taut_body_set_frozen(world, taut_world_body(world, 0), true) == TAUT_OK);
    step(world, 1);
    CHECK(taut_world_device(world, &info) == TAUT_OK && info.bodies == 1);
    taut_world_destroy(world);
    taut_blueprint_release(blueprint);
}

// Bodies that meet the ground, themselves and one another.
static void add_touching(taut_world* world, taut_blueprint* blueprint, int bodies)
{
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    ground.position.y = -0.5f;
    taut_collider_id solid;
    CHECK(bodies == 0 || taut_collider_create(world, &ground, &solid) == TAUT_OK);
    for (int i = 0; i < bodies; ++i) {
        taut_body_id id;
        taut_body_def def = taut_body_def_default();
        def.blueprint = blueprint;
        def.offset.y = 0.1f * (float)i;
        def.collision.self = def.collision.others = true;
        CHECK(taut_body_create(world, &def, &id) == TAUT_OK);
    }
}

// Both kinds of memory: all that was asked of the driver is in one of them, but for what alignment
// adds to its blocks.
TEST(what_a_world_has_of_the_driver_is_counted)
{
    taut_blueprint* blueprint = cloth_of(40);
    for (int i = 0; i < 8; ++i) {
        int bodies = i % 4;
        taut_world* world = world_with(TAUT_BACKEND_CUDA, blueprint, i < 4 ? bodies : 0);
        add_touching(world, blueprint, i < 4 ? 0 : bodies);
        step(world, 1);
        taut_memory m = taut_world_memory(world);
        size_t told = m.device_bytes + m.device_host_bytes;
        size_t slack = 256 * (size_t)(bodies + 2);
        CHECK_MSG(told <= taut_driver_host_bytes + slack && taut_driver_host_bytes <= told + slack,
                  "%zu and %zu bytes are told, %zu held", m.device_bytes, m.device_host_bytes,
                  taut_driver_host_bytes);
        taut_world_destroy(world);
        CHECK(taut_driver_host_bytes == 0);
    }
    taut_blueprint_release(blueprint);
}

static uint64_t hash_of_touching(taut_blueprint* blueprint, bool desk)
{
    taut_driver_host_desk = desk;
    taut_world* world = world_with(TAUT_BACKEND_CUDA, blueprint, 1);
    add_touching(world, blueprint, 2);
    step(world, 5);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    taut_driver_host_desk = true;
    return hash;
}

// Where there is no memory for them to go together.
TEST(small_copies_may_go_one_by_one)
{
    taut_blueprint* blueprint = cloth_of(12);
    CHECK(hash_of_touching(blueprint, true) == hash_of_touching(blueprint, false));
    CHECK_EQ_INT(taut_driver_host_held, 0);
    taut_blueprint_release(blueprint);
}

// Coming and going --------------------------------------------------------------------------------

TEST(worlds_come_and_go)
{
    taut_blueprint* blueprint = cloth_of(4);
    for (int i = 0; i < 10000; ++i) {
        taut_world* world = world_with(TAUT_BACKEND_CUDA, blueprint, 1);
        if (i % 100 == 0) {
            step(world, 1);
        }
        if (i % 200 == 0) {
            CHECK(taut_body_prefetch(world, taut_world_body(world, 0)) == TAUT_OK);
        }
        taut_world_destroy(world);
    }
    CHECK_EQ_INT(taut_driver_host_held, 0);
    taut_blueprint_release(blueprint);
}

// Positions on their way home when the body, or the world, is no more.
TEST(who_goes_while_positions_are_under_way_leaves_nothing)
{
    taut_blueprint* blueprint = cloth_of(12);
    for (int way = 0; way < 4; ++way) {
        taut_world* world = world_with(TAUT_BACKEND_CUDA, blueprint, 2);
        taut_body_id id = taut_world_body(world, 0);
        step(world, 2);
        CHECK(taut_body_prefetch(world, id) == TAUT_OK);
        if (way == 1) {
            CHECK(taut_body_destroy(world, id) == TAUT_OK);
            step(world, 1);
        } else if (way == 2) {
            taut_teleport jump = taut_teleport_default();
            CHECK(taut_body_teleport(world, id, &jump) == TAUT_OK);
            step(world, 1);
        } else if (way == 3) {
            step(world, 1);
        }
        taut_world_destroy(world);
        CHECK_EQ_INT(taut_driver_host_held, 0);
    }
    taut_blueprint_release(blueprint);
}

// Worlds on one device have no part in one another.
TEST(two_worlds_share_a_device)
{
    taut_blueprint* blueprint = cloth_of(20);
    uint64_t alone[2];
    for (int i = 0; i < 2; ++i) {
        taut_world* world = world_with(TAUT_BACKEND_SCALAR, blueprint, 1 + i);
        step(world, 6);
        alone[i] = taut_world_hash(world);
        taut_world_destroy(world);
    }
    taut_world* worlds[2];
    taut_driver_host_spoils = true;
    for (int i = 0; i < 2; ++i) {
        worlds[i] = world_with(TAUT_BACKEND_CUDA, blueprint, 1 + i);
    }
    for (int i = 0; i < 12; ++i) {
        step(worlds[i % 2], 1);
    }
    taut_driver_host_spoils = false;
    CHECK(taut_world_hash(worlds[1]) == alone[1]);
    taut_world_destroy(worlds[1]);
    CHECK(taut_world_hash(worlds[0]) == alone[0]);
    step(worlds[0], 1);
    taut_world_destroy(worlds[0]);
    CHECK_EQ_INT(taut_driver_host_held, 0);
    taut_blueprint_release(blueprint);
}

// Memory ------------------------------------------------------------------------------------------

// Hash of a scene after some frames; 0 where it did not open.
static uint64_t hash_of(const char* name, taut_backend_kind backend, int frames)
{
    static taut_scene_run run;
    taut_scene_options options = taut_scene_options_default();
    options.backend = backend;
    if (!taut_scene_open(&run, taut_scene_find(name), &options)) {
        CHECK_MSG(strstr(run.error, "memory") != NULL, "%s: %s", name, run.error);
        return 0;
    }
    for (int i = 0; i < frames; ++i) {
        taut_scene_step(&run);
    }
    uint64_t hash = taut_scene_hash(&run);
    taut_scene_close(&run);
    return hash;
}

// In scenes of every kind, at every place where memory of the device is asked for: they do not open
// and say why, or go on with the bits of the CPU; and nothing is left behind.
TEST(a_device_that_is_full_at_any_place_changes_no_bit)
{
    static const char* const names[] = {
        "chain-12",      "cloth-25x18",  "flag",        "balloon",     "ragdoll",
        "tear-flag",     "cut-cloth",    "jelly-stack", "cape",        "cloth-fold",
        "chain-curtain", "truss-bridge", "web-line",    "ragdoll-net", "suspension-bridge"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        int frames = 4;
        uint64_t cpu = hash_of(names[i], TAUT_BACKEND_SCALAR, frames);
        int refused = 0, left = 0;
        for (int room = 0; left == 0 && room < 2000; room += 1 + room / 24) {
            taut_driver_host_memory = room;
            uint64_t hash = hash_of(names[i], TAUT_BACKEND_CUDA, frames);
            left = taut_driver_host_memory;
            taut_driver_host_memory = -1;
            refused += hash == 0;
            CHECK_MSG(hash == 0 || hash == cpu, "%s differs with %d blocks", names[i], room);
            CHECK_MSG(taut_driver_host_held == 0, "%s leaves %d blocks with %d", names[i],
                      taut_driver_host_held, room);
        }
        CHECK_MSG(refused > 3 && left > 0, "%s: %d refused", names[i], refused);
    }
}

// Later on, where torn bodies and those that wind begins to blow at ask for more.
TEST(a_device_that_fills_up_changes_no_bit)
{
    static const char* const names[] = {"tear-flag", "cut-cloth", "balloon", "tear-curtain"};
    static taut_scene_run run;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        int frames = i == 1 ? 90 : 40;
        uint64_t cpu = hash_of(names[i], TAUT_BACKEND_SCALAR, frames);
        for (int room = 0; room < 4; ++room) {
            taut_scene_options options = taut_scene_options_default();
            options.backend = TAUT_BACKEND_CUDA;
            CHECK(taut_scene_open(&run, taut_scene_find(names[i]), &options));
            taut_driver_host_memory = room;
            for (int k = 0; k < frames; ++k) {
                taut_scene_step(&run);
            }
            taut_driver_host_memory = -1;
            CHECK_MSG(taut_scene_hash(&run) == cpu, "%s differs with %d blocks more", names[i],
                      room);
            taut_scene_close(&run);
            CHECK_EQ_INT(taut_driver_host_held, 0);
        }
    }
}
