// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A lattice of box-shaped cells, some of them taken, made into a soft body.

#pragma once

#include "make/make.h"
#include "taut/taut_soft.h"

typedef struct taut_lattice {
    taut_maker m;
    taut_make_vec origin;   // corner (0, 0, 0)
    taut_make_vec axis[3];  // unit vectors, right-handed
    int cells[3];           // along each
    double side[3];         // of a cell, metres
    taut_soft_material material;
    const uint8_t* taken;  // by cell, x fastest; NULL: all of them
    int32_t* particle;     // by corner, x fastest, counted from 0; -1 for none
    size_t bytes;          // of it
} taut_lattice;

void taut_lattice_check_material(taut_maker* m, const taut_soft_material* material);

// Whether cells of these sides can be made isotropic by links that only pull or push back.
bool taut_lattice_sound(const double side[3]);

bool taut_lattice_taken(const taut_lattice* l, int i, int j, int k);

// Adds particles, links, volumes and the triangles of the surface. What fails stands in l->m.
void taut_lattice_build(taut_lattice* l);
