// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Coming to rest without the motion in between: dynamic relaxation with kinetic damping (Barnes,
// "Form Finding and Analysis of Tension Structures by Dynamic Relaxation", International Journal of
// Space Structures 14, 1999). A body is let go from rest; whenever its kinetic energy has passed a
// peak, where forces are near balance, it is stopped and let go again. No damping has to be chosen,
// and what is stopped is on its way to the place of rest, so that few peaks do.

#include <math.h>
#include <string.h>

#include "meter.h"
#include "record.h"

// So many steps in a row must be still: one may be the turning point of a swing.
#define STILL_STEPS 4

// What settling sets aside of a body, and what it knows about it.
typedef struct settling {
    taut_body* body;
    double energy;  // kinetic, of the step before
    int moving_count;
    bool has_user_forces;
    taut_vec3* force;  // a copy; NULL without
} settling;

typedef struct settle {
    settling* bodies;
    int count;
    bool* moves;  // of colliders
    taut_settle_def def;
    taut_settled found;
    int still;  // steps in a row
    size_t bytes;
} settle;

taut_settle_def taut_settle_def_default(void)
{
    return (taut_settle_def){
        .stamp = TAUT_STAMP(taut_settle_def), .unrest = 0.01f, .speed = 0.05f, .most_steps = 1000};
}

static taut_result check(taut_world* world, const taut_settle_def* def)
{
    if (def->stamp != TAUT_STAMP(taut_settle_def)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_settle_def.stamp is wrong: start from "
                               "taut_settle_def_default()");
    }
    if (!(def->unrest > 0.0f) || !(def->speed > 0.0f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_settle_def.unrest is %g and speed %g; both must be > 0",
                               (double)def->unrest, (double)def->speed);
    }
    if (def->most_steps < 1 || def->most_steps > 100000) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_settle_def.most_steps is %d; it must lie in 1..100000",
                               def->most_steps);
    }
    if (def->substeps < 0 || def->substeps > 10000) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_settle_def.substeps is %d; it must lie in 0..10000",
                               def->substeps);
    }
    return TAUT_OK;
}

// Setting aside -----------------------------------------------------------------------------------

static void lay_out(settle* s, const taut_world* world, const taut_body* only, taut_layout* layout)
{
    s->count = 0;
    s->bodies = taut_layout_take(layout, (size_t)world->slot_count, sizeof *s->bodies);
    s->moves = taut_layout_take(layout, (size_t)world->colliders.count, sizeof *s->moves);
    for (int i = 0; i < world->slot_count; ++i) {
        taut_body* b = world->slots[i].body;
        if (!taut_world_steps_body(world, b) || (only != NULL && b != only)) {
            continue;
        }
        size_t forces = b->has_user_forces ? (size_t)b->particle_count : 0;
        taut_vec3* force = taut_layout_take(layout, forces, sizeof *force);
        if (layout->base != NULL) {
            s->bodies[s->count] = (settling){.body = b, .force = forces > 0 ? force : NULL};
        }
        s->count += 1;
    }
}

// Targets and forces wait for a step of the host.
static void set_aside(settling* k)
{
    taut_body* b = k->body;
    taut_state_own(b);
    taut_body_stop(b);
    k->moving_count = b->moving_count;
    k->has_user_forces = b->has_user_forces;
    b->moving_count = 0;
    b->has_user_forces = false;
    if (k->force != NULL) {
        size_t bytes = (size_t)b->particle_count * sizeof *b->force;
        memcpy(k->force, b->force, bytes);
        memset(b->force, 0, bytes);
    }
}

// One that was frozen on the way has lost its targets.
static void bring_back(const settling* k)
{
    taut_body* b = k->body;
    taut_state_own(b);
    taut_body_stop(b);
    b->moving_count = k->moving_count;
    b->has_user_forces = k->has_user_forces;
    b->still = 0.0f;
    if (k->force != NULL) {
        memcpy(b->force, k->force, (size_t)b->particle_count * sizeof *b->force);
    }
}

// Settling ----------------------------------------------------------------------------------------

typedef struct motion {
    double energy;  // kinetic, J
    float speed;    // of the fastest
} motion;

static motion motion_of(const taut_body* b)
{
    double energy = 0.0;
    double most = 0.0;
    for (int i = 0; i < b->particle_count; ++i) {
        taut_float4 v = b->v[i];
        double square =
            (double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z;
        energy += b->x[i].w > 0.0f ? 0.5 * square / (double)b->x[i].w : 0.0;
        most = square > most ? square : most;
    }
    return (motion){energy, (float)sqrt(most)};
}

static void look_at_body(const taut_world* world, settling* k, taut_settled* worst)
{
    taut_state_read(k->body, TAUT_STATE_ALL);
    motion m = motion_of(k->body);
    float unrest = taut_measure_unrest(world, k->body);
    worst->unrest = unrest > worst->unrest ? unrest : worst->unrest;
    worst->speed = m.speed > worst->speed ? m.speed : worst->speed;
    if (m.energy < k->energy) {
        taut_state_own(k->body);
        taut_body_stop(k->body);
        m.energy = 0.0;
    }
    k->energy = m.energy;
}

static void take_steps(taut_world* world, settle* s)
{
    int substeps = s->def.substeps > 0 ? s->def.substeps : world->def.substeps;
    while (s->found.steps < s->def.most_steps && s->still < STILL_STEPS) {
        taut_step_report report;
        (void)taut_world_take_step(world, world->def.step_dt, substeps, &report);
        s->found.steps += 1;
        s->found.trouble |= report.trouble;
        taut_settled worst = {0};
        for (int i = 0; i < s->count; ++i) {
            if (!s->bodies[i].body->frozen) {
                look_at_body(world, &s->bodies[i], &worst);
            }
        }
        s->found.unrest = worst.unrest;
        s->found.speed = worst.speed;
        bool still = worst.unrest <= s->def.unrest && worst.speed <= s->def.speed;
        s->still = still ? s->still + 1 : 0;
    }
    bool whole = (s->found.trouble & TAUT_STEP_NOT_FINITE) == 0;
    s->found.settled = whole && s->still >= STILL_STEPS;
}

static void settle_bodies(taut_world* world, settle* s, const taut_body* only)
{
    double time = world->time;
    int events = world->events.count, dropped = world->events.dropped;
    for (int i = 0; i < s->count; ++i) {
        set_aside(&s->bodies[i]);
    }
    for (int i = 0; i < world->colliders.count; ++i) {
        s->moves[i] = world->colliders.items[i].moves;
        world->colliders.items[i].moves = false;
    }
    world->settling = true;
    world->trying = true;  // nothing breaks: nobody would hear of it
    world->only = only;
    take_steps(world, s);
    world->only = NULL;
    world->settling = world->trying = false;
    for (int i = 0; i < world->colliders.count; ++i) {
        world->colliders.items[i].moves = s->moves[i];
    }
    world->time = time;
    world->events.count = events;
    world->events.dropped = dropped;
    for (int i = 0; i < s->count; ++i) {
        bring_back(&s->bodies[i]);
    }
}

static taut_result settle_some(taut_world* world, taut_body_id id, const taut_body* only,
                               const taut_settle_def* def, taut_settled* settled)
{
    settle s = {.def = def != NULL ? *def : taut_settle_def_default()};
    if (check(world, &s.def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    taut_layout measure = {0};
    lay_out(&s, world, only, &measure);
    taut_layout place = {taut_allocate(&world->allocator, measure.used + 1), 0};
    if (place.base == NULL) {
        return taut_world_fail(world, TAUT_ERROR_OUT_OF_MEMORY,
                               "no memory to settle %d bodies, %zu bytes", s.count, measure.used);
    }
    lay_out(&s, world, only, &place);
    settle_bodies(world, &s, only);
    taut_free(&world->allocator, place.base, measure.used + 1);
    if (settled != NULL) {
        *settled = s.found;
    }
    taut_call call = {.op = TAUT_CALL_SETTLE,
                      .body = id,
                      .i = {s.def.most_steps, s.def.substeps},
                      .f = {s.def.unrest, s.def.speed}};
    return taut_call_done(world, NULL, &call);
}

taut_result taut_world_settle(taut_world* world, const taut_settle_def* def, taut_settled* settled)
{
    return world != NULL ? settle_some(world, (taut_body_id){0}, NULL, def, settled)
                         : TAUT_ERROR_INVALID;
}

taut_result taut_body_settle(taut_world* world, taut_body_id body, const taut_settle_def* def,
                             taut_settled* settled)
{
    taut_body* b = taut_world_find(world, body);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    taut_body_rouse(b);
    return settle_some(world, body, b, def, settled);
}
