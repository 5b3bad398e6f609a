// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "bench_case.h"

#include <stdio.h>
#include <stdlib.h>

#include "progress.h"
#include "taut/taut_debug.h"

#define SPACING 0.05f
#define DT (1.0f / 60.0f)
#define PARTICLE_MASS 0.0005f

static const taut_bench_case cases[] = {
    {"cloth-32", "a cloth of 32 x 32 particles", false, 32, 1, 300, 5},
    {"cloth-100", "a cloth of 100 x 100", false, 100, 1, 90, 5},
    {"cloth-256", "a cloth of 256 x 256", false, 256, 1, 12, 2},
    {"cloth-1024", "a cloth of a million particles", false, 1024, 1, 3, 1},
    {"cloths-32", "100 cloths of 32 x 32", false, 32, 100, 12, 2},
    {"cloths-4096", "4,096 cloths of 32 x 32", false, 32, 4096, 3, 1},
    {"rope-1000", "a rope of 1,000 particles", true, 1000, 1, 300, 5},
    {"ropes-32", "1,000 ropes of 32", true, 32, 1000, 50, 5},
};

const taut_bench_case* taut_bench_case_at(int i)
{
    return i >= 0 && i < (int)(sizeof cases / sizeof cases[0]) ? &cases[i] : NULL;
}

// Memory ------------------------------------------------------------------------------------------

static void* counted_alloc(void* context, size_t size, size_t alignment)
{
    size_t* held = context;
    size_t whole = (size + alignment - 1) / alignment * alignment;  // as aligned_alloc() wants it
    void* memory = aligned_alloc(alignment, whole > 0 ? whole : alignment);
    *held += memory ? size : 0;
    return memory;
}

static void counted_free(void* context, void* memory, size_t size, size_t alignment)
{
    (void)alignment;
    size_t* held = context;
    *held -= memory ? size : 0;
    free(memory);
}

// Making ------------------------------------------------------------------------------------------

typedef struct stand {
    const taut_bench_setup* setup;
    size_t held;  // bytes
    taut_allocator allocator;
    taut_builder* builder;
    taut_blueprint* blueprint;
    taut_world* world;
    const char* refused;  // what failed
} stand;

static bool fill_rope(taut_builder* builder, int size)
{
    bool ok = true;
    for (int i = 0; i < size; ++i) {
        taut_vec3 at = {SPACING * (float)i, 0.0f, 0.0f};
        ok = ok && taut_builder_add_particle(builder, at, PARTICLE_MASS, NULL) == TAUT_OK;
        taut_constraint_def link = i > 0 ? taut_link(i - 1, i) : taut_link(0, 1);
        ok = ok && (i == 0 || taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK);
    }
    return ok && taut_builder_pin(builder, 0) == TAUT_OK;
}

taut_cloth_def taut_bench_cloth(int size)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = size;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.origin.x = -0.5f * SPACING * (float)(size - 1);
    cloth.bend = TAUT_BEND_SKIP_LINKS;
    cloth.rigid = true;
    cloth.particle_mass = PARTICLE_MASS;
    cloth.material.damping_rate = 0.0f;
    cloth.tethers.enabled = false;
    return cloth;
}

static bool fill_cloth(taut_builder* builder, int size)
{
    taut_cloth_def cloth = taut_bench_cloth(size);
    return taut_make_cloth(builder, &cloth, NULL) == TAUT_OK &&
           taut_builder_pin(builder, 0) == TAUT_OK &&
           taut_builder_pin(builder, size - 1) == TAUT_OK;
}

static bool make_blueprint(stand* s)
{
    const taut_bench_case* c = s->setup->which;
    s->refused = "builder";
    if (taut_builder_create(&s->allocator, &s->builder, NULL) != TAUT_OK) {
        return false;
    }
    bool ok = c->rope ? fill_rope(s->builder, c->size) : fill_cloth(s->builder, c->size);
    if (ok && s->setup->tethers) {
        taut_tether_def tethers = taut_tether_def_default();
        ok = taut_builder_tether(s->builder, &tethers, 0,
                                 taut_builder_particle_count(s->builder)) == TAUT_OK;
    }
    ok = ok && taut_builder_bake(s->builder, &s->blueprint) == TAUT_OK;
    taut_builder_destroy(s->builder);  // not counted among what is held
    s->builder = NULL;
    return ok;
}

static bool make_world(stand* s)
{
    taut_world_def def = taut_world_def_default();
    def.backend = s->setup->backend;
    def.allocator = s->allocator;
    def.thread_count = s->setup->threads;
    def.solver.direct = !s->setup->no_direct;
    s->refused = "world";
    bool ok = taut_world_create(&def, &s->world, NULL) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.blueprint = s->blueprint;
    body.precision = s->setup->precision;
    for (int i = 0; ok && i < s->setup->which->copies; ++i) {
        taut_body_id id;
        s->refused = "body";
        ok = taut_body_create(s->world, &body, &id) == TAUT_OK;
    }
    return ok;
}

// Measuring ---------------------------------------------------------------------------------------

static void note_stretch(taut_world* world, taut_bench_figures* f)
{
    int count = taut_world_body_count(world);
    double mean = 0.0;
    f->end_stretch = 0.0f;
    for (int i = 0; i < count; ++i) {
        taut_measure m = {0};
        taut_body_measure(world, taut_world_body(world, i), &m);
        f->end_stretch = m.max_stretch > f->end_stretch ? m.max_stretch : f->end_stretch;
        mean += (double)m.mean_stretch / (double)count;
    }
    f->mean_stretch = (float)mean;
    f->worst_stretch = f->end_stretch > f->worst_stretch ? f->end_stretch : f->worst_stretch;
}

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a;
    double y = *(const double*)b;
    return (x > y) - (x < y);
}

static bool time_frames(stand* s, taut_bench_figures* f, double* ms)
{
    int warm_up = s->setup->warm_up >= 0 ? s->setup->warm_up : s->setup->which->warm_up;
    for (int i = -warm_up; i < f->frames; ++i) {
        taut_step_report report = {0};
        double start = taut_clock();
        taut_result result = taut_world_step(s->world, DT, TAUT_BENCH_CASE_SUBSTEPS, &report);
        double taken = 1e3 * (taut_clock() - start);
        if (result != TAUT_OK || (report.trouble & TAUT_STEP_NOT_FINITE) != 0) {
            s->refused = "step";
            return false;
        }
        if (i >= 0) {
            ms[i] = taken;
        }
        if (!s->setup->on_device || i + 1 == f->frames) {
            note_stretch(s->world, f);
        }
        if (i == -1 && s->setup->on_device) {
            (void)taut_world_time_stages(s->world, true);
        }
    }
    taut_stage_times times = taut_world_stage_times(s->world);
    f->device_ms = 1e3 * times.seconds[TAUT_STAGE_SWEEP] / (double)(times.steps + !times.steps);
    qsort(ms, (size_t)f->frames, sizeof *ms, compare);
    f->median_ms = ms[f->frames / 2];
    f->min_ms = ms[0];
    return true;
}

static void count_work(const stand* s, taut_bench_figures* f)
{
    long long copies = s->setup->which->copies;
    taut_blueprint_stats stats = taut_blueprint_get_stats(s->blueprint);
    f->particles = copies * stats.particles;
    f->links = copies * stats.constraints;
    f->tethers = copies * stats.tethers;
    f->projections = TAUT_BENCH_CASE_SUBSTEPS * copies * (long long)stats.projections;
    f->bytes = s->held;
    f->device_bytes = taut_world_memory(s->world).device_bytes;
}

static bool run_stand(stand* s, taut_bench_figures* f)
{
    if (!make_blueprint(s) || !make_world(s)) {
        return false;
    }
    count_work(s, f);
    double* ms = malloc((size_t)f->frames * sizeof *ms);
    s->refused = "memory";
    bool ok = ms && time_frames(s, f, ms);
    free(ms);
    f->hash = taut_world_hash(s->world);
    return ok;
}

bool taut_bench_case_run(const taut_bench_setup* setup, taut_bench_figures* figures, char* error,
                         size_t size)
{
    stand s = {.setup = setup};
    s.allocator = (taut_allocator){counted_alloc, counted_free, &s.held};
    *figures = (taut_bench_figures){0};
    figures->frames = setup->frames > 0 ? setup->frames : setup->which->frames;
    bool ok = run_stand(&s, figures);
    if (!ok) {
        const char* why = s.world ? taut_world_last_error(s.world) : "";
        snprintf(error, size, "the %s was refused%s%s", s.refused, why[0] ? ": " : "", why);
    }
    taut_world_destroy(s.world);
    taut_blueprint_release(s.blueprint);
    return ok;
}
