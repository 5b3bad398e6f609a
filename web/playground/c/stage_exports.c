// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the module gives to the page for drawing: see src/stage/memory.ts.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exports.h"
#include "stage.h"

static taut_stage_world worlds[TAUT_SCENE_MAX_WORLDS];

// A collider as the page reads it: 32-bit words.
typedef struct taut_stage_collider {
    uint32_t index1, generation;
    int32_t shape;
    const taut_shape* baked;
    float radius, half_height;
    taut_vec3 half_size, position;
    taut_quat rotation;
} taut_stage_collider;

// The triangles of a shape, likewise.
typedef struct taut_stage_mesh {
    int32_t vertex_count, index_count;
    float* vertices;
    const int32_t* indices;
} taut_stage_mesh;

// What the picture can stand on, in metres of height.
typedef struct taut_stage_ground {
    float plane;  // the highest level plane; -INFINITY without
    float low;    // the lowest of everything
    float high;   // and the highest
    float deep;   // how low what hangs from pins may come
    float foot;   // the lowest of what is pinned or a collider; INFINITY without
} taut_stage_ground;

static taut_stage_collider collider;
static taut_stage_mesh mesh;
static taut_stage_ground ground;

EXPORT(taut_stage_open) int taut_stage_open(void);
EXPORT(taut_stage_update) int taut_stage_update(int wires, int more);
EXPORT(taut_stage_world) const taut_stage_world* taut_stage_world_at(int world);
EXPORT(taut_stage_bounds)
void taut_stage_bounds(int world, float x, float y, float z, float reach);
EXPORT(taut_stage_ground) const taut_stage_ground* taut_stage_ground_of(int world);
EXPORT(taut_stage_collider_count) int taut_stage_collider_count(int world);
EXPORT(taut_stage_collider) const taut_stage_collider* taut_stage_collider_at(int world, int i);
EXPORT(taut_stage_collider_mesh) const taut_stage_mesh* taut_stage_collider_mesh(int world, int i);
EXPORT(taut_stage_camera) const taut_scene_camera* taut_stage_camera(void);

// Opening and filling -----------------------------------------------------------------------------

// Call after a scene was opened, before its first step. Returns how many worlds there are; below 0
// when memory is short.
int taut_stage_open(void)
{
    const taut_scene_run* run = taut_play_run();
    bool ok = true;
    for (int i = 0; i < TAUT_SCENE_MAX_WORLDS; ++i) {
        taut_stage_world* s = &worlds[i];
        taut_stage_free(s);
        if (i < run->world_count && ok) {
            s->world = run->worlds[i].world;
            s->number = i;
            s->flipped = taut_world_gravity(s->world).y > 0.0f;
            s->planar = run->worlds[i].planar;
            ok = taut_stage_build(s);
        }
    }
    return ok ? run->world_count : -1;
}

// @param wires  taut_stage_wires
// @param more  1: forces are read too; 2: places where bodies touch
// @return 0 when memory is short
int taut_stage_update(int wires, int more)
{
    const taut_scene_run* run = taut_play_run();
    bool known = wires >= 0 && wires < TAUT_STAGE_WIRES_COUNT;
    for (int i = 0; i < run->world_count && known; ++i) {
        taut_stage_world* s = &worlds[i];
        if (!taut_stage_current(s) && !taut_stage_build(s)) {
            return 0;
        }
        if (s->wires_kind != (taut_stage_wires)wires) {
            s->version += 1;
            if (!taut_stage_build_wires(s, (taut_stage_wires)wires)) {
                return 0;
            }
        }
        s->diverged = run->worlds[i].diverged;
        taut_stage_fill(s, (more & 1) != 0, (more & 2) != 0);
    }
    return known;
}

const taut_stage_world* taut_stage_world_at(int world)
{
    return world >= 0 && world < TAUT_SCENE_MAX_WORLDS ? &worlds[world] : NULL;
}

const taut_scene_camera* taut_stage_camera(void)
{
    return &taut_play_run()->camera;
}

// Where things are --------------------------------------------------------------------------------

// Puts a box around what lies within `reach` of a place into the world's low and high; one around
// the place alone when nothing does.
void taut_stage_bounds(int world, float x, float y, float z, float reach)
{
    taut_stage_world* s = &worlds[world];
    const float at[3] = {x, y, z};
    bool any = false;
    for (int i = 0; i < s->particle_count; ++i) {
        const float* p = s->positions + 3 * (size_t)i;
        if (!(fabsf(p[0] - x) <= reach && fabsf(p[1] - y) <= reach && fabsf(p[2] - z) <= reach)) {
            continue;
        }
        for (int c = 0; c < 3; ++c) {
            s->low[c] = any ? fminf(s->low[c], p[c]) : p[c];
            s->high[c] = any ? fmaxf(s->high[c], p[c]) : p[c];
        }
        any = true;
    }
    for (int c = 0; c < 3 && !any; ++c) {
        s->low[c] = at[c];
        s->high[c] = at[c];
    }
}

static float height_of(const taut_stage_world* s, float y)
{
    return s->flipped ? -y : y;
}

static void ground_add(float height, float radius, bool stands)
{
    float bottom = height - radius;
    ground.foot = stands ? fminf(ground.foot, bottom) : ground.foot;
    ground.low = fminf(ground.low, bottom);
    ground.high = fmaxf(ground.high, height + radius);
}

#define MOST_PINS 16

// How low a particle may come: as far below each of its body's pins as it is away from it now.
static float depth_of(const taut_stage_world* s, const float* p, const int* pins, int pin_count)
{
    float out = -INFINITY;
    for (int i = 0; i < pin_count; ++i) {
        const float* at = s->positions + 3 * (size_t)pins[i];
        float x = p[0] - at[0], y = p[1] - at[1], z = p[2] - at[2];
        out = fmaxf(out, height_of(s, at[1]) - sqrtf(x * x + y * y + z * z));
    }
    return out;
}

static void ground_add_part(const taut_stage_world* s, const taut_stage_part* part)
{
    float radius = taut_stage_look(part)->radius;
    int pins[MOST_PINS];
    int pin_count = 0, all = 0;
    for (int i = 0; i < part->count; ++i) {
        bool pinned = taut_body_pinned(s->world, part->body, i);
        all += pinned ? 1 : 0;
        if (pinned && pin_count < MOST_PINS) {
            pins[pin_count++] = part->first + i;
        }
    }
    for (int i = part->first; i < part->first + part->count; ++i) {
        // A post stands; a net that is pinned all around does not.
        ground_add(height_of(s, s->positions[3 * i + 1]), radius, all == part->count);
    }
    for (int i = part->first; i < part->first + part->count && pin_count > 0; ++i) {
        float depth = depth_of(s, s->positions + 3 * (size_t)i, pins, pin_count) - radius;
        ground.deep = fminf(ground.deep, depth);
    }
}

// Props at pinned particles stand: people who pull a rope, a crane.
static void ground_add_props(const taut_stage_world* s)
{
    const taut_scene_run* run = taut_play_run();
    int tube = s->link_count, box = 0;
    for (int i = 0; i < run->prop_count; ++i) {
        const taut_scene_prop* prop = &run->props[i];
        const taut_scene_look* look = &run->looks[prop->look];
        if (look->world != s->number) {
            continue;
        }
        bool pinned = taut_body_pinned(s->world, look->body, prop->particle);
        if (prop->radius > 0.0f) {
            const float* t = s->tubes + TAUT_STAGE_TUBE * (size_t)tube++;
            ground_add(height_of(s, t[1]), t[6], pinned);
            ground_add(height_of(s, t[4]), t[6], pinned);
        } else {
            const float* b = s->boxes + TAUT_STAGE_BOX * (size_t)box++;
            ground_add(height_of(s, b[1]), fabsf(b[4]) + fabsf(b[7]) + fabsf(b[10]), pinned);
        }
    }
}

static void ground_add_collider(const taut_stage_world* s, const taut_collider_def* def)
{
    taut_vec3 up = taut_quat_rotate(def->rotation, (taut_vec3){0.0f, 1.0f, 0.0f});
    if (def->shape == TAUT_SHAPE_PLANE) {
        bool level = height_of(s, up.y) > 0.9999f;
        ground.plane = level ? fmaxf(ground.plane, height_of(s, def->position.y)) : ground.plane;
        return;
    }
    taut_vec3 h = def->half_size;
    float r = def->radius;
    taut_vec3_view baked = taut_shape_vertices(def->baked);
    if (def->shape == TAUT_SHAPE_BOX) {
        taut_vec3 x = taut_quat_rotate(def->rotation, (taut_vec3){h.x, 0.0f, 0.0f});
        taut_vec3 y = taut_quat_rotate(def->rotation, (taut_vec3){0.0f, h.y, 0.0f});
        taut_vec3 z = taut_quat_rotate(def->rotation, (taut_vec3){0.0f, 0.0f, h.z});
        r = fabsf(x.y) + fabsf(y.y) + fabsf(z.y);
    } else if (def->shape == TAUT_SHAPE_CAPSULE || def->shape == TAUT_SHAPE_CYLINDER) {
        float side = def->shape == TAUT_SHAPE_CAPSULE ? r : r * sqrtf(fmaxf(0.0f, 1 - up.y * up.y));
        r = side + fabsf(up.y) * def->half_height;
    }
    for (int i = 0; i < baked.count && def->shape >= TAUT_SHAPE_HULL; ++i) {
        taut_vec3 p = taut_quat_rotate(def->rotation, taut_vec3_at(baked, i));
        ground_add(height_of(s, p.y + def->position.y), 0.0f, true);
    }
    if (def->shape < TAUT_SHAPE_HULL) {
        ground_add(height_of(s, def->position.y), r, true);
    }
}

// Heights are y, or its negative in a world that stands on its head.
const taut_stage_ground* taut_stage_ground_of(int world)
{
    const taut_stage_world* s = &worlds[world];
    ground = (taut_stage_ground){-INFINITY, INFINITY, -INFINITY, INFINITY, INFINITY};
    for (int i = 0; i < s->part_count; ++i) {
        ground_add_part(s, &s->parts[i]);
    }
    ground_add_props(s);
    for (int i = 0; i < taut_world_collider_count(s->world); ++i) {
        taut_collider_def def;
        if (taut_collider_get(s->world, taut_world_collider(s->world, i), &def) == TAUT_OK) {
            ground_add_collider(s, &def);
        }
    }
    return &ground;
}

// Colliders ---------------------------------------------------------------------------------------

int taut_stage_collider_count(int world)
{
    return taut_world_collider_count(worlds[world].world);
}

// NULL when it cannot be read.
const taut_stage_collider* taut_stage_collider_at(int world, int i)
{
    taut_world* w = worlds[world].world;
    taut_collider_id id = taut_world_collider(w, i);
    taut_collider_def def;
    if (taut_collider_get(w, id, &def) != TAUT_OK) {
        return NULL;
    }
    collider = (taut_stage_collider){id.index1,     id.generation, (int32_t)def.shape,
                                     def.baked,     def.radius,    def.half_height,
                                     def.half_size, def.position,  def.rotation};
    return &collider;
}

// The mesh of a baked shape, good until the next call; NULL when memory is short.
const taut_stage_mesh* taut_stage_collider_mesh(int world, int i)
{
    const taut_stage_collider* c = taut_stage_collider_at(world, i);
    if (c == NULL) {
        return NULL;
    }
    taut_vec3_view vertices = taut_shape_vertices(c->baked);
    taut_int_view triangles = taut_shape_triangles(c->baked);
    free(mesh.vertices);
    mesh.vertices = calloc((size_t)vertices.count + 1, 3 * sizeof *mesh.vertices);
    if (mesh.vertices == NULL) {
        return NULL;
    }
    for (int k = 0; k < vertices.count; ++k) {
        taut_vec3 v = taut_vec3_at(vertices, k);
        memcpy(mesh.vertices + 3 * (size_t)k, &v, sizeof v);
    }
    mesh.vertex_count = vertices.count;
    mesh.index_count = triangles.count;
    mesh.indices = triangles.data;
    return &mesh;
}
