// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Shapes made of points, heights and triangles: a boulder on hilly ground, a ramp beside it, a rope
// that falls over all of it. And what there is to draw.

#include "guide.h"

#define COLUMNS 9
#define ROWS 5

static taut_collider_id put(taut_world* world, taut_collider_def def)
{
    taut_collider_id id = {0};
    if (taut_collider_create(world, &def, &id) != TAUT_OK) {
        printf("no collider: %s\n", taut_world_last_error(world));
    }
    return id;
}

static taut_collider_id add_hills(taut_world* world)
{
    float heights[COLUMNS * ROWS];
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        heights[i] = i % 2 == 0 ? 0.0f : 0.1f;
    }
    taut_height_field_def field = taut_height_field_def_default();
    field.heights = heights;  // copied
    field.columns = COLUMNS;
    field.rows = ROWS;
    field.spacing = 0.5f;
    const taut_shape* shape = NULL;
    taut_error error;
    if (taut_shape_create_height_field(NULL, &field, &shape, &error) != TAUT_OK) {
        printf("no ground: %s\n", error.text);
    }
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_HEIGHT_FIELD;
    def.baked = shape;
    taut_collider_id ground = put(world, def);
    taut_shape_release(shape);  // the collider holds it now
    return ground;
}

static taut_collider_id add_boulder(taut_world* world)
{
    const taut_vec3 points[] = {{-0.3f, 0.0f, -0.3f},
                                {0.3f, 0.0f, -0.3f},
                                {0.0f, 0.0f, 0.4f},
                                {-0.1f, 0.4f, 0.0f},
                                {0.2f, 0.35f, 0.1f}};
    const taut_shape* shape = NULL;
    taut_error error;
    if (taut_shape_create_hull(NULL, points, 5, &shape, &error) != TAUT_OK) {
        printf("no boulder: %s\n", error.text);
    }
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_HULL;
    def.baked = shape;
    taut_collider_id boulder = put(world, def);
    taut_shape_release(shape);
    return boulder;
}

static taut_collider_id add_ramp(taut_world* world)
{
    const taut_vec3 vertices[] = {
        {0.6f, 0.1f, -0.5f}, {1.4f, 0.5f, -0.5f}, {0.6f, 0.1f, 0.5f}, {1.4f, 0.5f, 0.5f}};
    const int32_t triangles[] = {0, 2, 1, 1, 2, 3};
    taut_mesh_shape_def mesh = taut_mesh_shape_def_default();
    mesh.vertices = vertices;
    mesh.vertex_count = 4;
    mesh.triangles = triangles;
    mesh.triangle_count = 2;
    const taut_shape* shape = NULL;
    taut_error error;
    if (taut_shape_create_mesh(NULL, &mesh, &shape, &error) != TAUT_OK) {
        printf("no ramp: %s\n", error.text);
    }
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_MESH;
    def.baked = shape;
    def.surface.friction = 0.0f;  // ice
    taut_collider_id ramp = put(world, def);
    taut_shape_release(shape);
    return ramp;
}

static taut_body_id add_rope(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.start = (taut_vec3){-1.5f, 0.8f, 0.0f};
    rope.end = (taut_vec3){1.5f, 0.8f, 0.05f};
    rope.link_count = 60;
    taut_make_rope(builder, &rope, NULL);
    taut_body_def def = taut_body_def_default();
    def.drag = 1.0f;
    def.collision.thickness = 0.01f;
    return guide_put(world, builder, def);
}

// Walks over all colliders, as one that draws them would.
static int draw(taut_world* world)
{
    int triangles = 0;
    for (int i = 0; i < taut_world_collider_count(world); ++i) {
        taut_collider_def def;
        taut_collider_get(world, taut_world_collider(world, i), &def);
        // ... def.position and def.rotation are where it is now.
        triangles += taut_shape_triangles(def.baked).count / 3;
        printf("a %s of %d vertices\n", taut_shape_name(def.shape),
               taut_shape_vertices(def.baked).count);
    }
    return triangles;
}

static float lowest(taut_world* world, taut_body_id body)
{
    taut_vec3_view x = taut_body_positions(world, body);
    float low = 1e9f;
    for (int i = 0; i < x.count; ++i) {
        low = fminf(low, taut_vec3_at(x, i).y);
    }
    return low;
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    taut_collider_id ground = add_hills(world);
    taut_collider_id boulder = add_boulder(world);
    taut_collider_id ramp = add_ramp(world);
    taut_body_id rope = add_rope(world);
    guide_run(world, 240);
    float low = lowest(world, rope);
    float middle = taut_vec3_at(taut_body_positions(world, rope), 30).y;
    printf("the rope lies %.2f m up at its lowest, %.2f m on the boulder\n", (double)low,
           (double)middle);
    int wrong = guide_expect(low > 0.0f, "the ground holds it up") +
                guide_expect(middle > 0.2f, "and the boulder") +
                guide_expect(draw(world) > 2 * (COLUMNS - 1) * (ROWS - 1), "there is much to draw");

    taut_surface rough = {.friction = 1.0f};
    taut_collider_set_surface(world, ramp, rough);
    taut_collider_set_filter(world, ground, (taut_filter){.category = 0, .mask = 0});  // a hole
    taut_collider_destroy(world, boulder);
    guide_run(world, 60);
    wrong += guide_expect(!taut_collider_valid(world, boulder), "the boulder is gone") +
             guide_expect(lowest(world, rope) < -1.0f, "and the rope falls through");
    taut_world_destroy(world);
    return wrong;
}
