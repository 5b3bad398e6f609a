// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A character of one's own on a trampoline: a capsule that the program moves, carried by what the
// cloth puts on it. It lands, comes to rest and walks.

#include "guide.h"

#define SIDE 41

typedef struct walker {
    taut_collider_id capsule;
    taut_vec3 position, velocity;
    float mass;
} walker;

static taut_body_id add_trampoline(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = SIDE;
    cloth.spacing_u = cloth.spacing_v = 0.1f;
    cloth.origin = (taut_vec3){-2.0f, 1.0f, -2.0f};
    cloth.material.mass_per_area = 0.5f;
    cloth.material.warp_stiffness = cloth.material.weft_stiffness = 5000.0f;  // N/m
    taut_make_cloth(builder, &cloth, NULL);
    for (int i = 0; i < SIDE * SIDE; ++i) {
        int column = i % SIDE, row = i / SIDE;
        if (column == 0 || row == 0 || column == SIDE - 1 || row == SIDE - 1) {
            taut_builder_pin(builder, i);
        }
    }
    taut_body_def body = taut_body_def_default();
    body.drag = 1.0f;
    return guide_put(world, builder, body);
}

static walker add_walker(taut_world* world, taut_vec3 position)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_CAPSULE;
    def.radius = 0.3f;
    def.half_height = 0.5f;
    def.position = position;
    walker w = {.position = position, .mass = 70.0f};
    taut_collider_create(world, &def, &w.capsule);
    return w;
}

// Before each step of the world. The load is what bodies put on the collider: add it as it is.
static float walk(taut_world* world, walker* w, float dt)
{
    taut_collider_load load;
    taut_collider_reaction(world, w->capsule, &load);
    w->velocity.y += (load.force.y / w->mass - 9.81f) * dt;
    if (load.force.y > 0.0f) {
        w->velocity.y -= fminf(1.0f, 10.0f * dt) * w->velocity.y;  // knees: they take up the bounce
    }
    w->position.x += w->velocity.x * dt;
    w->position.y += w->velocity.y * dt;
    taut_collider_move(world, w->capsule, w->position, taut_quat_identity());
    return load.force.y;
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    add_trampoline(world);
    walker w = add_walker(world, (taut_vec3){-0.8f, 2.3f, 0.0f});
    float weight = 9.81f * w.mass, most = 0.0f, least = 1e9f, up = 0.0f;
    for (int frame = 0; frame < 480; ++frame) {
        w.velocity.x = frame >= 240 && frame < 360 ? 0.8f : 0.0f;  // two seconds at a stroll
        up = walk(world, &w, 1.0f / 60.0f);
        guide_run(world, 1);
        if (frame >= 180) {
            most = fmaxf(most, up);
            least = fminf(least, up);
        }
    }
    printf("it weighs %.0f N and is carried by %.0f N; as it walked, by %.0f to %.0f N\n",
           (double)weight, (double)up, (double)least, (double)most);
    taut_world_destroy(world);
    return guide_expect(fabsf(up - weight) < 0.02f * weight, "it stands") +
           guide_expect(least > 0.5f * weight && most < 1.5f * weight, "and was not thrown off");
}
