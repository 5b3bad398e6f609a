// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "query_shapes.h"

#include <math.h>

#include "math/double3.h"

// Nearest -----------------------------------------------------------------------------------------

// The part of the way from a to b where c is nearest.
static double part_of(const double a[3], const double b[3], const double c[3])
{
    double ab[3], ac[3];
    taut_double3_sub(b, a, ab);
    taut_double3_sub(c, a, ac);
    double length = taut_double3_dot(ab, ab);
    double t = length > 0.0 ? taut_double3_dot(ac, ab) / length : 0.0;
    return t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
}

// The weights of c's foot in the plane of a triangle, times its normal squared; false without area.
static bool foot(const taut_simplex* s, const double c[3], double w[3], double* size)
{
    double e1[3], e2[3], n[3], to[3], c1[3], c2[3];
    taut_double3_sub(s->x[1], s->x[0], e1);
    taut_double3_sub(s->x[2], s->x[0], e2);
    taut_double3_cross(e1, e2, n);
    taut_double3_sub(c, s->x[0], to);
    taut_double3_cross(to, e2, c1);
    taut_double3_cross(e1, to, c2);
    *size = taut_double3_dot(n, n);
    w[1] = taut_double3_dot(c1, n);
    w[2] = taut_double3_dot(c2, n);
    w[0] = *size - w[1] - w[2];
    return *size > 0.0;
}

static void nearest_on_sides(const taut_simplex* s, const double c[3], double weights[3])
{
    double best = (double)INFINITY;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        double t = part_of(s->x[i], s->x[j], c);
        double w[3] = {0.0, 0.0, 0.0};
        w[i] = 1.0 - t;
        w[j] = t;
        double p[3], off[3];
        taut_simplex_point(s, w, p);
        taut_double3_sub(c, p, off);
        double d = taut_double3_dot(off, off);
        if (d < best) {
            best = d;
            weights[0] = w[0];
            weights[1] = w[1];
            weights[2] = w[2];
        }
    }
}

void taut_simplex_nearest(const taut_simplex* s, const double c[3], double weights[3])
{
    weights[0] = 1.0;
    weights[1] = weights[2] = 0.0;
    if (s->count == 2) {
        weights[1] = part_of(s->x[0], s->x[1], c);
        weights[0] = 1.0 - weights[1];
    } else if (s->count == 3) {
        double w[3], size;
        if (foot(s, c, w, &size) && w[0] >= 0.0 && w[1] >= 0.0 && w[2] >= 0.0) {
            weights[1] = w[1] / size;
            weights[2] = w[2] / size;
            weights[0] = 1.0 - weights[1] - weights[2];
        } else {
            nearest_on_sides(s, c, weights);
        }
    }
}

// From the first corner, so that three corners in one place give it exactly.
void taut_simplex_point(const taut_simplex* s, const double weights[3], double out[3])
{
    for (int i = 0; i < 3; ++i) {
        out[i] = s->x[0][i];
        for (int k = 1; k < s->count; ++k) {
            // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): three at most
            out[i] += weights[k] * (s->x[k][i] - s->x[0][i]);
        }
    }
}

// Rays --------------------------------------------------------------------------------------------

// The first root of t^2 + 2 b t + c, for a start outside (c > 0).
static bool first_root(double b, double c, double* t)
{
    double square = b * b - c;
    if (!(b < 0.0) || !(square >= 0.0)) {
        return false;
    }
    *t = c / (-b + sqrt(square));  // without cancellation
    return true;
}

static void keep_first(double t, bool hit, bool* any, double* first)
{
    if (hit && (!*any || t < *first)) {
        *first = t;
        *any = true;
    }
}

static bool meet_ball(const double x[3], double r, const double o[3], const double d[3], double* t)
{
    double to[3];
    taut_double3_sub(o, x, to);
    return first_root(taut_double3_dot(to, d), taut_double3_dot(to, to) - r * r, t);
}

// The mantle of a cylinder: the quadratic of what lies across its axis.
static bool meet_mantle(const taut_simplex* s, int i, int j, double r, const double o[3],
                        const double d[3], double* t)
{
    double axis[3], to[3];
    taut_double3_sub(s->x[j], s->x[i], axis);
    taut_double3_sub(o, s->x[i], to);
    double length = taut_double3_dot(axis, axis);
    double along = length > 0.0 ? taut_double3_dot(d, axis) / length : 0.0;
    double offset = length > 0.0 ? taut_double3_dot(to, axis) / length : 0.0;
    double across[3], off[3];
    for (int k = 0; k < 3; ++k) {
        across[k] = d[k] - along * axis[k];
        off[k] = to[k] - offset * axis[k];
    }
    double a = taut_double3_dot(across, across);
    double c = taut_double3_dot(off, off) - r * r;
    if (!(length > 0.0) || !(a > 1e-24) || !(c > 0.0) ||
        !first_root(taut_double3_dot(off, across) / a, c / a, t)) {
        return false;
    }
    double at = offset + *t * along;
    return at >= 0.0 && at <= 1.0;
}

// The face of a triangle lifted by r towards o.
static bool meet_face(const taut_simplex* s, double r, const double o[3], const double d[3],
                      double* t)
{
    double e1[3], e2[3], n[3], to[3];
    taut_double3_sub(s->x[1], s->x[0], e1);
    taut_double3_sub(s->x[2], s->x[0], e2);
    taut_double3_cross(e1, e2, n);
    taut_double3_sub(o, s->x[0], to);
    double length = sqrt(taut_double3_dot(n, n));
    if (!(length > 0.0)) {
        return false;
    }
    double height = taut_double3_dot(to, n) / length;
    double fall = taut_double3_dot(d, n) / length;
    double above = height < 0.0 ? -height - r : height - r;
    double closing = height < 0.0 ? fall : -fall;
    if (!(closing > 0.0) || above < 0.0) {
        return false;
    }
    *t = above / closing;
    double at[3] = {o[0] + *t * d[0], o[1] + *t * d[1], o[2] + *t * d[2]};
    double w[3], size;
    return foot(s, at, w, &size) && w[0] >= 0.0 && w[1] >= 0.0 && w[2] >= 0.0;
}

// The ball around the first corner that holds the others; (a + b)^2 is at most 2 (a^2 + b^2).
bool taut_simplex_near(const taut_simplex* s, double r, const double o[3], const double d[3])
{
    double most = 0.0;
    for (int k = 1; k < s->count; ++k) {
        double side[3];
        taut_double3_sub(s->x[k], s->x[0], side);
        double length = taut_double3_dot(side, side);
        most = length > most ? length : most;
    }
    double to[3];
    taut_double3_sub(s->x[0], o, to);
    double along = taut_double3_dot(to, d);
    along = along > 0.0 ? along : 0.0;
    double off[3] = {to[0] - along * d[0], to[1] - along * d[1], to[2] - along * d[2]};
    return taut_double3_dot(off, off) <= 2.000001 * (most + r * r);
}

static bool begins_within(const taut_simplex* s, double r, const double o[3])
{
    double w[3], p[3], off[3];
    taut_simplex_nearest(s, o, w);
    taut_simplex_point(s, w, p);
    taut_double3_sub(o, p, off);
    return taut_double3_dot(off, off) <= r * r;
}

// A simplex with a rounding is the balls at its corners, the cylinders along its sides and, of a
// triangle, the two faces lifted by r; from outside, the first of these is what a ray meets.
bool taut_simplex_ray(const taut_simplex* s, double r, const double o[3], const double d[3],
                      double* distance)
{
    *distance = 0.0;
    if (!taut_simplex_near(s, r, o, d)) {
        return false;
    }
    if (begins_within(s, r, o)) {
        return true;
    }
    bool any = false;
    double t = 0.0;
    for (int i = 0; i < s->count && r > 0.0; ++i) {
        bool hit = meet_ball(s->x[i], r, o, d, &t);
        keep_first(t, hit, &any, distance);
        bool side = i + 1 < s->count || s->count == 3;
        hit = side && meet_mantle(s, i, (i + 1) % s->count, r, o, d, &t);
        keep_first(t, hit, &any, distance);
    }
    if (s->count == 3) {
        bool hit = meet_face(s, r, o, d, &t);
        keep_first(t, hit, &any, distance);
    }
    return any;
}
