// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "make/ragdoll_check.h"

static void fail_bone(taut_maker* m, int bone, const char* field, double value, const char* rule)
{
    if (maker_ok(m)) {
        m->result = taut_builder_fail(m->builder, TAUT_ERROR_INVALID,
                                      "taut_ragdoll_def.bones[%d].%s is %g; it must %s", bone,
                                      field, value, rule);
    }
}

static void check_bone_number(taut_maker* m, int bone, const char* field, float value)
{
    if (!(value > 0.0f && isfinite(value))) {
        fail_bone(m, bone, field, (double)value, "be > 0 and finite");
    }
}

static bool within(float value, double least, double most)
{
    return (double)value > least && (double)value < most;
}

static void check_hinge(taut_maker* m, const taut_bone_def* b, int i, bool planar)
{
    double length = taut_vec3_finite(b->axis) ? vec_length(vec_from(b->axis)) : 0.0;
    if (!(length > 0.0)) {
        fail_bone(m, i, "axis", length, "be finite and not zero: a hinge needs one");
    }
    if (planar && (b->axis.x != 0.0f || b->axis.y != 0.0f)) {
        fail_bone(m, i, "axis", length, "be along z in a plane");
    }
    if (!within(b->least, -TAUT_RAGDOLL_PI, TAUT_RAGDOLL_PI)) {
        fail_bone(m, i, "least", (double)b->least, "lie between -pi and pi");
    }
    if (!within(b->most, (double)b->least, TAUT_RAGDOLL_PI)) {
        fail_bone(m, i, "most", (double)b->most, "lie between least and pi");
    }
}

static void check_ball(taut_maker* m, const taut_bone_def* b, int i)
{
    if (!taut_vec3_finite(b->axis)) {
        fail_bone(m, i, "axis.x", (double)b->axis.x, "be finite");
    }
    if (!within(b->swing, 0.0, 4.0)) {
        fail_bone(m, i, "swing", (double)b->swing, "lie above 0, up to pi");
    }
    if (!within(b->twist, 0.0, 4.0)) {
        fail_bone(m, i, "twist", (double)b->twist, "lie above 0, up to pi");
    }
}

static void check_joint(taut_maker* m, const taut_ragdoll_def* def, int i)
{
    const taut_bone_def* b = &def->bones[i];
    if (b->parent < 0 || b->parent >= i) {
        fail_bone(m, i, "parent", b->parent, "be the number of a bone before it");
    }
    if ((int)b->joint < 0 || b->joint >= TAUT_JOINT_KIND_COUNT) {
        fail_bone(m, i, "joint", (int)b->joint, "be a taut_joint_kind");
    } else if (b->joint == TAUT_JOINT_HINGE) {
        check_hinge(m, b, i, def->planar);
    } else {
        check_ball(m, b, i);
    }
}

static void check_bone(taut_maker* m, const taut_ragdoll_def* def, int i)
{
    const taut_bone_def* b = &def->bones[i];
    check_bone_number(m, i, "mass", b->mass);
    check_bone_number(m, i, "radius", b->radius);
    if (!(b->friction >= 0.0f && b->friction <= 1e9f)) {
        fail_bone(m, i, "friction", (double)b->friction, "lie in 0..1e9");
    }
    if (!taut_vec3_finite(b->start) || !taut_vec3_finite(b->end)) {
        fail_bone(m, i, "start.x", (double)b->start.x, "be finite, and so all of start and end");
        return;
    }
    taut_make_vec way = vec_add(vec_from(b->end), vec_from(b->start), -1.0);
    if (!(vec_length(way) >= 1e-3)) {
        fail_bone(m, i, "end", vec_length(way), "be 1 mm from start at least");
    }
    if (def->planar && (b->start.z != 0.0f || b->end.z != 0.0f)) {
        fail_bone(m, i, "start.z", (double)b->start.z, "be 0 in a plane, and so end.z");
    }
    if (i == 0 && b->parent != -1) {
        fail_bone(m, i, "parent", b->parent, "be -1: the first bone is the root");
    }
    if (i > 0 && maker_ok(m)) {
        check_joint(m, def, i);
    }
}

void taut_ragdoll_check(taut_maker* m, const taut_ragdoll_def* def)
{
    check_stamp(m, def->stamp, TAUT_STAMP(taut_ragdoll_def));
    check_int(m, "bone_count", def->bone_count, 1, TAUT_RAGDOLL_MAX_BONES);
    check_pointer(m, "bones", def->bones);
    check_finite(m, "offset", def->offset);
    check_not_negative(m, "joint_damping", def->joint_damping);
    check_not_negative(m, "joint_friction", def->joint_friction);
    for (int i = 0; maker_ok(m) && i < def->bone_count; ++i) {
        check_bone(m, def, i);
    }
}

// Series for an eighth of the angle, doubled three times.
taut_make_vec taut_ragdoll_turn(taut_make_vec v, double angle)
{
    double x = angle / 8.0, s = 0.0, c = 0.0, term = 1.0;
    for (int i = 0; i < 20; i += 2) {
        c += term;
        term *= x / (i + 1);
        s += term;
        term *= -x / (i + 2);
    }
    for (int i = 0; i < 3; ++i) {
        double twice = 2.0 * s * c;
        c = c * c - s * s;
        s = twice;
    }
    return (taut_make_vec){c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}

// Collisions --------------------------------------------------------------------------------------

static double clamp01(double t)
{
    return t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
}

// Nearest points of two segments: Ericson, "Real-Time Collision Detection", section 5.1.9.
static double segment_distance(const taut_bone_def* p, const taut_bone_def* q)
{
    taut_make_vec a = vec_from(p->start), b = vec_from(q->start);
    taut_make_vec u = vec_add(vec_from(p->end), a, -1.0), v = vec_add(vec_from(q->end), b, -1.0);
    taut_make_vec w = vec_add(a, b, -1.0);
    double uu = vec_dot(u, u), vv = vec_dot(v, v), uv = vec_dot(u, v);
    double uw = vec_dot(u, w), vw = vec_dot(v, w);
    double denominator = uu * vv - uv * uv;
    double s = denominator > 1e-12 * uu * vv ? clamp01((uv * vw - uw * vv) / denominator) : 0.0;
    double t = (uv * s + vw) / vv;
    if (t < 0.0 || t > 1.0) {
        t = clamp01(t);
        s = clamp01((uv * t - uw) / uu);
    }
    taut_make_vec off = vec_add(vec_add(w, u, s), v, -t);
    return vec_length(off);
}

bool taut_ragdoll_bones_collide(const taut_ragdoll_def* def, int a, int b)
{
    if (def == NULL || def->bones == NULL || a < 0 || b < 0 || a >= def->bone_count ||
        b >= def->bone_count || a == b) {
        return false;
    }
    const taut_bone_def *p = &def->bones[a], *q = &def->bones[b];
    bool family = p->parent == b || q->parent == a;
    return !family && segment_distance(p, q) > (double)p->radius + (double)q->radius;
}
