// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What it costs to break, tear and cut the cloth of the scene cloth-100, beside a frame of it.

#include <stdlib.h>
#include <string.h>

#include "bench_case.h"
#include "bench_stages.h"
#include "json.h"
#include "machine.h"
#include "progress.h"

#define SIZE 100
#define DT (1.0f / 60.0f)
#define SPARES 2000
#define DEFAULT_TEARS 60
#define WARM_UP_FRAMES 30
#define MOST_PART 0.1  // of a frame, that a tear may take

typedef enum deed { BREAK, TEAR, CUT, DEED_COUNT } deed;

static const char* const names[DEED_COUNT] = {"break", "tear", "cut"};
static const char* const abouts[DEED_COUNT] = {
    "a link breaks, no spare particles",
    "a link breaks and the surface opens",
    "a blade goes through a metre of it",
};

typedef struct figures {
    double frame_ms, median_us, worst_us;  // of whole frames before; of the deeds
    double after_ms;                       // of frames once all is done
    int done, splits;
    long long allocations;  // during the deeds
} figures;

// Making ------------------------------------------------------------------------------------------

typedef struct stand {
    const taut_stages_setup* setup;
    deed deed;
    long long allocations;
    taut_allocator allocator;
    taut_world* world;
    taut_body_id body;
    uint32_t random;
} stand;

static void* counted_alloc(void* context, size_t size, size_t alignment)
{
    *(long long*)context += 1;
    size_t whole = (size + alignment - 1) / alignment * alignment;  // as aligned_alloc() wants it
    return aligned_alloc(alignment, whole > 0 ? whole : alignment);
}

static void counted_free(void* context, void* memory, size_t size, size_t alignment)
{
    (void)context;
    (void)size;
    (void)alignment;
    free(memory);
}

static bool make_body(stand* s, taut_builder* builder)
{
    taut_cloth_def cloth = taut_bench_cloth(SIZE);
    cloth.tethers.enabled = true;
    taut_blueprint* blueprint = NULL;
    bool ok = taut_make_cloth(builder, &cloth, NULL) == TAUT_OK &&
              taut_builder_pin(builder, 0) == TAUT_OK &&
              taut_builder_pin(builder, SIZE - 1) == TAUT_OK &&
              taut_builder_bake(builder, &blueprint) == TAUT_OK;
    taut_body_def body = taut_body_def_default();
    body.blueprint = blueprint;
    body.drag = 0.1f;
    body.tear.spare_particles = s->deed == BREAK ? 0 : SPARES;
    body.tear.strength = 1e9f;  // looked at, and never reached
    ok = ok && taut_body_create(s->world, &body, &s->body) == TAUT_OK;
    taut_blueprint_release(blueprint);
    return ok;
}

static bool make(stand* s)
{
    taut_world_def def = taut_world_def_default();
    def.backend = s->setup->backend;
    def.thread_count = s->setup->threads;
    def.solver.direct = !s->setup->no_direct;
    def.allocator = s->allocator;
    taut_builder* builder = NULL;
    bool ok = taut_world_create(&def, &s->world, NULL) == TAUT_OK &&
              taut_builder_create(&s->allocator, &builder, NULL) == TAUT_OK &&
              make_body(s, builder);
    taut_builder_destroy(builder);
    return ok;
}

// Doing -------------------------------------------------------------------------------------------

static uint32_t draw(stand* s, uint32_t below)
{
    s->random = s->random * 1664525u + 1013904223u;
    return (s->random >> 8) % below;
}

// A whole structural link within the cloth.
static int pick_link(stand* s)
{
    taut_blueprint_stats stats = taut_blueprint_get_stats(taut_body_blueprint(s->world, s->body));
    for (;;) {
        int number = (int)draw(s, (uint32_t)stats.constraints);
        taut_constraint_state link;
        if (taut_body_constraint(s->world, s->body, number, &link) != TAUT_OK || link.broken ||
            link.kind != TAUT_CONSTRAINT_DISTANCE || link.rest > 0.06f) {
            continue;
        }
        int a = link.particles[0] < link.particles[1] ? link.particles[0] : link.particles[1];
        if (a >= SIZE && a < SIZE * (SIZE - 2) && a % SIZE > 0 && a % SIZE < SIZE - 2) {
            return number;
        }
    }
}

// A blade down 20 rows of cells, where the cloth is now.
static taut_blade pick_blade(stand* s)
{
    int column = 10 + (int)draw(s, 80);
    int row = 10 + (int)draw(s, 60);
    taut_vec3_view x = taut_body_positions(s->world, s->body);
    taut_vec3 a = taut_vec3_at(x, row * SIZE + column);
    taut_vec3 b = taut_vec3_at(x, (row + 20) * SIZE + column);
    a.x += 0.02f;
    b.x += 0.02f;
    taut_blade blade = {a, a, b, b};
    blade.from0.z = a.z - 0.3f;
    blade.from1.z = a.z + 0.3f;
    blade.to0.z = b.z - 0.3f;
    blade.to1.z = b.z + 0.3f;
    return blade;
}

// Others on the machine count little.
static double now(const stand* s)
{
    return s->setup->threads == 1 ? taut_thread_clock() : taut_clock();
}

// Seconds that one took.
static double do_one(stand* s, figures* f)
{
    int link = s->deed != CUT ? pick_link(s) : 0;
    taut_blade blade;
    if (s->deed == CUT) {
        blade = pick_blade(s);
    }
    taut_cut cut = {0};
    int particles = taut_body_positions(s->world, s->body).count;
    long long allocations = s->allocations;
    double start = now(s);
    if (s->deed == CUT) {
        (void)taut_world_cut(s->world, &blade, &cut);
    } else {
        (void)taut_body_break(s->world, s->body, link);
    }
    double taken = now(s) - start;
    f->allocations += s->allocations - allocations;
    f->splits += taut_body_positions(s->world, s->body).count - particles;
    f->done += 1;
    return taken;
}

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a;
    double y = *(const double*)b;
    return (x > y) - (x < y);
}

static double median(double* values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

static double time_frame(stand* s)
{
    double start = now(s);
    (void)taut_world_step(s->world, DT, TAUT_BENCH_CASE_SUBSTEPS, NULL);
    return 1e3 * (now(s) - start);
}

// The frames before, then the deeds with a frame between two of them, then as many frames again.
static void measure(stand* s, int count, double* values, figures* f)
{
    for (int i = 0; i < WARM_UP_FRAMES; ++i) {
        (void)time_frame(s);
    }
    for (int i = 0; i < count; ++i) {
        values[i] = time_frame(s);
    }
    f->frame_ms = median(values, count);
    for (int i = 0; i < count; ++i) {
        values[i] = 1e6 * do_one(s, f);
        (void)time_frame(s);
    }
    f->median_us = median(values, count);
    f->worst_us = values[count - 1];
    for (int i = 0; i < count; ++i) {
        values[i] = time_frame(s);
    }
    f->after_ms = median(values, count);
}

static int run_deed(const taut_stages_setup* setup, deed which, int count, figures* f)
{
    stand s = {.setup = setup, .deed = which, .random = 1};
    s.allocator = (taut_allocator){counted_alloc, counted_free, &s.allocations};
    double* values = malloc((size_t)count * sizeof *values);
    bool ok = values && make(&s);
    if (ok) {
        measure(&s, count, values, f);
    } else {
        taut_complain("bench tear: %s", s.world ? taut_world_last_error(s.world) : "no memory");
    }
    free(values);
    taut_world_destroy(s.world);
    return ok ? TAUT_EXIT_OK : TAUT_EXIT_FAILURE;
}

// Showing -----------------------------------------------------------------------------------------

static double part_of(const figures* f)
{
    return 1e-3 * f->median_us / f->frame_ms;
}

static void show_text(const taut_stages_setup* setup, const figures* all, int count)
{
    char frames[96];
    snprintf(frames, sizeof frames, "%d of each, %d frames before and after", count, count);
    taut_bench_head(setup->threads, frames);
    printf("%-6s %-36s %10s %10s %10s %7s %8s %8s %10s\n", "what", "", "median us", "worst us",
           "ms/frame", "part %", "splits", "allocs", "ms after");
    for (int i = 0; i < DEED_COUNT; ++i) {
        const figures* f = &all[i];
        printf("%-6s %-36s %10.1f %10.1f %10.3f %7.2f %8d %8lld %10.3f\n", names[i], abouts[i],
               f->median_us, f->worst_us, f->frame_ms, 100.0 * part_of(f), f->splits,
               f->allocations, f->after_ms);
    }
    bool kept = part_of(&all[TEAR]) <= MOST_PART && all[TEAR].allocations == 0;
    printf(
        "\nThe cloth of the scene cloth-100, with room for %d particles more. A tear may take\n"
        "%.0f %% of a frame and allocate nothing: %s. part %% is the median of the calls over\n"
        "that of frames before the first; ms after are frames with all of it done. Times are what\n"
        "the thread had, with one thread.\n",
        SPARES, 100.0 * MOST_PART, kept ? "kept" : "NOT KEPT");
}

static void show_json(const taut_stages_setup* setup, const figures* all, int count)
{
    taut_json json = taut_json_open(stdout);
    taut_json_begin_object(&json, false);
    taut_machine_json(&json);
    taut_json_put_integer(&json, "threads", setup->threads);
    taut_json_put_integer(&json, "count", count);
    taut_json_key(&json, "results");
    taut_json_begin_array(&json, false);
    for (int i = 0; i < DEED_COUNT; ++i) {
        taut_json_begin_object(&json, false);
        taut_json_put_string(&json, "what", names[i]);
        taut_json_put_double(&json, "median_us", all[i].median_us);
        taut_json_put_double(&json, "worst_us", all[i].worst_us);
        taut_json_put_double(&json, "ms_per_frame", all[i].frame_ms);
        taut_json_put_double(&json, "ms_per_frame_after", all[i].after_ms);
        taut_json_put_double(&json, "part", part_of(&all[i]));
        taut_json_put_integer(&json, "splits", all[i].splits);
        taut_json_put_integer(&json, "allocations", all[i].allocations);
        taut_json_end_object(&json);
    }
    taut_json_end_array(&json);
    taut_json_end_object(&json);
}

int taut_tear_run(const taut_stages_setup* setup)
{
    int count = setup->frames > 0 ? setup->frames : DEFAULT_TEARS;
    figures all[DEED_COUNT] = {{0}};
    for (int i = 0; i < DEED_COUNT; ++i) {
        int code = run_deed(setup, (deed)i, count, &all[i]);
        if (code != TAUT_EXIT_OK) {
            return code;
        }
    }
    if (setup->json) {
        show_json(setup, all, count);
    } else {
        show_text(setup, all, count);
    }
    return TAUT_EXIT_OK;
}
