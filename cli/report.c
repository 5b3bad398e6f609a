// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "cli.h"
#include "json.h"
#include "scenes/vary.h"
#include "summary.h"

// A bit of taut_step_report.trouble and its name.
typedef struct trouble_name {
    uint32_t bit;
    const char* name;
} trouble_name;

static const trouble_name trouble_names[] = {
    {TAUT_STEP_SPEED_CLAMPED, "speed-clamped"},   {TAUT_STEP_NOT_FINITE, "not-finite"},
    {TAUT_STEP_TIME_DROPPED, "time-dropped"},     {TAUT_STEP_CONTACTS_DROPPED, "contacts-dropped"},
    {TAUT_STEP_SPLITS_DROPPED, "splits-dropped"}, {TAUT_STEP_DEVICE_LOST, "device-lost"},
};

#define TROUBLE_COUNT ((int)(sizeof trouble_names / sizeof trouble_names[0]))

static const char* backend_of(const taut_scene_run* run)
{
    return taut_backend_name(taut_world_backend(run->worlds[0].world));
}

static int threads_of(const taut_scene_run* run)
{
    return taut_world_thread_count(run->worlds[0].world);
}

// Of a single world; NaN when it has diverged, and of several worlds, whose sum says nothing.
static double last_energy(const taut_simulation* s)
{
    return s->count > 0 && s->run.world_count == 1 ? s->taken[s->count - 1].energy : (double)NAN;
}

// What one more particle, or constraint, would take: bodies and blueprints, without the memory that
// threads work in and what a world has only once.
static double per_particle(const taut_memory* m)
{
    size_t bytes = m->body_particle_bytes + m->blueprint_particle_bytes;
    return m->particles > 0 ? (double)bytes / (double)m->particles : (double)NAN;
}

static double per_constraint(const taut_memory* m)
{
    size_t bytes = m->body_constraint_bytes + m->blueprint_constraint_bytes;
    return m->constraints > 0 ? (double)bytes / (double)m->constraints : (double)NAN;
}

// JSON --------------------------------------------------------------------------------------------

static void json_scene(taut_json* json, const taut_simulation* s)
{
    const taut_scene_run* run = &s->run;
    taut_solver_def solver = run->worlds[0].solver;
    taut_json_put_string(json, "scene", run->scene->name);
    taut_json_put_integer(json, "frames", s->count);
    taut_json_put_integer(json, "frames_asked", s->frames);
    taut_json_put_float(json, "dt", run->dt);
    taut_json_put_integer(json, "substeps", run->substeps);
    taut_json_put_integer(json, "iterations", solver.iterations);
    taut_json_put_string(json, "solver", taut_solver_name(solver.kind));
    taut_json_put_bool(json, "direct", solver.direct);
    taut_json_put_string(json, "backend", backend_of(run));
    taut_json_put_integer(json, "threads", threads_of(run));
    taut_json_key(json, "parameters");
    taut_json_begin_object(json, true);
    for (int i = 0; i < TAUT_SCENE_MAX_PARAMS && run->scene->params[i].key; ++i) {
        taut_json_put_double(json, run->scene->params[i].key, run->param[i]);
    }
    for (int i = 0; run->options.seeded && i < TAUT_SCENE_BODY_PARAM_COUNT; ++i) {
        taut_json_put_double(json, taut_scene_body_params[i].key, run->body_param[i]);
    }
    taut_json_end_object(json);
    if (run->options.seeded) {
        taut_json_put_integer(json, "seed", (long long)run->options.seed);
        taut_json_put_float(json, "jitter", run->options.jitter);
    }
}

static void json_achieved(taut_json* json, const taut_summary* sum)
{
    taut_json_key(json, "achieved_stiffness");
    taut_json_begin_object(json, true);
    taut_json_put_float(json, "worst", sum->worst_achieved);
    taut_json_put_float(json, "mean", sum->mean_achieved);
    taut_json_end_object(json);
}

// Of all frames; beside it that of the last half.
static void json_meter(taut_json* json, const taut_stiffness_figures* f)
{
    taut_json_key(json, "meter");
    taut_json_begin_object(json, true);
    taut_json_put_float(json, "excess", f->excess);
    taut_json_put_float(json, "tail_excess", f->tail_excess);
    taut_json_put_float(json, "residual", f->residual);
    taut_json_put_integer(json, "substeps_needed", f->needed);
    taut_json_put_integer(json, "tail_substeps_needed", f->tail_needed);
    taut_json_end_object(json);
}

static void json_budget(taut_json* json, const taut_scene_run* run, const taut_stiffness_figures* f)
{
    if (run->worlds[0].substeps != TAUT_SUBSTEPS_CHOSEN) {
        return;
    }
    taut_json_key(json, "budget");
    taut_json_begin_object(json, true);
    taut_json_put_float(json, "microseconds", run->options.budget.microseconds);
    taut_json_put_float(json, "target", run->options.budget.target);
    taut_json_put_bool(json, "replayed", run->options.choice_count > 0);
    taut_json_put_integer(json, "least_substeps", f->least);
    taut_json_put_double(json, "mean_substeps", f->mean);
    taut_json_put_integer(json, "most_substeps", f->most);
    taut_json_end_object(json);
}

// Of the worlds of a run: bodies, those that a device took through the last step, and why not the
// others. False where none of them has a device.
typedef struct device_sum {
    int bodies, taken, stays[TAUT_STAY_COUNT];
} device_sum;

static bool sum_devices(const taut_scene_run* run, device_sum* sum)
{
    bool any = false;
    *sum = (device_sum){0};
    for (int i = 0; i < run->world_count; ++i) {
        taut_device_info device;
        const taut_world* world = run->worlds[i].world;
        sum->bodies += taut_world_body_count(world);
        if (taut_world_device(world, &device) != TAUT_OK) {
            continue;
        }
        sum->taken += device.bodies;
        for (int k = 0; k < TAUT_STAY_COUNT; ++k) {
            sum->stays[k] += device.stays[k];
        }
        any = true;
    }
    return any;
}

void taut_report_json_device(taut_json* json, const taut_scene_run* run)
{
    device_sum sum;
    if (!sum_devices(run, &sum)) {
        return;
    }
    taut_json_put_integer(json, "bodies", sum.bodies);
    taut_json_put_integer(json, "bodies_on_device", sum.taken);
    taut_json_key(json, "bodies_not_on_device");
    taut_json_begin_object(json, false);
    for (int k = TAUT_STAY_NONE + 1; k < TAUT_STAY_COUNT; ++k) {
        if (sum.stays[k] > 0) {
            taut_json_put_integer(json, taut_stay_name(k), sum.stays[k]);
        }
    }
    taut_json_end_object(json);
}

bool taut_report_lost(const taut_scene_run* run)
{
    int lost = 0;
    for (int i = 0; i < run->world_count; ++i) {
        taut_device_info device;
        lost +=
            taut_world_device(run->worlds[i].world, &device) == TAUT_OK ? device.lost_bodies : 0;
    }
    if (lost > 0) {
        taut_complain("the GPU failed with %d %s on it, frozen where last seen", lost,
                      lost == 1 ? "body" : "bodies");
    }
    return lost > 0;
}

static void json_memory(taut_json* json, const taut_memory* m)
{
    taut_json_key(json, "memory");
    taut_json_begin_object(json, false);
    taut_json_put_integer(json, "bytes", (long long)m->bytes);
    taut_json_put_double(json, "bytes_per_particle", per_particle(m));
    taut_json_put_double(json, "bytes_per_constraint", per_constraint(m));
    taut_json_put_integer(json, "body_particle_bytes", (long long)m->body_particle_bytes);
    taut_json_put_integer(json, "body_constraint_bytes", (long long)m->body_constraint_bytes);
    taut_json_put_integer(json, "blueprint_particle_bytes", (long long)m->blueprint_particle_bytes);
    taut_json_put_integer(json, "blueprint_constraint_bytes",
                          (long long)m->blueprint_constraint_bytes);
    taut_json_put_integer(json, "working_bytes", (long long)m->working_bytes);
    taut_json_put_integer(json, "other_bytes", (long long)m->other_bytes);
    if (m->device_bytes > 0) {
        taut_json_put_integer(json, "device_bytes", (long long)m->device_bytes);
    }
    taut_json_end_object(json);
}

void taut_report_json_trouble(taut_json* json, uint32_t trouble)
{
    taut_json_key(json, "trouble");
    taut_json_begin_array(json, true);
    for (int i = 0; i < TROUBLE_COUNT; ++i) {
        if (trouble & trouble_names[i].bit) {
            taut_json_string(json, trouble_names[i].name);
        }
    }
    taut_json_end_array(json);
}

static void json_step_report(taut_json* json, const taut_simulation* s)
{
    taut_json_key(json, "report");
    taut_json_begin_object(json, true);
    taut_report_json_trouble(json, s->run.stats.trouble);
    taut_json_put_integer(json, "clamped", s->run.stats.clamped_count);
    taut_json_put_integer(json, "frozen", s->run.stats.frozen_count);
    taut_json_end_object(json);
}

static void json_figures(taut_json* json, const taut_simulation* s, const taut_summary* sum)
{
    float max_stretch = NAN;
    double mean_stretch = (double)NAN;
    taut_simulation_tail(s, &max_stretch, &mean_stretch);
    taut_json_put_integer(json, "particles", sum->particles);
    taut_json_put_integer(json, "constraints", sum->constraints);
    taut_json_put_integer(json, "tethers", sum->tethers);
    json_memory(json, &sum->memory);
    taut_report_json_device(json, &s->run);
    taut_json_put_double(json, "ms_per_frame", taut_simulation_median_ms(s));
    taut_json_put_float(json, "max_stretch", max_stretch);
    taut_json_put_double(json, "mean_stretch", mean_stretch);
    taut_json_put_float(json, "worst_stretch", s->run.stats.worst_stretch);
    taut_json_put_double(json, "energy", last_energy(s));
    json_achieved(json, sum);
    taut_stiffness_figures stiffness = taut_simulation_stiffness(s);
    json_meter(json, &stiffness);
    json_budget(json, &s->run, &stiffness);
    taut_json_put_bool(json, "diverged", s->run.stats.diverged);
    taut_json_put_bool(json, "interrupted", s->interrupted);
    json_step_report(json, s);
}

static void json_worlds(taut_json* json, const taut_simulation* s)
{
    const taut_scene_run* run = &s->run;
    taut_json_key(json, "worlds");
    taut_json_begin_array(json, false);
    for (int i = 0; i < run->world_count; ++i) {
        const taut_scene_world* w = &run->worlds[i];
        taut_summary sum = taut_summary_of_world(run, i);
        taut_json_begin_object(json, false);
        taut_json_put_string(json, "label", w->label);
        taut_json_put_string(json, "solver", taut_solver_name(w->solver.kind));
        taut_json_put_integer(json, "iterations", w->solver.iterations);
        taut_json_put_integer(json, "steps_per_frame", w->steps_per_frame);
        taut_json_put_integer(json, "substeps", w->substeps);
        taut_json_put_integer(json, "particles", sum.particles);
        taut_json_put_integer(json, "constraints", sum.constraints);
        taut_json_put_integer(json, "tethers", sum.tethers);
        taut_json_put_float(json, "stretch", sum.max_stretch);
        taut_json_put_float(json, "max_stretch", taut_simulation_world_tail(s, i));
        taut_json_put_double(json, "energy", sum.energy);
        json_achieved(json, &sum);
        taut_json_put_float(json, "excess", w->diverged ? NAN : w->excess);
        taut_json_put_integer(json, "substeps_needed", w->diverged ? 0 : w->substeps_needed);
        taut_json_put_bool(json, "diverged", w->diverged);
        taut_json_put_hash(json, "hash", taut_world_hash(w->world));
        taut_json_end_object(json);
    }
    taut_json_end_array(json);
}

static void json_hashes(taut_json* json, const taut_simulation* s)
{
    taut_json_key(json, "hashes");
    taut_json_begin_array(json, false);
    for (int i = 0; i < s->hash_count; ++i) {
        taut_json_begin_object(json, true);
        taut_json_put_integer(json, "frame", s->hashes[i].frame);
        taut_json_put_hash(json, "hash", s->hashes[i].hash);
        taut_json_end_object(json);
    }
    taut_json_end_array(json);
}

void taut_report_json(const taut_run_report* report)
{
    const taut_simulation* s = report->simulation;
    taut_summary sum = taut_summary_of_run(&s->run);
    taut_json json = taut_json_open(stdout);
    taut_json_begin_object(&json, false);
    json_scene(&json, s);
    json_figures(&json, s, &sum);
    if (s->run.world_count > 1) {
        json_worlds(&json, s);
    }
    if (s->hash_every > 0) {
        json_hashes(&json, s);
    }
    if (report->checked) {
        taut_json_key(&json, "check");
        taut_json_begin_object(&json, true);
        taut_json_put_bool(&json, "pass", report->check_passed);
        taut_json_put_string(&json, "text", report->check_text);
        taut_json_end_object(&json);
    }
    if (report->plot) {
        taut_json_put_string(&json, "plot", report->plot);
    }
    if (report->picture) {
        taut_json_put_string(&json, "picture", report->picture);
    }
    taut_json_put_hash(&json, "hash", taut_scene_hash(&s->run));
    taut_json_end_object(&json);
}

// Text --------------------------------------------------------------------------------------------

TAUT_CLI_FORMAT(2, 3) void taut_report_row(const char* name, const char* format, ...)
{
    va_list args;
    va_start(args, format);
    printf("  %-16s", name);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
}

static const char* plural(int count)
{
    return count == 1 ? "" : "s";
}

void taut_report_solver(const taut_scene_run* run, int world, char* text, size_t size)
{
    taut_solver_def solver = run->worlds[world].solver;
    int substeps = run->worlds[world].substeps;
    bool plain = solver.kind == TAUT_SOLVER_XPBD && !solver.direct;
    char count[32] = "chosen";
    if (substeps != TAUT_SUBSTEPS_CHOSEN) {
        snprintf(count, sizeof count, "%d", substeps);
    }
    snprintf(text, size, "%s%s, %s substep%s x %d iteration%s", taut_solver_name(solver.kind),
             plain ? " (not direct)" : "", count, plural(substeps), solver.iterations,
             plural(solver.iterations));
}

// "7: up to 0.1 m/s along each axis, drag 0.93"
static void text_seed(const taut_scene_run* run)
{
    const taut_scene_options* o = &run->options;
    char text[512];
    int used = snprintf(text, sizeof text, "%" PRIu64 ": up to %g m/s along each axis", o->seed,
                        (double)o->jitter);
    for (int i = 0; i < o->vary_count && used > 0 && used < (int)sizeof text; ++i) {
        used += snprintf(text + used, sizeof text - (size_t)used, ", %s %.6g", o->vary[i].key,
                         taut_scene_value(run, o->vary[i].key));
    }
    taut_report_row("seed", "%s", text);
}

static void text_scene(const taut_simulation* s)
{
    const taut_scene_run* run = &s->run;
    char solver[96];
    taut_report_solver(run, 0, solver, sizeof solver);
    printf("%s: %s\n\n", run->scene->name, run->scene->about);
    if (run->world_count == 1) {
        taut_report_row("solver", "%s", solver);
    }
    if (run->options.seeded) {
        text_seed(run);
    }
    taut_report_row("backend", "%s, %d thread%s", backend_of(run), threads_of(run),
                    plural(threads_of(run)));
    char frames[32];
    taut_report_row("frames", "%s x %.4g s = %.4g s%s",
                    taut_group_digits(s->count, frames, sizeof frames), (double)run->dt,
                    (double)run->dt * s->count, s->interrupted ? " (interrupted)" : "");
}

static void text_counts(const taut_summary* sum)
{
    char number[32];
    taut_report_row("particles", "%s", taut_group_digits(sum->particles, number, sizeof number));
    char tethers[32];
    taut_group_digits(sum->constraints, number, sizeof number);
    if (sum->tethers > 0) {
        taut_report_row("constraints", "%s + %s tethers", number,
                        taut_group_digits(sum->tethers, tethers, sizeof tethers));
    } else {
        taut_report_row("constraints", "%s", number);
    }
}

void taut_report_device(const taut_scene_run* run)
{
    device_sum sum;
    if (!sum_devices(run, &sum)) {
        return;
    }
    taut_report_row("on device", "%d of %d %s in the last step", sum.taken, sum.bodies,
                    sum.bodies == 1 ? "body" : "bodies");
    for (int k = TAUT_STAY_NONE + 1; k < TAUT_STAY_COUNT; ++k) {
        if (sum.stays[k] > 0) {
            taut_report_row("not there", "%d: %s", sum.stays[k], taut_stay_text(k));
        }
    }
}

// "2.31 MB: 169 bytes a particle, 25 a constraint; 12 % to work in"
static void text_memory(const taut_memory* m)
{
    char links[48] = "";
    if (m->constraints > 0) {
        snprintf(links, sizeof links, ", %.0f a constraint", per_constraint(m));
    }
    taut_report_row("memory", "%.4g MB: %.0f bytes a particle%s; %.0f %% to work in",
                    1e-6 * (double)m->bytes, per_particle(m), links,
                    100.0 * (double)m->working_bytes / (double)m->bytes);
    if (m->device_bytes > 0) {
        taut_report_row("device", "%.4g MB: %.0f bytes a particle, its constraints included",
                        1e-6 * (double)m->device_bytes,
                        (double)m->device_bytes / (double)m->particles);
    }
}

void taut_report_stretch(const taut_simulation* simulation)
{
    float max_stretch = NAN;
    double mean_stretch = (double)NAN;
    taut_simulation_tail(simulation, &max_stretch, &mean_stretch);
    if (isfinite(max_stretch)) {
        taut_report_row("stretch", "%.3f %% largest, %.3f %% mean (last half of the frames)",
                        100.0 * (double)max_stretch, 100.0 * mean_stretch);
    } else {
        taut_report_row("stretch", "diverged");
    }
}

// What was got against what was asked, and what it would take.
static void text_stiffness(const taut_simulation* s, const taut_summary* sum)
{
    taut_stiffness_figures f = taut_simulation_stiffness(s);
    if (sum->achieved_bodies > 0) {
        taut_report_row("stiffness", "%.1f %% of what was asked, worst link %.1f %%",
                        100.0 * (double)sum->mean_achieved, 100.0 * (double)sum->worst_achieved);
    }
    if (f.needed > 0 && !s->run.stats.diverged) {
        taut_report_row("beyond asked", "%.3f %% stretch, %.3g mm (worst frame)",
                        100.0 * (double)f.excess, 1e3 * (double)f.residual);
        taut_report_row("needed", "about %d substep%s for 1 %%, in the last half %d", f.needed,
                        plural(f.needed), f.tail_needed);
    }
    if (s->run.worlds[0].substeps == TAUT_SUBSTEPS_CHOSEN) {
        taut_report_row("chosen", "%d to %d substeps, %.1f in the mean", f.least, f.most, f.mean);
    }
}

static void text_figures(const taut_simulation* s, const taut_summary* sum)
{
    taut_report_row("time", "%.4g ms per frame (median)", taut_simulation_median_ms(s));
    if (s->run.world_count > 1) {
        return;  // the table of worlds has the figures of each
    }
    taut_report_stretch(s);
    if (!s->run.stats.diverged) {
        taut_report_row("worst stretch", "%.3f %% (all frames)",
                        100.0 * (double)s->run.stats.worst_stretch);
    }
    text_stiffness(s, sum);
    if (isfinite(last_energy(s))) {
        taut_report_row("energy", "%.6g J", last_energy(s));
    }
}

void taut_report_dropped(uint32_t trouble)
{
    if (trouble & TAUT_STEP_CONTACTS_DROPPED) {
        taut_report_row("contacts", "some were DROPPED: there was no room for them");
    }
    if (trouble & TAUT_STEP_SPLITS_DROPPED) {
        taut_report_row("tears", "some split nothing: there was no room for more particles");
    }
    if (trouble & TAUT_STEP_DEVICE_LOST) {
        taut_report_row("device", "LOST, with bodies on it: these were frozen");
    }
}

static void text_trouble(const taut_simulation* s)
{
    uint32_t trouble = s->run.stats.trouble;
    int diverged = 0;
    for (int i = 0; i < s->run.world_count; ++i) {
        diverged += s->run.worlds[i].diverged ? 1 : 0;
    }
    if (diverged > 0 && diverged == s->run.world_count) {
        taut_report_row("diverged", "after %d frame%s", s->count, plural(s->count));
    } else if (diverged > 0) {
        taut_report_row("diverged", "%d of %d worlds", diverged, s->run.world_count);
    }
    if (trouble & TAUT_STEP_SPEED_CLAMPED) {
        char times[32];
        taut_report_row("speed limit", "%s times a particle was slowed in a substep",
                        taut_group_digits(s->run.stats.clamped_count, times, sizeof times));
    }
    if (trouble & TAUT_STEP_NOT_FINITE) {
        int frozen = s->run.stats.frozen_count;
        taut_report_row("not finite", "%d bod%s frozen", frozen, frozen == 1 ? "y" : "ies");
    }
    taut_report_dropped(trouble);
}

// Columns, not bytes: UTF-8 continues a character with bytes 10xxxxxx.
static int text_columns(const char* text)
{
    int columns = 0;
    for (; *text; ++text) {
        columns += ((unsigned char)*text & 0xc0) != 0x80 ? 1 : 0;
    }
    return columns;
}

static void text_worlds(const taut_simulation* s)
{
    const taut_scene_run* run = &s->run;
    printf("\n  %-32s %5s %8s %6s %6s %10s %11s %12s\n", "world", "steps", "substeps", "needed",
           "sweeps", "stretch %", "stiffness %", "energy J");
    for (int i = 0; i < run->world_count; ++i) {
        const taut_scene_world* w = &run->worlds[i];
        taut_summary sum = taut_summary_of_world(run, i);
        int columns = text_columns(w->label);
        char needed[16] = "-";
        if (w->substeps_needed > 0 && !w->diverged) {
            snprintf(needed, sizeof needed, "%d", w->substeps_needed);
        }
        printf("  %s%*s %5d %8d %6s %6d", w->label, columns < 32 ? 32 - columns : 0, "",
               w->steps_per_frame, w->substeps, needed, w->solver.iterations);
        if (w->diverged) {
            printf(" %10s %11s %12s\n", "diverged", "-", "-");
            continue;
        }
        printf(" %10.3f", 100.0 * (double)taut_simulation_world_tail(s, i));
        if (sum.achieved_bodies > 0) {
            printf(" %11.1f", 100.0 * (double)sum.mean_achieved);
        } else {
            printf(" %11s", "-");
        }
        printf(" %12.6g\n", sum.energy);
    }
    puts("\n  Stretch is the largest of the last half of the frames; stiffness, of what was asked\n"
         "  (XPBD alone promises one), and energy are those of the last frame. Needed is how many\n"
         "  substeps, about, would leave 1 % of stretch beyond what was asked in the worst frame.");
}

void taut_report_text(const taut_run_report* report)
{
    const taut_simulation* s = report->simulation;
    taut_summary sum = taut_summary_of_run(&s->run);
    if (s->print_hashes && s->hash_count > 0) {
        putchar('\n');  // the hashes of the frames stand above
    }
    text_scene(s);
    text_counts(&sum);
    text_memory(&sum.memory);
    taut_report_device(&s->run);
    text_figures(s, &sum);
    text_trouble(s);
    taut_report_row("hash", "%016" PRIx64, taut_scene_hash(&s->run));
    if (report->checked) {
        taut_report_row("check", "%s: %s", report->check_passed ? "ok" : "FAIL",
                        report->check_text);
    }
    if (report->plot) {
        taut_report_row("plot", "%s", report->plot);
    }
    if (report->picture) {
        taut_report_row("picture", "%s", report->picture);
    }
    if (s->run.world_count > 1) {
        text_worlds(s);
    }
}
