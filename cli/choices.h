// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Files of the substeps that each step of a run took: a line of head, then a number a line. A run
// with the numbers of another gives its hash.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "simulate.h"

// False with errno set.
bool taut_choices_write(const char* path, const taut_simulation* simulation);

// The first `count` numbers of a file, to be freed. False after a sentence on stderr: return
// TAUT_EXIT_INPUT.
bool taut_choices_read(const char* path, int count, int32_t** choices);
