// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "bench_stand.h"

#include <stdlib.h>

#include "progress.h"
#include "scenes/batch.h"
#include "summary.h"

#define SPACING 0.05f
#define DT (1.0f / 60.0f)
#define PARTICLE_MASS 0.0005f

// Of a folded cloth: layers, and half the distance they keep, a little less than they lie apart.
#define LAYERS 8
#define FOLD_THICKNESS (0.49f * SPACING)

// Of the start of each copy of a scene, m/s, so that no two are alike.
#define JITTER 0.1f

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

// Ropes and cloths --------------------------------------------------------------------------------

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

// Of cotton: rigid links over two cells would throw a sharp fold open.
static bool fill_folded(taut_builder* builder, int size)
{
    taut_cloth_def cloth = taut_bench_cloth(size);
    cloth.origin.y = FOLD_THICKNESS;
    cloth.rigid = false;
    return taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
}

static bool fill(const taut_bench_case* c, taut_builder* builder)
{
    return c->kind == TAUT_BENCH_ROPE    ? fill_rope(builder, c->size)
           : c->kind == TAUT_BENCH_CLOTH ? fill_cloth(builder, c->size)
                                         : fill_folded(builder, c->size);
}

static bool make_blueprint(taut_bench_stand* s)
{
    const taut_bench_case* c = s->setup->which;
    taut_builder* builder = NULL;
    s->refused = "builder";
    if (taut_builder_create(&s->allocator, &builder, NULL) != TAUT_OK) {
        return false;
    }
    bool ok = fill(c, builder);
    if (ok && s->setup->tethers) {
        taut_tether_def tethers = taut_tether_def_default();
        ok = taut_builder_tether(builder, &tethers, 0, taut_builder_particle_count(builder)) ==
             TAUT_OK;
    }
    ok = ok && taut_builder_bake(builder, &s->blueprint) == TAUT_OK;
    taut_builder_destroy(builder);  // not counted among what is held
    return ok;
}

static bool make_world(taut_bench_stand* s)
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
    if (s->setup->which->kind == TAUT_BENCH_FOLDED) {
        body.collision.self = true;
        body.collision.thickness = FOLD_THICKNESS;
        body.drag = 1.0f;
    }
    for (int i = 0; ok && i < s->setup->which->copies; ++i) {
        taut_body_id id;
        s->refused = "body";
        ok = taut_body_create(s->world, &body, &id) == TAUT_OK;
    }
    return ok;
}

// Folding -----------------------------------------------------------------------------------------

// Columns go to and fro, layer over layer; each is as far from the next as in the flat cloth.
static taut_vec3 folded_place(taut_vec3 flat, int column, int size)
{
    int each = size / LAYERS;
    int layer = column / each < LAYERS ? column / each : LAYERS - 1;
    int along = column - layer * each;
    float x = layer % 2 == 0 ? (float)along : (float)(each - 1 - along);
    return (taut_vec3){SPACING * x, flat.y + SPACING * (float)layer, flat.z};
}

// Everything is held, taken to its place in a step that does not count, and let go at rest; then
// there is ground. So the blueprint is of a flat cloth, as that of any other.
static bool fold(taut_bench_stand* s)
{
    int size = s->setup->which->size;
    taut_body_id body = taut_world_body(s->world, 0);
    taut_vec3_view flat = taut_body_positions(s->world, body);
    bool ok = true;
    s->refused = "fold";
    for (int i = 0; i < flat.count && ok; ++i) {
        taut_vec3 to = folded_place(taut_vec3_at(flat, i), i % size, size);
        ok = taut_body_grab(s->world, body, i) == TAUT_OK &&
             taut_body_set_target(s->world, body, i, to) == TAUT_OK;
    }
    ok = ok && taut_world_step(s->world, 1.0f, 1, NULL) == TAUT_OK;
    for (int i = 0; i < flat.count && ok; ++i) {
        ok = taut_body_release(s->world, body, i, TAUT_RELEASE_DROP) == TAUT_OK;
    }
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    taut_collider_id id;
    return ok && taut_collider_create(s->world, &ground, &id) == TAUT_OK;
}

// Scenes ------------------------------------------------------------------------------------------

static taut_scene_options options_of(const taut_bench_stand* s)
{
    taut_scene_options o = taut_scene_options_default();
    o.backend = s->setup->backend;
    o.allocator = &s->allocator;
    o.thread_count = s->setup->threads;
    o.no_direct = s->setup->no_direct;
    o.substeps = TAUT_BENCH_CASE_SUBSTEPS;
    return o;
}

static bool open_ghost(taut_bench_stand* s)
{
    const taut_scene* scene = taut_scene_find("ghost");
    s->refused = "scene";
    s->scene = calloc(1, sizeof *s->scene);
    if (!s->scene || !scene) {
        return false;
    }
    taut_scene_options o = options_of(s);
    o.param_set[0] = true;  // "side"
    o.param[0] = s->setup->which->size;
    if (!taut_scene_open(s->scene, scene, &o)) {
        return false;
    }
    s->world = s->scene->worlds[0].world;
    return true;
}

static bool open_stacks(taut_bench_stand* s)
{
    const taut_scene* scene = taut_scene_find("jelly-stack");
    taut_scene_options o = options_of(s);
    o.seeded = true;
    o.jitter = JITTER;
    s->refused = "batch";
    s->batch = calloc(1, sizeof *s->batch);
    if (!s->batch || !scene || !taut_batch_open(s->batch, scene, &o, s->setup->which->copies)) {
        return false;
    }
    s->scene = &s->batch->runs[0];
    s->world = s->scene->worlds[0].world;
    return true;
}

static void drive(taut_scene_run* run)
{
    if (run->scene->drive) {
        run->scene->drive(run);
    }
    run->frame += 1;
}

// All of them -------------------------------------------------------------------------------------

bool taut_bench_stand_open(taut_bench_stand* s, const taut_bench_setup* setup)
{
    *s = (taut_bench_stand){.setup = setup};
    s->allocator = (taut_allocator){counted_alloc, counted_free, &s->held};
    if (setup->which->kind == TAUT_BENCH_GHOST) {
        return open_ghost(s);
    }
    if (setup->which->kind == TAUT_BENCH_STACKS) {
        return open_stacks(s);
    }
    return make_blueprint(s) && make_world(s) &&
           (setup->which->kind != TAUT_BENCH_FOLDED || fold(s));
}

void taut_bench_stand_close(taut_bench_stand* s)
{
    if (s->batch) {
        taut_batch_close(s->batch);
        free(s->batch);
    } else if (s->scene) {
        taut_scene_close(s->scene);
        free(s->scene);
    } else {
        taut_world_destroy(s->world);
    }
    taut_blueprint_release(s->blueprint);
    *s = (taut_bench_stand){0};
}

taut_result taut_bench_stand_step(taut_bench_stand* s, taut_step_report* report, double* ms)
{
    if (s->scene) {
        for (int i = 0; i < (s->batch ? s->batch->count : 1); ++i) {
            drive(&s->scene[i]);  // copies stand in a row
        }
    }
    double start = taut_clock();
    taut_result result = taut_world_step(s->world, DT, TAUT_BENCH_CASE_SUBSTEPS, report);
    *ms = 1e3 * (taut_clock() - start);
    return result;
}

void taut_bench_stand_count(const taut_bench_stand* s, taut_bench_figures* f)
{
    if (s->scene) {
        taut_summary sum = taut_summary_of_run(s->scene);
        f->particles = sum.particles;
        f->links = sum.constraints;
        f->tethers = sum.tethers;
        f->projections = sum.projections;
    } else {
        long long copies = s->setup->which->copies;
        taut_blueprint_stats stats = taut_blueprint_get_stats(s->blueprint);
        f->particles = copies * stats.particles;
        f->links = copies * stats.constraints;
        f->tethers = copies * stats.tethers;
        f->projections = TAUT_BENCH_CASE_SUBSTEPS * copies * (long long)stats.projections;
    }
    f->bodies = taut_world_body_count(s->world);
    f->bytes = s->held;
}
