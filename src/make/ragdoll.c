// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bones to particles, links and limits. A bone is made with its children's joints: they are places
// of its own. What its particles leave open (a stick has no twist, a flat bone can be folded) a
// further particle beside it closes.

#include "taut/taut_rig.h"

#include "make/make.h"
#include "make/ragdoll_check.h"

#define MOST_PARTICLES (TAUT_RAGDOLL_MAX_BONES * TAUT_BONE_MAX_PARTICLES)

// No stiffness to speak of: only its damping is wanted.
#define LIMP 1e9f

// 1/s: more than there are substeps in a second, so that a bone keeps no motion within itself. A
// light hand that carries a whole body would tremble otherwise.
#define BONE_RATE 1e4f

taut_ragdoll_def taut_ragdoll_def_default(void)
{
    return (taut_ragdoll_def){.stamp = TAUT_STAMP(taut_ragdoll_def), .joint_damping = 4.0f};
}

typedef struct ragdoll {
    taut_maker m;
    const taut_ragdoll_def* def;
    taut_ragdoll out;  // particles counted from 0 while it is made
    int joint_count[TAUT_RAGDOLL_MAX_BONES];
    int marker[TAUT_RAGDOLL_MAX_BONES];  // of the parent, behind the joint: from it the cone opens
    int count;
    taut_make_vec at[MOST_PARTICLES];
    double mass[MOST_PARTICLES];
} ragdoll;

// Particles ---------------------------------------------------------------------------------------

static taut_make_vec minus(taut_make_vec a, taut_make_vec b)
{
    return vec_add(a, b, -1.0);
}

static int new_particle(ragdoll* r, taut_make_vec at)
{
    r->at[r->count] = at;
    return r->count++;
}

static void add_to_bone(ragdoll* r, int bone, int particle)
{
    taut_ragdoll_bone* b = &r->out.bones[bone];
    for (int i = 0; i < b->particle_count; ++i) {
        if (b->particles[i] == particle) {
            return;
        }
    }
    if (b->particle_count == TAUT_BONE_MAX_PARTICLES) {
        if (maker_ok(&r->m)) {
            r->m.result = taut_builder_fail(r->m.builder, TAUT_ERROR_INVALID,
                                            "taut_ragdoll_def.bones[%d] would need more than %d "
                                            "particles: it has too many children",
                                            bone, TAUT_BONE_MAX_PARTICLES);
        }
        return;
    }
    b->particles[b->particle_count++] = particle;
}

// A particle of the bone at that place, or a new one.
static int particle_at(ragdoll* r, int bone, taut_make_vec at)
{
    const taut_ragdoll_bone* b = &r->out.bones[bone];
    for (int i = 0; i < b->particle_count; ++i) {
        if (vec_length(minus(r->at[b->particles[i]], at)) < 1e-5) {
            return b->particles[i];
        }
    }
    return new_particle(r, at);
}

static bool is_hinge(const ragdoll* r, int bone)
{
    return r->def->bones[bone].joint == TAUT_JOINT_HINGE && !r->def->planar;
}

// The joint of a child, as particles of both.
static void add_joint(ragdoll* r, int parent, int child)
{
    const taut_bone_def* def = &r->def->bones[child];
    taut_make_vec start = vec_from(def->start);
    int sides = is_hinge(r, child) ? 2 : 1;
    for (int i = 0; i < sides && maker_ok(&r->m); ++i) {
        taut_make_vec at = start;
        if (sides == 2) {
            double half = (double)def->radius * (i == 0 ? -1.0 : 1.0);
            at = vec_add(at, vec_unit(vec_from(def->axis)), half);
        }
        int particle = particle_at(r, parent, at);
        add_to_bone(r, parent, particle);
        add_to_bone(r, child, particle);
    }
    r->joint_count[child] = r->out.bones[child].particle_count;
}

// The middle of a child's cone; in a plane that of a hinge's range.
static taut_make_vec cone_axis(const ragdoll* r, int child)
{
    const taut_bone_def* def = &r->def->bones[child];
    taut_make_vec way = vec_unit(minus(vec_from(def->end), vec_from(def->start)));
    if (def->joint == TAUT_JOINT_HINGE) {
        double middle = 0.5 * ((double)def->least + (double)def->most);
        return taut_ragdoll_turn(way, def->axis.z < 0.0f ? -middle : middle);
    }
    taut_make_vec axis = vec_from(def->axis);
    return vec_length(axis) > 0.0 ? vec_unit(axis) : way;
}

// A particle of the parent from which the joint lies in the direction of the cone's axis.
static void add_marker(ragdoll* r, int parent, int child)
{
    const taut_bone_def* def = &r->def->bones[child];
    r->marker[child] = -1;
    if (is_hinge(r, child) ||
        (def->joint == TAUT_JOINT_BALL && (double)def->swing >= TAUT_RAGDOLL_PI)) {
        return;
    }
    taut_make_vec joint = vec_from(def->start), axis = cone_axis(r, child);
    const taut_ragdoll_bone* p = &r->out.bones[parent];
    for (int i = 0; i < p->particle_count; ++i) {
        taut_make_vec way = minus(joint, r->at[p->particles[i]]);
        double length = vec_length(way);
        if (length > 0.02 && vec_dot(way, axis) > 0.9998 * length) {
            r->marker[child] = p->particles[i];
            return;
        }
    }
    double back = 2.0 * (double)def->radius;
    r->marker[child] = new_particle(r, vec_add(joint, axis, -(back > 0.1 ? back : 0.1)));
    add_to_bone(r, parent, r->marker[child]);
}

static double distance_to_line(taut_make_vec at, taut_make_vec start, taut_make_vec way)
{
    return vec_length(vec_cross(minus(at, start), vec_unit(way)));
}

// The largest triangle and tetrahedron that a bone's particles make with its axis: whether they
// leave it free to twist or to fold.
static void measure_spread(const ragdoll* r, int bone, double* wide, double* deep)
{
    const taut_ragdoll_bone* b = &r->out.bones[bone];
    taut_make_vec start = vec_from(r->def->bones[bone].start);
    taut_make_vec way = minus(vec_from(r->def->bones[bone].end), start);
    taut_make_vec normal = {0.0, 0.0, 0.0};
    *wide = *deep = 0.0;
    for (int i = 0; i < b->particle_count; ++i) {
        double off = distance_to_line(r->at[b->particles[i]], start, way);
        if (off > *wide) {
            *wide = off;
            normal = vec_cross(way, minus(r->at[b->particles[i]], start));
        }
    }
    for (int i = 0; i<b->particle_count&& * wide> 0.0; ++i) {
        double off = fabs(vec_dot(minus(r->at[b->particles[i]], start), vec_unit(normal)));
        *deep = off > *deep ? off : *deep;
    }
}

// Beside the middle of the bone, to the front as far as that is possible.
static taut_make_vec beside(const ragdoll* r, int bone)
{
    const taut_bone_def* def = &r->def->bones[bone];
    taut_make_vec start = vec_from(def->start);
    taut_make_vec way = minus(vec_from(def->end), start);
    taut_make_vec unit = vec_unit(way);
    taut_make_vec front = {0.0, 0.0, 1.0};
    front = fabs(unit.z) > 0.7 ? (taut_make_vec){0.0, 1.0, 0.0} : front;
    if (r->def->planar) {
        front = (taut_make_vec){-unit.y, unit.x, 0.0};
    }
    taut_make_vec off = vec_unit(vec_add(front, unit, -vec_dot(front, unit)));
    return vec_add(vec_add(start, way, 0.5), off, (double)def->radius);
}

static void add_side(ragdoll* r, int bone)
{
    double wide, deep, least = 0.2 * (double)r->def->bones[bone].radius;
    int count = r->out.bones[bone].particle_count;
    measure_spread(r, bone, &wide, &deep);
    bool open =
        r->def->planar ? count > 2 && wide < least : wide < least || (count > 3 && deep < least);
    if (open && maker_ok(&r->m)) {
        add_to_bone(r, bone, new_particle(r, beside(r, bone)));
    }
}

// Half of the mass to joint and end, half to what is between, where there is something.
static void share_mass(ragdoll* r, int bone)
{
    taut_ragdoll_bone* b = &r->out.bones[bone];
    taut_make_vec end = vec_from(r->def->bones[bone].end);
    double reach = 1.5 * (double)r->def->bones[bone].radius;
    int joints = r->joint_count[bone], ends = 0;
    for (int i = joints; i < b->particle_count; ++i) {
        ends += vec_length(minus(r->at[b->particles[i]], end)) <= reach;
    }
    int others = b->particle_count - joints - ends;
    double mass = (double)r->def->bones[bone].mass, half = others > 0 ? 0.25 : 0.5;
    for (int i = 0; i < b->particle_count; ++i) {
        bool is_end = i >= joints && vec_length(minus(r->at[b->particles[i]], end)) <= reach;
        double share = i < joints ? half / joints : is_end ? half / ends : 0.5 / others;
        r->mass[b->particles[i]] += share * mass;
    }
}

static void add_bone(ragdoll* r, int bone)
{
    const taut_bone_def* def = &r->def->bones[bone];
    taut_ragdoll_bone* b = &r->out.bones[bone];
    if (def->parent < 0) {
        add_to_bone(r, bone, new_particle(r, vec_from(def->start)));
        r->joint_count[bone] = 1;
    }
    taut_make_vec end = vec_from(def->end);
    int ending = -1;  // a child whose joint is the bone's end
    for (int c = bone + 1; c < r->def->bone_count; ++c) {
        if (r->def->bones[c].parent != bone) {
            continue;
        }
        bool at_end = vec_length(minus(vec_from(r->def->bones[c].start), end)) < 1e-5;
        ending = ending < 0 && at_end ? c : ending;
        add_joint(r, bone, c);
    }
    if (ending < 0) {
        int particle = particle_at(r, bone, end);
        add_to_bone(r, bone, particle);
        b->end_particle = particle;
    } else {
        b->end_particle = r->out.bones[ending].particles[0];
    }
    for (int c = bone + 1; c < r->def->bone_count && maker_ok(&r->m); ++c) {
        if (r->def->bones[c].parent == bone) {
            add_marker(r, bone, c);
        }
    }
    add_side(r, bone);
    share_mass(r, bone);
}

// Constraints -------------------------------------------------------------------------------------

static int add_constraint(ragdoll* r, taut_constraint_def def, const int* particles, int count)
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

static void add_links(ragdoll* r, int bone)
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

static bool is_of_joint(const ragdoll* r, int bone, int particle)
{
    bool is = false;
    for (int i = 0; i < r->joint_count[bone]; ++i) {
        is = is || r->out.bones[bone].particles[i] == particle;
    }
    return is;
}

// The particle of `bone` that is farthest from a line and none of `child`'s joint.
static int farthest(const ragdoll* r, int bone, int child, taut_make_vec start, taut_make_vec way)
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

// An angle that resists changing. Lengths across a joint have nothing to say where it is straight,
// and nothing of a twist.
static void add_angle_damper(ragdoll* r, taut_constraint_kind kind, const int* particles)
{
    taut_constraint_def damper = angle_def(kind, 0.0, 0.0);
    damper.compliance = LIMP;
    damper.damping_rate = r->def->joint_damping;
    if (damper.damping_rate > 0.0f) {
        (void)add_constraint(r, damper, particles, 4);
    }
}

// Two triangles on the hinge's axis. Turning the child about it by an angle makes that between the
// triangles larger by as much.
static void add_hinge(ragdoll* r, int bone)
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
    add_angle_damper(r, TAUT_CONSTRAINT_DIHEDRAL, p);
}

// The child of a bone that turns about a hinge at its end, -1 without.
static int hinge_at_end(const ragdoll* r, int bone)
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
static bool add_twist_of_axis(ragdoll* r, int bone)
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
    add_angle_damper(r, TAUT_CONSTRAINT_CONE, p);
    return true;
}

// Else the angle about the bone between a particle beside it and one of the parent's.
static void add_twist(ragdoll* r, int bone)
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
        add_angle_damper(r, TAUT_CONSTRAINT_DIHEDRAL, p);
    }
}

static void add_limits(ragdoll* r, int bone)
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
static void add_dampers(ragdoll* r, int bone)
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

// Poses -------------------------------------------------------------------------------------------

// The joint, the end, and what is farthest from the line between them.
static void choose_frame(ragdoll* r, int bone)
{
    taut_ragdoll_bone* b = &r->out.bones[bone];
    int joint = b->particles[0];
    int side = -1;
    double most = 0.0;
    for (int i = 0; i < b->particle_count; ++i) {
        double off = distance_to_line(r->at[b->particles[i]], r->at[joint],
                                      minus(r->at[b->end_particle], r->at[joint]));
        if (off > most) {
            side = b->particles[i];
            most = off;
        }
    }
    int frame[3] = {joint, b->end_particle, r->def->planar ? -1 : side};
    for (int i = 0; i < 3; ++i) {
        b->frame[i] = frame[i];
        b->rest[i] = frame[i] >= 0
                         ? taut_builder_position(r->m.builder, r->m.first_particle + frame[i])
                         : (taut_vec3){0};
    }
}

// From numbers within the ragdoll to those of the builder.
static void settle(ragdoll* r, int bone)
{
    taut_ragdoll_bone* b = &r->out.bones[bone];
    for (int i = 0; i < b->particle_count; ++i) {
        b->particles[i] += r->m.first_particle;
    }
    for (int i = 0; i < 3; ++i) {
        b->frame[i] += b->frame[i] >= 0 ? r->m.first_particle : 0;
    }
    b->end_particle += r->m.first_particle;
}

// All together ------------------------------------------------------------------------------------

static void open_bones(ragdoll* r)
{
    r->out.bone_count = r->def->bone_count;
    for (int i = 0; i < r->def->bone_count; ++i) {
        const taut_bone_def* def = &r->def->bones[i];
        taut_make_vec start = vec_from(def->start), offset = vec_from(r->def->offset);
        taut_make_vec moved = vec_add(start, offset, 1.0);
        r->out.bones[i] = (taut_ragdoll_bone){
            .parent = def->parent,
            .limit = -1,
            .twist_limit = -1,
            .start = {(float)moved.x, (float)moved.y, (float)moved.z},
            .length = (float)vec_length(minus(vec_from(def->end), start)),
            .radius = def->radius,
        };
    }
}

static void fill(ragdoll* r)
{
    for (int i = 0; i < r->def->bone_count && maker_ok(&r->m); ++i) {
        add_bone(r, i);
    }
    for (int i = 0; i < r->count && maker_ok(&r->m); ++i) {
        maker_particle(&r->m, vec_add(r->at[i], vec_from(r->def->offset), 1.0), r->mass[i]);
    }
    for (int i = 0; i < r->def->bone_count && maker_ok(&r->m); ++i) {
        add_links(r, i);
    }
    for (int i = 1; i < r->def->bone_count && maker_ok(&r->m); ++i) {
        add_limits(r, i);
        if (r->def->joint_damping > 0.0f) {
            add_dampers(r, i);
        }
    }
}

taut_result taut_make_ragdoll(taut_builder* builder, const taut_ragdoll_def* def,
                              taut_ragdoll* made)
{
    ragdoll r = {.m = maker_open(builder, "taut_ragdoll_def", def), .def = def};
    if (maker_ok(&r.m)) {
        taut_ragdoll_check(&r.m, def);
    }
    if (maker_ok(&r.m) && made == NULL) {
        r.m.result = taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                       "ragdoll is NULL: nowhere to put its numbers");
    }
    if (maker_ok(&r.m)) {
        open_bones(&r);
        fill(&r);
    }
    for (int i = 0; maker_ok(&r.m) && i < def->bone_count; ++i) {
        choose_frame(&r, i);
        settle(&r, i);
    }
    taut_part part = {0};
    taut_result result = maker_close(&r.m, &part);
    if (result == TAUT_OK) {
        *made = r.out;
        made->part = part;
    }
    return result;
}
