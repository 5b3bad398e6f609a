// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// A skin: the vertices of a fine mesh bound to a body, to be drawn where the body takes them.
///
/// Made once from a blueprint and a mesh, it is never changed and may be read by many threads.
/// Applying it needs nothing but positions: those of a body, of one that taut_body_interpolate()
/// made, or any others of the same blueprint; or, where a body may have been torn, the body.

#pragma once

#include "taut/taut_build.h"

typedef struct taut_skin taut_skin;
typedef struct taut_world taut_world;

/// What a vertex is bound to.
typedef enum taut_skin_to {
    TAUT_SKIN_TO_ANY = 0,     ///< tetrahedra where there are some, else triangles
    TAUT_SKIN_TO_TETRAHEDRA,  ///< those of the volume constraints
    TAUT_SKIN_TO_TRIANGLES,   ///< those of the surface
    TAUT_SKIN_TO_COUNT
} taut_skin_to;

/// Start from taut_skin_def_default().
typedef struct taut_skin_def {
    uint32_t stamp;
    const taut_blueprint* blueprint;  ///< required; borrowed for the call
    /// Where the vertices are, finite, in the coordinates of the builder: those of a body less its
    /// offset. A vertex goes with the tetrahedron that holds it, or the nearest; or with the
    /// nearest triangle, at its height above it. Borrowed for the call.
    const taut_vec3* vertices;
    const taut_vec3* normals;  ///< unit vectors, or NULL (default) for none; borrowed for the call
    int vertex_count;          ///< >= 1
    taut_skin_to to;           ///< default TAUT_SKIN_TO_ANY
    /// Bind to particles [first_particle, first_particle + particle_count) alone, for instance
    /// those of one taut_part; a count of 0 (default) for all.
    int first_particle, particle_count;
    taut_allocator allocator;  ///< default malloc and free
} taut_skin_def;

TAUT_API taut_skin_def taut_skin_def_default(void);

/// Takes time by vertices x log(elements). TAUT_ERROR_BAD_DATA when the blueprint has nothing to
/// bind to, or only elements without volume or area, or a vertex is not finite.
/// @param skin  receives the skin, or NULL when the result is not TAUT_OK
/// @param error may be NULL
TAUT_API taut_result taut_skin_create(const taut_skin_def* def, taut_skin** skin,
                                      taut_error* error);

/// NULL is fine.
TAUT_API void taut_skin_destroy(taut_skin* skin);

TAUT_API int taut_skin_vertex_count(const taut_skin* skin);

/// What vertex `index` is bound to: the particles of a tetrahedron, or of a triangle and -1.
/// @return false, and nothing written, for an index out of range
TAUT_API bool taut_skin_particles(const taut_skin* skin, int index, int particles[4]);

/// Puts the vertices where the body has taken them. Allocates nothing.
/// @param positions as many as the blueprint has particles, or more: taut_body_positions(); those
///                  that tearing has added are not looked at, so that a vertex stays with the
///                  particles it was bound to: see taut_skin_apply_body()
/// @param vertices  `capacity` vectors, at least taut_skin_vertex_count()
/// @param normals   as many, or NULL; unit vectors, zero where the body is crushed flat; needs
///                  taut_skin_def.normals
/// @param error     may be NULL
TAUT_API taut_result taut_skin_apply(const taut_skin* skin, taut_vec3_view positions,
                                     taut_vec3* vertices, taut_vec3* normals, int capacity,
                                     taut_error* error);

/// The same for a body that may have been torn: each vertex goes with the tetrahedron or triangle
/// it is bound to, to whichever side that went. Triangles of the drawn mesh that lie across a tear
/// are drawn out over it.
/// @param body of the blueprint that the skin was made from
TAUT_API taut_result taut_skin_apply_body(const taut_skin* skin, const taut_world* world,
                                          taut_body_id body, taut_vec3* vertices,
                                          taut_vec3* normals, int capacity, taut_error* error);
