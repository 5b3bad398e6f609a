// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Opens, steps and closes scenes: what every scene has in common.

#include "scene.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "vary.h"

#ifdef __GNUC__
#define FORMAT(string_index, first) __attribute__((format(printf, string_index, first)))
#else
#define FORMAT(string_index, first)
#endif

// A coordinate beyond this (metres) counts as an explosion; the world is stepped no more.
#define FAR_AWAY 1e6f

#define MOST_SPARES 16384  // of a body, for options.spare: 16 MB

// The list ----------------------------------------------------------------------------------------

#define X(name) extern const taut_scene taut_scene_##name;
#include "list.h"
#undef X

static const taut_scene* const all_scenes[] = {
#define X(name) &taut_scene_##name,
#include "list.h"
#undef X
};

int taut_scene_count(void)
{
    return (int)(sizeof all_scenes / sizeof all_scenes[0]);
}

const taut_scene* taut_scene_at(int i)
{
    return i >= 0 && i < taut_scene_count() ? all_scenes[i] : NULL;
}

const taut_scene* taut_scene_find(const char* name)
{
    for (int i = 0; i < taut_scene_count(); ++i) {
        if (strcmp(all_scenes[i]->name, name) == 0) {
            return all_scenes[i];
        }
    }
    return NULL;
}

bool taut_scene_has_tag(const taut_scene* scene, const char* tag)
{
    size_t length = strlen(tag);
    const char* at = scene->tags;
    while (length > 0 && at && (at = strstr(at, tag)) != NULL) {
        bool begins = at == scene->tags || at[-1] == ' ';
        bool ends = at[length] == ' ' || at[length] == '\0';
        if (begins && ends) {
            return true;
        }
        at += length;
    }
    return false;
}

// Failing -----------------------------------------------------------------------------------------

FORMAT(2, 3) bool taut_scene_fail(taut_scene_run* run, const char* format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(run->error, sizeof run->error, format, args);
    va_end(args);
    return false;
}

// Opening -----------------------------------------------------------------------------------------

taut_scene_options taut_scene_options_default(void)
{
    taut_scene_options options = {.solver = -1, .backend = TAUT_BACKEND_AUTO};
    return options;
}

// Written so that NaN fails.
static bool check_options(taut_scene_run* run)
{
    const taut_scene_options* o = &run->options;
    if (o->dt != 0.0f && !(o->dt > 0.0f && o->dt <= 1.0f)) {
        return taut_scene_fail(run, "dt = %g is out of range: above 0 and at most 1 s",
                               (double)o->dt);
    }
    if (o->substeps < 0 || o->substeps > 10000) {
        return taut_scene_fail(run, "substeps = %d is out of range: 1 to 10000", o->substeps);
    }
    if (o->iterations < 0 || o->iterations > 10000) {
        return taut_scene_fail(run, "iterations = %d is out of range: 1 to 10000", o->iterations);
    }
    if (!(o->spare >= 0.0f && o->spare <= 1.0f)) {
        return taut_scene_fail(run, "spare = %g is out of range: 0 to 1", (double)o->spare);
    }
    if (o->solver < -1 || o->solver >= TAUT_SOLVER_KIND_COUNT) {
        return taut_scene_fail(run, "solver = %d is no solver: 0 to %d, or -1 for the scene's own",
                               o->solver, TAUT_SOLVER_KIND_COUNT - 1);
    }
    return true;
}

static bool take_params(taut_scene_run* run)
{
    const taut_scene_param* params = run->scene->params;
    for (int i = 0; i < TAUT_SCENE_MAX_PARAMS; ++i) {
        const taut_scene_param* p = &params[i];
        if (!p->key) {
            break;
        }
        double value = run->options.param_set[i] ? run->options.param[i] : p->value;
        value = taut_scene_drawn(&run->options, p, value);
        if (!(value >= p->min && value <= p->max)) {
            return taut_scene_fail(run, "%s = %g is out of range: %g to %g", p->key, value, p->min,
                                   p->max);
        }
        run->param[i] = value;
    }
    for (int i = 0; i < TAUT_SCENE_BODY_PARAM_COUNT; ++i) {
        const taut_scene_param* p = &taut_scene_body_params[i];
        run->body_param[i] = taut_scene_drawn(&run->options, p, p->value);
    }
    return true;
}

// Whether the library chooses the substeps.
static bool chooses(const taut_scene_run* run)
{
    const taut_scene_options* o = &run->options;
    return o->budget.microseconds > 0.0f || o->budget.target > 0.0f || o->choice_count > 0;
}

// The worlds of a comparison have their own substeps.
static bool start_choosing(taut_scene_run* run)
{
    taut_scene_world* w = &run->worlds[0];
    if (run->world_count > 1 || w->steps_per_frame > 1) {
        return taut_scene_fail(run, "its worlds have substeps of their own: there is nothing for a "
                                    "budget to choose");
    }
    if (taut_world_replay_substeps(w->world, run->options.choices, run->options.choice_count) !=
        TAUT_OK) {
        return taut_scene_fail(run, "%s", taut_world_last_error(w->world));
    }
    w->substeps = TAUT_SUBSTEPS_CHOSEN;
    return true;
}

// Why a scene could not be made that does not say: what its last world said last.
static const char* reason_of(const taut_scene_run* run)
{
    const char* said =
        run->world_count > 0 ? taut_world_last_error(run->worlds[run->world_count - 1].world) : "";
    return said[0] ? said : "the scene gave no reason";
}

static bool make_worlds(taut_scene_run* run)
{
    if (!run->scene->make(run)) {
        return run->error[0] ? false : taut_scene_fail(run, "%s", reason_of(run));
    }
    if (run->world_count == 0) {
        return taut_scene_fail(run, "the scene made no world");
    }
    return !chooses(run) || start_choosing(run);
}

bool taut_scene_open(taut_scene_run* run, const taut_scene* scene,
                     const taut_scene_options* options)
{
    return taut_scene_open_copy(run, scene, options, NULL, 0);
}

bool taut_scene_open_copy(taut_scene_run* run, const taut_scene* scene,
                          const taut_scene_options* options, taut_scene_batch* batch,
                          uint32_t realm)
{
    memset(run, 0, sizeof *run);
    run->batch = batch;
    run->realm = realm;
    run->scene = scene;
    run->options = options ? *options : taut_scene_options_default();
    run->camera = scene->camera;
    run->dt = run->options.dt != 0.0f ? run->options.dt : scene->dt;
    run->substeps = run->options.substeps > 0 ? run->options.substeps : scene->substeps;
    if (check_options(run) && take_params(run) && make_worlds(run)) {
        return true;
    }
    taut_scene_close(run);
    return false;
}

// The error stays readable.
void taut_scene_close(taut_scene_run* run)
{
    for (int i = 0; i < run->world_count; ++i) {
        if (run->realm == 0) {  // copies share the worlds of the first
            taut_world_destroy(run->worlds[i].world);
        }
        run->worlds[i].world = NULL;
    }
    run->world_count = 0;
    run->look_count = 0;
    run->prop_count = 0;
    run->solid_count = 0;
}

// Making ------------------------------------------------------------------------------------------

taut_vec3 taut_scene_gravity(const taut_scene_run* run, taut_solver_kind kind, float g)
{
    float h = run->dt / (float)run->substeps;
    taut_vec3 down = {0.0f, kind == TAUT_SOLVER_LEGACY ? -g * h * h : -g, 0.0f};
    return down;
}

taut_world_def taut_scene_world_def(const taut_scene_run* run)
{
    const taut_scene_options* o = &run->options;
    taut_solver_kind kind = o->solver >= 0 ? (taut_solver_kind)o->solver : run->scene->solver;
    taut_world_def def = taut_world_def_default();
    def.solver = taut_solver_def_default(kind);
    if (o->iterations > 0) {
        def.solver.iterations = o->iterations;
    }
    def.solver.direct = def.solver.direct && !o->no_direct;
    def.backend = o->backend;
    def.thread_count = o->thread_count != 0 ? o->thread_count : 1;
    if (o->allocator) {
        def.allocator = *o->allocator;
    }
    def.step_dt = run->dt;
    def.substeps = run->substeps;
    def.budget.clock = o->budget.clock;
    def.budget.clock_context = o->budget.clock_context;
    def.budget.microseconds = o->budget.microseconds;
    def.budget.target = o->budget.target;
    if (o->budget.max_substeps > 0) {
        def.budget.min_substeps = o->budget.min_substeps;
        def.budget.max_substeps = o->budget.max_substeps;
    }
    def.gravity = taut_scene_gravity(run, kind, 9.81f);
    return def;
}

int taut_scene_add_world(taut_scene_run* run, const taut_world_def* def, const char* label)
{
    if (run->world_count == TAUT_SCENE_MAX_WORLDS) {
        taut_scene_fail(run, "a scene has at most %d worlds", TAUT_SCENE_MAX_WORLDS);
        return -1;
    }
    if (run->realm > 0) {
        return taut_scene_join_world(run, def);
    }
    taut_error error = {0};
    taut_world* world = NULL;
    taut_world_def made = *def;
    taut_scene_share_world(run, &made);
    taut_result result = taut_world_create(&made, &world, &error);
    if (result != TAUT_OK) {
        taut_scene_fail(run, "%s: %s", taut_result_name(result), error.text);
        return -1;
    }
    taut_scene_world* added = &run->worlds[run->world_count];
    *added = (taut_scene_world){.world = world,
                                .label = label ? label : "",
                                .steps_per_frame = 1,
                                .substeps = run->substeps,
                                .solver = def->solver,
                                .planar = def->planar,
                                .max_speed = def->max_speed};
    return run->world_count++;
}

taut_builder* taut_scene_builder(taut_scene_run* run)
{
    taut_error error = {0};
    taut_builder* builder = NULL;
    taut_result result = taut_builder_create(run->options.allocator, &builder, &error);
    if (result != TAUT_OK) {
        taut_scene_fail(run, "%s: %s", taut_result_name(result), error.text);
        return NULL;
    }
    return builder;
}

// Bodies that could come apart get room to, where the user asks for it.
static void add_spares(const taut_scene_run* run, taut_body_def* def)
{
    taut_blueprint_stats stats = taut_blueprint_get_stats(def->blueprint);
    float spares = run->options.spare * (float)stats.particles;
    if (def->tear.spare_particles == 0 && stats.triangles > 0 && spares >= 1.0f) {
        def->tear.spare_particles = spares < (float)MOST_SPARES ? (int)spares : MOST_SPARES;
    }
}

static bool create_body(taut_scene_run* run, int world, taut_builder* builder, taut_body_def* def,
                        taut_body_id* body)
{
    taut_blueprint* blueprint = NULL;
    taut_result result = taut_scene_bake(run, builder, &blueprint);
    if (result != TAUT_OK) {
        return taut_scene_fail(run, "%s: %s", taut_result_name(result),
                               taut_builder_last_error(builder));
    }
    def->blueprint = blueprint;
    def->realm = run->realm;
    add_spares(run, def);
    taut_scene_vary_def(run, def);
    taut_world* w = run->worlds[world].world;
    result = taut_body_create(w, def, body);
    taut_scene_let_go(run, blueprint);  // the body holds its own reference
    if (result != TAUT_OK || !taut_scene_vary_body(run, world, *body)) {
        return taut_scene_fail(run, "%s: %s", taut_result_name(result), taut_world_last_error(w));
    }
    return taut_scene_note_owner(run, world, *body);
}

bool taut_scene_add_body(taut_scene_run* run, int world, taut_builder* builder, taut_body_def def,
                         taut_scene_look look, taut_body_id* body)
{
    taut_body_id made = {0};
    bool ok = false;
    if (!builder) {
        ok = run->error[0] ? false : taut_scene_fail(run, "a body needs a builder");
    } else if (world < 0 || world >= run->world_count) {
        ok = run->error[0] ? false : taut_scene_fail(run, "world %d is not there", world);
    } else if (run->look_count == TAUT_SCENE_MAX_LOOKS) {
        ok = taut_scene_fail(run, "a scene has at most %d bodies", TAUT_SCENE_MAX_LOOKS);
    } else {
        ok = create_body(run, world, builder, &def, &made);
    }
    taut_scene_put_away(run, builder);
    if (!ok) {
        return false;
    }
    look.world = world;
    look.body = made;
    run->looks[run->look_count++] = look;
    if (body) {
        *body = made;
    }
    return true;
}

bool taut_scene_add_collider(taut_scene_run* run, int world, const taut_collider_def* def)
{
    if (world < 0) {
        return false;  // that is noted already
    }
    if (run->solid_count == TAUT_SCENE_MAX_SOLIDS) {
        return taut_scene_fail(run, "a scene has at most %d colliders", TAUT_SCENE_MAX_SOLIDS);
    }
    taut_world* w = run->worlds[world].world;
    taut_collider_def made = *def;
    made.realm = run->realm;
    taut_scene_solid solid = {.world = world};
    if (taut_collider_create(w, &made, &solid.id) != TAUT_OK) {
        return taut_scene_fail(run, "%s: %s", taut_shape_name(def->shape),
                               taut_world_last_error(w));
    }
    run->solids[run->solid_count++] = solid;
    return true;
}

taut_collider_id taut_scene_collider(const taut_scene_run* run, int world, int i)
{
    for (int k = 0; i >= 0 && k < run->solid_count; ++k) {
        if (run->solids[k].world == world && i-- == 0) {
            return run->solids[k].id;
        }
    }
    return (taut_collider_id){0, 0};
}

void taut_scene_add_props(taut_scene_run* run, int look, const taut_scene_prop* props, int count)
{
    for (int i = 0; i < count && run->prop_count < TAUT_SCENE_MAX_PROPS; ++i) {
        run->props[run->prop_count] = props[i];
        run->props[run->prop_count++].look = look;
    }
}

double taut_scene_get(const taut_scene_run* run, const char* key)
{
    const taut_scene_param* params = run->scene->params;
    for (int i = 0; i < TAUT_SCENE_MAX_PARAMS && params[i].key; ++i) {
        if (strcmp(params[i].key, key) == 0) {
            return run->param[i];
        }
    }
    return (double)NAN;
}

void taut_scene_cut(const taut_scene_run* run, const taut_blade* blade, taut_cut* cut)
{
    (void)taut_world_realm_cut(run->worlds[0].world, run->realm, blade, cut);
}

taut_query_def taut_scene_query(const taut_scene_run* run)
{
    taut_query_def def = taut_query_def_default();
    def.realm = run->realm;
    return def;
}

bool taut_scene_owns(const taut_scene_run* run, int world, const taut_event* event)
{
    return taut_body_realm(run->worlds[world].world, event->body) == run->realm;
}

// Stepping ----------------------------------------------------------------------------------------

// Written so that NaN counts as far away.
static bool body_is_near(const taut_world* world, taut_body_id body)
{
    taut_vec3_view x = taut_body_positions(world, body);
    for (int i = 0; i < x.count; ++i) {
        taut_vec3 p = taut_vec3_at(x, i);
        if (!(fabsf(p.x) <= FAR_AWAY && fabsf(p.y) <= FAR_AWAY && fabsf(p.z) <= FAR_AWAY)) {
            return false;
        }
    }
    return true;
}

static bool world_is_near(const taut_world* world)
{
    int count = taut_world_body_count(world);
    for (int i = 0; i < count; ++i) {
        if (!body_is_near(world, taut_world_body(world, i))) {
            return false;
        }
    }
    return true;
}

static taut_result take_step(taut_scene_run* run, taut_scene_world* w, float dt,
                             taut_step_report* report)
{
    if (!run->replays) {
        return taut_world_step(w->world, dt, w->substeps, report);
    }
    return taut_replay_step(&run->replays[w - run->worlds], report);
}

static void step_world(taut_scene_run* run, taut_scene_world* w)
{
    int steps = w->steps_per_frame > 0 ? w->steps_per_frame : 1;
    float dt = run->dt / (float)steps;
    for (int i = 0; i < steps && !w->diverged; ++i) {
        taut_step_report report = {0};
        double start = run->options.clock ? run->options.clock() : 0.0;
        taut_result result = take_step(run, w, dt, &report);
        run->stats.step_seconds += run->options.clock ? run->options.clock() - start : 0.0;
        run->stats.trouble |= report.trouble;
        run->stats.clamped_count += report.clamped_count;
        run->stats.frozen_count += report.frozen_count;
        if (result != TAUT_OK) {
            taut_scene_fail(run, "%s: %s", taut_result_name(result),
                            taut_world_last_error(w->world));
        }
        w->diverged = result != TAUT_OK || (report.trouble & TAUT_STEP_NOT_FINITE) != 0 ||
                      !world_is_near(w->world);
    }
    run->stats.diverged = run->stats.diverged || w->diverged;
}

// Sums while the bodies of a frame are gone through. A body's mean counts by its links.
typedef struct gather {
    float max_stretch;
    double stretch_sum, link_sum;
    double energy;
    float excess, residual;
    int needed;
} gather;

static void gather_stiffness(taut_scene_world* w, const taut_measure* m, gather* g)
{
    w->excess = m->excess > w->excess ? m->excess : w->excess;
    w->substeps_needed =
        m->substeps_needed > w->substeps_needed ? m->substeps_needed : w->substeps_needed;
    g->excess = m->excess > g->excess ? m->excess : g->excess;
    g->residual = m->residual > g->residual ? m->residual : g->residual;
    g->needed = m->substeps_needed > g->needed ? m->substeps_needed : g->needed;
}

static void gather_world(taut_scene_world* w, gather* g)
{
    taut_world* world = w->world;
    int count = taut_world_body_count(world);
    for (int i = 0; i < count; ++i) {
        taut_body_id body = taut_world_body(world, i);
        taut_measure m = {0};
        if (taut_body_measure(world, body, &m) != TAUT_OK) {
            continue;
        }
        double links = m.structural_links;
        g->max_stretch = m.max_stretch > g->max_stretch ? m.max_stretch : g->max_stretch;
        g->stretch_sum += links * (double)m.mean_stretch;
        g->link_sum += links;
        g->energy += m.kinetic_energy + m.gravity_energy + m.elastic_energy;
        gather_stiffness(w, &m, g);
    }
}

static void update_stats(taut_scene_run* run)
{
    gather g = {0};
    for (int i = 0; i < run->world_count; ++i) {
        if (!run->worlds[i].diverged) {
            gather_world(&run->worlds[i], &g);
        }
    }
    taut_scene_stats* s = &run->stats;
    s->frames += 1;
    s->frame_max_stretch = g.max_stretch;
    s->frame_mean_stretch = g.link_sum > 0.0 ? (float)(g.stretch_sum / g.link_sum) : 0.0f;
    s->worst_stretch = g.max_stretch > s->worst_stretch ? g.max_stretch : s->worst_stretch;
    s->energy = g.energy;
    s->frame_excess = g.excess;
    s->frame_residual = g.residual;
    s->frame_needed = g.needed;
    taut_int_view taken = taut_world_substeps_taken(run->worlds[0].world);
    s->frame_substeps = taken.count > 0 ? taken.data[taken.count - 1] : 0;
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

void taut_scene_step(taut_scene_run* run)
{
    if (all_diverged(run)) {
        return;  // nothing is left to move: the run ends at the frame that broke it
    }
    if (run->before_frame) {
        run->before_frame(run->frame_context);
    }
    if (run->scene->drive && !run->replays) {
        run->scene->drive(run);
    }
    run->stats.step_seconds = 0.0;
    for (int i = 0; i < run->world_count; ++i) {
        if (!run->worlds[i].diverged) {
            step_world(run, &run->worlds[i]);
        }
    }
    run->frame += 1;
    update_stats(run);
    if (run->after_frame) {
        run->after_frame(run->frame_context);
    }
}

// FNV-1a, byte by byte from the lowest, so that byte order does not matter.
static uint64_t hash_u64(uint64_t hash, uint64_t value)
{
    for (int shift = 0; shift < 64; shift += 8) {
        hash ^= (value >> shift) & 0xff;
        hash *= 0x100000001b3u;
    }
    return hash;
}

uint64_t taut_scene_hash(const taut_scene_run* run)
{
    if (run->world_count == 1) {
        return taut_world_hash(run->worlds[0].world);
    }
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < run->world_count; ++i) {
        hash = hash_u64(hash, taut_world_hash(run->worlds[i].world));
    }
    return hash;
}
