// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A small software renderer for still pictures: lit, shadowed, anti-aliased. It knows triangles,
// tubes and spheres and nothing of physics; cli/picture.c turns a scene into such a list.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "taut/taut_base.h"

typedef struct taut_draw taut_draw;

typedef struct taut_draw_camera {
    taut_vec3 eye, target;
    float fov;  // vertical, degrees
} taut_draw_camera;

// NULL when memory is short or a side is not in 1 to 16384 pixels.
taut_draw* taut_draw_create(int width, int height);
void taut_draw_destroy(taut_draw* draw);

// All return false when memory is short. Colours are 0xRRGGBB as seen on a screen. What is not
// finite is left out. `normal` may be NULL for flat shading; a normal of 0 takes the triangle's
// own. Corners run counter-clockwise on the side of `front`; the other side shows `back`.
bool taut_draw_triangle(taut_draw* draw, const taut_vec3 corner[3], const taut_vec3 normal[3],
                        uint32_t front, uint32_t back);
// A tube has round ends, so that one that starts where another ends continues it.
bool taut_draw_tube(taut_draw* draw, taut_vec3 a, taut_vec3 b, float radius, uint32_t colour);
bool taut_draw_sphere(taut_draw* draw, taut_vec3 centre, float radius, uint32_t colour);
// A floor at height y that fades into the background.
void taut_draw_floor(taut_draw* draw, float y);

// Renders what was added: key light with soft shadow, sky and ground light, 16 samples a pixel. The
// result is width * height * 3 bytes, rows from the top, owned by draw; NULL when memory is short.
// The same list gives the same bytes every time.
const uint8_t* taut_draw_render(taut_draw* draw, const taut_draw_camera* camera);

// Writes bytes as PNG; false with errno set when the file cannot be written.
bool taut_write_png(const char* path, int width, int height, const uint8_t* rgb);
