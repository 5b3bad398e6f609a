// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A truss: a member of length l gives way by l / EA metres per newton and leaves half its mass at
// either end, and breaks at its yield stress times its area. Supports that roll are SLIDE
// constraints, one for each direction that holds.

#include "taut/taut_truss.h"

#include <string.h>

#include "make/make.h"

taut_truss_def taut_truss_def_default(void)
{
    return (taut_truss_def){
        .stamp = TAUT_STAMP(taut_truss_def), .damping_rate = 20.0f, .breaks = true};
}

// Checks ------------------------------------------------------------------------------------------

static void check_node(taut_maker* m, const taut_truss_node* node, int i)
{
    taut_vec3 at = node->position;
    if (maker_ok(m) && !taut_vec3_finite(at)) {
        m->result = taut_builder_fail(
            m->builder, TAUT_ERROR_INVALID,
            "taut_truss_def.nodes[%d].position is (%g, %g, %g); it must be finite", i, (double)at.x,
            (double)at.y, (double)at.z);
    }
    if (maker_ok(m) && !(node->mass >= 0.0f && isfinite(node->mass))) {
        m->result =
            taut_builder_fail(m->builder, TAUT_ERROR_INVALID,
                              "taut_truss_def.nodes[%d].mass is %g; it must be >= 0 and finite", i,
                              (double)node->mass);
    }
    if (maker_ok(m) && (node->supports < 0 || node->supports > TAUT_SUPPORT_ALL)) {
        m->result = taut_builder_fail(
            m->builder, TAUT_ERROR_INVALID,
            "taut_truss_def.nodes[%d].supports is %d; it must be made of TAUT_SUPPORT_ bits", i,
            node->supports);
    }
}

static void check_member_number(taut_maker* m, int i, const char* field, float value, bool holds)
{
    if (maker_ok(m) && !holds) {
        m->result =
            taut_builder_fail(m->builder, TAUT_ERROR_INVALID,
                              "taut_truss_def.members[%d].%s is %g; see its range in taut_truss.h",
                              i, field, (double)value);
    }
}

static double member_length(const taut_truss_def* def, const taut_truss_member* member)
{
    taut_make_vec a = vec_from(def->nodes[member->a].position);
    return vec_length(vec_add(vec_from(def->nodes[member->b].position), a, -1.0));
}

static void check_member(taut_maker* m, const taut_truss_def* def, int i)
{
    const taut_truss_member* member = &def->members[i];
    bool known = member->a >= 0 && member->a < def->node_count && member->b >= 0 &&
                 member->b < def->node_count;
    if (maker_ok(m) && (!known || member->a == member->b)) {
        m->result = taut_builder_fail(
            m->builder, TAUT_ERROR_INVALID,
            "taut_truss_def.members[%d] goes from node %d to node %d; they must differ and lie in "
            "0..%d",
            i, member->a, member->b, def->node_count - 1);
    }
    check_member_number(m, i, "area", member->area, member->area > 0.0f && isfinite(member->area));
    check_member_number(m, i, "modulus", member->modulus, member->modulus > 0.0f);
    check_member_number(m, i, "density", member->density,
                        member->density >= 0.0f && isfinite(member->density));
    check_member_number(m, i, "yield_stress", member->yield_stress, member->yield_stress > 0.0f);
    if (maker_ok(m) && !(member_length(def, member) > 0.0)) {
        m->result = taut_builder_fail(
            m->builder, TAUT_ERROR_INVALID,
            "taut_truss_def.members[%d] has no length: nodes %d and %d are in one place", i,
            member->a, member->b);
    }
}

static void check_def(taut_maker* m, const taut_truss_def* def)
{
    check_stamp(m, def->stamp, TAUT_STAMP(taut_truss_def));
    check_int(m, "node_count", def->node_count, 2, 100000);
    check_int(m, "member_count", def->member_count, 1, 1000000);
    check_pointer(m, "nodes", def->nodes);
    check_pointer(m, "members", def->members);
    check_not_negative(m, "damping_rate", def->damping_rate);
    int held = 0;
    for (int i = 0; maker_ok(m) && i < def->node_count; ++i) {
        check_node(m, &def->nodes[i], i);
        held |= def->nodes[i].supports;
    }
    for (int i = 0; maker_ok(m) && i < def->member_count; ++i) {
        check_member(m, def, i);
    }
    if (maker_ok(m) && held == 0) {
        m->result = taut_builder_fail(m->builder, TAUT_ERROR_INVALID,
                                      "no node of the taut_truss_def has supports: nothing would "
                                      "hold it");
    }
}

// The first of the nodes that hang together with node i.
static int find_first(int32_t* first, int i)
{
    while (first[i] != i) {
        first[i] = first[first[i]];
        i = first[i];
    }
    return i;
}

static void check_connected(taut_maker* m, const taut_truss_def* def, int32_t* first)
{
    for (int i = 0; i < def->node_count; ++i) {
        first[i] = i;
    }
    for (int i = 0; i < def->member_count; ++i) {
        int a = find_first(first, def->members[i].a);
        int b = find_first(first, def->members[i].b);
        first[a > b ? a : b] = a > b ? b : a;
    }
    for (int i = 0; maker_ok(m) && i < def->node_count; ++i) {
        if (find_first(first, i) != 0) {
            m->result = taut_builder_fail(m->builder, TAUT_ERROR_INVALID,
                                          "taut_truss_def.nodes[%d] does not hang together with "
                                          "node 0: no members lead from one to the other",
                                          i);
        }
    }
}

// Making ------------------------------------------------------------------------------------------

static void add_nodes(taut_maker* m, const taut_truss_def* def, double* mass)
{
    for (int i = 0; i < def->node_count; ++i) {
        mass[i] = (double)def->nodes[i].mass;
    }
    for (int i = 0; i < def->member_count; ++i) {
        const taut_truss_member* member = &def->members[i];
        double half =
            0.5 * (double)member->density * (double)member->area * member_length(def, member);
        mass[member->a] += half;
        mass[member->b] += half;
    }
    for (int i = 0; maker_ok(m) && i < def->node_count; ++i) {
        if (!(mass[i] > 0.0)) {
            m->result = taut_builder_fail(m->builder, TAUT_ERROR_INVALID,
                                          "taut_truss_def.nodes[%d] has no mass, nor has any of "
                                          "its members",
                                          i);
            return;
        }
        maker_particle(m, vec_from(def->nodes[i].position), mass[i]);
        if (def->nodes[i].supports == TAUT_SUPPORT_ALL) {
            maker_pin(m, m->first_particle + i);
        }
    }
}

// A plane through the node: two pinned particles a metre to either side say which.
static void add_anchors(taut_maker* m, const taut_truss_node* node)
{
    for (int axis = 0; axis < 3; ++axis) {
        if (node->supports == TAUT_SUPPORT_ALL || (node->supports >> axis & 1) == 0) {
            continue;
        }
        for (int side = -1; side <= 1; side += 2) {
            taut_make_vec along = {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0,
                                   axis == 2 ? 1.0 : 0.0};
            maker_particle(m, vec_add(vec_from(node->position), along, side), 1.0);
            maker_pin(m, taut_builder_particle_count(m->builder) - 1);
        }
    }
}

static void add_slides(taut_maker* m, const taut_truss_def* def)
{
    int anchor = m->first_particle + def->node_count;
    for (int i = 0; i < def->node_count; ++i) {
        int supports = def->nodes[i].supports;
        for (int axis = 0; axis < 3 && maker_ok(m) && supports != TAUT_SUPPORT_ALL; ++axis) {
            if ((supports >> axis & 1) == 0) {
                continue;
            }
            taut_constraint_def slide = taut_constraint_def_default(TAUT_CONSTRAINT_SLIDE);
            slide.particles[0] = m->first_particle + i;
            slide.particles[1] = anchor;
            slide.particles[2] = anchor + 1;
            m->result = taut_builder_add_constraint(m->builder, &slide, NULL);
            anchor += 2;
        }
    }
}

static void add_members(taut_maker* m, const taut_truss_def* def)
{
    for (int i = 0; maker_ok(m) && i < def->member_count; ++i) {
        const taut_truss_member* member = &def->members[i];
        double length = member_length(def, member);
        double strength = (double)member->yield_stress * (double)member->area;
        taut_make_link link = {
            .rest = length,
            .strength = def->breaks && isfinite(strength) ? strength : 0.0,
            .crushes = !member->cable,
            .compliance = length / ((double)member->modulus * (double)member->area),
            .damping_rate = def->damping_rate,
            .sides = member->cable ? TAUT_SIDES_TENSION : TAUT_SIDES_BOTH,
            .family = TAUT_FAMILY_STRUCTURAL,
        };
        maker_link(m, m->first_particle + member->a, m->first_particle + member->b, &link);
    }
}

taut_result taut_make_truss(taut_builder* builder, const taut_truss_def* def, taut_part* part)
{
    taut_maker m = maker_open(builder, "taut_truss_def", def);
    if (maker_ok(&m)) {
        check_def(&m, def);
    }
    if (maker_ok(&m)) {
        check_room(&m, "nodes", 7 * (int64_t)def->node_count);
    }
    if (maker_ok(&m)) {
        size_t bytes = (size_t)def->node_count * sizeof(double);
        void* scratch = taut_builder_scratch(builder, bytes);
        if (scratch == NULL) {
            m.result = taut_builder_fail(builder, TAUT_ERROR_OUT_OF_MEMORY,
                                         "no memory to look at %d nodes", def->node_count);
        } else {
            check_connected(&m, def, scratch);
            add_nodes(&m, def, scratch);
            taut_builder_scratch_free(builder, scratch, bytes);
        }
        for (int i = 0; maker_ok(&m) && i < def->node_count; ++i) {
            add_anchors(&m, &def->nodes[i]);
        }
        add_members(&m, def);
        add_slides(&m, def);
    }
    return maker_close(&m, part);
}
