// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "air/field.h"

#include <math.h>

#include "base/compiler.h"

// clang-format off
#include "air/field.inl"
// clang-format on

taut_vec3 taut_wind_at(const taut_wind* wind, const double place[3], double time)
{
    return wind_at(wind, place, time);
}

taut_vec3 taut_air_at(const taut_air* air, taut_vec3 place, double time)
{
    return air_at(air, place, time);
}
