// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// What happened in a step: read after it, in an order that is the same on every machine.

#pragma once

#include "taut/taut_attach.h"
#include "taut/taut_base.h"
#include "taut/taut_collide.h"

/// What an event tells. Fields that a kind does not name are 0 (ids) or -1 (numbers).
typedef enum taut_event_kind {
    TAUT_EVENT_NONE = 0,
    /// A constraint reached its limit: body, constraint, place, force. Where the surface opened in
    /// its stead, SPLITs of the body follow.
    TAUT_EVENT_BREAK,
    TAUT_EVENT_SPLIT,   ///< a surface opened: body, particle, other_particle (the new one), place
    TAUT_EVENT_CUT,     ///< a blade parted a constraint: body, constraint, place, force
    TAUT_EVENT_DETACH,  ///< an attachment gave way: body, particle, attachment, place, force
    /// A body came to touch a collider, where it did not in the step before: body, particle,
    /// collider, place and particle of the hardest push, force (mean over the step, of the body on
    /// the collider).
    TAUT_EVENT_TOUCH,
    /// And touches it no more, or it was destroyed: body, collider. A body that sleeps or is frozen
    /// goes on touching; one that is destroyed tells nothing.
    TAUT_EVENT_LEAVE,
    TAUT_EVENT_SLEEP,   ///< a body fell asleep: body
    TAUT_EVENT_WAKE,    ///< and woke up: body
    TAUT_EVENT_FREEZE,  ///< a body was no longer finite and was frozen: body
    TAUT_EVENT_KIND_COUNT
} taut_event_kind;

/// "none", "break", "split", ...; NULL for anything else.
TAUT_API const char* taut_event_name(taut_event_kind kind);

typedef struct taut_event {
    taut_event_kind kind;
    int step;  ///< of this call of step or advance, from 0; -1 for what a call between them did
    taut_body_id body;
    int constraint;                 ///< as numbered by the builder
    int particle;                   ///< of the body
    int other_particle;             ///< likewise
    taut_collider_id collider;      ///< no longer valid where it was destroyed
    taut_attachment_id attachment;  ///< no longer valid: it has ended
    taut_vec3 place;                ///< where, metres
    float force;                    ///< with what force, in newtons or the unit of the constraint
} taut_event;

/// Borrowed events.
typedef struct taut_event_view {
    const taut_event* data;
    int count;
    int dropped;  ///< events that found no room: see taut_world_def.event_capacity
} taut_event_view;
