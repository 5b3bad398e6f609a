// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "draw.h"

#include "draw_parts.h"

#include <stdlib.h>

// Bounds that keep every product of sizes far inside an int.
#define MAX_SIDE 16384
#define MAX_SURFACES (1 << 28)

taut_draw* taut_draw_create(int width, int height)
{
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) {
        return NULL;
    }
    taut_draw* draw = calloc(1, sizeof *draw);
    if (!draw) {
        return NULL;
    }
    draw->width = width;
    draw->height = height;
    return draw;
}

void taut_draw_destroy(taut_draw* draw)
{
    if (!draw) {
        return;
    }
    free(draw->facets);
    free(draw->capsules);
    free(draw->rgb);
    free(draw);
}

// Room for one more element in a growing array; the array moves.
static void* grow(void* array, int count, int* capacity, size_t size)
{
    if (count < *capacity) {
        return array;
    }
    int wanted = *capacity > 0 ? *capacity * 2 : 1024;
    if (wanted > MAX_SURFACES) {
        return NULL;
    }
    void* moved = realloc(array, (size_t)wanted * size);
    if (moved) {
        *capacity = wanted;
    }
    return moved;
}

bool taut_draw_triangle(taut_draw* draw, const taut_vec3 corner[3], const taut_vec3 normal[3],
                        uint32_t front, uint32_t back)
{
    if (!finite3(corner[0]) || !finite3(corner[1]) || !finite3(corner[2])) {
        return true;
    }
    void* facets =
        grow(draw->facets, draw->facet_count, &draw->facet_capacity, sizeof *draw->facets);
    if (!facets) {
        return false;
    }
    draw->facets = facets;
    taut_draw_facet* facet = &draw->facets[draw->facet_count++];
    taut_vec3 flat = unit(cross(sub(corner[1], corner[0]), sub(corner[2], corner[0])));
    for (int i = 0; i < 3; ++i) {
        facet->corner[i] = corner[i];
        // A zero normal (a particle whose triangles cancel) would shade black.
        bool usable = normal && finite3(normal[i]) && dot(normal[i], normal[i]) > 0.25f;
        facet->normal[i] = usable ? normal[i] : flat;
    }
    facet->front = front;
    facet->back = back;
    return true;
}

static bool add_capsule(taut_draw* draw, taut_draw_capsule capsule)
{
    if (!finite3(capsule.a) || !finite3(capsule.b) || !(capsule.radius > 0.0f)) {
        return true;
    }
    void* capsules =
        grow(draw->capsules, draw->capsule_count, &draw->capsule_capacity, sizeof *draw->capsules);
    if (!capsules) {
        return false;
    }
    draw->capsules = capsules;
    draw->capsules[draw->capsule_count++] = capsule;
    return true;
}

bool taut_draw_tube(taut_draw* draw, taut_vec3 a, taut_vec3 b, float radius, uint32_t colour)
{
    taut_draw_capsule capsule = {.a = a, .b = b, .radius = radius, .colour = colour};
    return add_capsule(draw, capsule);
}

bool taut_draw_sphere(taut_draw* draw, taut_vec3 centre, float radius, uint32_t colour)
{
    taut_draw_capsule capsule = {
        .a = centre, .b = centre, .radius = radius, .colour = colour, .glossy = true};
    return add_capsule(draw, capsule);
}

void taut_draw_floor(taut_draw* draw, float y)
{
    draw->has_floor = isfinite(y);
    draw->floor_y = y;
}

// The key light stands to the left of the camera, above it and a little in front of the subject:
// form shows best when light comes from the side.
static void aim_key_light(taut_draw_frame* frame)
{
    taut_vec3 ahead = vec(frame->view.forward.x, 0.0f, frame->view.forward.z);
    taut_vec3 aside = vec(frame->view.right.x, 0.0f, frame->view.right.z);
    taut_vec3 flat = unit(add(scale(unit(ahead), -0.62f), scale(unit(aside), -0.78f)));
    frame->key = unit(add(scale(flat, 0.66f), vec(0.0f, 0.75f, 0.0f)));
    frame->key_u = unit(cross(frame->key, vec(0.0f, 1.0f, 0.0f)));
    frame->key_v = cross(frame->key, frame->key_u);
}

// Lengths that only make sense against the size of what is drawn.
static void measure(taut_draw_frame* frame)
{
    const taut_draw_box* box = &frame->tree.box;
    float extent = 1.0f;
    if (frame->tree.node_count > 0) {
        taut_vec3 size =
            vec(box->hi[0] - box->lo[0], box->hi[1] - box->lo[1], box->hi[2] - box->lo[2]);
        extent = sqrtf(dot(size, size));
    }
    float distance =
        sqrtf(dot(sub(frame->target, frame->view.eye), sub(frame->target, frame->view.eye)));
    frame->reach = 0.6f * least(extent, distance);
    frame->lift = 2e-4f * least(extent, distance);
}

static bool frame_open(taut_draw_frame* frame, const taut_draw_camera* camera)
{
    const taut_draw* draw = frame->draw;
    frame->view = taut_draw_view_make(camera, draw->width, draw->height);
    frame->target = camera->target;
    size_t band = (size_t)draw->width * TAUT_DRAW_BAND * TAUT_DRAW_SAMPLES;
    frame->depth = malloc(band * sizeof *frame->depth);
    frame->surface = malloc(band * sizeof *frame->surface);
    frame->pixels = calloc((size_t)draw->width * (size_t)draw->height, sizeof *frame->pixels);
    if (!frame->depth || !frame->surface || !frame->pixels) {
        return false;
    }
    if (!taut_draw_project(frame) || !taut_draw_tree_build(&frame->tree, draw)) {
        return false;
    }
    aim_key_light(frame);
    measure(frame);
    return true;
}

static void frame_close(taut_draw_frame* frame)
{
    taut_draw_tree_free(&frame->tree);
    free(frame->sprites);
    free(frame->depth);
    free(frame->surface);
    free(frame->pixels);
}

const uint8_t* taut_draw_render(taut_draw* draw, const taut_draw_camera* camera)
{
    if (!draw->rgb) {
        draw->rgb = malloc((size_t)draw->width * (size_t)draw->height * 3);
    }
    taut_draw_frame frame = {.draw = draw};
    bool ready = draw->rgb && frame_open(&frame, camera);
    if (ready) {
        for (int row = 0; row < draw->height; row += TAUT_DRAW_BAND) {
            int left = draw->height - row;
            int rows = left < TAUT_DRAW_BAND ? left : TAUT_DRAW_BAND;
            taut_draw_raster_band(&frame, row, rows);
            taut_draw_shade_band(&frame, row, rows);
        }
        taut_draw_develop(&frame, draw->rgb);
    }
    frame_close(&frame);
    return ready ? draw->rgb : NULL;
}
