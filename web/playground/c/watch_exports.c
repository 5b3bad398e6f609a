// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The solver microscope: a small body in a world of its own, each step of which is written down
// projection by projection (taut_world_watch()), for src/teach/specimen.ts. A twin that nobody
// watches goes along, to show that watching changes nothing.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports.h"
#include "taut/taut_debug.h"
#include "watch_specimen.h"

#define MOST_PARTICLES 16
#define MOST_ENTRIES 32768

// In the order in which specimen.ts reads them: floats alone, so that an array of them is a view.
typedef struct entry {
    float stage, substep, iteration, constraint, kind, particle_count;
    float particles[4], inverse_mass[4];
    taut_vec3 before[4], after[4];
    float value_before, value_after, multiplier, change, force, h;
    taut_vec3 places[MOST_PARTICLES], velocities[MOST_PARTICLES];
} entry;

static taut_world* worlds[2];  // watched, and its twin
static taut_body_id bodies[2];
static entry* entries;
static int count, capacity;
static float dt;
static int substeps;

static bool room_for_one(void)
{
    if (count < capacity) {
        return true;
    }
    int more = capacity == 0 ? 256 : 2 * capacity;
    entry* grown = more <= MOST_ENTRIES ? realloc(entries, (size_t)more * sizeof *entries) : NULL;
    if (grown != NULL) {
        entries = grown;
        capacity = more;
    }
    return grown != NULL;
}

static void write_constraint(entry* e, const taut_watched* what)
{
    for (int i = 0; i < 4; ++i) {
        e->particles[i] = (float)what->particles[i];
        e->inverse_mass[i] = what->inverse_mass[i];
        e->before[i] = what->before[i];
        e->after[i] = what->after[i];
    }
    e->value_before = what->value_before;
    e->value_after = what->value_after;
    e->multiplier = what->multiplier;
    e->change = what->change;
    e->force = what->force;
}

static void listen(void* context, const taut_watched* what)
{
    (void)context;
    if (!room_for_one()) {
        return;
    }
    entry* e = &entries[count++];
    *e = (entry){.stage = (float)what->stage,
                 .substep = (float)what->substep,
                 .iteration = (float)what->iteration,
                 .constraint = (float)what->constraint,
                 .kind = (float)what->kind,
                 .particle_count = (float)what->particle_count,
                 .h = what->h};
    write_constraint(e, what);
    for (int i = 0; i < what->places.count && i < MOST_PARTICLES; ++i) {
        e->places[i] = taut_vec3_at(what->places, i);
        e->velocities[i] = taut_vec3_at(what->velocities, i);
    }
}

EXPORT(watch_close) void taut_web_watch_close(void);
void taut_web_watch_close(void)
{
    for (int i = 0; i < 2; ++i) {
        taut_world_destroy(worlds[i]);
        worlds[i] = NULL;
    }
    free(entries);
    entries = NULL;
    count = capacity = 0;
}

static bool open_world(int i, const specimen_options* options)
{
    taut_error error;
    taut_world_def def = specimen_world_def(options);
    return taut_world_create(&def, &worlds[i], &error) == TAUT_OK &&
           specimen_make(worlds[i], options, &bodies[i]);
}

// 0, with a sentence in the text, where that is not possible.
EXPORT(watch_open)
int taut_web_watch_open(int kind, int solver, int steps, int iterations, double rate,
                        double stiffness, double heavy);
int taut_web_watch_open(int kind, int solver, int steps, int iterations, double rate,
                        double stiffness, double heavy)
{
    taut_web_watch_close();
    dt = (float)(1.0 / rate);
    substeps = steps;
    specimen_options options = {.kind = kind,
                                .solver = solver,
                                .iterations = iterations,
                                .h = dt / (float)steps,
                                .stiffness = (float)stiffness,
                                .heavy = (float)heavy};
    if (!open_world(0, &options) || !open_world(1, &options) ||
        taut_world_watch(worlds[0], bodies[0], listen, NULL) != TAUT_OK) {
        const char* why = worlds[0] != NULL ? taut_world_last_error(worlds[0]) : "no memory";
        int failed = taut_web_fail("the specimen cannot be made: %s", why);
        taut_web_watch_close();
        return failed;
    }
    return 1;
}

// The next frame: how many entries it has; 0 where nothing is open.
EXPORT(watch_step) int taut_web_watch_step(void);
int taut_web_watch_step(void)
{
    count = 0;
    for (int i = 0; i < 2 && worlds[i] != NULL; ++i) {
        (void)taut_world_step(worlds[i], dt, substeps, NULL);
    }
    return count;
}

EXPORT(watch_entries) const float* taut_web_watch_entries(void);
const float* taut_web_watch_entries(void)
{
    return (const float*)entries;
}

// Floats of an entry, and particles that it has room for.
EXPORT(watch_entry_size) int taut_web_watch_entry_size(void);
int taut_web_watch_entry_size(void)
{
    return (int)(sizeof(entry) / sizeof(float));
}

EXPORT(watch_most_particles) int taut_web_watch_most_particles(void);
int taut_web_watch_most_particles(void)
{
    return MOST_PARTICLES;
}

static int write_constraint_def(const taut_blueprint* blueprint, int i, int n)
{
    taut_constraint_def def;
    (void)taut_blueprint_constraint(blueprint, i, &def);
    taut_web_numbers[n++] = (double)def.kind;
    for (int k = 0; k < 4; ++k) {
        taut_web_numbers[n++] = def.particles[k];
    }
    taut_web_numbers[n++] = (double)def.rest;
    taut_web_numbers[n++] = (double)def.compliance;
    taut_web_numbers[n++] = (double)def.family;
    return n;
}

// Numbers: particles, their masses (0: held), constraints, and of each eight numbers.
EXPORT(watch_shape) int taut_web_watch_shape(void);
int taut_web_watch_shape(void)
{
    if (worlds[0] == NULL) {
        return taut_web_fail("no specimen is open");
    }
    const taut_blueprint* blueprint = taut_body_blueprint(worlds[0], bodies[0]);
    taut_blueprint_stats stats = taut_blueprint_get_stats(blueprint);
    int constraints = stats.constraints + stats.tethers, n = 0;
    taut_web_numbers[n++] = stats.particles;
    for (int i = 0; i < stats.particles; ++i) {
        bool held = taut_body_pinned(worlds[0], bodies[0], i);
        taut_web_numbers[n++] = held ? 0.0 : (double)taut_body_mass(worlds[0], bodies[0], i);
    }
    taut_web_numbers[n++] = constraints;
    for (int i = 0; i < constraints && n + 8 <= NUMBERS; ++i) {
        n = write_constraint_def(blueprint, i, n);
    }
    return 1;
}

// Whether the twin has the same bits; the hash is in the text.
EXPORT(watch_same) int taut_web_watch_same(void);
int taut_web_watch_same(void)
{
    uint64_t hash = taut_world_hash(worlds[0]);
    (void)taut_web_fail("%016" PRIx64, hash);
    return hash == taut_world_hash(worlds[1]);
}

// Name and unit of a kind of constraint, a line each.
EXPORT(watch_kind) int taut_web_watch_kind(int kind);
int taut_web_watch_kind(int kind)
{
    const taut_constraint_info* info = taut_constraint_kind_info((taut_constraint_kind)kind);
    if (info == NULL) {
        return taut_web_fail("there is no kind %d", kind);
    }
    (void)taut_web_fail("%s\n%s", info->name, info->force_unit);
    return 1;
}
