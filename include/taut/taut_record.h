// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Snapshots, which put a world back to what it was, and recordings, which repeat what was done to
/// it. Included by taut.h.

#pragma once

#include "taut/taut_base.h"
#include "taut/taut_build.h"
#include "taut/taut_collide.h"

typedef struct taut_world taut_world;
typedef struct taut_step_report taut_step_report;

// Snapshots ---------------------------------------------------------------------------------------

/// The whole state of a world at one moment, in memory: bodies with their motion, multipliers,
/// holds, targets and forces, ids, gravity, time, the choice of substeps. Not what lies with the
/// host: fields, user constraints and their contexts. A snapshot is of one world and of no use to
/// another one, or another process.
typedef struct taut_snapshot taut_snapshot;

/// Takes a snapshot. All memory it will ever need is taken here.
/// @param snapshot receives it, or NULL when the result is not TAUT_OK
TAUT_API taut_result taut_snapshot_take(taut_world* world, taut_snapshot** snapshot);

/// Puts the world back: it goes on with the same bits as it did from there. Bodies made since are
/// gone, bodies destroyed since are back under their ids, and ids that were given out since are
/// void: the next bodies get them again. May be called any number of times. Allocates only for
/// bodies that come back; when that fails, the world is as it was. Views of bodies that stayed
/// remain valid. A list under way in taut_world_replay_substeps() must still be there. An error
/// while a recording is running, which could not follow.
/// @param world the one it was taken of
TAUT_API taut_result taut_snapshot_restore(taut_world* world, taut_snapshot* snapshot);

/// Frees it. NULL is fine. May outlive its world.
TAUT_API void taut_snapshot_release(taut_snapshot* snapshot);

/// Bytes that it holds, blueprints that it shares with bodies not counted; 0 for NULL.
TAUT_API size_t taut_snapshot_bytes(const taut_snapshot* snapshot);

// Recording ---------------------------------------------------------------------------------------

/// Borrowed read-only bytes.
typedef struct taut_bytes {
    const void* data;
    size_t size;
} taut_bytes;

/// How to record. Start from taut_recording_def_default().
typedef struct taut_recording_def {
    uint32_t stamp;
    /// What bodies will be made of while it runs, each known by its place in this list; a replay
    /// gets the same list. The recording takes its own references. Default none.
    const taut_blueprint* const* blueprints;
    int blueprint_count;
    const taut_shape* const* shapes;  ///< likewise: baked shapes of colliders to come
    int shape_count;
    void* memory;     ///< to write to, of `capacity` bytes; default NULL: the world's allocator
    size_t capacity;  ///< bytes, 256 and more; default 1 MiB, ten minutes of 60 steps a second
    int hash_every;   ///< note the hash of the world with every so manyth step; 0: never; default 1
} taut_recording_def;

TAUT_API taut_recording_def taut_recording_def_default(void);

/// Begins to note every call that changes the world: inputs, bodies made and destroyed, steps with
/// their length and the substeps they came to, and hashes. Calls that fail are not noted. The bytes
/// are the same on every machine. Nothing is allocated after the start; when the memory is full,
/// recording ends, and steps report TAUT_STEP_RECORDING_LOST. One recording at a time.
TAUT_API taut_result taut_recording_start(taut_world* world, const taut_recording_def* def);

/// Writes the end mark. The bytes stay until taut_recording_release(), the next start or the end of
/// the world. TAUT_ERROR_INVALID of a recording that was lost, with a sentence that says why; what
/// was noted until then is in its bytes.
TAUT_API taut_result taut_recording_stop(taut_world* world);

/// What was written since the start, or since the last taut_recording_drain(). Valid until the next
/// call on the world. Empty without a recording.
TAUT_API taut_bytes taut_recording_bytes(const taut_world* world);

/// Forgets the bytes so far, once the host has put them away: recordings of any length in memory of
/// any size. All the pieces in their order are the recording.
TAUT_API taut_result taut_recording_drain(taut_world* world);

/// Why a recording ended before its time.
typedef enum taut_recording_loss {
    TAUT_RECORDING_WHOLE = 0,
    TAUT_RECORDING_FULL,          ///< the memory was full
    TAUT_RECORDING_UNKNOWN_PART,  ///< a body or collider was made of what is not in the lists
} taut_recording_loss;

typedef struct taut_recording_state {
    bool running;
    taut_recording_loss loss;
    int64_t steps;  ///< noted
    int64_t bytes;  ///< written, those drained included
} taut_recording_state;

/// All zero without a recording.
TAUT_API taut_recording_state taut_recording_get_state(const taut_world* world);

/// Frees the memory and the references. Without a recording nothing happens.
TAUT_API void taut_recording_release(taut_world* world);

// Replaying ---------------------------------------------------------------------------------------

/// What a look through a recording found.
typedef struct taut_recording_info {
    int version;
    int64_t steps;      ///< whole ones
    int64_t calls;      ///< beside steps
    size_t good_bytes;  ///< up to the end mark, or behind the last step that is whole
    bool whole;         ///< with its end mark
    double seconds;     ///< simulated in those steps
} taut_recording_info;

/// Looks through a recording without a world: every record, range and check sum. Any bytes are
/// safe. TAUT_ERROR_BAD_DATA names the first byte that is wrong; `info` says what is good before.
/// @param info  may be NULL
/// @param error may be NULL
TAUT_API taut_result taut_recording_check(const void* data, size_t size, taut_recording_info* info,
                                          taut_error* error);

/// How to replay. Start from taut_replay_def_default().
typedef struct taut_replay_def {
    uint32_t stamp;
    const void* data;  ///< the recording, borrowed until the replay is done
    size_t size;
    const taut_blueprint* const* blueprints;  ///< the list of the recording; borrowed too
    int blueprint_count;
    const taut_shape* const* shapes;
    int shape_count;
    bool partial;  ///< of a damaged recording take the steps that are whole; default false
} taut_replay_def;

TAUT_API taut_replay_def taut_replay_def_default(void);

/// A replay under way. Read these fields; the others are private. There is nothing to free.
typedef struct taut_replay {
    bool done;            ///< everything has been replayed
    int64_t steps;        ///< taken so far
    int64_t steps_total;  ///< in the recording
    /// The first step, counted from 1, whose hash was another than the recorded; 0 while there is
    /// none. A replay goes on after it.
    int64_t first_different;
    uint64_t hash_recorded, hash_found;  ///< of that step

    taut_world* world;
    const unsigned char* data;
    size_t size, at;
    const taut_blueprint* const* blueprints;
    const taut_shape* const* shapes;
    int blueprint_count, shape_count;
    uint32_t realm;
} taut_replay;

/// Looks through the whole recording, then at the world, which must be as the recorded one was at
/// the start: made by the same calls, or put back by a snapshot. Backend and threads may differ.
/// Changes nothing in the world.
/// TAUT_ERROR_BAD_DATA for a damaged recording, TAUT_ERROR_INVALID for another world; the sentence
/// is in taut_world_last_error().
TAUT_API taut_result taut_replay_open(taut_replay* replay, taut_world* world,
                                      const taut_replay_def* def);

/// Does again what was done up to the next step, and the step itself. `done` is set with the last.
/// Calls that followed the last step need one call more, whose report says that no step was taken.
/// When a call is refused, because the world is another or the host has changed it, that is the
/// error; the steps before stand.
/// @param report may be NULL
TAUT_API taut_result taut_replay_step(taut_replay* replay, taut_step_report* report);
