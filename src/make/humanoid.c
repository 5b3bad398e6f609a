// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The bones of a human. Winter, "Biomechanics and Motor Control of Human Movement", figure 4.1
// (lengths) and table 4.1 (masses); ranges of joints as textbooks of anatomy round them.

#include "make/make.h"
#include "taut/taut_rig.h"

#define DEGREES 0.017453292519943295

// The left one of a pair; the right one follows.
enum {
    UPPER_ARM = TAUT_HUMANOID_LEFT_UPPER_ARM,
    FOREARM = TAUT_HUMANOID_LEFT_FOREARM,
    HAND = TAUT_HUMANOID_LEFT_HAND,
    THIGH = TAUT_HUMANOID_LEFT_THIGH,
    SHIN = TAUT_HUMANOID_LEFT_SHIN,
    FOOT = TAUT_HUMANOID_LEFT_FOOT
};

typedef struct human {
    taut_bone_def* bones;
    double height, mass;
} human;

static taut_vec3 scaled(double x, double y, double z, double s)
{
    return (taut_vec3){(float)(x * s), (float)(y * s), (float)(z * s)};
}

static taut_vec3 along(taut_vec3 from, taut_make_vec way, double length)
{
    taut_make_vec at = vec_add(vec_from(from), way, length);
    return (taut_vec3){(float)at.x, (float)at.y, (float)at.z};
}

static taut_bone_def* bone(const human* h, int i, const char* name, int parent, double mass,
                           double radius)
{
    h->bones[i] = (taut_bone_def){.name = name,
                                  .parent = parent,
                                  .mass = (float)(mass * h->mass),
                                  .radius = (float)(radius * h->height)};
    return &h->bones[i];
}

static void set_ball(taut_bone_def* b, taut_vec3 axis, double swing, double twist)
{
    b->joint = TAUT_JOINT_BALL;
    b->axis = axis;
    b->swing = (float)(swing * DEGREES);
    b->twist = (float)(twist * DEGREES);
}

static void set_hinge(taut_bone_def* b, taut_make_vec axis, double least, double most)
{
    b->joint = TAUT_JOINT_HINGE;
    b->axis = (taut_vec3){(float)axis.x, (float)axis.y, (float)axis.z};
    b->least = (float)(least * DEGREES);
    b->most = (float)(most * DEGREES);
}

static void add_trunk(const human* h)
{
    static const struct {
        const char* name;
        double mass, radius, from, to, swing, twist;
    } parts[] = {
        {"pelvis", 0.142, 0.065, 0.505, 0.600, 0.0, 0.0},
        {"spine", 0.139, 0.062, 0.600, 0.690, 25.0, 20.0},
        {"chest", 0.216, 0.070, 0.690, 0.835, 25.0, 20.0},
        {"head", 0.081, 0.050, 0.835, 0.980, 40.0, 60.0},
    };
    taut_vec3 up = {0.0f, 1.0f, 0.0f};
    for (int i = 0; i < 4; ++i) {
        taut_bone_def* b = bone(h, i, parts[i].name, i - 1, parts[i].mass, parts[i].radius);
        b->start = scaled(0.0, parts[i].from, 0.0, h->height);
        b->end = scaled(0.0, parts[i].to, 0.0, h->height);
        if (i > 0) {
            set_ball(b, up, parts[i].swing, parts[i].twist);
        }
    }
}

// side: 1 left, -1 right.
static void add_arm(const human* h, int k, double side)
{
    taut_make_vec down = vec_unit((taut_make_vec){0.25 * side, -1.0, 0.0});
    taut_bone_def* upper = bone(h, UPPER_ARM + k, k == 0 ? "left upper arm" : "right upper arm",
                                TAUT_HUMANOID_CHEST, 0.028, 0.026);
    upper->start = scaled(0.105 * side, 0.805, 0.0, h->height);
    upper->end = along(upper->start, down, 0.186 * h->height);
    taut_make_vec out = vec_unit((taut_make_vec){0.75 * side, -0.45, 0.5});
    set_ball(upper, (taut_vec3){(float)out.x, (float)out.y, (float)out.z}, 90.0, 120.0);

    taut_bone_def* fore = bone(h, FOREARM + k, k == 0 ? "left forearm" : "right forearm",
                               UPPER_ARM + k, 0.016, 0.022);
    fore->start = upper->end;
    fore->end = along(fore->start, down, 0.146 * h->height);
    set_hinge(fore, vec_cross(down, (taut_make_vec){0.0, 0.0, 1.0}), -2.0, 145.0);

    taut_bone_def* hand =
        bone(h, HAND + k, k == 0 ? "left hand" : "right hand", FOREARM + k, 0.006, 0.018);
    hand->start = fore->end;
    hand->end = along(hand->start, down, 0.090 * h->height);
    set_hinge(hand, (taut_make_vec){0.0, 0.0, 1.0}, -70.0, 70.0);
}

static void add_leg(const human* h, int k, double side)
{
    double x = 0.052 * side;
    taut_bone_def* thigh = bone(h, THIGH + k, k == 0 ? "left thigh" : "right thigh",
                                TAUT_HUMANOID_PELVIS, 0.100, 0.042);
    thigh->start = scaled(x, 0.530, 0.0, h->height);
    thigh->end = scaled(x, 0.285, 0.0, h->height);
    taut_make_vec ahead = vec_unit((taut_make_vec){0.15 * side, -0.8, 0.6});
    set_ball(thigh, (taut_vec3){(float)ahead.x, (float)ahead.y, (float)ahead.z}, 62.0, 50.0);

    taut_bone_def* shin =
        bone(h, SHIN + k, k == 0 ? "left shin" : "right shin", THIGH + k, 0.0465, 0.030);
    shin->start = thigh->end;
    shin->end = scaled(x, 0.039, 0.0, h->height);
    set_hinge(shin, (taut_make_vec){1.0, 0.0, 0.0}, -2.0, 140.0);

    taut_bone_def* foot =
        bone(h, FOOT + k, k == 0 ? "left foot" : "right foot", SHIN + k, 0.0145, 0.020);
    foot->start = shin->end;
    foot->end = scaled(x + 0.015 * side, 0.015, 0.125, h->height);
    set_hinge(foot, (taut_make_vec){1.0, 0.0, 0.0}, -20.0, 45.0);
}

taut_result taut_humanoid_bones(float height, float mass, taut_bone_def bones[TAUT_HUMANOID_BONES])
{
    if (bones == NULL || !(height >= 0.1f && height <= 100.0f) || !(mass >= 0.1f && mass <= 1e6f)) {
        return TAUT_ERROR_INVALID;
    }
    human h = {.bones = bones, .height = (double)height, .mass = (double)mass};
    add_trunk(&h);
    for (int k = 0; k < 2; ++k) {
        double side = k == 0 ? 1.0 : -1.0;
        add_arm(&h, k, side);
        add_leg(&h, k, side);
    }
    return TAUT_OK;
}
