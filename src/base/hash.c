// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "base/hash.h"

#include <string.h>

uint64_t taut_hash_u32(uint64_t hash, uint32_t value)
{
    for (int byte = 0; byte < 4; ++byte) {
        hash ^= (value >> (8 * byte)) & 0xffu;
        hash *= UINT64_C(0x100000001b3);
    }
    return hash;
}

uint64_t taut_hash_float(uint64_t hash, float value)
{
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    if (value != value) {
        bits = 0x7fc00000u;
    } else if (bits == 0x80000000u) {
        bits = 0;
    }
    return taut_hash_u32(hash, bits);
}
