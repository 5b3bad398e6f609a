// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Air: winds of a world, and how a body feels them. Part of taut.h.
///
/// A world has air once it has a wind, be it one of velocity 0: still air that things fall through.
/// What blows at a place is the sum of all winds there. Air presses on every triangle of a body, on
/// both faces alike, and on every structural link that is no side of a triangle, as on a rope; by
/// the square of the speed relative to it, in each substep. However strong the wind and light the
/// cloth, an impulse of the air never turns the speed across a surface round, and still air never
/// adds energy. Winds are taken where the particles are when a step begins.
///
/// Not in LEGACY worlds. In planar worlds air acts on links; triangles lie in the plane and feel
/// friction alone.

#pragma once

#include "taut/taut_base.h"

/// How air moves.
typedef enum taut_wind_kind {
    TAUT_WIND_UNIFORM = 0,  ///< everywhere and always `velocity`
    /// `velocity`, whose speed swells and falls by up to `strength` of it, in waves about `period`
    /// long that travel with it.
    TAUT_WIND_GUST,
    /// Round an axis through `centre`: `speed` at `radius` from it, in proportion to the distance
    /// near the axis, and to its inverse far away (Scully's vortex).
    TAUT_WIND_VORTEX,
    /// Eddies of about `size`, smooth and free of divergence, of mean speed 0 and `speed` as the
    /// root of the mean square; never eight times that. They travel with `velocity`, which
    /// is not added to them, and give way to others in about `period`.
    TAUT_WIND_TURBULENCE,
    TAUT_WIND_KIND_COUNT
} taut_wind_kind;

/// One wind. Start from taut_wind_def_default(kind). Fields that a kind does not name are not
/// looked at.
typedef struct taut_wind_def {
    uint32_t stamp;
    taut_wind_kind kind;
    taut_vec3 velocity;  ///< m/s, up to 1e4; default 0
    float strength;      ///< GUST: 0 to 1, default 0.5
    float period;        ///< GUST: s, 1e-3 to 1e6, default 3. TURBULENCE: the same, default 2
    taut_vec3 centre;    ///< VORTEX: default 0; a place of the world, and moves with its origin
    taut_vec3 axis;      ///< VORTEX: any length but 0, right-handed; default (0, 1, 0)
    float radius;        ///< VORTEX: metres, 1e-3 to 1e6, default 1
    float speed;         ///< VORTEX, TURBULENCE: m/s, up to 1e4; default 1
    float size;          ///< TURBULENCE: metres, 1e-3 to 1e6, default 1
    uint32_t seed;       ///< GUST, TURBULENCE: any; winds of other seeds differ. Default 1
} taut_wind_def;

TAUT_API taut_wind_def taut_wind_def_default(taut_wind_kind kind);

/// Most winds of a world.
#define TAUT_MAX_WINDS 16

/// Replaces all winds.
/// @param defs  `count` of them; copied
/// @param count 0 to TAUT_MAX_WINDS; 0 for no air
TAUT_API taut_result taut_world_set_winds(taut_world* world, const taut_wind_def* defs, int count);

/// Adds one wind to those there are.
/// @param index receives its number; may be NULL
TAUT_API taut_result taut_world_add_wind(taut_world* world, const taut_wind_def* def, int* index);

/// Replaces wind `index`.
TAUT_API taut_result taut_world_set_wind(taut_world* world, int index, const taut_wind_def* def);

TAUT_API int taut_world_wind_count(const taut_world* world);

/// What blows at a place now, m/s: all winds together. Zero for a place that is not finite.
TAUT_API taut_vec3 taut_world_wind_at(const taut_world* world, taut_vec3 place);

/// kg/m^3, 0 to 1e5; default 1.225, air at sea level. 0 for none, 1000 for water.
TAUT_API taut_result taut_world_set_air_density(taut_world* world, float density);
TAUT_API float taut_world_air_density(const taut_world* world);

/// How a body feels the air. Forces are these times 1/2 density area speed^2; each 0 to 100.
typedef struct taut_air_def {
    uint32_t stamp;
    bool enabled;  ///< default true
    /// Of a surface, along the flow: as the square of the sine of its angle to the flow. Default
    /// 1.2, a plate.
    float drag;
    /// Of a surface, across the flow: as sine times cosine of that angle. Where it is the same as
    /// `drag`, the air presses along the normal alone. Default 1.2.
    float lift;
    /// Along a surface or a rope. Default 0.02: rough cloth, both faces together.
    float friction;
    /// Of a rope across the flow; what flows along it counts as friction. Default 1.1, a cylinder.
    float rope_drag;
    float rope_radius;  ///< metres, 0 to 100; default 0.005. 0: air passes ropes by
} taut_air_def;

TAUT_API taut_air_def taut_air_def_default(void);

/// Takes effect in the next step.
TAUT_API taut_result taut_body_set_air(taut_world* world, taut_body_id body,
                                       const taut_air_def* def);
