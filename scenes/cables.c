// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Steel cables between two poles, from nearly straight to deeply sagging: catenaries. Along a
// catenary the pull is the horizontal part H, the same everywhere, and the weight w s of the cable
// down to the lowest point; it follows, without any cosh, that the sag is
//
//     (sqrt(H^2 + (w L / 2)^2) - H) / w
//
// for a cable of length L and weight w per metre. H is read from the pin, the sag from the shape.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define CABLES 4
#define LINKS 40
#define SPAN 8.0
#define POLES 2  // bodies before the cables
#define LAST_FRAMES 120

enum { PULL, SAG = PULL + CABLES, FRAMES = SAG + CABLES };  // memory: sums and their count

static const double slack[CABLES] = {1.01, 1.05, 1.15, 1.35};  // length over span

static float height(int cable)
{
    return 4.4f - 0.2f * (float)cable;
}

static bool add_cable(taut_scene_run* run, int world, int i)
{
    static const uint32_t colours[CABLES] = {0x454c55, 0x9a3b2e, 0x2e6c8e, 0xb58a2a};
    taut_rope_def rope = taut_rope_def_default();
    taut_rope_material_find("steel-cable", &rope.material);
    rope.start = vec3((float)(-0.5 * SPAN), height(i), 0.0f);
    rope.end = vec3((float)(0.5 * SPAN), height(i), 0.0f);
    rope.length = (float)(slack[i] * SPAN);
    rope.link_count = LINKS;
    rope.material.bend_stiffness = 0.0f;  // a catenary has none
    rope.pin_start = rope.pin_end = true;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_rope(builder, &rope, NULL) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = colours[i], .radius = 0.03f};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "cables");
    taut_scene_look wood = {.front = 0x8a6a4f, .radius = 0.09f};
    bool ok = true;
    for (int side = -1; side <= 1; side += 2) {
        float x = (float)side * (float)(0.5 * SPAN + 0.05);
        ok = ok && taut_scene_add_post(run, world, vec3(x, 0.0f, 0.0f), vec3(x, 4.7f, 0.0f), wood);
    }
    for (int i = 0; i < CABLES; ++i) {
        ok = ok && add_cable(run, world, i);
    }
    return ok;
}

static double pull(const taut_scene_run* run, int cable)
{
    return fabs((double)taut_scene_reaction(run, POLES + cable, 0).x);
}

static double sag(const taut_scene_run* run, int cable)
{
    return (double)height(cable) - (double)taut_scene_point(run, POLES + cable, LINKS / 2).y;
}

static void drive(taut_scene_run* run)
{
    if (!taut_scene_near_end(run, LAST_FRAMES)) {
        return;
    }
    for (int i = 0; i < CABLES; ++i) {
        run->memory[PULL + i] += pull(run, i);
        run->memory[SAG + i] += sag(run, i);
    }
    run->memory[FRAMES] += 1.0;
}

// Half a per cent of the span: a polygon of 40 links and what the sweeps leave over cost less, and
// a wrong H or a wrong shape far more.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    taut_rope_material steel = {0};
    taut_rope_material_find("steel-cable", &steel);
    double w = 9.81 * (double)steel.mass_per_metre;
    double count = run->memory[FRAMES] + 1.0;
    bool ok = true;
    int used = snprintf(text, size, "sag in m, of the shape and after the pull at the pole:");
    for (int i = 0; i < CABLES; ++i) {
        double h = (run->memory[PULL + i] + pull(run, i)) / count;
        double shape = (run->memory[SAG + i] + sag(run, i)) / count;
        double v = 0.5 * w * slack[i] * SPAN;
        double due = (sqrt(h * h + v * v) - h) / w;
        ok = ok && fabs(shape - due) <= 0.005 * SPAN;
        if (used > 0 && (size_t)used < size) {
            used += snprintf(text + used, size - (size_t)used, " %.4f / %.4f (%.1f N)%s", shape,
                             due, h, i + 1 < CABLES ? "," : " within 0.5 % of the span");
        }
    }
    return ok;
}

const taut_scene taut_scene_cables = {
    .name = "cables",
    .about = "Steel cables of different length hang between two poles as catenaries.",
    .tags = "rope analytic",
    .params = {{"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 40,
    .frames = 900,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{2.5f, 3.2f, 13.0f}, {0.0f, 2.2f, 0.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
