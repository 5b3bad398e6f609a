// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bones to particles, links and limits. A bone is made with its children's joints: they are places
// of its own. What its particles leave open (a stick has no twist, a flat bone can be folded) a
// further particle beside it closes.

#include "taut/taut_rig.h"

#include "make/ragdoll_check.h"
#include "make/ragdoll_joints.h"

taut_ragdoll_def taut_ragdoll_def_default(void)
{
    return (taut_ragdoll_def){
        .stamp = TAUT_STAMP(taut_ragdoll_def), .joint_damping = 4.0f, .joint_friction = 0.1f};
}

// Particles ---------------------------------------------------------------------------------------

static int new_particle(taut_ragdoll_making* r, taut_make_vec at)
{
    r->at[r->count] = at;
    return r->count++;
}

static void add_to_bone(taut_ragdoll_making* r, int bone, int particle)
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
static int particle_at(taut_ragdoll_making* r, int bone, taut_make_vec at)
{
    const taut_ragdoll_bone* b = &r->out.bones[bone];
    for (int i = 0; i < b->particle_count; ++i) {
        if (vec_length(minus(r->at[b->particles[i]], at)) < 1e-5) {
            return b->particles[i];
        }
    }
    return new_particle(r, at);
}

// The joint of a child, as particles of both.
static void add_joint(taut_ragdoll_making* r, int parent, int child)
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
static taut_make_vec cone_axis(const taut_ragdoll_making* r, int child)
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
static void add_marker(taut_ragdoll_making* r, int parent, int child)
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

// The largest triangle and tetrahedron that a bone's particles make with its axis: whether they
// leave it free to twist or to fold.
static void measure_spread(const taut_ragdoll_making* r, int bone, double* wide, double* deep)
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
static taut_make_vec beside(const taut_ragdoll_making* r, int bone)
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

static void add_side(taut_ragdoll_making* r, int bone)
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
static void share_mass(taut_ragdoll_making* r, int bone)
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

static void add_bone(taut_ragdoll_making* r, int bone)
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

// Poses -------------------------------------------------------------------------------------------

// The joint, the end, and what is farthest from the line between them.
static void choose_frame(taut_ragdoll_making* r, int bone)
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
static void settle(taut_ragdoll_making* r, int bone)
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

static void open_bones(taut_ragdoll_making* r)
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

static void fill(taut_ragdoll_making* r)
{
    for (int i = 0; i < r->def->bone_count && maker_ok(&r->m); ++i) {
        add_bone(r, i);
    }
    for (int i = 0; i < r->count && maker_ok(&r->m); ++i) {
        maker_particle(&r->m, vec_add(r->at[i], vec_from(r->def->offset), 1.0), r->mass[i]);
    }
    for (int i = 0; i < r->def->bone_count && maker_ok(&r->m); ++i) {
        taut_ragdoll_link(r, i);
    }
    for (int i = 1; i < r->def->bone_count && maker_ok(&r->m); ++i) {
        taut_ragdoll_join(r, i);
    }
}

taut_result taut_make_ragdoll(taut_builder* builder, const taut_ragdoll_def* def,
                              taut_ragdoll* made)
{
    taut_ragdoll_making r = {.m = maker_open(builder, "taut_ragdoll_def", def), .def = def};
    if (maker_ok(&r.m)) {
        taut_ragdoll_check(&r.m, def);
    }
    if (maker_ok(&r.m) && made == NULL) {
        r.m.result = taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                       "made is NULL: nowhere to put its numbers");
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
