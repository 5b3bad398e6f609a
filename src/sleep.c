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

void taut_sleep_watch(const taut_world* world, taut_body* body, float dt)
{
    const taut_sleep_def* def = &world->def.sleep;
    if (!def->enabled || world->settling) {
        return;
    }
    body->still = is_slow(body, def->speed) ? body->still + dt : 0.0f;
    if (body->still >= def->seconds && body->still > 0.0f) {
        taut_body_stop(body);
        body->asleep = true;
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
