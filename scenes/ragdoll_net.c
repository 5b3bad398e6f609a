// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A ragdoll falls on its back into a safety net. Particles keep the net and the ragdoll apart: the
// sum of both thicknesses is more than half the diagonal of a mesh, so that nothing slips through.

#include <math.h>
#include <stdio.h>

#include "doll.h"

#define NET 0
#define DOLL 1
#define KNOTS 21
#define MESH 0.12f
#define HEIGHT 1.6f

enum { LOWEST = TAUT_DOLL_END, LEAST };  // memory

static float half_side(void)
{
    return 0.5f * MESH * (float)(KNOTS - 1);
}

static bool add_net(taut_scene_run* run, int world)
{
    taut_builder* builder = taut_scene_builder(run);
    taut_net_def net = taut_net_def_default();
    net.columns = net.rows = KNOTS;
    net.mesh_size = MESH;
    net.origin = vec3(-half_side(), HEIGHT, -half_side());
    bool ok = builder != NULL && taut_make_net(builder, &net, NULL) == TAUT_OK;
    for (int i = 0; i < KNOTS * KNOTS; ++i) {
        int column = i % KNOTS, row = i / KNOTS;
        if (column == 0 || row == 0 || column == KNOTS - 1 || row == KNOTS - 1) {
            ok = ok && taut_builder_pin(builder, i) == TAUT_OK;
        } else {
            ok = ok &&
                 taut_builder_add_mass(builder, i, (float)taut_scene_get(run, "knot")) == TAUT_OK;
        }
    }
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    body.collision.thickness = 0.06f;
    body.collision.others = true;
    taut_scene_look look = {.front = 0x2f7d6b, .radius = 0.008f};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "net");
    if (!add_net(run, world)) {
        return false;
    }
    taut_builder* builder = taut_scene_builder(run);
    if (builder == NULL) {
        return false;
    }
    bool ok = true;
    taut_ragdoll made = taut_scene_make_doll(builder, &ok);
    taut_body_def body = taut_scene_doll_def();
    body.drag = (float)taut_scene_get(run, "drag");
    body.collision.others = true;
    taut_scene_look look = {.front = 0xd8d2c4};
    if (!taut_scene_put(run, world, builder, ok, body, look)) {
        return false;
    }
    taut_teleport lie = taut_teleport_default();
    lie.about = vec3(0.0f, 0.95f, 0.0f);
    lie.turn = taut_quat_between(vec3(0.0f, 1.0f, 0.2f), vec3(0.1f, 0.0f, -1.0f));
    lie.move = vec3(0.0f, HEIGHT - 0.95f + (float)taut_scene_get(run, "fall"), 0.0f);
    if (taut_body_teleport(run->worlds[world].world, run->looks[DOLL].body, &lie) != TAUT_OK) {
        return taut_scene_fail(run, "%s", taut_world_last_error(run->worlds[world].world));
    }
    run->memory[LOWEST] = (double)HEIGHT;
    taut_scene_put_doll(run, DOLL, &made);
    return true;
}

static int doll_particles(const taut_scene_run* run)
{
    return (int)taut_body_positions(run->worlds[0].world, run->looks[DOLL].body).count;
}

static double lowest(const taut_scene_run* run, int body, int count)
{
    double low = 1e9;
    for (int i = 0; i < count; ++i) {
        low = fmin(low, (double)taut_scene_point(run, body, i).y);
    }
    return low;
}

static void drive(taut_scene_run* run)
{
    double low = lowest(run, NET, KNOTS * KNOTS);
    run->memory[LOWEST] = low < run->memory[LOWEST] ? low : run->memory[LOWEST];
    taut_scene_watch_doll(run, DOLL);
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double beyond = run->memory[TAUT_DOLL_BEYOND], unrest = run->memory[TAUT_DOLL_UNREST];
    double net = lowest(run, NET, KNOTS * KNOTS), doll = lowest(run, DOLL, doll_particles(run));
    snprintf(
        text, size,
        "the ragdoll lies %.3f m above the lowest knot (at least 0), joints at most %.2f "
        "degrees beyond their limits (allowed 2), fastest in the last second %.4f m/s (allowed "
        "0.05), the net sank to %.2f m of %.1f (above 0.3)",
        doll - net, beyond, unrest, run->memory[LOWEST], (double)HEIGHT);
    return doll >= net && beyond <= 2.0 && unrest <= 0.05 && run->memory[LOWEST] > 0.3;
}

const taut_scene taut_scene_ragdoll_net = {
    .name = "ragdoll-net",
    .about = "A ragdoll falls into a safety net and is caught.",
    .tags = "ragdoll net collision",
    .params = {{"fall", "m", 1.5, 0.2, 20.0},
               {"knot", "kg", 0.05, 0.0, 10.0},
               {"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{3.4f, 2.9f, 4.2f}, {0.0f, 1.2f, 0.0f}, 36.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
