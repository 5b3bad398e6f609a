// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "parts.h"

#include <math.h>
#include <stdio.h>

double taut_scene_wave(double t)
{
    double u = t - floor(t);
    double s = u < 0.5 ? u : u - 0.5;
    double arch = 16.0 * s * (0.5 - s);
    return u < 0.5 ? arch : -arch;
}

double taut_scene_ease(double t)
{
    double s = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return s * s * (3.0 - 2.0 * s);
}

// Making ------------------------------------------------------------------------------------------

bool taut_scene_put(taut_scene_run* run, int world, taut_builder* builder, bool ok,
                    taut_body_def def, taut_scene_look look)
{
    if (builder && !ok) {
        taut_scene_fail(run, "%s", taut_builder_last_error(builder));
        taut_builder_destroy(builder);
        return false;
    }
    return taut_scene_add_body(run, world, builder, def, look, NULL);
}

bool taut_scene_add_post(taut_scene_run* run, int world, taut_vec3 foot, taut_vec3 top,
                         taut_scene_look look)
{
    taut_builder* builder = taut_scene_builder(run);
    taut_constraint_def link = taut_link(0, 1);
    bool ok = taut_builder_add_particle(builder, foot, 1.0f, NULL) == TAUT_OK &&
              taut_builder_add_particle(builder, top, 1.0f, NULL) == TAUT_OK &&
              taut_builder_pin(builder, 0) == TAUT_OK && taut_builder_pin(builder, 1) == TAUT_OK &&
              taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK;
    return taut_scene_put(run, world, builder, ok, taut_body_def_default(), look);
}

taut_rope_def taut_scene_limp_rope(float mass_per_metre, float length)
{
    taut_rope_def rope = taut_rope_def_default();
    taut_rope_material limp = {.mass_per_metre = mass_per_metre, .stretch_stiffness = INFINITY};
    rope.material = limp;
    rope.length = length;
    rope.pin_start = true;
    return rope;
}

bool taut_scene_add_square(taut_scene_run* run, int world, int size, bool tethers,
                           taut_scene_look look)
{
    float spacing = 0.05f;
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = size;
    cloth.spacing_u = cloth.spacing_v = spacing;
    cloth.origin = vec3(-0.5f * spacing * (float)(size - 1), 0.0f, 0.0f);
    cloth.bend = TAUT_BEND_SKIP_LINKS;
    cloth.rigid = true;
    cloth.particle_mass = 0.0005f;  // all alike, as in the tables of other engines
    cloth.material.damping_rate = 0.0f;
    cloth.tethers.enabled = tethers;
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK &&
              taut_builder_pin(builder, 0) == TAUT_OK &&
              taut_builder_pin(builder, size - 1) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    return taut_scene_put(run, world, builder, ok, body, look);
}

taut_cloth_def taut_scene_hung_cloth(int columns, int rows, float spacing)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = columns;
    cloth.rows = rows;
    cloth.spacing_u = cloth.spacing_v = spacing;
    cloth.v = vec3(0.0f, -1.0f, 0.0f);
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    return cloth;
}

bool taut_scene_has_own_solvers(taut_scene_run* run)
{
    const taut_scene_options* o = &run->options;
    if (o->solver < 0 && o->iterations == 0 && o->substeps == 0) {
        return true;
    }
    return taut_scene_fail(run, "it compares solvers of its own: solver, iterations and substeps "
                                "cannot be chosen");
}

taut_world_def taut_scene_setup_def(const taut_scene_run* run, const taut_scene_setup* setup)
{
    taut_world_def def = taut_scene_world_def(run);
    def.solver = taut_solver_def_default(setup->solver);
    def.solver.iterations = setup->iterations;
    def.solver.direct = false;  // what comparisons show is what sweeps do
    float h = run->dt / (float)(setup->steps * setup->substeps);
    bool legacy = setup->solver == TAUT_SOLVER_LEGACY;
    def.gravity = vec3(0.0f, legacy ? -9.81f * h * h : -9.81f, 0.0f);
    if (legacy) {  // what is measured before the first step goes by these
        def.step_dt = run->dt / (float)setup->steps;
        def.substeps = setup->substeps;
    }
    return def;
}

int taut_scene_add_setup(taut_scene_run* run, const taut_scene_setup* setup,
                         const taut_world_def* def)
{
    int world = taut_scene_add_world(run, def, setup->label);
    if (world >= 0) {
        run->worlds[world].steps_per_frame = setup->steps;
        run->worlds[world].substeps = setup->substeps;
    }
    return world;
}

bool taut_scene_add_chain(taut_scene_run* run, const taut_scene_setup* setup, int i,
                          const taut_chain_def* chain, float radius)
{
    taut_world_def def = taut_scene_setup_def(run, setup);
    int world = taut_scene_add_setup(run, setup, &def);
    taut_builder* builder = taut_scene_builder(run);
    bool ok = taut_make_chain(builder, chain, NULL) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    taut_scene_look look = {.front = taut_scene_colour(i), .radius = radius, .chain = true};
    return taut_scene_put(run, world, builder, ok, body, look);
}

uint32_t taut_scene_colour(int i)
{
    static const uint32_t colours[6] = {0xc8553d, 0x2e6c8e, 0x6a994e, 0xd9a441, 0x8e5ea2, 0x7b8794};
    return colours[i % 6];
}

// Wind --------------------------------------------------------------------------------------------

#define AIR_DENSITY 1.2  // kg/m^3
#define RESISTANCE 1.2   // of a plate across the flow, over 1/2 rho v^2

static taut_vec3 minus(taut_vec3 a, taut_vec3 b)
{
    return vec3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static float dot(taut_vec3 a, taut_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// Of the sheet at (column, row), from the neighbours that there are; zero where they coincide.
static taut_vec3 normal_at(const taut_scene_sheet* s, taut_vec3_view x, int column, int row)
{
    int left = column > 0 ? column - 1 : column;
    int right = column + 1 < s->columns ? column + 1 : column;
    int up = row > 0 ? row - 1 : row;
    int down = row + 1 < s->rows ? row + 1 : row;
    taut_vec3 a = minus(taut_vec3_at(x, s->first + row * s->columns + right),
                        taut_vec3_at(x, s->first + row * s->columns + left));
    taut_vec3 b = minus(taut_vec3_at(x, s->first + down * s->columns + column),
                        taut_vec3_at(x, s->first + up * s->columns + column));
    taut_vec3 n = vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
    float length = sqrtf(dot(n, n));
    return length > 0.0f ? vec3(n.x / length, n.y / length, n.z / length) : n;
}

double taut_scene_gust(double t)
{
    return 1.0 + 0.30 * taut_scene_wave(0.31 * t) + 0.15 * taut_scene_wave(0.83 * t + 0.2);
}

// A frame is long for so light a cloth: the part of the relative velocity that a step takes away is
// kept below half, or the air would throw the cloth back.
void taut_scene_press(const taut_scene_sheet* sheet, const taut_scene_run* run,
                      taut_scene_wind_fn* wind, double time, taut_vec3_view x, taut_vec3_view v,
                      taut_vec3* acceleration)
{
    float most = 0.5f / run->dt;
    float grip = (float)(0.5 * RESISTANCE * AIR_DENSITY) / sheet->mass_per_area;
    for (int k = 0; k < sheet->columns * sheet->rows; ++k) {
        int i = sheet->first + k;
        taut_vec3 n = normal_at(sheet, x, k % sheet->columns, k / sheet->columns);
        taut_vec3 relative = minus(wind(run, time, taut_vec3_at(x, i)), taut_vec3_at(v, i));
        float across = dot(relative, n);
        float rate = grip * fabsf(across);
        float push = (rate < most ? rate : most) * across;
        acceleration[i] = vec3(push * n.x, push * n.y, push * n.z);
    }
}

// Reading -----------------------------------------------------------------------------------------

taut_vec3 taut_scene_point(const taut_scene_run* run, int body, int particle)
{
    const taut_scene_look* look = &run->looks[body];
    return taut_vec3_at(taut_body_positions(run->worlds[look->world].world, look->body), particle);
}

taut_vec3 taut_scene_speed(const taut_scene_run* run, int body, int particle)
{
    const taut_scene_look* look = &run->looks[body];
    return taut_vec3_at(taut_body_velocities(run->worlds[look->world].world, look->body), particle);
}

double taut_scene_distance(taut_vec3 a, taut_vec3 b)
{
    double x = (double)a.x - (double)b.x;
    double y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

taut_measure taut_scene_measure(const taut_scene_run* run, int body)
{
    const taut_scene_look* look = &run->looks[body];
    taut_measure measure = {0};
    taut_body_measure(run->worlds[look->world].world, look->body, &measure);
    return measure;
}

taut_vec3 taut_scene_reaction(const taut_scene_run* run, int body, int particle)
{
    const taut_scene_look* look = &run->looks[body];
    taut_reaction reaction = {0};
    taut_body_reaction(run->worlds[look->world].world, look->body, particle, &reaction);
    return reaction.force;
}

taut_constraint_state taut_scene_link(const taut_scene_run* run, int body, int index)
{
    const taut_scene_look* look = &run->looks[body];
    taut_constraint_state state = {0};
    taut_body_constraint(run->worlds[look->world].world, look->body, index, &state);
    return state;
}

static int particle_count(const taut_scene_run* run, int body)
{
    const taut_scene_look* look = &run->looks[body];
    return taut_body_positions(run->worlds[look->world].world, look->body).count;
}

double taut_scene_longer(const taut_scene_run* run, int body, double length)
{
    int last = particle_count(run, body) - 1;
    double span =
        taut_scene_distance(taut_scene_point(run, body, 0), taut_scene_point(run, body, last));
    return span / length - 1.0;
}

double taut_scene_mass(const taut_scene_run* run, int body)
{
    const taut_scene_look* look = &run->looks[body];
    double sum = 0.0;
    for (int i = 0; i < particle_count(run, body); ++i) {
        sum += (double)taut_body_mass(run->worlds[look->world].world, look->body, i);
    }
    return sum;
}

double taut_scene_free_mass(const taut_scene_run* run, int body)
{
    const taut_scene_look* look = &run->looks[body];
    const taut_world* world = run->worlds[look->world].world;
    double sum = 0.0;
    for (int i = 0; i < particle_count(run, body); ++i) {
        bool held = taut_body_pinned(world, look->body, i);
        sum += held ? 0.0 : (double)taut_body_mass(world, look->body, i);
    }
    return sum;
}

double taut_scene_mechanical_energy(const taut_scene_run* run, int body, double g)
{
    const taut_scene_look* look = &run->looks[body];
    const taut_scene_world* w = &run->worlds[look->world];
    double h = (double)run->dt / (w->steps_per_frame * w->substeps);
    bool late = w->solver.kind == TAUT_SOLVER_LEGACY || w->solver.kind == TAUT_SOLVER_VERLET;
    double sum = 0.0;
    for (int i = 0; i < particle_count(run, body); ++i) {
        if (taut_body_pinned(w->world, look->body, i)) {
            continue;
        }
        taut_vec3 x = taut_scene_point(run, body, i);
        taut_vec3 v = taut_scene_speed(run, body, i);
        double vx = (double)v.x;
        double vy = (double)v.y - (late ? 0.5 * g * h : 0.0);
        double vz = (double)v.z;
        double mass = (double)taut_body_mass(w->world, look->body, i);
        sum += mass * (0.5 * (vx * vx + vy * vy + vz * vz) + g * (double)x.y);
    }
    return sum;
}

void taut_scene_note_tail(taut_scene_run* run, int slot)
{
    double stretch = (double)run->stats.frame_max_stretch;
    bool counts = run->frame - 1 >= run->scene->frames / 2;
    if (counts && !(run->memory[slot] >= stretch)) {
        run->memory[slot] = stretch;
    }
}

double taut_scene_tail(const taut_scene_run* run, int slot)
{
    double last = (double)run->stats.frame_max_stretch;
    return run->memory[slot] >= last ? run->memory[slot] : last;
}

bool taut_scene_near_end(const taut_scene_run* run, int frames)
{
    return run->frame > run->scene->frames - frames;
}

void taut_scene_note_mean(taut_scene_run* run, int frames, int slot, double value)
{
    if (taut_scene_near_end(run, frames)) {
        run->memory[slot] += value;
        run->memory[slot + 1] += 1.0;
    }
}

double taut_scene_mean(const taut_scene_run* run, int slot, double last)
{
    return (run->memory[slot] + last) / (run->memory[slot + 1] + 1.0);
}

int taut_scene_events(const taut_scene_run* run, taut_event_kind kind)
{
    taut_event_view events = taut_world_events(run->worlds[0].world);
    int count = 0;
    for (int i = 0; i < events.count; ++i) {
        count += events.data[i].kind == kind && taut_scene_owns(run, 0, &events.data[i]);
    }
    return count;
}

bool taut_scene_check_torn(const taut_scene_run* run, const taut_scene_torn* torn, char* text,
                           size_t size)
{
    double mass = taut_scene_mass(run, torn->body);
    bool finite = (run->stats.trouble & TAUT_STEP_NOT_FINITE) == 0;
    snprintf(
        text, size,
        "%.0f particles were split (at least %.0f), the cloth weighs %.5f kg (%.5f before), %s",
        torn->splits, torn->least, mass, torn->mass, finite ? "finite" : "NOT FINITE");
    return torn->splits >= torn->least && fabs(mass - torn->mass) <= 1e-5 * mass && finite;
}
