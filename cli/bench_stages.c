// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#define _POSIX_C_SOURCE 200809L

#include "bench_stages.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench_case.h"
#include "json.h"
#include "machine.h"
#include "progress.h"
#include "report.h"
#include "scenes/scene.h"
#include "taut/taut_debug.h"

#define DEFAULT_FRAMES 240
#define WARM_UP_FRAMES 5
#define COLUMNS 7  // of a table

// Of so many timed frames in a row the quickest counts: the one that others on the machine
// disturbed least.
#define ROW 4

static const char* const usual[] = {
    "cloth-100", "rope-1000", "cloth-fold", "tablecloth-drop", "cape",         "ragdoll", "sail",
    "balloon",   "jelly",     "chandelier", "chain-curtain",   "tear-curtain", "showcase"};

// Frames longer than this are rarely left alone on a busy machine. With one thread they are timed
// by what it had of the processor; asking for that takes half a microsecond, too long for small
// bodies.
#define LONG_SECONDS 0.0005

// One scene. Every other frame is taken with the timers off: what they cost is known then.
typedef struct figures {
    const taut_scene* scene;
    double share[TAUT_STAGE_COUNT];  // of the time that the caller's clock saw
    double sum;                      // of the shares
    bool cpu;                        // timed by what the thread had of the processor
    double median_ms;                // of frames without timers
    double min_ms;                   // the quickest
    double cost;                     // median of a timed frame over the one before, less 1
    uint64_t hash;
} figures;

// Measuring ---------------------------------------------------------------------------------------

double taut_thread_clock(void)
{
#ifdef CLOCK_THREAD_CPUTIME_ID
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) {
        return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    }
#endif
    return taut_clock();
}

// The world's clock: whichever its run has now.
static double run_clock(void* context)
{
    return ((const taut_scene_run*)context)->options.clock();
}

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a;
    double y = *(const double*)b;
    return (x > y) - (x < y);
}

static bool time_worlds(const taut_scene_run* run, bool on)
{
    bool ok = true;
    for (int i = 0; i < run->world_count; ++i) {
        ok = ok && taut_world_time_stages(run->worlds[i].world, on) == TAUT_OK;
    }
    return ok;
}

// Seconds of a frame, or of several.
typedef struct sums {
    double seconds[TAUT_STAGE_COUNT];
    double whole;  // as seen from outside
} sums;

static sums read_times(const taut_scene_run* run)
{
    sums s = {.whole = run->stats.step_seconds};
    for (int i = 0; i < run->world_count; ++i) {
        taut_stage_times t = taut_world_stage_times(run->worlds[i].world);
        for (int stage = 0; stage < TAUT_STAGE_COUNT; ++stage) {
            s.seconds[stage] += t.seconds[stage];
        }
    }
    return s;
}

static void add(sums* to, const sums* from)
{
    for (int stage = 0; stage < TAUT_STAGE_COUNT; ++stage) {
        to->seconds[stage] += from->seconds[stage];
    }
    to->whole += from->whole;
}

// @param ms room for as many frames: those without timers, then what the next took over each
static bool take_frames(taut_scene_run* run, int frames, double* ms, figures* f)
{
    sums all = {{0}, 0.0}, quickest = all;
    int half = frames / 2;
    taut_progress bar = taut_progress_open(f->scene->name, "frames", frames);
    for (int i = 0; i < 2 * half; ++i) {
        bool on = i % 2 != 0;
        if (!time_worlds(run, on)) {
            return false;
        }
        taut_scene_step(run);
        double taken = 1e3 * run->stats.step_seconds;
        ms[on ? half + i / 2 : i / 2] = on ? taken / ms[i / 2] : taken;
        if (on) {
            sums now = read_times(run);
            quickest = i / 2 % ROW == 0 || now.whole < quickest.whole ? now : quickest;
            if (i / 2 % ROW == ROW - 1 || i / 2 == half - 1) {
                add(&all, &quickest);
            }
        }
        taut_progress_update(&bar, i + 1);
    }
    taut_progress_clear(&bar);
    for (int stage = 0; stage < TAUT_STAGE_COUNT; ++stage) {
        f->share[stage] = all.whole > 0.0 ? all.seconds[stage] / all.whole : 0.0;
        f->sum += f->share[stage];
    }
    qsort(ms, (size_t)half, sizeof *ms, compare);
    qsort(ms + half, (size_t)half, sizeof *ms, compare);
    f->median_ms = ms[half / 2];
    f->min_ms = ms[0];
    f->cost = ms[half + half / 2] - 1.0;
    f->hash = taut_scene_hash(run);
    return true;
}

static int frames_of(const taut_stages_setup* setup)
{
    return setup->frames > 0 ? setup->frames : DEFAULT_FRAMES;
}

static int measure(const taut_stages_setup* setup, figures* f)
{
    taut_scene_options o = taut_scene_options_default();
    o.backend = setup->backend;
    o.thread_count = setup->threads;
    o.no_direct = setup->no_direct;
    o.clock = taut_clock;
    taut_scene_run run;
    o.budget.clock = run_clock;
    o.budget.clock_context = &run;
    if (!taut_scene_open(&run, f->scene, &o)) {
        taut_complain("%s: %s", f->scene->name, run.error);
        return TAUT_EXIT_FAILURE;
    }
    double least = 1e9;
    for (int i = 0; i < WARM_UP_FRAMES; ++i) {
        taut_scene_step(&run);
        least = run.stats.step_seconds < least ? run.stats.step_seconds : least;
    }
    f->cpu = setup->threads == 1 && least > LONG_SECONDS;
    run.options.clock = f->cpu ? taut_thread_clock : taut_clock;
    double* ms = malloc((size_t)frames_of(setup) * sizeof *ms);
    bool ok = ms && take_frames(&run, frames_of(setup), ms, f);
    if (!ok) {
        taut_complain("%s: %s", f->scene->name,
                      ms ? taut_world_last_error(run.worlds[0].world) : "out of memory");
    }
    ok = ok && !taut_report_lost(&run);
    free(ms);
    taut_scene_close(&run);
    return ok ? TAUT_EXIT_OK : TAUT_EXIT_FAILURE;
}

// Showing -----------------------------------------------------------------------------------------

static int width_of(const figures* f)
{
    int length = (int)strlen(f->scene->name);
    return length > 8 ? length + 2 : 10;
}

static void show_row(const char* name, const figures* all, int count, double (*get)(const figures*),
                     int digits)
{
    printf("%-14s", name);
    for (int i = 0; i < count; ++i) {
        printf("%*.*f", width_of(&all[i]), digits, get(&all[i]));
    }
    putchar('\n');
}

static double get_ms(const figures* f)
{
    return f->median_ms;
}

static double get_fastest(const figures* f)
{
    return f->min_ms;
}

static double get_sum(const figures* f)
{
    return 100.0 * f->sum;
}

static double get_cost(const figures* f)
{
    return 100.0 * f->cost;
}

static void show_stage(taut_stage stage, const figures* all, int count)
{
    bool any = false;
    for (int i = 0; i < count; ++i) {
        any = any || all[i].share[stage] > 0.0;
    }
    if (!any) {
        return;
    }
    printf("%-14s", taut_stage_name(stage));
    for (int i = 0; i < count; ++i) {
        if (all[i].share[stage] > 0.0) {
            printf("%*.1f", width_of(&all[i]), 100.0 * all[i].share[stage]);
        } else {
            printf("%*s", width_of(&all[i]), "-");
        }
    }
    putchar('\n');
}

static void show_table(const figures* all, int count)
{
    printf("%-14s", "% of a step");
    for (int i = 0; i < count; ++i) {
        printf("%*s", width_of(&all[i]), all[i].scene->name);
    }
    putchar('\n');
    for (int stage = 0; stage < TAUT_STAGE_COUNT; ++stage) {
        show_stage((taut_stage)stage, all, count);
    }
    show_row("together", all, count, get_sum, 1);
    show_row("ms/frame", all, count, get_ms, 3);
    printf("%-14s", "clock");
    for (int i = 0; i < count; ++i) {
        printf("%*s", width_of(&all[i]), all[i].cpu ? "thread" : "wall");
    }
    putchar('\n');
    show_row("fastest", all, count, get_fastest, 3);
    show_row("timers cost %", all, count, get_cost, 1);
    putchar('\n');
}

static void show_text(const taut_stages_setup* setup, const figures* all, int count)
{
    char frames[96];
    taut_backend_kind backend =
        setup->backend == TAUT_BACKEND_AUTO ? taut_auto_backend() : setup->backend;
    snprintf(frames, sizeof frames, "%s, %d frames after %d, every other one with timers",
             taut_backend_name(backend), frames_of(setup), WARM_UP_FRAMES);
    taut_bench_head(setup->threads, frames);
    for (int i = 0; i < count; i += COLUMNS) {
        show_table(all + i, count - i < COLUMNS ? count - i : COLUMNS);
    }
    printf(
        "Shares are of the time inside taut_world_step() that a clock outside of it saw;\n"
        "together they miss 100 by what lies between the two. ms/frame is the median of frames\n"
        "without timers, fastest the quickest of them; timers cost what a timed frame takes more\n"
        "than the one before it, in the median. Of four timed frames in a row the quickest\n"
        "counts. Clock says which: frames of more than half a millisecond go by the time that the\n"
        "thread had. taut_debug.h says what each stage is.\n");
}

static void show_json(const taut_stages_setup* setup, const figures* all, int count)
{
    taut_json json = taut_json_open(stdout);
    taut_json_begin_object(&json, false);
    taut_machine_json(&json);
    taut_json_put_integer(&json, "threads", setup->threads);
    taut_json_put_integer(&json, "frames", frames_of(setup));
    taut_json_put_integer(&json, "warm_up_frames", WARM_UP_FRAMES);
    taut_json_key(&json, "results");
    taut_json_begin_array(&json, false);
    for (int i = 0; i < count; ++i) {
        taut_json_begin_object(&json, false);
        taut_json_put_string(&json, "scene", all[i].scene->name);
        taut_json_put_string(&json, "clock", all[i].cpu ? "thread" : "wall");
        taut_json_put_double(&json, "ms_per_frame", all[i].median_ms);
        taut_json_put_double(&json, "min_ms_per_frame", all[i].min_ms);
        taut_json_put_double(&json, "cost_of_timers", all[i].cost);
        taut_json_put_hash(&json, "hash", all[i].hash);
        taut_json_key(&json, "shares");
        taut_json_begin_object(&json, false);
        for (int stage = 0; stage < TAUT_STAGE_COUNT; ++stage) {
            taut_json_put_double(&json, taut_stage_name((taut_stage)stage), all[i].share[stage]);
        }
        taut_json_end_object(&json);
        taut_json_end_object(&json);
    }
    taut_json_end_array(&json);
    taut_json_end_object(&json);
}

int taut_stages_run(const taut_stages_setup* setup)
{
    figures all[TAUT_CLI_MOST_NAMED];
    int usual_count = (int)(sizeof usual / sizeof usual[0]);
    int count = setup->choice.count > 0 ? setup->choice.count : usual_count;
    for (int i = 0; i < count; ++i) {
        const taut_scene* scene =
            setup->choice.count > 0 ? setup->choice.scenes[i] : taut_scene_find(usual[i]);
        all[i] = (figures){.scene = scene};
        int code = measure(setup, &all[i]);
        if (code != TAUT_EXIT_OK) {
            return code;
        }
    }
    if (setup->json) {
        show_json(setup, all, count);
    } else {
        show_text(setup, all, count);
    }
    return TAUT_EXIT_OK;
}
