// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The cases of `taut bench --case` for engines that know nothing of Taut: particles and links as
// plain arrays, stretch, a clock, and the line of JSON that bench/run.py reads. C17 and C++17.

#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GRID_SPACING 0.05f
#define GRID_SUBSTEPS 20
#define GRID_DT (1.0f / 60.0f)

// What run.py asks for: a case as in cli/bench_case.c.
typedef struct grid_case {
    const char* name;
    int rope;  // else a square cloth
    int size;
    int copies;
} grid_case;

static const grid_case grid_cases[] = {
    {"cloth-32", 0, 32, 1},    {"cloth-100", 0, 100, 1},  {"cloth-256", 0, 256, 1},
    {"cloths-32", 0, 32, 100}, {"rope-1000", 1, 1000, 1}, {"ropes-32", 1, 32, 1000},
};

typedef struct grid_link {
    int a, b;
    float rest;
} grid_link;

// One body: particles at rest, links by kind, the structural ones first.
typedef struct grid_body {
    int particle_count, link_count;
    int kind_end[3];  // structural, shear, bend
    float* position;  // x, y, z of each
    int pins[2];
    int pin_count;
    grid_link* links;
} grid_body;

static inline const grid_case* grid_find(const char* name)
{
    for (size_t i = 0; i < sizeof grid_cases / sizeof grid_cases[0]; ++i) {
        if (strcmp(grid_cases[i].name, name) == 0) {
            return &grid_cases[i];
        }
    }
    fprintf(stderr, "no case named %s\n", name);
    exit(2);
}

static inline void* grid_alloc(size_t count, size_t size)
{
    void* memory = calloc(count + 16, size);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return memory;
}

static inline void grid_add(grid_body* g, int a, int b)
{
    float d2 = 0.0f;
    for (int k = 0; k < 3; ++k) {
        float d = g->position[3 * a + k] - g->position[3 * b + k];
        d2 += d * d;
    }
    grid_link link = {a, b, sqrtf(d2)};
    g->links[g->link_count++] = link;
}

static inline void grid_fill_rope(grid_body* g, int size)
{
    for (int i = 0; i < size; ++i) {
        g->position[3 * i] = GRID_SPACING * (float)i;
    }
    for (int i = 0; i + 1 < size; ++i) {
        grid_add(g, i, i + 1);
    }
    g->kind_end[0] = g->kind_end[1] = g->kind_end[2] = g->link_count;
    g->pin_count = 1;
}

// Links (dx, dy) cells long from every particle that has such a neighbour.
static inline void grid_add_all(grid_body* g, int size, int dx, int dy)
{
    for (int y = 0; y + dy < size; ++y) {
        for (int x = dx < 0 ? -dx : 0; x < size - (dx > 0 ? dx : 0); ++x) {
            grid_add(g, y * size + x, (y + dy) * size + x + dx);
        }
    }
}

static inline void grid_fill_cloth(grid_body* g, int size)
{
    for (int i = 0; i < size * size; ++i) {
        int row = i / size;
        g->position[3 * i] = GRID_SPACING * ((float)(i % size) - 0.5f * (float)(size - 1));
        g->position[3 * i + 2] = GRID_SPACING * (float)row;
    }
    grid_add_all(g, size, 1, 0);
    grid_add_all(g, size, 0, 1);
    g->kind_end[0] = g->link_count;
    grid_add_all(g, size, 1, 1);
    grid_add_all(g, size, -1, 1);
    g->kind_end[1] = g->link_count;
    grid_add_all(g, size, 2, 0);
    grid_add_all(g, size, 0, 2);
    g->kind_end[2] = g->link_count;
    g->pin_count = 2;
    g->pins[1] = size - 1;
}

static inline grid_body grid_make(const grid_case* c)
{
    grid_body g;
    memset(&g, 0, sizeof g);
    g.particle_count = c->rope ? c->size : c->size * c->size;
    g.position = (float*)grid_alloc(3 * (size_t)g.particle_count, sizeof *g.position);
    g.links = (grid_link*)grid_alloc(6 * (size_t)g.particle_count, sizeof *g.links);
    if (c->rope) {
        grid_fill_rope(&g, c->size);
    } else {
        grid_fill_cloth(&g, c->size);
    }
    return g;
}

static inline void grid_free(grid_body* g)
{
    free(g->position);
    free(g->links);
}

// A count from the command line; 0 for what is none.
static inline int grid_count(const char* text)
{
    long value = strtol(text, NULL, 10);
    return value > 0 && value < 1000000 ? (int)value : 0;
}

static inline double grid_clock(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// What one run found. Stretch is l / l0 - 1 of structural links, never below 0.
typedef struct grid_figures {
    double* ms;
    int frames;
    double worst, end, mean;
    double bytes;  // 0: not known
} grid_figures;

// Notes the stretch of a body whose particle i is at position(context, i, out).
typedef void grid_position_fn(const void* context, int i, float* out);

static inline void grid_note_stretch(grid_figures* f, const grid_body* g, int body, int bodies,
                                     grid_position_fn* position, const void* context)
{
    if (body == 0) {
        f->end = f->mean = 0.0;
    }
    for (int i = 0; i < g->kind_end[0]; ++i) {
        float p[3];
        float q[3];
        position(context, g->links[i].a, p);
        position(context, g->links[i].b, q);
        double d2 = 0.0;
        for (int k = 0; k < 3; ++k) {
            double d = (double)p[k] - (double)q[k];
            d2 += d * d;
        }
        double stretch = sqrt(d2) / (double)g->links[i].rest - 1.0;
        f->end = stretch > f->end || stretch != stretch ? stretch : f->end;
        f->mean += (stretch > 0.0 ? stretch : 0.0) / ((double)g->kind_end[0] * bodies);
    }
    f->worst = f->end > f->worst || f->end != f->end ? f->end : f->worst;
}

static inline int grid_compare(const void* a, const void* b)
{
    double x = *(const double*)a;
    double y = *(const double*)b;
    return (x > y) - (x < y);
}

static inline void grid_print_stretch(const char* key, double value)
{
    if (value == value && value < 1e30) {
        printf(", \"%s\": %.6g", key, value);
    } else {
        printf(", \"%s\": null", key);  // JSON has neither NaN nor infinity
    }
}

// The most memory this program has held, in bytes; 0 where the system does not tell. Asked of the
// program itself: what a parent is told of its child also counts the parent before the child began.
static inline double grid_most_memory(void)
{
    FILE* file = fopen("/proc/self/status", "r");
    char line[256];
    double bytes = 0.0;
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "VmHWM:", 6) == 0) {
            bytes = 1024.0 * strtod(line + 6, NULL);
        }
    }
    if (file) {
        fclose(file);
    }
    return bytes;
}

static inline void grid_print(const char* engine, const grid_case* c, const grid_body* g,
                              grid_figures* f)
{
    qsort(f->ms, (size_t)f->frames, sizeof *f->ms, grid_compare);
    printf("{\"engine\": \"%s\", \"case\": \"%s\", \"particles\": %d, \"links\": %d, ", engine,
           c->name, c->copies * g->particle_count, c->copies * g->link_count);
    printf("\"frames\": %d, \"projections_per_frame\": %d, \"ms_per_frame\": %.6g, ", f->frames,
           GRID_SUBSTEPS * c->copies * g->link_count, f->ms[f->frames / 2]);
    printf("\"min_ms_per_frame\": %.6g", f->ms[0]);
    grid_print_stretch("worst_stretch", f->worst);
    grid_print_stretch("end_stretch", f->end);
    grid_print_stretch("mean_stretch", f->mean);
    if (f->bytes > 0.0) {
        printf(", \"bytes\": %.0f", f->bytes);
    }
    if (grid_most_memory() > 0.0) {
        printf(", \"rss\": %.0f", grid_most_memory());
    }
    printf("}\n");
}
