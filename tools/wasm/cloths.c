// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The cloth of the scene cloth-100, smaller, and many of them from one blueprint. It is no scene of
// scenes/list.h: it shows nothing but how long it takes.

#include "cloths.h"

#define SPACING 0.05f

static taut_blueprint* bake(taut_scene_run* run, int size)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = size;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.bend = TAUT_BEND_SKIP_LINKS;
    cloth.rigid = true;
    cloth.particle_mass = 0.0005f;
    cloth.material.damping_rate = 0.0f;
    cloth.tethers.enabled = taut_scene_get(run, "tethers") != 0.0;
    taut_blueprint* blueprint = NULL;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = builder != NULL && taut_make_cloth(builder, &cloth, NULL) == TAUT_OK &&
              taut_builder_pin(builder, 0) == TAUT_OK &&
              taut_builder_pin(builder, size - 1) == TAUT_OK &&
              taut_builder_bake(builder, &blueprint) == TAUT_OK;
    if (!ok && builder != NULL) {
        taut_scene_fail(run, "%s", taut_builder_last_error(builder));
    }
    taut_builder_destroy(builder);
    return ok ? blueprint : NULL;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int index = taut_scene_add_world(run, &world_def, "cloths");
    int size = (int)taut_scene_get(run, "size");
    int count = (int)taut_scene_get(run, "count");
    taut_body_def body = taut_body_def_default();
    taut_blueprint* blueprint = index >= 0 ? bake(run, size) : NULL;
    bool ok = blueprint != NULL;
    for (int i = 0; ok && i < count; ++i) {
        taut_body_id id = {0};
        float step = 1.2f * SPACING * (float)size;
        body.blueprint = blueprint;
        body.drag = (float)taut_scene_get(run, "drag");
        body.offset = (taut_vec3){step * (float)(i % 10), 0.0f, step * (float)(i / 10)};
        taut_world* world = run->worlds[index].world;
        ok = taut_body_create(world, &body, &id) == TAUT_OK ||
             taut_scene_fail(run, "%s", taut_world_last_error(world));
    }
    taut_blueprint_release(blueprint);
    return ok;
}

const taut_scene taut_wasm_cloths = {
    .name = "cloths",
    .about = "Many small rigid cloths in one world, each held by two corners.",
    .tags = "cloth large",
    .params = {{"count", "how many", 100.0, 1.0, 1000.0},
               {"size", "particles along a side", 32.0, 3.0, 256.0},
               {"tethers", "0 or 1: long-range tethers to the pins", 0.0, 0.0, 1.0},
               {"drag", "1/s", 0.1, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 60,
    .solver = TAUT_SOLVER_XPBD,
    .make = make,
};
