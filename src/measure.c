// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How a body is doing: energies, stretch, residual, stiffness reached. Doubles, in a fixed order.

#include <math.h>

#include "world.h"

// Sums on the way.
typedef struct tally {
    double momentum[3];
    double stretch_sum;
    int links;
    double asked, got;  // extension of structural links with compliance
    double worst_achieved;
    bool compliant;  // the solver honours compliance
} tally;

static void measure_particles(const taut_world* world, const taut_body* b, taut_measure* m,
                              tally* t)
{
    taut_vec3 g = taut_vec3_scale(world->def.gravity, b->gravity_scale);
    for (int i = 0; i < b->particle_count; ++i) {
        if (b->x[i].w <= 0.0f) {
            continue;
        }
        double mass = 1.0 / (double)b->x[i].w;
        double v[3] = {(double)b->v[i].x, (double)b->v[i].y, (double)b->v[i].z};
        double speed2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        m->kinetic_energy += 0.5 * mass * speed2;
        m->gravity_energy -=
            mass * ((double)g.x * (double)b->x[i].x + (double)g.y * (double)b->x[i].y +
                    (double)g.z * (double)b->x[i].z);
        for (int axis = 0; axis < 3; ++axis) {
            t->momentum[axis] += mass * v[axis];
        }
        m->max_speed = fmaxf(m->max_speed, (float)sqrt(speed2));
    }
}

static void measure_stretch(taut_measure* m, tally* t, float value, float rest)
{
    float stretch = value / rest;
    m->max_stretch = fmaxf(m->max_stretch, stretch);
    m->max_compression = fmaxf(m->max_compression, -stretch);
    t->stretch_sum += stretch > 0.0f ? (double)stretch : 0.0;
    t->links += 1;
}

// Asked for, a force F takes compliance x F of extension; got, it took `value`.
static void measure_achieved(tally* t, double value, double compliance, double force)
{
    if (force == 0.0 || value == 0.0 || force * value <= 0.0) {
        return;
    }
    double achieved = force / value * compliance;
    t->asked += fabs(force) * compliance;
    t->got += fabs(value);
    t->worst_achieved = achieved < t->worst_achieved ? achieved : t->worst_achieved;
}

// By its value a constraint that the sweep has left too long would store what nobody put in; by
// its force a damped one would store what it takes away. The lesser is right in either case. Before
// the first step there is no force yet.
static double stored_energy(const taut_body* b, float compliance, float value, float lambda)
{
    double by_value = 0.5 * (double)value * (double)value / (double)compliance;
    double force = (double)lambda * (double)b->last_scale;
    double by_force = 0.5 * (double)compliance * force * force;
    return b->last_substeps == 0 || by_value < by_force ? by_value : by_force;
}

static void measure_constraint(const taut_body* b, int kind, int place, taut_measure* m, tally* t)
{
    const taut_constraint_set* set = &b->blueprint->sets[kind];
    float rest = set->rest[place];
    taut_evaluation now = taut_body_evaluate(b, (taut_slot){kind, place});
    float compliance = t->compliant ? set->compliance[place] : 0.0f;
    bool slack = (set->sides[place] == TAUT_SIDES_TENSION && now.value < 0.0f) ||
                 (set->sides[place] == TAUT_SIDES_COMPRESSION && now.value > 0.0f);
    if (compliance > 0.0f && !slack) {
        m->elastic_energy += stored_energy(b, compliance, now.value, b->lambda[kind][place]);
    }
    if (kind != TAUT_CONSTRAINT_DISTANCE) {
        return;
    }
    if (slack) {
        return;
    }
    // A damper's force is no sign of stiffness: only undamped links are judged by theirs.
    bool damped = set->any_damping && set->damping[place] > 0.0f;
    float force = -b->lambda[kind][place] * b->last_scale;
    if (!damped) {
        m->residual = fmaxf(m->residual, fabsf(now.value - compliance * force));
    }
    if (set->family[place] != TAUT_FAMILY_STRUCTURAL) {
        return;
    }
    measure_stretch(m, t, now.value, rest);
    if (compliance > 0.0f && !damped) {
        measure_achieved(t, (double)now.value, (double)compliance, (double)force);
    } else if (compliance <= 0.0f) {
        m->max_rigid_error = fmaxf(m->max_rigid_error, fabsf(now.value));
    }
}

static float sum_tethers(const taut_body* b)
{
    const taut_constraint_set* set = &b->blueprint->sets[TAUT_CONSTRAINT_TETHER];
    double sum = 0.0;
    for (int i = 0; i < set->place_count; ++i) {
        sum -= taut_set_has(set, i) ? (double)b->lambda[TAUT_CONSTRAINT_TETHER][i] : 0.0;
    }
    double mean = b->last_substeps > 0 ? sum / b->last_substeps : 0.0;
    return (float)(mean * (double)b->last_scale);
}

taut_result taut_body_measure(taut_world* world, taut_body_id body, taut_measure* measure)
{
    const taut_body* b = taut_world_find(world, body);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (measure == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "measure is NULL: nowhere to put the answer");
    }
    taut_measure m = {0};
    taut_solver_kind solver = world->def.solver.kind;
    tally t = {.worst_achieved = (double)INFINITY,
               .compliant = solver != TAUT_SOLVER_VERLET && solver != TAUT_SOLVER_LEGACY};
    measure_particles(world, b, &m, &t);
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        bool passive = kind == TAUT_CONSTRAINT_TETHER;
        const taut_constraint_set* set = &b->blueprint->sets[kind];
        for (int i = 0; !passive && i < set->place_count; ++i) {
            if (taut_set_has(set, i)) {
                measure_constraint(b, kind, i, &m, &t);
            }
        }
    }
    m.momentum = (taut_vec3){(float)t.momentum[0], (float)t.momentum[1], (float)t.momentum[2]};
    m.structural_links = t.links;
    m.mean_stretch = t.links > 0 ? (float)(t.stretch_sum / t.links) : 0.0f;
    m.mean_achieved = t.got > 0.0 ? (float)(t.asked / t.got) : NAN;
    m.worst_achieved = t.got > 0.0 ? (float)t.worst_achieved : NAN;
    m.tether_force = sum_tethers(b);
    *measure = m;
    return TAUT_OK;
}
