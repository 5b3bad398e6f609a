// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Where a collider is and how it is turned.

#pragma once

#include <math.h>

#include "base/alloc.h"
#include "math/scalar.h"
#include "taut/taut_collide.h"

// A rotation as the rows of a matrix: dearer to make than a quaternion, cheaper to use often.
typedef struct taut_pose {
    taut_vec3 at;
    taut_vec3 row[3];
} taut_pose;

TAUT_INLINE float taut_vec3_length(taut_vec3 a)
{
    return sqrtf(taut_vec3_dot(a, a));
}

// a + s b
TAUT_INLINE taut_vec3 taut_vec3_madd(taut_vec3 a, float s, taut_vec3 b)
{
    return (taut_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

TAUT_INLINE taut_pose taut_pose_make(taut_vec3 at, taut_quat q)
{
    float xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    float xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    float wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return (taut_pose){
        .at = at,
        .row = {{1.0f - 2.0f * (yy + zz), 2.0f * (xy - wz), 2.0f * (xz + wy)},
                {2.0f * (xy + wz), 1.0f - 2.0f * (xx + zz), 2.0f * (yz - wx)},
                {2.0f * (xz - wy), 2.0f * (yz + wx), 1.0f - 2.0f * (xx + yy)}},
    };
}

// A direction from the frame of the pose to the world's, and back.
TAUT_INLINE taut_vec3 taut_pose_turn(const taut_pose* p, taut_vec3 v)
{
    return (taut_vec3){taut_vec3_dot(p->row[0], v), taut_vec3_dot(p->row[1], v),
                       taut_vec3_dot(p->row[2], v)};
}

TAUT_INLINE taut_vec3 taut_pose_unturn(const taut_pose* p, taut_vec3 v)
{
    return (taut_vec3){p->row[0].x * v.x + p->row[1].x * v.y + p->row[2].x * v.z,
                       p->row[0].y * v.x + p->row[1].y * v.y + p->row[2].y * v.z,
                       p->row[0].z * v.x + p->row[1].z * v.y + p->row[2].z * v.z};
}

TAUT_INLINE taut_vec3 taut_pose_out(const taut_pose* p, taut_vec3 x)
{
    return taut_vec3_add(p->at, taut_pose_turn(p, x));
}

TAUT_INLINE taut_vec3 taut_pose_in(const taut_pose* p, taut_vec3 x)
{
    return taut_pose_unturn(p, taut_vec3_sub(x, p->at));
}

// q at unit length; no rotation where it has none.
TAUT_INLINE taut_quat taut_quat_unit(taut_quat q)
{
    float length = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(length > 0.0f) || !isfinite(length)) {
        return (taut_quat){0.0f, 0.0f, 0.0f, 1.0f};
    }
    return (taut_quat){q.x / length, q.y / length, q.z / length, q.w / length};
}

// From a to b, the shorter way: along the chord, brought back to unit length. Exactly b at t = 1.
TAUT_INLINE taut_quat taut_quat_blend(taut_quat a, taut_quat b, float t)
{
    if (t >= 1.0f) {
        return b;
    }
    float dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    float u = dot < 0.0f ? -t : t;
    float s = 1.0f - t;
    return taut_quat_unit(
        (taut_quat){s * a.x + u * b.x, s * a.y + u * b.y, s * a.z + u * b.z, s * a.w + u * b.w});
}

TAUT_INLINE taut_vec3 taut_vec3_blend(taut_vec3 a, taut_vec3 b, float t)
{
    return t >= 1.0f ? b : taut_vec3_madd(a, t, taut_vec3_sub(b, a));
}
