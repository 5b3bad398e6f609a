// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Prints the hash of the world that native.test.ts builds through the package, step by step, so
// that both can be compared.

#include <inttypes.h>
#include <stdio.h>

#include "taut/taut.h"

static bool add(taut_world* world, taut_builder* builder, taut_vec3 velocity)
{
    taut_body_def def = taut_body_def_default();
    taut_blueprint* blueprint = NULL;
    taut_body_id body = {0};
    if (taut_builder_bake(builder, &blueprint) != TAUT_OK) {
        return false;
    }
    def.blueprint = blueprint;
    def.velocity = velocity;
    bool ok = taut_body_create(world, &def, &body) == TAUT_OK;
    taut_blueprint_release(blueprint);
    taut_builder_destroy(builder);
    return ok;
}

static taut_builder* new_builder(void)
{
    taut_builder* builder = NULL;
    (void)taut_builder_create(NULL, &builder, NULL);
    return builder;
}

static bool add_rope(taut_world* world)
{
    taut_builder* builder = new_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.start = (taut_vec3){0.0f, 2.0f, 0.0f};
    rope.end = (taut_vec3){2.0f, 2.0f, 0.0f};
    rope.link_count = 40;
    rope.pin_start = true;
    (void)taut_rope_material_find("steel-cable", &rope.material);
    return taut_make_rope(builder, &rope, NULL) == TAUT_OK &&
           add(world, builder, (taut_vec3){0.0f, 0.0f, 1.0f});
}

static bool add_cloth(taut_world* world)
{
    taut_builder* builder = new_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.origin = (taut_vec3){-0.5f, 1.0f, -0.5f};
    cloth.columns = 24;
    cloth.rows = 16;
    (void)taut_cloth_material_find("silk", &cloth.material);
    return taut_make_cloth(builder, &cloth, NULL) == TAUT_OK &&
           taut_builder_pin(builder, 0) == TAUT_OK && taut_builder_pin(builder, 23) == TAUT_OK &&
           add(world, builder, (taut_vec3){0.0f, 0.0f, 0.0f});
}

static bool add_jelly(taut_world* world)
{
    taut_builder* builder = new_builder();
    taut_jelly_def jelly = taut_jelly_def_default();
    jelly.origin = (taut_vec3){1.0f, 0.5f, 1.0f};
    return taut_make_jelly(builder, &jelly, NULL) == TAUT_OK &&
           add(world, builder, (taut_vec3){0.0f, 0.0f, 0.0f});
}

static bool add_things(taut_world* world)
{
    taut_collider_def sphere = taut_collider_def_default();
    sphere.position = (taut_vec3){0.1f, 0.4f, -0.1f};
    sphere.radius = 0.3f;
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    taut_collider_id id = {0};
    taut_wind_def wind = taut_wind_def_default(TAUT_WIND_GUST);
    wind.velocity = (taut_vec3){3.0f, 0.0f, 1.0f};
    return taut_collider_create(world, &sphere, &id) == TAUT_OK &&
           taut_collider_create(world, &ground, &id) == TAUT_OK &&
           taut_world_set_winds(world, &wind, 1) == TAUT_OK;
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = NULL;
    if (taut_world_create(&def, &world, NULL) != TAUT_OK || !add_rope(world) ||
        !add_cloth(world) || !add_jelly(world) || !add_things(world)) {
        fprintf(stderr, "%s\n", taut_world_last_error(world));
        return 1;
    }
    for (int i = 0; i < 120; ++i) {
        if (taut_world_step(world, 1.0f / 60.0f, 20, NULL) != TAUT_OK) {
            return 1;
        }
        if (i % 30 == 29) {
            printf("%016" PRIx64 "\n", taut_world_hash(world));
        }
    }
    taut_world_destroy(world);
    return 0;
}
