// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A truck rolls over a Pratt truss bridge. What its members carry is read in every frame: half-way
// across, the chords at the middle have the moment of deck and truck over the height of the bridge.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define PANELS 8
#define MOST_NODES 32
#define MOST_MEMBERS 112
#define PANEL 4.0f
#define HEIGHT 4.5f
#define WIDTH 5.0f
#define AXLES 2
#define WHEELBASE 4.0f
#define SPEED 5.0f  // m/s
#define BODY 0

enum { WORST, CHORD, CHORD_FRAMES, FACTOR };  // memory

typedef struct bridge {
    taut_truss_node nodes[MOST_NODES];
    taut_truss_member members[MOST_MEMBERS];
    taut_truss_def def;
} bridge;

// Worked out anew where it is needed: a run keeps numbers only.
static bridge lay_out(void)
{
    bridge b = {.def = taut_truss_def_default()};
    taut_pratt_def pratt = taut_pratt_def_default();
    pratt.panels = PANELS;
    pratt.panel_length = PANEL;
    pratt.height = HEIGHT;
    pratt.width = WIDTH;
    taut_pratt_count(&pratt, &b.def.node_count, &b.def.member_count);
    (void)taut_pratt_lay_out(&pratt, b.nodes, b.members);
    return b;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "truss bridge");
    taut_builder* builder = taut_scene_builder(run);
    if (builder == NULL) {
        return false;
    }
    bridge b = lay_out();
    b.def.nodes = b.nodes;
    b.def.members = b.members;
    bool ok = taut_make_truss(builder, &b.def, NULL) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = 0x7b8794, .radius = 0.09f};
    if (!taut_scene_put(run, world, builder, ok, body, look)) {
        return false;
    }
    run->memory[FACTOR] = (double)INFINITY;
    return true;
}

// Where the front axle is; the truck waits until the bridge has settled.
static float front(const taut_scene_run* run)
{
    float t = (float)run->frame * run->dt - 3.0f;
    return t > 0.0f ? SPEED * t : -1.0f;
}

static void roll(taut_scene_run* run, float weight)
{
    for (int side = 0; side < 2; ++side) {
        int path[PANELS + 1];
        for (int i = 0; i <= PANELS; ++i) {
            path[i] = side * (PANELS + 1) + i;
        }
        for (int axle = 0; axle < AXLES; ++axle) {
            taut_path_load load = {.particles = path,
                                   .count = PANELS + 1,
                                   .position = front(run) - WHEELBASE * (float)axle,
                                   .force = {0.0f, -0.25f * weight, 0.0f}};
            (void)taut_body_load_path(run->worlds[0].world, run->looks[BODY].body, &load);
        }
    }
}

// The truck is drawn where the bridge's first particle is not: boxes measured from it.
static void draw(taut_scene_run* run)
{
    float x = front(run);
    run->prop_count = 0;
    for (int i = 0; i < 8; ++i) {  // what says how rollers roll is not to be seen
        const taut_scene_prop anchor = {0,     MOST_NODES + i, -1, vec3(0, 0, 0), vec3(0, 0, 0),
                                        1e-3f, 0x7b8794};
        taut_scene_add_props(run, BODY, &anchor, 1);
    }
    for (int i = 0; i < 2; ++i) {
        float at = PANEL * PANELS * (float)i;
        const taut_scene_prop pier = {
            0,    0,       -1, vec3(at - 0.8f, -1.2f, -0.6f), vec3(at + 0.8f, -0.1f, WIDTH + 0.6f),
            0.0f, 0x9a948a};
        taut_scene_add_props(run, BODY, &pier, 1);
    }
    if (x < 0.0f || x > PANEL * PANELS + WHEELBASE) {
        return;
    }
    float back = x - WHEELBASE;
    const taut_scene_prop truck[] = {
        {0, 0, -1, vec3(back - 1.2f, 0.8f, 1.4f), vec3(x - 0.6f, 2.9f, 3.6f), 0.0f, 0xd9822b},
        {0, 0, -1, vec3(x - 0.5f, 0.8f, 1.5f), vec3(x + 1.1f, 2.4f, 3.5f), 0.0f, 0x2e5f8a},
        {0, 0, -1, vec3(x, 0.5f, 1.3f), vec3(x, 0.5f, 3.7f), 0.5f, 0x22252a},
        {0, 0, -1, vec3(back, 0.5f, 1.3f), vec3(back, 0.5f, 3.7f), 0.5f, 0x22252a},
        {0, 0, -1, vec3(0.0f, -0.05f, 0.2f), vec3(PANEL * PANELS, 0.05f, WIDTH - 0.2f), 0.0f,
         0x8d8778},
    };
    taut_scene_add_props(run, BODY, truck, 5);
}

static void drive(taut_scene_run* run)
{
    bridge b = lay_out();
    b.def.nodes = b.nodes;
    b.def.members = b.members;
    taut_part part = {0};
    taut_truss_state state;
    taut_member_state members[MOST_MEMBERS];
    float weight = 9.81f * (float)taut_scene_get(run, "truck");
    if (taut_truss_read(run->worlds[0].world, run->looks[BODY].body, &b.def, &part, members,
                        &state) == TAUT_OK &&
        run->frame > 0) {
        bool less = (double)state.load_factor < run->memory[FACTOR];
        run->memory[FACTOR] = less ? (double)state.load_factor : run->memory[FACTOR];
        run->memory[WORST] = less ? state.worst_member : run->memory[WORST];
    }
    // The truck's middle within half a metre of the bridge's.
    float off = front(run) - 0.5f * WHEELBASE - 0.5f * PANEL * PANELS;
    if (fabsf(off) < 0.5f) {
        run->memory[CHORD] += (double)members[PANELS + PANELS / 2 - 1].force;
        run->memory[CHORD_FRAMES] += 1.0;
    }
    roll(run, weight);
    draw(run);
}

// By sections at the middle of one side: the reaction less what stands on the way there.
static double expected_chord(const taut_scene_run* run)
{
    double deck = 2000.0 * 9.81, axle = 0.25 * 9.81 * taut_scene_get(run, "truck");
    bridge b = lay_out();
    double node = deck, moment = 0.0;
    double mass = 0.0;  // of the members of a panel of one side, bracing as far as it hangs on it
    for (int i = 0; i < b.def.member_count; ++i) {
        taut_vec3 p = b.nodes[b.members[i].a].position, q = b.nodes[b.members[i].b].position;
        mass += (double)b.members[i].area * (double)b.members[i].density *
                taut_scene_distance(p, q) / (2.0 * PANELS);
    }
    node += 9.81 * mass;
    for (int i = 1; i <= PANELS / 2; ++i) {  // n/2 weights to either side of the middle one
        moment += node * (double)PANEL * (i < PANELS / 2 ? i : 0.5 * i);
    }
    double way = 0.5 * (double)(PANEL * PANELS) - 0.5 * (double)WHEELBASE;
    return -(moment + axle * way) / (double)HEIGHT;
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double chord = run->memory[CHORD] / run->memory[CHORD_FRAMES];
    double expected = expected_chord(run);
    snprintf(text, size,
             "with the truck at the middle the upper chord carries %.0f kN (expected %.0f within "
             "10 %%); load factor at least %.2f (above 1), member %d the worst",
             1e-3 * chord, 1e-3 * expected, run->memory[FACTOR], (int)run->memory[WORST]);
    return fabs(chord - expected) <= 0.1 * fabs(expected) && run->memory[FACTOR] > 1.0;
}

const taut_scene taut_scene_truss_bridge = {
    .name = "truss-bridge",
    .about = "A truck of 40 tonnes rolls over a steel truss bridge; stress is read on the way.",
    .tags = "bridge heavy",
    .params = {{"truck", "kg", 40000.0, 0.0, 1e6}, {"drag", "1/s", 2.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 660,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{6.0f, 9.0f, 34.0f}, {16.0f, 0.8f, 2.5f}, 36.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
