// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// Reading particles of many bodies at once: what a policy sees of thousands of environments, or a
/// host that keeps what it draws in one buffer.

#pragma once

#include "taut/taut_base.h"

typedef struct taut_world taut_world;

/// Particles in a row, of one body.
typedef struct taut_span {
    taut_body_id body;
    int first;  ///< particle, >= 0
    int count;  ///< of them, >= 0
} taut_span;

/// Copies positions and velocities of particles to arrays of the caller: span after span, without
/// gaps. The numbers are those of taut_body_positions() and taut_body_velocities().
///
/// From a device (TAUT_BACKEND_CUDA) all of it comes in one piece, instead of one for each body:
/// ask for all bodies with one call, and for no more of each than is looked at. A call that asks
/// for more than those before takes memory of the device and of the host for it, through the driver
/// (taut_memory.device_bytes, device_host_bytes), and keeps it for the next; where there is none,
/// bodies are asked one after another.
///
/// Spans are for as long as their bodies: one that names a body that is gone fails the whole call.
/// A taut_vec3 is three floats without gaps, so that the arrays may be those of a tensor.
/// @param spans      span_count of them, of any bodies of the world, in any order; NULL where
///                   span_count is 0
/// @param span_count >= 0
/// @param positions  room for `capacity` particles, metres; or NULL: not asked for
/// @param velocities likewise, m/s. None of the three arrays may overlap another, nor lie within
///                   the world (views of its bodies)
/// @param capacity   at least as many as all spans have
/// @return TAUT_ERROR_INVALID, and nothing is written, where world is NULL, spans is NULL or
///         span_count below 0, a span is of no body of this world or of particles that its body has
///         not got, capacity is too small, or arrays overlap.
///         TAUT_ERROR_BACKEND_UNAVAILABLE where the device fails meanwhile: as in a step its bodies
///         are frozen where the host last had a copy of them (taut_body_positions() makes one, this
///         call does not), and that is what is written
TAUT_API taut_result taut_world_gather(taut_world* world, const taut_span* spans, int span_count,
                                       taut_vec3* positions, taut_vec3* velocities, int capacity);
