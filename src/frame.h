// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What surrounds the loop of step.c: opening a step (targets, forces, a copy to go back to) and
// closing it (a body that is no longer finite goes back and is frozen).

#pragma once

#include "world.h"

// @param s its clamped_count is set
void taut_frame_open(taut_world* world, float dt, int substep_count, taut_step* s);
void taut_frame_close(taut_world* world, taut_step* s, taut_step_report* report);

// Of opening a body, what a device does for those it has: keeps x and v to go back to; and, once
// kinematic particles have their velocities, begins reactions and Verlet's past.
void taut_frame_keep(taut_body* b);
void taut_frame_begin(taut_body* b, const taut_step* s);

// What makes a multiplier of a step a force: 1/h^2.
float taut_frame_force_scale(const taut_step* s);

// What a body knows of the last step that it took part in.
void taut_frame_end(taut_body* b, const taut_step* s);

// Goes back to before the step and stays there.
void taut_frame_freeze(taut_body* b);

// Events of bodies that come to touch colliders, and leave them (touches.c).
// @param scale makes sums of multipliers over the substeps a mean force
void taut_touches_close(taut_world* world, double scale);

// What sleeps goes on pressing on colliders: adds it to their loads of this step (touches.c).
void taut_touches_hold(taut_world* world);
