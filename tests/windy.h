// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Worlds with a wind.

#pragma once

#include "support.h"
#include "test.h"

static inline taut_wind_def uniform(float x, float y, float z)
{
    taut_wind_def def = taut_wind_def_default(TAUT_WIND_UNIFORM);
    def.velocity = (taut_vec3){x, y, z};
    return def;
}

static inline taut_world* windy_world(taut_solver_kind solver, taut_vec3 gravity,
                                      taut_wind_def wind)
{
    taut_world* world = new_world(solver, gravity);
    CHECK_EQ_INT(taut_world_add_wind(world, &wind, NULL), TAUT_OK);
    return world;
}
