// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// `taut bench cuda`: cloths without tethers and lines on a GPU, against what is asked of them and
// against the time that memory alone would take.

#include <stdio.h>

#include "bench_case.h"
#include "bench_stages.h"

typedef struct gpu_case {
    taut_bench_case cloth;
    double goal_ms;    // of a frame; 0: none
    double goal_rate;  // projections per nanosecond; likewise
} gpu_case;

static const gpu_case cases[] = {
    {{"cloth-32", "", false, 32, 1, 100, 5}, 0.0, 0.0},
    {{"cloth-100", "", false, 100, 1, 100, 5}, 0.25, 0.0},
    {{"cloth-256", "", false, 256, 1, 50, 5}, 0.0, 0.0},
    {{"cloth-1024", "", false, 1024, 1, 20, 2}, 1.4, 90.0},
    {{"cloths-32", "", false, 32, 100, 50, 5}, 0.0, 0.0},
    {{"cloths-4096", "", false, 32, 4096, 10, 2}, 0.0, 150.0},
};

// What a substep has to read and write at least where nothing stays in shared memory: the seats of
// a link and its length; of a particle x, v, lo, what was predicted, there and back, and its mass.
#define BYTES_A_LINK 12.0
#define BYTES_A_PARTICLE (2.0 * 48.0 + 4.0)
#define BYTES_A_SECOND 4.8e12  // of an H200

static void show(const gpu_case* c, const taut_bench_figures* f)
{
    double traffic = TAUT_BENCH_CASE_SUBSTEPS *
                     (BYTES_A_LINK * (double)f->links + BYTES_A_PARTICLE * (double)f->particles);
    double rate = 1e-6 * (double)f->projections / f->median_ms;
    printf("%-12s %9lld %9lld %9.3f %9.3f %8.1f %7.0f %8.3f", c->cloth.name, f->particles, f->links,
           f->median_ms, f->device_ms, rate, (double)f->device_bytes / (double)f->particles,
           1e3 * traffic / BYTES_A_SECOND);
    if (c->goal_ms > 0.0) {
        printf("  <= %.3g ms", c->goal_ms);
    }
    if (c->goal_rate > 0.0) {
        printf("  >= %.0f G/s", c->goal_rate);
    }
    putchar('\n');
}

int taut_bench_cuda(int frames)
{
    if (!taut_backend_available(TAUT_BACKEND_CUDA)) {
        printf("There is nothing to measure: this build has no kernels, or no CUDA device "
               "answers.\n");
        return TAUT_EXIT_OK;
    }
    printf("%-12s %9s %9s %9s %9s %8s %7s %8s\n", "case", "particles", "links", "call ms",
           "device ms", "G proj/s", "bytes", "floor ms");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        taut_bench_setup setup = {.which = &cases[i].cloth,
                                  .backend = TAUT_BACKEND_CUDA,
                                  .threads = 1,
                                  .frames = frames,
                                  .warm_up = -1,
                                  .no_direct = true,
                                  .on_device = true};
        taut_bench_figures f;
        char error[256];
        if (!taut_bench_case_run(&setup, &f, error, sizeof error)) {
            taut_complain("%s: %s", cases[i].cloth.name, error);
            return TAUT_EXIT_FAILURE;
        }
        show(&cases[i], &f);
        (void)fflush(stdout);
    }
    printf(
        "\n%d substeps, medians. device: from launch until it has answered, mean. bytes: of the "
        "device, a particle\nwith its links. floor: what a substep reads and writes at least, at "
        "the 4.8 TB/s of an H200; a body\nthat stays in shared memory may be faster.\n",
        TAUT_BENCH_CASE_SUBSTEPS);
    return TAUT_EXIT_OK;
}
