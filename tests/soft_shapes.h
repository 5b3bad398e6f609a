// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Closed meshes for the tests of soft bodies and skins.

#pragma once

#include "taut/taut.h"

#include <math.h>

#define MOST_SHAPE_VERTICES 4096
#define MOST_SHAPE_TRIANGLES 8192

typedef struct taut_test_shape {
    taut_vec3 vertices[MOST_SHAPE_VERTICES];
    taut_vec3 normals[MOST_SHAPE_VERTICES];  // of the last sphere
    int32_t triangles[3 * MOST_SHAPE_TRIANGLES];
    int vertex_count, triangle_count;
} taut_test_shape;

static inline void shape_triangle(taut_test_shape* s, int a, int b, int c)
{
    int32_t* t = &s->triangles[3 * s->triangle_count++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

static inline int shape_vertex(taut_test_shape* s, double x, double y, double z)
{
    s->vertices[s->vertex_count] = (taut_vec3){(float)x, (float)y, (float)z};
    return s->vertex_count++;
}

// Adds a sphere of n bands of 2 n quadrilaterals each, wound outwards.
static inline void shape_sphere(taut_test_shape* s, taut_vec3 centre, double radius, int n)
{
    int first = s->vertex_count;
    for (int band = 0; band <= n; ++band) {
        for (int i = 0; i < 2 * n; ++i) {
            double down = 3.14159265358979 * band / n;
            double round = 3.14159265358979 * i / n;
            double x = sin(down) * cos(round);
            double y = cos(down);
            double z = sin(down) * sin(round);
            int v = shape_vertex(s, (double)centre.x + radius * x, (double)centre.y + radius * y,
                                 (double)centre.z + radius * z);
            s->normals[v] = (taut_vec3){(float)x, (float)y, (float)z};
        }
    }
    for (int band = 0; band < n; ++band) {
        for (int i = 0; i < 2 * n; ++i) {
            int a = first + band * 2 * n + i;
            int b = first + band * 2 * n + (i + 1) % (2 * n);
            shape_triangle(s, a, b, b + 2 * n);
            shape_triangle(s, a, b + 2 * n, a + 2 * n);
        }
    }
}

// Adds a box, wound outwards.
static inline void shape_box(taut_test_shape* s, taut_vec3 min, taut_vec3 max)
{
    static const int quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    int first = s->vertex_count;
    for (int c = 0; c < 8; ++c) {
        shape_vertex(s, (double)((c & 1) != 0 ? max.x : min.x),
                     (double)((c & 2) != 0 ? max.y : min.y),
                     (double)((c & 4) != 0 ? max.z : min.z));
    }
    for (int q = 0; q < 6; ++q) {
        const int* c = quads[q];
        shape_triangle(s, first + c[0], first + c[1], first + c[2]);
        shape_triangle(s, first + c[0], first + c[2], first + c[3]);
    }
}

static inline taut_soft_mesh_def shape_def(const taut_test_shape* s)
{
    taut_soft_mesh_def def = taut_soft_mesh_def_default();
    def.vertices = s->vertices;
    def.vertex_count = s->vertex_count;
    def.triangles = s->triangles;
    def.triangle_count = s->triangle_count;
    return def;
}
