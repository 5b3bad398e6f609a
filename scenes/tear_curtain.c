// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A curtain is torn open: a notch is cut into its hem, two hands take hold on either side of it and
// pull apart. The tear runs up from thread to thread, as long as the hands pull with more than the
// cloth holds at its tip, and turns aside where the cloth holds less. Then the hands let go: the
// curtain hangs on its rings with the gash in it, and what was torn out of it falls.

#include "parts.h"

#define COLUMNS 61
#define ROWS 41
#define SPACING 0.05f
#define RING_EVERY 4
#define CLOTH 1      // number of the body: the rod is 0
#define MIDDLE 30    // column of the notch
#define HAND 7       // columns that each hand holds
#define NOTCH 0.33f  // m
#define TAKES 60     // frame in which the hands take hold
#define LEAVES 310   // and let go

enum { SPLITS, MASS };  // memory

// Apart, and up behind the tear.
static taut_vec3 hand_at(const taut_scene_run* run, double time, int column)
{
    double way = taut_scene_ease((time - 1.0) / 4.0) * taut_scene_get(run, "pull");
    float side = column <= MIDDLE ? -1.0f : 1.0f;
    return vec3(SPACING * (float)column + 0.55f * side * (float)way,
                -SPACING * (float)(ROWS - 1) + 0.35f * (float)way, 0.25f * (float)way);
}

// A notch from below the hem upwards, half-way between two columns.
static void cut_notch(const taut_scene_run* run)
{
    float x = SPACING * ((float)MIDDLE + 0.5f);
    float hem = -SPACING * (float)(ROWS - 1);
    taut_blade blade = {vec3(x, hem - 0.1f, -0.5f), vec3(x, hem - 0.1f, 0.5f),
                        vec3(x, hem + NOTCH, -0.5f), vec3(x, hem + NOTCH, 0.5f)};
    taut_scene_cut(run, &blade, NULL);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "curtain");
    taut_scene_look rod = {.front = 0xc9a24a, .radius = 0.03f};
    if (!taut_scene_add_post(run, world, vec3(-0.15f, 0.05f, 0.0f), vec3(3.15f, 0.05f, 0.0f),
                             rod)) {
        return false;
    }
    taut_cloth_def cloth = taut_scene_hung_cloth(COLUMNS, ROWS, SPACING);
    cloth.material.strength = (float)taut_scene_get(run, "strength");
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    for (int i = 0; i < COLUMNS; i += RING_EVERY) {
        ok = ok && taut_builder_pin(builder, i) == TAUT_OK;
    }
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    body.tear.spare_particles = 1200;
    taut_scene_look look = {.front = 0x4d7ea8, .back = 0x3c6384, .checker = 5};
    ok = taut_scene_put(run, world, builder, ok, body, look);
    run->memory[MASS] = ok ? taut_scene_mass(run, CLOTH) : 0.0;
    return ok;
}

static void drive(taut_scene_run* run)
{
    taut_world* world = run->worlds[0].world;
    taut_body_id cloth = run->looks[CLOTH].body;
    run->memory[SPLITS] += taut_scene_events(run, TAUT_EVENT_SPLIT);
    double time = (run->frame + 1) * (double)run->dt;
    if (run->frame == 30) {
        cut_notch(run);
    }
    for (int c = MIDDLE - HAND + 1; c <= MIDDLE + HAND; ++c) {
        int particle = (ROWS - 1) * COLUMNS + c;
        if (run->frame == TAKES) {
            (void)taut_body_grab(world, cloth, particle);
        } else if (run->frame == LEAVES) {
            (void)taut_body_release(world, cloth, particle, TAUT_RELEASE_DROP);
        }
        if (run->frame >= TAKES && run->frame < LEAVES) {
            (void)taut_body_set_target(world, cloth, particle, hand_at(run, time, c));
        }
    }
}

// Nothing of the cloth is lost, nothing is no number, and the tear is long.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    taut_scene_torn torn = {CLOTH, run->memory[SPLITS], 40.0, run->memory[MASS]};
    return taut_scene_check_torn(run, &torn, text, size);
}

const taut_scene taut_scene_tear_curtain = {
    .name = "tear-curtain",
    .about = "Two hands tear a curtain open from a notch in its hem, and let go.",
    .tags = "cloth tear",
    .params = {{"strength", "N/m", 100.0, 1.0, 1e6},
               {"pull", "how far, m", 2.4, 0.0, 5.0},
               {"drag", "1/s", 0.5, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 480,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{3.0f, -0.6f, 5.4f}, {1.5f, -1.2f, 0.3f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
