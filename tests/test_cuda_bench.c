// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// `taut bench cuda` and the cases it times, on the host that stands in for a device: that they have
// the CPU's bits, that bodies at home are not timed, and that a device that fails is noticed.

#include <string.h>

#include "cli/bench_case.h"
#include "cli/bench_cuda.h"
#include "cli/bench_stand.h"
#include "scenes/batch.h"
#include "test.h"

// Of src/cuda/driver_host.cpp.
extern int taut_driver_host_held, taut_driver_host_launches, taut_driver_host_refusals;
extern int taut_driver_host_fetches, taut_driver_host_sends;
extern double taut_driver_host_ms;

static taut_bench_figures run(const taut_bench_case* what, taut_backend_kind backend, int frames)
{
    taut_bench_setup setup = {.which = what,
                              .backend = backend,
                              .threads = 1,
                              .frames = frames,
                              .warm_up = 2,
                              .no_direct = true,
                              .on_device = backend == TAUT_BACKEND_CUDA};
    taut_bench_figures f = {0};
    char error[256] = "";
    CHECK_MSG(taut_bench_case_run(&setup, &f, error, sizeof error), "%s: %s", what->name, error);
    return f;
}

// With a device the frames are taken twice: to time the call, and to time kernels.
TEST(cases_have_the_bits_of_the_cpu)
{
    static const taut_bench_case cases[] = {
        {"cloth", "", TAUT_BENCH_CLOTH, 20, 3, 4, 2},
        {"rope", "", TAUT_BENCH_ROPE, 40, 2, 4, 2},
        {"folded", "", TAUT_BENCH_FOLDED, 48, 1, 4, 2},
        {"ghost", "", TAUT_BENCH_GHOST, 80, 1, 40, 2},
        {"stacks", "", TAUT_BENCH_STACKS, 0, 3, 8, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const taut_bench_case* c = &cases[i];
        taut_bench_figures cpu = run(c, TAUT_BACKEND_SCALAR, 2 * c->frames);
        taut_driver_host_ms = 0.5;
        taut_bench_figures gpu = run(c, TAUT_BACKEND_CUDA, c->frames);
        taut_driver_host_ms = 0.0;
        bool timed = gpu.frames > 0;
        int bodies = (c->kind == TAUT_BENCH_STACKS ? 3 : 1) * c->copies;
        CHECK_MSG(!timed || gpu.hash == cpu.hash, "%s differs", c->name);
        CHECK_EQ_INT((int)(cpu.trouble | gpu.trouble), 0);
        CHECK(gpu.bodies == bodies && gpu.aboard == (timed ? bodies : gpu.aboard));
        CHECK(gpu.device_bytes > 0 && gpu.device_host_bytes > 0 && !gpu.lost);
        CHECK(gpu.device_ms == (timed ? 0.5 : 0.0));
        CHECK(cpu.device_bytes == 0 && cpu.device_ms == 0.0);
        CHECK(c->kind != TAUT_BENCH_FOLDED || cpu.touching > 1000);
        CHECK(c->kind != TAUT_BENCH_STACKS || cpu.touching > 100);
        CHECK_MSG(timed, "%s stays on the host", c->name);
        CHECK_EQ_INT(taut_driver_host_held, 0);
    }
}

TEST(stacks_are_not_alike)
{
    taut_bench_case stacks = {"stacks", "", TAUT_BENCH_STACKS, 0, 3, 1, 0};
    taut_bench_setup setup = {.which = &stacks, .backend = TAUT_BACKEND_CUDA};
    taut_bench_stand s;
    CHECK(taut_bench_stand_open(&s, &setup));
    uint64_t first = taut_batch_hash_of(s.batch, 0), second = taut_batch_hash_of(s.batch, 1);
    CHECK(first != second && first != taut_batch_hash_of(s.batch, 2));
    taut_bench_stand_close(&s);
    setup.which = &(taut_bench_case){"stacks", "", TAUT_BENCH_STACKS, 0, 0, 1, 0};  // of none
    CHECK(!taut_bench_stand_open(&s, &setup) && s.world == NULL);
    CHECK_MSG(strstr(s.batch->error, "copies = 0") != NULL, "%s", s.batch->error);
    taut_bench_stand_close(&s);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

TEST(a_folded_cloth_lies_in_layers)
{
    taut_bench_case folded = {"folded", "", TAUT_BENCH_FOLDED, 64, 1, 60, 0};
    taut_bench_figures f = run(&folded, TAUT_BACKEND_AUTO, 60);
    CHECK_EQ_INT((int)f.trouble, 0);
    CHECK_MSG(f.touching > 2048, "%d places touch", f.touching);  // half of the particles
    CHECK_MSG(f.worst_stretch < 0.3f, "stretched by %g", (double)f.worst_stretch);
}

TEST(what_stays_on_the_host_is_not_timed)
{
    taut_bench_case cloth = {"cloth", "", TAUT_BENCH_CLOTH, 20, 1, 4, 2};
    taut_driver_host_refusals = 2;
    taut_bench_figures f = run(&cloth, TAUT_BACKEND_CUDA, 4);
    taut_driver_host_refusals = 0;
    CHECK(f.frames == 0 && f.median_ms == 0.0 && f.device_ms == 0.0);
    CHECK(f.aboard == 0 && f.bodies == 1 && !f.lost);
}

TEST(the_table_comes_out_well)
{
    taut_cuda_setup setup = {.name = "cloth-32", .frames = 2, .quick = true};
    CHECK_EQ_INT(taut_bench_cuda(&setup), TAUT_EXIT_OK);
    setup.name = "cloths-32";
    CHECK_EQ_INT(taut_bench_cuda(&setup), TAUT_EXIT_OK);
    setup.name = "no-such-case";
    CHECK_EQ_INT(taut_bench_cuda(&setup), TAUT_EXIT_USAGE);
    CHECK(taut_bench_cuda_memory(stdout, true));
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

// The host takes over with the same bits, and for that very reason it has to be said.
TEST(a_device_that_is_lost_is_a_failure)
{
    taut_cuda_setup setup = {.name = "cloth-32", .frames = 2, .quick = true};
    taut_driver_host_launches = 6;
    CHECK_EQ_INT(taut_bench_cuda(&setup), TAUT_EXIT_FAILURE);
    taut_driver_host_launches = -1;
    taut_driver_host_fetches = 6;  // each step fetches one report: in the midst of the frames
    CHECK(taut_bench_cuda(&setup) != TAUT_EXIT_OK);
    taut_driver_host_fetches = -1;
    CHECK_EQ_INT(taut_driver_host_held, 0);
}
