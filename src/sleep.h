// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Falling asleep and waking. A sleeping body is left out of steps (taut_world_steps_body()).

#pragma once

#include "world.h"

taut_sleep_def taut_sleep_default(void);
taut_result taut_sleep_check(const taut_sleep_def* def, taut_error* error);

// Wakes a body, or has its time of rest begin anew: for everything that reaches into it, contacts
// with what moves included. NULL is fine.
void taut_body_rouse(taut_body* body);
void taut_world_rouse(taut_world* world);                  // all of them
void taut_realm_rouse(taut_world* world, uint32_t realm);  // those of a realm

// Before a step, once colliders know where they go: bodies that one comes near wake, and those that
// are attached to one that is awake or may touch one that moves; events are noted.
void taut_sleep_open(taut_world* world, float dt);

// Before a body goes away, or elsewhere: what sleeps and may lie on it wakes.
void taut_sleep_rouse_around(taut_world* world, taut_body* body);

// After a step of dt seconds: puts those to sleep that are due.
void taut_sleep_close(taut_world* world, float dt);
