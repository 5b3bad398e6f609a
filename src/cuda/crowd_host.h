// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that act on one another, on a device: they go all or none, in one launch (crowd.inl).

#pragma once

#include "cuda/device.h"

// Room there for the pairs of a world, as much as the host has. Where memory is short there is
// none, and the bodies stay on the host. `newcomer` is a body that may not be in the world yet.
void taut_device_crowd_reserve(taut_world* world, const taut_body* newcomer);
void taut_device_crowd_free(taut_world* world);
size_t taut_device_crowd_bytes(const taut_device* device);
size_t taut_device_crowd_host_bytes(const taut_device* device);

// Bytes of shared memory for the part at hand of one of its bodies; 0: it stays where it is.
size_t taut_device_crowd_home(const taut_body* body);

// Whether it takes them through the step at hand.
bool taut_device_crowd_goes(const taut_device* device);

// What the kernel is handed beside the turns of its bodies, which are numbers `first` to `end` of
// the device's.
bool taut_device_crowd_send(const taut_world* world, const taut_step* s, int first, int end);
taut_driver_answer taut_device_crowd_launch(const taut_device* device, int first);

// Afterwards: asks for what it has to say, and notes it.
bool taut_device_crowd_hear(taut_device* device);
void taut_device_crowd_arrive(const taut_world* world);
