// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How far points, segments and triangles of bodies are from colliders, in the colliders' own
// frames.

#pragma once

#include "collide/collider.h"

// Signed distance of a point from a shape, negative inside, and its gradient: of unit length,
// towards the outside.
typedef struct taut_distance {
    float d;
    taut_vec3 n;
    bool ghost;  // nearest to an edge between faces that form no ridge there: no contact
} taut_distance;

// @param feature of HEIGHT_FIELD and MESH the triangle, else 0
TAUT_SHARED taut_distance taut_collider_distance(const taut_collider* c, int feature, taut_vec3 x);

// Point of a triangle nearest to p, as weights of its corners.
TAUT_SHARED void taut_triangle_nearest(const taut_vec3 corners[3], taut_vec3 p, float weights[3]);

// A tip of a collider: a point with a radius around it.
typedef struct taut_tip {
    taut_vec3 at;
    float radius;
} taut_tip;

TAUT_SHARED int taut_collider_tip_count(const taut_collider* c);
TAUT_INLINE taut_tip taut_collider_tip(const taut_collider* c, int i)
{
    taut_vec3 h = c->half_size;
    switch (c->kind) {
    case TAUT_SHAPE_CAPSULE:
        return (taut_tip){{0.0f, i == 0 ? -c->half_height : c->half_height, 0.0f}, c->radius};
    case TAUT_SHAPE_BOX:
        return (taut_tip){{i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z}, 0.0f};
    case TAUT_SHAPE_HULL:
    case TAUT_SHAPE_HEIGHT_FIELD:
    case TAUT_SHAPE_MESH:
        return (taut_tip){c->shape->vertices[i], 0.0f};
    case TAUT_SHAPE_SPHERE:
    case TAUT_SHAPE_PLANE:
    case TAUT_SHAPE_CYLINDER:
    case TAUT_SHAPE_KIND_COUNT:
        break;
    }
    return (taut_tip){{0.0f, 0.0f, 0.0f}, c->radius};
}

// Whether tip i can be touched by a face at all.
TAUT_INLINE bool taut_collider_has_tip(const taut_collider* c, int i)
{
    return c->shape == NULL || c->shape->tips == NULL || c->shape->tips[i] != 0;
}

// Radius that edges of the collider are rounded with everywhere: 0 where there are sharp ones,
// infinite where vertices always suffice.
TAUT_SHARED float taut_collider_rounding(const taut_collider* c);

// 1 to 3 particles on their way through a substep, in the frame of a collider.
typedef struct taut_mover {
    int count;
    taut_vec3 from[3], to[3];
} taut_mover;

// Where a mover meets a collider.
typedef struct taut_meeting {
    bool live;
    float weights[3];
    taut_vec3 n;   // away from the collider
    taut_vec3 at;  // on its surface, nearest to the mover
    float start;   // distance at the beginning, less the thickness
    float left;    // not met: at the end of the way it is that far off, or farther
} taut_meeting;

typedef struct taut_meeting_input {
    const taut_collider* collider;
    int feature;  // triangle of the collider; of a mover of three, its tip
    float thickness;
    bool ahead;  // where they do not meet: what would be met first at the end of the way
} taut_meeting_input;

// Whether something that far off counts as touching: nearer than its thickness and that part of it.
#define TAUT_TOUCHING 0.02f

TAUT_INLINE bool taut_meets_at(const taut_meeting_input* in, float distance)
{
    return !(distance > in->thickness + TAUT_TOUCHING * in->thickness);
}

// Whether a mover, of which only `from` is looked at, touches from the beginning; `out` is filled
// in where it does. taut_collider_meet() would say the same.
TAUT_SHARED bool taut_collider_meet_at_once(const taut_meeting_input* in, const taut_mover* m,
                                            taut_meeting* out);
TAUT_SHARED void taut_collider_meet(const taut_meeting_input* in, const taut_mover* m,
                                    taut_meeting* out);

// Of hulls and triangles (distance_baked.c).
TAUT_SHARED taut_distance taut_hull_distance(const taut_shape* s, taut_vec3 x);
TAUT_SHARED taut_distance taut_facet_distance(const taut_shape* s, int triangle, taut_vec3 x);

// Without a sign, also under what is solid, where it is a ghost: a convex function of x, which
// taut_facet_distance() is not.
TAUT_SHARED taut_distance taut_facet_apart(const taut_shape* s, int triangle, taut_vec3 x);

// Whether a segment goes through a triangle.
TAUT_SHARED bool taut_facet_pierced(const taut_shape* s, int triangle, const taut_vec3 x[2]);

// The lowest place of a segment under a triangle of something solid, as a part 0..1 of its way;
// false where none of it is.
TAUT_SHARED bool taut_facet_under(const taut_shape* s, int triangle, const taut_vec3 x[2],
                                  taut_distance* out, float* place);
