// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What blows where: pure functions of place and time, from the four operations, floor and sqrt.

#pragma once

#include "taut/taut_wind.h"

typedef struct taut_air {
    float density;  // kg/m^3
    int count;
    taut_wind_def winds[TAUT_MAX_WINDS];
    double origin[3];  // of the world, in the coordinates that the winds are kept in
} taut_air;

// One wind at a place of its own coordinates.
taut_vec3 taut_wind_at(const taut_wind_def* wind, const double place[3], double time);

// All of them at a place of the world.
taut_vec3 taut_air_at(const taut_air* air, taut_vec3 place, double time);

// True when air has any effect.
static inline bool taut_air_acts(const taut_air* air)
{
    return air->count > 0 && air->density > 0.0f;
}
