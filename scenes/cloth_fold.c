// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A cloth on the floor is folded in half, then in half again the other way: four layers that lie on
// each other and keep their thickness.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "parts.h"

#define COLUMNS 41
#define ROWS 33
#define SPACING 0.03f
#define THICKNESS 0.0135f  // half the distance that layers keep

#define FOLD 1.6  // s of each fold
#define REST 0.6  // s until the second begins

enum { CLOTH };                     // bodies
enum { LET_GO, GRABBED, OVERLAP };  // memory

static bool add_floor(taut_scene_run* run, int world)
{
    taut_collider_def floor = taut_collider_def_default();
    floor.shape = TAUT_SHAPE_PLANE;
    floor.surface.friction = floor.surface.static_friction = 2.0f;  // a carpet
    return taut_scene_add_collider(run, world, &floor);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "fold");
    if (world < 0 || !add_floor(run, world)) {
        return false;
    }
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = COLUMNS;
    cloth.rows = ROWS;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.origin = vec3(-0.5f * SPACING * (COLUMNS - 1), THICKNESS, -0.5f * SPACING * (ROWS - 1));
    cloth.bend = TAUT_BEND_DIHEDRAL;
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    cloth.tethers.enabled = false;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;

    taut_body_def body = taut_body_def_default();
    body.collision.self = true;
    body.collision.thickness = THICKNESS;
    body.collision.surface.friction = (float)taut_scene_get(run, "friction");
    body.collision.surface.static_friction = 1.2f * body.collision.surface.friction;
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look linen = {.front = 0xd8c7a0, .back = 0x7f9fb8, .checker = 4};
    return taut_scene_put(run, world, builder, ok, body, linen);
}

// Particles that a fold holds: an edge of the cloth, and what lies under it by then.
static int held_particle(int fold, int i)
{
    return fold == 0 ? i * COLUMNS : i;
}

static int held_count(int fold)
{
    return fold == 0 ? ROWS : COLUMNS;
}

static bool is_held(const taut_scene_run* run, int particle)
{
    return taut_body_pinned(run->worlds[0].world, run->looks[CLOTH].body, particle);
}

// The edge goes over in half a circle around the middle, and comes down on the layers below it.
static void lead(taut_scene_run* run, int fold, double part)
{
    taut_world* world = run->worlds[0].world;
    taut_body_id body = run->looks[CLOTH].body;
    double up = taut_scene_wave(0.5 * part);
    double along = 1.0 - 1.9 * taut_scene_ease(part);  // not to draw at what lies below
    float half = 0.5f * SPACING * (float)((fold == 0 ? COLUMNS : ROWS) - 1);
    float lift = 2.0f * THICKNESS * (fold == 0 ? 1.0f : 2.0f);
    for (int i = 0; i < held_count(fold); ++i) {
        int particle = held_particle(fold, i);
        taut_vec3 at = taut_scene_point(run, CLOTH, particle);
        float across = -half * (float)along;
        float low = run->memory[LET_GO + 3 + i] > 0.0 ? (float)run->memory[LET_GO + 3 + i] : at.y;
        at.y = low + half * (float)up + lift * (float)part;
        at.x = fold == 0 ? across : at.x;
        at.z = fold == 0 ? at.z : across;
        taut_body_set_target(world, body, particle, at);
    }
}

static void hold(taut_scene_run* run, int fold, bool take)
{
    taut_world* world = run->worlds[0].world;
    taut_body_id body = run->looks[CLOTH].body;
    for (int i = 0; i < held_count(fold); ++i) {
        int particle = held_particle(fold, i);
        run->memory[LET_GO + 3 + i] = (double)taut_scene_point(run, CLOTH, particle).y;
        if (take && !is_held(run, particle)) {
            taut_body_grab(world, body, particle);
        } else if (!take) {
            taut_body_release(world, body, particle, TAUT_RELEASE_DROP);
        }
    }
}

static void drive(taut_scene_run* run)
{
    double time = (run->frame + 1) * (double)run->dt;
    for (int fold = 0; fold < 2; ++fold) {
        double begin = REST + fold * (FOLD + REST);
        double part = (time - begin) / FOLD;
        if (part > 0.0 && run->memory[GRABBED] < fold + 1.0) {
            hold(run, fold, true);
            run->memory[GRABBED] = fold + 1.0;
        }
        if (part > 0.0 && part <= 1.0) {
            lead(run, fold, part);
        } else if (part > 1.0 && run->memory[LET_GO] < fold + 1.0) {
            hold(run, fold, false);
            run->memory[LET_GO] = fold + 1.0;
        }
    }
}

static double kept(int a, int b)
{
    double x = (double)SPACING * (a % COLUMNS - b % COLUMNS);
    double z = (double)SPACING * (a / COLUMNS - b / COLUMNS);
    double rest = sqrt(x * x + z * z);
    return rest < 2.0 * (double)THICKNESS ? rest : 2.0 * (double)THICKNESS;
}

// The largest part of the distance two particles of the cloth should keep that they are short of;
// next ones are up to their link.
static double overlap(const taut_scene_run* run)
{
    double most = 0.0;
    for (int a = 0; a < COLUMNS * ROWS; ++a) {
        for (int b = a + 1; b < COLUMNS * ROWS; ++b) {
            int across = abs(a % COLUMNS - b % COLUMNS);
            int down = b / COLUMNS - a / COLUMNS;
            if (across <= 1 && down <= 1) {
                continue;
            }
            double away = taut_scene_distance(taut_scene_point(run, CLOTH, a),
                                              taut_scene_point(run, CLOTH, b));
            double part = 1.0 - away / kept(a, b);
            most = part > most ? part : most;
        }
    }
    return most;
}

static double half_size(const taut_scene_run* run, bool along_x)
{
    double low = 1e9;
    double high = -1e9;
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        taut_vec3 at = taut_scene_point(run, CLOTH, i);
        double v = along_x ? (double)at.x : (double)at.z;
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    return high - low;
}

static double top(const taut_scene_run* run)
{
    double most = 0.0;
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        double y = (double)taut_scene_point(run, CLOTH, i).y;
        most = y > most ? y : most;
    }
    return most;
}

// Half of each side and a bend; at least as high as the middles of four layers.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double most = overlap(run);
    double width = half_size(run, true) / ((double)SPACING * (COLUMNS - 1));
    double depth = half_size(run, false) / ((double)SPACING * (ROWS - 1));
    double high = top(run) / (2.0 * (double)THICKNESS);
    snprintf(text, size,
             "largest overlap %.1f %% of the thickness (at most 10), folded to %.2f x %.2f of its "
             "sides (expected 0.45 to 0.7), %.1f layers high (at least 3)",
             100.0 * most, width, depth, high);
    return most <= 0.1 && width >= 0.45 && width <= 0.7 && depth >= 0.45 && depth <= 0.7 &&
           high >= 3.0 && run->stats.trouble == 0;
}

const taut_scene taut_scene_cloth_fold = {
    .name = "cloth-fold",
    .about = "A cloth on the floor is folded twice, and its four layers keep their thickness.",
    .tags = "cloth contact",
    .params = {{"friction", "of cloth on cloth", 0.4, 0.0, 2.0}, {"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 420,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.1f, 1.05f, 1.75f}, {0.1f, 0.08f, 0.1f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
