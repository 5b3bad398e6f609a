// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Ready-made ropes, chains, cloths and nets, and materials in quantities that do not depend on
/// how finely they are divided.
///
/// Each maker adds particles and constraints to a builder and says which; several may share one
/// builder and be linked together there. Makers use nothing but taut_build.h.

#pragma once

#include "taut/taut_build.h"

/// What a rope is made of. Splitting a rope into more links changes none of these.
typedef struct taut_rope_material {
    float mass_per_metre;     ///< kg/m, > 0
    float stretch_stiffness;  ///< EA in newtons: force for 100 % strain; INFINITY is inextensible
    float bend_stiffness;     ///< EI in N m^2; 0 is limp
    float damping_rate;       ///< 1/s, of stretching; >= 0
    float strength;           ///< N of pull that breaks it; 0, as in all named ones: none does
} taut_rope_material;

/// What a cloth is made of.
typedef struct taut_cloth_material {
    float mass_per_area;    ///< kg/m^2, > 0 (200 g/m^2 is 0.2)
    float warp_stiffness;   ///< N/m along the first direction; INFINITY is inextensible
    float weft_stiffness;   ///< N/m along the second
    float shear_stiffness;  ///< N/m
    float bend_stiffness;   ///< N m (flexural rigidity); 0 is limp
    float damping_rate;     ///< 1/s, of stretching; >= 0
    /// N/m, pull per width that tears it along either direction; 0, as in all named ones: none
    /// does. Bodies of it need taut_tear_def.spare_particles to open.
    float strength;
} taut_cloth_material;

/// "steel-cable", "aluminium-wire", "nylon-rope", "rubber-band", "cotton-string", or NULL past the
/// end: walk i from 0. Values describe a typical product and are listed in the guide.
TAUT_API const char* taut_rope_material_name(int i);
/// False when there is no such name; `material` is then untouched.
TAUT_API bool taut_rope_material_find(const char* name, taut_rope_material* material);

/// "silk", "cotton", "denim", "leather", or NULL past the end.
TAUT_API const char* taut_cloth_material_name(int i);
TAUT_API bool taut_cloth_material_find(const char* name, taut_cloth_material* material);

/// Which particles and constraints a maker added to its builder.
typedef struct taut_part {
    int first_particle;
    int particle_count;
    int first_constraint;
    int constraint_count;
} taut_part;

/// A rope from `start` to `end`.
typedef struct taut_rope_def {
    uint32_t stamp;
    taut_vec3 start;  ///< default (0, 0, 0)
    taut_vec3 end;    ///< default (1, 0, 0)
    /// Length of the rope, metres; 0 (default) for the distance from start to end. A longer rope
    /// starts as a zigzag in the plane of the rope and `sag_direction`, a shorter one is an error.
    float length;
    taut_vec3 sag_direction;      ///< default (0, -1, 0)
    int link_count;               ///< 1 to 1,000,000; default 32
    taut_rope_material material;  ///< default nylon-rope
    bool tension_only;            ///< links do not resist compressing; default false
    bool pin_start, pin_end;      ///< default false
    float end_mass;               ///< kg added to the last particle; default 0
    /// Default disabled: the direct solve (taut_solver_def.direct) holds any load. Enabled, they
    /// carry what links then do not: read taut_body_reaction().
    taut_tether_def tethers;
} taut_rope_def;

TAUT_API taut_rope_def taut_rope_def_default(void);

/// Particles run from start to end; link i joins particles i and i + 1.
TAUT_API taut_result taut_make_rope(taut_builder* builder, const taut_rope_def* def,
                                    taut_part* part);

/// A chain: equal point masses a given distance apart, each link with its own compliance.
typedef struct taut_chain_def {
    uint32_t stamp;
    taut_vec3 start;      ///< default (0, 0, 0)
    taut_vec3 step;       ///< from one particle to the next, default (0.2, 0, 0)
    int particle_count;   ///< 2 to 1,000,000; default 12
    float particle_mass;  ///< kg, default 1
    float compliance;     ///< m/N per link, default 0
    bool pin_start;       ///< default true
} taut_chain_def;

TAUT_API taut_chain_def taut_chain_def_default(void);
TAUT_API taut_result taut_make_chain(taut_builder* builder, const taut_chain_def* def,
                                     taut_part* part);

/// How a grid is held against bending.
typedef enum taut_bend_model {
    TAUT_BEND_NONE = 0,
    TAUT_BEND_SKIP_LINKS,  ///< links over two cells: cheap, also resist stretching, no rest angle
    TAUT_BEND_DIHEDRAL,    ///< angles across edges, after bend_stiffness; three per cell
    TAUT_BEND_COUNT
} taut_bend_model;

/// Which diagonals a grid's triangles follow.
typedef enum taut_diagonals {
    TAUT_DIAGONALS_SAME = 0,     ///< all the same way
    TAUT_DIAGONALS_ALTERNATING,  ///< like a chessboard
    TAUT_DIAGONALS_COUNT
} taut_diagonals;

/// A rectangular cloth of `columns` x `rows` particles. Particle (column, row) has number
/// first_particle + row * columns + column and lies at
/// origin + column * spacing_u * u + row * spacing_v * v. Triangles face along v x u: up by
/// default, towards the viewer when u runs right and v runs down.
typedef struct taut_cloth_def {
    uint32_t stamp;
    taut_vec3 origin;              ///< default (0, 0, 0)
    taut_vec3 u;                   ///< unit vector along the rows (warp), default (1, 0, 0)
    taut_vec3 v;                   ///< unit vector along the columns (weft), default (0, 0, 1)
    int columns, rows;             ///< 2 to 8192 each, default 20
    float spacing_u;               ///< metres, > 0, default 0.05
    float spacing_v;               ///< metres, > 0, default 0.05
    bool structural;               ///< links along u and v; default true
    bool shear;                    ///< links along both diagonals of each cell; default true
    taut_bend_model bend;          ///< default TAUT_BEND_SKIP_LINKS
    taut_diagonals diagonals;      ///< of the triangles; default SAME
    taut_cloth_material material;  ///< default cotton
    /// All links rigid, whatever the material says. Default false.
    bool rigid;
    /// kg per particle; 0 (default) to take the masses from the material and the area.
    float particle_mass;
    taut_tether_def tethers;  ///< default enabled; they act once something is pinned
} taut_cloth_def;

TAUT_API taut_cloth_def taut_cloth_def_default(void);
TAUT_API taut_result taut_make_cloth(taut_builder* builder, const taut_cloth_def* def,
                                     taut_part* part);

/// The number of particle (column, row) of a part made by taut_make_cloth() with `columns`.
static inline int taut_cloth_particle(const taut_part* part, int columns, int column, int row)
{
    return part->first_particle + row * columns + column;
}

/// A cloth of any triangle mesh. Vertices closer than `weld_distance` become one particle; 0 welds
/// nothing.
typedef struct taut_mesh_cloth_def {
    uint32_t stamp;
    const taut_vec3* vertices;     ///< borrowed for the call
    int vertex_count;              ///< >= 3
    const int32_t* triangles;      ///< three vertex numbers each; borrowed for the call
    int triangle_count;            ///< >= 1
    float weld_distance;           ///< metres, >= 0, default 1e-5
    taut_bend_model bend;          ///< DIHEDRAL (default) or NONE
    taut_cloth_material material;  ///< default cotton; warp_stiffness serves every direction
    bool rigid;                    ///< default false
    taut_tether_def tethers;       ///< default enabled
    /// Receives the particle number of each vertex on success; vertex_count entries, may be NULL.
    int32_t* weld_map;
} taut_mesh_cloth_def;

TAUT_API taut_mesh_cloth_def taut_mesh_cloth_def_default(void);

/// TAUT_ERROR_BAD_DATA names the culprit when a triangle has an index out of range, no area, the
/// corners of another one, a neighbour wound against it, or an edge that two others have already;
/// or when a vertex is not finite or in no triangle.
TAUT_API taut_result taut_make_mesh_cloth(taut_builder* builder, const taut_mesh_cloth_def* def,
                                          taut_part* part);

/// A net: knots in a grid joined by strings that only pull.
typedef struct taut_net_def {
    uint32_t stamp;
    taut_vec3 origin;             ///< default (0, 0, 0)
    taut_vec3 u, v;               ///< unit vectors, default (1, 0, 0) and (0, 0, 1)
    int columns, rows;            ///< knots, 2 to 8192 each, default 10
    float mesh_size;              ///< metres between knots, > 0, default 0.1
    int links_per_side;           ///< particles between knots + 1, 1 to 64, default 1
    taut_rope_material material;  ///< default nylon-rope
} taut_net_def;

TAUT_API taut_net_def taut_net_def_default(void);

/// Knot (column, row) has number first_particle + row * columns + column; the particles between
/// knots follow.
TAUT_API taut_result taut_make_net(taut_builder* builder, const taut_net_def* def, taut_part* part);
