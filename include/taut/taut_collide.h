// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// What bodies cannot pass: their own particles, and those of other bodies. XPBD and VERLET worlds
/// know it; in the others it is ignored.

#pragma once

#include "taut/taut_base.h"

/// How a surface rubs. Of the two that meet, the coefficients of friction are multiplied and the
/// root is taken.
typedef struct taut_surface {
    float friction;         ///< while sliding, >= 0; default 0.4
    float static_friction;  ///< before sliding begins, >= friction; default 0.5
    float restitution;  ///< part of the speed of approach that is thrown back, 0 to 1; default 0
} taut_surface;

/// Who touches whom: two meet when the category of each has a bit in the mask of the other.
typedef struct taut_filter {
    uint32_t category;  ///< default 1
    uint32_t mask;      ///< default all bits
} taut_filter;

/// What a body touches. Part of taut_body_def, whose default fills it in.
typedef struct taut_collision_def {
    /// Metres around its particles, > 0; default 0.005: the radius of a rope, half the thickness of
    /// a cloth.
    float thickness;
    taut_surface surface;
    taut_filter filter;
    /// m/s, > 0; default 2: two that are found too near come apart no faster.
    float leave_speed;
    /// Its particles keep a distance of twice the thickness from each other; default false. Two
    /// that are nearer in the blueprint keep what they have there, and two that a link joins keep
    /// nothing: that is up to the link. Particles alone count: a cloth lets nothing of its own
    /// through when its thickness is at least 0.4 of the way from particle to particle.
    bool self;
    /// Its particles keep the sum of both thicknesses from those of other bodies, where these have
    /// it too and the filters let them; default false.
    bool others;
    /// Pairs of particles, near enough to touch, that there is room for, 0 to 2^24; default 0: 8
    /// per particle and 256. Rooms of all bodies are one. What does not fit is passed through, the
    /// furthest pairs first, and the step report has TAUT_STEP_CONTACTS_DROPPED.
    int pair_room;
} taut_collision_def;
