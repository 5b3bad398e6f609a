// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A rubber balloon is blown up on a table, pressed flat by a plate, and pricked: the skin tears on
// from the slit, what was in it is gone, and the rest drops.

#include <math.h>
#include <stdio.h>

#include "solids.h"

#define FREQUENCY 10
#define RADIUS 0.13f  // of the skin, limp
#define KNOT 0.025f
#define PLATE 0.32f  // half of its side
#define THICK 0.02f  // half of its thickness
#define TABLE 0.3f   // height
#define SKIN 0.004f  // what it keeps from surfaces
#define BLOWN 1.5    // s
#define WAITED 1.9
#define PRESSED 3.5
#define PRICKED 4.0

enum { BALLOON };                                                 // bodies
enum { MASS, REST, VOLUME, MOST, LOAD, SPLITS, PLATE1, HEIGHT };  // memory

static double time_of(const taut_scene_run* run)
{
    return run->frame * (double)run->dt;
}

static taut_collider_id collider(const taut_scene_run* run, int i)
{
    return taut_scene_collider(run, 0, i);
}

// Where the plate hangs before it comes down.
static float high(void)
{
    return TABLE + 2.0f * SKIN + 5.0f * RADIUS;
}

static bool add_collider(taut_scene_run* run, taut_shape_kind shape, float y)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = shape;
    def.half_size = vec3(PLATE, THICK, PLATE);
    def.position = vec3(0.0f, y, 0.0f);
    return taut_scene_add_collider(run, 0, &def);
}

// Of the table.
static bool add_legs(taut_scene_run* run, int world)
{
    float high = 0.5f * (TABLE - 2.0f * THICK), out = PLATE - 0.03f;
    bool ok = true;
    for (int i = 0; i < 4 && ok; ++i) {
        taut_vec3 at = vec3(i < 2 ? out : -out, high, i % 2 == 0 ? out : -out);
        ok = taut_scene_add_box(run, world, at, vec3(0.02f, high, 0.02f));
    }
    return ok;
}

static bool add_balloon(taut_scene_run* run, int world)
{
    taut_balloon_def def = taut_balloon_def_default();
    def.radius = RADIUS;
    def.frequency = FREQUENCY;
    def.centre = vec3(0.0f, TABLE + RADIUS + SKIN, 0.0f);
    def.gauge = 0.0f;
    float stiffness = (float)taut_scene_get(run, "stiffness");
    def.material = (taut_cloth_material){.mass_per_area = 0.25f,
                                         .warp_stiffness = stiffness,
                                         .weft_stiffness = stiffness,
                                         .shear_stiffness = stiffness,
                                         .bend_stiffness = 1e-5f,
                                         .damping_rate = 20.0f,
                                         .strength = (float)taut_scene_get(run, "strength")};
    taut_builder* builder = taut_scene_builder(run);
    taut_part part = {0};
    bool ok = taut_make_balloon(builder, &def, &part) == TAUT_OK;
    for (int i = 0; i < part.particle_count && ok; ++i) {  // its knot, which the table holds
        taut_vec3 x = taut_builder_position(builder, i);
        if (x.y < def.centre.y && x.x * x.x + x.z * x.z <= KNOT * KNOT) {
            ok = taut_builder_pin(builder, i) == TAUT_OK;
        }
    }
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    body.collision.thickness = SKIN;
    body.collision.contact_room = 1 << 17;  // a heap of rags
    body.tear.spare_particles = 1200;
    body.tear.most_breaks = 24;
    taut_scene_look look = {.front = 0xc8403a, .back = 0x8f2f2c};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "balloon");
    float top = high();
    if (world < 0 || !add_balloon(run, world) || !add_collider(run, TAUT_SHAPE_PLANE, 0.0f) ||
        !add_collider(run, TAUT_SHAPE_BOX, TABLE - THICK) ||
        !add_collider(run, TAUT_SHAPE_BOX, top + THICK) || !add_legs(run, world)) {
        return false;
    }
    run->memory[MASS] = taut_scene_mass(run, BALLOON);
    run->memory[PLATE1] = (double)top;
    return true;
}

static taut_gas_state gas_of(const taut_scene_run* run)
{
    taut_gas_state gas = {0};
    taut_body_gas(run->worlds[0].world, run->looks[BALLOON].body, 0, &gas);
    return gas;
}

static float top_of(const taut_scene_run* run)
{
    float top = -1e9f;
    int count = taut_body_positions(run->worlds[0].world, run->looks[BALLOON].body).count;
    for (int i = 0; i < count; ++i) {
        float y = taut_scene_point(run, BALLOON, i).y;
        top = y > top ? y : top;
    }
    return top;
}

// Waits above, comes down to where a part of the blown-up balloon's height is left, stays, and goes
// up again.
static void move_plate(taut_scene_run* run)
{
    double t = time_of(run) + (double)run->dt;
    double tall = run->memory[PLATE1] - (double)TABLE;  // of the balloon, once it is known
    double to = (double)TABLE + (1.0 - taut_scene_get(run, "squeeze")) * tall;
    double from = (double)high();
    double y =
        t > WAITED ? from + (to - from) * taut_scene_ease((t - WAITED) / (PRESSED - WAITED)) : from;
    y += (from - to) * taut_scene_ease((t - PRICKED - 0.4) / 1.5);
    taut_world* world = run->worlds[0].world;
    (void)taut_collider_move(world, collider(run, 2), vec3(0.0f, (float)y + THICK, 0.0f),
                             taut_quat_identity());
    run->memory[HEIGHT] = y;
}

static void prick(taut_scene_run* run)
{
    taut_world* world = run->worlds[0].world;
    taut_body_id body = run->looks[BALLOON].body;
    for (int i = 0; i < taut_body_positions(world, body).count; ++i) {
        if (taut_body_pinned(world, body, i)) {
            (void)taut_body_unpin(world, body, i);
        }
    }
    float y = 0.5f * (TABLE + (float)run->memory[HEIGHT]);
    float far = 4.0f * RADIUS, half = 0.5f * (float)taut_scene_get(run, "slit");
    const taut_blade blade = {vec3(0.0f, y - half, 0.0f), vec3(0.0f, y + half, 0.0f),
                              vec3(0.0f, y - half, far), vec3(0.0f, y + half, far)};
    taut_cut cut = {0};
    taut_scene_cut(run, &blade, &cut);
    run->memory[SPLITS] += cut.splits;
}

static void drive(taut_scene_run* run)
{
    taut_world* world = run->worlds[0].world;
    taut_body_id body = run->looks[BALLOON].body;
    double t = time_of(run);
    run->memory[SPLITS] += taut_scene_events(run, TAUT_EVENT_SPLIT);
    if (t < WAITED) {
        run->memory[PLATE1] = (double)top_of(run);
        run->memory[REST] = gas_of(run).gauge;
        run->memory[VOLUME] = gas_of(run).volume;
    } else if (t < PRICKED) {
        taut_collider_load load = {0};
        (void)taut_collider_reaction(world, collider(run, 2), &load);
        run->memory[MOST] = gas_of(run).gauge;
        run->memory[LOAD] = (double)load.force.y;
    }
    if (t < BLOWN) {
        double litres = taut_scene_get(run, "air");
        (void)taut_body_inflate(world, body, 0, (float)(1e-3 * litres * (double)run->dt / BLOWN));
    }
    move_plate(run);
    if (t < PRICKED && t + (double)run->dt >= PRICKED) {
        prick(run);
    }
}

// Triangles are as many as ever, with three corners each that are there and finite.
static bool is_valid(const taut_scene_run* run)
{
    taut_int_view t = taut_body_triangles(run->worlds[0].world, run->looks[BALLOON].body);
    int count = taut_body_positions(run->worlds[0].world, run->looks[BALLOON].body).count;
    bool valid = t.count == 3 * 20 * FREQUENCY * FREQUENCY;
    for (int i = 0; i + 3 <= t.count && valid; i += 3) {
        int a = t.data[i], b = t.data[i + 1], c = t.data[i + 2];
        valid = a >= 0 && b >= 0 && c >= 0 && a < count && b < count && c < count && a != b &&
                b != c && c != a;
        taut_vec3 x = valid ? taut_scene_point(run, BALLOON, a) : vec3(NAN, 0.0f, 0.0f);
        valid = isfinite(x.x) && isfinite(x.y) && isfinite(x.z);
    }
    return valid;
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    const double* m = run->memory;
    taut_gas_state gas = gas_of(run);
    double mass = taut_scene_mass(run, BALLOON);
    double top = (double)top_of(run);
    bool valid = is_valid(run);
    snprintf(text, size,
             "blown up to %.1f l at %.0f Pa (300 to 5000), squeezed to %.0f Pa (at least 1.05 "
             "times) with %.0f N (at least 20), then %.0f splits (at least 10), %.1f Pa (within "
             "10 of 0), top at %.2f m (below %.2f), %.5f kg (%.5f before), mesh %s, trouble %x "
             "(expected 0)",
             1e3 * m[VOLUME], m[REST], m[MOST], m[LOAD], m[SPLITS], gas.gauge, top,
             (double)TABLE + 0.12, mass, m[MASS], valid ? "valid" : "BROKEN",
             (unsigned)run->stats.trouble);
    return m[REST] >= 300.0 && m[REST] <= 5000.0 && m[MOST] >= 1.05 * m[REST] && m[LOAD] >= 20.0 &&
           m[SPLITS] >= 10.0 && fabs(gas.gauge) <= 10.0 && top < (double)TABLE + 0.12 &&
           fabs(mass - m[MASS]) <= 1e-5 * mass && valid && run->stats.trouble == 0;
}

const taut_scene taut_scene_balloon = {
    .name = "balloon",
    .about = "A balloon is blown up, squeezed between plates and pricked: it bursts and drops.",
    .tags = "cloth gas tear",
    .params = {{"air", "litres blown in", 45.0, 0.0, 200.0},
               {"squeeze", "part of its height", 0.4, 0.0, 0.8},
               {"slit", "m", 0.12, 0.0, 1.0},
               {"stiffness", "N/m of the skin", 120.0, 10.0, 1e5},
               {"strength", "N/m of the skin", 135.0, 1.0, 1e6},
               {"drag", "1/s", 1.5, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 30,
    .frames = 480,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{0.7f, 1.0f, 2.3f}, {0.0f, 0.42f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
