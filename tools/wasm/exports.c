// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a WebAssembly module gives to JavaScript: one scene at a time, opened by name, stepped,
// read. Words go through one buffer of text, figures through one array of doubles.
// tools/wasm/taut.mjs wraps it.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cloths.h"
#include "scenes/scene.h"

#define EXPORT(name) __attribute__((export_name(#name)))

// In the order in which taut.mjs names them.
enum {
    FRAMES,
    WORLDS,
    BODIES,
    PARTICLES,
    CONSTRAINTS,
    TETHERS,
    PROJECTIONS,  // per frame: constraints and tethers, by substeps and iterations
    MAX_STRETCH,
    MEAN_STRETCH,
    KINETIC_ENERGY,
    TROUBLE,
    FIGURE_COUNT
};

static char text[512];
static double figures[FIGURE_COUNT];
static const taut_scene* chosen;
static taut_scene_options options;
static taut_scene_run run;
static uint32_t trouble;

// The word may stand in `text` itself.
static int fail(const char* before, const char* word, const char* after)
{
    char copy[256];
    snprintf(copy, sizeof copy, "%s", word);
    snprintf(text, sizeof text, "%s%s%s", before, copy, after);
    return 0;
}

EXPORT(taut_text) char* taut_wasm_text(void);
EXPORT(taut_text_size) int taut_wasm_text_size(void);
EXPORT(taut_figures) double* taut_wasm_figures(void);
EXPORT(taut_choose) int taut_wasm_choose(void);
EXPORT(taut_set) int taut_wasm_set(double value);
EXPORT(taut_set_backend) int taut_wasm_set_backend(void);
EXPORT(taut_open) int taut_wasm_open(void);
EXPORT(taut_step) int taut_wasm_step(void);
EXPORT(taut_stats) int taut_wasm_stats(void);
EXPORT(taut_positions) const float* taut_wasm_positions(int body);
EXPORT(taut_hash) void taut_wasm_hash(void);
EXPORT(taut_backend) void taut_wasm_backend(void);
EXPORT(taut_close) void taut_wasm_close(void);

char* taut_wasm_text(void)
{
    return text;
}

int taut_wasm_text_size(void)
{
    return (int)sizeof text;
}

double* taut_wasm_figures(void)
{
    return figures;
}

// Opening -----------------------------------------------------------------------------------------

// The scene whose name stands in the text, with all its defaults. Functions that give an int give 0
// and a sentence in the text when something is wrong.
int taut_wasm_choose(void)
{
    taut_wasm_close();
    chosen = taut_scene_find(text);
    if (chosen == NULL && strcmp(text, taut_wasm_cloths.name) == 0) {
        chosen = &taut_wasm_cloths;
    }
    options = taut_scene_options_default();
    return chosen != NULL ? 1 : fail("there is no scene `", text, "`");
}

// What is wrong with a value is said by taut.mjs, which knows how it was written; here it only must
// not get through.
static int set_whole(double value, int* to)
{
    if (!(value >= 1.0 && value <= 10000.0)) {
        return fail("`", text, "` takes a whole number from 1 to 10,000");
    }
    *to = (int)value;
    return 1;
}

static int set_dt(double value)
{
    float dt = value > 0.0 && value <= 1.0 ? (float)value : 0.0f;
    if (!(dt > 0.0f)) {
        return fail("`", text, "` takes seconds, above 0 and at most 1");
    }
    options.dt = dt;
    return 1;
}

// The option or parameter whose key stands in the text.
int taut_wasm_set(double value)
{
    if (chosen == NULL) {
        return fail("choose a scene before setting `", text, "`");
    }
    if (strcmp(text, "dt") == 0) {
        return set_dt(value);
    }
    if (strcmp(text, "substeps") == 0) {
        return set_whole(value, &options.substeps);
    }
    if (strcmp(text, "iterations") == 0) {
        return set_whole(value, &options.iterations);
    }
    for (int i = 0; i < TAUT_SCENE_MAX_PARAMS && chosen->params[i].key != NULL; ++i) {
        if (strcmp(text, chosen->params[i].key) == 0) {
            options.param_set[i] = true;
            options.param[i] = value;
            return 1;
        }
    }
    return fail("the scene has no parameter `", text, "`");
}

int taut_wasm_set_backend(void)
{
    for (int i = 0; i < TAUT_BACKEND_KIND_COUNT; ++i) {
        if (strcmp(text, taut_backend_name((taut_backend_kind)i)) == 0) {
            options.backend = (taut_backend_kind)i;
            return 1;
        }
    }
    return fail("there is no backend `", text, "`");
}

int taut_wasm_open(void)
{
    if (chosen == NULL) {
        return fail("choose a scene before opening it", "", "");
    }
    trouble = 0;
    return taut_scene_open(&run, chosen, &options) ? 1 : fail("", run.error, "");
}

void taut_wasm_close(void)
{
    taut_scene_close(&run);
    chosen = NULL;
}

// Running -----------------------------------------------------------------------------------------

// One frame and nothing else, so that it can be timed: figures are taken when asked for, and a
// world that explodes is stepped on.
int taut_wasm_step(void)
{
    if (run.world_count == 0) {
        return fail("open a scene before stepping it", "", "");
    }
    if (chosen->drive != NULL) {
        chosen->drive(&run);
    }
    for (int i = 0; i < run.world_count; ++i) {
        const taut_scene_world* w = &run.worlds[i];
        float dt = run.dt / (float)w->steps_per_frame;
        for (int k = 0; k < w->steps_per_frame; ++k) {
            taut_step_report report = {0};
            if (taut_world_step(w->world, dt, w->substeps, &report) != TAUT_OK) {
                return fail("", taut_world_last_error(w->world), "");
            }
            trouble |= report.trouble;
        }
    }
    run.frame += 1;
    return 1;
}

// Reading -----------------------------------------------------------------------------------------

static void add_body(const taut_scene_world* w, taut_body_id body, double* links)
{
    taut_blueprint_stats stats = taut_blueprint_get_stats(taut_body_blueprint(w->world, body));
    double sweeps = (double)w->steps_per_frame * w->substeps * w->solver.iterations;
    figures[BODIES] += 1.0;
    figures[PARTICLES] += stats.particles;
    figures[CONSTRAINTS] += stats.constraints;
    figures[TETHERS] += stats.tethers;
    figures[PROJECTIONS] += sweeps * (stats.constraints + stats.tethers);
    taut_measure m = {0};
    if (taut_body_measure(w->world, body, &m) == TAUT_OK) {
        double most = (double)m.max_stretch;
        figures[MAX_STRETCH] = most > figures[MAX_STRETCH] ? most : figures[MAX_STRETCH];
        figures[MEAN_STRETCH] += (double)m.mean_stretch * m.structural_links;
        figures[KINETIC_ENERGY] += m.kinetic_energy;
        *links += m.structural_links;
    }
}

// Fills the figures.
int taut_wasm_stats(void)
{
    if (run.world_count == 0) {
        return fail("open a scene before reading it", "", "");
    }
    memset(figures, 0, sizeof figures);
    double links = 0.0;
    for (int i = 0; i < run.world_count; ++i) {
        const taut_scene_world* w = &run.worlds[i];
        for (int k = 0; k < taut_world_body_count(w->world); ++k) {
            add_body(w, taut_world_body(w->world, k), &links);
        }
    }
    figures[FRAMES] = run.frame;
    figures[WORLDS] = run.world_count;
    figures[MEAN_STRETCH] = links > 0.0 ? figures[MEAN_STRETCH] / links : 0.0;
    figures[TROUBLE] = trouble;
    return 1;
}

// Where the positions of a body of the first world begin; the first two figures say how many there
// are and how many floats one is from the next. NULL with a sentence in the text.
const float* taut_wasm_positions(int body)
{
    if (run.world_count == 0) {
        (void)fail("open a scene before reading it", "", "");
        return NULL;
    }
    const taut_world* world = run.worlds[0].world;
    if (body < 0 || body >= taut_world_body_count(world)) {
        snprintf(text, sizeof text, "there is no body %d among %d", body,
                 taut_world_body_count(world));
        return NULL;
    }
    taut_vec3_view view = taut_body_positions(world, taut_world_body(world, body));
    figures[0] = view.count;
    figures[1] = view.stride;
    return view.data;
}

// The hash of the state, as 16 digits in the text.
void taut_wasm_hash(void)
{
    snprintf(text, sizeof text, "%016" PRIx64, taut_scene_hash(&run));
}

// The name of the backend in use, in the text.
void taut_wasm_backend(void)
{
    const taut_world* world = run.world_count > 0 ? run.worlds[0].world : NULL;
    snprintf(text, sizeof text, "%s",
             world != NULL ? taut_backend_name(taut_world_backend(world)) : "");
}
