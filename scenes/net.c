// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A climbing net slung between four posts with a heavy load at its middle: strings that only pull.
// The posts carry net and load together.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define KNOTS 15
#define MESH 0.2f
#define POSTS 4
#define NET POSTS  // number of the body
#define LAST_FRAMES 120

enum { HELD };  // memory: two numbers

static int corner(int i)
{
    return (i & 1 ? KNOTS - 1 : 0) + (i & 2 ? (KNOTS - 1) * KNOTS : 0);
}

static float half_side(void)
{
    return 0.5f * MESH * (float)(KNOTS - 1);
}

static bool add_posts(taut_scene_run* run, int world)
{
    taut_scene_look wood = {.front = 0x8b6b4a, .radius = 0.06f};
    bool ok = true;
    for (int i = 0; i < POSTS; ++i) {
        float x = (half_side() + 0.03f) * (i & 1 ? 1.0f : -1.0f);
        float z = (half_side() + 0.03f) * (i & 2 ? 1.0f : -1.0f);
        ok = ok && taut_scene_add_post(run, world, vec3(x, 0.0f, z), vec3(x, 2.1f, z), wood);
    }
    return ok;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "net");
    if (!add_posts(run, world)) {
        return false;
    }
    taut_net_def net = taut_net_def_default();
    net.columns = net.rows = KNOTS;
    net.mesh_size = MESH;
    net.links_per_side = (int)taut_scene_get(run, "links");
    net.origin = vec3(-half_side(), 2.0f, -half_side());
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_net(builder, &net, NULL) == TAUT_OK &&
              taut_builder_add_mass(builder, KNOTS * KNOTS / 2,
                                    (float)taut_scene_get(run, "load")) == TAUT_OK;
    for (int i = 0; i < 4; ++i) {
        ok = ok && taut_builder_pin(builder, corner(i)) == TAUT_OK;
    }
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0x2f7d6b, .radius = 0.012f};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static double held(const taut_scene_run* run)
{
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        sum += (double)taut_scene_reaction(run, NET, corner(i)).y;
    }
    return sum;
}

static void drive(taut_scene_run* run)
{
    taut_scene_note_mean(run, LAST_FRAMES, HELD, held(run));
}

// The posts' 1 % is for what still sways.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double force = taut_scene_mean(run, HELD, held(run));
    double weight = 9.81 * taut_scene_free_mass(run, NET);
    double sag = 2.0 - (double)taut_scene_point(run, NET, KNOTS * KNOTS / 2).y;
    snprintf(text, size,
             "posts hold %.3f N (expected %.3f within 1 %%), the load hangs %.3f m down, stretch "
             "%.2f %%",
             force, weight, sag, 100.0 * (double)run->stats.frame_max_stretch);
    return fabs(force - weight) <= 0.01 * weight && sag > 0.3;
}

const taut_scene taut_scene_net = {
    .name = "net",
    .about = "A net of strings slung between four posts carries a load.",
    .tags = "rope net",
    .params = {{"load", "kg", 2.0, 0.0, 1000.0},
               {"links", "per side of a mesh", 2.0, 1.0, 16.0},
               {"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 40,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{3.6f, 3.4f, 6.2f}, {0.0f, 0.95f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
