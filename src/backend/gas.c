// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Gas in a closed surface: one constraint over all of its particles. docs/algorithm.md (30), (31).

#include <math.h>

#include "backend/surface.h"

// A place in double precision.
typedef struct dplace {
    double x, y, z;
} dplace;

static dplace place_of(const taut_work* w, int seat)
{
    dplace at = {(double)w->x.x[seat], (double)w->x.y[seat], (double)w->x.z[seat]};
    if (w->body->fine && w->surface.swept) {
        at.x += (double)w->d.x[seat];
        at.y += (double)w->d.y[seat];
        at.z += (double)w->d.z[seat];
    }
    return at;
}

static dplace apart(dplace a, dplace b)
{
    return (dplace){a.x - b.x, a.y - b.y, a.z - b.z};
}

static dplace cross(dplace a, dplace b)
{
    return (dplace){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Pressing ----------------------------------------------------------------------------------------

static void press_seat(taut_work* w, int seat, taut_vec3 slope, double dl)
{
    bool free = w->w[seat] > 0.0f;
    float s = (float)(free ? dl * (double)w->w[seat] : dl);
    if (free) {
        taut_work_push(w, seat, taut_vec3_scale(slope, s));
    } else {
        taut_vec3 pressed = taut_rows_get(w->lo, seat);
        taut_rows_set(w->lo, seat, taut_vec3_add(pressed, taut_vec3_scale(slope, s)));
    }
}

// V' solves V' = U + W h^2 (G / V' - p): the volume, if the surface gives way as its masses say.
// U is what it would be without the gas. The one root above 0 of V'^2 - b V' - W h^2 G, taken so
// that nothing cancels.
static double settled_volume(const taut_body_gas_run* gas, double without, double hh)
{
    double b = without - gas->weight * hh * gas->ambient;
    double c = gas->weight * hh * gas->amount;
    double root = sqrt(b * b + 4.0 * c);
    return b > 0.0 ? 0.5 * (b + root) : c > 0.0 ? 2.0 * c / (root - b) : 0.0;
}

double taut_gas_lambda(const taut_body_gas_run* gas, double volume, double h, bool fresh)
{
    double hh = h * h;
    double without = fresh ? volume + gas->others * hh : volume - gas->weight * gas->lambda;
    double settled = settled_volume(gas, without, hh);
    if (settled > 0.0 && gas->amount > 0.0) {
        return hh * (gas->amount / settled - gas->ambient);
    }
    return (settled - without) / gas->weight;
}

// kg/m^3, and the part of a hole that a jet fills.
#define GAS_DENSITY 1.2
#define DISCHARGE 0.6

double taut_gas_leak(const taut_body_gas_run* gas, double volume, double h)
{
    double even = gas->ambient * (volume > 0.0 ? volume : 0.0);
    if (!(gas->hole > 0.0)) {
        return gas->amount;
    }
    if (!(volume > 0.0) || taut_gas_open(gas)) {
        return even;
    }
    double gauge = gas->amount / volume - gas->ambient;
    double flow = DISCHARGE * gas->hole * sqrt(2.0 * fabs(gauge) / GAS_DENSITY) * h;
    if (gauge > 0.0) {
        double left = gas->amount - gas->amount / volume * flow;
        return left > even ? left : even;
    }
    double filled = gas->amount + gas->ambient * flow;
    return filled < even ? filled : even;
}

// Surfaces ----------------------------------------------------------------------------------------

// A third of each triangle's area, along its normal, is what a corner adds to the slope: for a
// closed surface that is dV/dx, and where one is torn open, what the gas still presses on.
void taut_gas_size(taut_work* w, const taut_gas* gas, int block)
{
    taut_elements* surface = &w->surface;
    int end = (block + 1) * TAUT_SURFACE_BLOCK;
    end = end < gas->count ? end : gas->count;
    dplace origin = place_of(w, surface->corner[3 * gas->first]);
    double sum = 0.0;
    for (int i = block * TAUT_SURFACE_BLOCK; i < end; ++i) {
        const int32_t* seats = surface->corner + 3 * (gas->first + i);
        dplace a = place_of(w, seats[0]);
        dplace area = cross(apart(place_of(w, seats[1]), a), apart(place_of(w, seats[2]), a));
        dplace out = apart(a, origin);
        sum += out.x * area.x + out.y * area.y + out.z * area.z;
        surface->push[gas->first + i] =
            (taut_vec3){(float)(area.x / 6.0), (float)(area.y / 6.0), (float)(area.z / 6.0)};
    }
    surface->sums[block] = sum / 6.0;
}

void taut_gas_slope(taut_work* w, const taut_gas* gas, int part)
{
    taut_elements* surface = &w->surface;
    const taut_seating* seating = &w->body->blueprint->schedule.seating;
    double weight = 0.0;
    for (int seat = seating->first[part]; seat < seating->first[part + 1]; ++seat) {
        taut_vec3 sum = {0};
        for (int i = surface->first[seat]; i < surface->first[seat + 1]; ++i) {
            int triangle = surface->list[i];
            if (triangle >= gas->first && triangle - gas->first < gas->count) {
                sum = taut_vec3_add(sum, surface->push[triangle]);
            }
        }
        taut_rows_set(surface->slope, seat, sum);
        weight += (double)w->w[seat] * (double)taut_vec3_dot(sum, sum);
    }
    surface->sums[part] = weight;
}

void taut_gas_move(taut_work* w, int part, double dl)
{
    const taut_seating* seating = &w->body->blueprint->schedule.seating;
    for (int seat = seating->first[part]; seat < seating->first[part + 1]; ++seat) {
        taut_vec3 slope = taut_rows_get(w->surface.slope, seat);
        if (taut_vec3_dot(slope, slope) > 0.0f) {
            press_seat(w, seat, slope, dl);
        }
    }
}

// Loops -------------------------------------------------------------------------------------------

static int loop_seat(const taut_work* w, const taut_gas* gas, int i)
{
    const taut_blueprint* p = w->body->blueprint;
    int at = i < 0 ? gas->count - 1 : i < gas->count ? i : 0;
    return p->schedule.seating.seat_of[p->loop_particles[gas->first + at]];
}

double taut_gas_loop_area(const taut_work* w, const taut_gas* gas)
{
    dplace origin = place_of(w, loop_seat(w, gas, 0));
    double sum = 0.0;
    for (int i = 0; i < gas->count; ++i) {
        dplace a = apart(place_of(w, loop_seat(w, gas, i)), origin);
        dplace b = apart(place_of(w, loop_seat(w, gas, i + 1)), origin);
        sum += a.x * b.y - a.y * b.x;
    }
    return 0.5 * sum;
}

// Half of the way from the particle before to the one after, turned outwards.
static taut_vec3 loop_slope(const taut_work* w, const taut_gas* gas, int i)
{
    dplace way =
        apart(place_of(w, loop_seat(w, gas, i + 1)), place_of(w, loop_seat(w, gas, i - 1)));
    return (taut_vec3){(float)(0.5 * way.y), (float)(-0.5 * way.x), 0.0f};
}

double taut_gas_loop_weight(const taut_work* w, const taut_gas* gas)
{
    double weight = 0.0;
    for (int i = 0; i < gas->count; ++i) {
        taut_vec3 slope = loop_slope(w, gas, i);
        taut_rows_set(w->surface.slope, loop_seat(w, gas, i), slope);
        weight += (double)w->w[loop_seat(w, gas, i)] * (double)taut_vec3_dot(slope, slope);
    }
    return weight;
}

void taut_gas_loop_move(taut_work* w, const taut_gas* gas, double dl)
{
    for (int i = 0; i < gas->count; ++i) {
        int seat = loop_seat(w, gas, i);
        press_seat(w, seat, taut_rows_get(w->surface.slope, seat), dl);
    }
}
