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
TAUT_API taut_result taut_body_prefetch(taut_world* world, taut_body_id body);

/// Where the device has the positions of a body, for a renderer on the same device: no copy is
/// made.
/// @return TAUT_ERROR_BACKEND_UNAVAILABLE, with a sentence that says why, where the body is on no
///         device just now: before its first step, after a call that changed it as a whole, or when
///         the last step took it through on the host
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

/// What a world's device says of itself, and what the last step had it do.
typedef struct taut_device_info {
    char name[128];     ///< "NVIDIA H200"
    size_t bytes;       ///< of its memory; 0 where it does not say, as of the next
    size_t free_bytes;  ///< of these, that nobody has: no world, and no other program
    int bodies;         ///< that it took through the last step; the others went on the host
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
///         TAUT_BACKEND_CUDA; TAUT_ERROR_INVALID where world or info is NULL
TAUT_API taut_result taut_world_device(const taut_world* world, taut_device_info* info);
