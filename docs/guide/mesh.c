// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A skirt from the triangle mesh of a modelling program: vertices stand twice along its seam. The
// weld map pins it by its vertices and gives the vertices back for drawing.

#include "guide.h"

#define SIDES 24
#define RINGS 13
#define ACROSS (SIDES + 1)  // the last column lies on the first: the seam of the texture
#define VERTICES (ACROSS * RINGS)
#define TRIANGLES (2 * SIDES * (RINGS - 1))

typedef struct skirt {
    taut_vec3 vertices[VERTICES];  // as they came from the file; then as they are drawn
    taut_vec3 normals[VERTICES];
    int32_t triangles[3 * TRIANGLES];
    int32_t weld_map[VERTICES];  // the particle of each vertex
} skirt;

static void load(skirt* s)
{
    for (int v = 0; v < VERTICES; ++v) {
        float turn = 6.2831853f * (float)(v % ACROSS) / SIDES;
        int ring = v / ACROSS;
        float down = (float)ring / (RINGS - 1);
        float radius = 0.15f + 0.2f * down;
        s->vertices[v] = (taut_vec3){radius * cosf(turn), -0.4f * down, radius * sinf(turn)};
    }
    int32_t* corner = s->triangles;
    for (int cell = 0; cell < SIDES * (RINGS - 1); ++cell) {
        int32_t v = cell / SIDES * ACROSS + cell % SIDES;
        const int32_t corners[6] = {v, v + 1, v + ACROSS, v + 1, v + ACROSS + 1, v + ACROSS};
        for (int k = 0; k < 6; ++k) {
            *corner++ = corners[k];
        }
    }
}

static taut_body_id put(taut_world* world, skirt* s)
{
    taut_builder* builder = guide_builder();
    taut_mesh_cloth_def mesh = taut_mesh_cloth_def_default();
    mesh.vertices = s->vertices;
    mesh.vertex_count = VERTICES;
    mesh.triangles = s->triangles;
    mesh.triangle_count = TRIANGLES;
    mesh.weld_map = s->weld_map;  // receives the particle of each vertex
    taut_cloth_material_find("leather", &mesh.material);
    taut_part part;
    if (taut_make_mesh_cloth(builder, &mesh, &part) != TAUT_OK) {
        printf("no cloth: %s\n", taut_builder_last_error(builder));
    }
    printf("%d vertices, %d particles\n", VERTICES, part.particle_count);

    for (int v = 0; v < ACROSS; ++v) {  // the waist: the first ring of vertices
        taut_builder_pin(builder, s->weld_map[v]);
    }
    taut_body_def def = taut_body_def_default();
    def.drag = 2.0f;
    return guide_put(world, builder, def);
}

// What is drawn each frame: the renderer's own triangles and texture, positions of the particles.
static void fetch(taut_world* world, taut_body_id body, skirt* s)
{
    taut_vec3_view positions = taut_body_positions(world, body);
    taut_vec3_view normals = taut_body_normals(world, body);
    for (int v = 0; v < VERTICES; ++v) {
        s->vertices[v] = taut_vec3_at(positions, s->weld_map[v]);
        s->normals[v] = taut_vec3_at(normals, s->weld_map[v]);
    }
}

static int check(taut_world* world, taut_body_id body, const skirt* s)
{
    int torn = 0;
    for (int v = 0; v < VERTICES; v += ACROSS) {
        torn += s->weld_map[v] != s->weld_map[v + SIDES];
    }
    double held = 0.0, weight = 0.0;
    int count = taut_body_positions(world, body).count;
    for (int i = 0; i < count; ++i) {
        taut_reaction pin = {0};
        taut_body_reaction(world, body, i, &pin);  // zero for free particles
        held += (double)pin.force.y;
        double mass = (double)taut_body_mass(world, body, i);
        weight += taut_body_pinned(world, body, i) ? 0.0 : 9.81 * mass;
    }
    const taut_vec3* n = &s->normals[VERTICES - 1];
    float hem = s->vertices[VERTICES - 1].y;
    printf("the waist holds %.3f N of %.3f N; the hem hangs at %.3f m\n", held, weight,
           (double)hem);
    // 1 %: the skirt still sways a little, and what sways does not pull evenly.
    return guide_expect(torn == 0, "both vertices of the seam are one particle") +
           guide_expect(count == SIDES * RINGS, "nothing else is welded") +
           guide_expect(fabs(held / weight - 1.0) < 0.01, "the pins hold the skirt") +
           guide_expect(hem < -0.4f, "it falls from the shape of its mesh") +
           guide_expect(fabsf(n->x * n->x + n->y * n->y + n->z * n->z - 1.0f) < 1e-4f,
                        "vertices get unit normals");
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    static skirt s;
    load(&s);
    taut_body_id body = put(world, &s);
    guide_run(world, 900);
    fetch(world, body, &s);
    int wrong = check(world, body, &s);
    taut_world_destroy(world);
    return wrong;
}
