// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Things of a village fair, for scenes that want to look pretty. Each adds to a builder and returns
// false when the builder fails.

#pragma once

#include "scene.h"

// A paper lantern on a chain from `hook`, where it is pinned; the chain runs along `swing` (a unit
// vector) for its `length` in metres, the lantern hangs below its end. The outside of the lantern
// shows the `back` of its look, the chain its `front`.
bool taut_fair_lantern(taut_builder* builder, taut_vec3 hook, taut_vec3 swing, float length);

// A triangular pennant between `left` and `right`, which are pinned, `drop` metres long, with
// `edge` cells along each side. The numbers of the two pinned particles go to pins.
bool taut_fair_pennant(taut_builder* builder, taut_vec3 left, taut_vec3 right, float drop, int edge,
                       int32_t pins[2]);

// Particles of a pennant.
int taut_fair_pennant_size(int edge);

// A hammock of `columns` x `rows` particles around `middle`, its length along x, hung by strings
// from one hook at either end. Its underside shows the `back` of its look.
typedef struct taut_fair_hammock_def {
    taut_vec3 middle;
    int columns, rows;
    float spacing;
    int strings;  // at either end
    float hooks;  // distance of a hook from the middle
    float slack;  // how much longer than tight its strings are, a factor above 1
    taut_cloth_material material;
} taut_fair_hammock_def;

bool taut_fair_hammock(taut_builder* builder, const taut_fair_hammock_def* def);
