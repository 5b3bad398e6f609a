// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A beach ball between two hands that press it flat and let it go, three balls side by side that
// hold little, more and much gas.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define BALLS 3
#define FREQUENCY 10
#define RADIUS 0.25f
#define PALM 0.115f  // of a hand, around the poles
#define SQUEEZE 0.22f

enum { REST = 0, LEAST = BALLS, MOST = 2 * BALLS, START = 3 * BALLS };  // memory

static double gauge_of(int ball)
{
    static const double gauges[BALLS] = {200.0, 1000.0, 5000.0};
    return gauges[ball];
}

static bool in_palm(taut_vec3 x)
{
    return x.x * x.x + x.z * x.z <= PALM * PALM;
}

static bool add_ball(taut_scene_run* run, int world, int ball)
{
    taut_balloon_def def = taut_balloon_def_default();
    def.radius = RADIUS;
    def.frequency = FREQUENCY;
    def.gauge = (float)gauge_of(ball);
    taut_builder* builder = taut_scene_builder(run);
    taut_part part = {0};
    bool ok = taut_make_balloon(builder, &def, &part) == TAUT_OK;
    for (int i = 0; i < part.particle_count && ok; ++i) {
        if (in_palm(taut_builder_position(builder, i))) {
            ok = taut_builder_pin(builder, i) == TAUT_OK;
        }
    }
    taut_body_def body = taut_body_def_default();
    body.offset = vec3(0.75f * (float)(ball - 1), 0.0f, 0.0f);
    body.drag = 2.0f;
    taut_scene_look look = {.front = taut_scene_colour(ball), .back = taut_scene_colour(ball)};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "balls");
    bool ok = world >= 0;
    for (int i = 0; i < BALLS && ok; ++i) {
        ok = add_ball(run, world, i);
    }
    return ok;
}

static taut_gas_state gas_of(const taut_scene_run* run, int ball)
{
    taut_gas_state gas = {0};
    taut_body_gas(run->worlds[0].world, run->looks[ball].body, 0, &gas);
    return gas;
}

// How far the hands have come, 0 to 1: they wait, press, hold, and let go.
static double pressed(const taut_scene_run* run)
{
    double t = run->frame * (double)run->dt;
    return taut_scene_ease((t - 1.0) / 1.5) - taut_scene_ease((t - 4.0) / 0.5);
}

static void press(taut_scene_run* run, int ball)
{
    taut_world* world = run->worlds[0].world;
    taut_body_id body = run->looks[ball].body;
    double way = (double)SQUEEZE * 0.5;
    double now = pressed(run);
    double change = way * (now - run->memory[START]);
    int count = taut_body_positions(world, body).count;
    for (int i = 0; i < count; ++i) {
        if (taut_body_pinned(world, body, i)) {
            taut_vec3 x = taut_scene_point(run, ball, i);
            double y = (double)x.y + (x.y > 0.0f ? -change : change);
            taut_body_set_target(world, body, i, vec3(x.x, (float)y, x.z));
        }
    }
}

static void drive(taut_scene_run* run)
{
    for (int ball = 0; ball < BALLS; ++ball) {
        taut_gas_state gas = gas_of(run, ball);
        double t = run->frame * (double)run->dt;
        if (t < 1.0) {
            run->memory[REST + ball] = gas.volume;
            run->memory[LEAST + ball] = gas.volume;
        }
        bool least = gas.volume < run->memory[LEAST + ball];
        run->memory[LEAST + ball] = least ? gas.volume : run->memory[LEAST + ball];
        bool most = gas.gauge > run->memory[MOST + ball];
        run->memory[MOST + ball] = most ? gas.gauge : run->memory[MOST + ball];
        press(run, ball);
    }
    run->memory[START] = pressed(run);
}

// Gas hardly gives: the hands take less than a fiftieth of its volume, and the skin has to make
// room at the sides. Let go, each ball is as large as it was.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double least = 1.0, back = 0.0, felt = 0.0, most = 0.0;
    for (int ball = 0; ball < BALLS; ++ball) {
        taut_gas_state gas = gas_of(run, ball);
        double rest = run->memory[REST + ball];
        double part = run->memory[LEAST + ball] / rest;
        double off = fabs(gas.volume / rest - 1.0);
        double error = fabs(gas.applied - gas.gauge) / gas.gauge;
        least = part < least ? part : least;
        back = off > back ? off : back;
        felt = error > felt ? error : felt;
        most = run->memory[MOST + ball] > most ? run->memory[MOST + ball] : most;
    }
    bool calm = run->stats.trouble == 0;
    snprintf(
        text, size,
        "squeezed to %.4f of its volume at least (expected 0.9 to 0.9999), up to %.0f Pa, back "
        "within %.4f %% (at most 0.1 %%), the skin feels the gas law within %.3f %% (at most 1 "
        "%%), %s",
        least, most, 100.0 * back, 100.0 * felt, calm ? "no trouble" : "TROUBLE");
    return least >= 0.9 && least <= 0.9999 && back <= 0.001 && felt <= 0.01 && calm;
}

const taut_scene taut_scene_balloon = {
    .name = "balloon",
    .about = "Beach balls with little and much gas in them are pressed flat and let go.",
    .tags = "cloth gas",
    .params = {{NULL, NULL, 0.0, 0.0, 0.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 30,
    .frames = 420,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{0.6f, 0.7f, 3.0f}, {0.0f, -0.02f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
