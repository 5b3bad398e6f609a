// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Two ropes are wound one and a half times around beams, with a heavy weight on one end and a light
// one on the other. On the rough beam friction holds what the light weight could not: a rope around
// an angle holds e^(mu angle) times its light end (Euler's capstan equation). On the smooth beam it
// slips.

#include <math.h>
#include <stdio.h>

#include "solids.h"

#define PI 3.14159265358979
#define RADIUS 0.06f
#define THICKNESS 0.005f
#define HALF_TURN 16  // links
#define AROUND 48     // links: three half turns
#define HEAVY_LINKS 36
#define LIGHT_LINKS 52
#define PARTICLES (HEAVY_LINKS + AROUND + LIGHT_LINKS + 1)
#define APART 0.9f
#define MOVED_FROM 90  // frames: by then the rough rope has drawn tight

enum { GROUND, ROUGH, SMOOTH };
enum { START, SPEED_A, SPEED_B };  // memory

// Point i of the rope: up from the heavy end, around, and down to the light one; drawn out along
// the beam so that it does not lie on itself.
static taut_vec3 wound(int i, float link)
{
    const float c = 0.98078528f, s = 0.19509032f;  // of a step of pi / 16
    float r = RADIUS + THICKNESS;
    taut_vec3 p = vec3(-r, 0.0f, 0.0f);
    int turned = i - HEAVY_LINKS;
    turned = turned < 0 ? 0 : turned > AROUND ? AROUND : turned;
    for (int k = 0; k < turned; ++k) {
        p = vec3(c * p.x + s * p.y, c * p.y - s * p.x, 0.0f);
    }
    int below = i < HEAVY_LINKS            ? HEAVY_LINKS - i
                : i > HEAVY_LINKS + AROUND ? i - HEAVY_LINKS - AROUND
                                           : 0;
    p.y -= link * (float)below;
    p.z = 0.03f * ((float)turned / (float)HALF_TURN - 1.5f);
    return p;
}

static bool add_rope(taut_scene_run* run, int world, taut_vec3 centre, uint32_t colour)
{
    float link = (float)taut_scene_distance(wound(HEAVY_LINKS, 0.0f), wound(HEAVY_LINKS + 1, 0.0f));
    taut_builder* builder = taut_scene_builder(run);
    bool ok = builder != NULL;
    for (int i = 0; i < PARTICLES && ok; ++i) {
        taut_vec3 p = wound(i, link);
        float mass = i == 0               ? (float)taut_scene_get(run, "heavy")
                     : i == PARTICLES - 1 ? (float)taut_scene_get(run, "light")
                                          : 1e-3f * (float)taut_scene_get(run, "rope");
        p = vec3(centre.x + p.x, centre.y + p.y, centre.z + p.z);
        ok = taut_builder_add_particle(builder, p, mass, NULL) == TAUT_OK;
        taut_constraint_def def = taut_link(i - 1, i);
        ok = ok && (i == 0 || taut_builder_add_constraint(builder, &def, NULL) == TAUT_OK);
    }
    taut_body_def body = taut_body_def_default();
    body.drag = 0.0f;
    body.collision.thickness = THICKNESS;
    body.collision.surface.friction = body.collision.surface.static_friction = 1.0f;
    taut_scene_look look = {.front = colour, .radius = THICKNESS};
    if (!taut_scene_put(run, world, builder, ok, body, look)) {
        return false;
    }
    // They stand on the ground when they lie there.
    const taut_vec3 heavy = {0.0f, 0.045f - THICKNESS, 0.0f};
    const taut_vec3 light = {0.0f, 0.025f - THICKNESS, 0.0f};
    const taut_scene_prop weights[] = {{0, 0, -1, heavy, heavy, 0.045f, 0x4c5666},
                                       {0, PARTICLES - 1, -1, light, light, 0.025f, 0x4c5666}};
    taut_scene_add_props(run, run->look_count - 1, weights, 2);
    return true;
}

// The body's friction is 1: of the two that meet, the root of the product is what counts.
static bool add_beam(taut_scene_run* run, int world, taut_vec3 centre, float mu)
{
    taut_collider_def beam =
        taut_scene_bar(TAUT_SHAPE_CYLINDER, vec3(centre.x, centre.y, centre.z - 0.3f),
                       vec3(centre.x, centre.y, centre.z + 0.3f), RADIUS);
    beam.surface.friction = beam.surface.static_friction = mu * mu;
    return taut_scene_add_solid(run, world, &beam);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "beams");
    taut_vec3 rough = vec3(-0.5f * APART, 1.3f, 0.0f), smooth = vec3(0.5f * APART, 1.3f, 0.0f);
    return taut_scene_add_ground(run, world, 0.0f) &&
           add_beam(run, world, rough, (float)taut_scene_get(run, "rough")) &&
           add_beam(run, world, smooth, (float)taut_scene_get(run, "smooth")) &&
           add_rope(run, world, rough, 0xc98a3c) && add_rope(run, world, smooth, 0x4a7fb0);
}

// Speeds of the slipping weight at two times give what it gains in between: before it reaches the
// ground, and after the rope has drawn tight.
#define FIRST 4
#define SECOND 12

static void drive(taut_scene_run* run)
{
    if (run->frame == MOVED_FROM) {
        run->memory[START] = (double)taut_scene_point(run, 0, 0).y;
    }
    if (run->frame == FIRST || run->frame == SECOND) {
        run->memory[run->frame == FIRST ? SPEED_A : SPEED_B] =
            -(double)taut_scene_speed(run, 1, 0).y;
    }
}

// e^x for the x that occur, by its series: the library of the machine is not to decide.
static double power_of_e(double x)
{
    double sum = 1.0, term = 1.0;
    for (int i = 1; i < 40; ++i) {
        term *= x / i;
        sum += term;
    }
    return sum;
}

// Newton's second law for both ends, and in between dT = mu T + m a for each radian of rope, of
// mass m: m1 (g - a) = m2 (g + a) e + (m a / mu) (e - 1). What goes over from one side to the other
// in that time, and what the rope presses less as it goes around faster, are some per cent each.
static double acceleration(const taut_scene_run* run)
{
    double mu = taut_scene_get(run, "smooth"), link = 1e-3 * taut_scene_get(run, "rope");
    double e = power_of_e(mu * 3.0 * PI);
    double heavy = taut_scene_get(run, "heavy") + HEAVY_LINKS * link;
    double light = (taut_scene_get(run, "light") + LIGHT_LINKS * link) * e;
    double around = link * HALF_TURN / PI * (e - 1.0) / mu;
    return 9.81 * (heavy - light) / (heavy + light + around);
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double expected = acceleration(run);
    double gained =
        (run->memory[SPEED_B] - run->memory[SPEED_A]) / ((SECOND - FIRST) * (double)run->dt);
    double moved = fabs((double)taut_scene_point(run, 0, 0).y - run->memory[START]);
    double left = (double)taut_scene_point(run, 1, 0).y;
    snprintf(text, size,
             "on the rough beam the weight moves %.3f mm in the last %.1f s (at most 10), on the "
             "smooth one it goes with %.3f m/s^2 (expected %.3f within 10 %%), down to %.3f m "
             "(below 0.1)",
             1000.0 * moved, (run->scene->frames - MOVED_FROM) * (double)run->dt, gained, expected,
             left);
    return moved <= 1e-2 && fabs(gained - expected) <= 0.1 * expected && left < 0.1 &&
           run->stats.trouble == 0;
}

const taut_scene taut_scene_rope_around_post = {
    .name = "rope-around-post",
    .about = "A turn and a half around a rough beam holds a heavy weight; a smooth one lets it go.",
    .tags = "rope contact",
    .params = {{"rough", "friction on the left", 0.35, 0.0, 1.0},
               {"smooth", "friction on the right", 0.08, 0.001, 1.0},
               {"heavy", "kg", 1.0, 0.01, 100.0},
               {"light", "kg", 0.1, 0.01, 100.0},
               {"rope", "g for each link", 2.0, 0.01, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 40,
    .frames = 300,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{0.75f, 1.6f, 2.6f}, {0.0f, 0.78f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
