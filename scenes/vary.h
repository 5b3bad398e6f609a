// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Scenes that differ from seed to seed: parameters and first velocities are drawn. A draw depends
// on the seed, on what is drawn and on its number, and on nothing else: not on what else is varied,
// nor on how many copies there are.

#pragma once

#include "scene.h"

// In [0, 1), a multiple of 2^-24.
double taut_scene_draw(uint64_t seed, const char* what, uint64_t number);

// The value of a parameter: drawn where it is varied, `otherwise` where it is not.
double taut_scene_drawn(const taut_scene_options* options, const taut_scene_param* param,
                        double otherwise);

// What is in force of a parameter of the scene or of its bodies (a mistake gives NaN).
double taut_scene_value(const taut_scene_run* run, const char* key);

// True for a count or a switch: a parameter whose default and limits are whole numbers and that has
// no unit. One that only goes from 0 to 1 is a part of something unless it says `0 or 1`; those of
// bodies are factors.
bool taut_scene_param_is_whole(const taut_scene_param* param);

// True where copies of the scene in one world must have the same value of it.
bool taut_scene_shares(const taut_scene* scene, const char* key);

// For the runner: what is varied about a body of world `index` before and after it
// is made; false when the world has
// refused something.
void taut_scene_vary_def(const taut_scene_run* run, taut_body_def* def);
bool taut_scene_vary_body(const taut_scene_run* run, int index, taut_body_id body);
