// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Things that fall through still air, and the pressure in a balloon.

#include <math.h>

#include "verify/verify.h"

#define GRAVITY 9.81
#define SUBSTEPS 20

// Terminal velocity -------------------------------------------------------------------------------

static void still_air(taut_rig* rig)
{
    taut_wind_def still = taut_wind_def_default(TAUT_WIND_UNIFORM);
    taut_rig_check(rig, taut_world_add_wind(rig->world, &still, NULL));
}

static double mean_fall(taut_rig* rig, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        sum -= (double)taut_rig_velocity(rig, i).y;
    }
    return sum / count;
}

static double lowest_below_highest(taut_rig* rig, int count)
{
    double low = (double)INFINITY;
    double high = -(double)INFINITY;
    for (int i = 0; i < count; ++i) {
        double y = (double)taut_rig_position(rig, i).y;
        low = y < low ? y : low;
        high = y > high ? y : high;
    }
    return high - low;
}

#define MOST_SIZE 21

// A square sheet of triangles. The mass of each is shared by its corners, as the air's force on it
// is: so nothing makes the sheet bend.
static void make_sheet(taut_rig* rig, int size, float spacing)
{
    taut_vec3 vertices[MOST_SIZE * MOST_SIZE];
    int32_t triangles[6 * MOST_SIZE * MOST_SIZE];
    int count = 0;
    for (int i = 0; i < size * size; ++i) {
        int column = i % size, row = i / size;
        vertices[i] = (taut_vec3){spacing * (float)column, 0.0f, spacing * (float)row};
        if (column + 1 < size && row + 1 < size) {
            const int32_t cell[6] = {i, i + size, i + size + 1, i, i + size + 1, i + 1};
            for (int k = 0; k < 6; ++k) {
                triangles[count++] = cell[k];
            }
        }
    }
    taut_mesh_cloth_def def = taut_mesh_cloth_def_default();
    def.vertices = vertices;
    def.vertex_count = size * size;
    def.triangles = triangles;
    def.triangle_count = count / 3;
    taut_rig_check(rig, taut_make_mesh_cloth(rig->builder, &def, NULL));
}

// A level sheet stays level until rounding makes it flutter. It has its final speed after v / g,
// 0.14 s, many times over. A substep takes the air's force where the speed was before it: g h / v
// of it, 0.6 %, half of which is speed.
static void fall_sheet(taut_verify* v, int size, float spacing, const char* label)
{
    taut_rig rig = taut_rig_open(v, NULL, SUBSTEPS);
    still_air(&rig);
    make_sheet(&rig, size, spacing);
    taut_rig_bake(&rig, taut_body_def_default());
    taut_rig_run(&rig, 1.0);
    double drag = (double)taut_air_def_default().drag;
    double density = rig.failed ? 0.0 : (double)taut_world_air_density(rig.world);
    double weight = (double)taut_mesh_cloth_def_default().material.mass_per_area * GRAVITY;
    taut_verify_row row = {.about = "final speed of a level sheet, sqrt(2 m g / (density drag A))",
                           .unit = "m/s",
                           .expected = sqrt(2.0 * weight / (density * drag)),
                           .measured = mean_fall(&rig, size * size),
                           .tolerance = 0.01,
                           .relative = true};
    taut_verify_put(v, row, "sheet-%s", label);
    row = (taut_verify_row){.about = "the sheet is level: its highest over its lowest particle",
                            .unit = "m",
                            .measured = lowest_below_highest(&rig, size * size),
                            .tolerance = 0.001};
    taut_verify_put(v, row, "level-%s", label);
    taut_rig_close(&rig);
}

// A rope that lies across its fall. Its ends carry half as much and catch half as much.
static void fall_rope(taut_verify* v)
{
    taut_rig rig = taut_rig_open(v, NULL, SUBSTEPS);
    still_air(&rig);
    taut_rope_def def = taut_rope_def_default();
    def.link_count = 20;
    taut_rig_check(&rig, taut_make_rope(rig.builder, &def, NULL));
    taut_rig_bake(&rig, taut_body_def_default());
    taut_rig_run(&rig, 6.0);  // ten times v / g and more
    taut_air_def air = taut_air_def_default();
    double density = rig.failed ? 0.0 : (double)taut_world_air_density(rig.world);
    double pull = (double)def.material.mass_per_metre * GRAVITY;
    double width = 2.0 * (double)air.rope_radius;
    taut_verify_row row = {.about = "final speed of a rope across its fall",
                           .unit = "m/s",
                           .expected = sqrt(2.0 * pull / (density * (double)air.rope_drag * width)),
                           .measured = mean_fall(&rig, 21),
                           .tolerance = 0.01,
                           .relative = true};
    taut_verify_put(v, row, "rope");
    taut_rig_close(&rig);
}

void taut_verify_terminal_velocity(taut_verify* v)
{
    fall_sheet(v, 11, 0.05f, "coarse");
    fall_sheet(v, 21, 0.025f, "fine");
    fall_rope(v);
}

// Balloon -----------------------------------------------------------------------------------------

// A sphere of frequency 4 gives by links whose sweep converges within 2 % at this number.
#define BALLOON_SUBSTEPS 200

typedef struct balloon {
    double gauge, applied, volume;
    double radius;   // of the sphere of that volume
    double tension;  // N/m in the skin: links pull as a sheet does whose stress adds up to the same
    double strain;   // mean of the links
} balloon;

static double surface_of(taut_rig* rig, const taut_blueprint* blueprint)
{
    taut_int_view t = taut_blueprint_triangles(blueprint);
    double sum = 0.0;
    for (int i = 0; i + 2 < t.count; i += 3) {
        taut_vec3 a = taut_rig_position(rig, t.data[i]);
        taut_vec3 b = taut_rig_position(rig, t.data[i + 1]);
        taut_vec3 c = taut_rig_position(rig, t.data[i + 2]);
        double p[3] = {(double)b.x - (double)a.x, (double)b.y - (double)a.y,
                       (double)b.z - (double)a.z};
        double q[3] = {(double)c.x - (double)a.x, (double)c.y - (double)a.y,
                       (double)c.z - (double)a.z};
        double n[3] = {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2],
                       p[0] * q[1] - p[1] * q[0]};
        sum += 0.5 * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    }
    return sum;
}

// The stress of a sheet that pulls alike in all directions is 2 T per area; links of length l and
// force f make f l.
static void read_skin(taut_rig* rig, balloon* out)
{
    const taut_blueprint* blueprint = taut_body_blueprint(rig->world, rig->body);
    int count = taut_blueprint_get_stats(blueprint).constraints;
    double sum = 0.0, strain = 0.0;
    int links = 0;
    for (int i = 0; i < count; ++i) {
        taut_constraint_state s = taut_rig_constraint(rig, i);
        if (s.kind == TAUT_CONSTRAINT_DISTANCE) {
            sum += (double)s.force * ((double)s.rest + (double)s.value);
            strain += (double)s.value / (double)s.rest;
            links += 1;
        }
    }
    out->tension = sum / (2.0 * surface_of(rig, blueprint));
    out->strain = strain / links;
}

static balloon blow_up(taut_verify* v, const taut_balloon_def* def)
{
    taut_world_def world = taut_world_def_default();
    world.gravity = (taut_vec3){0.0f, 0.0f, 0.0f};
    taut_rig rig = taut_rig_open(v, &world, BALLOON_SUBSTEPS);
    taut_rig_check(&rig, taut_make_balloon(rig.builder, def, NULL));
    taut_body_def body = taut_body_def_default();
    body.drag = 5.0f;
    taut_rig_bake(&rig, body);
    taut_rig_run(&rig, 1.5);
    balloon out = {(double)NAN, (double)NAN, (double)NAN, (double)NAN, (double)NAN, (double)NAN};
    taut_gas_state gas;
    if (!rig.failed && taut_rig_check(&rig, taut_body_gas(rig.world, rig.body, 0, &gas))) {
        out.gauge = gas.gauge;
        out.applied = gas.applied;
        out.volume = gas.volume;
        out.radius = cbrt(gas.volume * 3.0 / (4.0 * 3.14159265358979));
        read_skin(&rig, &out);
    }
    taut_rig_close(&rig);
    return out;
}

// The skin is a sheet of warp_stiffness K in every direction, with a Poisson ratio of 1/3 as
// springs in triangles have: drawn in both directions alike it pulls with K / (1 - 1/3) per strain.
void taut_verify_balloon(taut_verify* v)
{
    taut_balloon_def def = taut_balloon_def_default();
    def.frequency = 4;
    def.gauge = 3000.0f;
    def.material.warp_stiffness = 3000.0f;
    def.bend = TAUT_BEND_NONE;
    balloon b = blow_up(v, &def);
    taut_verify_row row = {.about = "pressure by the gas law, against 2 T / r of the skin's links",
                           .unit = "Pa",
                           .expected = 2.0 * b.tension / b.radius,
                           .measured = b.gauge,
                           .tolerance = 0.02,
                           .relative = true};
    taut_verify_put(v, row, "tension");
    row.about = "the same, against 2 T / r of a skin so stretched";
    row.expected = 2.0 * 1.5 * (double)def.material.warp_stiffness * b.strain / b.radius;
    row.tolerance = 0.03;
    taut_verify_put(v, row, "material");
    row.about = "what the skin feels, against the gas law";
    row.expected = b.gauge;
    row.measured = b.applied;
    row.tolerance = 0.005;
    taut_verify_put(v, row, "applied");
}
