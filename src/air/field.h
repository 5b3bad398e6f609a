// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What blows where: pure functions of place and time, from the four operations, floor and sqrt.

#pragma once

#include "taut/taut_wind.h"

// Winds are kept in coordinates of their own, those that the world began with.
typedef struct taut_wind {
    taut_wind_def def;
    double centre[3];
} taut_wind;

typedef struct taut_air {
    float density;  // kg/m^3
    int count;
    taut_wind winds[TAUT_MAX_WINDS];
    double origin[3];  // of the world
    bool ready;        // bodies have memory for it
} taut_air;

// One wind at a place of their coordinates.
taut_vec3 taut_wind_at(const taut_wind* wind, const double place[3], double time);

// All of them at a place of the world.
taut_vec3 taut_air_at(const taut_air* air, taut_vec3 place, double time);

// True when air has any effect.
static inline bool taut_air_acts(const taut_air* air)
{
    return air->count > 0 && air->density > 0.0f;
}
