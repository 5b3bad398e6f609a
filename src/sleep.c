// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "sleep.h"

#include <math.h>

#include "pairs.h"
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

void taut_realm_rouse(taut_world* world, uint32_t realm)
{
    if (realm == TAUT_REALM_ALL) {
        taut_world_rouse(world);
        return;
    }
    taut_realm_range its = taut_realms_of(&world->realms, realm);
    for (int i = its.first; i < its.end; ++i) {
        taut_body_rouse(world->slots[world->realms.items[i].number].body);
    }
}

// Boxes -------------------------------------------------------------------------------------------

static void widen(taut_body* b, float x, float y, float z)
{
    taut_vec3 low = b->sleep_low, high = b->sleep_high;
    b->sleep_low = (taut_vec3){fminf(low.x, x), fminf(low.y, y), fminf(low.z, z)};
    b->sleep_high = (taut_vec3){fmaxf(high.x, x), fmaxf(high.y, y), fmaxf(high.z, z)};
}

static void note_box(taut_body* b)
{
    taut_state_read(b, TAUT_STATE_X);
    b->sleep_low = (taut_vec3){INFINITY, INFINITY, INFINITY};
    b->sleep_high = (taut_vec3){-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < b->particle_count; ++i) {
        widen(b, b->x[i].x, b->x[i].y, b->x[i].z);
    }
}

// Where it goes in a step of dt seconds, too.
static void note_way(taut_body* b, float dt)
{
    note_box(b);
    taut_state_read(b, TAUT_STATE_V);
    for (int i = 0; i < b->particle_count; ++i) {
        taut_float4 x = b->x[i], v = b->v[i], q = b->q[i];
        widen(b, x.x + dt * v.x, x.y + dt * v.y, x.z + dt * v.z);
        if ((b->hold[i] & TAUT_HOLD_TARGET) != 0) {
            widen(b, q.x, q.y, q.z);
        }
    }
}

// Air between what sleeps and what comes near, metres.
#define MARGIN 0.02f

static bool boxes_meet(const taut_body* b, taut_vec3 low, taut_vec3 high, float margin)
{
    return low.x <= b->sleep_high.x + margin && high.x >= b->sleep_low.x - margin &&
           low.y <= b->sleep_high.y + margin && high.y >= b->sleep_low.y - margin &&
           low.z <= b->sleep_high.z + margin && high.z >= b->sleep_low.z - margin;
}

static bool touches_others(const taut_body* b)
{
    return b != NULL && taut_body_touches(b) && b->collision.others;
}

// Whether particles of two bodies of a realm may touch, whose boxes are noted.
static bool are_near(const taut_body* a, const taut_body* b)
{
    const taut_collision_def *one = &a->collision, *two = &b->collision;
    bool meant = (one->filter.category & two->filter.mask) != 0 &&
                 (two->filter.category & one->filter.mask) != 0;
    return a != b && meant &&
           boxes_meet(a, b->sleep_low, b->sleep_high, one->thickness + two->thickness + MARGIN);
}

// Waking ------------------------------------------------------------------------------------------

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

static bool comes_near(const taut_body* b, const taut_collider* c)
{
    bool meant = (b->collision.filter.category & c->filter.mask) != 0 &&
                 (c->filter.category & b->collision.filter.mask) != 0;
    return b->collision.enabled && meant && taut_realm_same(b->realm, c->realm) &&
           boxes_meet(b, c->bounds.low, c->bounds.high, b->collision.thickness + MARGIN);
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

static bool any_sleeper_touches(const taut_world* world)
{
    bool any = false;
    for (int i = 0; i < world->slot_count && !any; ++i) {
        const taut_body* b = world->slots[i].body;
        any = touches_others(b) && b->asleep;
    }
    return any;
}

static bool rouse_near(taut_world* world, const taut_body* a)
{
    bool any = false;
    taut_realm_range its = taut_realms_of(&world->realms, a->realm);
    for (int i = its.first; i < its.end; ++i) {
        taut_body* b = world->slots[world->realms.items[i].number].body;
        if (touches_others(b) && b->asleep && are_near(a, b)) {
            taut_body_rouse(b);
            any = true;
        }
    }
    return any;
}

// A body that moved in the last step, or was just woken, wakes those it may come to touch. One that
// is coming to rest does not: its neighbour may be asleep already.
static bool wake_touching(taut_world* world, float dt)
{
    bool any = false;
    for (int i = 0; i < world->slot_count && any_sleeper_touches(world); ++i) {
        taut_body* a = world->slots[i].body;
        if (touches_others(a) && is_awake(a) && a->still <= 0.0f) {
            note_way(a, dt);
            any = rouse_near(world, a) || any;
        }
    }
    return any;
}

void taut_sleep_rouse_around(taut_world* world, taut_body* body)
{
    if (world->def.sleep.enabled && touches_others(body)) {
        note_box(body);
        (void)rouse_near(world, body);
    }
}

void taut_sleep_open(taut_world* world, float dt)
{
    if (!world->def.sleep.enabled || world->settling) {
        return;
    }
    wake_pushed(world);
    wake_carried(world);
    do {
        wake_attached(world);
    } while (wake_touching(world, dt));
    for (int i = 0; i < world->slot_count; ++i) {
        taut_body* b = world->slots[i].body;
        if (b != NULL && b->woken) {
            b->woken = false;
            world->changes += 1;
            taut_events_add(&world->events,
                            taut_event_of(TAUT_EVENT_WAKE, taut_world_id(world, i)));
        }
    }
}

// Falling asleep ----------------------------------------------------------------------------------

// Held particles move with the velocity of their hand, so that they count like the others.
static bool is_slow(const taut_body* b, float speed)
{
    if (b->away) {
        return !taut_device_fast(b);
    }
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

static bool awake_and(const taut_world* world, const taut_body* b, bool due)
{
    return touches_others(b) && taut_world_steps_body(world, b) && b->due == due;
}

// Those that may touch one that is not to fall asleep yet stay awake with it. True when there is
// one more of them.
static bool keep_near_awake(taut_world* world, const taut_body* a)
{
    bool any = false;
    taut_realm_range its = taut_realms_of(&world->realms, a->realm);
    for (int i = its.first; i < its.end; ++i) {
        taut_body* b = world->slots[world->realms.items[i].number].body;
        if (awake_and(world, b, true) && are_near(a, b)) {
            b->due = false;
            any = true;
        }
    }
    return any;
}

static bool keep_touching_awake(taut_world* world)
{
    int due = 0, others = 0;
    for (int i = 0; i < world->slot_count; ++i) {
        due += awake_and(world, world->slots[i].body, true);
        others += awake_and(world, world->slots[i].body, false);
    }
    for (int i = 0; i < world->slot_count && due > 0 && others > 0; ++i) {
        taut_body* b = world->slots[i].body;
        if (awake_and(world, b, true) || awake_and(world, b, false)) {
            note_box(b);
        }
    }
    bool any = false;
    for (int i = 0; i < world->slot_count && due > 0 && others > 0; ++i) {
        const taut_body* a = world->slots[i].body;
        any = (awake_and(world, a, false) && keep_near_awake(world, a)) || any;
    }
    return any;
}

// Counts how long bodies have been still; true where any is to fall asleep. Those that take no part
// in steps keep nobody awake.
static bool count_time(taut_world* world, float dt)
{
    const taut_sleep_def* def = &world->def.sleep;
    bool any = false;
    for (int i = 0; i < world->slot_count; ++i) {
        taut_body* b = world->slots[i].body;
        if (taut_world_steps_body(world, b)) {
            // A wind may swell at any time, so that nobody sleeps in it.
            b->still = !b->blown && is_slow(b, def->speed) ? b->still + dt : 0.0f;
            b->due = b->still > 0.0f && b->still >= def->seconds;
            any = any || b->due;
        } else if (b != NULL) {
            b->due = true;
        }
    }
    return any;
}

void taut_sleep_close(taut_world* world, float dt)
{
    if (!world->def.sleep.enabled || world->settling || !count_time(world, dt)) {
        return;
    }
    do {
        keep_attached_awake(world);
    } while (keep_touching_awake(world));
    for (int i = 0; i < world->slot_count; ++i) {
        taut_body* b = world->slots[i].body;
        if (taut_world_steps_body(world, b) && b->due) {
            taut_state_own(b);
            taut_body_stop(b);
            note_box(b);
            b->asleep = true;
            world->changes += 1;
            taut_events_add(&world->events,
                            taut_event_of(TAUT_EVENT_SLEEP, taut_world_id(world, i)));
        }
    }
}

bool taut_body_asleep(const taut_world* world, taut_body_id body)
{
    const taut_body* b = taut_world_peek_at(world, body, TAUT_STATE_NONE);
    return b != NULL && b->asleep;
}

taut_result taut_body_wake(taut_world* world, taut_body_id body)
{
    taut_body* b = taut_world_find_at(world, body, TAUT_STATE_NONE);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    return taut_call_done(world, b, &(taut_call){.op = TAUT_CALL_WAKE, .body = body});
}
