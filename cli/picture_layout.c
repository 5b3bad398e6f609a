// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "picture_layout.h"

#include <math.h>

// The part of the picture that worlds may fill when the camera has to make room for them.
#define FILL 0.86f

static float dot(taut_vec3 a, taut_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static taut_vec3 sub(taut_vec3 a, taut_vec3 b)
{
    taut_vec3 out = {a.x - b.x, a.y - b.y, a.z - b.z};
    return out;
}

// a + b * s
static taut_vec3 along(taut_vec3 a, taut_vec3 b, float s)
{
    taut_vec3 out = {a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
    return out;
}

static taut_vec3 unit(taut_vec3 a)
{
    float length = sqrtf(dot(a, a));
    taut_vec3 zero = {0.0f, 0.0f, 0.0f};
    return length > 0.0f ? along(zero, a, 1.0f / length) : a;
}

static bool finite3(taut_vec3 p)
{
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

taut_vec3 taut_picture_point(const taut_picture_layout* layout, int world, taut_vec3 p)
{
    const taut_picture_place* place = &layout->places[world];
    if (place->flipped) {
        p.y = 2.0f * place->flip_y - p.y;
    }
    return along(p, place->offset, 1.0f);
}

bool taut_picture_shows(const taut_picture_layout* layout, int world, taut_vec3 placed)
{
    const taut_picture_place* place = &layout->places[world];
    float at = dot(placed, layout->across);
    return finite3(placed) && at >= place->left && at <= place->right && placed.y >= place->low &&
           placed.y <= place->high;
}

// Walks over the points of a run that can be seen: call with `at` zeroed, then while it gives true.
typedef struct taut_picture_walk {
    int look, particle;
    int world;
    taut_vec3 point;
    float radius;
    bool pinned;
} taut_picture_walk;

static bool walk(const taut_scene_run* run, const taut_picture_layout* layout,
                 taut_picture_walk* at)
{
    for (; at->look < run->look_count; ++at->look, at->particle = 0) {
        const taut_scene_look* look = &run->looks[at->look];
        if (look->world < 0 || look->world >= run->world_count) {
            continue;
        }
        taut_vec3_view view = taut_body_positions(run->worlds[look->world].world, look->body);
        while (at->particle < view.count) {
            taut_vec3 p = taut_vec3_at(view, at->particle++);
            at->world = look->world;
            at->point = taut_picture_point(layout, look->world, p);
            at->radius = look->radius;
            at->pinned =
                taut_body_pinned(run->worlds[look->world].world, look->body, at->particle - 1);
            if (taut_picture_shows(layout, look->world, at->point)) {
                return true;
            }
        }
    }
    return false;
}

// Bounds every world by a square of half-width `half` around the camera's target.
static void set_bounds(taut_picture_layout* layout, float half)
{
    float middle = dot(layout->camera.target, layout->across);
    for (int i = 0; i < TAUT_SCENE_MAX_WORLDS; ++i) {
        layout->places[i].left = middle - half;
        layout->places[i].right = middle + half;
        layout->places[i].low = layout->camera.target.y - half;
        layout->places[i].high = layout->camera.target.y + half;
    }
}

static taut_vec3 across_of(const taut_draw_camera* camera)
{
    taut_vec3 gaze = sub(camera->target, camera->eye);
    taut_vec3 level = {-gaze.z, 0.0f, gaze.x};
    taut_vec3 fallback = {1.0f, 0.0f, 0.0f};
    return dot(level, level) > 1e-12f * dot(gaze, gaze) ? unit(level) : fallback;
}

// Moves the eye along its line of sight until everything that shows fits into the picture.
static void fit(const taut_scene_run* run, taut_picture_layout* layout, float aspect, bool closer)
{
    taut_draw_camera* camera = &layout->camera;
    taut_vec3 gaze = sub(camera->target, camera->eye);
    float distance = sqrtf(dot(gaze, gaze));
    taut_vec3 ahead = unit(gaze);
    taut_vec3 right = layout->across;
    taut_vec3 up = {right.y * ahead.z - right.z * ahead.y, right.z * ahead.x - right.x * ahead.z,
                    right.x * ahead.y - right.y * ahead.x};
    float tall = FILL * tanf(camera->fov * 0.5f * 3.14159265f / 180.0f);
    float wide = tall * aspect;
    float needed = 0.0f;
    taut_picture_walk at = {0};
    while (walk(run, layout, &at)) {
        taut_vec3 p = sub(at.point, camera->target);
        float sideways = (fabsf(dot(p, right)) + at.radius) / wide;
        float upright = (fabsf(dot(p, up)) + at.radius) / tall;
        needed = fmaxf(needed, fmaxf(sideways, upright) - dot(p, ahead));
    }
    if (needed > distance || (closer && needed > 0.0f)) {
        camera->eye = along(camera->target, ahead, -needed);
    }
}

typedef struct taut_picture_box {
    taut_vec3 lo, hi;
} taut_picture_box;

// What holds everything, or everything but the worlds that flew apart.
static taut_picture_box bound_all(const taut_scene_run* run, const taut_picture_layout* layout,
                                  bool diverged)
{
    taut_picture_box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    taut_picture_walk at = {0};
    while (walk(run, layout, &at)) {
        if (!diverged && run->worlds[at.world].diverged) {
            continue;
        }
        box.lo.x = fminf(box.lo.x, at.point.x);
        box.lo.y = fminf(box.lo.y, at.point.y);
        box.lo.z = fminf(box.lo.z, at.point.z);
        box.hi.x = fmaxf(box.hi.x, at.point.x);
        box.hi.y = fmaxf(box.hi.y, at.point.y);
        box.hi.z = fmaxf(box.hi.z, at.point.z);
    }
    return box;
}

// The camera of a scene that has none of its own: from the front, a little right and above.
static void frame_all(const taut_scene_run* run, taut_picture_layout* layout, float aspect)
{
    set_bounds(layout, INFINITY);
    taut_picture_box box = bound_all(run, layout, false);
    if (box.lo.x > box.hi.x) {
        box = bound_all(run, layout, true);
    }
    if (box.lo.x > box.hi.x) {
        box = (taut_picture_box){{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
    }
    taut_draw_camera* camera = &layout->camera;
    taut_vec3 size = sub(box.hi, box.lo);
    float half = 0.5f * sqrtf(dot(size, size));
    camera->target = along(box.lo, size, 0.5f);
    taut_vec3 away = unit((taut_vec3){0.45f, 0.32f, 1.0f});
    camera->eye = along(camera->target, away, fmaxf(half, 1e-3f));
    layout->across = across_of(camera);
    set_bounds(layout, 1.1f * half);
    fit(run, layout, aspect, true);
}

// How far a world extends along the layout's `across` and in height.
typedef struct taut_picture_extent {
    float left, right, low, high;
    float sum_across, sum_height;
    int count;
    bool wild;  // flown apart: some of it left the view of the scene's camera
} taut_picture_extent;

static void extent_add(taut_picture_extent* extent, float across, float height, float radius)
{
    extent->left = fminf(extent->left, across - radius);
    extent->right = fmaxf(extent->right, across + radius);
    extent->low = fminf(extent->low, height - radius);
    extent->high = fmaxf(extent->high, height + radius);
    extent->sum_across += across;
    extent->sum_height += height;
    ++extent->count;
}

static void measure(const taut_scene_run* run, const taut_picture_layout* layout,
                    taut_picture_extent extents[])
{
    float middle = dot(layout->camera.target, layout->across);
    for (int i = 0; i < run->world_count; ++i) {
        extents[i] =
            (taut_picture_extent){INFINITY, -INFINITY, INFINITY, -INFINITY, 0, 0, 0, false};
        extents[i].wild = run->worlds[i].diverged;
    }
    taut_picture_walk at = {0};
    while (walk(run, layout, &at)) {
        float across = dot(at.point, layout->across);
        if (fabsf(across - middle) > layout->reach ||
            fabsf(at.point.y - layout->camera.target.y) > 2.0f * layout->reach) {
            extents[at.world].wild = true;
        } else {
            extent_add(&extents[at.world], across, at.point.y, at.radius);
        }
    }
    for (int i = 0; i < run->world_count; ++i) {
        if (extents[i].count == 0) {
            extent_add(&extents[i], middle, layout->camera.target.y, 0.0f);
        }
    }
}

// A world that flew apart shall not push the others out of the picture: it gets as much room as the
// largest of them.
static void tame(const taut_picture_layout* layout, taut_picture_extent extents[], int count)
{
    float width = 0.0f;
    float height = 0.0f;
    for (int i = 0; i < count; ++i) {
        if (!extents[i].wild) {
            width = fmaxf(width, extents[i].right - extents[i].left);
            height = fmaxf(height, extents[i].high - extents[i].low);
        }
    }
    if (!(width > 0.0f && height > 0.0f)) {
        width = layout->reach;
        height = layout->reach;
    }
    for (int i = 0; i < count; ++i) {
        taut_picture_extent* e = &extents[i];
        if (e->wild) {
            float across = e->sum_across / (float)e->count;
            float middle = e->sum_height / (float)e->count;
            e->left = fmaxf(e->left, across - 0.6f * width);
            e->right = fminf(e->right, across + 0.6f * width);
            e->low = fmaxf(e->low, middle - 0.6f * height);
            e->high = fminf(e->high, middle + 0.6f * height);
        }
    }
}

static bool overlap(const taut_picture_extent extents[], int count)
{
    for (int i = 1; i < count; ++i) {
        if (extents[i].left <= extents[i - 1].right) {
            return true;
        }
    }
    return false;
}

// Gives every world a stretch of its own, in order, around the middle of the picture.
static void spread(taut_picture_layout* layout, const taut_picture_extent extents[], int count)
{
    float widest = 0.0f;
    float total = 0.0f;
    for (int i = 0; i < count; ++i) {
        widest = fmaxf(widest, extents[i].right - extents[i].left);
        total += extents[i].right - extents[i].left;
    }
    float gap = widest > 0.0f ? 0.18f * widest : 0.5f * layout->reach;
    total += gap * (float)(count - 1);
    float cursor = dot(layout->camera.target, layout->across) - 0.5f * total;
    taut_vec3 origin = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < count; ++i) {
        taut_picture_place* place = &layout->places[i];
        place->offset = along(origin, layout->across, cursor - extents[i].left);
        place->left = cursor - 0.45f * gap;
        cursor += extents[i].right - extents[i].left;
        place->right = cursor + 0.45f * gap;
        cursor += gap;
    }
}

static void place_worlds(const taut_scene_run* run, taut_picture_layout* layout, float aspect)
{
    taut_picture_extent extents[TAUT_SCENE_MAX_WORLDS];
    set_bounds(layout, INFINITY);
    measure(run, layout, extents);
    tame(layout, extents, run->world_count);
    bool apart = !overlap(extents, run->world_count);
    if (!apart) {
        spread(layout, extents, run->world_count);
    }
    for (int i = 0; i < run->world_count; ++i) {
        // Worlds that stand apart by themselves need bounds only where they flew apart.
        if (apart && !extents[i].wild) {
            continue;
        }
        float room = 0.1f * (extents[i].high - extents[i].low);
        layout->places[i].low = extents[i].low - room;
        layout->places[i].high = extents[i].high + room;
        if (apart) {
            layout->places[i].left = extents[i].left;
            layout->places[i].right = extents[i].right;
        }
    }
    fit(run, layout, aspect, false);
}

// The lowest of what is seen, and whether that stands.
typedef struct taut_picture_ground {
    float low, high;
    bool stands;
} taut_picture_ground;

static void ground_add(taut_picture_ground* ground, taut_vec3 point, float radius, bool stands)
{
    float bottom = point.y - radius;
    ground->stands = bottom < ground->low ? stands : ground->stands;
    ground->low = fminf(ground->low, bottom);
    ground->high = fmaxf(ground->high, point.y + radius);
}

// Where a level plane is in the picture, -INFINITY for any other collider.
static float plane_height(const taut_picture_layout* layout, int world,
                          const taut_collider_def* def)
{
    taut_picture_layout at_its_height = *layout;
    at_its_height.floor_y = taut_picture_point(layout, world, def->position).y;
    return taut_picture_is_floor(&at_its_height, world, def) ? at_its_height.floor_y : -INFINITY;
}

// Colliders stand on the floor; the highest level plane is the floor.
static float add_colliders(const taut_scene_run* run, const taut_picture_layout* layout,
                           taut_picture_ground* ground)
{
    float plane = -INFINITY;
    for (int w = 0; w < run->world_count; ++w) {
        taut_world* world = run->worlds[w].world;
        for (int i = 0; i < taut_world_collider_count(world); ++i) {
            taut_collider_def def;
            taut_vec3 corner[8];
            bool got = taut_collider_get(world, taut_world_collider(world, i), &def) == TAUT_OK;
            plane = got ? fmaxf(plane, plane_height(layout, w, &def)) : plane;
            for (int k = 0; k < 8 && got && taut_picture_corners(&def, corner); ++k) {
                taut_vec3 point = taut_picture_point(layout, w, corner[k]);
                if (taut_picture_shows(layout, w, point)) {
                    ground_add(ground, point, 0.0f, true);
                }
            }
        }
    }
    return plane;
}

// Below everything, with some air; but posts stand on it: it touches what is lowest if that is
// pinned or a collider. A level plane is the floor where there is one.
static void lay_floor(const taut_scene_run* run, taut_picture_layout* layout)
{
    taut_picture_ground ground = {INFINITY, -INFINITY, false};
    taut_picture_walk at = {0};
    while (walk(run, layout, &at)) {
        ground_add(&ground, at.point, at.radius, at.pinned);
    }
    float plane = add_colliders(run, layout, &ground);
    float low = ground.low;
    float high = ground.high;
    if (low > high) {
        low = layout->camera.target.y - layout->reach;
        high = low;
    }
    float air = fmaxf(0.06f * (high - low), 0.02f * layout->reach);
    layout->floor_y = isfinite(plane) ? plane : ground.stands ? low : low - air;
}

taut_picture_layout taut_picture_layout_make(const taut_scene_run* run, float aspect)
{
    taut_picture_layout layout = {.camera = {run->camera.eye, run->camera.target, run->camera.fov}};
    taut_draw_camera* camera = &layout.camera;
    if (!(camera->fov > 1.0f && camera->fov < 170.0f)) {
        camera->fov = 35.0f;
    }
    for (int i = 0; i < run->world_count; ++i) {
        // Worlds in the units of a screen have y down; a picture of them stands upright.
        layout.places[i].flipped = taut_world_gravity(run->worlds[i].world).y > 0.0f;
        layout.places[i].flip_y = camera->target.y;
    }
    taut_vec3 gaze = sub(camera->target, camera->eye);
    if (!(dot(gaze, gaze) > 0.0f) || !finite3(gaze)) {
        frame_all(run, &layout, aspect);
        gaze = sub(camera->target, camera->eye);
    }
    layout.across = across_of(camera);
    float half = sqrtf(dot(gaze, gaze)) * tanf(camera->fov * 0.5f * 3.14159265f / 180.0f);
    layout.reach = half * fmaxf(aspect, 1.0f);
    // What is far outside the picture could only cast long shadows into it.
    set_bounds(&layout, 4.0f * layout.reach);
    if (run->world_count > 1) {
        place_worlds(run, &layout, aspect);
    }
    lay_floor(run, &layout);
    return layout;
}
