// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A chandelier: a chain from the ceiling, eight stays from its end out to a hoop, and from the hoop
// eight chains with a lamp of five kilograms each. Chain, stays and hanging chains branch and never
// meet again: a tree of links, and what one link of it carries depends on all below. The hoop is
// held by stiff spokes from corner to corner, which are no structural links.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define ARMS 8
#define CHAIN_LINKS 14
#define STAY_LINKS 5
#define DROP_LINKS 6
#define LINK 0.09f  // m, of chains
#define LINK_MASS 0.02f
#define HOOP_RADIUS 0.75f
#define STAY_DROP 0.6f
#define BODY 3  // number of the body: the frame that stands for a ceiling is 0 to 2
#define HALF_FRAME 1.5f
#define FLOOR (-2.9f)

enum { HELD, FRAMES, ENERGY, MOST };  // memory

typedef struct tree {
    taut_builder* builder;
    int crown[ARMS];
    int lamp[ARMS];
    bool ok;
} tree;

static taut_vec3 corner(int arm, float radius)
{
    static const float across[ARMS] = {1.0f,  0.70710678f,  0.0f, -0.70710678f,
                                       -1.0f, -0.70710678f, 0.0f, 0.70710678f};
    return vec3(radius * across[arm], 0.0f, radius * across[(arm + ARMS - 2) % ARMS]);
}

static int add_particle(tree* t, taut_vec3 at, float mass)
{
    int index = 0;
    t->ok = t->ok && taut_builder_add_particle(t->builder, at, mass, &index) == TAUT_OK;
    return index;
}

// `count` links from particle `from` to a new one at `to`, which it returns.
static int add_links(tree* t, int from, taut_vec3 to, int count)
{
    taut_vec3 start = taut_builder_position(t->builder, from);
    for (int i = 1; i <= count; ++i) {
        float part = (float)i / (float)count;
        taut_vec3 at = vec3(start.x + part * (to.x - start.x), start.y + part * (to.y - start.y),
                            start.z + part * (to.z - start.z));
        int next = add_particle(t, at, LINK_MASS);
        taut_constraint_def link = taut_link(from, next);
        t->ok = t->ok && taut_builder_add_constraint(t->builder, &link, NULL) == TAUT_OK;
        from = next;
    }
    return from;
}

static void add_hoop(tree* t)
{
    for (int i = 0; i < ARMS; ++i) {
        t->ok = t->ok && taut_builder_add_mass(t->builder, t->crown[i], 0.5f) == TAUT_OK;
        for (int k = i + 1; k < ARMS; ++k) {
            taut_constraint_def spoke = taut_link(t->crown[i], t->crown[k]);
            spoke.family = TAUT_FAMILY_OTHER;
            t->ok = t->ok && taut_builder_add_constraint(t->builder, &spoke, NULL) == TAUT_OK;
        }
    }
}

static void fill(tree* t, float lamp)
{
    int top = add_particle(t, vec3(0.0f, 0.0f, 0.0f), LINK_MASS);
    t->ok = t->ok && taut_builder_pin(t->builder, top) == TAUT_OK;
    int end = add_links(t, top, vec3(0.0f, -LINK * CHAIN_LINKS, 0.0f), CHAIN_LINKS);
    for (int i = 0; i < ARMS; ++i) {
        taut_vec3 at = corner(i, HOOP_RADIUS);
        at.y = -LINK * CHAIN_LINKS - STAY_DROP;
        t->crown[i] = add_links(t, end, at, STAY_LINKS);
        // Every other lamp hangs lower.
        int links = i % 2 == 0 ? DROP_LINKS : DROP_LINKS / 2;
        at.y -= LINK * (float)links;
        t->lamp[i] = add_links(t, t->crown[i], at, links);
        t->ok = t->ok && taut_builder_add_mass(t->builder, t->lamp[i], lamp) == TAUT_OK;
    }
    add_hoop(t);
}

// The hoop has no links that would be drawn: a tube goes from each corner to the next.
static void draw(taut_scene_run* run, const tree* t)
{
    taut_vec3 zero = vec3(0.0f, 0.0f, 0.0f);
    taut_vec3 bulb = vec3(0.0f, -0.1f, 0.0f);
    for (int i = 0; i < ARMS; ++i) {
        int lamp = t->lamp[i];
        int corner = t->crown[i];
        taut_vec3 side = vec3(0.0f, 0.76536686f * HOOP_RADIUS, 0.0f);
        const taut_scene_prop parts[] = {
            {0, lamp, lamp - 1, bulb, bulb, 0.1f, 0xf6e3a8},
            {0, lamp, lamp - 1, zero, vec3(0.0f, 0.03f, 0.0f), 0.045f, 0x8a6a2f},
            {0, corner, t->crown[(i + 1) % ARMS], zero, side, 0.035f, 0xb8903f},
        };
        taut_scene_add_props(run, BODY, parts, 3);
    }
}

static bool add_frame(taut_scene_run* run, int world)
{
    taut_scene_look beam = {.front = 0x8a6a4f, .radius = 0.05f};
    taut_vec3 left = vec3(-HALF_FRAME, 0.05f, 0.0f);
    taut_vec3 right = vec3(HALF_FRAME, 0.05f, 0.0f);
    return taut_scene_add_post(run, world, vec3(-HALF_FRAME, FLOOR, 0.0f), left, beam) &&
           taut_scene_add_post(run, world, vec3(HALF_FRAME, FLOOR, 0.0f), right, beam) &&
           taut_scene_add_post(run, world, left, right, beam);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "chandelier");
    tree t = {.builder = taut_scene_builder(run), .ok = true};
    if (!t.builder || !add_frame(run, world)) {
        taut_builder_destroy(t.builder);
        return false;
    }
    fill(&t, (float)taut_scene_get(run, "lamp"));
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    body.velocity = vec3((float)taut_scene_get(run, "push"), 0.0f, 0.0f);
    taut_scene_look look = {.front = 0xb8903f, .radius = 0.016f};
    if (!taut_scene_put(run, world, t.builder, t.ok, body, look)) {
        return false;
    }
    draw(run, &t);
    run->memory[ENERGY] = taut_scene_mechanical_energy(run, BODY, 9.81);
    run->memory[MOST] = run->memory[ENERGY];
    return true;
}

static void drive(taut_scene_run* run)
{
    double energy = taut_scene_mechanical_energy(run, BODY, 9.81);
    run->memory[MOST] = energy > run->memory[MOST] ? energy : run->memory[MOST];
    if (run->frame > 0) {
        run->memory[HELD] += (double)taut_scene_reaction(run, BODY, 0).y;
        run->memory[FRAMES] += 1.0;
    }
}

// What the ceiling holds is the weight, on the mean over ten seconds: what the chandelier has
// gained or lost of momentum by their end is 0.5 m/s of 10 x 9.81, half a per cent.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double last = (double)taut_scene_reaction(run, BODY, 0).y;
    double force = (run->memory[HELD] + last) / (run->memory[FRAMES] + 1.0);
    double mass = taut_scene_free_mass(run, BODY);
    double weight = 9.81 * mass;
    double push = taut_scene_get(run, "push");
    double gained = (run->memory[MOST] - run->memory[ENERGY]) / (0.5 * mass * push * push);
    double worst = (double)run->stats.worst_stretch;
    snprintf(text, size,
             "the ceiling holds %.2f N (expected %.2f within 1 %%), gains %.2f %% of the push's "
             "energy (at most 5 %%), stretch %.4f %% (at most 0.5 %%)",
             force, weight, 100.0 * gained, 100.0 * worst);
    return fabs(force - weight) <= 0.01 * weight && gained <= 0.05 && worst <= 0.005;
}

const taut_scene taut_scene_chandelier = {
    .name = "chandelier",
    .about = "A chandelier of branching chains with heavy lamps swings from the ceiling.",
    .tags = "rope heavy",
    .params = {{"lamp", "kg", 5.0, 0.1, 10000.0},
               {"push", "speed at the start, m/s", 1.2, 0.1, 5.0},
               {"drag", "1/s", 0.05, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.3f, -0.6f, 6.2f}, {0.0f, -1.42f, 0.0f}, 32.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
