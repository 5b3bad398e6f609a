// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A paraglider: a wing of cloth whose shape is nothing but the length of its lines and the air that
// fills it, a pilot of 80 kg below, still air. It finds its own speed: the wing is a part of a
// cylinder round the pilot, its cells swell between the lines, and how far behind its middle the
// pilot hangs says at what angle the wing meets the air.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define COLUMNS 41
#define ROWS 11
#define SPAN 11.0
#define CHORD 2.6
#define HEIGHT 7.0
#define PILOT (COLUMNS * ROWS)
#define LINE_COLUMNS 4  // a line at every so manyth column
#define LINE_ROWS 2     // and row
#define GLIDER 0

enum { MARK_X, MARK_Y };  // memory

// A circle by (1 - t^2, 2 t) / (1 + t^2): no sine needed.
static taut_vec3 on_wing(double across, double along, const taut_scene_run* run)
{
    double t = 0.5 * across * SPAN / HEIGHT / 2.0;  // about the tangent of half the angle
    double c = (1.0 - t * t) / (1.0 + t * t);
    double s = 2.0 * t / (1.0 + t * t);
    double chord = (along - 0.5) * CHORD;  // from the nose back
    // The wing flies along x; chord runs back, span along z.
    return vec3((float)(taut_scene_get(run, "behind") - chord), (float)(HEIGHT * c),
                (float)(HEIGHT * s));
}

static bool add_wing(taut_builder* builder, const taut_scene_run* run)
{
    taut_vec3 vertices[COLUMNS * ROWS];
    int32_t triangles[6 * COLUMNS * ROWS];
    int count = 0;
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        int column = i % COLUMNS, row = i / COLUMNS;
        vertices[i] = on_wing(2.0 * column / (COLUMNS - 1) - 1.0, (double)row / (ROWS - 1), run);
        if (column + 1 < COLUMNS && row + 1 < ROWS) {
            const int a = i, b = i + 1, c = i + COLUMNS, d = i + COLUMNS + 1;
            bool even = (column + row) % 2 == 0;
            const int cell[6] = {a, b, even ? d : c, even ? a : b, d, c};
            for (int k = 0; k < 6; ++k) {
                triangles[count++] = cell[k];
            }
        }
    }
    taut_mesh_cloth_def def = taut_mesh_cloth_def_default();
    def.vertices = vertices;
    def.vertex_count = COLUMNS * ROWS;
    def.triangles = triangles;
    def.triangle_count = count / 3;
    def.tethers.enabled = false;
    def.material.warp_stiffness = 2e4f;
    def.material.mass_per_area = 0.2f;   // both skins and the ribs of a real one
    def.material.bend_stiffness = 0.5f;  // which ribs give it
    return taut_make_mesh_cloth(builder, &def, NULL) == TAUT_OK;
}

static bool add_lines(taut_builder* builder, double pilot)
{
    bool ok =
        taut_builder_add_particle(builder, vec3(0.0f, 0.0f, 0.0f), (float)pilot, NULL) == TAUT_OK;
    for (int row = 0; row < ROWS && ok; row += LINE_ROWS) {
        for (int column = 0; column < COLUMNS && ok; column += LINE_COLUMNS) {
            taut_constraint_def line = taut_link(row * COLUMNS + column, PILOT);
            line.sides = TAUT_SIDES_TENSION;
            line.compliance = 1e-5f;
            ok = taut_builder_add_constraint(builder, &line, NULL) == TAUT_OK;
        }
    }
    return ok;
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "paraglider");
    taut_builder* builder = taut_scene_builder(run);
    bool ok = add_wing(builder, run) && add_lines(builder, taut_scene_get(run, "pilot"));
    taut_body_def body = taut_body_def_default();
    body.velocity = vec3(10.0f, -2.0f, 0.0f);
    taut_scene_look look = {.front = 0xd35400, .back = 0xf0b27a, .radius = 0.01f, .checker = 4};
    if (world < 0 || !taut_scene_put(run, world, builder, ok, body, look)) {
        return false;
    }
    taut_scene_prop props[2] = {{.particle = PILOT,
                                 .above = -1,
                                 .a = vec3(0.0f, -0.2f, 0.0f),
                                 .b = vec3(0.0f, 0.25f, 0.0f),
                                 .radius = 0.2f,
                                 .colour = 0x2c3e50},
                                {.particle = PILOT,
                                 .above = -1,
                                 .a = vec3(0.05f, 0.6f, 0.0f),
                                 .b = vec3(0.05f, 0.6f, 0.0f),
                                 .radius = 0.13f,
                                 .colour = 0xecc9a0}};
    taut_scene_add_props(run, GLIDER, props, 2);
    taut_wind_def still = taut_wind_def_default(TAUT_WIND_UNIFORM);
    taut_air_def air = taut_air_def_default();
    air.lift = 4.0f;  // 2 pi less what the ends of a wing of this span cost: Prandtl
    air.friction = (float)taut_scene_get(run, "friction");
    air.rope_radius = 0.0008f;
    taut_world* w = run->worlds[world].world;
    taut_body_id id = run->looks[GLIDER].body;
    bool blows = taut_world_wind_count(w) > 0 || taut_world_add_wind(w, &still, NULL) == TAUT_OK;
    if (!blows || taut_body_set_air(w, id, &air) != TAUT_OK) {
        return taut_scene_fail(run, "%s", taut_world_last_error(w));
    }
    return true;
}

static void drive(taut_scene_run* run)
{
    taut_vec3 pilot = taut_scene_point(run, GLIDER, PILOT);
    if (run->frame == run->scene->frames / 2) {
        run->memory[MARK_X] = (double)pilot.x;
        run->memory[MARK_Y] = (double)pilot.y;
    }
    run->camera.eye = vec3(pilot.x + 10.0f, pilot.y + 4.0f, 16.0f);  // it goes along
    run->camera.target = vec3(pilot.x, pilot.y + 3.6f, 0.0f);
}

// Real ones fly 10 m/s and sink 1.2; this one has no thickness, and cells that swell more.
static bool check(const taut_scene_run* run, char* text, size_t size)
{
    taut_vec3 pilot = taut_scene_point(run, GLIDER, PILOT);
    double time = (run->scene->frames - run->scene->frames / 2) * (double)run->dt;
    double speed = ((double)pilot.x - run->memory[MARK_X]) / time;
    double sink = (run->memory[MARK_Y] - (double)pilot.y) / time;
    taut_vec3 left = taut_scene_point(run, GLIDER, ROWS / 2 * COLUMNS);
    taut_vec3 right = taut_scene_point(run, GLIDER, ROWS / 2 * COLUMNS + COLUMNS - 1);
    double span = taut_scene_distance(left, right);
    bool calm = run->stats.trouble == 0;
    snprintf(
        text, size,
        "flies %.1f m/s (expected 8 to 12) and sinks %.2f m/s (1.5 to 3), a glide of %.1f, its "
        "tips are %.1f m apart (6 to 10), %s",
        speed, sink, speed / sink, span, calm ? "no trouble" : "TROUBLE");
    return speed >= 8.0 && speed <= 12.0 && sink >= 1.5 && sink <= 3.0 && span >= 6.0 &&
           span <= 10.0 && calm;
}

const taut_scene taut_scene_paraglider = {
    .name = "paraglider",
    .about = "A wing of cloth on lines finds its speed and carries a pilot through still air.",
    .tags = "cloth rope wind",
    .params = {{"pilot", "kg", 80.0, 1.0, 500.0},
               {"behind", "metres that the pilot hangs behind the middle", 0.25, -1.0, 1.0},
               {"friction", "of the wing", 0.04, 0.0, 1.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{10.0f, 4.0f, 16.0f}, {0.0f, 3.6f, 0.0f}, 36.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
