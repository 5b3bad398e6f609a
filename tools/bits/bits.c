// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Prints one line for each scene: its name, how many particles it has, how many frames it took, the
// hash of its state after them. tools/bits.py runs this in many builds and on many machines and
// compares the lines.
//
//     taut-bits [--backend NAME] [--threads N] [--env NAME] [--most PARTICLES] [--work N]
//               [--frames N | --exactly N] [--scenes NAME,NAME...]
//     taut-bits --list          the backends, float environments and thread counts there are
//     taut-bits --names         the scenes there are
//
// With --backend cuda, stderr has a line for each scene that says how many bodies the device took
// through how many steps; a device that fails in the midst is a failure, whatever the hash.
//
// Exits 0; 1 when a scene fails; 2 for a word it does not know; 3 when this build or machine lacks
// what is asked for.

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "env.h"
#include "quiet.h"
#include "rags.h"
#include "scenes/scene.h"

enum { DONE = 0, FAILED = 1, BAD_USAGE = 2, NOT_HERE = 3 };

#define FAR_AWAY 1e6f  // as in scenes/runner.c: a world beyond this is stepped no more
#define FEWER 0.7      // of each shrinkable parameter per attempt at making a scene smaller

typedef struct request {
    taut_backend_kind backend;
    int threads;
    taut_bits_env env;
    int most;    // particles; see open_scene()
    int work;    // at most: substeps of a particle, all frames together; see frames_of()
    int frames;  // at most; a scene of fewer frames takes those
    bool exact;  // it goes on after its end
    const char* scenes;
} request;

// Scenes that are nowhere else.
static const taut_scene* const own_scenes[] = {&taut_bits_quiet, &taut_bits_rags};
enum { OWN_SCENES = sizeof own_scenes / sizeof own_scenes[0] };

// Threads -----------------------------------------------------------------------------------------

#ifdef TAUT_BITS_HAS_THREADS
static bool set_threads(taut_scene_options* options, int threads)
{
    options->thread_count = threads;
    return true;
}
#else
static bool set_threads(taut_scene_options* options, int threads)
{
    (void)options;
    return threads == 1;
}
#endif

// Opening -----------------------------------------------------------------------------------------

static int world_particles(const taut_world* world)
{
    int count = 0;
    for (int i = 0; i < taut_world_body_count(world); ++i) {
        count += taut_body_positions(world, taut_world_body(world, i)).count;
    }
    return count;
}

static int particle_count(const taut_scene_run* run)
{
    int count = 0;
    for (int w = 0; w < run->world_count; ++w) {
        count += world_particles(run->worlds[w].world);
    }
    return count;
}

static int steps_per_frame(const taut_scene_world* w)
{
    return w->steps_per_frame > 0 ? w->steps_per_frame : 1;
}

// Parameters that say how many particles there are.
static bool is_size(const char* key)
{
    static const char* const keys[] = {"size", "links", "columns", "rows", "count", "side"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i) {
        if (strcmp(key, keys[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool shrink(const taut_scene* scene, taut_scene_options* options)
{
    bool smaller = false;
    for (int i = 0; i < TAUT_SCENE_MAX_PARAMS && scene->params[i].key != NULL; ++i) {
        const taut_scene_param* p = &scene->params[i];
        double now = options->param_set[i] ? options->param[i] : p->value;
        double next = floor(FEWER * now);
        if (is_size(p->key) && next >= p->min) {
            options->param_set[i] = true;
            options->param[i] = next;
            smaller = true;
        }
    }
    return smaller;
}

// Opens a scene at its own size, or smaller, as far as its parameters allow it, so that it has no
// more than `most` particles. False with a sentence when it does not open.
static bool open_scene(const request* r, const taut_scene* scene, taut_scene_run* run)
{
    taut_scene_options options = taut_scene_options_default();
    options.backend = r->backend;
    bool ok = set_threads(&options, r->threads) && taut_scene_open(run, scene, &options);
    while (ok && particle_count(run) > r->most && shrink(scene, &options)) {
        taut_scene_close(run);
        ok = taut_scene_open(run, scene, &options);
    }
    if (!ok) {
        printf("# %s does not open: %s\n", scene->name, run->error);
    }
    return ok;
}

// All frames of a scene, or as many as the work allows, but at least one.
static int frames_of(const request* r, const taut_scene_run* run)
{
    double work = 1.0;  // of a frame
    for (int i = 0; i < run->world_count; ++i) {
        const taut_scene_world* w = &run->worlds[i];
        work += (double)world_particles(w->world) * steps_per_frame(w) * w->substeps;
    }
    bool ends = !r->exact && run->scene->frames < r->frames;
    int frames = ends ? run->scene->frames : r->frames;
    double fit = r->work / work;
    return fit >= frames ? frames : fit < 1.0 ? 1 : (int)fit;
}

// Devices -----------------------------------------------------------------------------------------

// Bodies that a device took and that there were, summed over steps.
typedef struct trips {
    long taken, all;
    bool lost;
} trips;

static void note_trip(const taut_world* world, trips* t)
{
    taut_device_info info;
    if (taut_world_device(world, &info) == TAUT_OK) {
        t->taken += info.bodies;
        t->all += taut_world_body_count(world);
        t->lost = t->lost || info.lost;
    }
}

static bool tell_trips(const taut_scene* scene, const trips* t)
{
    if (t->all > 0) {
        fprintf(stderr, "%s: the device took %ld of %ld\n", scene->name, t->taken, t->all);
    }
    if (t->lost) {
        printf("# %s: the device was lost\n", scene->name);
    }
    return !t->lost;
}

// Stepping ----------------------------------------------------------------------------------------

static bool world_is_near(const taut_world* world)
{
    for (int i = 0; i < taut_world_body_count(world); ++i) {
        taut_vec3_view x = taut_body_positions(world, taut_world_body(world, i));
        for (int k = 0; k < x.count; ++k) {
            taut_vec3 p = taut_vec3_at(x, k);
            if (!(fabsf(p.x) <= FAR_AWAY && fabsf(p.y) <= FAR_AWAY && fabsf(p.z) <= FAR_AWAY)) {
                return false;
            }
        }
    }
    return true;
}

// What taut_scene_step() does, less the figures, with the float environment of the host set around
// the calls of the library alone: what the scene itself computes is not what is asked about.
static void step_world(const request* r, const taut_scene_run* run, taut_scene_world* w, trips* t)
{
    int steps = steps_per_frame(w);
    float dt = run->dt / (float)steps;
    for (int i = 0; i < steps && !w->diverged; ++i) {
        taut_step_report report = {0};
        taut_bits_env_set(r->env);
        taut_result result = taut_world_step(w->world, dt, w->substeps, &report);
        bool kept = taut_bits_env_holds(r->env);
        note_trip(w->world, t);
        taut_bits_env_set(TAUT_BITS_ENV_NEAREST);
        if (!kept) {
            printf("# %s: a step leaves the float environment changed\n", run->scene->name);
        }
        w->diverged = result != TAUT_OK || (report.trouble & TAUT_STEP_NOT_FINITE) != 0 ||
                      !world_is_near(w->world);
    }
}

static void step_frame(const request* r, taut_scene_run* run, trips* t)
{
    bool any = false;
    for (int i = 0; i < run->world_count; ++i) {
        any = any || !run->worlds[i].diverged;
    }
    if (!any) {
        return;
    }
    if (run->scene->drive != NULL) {
        run->scene->drive(run);
    }
    for (int i = 0; i < run->world_count; ++i) {
        if (!run->worlds[i].diverged) {
            step_world(r, run, &run->worlds[i], t);
        }
    }
    run->frame += 1;
}

static bool run_scene(const request* r, const taut_scene* scene)
{
    static taut_scene_run run;
    if (!open_scene(r, scene, &run)) {
        return false;
    }
    int particles = particle_count(&run);
    int frames = frames_of(r, &run);
    trips t = {0};
    for (int i = 0; i < frames; ++i) {
        step_frame(r, &run, &t);
    }
    printf("%s %d %d %016" PRIx64 "\n", scene->name, particles, frames, taut_scene_hash(&run));
    bool ok = tell_trips(scene, &t);
    (void)fflush(stdout);
    taut_scene_close(&run);
    return ok;
}

static bool is_named(const char* list, const char* name)
{
    size_t length = strlen(name);
    for (const char* at = list; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0')) {
            return true;
        }
    }
    return list == NULL;
}

static int run_all(const request* r)
{
    bool ok = true;
    for (int i = 0; i < taut_scene_count(); ++i) {
        if (is_named(r->scenes, taut_scene_at(i)->name)) {
            ok = run_scene(r, taut_scene_at(i)) && ok;
        }
    }
    for (int i = 0; i < OWN_SCENES; ++i) {
        if (is_named(r->scenes, own_scenes[i]->name)) {
            ok = run_scene(r, own_scenes[i]) && ok;
        }
    }
    return ok ? DONE : FAILED;
}

// What there is -----------------------------------------------------------------------------------

static bool backend_available(taut_backend_kind kind)
{
    taut_world_def def = taut_world_def_default();
    def.backend = kind;
    taut_world* world = NULL;
    bool can = taut_world_create(&def, &world, NULL) == TAUT_OK;
    can = can && (kind == TAUT_BACKEND_AUTO || taut_world_backend(world) == kind);
    taut_world_destroy(world);
    return can;
}

static bool threads_available(int threads)
{
    static taut_scene_run run;
    taut_scene_options options = taut_scene_options_default();
    bool can = set_threads(&options, threads) && taut_scene_open(&run, &taut_bits_quiet, &options);
    taut_scene_close(&run);
    return can;
}

static int list_all(void)
{
    for (int i = TAUT_BACKEND_AUTO + 1; i < TAUT_BACKEND_KIND_COUNT; ++i) {
        if (backend_available((taut_backend_kind)i)) {
            printf("backend %s\n", taut_backend_name((taut_backend_kind)i));
        }
    }
    for (int i = 0; i < TAUT_BITS_ENV_COUNT; ++i) {
        if (taut_bits_env_available((taut_bits_env)i)) {
            printf("env %s\n", taut_bits_env_name((taut_bits_env)i));
        }
    }
    for (int threads = 1; threads <= 8; threads *= 2) {
        if (threads_available(threads)) {
            printf("threads %d\n", threads);
        }
    }
    return DONE;
}

static int list_names(void)
{
    for (int i = 0; i < taut_scene_count(); ++i) {
        printf("%s\n", taut_scene_at(i)->name);
    }
    for (int i = 0; i < OWN_SCENES; ++i) {
        printf("%s\n", own_scenes[i]->name);
    }
    return DONE;
}

static int lacks(const char* what, const char* word)
{
    printf("# %s `%s` is not available in this build or on this machine\n", what, word);
    return NOT_HERE;
}

// The command line --------------------------------------------------------------------------------

static int take_backend(request* r, const char* word)
{
    for (int i = 0; i < TAUT_BACKEND_KIND_COUNT; ++i) {
        if (strcmp(word, taut_backend_name((taut_backend_kind)i)) == 0) {
            r->backend = (taut_backend_kind)i;
            return backend_available(r->backend) ? DONE : lacks("backend", word);
        }
    }
    return lacks("backend", word);
}

static int take_env(request* r, const char* word)
{
    for (int i = 0; i < TAUT_BITS_ENV_COUNT; ++i) {
        if (strcmp(word, taut_bits_env_name((taut_bits_env)i)) == 0) {
            r->env = (taut_bits_env)i;
            return taut_bits_env_available(r->env) ? DONE : lacks("float environment", word);
        }
    }
    return BAD_USAGE;
}

static int take_threads(request* r, const char* word)
{
    r->threads = (int)strtol(word, NULL, 10);
    if (r->threads < 1) {
        return BAD_USAGE;
    }
    return threads_available(r->threads) ? DONE : lacks("thread count", word);
}

static int take_count(int* count, const char* word)
{
    *count = (int)strtol(word, NULL, 10);
    return *count > 0 ? DONE : BAD_USAGE;
}

static int take_option(request* r, const char* key, const char* word)
{
    if (strcmp(key, "--backend") == 0) {
        return take_backend(r, word);
    }
    if (strcmp(key, "--threads") == 0) {
        return take_threads(r, word);
    }
    if (strcmp(key, "--env") == 0) {
        return take_env(r, word);
    }
    if (strcmp(key, "--most") == 0) {
        return take_count(&r->most, word);
    }
    if (strcmp(key, "--work") == 0) {
        return take_count(&r->work, word);
    }
    if (strcmp(key, "--frames") == 0 || strcmp(key, "--exactly") == 0) {
        r->exact = strcmp(key, "--exactly") == 0;
        return take_count(&r->frames, word);
    }
    if (strcmp(key, "--scenes") == 0) {
        r->scenes = word;
        return DONE;
    }
    return BAD_USAGE;
}

int main(int count, char** words)
{
    request r = {.threads = 1, .most = INT_MAX, .work = INT_MAX, .frames = INT_MAX};
    if (count == 2 && strcmp(words[1], "--list") == 0) {
        return list_all();
    }
    if (count == 2 && strcmp(words[1], "--names") == 0) {
        return list_names();
    }
    for (int i = 1; i < count; i += 2) {
        int code = i + 1 < count ? take_option(&r, words[i], words[i + 1]) : BAD_USAGE;
        if (code == BAD_USAGE) {
            printf("# `%s` is not understood; tools/bits/bits.c lists the options\n", words[i]);
        }
        if (code != DONE) {
            return code;
        }
    }
    return run_all(&r);
}
