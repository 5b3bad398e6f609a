// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A collider as the step sees it.

#pragma once

#include "base/realms.h"
#include "collide/shape.h"

// The coefficient of friction of what stands.
TAUT_INLINE float taut_surface_hold(const taut_surface* s)
{
    return s->static_friction > 0.0f ? s->static_friction : 1.25f * s->friction;
}

typedef struct taut_collider {
    uint32_t generation;
    bool used;
    bool planar;  // of a planar world: boxes reach through the plane
    taut_shape_kind kind;
    float radius, half_height;
    taut_vec3 half_size;
    const taut_shape* shape;
    taut_surface surface;
    taut_filter filter;
    uint32_t realm;

    taut_vec3 at;  // where it is, or was before the step under way
    taut_quat turn;
    bool moves;  // the caller's target is set
    taut_vec3 target_at;
    taut_quat target_turn;

    // Of the step under way:
    bool going;  // it ends elsewhere
    taut_vec3 end_at;
    taut_quat end_turn;
    taut_box bounds;  // of its sweep; infinite for planes
    float motion;     // no point of it moves farther

    double force[3], torque[3];  // sums of -lambda / h^2 over substeps
    taut_collider_load load;     // of the last step
} taut_collider;

typedef struct taut_collider_set {
    taut_collider* items;
    int count, capacity;
    int used;
    taut_realms realms;  // of all slots
} taut_collider_set;

// Where it is after the part t of the step.
TAUT_INLINE taut_pose taut_collider_pose(const taut_collider* c, float t)
{
    if (!c->going) {
        return taut_pose_make(c->at, c->turn);
    }
    return taut_pose_make(taut_vec3_blend(c->at, c->end_at, t),
                          taut_quat_blend(c->turn, c->end_turn, t));
}

// Fills in what concerns the step to come, which is one of `steps` until the target is reached; and
// moves on to its end.
void taut_collider_open(taut_collider* c, int steps);
void taut_collider_close(taut_collider* c);

// Of the shape around its place, turned any way.
float taut_collider_reach(const taut_collider* c);
