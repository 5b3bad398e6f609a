// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "base/radix.h"

// The counts of 2048 digits stay in the nearest cache.
#define DIGIT_BITS 11
#define DIGITS (1 << DIGIT_BITS)

static void sort_digit(const taut_keyed* from, taut_keyed* to, int count, int shift)
{
    int32_t at[DIGITS] = {0};
    for (int i = 0; i < count; ++i) {
        at[from[i].key >> shift & (DIGITS - 1)] += 1;
    }
    int32_t sum = 0;
    for (int digit = 0; digit < DIGITS; ++digit) {
        int32_t here = at[digit];
        at[digit] = sum;
        sum += here;
    }
    for (int i = 0; i < count; ++i) {
        to[at[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
    }
}

taut_keyed* taut_radix_sort(taut_keyed* items, taut_keyed* scratch, int count, int bits)
{
    taut_keyed* from = items;
    taut_keyed* to = scratch;
    for (int shift = 0; shift < bits; shift += DIGIT_BITS) {
        sort_digit(from, to, count, shift);
        taut_keyed* swap = from;
        from = to;
        to = swap;
    }
    return from;
}
