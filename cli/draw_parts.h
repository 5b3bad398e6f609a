// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The inside of the renderer, shared by the draw*.c files. A picture is made in this order:
//
//   draw.c         collects triangles, tubes and spheres; renders band by band
//   draw_tree.c    puts a tree of boxes over them
//   draw_ray.c     asks it: does anything block this ray?
//   draw_raster.c  which surface each of a pixel's 16 samples sees
//   draw_shade.c   how much light the surfaces of a pixel send to the eye
//   draw_film.c    smooths shadows, then maps light to bytes

#pragma once

#include "draw.h"

#include <math.h>

// Samples per pixel, and rows of pixels that are rasterised and shaded at a time.
#define TAUT_DRAW_SAMPLES 16
#define TAUT_DRAW_BAND 16

// A surface is a number: triangles first, then capsules; these two stand for the rest.
#define TAUT_DRAW_NOTHING (-1)
#define TAUT_DRAW_FLOOR (-2)

typedef struct taut_draw_facet {
    taut_vec3 corner[3];
    taut_vec3 normal[3];
    uint32_t front, back;
} taut_draw_facet;

// All points within `radius` of the segment a b: a tube with round ends, or a sphere when a is b.
typedef struct taut_draw_capsule {
    taut_vec3 a, b;
    float radius;
    uint32_t colour;
    bool glossy;
} taut_draw_capsule;

typedef struct taut_draw_box {
    float lo[3], hi[3];
} taut_draw_box;

// Four boxes of the tree, side by side so that a ray meets them all at once. bound[0..2] are their
// low sides in x, y and z, bound[3..5] the high ones; an empty place has low above high. A box with
// count > 0 holds shapes from `first` on; else `first` is the node with its parts.
typedef struct taut_draw_node {
    float bound[6][4];
    int first[4];
    int count[4];
} taut_draw_node;

// What a leaf tests, in the order of the leaves: a triangle as corner and two edges, or a capsule
// as end and axis.
typedef struct taut_draw_shape {
    taut_vec3 origin, edge, edge2;
    float radius;  // of a capsule; < 0 for a triangle
} taut_draw_shape;

typedef struct taut_draw_tree {
    taut_draw_node* nodes;
    taut_draw_shape* shapes;
    int node_count;
    taut_draw_box box;
} taut_draw_tree;

// The camera as the rasteriser wants it. A ray through pixel position (x, y) has forward part 1, so
// that the distance along it is the depth.
typedef struct taut_draw_view {
    taut_vec3 eye, right, up, forward;
    float focal;  // in pixels
    float cx, cy;
    float near;
    int width, height;
} taut_draw_view;

// What one pixel has gathered. Of a smooth pixel (one surface, nearly one normal) shadow and
// occlusion are kept apart from the light they dim, so that they can be filtered; any other pixel
// has its finished colour in `rest`.
typedef struct taut_draw_pixel {
    taut_vec3 key;      // from the key light, were nothing in the way
    taut_vec3 ambient;  // from all around, were nothing in the way
    taut_vec3 rest;
    taut_vec3 normal;
    float shadow, open;   // 1 where all of the light arrives
    float inverse_depth;  // 0 for the background
    bool smooth;
} taut_draw_pixel;

// A triangle or capsule on the screen.
typedef struct taut_draw_sprite {
    float x[3], y[3];    // corners; of a capsule the two ends, then its widest radius in x[2]
    float px, py, pc;    // inverse depth of a triangle = px * x + py * y + pc
    int x0, x1, y0, y1;  // pixels it may touch, x1 and y1 excluded
    int surface;
} taut_draw_sprite;

// Everything the stages share while a picture is made.
typedef struct taut_draw_frame {
    const struct taut_draw* draw;
    taut_draw_view view;
    taut_draw_tree tree;
    taut_draw_sprite* sprites;
    int sprite_count;
    float* depth;      // inverse, of every sample of a band; 0 is infinitely far
    int32_t* surface;  // of every sample of a band
    taut_draw_pixel* pixels;
    taut_vec3 key, key_u, key_v;  // towards the key light, and across it
    taut_vec3 target;
    float reach;  // of ambient occlusion
    float lift;   // of ray origins off their surface
} taut_draw_frame;

struct taut_draw {
    int width, height;
    taut_draw_facet* facets;
    int facet_count, facet_capacity;
    taut_draw_capsule* capsules;
    int capsule_count, capsule_capacity;
    bool has_floor;
    float floor_y;
    uint8_t* rgb;
};

// draw_tree.c: false when memory is short.
bool taut_draw_tree_build(taut_draw_tree* tree, const taut_draw* draw);
void taut_draw_tree_free(taut_draw_tree* tree);

// draw_ray.c
bool taut_draw_tree_blocks(const taut_draw_tree* tree, taut_vec3 origin, taut_vec3 direction,
                           float reach);
// The smallest t >= 0 at which origin + t * direction enters the capsule; a negative number when it
// does not, or when the origin is inside.
float taut_draw_capsule_hit(const taut_draw_capsule* capsule, taut_vec3 origin,
                            taut_vec3 direction);

// draw_raster.c
taut_draw_view taut_draw_view_make(const taut_draw_camera* camera, int width, int height);
taut_vec3 taut_draw_view_ray(const taut_draw_view* view, float x, float y);
bool taut_draw_project(taut_draw_frame* frame);
void taut_draw_raster_band(taut_draw_frame* frame, int first_row, int row_count);

// draw_shade.c
void taut_draw_shade_band(taut_draw_frame* frame, int first_row, int row_count);

// draw_film.c
taut_vec3 taut_draw_backdrop(float height);
taut_vec3 taut_draw_linear(uint32_t colour);
void taut_draw_develop(const taut_draw_frame* frame, uint8_t* rgb);

static inline taut_vec3 vec(float x, float y, float z)
{
    taut_vec3 out = {x, y, z};
    return out;
}

static inline taut_vec3 add(taut_vec3 a, taut_vec3 b)
{
    return vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline taut_vec3 sub(taut_vec3 a, taut_vec3 b)
{
    return vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline taut_vec3 scale(taut_vec3 a, float s)
{
    return vec(a.x * s, a.y * s, a.z * s);
}

// a + b * s
static inline taut_vec3 along(taut_vec3 a, taut_vec3 b, float s)
{
    return vec(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}

// Part by part, for colours.
static inline taut_vec3 tint(taut_vec3 a, taut_vec3 b)
{
    return vec(a.x * b.x, a.y * b.y, a.z * b.z);
}

static inline taut_vec3 mix(taut_vec3 a, taut_vec3 b, float s)
{
    return along(scale(a, 1.0f - s), b, s);
}

static inline float dot(taut_vec3 a, taut_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline taut_vec3 cross(taut_vec3 a, taut_vec3 b)
{
    return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

// Zero stays zero.
static inline taut_vec3 unit(taut_vec3 a)
{
    float square = dot(a, a);
    return square > 0.0f ? scale(a, 1.0f / sqrtf(square)) : a;
}

// Sixteen places in the pixel, no two in one row or column of a 16 x 16 grid: edges of every
// direction, the nearly upright ones too, get sixteen shades.
static inline taut_vec3 sample_offset(int sample)
{
    int reversed = (sample & 1) << 3 | (sample & 2) << 1 | (sample & 4) >> 1 | (sample & 8) >> 3;
    return vec(((float)sample + 0.5f) / 16.0f, ((float)reversed + 0.5f) / 16.0f, 0.0f);
}

static inline float least(float a, float b)
{
    return a < b ? a : b;
}

static inline float most(float a, float b)
{
    return a > b ? a : b;
}

static inline float clamp01(float a)
{
    return least(most(a, 0.0f), 1.0f);
}

static inline float smoothstep(float from, float to, float a)
{
    float t = clamp01((a - from) / (to - from));
    return t * t * (3.0f - 2.0f * t);
}

static inline bool finite3(taut_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}
