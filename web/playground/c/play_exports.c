// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Scenes and hands for src/engine/play.ts, which says what the numbers mean.

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports.h"
#include "stage.h"
#include "taut/taut_debug.h"

// Seconds since any time, from the page.
__attribute__((import_module("taut"), import_name("now"))) double taut_web_now(void);

double taut_web_numbers[NUMBERS];
static char* text;
static size_t text_size;
static const taut_scene* chosen;
static taut_scene_options options;
static taut_scene_run run;
static taut_play play;

#define out taut_web_numbers

taut_scene_run* taut_play_run(void)
{
    return &run;
}

bool taut_play_in_hand(int world, taut_body_id body, int particle)
{
    for (int i = 0; i < TAUT_PLAY_HANDS; ++i) {
        const taut_play_hand* hand = &play.hands[i];
        if (!hand->holds || hand->world != world || !taut_body_same(hand->body, body)) {
            continue;
        }
        bool held = hand->particle == particle;
        for (int k = 0; k < hand->more; ++k) {
            held = held || hand->others[k] == particle;
        }
        if (held) {
            return true;
        }
    }
    return false;
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

static void say(const char* words)
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
    if (run.world_count == 0) {
        return taut_web_fail("no scene is open");
    }
    say(run.scene->name);
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
    say(name);
    return name != NULL;
}

EXPORT(play_material_name) int taut_web_material_name(int i);
int taut_web_material_name(int i)
{
    const char* name = taut_play_material_name(i);
    say(name);
    return name != NULL;
}

EXPORT(play_material_suits) int taut_web_material_suits(int i);
int taut_web_material_suits(int i)
{
    return taut_play_suits(&play, i);
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
    int whole = value >= 0.0 && value <= 10000.0 ? (int)value : -1;
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

static int open_chosen(void)
{
    taut_play_close(&play);
    taut_scene_close(&run);
    options.clock = taut_web_now;
    options.budget.clock = clock_for_budget;
    if (!taut_scene_open(&run, chosen, &options)) {
        return taut_web_fail("%s", run.error);
    }
    for (int i = 0; i < run.world_count; ++i) {
        (void)taut_world_time_stages(run.worlds[i].world, true);
    }
    taut_play_open(&play, &run);
    return 1;
}

EXPORT(play_open) int taut_web_open(void);
int taut_web_open(void)
{
    return chosen ? open_chosen() : taut_web_fail("choose a scene before opening it");
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
    int ok =
        copy && open_chosen() && (taut_play_replay(&play, copy) || taut_web_fail("%s", play.error));
    free(copy);
    return ok;
}

EXPORT(play_close) void taut_web_close(void);
void taut_web_close(void)
{
    taut_play_close(&play);
    taut_scene_close(&run);
}

// Running -----------------------------------------------------------------------------------------

EXPORT(play_step) int taut_web_step(void);
int taut_web_step(void)
{
    if (run.world_count == 0) {
        return taut_web_fail("open a scene before stepping it");
    }
    taut_scene_step(&run);
    return 1;
}

EXPORT(play_take_over) void taut_web_take_over(void);
void taut_web_take_over(void)
{
    taut_play_take_over(&play);
}

// How the run stands.
EXPORT(play_state) void taut_web_state(void);
void taut_web_state(void)
{
    int n = 0;
    out[n++] = run.frame;
    out[n++] = run.world_count > 0 ? taut_world_time(run.worlds[0].world) : 0.0;
    out[n++] = (double)run.dt;
    out[n++] = run.world_count;
    out[n++] = run.look_count;
    out[n++] = run.world_count > 0 ? run.worlds[0].substeps : 0;
    out[n++] = run.world_count > 0 ? run.worlds[0].solver.iterations : 0;
    out[n++] = run.world_count > 0 ? (double)run.worlds[0].solver.kind : 0.0;
    out[n++] = play.replaying;
    out[n++] = play.replay_ended;
    out[n++] = play.replay_frames;
    out[n++] = play.replay_ended && play.hash_found == play.hash_written;
    out[n++] = play.can;
    for (int k = 0; k < 2; ++k) {
        const taut_vec3* v = k == 0 ? &run.camera.eye : &run.camera.target;
        out[n++] = (double)v->x;
        out[n++] = (double)v->y;
        out[n++] = (double)v->z;
    }
    out[n++] = (double)run.camera.fov;
    taut_vec3 g = run.world_count > 0 ? taut_world_gravity(run.worlds[0].world) : (taut_vec3){0};
    out[n++] = (double)g.x;
    out[n++] = (double)g.y;
    out[n++] = (double)g.z;
    for (int k = 0; k < TAUT_SCENE_MAX_PARAMS; ++k) {
        out[n++] = run.param[k];
    }
    out[n++] = (double)play.wind_velocity.x;
    out[n++] = (double)play.wind_velocity.y;
    out[n++] = (double)play.wind_velocity.z;
    out[n++] = (double)play.damping;
    out[n++] = (double)play.tear;
    out[n++] = play.material;
    out[n++] = (double)play.weight;
}

EXPORT(play_hash) void taut_web_hash(void);
void taut_web_hash(void)
{
    (void)taut_web_fail("%016" PRIx64, run.world_count > 0 ? taut_scene_hash(&run) : 0);
}

EXPORT(play_backend) void taut_web_backend(void);
void taut_web_backend(void)
{
    say(run.world_count > 0 ? taut_backend_name(taut_world_backend(run.worlds[0].world)) : "");
}

// Figures of the last frame.
EXPORT(play_stats) void taut_web_stats(void);
void taut_web_stats(void)
{
    double particles = 0.0, constraints = 0.0, projections = 0.0, bodies = 0.0;
    for (int i = 0; i < run.world_count; ++i) {
        const taut_scene_world* w = &run.worlds[i];
        for (int k = 0; k < taut_world_body_count(w->world); ++k) {
            taut_body_id body = taut_world_body(w->world, k);
            taut_blueprint_stats b = taut_blueprint_get_stats(taut_body_blueprint(w->world, body));
            bodies += 1.0;
            particles += taut_body_positions(w->world, body).count;
            constraints += b.constraints + b.tethers;
            projections +=
                (double)b.projections * w->steps_per_frame * w->substeps * w->solver.iterations;
        }
    }
    const taut_scene_stats* s = &run.stats;
    const double figures[] = {particles,
                              bodies,
                              constraints,
                              projections,
                              s->energy,
                              (double)s->frame_max_stretch,
                              (double)s->frame_mean_stretch,
                              (double)s->worst_stretch,
                              (double)s->frame_residual,
                              (double)s->frame_excess,
                              s->frame_needed,
                              1000.0 * s->step_seconds,
                              s->trouble};
    memcpy(out, figures, sizeof figures);
}

// Seconds of each stage in all steps so far, of all worlds; gives how many stages there are.
EXPORT(play_stages) int taut_web_stages(void);
int taut_web_stages(void)
{
    memset(out, 0, TAUT_STAGE_COUNT * sizeof out[0]);
    for (int i = 0; i < run.world_count; ++i) {
        taut_stage_times times = taut_world_stage_times(run.worlds[i].world);
        for (int k = 0; k < TAUT_STAGE_COUNT; ++k) {
            out[k] += times.seconds[k];
        }
    }
    return TAUT_STAGE_COUNT;
}

EXPORT(play_stage_name) void taut_web_stage_name(int i);
void taut_web_stage_name(int i)
{
    say(taut_stage_name((taut_stage)i));
}

// A world: its label in the text.
EXPORT(play_world) int taut_web_world(int i);
int taut_web_world(int i)
{
    if (i < 0 || i >= run.world_count) {
        return taut_web_fail("there is no world %d", i);
    }
    const taut_scene_world* w = &run.worlds[i];
    double stretch = 0.0, energy = 0.0;
    for (int k = 0; k < taut_world_body_count(w->world) && !w->diverged; ++k) {
        taut_measure m = {0};
        (void)taut_body_measure(w->world, taut_world_body(w->world, k), &m);
        stretch = (double)m.max_stretch > stretch ? (double)m.max_stretch : stretch;
        energy += m.kinetic_energy + m.gravity_energy + m.elastic_energy;
    }
    say(w->label);
    const double figures[] = {w->diverged,
                              stretch,
                              energy,
                              w->planar,
                              (double)w->solver.kind,
                              taut_world_body_count(w->world)};
    memcpy(out, figures, sizeof figures);
    return 1;
}

// Events of the last frame: how many; then one of them, its kind in the text.
EXPORT(play_event_count) int taut_web_event_count(int world);
int taut_web_event_count(int world)
{
    return world >= 0 && world < run.world_count ? taut_world_events(run.worlds[world].world).count
                                                 : 0;
}

static int index_of(const taut_world* world, taut_body_id body)
{
    for (int i = 0; i < taut_world_body_count(world); ++i) {
        if (taut_body_same(taut_world_body(world, i), body)) {
            return i;
        }
    }
    return -1;
}

EXPORT(play_event) int taut_web_event(int world, int i);
int taut_web_event(int world, int i)
{
    if (i < 0 || i >= taut_web_event_count(world)) {
        return taut_web_fail("there is no event %d", i);
    }
    const taut_event* e = &taut_world_events(run.worlds[world].world).data[i];
    say(taut_event_name(e->kind));
    const double figures[] = {index_of(run.worlds[world].world, e->body),
                              e->constraint,
                              e->particle,
                              (double)e->place.x,
                              (double)e->place.y,
                              (double)e->place.z,
                              (double)e->force};
    memcpy(out, figures, sizeof figures);
    return 1;
}

// Hands -------------------------------------------------------------------------------------------

// The act: four whole numbers, three others, then points in metres.
EXPORT(play_act) int taut_web_act(int verb, int points);
int taut_web_act(int verb, int points)
{
    taut_play_act act = {.verb = (taut_play_verb)verb, .point_count = points};
    for (int i = 0; i < TAUT_PLAY_INTS; ++i) {
        act.ints[i] = out[i] >= -1e9 && out[i] <= 1e9 ? (int32_t)out[i] : -1;
    }
    for (int i = 0; i < 3; ++i) {
        act.floats[i] = (float)out[TAUT_PLAY_INTS + i];
    }
    const double* p = out + TAUT_PLAY_INTS + 3;
    for (int i = 0; i < points && i < TAUT_PLAY_POINTS; ++i, p += 3) {
        taut_vec3 place = {(float)p[0], (float)p[1], (float)p[2]};
        act.points[i] = taut_play_round(place);
    }
    if (!taut_play_do(&play, &act)) {
        return taut_web_fail("%s", play.error);
    }
    const double figures[] = {play.cut.bodies, play.cut.links, play.cut.splits, play.cut.held,
                              play.made};
    memcpy(out, figures, sizeof figures);
    return 1;
}

// Names of verbs are their numbers' keys in play.ts.
EXPORT(play_verb_name) int taut_web_verb_name(int verb);
int taut_web_verb_name(int verb)
{
    static const char* const names[] = {
#define X(NAME, name, ints, floats, points) #name,
        TAUT_PLAY_LIST(X)
#undef X
    };
    if (verb < 0 || verb >= TAUT_PLAY_VERB_COUNT) {
        return 0;
    }
    say(names[verb]);
    return 1;
}

// Origin, direction and radius in the numbers.
EXPORT(play_pick) int taut_web_pick(int world);
int taut_web_pick(int world)
{
    taut_vec3 origin = {(float)out[0], (float)out[1], (float)out[2]};
    taut_vec3 direction = {(float)out[3], (float)out[4], (float)out[5]};
    taut_play_pick p = taut_play_find(&play, world, origin, direction, (float)out[6]);
    const double figures[] = {p.body,
                              p.particle,
                              p.pinned,
                              (double)p.distance,
                              (double)p.place.x,
                              (double)p.place.y,
                              (double)p.place.z,
                              (double)p.mass,
                              p.surface};
    memcpy(out, figures, sizeof figures);
    return p.hit;
}

// What a hand holds: world, body, particle and where that is.
EXPORT(play_hand) int taut_web_hand(int hand);
int taut_web_hand(int hand)
{
    const taut_play_hand* h = hand >= 0 && hand < TAUT_PLAY_HANDS ? &play.hands[hand] : NULL;
    if (!h || !h->holds) {
        return 0;
    }
    const taut_world* world = run.worlds[h->world].world;
    taut_vec3_view x = taut_body_positions(world, h->body);
    if (h->particle >= x.count || !taut_body_pinned(world, h->body, h->particle)) {
        return 0;
    }
    taut_vec3 p = taut_vec3_at(x, h->particle);
    const double figures[] = {h->world,
                              h->body_index,
                              h->particle,
                              (double)p.x,
                              (double)p.y,
                              (double)p.z,
                              (double)taut_body_mass(world, h->body, h->particle)};
    memcpy(out, figures, sizeof figures);
    return 1;
}

// A particle by its number: where it is, its velocity, whether it is pinned.
EXPORT(play_particle) int taut_web_particle(int world, int body, int particle);
int taut_web_particle(int world, int body, int particle)
{
    if (world < 0 || world >= run.world_count) {
        return taut_web_fail("there is no such world");
    }
    const taut_world* w = run.worlds[world].world;
    bool there = body >= 0 && body < taut_world_body_count(w);
    taut_body_id id = there ? taut_world_body(w, body) : (taut_body_id){0};
    taut_vec3_view x = taut_body_positions(w, id);
    if (particle < 0 || particle >= x.count) {
        return taut_web_fail("there is no such particle");
    }
    taut_vec3 p = taut_vec3_at(x, particle),
              v = taut_vec3_at(taut_body_velocities(w, id), particle);
    const double figures[] = {(double)p.x,
                              (double)p.y,
                              (double)p.z,
                              (double)v.x,
                              (double)v.y,
                              (double)v.z,
                              taut_body_pinned(w, id, particle)};
    memcpy(out, figures, sizeof figures);
    return 1;
}

// The run so far, in the text.
EXPORT(play_script) int taut_web_script(void);
int taut_web_script(void)
{
    if (run.world_count == 0) {
        return taut_web_fail("open a scene before recording it");
    }
    size_t length = taut_play_script(&play, text, text_size);
    if (length >= text_size && taut_web_text(length + 1)) {
        length = taut_play_script(&play, text, text_size);
    }
    return length > 0 && length < text_size ? 1 : taut_web_fail("there is no memory for it");
}
