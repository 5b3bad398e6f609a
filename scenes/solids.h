// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colliders of scenes. They are numbered in the order of making, in each world.

#pragma once

#include "parts.h"

// All with the surface of taut_collider_def_default(); false after a failure that is noted.
bool taut_scene_add_solid(taut_scene_run* run, int world, const taut_collider_def* def);
bool taut_scene_add_ground(taut_scene_run* run, int world, float height);
bool taut_scene_add_box(taut_scene_run* run, int world, taut_vec3 centre, taut_vec3 half_size);
bool taut_scene_add_sphere(taut_scene_run* run, int world, taut_vec3 centre, float radius);

// A capsule or cylinder whose line or axis goes from a to b.
taut_collider_def taut_scene_bar(taut_shape_kind kind, taut_vec3 a, taut_vec3 b, float radius);

// Takes a capsule or cylinder to a line of the same length over the next frame.
void taut_scene_move_bar(taut_scene_run* run, int world, int solid, taut_vec3 a, taut_vec3 b);

// What bodies put on a solid, N.
taut_vec3 taut_scene_load(const taut_scene_run* run, int world, int solid);

// What the first `count` colliders of world 0 carry together, newtons.
double taut_scene_carried(const taut_scene_run* run, int count);

// A body with the scene's "drag", and with its "friction", the same before sliding as in it.
taut_body_def taut_scene_rubbing_body(const taut_scene_run* run, float thickness);

// How far a place is from the surface of a sphere, capsule or box, negative inside.
double taut_scene_gap(const taut_scene_run* run, int world, int solid, taut_vec3 place);

// The least gap of any particle of a body to any of solids first to last.
double taut_scene_least_gap(const taut_scene_run* run, int body, int first, int last);
