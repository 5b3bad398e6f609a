// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// One of each: everything that a maker makes, at random sizes, to be torn and cut.

#pragma once

#include "soft_shapes.h"
#include "tear_bodies.h"

typedef enum zoo_kind {
    ZOO_ROPE,
    ZOO_NET,
    ZOO_CLOTH,
    ZOO_TRUSS,
    ZOO_FOOTBRIDGE,
    ZOO_BALLOON,
    ZOO_RING,  // of gas, in a plane
    ZOO_JELLY,
    ZOO_SOFT_MESH,
    ZOO_BLOB,
    ZOO_RAGDOLL,
    ZOO_HOIST,
    ZOO_KIND_COUNT
} zoo_kind;

static inline const char* zoo_name(zoo_kind kind)
{
    static const char* names[ZOO_KIND_COUNT] = {"rope",       "net",     "cloth",   "truss",
                                                "footbridge", "balloon", "ring",    "jelly",
                                                "soft mesh",  "blob",    "ragdoll", "hoist"};
    return names[kind];
}

static inline bool zoo_planar(zoo_kind kind)
{
    return kind == ZOO_RING || kind == ZOO_BLOB;
}

static inline taut_builder* zoo_net(taut_test_random* r)
{
    taut_builder* builder = new_builder();
    taut_net_def net = taut_net_def_default();
    net.columns = net.rows = 5 + random_below(r, 6);
    net.v = (taut_vec3){0.0f, -1.0f, 0.0f};
    (void)taut_make_net(builder, &net, NULL);
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, net.columns - 1);
    return builder;
}

static inline taut_builder* zoo_truss(taut_test_random* r)
{
    enum { MOST_NODES = 80, MOST_MEMBERS = 320 };
    taut_truss_node nodes[MOST_NODES];
    taut_truss_member members[MOST_MEMBERS];
    taut_pratt_def pratt = taut_pratt_def_default();
    pratt.panels = 4 + 2 * random_below(r, 4);
    pratt.width = random_below(r, 2) == 0 ? 0.0f : 3.0f;
    taut_truss_def def = taut_truss_def_default();
    def.nodes = nodes;
    def.members = members;
    def.breaks = random_below(r, 2) == 0;
    taut_pratt_count(&pratt, &def.node_count, &def.member_count);
    taut_builder* builder = new_builder();
    if (def.node_count <= MOST_NODES && def.member_count <= MOST_MEMBERS) {
        (void)taut_pratt_lay_out(&pratt, nodes, members);
        (void)taut_make_truss(builder, &def, NULL);
    }
    return builder;
}

static inline taut_builder* zoo_footbridge(taut_test_random* r)
{
    taut_footbridge_def def = taut_footbridge_def_default();
    def.plank_count = 3 + random_below(r, 20);
    taut_builder* builder = new_builder();
    (void)taut_make_footbridge(builder, &def, NULL);
    return builder;
}

static inline taut_builder* zoo_balloon(taut_test_random* r)
{
    taut_balloon_def def = taut_balloon_def_default();
    def.frequency = 2 + random_below(r, 4);
    def.bend = random_below(r, 2) == 0 ? TAUT_BEND_NONE : TAUT_BEND_DIHEDRAL;
    taut_builder* builder = new_builder();
    (void)taut_make_balloon(builder, &def, NULL);
    return builder;
}

static inline taut_builder* zoo_ring(taut_test_random* r)
{
    enum { MOST_RING = 64 };
    int loop[MOST_RING];
    int count = 6 + random_below(r, MOST_RING - 6);
    taut_builder* builder = new_builder();
    for (int i = 0; i < count; ++i) {
        double turn = 6.283185307179586 * i / count;
        loop[i] = add_particle(builder, (float)cos(turn), (float)sin(turn), 0.0f, 0.1f);
    }
    for (int i = 0; i < count; ++i) {
        (void)add_link(builder, i, (i + 1) % count, 1e-4f);
    }
    taut_gas_def gas = taut_gas_def_default();
    gas.gauge = 500.0f;
    gas.loop = loop;
    gas.loop_count = count;
    (void)taut_builder_add_gas(builder, &gas, NULL);
    return builder;
}

static inline taut_builder* zoo_jelly(taut_test_random* r)
{
    taut_jelly_def def = taut_jelly_def_default();
    def.cells_x = 1 + random_below(r, 4);
    def.cells_y = 1 + random_below(r, 4);
    def.cells_z = 1 + random_below(r, 4);
    def.size = (taut_vec3){0.25f * (float)def.cells_x, 0.25f * (float)def.cells_y,
                           0.25f * (float)def.cells_z};
    taut_builder* builder = new_builder();
    (void)taut_make_jelly(builder, &def, NULL);
    if (random_below(r, 2) == 0) {
        (void)taut_builder_pin(builder, 0);
    }
    return builder;
}

static inline taut_builder* zoo_soft_mesh(taut_test_random* r)
{
    taut_test_shape* shape = calloc(1, sizeof *shape);
    taut_builder* builder = new_builder();
    if (shape != NULL) {
        shape_sphere(shape, (taut_vec3){0.0f, 0.0f, 0.0f}, 0.4, 8);
        taut_soft_mesh_def def = taut_soft_mesh_def_default();
        def.vertices = shape->vertices;
        def.vertex_count = shape->vertex_count;
        def.triangles = shape->triangles;
        def.triangle_count = shape->triangle_count;
        def.cell_size = random_between(r, 0.14f, 0.3f);
        (void)taut_make_soft_mesh(builder, &def, NULL);
    }
    free(shape);
    return builder;
}

static inline taut_builder* zoo_blob(taut_test_random* r)
{
    taut_blob_def def = taut_blob_def_default();
    def.outline_count = 8 + random_below(r, 20);
    def.rings = 1 + random_below(r, 5);
    taut_builder* builder = new_builder();
    (void)taut_make_blob(builder, &def, NULL);
    return builder;
}

static inline taut_builder* zoo_ragdoll(taut_test_random* r)
{
    taut_bone_def bones[TAUT_HUMANOID_BONES];
    taut_ragdoll_def def = taut_ragdoll_def_default();
    taut_ragdoll made;
    (void)taut_humanoid_bones(random_between(r, 0.5f, 2.0f), 75.0f, bones);
    def.bones = bones;
    def.bone_count = TAUT_HUMANOID_BONES;
    taut_builder* builder = new_builder();
    if (taut_make_ragdoll(builder, &def, &made) == TAUT_OK && random_below(r, 2) == 0) {
        (void)taut_builder_pin(builder, made.bones[random_below(r, 16)].end_particle);
    }
    return builder;
}

// A load on a rope over a wheel, and another on the far side.
static inline taut_builder* zoo_hoist(taut_test_random* r)
{
    taut_builder* builder = new_builder();
    int near = add_particle(builder, -0.2f, -1.0f, 0.0f, random_between(r, 0.5f, 2.0f));
    int wheel = add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    int far = add_particle(builder, 0.2f, -1.0f, 0.0f, 1.0f);
    (void)taut_builder_pin(builder, wheel);
    taut_constraint_def def = taut_constraint_def_default(TAUT_CONSTRAINT_PULLEY);
    def.particles[0] = near;
    def.particles[1] = wheel;
    def.particles[2] = far;
    (void)taut_builder_add_constraint(builder, &def, NULL);
    int load = add_particle(builder, -0.2f, -1.5f, 0.0f, 1.0f);
    (void)add_link(builder, near, load, 0.0f);
    return builder;
}

static inline taut_builder* zoo_builder(zoo_kind kind, taut_test_random* r)
{
    switch (kind) {
    case ZOO_ROPE:
        return hanging_rope(5 + random_below(r, 60), 2.0f);
    case ZOO_NET:
        return zoo_net(r);
    case ZOO_TRUSS:
        return zoo_truss(r);
    case ZOO_FOOTBRIDGE:
        return zoo_footbridge(r);
    case ZOO_BALLOON:
        return zoo_balloon(r);
    case ZOO_RING:
        return zoo_ring(r);
    case ZOO_JELLY:
        return zoo_jelly(r);
    case ZOO_SOFT_MESH:
        return zoo_soft_mesh(r);
    case ZOO_BLOB:
        return zoo_blob(r);
    case ZOO_RAGDOLL:
        return zoo_ragdoll(r);
    case ZOO_HOIST:
        return zoo_hoist(r);
    default:
        return curtain(4 + random_below(r, 16), 4 + random_below(r, 16),
                       (taut_bend_model)random_below(r, 3), random_below(r, 2) == 0);
    }
}
