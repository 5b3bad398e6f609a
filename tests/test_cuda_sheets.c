// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sheets side by side on a device, the host in its place (or a GPU, `make test-cuda`).

#include <string.h>

#include "taut/taut.h"
#include "taut/taut_build.h"
#include "taut/taut_make.h"
#include "test.h"

#define DT (1.0f / 60.0f)

static taut_blueprint* bake_sheet(int size, bool rigid)
{
    taut_builder* builder = NULL;
    taut_blueprint* made = NULL;
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = size;
    cloth.rigid = rigid;
    cloth.bend = TAUT_BEND_SKIP_LINKS;
    cloth.material.damping_rate = 0.0f;
    cloth.tethers.enabled = false;
    CHECK(taut_builder_create(NULL, &builder, NULL) == TAUT_OK);
    CHECK(taut_make_cloth(builder, &cloth, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
    CHECK(taut_builder_bake(builder, &made) == TAUT_OK);
    taut_builder_destroy(builder);
    return made;
}

static uint64_t drop_sheets(taut_backend_kind backend, taut_blueprint* const* prints, int count,
                            taut_precision precision)
{
    taut_world_def def = taut_world_def_default();
    def.backend = backend;
    taut_world* world = NULL;
    CHECK(taut_world_create(&def, &world, NULL) == TAUT_OK);
    for (int i = 0; i < 3 * count; ++i) {
        taut_body_def body = taut_body_def_default();
        taut_body_id id;
        body.blueprint = prints[i % count];
        body.precision = precision;
        body.offset.z = 2.0f * (float)i;
        CHECK(taut_body_create(world, &body, &id) == TAUT_OK);
    }
    for (int i = 0; i < 4; ++i) {
        CHECK(taut_world_step(world, DT, 20, NULL) == TAUT_OK);
    }
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

// They go in one launch, whose blocks have as many threads as the largest asks for.
TEST(sheets_of_many_sizes_go_together)
{
    static const int sizes[] = {7, 24, 16, 40, 32, 10, 72};
    enum { COUNT = sizeof sizes / sizeof sizes[0] };
    taut_blueprint* prints[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        prints[i] = bake_sheet(sizes[i], true);
    }
    for (int fine = 0; fine < 2; ++fine) {
        taut_precision precision = fine ? TAUT_PRECISION_FINE : TAUT_PRECISION_FAST;
        uint64_t host = drop_sheets(TAUT_BACKEND_SCALAR, prints, COUNT, precision);
        uint64_t device = drop_sheets(TAUT_BACKEND_CUDA, prints, COUNT, precision);
        CHECK_MSG(host == device && host != 0, "fine %d", fine);
    }
    for (int i = 0; i < COUNT; ++i) {
        taut_blueprint_release(prints[i]);
    }
}

// Among others
// --------------------------------------------------------------------------------------

typedef struct outcome {
    uint64_t hash;
    int contacts, pairs;
    taut_reaction held;
    taut_constraint_state link[2];
} outcome;

// Two of them, one falling upon the other, or what is around them alone: a body that touches
// nothing else meets it.
static outcome drop_upon(taut_backend_kind backend, taut_blueprint* print, bool touch)
{
    taut_world_def def = taut_world_def_default();
    def.backend = backend;
    taut_world* world = NULL;
    CHECK(taut_world_create(&def, &world, NULL) == TAUT_OK);
    taut_collider_def ground = taut_collider_def_default();
    taut_collider_id ground_id;
    ground.shape = TAUT_SHAPE_PLANE;
    ground.position.y = -0.02f;
    CHECK(taut_collider_create(world, &ground, &ground_id) == TAUT_OK);
    taut_body_id ids[2];
    for (int i = 0; i < 2; ++i) {
        taut_body_def body = taut_body_def_default();
        body.blueprint = print;
        body.precision = TAUT_PRECISION_FAST;
        body.collision.self = body.collision.others = touch;
        body.collision.thickness = 0.01f;
        body.offset = (taut_vec3){0.01f * (float)i, 0.05f * (float)i, 0.02f * (float)i};
        body.velocity.y = -2.0f * (float)i;
        CHECK(taut_body_create(world, &body, &ids[i]) == TAUT_OK);
    }
    outcome o = {0};
    for (int i = 0; i < 3; ++i) {
        taut_step_report report;
        CHECK(taut_world_step(world, DT, 6, &report) == TAUT_OK);
        o.contacts += report.contact_count;
        o.pairs += report.pair_count;
    }
    o.hash = taut_world_hash(world);
    CHECK(taut_body_reaction(world, ids[1], 0, &o.held) == TAUT_OK);
    for (int i = 0; i < 2; ++i) {
        CHECK(taut_body_constraint(world, ids[i], 5, &o.link[i]) == TAUT_OK);
    }
    taut_world_destroy(world);
    return o;
}

// In one block and in several, with links in pairs and one by one, soft and rigid.
TEST(sheets_that_touch_and_meet_others)
{
    static const int sizes[] = {24, 50, 72, 150};
    for (int i = 0; i < 16; ++i) {
        int size = sizes[i / 4];
        taut_blueprint* print = bake_sheet(size, i % 2 == 0);
        bool touch = i / 2 % 2 == 0;
        outcome host = drop_upon(TAUT_BACKEND_SCALAR, print, touch);
        outcome device = drop_upon(TAUT_BACKEND_CUDA, print, touch);
        CHECK_MSG(host.hash == device.hash && host.contacts == device.contacts &&
                      host.pairs == device.pairs,
                  "number %d", i);
        CHECK_MSG(memcmp(&host.held, &device.held, sizeof host.held) == 0, "number %d", i);
        for (int k = 0; k < 2; ++k) {
            CHECK_MSG(host.link[k].force == device.link[k].force && host.link[k].force != 0.0f,
                      "number %d", i);
        }
        CHECK_MSG(host.contacts > 0 && (host.pairs > 0) == touch, "number %d", i);
        taut_blueprint_release(print);
    }
}

// Several parts
// -------------------------------------------------------------------------------------

// What a pin got in each step, and where all are in the end.
typedef struct held_sheet {
    uint64_t hash;
    taut_reaction reactions[24];
    uint64_t forces;  // of all links in the end, and how many are no numbers
    int wild;
} held_sheet;

static void read_forces(taut_world* world, taut_body_id id, held_sheet* h)
{
    taut_constraint_state state;
    h->forces = UINT64_C(14695981039346656037);
    for (int i = 0; taut_body_constraint(world, id, i, &state) == TAUT_OK; ++i) {
        uint32_t bits;
        memcpy(&bits, &state.force, sizeof bits);
        h->forces = (h->forces ^ bits) * UINT64_C(1099511628211);
        h->wild += !(state.force - state.force == 0.0f);
    }
}

// Pins come in pairs, within parts and next to others; some of them move, the rest is pushed.
// Substeps come one at a time, by two and by more.
static held_sheet hold_sheet(taut_backend_kind backend, taut_blueprint* print, int particles)
{
    static const int substeps[] = {1, 2, 5, 1, 3, 8};
    taut_world_def def = taut_world_def_default();
    def.backend = backend;
    taut_world* world = NULL;
    held_sheet h;
    memset(&h, 0, sizeof h);
    CHECK(taut_world_create(&def, &world, NULL) == TAUT_OK);
    taut_body_def body = taut_body_def_default();
    taut_body_id id;
    body.blueprint = print;
    body.precision = TAUT_PRECISION_FAST;
    CHECK(taut_body_create(world, &body, &id) == TAUT_OK);
    for (int frame = 0; frame < 24; ++frame) {
        for (int i = 1 + frame % 7; i < particles && frame % 5 == 0; i += 7 * 13) {
            CHECK(taut_body_pin(world, id, i) == TAUT_OK);
            CHECK(taut_body_pin(world, id, i - 1) == TAUT_OK);
        }
        for (int i = 1; i < particles && frame % 3 == 1; i += 7 * 13) {
            taut_vec3 x = taut_vec3_at(taut_body_positions(world, id), i);
            x.y += 0.01f;
            CHECK(taut_body_set_target(world, id, i, x) == TAUT_OK);
        }
        for (int i = 3; i < particles && frame % 2 == 0; i += 101) {
            taut_vec3 force = {0.1f, 0.05f * (float)(frame % 4), -0.02f};
            CHECK(taut_body_add_force(world, id, i, force) == TAUT_OK);
        }
        CHECK(taut_world_step(world, DT, substeps[frame % 6], NULL) == TAUT_OK);
        CHECK(taut_body_reaction(world, id, 1 + frame / 5 * 5 % 7, &h.reactions[frame]) == TAUT_OK);
    }
    h.hash = taut_world_hash(world);
    read_forces(world, id, &h);
    taut_world_destroy(world);
    return h;
}

// Of five, eight and twelve parts, and of sixteen, with which a cluster of blocks is full.
TEST(sheets_of_several_parts_are_held_and_pushed)
{
    static const int sizes[] = {72, 100, 120, 128};
    for (int i = 0; i < 4; ++i) {
        taut_blueprint* print = bake_sheet(sizes[i], true);
        int particles = sizes[i] * sizes[i];
        held_sheet host = hold_sheet(TAUT_BACKEND_SCALAR, print, particles);
        held_sheet device = hold_sheet(TAUT_BACKEND_CUDA, print, particles);
        CHECK_MSG(host.hash == device.hash && host.hash != 0, "size %d", sizes[i]);
        CHECK_MSG(memcmp(host.reactions, device.reactions, sizeof host.reactions) == 0, "size %d",
                  sizes[i]);
        CHECK_MSG(host.forces == device.forces && device.wild == 0, "size %d", sizes[i]);
        taut_blueprint_release(print);
    }
}
