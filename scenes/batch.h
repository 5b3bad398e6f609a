// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Many copies of a scene in the same worlds, each in a realm of its own (taut_base.h): copy k has
// realm k and the seed that the options have, plus k. It moves as the scene would by itself with
// that seed, bit for bit, and all of them go by one call.

#pragma once

#include "scene.h"

// A body of the first copy: others that build the same share its blueprint.
typedef struct taut_scene_shared_part {
    taut_builder* builder;
    taut_blueprint* blueprint;
} taut_scene_shared_part;

// The field of a world, handed to the copy that a body belongs to.
typedef struct taut_scene_shared_field {
    const struct taut_scene_batch* batch;
    int world;
    taut_field_fn* field;
} taut_scene_shared_field;

typedef struct taut_scene_batch {
    taut_scene_run* runs;
    int wanted, count;    // copies, and those that are open
    int frame;            // number of the frame to come, from 0
    int diverged_count;   // copies, of any world
    uint32_t trouble;     // TAUT_STEP_ bits seen in any frame
    double step_seconds;  // inside taut_world_step(), all frames; 0 without a clock
    char error[256];      // why opening or a step failed

    taut_scene_shared_part parts[TAUT_SCENE_MAX_LOOKS];
    taut_scene_shared_field fields[TAUT_SCENE_MAX_WORLDS];
    int32_t* owners[TAUT_SCENE_MAX_WORLDS];  // of bodies, by index1: numbers of copies
    int owner_capacity[TAUT_SCENE_MAX_WORLDS];
} taut_scene_batch;

#define TAUT_SCENE_MOST_COPIES 100000

// Opens `count` copies, 1 to TAUT_SCENE_MOST_COPIES. False with batch->error set. That all of them
// would be too much for options->most_bytes or for the device is said by the first few.
bool taut_batch_open(taut_scene_batch* batch, const taut_scene* scene,
                     const taut_scene_options* options, int count);
void taut_batch_close(taut_scene_batch* batch);

// One frame of all. False with batch->error set when a world has refused a step. A copy that has
// diverged stays where it was.
bool taut_batch_step(taut_scene_batch* batch);

// The hash of one copy, which is that of the scene by itself; and of all.
uint64_t taut_batch_hash_of(const taut_scene_batch* batch, int copy);
uint64_t taut_batch_hash(const taut_scene_batch* batch);

// What the bodies of a copy measure together; NaN of one that has diverged.
typedef struct taut_batch_figures {
    double energy;  // J
    float max_stretch;
    int particles, constraints;
} taut_batch_figures;

taut_batch_figures taut_batch_figures_of(const taut_scene_batch* batch, int copy);

// For the runner ----------------------------------------------------------------------------------

// taut_scene_open() of a copy; batch NULL: of a scene by itself.
bool taut_scene_open_copy(taut_scene_run* run, const taut_scene* scene,
                          const taut_scene_options* options, taut_scene_batch* batch,
                          uint32_t realm);

// Of the first copy: makes its worlds fit for all. Of the others: takes part in them; -1 after a
// failure that is noted.
void taut_scene_share_world(taut_scene_run* run, taut_world_def* def);
int taut_scene_join_world(taut_scene_run* run, const taut_world_def* def);

// A blueprint of what was built, baked or that of the first copy; and the end of both.
taut_result taut_scene_bake(taut_scene_run* run, taut_builder* builder, taut_blueprint** blueprint);
void taut_scene_let_go(taut_scene_run* run, taut_blueprint* blueprint);
void taut_scene_put_away(taut_scene_run* run, taut_builder* builder);

// Notes whose body it is. False when memory is short, which is noted.
bool taut_scene_note_owner(taut_scene_run* run, int world, taut_body_id body);
