// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What holds a ragdoll together and its joints in their ranges: links, limits, damping, friction.

#include "make/ragdoll_joints.h"

#include "make/ragdoll_check.h"

// No stiffness to speak of: only its damping is wanted.
#define LIMP 1e9f

// 1/s: more than there are substeps in a second, so that a bone keeps no motion within itself. A
// light hand that carries a whole body would tremble otherwise.
#define BONE_RATE 1e4f

static int add_constraint(taut_ragdoll_making* r, taut_constraint_def def, const int* particles,
                          int count)
{
    int index = -1;
    for (int i = 0; i < count; ++i) {
        def.particles[i] = r->m.first_particle + particles[i];
    }
    if (maker_ok(&r->m)) {
        r->m.result = taut_builder_add_constraint(r->m.builder, &def, &index);
    }
    return index;
}

void taut_ragdoll_link(taut_ragdoll_making* r, int bone)
{
    const taut_ragdoll_bone* b = &r->out.bones[bone];
    for (int i = 1; i < b->particle_count; ++i) {
        for (int k = 0; k < i; ++k) {
            int pair[2] = {b->particles[k], b->particles[i]};
            bool parents = b->parent >= 0 && i < r->joint_count[bone];
            if (!parents) {
                taut_constraint_def link = taut_link(0, 1);
                link.damping_rate = BONE_RATE;
                (void)add_constraint(r, link, pair, 2);
            }
        }
    }
}

static bool is_of_joint(const taut_ragdoll_making* r, int bone, int particle)
{
    bool is = false;
    for (int i = 0; i < r->joint_count[bone]; ++i) {
        is = is || r->out.bones[bone].particles[i] == particle;
    }
    return is;
}

// The particle of `bone` that is farthest from a line and none of `child`'s joint.
static int farthest(const taut_ragdoll_making* r, int bone, int child, taut_make_vec start,
                    taut_make_vec way)
{
    const taut_ragdoll_bone* b = &r->out.bones[bone];
    int best = -1;
    double most = 0.0;
    for (int i = 0; i < b->particle_count; ++i) {
        double off = distance_to_line(r->at[b->particles[i]], start, way);
        if (!is_of_joint(r, child, b->particles[i]) && off > most) {
            best = b->particles[i];
            most = off;
        }
    }
    return best;
}

static taut_constraint_def angle_def(taut_constraint_kind kind, double rest, double play)
{
    taut_constraint_def def = taut_constraint_def_default(kind);
    def.rest_from_shape = false;
    def.rest = (float)rest;
    def.play = (float)play;
    return def;
}

// Friction ----------------------------------------------------------------------------------------

static bool hangs_on(const taut_ragdoll_making* r, int bone, int joint)
{
    while (bone > joint) {
        bone = r->def->bones[bone].parent;
    }
    return bone == joint;
}

// N m: as the bone says, or else so much of what it takes on Earth to hold the bone and all that
// hangs on it out level, each bone as far from the joint as it is in the pose they are made in.
static double friction_of(const taut_ragdoll_making* r, int bone)
{
    const taut_bone_def* bones = r->def->bones;
    if (bones[bone].friction > 0.0f) {
        return (double)bones[bone].friction;
    }
    double moment = 0.0;
    for (int i = bone; i < r->def->bone_count; ++i) {
        taut_make_vec middle = vec_add(vec_from(bones[i].start), vec_from(bones[i].end), 1.0);
        taut_make_vec way = vec_add(vec_from(bones[bone].start), middle, -0.5);
        moment += hangs_on(r, i, bone) ? (double)bones[i].mass * vec_length(way) : 0.0;
    }
    return (double)r->def->joint_friction * 9.81 * moment;
}

// Limits and damping ------------------------------------------------------------------------------

// An angle that resists changing, by damping and by friction. Lengths across a joint have nothing
// to say where it is straight, and nothing of a twist.
static void add_angle_damper(taut_ragdoll_making* r, taut_constraint_kind kind,
                             const int* particles, double friction)
{
    taut_constraint_def damper = angle_def(kind, 0.0, 0.0);
    damper.rest_from_shape = true;
    damper.friction = (float)friction;
    damper.compliance = damper.friction > 0.0f ? 0.0f : LIMP;
    damper.damping_rate = r->def->joint_damping;
    if (damper.damping_rate > 0.0f || damper.friction > 0.0f) {
        (void)add_constraint(r, damper, particles, 4);
    }
}

// Two triangles on the hinge's axis. Turning the child about it by an angle makes that between the
// triangles larger by as much.
static void add_hinge(taut_ragdoll_making* r, int bone)
{
    const taut_bone_def* def = &r->def->bones[bone];
    taut_ragdoll_bone* b = &r->out.bones[bone];
    taut_make_vec start = r->at[b->particles[0]], axis = minus(r->at[b->particles[1]], start);
    int p[4] = {b->particles[0], b->particles[1], farthest(r, b->parent, bone, start, axis),
                farthest(r, bone, bone, start, axis)};
    if (p[2] < 0 || p[3] < 0) {
        r->m.result = taut_builder_fail(r->m.builder, TAUT_ERROR_INVALID,
                                        "taut_ragdoll_def.bones[%d] turns about an axis along "
                                        "itself or its parent",
                                        bone);
        return;
    }
    taut_constraint_def hinge = taut_constraint_def_default(TAUT_CONSTRAINT_DIHEDRAL);
    for (int i = 0; i < 4; ++i) {
        hinge.particles[i] = r->m.first_particle + p[i];
    }
    float now = 0.0f;
    r->m.result = taut_builder_measure(r->m.builder, &hinge, &now);
    double middle = (double)now + 0.5 * ((double)def->least + (double)def->most);
    middle -= middle > TAUT_RAGDOLL_PI ? 2.0 * TAUT_RAGDOLL_PI : 0.0;
    middle += middle < -TAUT_RAGDOLL_PI ? 2.0 * TAUT_RAGDOLL_PI : 0.0;
    hinge =
        angle_def(TAUT_CONSTRAINT_DIHEDRAL, middle, 0.5 * ((double)def->most - (double)def->least));
    b->limit = add_constraint(r, hinge, p, 4);
    add_angle_damper(r, TAUT_CONSTRAINT_DIHEDRAL, p, friction_of(r, bone));
}

// The child of a bone that turns about a hinge at its end, -1 without.
static int hinge_at_end(const taut_ragdoll_making* r, int bone)
{
    for (int c = bone + 1; c < r->def->bone_count; ++c) {
        const taut_ragdoll_bone* child = &r->out.bones[c];
        if (child->parent == bone && is_hinge(r, c) &&
            child->particles[0] == r->out.bones[bone].end_particle) {
            return c;
        }
    }
    return -1;
}

// Where a bone ends in a hinge: the angle between its axis and what the parent has most nearly
// along it. Unlike an angle about the bone this one means something wherever the bone swings.
static bool add_twist_of_axis(taut_ragdoll_making* r, int bone)
{
    int child = hinge_at_end(r, bone);
    if (child < 0) {
        return false;
    }
    const taut_ragdoll_bone* parent = &r->out.bones[r->out.bones[bone].parent];
    const int* axis = r->out.bones[child].particles;
    taut_make_vec way = vec_unit(minus(r->at[axis[1]], r->at[axis[0]]));
    int best[2] = {-1, -1};
    double most = 0.0;
    for (int i = 0; i < parent->particle_count * parent->particle_count; ++i) {
        int a = parent->particles[i / parent->particle_count];
        int b = parent->particles[i % parent->particle_count];
        taut_make_vec d = minus(r->at[b], r->at[a]);
        double length = vec_length(d), along = vec_dot(d, way);
        if (length > 0.0 && along / length * sqrt(length) > most + 1e-9) {  // long ones rather
            best[0] = a;
            best[1] = b;
            most = along / length * sqrt(length);
        }
    }
    if (best[0] < 0) {
        return false;
    }
    int p[4] = {best[0], best[1], axis[0], axis[1]};
    double twist = (double)r->def->bones[bone].twist;
    r->out.bones[bone].twist_limit =
        add_constraint(r, angle_def(TAUT_CONSTRAINT_CONE, 0.0, twist), p, 4);
    add_angle_damper(r, TAUT_CONSTRAINT_CONE, p, friction_of(r, bone));
    return true;
}

// Else the angle about the bone between a particle beside it and one of the parent's.
static void add_twist(taut_ragdoll_making* r, int bone)
{
    if (add_twist_of_axis(r, bone)) {
        return;
    }
    taut_ragdoll_bone* b = &r->out.bones[bone];
    int joint = b->particles[0], end = b->end_particle;
    taut_make_vec way = minus(r->at[end], r->at[joint]);
    int p[4] = {joint, end, farthest(r, b->parent, bone, r->at[joint], way),
                farthest(r, bone, bone, r->at[joint], way)};
    bool found = p[2] >= 0 && p[3] >= 0 && p[2] != end && p[3] != end;
    if (found && maker_ok(&r->m)) {
        taut_constraint_def twist = taut_constraint_def_default(TAUT_CONSTRAINT_DIHEDRAL);
        twist.play = r->def->bones[bone].twist;
        b->twist_limit = add_constraint(r, twist, p, 4);
        add_angle_damper(r, TAUT_CONSTRAINT_DIHEDRAL, p, friction_of(r, bone));
    }
}

static void add_limits(taut_ragdoll_making* r, int bone)
{
    const taut_bone_def* def = &r->def->bones[bone];
    taut_ragdoll_bone* b = &r->out.bones[bone];
    if (is_hinge(r, bone)) {
        add_hinge(r, bone);
        return;
    }
    if (r->marker[bone] >= 0) {
        double half = def->joint == TAUT_JOINT_HINGE
                          ? 0.5 * ((double)def->most - (double)def->least)
                          : (double)def->swing;
        int p[3] = {r->marker[bone], b->particles[0], b->end_particle};
        b->limit = add_constraint(r, angle_def(TAUT_CONSTRAINT_ANGLE, 0.0, half), p, 3);
    }
    if (!r->def->planar && (double)def->twist < TAUT_RAGDOLL_PI) {
        add_twist(r, bone);
    }
}

// Lengths across a joint that resist changing, not being changed: between the end of the bone and
// what the parent has around the joint.
static void add_dampers(taut_ragdoll_making* r, int bone)
{
    const taut_ragdoll_bone* b = &r->out.bones[bone];
    const taut_ragdoll_bone* parent = &r->out.bones[b->parent];
    int count = 0;
    for (int i = 0; i < parent->particle_count && count < 3; ++i) {
        int pair[2] = {parent->particles[i], b->end_particle};
        if (!is_of_joint(r, bone, pair[0]) && pair[0] != pair[1]) {
            taut_constraint_def damper = taut_link(0, 1);
            damper.compliance = LIMP;
            damper.damping_rate = r->def->joint_damping;
            damper.family = TAUT_FAMILY_OTHER;
            (void)add_constraint(r, damper, pair, 2);
            ++count;
        }
    }
}

// Three segments of the parent, as long and as much across one another as there are: two particles
// each, none of the joint's. How many there are.
static int choose_segments(const taut_ragdoll_making* r, int bone, int segments[3][2])
{
    const taut_ragdoll_bone* b = &r->out.bones[bone];
    const taut_ragdoll_bone* parent = &r->out.bones[b->parent];
    taut_make_vec u[3] = {{0.0, 0.0, 0.0}};
    int count = 0;
    for (bool found = true; found && count < 3; count += found) {
        double most = 1e-3;
        found = false;
        for (int i = 0; i < parent->particle_count * parent->particle_count; ++i) {
            int p = parent->particles[i / parent->particle_count];
            int q = parent->particles[i % parent->particle_count];
            taut_make_vec d = minus(r->at[q], r->at[p]);
            double size = count == 0   ? vec_length(d)
                          : count == 1 ? vec_length(vec_cross(d, u[0]))
                                       : fabs(vec_dot(d, vec_unit(vec_cross(u[0], u[1]))));
            bool apart = p < q && !is_of_joint(r, bone, p) && !is_of_joint(r, bone, q);
            if (apart && p != b->end_particle && q != b->end_particle &&
                size > most * (1.0 + 1e-9)) {
                most = size;
                segments[count][0] = p;
                segments[count][1] = q;
                u[count] = vec_unit(d);
                found = true;
            }
        }
    }
    return count;
}

// Holds the angles between the bone and segments of the parent. There are more of them than ways to
// swing: together they hold about as much as one should.
static void add_swing_friction(taut_ragdoll_making* r, int bone)
{
    double torque = friction_of(r, bone);
    int segments[3][2];
    int count = torque > 0.0 ? choose_segments(r, bone, segments) : 0;
    const taut_ragdoll_bone* b = &r->out.bones[bone];
    for (int i = 0; i < count; ++i) {
        taut_constraint_def rub = taut_constraint_def_default(TAUT_CONSTRAINT_CONE);
        rub.friction = (float)(count == 3 ? torque * 2.0 / 3.0 : torque);
        int p[4] = {segments[i][0], segments[i][1], b->particles[0], b->end_particle};
        (void)add_constraint(r, rub, p, 4);
    }
}

// In a plane: a joint is a particle, and one angle is all there is.
static void add_planar_friction(taut_ragdoll_making* r, int bone)
{
    const taut_ragdoll_bone* b = &r->out.bones[bone];
    const taut_ragdoll_bone* parent = &r->out.bones[b->parent];
    double torque = friction_of(r, bone);
    for (int i = 0; i < parent->particle_count && torque > 0.0; ++i) {
        if (!is_of_joint(r, bone, parent->particles[i]) &&
            parent->particles[i] != b->end_particle) {
            taut_constraint_def rub = taut_constraint_def_default(TAUT_CONSTRAINT_ANGLE);
            rub.friction = (float)torque;
            int p[3] = {parent->particles[i], b->particles[0], b->end_particle};
            (void)add_constraint(r, rub, p, 3);
            return;
        }
    }
}

void taut_ragdoll_join(taut_ragdoll_making* r, int bone)
{
    add_limits(r, bone);
    if (r->def->joint_damping > 0.0f && !is_hinge(r, bone)) {
        add_dampers(r, bone);
    }
    if (r->def->planar) {
        add_planar_friction(r, bone);
    } else if (!is_hinge(r, bone)) {
        add_swing_friction(r, bone);
    }
}
