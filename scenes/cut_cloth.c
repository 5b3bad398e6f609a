// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A cloth hangs from a rail, and a blade goes through it on a slant, in a quarter of a second. What
// is below falls in one piece and crumples, what is above goes on hanging. No mass is lost and no
// triangle; the two pieces share none of their particles.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define COLUMNS 41
#define ROWS 33
#define SPACING 0.05f
#define GROUND -3.0f
#define THICKNESS 0.02f
#define CLOTH 1  // number of the body: the rail is 0
#define FIRST_FRAME 30
#define LAST_FRAME 45
#define MOST_PARTICLES 2048

enum { MASS, LINKS_CUT, SPLITS, HELD };  // memory

static bool add_cloth(taut_scene_run* run, int world)
{
    taut_cloth_def cloth = taut_scene_hung_cloth(COLUMNS, ROWS, SPACING);
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    for (int i = 0; i < COLUMNS; i += 4) {
        ok = ok && taut_builder_pin(builder, i) == TAUT_OK;
    }
    taut_body_def body = taut_body_def_default();
    body.drag = 0.2f;
    body.tear.spare_particles = 300;
    if (taut_scene_get(run, "self") > 0.0) {
        body.collision.self = true;
        body.collision.thickness = THICKNESS;
        body.collision.surface.friction = 0.3f;
    }
    taut_scene_look look = {.front = 0xb5533c, .back = 0x8c3f2d, .checker = 4};
    return taut_scene_put(run, world, builder, ok, body, look);
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "cut");
    taut_scene_look rail = {.front = 0x8a6d4b, .radius = 0.035f};
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    ground.position = vec3(0.0f, GROUND, 0.0f);
    bool ok = taut_scene_add_post(run, world, vec3(-0.15f, 0.03f, 0.0f), vec3(2.15f, 0.03f, 0.0f),
                                  rail) &&
              add_cloth(run, world);
    ok = ok && taut_scene_add_collider(run, world, &ground);
    run->memory[MASS] = ok ? taut_scene_mass(run, CLOTH) : 0.0;
    return ok;
}

// Where the edge of the blade is: from left to right, and downwards.
static taut_vec3 blade_at(double part, float z)
{
    return vec3((float)(-0.1 + 2.2 * part), (float)(-0.5 - 0.5 * part), z);
}

// Someone strokes along the hem: a cloth that is quite flat falls on its edge and stands there.
static void stir(taut_scene_run* run)
{
    taut_world* world = run->worlds[0].world;
    taut_body_id body = run->looks[CLOTH].body;
    for (int i = 0; i < COLUMNS; ++i) {
        int particle = (ROWS - 1) * COLUMNS + i;
        double push = 3.0 * taut_scene_wave(i / 27.0) + 1.0;
        float impulse = (float)push * taut_body_mass(world, body, particle);
        (void)taut_body_add_impulse(world, body, particle, vec3(0.0f, 0.0f, impulse));
    }
}

static void drive(taut_scene_run* run)
{
    if (run->frame == 1) {
        stir(run);
    }
    if (run->frame < FIRST_FRAME || run->frame >= LAST_FRAME) {
        return;
    }
    double length = LAST_FRAME - FIRST_FRAME;
    double from = (run->frame - FIRST_FRAME) / length;
    double to = (run->frame + 1 - FIRST_FRAME) / length;
    taut_blade blade = {blade_at(from, -0.5f), blade_at(from, 0.5f), blade_at(to, -0.5f),
                        blade_at(to, 0.5f)};
    taut_cut cut = {0};
    taut_scene_cut(run, &blade, &cut);
    run->memory[LINKS_CUT] += cut.links;
    run->memory[SPLITS] += cut.splits;
    run->memory[HELD] += cut.held;
}

static int root_of(int* parent, int i)
{
    while (parent[i] != i) {
        i = parent[i] = parent[parent[i]];
    }
    return i;
}

// How many pieces the triangles make; 0 when one of them is none: a corner that is not there, or
// two that are the same.
static int count_pieces(const taut_scene_run* run)
{
    static const int order[3] = {1, 2, 0};
    const taut_scene_look* look = &run->looks[CLOTH];
    taut_int_view t = taut_body_triangles(run->worlds[0].world, look->body);
    int count = taut_body_positions(run->worlds[0].world, look->body).count;
    int parent[MOST_PARTICLES];
    bool used[MOST_PARTICLES] = {false};
    for (int i = 0; i < MOST_PARTICLES; ++i) {
        parent[i] = i;
    }
    for (int i = 0; i < t.count; ++i) {
        int a = t.data[i], b = t.data[i / 3 * 3 + order[i % 3]];
        if (a < 0 || a >= count || a >= MOST_PARTICLES || b < 0 || b >= count ||
            b >= MOST_PARTICLES || a == b) {
            return 0;
        }
        used[a] = true;
        parent[root_of(parent, a)] = root_of(parent, b);
    }
    int pieces = 0;
    for (int i = 0; i < count && i < MOST_PARTICLES; ++i) {
        pieces += used[i] && root_of(parent, i) == i;
    }
    return pieces;
}

// The hem falls 1.4 m in 0.55 s, drag and what the cloth does to itself apart; then it lies on the
// ground, which it touches with half the thickness of the cloth.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    const taut_scene_look* look = &run->looks[CLOTH];
    int triangles = taut_body_triangles(run->worlds[0].world, look->body).count / 3;
    int due = 2 * (COLUMNS - 1) * (ROWS - 1), pieces = count_pieces(run);
    double mass = taut_scene_mass(run, CLOTH), hem = -10.0;
    for (int i = 0; i < COLUMNS; ++i) {
        double y = (double)taut_scene_point(run, CLOTH, (ROWS - 1) * COLUMNS + i).y;
        hem = y > hem ? y : hem;
    }
    bool kept = fabs(mass / run->memory[MASS] - 1.0) <= 1e-5;
    bool finite = (run->stats.trouble & TAUT_STEP_NOT_FINITE) == 0;
    snprintf(text, size,
             "%d pieces (expected 2) of %d triangles (expected %d), %.6f kg (expected %.6f within "
             "1e-5 of it), %.0f particles split (at least %d), %.0f without room (expected 0); the "
             "hem is at %.2f m or below (expected < %.2f), %s",
             pieces, triangles, due, mass, run->memory[MASS], run->memory[SPLITS], COLUMNS - 1,
             run->memory[HELD], hem, (double)GROUND + 0.5, finite ? "finite" : "NOT FINITE");
    return pieces == 2 && triangles == due && kept && run->memory[SPLITS] >= COLUMNS - 1 &&
           run->memory[HELD] == 0.0 && hem < (double)GROUND + 0.5 && finite;
}

const taut_scene taut_scene_cut_cloth = {
    .name = "cut-cloth",
    .about = "A blade parts a hanging cloth; what is below falls in one piece.",
    .tags = "cloth cut",
    .params = {{"self", "0 or 1: the cloth touches itself", 0.0, 0.0, 1.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 180,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{1.0f, -0.9f, 6.2f}, {1.0f, -1.35f, 0.0f}, 34.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
