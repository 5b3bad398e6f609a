// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A hero of 80 kg jumps off a ledge, shoots a ray at the beams above, and has a rope from where it
// hit to his hand: he swings, lets go on the way up, flies, shoots again. After three swings he
// lands on a platform. Ropes neither stretch nor let go; what his flight loses is what the jerk of
// each rope takes that comes taut, the part of his motion along it.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define SWINGS 3
#define LINKS 24
#define JUMP 10          // frame
#define HERO 0           // numbers of bodies: the ropes follow as they are shot
#define RADIUS 0.25f     // of the hero
#define THICKNESS 0.02f  // of ropes, half of it
#define CEILING 9.0f
#define PLATFORM 28.0f
#define TOP 1.5f  // of the platform

// memory: state, ropes shot, the knot of hand and rope, hook, length; what is checked
enum { FLIES, SHOTS, KNOT, KNOT_AGE, HOOK_X, HOOK_Y, LENGTH, LONGEST, LOST, BEFORE, AFTER, PEAK };

static bool add_box(taut_scene_run* run, taut_vec3 place, taut_vec3 half_size)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_BOX;
    def.position = place;
    def.half_size = half_size;
    return taut_scene_add_collider(run, 0, &def);
}

static bool add_hero(taut_scene_run* run)
{
    taut_builder* builder = taut_scene_builder(run);
    taut_vec3 place = vec3(-3.0f, 4.0f + RADIUS, 0.0f);
    bool ok = taut_builder_add_particle(builder, place, (float)taut_scene_get(run, "hero"), NULL) ==
              TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.collision.thickness = RADIUS;
    taut_scene_look look = {.front = 0xc8553d, .radius = RADIUS};
    taut_scene_prop ball = {.particle = 0, .above = -1, .radius = RADIUS, .colour = 0xc8553d};
    ok = taut_scene_put(run, 0, builder, ok, body, look);
    taut_scene_add_props(run, HERO, &ball, 1);
    return ok;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    bool ok = taut_scene_add_world(run, &world_def, "three swings") == 0 && add_hero(run);
    ok = ok && add_box(run, vec3(-4.5f, 2.0f, 0.0f), vec3(2.0f, 2.0f, 1.0f));
    for (int i = 0; i < SWINGS; ++i) {
        ok = ok && add_box(run, vec3(2.0f + 8.0f * (float)i, CEILING + 0.3f, 0.0f),
                           vec3(3.7f, 0.3f, 0.6f));
    }
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    ok = ok && taut_scene_add_collider(run, 0, &ground);
    return ok && add_box(run, vec3(PLATFORM, 0.5f * TOP, 0.0f), vec3(4.5f, 0.5f * TOP, 1.0f));
}

static taut_body_id body_of(const taut_scene_run* run, int number)
{
    return run->looks[number].body;
}

static double energy(const taut_scene_run* run)
{
    return taut_scene_mechanical_energy(run, HERO, 9.81);
}

// A rope from a hook to the hand, its particles at rest.
static bool make_rope(taut_scene_run* run, taut_vec3 hook, taut_vec3 hand)
{
    taut_rope_def rope = taut_scene_limp_rope(0.05f, 0.0f);
    rope.start = hook;
    rope.end = hand;
    rope.link_count = LINKS;
    rope.pin_start = false;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_rope(builder, &rope, NULL) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.collision.thickness = THICKNESS;
    taut_scene_look look = {.front = 0x5b7f4b, .radius = 0.03f};
    return taut_scene_put(run, 0, builder, ok, body, look);
}

// Along a free flight until it is `length` from the hook, and what the jerk takes there.
static double loss_of_jerk(taut_vec3 from, taut_vec3 v, const double hook[2], double length,
                           double mass)
{
    double h = 1e-4;
    for (int i = 1; i < 40000; ++i) {
        double t = h * i;
        double x = (double)from.x + (double)v.x * t - hook[0];
        double y = (double)from.y + ((double)v.y - 0.5 * 9.81 * t) * t - hook[1];
        double out = ((double)v.x * x + ((double)v.y - 9.81 * t) * y) / length;
        if (x * x + y * y >= length * length && out > 0.0) {
            return 0.5 * mass * out * out;
        }
    }
    return 0.0;
}

static taut_vec3 off_surface(const taut_hit* hit)
{
    taut_vec3 p = hit->point, n = hit->normal;
    return vec3(p.x + THICKNESS * n.x, p.y + THICKNESS * n.y, p.z + THICKNESS * n.z);
}

static void shoot(taut_scene_run* run)
{
    taut_world* world = run->worlds[0].world;
    taut_vec3 hand = taut_scene_point(run, HERO, 0);
    taut_query_def query = taut_scene_query(run);
    query.kinds = 1u << TAUT_HIT_COLLIDER;
    taut_hit hit = {0};
    taut_hits hits = {.items = &hit, .capacity = 1};
    taut_vec3 aim = vec3((float)taut_scene_get(run, "aim"), 1.0f, 0.0f);
    if (taut_world_cast_ray(world, &query, hand, aim, 30.0f, &hits) != TAUT_OK || hits.count == 0 ||
        !make_rope(run, off_surface(&hit), hand)) {
        return;
    }
    taut_vec3 place = off_surface(&hit);
    taut_attachment_def hook = taut_attachment_def_default();
    hook.body = body_of(run, run->look_count - 1);
    taut_attachment_def knot = hook;
    knot.particle = LINKS;
    knot.target = TAUT_ATTACH_PARTICLE;
    knot.other = body_of(run, HERO);
    taut_attachment_id stuck, id;
    if (taut_attach_hit(world, &hook, &hit, &stuck) != TAUT_OK ||
        taut_attach(world, &knot, &id) != TAUT_OK) {
        return;
    }
    double at[2] = {(double)place.x, (double)place.y};
    run->memory[SHOTS] += 1.0;
    run->memory[FLIES] = 0.0;
    run->memory[KNOT] = id.index1;
    run->memory[KNOT_AGE] = id.generation;
    run->memory[HOOK_X] = at[0];
    run->memory[HOOK_Y] = at[1];
    run->memory[LENGTH] = taut_scene_distance(place, hand);
    run->memory[LOST] += loss_of_jerk(hand, taut_scene_speed(run, HERO, 0), at, run->memory[LENGTH],
                                      taut_scene_get(run, "hero"));
}

// On the rope: how far it is from hook to hand, and whether it is time to let go.
static void hang(taut_scene_run* run)
{
    taut_vec3 hand = taut_scene_point(run, HERO, 0), v = taut_scene_speed(run, HERO, 0);
    taut_vec3 hook = vec3((float)run->memory[HOOK_X], (float)run->memory[HOOK_Y], 0.0f);
    double part = taut_scene_distance(hook, hand) / run->memory[LENGTH];
    run->memory[LONGEST] = part > run->memory[LONGEST] ? part : run->memory[LONGEST];
    double sine = ((double)hand.x - (double)hook.x) / run->memory[LENGTH];
    if (v.y > 0.0f && sine > taut_scene_get(run, "let_go")) {
        taut_attachment_id id = {(uint32_t)run->memory[KNOT], (uint32_t)run->memory[KNOT_AGE]};
        (void)taut_detach(run->worlds[0].world, id);
        run->memory[FLIES] = 1.0;
        run->memory[AFTER] = energy(run);
    }
}

static void drive(taut_scene_run* run)
{
    double speed = (double)taut_scene_measure(run, HERO).max_speed;
    run->memory[PEAK] = speed > run->memory[PEAK] ? speed : run->memory[PEAK];
    if (run->frame == JUMP) {
        float mass = (float)taut_scene_get(run, "hero");
        taut_vec3 push = vec3(6.0f * mass, 3.0f * mass, 0.0f);
        (void)taut_body_add_impulse(run->worlds[0].world, body_of(run, HERO), 0, push);
        run->memory[FLIES] = 1.0;
    }
    if (run->frame == JUMP + 1) {
        run->memory[BEFORE] = energy(run);
    }
    bool falls = taut_scene_speed(run, HERO, 0).y < (float)taut_scene_get(run, "falls");
    if (run->memory[FLIES] == 0.0 && run->memory[SHOTS] > 0.0) {
        hang(run);
    } else if (run->memory[FLIES] != 0.0 && falls && run->memory[SHOTS] < SWINGS) {
        shoot(run);
    }
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double due = run->memory[BEFORE] - run->memory[LOST];
    double most = 0.5 * taut_scene_get(run, "hero") * run->memory[PEAK] * run->memory[PEAK];
    double off = fabs(run->memory[AFTER] - due) / most;
    taut_vec3 hero = taut_scene_point(run, HERO, 0);
    bool lands =
        fabs((double)(hero.x - PLATFORM)) < 4.5 && fabs((double)(hero.y - TOP - RADIUS)) < 0.01;
    snprintf(
        text, size,
        "%.0f swings (expected %d); hook to hand at most %.3f %% beyond the rope, and its links "
        "stretch by %.3f %% (expected <= 1 %%); the jerks took %.0f J of %.0f, and it has %.0f J "
        "in the end (expected %.0f "
        "within 2 %% of the most it moved with, %.0f J); at %.2f, %.3f m (expected 23.5 to "
        "32.5, %.3f)",
        run->memory[SHOTS], SWINGS, 100.0 * (run->memory[LONGEST] - 1.0),
        100.0 * (double)run->stats.worst_stretch, run->memory[LOST], run->memory[BEFORE],
        run->memory[AFTER], due, most, (double)hero.x, (double)hero.y, (double)(TOP + RADIUS));
    return run->memory[SHOTS] == SWINGS && run->memory[LONGEST] <= 1.01 &&
           run->stats.worst_stretch <= 0.01f && off <= 0.02 && lands;
}

const taut_scene taut_scene_grapple_swing = {
    .name = "grapple-swing",
    .about = "A hero swings from beam to beam on ropes that stick where his ray hits.",
    .tags = "rope",
    .params = {{"hero", "kg", 80.0, 1.0, 1000.0},
               {"aim", "how far ahead for each metre up", 0.7, 0.0, 3.0},
               {"falls", "m/s upwards at which he shoots", -2.0, -10.0, 0.0},
               {"let_go", "sine of the rope's angle at which he lets go", 0.6, 0.0, 0.95}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 480,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{12.0f, 5.0f, 34.0f}, {12.0f, 4.6f, 0.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
