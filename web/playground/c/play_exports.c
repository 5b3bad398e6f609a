// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Scenes for src/engine/play.ts, which says what the numbers mean: opening and running them.

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports.h"
#include "taut/taut_debug.h"

// Seconds since any time, from the page.
__attribute__((import_module("taut"), import_name("now"))) double taut_web_now(void);

double taut_web_numbers[NUMBERS];
static char* text;
static size_t text_size;
static const taut_scene* chosen;
static taut_scene_options options;
// Two of each, one of which is open: another scene is opened beside it, which takes its place once
// it stands. What is refused leaves everything as it was.
static taut_scene_run runs[2];
static taut_play plays[2];
static int current;

#define out taut_web_numbers

taut_scene_run* taut_play_run(void)
{
    return &runs[current];
}

taut_play* taut_play_now(void)
{
    return &plays[current];
}

// Words -------------------------------------------------------------------------------------------

EXPORT(play_text) char* taut_web_text(size_t size);
char* taut_web_text(size_t size)
{
    if (size > text_size) {
        char* grown = realloc(text, size);
        if (!grown) {
            return NULL;
        }
        text = grown;
        text_size = size;
    }
    return text;
}

EXPORT(play_numbers) double* taut_web_numbers_at(void);
double* taut_web_numbers_at(void)
{
    return out;
}

int taut_web_fail(const char* format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (taut_web_text(sizeof line)) {
        memcpy(text, line, sizeof line);
    }
    return 0;
}

void taut_web_say(const char* words)
{
    (void)taut_web_fail("%s", words ? words : "");
}

static double clock_for_budget(void* context)
{
    (void)context;
    return taut_web_now();
}

// Scenes ------------------------------------------------------------------------------------------

EXPORT(play_scene_count) int taut_web_scene_count(void);
int taut_web_scene_count(void)
{
    return taut_scene_count();
}

// The name of the scene that is open.
EXPORT(play_scene_of_run) int taut_web_scene_of_run(void);
int taut_web_scene_of_run(void)
{
    const taut_scene_run* run = taut_play_run();
    if (run->world_count == 0) {
        return taut_web_fail("no scene is open");
    }
    taut_web_say(run->scene->name);
    return 1;
}

// Name, sentence and tags in the text, a line each; then the parameters, key and sentence in turn.
EXPORT(play_scene) int taut_web_scene(int i);
int taut_web_scene(int i)
{
    const taut_scene* s = taut_scene_at(i);
    if (!s || !taut_web_text(8192)) {
        return taut_web_fail("there is no scene %d", i);
    }
    int used = snprintf(text, text_size, "%s\n%s\n%s", s->name, s->about, s->tags);
    int n = 0;
    const taut_vec3* ends[2] = {&s->camera.eye, &s->camera.target};
    out[n++] = (double)s->dt;
    out[n++] = s->substeps;
    out[n++] = s->frames;
    out[n++] = (double)s->solver;
    for (int k = 0; k < 2; ++k) {
        out[n++] = (double)ends[k]->x;
        out[n++] = (double)ends[k]->y;
        out[n++] = (double)ends[k]->z;
    }
    out[n++] = (double)s->camera.fov;
    int count = n++;
    out[count] = 0.0;
    for (int k = 0; k < TAUT_SCENE_MAX_PARAMS && s->params[k].key; ++k) {
        const taut_scene_param* p = &s->params[k];
        used += snprintf(text + used, text_size - (size_t)used, "\n%s\n%s", p->key, p->about);
        used = used < (int)text_size ? used : (int)text_size - 1;
        out[n++] = p->value;
        out[n++] = p->min;
        out[n++] = p->max;
        out[count] += 1.0;
    }
    return 1;
}

EXPORT(play_solver_name) int taut_web_solver_name(int i);
int taut_web_solver_name(int i)
{
    const char* name = taut_solver_name((taut_solver_kind)i);
    taut_web_say(name);
    return name != NULL;
}

EXPORT(play_material_name) int taut_web_material_name(int i);
int taut_web_material_name(int i)
{
    const char* name = taut_play_material_name(i);
    taut_web_say(name);
    return name != NULL;
}

EXPORT(play_material_suits) int taut_web_material_suits(int i);
int taut_web_material_suits(int i)
{
    return taut_play_suits(taut_play_now(), i);
}

// Opening -----------------------------------------------------------------------------------------

static taut_scene_options own_options(void)
{
    taut_scene_options o = taut_scene_options_default();
    o.spare = 0.5f;
    return o;
}

// The scene whose name is in the text.
EXPORT(play_choose) int taut_web_choose(void);
int taut_web_choose(void)
{
    const taut_scene* found = text ? taut_scene_find(text) : NULL;
    if (!found) {
        return taut_web_fail("there is no scene of that name");
    }
    chosen = found;
    options = own_options();
    return 1;
}

// The option or parameter whose key is in the text.
EXPORT(play_set) int taut_web_set(double value);
int taut_web_set(double value)
{
    int whole = value >= -1e9 && value <= 1e9 ? (int)value : -1;
    if (strcmp(text, "dt") == 0) {
        options.dt = (float)value;
    } else if (strcmp(text, "substeps") == 0) {
        options.substeps = whole;
    } else if (strcmp(text, "iterations") == 0) {
        options.iterations = whole;
    } else if (strcmp(text, "solver") == 0) {
        options.solver = whole;
    } else if (strcmp(text, "direct") == 0) {
        options.no_direct = whole == 0;
    } else {
        for (int i = 0; chosen && i < TAUT_SCENE_MAX_PARAMS && chosen->params[i].key; ++i) {
            if (strcmp(text, chosen->params[i].key) == 0) {
                options.param_set[i] = true;
                options.param[i] = value;
                return 1;
            }
        }
        return taut_web_fail("the scene has no such parameter");
    }
    return 1;
}

static void close_one(int i)
{
    taut_play_close(&plays[i]);
    taut_scene_close(&runs[i]);
}

// Beside what is open.
static bool open_chosen(void)
{
    taut_scene_run* run = &runs[!current];
    options.clock = taut_web_now;
    options.budget.clock = clock_for_budget;
    if (!taut_scene_open(run, chosen, &options)) {
        return taut_web_fail("%s", run->error);
    }
    for (int i = 0; i < run->world_count; ++i) {
        (void)taut_world_time_stages(run->worlds[i].world, true);
    }
    taut_play_open(&plays[!current], run);
    return true;
}

static int change_over(void)
{
    close_one(current);
    current = !current;
    return 1;
}

EXPORT(play_open) int taut_web_open(void);
int taut_web_open(void)
{
    if (!chosen) {
        return taut_web_fail("choose a scene before opening it");
    }
    return open_chosen() && change_over();
}

// The recording in the text.
EXPORT(play_open_script) int taut_web_open_script(void);
int taut_web_open_script(void)
{
    const taut_scene* scene = NULL;
    taut_scene_options wanted;
    char error[256] = "";
    if (!taut_play_read(text, &scene, &wanted, error, sizeof error)) {
        return taut_web_fail("%s", error);
    }
    chosen = scene;
    options = wanted;
    char* copy = strdup(text);  // an error of opening goes into the text
    bool ok = copy ? open_chosen() : taut_web_fail("there is no memory for it");
    taut_play* play = &plays[!current];
    if (ok && !taut_play_replay(play, copy)) {
        ok = taut_web_fail("%s", play->error);
        close_one(!current);
    }
    free(copy);
    return ok && change_over();
}

EXPORT(play_close) void taut_web_close(void);
void taut_web_close(void)
{
    close_one(current);
}

// Running -----------------------------------------------------------------------------------------

EXPORT(play_step) int taut_web_step(void);
int taut_web_step(void)
{
    taut_scene_run* run = taut_play_run();
    if (run->world_count == 0) {
        return taut_web_fail("open a scene before stepping it");
    }
    taut_scene_step(run);
    return 1;
}

EXPORT(play_take_over) void taut_web_take_over(void);
void taut_web_take_over(void)
{
    taut_play_take_over(taut_play_now());
}

// How the run stands.
EXPORT(play_state) void taut_web_state(void);
void taut_web_state(void)
{
    const taut_play* play = taut_play_now();
    const taut_scene_run* run = taut_play_run();
    int n = 0;
    out[n++] = run->frame;
    out[n++] = run->world_count > 0 ? taut_world_time(run->worlds[0].world) : 0.0;
    out[n++] = (double)run->dt;
    out[n++] = run->world_count;
    out[n++] = run->look_count;
    out[n++] = run->world_count > 0 ? run->worlds[0].substeps : 0;
    out[n++] = run->world_count > 0 ? run->worlds[0].solver.iterations : 0;
    out[n++] = run->world_count > 0 ? (double)run->worlds[0].solver.kind : 0.0;
    out[n++] = play->replaying;
    out[n++] = play->replay_ended;
    out[n++] = play->replay_frames;
    out[n++] = play->replay_ended && play->hash_found == play->hash_written;
    out[n++] = play->can;
    for (int k = 0; k < 2; ++k) {
        const taut_vec3* v = k == 0 ? &run->camera.eye : &run->camera.target;
        out[n++] = (double)v->x;
        out[n++] = (double)v->y;
        out[n++] = (double)v->z;
    }
    out[n++] = (double)run->camera.fov;
    taut_vec3 g = run->world_count > 0 ? taut_world_gravity(run->worlds[0].world) : (taut_vec3){0};
    out[n++] = (double)g.x;
    out[n++] = (double)g.y;
    out[n++] = (double)g.z;
    for (int k = 0; k < TAUT_SCENE_MAX_PARAMS; ++k) {
        out[n++] = run->param[k];
    }
    out[n++] = (double)play->wind_velocity.x;
    out[n++] = (double)play->wind_velocity.y;
    out[n++] = (double)play->wind_velocity.z;
    out[n++] = (double)play->damping;
    out[n++] = (double)play->tear;
    out[n++] = play->material;
    out[n++] = (double)play->weight;
}

EXPORT(play_hash) void taut_web_hash(void);
void taut_web_hash(void)
{
    const taut_scene_run* run = taut_play_run();
    (void)taut_web_fail("%016" PRIx64, run->world_count > 0 ? taut_scene_hash(run) : 0);
}

EXPORT(play_backend) void taut_web_backend(void);
void taut_web_backend(void)
{
    const taut_scene_run* run = taut_play_run();
    taut_web_say(run->world_count > 0 ? taut_backend_name(taut_world_backend(run->worlds[0].world)) : "");
}

// The run so far, in the text.
EXPORT(play_script) int taut_web_script(void);
int taut_web_script(void)
{
    taut_play* play = taut_play_now();
    const taut_scene_run* run = taut_play_run();
    if (run->world_count == 0) {
        return taut_web_fail("open a scene before recording it");
    }
    size_t length = taut_play_script(play, text, text_size);
    if (length >= text_size && taut_web_text(length + 1)) {
        length = taut_play_script(play, text, text_size);
    }
    return length > 0 && length < text_size ? 1 : taut_web_fail("there is no memory for it");
}
