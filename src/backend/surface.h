// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The triangles and ropes of a body that air and gas act on, made anew from the blueprint in every
// step, so that nothing here is ever older than the body. Each element is worked out by itself;
// each particle then gathers from its elements in ascending order. That gives the same bits on any
// number of threads.

#pragma once

#include "backend/backend.h"

// Elements that one task takes.
#define TAUT_SURFACE_BLOCK 512

// Takes the arrays from a layout: those that the body may ever need while it is as it is.
void taut_surface_lay_out(taut_work* work, taut_layout* layout, const taut_body* body);

// Fills in elements, and which of them each seat has.
void taut_surface_open(taut_work* work);

static inline int taut_surface_block_count(int elements)
{
    return (elements + TAUT_SURFACE_BLOCK - 1) / TAUT_SURFACE_BLOCK;
}

// Structural links: those that count as ropes where no triangle has them.
int taut_surface_most_ropes(const taut_blueprint* blueprint);

// Air: what blows at the seats of a part, how they meet it, and what they get, as acceleration, of
// what it does to their elements (taut_backend.air).
void taut_air_sample(const taut_step* s, taut_work* w, int part);
void taut_air_meet(taut_work* w, int part);
void taut_air_gather(const taut_step* s, taut_work* w, int part);

// Gas: areas and volume of a block of the triangles of a gas, and the slopes of the seats of a
// part. Both leave their share of a sum in `sums`.
void taut_gas_size(taut_work* w, const taut_gas* gas, int block);
void taut_gas_slope(taut_work* w, const taut_gas* gas, int part);
void taut_gas_move(taut_work* w, int part, double dl);

// The same for loops, all at once.
double taut_gas_loop_area(const taut_work* w, const taut_gas* gas);
double taut_gas_loop_weight(const taut_work* w, const taut_gas* gas);
void taut_gas_loop_move(taut_work* w, const taut_gas* gas, double dl);

// The multiplier of a gas, when a sweep has found its volume and the sum of w |slope|^2; returns by
// how much it grew, 0 where nothing is to be moved. And what the substep leaves of it, by the
// volume there is in the end.
// @param sweep its number in the substep
double taut_gas_press(taut_body_gas_run* gas, double volume, double weight, double h, int sweep);
void taut_gas_close(taut_body_gas_run* gas, double volume, double h, double inverse_h);
