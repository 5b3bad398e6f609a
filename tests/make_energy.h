// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// For the tests of cloths: the energy that the constraints in a builder would store under a given
// deformation of the cloth. Cloths lie in the xz plane.

#pragma once

#include "builder.h"
#include "taut/taut_make.h"
#include "test.h"

#include <math.h>

// A value computed in double and handed over as one float is off by half a unit in the last place,
// 6e-8 of it. Energies take a rest length squared and a compliance: three such errors.
#define ROUNDED 1e-7
#define ENERGY_ROUNDED 3e-7

static inline taut_builder* new_builder(void)
{
    taut_builder* builder = NULL;
    CHECK(taut_builder_create(NULL, &builder, NULL) == TAUT_OK);
    return builder;
}

static inline taut_vec3 at(const taut_builder* builder, int i)
{
    return taut_builder_position(builder, i);
}

static inline int count_family(const taut_builder* builder, taut_family family)
{
    int count = 0;
    for (int i = 0; i < builder->constraint_count; ++i) {
        count += builder->constraints[i].family == family;
    }
    return count;
}

// What the links of a cloth in the xz plane store under a small strain: each grows by its part of
// it along its own direction.
static inline double stretch_energy(const taut_builder* builder, double ex, double ez, double shear)
{
    double energy = 0.0;
    for (int i = 0; i < builder->constraint_count; ++i) {
        const taut_built_constraint* c = &builder->constraints[i];
        if (c->kind == TAUT_CONSTRAINT_DISTANCE) {
            taut_vec3 a = at(builder, c->particles[0]);
            taut_vec3 b = at(builder, c->particles[1]);
            double x = (double)b.x - (double)a.x;
            double z = (double)b.z - (double)a.z;
            double growth = (ex * x * x + ez * z * z + shear * x * z) / (double)c->rest;
            energy += 0.5 * growth * growth / (double)c->compliance;
        }
    }
    return energy;
}

typedef struct taut_test_point {
    double x, y, z;
} taut_test_point;

// A point of the xz plane on a cylinder of small curvature q whose axis is across (u, v).
static inline taut_test_point bent(const taut_builder* builder, int i, const double u[2], double q)
{
    double x = (double)at(builder, i).x;
    double z = (double)at(builder, i).z;
    double along = u[0] * x + u[1] * z;
    return (taut_test_point){x, 0.5 * q * along * along, z};
}

static inline taut_test_point minus(taut_test_point a, taut_test_point b)
{
    return (taut_test_point){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline taut_test_point cross(taut_test_point a, taut_test_point b)
{
    return (taut_test_point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double length(taut_test_point a)
{
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

// What the hinges store on such a cylinder.
static inline double bend_energy(const taut_builder* builder, const double u[2], double q)
{
    double energy = 0.0;
    for (int i = 0; i < builder->constraint_count; ++i) {
        const taut_built_constraint* c = &builder->constraints[i];
        if (c->kind == TAUT_CONSTRAINT_DIHEDRAL) {
            taut_test_point p[4];
            for (int k = 0; k < 4; ++k) {
                p[k] = bent(builder, c->particles[k], u, q);
            }
            taut_test_point edge = minus(p[1], p[0]);
            taut_test_point m = cross(edge, minus(p[2], p[0]));
            taut_test_point n = cross(minus(p[3], p[0]), edge);
            double fold = asin(length(cross(m, n)) / (length(m) * length(n)));
            energy += 0.5 * fold * fold / (double)c->compliance;
        }
    }
    return energy;
}

// Each hinge must lie between two triangles of the cloth: one runs along its edge towards its first
// far corner, the other back towards its second.
static inline bool has_triangle(const taut_builder* builder, int a, int b, int c)
{
    for (int i = 0; i < builder->triangle_count; ++i) {
        const int32_t* t = builder->triangles[i].corner;
        for (int k = 0; k < 3; ++k) {
            if (t[k] == a && t[(k + 1) % 3] == b && t[(k + 2) % 3] == c) {
                return true;
            }
        }
    }
    return false;
}

static inline void check_hinges(const taut_builder* builder, int expected)
{
    int count = 0;
    for (int i = 0; i < builder->constraint_count; ++i) {
        const taut_built_constraint* c = &builder->constraints[i];
        if (c->kind == TAUT_CONSTRAINT_DIHEDRAL) {
            const int32_t* p = c->particles;
            CHECK(has_triangle(builder, p[0], p[1], p[2]));
            CHECK(has_triangle(builder, p[1], p[0], p[3]));
            CHECK_EQ_INT(c->family, TAUT_FAMILY_BEND);
            ++count;
        }
    }
    CHECK_EQ_INT(count, expected);
}
