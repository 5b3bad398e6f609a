// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Gas in a closed surface: one constraint over all of its particles. docs/algorithm.md (30), (31).

#include <math.h>

#include "backend/surface.h"
#include "math/lane.h"

// clang-format off
#include "backend/seat_gas.inl"
// clang-format on

double taut_gas_press(taut_body_gas_run* gas, double volume, double weight, double h, int sweep)
{
    return gas_press(gas, volume, weight, h, sweep);
}

void taut_gas_close(taut_body_gas_run* gas, double volume, double h, double inverse_h)
{
    gas_close(gas, volume, h, inverse_h);
}

// Surfaces ----------------------------------------------------------------------------------------

void taut_gas_size(taut_work* w, const taut_gas* gas, int block)
{
    int end = (block + 1) * TAUT_SURFACE_BLOCK;
    end = end < gas->count ? end : gas->count;
    gas_place origin = gas_origin(w, gas);
    double sum = 0.0;
    for (int i = block * TAUT_SURFACE_BLOCK; i < end; ++i) {
        sum += gas_triangle(w, gas, origin, i);
    }
    w->surface.sums[block] = sum / 6.0;
}

void taut_gas_slope(taut_work* w, const taut_gas* gas, int part)
{
    const taut_seating* seating = &w->body->blueprint->schedule.seating;
    double weight = 0.0;
    for (int seat = seating->first[part]; seat < seating->first[part + 1]; ++seat) {
        weight += gas_seat(w, gas, seat);
    }
    w->surface.sums[part] = weight;
}

void taut_gas_move(taut_work* w, int part, double dl)
{
    const taut_seating* seating = &w->body->blueprint->schedule.seating;
    for (int seat = seating->first[part]; seat < seating->first[part + 1]; ++seat) {
        gas_move_seat(w, seat, dl);
    }
}

// Loops -------------------------------------------------------------------------------------------

double taut_gas_loop_area(const taut_work* w, const taut_gas* gas)
{
    double sum = 0.0;
    for (int i = 0; i < gas->count; ++i) {
        sum += gas_loop_piece(w, gas, i);
    }
    return 0.5 * sum;
}

double taut_gas_loop_weight(const taut_work* w, const taut_gas* gas)
{
    double weight = 0.0;
    for (int i = 0; i < gas->count; ++i) {
        weight += gas_loop_particle(w, gas, i);
    }
    return weight;
}

void taut_gas_loop_move(taut_work* w, const taut_gas* gas, double dl)
{
    for (int i = 0; i < gas->count; ++i) {
        gas_move_loop(w, gas, i, dl);
    }
}
