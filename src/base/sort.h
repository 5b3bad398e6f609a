// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sorting numbers of things. A merge sort: stable, and the same result from any correct comparison
// on any machine, which qsort does not promise for things that compare equal.

#pragma once

#include <stdbool.h>
#include <stdint.h>

// True when a goes before b. Must be a strict weak order; equal ones keep their places.
typedef bool taut_before_fn(const void* context, int32_t a, int32_t b);

// Sorts items[0..count); scratch holds as many.
void taut_sort(int32_t* items, int32_t* scratch, int count, taut_before_fn* before,
               const void* context);
