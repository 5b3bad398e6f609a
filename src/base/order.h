// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Numbers as whole ones in the same order: the least and the greatest of these do not depend on who
// comes first.

#pragma once

#include <stdint.h>
#include <string.h>

#include "base/compiler.h"

TAUT_INLINE uint32_t taut_order_of_float(float a)
{
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return (bits >> 31) != 0 ? ~bits : bits | 0x80000000u;
}

TAUT_INLINE float taut_float_in_order(uint32_t order)
{
    uint32_t bits = (order >> 31) != 0 ? order & 0x7fffffffu : ~order;
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}
