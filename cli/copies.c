// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#define _POSIX_C_SOURCE 200809L

#include "copies.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "interrupt.h"
#include "json.h"
#include "machine.h"
#include "progress.h"
#include "report.h"
#include "scenes/vary.h"

// A run of copies and what came of it.
typedef struct copies_run {
    const taut_copies* asked;
    taut_scene_batch batch;
    double open_seconds;
    int taken;  // frames
    bool interrupted;
    uint64_t hash;
    uint64_t* hashes;             // by copy
    taut_batch_figures* figures;  // likewise
    taut_memory memory;           // of all worlds
    int verified, different;
    int first_different;
} copies_run;

// Running -----------------------------------------------------------------------------------------

static bool take_frames(copies_run* r)
{
    taut_interrupt watch = taut_interrupt_open();
    taut_progress progress = taut_progress_open(r->asked->scene->name, "frames", r->asked->frames);
    bool ok = true;
    while (r->taken < r->asked->frames && ok && !r->interrupted) {
        ok = taut_batch_step(&r->batch);
        r->taken += ok;
        taut_progress_update(&progress, r->taken);
        r->interrupted = taut_interrupt_fired(&watch);
    }
    taut_progress_clear(&progress);
    taut_interrupt_close(&watch);
    return ok;
}

static void add_memory(taut_memory* sum, taut_memory m)
{
    sum->particles += m.particles;
    sum->constraints += m.constraints;
    sum->working_bytes += m.working_bytes;
    sum->bytes += m.bytes;
    sum->device_bytes += m.device_bytes;
}

static bool read_figures(copies_run* r)
{
    size_t count = (size_t)r->batch.count;
    r->hashes = malloc(count * sizeof *r->hashes);
    r->figures = malloc(count * sizeof *r->figures);
    if (!r->hashes || !r->figures) {
        taut_complain("out of memory after %d frames", r->taken);
        return false;
    }
    for (int i = 0; i < r->batch.count; ++i) {
        r->hashes[i] = taut_batch_hash_of(&r->batch, i);
        r->figures[i] = taut_batch_figures_of(&r->batch, i);
    }
    r->hash = taut_batch_hash(&r->batch);
    for (int i = 0; i < r->batch.runs[0].world_count; ++i) {
        add_memory(&r->memory, taut_world_memory(r->batch.runs[0].worlds[i].world));
    }
    return true;
}

// Verifying ---------------------------------------------------------------------------------------

// What copy `copy` is by itself, on one thread of the CPU.
static bool run_alone(const copies_run* r, int copy, uint64_t* hash)
{
    taut_scene_options options = r->asked->options;
    options.seed += (uint64_t)copy;
    options.backend = TAUT_BACKEND_AUTO;
    options.thread_count = 1;
    options.clock = NULL;
    taut_scene_run* run = calloc(1, sizeof *run);
    bool ok = run && taut_scene_open(run, r->asked->scene, &options);
    for (int i = 0; i < r->taken && ok; ++i) {
        taut_scene_step(run);
    }
    if (ok) {
        *hash = taut_scene_hash(run);
        taut_scene_close(run);
    } else {
        taut_complain("copy %d by itself: %s", copy, run ? run->error : "out of memory");
    }
    free(run);
    return ok;
}

// Evenly among them, the first and the last included.
static int sample(const copies_run* r, int i)
{
    int count = r->asked->verify;
    return count > 1 ? (int)((long long)i * (r->batch.count - 1) / (count - 1)) : 0;
}

static bool verify(copies_run* r)
{
    taut_interrupt watch = taut_interrupt_open();
    taut_progress progress = taut_progress_open("by themselves", "copies", r->asked->verify);
    bool ok = true;
    for (int i = 0; i < r->asked->verify && ok && !r->interrupted; ++i) {
        int copy = sample(r, i);
        uint64_t hash = 0;
        ok = run_alone(r, copy, &hash);
        r->verified += ok;
        if (ok && hash != r->hashes[copy]) {
            taut_progress_clear(&progress);
            r->first_different = r->different == 0 ? copy : r->first_different;
            r->different += 1;
            if (r->different == 1) {
                taut_complain("copy %d (seed %" PRIu64 ") has the hash %016" PRIx64
                              ", by itself %016" PRIx64,
                              copy, r->asked->options.seed + (uint64_t)copy, r->hashes[copy], hash);
            }
        }
        taut_progress_update(&progress, i + 1);
        r->interrupted = taut_interrupt_fired(&watch);
    }
    taut_progress_clear(&progress);
    taut_interrupt_close(&watch);
    return ok;
}

// Figures -----------------------------------------------------------------------------------------

// Frames of single copies in a second inside of steps; NaN without any.
static double rate(const copies_run* r)
{
    double frames = (double)r->taken * r->batch.count;
    return r->batch.step_seconds > 0.0 ? frames / r->batch.step_seconds : (double)NAN;
}

static double ms_per_frame(const copies_run* r)
{
    return r->taken > 0 ? 1e3 * r->batch.step_seconds / r->taken : (double)NAN;
}

// JSON --------------------------------------------------------------------------------------------

// What is drawn anew for each copy, and between what.
static void json_varied(taut_json* json, const taut_scene_options* o)
{
    taut_json_key(json, "varied");
    taut_json_begin_object(json, true);
    for (int i = 0; i < o->vary_count; ++i) {
        taut_json_key(json, o->vary[i].key);
        taut_json_begin_array(json, true);
        taut_json_double(json, o->vary[i].low);
        taut_json_double(json, o->vary[i].high);
        taut_json_end_array(json);
    }
    taut_json_end_object(json);
}

// Of a scene that has several of them side by side.
static void json_solvers(taut_json* json, const taut_scene_run* run)
{
    taut_json_key(json, "solvers");
    taut_json_begin_array(json, true);
    for (int i = 0; i < run->world_count; ++i) {
        taut_json_string(json, taut_solver_name(run->worlds[i].solver.kind));
    }
    taut_json_end_array(json);
}

static void json_asked(taut_json* json, const copies_run* r)
{
    const taut_scene_run* first = &r->batch.runs[0];
    const taut_scene_options* o = &r->asked->options;
    taut_json_put_string(json, "scene", first->scene->name);
    taut_json_put_integer(json, "copies", r->batch.count);
    taut_json_put_integer(json, "seed", (long long)o->seed);
    taut_json_put_float(json, "jitter", o->jitter);
    taut_json_put_integer(json, "frames", r->taken);
    taut_json_put_integer(json, "frames_asked", r->asked->frames);
    taut_json_put_float(json, "dt", first->dt);
    taut_json_put_integer(json, "substeps", first->substeps);
    taut_json_put_string(json, "solver", taut_solver_name(first->worlds[0].solver.kind));
    if (first->world_count > 1) {
        json_solvers(json, first);
    }
    taut_world* world = first->worlds[0].world;
    taut_json_put_string(json, "backend", taut_backend_name(taut_world_backend(world)));
    taut_json_put_integer(json, "threads", taut_world_thread_count(world));
    taut_json_key(json, "parameters");
    taut_json_begin_object(json, true);
    for (int i = 0; i < TAUT_SCENE_MAX_PARAMS && first->scene->params[i].key; ++i) {
        const taut_scene_param* p = &first->scene->params[i];
        taut_json_put_double(json, p->key, o->param_set[i] ? o->param[i] : p->value);
    }
    taut_json_end_object(json);
    json_varied(json, o);
}

static void json_copies(taut_json* json, const copies_run* r)
{
    const taut_scene_options* o = &r->asked->options;
    taut_json_key(json, "each");
    taut_json_begin_array(json, false);
    for (int i = 0; i < r->batch.count; ++i) {
        const taut_scene_run* run = &r->batch.runs[i];
        taut_json_begin_object(json, true);
        taut_json_put_integer(json, "seed", (long long)o->seed + i);
        for (int k = 0; k < o->vary_count; ++k) {
            taut_json_put_double(json, o->vary[k].key, taut_scene_value(run, o->vary[k].key));
        }
        taut_json_put_double(json, "energy", r->figures[i].energy);
        taut_json_put_float(json, "max_stretch", r->figures[i].max_stretch);
        taut_json_put_bool(json, "diverged", run->stats.diverged);
        taut_json_put_hash(json, "hash", r->hashes[i]);
        taut_json_end_object(json);
    }
    taut_json_end_array(json);
}

static void print_json(const copies_run* r)
{
    taut_json json = taut_json_open(stdout);
    taut_json_begin_object(&json, false);
    json_asked(&json, r);
    taut_json_put_integer(&json, "particles", r->memory.particles);
    taut_json_put_integer(&json, "constraints", r->memory.constraints);
    taut_json_put_integer(&json, "bytes", (long long)r->memory.bytes);
    taut_json_put_integer(&json, "device_bytes", (long long)r->memory.device_bytes);
    taut_report_json_device(&json, &r->batch.runs[0]);
    taut_json_put_double(&json, "open_seconds", r->open_seconds);
    taut_json_put_double(&json, "ms_per_frame", ms_per_frame(r));
    taut_json_put_double(&json, "copy_frames_per_second", rate(r));
    taut_json_put_integer(&json, "diverged", r->batch.diverged_count);
    taut_report_json_trouble(&json, r->batch.trouble);
    taut_json_put_bool(&json, "interrupted", r->interrupted);
    taut_json_put_integer(&json, "verified", r->verified);
    taut_json_put_integer(&json, "different", r->different);
    json_copies(&json, r);
    taut_json_put_hash(&json, "hash", r->hash);
    taut_json_end_object(&json);
}

// Text --------------------------------------------------------------------------------------------

static void text_asked(const copies_run* r)
{
    const taut_scene_run* first = &r->batch.runs[0];
    const taut_scene_options* o = &r->asked->options;
    char number[32];
    char frames[32];
    printf("%s: %s\n\n", first->scene->name, first->scene->about);
    taut_report_row("copies", "%s in one world, seeds %" PRIu64 " to %" PRIu64,
                    taut_group_digits(r->batch.count, number, sizeof number), o->seed,
                    o->seed + (uint64_t)r->batch.count - 1);
    taut_report_row("jitter", "up to %g m/s along each axis", (double)o->jitter);
    for (int i = 0; i < o->vary_count; ++i) {
        taut_report_row(i == 0 ? "varied" : "", "%s from %g to %g", o->vary[i].key, o->vary[i].low,
                        o->vary[i].high);
    }
    taut_world* world = first->worlds[0].world;
    int threads = taut_world_thread_count(world);
    for (int i = 0; i < first->world_count; ++i) {
        char solver[96];
        taut_report_solver(first, i, solver, sizeof solver);
        taut_report_row(i == 0 ? "solver" : "", "%s", solver);
    }
    taut_report_row("backend", "%s, %d thread%s", taut_backend_name(taut_world_backend(world)),
                    threads, threads == 1 ? "" : "s");
    taut_report_row("frames", "%s x %.4g s = %.4g s%s",
                    taut_group_digits(r->taken, frames, sizeof frames), (double)first->dt,
                    (double)first->dt * r->taken, r->interrupted ? " (interrupted)" : "");
}

static void text_memory(const copies_run* r)
{
    char number[32];
    taut_report_row("particles", "%s",
                    taut_group_digits(r->memory.particles, number, sizeof number));
    taut_report_row("constraints", "%s",
                    taut_group_digits(r->memory.constraints, number, sizeof number));
    double count = r->batch.count;
    taut_report_row("memory", "%.4g MB: %.4g kB a copy", 1e-6 * (double)r->memory.bytes,
                    1e-3 * (double)r->memory.bytes / count);
    if (r->memory.device_bytes > 0) {
        taut_report_row("device", "%.4g MB: %.4g kB a copy", 1e-6 * (double)r->memory.device_bytes,
                        1e-3 * (double)r->memory.device_bytes / count);
    }
}

// Least and most of what the copies have; those that diverged are not among them.
static void text_figures(const copies_run* r)
{
    double energy[2] = {(double)NAN, (double)NAN};
    double stretch[2] = {(double)NAN, (double)NAN};
    for (int i = 0; i < r->batch.count; ++i) {  // a NaN gives way
        energy[0] = fmin(energy[0], r->figures[i].energy);
        energy[1] = fmax(energy[1], r->figures[i].energy);
        stretch[0] = fmin(stretch[0], 100.0 * (double)r->figures[i].max_stretch);
        stretch[1] = fmax(stretch[1], 100.0 * (double)r->figures[i].max_stretch);
    }
    char number[32];
    taut_report_row("opened in", "%.3g s", r->open_seconds);
    taut_report_row("time", "%.4g ms per frame of all: %s frames of a copy per second",
                    ms_per_frame(r), taut_group_digits((long long)rate(r), number, sizeof number));
    if (isfinite(energy[0])) {
        taut_report_row("stretch", "%.3f to %.3f %%, from copy to copy (last frame)", stretch[0],
                        stretch[1]);
        taut_report_row("energy", "%.6g to %.6g J", energy[0], energy[1]);
    }
    if (r->batch.diverged_count > 0) {
        taut_report_row("diverged", "%d of %d copies", r->batch.diverged_count, r->batch.count);
    }
    if (r->batch.trouble & TAUT_STEP_SPEED_CLAMPED) {
        taut_report_row("speed limit", "some particles were slowed");
    }
    taut_report_dropped(r->batch.trouble);
}

static void print_text(const copies_run* r)
{
    text_asked(r);
    text_memory(r);
    taut_report_device(&r->batch.runs[0]);
    text_figures(r);
    taut_report_row("hash", "%016" PRIx64 " of all; --json has that of each", r->hash);
    char verified[32];
    char number[32];
    taut_group_digits(r->verified, verified, sizeof verified);
    if (r->verified > 0 && r->different == 0) {
        taut_report_row("verified", "%s of %s copies: each as it is by itself on the CPU", verified,
                        taut_group_digits(r->batch.count, number, sizeof number));
    } else if (r->verified > 0) {
        taut_report_row("verified", "%s of %s copies are NOT as by themselves on the CPU",
                        taut_group_digits(r->different, number, sizeof number), verified);
    }
}

// Judging -----------------------------------------------------------------------------------------

static int judge(const copies_run* r)
{
    if (r->interrupted) {
        if (r->taken < r->asked->frames || r->verified == 0) {
            taut_complain("interrupted after %d of %d frames", r->taken, r->asked->frames);
        } else {
            taut_complain("interrupted after %d of %d copies by themselves", r->verified,
                          r->asked->verify);
        }
        return TAUT_EXIT_INTERRUPTED;
    }
    if (taut_report_lost(&r->batch.runs[0])) {
        return TAUT_EXIT_FAILURE;
    }
    if (r->asked->expects && r->hash != r->asked->expected) {
        taut_complain("the hash is %016" PRIx64 ", expected was %016" PRIx64, r->hash,
                      r->asked->expected);
        return TAUT_EXIT_MISMATCH;
    }
    if (r->different > 0) {
        return TAUT_EXIT_MISMATCH;
    }
    bool meant_to = taut_scene_has_tag(r->asked->scene, "diverges");
    if (r->batch.diverged_count > 0 && !meant_to) {
        taut_complain("%d of %d copies diverged", r->batch.diverged_count, r->batch.count);
        return TAUT_EXIT_DIVERGED;
    }
    return TAUT_EXIT_OK;
}

static int run_opened(copies_run* r)
{
    if (!take_frames(r)) {
        taut_complain("%s: frame %d: %s", r->asked->scene->name, r->taken + 1, r->batch.error);
        return TAUT_EXIT_INPUT;
    }
    if (!read_figures(r) || (!r->interrupted && !verify(r))) {
        return TAUT_EXIT_FAILURE;
    }
    int code = judge(r);
    (r->asked->json ? print_json : print_text)(r);
    return code;
}

int taut_copies_run(const taut_copies* copies)
{
    copies_run r = {.asked = copies};
    taut_scene_options options = copies->options;
    options.clock = taut_clock;
    options.most_bytes = taut_machine_memory();
    double start = taut_clock();
    int code = TAUT_EXIT_INPUT;
    if (taut_batch_open(&r.batch, copies->scene, &options, copies->count)) {
        r.open_seconds = taut_clock() - start;
        code = run_opened(&r);
    } else {
        taut_complain("%s: %s", copies->scene->name, r.batch.error);
    }
    taut_batch_close(&r.batch);
    free(r.hashes);
    free(r.figures);
    return code;
}
