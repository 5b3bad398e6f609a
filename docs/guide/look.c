// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What is where: rays, balls that are moved along, and what lies within a ball.

#include "guide.h"

static taut_body_id hang_cloth(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.origin = (taut_vec3){-0.475f, 0.475f, 0.0f};
    cloth.v = (taut_vec3){0.0f, -1.0f, 0.0f};
    taut_make_cloth(builder, &cloth, NULL);
    for (int i = 0; i < cloth.columns; ++i) {
        taut_builder_pin(builder, i);
    }
    return guide_put(world, builder, taut_body_def_default());
}

static void add_ball(taut_world* world)
{
    taut_collider_def ball = taut_collider_def_default();
    ball.position = (taut_vec3){0.0f, 0.0f, -2.0f};
    taut_collider_id id;
    taut_collider_create(world, &ball, &id);
}

// All that a ray meets, the nearest first.
static int through_everything(taut_world* world)
{
    taut_hit items[8];
    taut_hits hits = {.items = items, .capacity = 8};
    taut_vec3 eye = {0.02f, 0.01f, 3.0f}, ahead = {0.0f, 0.0f, -1.0f};
    taut_world_cast_ray(world, NULL, eye, ahead, 10.0f, &hits);
    for (int i = 0; i < hits.count; ++i) {
        printf("%.2f m ahead: %s\n", (double)items[i].distance,
               items[i].kind == TAUT_HIT_COLLIDER ? "a collider" : "a body");
    }
    return guide_expect(hits.count == 2 && items[0].kind == TAUT_HIT_TRIANGLE &&
                            items[1].kind == TAUT_HIT_COLLIDER,
                        "the cloth, then the ball behind it");
}

// The camera looks for colliders alone, as wide as itself.
static int camera(taut_world* world)
{
    taut_query_def walls = taut_query_def_default();
    walls.kinds = 1u << TAUT_HIT_COLLIDER;
    taut_hit hit;
    taut_hits hits = {.items = &hit, .capacity = 1};
    taut_vec3 eye = {0.0f, 0.0f, 3.0f}, ahead = {0.0f, 0.0f, -1.0f};
    taut_world_sweep_sphere(world, &walls, eye, 0.2f, ahead, 10.0f, &hits);
    if (hits.count > 0) {
        printf("a camera of 20 cm may go %.2f m\n", (double)hit.distance);
    }
    return guide_expect(hits.count == 1 && fabsf(hit.distance - 4.3f) < 1e-3f,
                        "5 m less both radii");
}

// An explosion pushes every particle of bodies within a metre.
static int explode(taut_world* world, taut_body_id cloth)
{
    static taut_hit items[512];
    taut_hits hits = {.items = items, .capacity = 512};
    taut_query_def particles = taut_query_def_default();
    particles.kinds = 1u << TAUT_HIT_PARTICLE;
    particles.thickness = 0.0f;  // the particles themselves
    particles.free_only = true;
    taut_vec3 centre = {0.0f, 0.0f, 0.5f};
    taut_world_overlap_sphere(world, &particles, centre, 1.0f, &hits);
    for (int i = 0; i < hits.count; ++i) {
        float push = 1e-3f * (1.0f - items[i].distance);  // N s
        taut_vec3 away = {0.0f, 0.0f, -push};
        taut_body_add_impulse(world, items[i].body, items[i].particles[0], away);
    }
    float before = taut_vec3_at(taut_body_positions(world, cloth), 399).z;
    guide_run(world, 10);
    float after = taut_vec3_at(taut_body_positions(world, cloth), 399).z;
    printf("%d particles are pushed; the hem goes back by %.2f m\n", hits.count,
           (double)(before - after));
    return guide_expect(hits.count == 380 && hits.found == 380, "all but the pinned ones") +
           guide_expect(after < before - 0.05f, "the cloth is blown back");
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    taut_body_id cloth = hang_cloth(world);
    add_ball(world);
    int wrong = through_everything(world) + camera(world) + explode(world, cloth);
    taut_world_destroy(world);
    return wrong;
}
