// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sheets side by side on a device, the host in its place (or a GPU, `make test-cuda`).

#include "taut/taut.h"
#include "taut/taut_build.h"
#include "taut/taut_make.h"
#include "test.h"

#define DT (1.0f / 60.0f)

static taut_blueprint* bake_sheet(int size)
{
    taut_builder* builder = NULL;
    taut_blueprint* made = NULL;
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = size;
    cloth.rigid = true;
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
        prints[i] = bake_sheet(sizes[i]);
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
