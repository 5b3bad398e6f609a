// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that act on one another, on a device: those of a realm go all or none, and all realms in
// one launch (crowd.inl), but for those in which attachments join bodies, which have another
// (crowd_joins.inl).

#pragma once

#include "cuda/device.h"

// Room there for the pairs and the attachments of a realm, as much as the host has. Where memory is
// short there is none, and the bodies stay on the host. `newcomer` is a body of it that may not be
// in the world yet.
void taut_device_crowd_reserve(taut_world* world, const taut_body* newcomer);
void taut_device_crowds_free(taut_world* world);
size_t taut_device_crowd_bytes(const taut_device* device);
size_t taut_device_crowd_host_bytes(const taut_device* device);
size_t taut_device_crowd_own_bytes(const taut_device* device);  // by the world's allocator

// Bytes of shared memory for the part at hand of one of its bodies; 0: it stays where it is.
size_t taut_device_crowd_home(const taut_body* body);

// Why it does not take those of a realm through the step at hand, TAUT_STAY_NONE where it does; and
// the body whose reason that is, where it is one's.
taut_stay taut_device_crowd_stay(const taut_device* device, uint32_t realm, taut_body_id* whose);

// Places from number `first` on for the bodies of a step that go in crowds, those of a realm side
// by side; and the next one in a realm.
void taut_device_crowds_count(const taut_device* device, const taut_step* s, int first);
int taut_device_crowd_place(const taut_device* device, uint32_t realm);

// What the kernel is handed beside the turns of its bodies, which are numbers `first` and up of the
// device's.
bool taut_device_crowds_send(const taut_world* world, const taut_step* s, int first);

// Whether anything of theirs hangs on a collider; and crowds that go together: how many bodies, and
// off they go.
#define TAUT_CROWD_LAUNCHES 2
bool taut_device_crowds_hang(const taut_device* device);
int taut_device_crowds_bodies(const taut_device* device, int launch);
taut_driver_answer taut_device_crowds_launch(const taut_device* device, int launch);

// Afterwards: asks for what they have to say, and notes it.
bool taut_device_crowds_hear(const taut_device* device);
void taut_device_crowds_arrive(const taut_world* world);
