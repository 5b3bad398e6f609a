// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What lies under the solver microscope: bodies of a few particles, each for one thing to see.

#pragma once

#include "taut/taut.h"

// In the order of specimen.ts.
enum {
    SPECIMEN_LINK,    // two weights and a link, thrown apart
    SPECIMEN_CHAIN,   // a chain of four links, held at one end
    SPECIMEN_TETHER,  // the same with tethers
    SPECIMEN_PATCH,   // 3 x 3 particles of cloth, held by two corners
    SPECIMEN_ANGLE,   // a blade of three links that resists bending
    SPECIMEN_VOLUME,  // a tetrahedron that keeps its volume, falling on the floor
};

enum { SOLVER_XPBD_SWEPT, SOLVER_XPBD_DIRECT, SOLVER_VERLET, SOLVER_LEGACY };

typedef struct specimen_options {
    int kind, solver, iterations;
    float h;          // seconds of a substep: LEGACY counts in these
    float stiffness;  // N/m of links; 0: rigid
    float heavy;      // times the mass of the others, of the last particle
} specimen_options;

taut_world_def specimen_world_def(const specimen_options* options);

// False where the body could not be made; the world, or nobody, knows why.
bool specimen_make(taut_world* world, const specimen_options* options, taut_body_id* body);
