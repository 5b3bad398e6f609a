// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#define _POSIX_C_SOURCE 200809L

#include "simulate.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "plot.h"
#include "progress.h"

// More points than this would not show in a plot.
#define MOST_POINTS 2000

// Interruption ------------------------------------------------------------------------------------

// While frames are taken SIGINT is held back and asked for after each of them: the run stops
// between frames and needs neither a handler nor a global flag.
typedef struct interrupt_watch {
    bool watching;
    sigset_t before;
} interrupt_watch;

static interrupt_watch watch_open(void)
{
    interrupt_watch watch = {0};
    struct sigaction action;
    if (sigaction(SIGINT, NULL, &action) != 0 || action.sa_handler == SIG_IGN) {
        return watch;  // whoever started us wants SIGINT ignored
    }
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    watch.watching = sigprocmask(SIG_BLOCK, &set, &watch.before) == 0;
    return watch;
}

static bool watch_fired(const interrupt_watch* watch)
{
    sigset_t pending;
    return watch->watching && sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1;
}

static void watch_close(const interrupt_watch* watch)
{
    if (!watch->watching) {
        return;
    }
    if (watch_fired(watch)) {
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, SIGINT);
        int number = 0;
        sigwait(&set, &number);  // taken note of: it must not end us now
    }
    sigprocmask(SIG_SETMASK, &watch->before, NULL);
}

// Frames ------------------------------------------------------------------------------------------

// Room for one more entry of an array that doubles when full.
static bool make_room(void** array, int count, int* capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    int wanted = *capacity > 0 ? *capacity * 2 : 256;
    void* grown = realloc(*array, (size_t)wanted * size);
    if (!grown) {
        taut_complain("out of memory after %d frames", count);
        return false;
    }
    *array = grown;
    *capacity = wanted;
    return true;
}

static bool all_diverged(const taut_scene_run* run)
{
    for (int i = 0; i < run->world_count; ++i) {
        if (!run->worlds[i].diverged) {
            return false;
        }
    }
    return true;
}

static bool take_frame(taut_simulation* s)
{
    void* frames = s->taken;
    if (!make_room(&frames, s->count, &s->capacity, sizeof *s->taken)) {
        return false;
    }
    s->taken = frames;

    taut_scene_run* run = &s->run;
    double start = taut_clock();
    taut_scene_step(run);
    double ms = 1e3 * (taut_clock() - start);

    bool figures = !all_diverged(run);
    s->taken[s->count++] = (taut_frame){
        .ms = ms,
        .energy = figures ? run->stats.energy : (double)NAN,
        .max_stretch = figures ? run->stats.frame_max_stretch : NAN,
        .mean_stretch = figures ? run->stats.frame_mean_stretch : NAN,
    };
    if (run->error[0] != '\0') {
        taut_complain("%s: frame %d: %s", run->scene->name, s->count, run->error);
        return false;
    }
    return true;
}

static bool note_hash(taut_simulation* s, taut_progress* progress)
{
    void* hashes = s->hashes;
    if (!make_room(&hashes, s->hash_count, &s->hash_capacity, sizeof *s->hashes)) {
        return false;
    }
    s->hashes = hashes;
    taut_frame_hash noted = {.frame = s->count, .hash = taut_scene_hash(&s->run)};
    s->hashes[s->hash_count++] = noted;
    if (s->print_hashes) {
        taut_progress_clear(progress);
        printf("%d %016" PRIx64 "\n", noted.frame, noted.hash);
    }
    return true;
}

static bool take_frames(taut_simulation* s, const interrupt_watch* watch, taut_progress* progress)
{
    while (s->count < s->frames && !all_diverged(&s->run)) {
        if (!take_frame(s)) {
            return false;
        }
        if (s->hash_every > 0 && s->count % s->hash_every == 0 && !note_hash(s, progress)) {
            return false;
        }
        taut_progress_update(progress, s->count);
        if (watch_fired(watch)) {
            s->interrupted = true;
            return true;
        }
    }
    return true;
}

bool taut_simulation_run(taut_simulation* simulation)
{
    interrupt_watch watch = watch_open();
    taut_progress progress =
        taut_progress_open(simulation->run.scene->name, "frames", simulation->frames);
    bool ok = take_frames(simulation, &watch, &progress);
    taut_progress_clear(&progress);
    watch_close(&watch);
    return ok;
}

void taut_simulation_close(taut_simulation* simulation)
{
    taut_scene_close(&simulation->run);
    free(simulation->taken);
    free(simulation->hashes);
    simulation->taken = NULL;
    simulation->hashes = NULL;
    simulation->count = simulation->capacity = 0;
    simulation->hash_count = simulation->hash_capacity = 0;
}

// Figures -----------------------------------------------------------------------------------------

static int compare_doubles(const void* a, const void* b)
{
    double x = *(const double*)a;
    double y = *(const double*)b;
    return (x > y) - (x < y);
}

double taut_simulation_median_ms(const taut_simulation* simulation)
{
    int n = simulation->count;
    double* sorted = n > 0 ? malloc((size_t)n * sizeof *sorted) : NULL;
    if (!sorted) {
        return (double)NAN;
    }
    for (int i = 0; i < n; ++i) {
        sorted[i] = simulation->taken[i].ms;
    }
    qsort(sorted, (size_t)n, sizeof *sorted, compare_doubles);
    double median = 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]);
    free(sorted);
    return median;
}

void taut_simulation_tail(const taut_simulation* simulation, float* max_stretch,
                          double* mean_stretch)
{
    float largest = NAN;
    double sum = 0.0;
    int counted = 0;
    for (int i = simulation->count / 2; i < simulation->count; ++i) {
        const taut_frame* f = &simulation->taken[i];
        if (isfinite(f->max_stretch) && isfinite(f->mean_stretch)) {
            largest = largest >= f->max_stretch ? largest : f->max_stretch;
            sum += (double)f->mean_stretch;
            counted += 1;
        }
    }
    *max_stretch = largest;
    *mean_stretch = counted > 0 ? sum / counted : (double)NAN;
}

// Plotting ----------------------------------------------------------------------------------------

// The curves of a plot, one value per point.
typedef struct curves {
    double* time;
    double* energy;
    double* max_stretch;  // per cent
    double* mean_stretch;
    double* ms;
} curves;

// Larger of the two; a NaN gives way.
static double larger(double a, double b)
{
    return a >= b || b != b ? a : b;
}

// Point p stands for the frames [first, end): the largest of their peaks, the last of the rest.
static void fill_point(const taut_simulation* s, const curves* c, int p, int first, int end)
{
    double max_stretch = (double)NAN;
    double ms = (double)NAN;
    for (int i = first; i < end; ++i) {
        max_stretch = larger(max_stretch, 100.0 * (double)s->taken[i].max_stretch);
        ms = larger(ms, s->taken[i].ms);
    }
    c->time[p] = (double)end * (double)s->run.dt;
    c->energy[p] = s->taken[end - 1].energy;
    c->max_stretch[p] = max_stretch;
    c->mean_stretch[p] = 100.0 * (double)s->taken[end - 1].mean_stretch;
    c->ms[p] = ms;
}

static bool write_curves(const taut_simulation* s, const curves* c, int points, const char* path)
{
    taut_plot_line energy[] = {{"energy", c->energy}};
    taut_plot_line stretch[] = {{"largest", c->max_stretch}, {"mean", c->mean_stretch}};
    taut_plot_line ms[] = {{"time per frame", c->ms}};
    taut_plot_panel panels[] = {
        {.y_label = "energy (J)", .lines = energy, .line_count = 1},
        {.y_label = "stretch (%)", .lines = stretch, .line_count = 2},
        {.y_label = "per frame (ms)", .lines = ms, .line_count = 1},
    };
    taut_plot plot = {
        .title = s->run.scene->name,
        .x_label = "simulated time (s)",
        .x = c->time,
        .count = points,
        .panels = panels,
        .panel_count = (int)(sizeof panels / sizeof panels[0]),
    };
    return taut_write_plot(path, &plot);
}

bool taut_simulation_plot(const taut_simulation* simulation, const char* path)
{
    int count = simulation->count;
    int points = count < MOST_POINTS ? count : MOST_POINTS;
    size_t row = points > 0 ? (size_t)points : 1;
    double* memory = malloc(5 * row * sizeof *memory);
    if (!memory) {
        errno = ENOMEM;
        return false;
    }
    curves c = {memory, memory + row, memory + 2 * row, memory + 3 * row, memory + 4 * row};
    for (int p = 0; p < points; ++p) {
        int first = (int)((long long)count * p / points);
        int end = (int)((long long)count * (p + 1) / points);
        fill_point(simulation, &c, p, first, end);
    }
    bool ok = write_curves(simulation, &c, points, path);
    int why = errno;
    free(memory);
    errno = why;
    return ok;
}
