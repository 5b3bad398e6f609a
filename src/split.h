// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Splitting a particle: what it takes of surfaces and of solids.

#pragma once

#include "tear.h"

// A triangle or a tetrahedron at the particle, and the fan it is part of.
typedef struct taut_wing {
    int32_t corner;   // the particle's: 3 triangle + k, or 4 tetrahedron + k
    int32_t ends[3];  // the other ones, onward
    bool torn[3];     // of a triangle: the edges to them; of a tetrahedron: the faces opposite
    int fan;
    double size;    // area, or volume
    taut_vec3 way;  // to its middle, as built
} taut_wing;

typedef struct taut_fans {
    int particle;
    bool solid;
    int end_count;  // of a wing: 2 or 3
    taut_wing wings[TAUT_MOST_FAN];
    int wing_count;
    int count;  // fans
    double size[TAUT_MOST_FAN];
    int32_t owner[TAUT_MOST_FAN];  // by fan: its particle
} taut_fans;

// Groups the wings of a particle. Those that torn edges or faces make too, or only those that share
// nothing but the particle. False where there are too many wings.
bool taut_fans_find(const taut_body* b, int particle, bool torn, taut_fans* f);

// Joins wings that meet, and numbers the fans, the largest first.
void taut_fans_join(taut_fans* f, bool (*meet)(const taut_fans* f, int a, int b, const void* host),
                    const void* host);

// Solids (split_solid.c) --------------------------------------------------------------------------

static inline bool taut_solid_at(const taut_body* b, int particle)
{
    return b->topology->tet_count > 0 && b->topology->tet_first[particle] >= 0;
}

bool taut_solid_find(const taut_body* b, int particle, bool torn, taut_fans* f);

// Marks faces between wings on different sides as torn.
void taut_solid_mark(taut_body* b, const taut_fans* f, const bool* above);

// How many triangles, and how many particles that must follow, it takes to split one.
int taut_solid_count_faces(const taut_fans* f);
int taut_solid_count_followers(const taut_body* b, const taut_fans* f);

// Gives tetrahedra and triangles to the new particles, and faces to the surface that are now bare.
void taut_solid_move(taut_body* b, const taut_fans* f);
