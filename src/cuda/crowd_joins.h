// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What joins the bodies of a realm, on its way to a device and back (crowd_joins.inl).

#pragma once

#include "cuda/crowd_job.h"
#include "cuda/device.h"

// Of a realm: what there is room for, and what is in it in the step at hand.
typedef struct taut_device_joins {
    int join_room, body_room;
    taut_cuda_joins here, there;  // on the host, where the device can reach it, and on the device
    taut_cuda_joins* job_there;   // where the second of these is sent to
    taut_knots knots;             // the realm's
} taut_device_joins;

// A block of memory on either side with room for those of all realms, laid out anew in each step:
// what comes back of one after another stands first, so that all of it comes in one piece, and goes
// in two.
typedef struct taut_device_joins_room {
    size_t most_back, most_rest;  // that all realms may ask for
    size_t most_scratch;          // of the host, for any one of them
    void *room, *room_there;
    size_t room_bytes, there_bytes;
    size_t back_room, rest_room;   // of these
    taut_layout back[2], rest[2];  // of the step at hand: here, there
} taut_device_joins_room;

// More room for a realm, unless memory is short; and none any more.
void taut_device_joins_reserve(taut_driver* driver, taut_device_joins_room* room,
                               taut_device_joins* joins, int join_count, int body_count);
void taut_device_joins_forget(taut_device_joins_room* room, taut_device_joins* joins);
void taut_device_joins_free(taut_driver* driver, taut_device_joins_room* room);

// Whether there is room for the attachments of a realm, and for so many bodies; and the device has
// all that they hang on.
bool taut_device_joins_fit(const taut_world* world, const taut_device_joins* joins, uint32_t realm,
                           int body_count);

// What a step asks for, realm by realm, and off it goes.
// @param view    the world, with what is of the realm in it
// @param bodies  of the realm, by their turns; those that are tied anew, or not any more, are told
// @param hangs   set where something hangs on a collider
void taut_device_joins_open(taut_device_joins_room* room);
bool taut_device_joins_fill(taut_world* view, taut_device_joins_room* room,
                            taut_device_joins* joins, taut_body* const* bodies, int count,
                            bool* hangs);
bool taut_device_joins_send(taut_driver* driver, const taut_device_joins_room* room);

// Of bodies that nothing joins any more.
void taut_device_joins_untie(taut_body* const* bodies, int count);

// What came of it: asked for, and for the host's attachments.
bool taut_device_joins_ask(taut_driver* driver, const taut_device_joins_room* room);
void taut_device_joins_arrive(taut_world* view, const taut_device_joins* joins);
