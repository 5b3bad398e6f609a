// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Blobs in the plane: loops of links with gas in them, and one solid one. They fall on pegs,
// squeeze through between them and come to rest on the floor, each as large as it was.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define LOOPS 2
#define BLOBS (LOOPS + 1)
#define POINTS 48
#define RINGS 5
#define RADIUS 0.3f
#define THICKNESS 0.02f
#define PEG 0.12f
#define PEGS 5
#define HALF_WIDTH 1.4f
#define WALL 0.1f  // half of its thickness
#define TALL 1.3f  // half of its height

enum {
    AREA,
    DEEPEST = BLOBS,
    NEAREST
};  // memory: areas at the start; |z|, distance over thickness

static taut_vec3 peg_place(const taut_scene_run* run, int i)
{
    float gap = (float)taut_scene_get(run, "gap") + 2.0f * PEG;
    return i < 3 ? vec3(gap * (float)(i - 1), 1.1f, 0.0f)
                 : vec3(gap * ((float)(i - 3) - 0.5f), 1.9f, 0.0f);
}

static taut_vec3 start_place(int blob)
{
    static const float x[BLOBS] = {0.05f, -0.7f, 0.78f};
    return vec3(x[blob], blob == 0 ? 2.5f : 2.3f, 0.0f);
}

// Making ------------------------------------------------------------------------------------------

static bool add_loop(taut_scene_run* run, taut_builder* builder, taut_vec3 centre)
{
    int loop[POINTS];
    bool ok = true;
    double c = 1.0, s = 0.0;  // turned by 2 pi / 48 each time
    const double dc = 0.99144486137381041, ds = 0.13052619222005159;
    for (int i = 0; i < POINTS; ++i) {
        taut_vec3 at = vec3(centre.x + RADIUS * (float)c, centre.y + RADIUS * (float)s, 0.0f);
        ok = ok && taut_builder_add_particle(builder, at, 1.2f / POINTS, &loop[i]) == TAUT_OK;
        double next = c * dc - s * ds;
        s = s * dc + c * ds;
        c = next;
    }
    for (int i = 0; i < POINTS && ok; ++i) {
        taut_constraint_def link = taut_link(loop[i], loop[(i + 1) % POINTS]);
        link.compliance = (float)(0.13 * (double)RADIUS / taut_scene_get(run, "skin"));
        link.damping_rate = 5.0f;
        ok = taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK;
    }
    taut_gas_def gas = taut_gas_def_default();
    gas.loop = loop;
    gas.loop_count = POINTS;
    gas.gauge = (float)taut_scene_get(run, "gauge");
    return ok && taut_builder_add_gas(builder, &gas, NULL) == TAUT_OK;
}

static bool add_solid(taut_scene_run* run, taut_builder* builder, taut_vec3 centre)
{
    taut_blob_def blob = taut_blob_def_default();
    blob.centre = centre;
    blob.radius = RADIUS;
    blob.outline_count = POINTS;
    blob.rings = RINGS;
    blob.material.stiffness = (float)taut_scene_get(run, "stiffness");
    blob.material.poisson_ratio = 0.9f;
    return taut_make_blob(builder, &blob, NULL) == TAUT_OK;
}

static bool add_blob(taut_scene_run* run, int world, int blob)
{
    taut_builder* builder = taut_scene_builder(run);
    if (builder == NULL) {
        return false;
    }
    bool ok = blob < LOOPS ? add_loop(run, builder, start_place(blob))
                           : add_solid(run, builder, start_place(blob));
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    body.collision.thickness = THICKNESS;
    body.collision.others = true;
    body.collision.surface.friction = body.collision.surface.static_friction = 0.2f;
    uint32_t colour = taut_scene_colour(blob);
    taut_scene_look look = {.front = colour, .back = colour, .radius = THICKNESS};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static bool add_collider(taut_scene_run* run, taut_collider_def def)
{
    def.surface.friction = def.surface.static_friction = 0.2f;
    return taut_scene_add_collider(run, 0, &def);
}

// Pegs, a floor and two walls.
static bool add_obstacles(taut_scene_run* run)
{
    taut_collider_def def = taut_collider_def_default();
    bool ok = true;
    for (int i = 0; i < PEGS && ok; ++i) {
        def.radius = PEG;
        def.position = peg_place(run, i);
        ok = add_collider(run, def);
    }
    def.shape = TAUT_SHAPE_BOX;
    for (int i = 0; i < 3 && ok; ++i) {
        def.half_size = i == 0 ? vec3(HALF_WIDTH, WALL, 0.5f) : vec3(WALL, TALL, 0.5f);
        float side = i == 1 ? -1.0f : 1.0f;
        def.position = i == 0 ? vec3(0.0f, -WALL, 0.0f)
                              : vec3(side * (HALF_WIDTH + WALL), TALL - 2.0f * WALL, 0.0f);
        ok = add_collider(run, def);
    }
    return ok;
}

// Reading -----------------------------------------------------------------------------------------

static int first_of(int blob)
{
    return blob < LOOPS ? 0 : 1 + (RINGS - 1) * POINTS;
}

static double area(const taut_scene_run* run, int blob)
{
    double sum = 0.0;
    for (int i = 0; i < POINTS; ++i) {
        taut_vec3 a = taut_scene_point(run, blob, first_of(blob) + i);
        taut_vec3 b = taut_scene_point(run, blob, first_of(blob) + (i + 1) % POINTS);
        sum += 0.5 * ((double)a.x * (double)b.y - (double)a.y * (double)b.x);
    }
    return sum;
}

// How deep anything was out of the plane, and how near to a peg or the floor, over its thickness.
static void look_around(taut_scene_run* run)
{
    for (int n = 0; n < BLOBS * POINTS; ++n) {
        int blob = n / POINTS;
        taut_vec3 x = taut_scene_point(run, blob, first_of(blob) + n % POINTS);
        double z = fabs((double)x.z), near = (double)x.y;
        for (int i = 0; i < PEGS; ++i) {
            double d = taut_scene_distance(x, peg_place(run, i)) - (double)PEG;
            near = d < near ? d : near;
        }
        near /= (double)THICKNESS;
        run->memory[DEEPEST] = z > run->memory[DEEPEST] ? z : run->memory[DEEPEST];
        run->memory[NEAREST] = near < run->memory[NEAREST] ? near : run->memory[NEAREST];
    }
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    world_def.planar = true;
    int world = taut_scene_add_world(run, &world_def, "blobs");
    bool ok = world >= 0;
    for (int i = 0; i < BLOBS && ok; ++i) {
        ok = add_blob(run, world, i);
        run->memory[AREA + i] = ok ? area(run, i) : 0.0;
    }
    run->memory[NEAREST] = 1e9;
    return ok && add_obstacles(run);
}

static void drive(taut_scene_run* run)
{
    look_around(run);
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double off = 0.0, top = 0.0, law = 0.0, fast = 0.0;
    for (int blob = 0; blob < BLOBS; ++blob) {
        off = fmax(off, fabs(area(run, blob) / run->memory[AREA + blob] - 1.0));
        for (int i = 0; i < POINTS; ++i) {
            taut_vec3 v = taut_scene_speed(run, blob, first_of(blob) + i);
            top = fmax(top, (double)taut_scene_point(run, blob, first_of(blob) + i).y);
            fast = fmax(fast, taut_scene_distance(v, vec3(0.0f, 0.0f, 0.0f)));
        }
        taut_gas_state gas = {0};
        if (blob < LOOPS &&
            taut_body_gas(run->worlds[0].world, run->looks[blob].body, 0, &gas) == TAUT_OK) {
            law = fmax(law, fabs(gas.applied - gas.gauge) / fabs(gas.gauge));
        }
    }
    double near = run->memory[NEAREST], z = run->memory[DEEPEST];
    snprintf(text, size,
             "on the floor with tops at %.2f m at most (below 0.8), areas within %.2f %% (at most "
             "5), never nearer than %.3f of their thickness (at least 0.8), gas felt within %.2f "
             "%% (at most 2), %.3f m/s (at most 0.1), |z| at most %g (expected 0)",
             top, 100.0 * off, near, 100.0 * law, fast, z);
    return top < 0.8 && off <= 0.05 && near >= 0.8 && law <= 0.02 && fast <= 0.1 && z == 0.0;
}

const taut_scene taut_scene_blob_2d = {
    .name = "blob-2d",
    .about = "Soft blobs in the plane, two of them full of gas, squeeze through between pegs.",
    .tags = "soft gas contact 2d",
    .params = {{"gap", "m between pegs", 0.5, 0.2, 0.8},
               {"gauge", "Pa", 80.0, 0.0, 1e5},
               {"skin", "N for 100 % strain", 200.0, 1.0, 1e6},
               {"stiffness", "N/m of the solid one", 300.0, 10.0, 1e6},
               {"drag", "1/s", 0.8, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 30,
    .frames = 540,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{0.0f, 1.4f, 6.4f}, {0.0f, 1.25f, 0.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
