// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Two teams haul at a rope of 6 m that does not stretch, harder and harder: until it is straight,
// and on until its ends are further apart than it is long. There is no solution then; what a rope
// should do is share out what is missing, lie straight between its ends and keep quiet.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define LENGTH 6.0f
#define LINKS 60
#define KNOT (LINKS / 2)
#define HAULS 4
#define HAUL 1.5  // s from one haul to the next
#define EASE 0.8  // s that each takes
#define TEAM 3
#define HANDS 5  // links between two of a team
#define LAST_FRAMES 60

enum { MOVED, BEFORE };  // memory: furthest way in the last second; the knot and two more before it

// Distance of the ends over the length of the rope, from haul to haul.
static const double hauls[HAULS + 1] = {0.9, 0.98, 1.0, 1.01, 1.0};

static double apart(const taut_scene_run* run, double time)
{
    double most = 1.0 + taut_scene_get(run, "beyond");
    double at = hauls[0];
    for (int i = 1; i <= HAULS; ++i) {
        double next = i == HAULS ? most : hauls[i] < most ? hauls[i] : most;
        double last = i == 1 ? hauls[0] : hauls[i - 1] < most ? hauls[i - 1] : most;
        at += (next - last) * taut_scene_ease((time - (i - 1) * HAUL) / EASE);
    }
    return at;
}

// A man leans back from the rope, by `side` to the left or right.
static void draw_team(taut_scene_run* run, float side, uint32_t shirt)
{
    for (int i = 0; i < TEAM; ++i) {
        int hand = side < 0.0f ? i * HANDS : LINKS - i * HANDS;
        taut_vec3 hip = vec3(side * 0.12f, -0.22f, 0.0f);
        taut_vec3 neck = vec3(side * 0.36f, 0.28f, 0.0f);
        taut_vec3 head = vec3(side * 0.42f, 0.48f, 0.0f);
        const taut_scene_prop man[] = {
            {0, hand, -1, hip, vec3(side * -0.36f, -0.94f, 0.1f), 0.07f, 0x3b4250},
            {0, hand, -1, hip, vec3(side * -0.16f, -0.94f, -0.1f), 0.07f, 0x3b4250},
            {0, hand, -1, hip, neck, 0.13f, shirt},
            {0, hand, -1, neck, vec3(0.0f, 0.0f, 0.06f), 0.055f, shirt},
            {0, hand, -1, head, head, 0.12f, 0xe0b895},
        };
        taut_scene_add_props(run, 0, man, (int)(sizeof man / sizeof man[0]));
    }
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "tug of war");

    taut_rope_def rope = taut_scene_limp_rope(0.8f, LENGTH);
    float half = (float)(0.5 * apart(run, 0.0)) * LENGTH;
    rope.start = vec3(-half, 0.0f, 0.0f);
    rope.end = vec3(half, 0.0f, 0.0f);
    rope.link_count = LINKS;
    rope.pin_end = true;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_rope(builder, &rope, NULL) == TAUT_OK &&
              taut_builder_add_mass(builder, KNOT, 0.6f) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0xc9a66b, .radius = 0.035f};
    taut_scene_look line = {.front = 0xf4f1ea, .radius = 0.03f};
    if (!taut_scene_put(run, world, builder, ok, body, look) ||
        !taut_scene_add_post(run, world, vec3(0.0f, -1.0f, -0.9f), vec3(0.0f, -1.0f, 0.9f), line)) {
        return false;
    }
    draw_team(run, -1.0f, 0xc8553d);
    draw_team(run, 1.0f, 0x2e6c8e);
    const taut_scene_prop knot = {0,     KNOT,    -1, {-0.03f, -0.24f, 0.0f}, {0.03f, 0.03f, 0.0f},
                                  0.07f, 0xb23a48};
    taut_scene_add_props(run, 0, &knot, 1);
    return true;
}

static taut_vec3 watched(const taut_scene_run* run, int i)
{
    return taut_scene_point(run, 0, (i + 1) * LINKS / 4);
}

// How far the knot and the middles of both halves have gone in a frame, summed over the last ones.
static void note_moves(taut_scene_run* run)
{
    double* before = &run->memory[BEFORE];
    for (int i = 0; i < 3; ++i) {
        taut_vec3 p = watched(run, i);
        if (taut_scene_near_end(run, LAST_FRAMES)) {
            taut_vec3 q =
                vec3((float)before[3 * i], (float)before[3 * i + 1], (float)before[3 * i + 2]);
            double way = taut_scene_distance(p, q);
            run->memory[MOVED] = way > run->memory[MOVED] ? way : run->memory[MOVED];
        } else {
            before[3 * i] = (double)p.x;
            before[3 * i + 1] = (double)p.y;
            before[3 * i + 2] = (double)p.z;
        }
    }
}

static void drive(taut_scene_run* run)
{
    note_moves(run);
    double time = (run->frame + 1) * (double)run->dt;
    float half = (float)(0.5 * apart(run, time)) * LENGTH;
    taut_world* world = run->worlds[0].world;
    taut_body_set_target(world, run->looks[0].body, 0, vec3(-half, 0.0f, 0.0f));
    taut_body_set_target(world, run->looks[0].body, LINKS, vec3(half, 0.0f, 0.0f));
}

// How links share what is missing is left open, within three times the mean. A line has no
// way to hold a weight across it but by a sag whose pull is beyond all bounds: below a centimetre.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double beyond = taut_scene_get(run, "beyond");
    taut_measure m = taut_scene_measure(run, 0);
    double sag = fabs((double)taut_scene_point(run, 0, KNOT).y);
    double moved = 1e3 * run->memory[MOVED];
    snprintf(text, size,
             "pulled apart by %.1f %% more than its length it stretches by %.2f %% on the mean and "
             "%.2f %% at most (expected %.1f and up to 3 times that), its knot hangs %.2f mm "
             "down (at most 10), and in the last second it moves %.3f mm (at most 1)",
             100.0 * beyond, 100.0 * (double)m.mean_stretch, 100.0 * (double)m.max_stretch,
             100.0 * beyond, 1e3 * sag, moved);
    return fabs((double)m.mean_stretch - beyond) <= 0.1 * beyond + 0.001 &&
           (double)m.max_stretch <= 3.0 * beyond + 0.001 && sag <= 0.01 && moved <= 1.0;
}

const taut_scene taut_scene_tug_of_war = {
    .name = "tug-of-war",
    .about = "A rope is pulled straight by two teams, and on until they are further apart than it "
             "is long.",
    .tags = "rope heavy",
    .params = {{"beyond", "how much further than the rope is long, part of its length", 0.05, 0.0,
                0.5},
               {"drag", "1/s", 1.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.6f, 0.8f, 8.6f}, {0.0f, -0.3f, 0.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
