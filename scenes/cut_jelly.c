// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A bar of jelly hangs between two walls, and a blade goes down through it twice. The middle falls
// in one piece and wobbles on the ground, the ends swing where they are held. The surface closes
// over the cuts: all of the volume stays within it, and no mass is lost.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define CELLS 16
#define LAYERS 4
#define CELL 0.05f
#define GROUND -0.4f
#define STROKE 4  // frames
#define MOST_PARTICLES 1024

enum { MASS, SPLITS, HELD };  // memory

static const int first_frame[2] = {40, 44};
static const double middle[2] = {-0.15, 0.15};

static bool add_bar(taut_scene_run* run, int world)
{
    taut_jelly_def def = taut_jelly_def_default();
    def.origin = vec3(-0.5f * CELLS * CELL, 0.0f, -0.5f * LAYERS * CELL);
    def.size = vec3(CELLS * CELL, LAYERS * CELL, LAYERS * CELL);
    def.cells_x = CELLS;
    def.cells_y = def.cells_z = LAYERS;
    def.material.young_modulus = (float)taut_scene_get(run, "stiffness");
    def.material.damping_time = 0.02f;
    taut_builder* builder = taut_scene_builder(run);
    taut_part part;
    bool ok = taut_make_jelly(builder, &def, &part) == TAUT_OK;
    for (int i = 0; ok && i < 2 * (LAYERS + 1) * (LAYERS + 1); ++i) {
        int j = i / 2 % (LAYERS + 1), k = i / 2 / (LAYERS + 1);
        int pin = taut_jelly_particle(&part, &def, i % 2 * CELLS, j, k);
        ok = taut_builder_pin(builder, pin) == TAUT_OK;
    }
    taut_body_def body = taut_body_def_default();
    body.tear.spare_particles = (int)taut_scene_get(run, "spare");
    body.collision.thickness = 0.01f;
    body.collision.surface.friction = 0.8f;
    body.collision.surface.static_friction = 0.9f;
    taut_scene_look look = {.front = 0x4f9d69, .back = 0xd1495b, .radius = 0.0f};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static double mass_of(const taut_scene_run* run)
{
    const taut_world* world = run->worlds[0].world;
    taut_body_id body = run->looks[0].body;
    double sum = 0.0;
    for (int i = 0; i < taut_body_positions(world, body).count; ++i) {
        sum += (double)taut_body_mass(world, body, i);
    }
    return sum;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "cut");
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    ground.position = vec3(0.0f, GROUND, 0.0f);
    bool ok = world >= 0 && add_bar(run, world) && taut_scene_add_collider(run, world, &ground);
    run->memory[MASS] = ok ? mass_of(run) : 0.0;
    return ok;
}

// From above the bar to below it, on a slant.
static taut_vec3 blade_at(int cut, double part, float z)
{
    double lean = cut == 0 ? -0.1 : 0.1;
    return vec3((float)(middle[cut] + lean * (part - 0.5)), (float)(0.4 - 0.7 * part), z);
}

static void drive(taut_scene_run* run)
{
    for (int i = 0; i < 2; ++i) {
        int frame = run->frame - first_frame[i];
        if (frame < 0 || frame >= STROKE) {
            continue;
        }
        double from = (double)frame / STROKE, to = (double)(frame + 1) / STROKE;
        taut_blade blade = {blade_at(i, from, -0.5f), blade_at(i, from, 0.5f),
                            blade_at(i, to, -0.5f), blade_at(i, to, 0.5f)};
        taut_cut cut = {0};
        taut_scene_cut(run, &blade, &cut);
        run->memory[SPLITS] += cut.splits;
        run->memory[HELD] += cut.held;
    }
}

static int root_of(int* parent, int i)
{
    while (parent[i] != i) {
        i = parent[i] = parent[parent[i]];
    }
    return i;
}

// How many pieces the surface is in; 0 when a triangle is none.
static int count_pieces(const taut_scene_run* run)
{
    taut_int_view t = taut_body_triangles(run->worlds[0].world, run->looks[0].body);
    int count = taut_body_positions(run->worlds[0].world, run->looks[0].body).count;
    int parent[MOST_PARTICLES];
    bool used[MOST_PARTICLES] = {false};
    for (int i = 0; i < MOST_PARTICLES; ++i) {
        parent[i] = i;
    }
    for (int i = 0; i < t.count; ++i) {
        int a = t.data[i], b = t.data[i % 3 == 2 ? i - 2 : i + 1];
        int most = count < MOST_PARTICLES ? count : MOST_PARTICLES;
        if (a < 0 || a >= most || b < 0 || b >= most || a == b) {
            return 0;
        }
        used[a] = true;
        parent[root_of(parent, a)] = root_of(parent, b);
    }
    int pieces = 0;
    for (int i = 0; i < count && i < MOST_PARTICLES; ++i) {
        pieces += used[i] && root_of(parent, i) == i;
    }
    return pieces;
}

// Within the surface, which must be closed to say so.
static double volume_of(const taut_scene_run* run)
{
    taut_int_view t = taut_body_triangles(run->worlds[0].world, run->looks[0].body);
    double sum = 0.0;
    for (int i = 0; i < t.count; i += 3) {
        taut_vec3 a = taut_scene_point(run, 0, t.data[i]);
        taut_vec3 b = taut_scene_point(run, 0, t.data[i + 1]);
        taut_vec3 c = taut_scene_point(run, 0, t.data[i + 2]);
        sum += (double)a.x * ((double)b.y * (double)c.z - (double)b.z * (double)c.y) +
               (double)a.y * ((double)b.z * (double)c.x - (double)b.x * (double)c.z) +
               (double)a.z * ((double)b.x * (double)c.y - (double)b.y * (double)c.x);
    }
    return sum / 6.0;
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    int pieces = count_pieces(run), at = 2 * (LAYERS + 1) * (CELLS + 1) + CELLS / 2;
    double cell = (double)CELL, whole = CELLS * LAYERS * LAYERS * cell * cell * cell;
    double volume = volume_of(run) / whole, mass = mass_of(run) / run->memory[MASS];
    double low = (double)taut_scene_point(run, 0, at).y;
    bool finite = (run->stats.trouble & TAUT_STEP_NOT_FINITE) == 0;
    snprintf(text, size,
             "%d pieces (expected 3), %.1f %% of the volume (90 to 110), %.6f of the mass (1 "
             "within 1e-5), %.0f splits (at least %d), %.0f held (expected 0); the middle is %.2f "
             "m above the ground (at most 0.1), %s",
             pieces, 100.0 * volume, mass, run->memory[SPLITS], 2 * (LAYERS + 1) * (LAYERS + 1),
             run->memory[HELD], low - (double)GROUND, finite ? "finite" : "NOT FINITE");
    return pieces == 3 && fabs(volume - 1.0) <= 0.1 && fabs(mass - 1.0) <= 1e-5 &&
           run->memory[SPLITS] >= 2 * (LAYERS + 1) * (LAYERS + 1) && run->memory[HELD] == 0.0 &&
           low - (double)GROUND <= 0.1 && finite;
}

const taut_scene taut_scene_cut_jelly = {
    .name = "cut-jelly",
    .about = "A blade cuts the middle out of a bar of jelly, which falls in one piece.",
    .tags = "soft cut",
    .params = {{"stiffness", "Pa", 30000.0, 1000.0, 1e7},
               {"spare", "particles that may be split", 200.0, 1.0, 500.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 180,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{0.5f, 0.35f, 1.5f}, {0.0f, -0.08f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
