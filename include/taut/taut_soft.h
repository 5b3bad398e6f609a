// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Soft bodies: blocks and filled meshes of distance and tetrahedron volume constraints, and blobs
/// in the plane. What they are made of is given in quantities that do not depend on how finely they
/// are divided. To draw a fine mesh that follows a coarse body, see taut_skin.h.
///
/// Each maker adds particles, constraints and the triangles of the outer surface to a builder and
/// says which; makers use nothing but taut_build.h.

#pragma once

#include "taut/taut_make.h"

/// What a soft body is made of: an isotropic elastic solid. Dividing it more finely changes none of
/// these; the guide says how well each resolution keeps them. Things as high as h sag by about
/// density g h / (2 young_modulus) of their height under their own weight: a dessert of jelly
/// stands, and a metre of it is a puddle.
typedef struct taut_soft_material {
    float density;        ///< kg/m^3, > 0 and finite; water is 1000
    float young_modulus;  ///< Pa, > 0 and finite: stress for 100 % strain
    /// How much it thins when pulled, 0.26 to 0.5: 0.5 keeps its volume exactly, which makes coarse
    /// bodies resist bending too; links alone, without volumes, would have 0.25.
    float poisson_ratio;
    /// Seconds, >= 0: viscosity over stiffness (Kelvin and Voigt). A motion of angular frequency w
    /// fades as exp(-1/2 damping_time w^2 t). Changes of volume alone are not damped;
    /// next to pinned particles it is up to three times as much.
    float damping_time;
} taut_soft_material;

/// "jelly", "foam", "flesh", "rubber", or NULL past the end: walk i from 0.
TAUT_API const char* taut_soft_material_name(int i);
/// False when there is no such name; `material` is then untouched.
TAUT_API bool taut_soft_material_find(const char* name, taut_soft_material* material);

/// Most cells along one side of a soft body, and in all.
#define TAUT_SOFT_MAX_SIDE 1024
#define TAUT_SOFT_MAX_CELLS (1 << 22)

/// A block of `cells_x` x `cells_y` x `cells_z` cells, cut into five tetrahedra each. Particle
/// (i, j, k) has number taut_jelly_particle() and lies at
/// origin + i size.x / cells_x u + j size.y / cells_y v + k size.z / cells_z (u x v).
typedef struct taut_jelly_def {
    uint32_t stamp;
    taut_vec3 origin;  ///< the corner from which u, v and u x v lead into the block; default 0
    taut_vec3 u, v;    ///< unit vectors at right angles; default (1, 0, 0) and (0, 1, 0)
    taut_vec3 size;    ///< metres along u, v and u x v, > 0; default 0.2 each
    /// 1 to TAUT_SOFT_MAX_SIDE each; default 4. Cells must be near to cubes: with sides a, b and c,
    /// 3 / a^2 > 1 / b^2 + 1 / c^2 for each of them, so that none is longer than 1.2 times the
    /// others.
    int cells_x, cells_y, cells_z;
    taut_soft_material material;  ///< default jelly
} taut_jelly_def;

TAUT_API taut_jelly_def taut_jelly_def_default(void);
TAUT_API taut_result taut_make_jelly(taut_builder* builder, const taut_jelly_def* def,
                                     taut_part* part);

/// The number of particle (i, j, k) of a part made by taut_make_jelly() from `def`.
static inline int taut_jelly_particle(const taut_part* part, const taut_jelly_def* def, int i,
                                      int j, int k)
{
    return part->first_particle + (k * (def->cells_y + 1) + j) * (def->cells_x + 1) + i;
}

/// What filling a mesh came to.
typedef struct taut_soft_report {
    int cells;           ///< kept, of five tetrahedra each
    int pieces;          ///< groups of cells that share no face; a mesh of one piece should give 1
    float cell_size;     ///< metres
    float volume;        ///< m^3, of the cells; times the density it is the mass
    int flat_triangles;  ///< without area or with a corner twice: passed over
    int repeated_triangles;  ///< with the corners of another one: passed over
    int flipped_triangles;   ///< wound against most of their neighbours: turned round
    int open_edges;          ///< edges of one triangle only: holes
} taut_soft_report;

/// Fills a closed triangle mesh with cubic cells of five tetrahedra each. A cell belongs to the
/// body when its middle lies inside the mesh, by the generalised winding number (Jacobson, Kavan
/// and Sorkine-Hornung, "Robust inside-outside segmentation using generalized winding numbers",
/// 2013): holes, self-intersections, repeated vertices and triangles, some triangles wound the
/// wrong way and a mesh that is inside out as a whole are all tolerated. The surface of the body is
/// made of the sides of cells; draw the mesh itself, bound to the body with taut_skin_create().
/// Parts of the mesh thinner than a cell are lost. Takes time by cells x triangles, about 20 ns
/// each.
typedef struct taut_soft_mesh_def {
    uint32_t stamp;
    const taut_vec3* vertices;  ///< borrowed for the call
    int vertex_count;           ///< >= 4
    const int32_t* triangles;   ///< three vertex numbers each; borrowed for the call
    int triangle_count;         ///< >= 4
    /// Side of a cell in metres, > 0; 0 (default) is a twelfth of the longest side of the mesh.
    float cell_size;
    /// Vertices that lie as near as this count as one when neighbours are looked for, metres, >= 0;
    /// default 1e-5.
    float weld_distance;
    taut_soft_material material;  ///< default jelly
    taut_soft_report* report;     ///< filled in on success; may be NULL (default)
} taut_soft_mesh_def;

TAUT_API taut_soft_mesh_def taut_soft_mesh_def_default(void);

/// TAUT_ERROR_BAD_DATA when a vertex is not finite, a triangle has a corner that does not exist, or
/// no cell lies inside; TAUT_ERROR_INVALID when the cells are too many.
TAUT_API taut_result taut_make_soft_mesh(taut_builder* builder, const taut_soft_mesh_def* def,
                                         taut_part* part);

/// What a blob in the plane is made of: a slice of a solid, a metre thick or as you like.
typedef struct taut_blob_material {
    float mass_per_area;  ///< kg/m^2, > 0 and finite
    float stiffness;      ///< N/m, > 0 and finite: pull per metre of width for 100 % strain
    /// How much it thins when pulled, 0.35 to 1: 1 keeps its area exactly.
    float poisson_ratio;
    float damping_time;  ///< seconds, >= 0; see taut_soft_material
} taut_blob_material;

/// A blob in the plane z = 0: an outline filled with rings of triangles, each keeping its area, and
/// links along their sides. The outline must be seen whole from its middle (star-shaped about its
/// centroid) and may run either way round.
typedef struct taut_blob_def {
    uint32_t stamp;
    const taut_vec3* outline;  ///< z = 0; borrowed for the call; NULL (default) for a circle
    int outline_count;         ///< points, 3 to 100,000; default 24
    taut_vec3 centre;          ///< of the circle; default 0
    float radius;              ///< of the circle, metres, > 0; default 0.5
    int rings;                 ///< of particles, that of the outline included; 1 to 1000, default 4
    taut_blob_material material;  ///< default 10 kg/m^2, 2000 N/m, 0.6, 0.01 s
} taut_blob_def;

TAUT_API taut_blob_def taut_blob_def_default(void);

/// Particle `first_particle` is the middle; ring r of 1 .. rings begins at first_particle + 1 +
/// (r - 1) outline_count and follows the outline, which is the last ring.
TAUT_API taut_result taut_make_blob(taut_builder* builder, const taut_blob_def* def,
                                    taut_part* part);
