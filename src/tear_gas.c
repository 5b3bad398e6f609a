// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Gases whose skin opens.

#include <math.h>

#include "gas.h"
#include "tear.h"

// The volume that an open surface encloses means less and less, and so does a pressure by it: with
// a fiftieth of the surface open there is none any more.
#define OPEN_WIDE 0.02

static double way(const taut_blueprint* p, int a, int b)
{
    taut_vec3 d = taut_vec3_sub(taut_vec3_of(p->start[a]), taut_vec3_of(p->start[b]));
    return sqrt((double)taut_vec3_dot(d, d));
}

static double skin_of(const taut_blueprint* p, int gas)
{
    const taut_gas* g = &p->gases[gas];
    if (!g->loop) {
        return taut_gas_surface(p, gas);
    }
    const int32_t* loop = p->loop_particles + g->first;
    double sum = 0.0;
    for (int i = 0; i < g->count; ++i) {
        sum += way(p, loop[i], loop[i + 1 < g->count ? i + 1 : 0]);
    }
    return sum;
}

static void grow_hole(taut_body* b, int gas, double by)
{
    if (by > 0.0 && !taut_gas_open(&b->gases[gas])) {
        double hole = b->gases[gas].hole + by;
        double most = OPEN_WIDE * skin_of(b->blueprint, gas);
        b->gases[gas].hole = hole < most ? hole : (double)INFINITY;
    }
}

void taut_tear_open_triangle(taut_body* b, int triangle)
{
    const taut_blueprint* p = b->blueprint;
    int gas = p->gas_count > 0 ? taut_gas_of_triangle(p, triangle) : -1;
    if (gas < 0) {
        return;
    }
    const int32_t* at = p->triangles + 3 * triangle;
    taut_vec3 o = taut_vec3_of(p->start[at[0]]);
    taut_vec3 n = taut_vec3_cross(taut_vec3_sub(taut_vec3_of(p->start[at[1]]), o),
                                  taut_vec3_sub(taut_vec3_of(p->start[at[2]]), o));
    grow_hole(b, gas, 0.5 * sqrt((double)taut_vec3_dot(n, n)));
}

// As long as the pieces of loops from particle `one` to `other`, or to either side for -1.
static void open_loops(taut_body* b, int one, int other)
{
    const taut_blueprint* p = b->blueprint;
    for (int gas = 0; gas < p->gas_count; ++gas) {
        const taut_gas* g = &p->gases[gas];
        const int32_t* loop = p->loop_particles + g->first;
        double length = 0.0;
        for (int i = 0; g->loop && i < g->count; ++i) {
            int from = loop[i], to = loop[i + 1 < g->count ? i + 1 : 0];
            bool on = from == one && (to == other || other < 0);
            bool back = to == one && (from == other || other < 0);
            length += on || back ? way(p, from, to) : 0.0;
        }
        grow_hole(b, gas, length);
    }
}

void taut_tear_open_particle(taut_body* b, int particle)
{
    open_loops(b, particle, -1);
}

void taut_tear_open_link(taut_body* b, int one, int other)
{
    const taut_topology* t = b->topology;
    if (b->blueprint->gas_count == 0) {
        return;
    }
    for (int32_t c = t->corner_first[one]; c >= 0; c = t->corner_next[c]) {
        const int32_t* at = b->blueprint->triangles + (c - c % 3);
        if (at[(c + 1) % 3] == other || at[(c + 2) % 3] == other) {
            taut_tear_open_triangle(b, c / 3);
        }
    }
    open_loops(b, one, other);
}
