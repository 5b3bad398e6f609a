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
    const taut_body* b = taut_world_find_at(world, body, TAUT_STATE_NONE);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (view == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "view is NULL: nowhere to put the answer");
    }
    *view = (taut_device_view){0};
    if (!taut_state_view(b, view)) {
        return taut_world_fail(
            world, TAUT_ERROR_BACKEND_UNAVAILABLE, "the body is on no device: %s",
            b->device == NULL ? "this world has none, or none that can take it"
                              : "the host went last through a step with it, or a call has "
                                "changed it since");
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
