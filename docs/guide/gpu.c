// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A cloth on a GPU, where there is one: stepped there, fetched to be drawn, or drawn from there.

#include "guide.h"

// The renderer. One on the same GPU reads the positions where they are.
static void draw(taut_world* world, taut_body_id cloth)
{
    taut_device_view there;
    if (taut_body_device_positions(world, cloth, &there) == TAUT_OK) {
        printf("%d particles at %p on the device\n", there.count, there.positions);
        return;
    }
    taut_vec3_view here = taut_body_positions(world, cloth);
    printf("%d particles, the last at y = %.3f (%s)\n", here.count,
           (double)taut_vec3_at(here, here.count - 1).y, taut_world_last_error(world));
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    def.backend = TAUT_BACKEND_CUDA;
    taut_error error;
    taut_world* world = NULL;
    if (taut_world_create(&def, &world, &error) == TAUT_ERROR_BACKEND_UNAVAILABLE) {
        printf("%s: on the CPU, with the same bits\n", error.text);
        def.backend = TAUT_BACKEND_AUTO;
        world = guide_world(&def);
    }

    taut_builder* builder = guide_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = 60;
    taut_make_cloth(builder, &cloth, NULL);
    taut_builder_pin(builder, 0);
    taut_body_id body = guide_put(world, builder, taut_body_def_default());

    for (int frame = 0; frame < 3; ++frame) {
        taut_world_step(world, 1.0f / 60.0f, 20, NULL);
        taut_body_prefetch(world, body);  // starts the copy and returns
        // ... other work of the frame ...
        taut_vec3_view x = taut_body_positions(world, body);  // waits for it: ask in every frame
        printf("y = %.4f\n", (double)taut_vec3_at(x, x.count - 1).y);
    }
    draw(world, body);

    taut_memory memory = taut_world_memory(world);
    printf("%.0f bytes a particle on the device\n",
           (double)memory.device_bytes / (double)memory.particles);
    bool there = taut_world_backend(world) == TAUT_BACKEND_CUDA;
    int wrong = guide_expect((memory.device_bytes > 0) == there, "a device's memory is counted");
    taut_world_destroy(world);
    return wrong;
}
