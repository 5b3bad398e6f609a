// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A hero swings on a line that wraps around the edges of two boxes, first the right one, then the
// left one, and unwraps again: Galileo's pendulum with a nail in its way. However short the line is
// for the moment, he comes up as high as he was, less what the line rubs.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define LENGTH 6.0f
#define LINKS 60
#define THICKNESS 0.02f
#define LINE 0     // number of the body
#define RISE 3.0   // m that the first push is good for
#define SAMPLES 4  // per link, where it is looked at

typedef struct box {
    taut_vec3 at, half;
} box;

static const box boxes[2] = {{{1.0f, -2.3f, 0.0f}, {0.6f, 0.3f, 0.8f}},
                             {{-1.2f, -1.3f, 0.0f}, {0.6f, 0.3f, 0.8f}}};

// memory: of the right and the left side the highest the hero came, the largest angle that the line
// was turned by an edge; the deepest any of it was in a box; the longest it was
enum { HIGH, TURNED = HIGH + 2, DEEPEST = TURNED + 2, LONGEST, SWINGS, SIDE };

static bool add_box(taut_scene_run* run, box b)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_BOX;
    def.position = b.at;
    def.half_size = b.half;
    def.surface.friction = def.surface.static_friction = (float)taut_scene_get(run, "friction");
    return taut_scene_add_collider(run, 0, &def);
}

// The line sticks where a ray from the hero's hand hits the beam.
static bool stick(taut_scene_run* run)
{
    taut_world* world = run->worlds[0].world;
    taut_query_def query = taut_scene_query(run);
    query.kinds = 1u << TAUT_HIT_COLLIDER;
    taut_hit hit;
    taut_hits hits = {.items = &hit, .capacity = 1};
    taut_attachment_def hook = taut_attachment_def_default();
    hook.body = run->looks[LINE].body;
    taut_vec3 hand = taut_scene_point(run, LINE, LINKS), up = vec3(0.0f, 1.0f, 0.0f);
    bool ok = taut_world_cast_ray(world, &query, hand, up, 30.0f, &hits) == TAUT_OK &&
              hits.count == 1 && taut_attach_hit(world, &hook, &hit, NULL) == TAUT_OK;
    float mass = (float)taut_scene_get(run, "hero");
    float speed = (float)sqrt(2.0 * 9.81 * RISE);
    ok = ok &&
         taut_body_add_impulse(world, hook.body, LINKS, vec3(speed * mass, 0.0f, 0.0f)) == TAUT_OK;
    return ok || taut_scene_fail(run, "%s", taut_world_last_error(world));
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    if (taut_scene_add_world(run, &world_def, "line around edges") != 0) {
        return false;
    }
    taut_rope_def rope = taut_scene_limp_rope(0.2f, 0.0f);
    rope.end = vec3(0.0f, -LENGTH, 0.0f);
    rope.link_count = LINKS;
    rope.pin_start = false;
    rope.end_mass = (float)taut_scene_get(run, "hero");
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_rope(builder, &rope, NULL) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.collision.thickness = THICKNESS;
    body.collision.surface.friction = (float)taut_scene_get(run, "friction");
    body.collision.surface.static_friction = body.collision.surface.friction;
    taut_scene_look look = {.front = 0xdfe5ea, .radius = THICKNESS};
    taut_scene_prop ball = {
        .look = LINE, .particle = LINKS, .above = LINKS - 1, .radius = 0.22f, .colour = 0xc8553d};
    ok = taut_scene_put(run, 0, builder, ok, body, look);
    taut_scene_add_props(run, LINE, &ball, 1);
    box beam = {{0.0f, 0.2f + THICKNESS, 0.0f}, {2.5f, 0.2f, 0.5f}};
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    ground.position = vec3(0.0f, -LENGTH - 0.8f, 0.0f);
    ok = ok && taut_scene_add_collider(run, 0, &ground);
    ok = ok && add_box(run, beam) && add_box(run, boxes[0]) && add_box(run, boxes[1]);
    return ok && stick(run);
}

// How deep a point is in a box, metres; below 0 outside.
static double depth_in(const box* b, double x, double y)
{
    double dx = (double)b->half.x - fabs(x - (double)b->at.x);
    double dy = (double)b->half.y - fabs(y - (double)b->at.y);
    return dx < dy ? dx : dy;
}

static double deepest(const taut_scene_run* run)
{
    double most = -1.0;
    for (int i = 0; i < LINKS * SAMPLES; ++i) {
        taut_vec3 a = taut_scene_point(run, LINE, i / SAMPLES);
        taut_vec3 b = taut_scene_point(run, LINE, i / SAMPLES + 1);
        double s = (double)(i % SAMPLES) / SAMPLES;
        for (int k = 0; k < 2; ++k) {
            double x = (double)a.x + s * ((double)b.x - (double)a.x);
            double y = (double)a.y + s * ((double)b.y - (double)a.y);
            double d = depth_in(&boxes[k], x, y);
            most = d > most ? d : most;
        }
    }
    return most;
}

static double length_of(const taut_scene_run* run)
{
    double sum = 0.0;
    for (int i = 0; i < LINKS; ++i) {
        sum +=
            taut_scene_distance(taut_scene_point(run, LINE, i), taut_scene_point(run, LINE, i + 1));
    }
    return sum;
}

static void note_most(double* slot, double value)
{
    *slot = value > *slot ? value : *slot;
}

// How much shorter the way from hook to hero is than the line: what an edge turns.
static void drive(taut_scene_run* run)
{
    double* m = run->memory;
    if (run->frame == 0) {
        m[HIGH] = m[HIGH + 1] = -10.0;
        m[DEEPEST] = -1.0;
        return;
    }
    taut_vec3 hook = taut_scene_point(run, LINE, 0), hero = taut_scene_point(run, LINE, LINKS);
    int side = hero.x > 0.0f ? 0 : 1;
    note_most(&m[HIGH + side], (double)hero.y);
    note_most(&m[TURNED + side], (double)LENGTH - taut_scene_distance(hook, hero));
    note_most(&m[DEEPEST], deepest(run));
    note_most(&m[LONGEST], length_of(run));
    m[SWINGS] += m[SIDE] != side ? 1.0 : 0.0;
    m[SIDE] = side;
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    const double* m = run->memory;
    double due = -(double)LENGTH + RISE;
    double longest = 100.0 * (m[LONGEST] / (double)LENGTH - 1.0);
    snprintf(text, size,
             "came up to %.3f m on the right and %.3f m on the left (expected %.1f to %.1f), edges "
             "took up to %.2f and %.2f m off the way (at least 0.4), %.0f times through the middle "
             "(at least 3); deepest in a box %.2f mm (expected <= 0); length +%.2f %% (at most 1)",
             m[HIGH], m[HIGH + 1], due - 0.3, due + 0.03, m[TURNED], m[TURNED + 1], m[SWINGS],
             1000.0 * m[DEEPEST], longest);
    bool high = true;
    for (int i = 0; i < 2; ++i) {
        high = high && m[HIGH + i] >= due - 0.3 && m[HIGH + i] <= due + 0.03 && m[TURNED + i] > 0.4;
    }
    return high && m[SWINGS] >= 3.0 && m[DEEPEST] <= 0.0 && longest <= 1.0;
}

const taut_scene taut_scene_web_line = {
    .name = "web-line",
    .about = "A swinging hero's line wraps around the edges of boxes and unwraps.",
    .tags = "rope",
    .params = {{"hero", "kg", 80.0, 1.0, 1000.0}, {"friction", "", 0.05, 0.0, 2.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 60,
    .frames = 480,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{3.0f, -2.0f, 14.0f}, {0.0f, -3.1f, 0.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
