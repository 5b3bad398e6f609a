// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A soft body that fills a ball-shaped mesh hangs from its top and is drawn with the mesh itself; a
// ray finds it.

#include "guide.h"

#define BANDS 8
#define AROUND 16

typedef struct ball {
    taut_vec3 vertices[2 + (BANDS - 1) * AROUND];
    int32_t triangles[3 * 2 * (BANDS - 1) * AROUND];
    int vertex_count, triangle_count;
} ball;

static void add_triangle(ball* b, int a, int c, int d)
{
    int32_t* t = &b->triangles[3 * b->triangle_count++];
    t[0] = a;
    t[1] = c;
    t[2] = d;
}

// Vertex (band, i), bands counted from the top, whose own vertex is the first.
static int vertex(int band, int i)
{
    return band == 0       ? 0
           : band == BANDS ? 1 + (BANDS - 1) * AROUND
                           : 1 + (band - 1) * AROUND + i % AROUND;
}

static void make_ball(ball* b, float radius)
{
    for (int band = 0; band <= BANDS; ++band) {
        for (int i = 0; i < (band % BANDS == 0 ? 1 : AROUND); ++i) {
            double down = 3.14159265 * band / BANDS;
            double round = 6.28318531 * i / AROUND;
            b->vertices[b->vertex_count++] =
                (taut_vec3){radius * (float)(sin(down) * cos(round)), radius * (float)cos(down),
                            radius * (float)(sin(down) * sin(round))};
        }
    }
    for (int band = 0; band < BANDS; ++band) {
        for (int i = 0; i < AROUND; ++i) {
            if (band > 0) {
                add_triangle(b, vertex(band, i), vertex(band, i + 1), vertex(band + 1, i));
            }
            if (band + 1 < BANDS) {
                add_triangle(b, vertex(band, i + 1), vertex(band + 1, i + 1), vertex(band + 1, i));
            }
        }
    }
}

static taut_builder* fill(const ball* mesh, taut_soft_report* report)
{
    taut_builder* builder = guide_builder();
    taut_soft_mesh_def soft = taut_soft_mesh_def_default();
    soft.vertices = mesh->vertices;
    soft.vertex_count = mesh->vertex_count;
    soft.triangles = mesh->triangles;
    soft.triangle_count = mesh->triangle_count;
    soft.cell_size = 0.06f;
    soft.report = report;
    taut_soft_material_find("flesh", &soft.material);
    taut_part part;
    if (taut_make_soft_mesh(builder, &soft, &part) != TAUT_OK) {
        printf("no body: %s\n", taut_builder_last_error(builder));
    }
    return builder;
}

// Everything above `height` is held.
static void hold(taut_builder* builder, float height)
{
    for (int i = 0; i < taut_builder_particle_count(builder); ++i) {
        if (taut_builder_position(builder, i).y > height) {
            taut_builder_pin(builder, i);
        }
    }
}

static taut_skin* bind(const taut_blueprint* blueprint, const ball* mesh)
{
    taut_skin_def def = taut_skin_def_default();
    def.blueprint = blueprint;
    def.vertices = mesh->vertices;
    def.vertex_count = mesh->vertex_count;
    taut_skin* skin = NULL;
    taut_error error;
    if (taut_skin_create(&def, &skin, &error) != TAUT_OK) {
        printf("no skin: %s\n", error.text);
    }
    return skin;
}

static int look(taut_world* world, taut_body_id body)
{
    taut_hit hit;
    taut_hits hits = {.items = &hit, .capacity = 1};
    taut_vec3 eye = {0.05f, 0.02f, 3.0f};
    taut_vec3 ahead = {0.0f, 0.0f, -1.0f};
    taut_world_cast_ray(world, NULL, eye, ahead, 10.0f, &hits);
    if (hits.count > 0) {
        printf("%.3f m ahead, triangle %d\n", (double)hit.distance, hit.element);
    }
    return guide_expect(hits.count == 1 && hit.body.index1 == body.index1, "the ray meets it") +
           guide_expect(fabs((double)hit.distance - 2.7) < 0.1, "about where the ball begins");
}

int main(void)
{
    static ball mesh;
    static taut_vec3 drawn[2 + (BANDS - 1) * AROUND];
    make_ball(&mesh, 0.3f);
    taut_soft_report report = {0};
    taut_builder* builder = fill(&mesh, &report);
    hold(builder, 0.2f);
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    taut_body_id body = guide_put(world, builder, taut_body_def_default());
    taut_skin* skin = bind(taut_body_blueprint(world, body), &mesh);
    printf("%d cells in %d piece, %.4f m^3, %.1f kg\n", report.cells, report.pieces,
           (double)report.volume, 1000.0 * (double)report.volume);

    for (int frame = 0; frame < 240; ++frame) {
        taut_world_step(world, 1.0f / 60.0f, 20, NULL);
        taut_skin_apply(skin, taut_body_positions(world, body), drawn, NULL, mesh.vertex_count,
                        NULL);
        // ... and the mesh is drawn with `drawn` in place of its own vertices.
    }
    float sag = mesh.vertices[mesh.vertex_count - 1].y - drawn[mesh.vertex_count - 1].y;
    printf("its lowest point hangs %.1f mm lower\n", 1e3 * (double)sag);
    int wrong = guide_expect(sag > 0.002f && sag < 0.1f, "it hangs down by some millimetres") +
                guide_expect(report.pieces == 1, "one piece") +
                guide_expect(fabs((double)report.volume / 0.1131 - 1.0) < 0.1,
                             "4/3 pi r^3 within a tenth: the mesh is a little smaller") +
                look(world, body);
    taut_skin_destroy(skin);
    taut_world_destroy(world);
    return wrong;
}
