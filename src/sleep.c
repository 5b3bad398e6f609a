// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "sleep.h"

#include <math.h>

#include "record.h"

taut_sleep_def taut_sleep_default(void)
{
    return (taut_sleep_def){.speed = 0.01f, .seconds = 0.5f};
}

taut_result taut_sleep_check(const taut_sleep_def* def, taut_error* error)
{
    if (!(def->speed > 0.0f) || !isfinite(def->speed)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.sleep.speed is %g; it must be finite and > 0",
                              (double)def->speed);
    }
    if (!(def->seconds >= 0.0f) || !isfinite(def->seconds)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.sleep.seconds is %g; it must be finite and >= 0",
                              (double)def->seconds);
    }
    return TAUT_OK;
}

void taut_body_rouse(taut_body* body)
{
    if (body != NULL) {
        body->woken = body->woken || body->asleep;
        body->asleep = false;
        body->still = 0.0f;
    }
}

void taut_world_rouse(taut_world* world)
{
    for (int i = 0; i < world->slot_count; ++i) {
        taut_body_rouse(world->slots[i].body);
    }
}

// What is attached to one another sleeps and wakes as one. Passes over a few attachments, until
// nothing changes: each but the last changes a body, so that they come to an end.

static bool is_awake(const taut_body* b)
{
    return b != NULL && !b->frozen && !b->asleep;
}

static void wake_attached(taut_world* world)
{
    bool again = true;
    while (again) {
        again = false;
        for (int i = 0; i < world->attachments.count; ++i) {
            const taut_attachment* a = &world->attachments.items[i];
            if (a->live && a->other != NULL && is_awake(a->body) != is_awake(a->other)) {
                bool sleeps = a->body->asleep || a->other->asleep;
                taut_body_rouse(a->body->asleep ? a->body : NULL);
                taut_body_rouse(a->other->asleep ? a->other : NULL);
                again = again || sleeps;
            }
        }
    }
}

// Air between a sleeping body and a collider that comes near, metres.
#define MARGIN 0.02f

static bool comes_near(const taut_body* b, const taut_collider* c)
{
    float m = b->collision.thickness + MARGIN;
    taut_vec3 low = b->sleep_low, high = b->sleep_high;
    bool meant = (b->collision.filter.category & c->filter.mask) != 0 &&
                 (c->filter.category & b->collision.filter.mask) != 0;
    return b->collision.enabled && meant && c->bounds.low.x <= high.x + m &&
           c->bounds.high.x >= low.x - m && c->bounds.low.y <= high.y + m &&
           c->bounds.high.y >= low.y - m && c->bounds.low.z <= high.z + m &&
           c->bounds.high.z >= low.z - m;
}

static void wake_pushed(taut_world* world)
{
    for (int i = 0; i < world->colliders.count; ++i) {
        const taut_collider* c = &world->colliders.items[i];
        for (int k = 0; k < world->slot_count && c->used && c->motion > 0.0f; ++k) {
            taut_body* b = world->slots[k].body;
            taut_body_rouse(b != NULL && b->asleep && comes_near(b, c) ? b : NULL);
        }
    }
}

// What hangs on a collider that moves goes with it.
static void wake_carried(taut_world* world)
{
    for (int i = 0; i < world->attachments.count; ++i) {
        const taut_attachment* a = &world->attachments.items[i];
        if (a->live && a->def.target == TAUT_ATTACH_COLLIDER && a->body->asleep &&
            world->colliders.items[a->def.collider.index1 - 1].motion > 0.0f) {
            taut_body_rouse(a->body);
        }
    }
}

static void note_box(taut_body* b)
{
    taut_vec3 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < b->particle_count; ++i) {
        taut_float4 x = b->x[i];
        low = (taut_vec3){fminf(low.x, x.x), fminf(low.y, x.y), fminf(low.z, x.z)};
        high = (taut_vec3){fmaxf(high.x, x.x), fmaxf(high.y, x.y), fmaxf(high.z, x.z)};
    }
    b->sleep_low = low;
    b->sleep_high = high;
}

void taut_sleep_open(taut_world* world)
{
    if (!world->def.sleep.enabled || world->settling) {
        return;
    }
    wake_pushed(world);
    wake_carried(world);
    wake_attached(world);
    for (int i = 0; i < world->slot_count; ++i) {
        taut_body* b = world->slots[i].body;
        if (b != NULL && b->woken) {
            b->woken = false;
            taut_events_add(&world->events,
                            taut_event_of(TAUT_EVENT_WAKE, taut_world_id(world, i)));
        }
    }
}

// Held particles move with the velocity of their hand, so that they count like the others.
static bool is_slow(const taut_body* b, float speed)
{
    float most = speed * speed;
    for (int i = 0; i < b->particle_count; ++i) {
        taut_vec3 v = taut_vec3_of(b->v[i]);
        if (!(taut_vec3_dot(v, v) < most)) {
            return false;
        }
    }
    return true;
}

// A neighbour that moves keeps a body awake.
static void keep_attached_awake(taut_world* world)
{
    bool again = true;
    while (again) {
        again = false;
        for (int i = 0; i < world->attachments.count; ++i) {
            const taut_attachment* a = &world->attachments.items[i];
            if (a->live && a->other != NULL && a->body->due != a->other->due) {
                taut_body* due = a->body->due ? a->body : a->other;
                due->due = false;
                again = true;
            }
        }
    }
}

// Counts how long bodies have been still. Those that take no part in steps keep nobody awake.
static void count_time(taut_world* world, float dt)
{
    const taut_sleep_def* def = &world->def.sleep;
    for (int i = 0; i < world->slot_count; ++i) {
        taut_body* b = world->slots[i].body;
        if (taut_world_steps_body(world, b)) {
            // A wind may swell at any time, so that nobody sleeps in it.
            b->still = !b->blown && is_slow(b, def->speed) ? b->still + dt : 0.0f;
            b->due = b->still > 0.0f && b->still >= def->seconds;
        } else if (b != NULL) {
            b->due = true;
        }
    }
}

void taut_sleep_close(taut_world* world, float dt)
{
    if (!world->def.sleep.enabled || world->settling) {
        return;
    }
    count_time(world, dt);
    keep_attached_awake(world);
    for (int i = 0; i < world->slot_count; ++i) {
        taut_body* b = world->slots[i].body;
        if (taut_world_steps_body(world, b) && b->due) {
            taut_body_stop(b);
            note_box(b);
            b->asleep = true;
            taut_events_add(&world->events,
                            taut_event_of(TAUT_EVENT_SLEEP, taut_world_id(world, i)));
        }
    }
}

bool taut_body_asleep(const taut_world* world, taut_body_id body)
{
    const taut_body* b = taut_world_peek(world, body);
    return b != NULL && b->asleep;
}

taut_result taut_body_wake(taut_world* world, taut_body_id body)
{
    taut_body* b = taut_world_find(world, body);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    return taut_call_done(world, b, &(taut_call){.op = TAUT_CALL_WAKE, .body = body});
}
