// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Aligned memory of the system.

#pragma once

#include <stddef.h>

// NULL when there is none. `alignment` is a power of two.
void* taut_memory_take(size_t size, size_t alignment);
void taut_memory_give_back(void* memory);
