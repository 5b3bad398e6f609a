// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Small things that several scenes need. Bodies are numbered in the order of adding, over all
// worlds of a run: body k is run->looks[k].

#pragma once

#include "scene.h"

// Scenes must give the same bits everywhere, so they use no libm but sqrt, fabs and floor.

// A smooth wave of period 1 between -1 and 1, 0 at t = 0 and rising: two parabolas.
double taut_scene_wave(double t);

// From 0 at t <= 0 to 1 at t >= 1, starting and ending gently: 3 t^2 - 2 t^3.
double taut_scene_ease(double t);

static inline taut_vec3 vec3(float x, float y, float z)
{
    taut_vec3 out = {x, y, z};
    return out;
}

// Making ------------------------------------------------------------------------------------------

// Ends the making of a body: with ok, like taut_scene_add_body(); else notes why the builder
// failed, destroys it and returns false. The builder may be NULL, that is noted already.
bool taut_scene_put(taut_scene_run* run, int world, taut_builder* builder, bool ok,
                    taut_body_def def, taut_scene_look look);

// A post from `foot` to `top` that nothing moves: two pinned particles and a link to draw.
bool taut_scene_add_post(taut_scene_run* run, int world, taut_vec3 foot, taut_vec3 top,
                         taut_scene_look look);

// A rope that neither stretches nor resists bending, pinned at its start: set its ends and links.
taut_rope_def taut_scene_limp_rope(float mass_per_metre, float length);

// The cloth of the field's benchmark, as a body of world `world`: size x size particles 0.05 m
// apart, rigid, let go flat, held by the two corners of its first row.
bool taut_scene_add_square(taut_scene_run* run, int world, int size, bool tethers,
                           taut_scene_look look);

// A cloth that hangs down from the origin, its triangles like a chessboard.
taut_cloth_def taut_scene_hung_cloth(int columns, int rows, float spacing);

// One world of a comparison.
typedef struct taut_scene_setup {
    const char* label;
    taut_solver_kind solver;
    int iterations;
    int steps;     // per frame
    int substeps;  // per step
} taut_scene_setup;

// False, with a sentence, when the user asks for another solver, number of iterations or number of
// substeps: a comparison has its own.
bool taut_scene_has_own_solvers(taut_scene_run* run);

// The def of such a world, gravity in the units of its solver; and the world, -1 after a failure.
taut_world_def taut_scene_setup_def(const taut_scene_run* run, const taut_scene_setup* setup);
int taut_scene_add_setup(taut_scene_run* run, const taut_scene_setup* setup,
                         const taut_world_def* def);

// Chain i of a comparison, in a world of its own: with the scene's "drag", in colour i.
bool taut_scene_add_chain(taut_scene_run* run, const taut_scene_setup* setup, int i,
                          const taut_chain_def* chain, float radius);

// Colour i of six that can be told apart.
uint32_t taut_scene_colour(int i);

// Wind --------------------------------------------------------------------------------------------

// The wind at a place and time, m/s.
typedef taut_vec3 taut_scene_wind_fn(const taut_scene_run* run, double time, taut_vec3 place);

// A grid of particles that the wind presses on.
typedef struct taut_scene_sheet {
    int first, columns, rows;
    float mass_per_area;  // kg/m^2
} taut_scene_sheet;

// How fast the gusts of a wind of mean speed 1 are at time t, around 1.
double taut_scene_gust(double t);

// For fields: what the wind does to a sheet, m/s^2. Air presses along the normal only, with the
// square of its speed relative to the cloth.
void taut_scene_press(const taut_scene_sheet* sheet, const taut_scene_run* run,
                      taut_scene_wind_fn* wind, double time, taut_vec3_view x, taut_vec3_view v,
                      taut_vec3* acceleration);

// Reading -----------------------------------------------------------------------------------------

taut_vec3 taut_scene_point(const taut_scene_run* run, int body, int particle);
taut_vec3 taut_scene_speed(const taut_scene_run* run, int body, int particle);
double taut_scene_distance(taut_vec3 a, taut_vec3 b);
taut_measure taut_scene_measure(const taut_scene_run* run, int body);

// How much farther apart the ends of a chain or rope are than `length`, as a part of it.
double taut_scene_longer(const taut_scene_run* run, int body, double length);

// What the pin of a particle holds, N.
taut_vec3 taut_scene_reaction(const taut_scene_run* run, int body, int particle);

// The state of constraint `index`; zeros when there is none.
taut_constraint_state taut_scene_link(const taut_scene_run* run, int body, int index);

// Mass of all particles, kg.
double taut_scene_mass(const taut_scene_run* run, int body);

// Mass of all particles that are not pinned, kg.
double taut_scene_free_mass(const taut_scene_run* run, int body);

// Kinetic and potential energy of a body in gravity of g m/s^2, zero at height 0, whatever the
// units of its solver; half a substep's fall is taken off the velocity of a LEGACY body, which
// knows it only half a substep late.
double taut_scene_mechanical_energy(const taut_scene_run* run, int body, double g);

// Events of a kind in the last frame of world 0.
int taut_scene_events(const taut_scene_run* run, taut_event_kind kind);

// For check, of a body that was torn: so many splits at least, of those counted, nothing of it
// lost, nothing no number.
typedef struct taut_scene_torn {
    int body;
    double splits, least;
    double mass;  // before, kg
} taut_scene_torn;

bool taut_scene_check_torn(const taut_scene_run* run, const taut_scene_torn* torn, char* text,
                           size_t size);

// Largest stretch over the last half of the frames. Call the first from drive; the second, from
// check, adds the last frame.
void taut_scene_note_tail(taut_scene_run* run, int slot);
double taut_scene_tail(const taut_scene_run* run, int slot);

// Sums of a number over the last `frames` frames: call from drive with the value after the frame
// before; true while that frame is one of them but the last, which check adds itself.
bool taut_scene_near_end(const taut_scene_run* run, int frames);

// The mean of one such number: note it from drive, take the mean in check. Two numbers of the
// memory, from `slot` on.
void taut_scene_note_mean(taut_scene_run* run, int frames, int slot, double value);
double taut_scene_mean(const taut_scene_run* run, int slot, double last);
