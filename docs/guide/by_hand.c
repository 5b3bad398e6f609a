// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles and constraints by hand: two weights on strings, tied together, above a floor that is
// a constraint of our own.

#include "guide.h"

#define FLOOR -2.0f  // m

// C = y - FLOOR, kept at or above 0: the particle does not go below the floor.
static bool floor_height(void* context, int count, const taut_vec3* x, float* value,
                         taut_vec3* gradient)
{
    (void)context;
    (void)count;
    *value = x[0].y - FLOOR;
    gradient[0] = (taut_vec3){0.0f, 1.0f, 0.0f};
    return true;
}

static void put_floor(taut_builder* builder, int particle)
{
    taut_user_constraint_def def = taut_user_constraint_def_default();
    def.evaluate = floor_height;
    def.particle_count = 1;
    def.particles[0] = particle;
    def.sides = TAUT_SIDES_COMPRESSION;  // C >= 0
    taut_builder_add_user_constraint(builder, &def, NULL);
}

static taut_body_id build(taut_world* world)
{
    taut_builder* builder = guide_builder();
    int hook = 0, left = 0, right = 0;
    taut_builder_add_particle(builder, (taut_vec3){0.0f, 0.0f, 0.0f}, 1.0f, &hook);
    taut_builder_add_particle(builder, (taut_vec3){-0.5f, -1.0f, 0.0f}, 1.0f, &left);
    taut_builder_add_particle(builder, (taut_vec3){0.5f, -1.0f, 0.0f}, 3.0f, &right);
    taut_builder_pin(builder, hook);

    taut_constraint_def string = taut_link(hook, left);
    string.sides = TAUT_SIDES_TENSION;  // a string does not push
    taut_builder_add_constraint(builder, &string, NULL);

    taut_constraint_def band = taut_link(left, right);
    band.compliance = 1e-2f;   // m/N
    band.damping_rate = 5.0f;  // 1/s
    taut_builder_add_constraint(builder, &band, NULL);

    put_floor(builder, right);
    taut_body_def def = taut_body_def_default();
    def.drag = 1.0f;
    return guide_put(world, builder, def);
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    taut_body_id body = build(world);
    guide_run(world, 1200);
    float band = 0.0f;
    taut_body_forces(world, body, 1, 1, &band);
    taut_reaction hook = {0};
    taut_body_reaction(world, body, 0, &hook);
    float low = taut_vec3_at(taut_body_positions(world, body), 2).y;
    printf("hook %.3f N, band %.3f N; the right weight is at y = %.5f\n", (double)hook.force.y,
           (double)band, (double)low);
    int wrong = guide_expect(fabsf(hook.force.y / 9.81f - 1.0f) < 0.01f, "the hook holds 1 kg") +
                guide_expect(fabsf(low - FLOOR) < 1e-3f, "the heavy weight lies on the floor");
    taut_world_destroy(world);
    return wrong;
}
