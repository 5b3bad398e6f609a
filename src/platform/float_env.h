// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The floating-point environment of the thread that calls: rounding, denormals, exceptions. Part of
// "the same bits everywhere": a host may have set another one, and Taut's arithmetic must not see
// it, nor the host what Taut did.

#pragma once

#include <stdint.h>

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86) ||             \
    defined(__aarch64__) || defined(__arm__) || defined(__wasm__)

typedef struct taut_float_env {
    uint64_t control;  // modes; on x86 and 32-bit ARM the flags too
    uint64_t status;   // flags, where they are apart
} taut_float_env;

#else

#include <fenv.h>

typedef struct taut_float_env {
    fenv_t all;
} taut_float_env;

#endif

// Rounds to nearest, keeps denormals, masks every exception; returns what was there. Some tens of
// nanoseconds at most.
taut_float_env taut_float_env_pin(void);

// Puts everything back, the exception flags included.
void taut_float_env_restore(taut_float_env before);
