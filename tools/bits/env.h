// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The float environment of a host that cares little for ours.

#pragma once

#include <stdbool.h>

typedef enum taut_bits_env {
    TAUT_BITS_ENV_NEAREST,     // what a process starts with
    TAUT_BITS_ENV_TOWARDZERO,  // rounding towards zero
    TAUT_BITS_ENV_UPWARD,      // rounding up
    TAUT_BITS_ENV_FTZ,         // denormals are flushed to zero, as operands and as results
    TAUT_BITS_ENV_COUNT
} taut_bits_env;

// "nearest", "towardzero", "upward", "ftz".
const char* taut_bits_env_name(taut_bits_env env);

// False where this machine cannot be set so.
bool taut_bits_env_available(taut_bits_env env);

// Sets it. NEAREST undoes the others.
void taut_bits_env_set(taut_bits_env env);

// Whether the calling thread computes as it does in `env`, found out by computing.
bool taut_bits_env_holds(taut_bits_env env);
