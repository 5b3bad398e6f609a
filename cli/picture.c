// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "picture.h"

#include "draw.h"
#include "picture_layout.h"
#include "scenes/cells.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PIN_COLOUR 0x3a424du
#define WEIGHT_COLOUR 0x4c5666u

// Particles this much heavier than the median of their body are drawn as weights.
#define HEAVY 4.0f

// One body on its way into the picture.
typedef struct taut_picture_body {
    const taut_scene_run* run;
    int number;  // of its look
    const taut_picture_layout* layout;
    const taut_scene_look* look;
    taut_world* world;
    const taut_blueprint* blueprint;
    taut_blueprint_stats stats;
    taut_vec3_view positions;
    uint8_t* on_cloth;  // by particle: belongs to a triangle
    float* masses;      // room to sort
    float bead;         // radius of a pin
} taut_picture_body;

static taut_vec3 point_of(const taut_picture_body* body, int particle)
{
    return taut_picture_point(body->layout, body->look->world,
                              taut_vec3_at(body->positions, particle));
}

static bool shows(const taut_picture_body* body, taut_vec3 placed)
{
    return taut_picture_shows(body->layout, body->look->world, placed);
}

// Checkers ----------------------------------------------------------------------------------------

// Grid cloths come as two triangles per cell, row by row. A cell's four corners are then a, a + 1,
// a + columns, a + columns + 1, which says how many columns there are; where that fails (cloth of a
// mesh) there are no cells and no checkers.
typedef struct taut_picture_grid {
    int first;    // corner a of the first cell of this grid
    int last;     // corner a of the latest cell
    int columns;  // 0 before the first grid
} taut_picture_grid;

// True for the dark squares. `pair` counts pairs of triangles from 0, in order.
static bool is_dark(const taut_picture_body* body, taut_picture_grid* grid, taut_int_view triangles,
                    int pair)
{
    int squares = body->look->checker;
    int lowest = 0;
    int32_t corners[6] = {0};
    bool complete = 6 * pair + 6 <= triangles.count;
    for (int i = 0; i < 6 && complete; ++i) {  // a torn cloth keeps the pattern it had
        corners[i] = taut_body_particle_origin(body->world, body->look->body,
                                               triangles.data[6 * (size_t)pair + (size_t)i]);
    }
    int columns = complete ? taut_scene_find_cell(corners, &lowest) : 0;
    if (columns < 2) {
        grid->columns = 0;
        return false;
    }
    // Along a row cells follow one another; from row to row the last column is skipped. Anything
    // else is the start of another cloth in the same body.
    int step = lowest - grid->last;
    if (columns != grid->columns || (step != 1 && step != 2)) {
        grid->first = lowest;
        grid->columns = columns;
    }
    grid->last = lowest;
    int column = (lowest - grid->first) % columns;
    int row = (lowest - grid->first) / columns;
    return ((column / squares) + (row / squares)) % 2 != 0;
}

static uint32_t darker(uint32_t colour)
{
    uint32_t out = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        out |= (((colour >> shift) & 255u) * 205u / 255u) << shift;
    }
    return out;
}

// Parts of a body ---------------------------------------------------------------------------------

static bool add_triangle(taut_draw* draw, const taut_picture_body* body, taut_vec3_view normals,
                         const int32_t corners[3], bool dark)
{
    bool flipped = body->layout->places[body->look->world].flipped;
    float skin = body->look->skin;
    taut_vec3 corner[3];
    taut_vec3 normal[3] = {{0.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 3; ++i) {
        // A mirror image turns the other way round.
        int from = corners[flipped ? 2 - i : i];
        corner[i] = point_of(body, from);
        if (!shows(body, corner[i])) {
            return true;
        }
        if (from < normals.count) {
            normal[i] = taut_vec3_at(normals, from);
            normal[i].y = flipped ? -normal[i].y : normal[i].y;
            corner[i].x += skin * normal[i].x;
            corner[i].y += skin * normal[i].y;
            corner[i].z += skin * normal[i].z;
        }
    }
    uint32_t front = body->look->front;
    uint32_t back = body->look->back;
    return taut_draw_triangle(draw, corner, normals.count > 0 ? normal : NULL,
                              dark ? darker(front) : front, dark ? darker(back) : back);
}

static bool add_cloth(taut_draw* draw, taut_picture_body* body)
{
    taut_int_view triangles = taut_body_triangles(body->world, body->look->body);
    taut_vec3_view normals = taut_body_normals(body->world, body->look->body);
    taut_picture_grid grid = {.last = -2};
    bool dark = false;
    for (int i = 0; i + 3 <= triangles.count; i += 3) {
        if (body->look->checker > 0 && i % 6 == 0) {
            dark = is_dark(body, &grid, triangles, i / 6);
        }
        if (!add_triangle(draw, body, normals, triangles.data + i, dark)) {
            return false;
        }
        for (int k = 0; k < 3; ++k) {
            body->on_cloth[triangles.data[i + k]] = 1;
        }
    }
    return true;
}

// Structural links become tubes, except within a cloth.
static bool add_links(taut_draw* draw, const taut_picture_body* body)
{
    if (!(body->look->radius > 0.0f)) {
        return true;
    }
    for (int i = 0; i < body->stats.constraints; ++i) {
        taut_constraint_def def;
        if (taut_blueprint_constraint(body->blueprint, i, &def) != TAUT_OK ||
            def.kind != TAUT_CONSTRAINT_DISTANCE || def.family != TAUT_FAMILY_STRUCTURAL ||
            (body->on_cloth[def.particles[0]] && body->on_cloth[def.particles[1]]) ||
            taut_body_broken(body->world, body->look->body, i)) {
            continue;
        }
        taut_vec3 a = point_of(body, def.particles[0]);
        taut_vec3 b = point_of(body, def.particles[1]);
        if (shows(body, a) && shows(body, b) &&
            !taut_draw_tube(draw, a, b, body->look->radius, body->look->front)) {
            return false;
        }
    }
    return true;
}

static int compare_floats(const void* a, const void* b)
{
    float x = *(const float*)a;
    float y = *(const float*)b;
    return (x > y) - (x < y);
}

static float median_mass(const taut_picture_body* body)
{
    int count = body->positions.count;
    for (int i = 0; i < count; ++i) {
        body->masses[i] = taut_body_mass(body->world, body->look->body, i);
    }
    qsort(body->masses, (size_t)count, sizeof *body->masses, compare_floats);
    return body->masses[count / 2];
}

static bool has_prop(const taut_picture_body* body, int particle)
{
    for (int i = 0; i < body->run->prop_count; ++i) {
        const taut_scene_prop* prop = &body->run->props[i];
        if (prop->look == body->number && prop->particle == particle) {
            return true;
        }
    }
    return false;
}

static bool add_beads(taut_draw* draw, const taut_picture_body* body)
{
    float median = median_mass(body);
    for (int i = 0; i < body->positions.count; ++i) {
        taut_vec3 p = point_of(body, i);
        if (!shows(body, p) || has_prop(body, i)) {
            continue;
        }
        float mass = taut_body_mass(body->world, body->look->body, i);
        bool drawn = true;
        if (taut_body_pinned(body->world, body->look->body, i)) {
            drawn = taut_draw_sphere(draw, p, body->bead, PIN_COLOUR);
        } else if (median > 0.0f && mass > HEAVY * median && !body->look->no_weights) {
            // Beyond a tenth of the picture a weight would hide what hangs from it.
            float radius = fminf(body->bead * cbrtf(mass / median), 0.1f * body->layout->reach);
            drawn = taut_draw_sphere(draw, p, radius, WEIGHT_COLOUR);
        }
        if (!drawn) {
            return false;
        }
    }
    return true;
}

// Half again as thick as the rope; on cloth alone, in proportion to the picture.
static float bead_radius(const taut_picture_body* body)
{
    float rope = 1.5f * body->look->radius;
    float cloth = body->stats.triangles > 0 ? 0.0065f * body->layout->reach : 0.0f;
    return fmaxf(rope, cloth);
}

static bool add_body(taut_draw* draw, const taut_scene_run* run, const taut_picture_layout* layout,
                     int number)
{
    const taut_scene_look* look = &run->looks[number];
    if (look->world < 0 || look->world >= run->world_count) {
        return true;
    }
    taut_picture_body body = {.run = run, .number = number, .layout = layout, .look = look};
    body.world = run->worlds[look->world].world;
    body.blueprint = taut_body_blueprint(body.world, look->body);
    body.positions = taut_body_positions(body.world, look->body);
    if (!body.blueprint || body.positions.count == 0) {
        return true;
    }
    body.stats = taut_blueprint_get_stats(body.blueprint);
    body.bead = bead_radius(&body);
    body.on_cloth = calloc((size_t)body.positions.count, sizeof *body.on_cloth);
    body.masses = malloc((size_t)body.positions.count * sizeof *body.masses);
    bool added = body.on_cloth && body.masses && add_cloth(draw, &body) && add_links(draw, &body) &&
                 add_beads(draw, &body);
    free(body.on_cloth);
    free(body.masses);
    return added;
}

static const uint8_t* render(taut_draw* draw, taut_scene_run* run, float aspect)
{
    taut_picture_layout layout = taut_picture_layout_make(run, aspect);
    for (int i = 0; i < run->look_count; ++i) {
        if (!add_body(draw, run, &layout, i)) {
            return NULL;
        }
    }
    if (!taut_picture_props(draw, run, &layout) || !taut_picture_colliders(draw, run, &layout)) {
        return NULL;
    }
    taut_draw_floor(draw, layout.floor_y);
    return taut_draw_render(draw, &layout.camera);
}

bool taut_picture_write(taut_scene_run* run, const char* path, int width, int height, char* error,
                        size_t error_size)
{
    taut_draw* draw = taut_draw_create(width, height);
    const uint8_t* rgb = draw ? render(draw, run, (float)width / (float)height) : NULL;
    bool written = rgb && taut_write_png(path, width, height, rgb);
    if (!rgb) {
        snprintf(error, error_size, "not enough memory for a picture of %d x %d", width, height);
    } else if (!written) {
        snprintf(error, error_size, "%s", strerror(errno));
    }
    taut_draw_destroy(draw);
    return written;
}
