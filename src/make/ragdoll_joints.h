// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A ragdoll while it is made (ragdoll.c), and what its joints are made of (ragdoll_joints.c).

#pragma once

#include "make/make.h"
#include "taut/taut_rig.h"

#define TAUT_RAGDOLL_MOST (TAUT_RAGDOLL_MAX_BONES * TAUT_BONE_MAX_PARTICLES)

typedef struct taut_ragdoll_making {
    taut_maker m;
    const taut_ragdoll_def* def;
    taut_ragdoll out;  // particles counted from 0 while it is made
    int joint_count[TAUT_RAGDOLL_MAX_BONES];
    int marker[TAUT_RAGDOLL_MAX_BONES];  // of the parent, behind the joint: from it the cone opens
    int count;
    taut_make_vec at[TAUT_RAGDOLL_MOST];
    double mass[TAUT_RAGDOLL_MOST];
} taut_ragdoll_making;

static inline taut_make_vec minus(taut_make_vec a, taut_make_vec b)
{
    return vec_add(a, b, -1.0);
}

static inline bool is_hinge(const taut_ragdoll_making* r, int bone)
{
    return r->def->bones[bone].joint == TAUT_JOINT_HINGE && !r->def->planar;
}

static inline double distance_to_line(taut_make_vec at, taut_make_vec start, taut_make_vec way)
{
    return vec_length(vec_cross(minus(at, start), vec_unit(way)));
}

// Links the particles of a bone, all with all.
void taut_ragdoll_link(taut_ragdoll_making* r, int bone);

// The joint of a bone with its parent: limits, damping, friction.
void taut_ragdoll_join(taut_ragdoll_making* r, int bone);
