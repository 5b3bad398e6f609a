// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A hero of 80 kg swings on a grapple line of 10 m that weighs half a kilogram: a mass ratio at
// which one sweep per substep would let the line stretch like rubber. A tether from the hero to the
// hook holds what the sweep has not yet carried up.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define LENGTH 10.0f
#define LINKS 24
#define LINE 2  // number of the body: the crane is made of 0 and 1

enum { FASTEST, TAIL, HIGHEST };  // memory

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "grapple line");

    taut_scene_look steel = {.front = 0x7a848f, .radius = 0.12f};
    float behind = -1.2f;
    if (!taut_scene_add_post(run, world, vec3(0.0f, -12.0f, behind), vec3(0.0f, 0.15f, behind),
                             steel) ||
        !taut_scene_add_post(run, world, vec3(0.0f, 0.15f, behind), vec3(0.0f, 0.0f, 0.0f),
                             steel)) {
        return false;
    }
    taut_rope_def rope = taut_rope_def_default();
    rope.end = vec3(-0.8f * LENGTH, -0.6f * LENGTH, 0.0f);
    rope.link_count = LINKS;
    rope.pin_start = true;
    rope.end_mass = (float)taut_scene_get(run, "hero");
    taut_tether_def tether = taut_tether_def_default();
    tether.enabled = taut_scene_get(run, "tether") != 0.0;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_rope(builder, &rope, NULL) == TAUT_OK &&
              taut_builder_tether(builder, &tether, 1, LINKS) == TAUT_OK;

    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0x5b7f4b, .radius = 0.05f};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static void drive(taut_scene_run* run)
{
    double speed = (double)taut_scene_measure(run, LINE).max_speed;
    run->memory[FASTEST] = speed > run->memory[FASTEST] ? speed : run->memory[FASTEST];
    taut_scene_note_tail(run, TAIL);
    // The height of the far turning point: highest on the side away from the start.
    taut_vec3 hero = taut_scene_point(run, LINE, LINKS);
    double rise = hero.x > 0.0f ? (double)hero.y + (double)LENGTH : 0.0;
    run->memory[HIGHEST] = rise > run->memory[HIGHEST] ? rise : run->memory[HIGHEST];
}

// Falling from 6 m below the hook to 10 m below it, 4 m, gives sqrt(2 g 4) = 8.86 m/s. The line is
// light against the hero and moves with it; that, and what the sweeps eat, stays within 2 %. He
// must not come up higher than he went down, nor the line give by more than 3 %.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double due = sqrt(2.0 * 9.81 * 0.4 * (double)LENGTH);
    double fastest = run->memory[FASTEST];
    double rise = run->memory[HIGHEST];
    double stretch = taut_scene_tail(run, TAIL);
    snprintf(text, size,
             "%.3f m/s at the bottom (expected %.3f within 2 %%), rises %.3f m on the other side "
             "(expected 3.8 to 4.0), line stretches %.2f %% (at most 3 %%)",
             fastest, due, rise, 100.0 * stretch);
    return fabs(fastest - due) <= 0.02 * due && rise >= 3.8 && rise <= 4.0 && stretch <= 0.03;
}

const taut_scene taut_scene_grapple = {
    .name = "grapple",
    .about = "A hero of 80 kg swings on a light grapple line of 10 m.",
    .tags = "rope",
    .params = {{"hero", "kg", 80.0, 0.0, 10000.0},
               {"tether", "0 or 1: a tether from the hook", 1.0, 0.0, 1.0},
               {"drag", "1/s", 0.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{5.0f, -2.5f, 25.0f}, {0.0f, -6.0f, 0.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
