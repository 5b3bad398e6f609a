// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Blocks of jelly dropped on each other: they wobble, keep their volume and come to rest as a
// stack, each a little flatter than the one above it.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define BLOCKS 3
#define CELLS 8
#define LAYERS 3
#define SIDE 0.32f
#define HEIGHT 0.12f
#define CELL (SIDE / CELLS)
#define THICKNESS (0.5f * CELL)  // so that a particle finds no gap between four others

static int particle(int i, int j, int k)
{
    return (k * (LAYERS + 1) + j) * (CELLS + 1) + i;
}

#define PARTICLES ((CELLS + 1) * (CELLS + 1) * (LAYERS + 1))

static bool add_block(taut_scene_run* run, int world, int block)
{
    taut_jelly_def def = taut_jelly_def_default();
    def.origin = vec3(-0.5f * SIDE, 0.0f, -0.5f * SIDE);
    def.size = vec3(SIDE, HEIGHT, SIDE);
    def.cells_x = def.cells_z = CELLS;
    def.cells_y = LAYERS;
    def.material.young_modulus = (float)taut_scene_get(run, "stiffness");
    def.material.poisson_ratio = (float)taut_scene_get(run, "poisson");
    def.material.damping_time = (float)taut_scene_get(run, "damping");
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_jelly(builder, &def, NULL) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    float drop = (float)taut_scene_get(run, "drop");
    float aside = block % 2 == 0 ? 0.0f : 0.5f * CELL;  // particles find hollows below
    body.offset =
        vec3(aside, THICKNESS + drop + (HEIGHT + 2.0f * THICKNESS + drop) * (float)block, aside);
    body.collision.others = true;
    body.collision.thickness = THICKNESS;
    body.collision.surface.friction = (float)taut_scene_get(run, "friction");
    body.collision.surface.static_friction = 1.2f * body.collision.surface.friction;
    static const uint32_t front[BLOCKS] = {0xd1495b, 0xe0a23a, 0x4f9d69};
    // What is seen reaches as far as what touches.
    taut_scene_look look = {
        .front = front[block], .back = front[block], .skin = THICKNESS, .no_weights = true};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static bool add_floor(taut_scene_run* run, int world)
{
    taut_collider_def floor = taut_collider_def_default();
    floor.shape = TAUT_SHAPE_PLANE;
    return taut_scene_add_collider(run, world, &floor);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "jelly");
    bool ok = world >= 0 && add_floor(run, world);
    for (int i = 0; i < BLOCKS && ok; ++i) {
        ok = add_block(run, world, i);
    }
    return ok;
}

// Sum of the volumes of its tetrahedra over that at rest.
static double volume(const taut_scene_run* run, int block)
{
    const taut_scene_look* look = &run->looks[block];
    taut_world* world = run->worlds[look->world].world;
    int count = taut_blueprint_get_stats(taut_body_blueprint(world, look->body)).constraints;
    double rest = 0.0, now = 0.0;
    for (int i = 0; i < count; ++i) {
        taut_constraint_state state = taut_scene_link(run, block, i);
        if (state.kind == TAUT_CONSTRAINT_VOLUME) {
            rest += (double)state.rest;
            now += (double)state.rest + (double)state.value;
        }
    }
    return now / rest;
}

// Mean height of the particles of a level, and the least and the largest.
typedef struct level {
    double mean, low, high, x, z;
} level;

static level level_of(const taut_scene_run* run, int block, int j)
{
    level out = {0.0, 1e9, -1e9, 0.0, 0.0};
    const double share = 1.0 / ((CELLS + 1) * (CELLS + 1));
    for (int n = 0; n < (CELLS + 1) * (CELLS + 1); ++n) {
        taut_vec3 x = taut_scene_point(run, block, particle(n % (CELLS + 1), j, n / (CELLS + 1)));
        out.mean += share * (double)x.y;
        out.x += share * (double)x.x;
        out.z += share * (double)x.z;
        out.low = (double)x.y < out.low ? (double)x.y : out.low;
        out.high = (double)x.y > out.high ? (double)x.y : out.high;
    }
    return out;
}

// The nearest that particles of two blocks come to each other.
static double apart(const taut_scene_run* run, int a, int b)
{
    double least = 1e9;
    for (int i = 0; i < PARTICLES; ++i) {
        for (int k = 0; k < PARTICLES; ++k) {
            double d =
                taut_scene_distance(taut_scene_point(run, a, i), taut_scene_point(run, b, k));
            least = d < least ? d : least;
        }
    }
    return least;
}

static double speed(const taut_scene_run* run)
{
    double most = 0.0;
    for (int n = 0; n < BLOCKS * PARTICLES; ++n) {
        taut_vec3 v = taut_scene_speed(run, n / PARTICLES, n % PARTICLES);
        double s = taut_scene_distance(v, vec3(0.0f, 0.0f, 0.0f));
        most = s > most ? s : most;
    }
    return most;
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double gap = 1e9, lean = 0.0, part = 1.0, low = level_of(run, 0, 0).low;
    bool stacked = true;
    for (int i = 0; i < BLOCKS; ++i) {
        level foot = level_of(run, i, 0), top = level_of(run, i, LAYERS);
        double v = volume(run, i);
        part = v < part ? v : part;
        if (i > 0) {
            level below = level_of(run, i - 1, LAYERS);
            double d = apart(run, i - 1, i) / (2.0 * (double)THICKNESS);
            double off = fmax(fabs(foot.x - below.x), fabs(foot.z - below.z));
            gap = d < gap ? d : gap;
            lean = off > lean ? off : lean;
            stacked = stacked && foot.mean > below.mean && top.mean > below.high;
        }
    }
    double rest = speed(run), top = level_of(run, BLOCKS - 1, LAYERS).mean;
    double full = BLOCKS * (double)(HEIGHT + 2.0f * THICKNESS) - (double)THICKNESS;
    snprintf(text, size,
             "%s, its top at %.3f m (0.7 to 1 of %.3f), particles of two blocks %.3f of their "
             "distance apart (at least 0.95), lowest %.4f m above the floor (at least %.4f), "
             "middles %.3f m off (at most 0.06), volume %.1f %% (at least 85), %.3f m/s (at most "
             "0.02)",
             stacked ? "stacked" : "NOT STACKED", top, full, gap, low, 0.95 * (double)THICKNESS,
             lean, 100.0 * part, rest);
    return stacked && top >= 0.7 * full && top <= full && gap >= 0.95 &&
           low >= 0.95 * (double)THICKNESS && lean <= 0.06 && part >= 0.85 && rest <= 0.02;
}

const taut_scene taut_scene_jelly_stack = {
    .name = "jelly-stack",
    .about = "Blocks of jelly drop on each other and come to rest as a stack.",
    .tags = "soft contact",
    .params = {{"stiffness", "Pa", 20000.0, 100.0, 1e8},
               {"poisson", "ratio", 0.4, 0.26, 0.5},
               {"damping", "s", 0.04, 0.0, 10.0},
               {"friction", "ratio", 1.5, 0.0, 10.0},
               {"drop", "m", 0.06, 0.0, 1.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 420,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{0.6f, 0.62f, 1.25f}, {0.0f, 0.24f, 0.0f}, 34.0f},
    .make = make,
    .check = check,
};
