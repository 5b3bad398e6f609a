// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies of a realm that act on one another: joined by attachments, or so that their particles may
// touch. They go through a step side by side, from substep to substep, each with a working copy in
// memory of its own, and what acts between them has its say after each sweep. Everything about a
// body alone happens as it would if it went alone (step.c).

#pragma once

#include "step.h"
#include "world.h"

typedef struct taut_crowd {
    taut_run* runs;  // by number in the crowd; a body knows its own
    taut_work* works;
    taut_body** bodies;  // of the step at hand, where there are several realms
    int body_count;
    int capacity;
    int count;              // in the step under way
    uint32_t realm;         // whose bodies they are
    taut_realm_range ties;  // its attachments, in the list of all
    bool abreast;           // each body on one thread, all at once
    bool alone;             // with callbacks of the user, which run on the thread that steps
    taut_world* world;
    taut_profile* profile;  // NULL: nobody looks
    bool watched;           // somebody watches a body
} taut_crowd;

// Whether a body goes in the crowd.
static inline bool taut_crowd_has(const taut_body* b)
{
    return b->couplings > 0;
}

// Particles that touch (pairs_step.c): when a step begins, before prediction, after each sweep.
// @param works of the bodies in the crowd, by their numbers there; others stand still
void taut_pairs_open(const taut_world* world, float h, const taut_work* works);
void taut_pairs_begin(const taut_crowd* crowd, int substep);
void taut_pairs_project(const taut_crowd* crowd, int substep, int i);

// Takes those of the step's bodies that go in the crowd through it.
void taut_crowd_step(taut_world* world, const taut_step* s);
