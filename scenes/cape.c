// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A figure of capsules walks in a ring and wears a cape: held at the shoulders, it lies on the
// back, is kicked by the legs and swings out in the turns. Nothing of it gets into the figure.

#include <math.h>
#include <stdio.h>

#include "solids.h"

#define COLUMNS 21
#define ROWS 31
#define SPACING 0.045f
#define THICKNESS 0.01f
#define RING 1.1f    // m: how far it gets from the middle
#define LAP 6.5      // s
#define STRIDE 1.05  // s: two steps

enum { GROUND, TRUNK, SHOULDERS, NECK, HEAD, LEGS, ARMS = LEGS + 2, SOLIDS = ARMS + 2 };
enum { LEAST, BEHIND, FRAMES };  // memory

// Where the figure is at a time, and its own directions.
typedef struct figure {
    taut_vec3 at;
    taut_vec3 ahead, left;
    double step;  // strides so far
} figure;

static figure figure_at(double time)
{
    double t = time < 1.0 ? 0.5 * time * time : time - 0.5;  // sets off gently
    double turn = t / LAP;
    float x = RING * (float)taut_scene_wave(turn), z = RING * (float)taut_scene_wave(turn + 0.25);
    double soon = turn + 1e-3;
    float dx = RING * (float)taut_scene_wave(soon) - x;
    float dz = RING * (float)taut_scene_wave(soon + 0.25) - z;
    float length = (float)sqrt((double)(dx * dx + dz * dz));
    taut_vec3 ahead = vec3(dx / length, 0.0f, dz / length);
    return (figure){vec3(x, 0.0f, z), ahead, vec3(ahead.z, 0.0f, -ahead.x), t / STRIDE};
}

// A place in the figure's own frame: to its left, up, ahead.
static taut_vec3 in_figure(const figure* f, float left, float up, float ahead)
{
    return vec3(f->at.x + left * f->left.x + ahead * f->ahead.x, up,
                f->at.z + left * f->left.z + ahead * f->ahead.z);
}

// From a joint down to a hand or foot that swings by `part` of its length.
static void limb(const figure* f, taut_vec3 joint, float length, float part, taut_vec3 ends[2])
{
    float down = (float)sqrt(1.0 - (double)(part * part));
    ends[0] = joint;
    ends[1] = vec3(joint.x + length * part * f->ahead.x, joint.y - length * down,
                   joint.z + length * part * f->ahead.z);
}

static float radius_of(int solid)
{
    static const float trunk[LEGS] = {
        [TRUNK] = 0.15f, [SHOULDERS] = 0.06f, [NECK] = 0.05f, [HEAD] = 0.11f};
    return solid < LEGS ? trunk[solid] : solid < ARMS ? 0.075f : 0.05f;
}

// The line of a capsule of the figure; arms swing against legs.
static void bone(const figure* f, int solid, taut_vec3 ends[2])
{
    float side = (solid - LEGS) % 2 == 0 ? 1.0f : -1.0f;
    float swing = side * (float)taut_scene_wave(f->step);
    if (solid == TRUNK) {
        ends[0] = in_figure(f, 0.0f, 0.95f, 0.0f);
        ends[1] = in_figure(f, 0.0f, 1.33f, 0.0f);
    } else if (solid == SHOULDERS) {
        ends[0] = in_figure(f, -0.215f, 1.38f, 0.0f);
        ends[1] = in_figure(f, 0.215f, 1.38f, 0.0f);
    } else if (solid == NECK) {
        ends[0] = in_figure(f, 0.0f, 1.42f, 0.01f);
        ends[1] = in_figure(f, 0.0f, 1.58f, 0.02f);
    } else if (solid == HEAD) {
        ends[0] = in_figure(f, 0.0f, 1.62f, 0.02f);
        ends[1] = in_figure(f, 0.0f, 1.68f, 0.02f);
    } else if (solid < ARMS) {
        limb(f, in_figure(f, 0.085f * side, 0.9f, 0.0f), 0.76f, 0.35f * swing, ends);
    } else {
        limb(f, in_figure(f, 0.235f * side, 1.38f, 0.0f), 0.55f, -0.4f * swing, ends);
    }
}

// Where the cape is held: across the back of the neck, from shoulder to shoulder.
static taut_vec3 collar(const figure* f, int column)
{
    float part = 2.0f * (float)column / (float)(COLUMNS - 1) - 1.0f;
    return in_figure(f, 0.21f * part, 1.49f - 0.03f * part * part, -0.12f + 0.08f * part * part);
}

static bool add_figure(taut_scene_run* run, int world)
{
    figure f = figure_at(0.0);
    bool ok = taut_scene_add_ground(run, world, 0.0f);
    for (int i = TRUNK; i < SOLIDS && ok; ++i) {
        taut_vec3 ends[2];
        bone(&f, i, ends);
        taut_collider_def def = taut_scene_bar(TAUT_SHAPE_CAPSULE, ends[0], ends[1], radius_of(i));
        ok = taut_scene_add_solid(run, world, &def);
    }
    return ok;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "cape");
    if (!add_figure(run, world)) {
        return false;
    }
    figure f = figure_at(0.0);
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = COLUMNS;
    cloth.rows = ROWS;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.bend = TAUT_BEND_DIHEDRAL;
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    // Level, behind the figure: its collar is gathered when the run begins.
    cloth.origin = in_figure(&f, -0.5f * SPACING * (COLUMNS - 1), 1.47f, -0.2f);
    cloth.u = f.left;
    cloth.v = vec3(-f.ahead.x, 0.0f, -f.ahead.z);
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    for (int i = 0; i < COLUMNS; i += 5) {
        ok = ok && taut_builder_pin(builder, i) == TAUT_OK;
    }
    taut_body_def body = taut_scene_rubbing_body(run, THICKNESS);
    taut_scene_look look = {.front = 0x5a2029, .back = 0x8c2f39};
    run->memory[LEAST] = (double)INFINITY;
    return taut_scene_put(run, world, builder, ok, body, look);
}

// How far behind the figure the hem is, in the mean.
static double behind(const taut_scene_run* run)
{
    figure f = figure_at(run->frame * (double)run->dt);
    double sum = 0.0;
    for (int i = 0; i < COLUMNS; ++i) {
        taut_vec3 p = taut_scene_point(run, 0, (ROWS - 1) * COLUMNS + i);
        sum -= (double)((p.x - f.at.x) * f.ahead.x + (p.z - f.at.z) * f.ahead.z);
    }
    return sum / COLUMNS;
}

static void note(taut_scene_run* run)
{
    double gap = taut_scene_least_gap(run, 0, TRUNK, SOLIDS - 1);
    run->memory[LEAST] = gap < run->memory[LEAST] ? gap : run->memory[LEAST];
    run->memory[BEHIND] += behind(run);
    run->memory[FRAMES] += 1.0;
}

static void drive(taut_scene_run* run)
{
    if (run->frame > 60) {
        note(run);
    }
    figure f = figure_at((run->frame + 1) * (double)run->dt);
    for (int i = TRUNK; i < SOLIDS; ++i) {
        taut_vec3 ends[2];
        bone(&f, i, ends);
        taut_scene_move_bar(run, 0, i, ends[0], ends[1]);
    }
    double gathered = taut_scene_ease(run->frame / 30.0);
    for (int i = 0; i < COLUMNS; i += 5) {
        taut_vec3 to = collar(&f, i);
        float wide = 0.5f * SPACING * (COLUMNS - 1) * (2.0f * (float)i / (COLUMNS - 1) - 1.0f);
        taut_vec3 from = in_figure(&f, wide, 1.47f, -0.2f);
        float part = (float)gathered;
        taut_vec3 at = vec3(from.x + part * (to.x - from.x), from.y + part * (to.y - from.y),
                            from.z + part * (to.z - from.z));
        taut_body_set_target(run->worlds[0].world, run->looks[0].body, i, at);
    }
}

// Gaps from the frame on in which the collar is gathered. A cape of 1.35 m in the wake of a figure
// that goes 0.7 to 1 m/s hangs a hand's width behind its heels or more.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double gap = taut_scene_least_gap(run, 0, TRUNK, SOLIDS - 1);
    double least = gap < run->memory[LEAST] ? gap : run->memory[LEAST];
    double mean = (run->memory[BEHIND] + behind(run)) / (run->memory[FRAMES] + 1.0);
    snprintf(
        text, size,
        "least gap of the cape to the figure in any frame %.2f mm (at least 8), its hem %.2f m "
        "behind in the mean (expected 0.1 to 0.8), stretch %.2f %% (at most 15)",
        1000.0 * least, mean, 100.0 * (double)run->stats.frame_max_stretch);
    return least >= 8e-3 && mean >= 0.1 && mean <= 0.8 &&
           (double)run->stats.frame_max_stretch <= 0.15 && run->stats.trouble == 0;
}

const taut_scene taut_scene_cape = {
    .name = "cape",
    .about = "A figure walks in a ring; its cape swings and stays out of it.",
    .tags = "cloth contact",
    .params = {{"friction", "of the cape", 0.2, 0.0, 2.0}, {"drag", "1/s", 0.8, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 420,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{-2.9f, 1.9f, 3.6f}, {-0.1f, 0.85f, 0.6f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
