// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Small copies to the device and back, which go together: each by itself takes the host longer than
// all of them take a kernel that carries them, by way of memory of the host that the device reaches
// by itself, the desk. A step of a crowd has ten of them.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TAUT_CUDA_COPIES 16
#define TAUT_CUDA_CARRIERS 256  // threads of a block, which has one of them

typedef struct taut_cuda_copy {
    void* to;
    const void* from;
    size_t bytes;  // fours of them, as are both addresses
} taut_cuda_copy;

// As the kernel gets it.
typedef struct taut_cuda_parcel {
    taut_cuda_copy of[TAUT_CUDA_COPIES];
    int count;
} taut_cuda_parcel;

// Bytes of the desk, and of the largest copy that goes by it.
#define TAUT_POST_ROOM (32 * 1024)
#define TAUT_POST_MOST (8 * 1024)

typedef struct taut_post {
    unsigned char* desk;  // NULL: there is none, and nothing goes by it
    size_t used;
    taut_cuda_parcel out, in;  // what has yet to be carried: one of the two is empty
    taut_cuda_copy awaited[TAUT_CUDA_COPIES];  // from the desk to where they were asked for
    int awaited_count;
} taut_post;

// Something goes to the device, as it is now; or comes from there, when taut_post_deliver() says
// so. False where it is too large, or something else has to be carried before it: what is out
// before anything is asked for, and what is asked for before more goes out.
bool taut_post_send(taut_post* post, void* to, const void* from, size_t bytes);
bool taut_post_ask(taut_post* post, void* to, const void* from, size_t bytes);

// All that was carried has arrived: the desk is free again.
void taut_post_deliver(taut_post* post);

// The device failed: nothing more is carried, and nothing is awaited.
void taut_post_forget(taut_post* post);

#ifdef __cplusplus
}
#endif
