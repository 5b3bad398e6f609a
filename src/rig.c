// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Poses of the bones of a ragdoll, from its particles.

#include <math.h>

#include "taut/taut_rig.h"
#include "world.h"

// Three unit vectors at right angles, and where they stand.
typedef struct frame {
    taut_vec3 at, u, v, w;
} frame;

static taut_vec3 unit(taut_vec3 a, taut_vec3 otherwise)
{
    float length = sqrtf(taut_vec3_dot(a, a));
    return length > 1e-12f ? taut_vec3_scale(a, 1.0f / length) : otherwise;
}

static frame frame_of(taut_vec3 joint, taut_vec3 end, taut_vec3 side, bool planar)
{
    frame f = {.at = joint};
    taut_vec3 x = {1.0f, 0.0f, 0.0f}, y = {0.0f, 1.0f, 0.0f}, z = {0.0f, 0.0f, 1.0f};
    f.u = unit(taut_vec3_sub(end, joint), y);
    if (planar) {
        f.w = z;
    } else {
        taut_vec3 normal = taut_vec3_cross(f.u, taut_vec3_sub(side, joint));
        f.w = unit(normal, unit(taut_vec3_cross(f.u, fabsf(f.u.x) < 0.9f ? x : y), z));
    }
    f.v = taut_vec3_cross(f.w, f.u);
    return f;
}

// The rotation that takes one frame to another is the sum of now (x) then over its axes.
static void rotation_of(const frame* then, const frame* now, float m[3][3])
{
    const taut_vec3 a[3] = {then->u, then->v, then->w}, b[3] = {now->u, now->v, now->w};
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            float sum = 0.0f;
            for (int k = 0; k < 3; ++k) {
                const float to[3] = {b[k].x, b[k].y, b[k].z};
                const float from[3] = {a[k].x, a[k].y, a[k].z};
                sum += to[row] * from[column];
            }
            m[row][column] = sum;
        }
    }
}

// Shepperd, "Quaternion from rotation matrix" (1978): by the largest of the four, so that nothing
// is divided by next to nothing.
static taut_quat quat_of(float m[3][3])
{
    float trace = m[0][0] + m[1][1] + m[2][2];
    float q[4];  // x, y, z, w
    int i = m[1][1] > m[0][0] ? 1 : 0;
    i = m[2][2] > m[i][i] ? 2 : i;
    if (trace > m[i][i]) {
        q[3] = 1.0f + trace;
        q[0] = m[2][1] - m[1][2];
        q[1] = m[0][2] - m[2][0];
        q[2] = m[1][0] - m[0][1];
    } else {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        q[i] = 1.0f + m[i][i] - m[j][j] - m[k][k];
        q[j] = m[j][i] + m[i][j];
        q[k] = m[k][i] + m[i][k];
        q[3] = m[k][j] - m[j][k];
    }
    float length = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    float scale = length > 0.0f ? (q[3] < 0.0f ? -1.0f : 1.0f) / length : 0.0f;
    return (taut_quat){q[0] * scale, q[1] * scale, q[2] * scale,
                       length > 0.0f ? q[3] * scale : 1.0f};
}

static taut_vec3 turned(float m[3][3], taut_vec3 a)
{
    return (taut_vec3){m[0][0] * a.x + m[0][1] * a.y + m[0][2] * a.z,
                       m[1][0] * a.x + m[1][1] * a.y + m[1][2] * a.z,
                       m[2][0] * a.x + m[2][1] * a.y + m[2][2] * a.z};
}

static taut_bone_pose pose_of(const taut_body* b, const taut_ragdoll_bone* bone)
{
    bool planar = bone->frame[2] < 0;
    taut_vec3 x[3] = {{0}};
    for (int i = 0; i < (planar ? 2 : 3); ++i) {
        x[i] = taut_vec3_of(b->x[bone->frame[i]]);
    }
    frame then = frame_of(bone->rest[0], bone->rest[1], bone->rest[2], planar);
    frame now = frame_of(x[0], x[1], x[2], planar);
    float m[3][3];
    rotation_of(&then, &now, m);
    taut_vec3 off = turned(m, taut_vec3_sub(bone->start, then.at));
    return (taut_bone_pose){taut_vec3_add(now.at, off), quat_of(m)};
}

static bool fits(const taut_body* b, const taut_ragdoll* ragdoll)
{
    bool fit = ragdoll->bone_count >= 0 && ragdoll->bone_count <= TAUT_RAGDOLL_MAX_BONES;
    for (int i = 0; fit && i < ragdoll->bone_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            int particle = ragdoll->bones[i].frame[k];
            fit = fit && particle < b->particle_count && (particle >= 0 || k == 2);
        }
    }
    return fit;
}

taut_result taut_ragdoll_pose(taut_world* world, taut_body_id body, const taut_ragdoll* ragdoll,
                              taut_bone_pose* out)
{
    const taut_body* b = taut_world_find_at(world, body, TAUT_STATE_ALL);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (ragdoll == NULL || out == NULL || !fits(b, ragdoll)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               ragdoll == NULL || out == NULL
                                   ? "ragdoll or out is NULL"
                                   : "the ragdoll has particles that the body has not");
    }
    for (int i = 0; i < ragdoll->bone_count; ++i) {
        out[i] = pose_of(b, &ragdoll->bones[i]);
    }
    return TAUT_OK;
}
