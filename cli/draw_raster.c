// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which surface does each sample of a pixel see? Triangles are filled by edge functions, capsules
// by meeting them with the ray of the sample, both against a depth buffer of one band of rows.

#include "draw_parts.h"

#include <stdlib.h>

taut_draw_view taut_draw_view_make(const taut_draw_camera* camera, int width, int height)
{
    taut_draw_view view = {.eye = camera->eye, .width = width, .height = height};
    taut_vec3 gaze = sub(camera->target, camera->eye);
    float distance = sqrtf(dot(gaze, gaze));
    view.forward = distance > 0.0f ? scale(gaze, 1.0f / distance) : vec(0.0f, 0.0f, -1.0f);
    taut_vec3 right = cross(view.forward, vec(0.0f, 1.0f, 0.0f));
    bool upright = dot(right, right) > 1e-10f;
    view.right = upright ? unit(right) : vec(1.0f, 0.0f, 0.0f);
    view.up = cross(view.right, view.forward);
    float fov = camera->fov > 1.0f && camera->fov < 170.0f ? camera->fov : 35.0f;
    view.focal = 0.5f * (float)height / tanf(fov * 0.5f * 3.14159265f / 180.0f);
    view.cx = 0.5f * (float)width;
    view.cy = 0.5f * (float)height;
    view.near = most(distance * 1e-3f, 1e-6f);
    return view;
}

taut_vec3 taut_draw_view_ray(const taut_draw_view* view, float x, float y)
{
    float across = (x - view->cx) / view->focal;
    float upward = (view->cy - y) / view->focal;
    return along(along(view->forward, view->right, across), view->up, upward);
}

// Right, up and forward parts of a point as the camera sees it.
static taut_vec3 to_view(const taut_draw_view* view, taut_vec3 p)
{
    taut_vec3 d = sub(p, view->eye);
    return vec(dot(d, view->right), dot(d, view->up), dot(d, view->forward));
}

static int clamp_pixel(float at, int count)
{
    return at < 0.0f ? 0 : (at > (float)count ? count : (int)at);
}

static bool sprite_bounds(const taut_draw_view* view, taut_draw_sprite* sprite, int corners,
                          float margin)
{
    float x0 = INFINITY;
    float x1 = -INFINITY;
    float y0 = INFINITY;
    float y1 = -INFINITY;
    for (int i = 0; i < corners; ++i) {
        x0 = least(x0, sprite->x[i]);
        x1 = most(x1, sprite->x[i]);
        y0 = least(y0, sprite->y[i]);
        y1 = most(y1, sprite->y[i]);
    }
    sprite->x0 = clamp_pixel(x0 - margin, view->width);
    sprite->x1 = clamp_pixel(x1 + margin + 1.0f, view->width);
    sprite->y0 = clamp_pixel(y0 - margin, view->height);
    sprite->y1 = clamp_pixel(y1 + margin + 1.0f, view->height);
    return sprite->x0 < sprite->x1 && sprite->y0 < sprite->y1;
}

// Inverse depth over the screen is a plane: with n the normal of the triangle and d its distance
// from the eye, 1 / depth = n . ray / d, and the ray is linear in x and y.
static void sprite_plane(const taut_draw_view* view, taut_vec3 normal, float distance,
                         taut_draw_sprite* sprite)
{
    float inverse = distance != 0.0f ? 1.0f / distance : 0.0f;
    sprite->px = normal.x * inverse / view->focal;
    sprite->py = -normal.y * inverse / view->focal;
    sprite->pc = normal.z * inverse - sprite->px * view->cx - sprite->py * view->cy;
}

static void add_triangle(taut_draw_frame* frame, const taut_vec3 p[3], int surface)
{
    const taut_draw_view* view = &frame->view;
    taut_draw_sprite* sprite = &frame->sprites[frame->sprite_count];
    *sprite = (taut_draw_sprite){.surface = surface};
    for (int i = 0; i < 3; ++i) {
        sprite->x[i] = view->cx + view->focal * p[i].x / p[i].z;
        sprite->y[i] = view->cy - view->focal * p[i].y / p[i].z;
    }
    taut_vec3 normal = cross(sub(p[1], p[0]), sub(p[2], p[0]));
    sprite_plane(view, normal, dot(normal, p[0]), sprite);
    if (sprite_bounds(view, sprite, 3, 0.0f)) {
        ++frame->sprite_count;
    }
}

// Cuts the part before the near plane off; what is left has three or four corners.
static void project_facet(taut_draw_frame* frame, int index)
{
    const taut_draw_facet* facet = &frame->draw->facets[index];
    float near = frame->view.near;
    taut_vec3 corner[4];
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        taut_vec3 a = to_view(&frame->view, facet->corner[i]);
        taut_vec3 b = to_view(&frame->view, facet->corner[(i + 1) % 3]);
        if (a.z >= near) {
            corner[count++] = a;
        }
        if ((a.z >= near) != (b.z >= near)) {
            corner[count++] = mix(a, b, (near - a.z) / (b.z - a.z));
        }
    }
    if (count >= 3) {
        add_triangle(frame, corner, index);
    }
    if (count == 4) {
        taut_vec3 rest[3] = {corner[0], corner[2], corner[3]};
        add_triangle(frame, rest, index);
    }
}

// A capsule that reaches the near plane is left out: the eye is as good as inside it.
static void project_capsule(taut_draw_frame* frame, int index)
{
    const taut_draw_view* view = &frame->view;
    const taut_draw_capsule* capsule = &frame->draw->capsules[index];
    taut_vec3 p[2] = {to_view(view, capsule->a), to_view(view, capsule->b)};
    float radius = capsule->radius;
    taut_draw_sprite* sprite = &frame->sprites[frame->sprite_count];
    *sprite = (taut_draw_sprite){.surface = frame->draw->facet_count + index};
    float widest = 0.0f;
    for (int i = 0; i < 2; ++i) {
        float depth = p[i].z - radius;
        if (depth < view->near) {
            return;
        }
        sprite->x[i] = view->cx + view->focal * p[i].x / p[i].z;
        sprite->y[i] = view->cy - view->focal * p[i].y / p[i].z;
        // Away from the middle of the picture a ball's outline grows into an ellipse.
        float slant = (p[i].x * p[i].x + p[i].y * p[i].y) / (p[i].z * p[i].z);
        widest = most(widest, view->focal * radius / depth * (1.0f + slant));
    }
    sprite->x[2] = widest;
    if (sprite_bounds(view, sprite, 2, widest)) {
        ++frame->sprite_count;
    }
}

bool taut_draw_project(taut_draw_frame* frame)
{
    const taut_draw* draw = frame->draw;
    size_t most_sprites = 2 * (size_t)draw->facet_count + (size_t)draw->capsule_count + 1;
    frame->sprites = malloc(most_sprites * sizeof *frame->sprites);
    if (!frame->sprites) {
        return false;
    }
    for (int i = 0; i < draw->facet_count; ++i) {
        project_facet(frame, i);
    }
    for (int i = 0; i < draw->capsule_count; ++i) {
        project_capsule(frame, i);
    }
    return true;
}

static void keep_nearer(taut_draw_frame* frame, size_t at, float inverse_depth, int surface)
{
    if (inverse_depth > frame->depth[at]) {
        frame->depth[at] = inverse_depth;
        frame->surface[at] = surface;
    }
}

// The samples of one pixel against a triangle; edge[k] says how the k-th edge function changes in x
// and y. It is zero at corner k and positive inside.
static void fill_triangle_pixel(taut_draw_frame* frame, const taut_draw_sprite* sprite,
                                const taut_vec3 edge[3], const int pixel[2], size_t at)
{
    float x = (float)pixel[0];
    float y = (float)pixel[1];
    for (int i = 0; i < TAUT_DRAW_SAMPLES; ++i) {
        taut_vec3 offset = sample_offset(i);
        float sx = x + offset.x;
        float sy = y + offset.y;
        bool inside = true;
        for (int k = 0; k < 3; ++k) {
            float value = (sx - sprite->x[k]) * edge[k].x + (sy - sprite->y[k]) * edge[k].y;
            inside = inside && value >= 0.0f;
        }
        if (inside) {
            float inverse_depth = sprite->px * sx + sprite->py * sy + sprite->pc;
            keep_nearer(frame, at + (size_t)i, inverse_depth, sprite->surface);
        }
    }
}

static void fill_triangle(taut_draw_frame* frame, const taut_draw_sprite* sprite, int first_row,
                          int row_count)
{
    const float* x = sprite->x;
    const float* y = sprite->y;
    float area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    float turn = area < 0.0f ? -1.0f : 1.0f;
    taut_vec3 edge[3];
    for (int k = 0; k < 3; ++k) {
        int next = (k + 1) % 3;
        edge[k] = vec(-(y[next] - y[k]) * turn, (x[next] - x[k]) * turn, 0.0f);
    }
    int y0 = sprite->y0 > first_row ? sprite->y0 : first_row;
    int y1 = sprite->y1 < first_row + row_count ? sprite->y1 : first_row + row_count;
    for (int row = y0; row < y1; ++row) {
        for (int column = sprite->x0; column < sprite->x1; ++column) {
            int pixel[2] = {column, row};
            size_t index = (size_t)(row - first_row) * (size_t)frame->view.width + (size_t)column;
            fill_triangle_pixel(frame, sprite, edge, pixel, index * TAUT_DRAW_SAMPLES);
        }
    }
}

// How far a pixel's middle is from the line between the ends of a capsule, on the screen.
static float screen_distance(const taut_draw_sprite* sprite, float x, float y)
{
    float ax = sprite->x[1] - sprite->x[0];
    float ay = sprite->y[1] - sprite->y[0];
    float dx = x - sprite->x[0];
    float dy = y - sprite->y[0];
    float length2 = ax * ax + ay * ay;
    float t = length2 > 0.0f ? clamp01((dx * ax + dy * ay) / length2) : 0.0f;
    dx -= ax * t;
    dy -= ay * t;
    return sqrtf(dx * dx + dy * dy);
}

static void fill_capsule_pixel(taut_draw_frame* frame, const taut_draw_sprite* sprite,
                               const int pixel[2], size_t at)
{
    const taut_draw* draw = frame->draw;
    const taut_draw_capsule* capsule = &draw->capsules[sprite->surface - draw->facet_count];
    float x = (float)pixel[0];
    float y = (float)pixel[1];
    if (screen_distance(sprite, x + 0.5f, y + 0.5f) > sprite->x[2] + 0.75f) {
        return;
    }
    for (int i = 0; i < TAUT_DRAW_SAMPLES; ++i) {
        taut_vec3 offset = sample_offset(i);
        taut_vec3 ray = taut_draw_view_ray(&frame->view, x + offset.x, y + offset.y);
        float depth = taut_draw_capsule_hit(capsule, frame->view.eye, ray);
        if (depth > 0.0f) {
            keep_nearer(frame, at + (size_t)i, 1.0f / depth, sprite->surface);
        }
    }
}

static void fill_capsule(taut_draw_frame* frame, const taut_draw_sprite* sprite, int first_row,
                         int row_count)
{
    int y0 = sprite->y0 > first_row ? sprite->y0 : first_row;
    int y1 = sprite->y1 < first_row + row_count ? sprite->y1 : first_row + row_count;
    for (int row = y0; row < y1; ++row) {
        for (int column = sprite->x0; column < sprite->x1; ++column) {
            int pixel[2] = {column, row};
            size_t index = (size_t)(row - first_row) * (size_t)frame->view.width + (size_t)column;
            fill_capsule_pixel(frame, sprite, pixel, index * TAUT_DRAW_SAMPLES);
        }
    }
}

// The floor lies behind whatever stands on it, but nothing keeps a scene from reaching below it.
static void fill_floor(taut_draw_frame* frame, int first_row, int row_count)
{
    const taut_draw_view* view = &frame->view;
    float drop = frame->draw->floor_y - view->eye.y;
    size_t at = 0;
    for (int row = first_row; row < first_row + row_count; ++row) {
        for (int column = 0; column < view->width; ++column) {
            for (int i = 0; i < TAUT_DRAW_SAMPLES; ++i, ++at) {
                taut_vec3 offset = sample_offset(i);
                taut_vec3 ray =
                    taut_draw_view_ray(view, (float)column + offset.x, (float)row + offset.y);
                keep_nearer(frame, at, ray.y / drop, TAUT_DRAW_FLOOR);
            }
        }
    }
}

void taut_draw_raster_band(taut_draw_frame* frame, int first_row, int row_count)
{
    size_t count = (size_t)row_count * (size_t)frame->view.width * TAUT_DRAW_SAMPLES;
    for (size_t i = 0; i < count; ++i) {
        frame->depth[i] = 0.0f;
        frame->surface[i] = TAUT_DRAW_NOTHING;
    }
    // Seen from below, the floor would hide everything.
    if (frame->draw->has_floor && frame->view.eye.y > frame->draw->floor_y) {
        fill_floor(frame, first_row, row_count);
    }
    for (int i = 0; i < frame->sprite_count; ++i) {
        const taut_draw_sprite* sprite = &frame->sprites[i];
        if (sprite->y1 <= first_row || sprite->y0 >= first_row + row_count) {
            continue;
        }
        if (sprite->surface < frame->draw->facet_count) {
            fill_triangle(frame, sprite, first_row, row_count);
        } else {
            fill_capsule(frame, sprite, first_row, row_count);
        }
    }
}
