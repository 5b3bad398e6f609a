// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "events.h"

const char* taut_event_name(taut_event_kind kind)
{
    static const char* const names[TAUT_EVENT_KIND_COUNT] = {
        "none", "break", "split", "cut", "detach", "touch", "leave", "sleep", "wake", "freeze",
    };
    return (int)kind >= 0 && kind < TAUT_EVENT_KIND_COUNT ? names[kind] : NULL;
}

taut_event taut_event_of(taut_event_kind kind, taut_body_id body)
{
    return (taut_event){
        .kind = kind, .body = body, .constraint = -1, .particle = -1, .other_particle = -1};
}

void taut_events_add(taut_events* events, taut_event event)
{
    if (events->count == events->capacity) {
        events->dropped += 1;
        return;
    }
    event.step = events->step;
    events->items[events->count++] = event;
}

void taut_events_clear(taut_events* events)
{
    events->count = 0;
    events->dropped = 0;
}
