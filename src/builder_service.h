// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a builder does for makers beyond its public calls: errors with sentences, scratch memory,
// and going back to where it was.

#pragma once

#include "base/error.h"
#include "taut/taut_build.h"

// Notes why a call fails and returns `result`.
taut_result taut_builder_fail(taut_builder* builder, taut_result result, const char* format, ...)
    TAUT_FORMAT(3, 4);

// Memory from the builder's allocator for the length of a call; NULL when there is none.
void* taut_builder_scratch(taut_builder* builder, size_t bytes);
void taut_builder_scratch_free(taut_builder* builder, void* memory, size_t bytes);

// How full a builder is, so that a maker that fails half-way can leave it as it was.
typedef struct taut_builder_mark {
    int particles, constraints, triangles, users, gases, loops;
} taut_builder_mark;

taut_builder_mark taut_builder_get_mark(const taut_builder* builder);
void taut_builder_rewind(taut_builder* builder, taut_builder_mark mark);
