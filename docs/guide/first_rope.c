// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include <stdio.h>
#include <taut/taut.h>

int main(void)
{
    taut_rope_def rope = taut_rope_def_default();  // 1 m of nylon rope, 32 links
    rope.pin_start = true;
    rope.end_mass = 0.2f;  // kg
    taut_builder* builder = NULL;
    taut_blueprint* blueprint = NULL;
    taut_builder_create(NULL, &builder, NULL);
    taut_make_rope(builder, &rope, NULL);
    taut_builder_bake(builder, &blueprint);

    taut_world_def world_def = taut_world_def_default();  // gravity is 9.81 m/s^2 down
    taut_body_def body_def = taut_body_def_default();
    body_def.blueprint = blueprint;
    body_def.drag = 2.0f;  // 1/s: lets it come to rest
    taut_world* world = NULL;
    taut_body_id body = {0};
    taut_world_create(&world_def, &world, NULL);
    taut_body_create(world, &body_def, &body);

    for (int frame = 0; frame < 600; ++frame) {
        taut_world_step(world, 1.0f / 60.0f, 20, NULL);
    }
    float tension = 0.0f;
    taut_body_forces(world, body, 0, 1, &tension);
    printf("tension at the top: %.3f N\n", (double)tension);

    taut_world_destroy(world);
    taut_blueprint_release(blueprint);
    taut_builder_destroy(builder);
    return 0;
}
