// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Numbers as bytes, lowest first, whatever the machine.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define TAUT_RECORD_MAGIC "TAUTREC\n"

static inline unsigned char* taut_put_u32(unsigned char* at, uint32_t value)
{
    for (int byte = 0; byte < 4; ++byte) {
        *at++ = (unsigned char)(value >> (8 * byte) & 0xffu);
    }
    return at;
}

static inline unsigned char* taut_put_u64(unsigned char* at, uint64_t value)
{
    at = taut_put_u32(at, (uint32_t)(value & 0xffffffffu));
    return taut_put_u32(at, (uint32_t)(value >> 32));
}

static inline unsigned char* taut_put_float(unsigned char* at, float value)
{
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return taut_put_u32(at, bits);
}

static inline unsigned char* taut_put_double(unsigned char* at, double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return taut_put_u64(at, bits);
}

static inline uint32_t taut_get_u32(const unsigned char* at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint64_t taut_get_u64(const unsigned char* at)
{
    return taut_get_u32(at) | (uint64_t)taut_get_u32(at + 4) << 32;
}

static inline int32_t taut_get_i32(const unsigned char* at)
{
    uint32_t bits = taut_get_u32(at);
    int32_t value = 0;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float taut_get_float(const unsigned char* at)
{
    uint32_t bits = taut_get_u32(at);
    float value = 0.0f;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline double taut_get_double(const unsigned char* at)
{
    uint64_t bits = taut_get_u64(at);
    double value = 0.0;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// FNV-1a; the lower half is what goes into a recording.
static inline uint64_t taut_sum_bytes(uint64_t sum, const unsigned char* bytes, size_t size)
{
    for (size_t i = 0; i < size; ++i) {
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    return sum;
}
