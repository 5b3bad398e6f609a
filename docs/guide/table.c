// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colliders: a cloth dropped on a table that carries it, and is then drawn away from under it,
// faster than it can fall.

#include "guide.h"

static taut_body_id add_cloth(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = 21;
    cloth.origin = (taut_vec3){-0.5f, 0.85f, -0.5f};
    taut_make_cloth(builder, &cloth, NULL);
    taut_body_def body = taut_body_def_default();
    body.drag = 1.0f;
    body.collision.thickness = 0.004f;  // metres that it keeps from surfaces
    body.collision.surface.friction = 0.3f;
    body.collision.surface.static_friction = 0.4f;
    return guide_put(world, builder, body);
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);

    taut_collider_def top = taut_collider_def_default();
    top.shape = TAUT_SHAPE_BOX;
    top.half_size = (taut_vec3){0.4f, 0.02f, 0.4f};
    top.position = (taut_vec3){0.0f, 0.75f, 0.0f};
    taut_collider_id table;
    taut_collider_create(world, &top, &table);
    taut_body_id cloth = add_cloth(world);
    guide_run(world, 240);

    float weight = 0.0f;
    for (int i = 0; i < 21 * 21; ++i) {
        weight += 9.81f * taut_body_mass(world, cloth, i);
    }
    taut_collider_load load;
    taut_collider_reaction(world, table, &load);
    printf("the cloth weighs %.2f N and presses with %.2f N\n", (double)weight,
           (double)load.force.y);
    int wrong = guide_expect(fabsf(load.force.y + weight) < 0.05f * weight, "it carries the cloth");

    for (int frame = 1; frame <= 15; ++frame) {
        taut_vec3 to = {0.0f, 0.75f - (float)frame / 15.0f, 0.0f};
        taut_collider_move(world, table, to, taut_quat_identity());
        guide_run(world, 1);
    }
    float middle = taut_vec3_at(taut_body_positions(world, cloth), 220).y;
    printf("the table is 1 m down, the cloth %.2f m above it\n", (double)middle + 0.25);
    wrong += guide_expect(middle > 0.2f, "the cloth stays behind");
    taut_world_destroy(world);
    return wrong;
}
