// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Breaking and tearing of bodies whose blueprint is their own.

#pragma once

#include "topology.h"
#include "world.h"

// Gives a body a blueprint of its own, where it shares one. False when memory is short, with the
// error noted.
bool taut_body_own_blueprint(taut_world* world, taut_body* body, taut_body_id id);

// Where the topology of a body notes events, and by what name.
void taut_tear_name(taut_world* world, taut_body* body, taut_body_id id);

// What a body made by this definition has room for; whether it needs a blueprint of its own.
bool taut_tear_wants_own(const taut_body_def* def);
taut_reserve taut_tear_reserve(const taut_body_def* def);

// Sets a fresh copy and its topology up.
void taut_tear_set_up(const taut_tear_def* def, taut_blueprint* own, taut_topology* t);

// Switches one constraint off, wherever it is solved.
void taut_tear_switch_off(taut_body* b, int number);

// The same, and what goes along a link with it: the volumes, areas and turns that it is a side of.
// A gas whose skin it was part of leaks.
void taut_tear_switch_off_link(taut_body* b, int number);

// Breaks a constraint, or tears the surface open there. False where that takes a particle more than
// there are; it has then only been switched off.
bool taut_tear_break(taut_body* b, int number);

// Notes that a constraint broke or was cut.
void taut_tear_note(const taut_body* b, taut_event_kind kind, int number);

// After a step: what is beyond its limits breaks.
void taut_tear_check(taut_world* world, taut_step_report* report);

// After constraints were switched off or particles split: tethers whose way is cut go too.
void taut_tear_settle(taut_body* b);

// Where edges of the body meet colliders: those there are now (contacts_torn.c).
void taut_contacts_follow_tears(taut_body* b);

// A gas leaks where its skin opens (tear_gas.c): by a triangle that came loose, by those beside a
// link that broke in place, and a loop by what lies beside a particle that was split.
void taut_tear_open_triangle(taut_body* b, int triangle);
void taut_tear_open_link(taut_body* b, int one, int other);
void taut_tear_open_particle(taut_body* b, int particle);

// Splitting (split.c) -----------------------------------------------------------------------------

// Most triangles at a particle that is to be split.
#define TAUT_MOST_FAN 32

// Kinds of constraints that follow a surface or a solid when it tears.
bool taut_split_follows(int kind);

// Marks the edges of triangles, or faces of tetrahedra, at `particle` as torn that a plane through
// it separates.
void taut_split_mark(taut_body* b, int particle, taut_vec3 normal);

// Splits a particle as often as torn edges separate its triangles. Returns how many new ones came
// of it, -1 where there was no room for one.
int taut_split_particle(taut_body* b, int particle);
