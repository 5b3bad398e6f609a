// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#define _POSIX_C_SOURCE 200809L

#include "simulate.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "interrupt.h"
#include "plot.h"
#include "progress.h"
#include "summary.h"
#include "tape.h"

// More points than this would not show in a plot.
#define MOST_POINTS 2000

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

bool taut_simulation_all_diverged(const taut_simulation* simulation)
{
    const taut_scene_run* run = &simulation->run;
    for (int i = 0; i < run->world_count; ++i) {
        if (!run->worlds[i].diverged) {
            return false;
        }
    }
    return true;
}

// Worlds beside each other are there to be compared: each has its own figures.
static bool note_worlds(taut_simulation* s)
{
    int n = s->run.world_count;
    if (n <= 1) {
        return true;
    }
    void* worlds = s->worlds;
    size_t row = (size_t)n * sizeof *s->worlds;
    if (!make_room(&worlds, s->count, &s->world_capacity, row)) {
        return false;
    }
    s->worlds = worlds;
    for (int i = 0; i < n; ++i) {
        taut_summary sum = taut_summary_of_world(&s->run, i);
        s->worlds[(size_t)s->count * (size_t)n + (size_t)i] =
            (taut_world_frame){.energy = sum.energy, .max_stretch = sum.max_stretch};
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
    taut_scene_step(run);
    double ms = 1e3 * run->stats.step_seconds;
    if (!note_worlds(s)) {
        return false;
    }

    bool figures = !taut_simulation_all_diverged(s);
    s->taken[s->count++] = (taut_frame){
        .ms = ms,
        .energy = figures ? run->stats.energy : (double)NAN,
        .max_stretch = figures ? run->stats.frame_max_stretch : NAN,
        .mean_stretch = figures ? run->stats.frame_mean_stretch : NAN,
        .excess = figures ? run->stats.frame_excess : NAN,
        .residual = figures ? run->stats.frame_residual : NAN,
        .needed = figures ? run->stats.frame_needed : 0,
        .substeps = run->stats.frame_substeps,
    };
    if (run->error[0] != '\0') {
        taut_complain("%s: frame %d: %s", run->scene->name, s->count, run->error);
        return false;
    }
    return !s->tape || taut_tape_note(s->tape, run, s->count);
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

static bool take_frames(taut_simulation* s, const taut_interrupt* watch, taut_progress* progress)
{
    while (s->count < s->frames && !taut_simulation_all_diverged(s)) {
        if (!take_frame(s)) {
            return false;
        }
        if (s->hash_every > 0 && s->count % s->hash_every == 0 && !note_hash(s, progress)) {
            return false;
        }
        taut_progress_update(progress, s->count);
        if (taut_interrupt_fired(watch)) {
            s->interrupted = true;
            return true;
        }
    }
    return true;
}

bool taut_simulation_run(taut_simulation* simulation)
{
    simulation->run.options.clock = taut_clock;
    taut_interrupt watch = taut_interrupt_open();
    taut_progress progress =
        taut_progress_open(simulation->run.scene->name, "frames", simulation->frames);
    bool ok = take_frames(simulation, &watch, &progress);
    taut_progress_clear(&progress);
    taut_interrupt_close(&watch);
    return ok;
}

void taut_simulation_close(taut_simulation* simulation)
{
    taut_scene_close(&simulation->run);
    free(simulation->taken);
    free(simulation->worlds);
    free(simulation->hashes);
    simulation->taken = NULL;
    simulation->worlds = NULL;
    simulation->hashes = NULL;
    simulation->count = simulation->capacity = simulation->world_capacity = 0;
    simulation->hash_count = simulation->hash_capacity = 0;
}

// Figures -----------------------------------------------------------------------------------------

static int compare_doubles(const void* a, const void* b)
{
    double x = *(const double*)a;
    double y = *(const double*)b;
    return (x > y) - (x < y);
}

// The value that `part` of those that are numbers do not exceed; between two, their mean. NaN
// without any, or when memory is short.
static double quantile(const double* values, int count, double part)
{
    double* sorted = count > 0 ? malloc((size_t)count * sizeof *sorted) : NULL;
    int n = 0;
    for (int i = 0; sorted && i < count; ++i) {
        if (isfinite(values[i])) {
            sorted[n++] = values[i];
        }
    }
    double found = (double)NAN;
    if (n > 0) {
        qsort(sorted, (size_t)n, sizeof *sorted, compare_doubles);
        double at = part * (n - 1);
        found = 0.5 * (sorted[(int)floor(at)] + sorted[(int)ceil(at)]);
    }
    free(sorted);
    return found;
}

double taut_simulation_median_ms(const taut_simulation* simulation)
{
    int n = simulation->count;
    double* ms = n > 0 ? malloc((size_t)n * sizeof *ms) : NULL;
    for (int i = 0; ms && i < n; ++i) {
        ms[i] = simulation->taken[i].ms;
    }
    double median = ms ? quantile(ms, n, 0.5) : (double)NAN;
    free(ms);
    return median;
}

void taut_simulation_tail(const taut_simulation* simulation, float* max_stretch,
                          double* mean_stretch)
{
    float largest = NAN;
    double sum = 0.0;
    int counted = 0;
    int end = taut_simulation_all_diverged(simulation) ? 0 : simulation->count;
    for (int i = end / 2; i < end; ++i) {
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

taut_stiffness_figures taut_simulation_stiffness(const taut_simulation* simulation)
{
    taut_stiffness_figures out = {.excess = NAN, .residual = NAN, .tail_excess = NAN};
    double sum = 0.0;
    for (int i = 0; i < simulation->count; ++i) {
        const taut_frame* f = &simulation->taken[i];
        bool tail = i >= simulation->count / 2;
        out.excess = fmaxf(out.excess, f->excess);  // a NaN gives way
        out.residual = fmaxf(out.residual, f->residual);
        out.needed = f->needed > out.needed ? f->needed : out.needed;
        out.least = i == 0 || f->substeps < out.least ? f->substeps : out.least;
        out.most = f->substeps > out.most ? f->substeps : out.most;
        sum += f->substeps;
        if (tail) {
            out.tail_excess = fmaxf(out.tail_excess, f->excess);
            out.tail_needed = f->needed > out.tail_needed ? f->needed : out.tail_needed;
        }
    }
    out.mean = simulation->count > 0 ? sum / simulation->count : (double)NAN;
    return out;
}

float taut_simulation_world_tail(const taut_simulation* simulation, int world)
{
    int n = simulation->run.world_count;
    float largest = NAN;
    if (simulation->worlds && !simulation->run.worlds[world].diverged) {
        for (int i = simulation->count / 2; i < simulation->count; ++i) {
            largest = fmaxf(largest, simulation->worlds[i * n + world].max_stretch);
        }
    }
    return largest;
}

// Plotting ----------------------------------------------------------------------------------------

// A panel turns logarithmic when its largest value is so many times the typical one.
#define LOG_SPAN 1e3

// Frames that take longer than this times the 98th percentile are cut off: a single hiccup of the
// machine would flatten all others.
#define CUT_OFF 1.5

#define MOST_LINES (TAUT_SCENE_MAX_WORLDS > 2 ? TAUT_SCENE_MAX_WORLDS : 2)

// The curves of a plot, one value per point. With one world the stretches are the largest and the
// mean, in per cent; with several they are the largest of each.
typedef struct curves {
    int points;
    int worlds, stretches;
    double* time;
    double* ms;
    double* energy[MOST_LINES];
    double* stretch[MOST_LINES];
} curves;

// Larger of the two; a NaN gives way.
static double larger(double a, double b)
{
    return a >= b || b != b ? a : b;
}

// Point p stands for the frames [first, end): the largest of their peaks, the last of the rest.
static void fill_point(const taut_simulation* s, const curves* c, int p, int first, int end)
{
    c->time[p] = (double)end * (double)s->run.dt;
    if (c->worlds < 1) {  // a scene always has one; without there are no curves
        return;
    }
    c->ms[p] = c->stretch[0][p] = (double)NAN;
    for (int i = first; i < end; ++i) {
        c->ms[p] = larger(c->ms[p], s->taken[i].ms);
        c->stretch[0][p] = larger(c->stretch[0][p], 100.0 * (double)s->taken[i].max_stretch);
    }
    c->energy[0][p] = s->taken[end - 1].energy;
    if (c->worlds == 1) {
        c->stretch[1][p] = 100.0 * (double)s->taken[end - 1].mean_stretch;
        return;
    }
    for (int w = 0; w < c->worlds; ++w) {
        c->stretch[w][p] = (double)NAN;
        for (int i = first; i < end; ++i) {
            double stretch = 100.0 * (double)s->worlds[i * c->worlds + w].max_stretch;
            c->stretch[w][p] = larger(c->stretch[w][p], stretch);
        }
        c->energy[w][p] = s->worlds[(end - 1) * c->worlds + w].energy;
    }
}

// Makes magnitudes of the curves when they are better seen on a log axis: when the largest value is
// far above what the smallest of the first `judged` curves typically is. What is far below that is
// left out, or the noise around zero would take up the axis.
static bool make_log(double* const* lines, int count, int judged, int points)
{
    double most = 0.0;
    double typical = HUGE_VAL;
    for (int k = 0; k < judged; ++k) {
        double middle = fabs(quantile(lines[k], points, 0.5));
        double low = fabs(quantile(lines[k], points, 0.0));
        double high = fabs(quantile(lines[k], points, 1.0));
        most = fmax(most, fmax(low, high));  // a NaN gives way, here and below
        typical = middle > 0.0 ? fmin(typical, middle) : typical;
    }
    if (!(most > LOG_SPAN * typical)) {
        return false;
    }
    for (int k = 0; k < count; ++k) {
        for (int p = 0; p < points; ++p) {
            double size = fabs(lines[k][p]);
            lines[k][p] = size >= typical / LOG_SPAN ? size : (double)NAN;
        }
    }
    return true;
}

// Cuts single peaks off and says so in the label.
static void cut_peaks(double* ms, int points, char* label, size_t size)
{
    double most = quantile(ms, points, 1.0);
    double cut = CUT_OFF * quantile(ms, points, 0.98);
    snprintf(label, size, "per frame (ms)");
    if (most > cut) {
        snprintf(label, size, "per frame (ms), peaks up to %.3g cut off", most);
        for (int p = 0; p < points; ++p) {
            ms[p] = ms[p] > cut ? cut : ms[p];
        }
    }
}

static bool write_curves(const taut_simulation* s, const curves* c, const char* path)
{
    static const char* const of_one[] = {"largest", "mean"};
    taut_plot_line energy[MOST_LINES] = {{0}};
    taut_plot_line stretch[MOST_LINES] = {{0}};
    bool one = c->worlds == 1;
    for (int k = 0; k < c->worlds; ++k) {
        energy[k] = (taut_plot_line){one ? "energy" : s->run.worlds[k].label, c->energy[k]};
    }
    for (int k = 0; k < c->stretches; ++k) {
        stretch[k] = (taut_plot_line){one ? of_one[k] : s->run.worlds[k].label, c->stretch[k]};
    }
    bool log_energy = make_log(c->energy, c->worlds, c->worlds, c->points);
    bool log_stretch = make_log(c->stretch, c->stretches, c->worlds, c->points);
    char ms_label[96];
    cut_peaks(c->ms, c->points, ms_label, sizeof ms_label);
    taut_plot_line ms[] = {{one ? "time per frame" : "all worlds together", c->ms}};
    taut_plot_panel panels[] = {
        {log_energy ? "|energy| (J)" : "energy (J)", energy, c->worlds, log_energy},
        {one ? "stretch (%)" : "largest stretch (%)", stretch, c->stretches, log_stretch},
        {ms_label, ms, 1, false},
    };
    taut_plot plot = {
        .title = s->run.scene->name,
        .x_label = "simulated time (s)",
        .x = c->time,
        .count = c->points,
        .panels = panels,
        .panel_count = (int)(sizeof panels / sizeof panels[0]),
    };
    return taut_write_plot(path, &plot);
}

bool taut_simulation_plot(const taut_simulation* simulation, const char* path)
{
    int count = simulation->count;
    curves c = {.points = count < MOST_POINTS ? count : MOST_POINTS};
    c.worlds = simulation->worlds ? simulation->run.world_count : 1;
    c.stretches = c.worlds == 1 ? 2 : c.worlds;
    size_t row = c.points > 0 ? (size_t)c.points : 1;
    double* memory = malloc((size_t)(2 + c.worlds + c.stretches) * row * sizeof *memory);
    if (!memory) {
        errno = ENOMEM;
        return false;
    }
    c.time = memory;
    c.ms = memory + row;
    for (int k = 0; k < c.stretches; ++k) {
        c.energy[k] = memory + (size_t)(2 + k) * row;  // one too many with one world: not used
        c.stretch[k] = memory + (size_t)(2 + c.worlds + k) * row;
    }
    for (int p = 0; p < c.points; ++p) {
        int first = (int)((long long)count * p / c.points);
        int end = (int)((long long)count * (p + 1) / c.points);
        fill_point(simulation, &c, p, first, end);
    }
    bool ok = write_curves(simulation, &c, path);
    int why = errno;
    free(memory);
    errno = why;
    return ok;
}
