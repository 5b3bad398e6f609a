// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// FNV-1a over numbers rather than bytes in memory, so that byte order, the many patterns of NaN and
// the sign of zero make no difference.

#pragma once

#include <stdint.h>

#define TAUT_HASH_START UINT64_C(0xcbf29ce484222325)

uint64_t taut_hash_u32(uint64_t hash, uint32_t value);
uint64_t taut_hash_float(uint64_t hash, float value);
