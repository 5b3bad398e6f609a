// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "geodesic.h"

#include <math.h>

#include "base/incidence.h"

// A distance that may turn out to be the one: to `particle` from pin `source`.
typedef struct entry {
    double distance;
    int32_t particle;
    int32_t source;
} entry;

typedef struct search {
    const taut_allocator* allocator;
    const taut_geodesic_input* in;
    taut_geodesic_result* out;
    entry* heap;
    int heap_count, heap_capacity;
    int32_t *edge_first, *edge_list;
    int32_t *triangle_first, *triangle_list;
    void* memory;
    size_t bytes;
} search;

// Heap --------------------------------------------------------------------------------------------

static bool nearer(entry a, entry b)
{
    if (a.distance != b.distance) {
        return a.distance < b.distance;
    }
    return a.particle != b.particle ? a.particle < b.particle : a.source < b.source;
}

static bool push(search* s, entry e)
{
    void* items = s->heap;
    if (!taut_grow(s->allocator, &items, &s->heap_capacity, s->heap_count + 1, sizeof e)) {
        return false;
    }
    s->heap = items;
    int i = s->heap_count++;
    while (i > 0 && nearer(e, s->heap[(i - 1) / 2])) {
        s->heap[i] = s->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    s->heap[i] = e;
    return true;
}

static entry pop(search* s)
{
    entry top = s->heap[0];
    entry last = s->heap[--s->heap_count];
    int i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child >= s->heap_count) {
            break;
        }
        if (child + 1 < s->heap_count && nearer(s->heap[child + 1], s->heap[child])) {
            ++child;
        }
        if (!nearer(s->heap[child], last)) {
            break;
        }
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = last;
    return top;
}

// Distances ---------------------------------------------------------------------------------------

static double between(const search* s, int32_t a, int32_t b)
{
    double dx = (double)s->in->x[a].x - (double)s->in->x[b].x;
    double dy = (double)s->in->x[a].y - (double)s->in->x[b].y;
    double dz = (double)s->in->x[a].z - (double)s->in->x[b].z;
    return sqrt(dx * dx + dy * dy + dz * dz);
}

// The settled distance from `source` to `particle`, or -1.
static double known(const search* s, int32_t particle, int32_t source)
{
    const taut_geodesic_result* out = s->out;
    for (int k = 0; k < out->source_count[particle]; ++k) {
        if (out->source[particle * s->in->most + k] == source) {
            return out->distance[particle * s->in->most + k];
        }
    }
    return -1.0;
}

// Distance to corner c of a triangle from a source da from a and db from b. The source is laid into
// the triangle's plane on the far side of edge ab; -1 when the straight line misses that edge.
static double across(const search* s, int32_t a, int32_t b, int32_t c, double da, double db)
{
    double ab = between(s, a, b);
    double ac = between(s, a, c);
    double bc = between(s, b, c);
    if (ab <= 0.0) {
        return -1.0;
    }
    double sx = (da * da - db * db + ab * ab) / (2.0 * ab);
    double cx = (ac * ac - bc * bc + ab * ab) / (2.0 * ab);
    double sy2 = da * da - sx * sx;
    double cy2 = ac * ac - cx * cx;
    double sy = sy2 > 0.0 ? sqrt(sy2) : 0.0;
    double cy = cy2 > 0.0 ? sqrt(cy2) : 0.0;
    if (sy + cy <= 0.0) {
        return -1.0;
    }
    double crossing = sx + (cx - sx) * sy / (sy + cy);
    if (crossing < 0.0 || crossing > ab) {
        return -1.0;
    }
    return sqrt((cx - sx) * (cx - sx) + (cy + sy) * (cy + sy));
}

static bool offer(search* s, int32_t particle, int32_t source, double distance)
{
    bool full = s->out->source_count[particle] >= s->in->most;
    if (full || distance < 0.0 || known(s, particle, source) >= 0.0) {
        return true;
    }
    return push(s, (entry){distance, particle, source});
}

static bool spread_edges(search* s, entry e)
{
    for (int i = s->edge_first[e.particle]; i < s->edge_first[e.particle + 1]; ++i) {
        const int32_t* edge = &s->in->edges[2 * s->edge_list[i]];
        int32_t other = edge[0] == e.particle ? edge[1] : edge[0];
        const double* lengths = s->in->lengths;
        double length = lengths != NULL ? lengths[s->edge_list[i]] : between(s, e.particle, other);
        if (!offer(s, other, e.source, e.distance + length)) {
            return false;
        }
    }
    return true;
}

static bool spread_triangles(search* s, entry e)
{
    for (int i = s->triangle_first[e.particle]; i < s->triangle_first[e.particle + 1]; ++i) {
        const int32_t* corner = &s->in->triangles[3 * s->triangle_list[i]];
        int at = corner[0] == e.particle ? 0 : corner[1] == e.particle ? 1 : 2;
        for (int turn = 1; turn <= 2; ++turn) {
            int32_t b = corner[(at + turn) % 3];
            int32_t c = corner[(at + 3 - turn) % 3];
            double db = known(s, b, e.source);
            if (db >= 0.0 && !offer(s, c, e.source, across(s, e.particle, b, c, e.distance, db))) {
                return false;
            }
        }
    }
    return true;
}

static bool run(search* s)
{
    for (int32_t i = 0; i < s->in->particle_count; ++i) {
        if (s->in->pinned[i] && !push(s, (entry){0.0, i, i})) {
            return false;
        }
    }
    while (s->heap_count > 0) {
        entry e = pop(s);
        int count = s->out->source_count[e.particle];
        if (count >= s->in->most || known(s, e.particle, e.source) >= 0.0) {
            continue;
        }
        s->out->source[e.particle * s->in->most + count] = e.source;
        s->out->distance[e.particle * s->in->most + count] = e.distance;
        s->out->source_count[e.particle] = count + 1;
        if (!spread_edges(s, e) || !spread_triangles(s, e)) {
            return false;
        }
    }
    return true;
}

// Memory ------------------------------------------------------------------------------------------

static void lay_out_result(const taut_geodesic_input* in, taut_geodesic_result* out,
                           taut_layout* layout)
{
    size_t n = (size_t)in->particle_count;
    size_t most = (size_t)in->most;
    out->source_count = taut_layout_take(layout, n, sizeof(int32_t));
    out->source = taut_layout_take(layout, n * most, sizeof(int32_t));
    out->distance = taut_layout_take(layout, n * most, sizeof(double));
}

static void lay_out_search(search* s, taut_layout* layout)
{
    size_t n = (size_t)s->in->particle_count;
    s->edge_first = taut_layout_take(layout, n + 1, sizeof(int32_t));
    s->edge_list = taut_layout_take(layout, 2 * (size_t)s->in->edge_count, sizeof(int32_t));
    s->triangle_first = taut_layout_take(layout, n + 1, sizeof(int32_t));
    s->triangle_list = taut_layout_take(layout, 3 * (size_t)s->in->triangle_count, sizeof(int32_t));
}

static bool prepare(search* s)
{
    taut_layout measure = {0};
    lay_out_result(s->in, s->out, &measure);
    s->out->bytes = measure.used;
    s->out->memory = taut_allocate(s->allocator, measure.used);
    measure = (taut_layout){0};
    lay_out_search(s, &measure);
    s->bytes = measure.used;
    s->memory = taut_allocate(s->allocator, measure.used);
    if (s->out->memory == NULL || s->memory == NULL) {
        return false;
    }
    lay_out_result(s->in, s->out, &(taut_layout){s->out->memory, 0});
    lay_out_search(s, &(taut_layout){s->memory, 0});
    const taut_geodesic_input* in = s->in;
    taut_tuples edges = {in->edges, 2, NULL, in->edge_count, in->particle_count};
    taut_incidence_fill(&edges, s->edge_first, s->edge_list);
    taut_tuples triangles = {in->triangles, 3, NULL, in->triangle_count, in->particle_count};
    taut_incidence_fill(&triangles, s->triangle_first, s->triangle_list);
    return true;
}

bool taut_geodesic_find(const taut_allocator* allocator, const taut_geodesic_input* input,
                        taut_geodesic_result* result)
{
    *result = (taut_geodesic_result){0};
    search s = {.allocator = allocator, .in = input, .out = result};
    bool ok = prepare(&s) && run(&s);
    taut_free(allocator, s.memory, s.bytes);
    taut_free(allocator, s.heap, (size_t)s.heap_capacity * sizeof *s.heap);
    if (!ok) {
        taut_geodesic_free(allocator, result);
    }
    return ok;
}

void taut_geodesic_free(const taut_allocator* allocator, taut_geodesic_result* result)
{
    taut_free(allocator, result->memory, result->bytes);
    *result = (taut_geodesic_result){0};
}
