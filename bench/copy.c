// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How fast this machine copies memory, one thread, from one array to another of the same size: the
// ceiling for what only streams. Bytes read and bytes written both count.

#include "grid.h"

static void copy(float* restrict to, const float* restrict from, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        to[i] = from[i] + 1.0f;  // the sum keeps it from becoming memcpy(), which may go around
    }
}

int main(void)
{
    static const size_t kilobytes[] = {64, 512, 8192, 262144};  // of both arrays together
    for (size_t k = 0; k < sizeof kilobytes / sizeof kilobytes[0]; ++k) {
        size_t count = kilobytes[k] * 1024 / 2 / sizeof(float);
        float* from = grid_alloc(count, sizeof *from);
        float* to = grid_alloc(count, sizeof *to);
        size_t repeats = 1 + ((size_t)1 << 28) / (count * 2 * sizeof(float));
        double best = 0.0;
        for (int round = 0; round < 5; ++round) {
            double start = grid_clock();
            for (size_t i = 0; i < repeats; ++i) {
                copy(i % 2 ? from : to, i % 2 ? to : from, count);
            }
            double seconds = grid_clock() - start;
            double rate = 2.0 * sizeof(float) * (double)(count * repeats) / seconds;
            best = rate > best ? rate : best;
        }
        printf("{\"copy_bytes\": %zu, \"gb_per_s\": %.2f, \"check\": %g}\n", kilobytes[k] * 1024,
               1e-9 * best, (double)to[count / 2]);
        free(from);
        free(to);
    }
    return 0;
}
