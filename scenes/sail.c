// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A square sail between its yard and two sheets, in a wind that swells and falls. What yard and
// deck hold against the wind is what the wind presses on the sail.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define COLUMNS 41
#define ROWS 29
#define SPACING 0.1f
#define SHEET_LINKS 10
#define SAIL 2  // number of the body: yard and mast are 0 and 1
#define LAST_FRAMES 240

enum { HELD, PRESSED, BELLY, FRAMES };  // memory

static bool add_spars(taut_scene_run* run, int world)
{
    float half = 0.5f * SPACING * (COLUMNS - 1) + 0.2f;
    taut_scene_look wood = {.front = 0x7a5a3a, .radius = 0.07f};
    return taut_scene_add_post(run, world, vec3(-half, 0.06f, 0.0f), vec3(half, 0.06f, 0.0f),
                               wood) &&
           taut_scene_add_post(run, world, vec3(0.0f, -4.2f, -0.2f), vec3(0.0f, 1.2f, -0.2f), wood);
}

#define PATCH 6  // particles along each edge that a clew reaches

// The clew: strings from the end of a sheet to both edges of the sail, so that no thread of it
// carries all.
static bool add_clew(taut_builder* builder, const taut_part* sail, int side, int end)
{
    bool ok = true;
    for (int i = 1; i <= PATCH && ok; ++i) {
        int inward = side ? COLUMNS - 1 - i : i;
        int foot = taut_cloth_particle(sail, COLUMNS, inward, ROWS - 1);
        int leech = taut_cloth_particle(sail, COLUMNS, side * (COLUMNS - 1), ROWS - 1 - i);
        taut_constraint_def strings[2] = {taut_link(foot, end), taut_link(leech, end)};
        for (int k = 0; k < 2 && ok; ++k) {
            strings[k].sides = TAUT_SIDES_TENSION;
            strings[k].family = TAUT_FAMILY_OTHER;
            ok = taut_builder_add_constraint(builder, &strings[k], NULL) == TAUT_OK;
        }
    }
    return ok;
}

// From a lower corner of the sail to the deck.
static bool add_sheet(taut_builder* builder, int corner, taut_vec3 deck)
{
    taut_vec3 from = taut_builder_position(builder, corner);
    int before = corner;
    bool ok = true;
    for (int i = 1; i <= SHEET_LINKS && ok; ++i) {
        float t = (float)i / SHEET_LINKS;
        taut_vec3 at = vec3(from.x + t * (deck.x - from.x), from.y + t * (deck.y - from.y),
                            from.z + t * (deck.z - from.z));
        int next = -1;
        ok = taut_builder_add_particle(builder, at, 0.02f, &next) == TAUT_OK;
        taut_constraint_def link = taut_link(before, next);
        ok = ok && taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK;
        before = next;
    }
    return ok && taut_builder_pin(builder, before) == TAUT_OK;
}

static bool add_wind(taut_scene_run* run, int world)
{
    taut_wind_def winds[2] = {taut_wind_def_default(TAUT_WIND_GUST),
                              taut_wind_def_default(TAUT_WIND_TURBULENCE)};
    float speed = (float)taut_scene_get(run, "wind");
    winds[0].velocity = vec3(0.15f * speed, 0.0f, speed);
    winds[0].strength = 0.35f;
    winds[0].period = 4.0f;
    winds[1].velocity = winds[0].velocity;
    winds[1].speed = (float)taut_scene_get(run, "turbulence") * speed;
    winds[1].size = 2.0f;
    taut_world* w = run->worlds[world].world;
    if (taut_world_set_winds(w, winds, 2) != TAUT_OK) {
        return taut_scene_fail(run, "%s", taut_world_last_error(w));
    }
    return true;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "sail");
    if (world < 0 || !add_spars(run, world) || !add_wind(run, world)) {
        return false;
    }
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = COLUMNS;
    cloth.rows = ROWS;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.origin = vec3(-0.5f * SPACING * (COLUMNS - 1), 0.0f, 0.0f);
    cloth.v = vec3(0.0f, -1.0f, 0.0f);
    cloth.bend = TAUT_BEND_DIHEDRAL;
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    taut_cloth_material_find("denim", &cloth.material);
    taut_builder* builder = taut_scene_builder(run);
    taut_part part = {0};
    bool ok = taut_make_cloth(builder, &cloth, &part) == TAUT_OK;
    for (int column = 0; column < COLUMNS; ++column) {
        int top = taut_cloth_particle(&part, COLUMNS, column, 0);
        ok = ok && taut_builder_pin(builder, top) == TAUT_OK;
    }
    for (int side = 0; side < 2 && ok; ++side) {
        int corner = taut_cloth_particle(&part, COLUMNS, side * (COLUMNS - 1), ROWS - 1);
        int end = taut_builder_particle_count(builder);
        ok = add_sheet(builder, corner, vec3(side ? 2.3f : -2.3f, -4.2f, 0.1f)) &&
             add_clew(builder, &part, side, end);
    }
    taut_body_def body = taut_body_def_default();
    taut_scene_look look = {
        .front = 0xe8dfc8, .back = 0xd8ccae, .radius = 0.02f, .checker = 10, .no_weights = true};
    return taut_scene_put(run, world, builder, ok, body, look);
}

// Against the wind, by yard and deck together.
static double held(const taut_scene_run* run)
{
    int count = COLUMNS * ROWS + 2 * SHEET_LINKS;
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        bool pinned = i < COLUMNS || i == COLUMNS * ROWS + SHEET_LINKS - 1 || i == count - 1;
        sum -= pinned ? (double)taut_scene_reaction(run, SAIL, i).z : 0.0;
    }
    return sum;
}

// On a flat plate of the sail's area across the wind at its middle.
static double pressed(const taut_scene_run* run)
{
    const taut_world* world = run->worlds[0].world;
    taut_vec3 middle = taut_scene_point(run, SAIL, ROWS / 2 * COLUMNS + COLUMNS / 2);
    double speed = (double)taut_world_wind_at(world, middle).z;
    double area = (double)(SPACING * SPACING) * (COLUMNS - 1) * (ROWS - 1);
    return 0.5 * (double)taut_world_air_density(world) * 1.2 * area * speed * fabs(speed);
}

static double belly(const taut_scene_run* run)
{
    double deepest = 0.0;
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        double z = (double)taut_scene_point(run, SAIL, i).z;
        deepest = z > deepest ? z : deepest;
    }
    return deepest;
}

static void drive(taut_scene_run* run)
{
    if (taut_scene_near_end(run, LAST_FRAMES)) {
        run->memory[HELD] += held(run);
        run->memory[PRESSED] += pressed(run);
        run->memory[BELLY] += belly(run);
        run->memory[FRAMES] += 1.0;
    }
}

// A sail that bellies is hit at an angle by its sides, and its force points outwards there: it
// holds some tenths less than a flat plate. Eddies meet only parts of it.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    double count = run->memory[FRAMES] + 1.0;
    double force = (run->memory[HELD] + held(run)) / count;
    double plate = (run->memory[PRESSED] + pressed(run)) / count;
    double deep = (run->memory[BELLY] + belly(run)) / count;
    bool calm = run->stats.trouble == 0;
    snprintf(text, size,
             "yard and deck hold %.0f N, %.2f of a flat plate's %.0f N (expected 0.7 to 1.0), the "
             "belly is %.2f m deep (expected 0.3 to 1.5), %s",
             force, force / plate, plate, deep, calm ? "no trouble" : "TROUBLE");
    return force >= 0.7 * plate && force <= plate && deep >= 0.3 && deep <= 1.5 && calm;
}

const taut_scene taut_scene_sail = {
    .name = "sail",
    .about = "A square sail bellies in gusts and eddies, held by its yard and two sheets.",
    .tags = "cloth rope wind",
    .params = {{"wind", "mean speed, m/s", 8.0, 0.0, 60.0},
               {"turbulence", "speed of eddies over that of the wind", 0.15, 0.0, 1.0}},
    .shared = "wind turbulence",
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 480,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{5.5f, -0.6f, 8.5f}, {0.0f, -1.6f, 0.3f}, 36.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
