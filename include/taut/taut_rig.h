// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Ragdolls: bones of particles and sticks, joints with limits, and poses to draw skins by.
///
/// A bone is a handful of particles, each linked to all others of it. A ball joint is one particle
/// that two bones share, a hinge two, on its axis. Limits are angles with play (taut_build.h).

#pragma once

#include "taut/taut_collide.h"
#include "taut/taut_make.h"

typedef struct taut_world taut_world;

/// Most bones of a ragdoll, and most particles of a bone, shared ones counted in each.
#define TAUT_RAGDOLL_MAX_BONES 32
#define TAUT_BONE_MAX_PARTICLES 12

typedef enum taut_joint_kind {
    TAUT_JOINT_BALL = 0,  ///< shoulder, hip, neck: swings within a cone, twists within a range
    TAUT_JOINT_HINGE,     ///< elbow, knee: turns about one axis within a range
    TAUT_JOINT_KIND_COUNT
} taut_joint_kind;

/// A bone as it lies in the pose that the ragdoll is made in. Angles in radians, from that pose.
typedef struct taut_bone_def {
    const char* name;       ///< kept, not copied; may be NULL
    int parent;             ///< number of a bone before it; -1 of the first, the root
    taut_vec3 start, end;   ///< start is the joint with the parent
    float mass;             ///< kg, > 0
    float radius;           ///< m, > 0: of the capsule it is, and half the length of a hinge's axis
    taut_joint_kind joint;  ///< with the parent; of no matter for the root
    /// HINGE: the axis, about which the bone turns right-handed by `least` to `most`. BALL: the
    /// middle of the cone. Zero (BALL): along the bone. Planar: HINGE along z or -z.
    taut_vec3 axis;
    float least, most;  ///< HINGE: -pi < least < most < pi
    float swing;        ///< BALL: half the angle of the cone, above 0; pi for no limit
    /// BALL: how far the bone may twist to either side, above 0; pi for no limit. Of a bone that
    /// ends in a hinge, how far that axis may turn away from where it is in the parent, by twisting
    /// or swinging.
    float twist;
    /// N m: dry friction of the joint with the parent. A joint that stands holds twice as much, one
    /// that turns slides against this much (about as much, within a third, of a BALL). 0 (default):
    /// as much as taut_ragdoll_def.joint_friction says; up to 1e9.
    float friction;
} taut_bone_def;

typedef struct taut_ragdoll_def {
    uint32_t stamp;
    const taut_bone_def* bones;
    int bone_count;       ///< 1 to TAUT_RAGDOLL_MAX_BONES
    taut_vec3 offset;     ///< added to all places; default 0
    float joint_damping;  ///< 1/s, how quickly turning in the joints fades; default 4
    /// Dry friction of joints, as a part of the torque that holds the bone, and all that hangs on
    /// it, out level on Earth: 0.1 (default) of a limp human, 1 of one that stays as he is put, 0
    /// for none. It keeps limbs from creeping; see taut_bone_def.friction.
    float joint_friction;
    /// For planar worlds: joints are single particles, hinges turn in the plane. Default false.
    bool planar;
} taut_ragdoll_def;

TAUT_API taut_ragdoll_def taut_ragdoll_def_default(void);

/// What became of a bone.
typedef struct taut_ragdoll_bone {
    int parent;
    int particles[TAUT_BONE_MAX_PARTICLES];  ///< those of the joint first
    int particle_count;
    int end_particle;   ///< at its end, or beside it on the axis of a hinge there
    int limit;          ///< number of the constraint that limits its swing or turn; -1 without
    int twist_limit;    ///< of the one that limits its twist; -1 without
    int frame[3];       ///< particles that its pose is taken from; the last -1 in a plane
    taut_vec3 rest[3];  ///< where these were made
    taut_vec3 start;    ///< as given
    float length;       ///< m, from start to end
    float radius;       ///< as given
} taut_ragdoll_bone;

/// Plain data that belongs to the caller: numbers of particles and constraints in the builder, and
/// so in every body of its blueprint.
typedef struct taut_ragdoll {
    taut_part part;
    int bone_count;
    taut_ragdoll_bone bones[TAUT_RAGDOLL_MAX_BONES];
} taut_ragdoll;

/// @param made receives what was made; untouched on failure; may not be NULL
TAUT_API taut_result taut_make_ragdoll(taut_builder* builder, const taut_ragdoll_def* def,
                                       taut_ragdoll* made);

/// The bones of a humanoid, by their numbers. Left is +x of one who faces +z. The joint of a bone
/// is the one with the bone above it: that of TAUT_HUMANOID_LEFT_SHIN is the left knee.
typedef enum taut_humanoid_bone {
    TAUT_HUMANOID_PELVIS = 0,
    TAUT_HUMANOID_SPINE,
    TAUT_HUMANOID_CHEST,
    TAUT_HUMANOID_HEAD,
    TAUT_HUMANOID_LEFT_UPPER_ARM,
    TAUT_HUMANOID_RIGHT_UPPER_ARM,
    TAUT_HUMANOID_LEFT_FOREARM,
    TAUT_HUMANOID_RIGHT_FOREARM,
    TAUT_HUMANOID_LEFT_HAND,
    TAUT_HUMANOID_RIGHT_HAND,
    TAUT_HUMANOID_LEFT_THIGH,
    TAUT_HUMANOID_RIGHT_THIGH,
    TAUT_HUMANOID_LEFT_SHIN,
    TAUT_HUMANOID_RIGHT_SHIN,
    TAUT_HUMANOID_LEFT_FOOT,
    TAUT_HUMANOID_RIGHT_FOOT,
    TAUT_HUMANOID_BONES  ///< how many there are
} taut_humanoid_bone;

/// The bones of a grown human who stands at the origin, faces +z and lets his arms hang a little
/// out. Lengths and masses as parts of height and mass after Winter, "Biomechanics and Motor
/// Control of Human Movement", 4th edition, figure 4.1 and table 4.1.
/// @param height m, 0.1 to 100
/// @param mass   kg, 0.1 to 1e6
/// @param bones  receives the bones, numbered as in taut_humanoid_bone
/// @return TAUT_ERROR_INVALID for a number out of range, or NULL
TAUT_API taut_result taut_humanoid_bones(float height, float mass,
                                         taut_bone_def bones[TAUT_HUMANOID_BONES]);

/// Whether two bones should collide with one another: not with themselves, not where one is the
/// other's parent, not where their capsules touch in the pose they are made in. False for numbers
/// out of range.
TAUT_API bool taut_ragdoll_bones_collide(const taut_ragdoll_def* def, int a, int b);

/// Where a bone is.
typedef struct taut_bone_pose {
    taut_vec3 position;  ///< of its start
    taut_quat rotation;  ///< from the pose it was made in
} taut_bone_pose;

/// Poses of all bones, from where the particles are now. No libm: the same bits everywhere.
/// @param out ragdoll->bone_count poses
TAUT_API taut_result taut_ragdoll_pose(taut_world* world, taut_body_id body,
                                       const taut_ragdoll* ragdoll, taut_bone_pose* out);
