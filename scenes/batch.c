// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "batch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Opening -----------------------------------------------------------------------------------------

static bool fail(taut_scene_batch* batch, int copy)
{
    const char* why = batch->runs[copy].error;
    if (copy == 0) {
        snprintf(batch->error, sizeof batch->error, "%s", why);
    } else {
        snprintf(batch->error, sizeof batch->error, "copy %d: %.200s", copy, why);
    }
    return false;
}

// What there is so far: of the host, and of a device.
static taut_memory memory_of(const taut_scene_batch* batch)
{
    taut_memory sum = {0};
    for (int i = 0; i < batch->runs[0].world_count; ++i) {
        taut_memory m = taut_world_memory(batch->runs[0].worlds[i].world);
        sum.bytes += m.bytes + m.device_host_bytes;
        sum.device_bytes += m.device_bytes;
    }
    return sum;
}

// How much more a copy took than there was; the least of several, since arrays grow by and by.
static void note_growth(size_t* least, size_t before, size_t now)
{
    size_t more = now > before ? now - before : 0;
    *least = more < *least ? more : *least;
}

static bool too_much(taut_scene_batch* batch, double bytes, const char* there, double limit)
{
    if (bytes > limit) {
        snprintf(batch->error, sizeof batch->error, "%d copies would take some %.3g GB; %s %.3g GB",
                 batch->wanted, 1e-9 * bytes, there, 1e-9 * limit);
    }
    return bytes > limit;
}

// Whether there is room for all, by the first of them.
static bool all_fit(taut_scene_batch* batch, const taut_memory* each, size_t most_bytes)
{
    taut_memory now = memory_of(batch);
    double rest = batch->wanted - batch->count;
    double host = (double)now.bytes + rest * (double)each->bytes +
                  (double)batch->wanted * (double)sizeof *batch->runs;
    taut_device_info device;
    bool on_device = taut_world_device(batch->runs[0].worlds[0].world, &device) == TAUT_OK;
    double has = (double)now.device_bytes, more = rest * (double)each->device_bytes;
    return !(most_bytes > 0 && too_much(batch, host, "this machine has", (double)most_bytes)) &&
           !(on_device && too_much(batch, has + more, "there is room on the device for",
                                   has + (double)device.free_bytes));
}

// Copies whose size says what the others will take.
#define SAMPLES 4

static bool open_copies(taut_scene_batch* batch, const taut_scene* scene,
                        const taut_scene_options* options)
{
    taut_memory each = {.bytes = SIZE_MAX, .device_bytes = SIZE_MAX}, before = {0};
    for (int i = 0; i < batch->wanted; ++i) {
        taut_scene_options mine = *options;
        mine.seed += (uint64_t)i;
        batch->count = i + 1;
        if (!taut_scene_open_copy(&batch->runs[i], scene, &mine, batch, (uint32_t)i)) {
            return fail(batch, i);
        }
        if (i < SAMPLES) {
            taut_memory now = memory_of(batch);
            if (i > 0) {
                note_growth(&each.bytes, before.bytes, now.bytes);
                note_growth(&each.device_bytes, before.device_bytes, now.device_bytes);
            }
            before = now;
        }
        if (i + 1 == SAMPLES && !all_fit(batch, &each, options->most_bytes)) {
            return false;
        }
    }
    return true;
}

bool taut_batch_open(taut_scene_batch* batch, const taut_scene* scene,
                     const taut_scene_options* options, int count)
{
    memset(batch, 0, sizeof *batch);
    if (count < 1 || count > TAUT_SCENE_MOST_COPIES) {
        snprintf(batch->error, sizeof batch->error, "copies = %d is out of range: 1 to %d", count,
                 TAUT_SCENE_MOST_COPIES);
        return false;
    }
    batch->wanted = count;
    batch->runs = calloc((size_t)count, sizeof *batch->runs);
    if (!batch->runs) {
        snprintf(batch->error, sizeof batch->error, "no memory for %d copies", count);
        return false;
    }
    bool ok = open_copies(batch, scene, options);
    if (!ok) {
        taut_batch_close(batch);
    }
    return ok;
}

// The error stays readable.
void taut_batch_close(taut_scene_batch* batch)
{
    for (int i = batch->count - 1; i >= 0; --i) {  // the first has the worlds
        taut_scene_close(&batch->runs[i]);
    }
    for (int i = 0; i < TAUT_SCENE_MAX_LOOKS; ++i) {
        taut_blueprint_release(batch->parts[i].blueprint);
        taut_builder_destroy(batch->parts[i].builder);
        batch->parts[i] = (taut_scene_shared_part){0};
    }
    for (int i = 0; i < TAUT_SCENE_MAX_WORLDS; ++i) {
        free(batch->owners[i]);
        batch->owners[i] = NULL;
    }
    free(batch->runs);
    batch->runs = NULL;
    batch->count = 0;
}

// Worlds ------------------------------------------------------------------------------------------

static void hand_on(void* context, taut_body_id body, double time, taut_vec3_view x,
                    taut_vec3_view v, taut_vec3* acceleration)
{
    const taut_scene_shared_field* shared = context;
    int owner = shared->batch->owners[shared->world][body.index1];
    void* mine = shared->batch->runs[owner].field_context[shared->world];
    shared->field(mine, body, time, x, v, acceleration);
}

#define MOST_EVENTS 1000000

void taut_scene_share_world(taut_scene_run* run, taut_world_def* def)
{
    if (!run->batch) {
        return;
    }
    int world = run->world_count;
    taut_scene_shared_field* shared = &run->batch->fields[world];
    *shared = (taut_scene_shared_field){run->batch, world, def->field};
    run->field_context[world] = def->field_context;
    if (def->field) {
        def->field = hand_on;
        def->field_context = shared;
    }
    int64_t events = (int64_t)def->event_capacity * run->batch->wanted;
    def->event_capacity = events < MOST_EVENTS ? (int)events : MOST_EVENTS;
}

static bool same_vec3(taut_vec3 a, taut_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Whether a copy asks for a world like the one there is.
static bool suits(const taut_scene_run* run, const taut_scene_world* there,
                  const taut_world_def* def)
{
    const taut_solver_def *a = &there->solver, *b = &def->solver;
    return run->dt == run->batch->runs[0].dt && there->planar == def->planar &&
           same_vec3(taut_world_gravity(there->world), def->gravity) && a->kind == b->kind &&
           a->iterations == b->iterations && a->direct == b->direct && a->keep == b->keep &&
           a->spring_stiffness == b->spring_stiffness;
}

int taut_scene_join_world(taut_scene_run* run, const taut_world_def* def)
{
    const taut_scene_run* first = &run->batch->runs[0];
    int world = run->world_count;
    if (world >= first->world_count || !suits(run, &first->worlds[world], def)) {
        taut_scene_fail(run, "it asks for another world than the first: copies share gravity, "
                             "solver and frame rate");
        return -1;
    }
    run->worlds[world] = first->worlds[world];
    run->field_context[world] = def->field_context;
    return run->world_count++;
}

// Bodies ------------------------------------------------------------------------------------------

taut_result taut_scene_bake(taut_scene_run* run, taut_builder* builder, taut_blueprint** blueprint)
{
    taut_scene_shared_part* part = run->batch ? &run->batch->parts[run->look_count] : NULL;
    if (part && part->blueprint && taut_builder_same(part->builder, builder)) {
        *blueprint = part->blueprint;
        return TAUT_OK;
    }
    taut_result result = taut_builder_bake(builder, blueprint);
    if (result == TAUT_OK && part && !part->blueprint) {
        *part = (taut_scene_shared_part){builder, *blueprint};
    }
    return result;
}

// Those of the first copy are kept, to be compared with and shared.
void taut_scene_put_away(taut_scene_run* run, taut_builder* builder)
{
    const taut_scene_shared_part* part = run->batch ? &run->batch->parts[run->look_count] : NULL;
    if (!part || part->builder != builder) {
        taut_builder_destroy(builder);
    }
}

void taut_scene_let_go(taut_scene_run* run, taut_blueprint* blueprint)
{
    const taut_scene_shared_part* part = run->batch ? &run->batch->parts[run->look_count] : NULL;
    if (!part || part->blueprint != blueprint) {
        taut_blueprint_release(blueprint);
    }
}

bool taut_scene_note_owner(taut_scene_run* run, int world, taut_body_id body)
{
    if (!run->batch) {
        return true;
    }
    int32_t** owners = &run->batch->owners[world];
    int* capacity = &run->batch->owner_capacity[world];
    if ((int)body.index1 >= *capacity) {
        int wanted = 2 * (int)body.index1 + 64;
        int32_t* grown = realloc(*owners, (size_t)wanted * sizeof *grown);
        if (!grown) {
            return taut_scene_fail(run, "no memory for a body more");
        }
        *owners = grown;
        *capacity = wanted;
    }
    (*owners)[body.index1] = (int32_t)run->realm;
    return true;
}

// Stepping ----------------------------------------------------------------------------------------

// A coordinate beyond this (metres) counts as an explosion, as in a scene by itself.
#define FAR_AWAY 1e6f

// @param frozen  a body that is frozen has blown up, and nothing else has frozen it
static bool is_lost(const taut_world* world, taut_body_id body, bool look, bool frozen)
{
    bool lost = frozen && taut_body_frozen(world, body);
    taut_vec3_view x = look && !lost ? taut_body_positions(world, body) : (taut_vec3_view){0};
    for (int i = 0; i < x.count && !lost; ++i) {
        taut_vec3 p = taut_vec3_at(x, i);
        lost = !(fabsf(p.x) <= FAR_AWAY && fabsf(p.y) <= FAR_AWAY && fabsf(p.z) <= FAR_AWAY);
    }
    return lost;
}

// What has diverged is stepped no more.
static void freeze(const taut_scene_run* run, int world)
{
    for (int i = 0; i < run->look_count; ++i) {
        if (run->looks[i].world == world) {
            (void)taut_body_set_frozen(run->worlds[world].world, run->looks[i].body, true);
        }
    }
}

static void look_after(taut_scene_batch* batch, int copy, int world, bool look)
{
    taut_scene_run* run = &batch->runs[copy];
    bool lost = false;
    for (int i = 0; i < run->look_count && !lost; ++i) {
        lost = run->looks[i].world == world &&
               is_lost(run->worlds[world].world, run->looks[i].body, look,
                       (batch->trouble & TAUT_STEP_DEVICE_LOST) == 0);
    }
    if (lost && !run->worlds[world].diverged) {
        batch->diverged_count += !run->stats.diverged;
        run->stats.diverged = run->worlds[world].diverged = true;
    }
    if (lost) {
        freeze(run, world);
    }
}

// With limited speed nothing gets from within 500 km to beyond 1,000 km in this time: then nobody
// has to look, which on a device would fetch everything.
static bool may_get_far(const taut_scene_run* first, const taut_scene_world* w)
{
    bool limited = w->solver.kind == TAUT_SOLVER_XPBD || w->solver.kind == TAUT_SOLVER_VERLET;
    double way = taut_world_time(w->world) * (double)w->max_speed;
    return !limited || !(way < 0.5 * (double)FAR_AWAY) || first->frame == 0;
}

static bool step_world(taut_scene_batch* batch, int number)
{
    taut_scene_run* first = &batch->runs[0];
    const taut_scene_world* w = &first->worlds[number];
    int steps = w->steps_per_frame > 0 ? w->steps_per_frame : 1;
    double (*clock)(void) = first->options.clock;
    for (int i = 0; i < steps; ++i) {
        taut_step_report report = {0};
        double start = clock ? clock() : 0.0;
        taut_result result =
            taut_world_step(w->world, first->dt / (float)steps, w->substeps, &report);
        batch->step_seconds += clock ? clock() - start : 0.0;
        batch->trouble |= report.trouble;
        if (result != TAUT_OK) {
            snprintf(batch->error, sizeof batch->error, "%s: %s", taut_result_name(result),
                     taut_world_last_error(w->world));
            return false;
        }
        bool look = may_get_far(first, w);
        bool any = look || report.frozen_count > 0 || batch->diverged_count > 0;
        for (int copy = 0; any && copy < batch->count; ++copy) {
            look_after(batch, copy, number, look);
        }
    }
    return true;
}

static bool all_diverged(const taut_scene_run* run)
{
    bool all = true;
    for (int i = 0; i < run->world_count; ++i) {
        all = all && run->worlds[i].diverged;
    }
    return all;
}

bool taut_batch_step(taut_scene_batch* batch)
{
    for (int i = 0; i < batch->count; ++i) {
        taut_scene_run* run = &batch->runs[i];
        if (run->scene->drive && !all_diverged(run)) {
            run->scene->drive(run);
        }
    }
    for (int i = 0; i < batch->runs[0].world_count; ++i) {
        if (!step_world(batch, i)) {
            return false;
        }
    }
    batch->frame += 1;
    for (int i = 0; i < batch->count; ++i) {
        batch->runs[i].frame += 1;
        batch->runs[i].stats.frames += 1;
    }
    return true;
}

// Reading -----------------------------------------------------------------------------------------

// As taut_scene_hash().
static uint64_t join(uint64_t hash, uint64_t value)
{
    for (int shift = 0; shift < 64; shift += 8) {
        hash ^= (value >> shift) & 0xff;
        hash *= 0x100000001b3u;
    }
    return hash;
}

#define HASH_START 0xcbf29ce484222325u

uint64_t taut_batch_hash_of(const taut_scene_batch* batch, int copy)
{
    const taut_scene_run* run = &batch->runs[copy];
    if (run->world_count == 1) {
        return taut_world_realm_hash(run->worlds[0].world, run->realm);
    }
    uint64_t hash = HASH_START;
    for (int i = 0; i < run->world_count; ++i) {
        hash = join(hash, taut_world_realm_hash(run->worlds[i].world, run->realm));
    }
    return hash;
}

uint64_t taut_batch_hash(const taut_scene_batch* batch)
{
    uint64_t hash = HASH_START;
    for (int i = 0; i < batch->count; ++i) {
        hash = join(hash, taut_batch_hash_of(batch, i));
    }
    return hash;
}

taut_batch_figures taut_batch_figures_of(const taut_scene_batch* batch, int copy)
{
    const taut_scene_run* run = &batch->runs[copy];
    taut_batch_figures f = {0};
    for (int i = 0; i < run->look_count; ++i) {
        taut_world* world = run->worlds[run->looks[i].world].world;
        taut_measure m = {0};
        taut_blueprint_stats stats =
            taut_blueprint_get_stats(taut_body_blueprint(world, run->looks[i].body));
        (void)taut_body_measure(world, run->looks[i].body, &m);
        f.particles += taut_body_positions(world, run->looks[i].body).count;
        f.constraints += stats.constraints + stats.user_constraints;
        f.energy += m.kinetic_energy + m.gravity_energy + m.elastic_energy;
        f.max_stretch = m.max_stretch > f.max_stretch ? m.max_stretch : f.max_stretch;
    }
    if (run->stats.diverged) {
        f.energy = (double)NAN;
        f.max_stretch = NAN;
    }
    return f;
}
