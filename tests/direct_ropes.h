// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Ropes for the tests of the direct solve, and what is read of them.

#pragma once

#include "support.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)
#define GRAVITY 9.81

// A rope from the origin downwards, its first particle pinned.
typedef struct rope {
    int links;
    float rest, mass, end_mass;
    float compliance, damping;
    taut_sides sides;
} rope;

static inline taut_builder* rope_builder(const rope* r)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i <= r->links; ++i) {
        bool end = i == r->links && r->end_mass > 0.0f;
        (void)add_particle(builder, 0.0f, -r->rest * (float)i, 0.0f, end ? r->end_mass : r->mass);
    }
    for (int i = 0; i < r->links; ++i) {
        taut_constraint_def def = taut_link(i, i + 1);
        def.compliance = r->compliance;
        def.damping = r->damping;
        def.sides = r->sides;
        def.rest_from_shape = false;
        def.rest = r->rest;
        (void)taut_builder_add_constraint(builder, &def, NULL);
    }
    (void)taut_builder_pin(builder, 0);
    return builder;
}

static inline taut_constraint_state state_of(taut_world* world, taut_body_id id, int index)
{
    taut_constraint_state state = {0};
    CHECK_EQ_INT(taut_body_constraint(world, id, index, &state), TAUT_OK);
    return state;
}

static inline double reaction_of(taut_world* world, taut_body_id id, int particle)
{
    taut_reaction reaction = {0};
    CHECK_EQ_INT(taut_body_reaction(world, id, particle, &reaction), TAUT_OK);
    return (double)reaction.force.y;
}

static inline double energy_of(taut_world* world, taut_body_id id)
{
    taut_measure m = {0};
    CHECK_EQ_INT(taut_body_measure(world, id, &m), TAUT_OK);
    return m.kinetic_energy + m.gravity_energy + m.elastic_energy;
}

static inline taut_body_def with_drag(float drag)
{
    taut_body_def def = taut_body_def_default();
    def.drag = drag;
    return def;
}

typedef struct held {
    float compliance, damping;
    int iterations;
    taut_precision precision;
} held;

enum { HALF = 5 };

// A rope of ten links held by its middle: particle 11 is a nail, and both halves hang down.
static inline taut_builder* held_builder(const held* h)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i <= 2 * HALF; ++i) {
        float x = i < HALF ? -0.05f : i > HALF ? 0.05f : 0.0f;
        (void)add_particle(builder, x, -0.2f * (float)abs(i - HALF), 0.0f, 0.1f);
    }
    (void)add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    for (int i = 0; i < 2 * HALF; ++i) {
        (void)add_link(builder, i, i + 1, 0.0f);
    }
    taut_constraint_def def = taut_constraint_def_default(TAUT_CONSTRAINT_ATTACH);
    def.particles[0] = HALF;
    def.particles[1] = 2 * HALF + 1;
    def.compliance = h->compliance;
    def.damping = h->damping;
    (void)taut_builder_add_constraint(builder, &def, NULL);
    (void)taut_builder_pin(builder, 2 * HALF + 1);
    return builder;
}
