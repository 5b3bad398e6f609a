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

// A device reads lines of so many bytes: threads in a row that begin in the midst of one ask for
// one more.
#define TAUT_CUDA_LINE 128

static inline size_t taut_line_up(size_t bytes)
{
    return (bytes + TAUT_CUDA_LINE - 1) / TAUT_CUDA_LINE * TAUT_CUDA_LINE;
}

static inline void taut_layout_line_up(taut_layout* layout)
{
    layout->used = taut_line_up(layout->used);
}

// Where the copy of an array will be on the device; NULL where there is no array.
static inline void* taut_pack(taut_packer* p, const void* from, size_t count, size_t size)
{
    size_t at = taut_line_up(p->used);
    if (from == NULL) {
        return NULL;
    }
    if (p->host != NULL && count > 0) {
        memcpy(p->host + at, from, count * size);
    }
    p->used = at + count * size;
    return p->device + at;
}
