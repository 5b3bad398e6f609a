// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Watching a body through its steps (taut_debug.h). The body goes alone and on one thread, and each
// of its constraints is handed to the walkers of its backend as a colour of one batch with one live
// lane. Constraints of a colour share no particle that they move, so their order within it makes no
// difference: what is told is what is done without anybody watching.

#pragma once

#include "backend/backend.h"
#include "taut/taut_debug.h"

typedef struct taut_watcher {
    taut_watch_fn* call;
    void* context;
    taut_body_id id;
    const taut_body* watched;  // in the step under way; NULL: takes no part in it
    bool swept;                // in the midst of a sweep: places of FINE bodies are x + d
    int iteration;

    int room;  // particles
    taut_vec3 *places, *velocities;
    size_t bytes;

    // Stand in for those of the body while one constraint is projected.
    taut_work work;
    taut_body body;
    taut_blueprint blueprint;
    taut_batch batch;
} taut_watcher;

// The watcher of a body in a step; NULL for all bodies but one, mostly for that, too.
static inline taut_watcher* taut_watcher_of(const taut_step* s, const taut_body* b)
{
    return s->watcher != NULL && s->watcher->watched == b ? s->watcher : NULL;
}

// A stage is over for all of the body. Nothing for NULL.
void taut_watch_tell(taut_watcher* watcher, const taut_step* s, const taut_work* w,
                     taut_stage stage);

// Projects the constraints of a colour, one after another, and tells of each.
// @param stage VELOCITIES: damps them instead
void taut_watch_colour(taut_watcher* watcher, const taut_step* s, taut_work* w,
                       const taut_colour* colour, taut_visit visit, taut_stage stage);

// The sweep of the legacy solver, likewise.
void taut_watch_legacy(taut_watcher* watcher, const taut_step* s, taut_work* w);

struct taut_world;

// For the step that begins; NULL where nobody watches.
taut_watcher* taut_watcher_open(struct taut_world* world);
void taut_watcher_free(struct taut_world* world);
size_t taut_watcher_bytes(const struct taut_world* world);
