// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A village fair in a breeze: a banner on strings below a rope between two masts, two lanterns on
// chains, bunting, a hammock. One world with a little of everything this library makes.

#include <stdio.h>

#include "fair.h"
#include "parts.h"

#define MAST 4.0f     // distance of the masts from the middle
#define HEIGHT 4.55f  // of the masts
#define POSTS 6       // bodies that stand still

#define BANNER_COLUMNS 61
#define BANNER_ROWS 33
#define BANNER_SPACING 0.066f
#define ROPE_LINKS 64  // along the masts' distance, 0.125 m each

#define LINE_LINKS 42
#define LINE_LENGTH 5.3f
#define PENNANTS 6  // on each line
#define PENNANT_EDGE 8

// Of the air, 1/s.
#define BANNER_DRAG 0.4f
#define HAMMOCK_DRAG 0.6f
#define LINE_DRAG 0.4f

// Everything starts higher than it will hang. For so many frames the air is thick, so that the
// ropes come down without a jerk.
#define LET_DOWN_FRAMES 90

// Numbers of the bodies.
enum { BANNER = POSTS, HAMMOCK, LANTERN, LINE = LANTERN + 2, PENNANT = LINE + 2 };

enum { TAIL, MEAN, RIGHT_CLIP = MEAN + 2 };  // memory

static const taut_cloth_material sailcloth = {0.3f, 2e4f, 2e4f, 200.0f, 2e-5f, 8.0f, 0.0f};

static float side_of(int i)
{
    return i == 0 ? -1.0f : 1.0f;
}

// Wind --------------------------------------------------------------------------------------------

// Gusts that sweep over from left to right, with eddies of a metre or two in them.
static taut_vec3 breeze(const taut_scene_run* run, double time, taut_vec3 place)
{
    double speed = taut_scene_get(run, "wind");
    double x = (double)place.x;
    double y = (double)place.y;
    double eddy = taut_scene_wave(0.55 * x + 0.2 * y - 0.8 * time) +
                  0.7 * taut_scene_wave(0.9 * x - 0.5 * y - 1.1 * time + 0.3);
    double along = speed * (taut_scene_gust(1.4 * time - 0.25 * x) + 0.8 * eddy);
    double across = speed * (0.3 + 0.4 * taut_scene_wave(0.3 * time - 0.2 * y));
    return vec3((float)across, (float)(0.1 * along), (float)along);
}

// The banner bears the wind; pennants are too small for more than being taken along.
static void blow(void* context, taut_body_id body, double time, taut_vec3_view x, taut_vec3_view v,
                 taut_vec3* acceleration)
{
    (void)body;
    const taut_scene_run* run = context;
    int rope = ROPE_LINKS + 1;
    taut_scene_sheet banner = {rope, BANNER_COLUMNS, BANNER_ROWS, sailcloth.mass_per_area};
    if (x.count == rope + BANNER_COLUMNS * BANNER_ROWS) {
        taut_scene_press(&banner, run, breeze, time, x, v, acceleration);
    } else if (x.count == taut_fair_pennant_size(PENNANT_EDGE)) {
        const float grip = 1.2f;  // 1/s
        for (int i = 0; i < x.count; ++i) {
            taut_vec3 wind = breeze(run, time, taut_vec3_at(x, i));
            taut_vec3 now = taut_vec3_at(v, i);
            acceleration[i] = vec3(grip * (wind.x - now.x), -grip * now.y, grip * (wind.z - now.z));
        }
    }
}

// Bodies ------------------------------------------------------------------------------------------

static taut_body_def damped(float drag)
{
    taut_body_def body = taut_body_def_default();
    body.drag = drag;
    return body;
}

static bool add_posts(taut_scene_run* run)
{
    taut_scene_look mast = {.front = 0x9b7653, .radius = 0.085f};
    taut_scene_look arm = {.front = 0x9b7653, .radius = 0.045f};
    bool ok = true;
    for (int i = 0; i < 2; ++i) {
        float x = side_of(i) * (MAST + 0.06f);
        float hook = side_of(i) * 1.8f;
        ok = ok && taut_scene_add_post(run, 0, vec3(x, 0.0f, 0.0f), vec3(x, HEIGHT, 0.0f), mast) &&
             taut_scene_add_post(run, 0, vec3(x, 2.8f, 0.0f),
                                 vec3(side_of(i) * (MAST + 1.1f), 2.95f, 0.3f), arm) &&
             taut_scene_add_post(run, 0, vec3(hook, 0.0f, 2.7f), vec3(hook, 1.25f, 2.7f), arm);
    }
    return ok;
}

static taut_rope_def banner_rope(void)
{
    taut_rope_def rope = taut_rope_def_default();
    rope.start = vec3(-MAST, HEIGHT - 0.25f, 0.0f);
    rope.end = vec3(MAST, HEIGHT - 0.25f, 0.0f);
    rope.length = 2.06f * MAST;
    rope.link_count = ROPE_LINKS;
    rope.material.mass_per_metre = 0.03f;
    rope.pin_start = rope.pin_end = true;
    return rope;
}

static taut_cloth_def banner_cloth(void)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = BANNER_COLUMNS;
    cloth.rows = BANNER_ROWS;
    cloth.spacing_u = cloth.spacing_v = BANNER_SPACING;
    cloth.origin = vec3(0.5f * BANNER_SPACING * (float)(BANNER_COLUMNS - 1), HEIGHT - 0.55f, 0.0f);
    cloth.u = vec3(-1.0f, 0.0f, 0.0f);
    cloth.v = vec3(0.0f, -1.0f, 0.0f);
    cloth.bend = TAUT_BEND_DIHEDRAL;
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    cloth.material = sailcloth;
    return cloth;
}

// Every fourth column hangs from every second particle of the rope, a little closer than the cloth
// is wide, for folds. The rope sags in the middle: longer strings outside keep the banner's edge
// level, and each string its share of the load.
static bool add_strings(taut_builder* builder, const taut_part* cloth)
{
    bool ok = true;
    for (int i = 0; i <= (BANNER_COLUMNS - 1) / 4; ++i) {
        int top = taut_cloth_particle(cloth, BANNER_COLUMNS, 4 * i, 0);
        float outside = ((float)i - 7.5f) / 7.5f;
        taut_constraint_def string = taut_link(ROPE_LINKS / 2 + 15 - 2 * i, top);
        string.rest_from_shape = false;
        string.rest = 0.25f + 0.2f * outside * outside;
        string.sides = TAUT_SIDES_TENSION;
        ok = ok && taut_builder_add_constraint(builder, &string, NULL) == TAUT_OK;
    }
    return ok;
}

// Rope, strings and banner are one body. The banner's back looks to the front, so that the rope,
// which takes the colour of the front, can have one of its own.
static bool add_banner(taut_scene_run* run)
{
    taut_rope_def rope = banner_rope();
    taut_cloth_def cloth = banner_cloth();
    taut_tether_def tether = taut_tether_def_default();
    taut_part part = {0};
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_rope(builder, &rope, NULL) == TAUT_OK &&
              taut_make_cloth(builder, &cloth, &part) == TAUT_OK && add_strings(builder, &part) &&
              taut_builder_tether(builder, &tether, 0, ROPE_LINKS + 1) == TAUT_OK;
    taut_scene_look look = {.front = 0xd9c9a3, .back = 0xb32d32, .radius = 0.022f, .checker = 6};
    return taut_scene_put(run, 0, builder, ok, damped(BANNER_DRAG), look);
}

static bool add_hammock(taut_scene_run* run)
{
    taut_fair_hammock_def def = {.middle = vec3(0.0f, 1.15f, 2.7f),
                                 .columns = 41,
                                 .rows = 15,
                                 .spacing = 0.06f,
                                 .strings = 8,
                                 .hooks = 1.8f,
                                 .slack = 1.08f,
                                 .material = sailcloth};
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_fair_hammock(builder, &def);
    taut_scene_look look = {.front = 0xe9e2d0, .back = 0x2f7f93, .radius = 0.007f, .checker = 2};
    return taut_scene_put(run, 0, builder, ok, damped(HAMMOCK_DRAG), look);
}

static bool add_lantern(taut_scene_run* run, int i)
{
    taut_vec3 hook = vec3(side_of(i) * (MAST + 1.1f), 2.95f, 0.3f);
    taut_vec3 swing = i == 0 ? vec3(0.6f, -0.8f, 0.0f) : vec3(-0.28f, -0.96f, 0.0f);
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_fair_lantern(builder, hook, swing, 0.7f);
    taut_scene_look look = {.front = 0x6d6f73, .back = 0xf0a52b, .radius = 0.016f};
    return taut_scene_put(run, 0, builder, ok, damped(0.05f), look);
}

// From a mast out of the picture. The clips weigh what hangs from them: pennants are bodies of
// their own that follow the line.
static bool add_line(taut_scene_run* run, int i)
{
    taut_rope_def rope = taut_rope_def_default();
    rope.start = vec3(side_of(i) * MAST, HEIGHT - 0.1f, 0.0f);
    rope.end = vec3(side_of(i) * 9.0f, 4.6f, -1.2f);
    rope.length = LINE_LENGTH;
    rope.link_count = LINE_LINKS;
    rope.pin_start = rope.pin_end = true;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_rope(builder, &rope, NULL) == TAUT_OK;
    for (int k = 0; k < PENNANTS; ++k) {
        ok = ok && taut_builder_add_mass(builder, 3 + 6 * k, 0.01f) == TAUT_OK &&
             taut_builder_add_mass(builder, 7 + 6 * k, 0.01f) == TAUT_OK;
    }
    taut_scene_look look = {.front = 0xd9c9a3, .radius = 0.016f};
    return taut_scene_put(run, 0, builder, ok, damped(LINE_DRAG), look);
}

// The clip of pennant k that is nearer to the left or the right end of the picture.
static taut_vec3 clip(const taut_scene_run* run, int line, int k, bool right)
{
    bool outer = right == (line == 1);
    return taut_scene_point(run, LINE + line, (outer ? 7 : 3) + 6 * k);
}

static bool add_pennant(taut_scene_run* run, int line, int k)
{
    static const uint32_t colours[PENNANTS] = {0xe2b13c, 0x2f7f93, 0xd3523f,
                                               0xece6d6, 0x5d8f57, 0x8e5ea2};
    int32_t pins[2] = {0};
    taut_builder* builder = taut_scene_builder(run);
    // As wide as the line between its clips is long: that is still folded up.
    taut_vec3 left = clip(run, line, k, false);
    taut_vec3 right = clip(run, line, k, true);
    float wider = 4.0f * LINE_LENGTH / LINE_LINKS / (float)taut_scene_distance(left, right);
    right = vec3(left.x + wider * (right.x - left.x), left.y + wider * (right.y - left.y),
                 left.z + wider * (right.z - left.z));
    bool ok = taut_fair_pennant(builder, left, right, 0.65f, PENNANT_EDGE, pins);
    run->memory[RIGHT_CLIP] = pins[1];  // the same for all; the left one is particle 0
    taut_scene_look look = {.front = colours[k], .back = colours[k]};
    return taut_scene_put(run, 0, builder, ok, damped(0.2f), look);
}

static bool make(taut_scene_run* run)
{
    taut_world_def def = taut_scene_world_def(run);
    def.field = blow;
    def.field_context = run;
    if (taut_scene_add_world(run, &def, "fair") < 0) {
        return false;
    }
    bool ok = add_posts(run) && add_banner(run) && add_hammock(run) && add_lantern(run, 0) &&
              add_lantern(run, 1) && add_line(run, 0) && add_line(run, 1);
    for (int i = 0; i < 2 * PENNANTS; ++i) {
        ok = ok && add_pennant(run, i / PENNANTS, i % PENNANTS);
    }
    return ok;
}

// Running -----------------------------------------------------------------------------------------

static void let_down(taut_scene_run* run)
{
    static const int bodies[] = {BANNER, HAMMOCK, LINE, LINE + 1};
    static const float drags[] = {BANNER_DRAG, HAMMOCK_DRAG, LINE_DRAG, LINE_DRAG};
    static const float more[] = {15.0f, 8.0f, 15.0f, 15.0f};  // to begin with
    if (run->frame > LET_DOWN_FRAMES) {
        return;
    }
    float left = (float)(LET_DOWN_FRAMES - run->frame) / (float)LET_DOWN_FRAMES;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; ++i) {
        taut_body_set_drag(run->worlds[0].world, run->looks[bodies[i]].body,
                           drags[i] + left * more[i]);
    }
}

static void drive(taut_scene_run* run)
{
    let_down(run);
    int right = (int)run->memory[RIGHT_CLIP];
    for (int i = 0; i < 2 * PENNANTS; ++i) {
        taut_body_id body = run->looks[PENNANT + i].body;
        taut_vec3 from = clip(run, i / PENNANTS, i % PENNANTS, false);
        taut_vec3 to = clip(run, i / PENNANTS, i % PENNANTS, true);
        taut_body_set_target(run->worlds[0].world, body, 0, from);
        taut_body_set_target(run->worlds[0].world, body, right, to);
    }
    taut_scene_note_tail(run, TAIL);
    taut_scene_note_mean(run, run->scene->frames / 2, MEAN, (double)run->stats.frame_mean_stretch);
}

// Nothing here should look like rubber: half a per cent in the mean, a few where a string has a
// light end. And nothing hangs into the ground.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double mean = taut_scene_mean(run, MEAN, (double)run->stats.frame_mean_stretch);
    double most = taut_scene_tail(run, TAIL);
    double banner =
        (double)taut_scene_point(run, BANNER, ROPE_LINKS + (BANNER_ROWS - 1) * BANNER_COLUMNS + 31)
            .y;
    double hammock = (double)taut_scene_point(run, HAMMOCK, 7 * 41 + 20).y;
    bool calm = run->stats.trouble == 0;
    snprintf(text, size,
             "stretch %.3f %% mean (at most 0.5 %%), %.2f %% most (at most 10 %%), banner and "
             "hammock hang to %.2f and %.2f m above the ground (expected above 0), %s",
             100.0 * mean, 100.0 * most, banner, hammock, calm ? "no trouble" : "TROUBLE");
    return mean <= 0.005 && most <= 0.1 && banner > 0.0 && hammock > 0.0 && calm;
}

const taut_scene taut_scene_showcase = {
    .name = "showcase",
    .about = "A village fair in a breeze: banner, bunting, lanterns and a hammock.",
    .tags = "showcase cloth rope wind",
    .params = {{"wind", "mean speed, m/s", 1.3, 0.0, 20.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 300,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{2.2f, 2.5f, 12.4f}, {0.0f, 2.15f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
