// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A crane: a winch at the end of its boom lifts a crate by four metres and lets it down again,
// while a counterweight on a tackle of two falls, which a rider pulls on, goes up half as far as
// its rope comes in.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define LINKS 40
#define LENGTH 8.0f
#define CRATE 0  // number of the body
#define BLOCK 1
#define DRUM_X 3.0f
#define TOP 9.0f
#define PULL 1.5f  // m that the rider's end is drawn away

enum { LOW, HIGH, JUMP, LAST, HELD, OUT, BEHIND };  // memory

static taut_winch winch_of(const taut_scene_run* run)
{
    return (taut_winch){.body = run->looks[CRATE].body,
                        .particle_count = LINKS + 1,
                        .link_length = LENGTH / LINKS,
                        .drum = {DRUM_X, TOP, 0.0f},
                        .held_count = (int)run->memory[HELD],
                        .behind = (float)run->memory[BEHIND],
                        .spacing = (float)run->memory[OUT]};
}

static void keep(taut_scene_run* run, const taut_winch* winch)
{
    run->memory[HELD] = winch->held_count;
    run->memory[BEHIND] = (double)winch->behind;
    run->memory[OUT] = (double)winch->spacing;
}

static bool add_crate(taut_scene_run* run, int world)
{
    taut_builder* builder = taut_scene_builder(run);
    if (builder == NULL) {
        return false;
    }
    taut_rope_def rope = taut_scene_limp_rope(0.5f, 0.0f);
    rope.start = vec3(DRUM_X, TOP, 0.0f);
    rope.end = vec3(DRUM_X, TOP - LENGTH, 0.0f);
    rope.link_count = LINKS;
    rope.end_mass = (float)taut_scene_get(run, "crate");
    bool ok = taut_make_rope(builder, &rope, NULL) == TAUT_OK;
    taut_scene_look look = {.front = 0x3a3f44, .radius = 0.03f};
    if (!taut_scene_put(run, world, builder, ok, taut_body_def_default(), look)) {
        return false;
    }
    taut_winch_def def = taut_winch_def_default();
    def.body = run->looks[CRATE].body;
    def.particle_count = LINKS + 1;
    def.drum = rope.start;
    taut_winch winch;
    if (taut_winch_create(run->worlds[world].world, &def, &winch) != TAUT_OK) {
        return taut_scene_fail(run, "%s", taut_world_last_error(run->worlds[world].world));
    }
    keep(run, &winch);
    return true;
}

// Particle 0 is pulled, 1 the wheel, 2 the weight, on a rope of two falls.
static bool add_block(taut_scene_run* run, int world)
{
    taut_builder* builder = taut_scene_builder(run);
    if (builder == NULL) {
        return false;
    }
    static const taut_vec3 at[] = {{-4.5f, 3.0f, 0.0f}, {-3.0f, TOP, 0.0f}, {-3.0f, 4.0f, 0.0f}};
    bool ok = true;
    for (int i = 0; i < 3; ++i) {
        ok = ok &&
             taut_builder_add_particle(builder, at[i], i == 2 ? 200.0f : 1.0f, NULL) == TAUT_OK;
    }
    ok = ok && taut_builder_pin(builder, 0) == TAUT_OK && taut_builder_pin(builder, 1) == TAUT_OK;
    taut_constraint_def pulley = taut_constraint_def_default(TAUT_CONSTRAINT_PULLEY);
    for (int i = 0; i < 3; ++i) {
        pulley.particles[i] = i;
    }
    pulley.ratio = 2.0f;
    pulley.sides = TAUT_SIDES_TENSION;
    ok = ok && taut_builder_add_constraint(builder, &pulley, NULL) == TAUT_OK;
    for (int i = 0; i < 2; ++i) {  // drawn, and never taut
        taut_constraint_def line = taut_link(i, i + 1);
        line.rest_from_shape = false;
        line.rest = 100.0f;
        line.sides = TAUT_SIDES_TENSION;
        ok = ok && taut_builder_add_constraint(builder, &line, NULL) == TAUT_OK;
    }
    taut_body_def body = taut_body_def_default();
    body.drag = 0.5f;
    taut_scene_look look = {.front = 0x8a7a5c, .radius = 0.025f};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "crane");
    taut_scene_look steel = {.front = 0xe0b030, .radius = 0.12f};
    if (!add_crate(run, world) || !add_block(run, world) ||
        !taut_scene_add_post(run, world, vec3(-1.0f, 0.0f, -0.4f), vec3(-1.0f, 10.0f, -0.4f),
                             steel) ||
        !taut_scene_add_post(run, world, vec3(-3.4f, 9.1f, -0.4f), vec3(3.4f, 9.1f, -0.4f),
                             steel) ||
        !taut_scene_add_post(run, world, vec3(-1.0f, 10.0f, -0.4f), vec3(3.4f, 9.1f, -0.4f),
                             steel)) {
        return false;
    }
    const taut_scene_prop load[] = {
        {0, LINKS, -1, vec3(-0.6f, -1.0f, -0.6f), vec3(0.6f, -0.1f, 0.6f), 0.0f, 0x9c6b3f},
        {0, 0, -1, vec3(0.0f, 0.0f, -0.25f), vec3(0.0f, 0.0f, 0.25f), 0.22f, 0x4a4f55}};
    taut_scene_add_props(run, CRATE, load, 2);
    const taut_scene_prop block[] = {
        {0, 2, -1, vec3(-0.35f, -0.7f, -0.35f), vec3(0.35f, 0.0f, 0.35f), 0.0f, 0x6d7278},
        {0, 1, -1, vec3(0.0f, 0.0f, -0.12f), vec3(0.0f, 0.0f, 0.12f), 0.25f, 0x4a4f55},
        {0, 0, -1, vec3(-0.25f, 0.0f, 0.0f), vec3(0.25f, 0.0f, 0.0f), 0.07f, 0xb5432f}};
    taut_scene_add_props(run, BLOCK, block, 3);
    run->memory[LOW] = 1e9;
    return true;
}

// Up by four metres from second 1 on, down from second 7.
static float speed_at(double t)
{
    double up = taut_scene_ease((t - 1.0) * 2.0) - taut_scene_ease((t - 5.0) * 2.0);
    double down = taut_scene_ease((t - 7.0) * 2.0) - taut_scene_ease((t - 11.0) * 2.0);
    return (float)(up - down);
}

static void drive(taut_scene_run* run)
{
    taut_world* world = run->worlds[0].world;
    double t = run->frame * (double)run->dt;
    taut_winch winch = winch_of(run);
    float pull = 0.0f;
    (void)taut_winch_read(world, &winch, NULL, &pull);
    bool even = (t > 1.7 && t < 5.0) || (t > 7.7 && t < 11.0);
    double jump = even ? fabs((double)pull - run->memory[LAST]) : 0.0;
    run->memory[JUMP] = jump > run->memory[JUMP] ? jump : run->memory[JUMP];
    run->memory[LAST] = (double)pull;
    double y = (double)taut_scene_point(run, CRATE, LINKS).y;
    run->memory[LOW] = y < run->memory[LOW] ? y : run->memory[LOW];
    run->memory[HIGH] = y > run->memory[HIGH] ? y : run->memory[HIGH];
    (void)taut_winch_turn(world, &winch, speed_at(t), run->dt);
    keep(run, &winch);
    float drawn = PULL * (float)taut_scene_ease((t - 2.0) / 3.0);
    taut_vec3 away = vec3(-4.5f - 0.2425f * drawn, 3.0f - 0.9701f * drawn, 0.0f);
    (void)taut_body_set_target(world, run->looks[BLOCK].body, 0, away);
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double weight = 9.81 * (taut_scene_get(run, "crate") + 0.5 * (double)LENGTH);
    double lift = run->memory[HIGH] - run->memory[LOW];
    double jump = run->memory[JUMP] / weight;
    double rise = (double)taut_scene_point(run, BLOCK, 2).y - 4.0;
    snprintf(text, size,
             "the crate is lifted by %.3f m (expected 4 within 0.05), the pull changes by %.2f %% "
             "from frame to frame (at most 2 %%), the block rises by %.3f m (expected %.2f within "
             "0.05)",
             lift, 100.0 * jump, rise, 0.5 * (double)PULL);
    return fabs(lift - 4.0) <= 0.05 && jump <= 0.02 && fabs(rise - 0.5 * (double)PULL) <= 0.05;
}

const taut_scene taut_scene_crane = {
    .name = "crane",
    .about = "A winch lifts a crate and lets it down; a tackle lifts a weight half as far.",
    .tags = "rope machine",
    .params = {{"crate", "kg", 400.0, 1.0, 2000.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 780,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{2.0f, 5.5f, 19.0f}, {-0.4f, 5.0f, 0.0f}, 36.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
