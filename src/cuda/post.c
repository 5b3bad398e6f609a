// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "cuda/post.h"

#include <string.h>

// Room of a copy on the desk: whoever carries it takes sixteen bytes at a time where it can.
#define POST_LINE ((size_t)16)

static bool is_whole(const void* to, const void* from, size_t bytes)
{
    return (((uintptr_t)to | (uintptr_t)from | bytes) & 3u) == 0;
}

// Where the next one lies; NULL: nowhere.
static unsigned char* take_place(taut_post* post, const taut_cuda_parcel* parcel, size_t bytes)
{
    size_t lines = (bytes + POST_LINE - 1) / POST_LINE * POST_LINE;
    if (post->desk == NULL || bytes > TAUT_POST_MOST || lines > TAUT_POST_ROOM - post->used ||
        parcel->count == TAUT_CUDA_COPIES) {
        return NULL;
    }
    unsigned char* place = post->desk + post->used;
    post->used += lines;
    return place;
}

// Copies of a parcel are carried side by side: none may write where another does.
static bool overlaps(const taut_cuda_parcel* parcel, const void* to, size_t bytes)
{
    uintptr_t first = (uintptr_t)to;
    bool any = false;
    for (int i = 0; i < parcel->count; ++i) {
        uintptr_t other = (uintptr_t)parcel->of[i].to;
        any = any || (first < other + parcel->of[i].bytes && other < first + bytes);
    }
    return any;
}

bool taut_post_send(taut_post* post, void* to, const void* from, size_t bytes)
{
    if (post->in.count > 0 || !is_whole(to, from, bytes) || overlaps(&post->out, to, bytes)) {
        return false;
    }
    unsigned char* place = take_place(post, &post->out, bytes);
    if (place == NULL) {
        return false;
    }
    memcpy(place, from, bytes);
    post->out.of[post->out.count++] = (taut_cuda_copy){to, place, bytes};
    return true;
}

bool taut_post_ask(taut_post* post, void* to, const void* from, size_t bytes)
{
    if (post->out.count > 0 || !is_whole(to, from, bytes) ||
        post->awaited_count == TAUT_CUDA_COPIES) {
        return false;
    }
    unsigned char* place = take_place(post, &post->in, bytes);
    if (place == NULL) {
        return false;
    }
    post->in.of[post->in.count++] = (taut_cuda_copy){place, from, bytes};
    post->awaited[post->awaited_count++] = (taut_cuda_copy){to, place, bytes};
    return true;
}

void taut_post_deliver(taut_post* post)
{
    for (int i = 0; i < post->awaited_count; ++i) {
        const taut_cuda_copy* copy = &post->awaited[i];
        memcpy(copy->to, copy->from, copy->bytes);
    }
    post->awaited_count = 0;
    post->used = 0;
}

// What lies on the desk stays there: something may still be reading it.
void taut_post_forget(taut_post* post)
{
    post->out.count = post->in.count = post->awaited_count = 0;
}
