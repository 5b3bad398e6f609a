// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The ragdoll of scenes: a human of 1.75 m and 75 kg.

#pragma once

#include "parts.h"

// In taut_scene_run.memory: degrees that a joint has been beyond its limit, m/s of the fastest
// particle in the last second, and what drawing needs of each bone. The scene's own notes follow.
enum {
    TAUT_DOLL_BEYOND,
    TAUT_DOLL_UNREST,
    TAUT_DOLL_BONES,
    TAUT_DOLL_END = TAUT_DOLL_BONES + TAUT_HUMANOID_BONES
};

taut_ragdoll taut_scene_make_doll(taut_builder* builder, bool* ok);

// How it meets things: 4 cm thick, rough.
taut_body_def taut_scene_doll_def(void);

// After it is put as body number `body`: notes its bones and draws them.
void taut_scene_put_doll(taut_scene_run* run, int body, const taut_ragdoll* made);

// For each frame: draws its bones where they are, and notes its joints and speed.
void taut_scene_watch_doll(taut_scene_run* run, int body);
