// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Vectors and symmetric matrices in space, in double precision.

#pragma once

#include <math.h>

#include "math/scalar.h"

typedef struct taut_dvec {
    double x, y, z;
} taut_dvec;

typedef struct taut_sym3 {
    double xx, xy, xz, yy, yz, zz;
} taut_sym3;

TAUT_INLINE taut_dvec taut_dvec_of(taut_vec3 v)
{
    return (taut_dvec){(double)v.x, (double)v.y, (double)v.z};
}

TAUT_INLINE taut_vec3 taut_dvec_round(taut_dvec v)
{
    return (taut_vec3){(float)v.x, (float)v.y, (float)v.z};
}

TAUT_INLINE taut_dvec taut_dvec_add(taut_dvec a, taut_dvec b)
{
    return (taut_dvec){a.x + b.x, a.y + b.y, a.z + b.z};
}

TAUT_INLINE taut_dvec taut_dvec_sub(taut_dvec a, taut_dvec b)
{
    return (taut_dvec){a.x - b.x, a.y - b.y, a.z - b.z};
}

TAUT_INLINE taut_dvec taut_dvec_scale(taut_dvec a, double s)
{
    return (taut_dvec){a.x * s, a.y * s, a.z * s};
}

// a + s b
TAUT_INLINE taut_dvec taut_dvec_madd(taut_dvec a, double s, taut_dvec b)
{
    return (taut_dvec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

TAUT_INLINE double taut_dvec_dot(taut_dvec a, taut_dvec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

TAUT_INLINE double taut_dvec_length(taut_dvec a)
{
    return sqrt(taut_dvec_dot(a, a));
}

TAUT_INLINE taut_sym3 taut_sym3_add(taut_sym3 a, taut_sym3 b)
{
    return (taut_sym3){a.xx + b.xx, a.xy + b.xy, a.xz + b.xz,
                       a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}

// along n n^T + across (I - n n^T)
TAUT_INLINE taut_sym3 taut_sym3_axial(taut_dvec n, double along, double across)
{
    double t = along - across;
    return (taut_sym3){across + t * n.x * n.x, t * n.x * n.y, t * n.x * n.z,
                       across + t * n.y * n.y, t * n.y * n.z, across + t * n.z * n.z};
}

TAUT_INLINE taut_dvec taut_sym3_times(taut_sym3 a, taut_dvec v)
{
    return (taut_dvec){a.xx * v.x + a.xy * v.y + a.xz * v.z, a.xy * v.x + a.yy * v.y + a.yz * v.z,
                       a.xz * v.x + a.yz * v.y + a.zz * v.z};
}

// Of a positive definite one.
TAUT_INLINE taut_sym3 taut_sym3_inverse(taut_sym3 a)
{
    double xx = a.yy * a.zz - a.yz * a.yz;
    double xy = a.xz * a.yz - a.xy * a.zz;
    double xz = a.xy * a.yz - a.xz * a.yy;
    double inverse = 1.0 / (a.xx * xx + a.xy * xy + a.xz * xz);
    return (taut_sym3){xx * inverse,
                       xy * inverse,
                       xz * inverse,
                       (a.xx * a.zz - a.xz * a.xz) * inverse,
                       (a.xy * a.xz - a.xx * a.yz) * inverse,
                       (a.xx * a.yy - a.xy * a.xy) * inverse};
}

TAUT_INLINE taut_sym3 taut_sym3_scale(taut_sym3 a, double s)
{
    return (taut_sym3){a.xx * s, a.xy * s, a.xz * s, a.yy * s, a.yz * s, a.zz * s};
}

// Of a positive definite one that is far harder some ways than others: by Cholesky's factors, whose
// rounding grows with that, where cofactors' grows with its square.
TAUT_INLINE taut_sym3 taut_sym3_inverse_hard(taut_sym3 a)
{
    double l0 = sqrt(a.xx), i0 = 1.0 / l0;
    double l10 = a.xy * i0, l20 = a.xz * i0;
    double i1 = 1.0 / sqrt(a.yy - l10 * l10);
    double l21 = (a.yz - l20 * l10) * i1;
    double i2 = 1.0 / sqrt(a.zz - l20 * l20 - l21 * l21);
    double m10 = -l10 * i0 * i1;  // the inverse of the factor
    double m21 = -l21 * i1 * i2;
    double m20 = -(l20 * i0 + l21 * m10) * i2;
    return (taut_sym3){i0 * i0 + m10 * m10 + m20 * m20,
                       m10 * i1 + m20 * m21,
                       m20 * i2,
                       i1 * i1 + m21 * m21,
                       m21 * i2,
                       i2 * i2};
}

// a b a
TAUT_INLINE taut_sym3 taut_sym3_sandwich(taut_sym3 a, taut_sym3 b)
{
    taut_dvec x = taut_sym3_times(b, (taut_dvec){a.xx, a.xy, a.xz});
    taut_dvec y = taut_sym3_times(b, (taut_dvec){a.xy, a.yy, a.yz});
    taut_dvec z = taut_sym3_times(b, (taut_dvec){a.xz, a.yz, a.zz});
    x = taut_sym3_times(a, x);
    y = taut_sym3_times(a, y);
    z = taut_sym3_times(a, z);
    return (taut_sym3){x.x, y.x, z.x, y.y, z.y, z.z};
}
