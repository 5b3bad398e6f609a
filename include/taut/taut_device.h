// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Bodies on a device: a GPU that a world with TAUT_BACKEND_CUDA steps them on.
///
/// A body that the device can take stays there: positions, velocities and multipliers of the last
/// step are in its memory, and a copy comes back when a call asks for it. So a view of positions or
/// velocities (taut_body_positions()) has the numbers of the call that gave it: ask again after
/// each step. Calls that change a body send what they changed before the next step; none of this
/// changes a bit of what comes out.
///
/// In worlds with any other backend there is nothing to wait for: taut_body_prefetch() does
/// nothing.

#pragma once

#include "taut/taut_base.h"
#include "taut/taut_gather.h"

typedef struct taut_world taut_world;

/// Where a device keeps positions.
typedef struct taut_device_view {
    /// Address in the memory of the device (a CUdeviceptr): per particle x, y, z in metres and the
    /// inverse mass, floats, in the order of adding. To be read only. Valid until the body is
    /// destroyed; the same in every step.
    const void* positions;
    int count;         ///< particles
    int stride_bytes;  ///< from one to the next: 16
    /// The stream of the world (a CUstream), in the device's primary context. Steps are done with
    /// when taut_world_step() returns, so positions can be read at once, from any stream; what
    /// reads them must be done with before the next step, or be in this stream.
    void* stream;
} taut_device_view;

/// Starts to fetch the positions of a body and returns; taut_body_positions() waits for them. For a
/// host that has other things to do after a step. Bodies of 1 MB or more are copied meanwhile,
/// smaller ones before the call returns. Nothing happens where the host has them already.
/// @return TAUT_ERROR_INVALID for a NULL world or a bad body, in a world with any backend
TAUT_API taut_result taut_body_prefetch(taut_world* world, taut_body_id body);

/// Where the device has the positions of a body, for a renderer on the same device: no copy is
/// made.
/// @return TAUT_ERROR_BACKEND_UNAVAILABLE, with a sentence that says why, where the body is on no
///         device just now: before its first step, after a call that changed it as a whole, or when
///         the last step took it through on the host; TAUT_ERROR_INVALID for a NULL world, a bad
///         body, or where `view` is NULL. `view` is all zeros unless it is TAUT_OK
TAUT_API taut_result taut_body_device_positions(taut_world* world, taut_body_id body,
                                                taut_device_view* view);

/// taut_world_gather() to memory of the device, for a policy that runs there: nothing goes through
/// the host but what it alone has, such as bodies before their first step. Whatever else writes or
/// reads the arrays has to be done before the call, which waits for no stream but its own; when it
/// returns, all of it is there, for any stream to read.
/// @param positions  address on that device (a CUdeviceptr, of cudaMalloc() or of a tensor), with
///                   room for 3 * `capacity` floats; or NULL: not asked for. Whose memory it is
///                   nobody can check: an address that is none of the device's loses it
/// @param velocities likewise
/// @return TAUT_ERROR_INVALID as taut_world_gather(), and of an address that is no multiple of 4;
///         TAUT_ERROR_BACKEND_UNAVAILABLE in a world without a device, or where it fails, which the
///         next step says of the bodies; TAUT_ERROR_OUT_OF_MEMORY where there is no memory for a
///         list of rows
TAUT_API taut_result taut_world_device_gather(taut_world* world, const taut_span* spans,
                                              int span_count, void* positions, void* velocities,
                                              int capacity);

/// Why the device did not take a body through the last step.
typedef enum taut_stay {
    TAUT_STAY_NONE = 0,   ///< it did
    TAUT_STAY_RESTS,      ///< the step went without the body: it is new, or it slept or was frozen
    TAUT_STAY_NO_DEVICE,  ///< the world has no device, or the one it had has failed since
    TAUT_STAY_SOLVER,     ///< there is no kernel for the solver of its world: LEGACY
    TAUT_STAY_USER,       ///< nor for user constraints
    TAUT_STAY_WATCHED,    ///< nor for a body that is watched (taut_world_watch())
    /// It has long ropes or trees that are solved directly, each by one thread there, and there are
    /// too few of them, or the host has several threads: it is quicker. Those of more than 4,096
    /// particles never go.
    TAUT_STAY_LONG,
    /// Less than four steps ago its constraints may have become others: it tore, a blade came near
    /// it, a call changed one, it was restored (taut_snapshot_restore()), or steps were tried with
    /// it (taut_world_find_substeps()).
    TAUT_STAY_CHANGED,
    TAUT_STAY_TARGETS,  ///< more of its particles have targets than the device has room for
    TAUT_STAY_MEMORY,   ///< the device, or the host, has no memory for what it asks for there
    TAUT_STAY_REFUSED,  ///< the device refused to launch what takes it through
    TAUT_STAY_COUNT
} taut_stay;

/// "none", "rests", "no-device", ...; "unknown" of what is none of these. Never NULL.
TAUT_API const char* taut_stay_name(taut_stay stay);

/// The same in some words for people: "user constraints", "no memory for it", and of TAUT_STAY_NONE
/// "it was there". Never NULL.
TAUT_API const char* taut_stay_text(taut_stay stay);

/// Why the device did not take a body through the last step. Bodies that act on one another go
/// together or not at all, so that the reason may be another's. Of several reasons it is the first
/// that was found; in a world without a device it is TAUT_STAY_NO_DEVICE of all bodies, new and
/// sleeping ones, too.
/// @param whose  out: the body whose reason it is, mostly `body` itself; NULL: not asked for
/// @return TAUT_ERROR_INVALID for a NULL world, a bad body, or where `stay` is NULL, and nothing is
///         written
TAUT_API taut_result taut_body_stay(taut_world* world, taut_body_id body, taut_stay* stay,
                                    taut_body_id* whose);

/// What a world's device says of itself, and what the last step had it do.
typedef struct taut_device_info {
    char name[128];     ///< "NVIDIA H200"
    size_t bytes;       ///< of its memory; 0 where it does not say, as of the next
    size_t free_bytes;  ///< of these, that nobody has: no world, and no other program
    int bodies;         ///< that it took through the last step
    /// Bodies of the world by why it did not (taut_stay), and in [TAUT_STAY_NONE] those it did.
    /// Once it is known to have failed all are in [TAUT_STAY_NO_DEVICE], whatever it did before.
    int stays[TAUT_STAY_COUNT];
    /// Milliseconds that it was at work in the last step, by its own clock: from the beginning of
    /// the first kernel to the end of the last. 0 unless steps are timed
    /// (taut_world_time_stages()).
    double step_ms;
    bool lost;  ///< it has failed, and all bodies go on on the host
    /// Bodies that nobody had another copy of then, in a step or when something was asked of them:
    /// they were frozen where the host last saw them.
    int lost_bodies;
} taut_device_info;

/// @return TAUT_ERROR_BACKEND_UNAVAILABLE, and all zeros, in a world with any other backend than
///         TAUT_BACKEND_CUDA; TAUT_ERROR_INVALID where world or info is NULL, and nothing is
///         written. The world is not changed: there is no sentence in taut_world_last_error()
TAUT_API taut_result taut_world_device(const taut_world* world, taut_device_info* info);
