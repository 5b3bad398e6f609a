// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A triangle mesh made ready for building: checked, welded, weighed, its edges sorted.

#pragma once

#include "make/make.h"

// Three corners a triangle, and one vertex a corner at most.
#define TAUT_MESH_MAX_TRIANGLES (1 << 26)
#define TAUT_MESH_MAX_VERTICES (3 << 26)

// Half-edge s runs from corner s of the triangle list to the next corner of the same triangle.
typedef struct taut_mesh {
    taut_maker m;
    const taut_mesh_cloth_def* def;
    int particle_count;
    int32_t* particle;  // of each vertex, counted from 0
    int32_t* vertex;    // each particle's own: the first of those welded into it
    int32_t* bucket;    // welding: the last particle of each bucket, -1 for none
    int32_t* next;      // welding: the one before it in its bucket
    uint64_t bucket_mask;
    double* mass;      // of each particle
    int32_t* order;    // half-edges sorted by edge
    int32_t* scratch;  // for sorting
    void* block;       // what all of these lie in
    size_t bytes;
} taut_mesh;

// An edge between particles a < b. Half-edge `left` runs from a to b and `right` back; one of them
// is -1 on a border.
typedef struct taut_mesh_edge {
    int a, b;
    int left, right;
} taut_mesh_edge;

// Checks vertices and triangles, which have been checked to be there, and fills in the rest. What
// is wrong stands in mesh->m.result; close it either way.
void taut_mesh_open(taut_mesh* mesh);
void taut_mesh_close(taut_mesh* mesh);

// Where a particle, counted from 0, lies.
taut_make_vec taut_mesh_point(const taut_mesh* mesh, int particle);

// The particle that a half-edge starts from, and the one across its triangle.
int taut_mesh_corner(const taut_mesh* mesh, int half_edge);
int taut_mesh_far_corner(const taut_mesh* mesh, int half_edge);

double taut_mesh_area(const taut_mesh* mesh, int triangle);

// Walks the edges in order of a, then b: start with *at = 0. False at the end.
bool taut_mesh_take_edge(const taut_mesh* mesh, int* at, taut_mesh_edge* edge);
