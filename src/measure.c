// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How a body is doing: energies, stretch, residual, stiffness reached. Doubles, in a fixed order.

#include <float.h>
#include <math.h>
#include <string.h>

#include "meter.h"
#include "world.h"

// Batches whose constraints are evaluated together, on the stack.
#define BLOCK 64

// Of a body that moves without gravity.
#define MOST_UNREST 1e6

// Sums on the way.
typedef struct tally {
    double momentum[3];
    double elastic;
    double stretch_sum;
    int links;
    double asked, got;  // extension of structural links with compliance
    double worst_achieved;
    bool compliant;  // the solver honours compliance
    bool stores;     // and its energy is asked for
    bool meters;     // the meter's figures are all that is asked for
} tally;

// What is known of the constraints of a block, by lane.
typedef struct block {
    int lane_count;
    const taut_batch* batches;
    const float *rest, *compliance, *damping, *lambda;  // damping NULL where none is damped
    const uint8_t *sides, *family;
    float last_scale;
    bool stepped;    // lambda has a force to tell
    bool one_sided;  // some are
    float value[TAUT_BATCH * BLOCK];
} block;

// The larger, and `most` where `a` is no number.
static float larger(float most, float a)
{
    return a > most ? a : most;
}

// m/s^2. That of LEGACY is by the substep squared: by the last one, before the first by that of
// taut_world_def.
static taut_vec3 gravity_of(const taut_world* world, const taut_body* b)
{
    float scale = b->gravity_scale;
    if (world->def.solver.kind == TAUT_SOLVER_LEGACY) {
        double h = (double)world->def.step_dt / world->def.substeps;
        double planned = 1.0 / (h * h);
        planned = planned < (double)FLT_MAX ? planned : (double)FLT_MAX;
        scale *= b->last_scale > 0.0f ? b->last_scale : (float)planned;
    }
    return taut_vec3_scale(world->def.gravity, scale);
}

static void measure_particles(const taut_world* world, const taut_body* b, taut_measure* m,
                              tally* t)
{
    taut_vec3 g = gravity_of(world, b);
    double kinetic = 0.0, gravity = 0.0, momentum[3] = {0.0, 0.0, 0.0}, most_speed2 = 0.0;
    for (int i = 0; i < b->particle_count; ++i) {
        taut_float4 x = b->x[i];
        if (x.w <= 0.0f) {
            continue;
        }
        double mass = 1.0 / (double)x.w;
        double v[3] = {(double)b->v[i].x, (double)b->v[i].y, (double)b->v[i].z};
        double speed2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        kinetic += 0.5 * mass * speed2;
        gravity -= mass * ((double)g.x * (double)x.x + (double)g.y * (double)x.y +
                           (double)g.z * (double)x.z);
        for (int axis = 0; axis < 3; ++axis) {
            momentum[axis] += mass * v[axis];
        }
        most_speed2 = speed2 > most_speed2 ? speed2 : most_speed2;
    }
    m->kinetic_energy = kinetic;
    m->gravity_energy = gravity;
    memcpy(t->momentum, momentum, sizeof momentum);
    m->max_speed = (float)sqrt(most_speed2);
}

// By its value a constraint that the sweep has left too long would store what nobody put in; by
// its force a damped one would store what it takes away. The lesser is right in either case. Before
// the first step there is no force yet.
static double stored_energy(const block* c, int i)
{
    double value = (double)c->value[i];
    double compliance = (double)c->compliance[i];
    double by_value = 0.5 * value * value / compliance;
    double force = (double)c->lambda[i] * (double)c->last_scale;
    double by_force = 0.5 * compliance * force * force;
    return !c->stepped || by_value < by_force ? by_value : by_force;
}

static bool is_live(const block* c, int i)
{
    return (c->batches[i / TAUT_BATCH].live >> (i % TAUT_BATCH) & 1) != 0;
}

// Pulls no longer, or pushes no longer.
static bool is_slack(const block* c, int i)
{
    return c->one_sided && ((c->sides[i] == TAUT_SIDES_TENSION && c->value[i] < 0.0f) ||
                            (c->sides[i] == TAUT_SIDES_COMPRESSION && c->value[i] > 0.0f));
}

static void measure_energy(const block* c, tally* t)
{
    double sum = t->elastic;
    for (int i = 0; i < c->lane_count; ++i) {
        if (is_live(c, i) && c->compliance[i] > 0.0f && !is_slack(c, i)) {
            sum += stored_energy(c, i);
        }
    }
    t->elastic = sum;
}

// Mean |acceleration| over the last step, by mass, over gravity's.
float taut_measure_unrest(const taut_world* world, const taut_body* b)
{
    taut_vec3 g = gravity_of(world, b);
    double gravity =
        sqrt((double)g.x * (double)g.x + (double)g.y * (double)g.y + (double)g.z * (double)g.z);
    double changed = 0.0, mass_sum = 0.0;
    for (int i = 0; i < b->particle_count; ++i) {
        double mass = b->x[i].w > 0.0f ? 1.0 / (double)b->x[i].w : 0.0;
        double dx = (double)b->v[i].x - (double)b->before_v[i].x;
        double dy = (double)b->v[i].y - (double)b->before_v[i].y;
        double dz = (double)b->v[i].z - (double)b->before_v[i].z;
        changed += mass * sqrt(dx * dx + dy * dy + dz * dz);
        mass_sum += mass;
    }
    double fall = gravity * mass_sum * (double)b->last_h * (double)b->last_substeps;
    double unrest = fall > 0.0 ? changed / fall : MOST_UNREST;
    return changed > 0.0 ? (float)(unrest < MOST_UNREST ? unrest : MOST_UNREST) : 0.0f;
}

static void measure_stretch(taut_measure* m, tally* t, float value, float rest)
{
    float stretch = value / rest;
    m->max_stretch = larger(m->max_stretch, stretch);
    m->max_compression = larger(m->max_compression, -stretch);
    t->stretch_sum += stretch > 0.0f ? (double)stretch : 0.0;
    t->links += 1;
}

// Asked for, a force F takes compliance x F of extension; got, it took `value`.
static void measure_achieved(tally* t, double value, double compliance, double force)
{
    bool counts = !((force == 0.0) | (value == 0.0) | (force * value <= 0.0));
    double achieved = force / value * compliance;
    t->asked += counts ? fabs(force) * compliance : 0.0;
    t->got += counts ? fabs(value) : 0.0;
    t->worst_achieved = counts && achieved < t->worst_achieved ? achieved : t->worst_achieved;
}

static void measure_link(const block* c, int i, taut_measure* m, tally* t)
{
    float value = c->value[i];
    float compliance = t->compliant ? c->compliance[i] : 0.0f;
    // A damper's force is no sign of stiffness: only undamped links are judged by theirs.
    bool damped = c->damping != NULL && c->damping[i] > 0.0f;
    float force = -c->lambda[i] * c->last_scale;
    if (!damped) {
        m->residual = larger(m->residual, fabsf(value - compliance * force));
    }
    if (c->family[i] != TAUT_FAMILY_STRUCTURAL) {
        return;
    }
    measure_stretch(m, t, value, c->rest[i]);
    if (!damped) {
        m->excess = larger(m->excess, (value - compliance * force) / c->rest[i]);
    }
    if (compliance > 0.0f && !damped) {
        measure_achieved(t, (double)value, (double)compliance, (double)force);
    } else if (compliance <= 0.0f) {
        m->max_rigid_error = larger(m->max_rigid_error, fabsf(value));
    }
}

// With copies of what it adds to, which the arrays then cannot be.
static void measure_links(const block* c, taut_measure* m, tally* t)
{
    taut_measure most = *m;
    tally sums = *t;
    for (int i = 0; i < c->lane_count; ++i) {
        if (is_live(c, i) && !is_slack(c, i)) {
            measure_link(c, i, &most, &sums);
        }
    }
    *m = most;
    *t = sums;
}

// What the meter asks of links, lane by lane of a batch.
typedef struct meter_lanes {
    float excess[TAUT_BATCH], residual[TAUT_BATCH];
    int links[TAUT_BATCH];
} meter_lanes;

// The figures of measure_link() that the meter needs, of eight links that are all there, damped by
// nothing and act on both sides. No branches: this goes into every step.
static void meter_batch(const block* c, int at, float honoured, meter_lanes* restrict most)
{
    for (int lane = 0; lane < TAUT_BATCH; ++lane) {
        int i = at + lane;
        float force = -c->lambda[i] * c->last_scale;
        float over = c->value[i] - honoured * c->compliance[i] * force;
        bool structural = c->family[i] == TAUT_FAMILY_STRUCTURAL;
        float part = over / c->rest[i];
        float excess = structural ? part : 0.0f;
        most->residual[lane] = larger(most->residual[lane], fabsf(over));
        most->excess[lane] = larger(most->excess[lane], excess);
        most->links[lane] += structural;
    }
}

static void meter_links(const block* c, taut_measure* m, tally* t)
{
    meter_lanes most = {0};
    for (int at = 0; at < c->lane_count; at += TAUT_BATCH) {
        if (c->batches[at / TAUT_BATCH].live == (1 << TAUT_BATCH) - 1) {
            meter_batch(c, at, t->compliant ? 1.0f : 0.0f, &most);
            continue;
        }
        for (int i = at; i < at + TAUT_BATCH; ++i) {
            if (is_live(c, i)) {
                measure_link(c, i, m, t);
            }
        }
    }
    for (int lane = 0; lane < TAUT_BATCH; ++lane) {
        m->residual = larger(m->residual, most.residual[lane]);
        m->excess = larger(m->excess, most.excess[lane]);
        t->links += most.links[lane];
    }
}

static void measure_block(const taut_work* w, int kind, int first, taut_measure* m, tally* t)
{
    const taut_body* b = w->body;
    const taut_constraint_set* set = &b->blueprint->sets[kind];
    int left = set->place_count / TAUT_BATCH - first;
    int count = left < BLOCK ? left : BLOCK;
    int place = TAUT_BATCH * first;
    block c;
    c.lane_count = TAUT_BATCH * count;
    c.batches = set->batches + first;
    c.rest = set->rest + place;
    c.compliance = set->compliance + place;
    c.damping = set->any_damping ? set->damping + place : NULL;
    c.lambda = b->lambda[kind] + place;
    c.sides = set->sides + place;
    c.family = set->family + place;
    c.last_scale = b->last_scale;
    c.stepped = b->last_substeps > 0;
    c.one_sided = set->any_sides;
    b->run->evaluate[kind](w, first, count, c.value);
    for (int i = 0; set->any_play && i < c.lane_count; ++i) {
        c.value[i] = taut_beyond_play(c.value[i], set->play[place + i]);
    }
    if (t->stores && set->any_soft) {
        measure_energy(&c, t);
    }
    if (kind == TAUT_CONSTRAINT_DISTANCE) {
        bool quick = t->meters && c.damping == NULL && !c.one_sided && !set->any_play;
        (quick ? meter_links : measure_links)(&c, m, t);
    }
}

static void measure_kind(const taut_work* work, int kind, taut_measure* m, tally* t)
{
    int count = work->body->blueprint->sets[kind].place_count / TAUT_BATCH;
    for (int first = 0; first < count; first += BLOCK) {
        measure_block(work, kind, first, m, t);
    }
}

// Kind by kind, place by place.
static void measure_constraints(taut_world* world, taut_body* b, taut_measure* m, tally* t)
{
    taut_work work;
    taut_work_open(&work, b, false, world->rooms[0].memory);
    taut_work_load_places(&work);
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        bool passive = kind == TAUT_CONSTRAINT_TETHER;
        if (!passive && (!t->meters || kind == TAUT_CONSTRAINT_DISTANCE)) {
            measure_kind(&work, kind, m, t);
        }
    }
    m->elastic_energy = t->elastic;
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

static tally open_tally(const taut_world* world)
{
    taut_solver_kind solver = world->def.solver.kind;
    return (tally){.worst_achieved = (double)INFINITY,
                   .compliant = solver != TAUT_SOLVER_VERLET && solver != TAUT_SOLVER_LEGACY};
}

// What the meter makes of the figures of the links.
static void judge_stiffness(const taut_world* world, const taut_body* b, taut_measure* m,
                            const tally* t)
{
    taut_solver_kind solver = world->def.solver.kind;
    bool promises = solver == TAUT_SOLVER_XPBD || solver == TAUT_SOLVER_VERLET;
    m->structural_links = t->links;
    m->unrest = taut_measure_unrest(world, b);
    m->substeps = b->last_substeps;
    bool soft = t->compliant && b->blueprint->sets[TAUT_CONSTRAINT_DISTANCE].any_soft;
    m->exponent = taut_meter_exponent(m, b->particle_count, soft);
    m->substeps_needed = promises ? taut_meter_substeps(m, TAUT_METER_TARGET) : 0;
}

void taut_measure_stiffness(taut_world* world, taut_body* body, taut_measure* measure)
{
    taut_state_read(body, TAUT_STATE_ALL);
    *measure = (taut_measure){0};
    tally t = open_tally(world);
    t.meters = true;
    measure_constraints(world, body, measure, &t);
    judge_stiffness(world, body, measure, &t);
}

taut_result taut_body_measure(taut_world* world, taut_body_id body, taut_measure* measure)
{
    taut_body* b = taut_world_find_at(world, body, TAUT_STATE_ALL);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (measure == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "measure is NULL: nowhere to put the answer");
    }
    taut_measure m = {0};
    tally t = open_tally(world);
    t.stores = t.compliant;
    measure_particles(world, b, &m, &t);
    measure_constraints(world, b, &m, &t);
    judge_stiffness(world, b, &m, &t);
    m.momentum = (taut_vec3){(float)t.momentum[0], (float)t.momentum[1], (float)t.momentum[2]};
    m.mean_stretch = t.links > 0 ? (float)(t.stretch_sum / t.links) : 0.0f;
    m.mean_achieved = t.got > 0.0 ? (float)(t.asked / t.got) : NAN;
    m.worst_achieved = t.got > 0.0 ? (float)t.worst_achieved : NAN;
    m.tether_force = sum_tethers(b);
    *measure = m;
    return TAUT_OK;
}
