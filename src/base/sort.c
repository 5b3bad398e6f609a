// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "base/sort.h"

#include <string.h>

typedef struct sort_job {
    taut_before_fn* before;
    const void* context;
} sort_job;

static void merge(const sort_job* job, const int32_t* from, int32_t* to, int low, int middle,
                  int high)
{
    int left = low;
    int right = middle;
    for (int i = low; i < high; ++i) {
        bool take_right =
            left >= middle || (right < high && job->before(job->context, from[right], from[left]));
        to[i] = take_right ? from[right++] : from[left++];
    }
}

void taut_sort(int32_t* items, int32_t* scratch, int count, taut_before_fn* before,
               const void* context)
{
    sort_job job = {before, context};
    int32_t* from = items;
    int32_t* to = scratch;
    for (int64_t width = 1; width < count; width *= 2) {
        for (int64_t low = 0; low < count; low += 2 * width) {
            int64_t middle = low + width < count ? low + width : count;
            int64_t high = low + 2 * width < count ? low + 2 * width : count;
            merge(&job, from, to, (int)low, (int)middle, (int)high);
        }
        int32_t* swap = from;
        from = to;
        to = swap;
    }
    if (from != items) {
        memcpy(items, from, (size_t)count * sizeof *items);
    }
}
