// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Arrays laid out in a block that is there twice, on the host and on the device.

#pragma once

#include <string.h>

#include "base/alloc.h"

// With `host` NULL sizes are counted, and nothing else.
typedef struct taut_packer {
    unsigned char* host;
    unsigned char* device;
    size_t used;
} taut_packer;

// Where the copy of an array will be on the device; NULL where there is no array.
static inline void* taut_pack(taut_packer* p, const void* from, size_t count, size_t size)
{
    size_t at = (p->used + TAUT_ALIGNMENT - 1) / TAUT_ALIGNMENT * TAUT_ALIGNMENT;
    if (from == NULL) {
        return NULL;
    }
    if (p->host != NULL && count > 0) {
        memcpy(p->host + at, from, count * size);
    }
    p->used = at + count * size;
    return p->device + at;
}
