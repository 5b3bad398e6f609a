// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Questions about what is where: rays and spheres against the bodies and colliders of a world, as
/// they stand after the last step. Nothing is changed and nothing is allocated. A call costs
/// about 1 ns for each particle of bodies whose bounds it misses, and 100 ns of those it meets.

#pragma once

#include "taut/taut_base.h"
#include "taut/taut_collide.h"

/// What was hit.
typedef enum taut_hit_kind {
    TAUT_HIT_TRIANGLE = 0,  ///< of a surface
    TAUT_HIT_LINK,          ///< of a rope, chain or net, as a capsule
    TAUT_HIT_PARTICLE,      ///< a ball around it
    TAUT_HIT_COLLIDER,      ///< in worlds of every solver
    TAUT_HIT_KIND_COUNT
} taut_hit_kind;

/// One hit. Hits come in the order of distance, then kind, body and element: the same everywhere.
typedef struct taut_hit {
    taut_hit_kind kind;
    taut_body_id body;          ///< zero of a collider
    taut_collider_id collider;  ///< zero of a body
    int element;       ///< number of the triangle, constraint or particle; of a collider 0, or its
                       ///< triangle
    int particles[3];  ///< its corners, its ends, itself; unused ones -1
    float weights[3];  ///< of these in the place that was hit; they add up to 1; 0 of a collider
    float distance;    ///< metres that the ray or sphere went; of an overlap see there
    taut_vec3 point;   ///< on the surface, the body's thickness included
    taut_vec3 normal;  ///< unit, from what was hit towards the ray or sphere
} taut_hit;

/// Room for hits, the caller's, and what came into it: the nearest ones, in order.
typedef struct taut_hits {
    taut_hit* items;  ///< `capacity` of them
    int capacity;     ///< >= 1; with 1, it is the nearest hit that is asked for
    int count;        ///< receives how many are there
    int found;        ///< receives how many there would be with room enough
} taut_hits;

/// What counts. Start from taut_query_def_default(), or give NULL for the default.
typedef struct taut_query_def {
    uint32_t stamp;
    /// Bits 1 << taut_hit_kind. Default triangles, links and colliders. A link counts when it is
    /// structural and not part of a surface or a filled body: not both of its ends belong to
    /// triangles, areas or volumes.
    uint32_t kinds;
    taut_body_id only;    ///< this body alone, and no collider; zero (default) for all
    taut_body_id except;  ///< not this one; zero (default) for none
    bool free_only;       ///< elements whose particles are all pinned or grabbed are passed over
    /// Metres around triangles, links and particles; below 0 (default) each body's own,
    /// taut_collision_def.thickness. Without thickness, a ray meets no links and no particles.
    float thickness;
    taut_filter filter;  ///< bodies and colliders that it and theirs let through; default all bits
    uint32_t realm;  ///< what it looks at (taut_base.h), and what is in all; default TAUT_REALM_ALL
    /// Asked about each hit; false passes it over. Default NULL. No calls into the world from it.
    bool (*accept)(void* context, const taut_hit* hit);
    void* context;
} taut_query_def;

TAUT_API taut_query_def taut_query_def_default(void);

/// What a ray meets. Both sides of triangles count. A ray that begins within a body's thickness
/// hits it at distance 0.
/// @param direction any length but 0
/// @param reach     metres, > 0; INFINITY for any
/// @param hits      items and capacity are read, the rest is filled in
TAUT_API taut_result taut_world_cast_ray(taut_world* world, const taut_query_def* def,
                                         taut_vec3 origin, taut_vec3 direction, float reach,
                                         taut_hits* hits);

/// What a ball meets on its way, each element where it touches it first.
/// @param radius metres, >= 0
TAUT_API taut_result taut_world_sweep_sphere(taut_world* world, const taut_query_def* def,
                                             taut_vec3 centre, float radius, taut_vec3 direction,
                                             float reach, taut_hits* hits);

/// What lies within a ball. `distance` is that from its centre to the surface of the element, 0
/// when the centre lies within its thickness.
TAUT_API taut_result taut_world_overlap_sphere(taut_world* world, const taut_query_def* def,
                                               taut_vec3 centre, float radius, taut_hits* hits);
