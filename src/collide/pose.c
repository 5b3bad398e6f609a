// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "collide/pose.h"

#include "base/error.h"

taut_quat taut_quat_identity(void)
{
    return (taut_quat){0.0f, 0.0f, 0.0f, 1.0f};
}

// The half-way vector of two unit vectors: q = (from x half, from . half). Where they are opposite
// any axis across will do: the one furthest from the direction.
taut_quat taut_quat_between(taut_vec3 from, taut_vec3 to)
{
    float a = taut_vec3_length(from), b = taut_vec3_length(to);
    if (!(a > 0.0f) || !(b > 0.0f) || !isfinite(a) || !isfinite(b)) {
        return taut_quat_identity();
    }
    from = taut_vec3_scale(from, 1.0f / a);
    to = taut_vec3_scale(to, 1.0f / b);
    float cosine = taut_vec3_dot(from, to);
    if (cosine < -0.999999f) {
        taut_vec3 axis =
            fabsf(from.x) < 0.6f ? (taut_vec3){1.0f, 0.0f, 0.0f} : (taut_vec3){0.0f, 1.0f, 0.0f};
        axis = taut_vec3_cross(from, axis);
        return taut_quat_unit((taut_quat){axis.x, axis.y, axis.z, 0.0f});
    }
    taut_vec3 axis = taut_vec3_cross(from, to);
    return taut_quat_unit((taut_quat){axis.x, axis.y, axis.z, 1.0f + cosine});
}

taut_vec3 taut_quat_rotate(taut_quat rotation, taut_vec3 v)
{
    taut_pose p = taut_pose_make((taut_vec3){0.0f, 0.0f, 0.0f}, rotation);
    return taut_pose_turn(&p, v);
}
