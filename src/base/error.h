// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Results with sentences, and the stamps by which defs are recognised.

#pragma once

#include <stdarg.h>

#include "base/compiler.h"
#include "taut/taut_base.h"

// Version and size of a def: catches a forgotten default and a header of another version.
#define TAUT_STAMP(type)                                                                           \
    ((uint32_t)TAUT_VERSION_MAJOR << 24 | (uint32_t)TAUT_VERSION_MINOR << 16 |                     \
     (uint32_t)sizeof(type))

// Fills `error` (which may be NULL) and returns `result`.
taut_result taut_error_set(taut_error* error, taut_result result, const char* format, ...)
    TAUT_FORMAT(3, 4);
taut_result taut_error_set_list(taut_error* error, taut_result result, const char* format,
                                va_list arguments) TAUT_FORMAT(3, 0);
void taut_error_clear(taut_error* error);

// True when every component is a number.
bool taut_vec3_finite(taut_vec3 v);
