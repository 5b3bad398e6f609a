// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What joins the bodies of a realm, on its way to a device and back (crowd_joins.inl).

#pragma once

#include "cuda/crowd_job.h"
#include "cuda/device.h"

// A block of memory on either side with room for so many attachments and bodies, laid out anew in
// each step: what comes back stands first.
typedef struct taut_device_joins {
    int join_room, body_room;
    void *room, *room_there;  // the first is the host's, where the device can reach it
    size_t room_bytes, there_bytes;

    // Of the step at hand.
    taut_cuda_joins here, there;       // what is in the two of them,
    taut_cuda_joins *job, *job_there;  // with the second of these at its end
    size_t back_bytes, sent_bytes;
    taut_knots knots;  // the realm's
} taut_device_joins;

// More room, unless memory is short.
void taut_device_joins_reserve(taut_driver* driver, taut_device_joins* joins, int join_count,
                               int body_count);
void taut_device_joins_free(taut_driver* driver, taut_device_joins* joins);

// Whether there is room for the attachments of a realm, and for so many bodies; and the device has
// all that they hang on.
bool taut_device_joins_fit(const taut_world* world, const taut_device_joins* joins, uint32_t realm,
                           int body_count);

// What a step asks for.
// @param view    the world, with what is of the realm in it
// @param bodies  of the realm, by their turns; those that are tied anew, or not any more, are told
// @param hangs   set where something hangs on a collider
bool taut_device_joins_send(taut_world* view, taut_device_joins* joins, taut_body* const* bodies,
                            int count, bool* hangs);

// What came of it: asked for, and for the host's attachments.
bool taut_device_joins_ask(taut_driver* driver, const taut_device_joins* joins);
void taut_device_joins_arrive(taut_world* view, const taut_device_joins* joins);
