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
/// From a device (TAUT_BACKEND_CUDA) all of it comes in one piece, which takes little longer than
/// the positions of one body do: ask for all bodies with one call, and for no more of each than is
/// looked at. The first call that asks for more than those before allocates memory; where there is
/// none, bodies are asked one after another.
/// @param spans      span_count of them, of any bodies of the world, in any order
/// @param positions  room for the particles of all spans, metres; or NULL: not asked for
/// @param velocities likewise, m/s
/// @return TAUT_ERROR_INVALID, and nothing is written, where a span is of no body of this world or
///         of particles that its body has not got, or where there are more than 2^31 - 1 in all
TAUT_API taut_result taut_world_gather(taut_world* world, const taut_span* spans, int span_count,
                                       taut_vec3* positions, taut_vec3* velocities);
