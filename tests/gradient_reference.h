// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The value of every constraint kind, in double and by another formula than the library's where
// there is one: what test_gradient.c compares with. A kind added to the list needs a function here.

#pragma once

#include <math.h>

typedef struct taut_double3 {
    double x, y, z;
} taut_double3;

static inline taut_double3 sub3(taut_double3 a, taut_double3 b)
{
    return (taut_double3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline taut_double3 add3(taut_double3 a, taut_double3 b)
{
    return (taut_double3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline taut_double3 scale3(taut_double3 a, double s)
{
    return (taut_double3){a.x * s, a.y * s, a.z * s};
}

static inline double dot3(taut_double3 a, taut_double3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline taut_double3 cross3(taut_double3 a, taut_double3 b)
{
    return (taut_double3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double length3(taut_double3 a)
{
    return sqrt(dot3(a, a));
}

// An angle brought into [-pi, pi].
static inline double wrap_angle(double angle)
{
    return remainder(angle, 2.0 * 3.14159265358979323846);
}

static inline double reference_distance(const taut_double3* x)
{
    return length3(sub3(x[0], x[1]));
}

static inline double reference_attach(const taut_double3* x)
{
    return length3(sub3(x[0], x[1]));
}

static inline double reference_tether(const taut_double3* x)
{
    return length3(sub3(x[0], x[1]));
}

// By the law of cosines: the inner angle at the corner is pi less the turn.
static inline double reference_angle(const taut_double3* x)
{
    double a = length3(sub3(x[1], x[0]));
    double b = length3(sub3(x[2], x[1]));
    double c = length3(sub3(x[2], x[0]));
    double inner = acos((a * a + b * b - c * c) / (2.0 * a * b));
    return 3.14159265358979323846 - inner;
}

// By cosines: fine where the segments are not near parallel.
static inline double reference_cone(const taut_double3* x)
{
    taut_double3 a = sub3(x[1], x[0]);
    taut_double3 b = sub3(x[3], x[2]);
    return acos(dot3(a, b) / (length3(a) * length3(b)));
}

// The probes' pulleys have a ratio of 2.
static inline double reference_pulley(const taut_double3* x)
{
    return length3(sub3(x[0], x[1])) + 2.0 * length3(sub3(x[1], x[2]));
}

// From the lengths of the triangle's sides.
static inline double reference_slide(const taut_double3* x)
{
    double a = length3(sub3(x[0], x[1]));
    double b = length3(sub3(x[2], x[1]));
    double c = length3(sub3(x[2], x[0]));
    return (a * a + b * b - c * c) / (2.0 * b);
}

// Heron's formula; fine for triangles that are not slender.
static inline double reference_area(const taut_double3* x)
{
    double a = length3(sub3(x[1], x[0]));
    double b = length3(sub3(x[2], x[1]));
    double c = length3(sub3(x[2], x[0]));
    double s = 0.5 * (a + b + c);
    return sqrt(s * (s - a) * (s - b) * (s - c));
}

// Seen along the edge: the angle from one far corner to the other, less the half turn that a flat
// pair has.
static inline double reference_dihedral(const taut_double3* x)
{
    taut_double3 edge = sub3(x[1], x[0]);
    taut_double3 along = scale3(edge, 1.0 / length3(edge));
    taut_double3 a = sub3(x[2], x[0]);
    taut_double3 b = sub3(x[3], x[0]);
    a = sub3(a, scale3(along, dot3(a, along)));
    b = sub3(b, scale3(along, dot3(b, along)));
    double opening = atan2(dot3(cross3(a, b), along), dot3(a, b));
    return wrap_angle(opening - 3.14159265358979323846);
}

// From the last corner instead of the first, which is an odd permutation.
static inline double reference_volume(const taut_double3* x)
{
    taut_double3 a = sub3(x[0], x[3]);
    taut_double3 b = sub3(x[1], x[3]);
    taut_double3 c = sub3(x[2], x[3]);
    return -dot3(a, cross3(b, c)) / 6.0;
}
