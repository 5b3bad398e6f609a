// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Gas in a closed surface (gas.c), a triangle, a seat, a piece of a loop at a time: on the host and
// in kernels, which differ in who adds the terms up. The order of all sums is that of the host.

// A place in double precision.
typedef struct gas_place {
    double x, y, z;
} gas_place;

LANE_FN gas_place gas_at(const taut_work* w, int seat)
{
    gas_place at = {(double)w->x.x[seat], (double)w->x.y[seat], (double)w->x.z[seat]};
    if (w->body->fine && w->surface.swept) {
        at.x += (double)w->d.x[seat];
        at.y += (double)w->d.y[seat];
        at.z += (double)w->d.z[seat];
    }
    return at;
}

LANE_FN gas_place gas_apart(gas_place a, gas_place b)
{
    return (gas_place){a.x - b.x, a.y - b.y, a.z - b.z};
}

LANE_FN gas_place gas_cross(gas_place a, gas_place b)
{
    return (gas_place){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Pressing ----------------------------------------------------------------------------------------

LANE_FN void gas_press_seat(const taut_work* w, int seat, taut_vec3 slope, double dl)
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
LANE_FN double settled_volume(const taut_body_gas_run* gas, double without, double hh)
{
    double b = without - gas->weight * hh * gas->ambient;
    double c = gas->weight * hh * gas->amount;
    double root = sqrt(b * b + 4.0 * c);
    return b > 0.0 ? 0.5 * (b + root) : c > 0.0 ? 2.0 * c / (root - b) : 0.0;
}

LANE_FN double gas_lambda(const taut_body_gas_run* gas, double volume, double h, bool fresh)
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

LANE_FN double gas_leak(const taut_body_gas_run* gas, double volume, double h)
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
// closed surface that is dV/dx, and where one is torn open, what the gas still presses on. Returns
// six times what the triangle adds to the volume.
LANE_FN double gas_triangle(const taut_work* w, const taut_gas* gas, gas_place origin, int i)
{
    const taut_elements* surface = &w->surface;
    const int32_t* seats = surface->corner + 3 * (gas->first + i);
    gas_place a = gas_at(w, seats[0]);
    gas_place area =
        gas_cross(gas_apart(gas_at(w, seats[1]), a), gas_apart(gas_at(w, seats[2]), a));
    gas_place out = gas_apart(a, origin);
    taut_vec3 slope = {(float)(area.x / 6.0), (float)(area.y / 6.0), (float)(area.z / 6.0)};
    surface->push[gas->first + i] = slope;
    return out.x * area.x + out.y * area.y + out.z * area.z;
}

// What all places are counted from.
LANE_FN gas_place gas_origin(const taut_work* w, const taut_gas* gas)
{
    return gas_at(w, w->surface.corner[3 * gas->first]);
}

// Returns w |slope|^2.
LANE_FN double gas_seat(const taut_work* w, const taut_gas* gas, int seat)
{
    const taut_elements* surface = &w->surface;
    taut_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (int i = surface->first[seat]; i < surface->first[seat + 1]; ++i) {
        int triangle = surface->list[i];
        if (triangle >= gas->first && triangle - gas->first < gas->count) {
            sum = taut_vec3_add(sum, surface->push[triangle]);
        }
    }
    taut_rows_set(surface->slope, seat, sum);
    return (double)w->w[seat] * (double)taut_vec3_dot(sum, sum);
}

LANE_FN void gas_move_seat(const taut_work* w, int seat, double dl)
{
    taut_vec3 slope = taut_rows_get(w->surface.slope, seat);
    if (taut_vec3_dot(slope, slope) > 0.0f) {
        gas_press_seat(w, seat, slope, dl);
    }
}

// Loops -------------------------------------------------------------------------------------------

LANE_FN int gas_loop_seat(const taut_work* w, const taut_gas* gas, int i)
{
    const taut_blueprint* p = w->body->blueprint;
    int at = i < 0 ? gas->count - 1 : i < gas->count ? i : 0;
    return p->schedule.seating.seat_of[p->loop_particles[gas->first + at]];
}

// Twice the area between a piece and the first particle.
LANE_FN double gas_loop_piece(const taut_work* w, const taut_gas* gas, int i)
{
    gas_place origin = gas_at(w, gas_loop_seat(w, gas, 0));
    gas_place a = gas_apart(gas_at(w, gas_loop_seat(w, gas, i)), origin);
    gas_place b = gas_apart(gas_at(w, gas_loop_seat(w, gas, i + 1)), origin);
    return a.x * b.y - a.y * b.x;
}

// The slope is half of the way from the particle before to the one after, turned outwards. Returns
// w |slope|^2.
LANE_FN double gas_loop_particle(const taut_work* w, const taut_gas* gas, int i)
{
    int seat = gas_loop_seat(w, gas, i);
    gas_place way =
        gas_apart(gas_at(w, gas_loop_seat(w, gas, i + 1)), gas_at(w, gas_loop_seat(w, gas, i - 1)));
    taut_vec3 slope = {(float)(0.5 * way.y), (float)(-0.5 * way.x), 0.0f};
    taut_rows_set(w->surface.slope, seat, slope);
    return (double)w->w[seat] * (double)taut_vec3_dot(slope, slope);
}

LANE_FN void gas_move_loop(const taut_work* w, const taut_gas* gas, int i, double dl)
{
    int seat = gas_loop_seat(w, gas, i);
    gas_press_seat(w, seat, taut_rows_get(w->surface.slope, seat), dl);
}

// A substep ---------------------------------------------------------------------------------------

// A sweep has found the volume and how much particles give way. Returns by how much the multiplier
// grows; 0 where nothing is to be moved.
LANE_FN double gas_press(taut_body_gas_run* gas, double volume, double weight, double h, int sweep)
{
    gas->weight = weight;
    gas->predicted = sweep == 0 ? volume : gas->predicted;
    double before = sweep == 0 ? 0.0 : gas->lambda;
    if (!(gas->weight > 0.0)) {  // no particle can give way, or there is no surface
        gas->lambda = before;
        return 0.0;
    }
    gas->lambda = gas_lambda(gas, volume, h, sweep == 0);
    return gas->lambda - before;
}

// Positions stand as they will be: what the volume is now, less what the gas alone would have made
// of it, is what everything else did.
LANE_FN void gas_close(taut_body_gas_run* gas, double volume, double h, double inverse_h)
{
    double others = volume - gas->predicted - gas->weight * gas->lambda;
    gas->others = taut_gas_open(gas) ? 0.0 : others * inverse_h * inverse_h;
    gas->amount = gas_leak(gas, volume, h);
}
