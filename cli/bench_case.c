// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "bench_case.h"

#include <stdio.h>
#include <stdlib.h>

#include "bench_stand.h"
#include "scenes/batch.h"
#include "taut/taut_debug.h"

static const taut_bench_case cases[] = {
    {"cloth-32", "a cloth of 32 x 32 particles", TAUT_BENCH_CLOTH, 32, 1, 300, 5},
    {"cloth-100", "a cloth of 100 x 100", TAUT_BENCH_CLOTH, 100, 1, 90, 5},
    {"cloth-256", "a cloth of 256 x 256", TAUT_BENCH_CLOTH, 256, 1, 12, 2},
    {"cloth-1024", "a cloth of a million particles", TAUT_BENCH_CLOTH, 1024, 1, 3, 1},
    {"cloths-32", "100 cloths of 32 x 32", TAUT_BENCH_CLOTH, 32, 100, 12, 2},
    {"cloths-100", "16 cloths of 100 x 100", TAUT_BENCH_CLOTH, 100, 16, 12, 2},
    {"cloths-4096", "4,096 cloths of 32 x 32", TAUT_BENCH_CLOTH, 32, 4096, 3, 1},
    {"rope-1000", "a rope of 1,000 particles", TAUT_BENCH_ROPE, 1000, 1, 300, 5},
    {"ropes-32", "1,000 ropes of 32", TAUT_BENCH_ROPE, 32, 1000, 50, 5},
    {"ghost-256", "scene ghost: a sheet of 256 x 256 on a figure that moves", TAUT_BENCH_GHOST, 256,
     1, 3, 1},
    {"self-1024", "a million particles in eight layers", TAUT_BENCH_FOLDED, 1024, 1, 1, 1},
};

const taut_bench_case* taut_bench_case_at(int i)
{
    return i >= 0 && i < (int)(sizeof cases / sizeof cases[0]) ? &cases[i] : NULL;
}

// Measuring ---------------------------------------------------------------------------------------

static void note_stretch(taut_world* world, taut_bench_figures* f)
{
    int count = taut_world_body_count(world);
    double mean = 0.0;
    f->end_stretch = 0.0f;
    for (int i = 0; i < count; ++i) {
        taut_measure m = {0};
        taut_body_measure(world, taut_world_body(world, i), &m);
        f->end_stretch = m.max_stretch > f->end_stretch ? m.max_stretch : f->end_stretch;
        mean += (double)m.mean_stretch / (double)count;
    }
    f->mean_stretch = (float)mean;
    f->worst_stretch = f->end_stretch > f->worst_stretch ? f->end_stretch : f->worst_stretch;
}

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a;
    double y = *(const double*)b;
    return (x > y) - (x < y);
}

static double median(double* values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return count > 0 ? values[count / 2] : 0.0;
}

// What the device took of the step just done, and how long by its own clock.
static double note_device(const taut_bench_stand* s, taut_bench_figures* f)
{
    taut_device_info info;
    if (taut_world_device(s->world, &info) != TAUT_OK) {
        return 0.0;
    }
    f->aboard = info.bodies < f->aboard ? info.bodies : f->aboard;
    f->lost = f->lost || info.lost;
    return info.step_ms;
}

static bool take_frame(taut_bench_stand* s, taut_bench_figures* f, double* ms)
{
    taut_step_report report = {0};
    taut_result result = taut_bench_stand_step(s, &report, ms);
    f->trouble |= report.trouble;
    s->refused = "step";
    return result == TAUT_OK && (report.trouble & TAUT_STEP_NOT_FINITE) == 0;
}

// A device has to take every body by the end of the warming up: else nothing is timed, and where it
// has not begun to by the third frame the others are not waited for.
static bool warm_up(taut_bench_stand* s, taut_bench_figures* f)
{
    int frames = s->setup->warm_up >= 0 ? s->setup->warm_up : s->setup->which->warm_up;
    double ms = 0.0;
    bool ok = true, waits = true;
    for (int i = 0; i < frames && ok && waits; ++i) {
        ok = take_frame(s, f, &ms);
        f->aboard = f->bodies;
        (void)note_device(s, f);
        waits = i < 2 || !s->setup->on_device || f->aboard > 0;
        if (ok && !s->setup->on_device) {
            note_stretch(s->world, f);
        }
    }
    bool at_home = s->setup->on_device && frames > 0 && f->aboard < f->bodies;
    f->frames = at_home ? 0 : f->frames;
    return ok;
}

static bool time_frames(taut_bench_stand* s, taut_bench_figures* f, double* ms)
{
    for (int i = 0; i < f->frames; ++i) {
        if (!take_frame(s, f, &ms[i])) {
            return false;
        }
        note_stretch(s->world, f);
    }
    f->median_ms = median(ms, f->frames);
    f->min_ms = f->frames > 0 ? ms[0] : 0.0;
    return true;
}

// Every other frame by the device's own clock, twice as many in all: asking for it takes some of
// the host's time, and frames that follow one another are alike.
static bool time_device(taut_bench_stand* s, taut_bench_figures* f, double* ms)
{
    double* kernel_ms = ms + f->frames;
    bool ok = true;
    for (int i = 0; i < f->frames && ok; ++i) {
        double unused = 0.0;
        ok = taut_world_time_stages(s->world, false) == TAUT_OK && take_frame(s, f, &ms[i]);
        (void)note_device(s, f);
        ok = ok && taut_world_time_stages(s->world, true) == TAUT_OK && take_frame(s, f, &unused);
        kernel_ms[i] = note_device(s, f);
    }
    if (ok) {
        note_stretch(s->world, f);
        f->median_ms = median(ms, f->frames);
        f->min_ms = f->frames > 0 ? ms[0] : 0.0;
        f->device_ms = median(kernel_ms, f->frames);
    }
    return ok;
}

static bool run_stand(taut_bench_stand* s, taut_bench_figures* f)
{
    taut_bench_stand_count(s, f);
    f->aboard = f->bodies;
    double* ms = malloc(2 * (size_t)f->frames * sizeof *ms);
    s->refused = "memory";
    bool ok = ms && warm_up(s, f) &&
              (s->setup->on_device ? time_device(s, f, ms) : time_frames(s, f, ms));
    free(ms);
    if (s->setup->on_device && f->aboard < f->bodies) {  // in some frames, or in all
        f->frames = 0;
        f->median_ms = f->min_ms = f->device_ms = 0.0;
    }
    taut_memory m = taut_world_memory(s->world);
    f->device_bytes = m.device_bytes;
    f->device_host_bytes = m.device_host_bytes;
    f->touching = taut_world_contact_points(s->world, NULL, 0);
    f->hash = taut_world_hash(s->world);
    return ok;
}

bool taut_bench_case_run(const taut_bench_setup* setup, taut_bench_figures* figures, char* error,
                         size_t size)
{
    taut_bench_stand s;
    *figures = (taut_bench_figures){0};
    figures->frames = setup->frames > 0 ? setup->frames : setup->which->frames;
    bool ok = taut_bench_stand_open(&s, setup) && run_stand(&s, figures);
    if (!ok) {
        const char* why = s.batch && s.batch->error[0]   ? s.batch->error
                          : s.scene && s.scene->error[0] ? s.scene->error
                          : s.world                      ? taut_world_last_error(s.world)
                                                         : "";
        snprintf(error, size, "the %s was refused%s%s", s.refused, why[0] ? ": " : "", why);
    }
    taut_bench_stand_close(&s);
    return ok;
}
