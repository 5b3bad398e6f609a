// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A figure under a sheet turns from side to side, beats its arms and treads: the sheet lies on head
// and arms, goes along by friction alone and falls in folds that do not pass through one another.
// In any size: with side=256 it is the full scene of `taut bench`.

#include <math.h>
#include <stdio.h>

#include "solids.h"

#define WIDTH 2.2f  // m, of the sheet
#define HEAD_AT 1.6f
#define HEAD_RADIUS 0.12f
#define REACH 0.52f  // m, from shoulder to hand
#define ROUGH 1.0f   // friction of the figure, which wears wool
#define LAST_FRAMES 60
#define SETTLED 0.9  // s, then it begins to move

enum { GROUND, TRUNK, SHOULDERS, NECK, LEGS, ARMS = LEGS + 2, HEAD = ARMS + 2, SOLIDS };
enum { LEAST };  // memory

// The figure at a time: its own directions, and how far arms and legs are along.
typedef struct figure {
    taut_vec3 ahead, left;
    double beat;  // beats of the arms so far
    double step;  // strides so far
    float part;   // how much of its motion there is: it sets off gently
} figure;

static figure figure_at(double time)
{
    double t = time > SETTLED ? time - SETTLED : 0.0;
    double part = taut_scene_ease(0.8 * t);
    double turn = 0.14 * part * taut_scene_wave(t / 4.2);
    float x = (float)taut_scene_wave(turn), z = (float)taut_scene_wave(turn + 0.25);
    float length = (float)sqrt((double)(x * x + z * z));
    taut_vec3 ahead = vec3(x / length, 0.0f, z / length);
    return (figure){ahead, vec3(ahead.z, 0.0f, -ahead.x), t / 2.1, t / 1.3, (float)part};
}

// A place in the figure's own frame: to its left, up, ahead.
static taut_vec3 in_figure(const figure* f, float left, float up, float ahead)
{
    return vec3(left * f->left.x + ahead * f->ahead.x, up, left * f->left.z + ahead * f->ahead.z);
}

static float radius_of(int solid)
{
    static const float radii[SOLIDS] = {
        [TRUNK] = 0.16f,    [SHOULDERS] = 0.075f, [NECK] = 0.05f,     [LEGS] = 0.08f,
        [LEGS + 1] = 0.08f, [ARMS] = 0.06f,       [ARMS + 1] = 0.06f, [HEAD] = HEAD_RADIUS};
    return radii[solid];
}

// An arm reaches out, a little ahead, and beats up and down against the other one.
static void arm(const figure* f, float side, taut_vec3 ends[2])
{
    float up = -0.15f + 0.35f * f->part * side * (float)taut_scene_wave(f->beat);
    float ahead = 0.35f;
    float out = (float)sqrt(1.0 - (double)(up * up + ahead * ahead));
    ends[0] = in_figure(f, 0.19f * side, 1.36f, 0.0f);
    ends[1] = in_figure(f, (0.19f + REACH * out) * side, 1.36f + REACH * up, REACH * ahead);
}

// The line of a capsule of the figure, upwards where it stands.
static void bone(const figure* f, int solid, taut_vec3 ends[2])
{
    float side = (solid - LEGS) % 2 == 0 ? 1.0f : -1.0f;
    float lift = 0.05f + 0.05f * f->part * side * (float)taut_scene_wave(f->step);
    if (solid == TRUNK) {
        ends[0] = in_figure(f, 0.0f, 0.95f, 0.0f);
        ends[1] = in_figure(f, 0.0f, 1.28f, 0.0f);
    } else if (solid == SHOULDERS) {
        ends[0] = in_figure(f, -0.19f, 1.36f, 0.0f);
        ends[1] = in_figure(f, 0.19f, 1.36f, 0.0f);
    } else if (solid == NECK) {
        ends[0] = in_figure(f, 0.0f, 1.36f, 0.0f);
        ends[1] = in_figure(f, 0.0f, HEAD_AT, 0.02f);
    } else if (solid < ARMS) {
        ends[0] = in_figure(f, 0.078f * side, 0.08f + lift, 0.0f);
        ends[1] = in_figure(f, 0.078f * side, 0.85f + lift, 0.0f);
    } else {
        arm(f, side, ends);
    }
}

static taut_vec3 head_of(const figure* f)
{
    return in_figure(f, 0.0f, HEAD_AT, 0.02f);
}

// Of an arm that passes through the level, too: taut_scene_move_bar() would turn it round.
static taut_quat turn_of(const taut_vec3 ends[2])
{
    return taut_quat_between(
        vec3(0.0f, 1.0f, 0.0f),
        vec3(ends[1].x - ends[0].x, ends[1].y - ends[0].y, ends[1].z - ends[0].z));
}

static taut_vec3 middle_of(const taut_vec3 ends[2])
{
    return vec3(0.5f * (ends[0].x + ends[1].x), 0.5f * (ends[0].y + ends[1].y),
                0.5f * (ends[0].z + ends[1].z));
}

static bool add_figure(taut_scene_run* run, int world)
{
    figure f = figure_at(0.0);
    bool ok = taut_scene_add_ground(run, world, 0.0f);
    for (int i = TRUNK; i < HEAD && ok; ++i) {
        taut_vec3 ends[2];
        bone(&f, i, ends);
        taut_collider_def def = taut_scene_bar(TAUT_SHAPE_CAPSULE, ends[0], ends[1], radius_of(i));
        def.rotation = turn_of(ends);
        def.surface.friction = def.surface.static_friction = ROUGH;
        ok = taut_scene_add_solid(run, world, &def);
    }
    taut_collider_def head = taut_collider_def_default();
    head.position = head_of(&f);
    head.radius = HEAD_RADIUS;
    head.surface.friction = head.surface.static_friction = ROUGH;
    return ok && taut_scene_add_solid(run, world, &head);
}

static int side_of(const taut_scene_run* run)
{
    return (int)taut_scene_get(run, "side");
}

// Particles keep 0.8 of the distance to the next from each other.
static float thickness_of(const taut_scene_run* run)
{
    return 0.4f * WIDTH / (float)(side_of(run) - 1);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "ghost");
    if (!add_figure(run, world)) {
        return false;
    }
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = side_of(run);
    cloth.spacing_u = cloth.spacing_v = WIDTH / (float)(cloth.columns - 1);
    cloth.origin = vec3(-0.5f * WIDTH, HEAD_AT + HEAD_RADIUS + 0.06f, -0.5f * WIDTH);
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    cloth.material.damping_rate = 0.0f;  // drag and friction are enough
    cloth.tethers.enabled = false;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    taut_body_def body = taut_scene_rubbing_body(run, thickness_of(run));
    body.collision.self = true;
    taut_scene_look look = {.front = 0xe8e6df, .back = 0xb9b6c8};
    run->memory[LEAST] = (double)INFINITY;
    return taut_scene_put(run, world, builder, ok, body, look);
}

static double least(const taut_scene_run* run)
{
    double gap = taut_scene_least_gap(run, 0, TRUNK, HEAD);
    return gap < run->memory[LEAST] ? gap : run->memory[LEAST];
}

static void drive(taut_scene_run* run)
{
    if (taut_scene_near_end(run, LAST_FRAMES)) {
        run->memory[LEAST] = least(run);
    }
    taut_world* w = run->worlds[0].world;
    figure f = figure_at((run->frame + 1) * (double)run->dt);
    for (int i = TRUNK; i < HEAD; ++i) {
        taut_vec3 ends[2];
        bone(&f, i, ends);
        taut_collider_move(w, taut_scene_collider(run, 0, i), middle_of(ends), turn_of(ends));
    }
    taut_collider_move(w, taut_scene_collider(run, 0, HEAD), head_of(&f), taut_quat_identity());
}

// The middle of the sheet stays on the head, within a hand; nobody is nearer to the figure than the
// thickness, but for a push of some hundredths of it in the last substep.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    int side = side_of(run);
    double thickness = 1000.0 * (double)thickness_of(run);
    taut_vec3 top = vec3(0.0f, HEAD_AT + HEAD_RADIUS, 0.0f);
    double off = taut_scene_distance(taut_scene_point(run, 0, side * side / 2), top);
    double gap = 1000.0 * least(run);
    double hem = (double)taut_scene_point(run, 0, side / 2).y;
    snprintf(text, size,
             "the middle is %.2f m off the top of the head (at most 0.2), least gap to the figure "
             "%.2f mm (at least %.2f), the hem hangs at %.2f m (0.5 to 1.3), stretch %.2f %% (at "
             "most 15)",
             off, gap, 0.95 * thickness, hem, 100.0 * (double)run->stats.frame_max_stretch);
    return off <= 0.2 && gap >= 0.95 * thickness && hem >= 0.5 && hem <= 1.3 &&
           (double)run->stats.frame_max_stretch <= 0.15 && run->stats.trouble == 0;
}

const taut_scene taut_scene_ghost = {
    .name = "ghost",
    .about = "A figure under a sheet turns and beats its arms; the sheet goes along by friction.",
    .tags = "cloth contact",
    .params = {{"side", "particles along a side of the sheet", 49.0, 17.0, 512.0},
               {"friction", "of the sheet", 0.6, 0.0, 2.0},
               {"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 360,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.3f, 1.75f, 3.1f}, {0.0f, 0.93f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
