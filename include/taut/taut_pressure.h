// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Gas in closed surfaces: balloons, balls, cushions. Part of taut.h.
///
/// A builder is told which triangles enclose a gas, and how much. In every substep of an XPBD or
/// VERLET world its pressure follows from the volume that the surface has: amount / volume -
/// ambient (Boyle's law), implicitly, so that no amount is too much to be stable. In a planar world
/// a loop of particles takes the place of the surface, and everything counts per metre of depth.

#pragma once

#include "taut/taut_base.h"
#include "taut/taut_build.h"
#include "taut/taut_make.h"

/// A gas. Start from taut_gas_def_default().
typedef struct taut_gas_def {
    uint32_t stamp;
    /// The surface: triangles [first_triangle, first_triangle + triangle_count) of the builder, in
    /// the order of adding. Closed: each side of a triangle belongs to one other, wound the same
    /// way; outside is where they are counter-clockwise. 0 triangles (default) with no loop is all
    /// from first_triangle on.
    int first_triangle, triangle_count;
    /// Planar worlds: particles in order, counter-clockwise round the gas, 3 or more, none twice;
    /// copied. Default NULL. A blueprint with a loop belongs in a planar world.
    const int* loop;
    int loop_count;
    /// Pressure above ambient in the shape as built, Pa; >= -ambient, up to 1e9. Default 0: as much
    /// gas as fills the shape without pressing.
    float gauge;
    float ambient;  ///< Pa, 0 to 1e9; default 101325
} taut_gas_def;

TAUT_API taut_gas_def taut_gas_def_default(void);

/// TAUT_ERROR_BAD_DATA says which side of which triangle is open, or wound against its neighbour,
/// or that the surface is inside out.
/// @param index receives the number of the gas, counted from 0; may be NULL
TAUT_API taut_result taut_builder_add_gas(taut_builder* builder, const taut_gas_def* def,
                                          int* index);

/// Triangles so far: where those of a part to be made will begin.
TAUT_API int taut_builder_triangle_count(const taut_builder* builder);

/// A balloon, or a ball: a sphere of nearly equal triangles with a gas in it. To let it burst give
/// its material a strength (N/m; it pulls with pressure times radius over 2), its body spare
/// particles and many breaks in a step (taut_tear_def).
typedef struct taut_balloon_def {
    uint32_t stamp;
    taut_vec3 centre;  ///< default (0, 0, 0)
    float radius;      ///< metres, > 0, default 0.2
    /// Triangles along each of the 30 sides of an icosahedron, 1 to 128, default 8: 20 frequency^2
    /// triangles, 10 frequency^2 + 2 particles.
    int frequency;
    taut_bend_model bend;  ///< DIHEDRAL (default) or NONE
    /// Default soft rubber: 0.36 kg/m^2, 120 N/m, no strength. The name is not one of
    /// taut_cloth_material_find(). warp_stiffness serves every direction, and mass_per_area is no
    /// less than 1e-6 kg/m^2. Stiffer skins want more substeps: at 20, 80 and 320 of them the
    /// default holds 79, 98 and 99 % of the pressure that its skin should; one of 300 N/m 59, 95
    /// and 99 %; vinyl as of a beach ball (3000 N/m, gauge 1000) 15, 74 and 97 %.
    taut_cloth_material material;
    /// Pa before the skin gives, default 20000: the default balloon grows by 6 % of its radius and
    /// then holds 80 to 100 Pa.
    float gauge;
    float ambient;  ///< Pa, default 101325
} taut_balloon_def;

TAUT_API taut_balloon_def taut_balloon_def_default(void);
TAUT_API taut_result taut_make_balloon(taut_builder* builder, const taut_balloon_def* def,
                                       taut_part* part);

/// A gas in a body as it is now.
typedef struct taut_gas_state {
    /// m^3; m^2 of a loop. Negative where the surface is inside out.
    double volume;
    /// Pa above ambient by the gas law; INFINITY where there is gas and no volume.
    double gauge;
    /// Pa that the surface felt in the last substep. The same at rest.
    double applied;
    double amount;   ///< Pa m^3: pressure times volume; Pa m^2 of a loop
    double ambient;  ///< Pa
    double hole;     ///< m^2; m of a loop
} taut_gas_state;

/// How many gases a body has; 0 for a stale id.
TAUT_API int taut_body_gas_count(const taut_world* world, taut_body_id body);
TAUT_API taut_result taut_body_gas(taut_world* world, taut_body_id body, int gas,
                                   taut_gas_state* state);

/// Gives a gas as much as presses with `gauge` Pa above ambient at its present volume.
/// @param gauge >= -ambient, up to 1e9
TAUT_API taut_result taut_body_set_pressure(taut_world* world, taut_body_id body, int gas,
                                            float gauge);

/// Blows in (or lets out, < 0) so many m^3 of gas at ambient pressure; m^2 of a loop. No less than
/// nothing stays.
TAUT_API taut_result taut_body_inflate(taut_world* world, taut_body_id body, int gas, float volume);

/// Pa, 0 to 1e9: height, or water.
TAUT_API taut_result taut_body_set_ambient(taut_world* world, taut_body_id body, int gas,
                                           float ambient);

/// A hole through which gas leaves, or air comes in, until pressures are equal: 0.6 area sqrt(2
/// |gauge| / 1.2 kg/m^3), the flow through an orifice. Where a surface tears or is cut, its hole
/// grows by the triangles that come loose, or lie beside a link that breaks in place; a loop's by
/// the length of that link. Past a fiftieth of the surface it is open wide.
/// @param area m^2, m of a loop; 0 closes it, INFINITY for a surface that is open wide and holds
///             no pressure any more
TAUT_API taut_result taut_body_set_leak(taut_world* world, taut_body_id body, int gas, float area);
