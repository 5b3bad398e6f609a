// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Calls about bodies on a device.

#include "world.h"

taut_result taut_body_prefetch(taut_world* world, taut_body_id body)
{
    const taut_body* b = taut_world_find_at(world, body, TAUT_STATE_NONE);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    taut_state_prefetch(b);
    return TAUT_OK;
}

taut_result taut_body_device_positions(taut_world* world, taut_body_id body, taut_device_view* view)
{
    if (view != NULL) {
        *view = (taut_device_view){0};
    }
    const taut_body* b = taut_world_find_at(world, body, TAUT_STATE_NONE);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (view == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "view is NULL: nowhere to put the answer");
    }
    if (!taut_state_view(b, view)) {
        taut_body_id whose;
        taut_stay stay = taut_device_stay_of(world, b, &whose);
        return taut_world_fail(world, TAUT_ERROR_BACKEND_UNAVAILABLE,
                               "the body is on no device: %s",
                               stay == TAUT_STAY_NONE ? "a call has changed it since the last step"
                                                      : taut_stay_text(stay));
    }
    return TAUT_OK;
}

typedef struct stay_words {
    const char *name, *text;
} stay_words;

static const stay_words words[TAUT_STAY_COUNT] = {
    [TAUT_STAY_NONE] = {"none", "it was there"},
    [TAUT_STAY_RESTS] = {"rests", "the last step went without"},
    [TAUT_STAY_NO_DEVICE] = {"no-device", "its world has no device, or that has failed"},
    [TAUT_STAY_SOLVER] = {"solver", "no kernel for the solver"},
    [TAUT_STAY_USER] = {"user", "user constraints"},
    [TAUT_STAY_WATCHED] = {"watched", "a body is watched"},
    [TAUT_STAY_LONG] = {"long", "long ropes that are solved directly: too few, or too long"},
    [TAUT_STAY_CHANGED] = {"changed", "it tore, was changed or restored less than four steps ago"},
    [TAUT_STAY_TARGETS] = {"targets", "more particles with targets than there is room for"},
    [TAUT_STAY_MEMORY] = {"memory", "no memory for it"},
    [TAUT_STAY_REFUSED] = {"refused", "the device refused to launch it"},
};

static const stay_words* words_of(taut_stay stay)
{
    static const stay_words none = {"unknown", "unknown"};
    return (int)stay >= 0 && stay < TAUT_STAY_COUNT ? &words[stay] : &none;
}

const char* taut_stay_name(taut_stay stay)
{
    return words_of(stay)->name;
}

const char* taut_stay_text(taut_stay stay)
{
    return words_of(stay)->text;
}

taut_result taut_body_stay(taut_world* world, taut_body_id body, taut_stay* stay,
                           taut_body_id* whose)
{
    const taut_body* b = taut_world_find_at(world, body, TAUT_STATE_NONE);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (stay == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "stay is NULL: nowhere to put the answer");
    }
    taut_body_id other;
    *stay = taut_device_stay_of(world, b, &other);
    if (whose != NULL) {
        *whose = taut_world_peek_at(world, other, TAUT_STATE_NONE) != NULL ? other : body;
    }
    return TAUT_OK;
}

taut_result taut_world_device(const taut_world* world, taut_device_info* info)
{
    if (world == NULL || info == NULL) {
        return TAUT_ERROR_INVALID;
    }
    *info = (taut_device_info){0};
    return taut_device_tell(world, info) ? TAUT_OK : TAUT_ERROR_BACKEND_UNAVAILABLE;
}
