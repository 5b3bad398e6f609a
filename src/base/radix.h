// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Sorting by whole numbers: digit by digit from the lowest, so that entries with equal keys keep
// their order. Time grows with their number alone.

#pragma once

#include <stdint.h>

typedef struct taut_keyed {
    uint64_t key;
    uint32_t number;
} taut_keyed;

// Sorts by the lowest `bits` bits of the keys, 0 to 64.
// @param scratch as many entries
// @return        where the sorted entries are: `items` or `scratch`
taut_keyed* taut_radix_sort(taut_keyed* items, taut_keyed* scratch, int count, int bits);
