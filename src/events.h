// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The buffer of events: filled on the thread that steps the world, in an order that is a function
// of the world alone.

#pragma once

#include "base/alloc.h"
#include "taut/taut_event.h"

typedef struct taut_events {
    taut_event* items;
    int capacity;
    int count;
    int dropped;
    int step;  // number of the one under way, -1 between steps
} taut_events;

// An event of a body with nothing else filled in.
taut_event taut_event_of(taut_event_kind kind, taut_body_id body);

// Notes an event, or counts it where there is no room.
void taut_events_add(taut_events* events, taut_event event);

// Before the first step of a call.
void taut_events_clear(taut_events* events);
