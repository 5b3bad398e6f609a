// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Baked shapes: what hulls, height fields and meshes are made of once they are checked and packed.

#pragma once

#include "base/atomic.h"
#include "collide/pose.h"

// A flat side of a hull: n . x = offset, and its corners, counter-clockwise from outside.
typedef struct taut_hull_face {
    taut_vec3 n;
    float offset;
    int32_t first, count;  // into `corners`
} taut_hull_face;

// What an edge of a mesh triangle is, seen from its front: whether the neighbour falls away. A
// contact with an edge that does not belongs to the neighbour's face alone; edges would else catch
// what slides over a flat surface.
enum {
    TAUT_EDGE_FLAT = 0,
    TAUT_EDGE_CONVEX = 1,   // the neighbour falls away from the front
    TAUT_EDGE_CONCAVE = 2,  // from the back
    TAUT_EDGE_OPEN = 3,     // none, or several
};

typedef struct taut_bvh_node {
    taut_vec3 low, high;
    int32_t first;  // a leaf: of its items; else the left child, the right one follows it
    int32_t count;  // items of a leaf, 0 inside
} taut_bvh_node;

struct taut_shape {
    taut_allocator allocator;
    atomic_int references;
    size_t bytes;
    taut_shape_kind kind;
    taut_vec3 low, high;  // of all vertices
    float reach;          // of the farthest vertex from the origin

    taut_vec3* vertices;
    int vertex_count;

    taut_hull_face* faces;  // HULL
    int face_count;
    int32_t* corners;
    int corner_count;

    int32_t* triangles;  // MESH, HEIGHT_FIELD: three each
    int triangle_count;
    uint8_t* edges;  // per triangle, two bits for each edge: that from corner i to i + 1
    uint8_t* tips;   // per vertex, whether it can be a tip: has an edge that is not flat
    bool solid;      // HEIGHT_FIELD: nothing belongs below it

    taut_bvh_node* nodes;  // MESH, HEIGHT_FIELD: over triangles
    int node_count;
    int32_t* items;
};

void taut_shape_retain(const taut_shape* shape);

// The tree over boxes of items: `nodes` has room for 2 count, `items` is a permutation of them.
typedef struct taut_box {
    taut_vec3 low, high;
} taut_box;

int taut_bvh_build(const taut_box* boxes, int count, taut_bvh_node* nodes, int32_t* items);

TAUT_INLINE taut_box taut_box_empty(void)
{
    return (taut_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

TAUT_INLINE void taut_box_add(taut_box* box, taut_vec3 x)
{
    box->low = (taut_vec3){x.x < box->low.x ? x.x : box->low.x, x.y < box->low.y ? x.y : box->low.y,
                           x.z < box->low.z ? x.z : box->low.z};
    box->high =
        (taut_vec3){x.x > box->high.x ? x.x : box->high.x, x.y > box->high.y ? x.y : box->high.y,
                    x.z > box->high.z ? x.z : box->high.z};
}

TAUT_INLINE taut_box taut_box_grow(taut_box box, float by)
{
    return (taut_box){{box.low.x - by, box.low.y - by, box.low.z - by},
                      {box.high.x + by, box.high.y + by, box.high.z + by}};
}

TAUT_INLINE bool taut_box_meets(taut_box a, taut_box b)
{
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y &&
           b.low.y <= a.high.y && a.low.z <= b.high.z && b.low.z <= a.high.z;
}

// Walks the leaves that meet a box. Begin with count = 1 and stack[0] = 0 (or count 0 for none).
typedef struct taut_bvh_walk {
    const taut_bvh_node* nodes;
    taut_box box;
    int32_t stack[64];
    int count;
} taut_bvh_walk;

// Of all that belongs to a shape: a solid one reaches as far down as it is wide.
TAUT_INLINE taut_box taut_shape_box(const taut_shape* s)
{
    float down = s->solid ? s->reach : 0.0f;
    return (taut_box){{s->low.x, s->low.y - down, s->low.z}, s->high};
}

TAUT_SHARED taut_bvh_walk taut_bvh_begin(const taut_shape* shape, taut_box box);

// The next leaf, or NULL.
TAUT_SHARED const taut_bvh_node* taut_bvh_next(taut_bvh_walk* round);
