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
/// bodies are asked one after another. A device that fails here loses its bodies as it does in a
/// step: they stay frozen where the host last saw them, and that is what is read.
/// @param spans      span_count of them, of any bodies of the world, in any order; NULL where
///                   span_count is 0
/// @param span_count >= 0
/// @param positions  room for the particles of all spans, metres; or NULL: not asked for
/// @param velocities likewise, m/s. None of the three arrays may overlap another
/// @return TAUT_ERROR_INVALID, and nothing is written, where world is NULL, a span is of no body of
///         this world or of particles that its body has not got, there are more than 2^31 - 1 in
///         all, or arrays overlap
TAUT_API taut_result taut_world_gather(taut_world* world, const taut_span* spans, int span_count,
                                       taut_vec3* positions, taut_vec3* velocities);
