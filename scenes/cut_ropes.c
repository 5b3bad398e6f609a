// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A blade goes through a row of ropes with weights on them, and then through a banner. Each rope
// parts where the blade crosses it, its weight falls from that moment on, and the banner comes
// apart along the cut. All of it ends on the ground.

#include <math.h>
#include <stdio.h>

#include "solids.h"

#define ROPES 5
#define LINKS 30
#define COLUMNS 31
#define ROWS 25
#define SPACING 0.05f
#define BANNER (1 + ROPES)  // number of the body: the beam is 0
#define FIRST_FRAME 30
#define LAST_FRAME 90

#define FALL 24       // frames after the cut: looked at in flight
#define GROUND -2.4f  // m
#define THICKNESS 0.012f
#define BALL 0.07f

// Memory; of rope i, CUT_FRAME + i and FELL + i: how far its weight came in FALL frames.
enum { LINKS_CUT, SPLITS, CUT_FRAME, FELL = CUT_FRAME + ROPES };

static float rope_x(int i)
{
    return 0.35f * (float)i;
}

static bool add_rope(taut_scene_run* run, int world, int i)
{
    taut_rope_def rope = taut_rope_def_default();
    rope.start = vec3(rope_x(i), 0.0f, 0.0f);
    rope.end = vec3(rope_x(i), -1.2f, 0.0f);
    rope.link_count = LINKS;
    rope.pin_start = true;
    rope.end_mass = (float)taut_scene_get(run, "mass");
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_rope(builder, &rope, NULL) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.collision.thickness = THICKNESS;
    taut_scene_look look = {.front = taut_scene_colour(i), .radius = THICKNESS};
    if (!taut_scene_put(run, world, builder, ok, body, look)) {
        return false;
    }
    const taut_vec3 at = {0.0f, BALL - THICKNESS, 0.0f};
    const taut_scene_prop weight = {0, LINKS, -1, at, at, BALL, 0x4c5666};
    taut_scene_add_props(run, 1 + i, &weight, 1);
    return true;
}

static bool add_banner(taut_scene_run* run, int world)
{
    taut_cloth_def cloth = taut_scene_hung_cloth(COLUMNS, ROWS, SPACING);
    cloth.origin = vec3(1.8f, 0.0f, 0.0f);
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    for (int i = 0; i < COLUMNS; i += 3) {
        ok = ok && taut_builder_pin(builder, i) == TAUT_OK;
    }
    taut_body_def body = taut_body_def_default();
    body.drag = 0.5f;
    body.tear.spare_particles = 200;
    taut_scene_look look = {.front = 0x2e8b57, .back = 0x246b44, .checker = 5};
    return taut_scene_put(run, world, builder, ok, body, look);
}

// A breeze, so that nothing stays upright on the ground by being exactly so.
static bool add_breeze(taut_scene_run* run, int world)
{
    taut_wind_def breeze = taut_wind_def_default(TAUT_WIND_TURBULENCE);
    breeze.speed = 0.8f;
    taut_world* made = run->worlds[world].world;
    return taut_world_set_winds(made, &breeze, 1) == TAUT_OK ||
           taut_scene_fail(run, "breeze: %s", taut_world_last_error(made));
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "cut");
    taut_scene_look beam = {.front = 0x8a6d4b, .radius = 0.04f};
    taut_vec3 left = vec3(-0.2f, 0.03f, 0.0f), right = vec3(3.5f, 0.03f, 0.0f);
    bool ok = taut_scene_add_ground(run, world, GROUND) && add_breeze(run, world) &&
              taut_scene_add_post(run, world, left, right, beam);
    for (int i = 0; i < ROPES; ++i) {
        ok = ok && add_rope(run, world, i);
        run->memory[CUT_FRAME + i] = -1.0;
    }
    return ok && add_banner(run, world);
}

// Where the blade is: it goes from left to right, a little downwards.
static taut_vec3 blade_at(double part, float z)
{
    return vec3((float)(-0.2 + 3.8 * part), (float)(-0.45 - 0.25 * part), z);
}

static void note_falls(taut_scene_run* run)
{
    for (int i = 0; i < ROPES; ++i) {
        double cut = run->memory[CUT_FRAME + i];
        if (cut >= 0.0 && run->frame == (int)cut + FALL) {
            run->memory[FELL + i] = -1.2 - (double)taut_scene_point(run, 1 + i, LINKS).y;
        }
    }
}

static void drive(taut_scene_run* run)
{
    note_falls(run);
    if (run->frame < FIRST_FRAME || run->frame >= LAST_FRAME) {
        return;
    }
    double from = (run->frame - FIRST_FRAME) / (double)(LAST_FRAME - FIRST_FRAME);
    double to = (run->frame + 1 - FIRST_FRAME) / (double)(LAST_FRAME - FIRST_FRAME);
    taut_blade blade = {blade_at(from, -0.5f), blade_at(from, 0.5f), blade_at(to, -0.5f),
                        blade_at(to, 0.5f)};
    taut_cut cut = {0};
    taut_scene_cut(run, &blade, &cut);
    run->memory[LINKS_CUT] += cut.links;
    run->memory[SPLITS] += cut.splits;
    for (int i = 0; i < ROPES; ++i) {
        bool passed = blade.to0.x >= rope_x(i);
        run->memory[CUT_FRAME + i] =
            passed && run->memory[CUT_FRAME + i] < 0.0 ? run->frame : run->memory[CUT_FRAME + i];
    }
}

// A weight falls by half g t^2 from the frame on in which its rope was cut.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double worst = 0.0;
    for (int i = 0; i < ROPES; ++i) {
        double t = FALL * (double)run->dt, due = 0.5 * 9.81 * t * t;
        double off = fabs(run->memory[FELL + i] - due) / due;
        worst = off > worst ? off : worst;
    }
    double low = (double)taut_scene_point(run, BANNER, (ROWS - 1) * COLUMNS + 5).y;
    bool finite = (run->stats.trouble & TAUT_STEP_NOT_FINITE) == 0;
    snprintf(
        text, size,
        "%.0f links were cut (expected %d), the weights fell as they should within %.2f %% (at "
        "most 3 %%), %.0f particles were split (at least %d), the hem is at %.2f m, %s",
        run->memory[LINKS_CUT], ROPES, 100.0 * worst, run->memory[SPLITS], COLUMNS - 1, low,
        finite ? "finite" : "NOT FINITE");
    return run->memory[LINKS_CUT] == (double)ROPES && worst <= 0.03 &&
           run->memory[SPLITS] >= COLUMNS - 1 && low < -2.2 && low > (double)GROUND && finite;
}

const taut_scene taut_scene_cut_ropes = {
    .name = "cut-ropes",
    .about = "A blade goes through ropes with weights on them, then through a banner.",
    .tags = "rope cloth cut",
    .params = {{"mass", "of each weight, kg", 2.0, 0.0, 1e4}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 300,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.6f, -0.2f, 5.6f}, {1.6f, -1.15f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
