// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Random worlds that use everything at once, to be run in several ways that must agree: a sheet
// whose links lie in rows and fans, with constraints of every kind thrown in at random, pinned,
// grabbed, pulled and pushed. A number says which.

#pragma once

#include "support.h"

typedef struct tangle {
    uint64_t number;
    int columns, rows;
    int loose;  // constraints of each kind thrown in
    taut_solver_kind solver;
    taut_precision precision;
    int iterations, passes, substeps;
    bool planar, soft, damped, sided, rates, users, field, tethers;
} tangle;

typedef struct tangle_way {
    taut_solver_kind solver;
    taut_precision precision;
} tangle_way;

enum { TANGLE_WAYS = 6 };

// What the number says: its rest by TANGLE_WAYS the solver, the rest of it everything else.
static inline tangle tangle_of(int number, int columns, int rows)
{
    static const tangle_way ways[TANGLE_WAYS] = {
        {TAUT_SOLVER_XPBD, TAUT_PRECISION_FAST},
        {TAUT_SOLVER_XPBD, TAUT_PRECISION_FINE},
        {TAUT_SOLVER_VERLET, TAUT_PRECISION_AUTO},
        {TAUT_SOLVER_SPRINGS_EXPLICIT, TAUT_PRECISION_AUTO},
        {TAUT_SOLVER_SPRINGS_SYMPLECTIC, TAUT_PRECISION_AUTO},
        {TAUT_SOLVER_LEGACY, TAUT_PRECISION_AUTO}};
    tangle_way way = ways[number % TANGLE_WAYS];
    taut_test_random r = {(uint64_t)number * 977u + 5u};
    bool springs = number % TANGLE_WAYS == 3 || number % TANGLE_WAYS == 4;
    bool legacy = way.solver == TAUT_SOLVER_LEGACY;
    int round = number / TANGLE_WAYS;  // round 0 is plain: the quick paths
    return (tangle){.number = (uint64_t)number + 1,
                    .columns = columns,
                    .rows = rows,
                    .loose = columns * rows / 12,
                    .solver = way.solver,
                    .precision = way.precision,
                    .iterations = round == 0 ? 1 : 1 + random_below(&r, 3),
                    .passes = round == 0 ? 1 : 1 + random_below(&r, 3),
                    .substeps = 1 + random_below(&r, 5),
                    .planar = round > 0 && random_below(&r, 4) == 0,
                    .soft = springs || (round > 0 && random_below(&r, 2) == 0),
                    .damped = round > 0 && random_below(&r, 2) == 0,
                    .sided = round > 0 && random_below(&r, 2) == 0,
                    .rates = round > 0 && random_below(&r, 3) == 0,
                    .users = !springs && !legacy && random_below(&r, 2) == 0,
                    .field = random_below(&r, 2) == 0,
                    .tethers = !legacy};
}

// Building ----------------------------------------------------------------------------------------

static inline void tangle_add(const tangle* t, taut_builder* builder, taut_test_random* r,
                              taut_constraint_def def)
{
    bool rigid = def.kind == TAUT_CONSTRAINT_TETHER;
    if (t->soft && !rigid) {
        def.compliance = random_between(r, 0.002f, 0.02f);
        def.damping = t->damped ? random_between(r, 0.0f, 0.5f) : 0.0f;
    }
    def.damping_rate = t->rates && !rigid ? random_between(r, 0.0f, 20.0f) : 0.0f;
    bool may = def.kind == TAUT_CONSTRAINT_DISTANCE || def.kind == TAUT_CONSTRAINT_ATTACH ||
               def.kind == TAUT_CONSTRAINT_PULLEY || def.kind == TAUT_CONSTRAINT_SLIDE;
    def.play = t->sided && !rigid && random_below(r, 3) == 0 ? random_between(r, 0.0f, 0.2f) : 0.0f;
    def.ratio = def.kind == TAUT_CONSTRAINT_PULLEY ? random_between(r, 0.5f, 2.0f) : 1.0f;
    def.sides = t->sided && may ? (taut_sides)random_below(r, TAUT_SIDES_COUNT) : TAUT_SIDES_BOTH;
    (void)taut_builder_add_constraint(builder, &def, NULL);
}

// Particles near one another, all different.
static inline void tangle_pick(const tangle* t, taut_test_random* r, int count, int* particles)
{
    int column = random_below(r, t->columns - 2);
    int row = random_below(r, t->rows - 2);
    int first = random_below(r, 9);
    for (int k = 0; k < count; ++k) {
        int at = (first + 2 * k) % 9;
        particles[k] = (row + at / 3) * t->columns + column + at % 3;
    }
}

static inline void tangle_add_loose(const tangle* t, taut_builder* builder, taut_test_random* r)
{
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        bool solid = kind == TAUT_CONSTRAINT_DIHEDRAL || kind == TAUT_CONSTRAINT_VOLUME;
        bool listed = t->solver != TAUT_SOLVER_LEGACY || kind == TAUT_CONSTRAINT_DISTANCE;
        if ((t->planar && solid) || !listed) {
            continue;
        }
        taut_constraint_def def = taut_constraint_def_default((taut_constraint_kind)kind);
        const taut_constraint_info* info = taut_constraint_kind_info(def.kind);
        for (int i = 0; i < t->loose; ++i) {
            tangle_pick(t, r, info->particle_count, def.particles);
            if (kind == TAUT_CONSTRAINT_DISTANCE && i % 4 == 0) {  // right across the sheet
                def.particles[1] = (def.particles[0] + 1 + random_below(r, 3 * t->columns)) %
                                   (t->columns * t->rows);
            }
            if (kind == TAUT_CONSTRAINT_TETHER) {
                def.particles[1] = random_below(r, t->columns);
                def.particles[0] += def.particles[0] < t->columns ? t->columns : 0;
            }
            tangle_add(t, builder, r, def);
        }
    }
}

static inline void tangle_add_sheet(const tangle* t, taut_builder* builder, taut_test_random* r)
{
    for (int i = 0; i < t->columns * t->rows; ++i) {
        taut_vec3 x = {(float)(i % t->columns) + 0.2f * random_coarse(r),
                       -(float)(i / t->columns) + 0.2f * random_coarse(r), 0.2f * random_coarse(r)};
        x.z = t->planar ? 0.0f : x.z;
        (void)add_particle(builder, x.x, x.y, x.z, random_between(r, 0.5f, 2.0f));
    }
    for (int i = 0; i < t->columns * t->rows; ++i) {
        if (i % t->columns + 1 < t->columns) {
            tangle_add(t, builder, r, taut_link(i, i + 1));
        }
        if (i / t->columns + 1 < t->rows) {
            tangle_add(t, builder, r, taut_link(i, i + t->columns));
        }
    }
}

// Keeps a particle above a floor.
static inline bool tangle_floor(void* context, int count, const taut_vec3* x, float* value,
                                taut_vec3* gradient)
{
    (void)context;
    (void)count;
    *value = x[0].y + 3.0f;
    gradient[0] = (taut_vec3){0.0f, 1.0f, 0.0f};
    return true;
}

// Keeps the square of a distance at 1.
static inline bool tangle_square(void* context, int count, const taut_vec3* x, float* value,
                                 taut_vec3* gradient)
{
    (void)context;
    taut_vec3 d = {x[count - 1].x - x[0].x, x[count - 1].y - x[0].y, x[count - 1].z - x[0].z};
    *value = d.x * d.x + d.y * d.y + d.z * d.z - 1.0f;
    gradient[0] = (taut_vec3){-2.0f * d.x, -2.0f * d.y, -2.0f * d.z};
    gradient[count - 1] = (taut_vec3){2.0f * d.x, 2.0f * d.y, 2.0f * d.z};
    return true;
}

static inline void tangle_add_users(const tangle* t, taut_builder* builder, taut_test_random* r)
{
    for (int i = 0; i < 6; ++i) {
        taut_user_constraint_def def = taut_user_constraint_def_default();
        def.evaluate = i % 2 == 0 ? tangle_floor : tangle_square;
        def.particle_count = i % 2 == 0 ? 1 : 2;
        def.particles[0] = random_below(r, t->columns * t->rows - 1);
        def.particles[1] = def.particles[0] + 1;
        def.sides = i % 2 == 0 ? TAUT_SIDES_COMPRESSION : TAUT_SIDES_BOTH;
        def.compliance = i % 3 == 0 ? 0.0f : 0.001f;
        (void)taut_builder_add_user_constraint(builder, &def, NULL);
    }
}

// Every 7th particle of the first row is pinned.
static inline taut_builder* tangle_builder(const tangle* t)
{
    taut_test_random r = {t->number};
    taut_builder* builder = new_builder();
    tangle_add_sheet(t, builder, &r);
    tangle_add_loose(t, builder, &r);
    for (int i = 0; i < t->columns; i += 7) {
        (void)taut_builder_pin(builder, i);
    }
    if (t->tethers) {
        taut_tether_def def = taut_tether_def_default();
        def.passes = t->passes;
        (void)taut_builder_tether(builder, &def, 0, t->columns * t->rows);
    }
    if (t->users) {
        tangle_add_users(t, builder, &r);
    }
    return builder;
}

// Running -----------------------------------------------------------------------------------------

static inline void tangle_field(void* context, taut_body_id body, double time, taut_vec3_view x,
                                taut_vec3_view v, taut_vec3* a)
{
    (void)context;
    (void)body;
    (void)v;
    for (int i = 0; i < x.count; ++i) {
        a[i].x = 0.5f * taut_vec3_at(x, i).y + (float)time;
    }
}

static inline taut_world_def tangle_world_def(const tangle* t)
{
    bool legacy = t->solver == TAUT_SOLVER_LEGACY;
    taut_world_def def = world_def_of(t->solver, legacy ? (taut_vec3){0.0f, -1e-4f, 0.0f} : earth);
    def.solver.iterations = t->iterations;
    def.solver.spring_stiffness = 500.0f;
    def.planar = t->planar;
    def.max_speed = 20.0f;  // some are
    def.field = t->field && !legacy ? tangle_field : NULL;
    return def;
}

// Hands reach in before frame `frame`.
static inline void tangle_touch(const tangle* t, taut_world* world, taut_body_id id, int frame)
{
    int some = t->columns + 3 + frame;
    taut_vec3 x = position_of(world, id, 0);
    (void)taut_body_set_target(world, id, 0, (taut_vec3){x.x + 0.1f, x.y + 0.05f, x.z});
    (void)taut_body_add_impulse(world, id, some, (taut_vec3){1.0f, 30.0f, 0.0f});
    if (t->solver != TAUT_SOLVER_LEGACY) {
        (void)taut_body_add_force(world, id, some + 1, (taut_vec3){5.0f, -3.0f, 0.0f});
    }
    int held = 2 * t->columns + 5;
    if (frame == 1) {
        (void)taut_body_grab(world, id, held);
        x = position_of(world, id, held);
        (void)taut_body_set_target(world, id, held, (taut_vec3){x.x, x.y - 0.2f, x.z});
        (void)taut_body_unpin(world, id, 7);
    } else if (frame == 2) {
        (void)taut_body_release(world, id, held, TAUT_RELEASE_THROW);
        (void)taut_body_pin(world, id, held + 1);
    }
}

static inline void digest_float(uint64_t* hash, float a)
{
    uint32_t bits = 0;
    if (a != a) {
        bits = 0x7fc00000u;
    } else if (a != 0.0f) {
        memcpy(&bits, &a, sizeof bits);
    }
    for (int i = 0; i < 32; i += 8) {
        *hash = (*hash ^ (bits >> i & 0xffu)) * UINT64_C(1099511628211);
    }
}

static inline void digest_vec3(uint64_t* hash, taut_vec3 a)
{
    digest_float(hash, a.x);
    digest_float(hash, a.y);
    digest_float(hash, a.z);
}

// Everything that can be read of a body.
static inline void digest_body(uint64_t* hash, taut_world* world, taut_body_id id)
{
    taut_blueprint_stats stats = taut_blueprint_get_stats(taut_body_blueprint(world, id));
    for (int i = 0; i < stats.constraints + stats.tethers; ++i) {
        taut_constraint_state state = {0};
        (void)taut_body_constraint(world, id, i, &state);
        digest_float(hash, state.value);
        digest_float(hash, state.force);
        digest_float(hash, state.achieved);
    }
    for (int i = 0; i < stats.user_constraints; ++i) {
        float force = 0.0f;
        (void)taut_body_user_force(world, id, i, &force);
        digest_float(hash, force);
    }
    for (int i = 0; i < stats.particles; ++i) {
        taut_reaction reaction = {0};
        if (taut_body_pinned(world, id, i)) {
            (void)taut_body_reaction(world, id, i, &reaction);
        }
        digest_vec3(hash, reaction.force);
        digest_vec3(hash, reaction.tether_force);
    }
    taut_measure m = {0};
    (void)taut_body_measure(world, id, &m);
    digest_float(hash, (float)m.kinetic_energy);
    digest_float(hash, (float)m.elastic_energy);
    digest_vec3(hash, m.momentum);
    digest_float(hash, m.max_stretch);
    digest_float(hash, m.residual);
    digest_float(hash, m.mean_achieved);
    digest_float(hash, m.tether_force);
}

// What a tangle came to.
typedef struct tangle_end {
    uint64_t hash;  // of its state, 0 when it could not be made
    uint64_t read;  // and of all that can be read
    uint32_t trouble;
} tangle_end;

static inline tangle_end tangle_run(const tangle* t, const taut_world_def* def, int frames)
{
    tangle_end end = {.read = UINT64_C(14695981039346656037)};
    taut_world* world = new_world_from(def);
    taut_body_def body = taut_body_def_default();
    body.precision = t->precision;
    body.drag = 0.1f;
    taut_body_id id = add_body_def(world, tangle_builder(t), body);
    for (int frame = 0; frame < frames && taut_body_valid(world, id); ++frame) {
        tangle_touch(t, world, id, frame);
        end.trouble |= step_frames(world, 1, 1.0f / 60.0f, t->substeps);
        digest_body(&end.read, world, id);
        end.hash = taut_world_hash(world);
    }
    taut_world_destroy(world);
    return end;
}
