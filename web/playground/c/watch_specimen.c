// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "watch_specimen.h"

#define MASS 0.2f   // kg
#define STEP 0.25f  // metres

taut_world_def specimen_world_def(const specimen_options* options)
{
    taut_world_def def = taut_world_def_default();
    static const taut_solver_kind kinds[] = {
        [SOLVER_XPBD_SWEPT] = TAUT_SOLVER_XPBD,
        [SOLVER_XPBD_DIRECT] = TAUT_SOLVER_XPBD,
        [SOLVER_VERLET] = TAUT_SOLVER_VERLET,
        [SOLVER_LEGACY] = TAUT_SOLVER_LEGACY,
    };
    bool known = options->solver >= 0 && options->solver <= SOLVER_LEGACY;
    int solver = known ? options->solver : SOLVER_XPBD_SWEPT;
    def.solver = taut_solver_def_default(kinds[solver]);
    def.solver.iterations = options->iterations;
    def.solver.direct = solver == SOLVER_XPBD_DIRECT;
    float h = options->h;
    def.gravity.y = solver == SOLVER_LEGACY ? -9.81f * h * h : -9.81f;
    def.gravity.y = options->kind == SPECIMEN_LINK ? 0.0f : def.gravity.y;
    return def;
}

static bool add_particle(taut_builder* b, float x, float y, float z, float mass)
{
    return taut_builder_add_particle(b, (taut_vec3){x, y, z}, mass, NULL) == TAUT_OK;
}

static bool add_link(taut_builder* b, const specimen_options* o, int from, int to)
{
    taut_constraint_def link = taut_link(from, to);
    link.compliance = o->stiffness > 0.0f ? 1.0f / o->stiffness : 0.0f;
    return taut_builder_add_constraint(b, &link, NULL) == TAUT_OK;
}

static bool add_line(taut_builder* b, const specimen_options* o, int links)
{
    bool ok = true;
    for (int i = 0; i <= links; ++i) {
        float mass = i == links ? MASS * o->heavy : MASS;
        ok = ok && add_particle(b, STEP * (float)i, 0.0f, 0.0f, mass);
    }
    for (int i = 0; i < links; ++i) {
        ok = ok && add_link(b, o, i, i + 1);
    }
    return ok;
}

static bool make_chain(taut_builder* b, const specimen_options* o)
{
    bool ok = add_line(b, o, 4) && taut_builder_pin(b, 0) == TAUT_OK;
    if (ok && o->kind == SPECIMEN_TETHER) {
        taut_tether_def tethers = taut_tether_def_default();
        tethers.passes = 1;
        ok = taut_builder_tether(b, &tethers, 1, 4) == TAUT_OK;
    }
    return ok;
}

static bool make_angle(taut_builder* b, const specimen_options* o)
{
    bool ok = add_line(b, o, 3);
    for (int i = 0; ok && i < 2; ++i) {
        taut_constraint_def angle = taut_constraint_def_default(TAUT_CONSTRAINT_ANGLE);
        angle.compliance = 0.02f;
        for (int k = 0; k < 3; ++k) {
            angle.particles[k] = i + k;
        }
        ok = taut_builder_add_constraint(b, &angle, NULL) == TAUT_OK;
    }
    return ok && taut_builder_pin(b, 0) == TAUT_OK && taut_builder_pin(b, 1) == TAUT_OK;
}

static bool make_patch(taut_builder* b, const specimen_options* o)
{
    bool ok = true;
    for (int i = 0; i < 9; ++i) {
        float mass = i == 8 ? MASS * o->heavy : MASS;
        float x = STEP * (float)(i % 3), z = STEP * (float)(i / 3);
        ok = ok && add_particle(b, 1.3f * x, 0.0f, 1.3f * z, mass);
    }
    for (int i = 0; ok && i < 9; ++i) {
        int column = i % 3, row = i / 3;
        ok = ok && (column == 2 || add_link(b, o, i, i + 1));
        ok = ok && (row == 2 || add_link(b, o, i, i + 3));
        ok = ok && (column == 2 || row == 2 || add_link(b, o, i, i + 4));
        ok = ok && (column == 0 || row == 2 || add_link(b, o, i, i + 2));
    }
    return ok && taut_builder_pin(b, 0) == TAUT_OK && taut_builder_pin(b, 2) == TAUT_OK;
}

static bool make_volume(taut_builder* b, const specimen_options* o)
{
    specimen_options soft = *o;
    soft.stiffness = o->stiffness > 0.0f ? o->stiffness : 400.0f;
    bool ok = add_particle(b, 0.3f, 0.62f, 0.1f, MASS * o->heavy) &&
              add_particle(b, 0.0f, 0.2f, 0.0f, MASS) && add_particle(b, 0.2f, 0.1f, 0.45f, MASS) &&
              add_particle(b, 0.6f, 0.2f, 0.0f, MASS);
    for (int i = 0; i < 4; ++i) {
        for (int k = i + 1; k < 4; ++k) {
            ok = ok && add_link(b, &soft, i, k);
        }
    }
    taut_constraint_def volume = taut_constraint_def_default(TAUT_CONSTRAINT_VOLUME);
    for (int i = 0; i < 4; ++i) {
        volume.particles[i] = i;
    }
    return ok && taut_builder_add_constraint(b, &volume, NULL) == TAUT_OK;
}

static bool build(taut_builder* b, const specimen_options* o)
{
    switch (o->kind) {
    case SPECIMEN_LINK:
        return add_line(b, o, 1);
    case SPECIMEN_PATCH:
        return make_patch(b, o);
    case SPECIMEN_ANGLE:
        return make_angle(b, o);
    case SPECIMEN_VOLUME:
        return make_volume(b, o);
    default:
        return make_chain(b, o);
    }
}

static bool put(taut_world* world, taut_builder* b, taut_body_id* body)
{
    taut_blueprint* blueprint = NULL;
    if (taut_builder_bake(b, &blueprint) != TAUT_OK) {
        return false;
    }
    taut_body_def def = taut_body_def_default();
    def.blueprint = blueprint;
    def.drag = 0.2f;
    bool ok = taut_body_create(world, &def, body) == TAUT_OK;
    taut_blueprint_release(blueprint);
    return ok;
}

// The floor of the tetrahedron; the throw of the two weights, by as much to either side.
static bool prepare(taut_world* world, const specimen_options* o, taut_body_id body)
{
    taut_collider_def floor = taut_collider_def_default();
    floor.shape = TAUT_SHAPE_PLANE;
    taut_collider_id id;
    if (o->kind == SPECIMEN_VOLUME) {
        return taut_collider_create(world, &floor, &id) == TAUT_OK;
    }
    taut_vec3 push = {0.6f * MASS, 0.4f * MASS, 0.0f};
    taut_vec3 back = {-push.x, -push.y, 0.0f};
    return o->kind != SPECIMEN_LINK || (taut_body_add_impulse(world, body, 0, back) == TAUT_OK &&
                                        taut_body_add_impulse(world, body, 1, push) == TAUT_OK);
}

bool specimen_make(taut_world* world, const specimen_options* options, taut_body_id* body)
{
    taut_builder* builder = NULL;
    if (taut_builder_create(NULL, &builder, NULL) != TAUT_OK) {
        return false;
    }
    bool ok = build(builder, options) && put(world, builder, body);
    taut_builder_destroy(builder);
    return ok && prepare(world, options, *body);
}
