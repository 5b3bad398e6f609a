// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies to break and tear.

#pragma once

#include "support.h"
#include "topology_check.h"

#define FRAME (1.0f / 60.0f)

// A cloth that hangs from its first row.
static inline taut_builder* curtain(int columns, int rows, taut_bend_model bend, bool tethers)
{
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = columns;
    def.rows = rows;
    def.v = (taut_vec3){0.0f, -1.0f, 0.0f};
    def.bend = bend;
    def.tethers.enabled = tethers;
    def.diagonals = TAUT_DIAGONALS_ALTERNATING;
    taut_builder* builder = new_builder();
    (void)taut_make_cloth(builder, &def, NULL);
    for (int i = 0; i < columns; ++i) {
        (void)taut_builder_pin(builder, i);
    }
    return builder;
}

static inline taut_builder* hanging_rope(int links, float end_mass)
{
    taut_rope_def def = taut_rope_def_default();
    def.end = (taut_vec3){0.0f, -1.0f, 0.0f};
    def.link_count = links;
    def.pin_start = true;
    def.end_mass = end_mass;
    taut_builder* builder = new_builder();
    (void)taut_make_rope(builder, &def, NULL);
    return builder;
}

static inline taut_body_def tearing(int spare)
{
    taut_body_def def = taut_body_def_default();
    def.tear.spare_particles = spare;
    return def;
}

// A curtain that is torn down by a hand.
static inline void pull_down(taut_world* world, taut_body_id id, int particle, int frames)
{
    (void)taut_body_grab(world, id, particle);
    taut_vec3 at = position_of(world, id, particle);
    for (int i = 0; i < frames; ++i) {
        at.y -= 0.02f;
        at.z += 0.01f;
        (void)taut_body_set_target(world, id, particle, at);
        (void)step_frames(world, 1, FRAME, 10);
    }
}
