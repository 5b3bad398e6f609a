// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The one place for compiler differences.

#pragma once

#include <float.h>

#ifdef __FAST_MATH__
#error "Taut gives the same bits everywhere; -ffast-math cannot."
#endif

#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "float arithmetic must be done in float: compile with -fexcess-precision=fast or SSE2"
#endif

#if defined(__GNUC__)
#define TAUT_FORMAT(string_index, first) __attribute__((format(printf, string_index, first)))
#define TAUT_ALWAYS_INLINE __attribute__((always_inline)) inline
#define TAUT_BREAK() __builtin_trap()
#else
#define TAUT_FORMAT(string_index, first)
#define TAUT_ALWAYS_INLINE inline
#define TAUT_BREAK() ((void)0)
#endif
