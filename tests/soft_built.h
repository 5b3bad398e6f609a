// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// For the tests of soft bodies: what a builder holds, weighed and measured.

#pragma once

#include "builder.h"
#include "support.h"
#include "test.h"

// Three floats went into each of them: rest, compliance and positions of a few metres.
#define ROUNDED 1e-6

typedef double taut_test_strain[3][3];

static inline void difference(const taut_builder* builder, int from, int to, double out[3])
{
    taut_vec3 a = taut_builder_position(builder, from);
    taut_vec3 b = taut_builder_position(builder, to);
    out[0] = (double)b.x - (double)a.x;
    out[1] = (double)b.y - (double)a.y;
    out[2] = (double)b.z - (double)a.z;
}

static inline double triple(const double a[3], const double b[3], const double c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

static inline double value_of(const taut_builder* builder, const taut_built_constraint* c)
{
    double e[3][3] = {{0}};
    for (int k = 1; k < 4 && c->particles[k] >= 0; ++k) {
        difference(builder, c->particles[0], c->particles[k], e[k - 1]);
    }
    if (c->kind == TAUT_CONSTRAINT_VOLUME) {
        return triple(e[0], e[1], e[2]) / 6.0;
    }
    if (c->kind == TAUT_CONSTRAINT_AREA) {
        return 0.5 * (e[0][0] * e[1][1] - e[0][1] * e[1][0]);  // with sign: counter-clockwise
    }
    return sqrt(e[0][0] * e[0][0] + e[0][1] * e[0][1] + e[0][2] * e[0][2]);
}

static inline double mass_of(const taut_builder* builder)
{
    double sum = 0.0;
    for (int i = 0; i < builder->particle_count; ++i) {
        sum += (double)builder->particles[i].mass;
    }
    return sum;
}

// Volume within the surface, by the divergence theorem: right only when all triangles face out.
static inline double enclosed(const taut_builder* builder)
{
    double sum = 0.0;
    for (int t = 0; t < builder->triangle_count; ++t) {
        double x[3][3];
        for (int k = 0; k < 3; ++k) {
            taut_vec3 p = taut_builder_position(builder, builder->triangles[t].corner[k]);
            x[k][0] = (double)p.x;
            x[k][1] = (double)p.y;
            x[k][2] = (double)p.z;
        }
        sum += triple(x[0], x[1], x[2]) / 6.0;
    }
    return sum;
}

static inline void check_rest_values(const taut_builder* builder)
{
    double worst = 0.0;
    for (int i = 0; i < builder->constraint_count; ++i) {
        const taut_built_constraint* c = &builder->constraints[i];
        double off = fabs(value_of(builder, c) / (double)c->rest - 1.0);
        worst = off > worst ? off : worst;
    }
    // Corners of volumes carry the rounding of positions; sides are a tenth of them and more.
    CHECK_MSG(worst <= 2e-5, "a rest value is off by %g of itself", worst);
}

static inline int count_kind(const taut_builder* builder, taut_constraint_kind kind)
{
    int count = 0;
    for (int i = 0; i < builder->constraint_count; ++i) {
        count += builder->constraints[i].kind == (uint8_t)kind;
    }
    return count;
}
